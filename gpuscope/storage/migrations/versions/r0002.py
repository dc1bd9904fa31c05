"""Revision 2: a checksum for each row. Existing rows get none, since it is unknown whether they are as they were written."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None

_TABLES = ("runs", "environments", "devices", "calls", "series", "stamps", "chunks", "steps", "events", "tail")


def upgrade() -> None:
    """Add the columns; SQLite does this without rewriting any row."""
    op.add_column("runs", sa.Column("progress_checksum", sa.BigInteger(), nullable=True))
    for table in _TABLES:
        op.add_column(table, sa.Column("checksum", sa.BigInteger(), nullable=True))
