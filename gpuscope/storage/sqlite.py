"""What every access to an SQLite store shares: connections, errors in words, and what SQLite tells of a file.

SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at the same instant (the
WAL-reset bug, sqlite.org/wal.html): see ``sqlite_writing`` for how that is kept from happening.
"""

import errno
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, exc
from sqlalchemy.pool import NullPool, QueuePool

from gpuscope.storage.errors import CorruptStoreError

BUSY_S = 5.0
READ_CURE = "Check its permissions, or name another with --store."
REPAIR_CURE = "'gpuscope doctor --repair' sets it aside and salvages its runs."
ROOM_CURE = "Free some space on its disk."
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
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
    connection = sqlite3.connect(f"file:{quote(str(path))}?{query}", BUSY_S, isolation_level=None, check_same_thread=False, uri=True)
    connection.text_factory = _text_of
    try:
        connection.executescript(pragmas)
    except BaseException:
        connection.close()
        raise
    return connection


def engine_on(connected: Callable[[], sqlite3.Connection], begin: str, pool: type[NullPool] | type[QueuePool]) -> Engine:
    """Make an engine on connections that begin their transactions with that statement."""
    engine = create_engine("sqlite://", creator=connected, poolclass=pool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # the driver's own BEGIN comes too late for data definition
        connection.exec_driver_sql(begin)

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
    words = original.strerror if isinstance(original, OSError) else None
    return _FULL if lacks_room(error) else _WORDS.get(primary_code(error), words or str(original))


def reusable_bytes(connection: Connection) -> int:
    """Return the bytes inside a store's file that deleted rows left."""
    pages = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(pages) * int(size)


def integrity(connection: Connection) -> list[str]:
    """Return what SQLite's own checks find, one line a problem."""
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)") if row[0] != "ok"]
    found += [f"a row of {row[0]} points at no row of {row[2]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
    return found
