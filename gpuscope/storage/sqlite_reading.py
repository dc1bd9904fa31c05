"""Read-only access to an SQLite store, even if its folder is not writable."""

import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, exc, select

from gpuscope.core.errors import UnavailableError
from gpuscope.storage import schema
from gpuscope.storage.errors import CorruptStoreError, DamageError
from gpuscope.storage.sqlite import (
    READ_CURE,
    ROOM_CURE,
    cause,
    connect,
    corrupt,
    engine_on,
    is_damage,
    lacks_room,
    primary_code,
    stored_revision,
)
from gpuscope.storage.sqlite_file import (
    REPAIR_CURE,
    REVISION,
    Mark,
    later_text,
    lock_path,
    log_path,
    refuse_foreign,
    refuse_later,
    store_path,
)
from gpuscope.system.locks import is_locked
from gpuscope.system.paths import runs_folder

_NOT_HERE = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR})
"""Errors after which the store is opened as immutable or as a copy. IOERR includes a full disk: a reader creates the log's index beside
the store."""


def _can_read(connection: Connection) -> bool:
    """Return whether the store can be read in place: SQLite opens its log with the first statement that reads."""
    try:
        connection.exec_driver_sql("PRAGMA schema_version")
    except (exc.DBAPIError, sqlite3.Error) as error:
        if primary_code(error) not in _NOT_HERE:
            raise
        return False
    return True


