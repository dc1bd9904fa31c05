"""Everything that only SQLite needs: pragmas, the write lock, migration with a backup, read-only opening, its errors.

SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at the same instant (the
WAL-reset bug, sqlite.org/wal.html), so opening, transaction and closing (which checkpoints) all lie under one lock.
"""

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, exc, select
from sqlalchemy.pool import NullPool, QueuePool

from gpuscope.core.errors import UnavailableError
from gpuscope.storage import schema
from gpuscope.storage.errors import CorruptStoreError, DamageError, StoreWriteError
from gpuscope.storage.migration import stored_revision, upgrade
from gpuscope.storage.revision import REVISION, later_words, refuse_later
from gpuscope.storage.sqlite_file import APPLICATION_ID, Mark, file_bytes, lock_path, log_path, network_kind, refuse_foreign, store_path
from gpuscope.system.locks import FileLock, is_locked
from gpuscope.system.paths import private_folder, runs_folder

BUSY_S = 5.0
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NOT_HERE = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
_WORDS = {
    sqlite3.SQLITE_FULL: "its disk is full",
    sqlite3.SQLITE_READONLY: "it may not be written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_BUSY: "another program holds it",
    sqlite3.SQLITE_LOCKED: "another program holds it",
}


def _connect(path: Path, query: str, pragmas: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"file:{quote(str(path))}?{query}", BUSY_S, isolation_level=None, check_same_thread=False, uri=True)
    try:
        connection.executescript(pragmas)
    except BaseException:
        connection.close()
        raise
    return connection


