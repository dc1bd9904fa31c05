"""The machine without a run, read by the real monitor."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import psutil
import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.event import Event, Gap, Sample
from gpuscope.gui.services import monitor_feed
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.system.settings import write_settings
from tests.cli.stored_runs import live_recorder, record, url
from tests.recording import recorders
from tests.system.crowded import crowded  # noqa: F401 - a fixture

WINDOW = """
import sys
sys.path.insert(0, {root!r})
from gpuscope.gui.services.monitor_feed import MonitorProcess
MonitorProcess(lambda events: print(len(events), flush=True), print).join()
"""


@pytest.fixture
def live_runs(qtbot: QtBot) -> Iterator[LiveRuns]:
    made = LiveRuns(url())
    yield made
    made.close()


@pytest.fixture
def feed(live_runs: LiveRuns) -> Iterator[MonitorFeed]:
    made = MonitorFeed(live_runs)
    yield made
    made.close()


def monitors() -> list[psutil.Process]:
    return recorders.with_words(recorders.of_home(), "monitor", "--events")


def has_readings(feed: MonitorFeed, count: int = 3) -> bool:
    return len(feed.data.series("cpu", "utilization")[0]) >= count


def test_this_machine_is_read_while_a_page_shows_it(feed: MonitorFeed, qtbot: QtBot) -> None:
    feed.start(draws=True)
    feed.start()
    qtbot.waitUntil(lambda: has_readings(feed))
    assert "cpu" in [device.key for device in feed.data.devices]
    assert len(monitors()) == 1
    times, values = feed.data.series("cpu", "utilization")
    known = values[np.isfinite(values)]  # NaN where a late reading was followed by one before the kernel counted a tick
    assert 0 < times[0] < 10
    assert known.size
    assert ((known >= 0) & (known <= 1)).all()
    feed.stop()
    assert len(monitors()) == 1  # another page still shows it
    feed.stop()
    qtbot.waitUntil(lambda: not recorders.of_home())
    assert feed._ending is not None
    feed._ending.join()  # it may still be reading what the process wrote
    count = len(feed.data.series("cpu", "utilization")[0])
    feed.start()  # appends to its earlier readings
    qtbot.waitUntil(lambda: has_readings(feed, count + 3))
    assert feed.source_text == "read by this window, not by a run"
    (pause,) = [gap for gap in feed.data.gaps if gap.reason == "paused while not shown"]
    times = feed.data.series("cpu", "utilization")[0]
    assert pause.end_s is not None
    assert times[count - 1] <= pause.start_s < pause.end_s <= times[-1]


def test_its_time_counts_from_the_first_reading_however_old_the_window_is(live_runs: LiveRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Callable[[Sequence[Event]], None]] = []

    def begin(apply: Callable[[Sequence[Event]], None], *_: object) -> Mock:
        begun.append(apply)
        return Mock()

    monkeypatch.setattr(monitor_feed, "MonitorProcess", begin)
    feed = MonitorFeed(live_runs)
    feed.start()
    first_ns = time.monotonic_ns() + 25 * 10**9  # the page was opened that late
    for seconds in (0, 4):
        before_ns = first_ns + seconds * 10**9
        begun[0]([Sample("call", before_ns, before_ns + 10**9, ())])
    assert feed.data.end_s == 5.0
    feed.close()


@pytest.mark.parametrize("is_live", [False, True])
def test_the_first_page_that_draws_begins_without_the_pause_after_an_earlier_look(
    live_runs: LiveRuns, monkeypatch: pytest.MonkeyPatch, is_live: bool
) -> None:
    """The Health page was open for a moment, long before the Machine page."""
    begun: list[Callable[[Sequence[Event]], None]] = []

    def begin(apply: Callable[[Sequence[Event]], None], *_: object) -> Mock:
        begun.append(apply)
        return Mock()

    def read(seconds: int) -> None:
        before_ns = first_ns + seconds * 10**9
        begun[-1]([Sample("call", before_ns, before_ns + 10**9, ())])

    monkeypatch.setattr(monitor_feed, "MonitorProcess", begin)
    feed, first_ns = MonitorFeed(live_runs), time.monotonic_ns()
    feed.start()
    read(0)
    feed.stop()
    if is_live:
        live_runs.runs = [Mock()]
    feed.start(draws=True)
    if is_live:
        live_runs.runs = []
        feed._update()
    read(100)
    assert (feed.data.end_s, feed.data.gaps) == (1.0, ())
    feed.stop()
    feed.start(draws=True)
    read(110)
    assert feed.data.end_s == 11.0
    assert [gap.reason for gap in feed.data.gaps] == ["paused while not shown"]
    live_runs.runs = [Mock()]
    feed._update()
    live_runs.runs = []
    feed._update()
    read(120)
    feed.stop()
    feed.start(draws=True)
    read(130)
    assert [gap.reason for gap in feed.data.gaps] == ["paused while not shown", "recorded as a run meanwhile", "paused while not shown"]
    feed.close()


def test_a_pause_is_told_also_where_some_of_the_sensors_had_failed_before(live_runs: LiveRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Callable[[Sequence[Event]], None]] = []

    def begin(apply: Callable[[Sequence[Event]], None], *_: object) -> Mock:
        begun.append(apply)
        return Mock()

    monkeypatch.setattr(monitor_feed, "MonitorProcess", begin)
    feed, first_ns = MonitorFeed(live_runs), time.monotonic_ns()
    feed.start(draws=True)
    begun[-1]([Sample("call", first_ns, first_ns + 10**9, ()), Gap("gpu:0", ("power",), first_ns, None, "it does not answer")])
    feed.stop()
    feed.start(draws=True)
    begun[-1]([Sample("call", first_ns + 100 * 10**9, first_ns + 101 * 10**9, ())])
    told = {(gap.device, gap.start_s, gap.end_s, gap.reason) for gap in feed.data.gaps}
    assert told == {("gpu:0", 0.0, 100.0, "it does not answer"), ("", 1.0, 100.0, "paused while not shown")}
    feed.close()


@pytest.mark.usefixtures("crowded")
def test_a_window_with_more_than_a_thousand_open_files_reads_the_machine(feed: MonitorFeed, qtbot: QtBot) -> None:
    feed.start()
    qtbot.waitUntil(lambda: has_readings(feed, 1))


def test_a_live_run_is_read_instead(feed: MonitorFeed, live_runs: LiveRuns, qtbot: QtBot) -> None:
    feed.start(draws=True)
    qtbot.waitUntil(lambda: has_readings(feed))
    own = feed.data
    with live_recorder(record("1" * 12)) as fake:
        live = live_runs.adopt(record("1" * 12))
        assert feed.data is live.data
        assert feed.source_text == f"read by the recorder of run {'1' * 12}"
        qtbot.waitUntil(lambda: not monitors())
        with qtbot.waitSignal(live_runs.ended):
            fake._stopping.set()
    assert feed.data is own
    count = len(own.series("cpu", "utilization")[0])
    qtbot.waitUntil(lambda: has_readings(feed, count + 3))


def test_other_sensors_are_read_at_once_and_given_up_at_once(feed: MonitorFeed, qtbot: QtBot, gpuscope_home: Path) -> None:
    gpuscope_home.mkdir(exist_ok=True)
    feed.use_sensors(())
    feed.start()
    qtbot.waitUntil(lambda: has_readings(feed, 1))
    own = feed.data
    write_settings({"sensors": ["simulated"]})
    feed.use_sensors(("simulated",))
    qtbot.waitUntil(lambda: len(feed.data.series("sim:0", "power")[0]) > 0)
    assert feed.data is not own
    assert {device.simulated for device in feed.data.devices if device.key == "sim:0"} == {"SIMULATED"}
    write_settings({"sensors": None})
    feed.use_sensors(())
    qtbot.waitUntil(lambda: has_readings(feed, 1))
    assert "sim:0" not in [device.key for device in feed.data.devices]
    qtbot.waitUntil(lambda: len(monitors()) == 1)


def test_closing_ends_it_at_once(feed: MonitorFeed, qtbot: QtBot) -> None:
    feed.start()
    qtbot.waitUntil(lambda: has_readings(feed))
    begin = time.monotonic()
    feed.close()
    assert time.monotonic() - begin < 1.0
    assert not recorders.of_home()


@pytest.mark.parametrize("talks", [True, False])
def test_one_that_does_not_want_to_end_is_killed(
    talks: bool, feed: MonitorFeed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(monitor_feed, "_END_S", 0.3)
    ready = tmp_path / "ready"
    loop = "while True:\n    print('{}', flush=True)\n    time.sleep(0.01)" if talks else "time.sleep(60)"
    script = f"import signal, time, pathlib\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\npathlib.Path({str(ready)!r}).touch()\n{loop}"
    monkeypatch.setattr(monitor_feed, "recorder_command", lambda _: [sys.executable, "-S", "-c", script])
    feed.start()
    qtbot.waitUntil(ready.exists)
    begin = time.monotonic()
    feed.close()
    assert time.monotonic() - begin < 1.5
    assert not recorders.of_home()


def test_it_can_be_closed_before_it_has_begun(feed: MonitorFeed) -> None:
    for _ in range(5):
        feed.start()
        feed.stop()
    feed.start()
    feed.close()


def test_there_are_never_two(feed: MonitorFeed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = f"""
import signal, sys, time
def note(word):
    with open({str(tmp_path / "notes")!r}, "a") as file:
        file.write(word)
