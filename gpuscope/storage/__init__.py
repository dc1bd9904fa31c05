"""Keeps every run: SQLAlchemy and Alembic are used here and nowhere else; what comes out are values of ``core``.

May import: ``system``, ``core``, SQLAlchemy, Alembic, numpy, zstandard. numpy is imported only where samples are read or
written, Alembic only when the store is not at the newest revision.

- ``store``: :class:`~gpuscope.storage.store.StoreReader` and :class:`~gpuscope.storage.store.RunWriter`, what others use.
- ``editing``: names, tags, notes, deletion and its undoing.
- ``repair``: finds damage, sets a damaged store aside, salvages its runs.
- ``values``: what the reader returns beside ``core`` values.
- ``errors``: a write that failed, a store that is damaged.
- ``schema``: the tables as they are today, and the newest revision.
- ``migration``, ``migrations/``: brings a store to the newest revision.
- ``sqlite``: everything that only SQLite needs: pragmas, the write lock, backup, checkpoint, read-only opening.
- ``records``: a run's header and results as rows.
- ``tail``: batches of events as they arrive, a row per append.
- ``chunks``: columns of readings, their stamps and aggregates.
- ``codec``: numbers as few bytes, without loss.
"""
