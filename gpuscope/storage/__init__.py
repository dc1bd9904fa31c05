"""Persistent storage of runs. SQLAlchemy and Alembic are used only here; callers get values of ``core``.

May import: ``system``, ``core``, SQLAlchemy, Alembic, numpy, zstandard. numpy is imported only where samples are read or
written, Alembic only when a store is of an older revision.

- ``store``: :class:`~gpuscope.storage.store.StoreReader`, which reads runs; ``run_writer``: writes a run while it is recorded.
- ``editing``: names, tags, notes, deletion and restoring.
- ``kept_comparisons``: comparisons that the user has named, in a file beside the store.
- ``plans``: plans and their items, each carried out by one conductor.
- ``repair``: finds damage, sets a damaged store aside, salvages its runs.
- ``values``: values that the reader returns in addition to ``core`` values.
- ``errors``: failed writes and damaged stores.
- ``schema``: the tables at the newest revision.
- ``checksums``: a checksum for each row, to detect flipped bits.
- ``damaged_readings``: the readings of a run that cannot be shown, and the gaps that they leave.
- ``migrations``: migrates a store from each revision to the next.
- ``run_intake``: imports complete runs recorded elsewhere, all of a file or none.
- ``sqlite``, ``sqlite_writing``, ``sqlite_reading``, ``sqlite_file``: everything specific to SQLite: pragmas, the write
  lock, migration with a backup, checkpoints, read-only opening, the file space used by each run; checks on a store's file
  without opening it, and whether a run can be stored there.
- ``records``: a run's header and results as rows. ``run_row``: a run's row in the list of runs, without SQLAlchemy.
- ``settled_runs``: the list of runs with the standard library alone, if no run is live, damaged or imported.
- ``stored_quantities``: quantities in JSON, parsed on first access.
- ``tail``: batches of events as they arrive, one row per append.
- ``chunks``: columns of readings, their stamps and aggregates.
- ``layouts``: maps the values of a call to series.
- ``compaction``: turns the tail into columns, and small rows into large ones.
- ``reading``: merges a run's columns and tail.
- ``run_snapshot``: a consistent snapshot of a whole run, in pieces.
- ``codec``: lossless compression of numbers.
"""
