"""Write access to an SQLite store: the lock, transactions, creation, migration with a backup, setting it aside.

SQLite 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at the same instant (the
WAL-reset bug, sqlite.org/wal.html), so opening, transaction and closing (which checkpoints) all happen under one lock.
Alembic, which is slow to import, is imported only if a store exists and is not at the newest revision.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, exc

from gpuscope.core.errors import UnavailableError
from gpuscope.storage import schema
from gpuscope.storage.errors import CorruptStoreError, DamageError, StoreBusyError, StoreWriteError
from gpuscope.storage.sqlite import cause, connect, corrupt, engine_on, is_damage, primary_code, stored_revision
from gpuscope.storage.sqlite_file import (
    APPLICATION_ID,
    REVISION,
    Mark,
    lock_path,
    log_path,
    network_kind,
    refuse_foreign,
    refuse_later,
    store_path,
)
from gpuscope.system.locks import FileLock, LockTimeoutError
from gpuscope.system.paths import private_folder


class SqliteWriting:
    """Write access to a store: short transactions, each under the store's lock from opening to closing.

    Args:
        url: URL of the store.
        lock_timeout_s: How long to wait for another writer, in seconds.

    Attributes:
        path: The store's file.
        notes: Messages for the user, added by :meth:`prepare`.
    """

    def __init__(self, url: str, *, lock_timeout_s: float = 30.0) -> None:
        self.path = store_path(url)
        self.notes: list[str] = []
        self._lock_timeout_s = lock_timeout_s
        self._doubt: int | None = None
        self._engines = {synced: self._make_engine(synced=synced) for synced in (False, True)}

    def _make_engine(self, *, synced: bool) -> Engine:
        pragmas = f"PRAGMA synchronous={'FULL' if synced else 'NORMAL'}; PRAGMA foreign_keys=ON"
        return engine_on(lambda: connect(self.path, "mode=rw", pragmas), "BEGIN IMMEDIATE")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the write lock, and translate SQLite's errors."""
        lock = FileLock(lock_path(self.path), timeout_s=self._lock_timeout_s)
        try:
            lock.acquire()
        except LockTimeoutError as error:
            raise StoreBusyError(error.message, error.hint, self._lock_timeout_s) from error
        except UnavailableError as error:
            raise StoreWriteError(error.message, error.hint) from error
        try:
            yield
        except (DamageError, UnicodeDecodeError) as error:
            raise corrupt(self.path, error) from error
        except (exc.DBAPIError, sqlite3.Error, OSError) as error:
            self._doubt = primary_code(error) or sqlite3.SQLITE_CANTOPEN
            raise self._store_error(error) from error
        finally:
            lock.release()

    def _store_error(self, error: BaseException) -> UnavailableError:
        if is_damage(error):
            return corrupt(self.path, error)
        hint = "Free its disk or make it writable, or name another with --store."
        return StoreWriteError(f"the store {self.path} cannot be written: {cause(error)}", hint)

    @contextmanager
    def transaction(self, *, synced: bool = False) -> Iterator[Connection]:
        """Open an atomic transaction. After a failed transaction, the store is checked again before the next one.

        Args:
            synced: Whether this transaction and all earlier ones survive a power cut; otherwise only the death of any process.

        Raises:
            StoreWriteError: The transaction failed.
            CorruptStoreError: The store is damaged.
        """
        if self._doubt is not None:
            self._check_again(self._doubt)
        with self._locked(), self._engines[synced].begin() as connection:
            yield connection

    def _check_again(self, doubt: int) -> None:
        """Check that the store exists, is a gpuscope store and is sound; all its pages are read only after a disk error."""
        self.prepare()
        if doubt == sqlite3.SQLITE_IOERR:
            with self._locked(), self._engines[False].begin() as connection:
                answer = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            if answer != "ok":
                raise corrupt(self.path, sqlite3.DatabaseError(str(answer)))
        self._doubt = None

    def prepare(self, *, create: bool = True) -> None:
        """Create the store if requested, or migrate it to the newest revision, with a backup beside it.

        Raises:
            UnavailableError: The store is foreign, of a later version, or does not exist and ``create`` is False.
            StoreWriteError: The store cannot be written.
            CorruptStoreError: The store is damaged.
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
        """Create the store under another name and rename it, so that neither readers nor a kill can leave or see a partial store."""
        unfinished = self.path.with_name(f"{self.path.name}.new")
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        connect(unfinished, "mode=rw", f"PRAGMA auto_vacuum=INCREMENTAL; PRAGMA application_id={APPLICATION_ID}").close()
        with self._rebuilding(unfinished) as connection:
            create(connection)
        self._put_log_aside()
        unfinished.replace(self.path)

    def _put_log_aside(self) -> None:
        """Rename the log of a store that was moved away without it, which SQLite would write into the new store, damaging it.

        With the new name it belongs to ``FILE.old``, the name by which the hint of ``refuse_foreign`` moves a store away.
        """
        with suppress(FileNotFoundError):
            log_path(self.path).replace(log_path(self.path.with_name(f"{self.path.name}.old")))

    def _choose_journal(self) -> None:
        network = network_kind(self.path)
        mode = "DELETE" if network else "WAL"
        connect(self.path, "mode=rw", f"PRAGMA journal_mode={mode}").close()
        if network and not self.notes:
            self.notes.append(f"the store lies on a network file system ({network}): it is written without a log, which is slower")

    def _migrate(self, revision: int) -> None:
        if revision:
            self._keep_backup(revision)
        self._upgrade(self.path)

    def _upgrade(self, path: Path) -> None:
        """Migrate a file to the newest revision."""
        with self._rebuilding(path) as connection:
            upgrade(connection)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise corrupt(self.path, sqlite3.DatabaseError("a migrated row points at nothing"))

    @contextmanager
    def _rebuilding(self, path: Path) -> Iterator[Connection]:
        """Open a transaction that brings a file to the newest revision; foreign keys are off, since Alembic drops and renames tables."""
        engine = engine_on(lambda: connect(path, "mode=rw", "PRAGMA synchronous=FULL; PRAGMA foreign_keys=OFF"), "BEGIN IMMEDIATE")
        with engine.begin() as connection:
            yield connection
            connection.exec_driver_sql(f"PRAGMA user_version={REVISION}")

    def _keep_backup(self, revision: int) -> None:
        backup = self.path.with_name(f"{self.path.name}.revision-{revision}.backup")
        unfinished = backup.with_name(backup.name + ".tmp")
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        source, target = connect(self.path, "mode=ro", ""), connect(unfinished, "mode=rw", "")
        try:
            source.backup(target)
        finally:
            target.close()
            source.close()
        unfinished.replace(backup)
        self.notes.append(f"the store was upgraded from revision {revision} to {REVISION}; a copy of the old one is kept as {backup}")

    def give_back_space(self) -> None:
        """Return the pages left by deleted rows to the file system.

        Raises:
            StoreWriteError: The operation failed.
        """
        with self._locked():
            connection = connect(self.path, "mode=rw", "PRAGMA synchronous=FULL")
            try:
                # as a script, which runs to completion: execute() stops at the first row, since the rows have no columns
                connection.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    def move_aside(self, target: Path) -> None:
        """Rename the store with its log, under the lock.

        Raises:
            UnavailableError: The store is not a gpuscope store, does not exist, is of a later version, or cannot be renamed.
        """
        with suppress(CorruptStoreError):  # a damaged header is a reason to set it aside
            header = refuse_foreign(self.path)
            if header.mark is Mark.ABSENT:
                raise UnavailableError(f"there is no store {self.path}", "Nothing needs to be done.")
            refuse_later(self.path, header.revision)
        with self._locked():
            log = log_path(self.path)
            if log.exists():
                log.rename(log_path(target))
            self.path.rename(target)
            self.path.with_name(self.path.name + "-shm").unlink(missing_ok=True)


def create(connection: Connection) -> None:
    """Create the tables of the newest revision in an empty file; the caller commits.

    Without Alembic: importing it and applying all revisions took ten times as long, at the start of every user's first run.
    """
    schema.metadata.create_all(connection, checkfirst=False)
    schema.REVISION_TABLE.create(connection)
    connection.execute(schema.REVISION_TABLE.insert(), {"version_num": str(REVISION)})


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the connection's transaction; the caller commits.

    Args:
        connection: With foreign keys off, since tables are rebuilt.
    """
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    script = ScriptDirectory.from_config(config)

    def missing(revision: tuple[str, ...], _context: object) -> object:
        return script._upgrade_revs("head", revision)  # type: ignore[arg-type]

    with EnvironmentContext(config, script, fn=missing, destination_rev="head") as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
