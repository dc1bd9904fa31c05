"""A recorder that waits while the window is idle: when it exists, which run gets it, and what ends it."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services import ready_recorder
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.ready_recorder import ReadyRecorder
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import of_home, store_url, until, with_words

pytestmark = pytest.mark.usefixtures("naps")
"""What a waiting worker imports does not matter to the service; `tests/recording/test_ready_worker.py` has real workers."""
SPEC = RunSpec("mnist-mlp", steps=20, warmup_steps=2)


@dataclass
class State:
    """The inputs of the service."""

    is_wanted: bool = True
    is_busy: bool = False


@pytest.fixture
def state() -> State:
    return State()


@pytest.fixture
def ready(state: State, qtbot: QtBot) -> Iterator[ReadyRecorder]:
    service = ReadyRecorder(store_url(), lambda: state.is_wanted, lambda: state.is_busy)
    with closing(service):
        yield service
    until(lambda: not of_home())


def refreshed(ready: ReadyRecorder, qtbot: QtBot, wanted: Callable[[], bool]) -> None:
    """Refresh the service until a condition holds."""

    def looked() -> bool:
        ready.refresh()
        qtbot.wait(100)
        return wanted()

    until(looked, 60)


def made_ready(ready: ReadyRecorder, qtbot: QtBot) -> None:
    refreshed(ready, qtbot, lambda: ready.memory_bytes is not None)


def started(starter: RunStarter, qtbot: QtBot, spec: RunSpec = SPEC, count: int = 1) -> list[str]:
    """Start this many runs at once, and return their ids."""
    ids: list[str] = []
    failures: list[GpuscopeError] = []
    for number in range(count):
        starter.start(spec, f"run {number}", ids.append, failures.append)
    qtbot.waitUntil(lambda: len(ids) + len(failures) == count, timeout=60_000)
    assert failures == []
    return ids


def environment(run_id: str) -> dict[str, Any]:
    """Wait for a run to finish, and return its stored environment."""

    def is_over() -> bool:
        with StoreReader(store_url()) as reader:
            return run_id in [run.run_id for run in reader.runs() if run.state.value == "finished"]

    until(is_over, 60)
    with StoreReader(store_url()) as reader:
        return dict(reader.run(run_id).environment)


def test_a_start_takes_what_waits_and_a_second_at_once_starts_afresh(ready: ReadyRecorder, qtbot: QtBot) -> None:
    made_ready(ready, qtbot)
    assert 1e6 < (ready.memory_bytes or 0) < 2e9
    with closing(LiveRuns(store_url())) as live_runs, closing(RunStarter(store_url(), live_runs, None, ready)) as starter:
        kinds = sorted(environment(run_id)["worker"] for run_id in started(starter, qtbot, count=2))
    assert kinds == ["fresh", "ready"]


def test_a_spec_of_another_kind_starts_afresh_and_what_waits_follows_the_form(ready: ReadyRecorder, qtbot: QtBot) -> None:
    made_ready(ready, qtbot)
    assert ready.claim(RunSpec("gemm")) is None
    assert ready.claim(RunSpec("command", command=("true",))) is None
    ready._begins_from_s = 0.0  # no pause after the claims, since no runs follow them here
    ready.expect(RunSpec("gemm"))
    refreshed(ready, qtbot, lambda: len(with_words(of_home(), "workloads.ready_child", "kernel")) > 0)


def test_another_environment_starts_afresh(ready: ReadyRecorder, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made_ready(ready, qtbot)
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert ready.claim(SPEC) is None


def test_a_recorder_that_was_killed_is_replaced_by_a_fresh_one(ready: ReadyRecorder, qtbot: QtBot) -> None:
    made_ready(ready, qtbot)
    for process in with_words(of_home(), "--conducted-fd"):
        process.kill()
    with closing(LiveRuns(store_url())) as live_runs, closing(RunStarter(store_url(), live_runs, None, ready)) as starter:
        (run_id,) = started(starter, qtbot)
        assert environment(run_id)["worker"] == "fresh"


def test_a_recorder_that_hangs_ends_with_the_window(ready: ReadyRecorder, qtbot: QtBot) -> None:
    made_ready(ready, qtbot)
    (process,) = with_words(of_home(), "--conducted-fd")
    process.suspend()
    ready.close()
    until(lambda: not of_home())


def test_a_refusal_comes_in_the_recorders_words(ready: ReadyRecorder, qtbot: QtBot) -> None:
    made_ready(ready, qtbot)
    failures: list[GpuscopeError] = []
    with closing(LiveRuns(store_url())) as live_runs, closing(RunStarter(store_url(), live_runs, None, ready)) as starter:
        starter.start(RunSpec("mnist-mlp", device="cuda:9"), "", failed=failures.append)
        qtbot.waitUntil(lambda: bool(failures), timeout=30_000)
    assert "cuda" in failures[0].message
    assert failures[0].exit_code == 3


@pytest.mark.parametrize("end", ["switch", "memory", "battery"])
def test_it_ends_when_it_is_not_wanted_any_more(
    ready: ReadyRecorder, state: State, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    made_ready(ready, qtbot)
    if end == "switch":
        state.is_wanted = False
    elif end == "memory":
        monkeypatch.setattr(ready_recorder, "free_memory_bytes", lambda: 4 * 1024**3 - 1)
    else:
        monkeypatch.setattr(ready_recorder, "power_source", lambda: "battery")
    refreshed(ready, qtbot, lambda: ready.memory_bytes is None and not of_home())


def test_none_is_started_while_something_runs(ready: ReadyRecorder, state: State, qtbot: QtBot) -> None:
    state.is_busy = True
    for _ in range(3):
        ready.refresh()
        qtbot.wait(100)
    assert not of_home()


def test_a_run_begins_where_its_folder_was_before(ready: ReadyRecorder, qtbot: QtBot) -> None:
    """A run in a folder made long before is found by those watching for live runs."""
    made_ready(ready, qtbot)
    (folder,) = (Path(store_url().removeprefix("sqlite:///")).parent / "runs").iterdir()
    from gpuscope.gui.services import live_runs

    watch = live_runs.FolderWatch(store_url())
    assert list(watch.poll()) == []
    watch._seen = (watch._seen[0], 0.0) if watch._seen else None  # as if the last change had been long ago
    standby = ready.claim(SPEC)
    assert standby is not None
    launched = standby.launch([*SPEC.command_line()[1:]], store_url())
    assert launched is not None
    assert launched.folder == folder
    assert [record.run_id for record in watch.poll()] == [folder.name]
    environment(folder.name)
