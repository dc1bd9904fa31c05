"""A live run is shown from start to end, whoever recorded it and however it ends."""

import os
import resource
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_folder import read_header
from gpuscope.recording.run_history import RunHistory
from gpuscope.system import paths
from gpuscope.system.locks import is_locked
from tests.cli import stored_runs
from tests.gui.data.known_runs import assert_same
from tests.gui.services.followed_runs import Follow, kept
from tests.recording import recorders

GEMM = ("run", "gemm", "--set", "size=16", "--steps", "1500")
"""Its steps nap for 2 ms each (the fixture `naps`): what is followed are its events, not its products."""
STEPS = f"import sys, time; sys.path.insert(0, {str(recorders.ROOT)!r}); import gpuscope\nwhile True: gpuscope.step(); time.sleep(0.002)"
LONG = ("run", "--", sys.executable, "-c", STEPS)
"""A run that steps until it is stopped, using little CPU time."""


def live_record() -> RunRecord:
    """Wait for the only live run, and return its record from its folder."""
    folder = paths.runs_folder(stored_runs.url())
    found: list[RunRecord] = []

    def look() -> bool:
        for one in folder.iterdir() if folder.is_dir() else ():
            header = read_header(one)
            if header is not None and is_locked(one):
                found.append(header[0])
        return bool(found)

    recorders.until(look)
    return found[-1]


def committed(run_id: str) -> int:
    with RunHistory(stored_runs.url()) as reader:
        try:
            return reader.committed(run_id)
        except GpuscopeError:
            return -1


@pytest.mark.usefixtures("naps")
@pytest.mark.parametrize("in_the_store", [False, True])
def test_what_was_watched_is_what_is_kept(in_the_store: bool, follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder(*GEMM):
        run = live_record()
        if in_the_store:
            recorders.until(lambda: committed(run.run_id) > 2)
        live = follow(run)
        with qtbot.waitSignal(live.ended, timeout=30_000):
            pass
    assert live.record.state is RunState.FINISHED
    assert live.record.environment
    assert live.data.progress.steps == 1500
    assert live.data.throughput()[0].size > 0
    assert_same(live.data, kept(run.run_id))


@pytest.mark.usefixtures("naps")
def test_two_windows_see_the_same(follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder(*GEMM):
        run = live_record()
        one = follow(run)
        recorders.until(lambda: committed(run.run_id) > 2)
        other = follow(run)
        with qtbot.waitSignals([one.ended, other.ended], timeout=30_000):
            pass
    assert_same(one.data, other.data)


def test_an_alert_is_told_to_who_follows_marked_and_kept_and_is_no_news_to_who_comes_later(follow: Follow, qtbot: QtBot) -> None:
    rule = "sim:0/power>10W for 2s"
    with recorders.recorder("run", "--sensor", "simulated", "--alert", rule, "--", "sleep", "60"):
        live = follow(live_record())
        with qtbot.waitSignal(live.alerted, timeout=20_000) as told:
            pass
        (text,) = told.args
        assert text == "Alert: Power rises above 10 W; for 2 s now; sim:0 (SIMULATED) has reached 70.0 W"
        assert [known for _, known in live.data.marks] == [text]
        qtbot.waitUntil(lambda: [known for _, known in RunHistory(stored_runs.url()).marks(live.record)] == [text], timeout=20_000)
        later = follow(live_record())
        news: list[str] = []
        later.alerted.connect(news.append)
        qtbot.waitUntil(lambda: [known for _, known in later.data.marks] == [text], timeout=20_000)
        with qtbot.waitSignal(live.ended):
            live.stop()
    assert news == []


def test_marks_output_and_stop(follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder("run", "--", "sh", "-c", "echo hello; sleep 60"):
        live = follow(live_record())
        qtbot.waitUntil(lambda: live.data.version > 0)
        answers: list[object] = []
        live.mark("half way", answers.append)
        qtbot.waitUntil(lambda: [text for _, text in live.data.marks] == ["half way"])
        lines: list[str] = []

        def has_output() -> bool:
            live.output(lines.extend)
            return lines != []

        qtbot.waitUntil(has_output)
        assert lines[0] == "hello"
        with qtbot.waitSignal(live.ended):
            live.stop(answers.append)
        assert answers == [None, None]
    assert live.record.state is RunState.STOPPED
    assert live.data.ended
    stopped: list[object] = []
    live.stop(stopped.append, stopped.append)  # again, after it has ended
    qtbot.waitUntil(lambda: bool(stopped))
    assert stopped == [None]
    failed: list[GpuscopeError] = []
    live.mark("too late", None, failed.append)
    qtbot.waitUntil(lambda: bool(failed))
    assert "does not answer" in failed[0].message


@pytest.mark.parametrize("young", [True, False])
def test_a_recorder_that_is_killed_leaves_an_interrupted_run(young: bool, follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder(*LONG) as process:
        run = live_record()
        live = follow(run)
        if not young:
            qtbot.waitUntil(lambda: committed(run.run_id) >= 0 and live.data.progress.steps > 100)
        with qtbot.waitSignal(live.ended):
            os.kill(process.pid, signal.SIGKILL)
    assert live.record.state is RunState.INTERRUPTED
    assert live.data.ended
    assert live.data.end is None
    assert young or live.data.step_ends().size > 0


def test_letting_go_of_a_run_does_not_end_it(follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder(*LONG) as process:
        run = live_record()
        live = follow(run)
        qtbot.waitUntil(lambda: live.data.progress.steps > 100)
        begin = time.monotonic()
        with qtbot.assertNotEmitted(live.ended, wait=100):
            live.close()
        assert time.monotonic() - begin < 1.0
        assert process.poll() is None
        assert is_locked(Path(run.folder))
        again = follow(run)
        qtbot.waitUntil(lambda: again.data.progress.steps > live.data.progress.steps)


def test_a_run_whose_folder_is_deleted_is_stopped_all_the_same(follow: Follow, qtbot: QtBot) -> None:
    with recorders.recorder("run", "--", "sleep", "60"):
        live = follow(live_record())
        qtbot.waitUntil(lambda: live.data.version > 0)
        shutil.rmtree(live.folder)
        with qtbot.waitSignal(live.ended):
            live.stop()
    assert live.record.state is RunState.STOPPED
    assert kept(live.run_id).record is not None


def test_a_run_that_the_store_never_took_the_end_of_has_the_end_that_was_told(follow: Follow, qtbot: QtBot) -> None:
    told: list[str] = []
    with recorders.recorder("run", "--", "sleep", "60") as process:
        live = follow(live_record())
        live.notice.connect(told.append)
        recorders.until(lambda: committed(live.run_id) > 0)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))  # simulates a full disk
        qtbot.waitUntil(lambda: any("not stored yet" in text for text in told))
        with qtbot.waitSignal(live.ended, timeout=30_000):
            live.stop()
    assert live.record.state is RunState.STOPPED
    assert live.data.is_kept
    assert "what was recorded since" in told[-1]
