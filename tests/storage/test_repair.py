"""Damage is detected and set aside, and everything readable is saved."""

import builtins
import errno
import shutil
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunState
from gpuscope.storage import repair, sqlite_reading
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import log_path, refuse_unusable
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, QUALITY, RUN_ID, a_record, assert_whole, write
from tests.storage.test_sqlite import LATER, execute

OTHERS = ["01JE0000000000000000000001", "01JE0000000000000000000002"]


@pytest.fixture(scope="module")
def whole_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the store once; each test damages its own copy."""
    folder = tmp_path_factory.mktemp("whole") / "store"
    for run_id in (RUN_ID, *OTHERS):
        with RunWriter(f"sqlite:///{folder / 'gpuscope.sqlite'}", a_record(run_id)) as writer:
            writer.declare([CPU, GPU], CALLS, QUALITY)
            write(writer, 0, 299, 100)
            if run_id != OTHERS[1]:
                writer.finish(a_record(run_id, state=RunState.FINISHED))
    return folder


@pytest.fixture
def filled(whole_store: Path, path: Path, url: str) -> str:
    shutil.copytree(whole_store, path.parent)
    return url


def pages_of(path: Path, table: str) -> list[int]:
    """Return the pages of a table's rows, without the root if there are others."""
    with closing(sqlite3.connect(path)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]
    return [root]


def spoil(path: Path, page: int) -> None:
    with open(path, "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xa5" * 4096)


def test_a_whole_store_has_no_problems(filled: str) -> None:
    assert repair.check(filled) == []


def test_a_store_that_is_not_there_has_no_problems(url: str) -> None:
    assert repair.check(url) == []


def test_a_foreign_file_is_neither_checked_nor_set_aside(path: Path, url: str) -> None:
    path.parent.mkdir()
    path.write_bytes(b"x" * 5000)
    for act in (repair.check, repair.set_aside):
        with pytest.raises(UnavailableError, match="not a gpuscope store"):
            act(url)
    assert [file.name for file in path.parent.iterdir()] == ["gpuscope.sqlite"]


def test_what_only_a_later_version_understands_is_no_damage(filled: str, path: Path) -> None:
    execute(path, "UPDATE runs SET checksum = checksum + 1", f"UPDATE alembic_version SET version_num = '{LATER}'")
    assert repair.check(filled) == []


