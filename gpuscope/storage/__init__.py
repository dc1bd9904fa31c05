"""Keeps every run: SQLAlchemy and Alembic are used here and nowhere else; what comes out are values of ``core``.

May import: ``system``, ``core``, SQLAlchemy, Alembic, numpy, zstandard. numpy is imported only where samples are read or
written, Alembic only when a store is of an older revision.

- ``store``: :class:`~gpuscope.storage.store.StoreReader` and :class:`~gpuscope.storage.store.RunWriter`, what others use.
- ``editing``: names, tags, notes, deletion and its undoing.
- ``kept_comparisons``: comparisons that the user has named, in a file beside the store.
- ``plans``: plans and their items, which one conductor carries out.
- ``repair``: finds damage, sets a damaged store aside, salvages its runs.
- ``values``: what the reader returns beside ``core`` values.
- ``errors``: a write that failed, a store that is damaged.
- ``schema``: the tables as they are today, and the newest revision.
- ``checksums``: a checksum for each row, so that flipped bits are found.
- ``damaged_readings``: which of a run's readings cannot be shown, and the gaps that they leave.
- ``migrations``: from each revision of the store to the next.
- ``run_intake``: takes in whole runs that were recorded elsewhere, all of a file or none.
- ``sqlite``, ``sqlite_writing``, ``sqlite_reading``, ``sqlite_file``: everything that only SQLite needs: pragmas, the write
  lock, migration with a backup, checkpoint, read-only opening, what each run takes of the file; what can be known of a
  store's file without opening it, and whether a run could be kept there.
- ``records``: a run's header and results as rows. ``run_row``: its row in a list of runs, without SQLAlchemy.
- ``settled_runs``: the list of runs by the standard library alone, where no run is live, damaged or imported.
- ``stored_quantities``: their quantities in JSON, parsed when they are looked at.
- ``tail``: batches of events as they arrive, a row per append.
- ``chunks``: columns of readings, their stamps and aggregates.
- ``layouts``: which series the values of a call belong to.
- ``compaction``: turns the tail into columns, and small rows into large ones.
- ``reading``: a run's columns and tail together.
- ``whole_run``: all of a run as it stands at one instant, in pieces.
- ``codec``: numbers as few bytes, without loss.
"""
