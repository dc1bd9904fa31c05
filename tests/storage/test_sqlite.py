"""How a store is opened, and what happens if it cannot be."""

import errno
import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from gpuscope.core.errors import UnavailableError
from gpuscope.storage import repair, sqlite_file, sqlite_writing
from gpuscope.storage.editing import edit_run
from gpuscope.storage.errors import CorruptStoreError, StoreWriteError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import APPLICATION_ID, lock_path, log_path
from gpuscope.storage.sqlite_writing import SqliteWriting
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from gpuscope.system.locks import FileLock, FolderLock
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, batch, write

NOBODY = 65534

LATER = sqlite_file.REVISION + 1
"""The revision of a later gpuscope."""


def fill(url: str, count: int = 20) -> None:
    with RunWriter(url, a_record()) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, count - 1)


@contextmanager
def migrating(monkeypatch: pytest.MonkeyPatch, statement: str) -> Iterator[None]:
    """Act as a later gpuscope, whose migration executes a statement."""

    def upgrade(connection: Connection) -> None:
        connection.execute(text(statement))
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{LATER}'"))

    with monkeypatch.context() as later:
        later.setattr(sqlite_writing, "REVISION", LATER)
        later.setattr(sqlite_file, "REVISION", LATER)
        later.setattr(sqlite_writing, "upgrade", upgrade)
        yield


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@contextmanager
def as_a_reader_without_rights(folder: Path) -> Iterator[None]:
    """Remove write permission for a folder; root, whom permissions do not bind, temporarily becomes another user."""
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that other users may enter, unlike pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        temporary = Path(folder) / "tmp"
        temporary.mkdir()
        temporary.chmod(0o777)
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        store = Path(folder) / "store"
        store.mkdir()
        yield store


def open_to_all(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o755 if file.is_dir() else 0o644)


def test_a_store_without_a_log_is_read_where_nothing_can_be_written(public: Path) -> None:
    url = f"sqlite:///{public / 's.sqlite'}"
    fill(url)
    open_to_all(public)
    assert not log_path(public / "s.sqlite").exists()
    with as_a_reader_without_rights(public), StoreReader(url) as reader:
        assert_whole(reader, 20)
        assert reader.notes == ()
    assert sorted(file.name for file in public.iterdir()) == ["s.sqlite", "s.sqlite.lock"]


def leave_a_log(source: Path, folder: Path) -> str:
    """Make a store whose newest rows are only in its log, as a killed process leaves it, and return its URL."""
    fill(f"sqlite:///{source}", 20)
    with closing(sqlite3.connect(source)) as other:  # prevents the writer's close from checkpointing the log
        assert other.execute("SELECT count(*) FROM runs").fetchone() == (1,)
        with RunWriter(f"sqlite:///{source}", a_record()) as writer:
            write(writer, 20, 39)
        for file in (source, log_path(source)):
            shutil.copy(file, folder / file.name)
    assert log_path(folder / source.name).stat().st_size > 0
    return f"sqlite:///{folder / source.name}"


def test_rows_that_are_only_in_the_log_are_read_where_nothing_can_be_written(path: Path, public: Path) -> None:
    url = leave_a_log(path, public)
    open_to_all(public)
    with as_a_reader_without_rights(public), StoreReader(url) as reader:
        assert_whole(reader, 40)
        assert "a copy of the store is read" in reader.notes[0]
        copies = list(Path(tempfile.gettempdir()).iterdir())
        assert len(copies) == 1
        assert copies[0].stat().st_mode & 0o777 == 0o700
    assert list(Path(tempfile.gettempdir()).iterdir()) == []


def test_a_live_run_beside_a_store_that_only_can_be_read_is_seen_growing(public: Path) -> None:
    url = f"sqlite:///{public / 's.sqlite'}"
    fill(url)
    live = public / "runs" / RUN_ID
    live.mkdir(parents=True)
    open_to_all(public)
    lock = FolderLock(live)
    assert lock.acquire()
    try:
        with as_a_reader_without_rights(public):
            reader = StoreReader(url)
        assert "a copy of the store is read" in reader.notes[0]
        with RunWriter(url, a_record()) as writer:
            write(writer, 20, 29)
        with as_a_reader_without_rights(public), reader:
            assert_whole(reader, 30)
    finally:
        lock.release()