def _engine(connect: Callable[[], sqlite3.Connection], begin: str, pool: type[NullPool] | type[QueuePool]) -> Engine:
    engine = create_engine("sqlite://", creator=connect, poolclass=pool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:  # the driver's own BEGIN comes too late for data definition
        connection.exec_driver_sql(begin)

    return engine


def _code(error: BaseException) -> int:
    """Returns SQLite's primary result code, 0 when there is none."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return int(getattr(original, "sqlite_errorcode", 0)) & 0xFF


def _is_damage(error: BaseException) -> bool:
    """Whether an error says that the file is damaged: pages, text that is none, tables that are not there."""
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return _code(error) in _DAMAGED or str(original).startswith(("no such table", "no such column", "Could not decode"))


def _corrupt(path: Path, error: BaseException) -> CorruptStoreError:
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return CorruptStoreError(f"the store {path} is damaged ({original})", "'gpuscope doctor --repair' sets it aside and salvages its runs.")


def _cause(error: BaseException) -> str:
    original = error.orig if isinstance(error, exc.DBAPIError) else error
    return _WORDS.get(_code(error), str(original))


class SqliteWriting:
    """Write access to a store: short transactions, each under the store's lock from opening to closing.

    Args:
        url: Of the store.
        lock_timeout_s: How long to wait for another writer.

    Attributes:
        path: The store's file.
        notes: What the user should know, in words; grows while preparing.
    """

    def __init__(self, url: str, *, lock_timeout_s: float = 30.0) -> None:
        self.path = store_path(url)
        self.notes: list[str] = []
        self._lock_timeout_s = lock_timeout_s
        self._doubt: int | None = None
        self._engines = {synced: self._make_engine(synced=synced) for synced in (False, True)}

    def _make_engine(self, *, synced: bool) -> Engine:
        pragmas = f"PRAGMA synchronous={'FULL' if synced else 'NORMAL'}; PRAGMA foreign_keys=ON"
        return _engine(lambda: _connect(self.path, "mode=rw", pragmas), "BEGIN IMMEDIATE", NullPool)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Holds the write lock, and tells SQLite's errors in words."""
        lock = FileLock(lock_path(self.path), timeout_s=self._lock_timeout_s)
        try:
            lock.acquire()
        except UnavailableError as error:
            raise StoreWriteError(error.message, error.hint) from error
        try:
            yield
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            self._doubt = _code(error) or sqlite3.SQLITE_CANTOPEN
            raise self._in_words(error) from error
        finally:
            lock.release()

    def _in_words(self, error: BaseException) -> UnavailableError:
        if _is_damage(error):
            return _corrupt(self.path, error)
        hint = "Free its disk or make it writable, or name another with --store."
        return StoreWriteError(f"the store {self.path} cannot be written: {_cause(error)}", hint)

    @contextmanager
    def transaction(self, *, synced: bool = False) -> Iterator[Connection]:
        """One transaction: all of it or nothing. After one that failed, the store is looked at anew before the next.

        Args:
            synced: Survives a power cut, with everything before it; else only the kill of any process.

        Raises:
            StoreWriteError: It did not take place.
            CorruptStoreError: The store is damaged.
        """
        if self._doubt is not None:
            self._look_again(self._doubt)
        with self._locked(), self._engines[synced].begin() as connection:
            yield connection

    def _look_again(self, doubt: int) -> None:
        """Makes sure that the store is there, ours and whole; all its pages are read only after an error of the disk."""
        self.prepare()
        if doubt == sqlite3.SQLITE_IOERR:
            with self._locked(), self._engines[False].begin() as connection:
                found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if found != "ok":
                raise _corrupt(self.path, sqlite3.DatabaseError(str(found)))
        self._doubt = None

    def prepare(self, *, create: bool = True) -> None:
        """Makes the store if wanted, and brings it to the newest revision with a backup beside it.

        Raises:
            UnavailableError: It is foreign, of a later version, or not there and not to be made.
            StoreWriteError: It cannot be written.
            CorruptStoreError: It is damaged.
        """
        if not create and refuse_foreign(self.path).mark is Mark.ABSENT:
            raise UnavailableError(f"there is no store {self.path}", "Name another with --store.")
        private_folder(self.path.parent)
        with self._locked():
            if refuse_foreign(self.path).mark is Mark.ABSENT:
                self._make_file()
            self._choose_journal()
            with self._engines[True].begin() as connection:
                revision = stored_revision(connection)
            refuse_later(self.path, revision)
            if revision < REVISION:
                self._migrate(revision)

    def _make_file(self) -> None:
        """Makes the store whole under another name first: no reader, and no kill, ever meets a part of it."""
        unfinished = self.path.with_name(f"{self.path.name}.new")
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        _connect(unfinished, "mode=rw", f"PRAGMA auto_vacuum=INCREMENTAL; PRAGMA application_id={APPLICATION_ID}").close()
        self._upgrade(unfinished)
        unfinished.replace(self.path)

    def _choose_journal(self) -> None:
        network = network_kind(self.path)
        mode = "DELETE" if network else "WAL"
        _connect(self.path, "mode=rw", f"PRAGMA journal_mode={mode}").close()
        if network and not self.notes:
            self.notes.append(f"the store lies on a network file system ({network}): it is written without a log, which is slower")

    def _migrate(self, revision: int) -> None:
        if revision:
            self._keep_backup(revision)
        self._upgrade(self.path)

    def _upgrade(self, path: Path) -> None:
        """Brings a file to the newest revision, with foreign keys off, since Alembic's way with SQLite drops and renames tables."""
        engine = _engine(lambda: _connect(path, "mode=rw", "PRAGMA synchronous=FULL; PRAGMA foreign_keys=OFF"), "BEGIN IMMEDIATE", NullPool)
        with engine.begin() as connection:
            upgrade(connection)
            connection.exec_driver_sql(f"PRAGMA user_version={REVISION}")
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise _corrupt(self.path, sqlite3.DatabaseError("a migrated row points at nothing"))

    def _keep_backup(self, revision: int) -> None:
        backup = self.path.with_name(f"{self.path.name}.revision-{revision}.backup")
        unfinished = backup.with_name(backup.name + ".tmp")
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        source, target = _connect(self.path, "mode=ro", ""), _connect(unfinished, "mode=rw", "")
        try:
            source.backup(target)
        finally:
            target.close()
            source.close()
        unfinished.replace(backup)
        self.notes.append(f"the store was brought from revision {revision} to {REVISION}; a copy of it as it was is kept as {backup}")

    def give_back_space(self) -> None:
        """Gives the pages that deleted rows left back to the disk.

        Raises:
            StoreWriteError: It did not take place.
        """
        with self._locked():
            connection = _connect(self.path, "mode=rw", "PRAGMA synchronous=FULL")
            try:
                # as a script, which runs to its end: execute() stops at the first of its rows, since they have no columns
                connection.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    def move_aside(self, target: Path) -> None:
        """Renames the store with its log, under the lock.

        Raises:
            UnavailableError: It is not ours, not there, or cannot be renamed.
        """
        if refuse_foreign(self.path).mark is Mark.ABSENT:
            raise UnavailableError(f"there is no store {self.path}", "Nothing needs to be done.")
        with self._locked():
            log = log_path(self.path)
            if log.exists():
                log.rename(log_path(target))
            self.path.rename(target)
            self.path.with_name(self.path.name + "-shm").unlink(missing_ok=True)


class SqliteReading:
    """Read access to a store that never changes it; looks again when the file was replaced. Safe among threads.

    Args:
        url: Of the store.

    Attributes:
        path: The store's file.
        notes: What the user should know of how it was opened, in words.

    Raises:
        UnavailableError: It cannot be read, is foreign, or of a later version whose tables are not those needed.
        CorruptStoreError: It is ours, and damaged.
    """

    def __init__(self, url: str) -> None:
        self.path = store_path(url)
        self.notes: tuple[str, ...] = ()
        self._runs_folder = runs_folder(url)
        self._engine: Engine | None = None
        self._copy: Path | None = None
        self._still = False
        self._seen: object = None
        self._lock = threading.Lock()
        self._open()

    @contextmanager
    def transaction(self) -> Iterator[Connection | None]:
        """A short read transaction: everything read in it is of one instant. None when there is no store yet.

        Raises:
            UnavailableError: It cannot be read.
            CorruptStoreError: It is damaged.
        """
        with self._lock:
            if self._seen != (self._fingerprint() if self._still else self._inode()):
                self.close()
                self._open()
        if self._engine is None:
            yield None
            return
        with self._in_words(), self._engine.connect() as connection:
            connection.begin()
            yield connection

    def close(self) -> None:
        """Closes all connections and removes the private copy, if there was one."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        if self._copy is not None:
            shutil.rmtree(self._copy, ignore_errors=True)
            self._copy = None

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            if _is_damage(error):
                raise _corrupt(self.path, error) from error
            raise UnavailableError(
                f"the store {self.path} cannot be read: {_cause(error)}", "Check its permissions, or name another with --store."
            ) from error

    @contextmanager
    def damage_in_words(self) -> Iterator[None]:
        """Tells a damaged value inside the store as a damaged store."""
        try:
            yield
        except DamageError as error:
            raise _corrupt(self.path, error) from error

    def _inode(self) -> object:
        """Returns what another file in this place would change."""
        with suppress(OSError):
            status = self.path.stat()
            return (status.st_ino, status.st_size > 0)
        return None

    def _fingerprint(self) -> list[object]:
        """Returns what any write to the store would change."""
        found: list[object] = []
        for name in (self.path, log_path(self.path)):
            with suppress(OSError):
                status = name.stat()
                found.append((status.st_ino, status.st_size, status.st_mtime_ns))
        return found

    def _open(self) -> None:
        self._seen, self._still, self.notes = self._inode(), False, ()
        if refuse_foreign(self.path).mark is Mark.ABSENT:
            return
        with self._in_words():
            try:
                self._open_by("mode=ro", self.path)
            except (exc.DBAPIError, sqlite3.Error) as error:
                if _code(error) not in _NOT_HERE:
                    raise
                self._open_still()

    def _open_by(self, query: str, path: Path) -> None:
        engine = _engine(lambda: _connect(path, query, "PRAGMA query_only=ON"), "BEGIN", QueuePool)
        try:
            with engine.begin() as connection:
                revision = stored_revision(connection)
                if revision > REVISION:
                    self._admit_later(connection, revision)
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
        self.notes += (f"the store {later_words(revision)}: it is only read",)

    def _open_still(self) -> None:
        """Opens a store beside which nothing can be written: as it lies, or a private copy of it with its log."""
        self._seen, self._still = self._fingerprint(), True
        log = log_path(self.path)
        if (not log.exists() or log.stat().st_size == 0) and not self._is_live():
            self._open_by("mode=ro&immutable=1", self.path)
            return
        self._copy = Path(tempfile.mkdtemp(prefix="gpuscope-store-"))
        self._copy_between_writes(self._copy / self.path.name)
        self._open_by("mode=ro", self._copy / self.path.name)
        self.notes += (f"nothing can be written beside the store {self.path}: a copy of it is read",)

    def _is_live(self) -> bool:
        with suppress(OSError):
            return any(is_locked(folder) for folder in self._runs_folder.iterdir())
        return False

    def _copy_between_writes(self, target: Path) -> None:
        """Copies the files, again when a writer was at work meanwhile (its lock is probed, the files are compared)."""
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


def store_bytes(path: Path) -> tuple[int, int]:
    """Returns (bytes of the store's files, free bytes of its disk); 0 for files that are not there."""
    there = next(one for one in (path.parent, *path.parents) if one.exists())
    return file_bytes(path), shutil.disk_usage(there).free


def reusable_bytes(connection: Connection) -> int:
    """Returns the bytes inside a store's file that deleted rows left."""
    pages = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
    size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    return int(pages) * int(size)


def integrity(connection: Connection) -> list[str]:
    """Returns what SQLite's own checks find, one line a problem."""
    found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check(20)") if row[0] != "ok"]
    found += [f"a row of {row[0]} points at no row of {row[2]}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
    return found
