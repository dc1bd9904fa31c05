"""Tests of a run's folder: what it records about a run, and what it keeps after the recorder has ended."""

import dataclasses
import json
import os
import platform
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import run_folder
from gpuscope.recording.early_guard import new_run_id
from gpuscope.recording.run_folder import HEADER_NAME, RunFolder, derive_state, left_behind, read_header
from gpuscope.system.processes import boot_id


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'a store' / 'gpuscope.sqlite'}"


def record(folder: Path, **more: object) -> RunRecord:
    one = RunRecord(
        run_id=folder.name,
        name="näme 实验 🚀",
        state=RunState.RUNNING,
        reason=None,
        spec=RunSpec("gemm", options={"size": 64}),
        environment={},
        started_at=datetime.now(UTC),
        start_ns=123,
        host=platform.node(),
        boot_id=boot_id(),
        folder=str(folder),
    )
    return dataclasses.replace(one, **more)  # type: ignore[arg-type]


def test_a_run_is_running_exactly_as_long_as_its_lock_is_held(url: str) -> None:
    folder = RunFolder.beside(url, new_run_id())
    one = record(folder.path)
    assert derive_state(one) == one
    folder.close()
    gone = derive_state(one)
    assert gone.state is RunState.INTERRUPTED
    assert gone.reason == "its recorder ended unexpectedly, and its command was ended with it, before its first samples were stored"


def test_an_ended_run_stays_what_it_was(tmp_path: Path) -> None:
    one = record(tmp_path, state=RunState.FAILED)
    assert derive_state(one) is one


def test_after_a_restart_the_lock_is_not_asked(url: str) -> None:
    folder = RunFolder.beside(url, new_run_id())
    one = derive_state(record(folder.path, boot_id="another", heartbeat_at=datetime.now(UTC)))
    folder.close()
    assert one.state is RunState.INTERRUPTED
    assert one.reason is not None
    assert one.reason.startswith("the machine was restarted; recorded up to ")


@pytest.mark.parametrize(("age_s", "state"), [(3, RunState.RUNNING), (60, RunState.INTERRUPTED)])
def test_on_another_machine_the_heartbeat_tells(tmp_path: Path, age_s: int, state: RunState) -> None:
    one = record(tmp_path, host="elsewhere", heartbeat_at=datetime.now(UTC) - timedelta(seconds=age_s))
    found = derive_state(one)
    assert found.state is state
    assert found.reason is not None
    assert "elsewhere" in found.reason


def test_a_machine_whose_clock_is_ahead_was_not_seen_in_the_future(tmp_path: Path) -> None:
    one = derive_state(record(tmp_path, host="elsewhere", heartbeat_at=datetime.now(UTC) + timedelta(seconds=30)))
    assert one.reason == "last seen 0 s ago on elsewhere"


def test_the_header_brings_a_run_back_and_only_to_its_own_store(url: str) -> None:
    folder = RunFolder.beside(url, new_run_id())
    one = record(folder.path)
    folder.write_header(one, url)
    assert list(left_behind(url)) == []  # its recorder lives
    folder.close()
    found = read_header(folder.path)
    assert found is not None
    assert found[0] == one
    assert list(left_behind(url)) == [one]
    assert list(left_behind(url.replace("gpuscope.sqlite", "other.sqlite"))) == []
    run_folder.forget_header(folder.path)
    assert list(left_behind(url)) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"run_id": 1}', json.dumps({"run_id": "x", "spec": {"workload": "../x"}})])
def test_a_header_that_was_cut_short_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / HEADER_NAME).write_text(text)
    assert read_header(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnavailableError, match="cannot be made"):
        RunFolder.beside(f"sqlite:///{tmp_path / 'file' / 'gpuscope.sqlite'}", new_run_id())


def test_two_recorders_cannot_have_one_folder(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = RunFolder.beside(url, "abc")
    with pytest.raises(UnavailableError, match="recorded by another"):
        RunFolder.beside(url, "abc")
    folder.close()


def test_a_live_runs_folder_is_not_removed(url: str) -> None:
    folder = RunFolder.beside(url, "abc")
    run_folder.remove_run_folder(url, "abc")
    assert folder.path.is_dir()
    folder.close()
    run_folder.remove_run_folder(url, "abc")
    assert not folder.path.exists()


def test_an_empty_folder_that_nobody_holds_goes_once_it_is_old(url: str) -> None:
    folders = [RunFolder.beside(url, new_run_id()) for _ in range(4)]
    live, young, empty, full = folders
    (full.path / "output.log").write_text("a line")
    for folder in (young, empty, full):
        folder.close()
    for folder in (live, empty, full):
        os.utime(folder.path, (0, 0))
    run_folder.remove_empty_folders(url)
    assert [folder.path.exists() for folder in folders] == [True, True, False, True]
    live.close()