def test_a_folder_in_which_nothing_can_be_written_is_refused_to_a_writer(public: Path) -> None:
    with as_a_reader_without_rights(public), pytest.raises(UnavailableError, match=r"cannot be (written|made)"):
        RunWriter(f"sqlite:///{public / 's.sqlite'}", a_record())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"hello, this is a text and nothing else" * 10, "not a gpuscope store"),
        (b"short", "not a gpuscope store"),
    ],
)
def test_a_file_that_is_no_store_is_left_as_it_is(path: Path, url: str, content: bytes, words: str) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    for opening in (lambda: StoreReader(url), lambda: RunWriter(url, a_record()), lambda: edit_run(url, RUN_ID, note="x")):
        with pytest.raises(UnavailableError, match=words) as caught:
            opening()
        assert caught.value.exit_code == 3
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_as_it_is(path: Path, url: str) -> None:
    path.parent.mkdir()
    execute(path, "CREATE TABLE runs (id INTEGER)", "INSERT INTO runs VALUES (1)")
    before = path.read_bytes()
    for opening in (lambda: StoreReader(url), lambda: RunWriter(url, a_record())):
        with pytest.raises(UnavailableError, match="not a gpuscope store"):
            opening()
    assert path.read_bytes() == before


def test_a_damaged_store_is_told_from_a_foreign_one(path: Path, url: str) -> None:
    fill(url)
    size = path.stat().st_size
    with open(path, "r+b") as file:
        file.seek(100)
        file.write(b"\xff" * (size - 100))
    damaged = path.read_bytes()
    for opening in (lambda: StoreReader(url), lambda: RunWriter(url, a_record())):
        with pytest.raises(CorruptStoreError, match="damaged") as caught:
            opening()
        assert "doctor --repair" in caught.value.hint
    assert path.read_bytes() == damaged


def test_a_damaged_chunk_is_told_when_it_is_read(path: Path, url: str) -> None:
    with RunWriter(url, a_record()) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 9)
        writer.compact(final=True)
    execute(path, "UPDATE chunks SET readings = x'0102030405060708090a0b0c'")
    with StoreReader(url) as reader:
        assert len(reader.series_list(RUN_ID)) == 3
        series = reader.series(RUN_ID, "cpu", "utilization")
        assert series.missing.all()
        assert "damaged" in series.info.damage
        assert reader.run(RUN_ID).run_id == RUN_ID


def test_a_store_of_a_later_version_is_read_and_not_written(path: Path, url: str) -> None:
    fill(url)
    execute(path, f"UPDATE alembic_version SET version_num = '{LATER}'", "ALTER TABLE runs ADD COLUMN colour TEXT")
    with StoreReader(url) as reader:
        assert_whole(reader, 20)
        assert f"revision {LATER}" in reader.notes[0]
        assert f"knows revision {sqlite_file.REVISION}" in reader.notes[0]
    for opening in (lambda: RunWriter(url, a_record()), lambda: edit_run(url, RUN_ID, note="x")):
        with pytest.raises(UnavailableError, match=f"revision {LATER}.*knows revision {sqlite_file.REVISION}"):
            opening()


def test_a_store_of_a_later_version_without_the_tables_needed_is_refused(path: Path, url: str) -> None:
    fill(url)
    execute(path, f"UPDATE alembic_version SET version_num = '{LATER}'", "ALTER TABLE chunks RENAME COLUMN readings TO packed")
    with pytest.raises(UnavailableError, match=f"revision {LATER}.*knows revision {sqlite_file.REVISION}"):
        StoreReader(url)


