"""Live runs are found, whoever started them; and runs are started."""

import os
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.services import run_starter
from gpuscope.gui.services.live_runs import FolderWatch, LiveRuns
from gpuscope.gui.services.run_follower import RunFollower
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.recording.launch import Launched, launch_detached
from gpuscope.recording.run_folder import RunFolder
from gpuscope.recording.run_history import RunHistory
from gpuscope.system import paths
from gpuscope.system.device_use import DevicePresence, Holder, uses_of
from gpuscope.workloads.capabilities import Capabilities
from tests.cli.stored_runs import live_recorder, record, store_run, url
from tests.recording import recorders

ONE, TWO = "111111111111", "222222222222"
SLEEP = RunSpec(COMMAND, command=("sleep", "60"))
QUICK = RunSpec(COMMAND, command=("true",))


class Used:
    """Occupies the devices that a run of a spec uses."""

    def __init__(self, holder: Holder, spec: RunSpec = RunSpec("gemm")) -> None:  # noqa: B008 - frozen
        self._presence = DevicePresence(holder)
        self._presence.join(uses_of(spec))

    def close(self) -> None:
        """Release the devices."""
        self._presence.leave()


def unwanted(told: object) -> Any:
    pytest.fail(f"nobody should have been called with {told}")


@pytest.fixture
def live_runs(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveRuns]:
    monkeypatch.setattr("gpuscope.gui.services.live_runs._POLL_S", 0.05)
    made = LiveRuns(url())
    yield made
    made.close()


@pytest.fixture
def starter(live_runs: LiveRuns, qtbot: QtBot) -> Iterator[RunStarter]:
    made = RunStarter(url(), live_runs)
    yield made
    made.close()


@pytest.fixture
def nothing_lives_on() -> Iterator[None]:
    """Kill the recorders started by a test."""
    yield
    for process in recorders.with_words(recorders.of_home(), "--ready-fd"):
        process.kill()
    recorders.until(lambda: not recorders.of_home())


def test_a_run_that_somebody_starts_is_found_and_its_end_is_told(live_runs: LiveRuns, qtbot: QtBot) -> None:
    live_runs.start()
    with live_recorder(record(ONE)) as fake:
        with qtbot.waitSignal(live_runs.started) as told:
            pass
        assert told.args == [live_runs.find(ONE)]
        with live_recorder(record(TWO, minutes=1)):
            with qtbot.waitSignal(live_runs.started):
                pass
            assert [live.run_id for live in live_runs.runs] == [TWO, ONE]
            with qtbot.waitSignal(live_runs.ended) as ended:
                fake._stopping.set()
            assert ended.args[0].run_id == ONE
            assert ended.args[0].record.state is RunState.INTERRUPTED
            assert [live.run_id for live in live_runs.runs] == [TWO]
            assert live_runs.find(ONE) is None


def test_a_run_is_adopted_once_and_not_after_its_end(live_runs: LiveRuns, qtbot: QtBot) -> None:
    found: list[object] = []
    live_runs.started.connect(found.append)
    with live_recorder(record(ONE)) as fake:
        live = live_runs.adopt(record(ONE))
        assert live is live_runs.adopt(record(ONE))
        live_runs.start()
        live_runs.poll()
        qtbot.wait(100)
        assert found == [live]
        with qtbot.waitSignal(live_runs.ended):
            fake._stopping.set()
    assert live_runs.adopt(record(ONE)) is None


def test_a_run_that_has_ended_is_kept_by_nobody(live_runs: LiveRuns, qtbot: QtBot) -> None:
    with live_recorder(record(ONE)) as fake:
        kept = weakref.ref(live_runs.adopt(record(ONE)).data)
        with qtbot.waitSignal(live_runs.ended):
            fake._stopping.set()
    qtbot.wait(1)
    assert kept() is None


