"""What is kept: tables, their steps, what was said, who sat where, and what the house knows for itself."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("content", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("chairs", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("maker", String(64), nullable=False),
    Column("invite", String(32), nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("shuffle", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False, server_default=true()),
    Column("chat", Boolean, nullable=False, server_default=true()),
    Column("clock", JSON, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("borrowed", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Column("result", JSON),
    Column("match", JSON),
    Column("waiting", Boolean, nullable=False, key="open"),
    Column("behind", BigInteger, nullable=False, server_default="0"),
    Column("halted", BigInteger),
    Column("stood", JSON),
    Column("renewed", JSON),
    Index("tables_ended", "ended"),
    Index("tables_waiting", "open"),
)

steps = Table(
    "steps",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

messages = Table(
    "messages",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

sittings = Table(
    "sittings",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("looked", Integer, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
)

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("due", BigInteger),
    Column("wait", Integer, nullable=False),
    Column("person", String(64), nullable=False),
    Column("address", String(64), nullable=False),
    Column("watched", Boolean, nullable=False),
    Column("holder", String(32)),
    Column("until", BigInteger),
    Index("jobs_due", "due"),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("matter", Text, nullable=False),
    Column("wait", Integer, nullable=False),
    Column("person", String(64), nullable=False),
    Column("address", String(64), nullable=False),
    Column("asked", BigInteger, nullable=False),
    Column("done", Integer, nullable=False, server_default="0"),
    Column("answer", Text),
    Column("failed", Boolean, nullable=False, server_default=false()),
    Column("holder", String(32)),
    Column("until", BigInteger),
)

carried = Table(
    "carried",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("key", String(100), nullable=False),
    Column("until", BigInteger, nullable=False),
)