def test_a_store_whose_version_is_no_number_is_damaged(path: Path, url: str) -> None:
    fill(url)
    execute(path, "UPDATE alembic_version SET version_num = 'ae1027a6acf'")
    for opening in (lambda: StoreReader(url), lambda: RunWriter(url, a_record()), lambda: edit_run(url, RUN_ID, note="x")):
        with pytest.raises(CorruptStoreError, match="'ae1027a6acf'"):
            opening()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://host/db", "stores of postgresql are not supported"),
        ("/a/path", "is not the URL of a store"),
        ("sqlite://", "stores of sqlite are not supported"),
        ("sqlite:///", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///a\0b", "names no file"),
    ],
)
def test_urls_that_are_not_served_are_refused_in_words(url: str, words: str) -> None:
    for opening in (lambda: StoreReader(url), lambda: RunWriter(url, a_record())):
        with pytest.raises(UnavailableError, match=words):
            opening()


def test_a_path_with_every_odd_character_is_a_path(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a b?mode=memory#%41&é'}/s%2f.sqlite"
    fill(url, 3)
    with StoreReader(url) as reader:
        assert_whole(reader, 3)
    assert (tmp_path / "a b?mode=memory#%41&é" / "s%2f.sqlite").stat().st_mode & 0o777 == 0o600


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """Make writes beyond a size fail, as on a full disk."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


def test_on_a_full_disk_nothing_acknowledged_is_lost_and_the_rest_can_be_written_later(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 9)
        with no_file_larger_than(20_000):
            for _ in range(3):
                with pytest.raises(StoreWriteError, match="cannot be written"):
                    writer.append([batch(seq) for seq in range(10, 2000)])
            assert reader.committed(RUN_ID) == 9
            assert writer.committed == 9
        writer.append([batch(seq) for seq in range(10, 2000)])
        assert_whole(reader, 2000)


def test_on_a_full_disk_the_runs_that_are_kept_are_read(url: str) -> None:
    fill(url)
    with no_file_larger_than(0), StoreReader(url) as reader:
        assert_whole(reader, 20)
        assert len(reader.runs()) == 1
    fill(url, 0)


def test_a_store_that_cannot_be_read_since_the_disk_is_full_says_so(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fill(url)
    live = paths.runs_folder(url) / RUN_ID
    live.mkdir(parents=True)
    lock = FolderLock(live)
    assert lock.acquire()
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with no_file_larger_than(0), pytest.raises(UnavailableError, match="its disk is full") as caught:
        StoreReader(url)
    lock.release()
    assert caught.value.hint == "Free some space on its disk."
    assert list(copies.iterdir()) == []


def test_a_full_disk_is_named(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite_writing.connect  # type: ignore[attr-defined]
    with RunWriter(url, a_record()) as writer:
        with monkeypatch.context() as full:
            full.setattr(
                sqlite_writing, "connect", lambda path, query, pragmas: connect(path, query, f"{pragmas}; PRAGMA max_page_count=1")
            )
            with pytest.raises(StoreWriteError, match="its disk is full"):
                writer.append([batch(seq) for seq in range(2000)])
        assert writer.append([batch(0)]) == 0


def test_after_an_error_of_the_disk_the_store_is_checked_before_it_is_trusted(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with RunWriter(url, a_record()) as writer:
        with monkeypatch.context() as failing:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            failing.setattr(sqlite_writing, "connect", lambda *_: (_ for _ in ()).throw(error))
            with pytest.raises(StoreWriteError, match="the disk reports an error"):
                writer.append([batch(0)])
        asked: list[str] = []
        with monkeypatch.context() as watched:
            execute_sql = Connection.exec_driver_sql

            def noted(connection: Connection, statement: str) -> object:
                asked.append(statement)
                return execute_sql(connection, statement)

            watched.setattr(Connection, "exec_driver_sql", noted)
            writer.append([batch(0)])
            assert "PRAGMA quick_check(1)" in asked
            asked.clear()
            writer.append([batch(1)])
            assert "PRAGMA quick_check(1)" not in asked


def test_a_store_that_was_taken_away_is_made_anew_with_the_run(path: Path, url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 9)
        assert reader.committed(RUN_ID) == 9
        for file in (path, log_path(path), path.with_name(path.name + "-shm")):
            file.unlink(missing_ok=True)
        with pytest.raises(StoreWriteError):
            writer.append([batch(10)])
        writer.append([batch(10)])
        assert reader.committed(RUN_ID) == 10
        assert reader.series(RUN_ID, "cpu", "disk_read").values.tolist() == [2**53 + 40_960]


def test_the_log_of_a_store_that_was_moved_away_does_not_get_into_the_next_one(path: Path, url: str, tmp_path: Path) -> None:
    fill(url)
    kept = tmp_path / "kept-log"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE runs SET note = 'only in the log'")
        connection.commit()
        shutil.copyfile(log_path(path), kept)
    path.rename(f"{path}.old")
    kept.rename(log_path(path))
    RunWriter(url, replace(a_record(), run_id="another")).close()
    with StoreReader(url) as reader:
        assert [run.run_id for run in reader.runs()] == ["another"]
    assert repair.check(url) == []
    with closing(sqlite3.connect(f"{path}.old")) as connection:
        assert connection.execute("SELECT note FROM runs").fetchone() == ("only in the log",)


def test_a_store_that_could_not_be_opened_again_is_not_taken_for_an_empty_one(path: Path, url: str) -> None:
    fill(url)
    whole = path.read_bytes()
    with StoreReader(url) as reader:
        assert len(reader.runs()) == 1
        other = path.with_name("other")
        other.write_bytes(bytes(100) + whole[100:])
        other.replace(path)
        for _ in range(2):
            with pytest.raises(CorruptStoreError):
                reader.runs()
        path.write_bytes(whole)
        assert len(reader.runs()) == 1


def test_a_store_that_somebody_else_is_writing_is_waited_for_and_then_refused(path: Path, url: str) -> None:
    fill(url)
    writing = SqliteWriting(url, lock_timeout_s=0.05)
    with FileLock(lock_path(path)), pytest.raises(StoreWriteError, match="in use"), writing.transaction():
        pass
    with writing.transaction() as connection:
        assert connection.scalar(text("SELECT count(*) FROM runs")) == 1


def test_writes_that_matter_are_synced_and_the_log_is_used(path: Path, url: str) -> None:
    fill(url)
    writing = SqliteWriting(url)
    for synced, level in ((True, 2), (False, 1)):
        with writing.transaction(synced=synced) as connection:
            assert connection.scalar(text("PRAGMA synchronous")) == level
            assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
            assert connection.scalar(text("PRAGMA foreign_keys")) == 1
            assert connection.scalar(text("PRAGMA application_id")) == APPLICATION_ID


def test_a_network_folder_is_written_without_a_log_and_said(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(url)
    monkeypatch.setattr(sqlite_writing, "network_kind", lambda _: "nfs4")
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        assert "network file system (nfs4)" in writer.notes[0]
        write(writer, 20, 29)
        assert_whole(reader, 30)
        assert not log_path(path).exists()


def test_before_a_migration_a_backup_is_kept(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(url)
    with migrating(monkeypatch, "ALTER TABLE runs ADD COLUMN colour TEXT"):
        writer = RunWriter(url, a_record())
    backup = path.with_name(f"gpuscope.sqlite.revision-{sqlite_file.REVISION}.backup")
    assert str(backup) in writer.notes[0]
    assert backup.stat().st_mode & 0o777 == 0o600
    with StoreReader(f"sqlite:///{backup}") as reader:
        assert reader.notes == ()
        assert_whole(reader, 20)
    with StoreReader(url) as reader:
        assert f"revision {LATER}" in reader.notes[0]


def test_a_migration_that_would_break_references_is_undone(path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(url)
    with migrating(monkeypatch, "DELETE FROM runs"), pytest.raises(CorruptStoreError, match="points at nothing"):
        RunWriter(url, a_record())
    with StoreReader(url) as reader:
        assert_whole(reader, 20)


def test_a_reader_never_writes(path: Path, url: str) -> None:
    fill(url)
    before = path.read_bytes()
    with StoreReader(url) as reader:
        reader.runs()
        with reader._store.transaction() as connection, pytest.raises(Exception, match=r"readonly|read-only"):
            connection.execute(text("DELETE FROM runs"))
    assert path.read_bytes() == before
