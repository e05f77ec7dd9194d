"""Tables, steps, messages, sittings, people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("content", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("chairs", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("invite", sa.String(32), nullable=False),
        sa.Column("watch", sa.Boolean, nullable=False),
        sa.Column("shuffle", sa.Boolean, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("borrowed", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("began", sa.BigInteger),
        sa.Column("ended", sa.BigInteger),
        sa.Column("result", sa.JSON),
        sa.Column("waiting", sa.Boolean, nullable=False),
    )
    op.create_index("tables_ended", "tables", ["ended"])
    op.create_index("tables_waiting", "tables", ["waiting"])
    op.create_table(
        "steps",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "messages",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("looked", sa.Integer, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
    )


def downgrade() -> None:
    for name in ("people", "sittings", "messages", "steps", "tables"):
        op.drop_table(name)
