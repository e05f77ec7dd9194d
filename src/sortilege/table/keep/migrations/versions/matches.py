"""Tables may play a game of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("match", sa.JSON))


def downgrade() -> None:
    op.drop_column("tables", "match")