def test_only_live_runs_of_this_store_are_found(qtbot: QtBot) -> None:
    watch = FolderWatch(url())
    assert list(watch.poll()) == []  # no run so far
    store_run("0" * 12)
    with live_recorder(record(ONE)), live_recorder(record(TWO, minutes=-1)):
        other = RunFolder.beside(url(), "3" * 12)
        other.write_header(record("3" * 12), "sqlite:////another/store.sqlite")
        dead = RunFolder.beside(url(), "4" * 12)
        dead.write_header(record("4" * 12), url())
        dead.close()
        ended = RunFolder.beside(url(), "5" * 12)
        ended.write_header(replace(record("5" * 12), state=RunState.FINISHED), url())
        assert [run.run_id for run in watch.poll()] == [TWO, ONE]
        assert list(watch.poll()) == []
        for folder in (other, ended):
            folder.close()


def test_a_folder_whose_header_is_not_written_yet_is_looked_at_again() -> None:
    watch = FolderWatch(url())
    folder = RunFolder.beside(url(), ONE)
    assert list(watch.poll()) == []
    folder.write_header(record(ONE), url())
    assert [run.run_id for run in watch.poll()] == [ONE]
    folder.close()


def test_many_old_folders_cost_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = paths.private_folder(paths.runs_folder(url()))
    for number in range(300):
        (folder / f"{number:012x}").mkdir()
        os.utime(folder / f"{number:012x}", (1.0, 1.0))
    os.utime(folder, (1.0, 1.0))
    watch = FolderWatch(url())
    assert list(watch.poll()) == []
    monkeypatch.setattr("gpuscope.gui.services.live_runs.read_header", unwanted)
    assert list(watch.poll()) == []
    times = time.time()
    monkeypatch.setattr(time, "time", lambda: times + 100)
    monkeypatch.setattr(os, "listdir", unwanted)
    assert list(watch.poll()) == []


@pytest.mark.expected_log
def test_one_look_that_fails_is_not_the_last(live_runs: LiveRuns, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []

    def look(_: FolderWatch) -> list[object]:
        looks.append(1)
        raise RuntimeError("a bug")

    monkeypatch.setattr(FolderWatch, "poll", look)
    live_runs.start()
    qtbot.waitUntil(lambda: len(looks) > 2)


def test_a_run_is_started_and_followed_at_once(starter: RunStarter, live_runs: LiveRuns, qtbot: QtBot, nothing_lives_on: None) -> None:
    ids: list[str] = []
    followed: list[object] = []

    def started(run_id: str) -> None:
        ids.append(run_id)
        followed.append(live_runs.find(run_id))

    starter.start(SLEEP, "- a name", started, unwanted)
    qtbot.waitUntil(lambda: bool(ids), timeout=10_000)
    (live,) = live_runs.runs
    assert followed == [live]
    assert (live.run_id, live.record.name, live.record.spec) == (ids[0], "- a name", SLEEP)
    with qtbot.waitSignal(live.ended, timeout=15_000):
        live.stop()
    assert live.record.state is RunState.STOPPED


def test_a_command_is_followed_also_where_nothing_can_be_kept(
    tmp_path: Path, qtbot: QtBot, nothing_lives_on: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # readings that the store cannot take go there
    (tmp_path / "file").write_text("")
    store = f"sqlite:///{tmp_path / 'file' / 'gpuscope.sqlite'}"
    with closing(LiveRuns(store)) as live_runs, closing(RunStarter(store, live_runs)) as starter:
        ids: list[str] = []
        starter.start(SLEEP, "", ids.append, unwanted)
        qtbot.waitUntil(lambda: bool(ids))
        (live,) = live_runs.runs
        told: list[str] = []
        live.notice.connect(told.append)
        qtbot.waitUntil(lambda: any("not stored yet" in text for text in told))
        live.stop()
        qtbot.waitUntil(lambda: live.data.end is not None)
        with qtbot.waitSignal(live.ended):
            live.stop(again=True)
    assert live.record.state is RunState.STOPPED
    assert not live.data.is_kept
    assert "the end of the run is not stored" in told[-1]


def test_a_run_that_is_over_at_once_is_told_all_the_same(starter: RunStarter, live_runs: LiveRuns, qtbot: QtBot) -> None:
    ids: list[str] = []
    starter.start(QUICK, "", ids.append, unwanted)
    qtbot.waitUntil(lambda: bool(ids), timeout=10_000)
    qtbot.waitUntil(lambda: not live_runs.runs, timeout=10_000)
    with RunHistory(url()) as reader:
        recorders.until(lambda: reader.find(ids[0]).state is RunState.FINISHED)
    recorders.until(lambda: not recorders.of_home())


def test_a_second_start_does_not_wait_for_the_first(starter: RunStarter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = threading.Event()
    told: list[str] = []

    def launched(arguments: list[str]) -> Launched:
        if "--name=slow" in arguments:
            slow.wait(10)
        return Launched(ONE if "--name=slow" in arguments else TWO, Path("/nowhere"))

    monkeypatch.setattr(run_starter, "launch_detached", launched)
    starter.start(SLEEP, "slow", told.append)
    starter.start(SLEEP, "quick", told.append)
    qtbot.waitUntil(lambda: told == [TWO])
    slow.set()
    qtbot.waitUntil(lambda: told == [TWO, ONE])


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec(COMMAND, command=("no-such-program-anywhere",)), "command 'no-such-program-anywhere' is not found"),
        (RunSpec("gemm", device="cuda:7"), "cuda:7"),
    ],
)
def test_what_a_recorder_refuses_is_told_in_its_words(spec: RunSpec, words: str, starter: RunStarter, qtbot: QtBot) -> None:
    errors: list[GpuscopeError] = []
    starter.start(spec, "", unwanted, errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=10_000)
    assert words in errors[0].message
    assert errors[0].hint
    assert isinstance(errors[0], (UsageError, UnavailableError))


