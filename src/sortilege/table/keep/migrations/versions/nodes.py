"""Many processes share a house: what has to happen by itself, a table's own time, keys on their way."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("behind", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("halted", sa.BigInteger))
    op.add_column("tables", sa.Column("stood", sa.JSON))
    op.add_column("tables", sa.Column("renewed", sa.JSON))
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("wait", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("watched", sa.Boolean, nullable=False),
        sa.Column("holder", sa.String(32)),
        sa.Column("until", sa.BigInteger),
    )
    op.create_index("jobs_due", "jobs", ["due"])
    op.create_table(
        "carried",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("carried")
    op.drop_index("jobs_due", "jobs")
    op.drop_table("jobs")
    for name in ("renewed", "stood", "halted", "behind"):
        op.drop_column("tables", name)
