"""The list of runs without SQLAlchemy, which takes longer to import than a list takes to print; only for stores without special cases."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from gpuscope.core.run import RunRecord, RunState
from gpuscope.storage.run_row import COVERED, NAMES, UNREADABLE, checksum_of, sound_record
from gpuscope.storage.sqlite_file import REVISION, Mark, read_header, store_path
from gpuscope.system.paths import runs_folder

_LISTED = f"SELECT {', '.join(NAMES)} FROM runs WHERE deleted_at IS NULL ORDER BY started_at DESC, id DESC LIMIT ?"
_ALL = -1
"""SQLite's LIMIT for all rows."""


def settled_runs(url: str, *, limit: int | None = None) -> list[RunRecord] | None:
    """Return the runs as :meth:`StoreReader.runs` does, if the store alone contains all information on them.

    Args:
        url: URL of the store.
        limit: Maximum number of runs; None for all.

    Returns:
        None if the store must be opened by :class:`StoreReader` instead: it is not of the newest revision, cannot simply be read, a run is
        live, imported, damaged or has no checksum, or there is a folder of a run that the store does not contain.

    Raises:
        UnavailableError: The store cannot be read, or its URL is not an SQLite URL.
    """
    path = store_path(url)
    if read_header(path).mark is not Mark.OURS:
        return None
    try:
        rows = _rows(path, runs_folder(url), limit)
        return None if rows is None or not all(map(_is_settled, rows)) else list(map(sound_record, rows))
    except (sqlite3.Error, OSError, *UNREADABLE):
        return None


def _rows(path: Path, folders: Path, limit: int | None) -> list[tuple[object, ...]] | None:
    with closing(sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=ro", isolation_level=None, uri=True)) as connection:
        connection.execute("BEGIN")
        if connection.execute("SELECT version_num FROM alembic_version").fetchall() != [(str(REVISION),)]:
            return None
        names = os.listdir(folders) if folders.is_dir() else ()
        if any(connection.execute("SELECT 1 FROM runs WHERE run_id = ?", (name,)).fetchone() is None for name in names):
            return None
        return connection.execute(_LISTED, (_ALL if limit is None else limit,)).fetchall()


def _is_settled(row: tuple[object, ...]) -> bool:
    """Return whether a row is sound and of a run that has ended and was recorded here (not imported: it has a boot id)."""
    state, boot_id = row[NAMES.index("state")], row[NAMES.index("boot_id")]
    has_ended = state not in (RunState.RUNNING, RunState.DAMAGED)
    return has_ended and bool(boot_id) and row[-1] is not None and checksum_of(row[COVERED]) == row[-1]
