"""How a store comes from each revision to the next; ``versions`` holds one module a revision, frozen once released.

May import: Alembic and SQLAlchemy alone, never the tables of today.
"""
