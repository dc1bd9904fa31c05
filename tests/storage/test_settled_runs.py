"""The list of runs without SQLAlchemy equals the reader's, or is left to the reader."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunState
from gpuscope.storage.editing import delete_runs, edit_run
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.settled_runs import settled_runs
from gpuscope.storage.sqlite_file import store_path
from gpuscope.storage.store import StoreReader
from gpuscope.system.paths import runs_folder
from tests.storage.known import a_record

IDS = ("01JE0000000000000000000001", "01JE0000000000000000000002", "01JE0000000000000000000003")


@pytest.fixture
def three(url: str) -> str:
    energy = {"energy": Quantity(12.5, "J", Quality.MEASURED, "NVML field 83", 0.5)}
    for run_id, state in zip(IDS, (RunState.FINISHED, RunState.FAILED, RunState.INTERRUPTED), strict=True):
        with RunWriter(url, a_record(run_id)) as writer:
            writer.finish(replace(a_record(run_id), state=state, metrics=energy, steps=600, duration_s=29.0))
    return url


def listed(url: str, limit: int | None = None) -> object:
    with StoreReader(url) as reader:
        return reader.runs(limit=limit)


def changed(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("limit", [None, 0, 2])
def test_it_is_the_list_of_the_reader(three: str, limit: int | None) -> None:
    edit_run(three, IDS[1], name="mine ± 1 'quoted'", add_tags=["b"], note="seen")
    assert settled_runs(three, limit=limit) == listed(three, limit)


def test_a_store_in_a_folder_whose_name_is_no_utf8_is_read(three: str, tmp_path: Path) -> None:
    """A home from before UTF-8, or from a locale without it: such names reach Python with surrogates."""
    odd = tmp_path / os.fsdecode(b"m\xfcller")
    store_path(three).parent.rename(odd)
    moved = f"sqlite:///{odd / store_path(three).name}"
    assert settled_runs(moved) == listed(moved)


def test_runs_that_are_deleted_are_left_out(three: str) -> None:
    delete_runs(three, [IDS[0]])
    runs = settled_runs(three)
    assert runs == listed(three)
    assert [run.run_id for run in runs or ()] == [IDS[2], IDS[1]]


def test_a_folder_of_a_stored_run_is_no_doubt(three: str) -> None:
    (runs_folder(three) / IDS[0]).mkdir(parents=True)
    assert settled_runs(three) == listed(three)


def store_imported(url: str) -> None:
    record = a_record("01JE0000000000000000000004", boot_id="", state=RunState.FINISHED)
    with RunWriter(url, record) as writer:
        writer.finish(record)


DOUBTS: dict[str, Callable[[str, Path], object]] = {
    "a live run": lambda url, path: RunWriter(url, a_record("01JE0000000000000000000004")).close(),
    "an imported run": lambda url, path: store_imported(url),
    "a run that is not in the store yet": lambda url, path: (runs_folder(url) / "abc").mkdir(parents=True),
    "a flipped value": lambda url, path: changed(path, "UPDATE runs SET duration_s = 28.0 WHERE id = 1"),
    "a row without a checksum": lambda url, path: changed(path, "UPDATE runs SET checksum = NULL WHERE id = 1"),
    "text that is none": lambda url, path: changed(path, "UPDATE runs SET name = CAST(x'ff' AS TEXT) WHERE id = 1"),
    "an older revision": lambda url, path: changed(path, "UPDATE alembic_version SET version_num = '2'"),
    "a later revision": lambda url, path: changed(path, "UPDATE alembic_version SET version_num = '4'"),
    "a table that is gone": lambda url, path: changed(path, "DROP TABLE alembic_version"),
    "no store": lambda url, path: path.unlink(),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_is_in_doubt_is_left_to_the_reader(three: str, path: Path, doubt: str) -> None:
    DOUBTS[doubt](three, path)
    assert settled_runs(three) is None
