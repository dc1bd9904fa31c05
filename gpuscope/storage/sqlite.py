"""What every access to an SQLite store shares: connections, errors in words, and what SQLite says of a file as a whole.

SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at the same instant (the
WAL-reset bug, sqlite.org/wal.html): see ``sqlite_writing`` for how that is kept from happening.
"""

from __future__ import annotations

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
from sqlalchemy.pool import NullPool, QueuePool
from sqlalchemy.util import LRUCache

from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.records import shown_id
from gpuscope.storage.schema import CALLS, CHUNKS, DEVICES, ENVIRONMENTS, EVENTS, REVISION_TABLE, RUNS, SERIES, STAMPS, STEPS, TAIL

BUSY_S = 5.0
"""How long SQLite itself waits for a lock. Our writers exclude each other before that; this is for other programs that look in."""
READ_CURE = "Check its permissions, or name another with --store."
REPAIR_CURE = "'gpuscope doctor --repair' sets it aside and salvages its runs."
ROOM_CURE = "Free some space on its disk."
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_COMPILED = 500
"""Statements that are kept compiled, as many as SQLAlchemy keeps of an engine; there are some 150."""
_FULL = "its disk is full"
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_WORDS = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "it may not be written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds it",
    sqlite3.SQLITE_LOCKED: "another program holds it",
}


_text_of = partial(str, encoding="utf-8", errors="replace")
"""Text that is no UTF-8 is damage of one row; the driver's own way would end the whole query."""


def connect(path: Path, query: str, pragmas: str) -> sqlite3.Connection:
    """Open a store that is there.

    Args:
        path: Its file.
        query: How, in the words of SQLite's URIs ("mode=rw").
        pragmas: Run on the connection first.
    """
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?{query}", BUSY_S, isolation_level=None, check_same_thread=False, uri=True
    )
    connection.text_factory = _text_of
    try:
        connection.executescript(pragmas)
    except BaseException:
        connection.close()
        raise
    return connection


def engine_on(connected: Callable[[], sqlite3.Connection], begin: str, pool: type[NullPool] | type[QueuePool]) -> Engine:
    """Make an engine on connections that begin their transactions with that statement.

    All engines share the statements that were compiled: a process opens stores again and again, and compiling is a third of the work of
    writing a short run. That needs one dialect, so they are made of it and not by ``create_engine``.
    """
    first = _first_engine()
    engine = Engine(pool(cast("Any", connected), dialect=first.dialect), first.dialect, first.url)
    engine.update_execution_options(compiled_cache=first.get_execution_options()["compiled_cache"])

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # the driver's own BEGIN comes too late for data definition
        connection.exec_driver_sql(begin)

    return engine


@cache
def _first_engine() -> Engine:
    """Return an engine whose dialect is initialized, which a first connection does, and which holds the compiled statements of all."""
    engine = create_engine("sqlite://", execution_options={"compiled_cache": LRUCache(_COMPILED)})
    engine.connect().close()
    engine.dispose()
    return engine


def primary_code(error: BaseException) -> int:
    """Return SQLite's primary result code, 0 when there is none."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return int(getattr(original, "sqlite_errorcode", 0)) & 0xFF


def is_damage(error: BaseException) -> bool:
    """Whether an error says that the file is damaged: pages, text that is none, tables that are not there."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return primary_code(error) in _DAMAGED or str(original).startswith(("no such table", "no such column", "Could not decode"))


def corrupt(path: Path, error: BaseException) -> CorruptStoreError:
    """Return the error that says that a store is damaged."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return CorruptStoreError(f"the store {path} is damaged ({original})", REPAIR_CURE)


def lacks_room(error: BaseException) -> bool:
    """Whether an error says that the disk is full, also for the index of the log, which a reader makes."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    if isinstance(original, OSError):
        return original.errno in _NO_ROOM
    return getattr(original, "sqlite_errorcode", 0) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)


def cause(error: BaseException) -> str:
    """Return in words why SQLite could not do it."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    reason = original.strerror if isinstance(original, OSError) else None
    return _FULL if lacks_room(error) else _WORDS.get(primary_code(error), reason or str(original))


def reusable_bytes(connection: Connection) -> int:
    """Return the bytes inside a store's file that deleted rows left."""
    pages = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(pages) * int(size)


def integrity(connection: Connection) -> list[str]:
    """Return what SQLite's own checks find, one line a problem."""
    problems = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)") if row[0] != "ok"]
    problems += [f"a row of {row[0]} points at no row of {row[2]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
    return problems


_ROW_BYTES = 80
"""What a row takes beside its long values: its short ones, and its entries in the indexes."""


def bytes_of_runs(connection: Connection, used_bytes: int, *, deleted: bool) -> dict[str, int]:
    """Return about how many bytes each run takes, by id: of those that are marked as deleted, or of all others.

    Args:
        connection: To the store.
        used_bytes: What the store takes in all; pages that are not full are shared out in proportion.
        deleted: Which runs.
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
    """Yield for each table a query of (key of the run, rows, length of their long values)."""
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
    """Return the revision of a store; 0 when it has no tables yet.

    Raises:
        CorruptStoreError: It is no number.
    """
    if not inspect(connection).has_table(REVISION_TABLE.name):
        return 0
    revision = connection.scalar(select(REVISION_TABLE.c.version_num)) or "0"
    if not revision.isdecimal():
        raise CorruptStoreError(
            f"the store names a version that no gpuscope has ({revision[:40]!r}): it is damaged",
            "'gpuscope doctor --repair' sets it aside and salvages its runs.",
        )
    return int(revision)
