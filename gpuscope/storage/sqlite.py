"""Shared parts of read and write access to an SQLite store: connections, error messages, integrity checks and sizes.

SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at the same instant (the
WAL-reset bug, sqlite.org/wal.html); ``sqlite_writing`` prevents this.
"""

import errno
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

from sqlalchemy import ColumnElement, Connection, Engine, FromClause, Select, create_engine, event, exc, func, inspect, select
from sqlalchemy.dialects import sqlite as _sqlite  # noqa: F401  with all the others, not by the first engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import LRUCache

from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.records import shown_id
from gpuscope.storage.schema import CALLS, CHUNKS, DEVICES, ENVIRONMENTS, EVENTS, REVISION_TABLE, RUNS, SERIES, STAMPS, STEPS, TAIL
from gpuscope.storage.sqlite_file import REPAIR_CURE

BUSY_S = 5.0
"""How long SQLite itself waits for a lock. gpuscope's writers exclude each other with their own lock; this is for other programs."""
READ_CURE = "Check its permissions, or name another with --store."
ROOM_CURE = "Free some space on its disk."
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_COMPILED = 500
"""Size of the cache of compiled statements, SQLAlchemy's default for an engine; gpuscope has some 150 statements."""
_FULL = "its disk is full"
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_CAUSES = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "it may not be written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds it",
    sqlite3.SQLITE_LOCKED: "another program holds it",
}


_text_of = partial(str, encoding="utf-8", errors="replace")
"""Replaces invalid UTF-8, which is damage to a single row; the driver's default would abort the whole query."""


def connect(path: Path, query: str, pragmas: str) -> sqlite3.Connection:
    """Open an existing store.

    Args:
        path: The store's file.
        query: Query part of SQLite's URI ("mode=rw").
        pragmas: SQL to run on the new connection.
    """
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?{query}", timeout=BUSY_S, isolation_level=None, check_same_thread=False, uri=True
    )
    connection.text_factory = _text_of
    try:
        connection.executescript(pragmas)
    except BaseException:
        connection.close()
        raise
    return connection


def engine_on(connected: Callable[[], sqlite3.Connection], begin: str) -> Engine:
    """Make an engine whose transactions begin with the statement ``begin``, each on a connection of its own.

    All engines share their compiled statements: a process opens stores repeatedly, and compiling is a third of the work of writing a
    short run. Sharing requires a single dialect, so engines are built from it instead of by ``create_engine``.
    """
    first = _first_engine()
    engine = Engine(NullPool(cast("Any", connected), dialect=first.dialect), first.dialect, first.url)
    engine.update_execution_options(compiled_cache=first.get_execution_options()["compiled_cache"])

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # the driver's own BEGIN comes too late for data definition
        connection.exec_driver_sql(begin)

    return engine


@cache
def _first_engine() -> Engine:
    """Return the engine that holds the shared compiled statements, with its dialect initialized by a first connection."""
    engine = create_engine("sqlite://", execution_options={"compiled_cache": LRUCache(_COMPILED)})
    engine.connect().close()
    engine.dispose()
    return engine


def primary_code(error: BaseException) -> int:
    """Return SQLite's primary result code; 0 if there is none."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return int(getattr(original, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: BaseException) -> bool:
    """Return whether an error reports a damaged file: corrupt pages, undecodable text, missing tables or columns."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return primary_code(error) in _DAMAGED or str(original).startswith(("no such table", "no such column", "Could not decode"))


def corrupt(path: Path, error: BaseException) -> CorruptStoreError:
    """Return the error for a damaged store."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return CorruptStoreError(f"the store {path} is damaged ({original})", REPAIR_CURE)


def lacks_room(error: BaseException) -> bool:
    """Return whether an error reports a full disk, including for the log's index, which a reader creates."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    if isinstance(original, OSError):
        return original.errno in _NO_ROOM
    return getattr(original, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)


def cause(error: BaseException) -> str:
    """Return the reason for an SQLite error, in words."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    reason = original.strerror if isinstance(original, OSError) else None
    return _FULL if lacks_room(error) else _CAUSES.get(primary_code(error), reason or str(original))


def reusable_bytes(connection: Connection) -> int:
    """Return the free space inside a store's file, left by deleted rows, in bytes."""
    pages = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(pages) * int(size)


def integrity(connection: Connection) -> list[str]:
    """Return the problems found by SQLite's own checks, one line each."""
    problems = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)") if row[0] != "ok"]
    problems += [f"a row of {row[0]} points at no row of {row[2]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
    return problems


_ROW_BYTES = 80
"""Estimated bytes of a row apart from its long values: its short values and its index entries."""


def bytes_of_runs(connection: Connection, used_bytes: int, *, deleted: bool) -> dict[str, int]:
    """Estimate the bytes used by each run, by id.

    Args:
        connection: Connection to the store.
        used_bytes: Total size of the store; the unused part of pages is distributed in proportion.
        deleted: Return the runs marked as deleted instead of all others.
    """
    sizes: Counter[int] = Counter()
    for query in _queries():
        for key, count, length in connection.execute(query):
            sizes[key] += count * _ROW_BYTES + int(length or 0)
    factor = max(1.0, used_bytes / max(1, sizes.total()))
    wanted = RUNS.c.deleted_at.is_not(None) if deleted else RUNS.c.deleted_at.is_(None)
    ids = connection.execute(select(RUNS.c.id, RUNS.c.run_id).where(wanted)).all()
    return {shown_id(row): round(sizes[row.id] * factor) for row in ids}


def _queries() -> Iterator[Select[int, int, int]]:
    """Yield a query of (key of the run, number of rows, length of their long values) for each table."""
    length = func.length
    for table, key, size in (
        (RUNS, RUNS.c.id, length(RUNS.c.spec) + length(RUNS.c.metrics) + length(RUNS.c.note) + length(RUNS.c.name)),
        (ENVIRONMENTS, ENVIRONMENTS.c.run, length(ENVIRONMENTS.c.document)),
        (DEVICES, DEVICES.c.run, length(DEVICES.c.document) + length(DEVICES.c.results)),
        (CALLS, CALLS.c.run, length(CALLS.c.layout)),
        (SERIES, SERIES.c.run, length(SERIES.c.source)),
        (STAMPS, STAMPS.c.run, length(STAMPS.c.before) + length(STAMPS.c.duration)),
        (STEPS, STEPS.c.run, length(STEPS.c.ends)),
        (EVENTS, EVENTS.c.run, length(EVENTS.c.documents)),
        (TAIL, TAIL.c.run, length(TAIL.c.batches)),
    ):
        yield _grouped(table, key, size)
    yield _grouped(CHUNKS.join(STAMPS, STAMPS.c.id == CHUNKS.c.stamps), STAMPS.c.run, length(CHUNKS.c.readings))


def _grouped(table: FromClause, key: ColumnElement[int], size: ColumnElement[int]) -> Select[int, int, int]:
    return select(key, func.count(), func.sum(size)).select_from(table).group_by(key)


def stored_revision(connection: Connection) -> int:
    """Return the revision of a store; 0 if it has no tables yet.

    Raises:
        CorruptStoreError: The stored revision is not a number.
    """
    if not inspect(connection).has_table(REVISION_TABLE.name):
        return 0
    revision = connection.scalar(select(REVISION_TABLE.c.version_num)) or "0"
    if not revision.isdecimal():
        raise CorruptStoreError(f"the store names a version that no gpuscope has ({revision[:40]!r}): it is damaged", REPAIR_CURE)
    return int(revision)
