"""What people ask to be thought about, by whichever process is free."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("matter", sa.Text, nullable=False),
        sa.Column("wait", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("answer", sa.Text),
        sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("holder", sa.String(32)),
        sa.Column("until", sa.BigInteger),
    )


def downgrade() -> None:
    op.drop_table("questions")
