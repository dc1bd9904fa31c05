"""Migrations of the store from each revision to the next; ``versions`` holds one module per revision, frozen once released.

May import: Alembic and SQLAlchemy alone, never the current tables.
"""