def end(*_):
    time.sleep(0.2)
    note(")")
    sys.exit()
signal.signal(signal.SIGTERM, end)
note("(")
time.sleep(60)
"""
    monkeypatch.setattr(monitor_feed, "recorder_command", lambda _: [sys.executable, "-S", "-c", script])
    notes = tmp_path / "notes"
    for count in range(1, 4):
        feed.start()
        qtbot.waitUntil(lambda count=count: notes.exists() and notes.read_text().count("(") == count)  # type: ignore[misc]
        feed.stop()
    feed.close()
    assert notes.read_text() == "()()()"


def test_a_monitor_that_cannot_be_is_told_and_tried_again(feed: MonitorFeed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import sys; sys.exit(sys.stderr.write('gpuscope: no sensors\\nPlug some in.\\n') and 3)"
    monkeypatch.setattr(monitor_feed, "recorder_command", lambda _: [sys.executable, "-c", script])
    with qtbot.waitSignal(feed.failed) as told:
        feed.start()
    assert str(told.args[0]) == "no sensors\nPlug some in."
    script = "import sys; sys.exit(5)"
    with qtbot.waitSignal(feed.failed) as told:
        feed.retry()
    assert told.args[0].message == "the process that reads the sensors ended with code 5"
    monkeypatch.undo()
    feed.retry()
    monkeypatch.setenv("QT_QPA_PLATFORM", os.environ.get("QT_QPA_PLATFORM", "offscreen"))


def test_a_monitor_that_is_killed_leaves_a_gap_until_it_reads_again(feed: MonitorFeed, qtbot: QtBot) -> None:
    feed.start()
    qtbot.waitUntil(lambda: has_readings(feed))
    with qtbot.waitSignal(feed.failed):
        monitors()[0].kill()
    (gap,) = feed.data.gaps
    assert (gap.device, gap.metrics, gap.end_s) == ("", (), None)
    assert gap.reason == "the process that reads the sensors ended with code -9"
    assert 0 < gap.start_s <= feed.data.end_s
    assert feed.data.latest("cpu", "utilization") is None
    feed.retry()
    qtbot.waitUntil(lambda: feed.data.latest("cpu", "utilization") is not None)
    (gap,) = feed.data.gaps
    assert gap.end_s is not None
    assert gap.end_s > gap.start_s


def test_a_program_that_is_not_there_is_a_bug_told_in_words(feed: MonitorFeed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor_feed, "recorder_command", lambda _: ["/no/such/python"])
    with pytest.MonkeyPatch.context() as patch:
        errors: list[Exception] = []
        patch.setattr(monitor_feed, "known_error", lambda error: errors.append(error) or GpuscopeError("told"))  # type: ignore[func-returns-value]
        with qtbot.waitSignal(feed.failed) as told:
            feed.start()
    assert told.args[0].message == "told"
    assert isinstance(errors[0], FileNotFoundError)


def test_words_that_are_no_events_are_passed_over(feed: MonitorFeed, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ['{"e": "log", "t": 1, "text": "one"}', "garbage", '{"e": "tomorrow"}', "[" * 5000, '{"e": "log", "t": 2, "text": "two"}']
    script = f"import sys, time; sys.stdout.write({chr(10).join(lines) + chr(10)!r}); sys.stdout.flush(); time.sleep(60)"
    monkeypatch.setattr(monitor_feed, "recorder_command", lambda _: [sys.executable, "-c", script])
    feed.start()
    qtbot.waitUntil(lambda: [line.text for line in feed.data.log] == ["one", "two"])
    feed.close()


def test_it_ends_with_a_window_that_is_killed(qtbot: QtBot) -> None:
    command = [sys.executable, "-c", WINDOW.format(root=str(recorders.ROOT))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout is not None
        window.stdout.readline()
        window.stdout.readline()
        assert len(monitors()) == 1
        window.send_signal(signal.SIGKILL)
        window.wait()
    recorders.until(lambda: not recorders.of_home())


def test_the_alerts_of_the_settings_are_told_and_other_rules_take_their_place(feed: MonitorFeed, qtbot: QtBot) -> None:
    rules = ["sim:0/power>10W"]
    write_settings({"alerts": rules, "sensors": ["simulated"]})
    feed.set_alerts((tuple(rules), ""))
    with qtbot.waitSignal(feed.alerted) as told:
        feed.start()
    assert told.args == ["Alert: Power rises above 10 W; sim:0 (SIMULATED) has reached 70.0 W"]
    assert [text for _, text in feed.data.marks] == told.args
    write_settings({"alerts": ["sim:0/memory_used>1GiB"]})
    with qtbot.waitSignal(feed.alerted) as told:
        feed.set_alerts((("sim:0/memory_used>1GiB",), ""))
    assert "Memory used rises above 1 GiB" in told.args[0]
    feed.stop()