def test_a_store_that_cannot_be_written_is_told_before_the_start(qtbot: QtBot, live_runs: LiveRuns, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite"
    foreign.write_text("something else " * 100)
    starter = RunStarter(f"sqlite:///{foreign}", live_runs)
    errors: list[GpuscopeError] = []
    starter.start(RunSpec("gemm", steps=10), "", unwanted, errors.append)
    qtbot.waitUntil(lambda: bool(errors), timeout=10_000)
    starter.close()
    assert str(foreign) in errors[0].message


@pytest.mark.parametrize("chain", [False, True])
def test_a_start_whose_device_is_in_use_is_queued(starter: RunStarter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, chain: bool) -> None:
    """Whoever uses the device, whatever its store; the conductor of a chain waits by itself."""
    queue: list[tuple[object, ...]] = []

    def enqueue(*asked: object) -> tuple[str, bool]:
        queue.append(asked)
        return "p1", False

    monkeypatch.setattr("gpuscope.recording.plan_start.enqueue", enqueue)
    monkeypatch.setattr(run_starter, "launch_detached", lambda _: Launched("p1", Path("/nowhere")))
    plans: list[str] = []
    with closing(Used(Holder("run", ONE, "from elsewhere"))):
        starter.start(RunSpec("gemm"), "mine", unwanted, unwanted, queued=plans.append, baseline_s=5, chain=chain)
        qtbot.waitUntil(lambda: bool(plans))
    assert plans == ["p1"]
    assert queue == ([] if chain else [(url(), RunSpec("gemm"), "mine", ["--baseline=5s"])])


def test_a_start_beside_a_run_on_another_device_is_not(starter: RunStarter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_starter, "launch_detached", lambda _: Launched(TWO, Path("/nowhere")))
    ids: list[str] = []
    with closing(Used(Holder("run", ONE), RunSpec("gemm", device="cuda:1"))):
        starter.start(RunSpec("gemm", device="cuda:0"), "", ids.append, unwanted, queued=unwanted)
        qtbot.waitUntil(lambda: ids == [TWO])


def test_nobody_is_called_who_is_gone(starter: RunStarter, qtbot: QtBot) -> None:
    owner = QObject()
    starter.start(QUICK, "", unwanted, unwanted, owner)
    starter.start(RunSpec("gemm", device="cuda:7"), "", unwanted, unwanted, owner)
    shiboken6.delete(owner)
    qtbot.waitUntil(lambda: not any(thread.name == "start of a run" for thread in threading.enumerate()), timeout=10_000)
    recorders.until(lambda: not recorders.of_home())


def test_the_command_line_of_a_start(starter: RunStarter) -> None:
    assert starter.arguments(RunSpec("gemm", seed=5), "") == ["run", "--store", url(), "gemm", "--seed", "5"]
    assert starter.arguments(RunSpec("gemm"), "", 10) == ["run", "--baseline=10s", "--store", url(), "gemm"]
    assert starter.arguments(RunSpec("mnist-mlp"), "", chain=True) == ["run", "--chain", "--store", url(), "mnist-mlp"]
    assert starter.arguments(SLEEP, "--x") == ["run", "--name=--x", "--store", url(), "--", "sleep", "60"]


def test_what_can_be_run_here_is_found_out(starter: RunStarter, qtbot: QtBot) -> None:
    assert starter.capabilities is None
    with qtbot.waitSignal(starter.capabilities_changed):
        starter.load_capabilities()
    assert starter.capabilities is not None


def test_where_a_gpu_may_be_torch_is_asked_once(starter: RunStarter, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Capabilities(None, None, None, None)
    known = replace(unknown, cuda=(), cuda_reason="none", complete=True)
    answers = [known, unknown]
    monkeypatch.setattr(Capabilities, "load", classmethod(lambda cls: answers.pop()))
    monkeypatch.setattr(run_starter, "capabilities_command", lambda: ["true"])
    told: list[object] = []
    starter.capabilities_changed.connect(lambda: told.append(starter.capabilities))
    starter.load_capabilities()
    qtbot.waitUntil(lambda: told == [unknown, known])


def test_closing_ends_the_question_to_torch(live_runs: LiveRuns, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capabilities, "load", classmethod(lambda cls: Capabilities(None, None, None, None)))
    monkeypatch.setattr(run_starter, "capabilities_command", lambda: ["sleep", "60"])
    starter = RunStarter(url(), live_runs)
    starter.load_capabilities()
    qtbot.waitUntil(lambda: starter._asking is not None)
    begin = time.monotonic()
    starter.close()
    assert time.monotonic() - begin < 1.0


def test_closing_waits_for_slow_starts_together(live_runs: LiveRuns, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.worker.PATIENCE_S", 0.3)
    free, begun = threading.Event(), threading.Semaphore(0)

    def launched(_: object) -> Launched:
        begun.release()
        free.wait(10)
        return Launched(ONE, Path("/nowhere"))

    monkeypatch.setattr(run_starter, "launch_detached", launched)
    starter = RunStarter(url(), live_runs)
    try:
        for _ in range(3):
            starter.start(SLEEP, "")
        assert all(begun.acquire(timeout=5) for _ in range(3))
        begin = time.monotonic()
        starter.close()
        assert time.monotonic() - begin < 0.6
    finally:
        free.set()


def test_closing_waits_for_all_that_hangs_together(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.live_runs.PATIENCE_S", 0.4)
    free, waiting = threading.Event(), threading.Semaphore(0)

    def hang(_: object) -> Iterator[Any]:
        waiting.release()
        free.wait(10)
        yield from ()

    def attach(_: object) -> bool:
        return bool(list(hang(None)))

    monkeypatch.setattr(FolderWatch, "poll", hang)
    monkeypatch.setattr(RunFollower, "_attach", attach)
    live_runs = LiveRuns(url())
    with live_recorder(record(ONE)), live_recorder(record(TWO)):
        try:
            live_runs.adopt(record(ONE))
            live_runs.adopt(record(TWO))
            live_runs.start()
            assert all(waiting.acquire(timeout=5) for _ in range(3))
            begin = time.monotonic()
            live_runs.close()
            assert time.monotonic() - begin < 0.7
        finally:
            free.set()


def test_everything_can_be_closed_while_runs_are_live(qtbot: QtBot, nothing_lives_on: None) -> None:
    run_ids = [launch_detached(["run", "--store", url(), "--", "sleep", "60"]).run_id for _ in range(2)]
    with ExitStack() as opened:
        for _ in range(2):
            live_runs = LiveRuns(url())
            opened.callback(live_runs.close)
            live_runs.start()
            qtbot.waitUntil(lambda live_runs=live_runs: len(live_runs.runs) == 2)  # type: ignore[misc]
            assert {live.run_id for live in live_runs.runs} == set(run_ids)
        begin = time.monotonic()
    assert time.monotonic() - begin < 1.0
    with RunHistory(url()) as reader:
        assert all(reader.find(run_id).state is RunState.RUNNING for run_id in run_ids)