def test_a_store_of_a_later_version_is_not_set_aside(filled: str, path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '\ufffd'", f"PRAGMA user_version = {LATER}")
    before = path.read_bytes()
    assert len(repair.check(filled)) == 1
    with pytest.raises(UnavailableError, match=f"revision {LATER}"):
        repair.set_aside(filled)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*.damaged-*"))


def test_nothing_is_copied_from_a_store_of_a_later_version_whose_first_bytes_are_damaged(filled: str, path: Path) -> None:
    execute(path, "UPDATE runs SET checksum = checksum + 1", f"UPDATE alembic_version SET version_num = '{LATER}'")
    content = path.read_bytes()
    path.write_bytes(bytes(100) + content[100:])
    aside = repair.set_aside(filled)
    assert repair.salvage(filled, aside) == repair.Salvage((), (), 0)
    assert aside.read_bytes()[100:] == content[100:]
    with StoreReader(filled) as reader:
        assert reader.runs() == []


@pytest.mark.parametrize("spoiled", ["CAST(readings || x'00' AS BLOB)", "'text'", "x''"])
def test_a_damaged_value_is_found_and_costs_only_its_run(filled: str, path: Path, spoiled: str) -> None:
    execute(path, f"UPDATE chunks SET readings = {spoiled} WHERE id = 1")
    assert len(repair.check(filled)) == 1
    aside = repair.set_aside(filled)
    found = repair.salvage(filled, aside)
    assert found == repair.Salvage(tuple(OTHERS), (RUN_ID,), 0)
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        for run_id in OTHERS:
            assert_whole(reader, 300, run_id)
        assert reader.run(RUN_ID).state is RunState.FINISHED
        assert reader.series(RUN_ID, "gpu:0", "power").values.size == 100


@pytest.mark.parametrize("damaged", [slice(16), slice(100), slice(68, 72)])
def test_damaged_first_bytes_cost_nothing(filled: str, path: Path, damaged: slice) -> None:
    content = bytearray(path.read_bytes())
    content[damaged] = b"\xa5" * len(content[damaged])
    path.write_bytes(content)
    with pytest.raises(CorruptStoreError, match="first bytes"):
        StoreReader(filled)
    refuse_unusable(filled)  # a run may start: it sets the store aside
    assert repair.check(filled) != []
    aside = repair.set_aside(filled)
    assert repair.salvage(filled, aside) == repair.Salvage((RUN_ID, *OTHERS), (), 0)
    assert aside.read_bytes() == content
    assert not [file for file in path.parent.iterdir() if file.is_dir()], "no copy is left"
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        for run_id in (RUN_ID, *OTHERS):
            assert_whole(reader, 300, run_id)


def test_the_fresh_store_is_opened_by_sqlite_alone(filled: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing it otherwise would drop all locks of this process on it (fcntl(2)), also those of a reader on another thread."""
    with path.open("r+b") as file:
        file.write(bytes(100))
    aside = repair.set_aside(filled)
    opened: list[str] = []
    of_python = builtins.open

    def watched(file: Any, *more: Any, **named: Any) -> Any:
        opened.append(str(file))
        return of_python(file, *more, **named)

    repair.salvage(filled, aside)  # makes the fresh store
    monkeypatch.setattr(builtins, "open", watched)
    assert repair.salvage(filled, aside) == repair.Salvage((), (), 0)  # nothing is new
    assert any(aside.name in name for name in opened)
    assert str(path) not in opened


def test_a_damaged_version_costs_nothing(filled: str, path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '7f'")
    with pytest.raises(CorruptStoreError, match="'7f'"):
        StoreReader(filled)
    assert repair.salvage(filled, repair.set_aside(filled)) == repair.Salvage((RUN_ID, *OTHERS), (), 0)
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        for run_id in (RUN_ID, *OTHERS):
            assert_whole(reader, 300, run_id)


def test_a_database_of_another_program_is_not_taken_for_a_damaged_store(path: Path, url: str) -> None:
    path.parent.mkdir()
    execute(path, "CREATE TABLE runs (id INTEGER)", "CREATE TABLE alembic_version (version_num TEXT)")
    for act in (repair.check, repair.set_aside):
        with pytest.raises(UnavailableError, match="not a gpuscope store"):
            act(url)


@pytest.mark.parametrize("table", ["chunks", "stamps", "events", "devices", "environments", "tail", "steps"])
def test_what_lies_outside_a_damaged_page_is_saved(filled: str, path: Path, table: str) -> None:
    spoil(path, pages_of(path, table)[0])
    assert repair.check(filled) != []
    found = repair.salvage(filled, repair.set_aside(filled))
    assert set(found.whole) | set(found.damaged) == {RUN_ID, *OTHERS}
    assert found.damaged
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        assert {record.run_id for record in reader.runs()} == {RUN_ID, *OTHERS}
        for run_id in found.whole:
            assert_whole(reader, 300, run_id)


def test_runs_that_cannot_be_read_are_counted(filled: str, path: Path) -> None:
    spoil(path, pages_of(path, "runs")[0])
    found = repair.salvage(filled, repair.set_aside(filled))
    assert found == repair.Salvage((), (), 3)


def test_a_store_of_which_nothing_can_be_read_is_set_aside(filled: str, path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert repair.check(filled) != []
    with pytest.raises(CorruptStoreError):
        RunWriter(filled, a_record())
    aside = repair.set_aside(filled)
    assert not path.exists()
    assert aside.read_bytes()[:100] == content[:100]
    assert repair.salvage(filled, aside) == repair.Salvage((), (), 0)
    RunWriter(filled, a_record()).close()


def test_the_log_goes_aside_with_its_store(url: str, path: Path) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        assert reader.committed(RUN_ID) == -1
        write(writer, 0, 49)
        aside = repair.set_aside(url)
        assert reader.runs() == []
    with StoreReader(f"sqlite:///{aside}") as reader:
        assert_whole(reader, 50)
    second = repair
    RunWriter(url, a_record()).close()
    assert second.set_aside(url) != aside


def test_runs_that_are_there_already_are_left_alone(filled: str) -> None:
    aside = repair.set_aside(filled)
    RunWriter(filled, a_record(name="newer")).close()
    found = repair.salvage(filled, aside)
    assert found == repair.Salvage(tuple(OTHERS), (), 0)
    with StoreReader(filled) as reader:
        assert reader.run(RUN_ID).name == "newer"


def test_a_live_run_goes_on_after_its_store_was_set_aside_and_salvaged(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 99)
        repair.salvage(url, repair.set_aside(url))
        write(writer, 100, 149)
        assert_whole(reader, 150)


def test_setting_nothing_aside_is_refused(url: str) -> None:
    with pytest.raises(UnavailableError, match="there is no store"):
        repair.set_aside(url)


def test_a_run_whose_row_was_damaged_is_salvaged_after_the_repair(filled: str, path: Path) -> None:
    execute(path, f"UPDATE runs SET metrics = '{{' WHERE run_id = '{RUN_ID}'")
    with StoreReader(filled) as reader:
        assert {record.run_id: record.state.value for record in reader.runs()}[RUN_ID] == "damaged"
    repair.salvage(filled, repair.set_aside(filled))
    assert repair.check(filled) == []
    with StoreReader(filled) as reader:
        assert {record.run_id: record.state.value for record in reader.runs()}[RUN_ID] == "salvaged"
        assert reader.run(RUN_ID).state.value == "salvaged"


@pytest.mark.parametrize("full", ["copy", "reader", "store"])
def test_a_disk_too_full_to_salvage_is_said_with_the_way_on(filled: str, path: Path, monkeypatch: pytest.MonkeyPatch, full: str) -> None:
    with path.open("r+b") as file:
        file.write(b"x" * 16)

    def fill(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    aside = repair.set_aside(filled)
    if full == "copy":
        monkeypatch.setattr(shutil, "copyfile", fill)
    elif full == "reader":  # of the copy: it needs an index of the log beside it
        monkeypatch.setattr(sqlite_reading, "connect", fill)
    else:
        monkeypatch.setattr(repair, "_copy_run", fill)
    with pytest.raises(UnavailableError, match="too full to copy its runs") as told:
        repair.salvage(filled, aside)
    assert f"gpuscope doctor --repair --store sqlite:///{aside}" in told.value.hint
    monkeypatch.undo()
    url = f"sqlite:///{aside}"
    assert sorted(repair.salvage(url, repair.set_aside(url)).whole) == sorted([RUN_ID, *OTHERS])
    with StoreReader(url) as reader:
        assert sorted(record.run_id for record in reader.runs()) == sorted([RUN_ID, *OTHERS])


def test_no_store_is_set_aside_for_which_the_disk_has_no_room_twice(filled: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(file.stat().st_size for file in (path, log_path(path)) if file.exists())
    for free, is_enough in ((2 * size + (8 << 20), True), (2 * size, False)):
        monkeypatch.setattr(shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        with nullcontext() if is_enough else pytest.raises(UnavailableError, match=r"needs .* free"):
            repair.require_room(filled)