class SqliteReading:
    """Read-only access to a store; reopens it if the file was replaced. Thread-safe.

    No connection outlives its transaction. Any library of this process that opens the store's file and closes it, as a file dialog does
    to choose an icon, drops all locks of the process on it (POSIX; sqlite.org/howtocorrupt.html, 2.2); the next writer to end then removes
    the log, and a connection that stays would read, and let this process write, a log that no longer exists.

    Attributes:
        path: The store's file.
        notes: Messages for the user on how the store was opened.
        is_later: Whether a later gpuscope made the store.

    Raises:
        UnavailableError: The store cannot be read, is foreign, or of a later version without the required tables.
        CorruptStoreError: The store is a gpuscope store and is damaged.
    """

    def __init__(self, url: str) -> None:
        self.path = store_path(url)
        self.notes: tuple[str, ...] = ()
        self.is_later = False
        self._runs_folder = runs_folder(url)
        self._engine: Engine | None = None
        self._copy: Path | None = None
        self._still = False
        self._seen: object = None
        self._lock = threading.Lock()
        self._open()

    @contextmanager
    def transaction(self) -> Iterator[Connection | None]:
        """Open a short read transaction, which sees a consistent snapshot. Yield None if there is no store yet.

        Raises:
            UnavailableError: The store cannot be read.
            CorruptStoreError: The store is damaged.
        """
        with self._lock:
            if self._seen != (self._fingerprint() if self._still else self._inode()):
                self.close()
                self._open()
        with self._converted_errors(), self._connection() as connection:
            yield connection

    @contextmanager
    def _connection(self) -> Iterator[Connection | None]:
        with ExitStack() as stack:
            connection = self._begun(stack)
            if connection is not None and not self._still and not _can_read(connection):
                stack.close()
                with self._lock:  # the disk has become full, or its folder read-only, since the store was opened
                    self.close()
                    self._open()
                connection = self._begun(stack)
            yield connection

    def _begun(self, stack: ExitStack) -> Connection | None:
        """Connect and begin a transaction, both until the stack is closed; return None if there is no store yet."""
        if self._engine is None:
            return None
        connection = stack.enter_context(self._engine.connect())
        connection.begin()
        return connection

    def close(self) -> None:
        """Close all connections and remove the private copy, if there was one."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)
            self._copy = None

    @contextmanager
    def _converted_errors(self) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError as error:  # in SQLite's own message about a damaged schema
            raise corrupt(self.path, error) from error
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            if is_damage(error):
                raise corrupt(self.path, error) from error
            cure = ROOM_CURE if lacks_room(error) else READ_CURE
            raise UnavailableError(f"the store {self.path} cannot be read: {cause(error)}", cure) from error

    @contextmanager
    def damage_as_error(self, run_id: str) -> Iterator[None]:
        """Convert a :class:`DamageError` raised inside the context into an error that names the run.

        Raises:
            CorruptStoreError: A value read inside the context is damaged.
        """
        try:
            yield
        except DamageError as error:
            raise CorruptStoreError(f"run {run_id} is damaged in the store {self.path} ({error})", REPAIR_CURE) from error

    def _inode(self) -> object:
        """Return a value that changes if the store is replaced by another file."""
        with suppress(OSError):
            status = self.path.stat()
            return (status.st_ino, status.st_size > 0)
        return None

    def _fingerprint(self) -> list[object]:
        """Return a value that changes with any write to the store."""
        statuses: list[object] = []
        for name in (self.path, log_path(self.path)):
            with suppress(OSError):
                status = name.stat()
                statuses.append((status.st_ino, status.st_size, status.st_mtime_ns))
        return statuses

    def _open(self) -> None:
        self._seen, self._still, self.notes, self.is_later = self._inode(), False, (), False
        try:
            if refuse_foreign(self.path).mark is Mark.ABSENT:
                return
            with self._converted_errors():
                self._open_in_place_or_still()
        except BaseException:
            self._seen = object()  # equal to no state of the file: the next transaction tries again, and does not take it for empty
            raise

    def _open_in_place_or_still(self) -> None:
        try:
            self._open_by("mode=ro", self.path)
        except (exc.DBAPIError, sqlite3.Error) as error:
            if primary_code(error) not in _NOT_HERE:
                raise
            self._open_still()

    def _open_by(self, query: str, path: Path) -> None:
        engine = engine_on(lambda: connect(path, query, "PRAGMA query_only=ON"), "BEGIN")
        try:
            with engine.begin() as connection:
                revision = stored_revision(connection)
                if revision > REVISION:
                    self._admit_later(connection, revision)
                views = _views_of_today(connection) if 0 < revision < REVISION else ""
            if views:
                engine.dispose()
                engine = engine_on(lambda: connect(path, query, f"{views} PRAGMA query_only=ON"), "BEGIN")
        except BaseException:
            engine.dispose()
            raise
        if revision == 0:
            engine.dispose()
        else:
            self._engine = engine

    def _admit_later(self, connection: Connection, revision: int) -> None:
        try:
            for table in schema.metadata.sorted_tables:
                connection.execute(select(table).limit(0))
        except exc.DBAPIError:
            refuse_later(self.path, revision)
        self.is_later = True
        self.notes += (f"the store {later_text(revision)}: it is only read",)

    def _open_still(self) -> None:
        """Open a store in a read-only folder: in place, or as a private copy with its log."""
        self._seen, self._still = self._fingerprint(), True
        log = log_path(self.path)
        if (not log.exists() or log.stat().st_size == 0) and not self._is_live():
            self._open_by("mode=ro&immutable=1", self.path)
            return
        self._copy = Path(tempfile.mkdtemp(prefix="gpuscope-store-"))
        try:
            self._copy_between_writes(self._copy / self.path.name)
            self._open_by("mode=ro", self._copy / self.path.name)
        except BaseException:
            self.close()
            raise
        self.notes += (f"the folder of the store {self.path} is not writable: a copy of the store is read",)

    def _is_live(self) -> bool:
        with suppress(OSError):
            return any(is_locked(folder) for folder in self._runs_folder.iterdir())
        return False

    def _copy_between_writes(self, target: Path) -> None:
        """Copy the files; repeat if a writer was active meanwhile (detected by its lock and by changed files)."""
        for _ in range(20):
            before = self._fingerprint()
            for source, copy in ((self.path, target), (log_path(self.path), log_path(target))):
                copy.unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    shutil.copyfile(source, copy)
            if before == self._fingerprint() and not is_locked(lock_path(self.path)):
                self._seen = before
                return
        raise UnavailableError(f"the store {self.path} is being written and cannot be copied", "Try again, or read it as its owner.")


def _views_of_today(connection: Connection) -> str:
    """Return SQL for temporary views that add missing columns, as NULL, to the tables of an older revision, and replace missing tables.

    This allows an older store to be read without migrating it; a temporary view takes precedence over the table of the same name.
    """
    views = []
    for table in schema.metadata.sorted_tables:
        stored_columns = {row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table.name})")}
        absent = [f"NULL AS {column.name}" for column in table.c if column.name not in stored_columns]
        if stored_columns and absent:
            views.append(f"CREATE TEMP VIEW {table.name} AS SELECT *, {', '.join(absent)} FROM main.{table.name};")
        elif absent:
            views.append(f"CREATE TEMP VIEW {table.name} AS SELECT {', '.join(absent)} WHERE 0;")
    return "PRAGMA temp_store=MEMORY; " + " ".join(views) if views else ""
