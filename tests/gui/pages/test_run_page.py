"""The Run page: a run is started, watched, stopped, and its end told; with recorders made up, and with real ones."""

import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.event import End, Gap, Log, Phase
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.run_page import RunPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.rail import Rail
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.gui.widgets.state_badge import StateBadge
from gpuscope.recording.store_trouble import UNWRITTEN
from gpuscope.sensors.declaration import no_gpu
from gpuscope.storage import editing
from gpuscope.system.redaction import REDACTED
from gpuscope.system.settings import store_url
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from tests.gui.run_view.made_runs import NO_DRIVER, SECOND, START_NS, cpu_device, hello, host_events, run_data, training
from tests.recording import recorders

CPU_ONLY = Capabilities("2.13.0", (), "no NVIDIA driver is loaded on this machine", 2**62, complete=True)


class MadeUpRun(QObject):
    """A live run that does as it is told."""

    notice = Signal(str)
    ended = Signal()

    def __init__(self, run_id: str, name: str = "mnist-mlp cpu fp32", spec: RunSpec | None = None) -> None:
        super().__init__()
        devices = [cpu_device(), no_gpu(NO_DRIVER, "")]
        events = [hello(devices), *host_events(8.0, 0.6), *training(8.0, 0.0123, 64)]
        resolved = catalog.resolve(spec or RunSpec("mnist-mlp", steps=20_000))
        self.data = run_data(events, resolved, run_id=run_id, name=name, folder="/nowhere/x")
        self.run_id = run_id
        self.asked: list[str] = []
        self.refuses: GpuscopeError | None = None

    @property
    def record(self) -> RunRecord:
        assert self.data.record is not None
        return self.data.record

    def _answer(self, what: str, failed: Callable[[GpuscopeError], None] | None) -> None:
        self.asked.append(what)
        if self.refuses is not None and failed is not None:
            failed(self.refuses)

    def stop(self, then: object, failed: Callable[[GpuscopeError], None], owner: QObject, *, again: bool = False) -> None:
        self._answer("stop again" if again else "stop", failed)

    def mark(self, text: str, then: object, failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        self._answer(f"mark {text}", failed)

    def output(self, then: Callable[[list[str]], None], count: int, owner: QObject) -> None:
        then(["what it wrote"])


class MadeUpRuns(QObject):
    """Live runs that begin and end at once."""

    started = Signal(object)
    ended = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[MadeUpRun] = []

    def find(self, run_id: str) -> MadeUpRun | None:
        return next((run for run in self.runs if run.run_id == run_id), None)

    def begin(self, run: MadeUpRun) -> MadeUpRun:
        self.runs = [run, *self.runs]
        self.started.emit(run)
        return run

    def end(self, run: MadeUpRun, state: RunState = RunState.FINISHED, **more: Any) -> None:
        run.data.settle(replace(run.record, state=state, steps=400, wall_s=8.0, **more))
        self.runs = [one for one in self.runs if one is not run]
        self.ended.emit(run)


class MadeUpStarter(QObject):
    """Notes what shall be started, and answers when the test says so."""

    capabilities_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.capabilities = CPU_ONLY
        self.store_url = store_url()
        self.asked: list[tuple[RunSpec, str]] = []
        self.then: Callable[[str], None] = lambda _: None
        self.failed: Callable[[GpuscopeError], None] = lambda _: None

    def check(self, spec: RunSpec, then: Callable[[None], None], owner: QObject) -> None:
        then(None)

    def start(
        self,
        spec: RunSpec,
        name: str,
        then: Callable[[str], None],
        failed: Callable[[GpuscopeError], None],
        owner: QObject,
        *,
        baseline_s: int,
        chain: bool,
    ) -> None:
        self.asked.append((spec, name))
        self.baseline_s, self.chain = baseline_s, chain
        self.then, self.failed = then, failed


class MadeUpHistory(QObject):
    """Kept runs, in memory."""

    runs_changed = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, RunData] = {}
        self.gone: set[str] = set()
        self.is_busy = False
        self.left: list[Callable[[], None]] = []
        self.lines: list[str] = ["first line", "last line"]

    def open_run(self, run_id: str, then: Callable[[RunData], None], failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        def answer() -> None:
            if run_id in self.kept:
                then(self.kept[run_id])
            else:
                failed(UsageError(f"run {run_id!r} is not in the store", "'gpuscope runs' lists them."))

        if self.is_busy:
            self.left.append(answer)
        else:
            answer()

    def answer(self) -> None:
        """Answers what was asked while it was busy."""
        self.is_busy = False
        for answer in self.left:
            answer()

    def output_lines(self, record: RunRecord, count: int, then: Callable[[list[str]], None], owner: QObject) -> None:
        then(self.lines)

    def ask(self, work: Callable[[Any], Any], then: Callable[[Any], None], failed: Callable[[GpuscopeError], None], owner: QObject) -> None:
        try:
            found = work(self)
        except UsageError as error:
            failed(error)
        else:
            then(found)

    def find(self, run_id: str) -> None:
        if run_id in self.gone:
            raise UsageError(f"run {run_id!r} is not in the store", "")


class Stand:
    """The page with everything that it knows made up."""

    def __init__(self, qtbot: QtBot) -> None:
        self.live_runs, self.starter, self.history = MadeUpRuns(), MadeUpStarter(), MadeUpHistory()
        self.page = RunPage(
            Theme(Choice.DARK),
            cast("LiveRuns", self.live_runs),
            cast("RunStarter", self.starter),
            cast("History", self.history),
            UserSettings(),
        )
        qtbot.addWidget(self.page)
        self.page.resize(1280, 800)
        self.page.show()

    def begin(self, run_id: str = "aaaaaaaaaaaa", **more: Any) -> MadeUpRun:
        return self.live_runs.begin(MadeUpRun(run_id, **more))

    def start_from_form(self, run_id: str = "aaaaaaaaaaaa", **more: Any) -> MadeUpRun:
        press(self.page, "Start")
        run = self.begin(run_id, **more)
        self.starter.then(run_id)
        return run


@pytest.fixture
def stand(qtbot: QtBot, gpuscope_home: object) -> Iterator[Stand]:
    made = Stand(qtbot)
    yield made
    made.page.hide()


def words(page: RunPage) -> str:
    """What a person reads on the page."""
    found = [one.whole_text if isinstance(one, ElidedLabel) else one.text() for one in page.findChildren(QLabel) if one.isVisible()]
    return "\n".join(text for text in found if text)


def badge(page: RunPage) -> str:
    found = page.header.findChild(StateBadge)
    assert found is not None
    return found.accessibleName() if found.isVisible() else ""


def button(page: RunPage, text: str) -> QPushButton:
    found = [one for one in page.findChildren(QPushButton) if one.isVisible() and text in (one.text(), one.accessibleName())]
    assert found, f"no button {text!r}"
    return found[0]


def press(page: RunPage, text: str) -> None:
    QTest.mouseClick(button(page, text), Qt.MouseButton.LeftButton)


def has_button(page: RunPage, text: str) -> bool:
    return any(one.isVisible() and one.text() == text for one in page.findChildren(QPushButton))


def shown(stand: Stand) -> object:
    """The live run that is shown."""
    return stand.page._stage.live


# With recorders made up


def test_an_empty_page_says_what_will_be_here_and_offers_it(stand: Stand) -> None:
    assert "Choose a workload at the left and start it: its curves appear here." in words(stand.page)
    assert not has_button(stand.page, "Stop")
    assert stand.page.is_ready()
    press(stand.page, "Start")
    assert stand.starter.asked == [(RunSpec("mnist-mlp"), "")]


def test_an_idle_baseline_is_recorded_with_the_run(stand: Stand) -> None:
    press(stand.page, "Start")
    assert stand.starter.baseline_s == 0
    stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    stand.page._form.editor("baseline").set_text("10")
    press(stand.page, "Start")
    assert stand.starter.baseline_s == 10


def test_a_chain_is_started_with_its_first_stage(stand: Stand) -> None:
    stand.page._form.editor("chain").set_text("true")
    assert "--chain" in stand.page._form._preview.text
    press(stand.page, "Start")
    assert stand.starter.chain
    stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    stand.page.show_item(RunSpec("mnist-mlp"))  # run again: of one run
    press(stand.page, "Start")
    assert not stand.starter.chain


def test_a_start_is_shown_at_once_and_then_the_run(stand: Stand) -> None:
    stand.page._form.editor("name").set_text("mine")
    press(stand.page, "Start")
    assert stand.starter.asked == [(RunSpec("mnist-mlp"), "mine")]
    assert badge(stand.page) == "starting …"
    assert "Starting mine …" in words(stand.page)
    assert has_button(stand.page, "Starting …")
    assert not stand.page.is_ready()
    press(stand.page, "Starting …")
    assert len(stand.starter.asked) == 1
    stand.begin(name="mine")
    stand.starter.then("aaaaaaaaaaaa")
    assert badge(stand.page) == "running"
    assert "mnist-mlp · training · cpu · fp32 · batch 64" in words(stand.page)
    assert has_button(stand.page, "Stop")
    assert has_button(stand.page, "Mark")
    assert re.search(r"step \d+ of 20.000 · 0:08", words(stand.page))
    assert has_button(stand.page, "Start")


def test_a_start_that_is_refused_is_told_and_the_form_stays(stand: Stand) -> None:
    form = stand.page._form
    form.editor("steps").set_text("77")
    press(stand.page, "Start")
    stand.starter.failed(UnavailableError("the store cannot be written: no space left on device", "Free some disk space."))
    assert stand.page.notice.text == "The store cannot be written: no space left on device. Free some disk space."
    assert form.spec() == RunSpec("mnist-mlp", steps=77)
    assert badge(stand.page) == ""
    assert "Choose a workload" in words(stand.page)
    press(stand.page, "Start")
    assert len(stand.starter.asked) == 2
    assert stand.page.notice.text == ""


def test_a_refused_start_brings_back_the_run_that_was_shown(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    press(stand.page, "Start")
    assert stand.page._stage.data is None
    stand.starter.failed(UsageError("the working folder is gone", "Change to a folder that exists."))
    assert stand.page._stage.data is run.data
    assert badge(stand.page) == "finished"
    assert "The working folder is gone" in stand.page.notice.text


def test_ctrl_enter_starts_from_anywhere_on_the_page(stand: Stand, qtbot: QtBot) -> None:
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    QTest.keyClick(stand.page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(stand.starter.asked) == 1


def test_what_keeps_a_run_from_starting_gets_the_keyboard(stand: Stand, qtbot: QtBot) -> None:
    form = stand.page._form
    form.editor("seed").set_text("-1")
    stand.page.activateWindow()
    big = [one for one in stand.page._stage.findChildren(QPushButton) if one.text() == "Start"]
    QTest.mouseClick(big[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(form.editor("seed").control.hasFocus)
    assert stand.starter.asked == []


def test_the_newest_live_run_is_shown_until_the_user_chooses_one(stand: Stand) -> None:
    first, second = stand.begin("aaaaaaaaaaaa", name="one"), stand.begin("bbbbbbbbbbbb", name="two")
    assert shown(stand) is second
    press(stand.page, "one")
    assert shown(stand) is first
    third = stand.begin("cccccccccccc", name="three")
    assert shown(stand) is first
    stand.live_runs.end(first)
    assert stand.page._stage.data is first.data
    assert badge(stand.page) == "finished"
    press(stand.page, "three")
    assert shown(stand) is third
    stand.live_runs.end(third)
    stand.live_runs.end(second)
    assert not any(one.isVisible() for one in (stand.page._chooser,))


def test_runs_that_were_live_before_the_page_are_shown(stand: Stand) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.page.show()
    assert shown(stand) is run


def test_stop_counts_down_and_a_second_click_does_nothing(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Stop")
    assert run.asked == ["stop"]
    assert badge(stand.page) == "stopping, 7 s"
    press(stand.page, "Stop")
    assert run.asked == ["stop"]
    stand.live_runs.end(run, RunState.STOPPED, reason="stopped on request")
    assert badge(stand.page) == "stopped"
    assert "It was stopped" in stand.page._stage._result.text


def test_a_stop_that_nobody_hears_is_told_and_can_be_tried_again(stand: Stand) -> None:
    run = stand.begin()
    run.refuses = UnavailableError("the run's recorder does not answer", "Try again.")
    press(stand.page, "Stop")
    assert stand.page.notice.text == "The run's recorder does not answer. Try again."
    assert badge(stand.page) == "running"
    press(stand.page, "Stop")
    assert run.asked == ["stop", "stop"]


def test_a_mark_is_set_with_its_words(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Mark")
    prompt = stand.page._stage._prompt
    QTest.keyClicks(prompt._line, "fan on")
    QTest.keyClick(prompt._line, Qt.Key.Key_Return)
    assert run.asked == ["mark fan on"]
    assert not prompt.isVisible()
    press(stand.page, "Mark")
    assert prompt.text == ""
    QTest.keyClick(prompt._line, Qt.Key.Key_Escape)
    assert not prompt.isVisible()
    assert run.asked == ["mark fan on"]


def test_a_mark_that_cannot_be_set_is_told(stand: Stand) -> None:
    run = stand.begin()
    run.refuses = UnavailableError("the run's recorder does not answer", "Try again.")
    press(stand.page, "Mark")
    QTest.keyClick(stand.page._stage._prompt._line, Qt.Key.Key_Return)
    assert stand.page.notice.text == "The mark was not set: The run's recorder does not answer. Try again."


def test_a_run_that_ends_while_the_words_of_a_mark_are_typed_says_so(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Mark")
    QTest.keyClicks(stand.page._stage._prompt._line, "fan on")
    stand.live_runs.end(run)
    assert not stand.page._stage._prompt.isVisible()
    assert stand.page.notice.text == "The run ended before the mark was set."
    assert badge(stand.page) == "finished"


def test_the_end_is_told_in_words_and_the_run_stays(stand: Stand) -> None:
    run = stand.start_from_form()
    stand.live_runs.end(run)
    result = stand.page._stage._result.text
    assert result.startswith("It finished after 400 measured steps")
    assert "last line" not in result
    assert stand.page._stage.data is run.data
    assert "400 steps · 0:08" in words(stand.page)
    assert not has_button(stand.page, "Stop")
    assert not has_button(stand.page, "Mark")
    other = stand.begin("bbbbbbbbbbbb", name="another")
    assert shown(stand) is other
    assert stand.page._stage._result.text == ""


def test_a_failure_is_told_with_its_reason_and_the_last_lines(stand: Stand) -> None:
    run = stand.begin()
    stand.history.lines = [f"line {number}" for number in range(100)]
    stand.live_runs.end(run, RunState.FAILED, reason="CUDA is out of memory", exit_code=1)
    assert badge(stand.page) == "failed"
    result = stand.page._stage._result.text
    assert "CUDA is out of memory" in result
    assert result.endswith("line 94\nline 95\nline 96\nline 97\nline 98\nline 99")
    with ExitStack() as stack:
        asked: list[object] = []
        stand.page.wanted.connect(lambda name, item: asked.append((name, item)))
        stack.callback(stand.page.wanted.disconnect)
        press(stand.page, "Open in Runs")
    assert asked == [("runs", "aaaaaaaaaaaa")]


def test_run_again_starts_the_same_once_more(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(run, RunState.FAILED, reason="x")
    press(stand.page, "Run again")
    ((spec, _),) = stand.starter.asked
    assert catalog.resolve(spec) == run.record.spec


def test_a_run_too_short_to_measure_its_energy_is_repeated_with_as_many_steps_as_that_takes(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(run, RunState.FINISHED, duration_s=0.5)
    stand.page._stage.view.longer_wanted.emit()
    ((spec, _),) = stand.starter.asked
    assert (spec.workload, spec.steps) == ("gemm", 28_800)


def test_a_command_whose_secret_was_left_out_is_not_started_again(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec(COMMAND, command=("sh", "--token", "[redacted]")))
    stand.live_runs.end(run, RunState.FAILED, reason="x")
    press(stand.page, "Run again")
    assert stand.starter.asked == []
    assert "[redacted] stands where a secret was: type it again." in words(stand.page)


def test_a_recorder_that_died_is_told_with_the_time_of_the_last_sample(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run, RunState.INTERRUPTED, reason="its recorder ended without a word; recorded up to 14:03:21")
    assert badge(stand.page) == "interrupted"
    assert "recorded up to 14:03:21" in stand.page._stage._result.text


def test_names_and_reasons_are_shown_as_they_are(stand: Stand) -> None:
    name = "<img src=http://x/y.png> & \u202e" + "ä" * 5000
    run = stand.begin(name=name)
    other = stand.begin("bbbbbbbbbbbb", name="two")
    assert name.split()[0] in words(stand.page) or has_button(stand.page, "two")
    stand.live_runs.end(other)
    stand.page._choose(run.run_id)
    stand.live_runs.end(run, RunState.FAILED, reason="<b>bold</b>\x1b[31m" + "x" * 5000)
    assert "<b>bold</b>" in stand.page._stage._result.text
    for found in stand.page.findChildren(QLabel):
        assert found.textFormat() is Qt.TextFormat.PlainText or not found.text()
    assert stand.page._stage._result.height() < 500


def test_a_run_that_ended_before_it_could_be_followed_is_shown_from_the_store(stand: Stand) -> None:
    run = MadeUpRun("aaaaaaaaaaaa")
    kept = run.data
    kept.settle(replace(run.record, state=RunState.FINISHED))
    stand.history.kept["aaaaaaaaaaaa"] = kept
    press(stand.page, "Start")
    stand.starter.then("aaaaaaaaaaaa")
    assert stand.page._stage.data is kept
    assert badge(stand.page) == "finished"


def test_another_page_can_ask_for_a_run_or_for_the_form(stand: Stand) -> None:
    first = stand.begin("aaaaaaaaaaaa", name="one")
    stand.begin("bbbbbbbbbbbb", name="two")
    stand.page.show_item("aaaaaaaaaaaa")
    assert shown(stand) is first
    stand.page.show_item(RunSpec("gemm", steps=3))
    assert stand.page._form.spec() == RunSpec("gemm", steps=3)
    stand.page.show_item(RunSpec("llm-1t"))
    assert "Workload 'llm-1t' is not known" in stand.page.notice.text
    assert stand.page._form.spec() == RunSpec("gemm", steps=3)
    stand.page.show_item("cccccccccccc")
    assert "Run 'cccccccccccc' is not in the store" in stand.page.notice.text
    assert shown(stand) is first


@pytest.mark.parametrize("kept", ["dddddddddddd", "eeeeeeeeeeee"])
@pytest.mark.parametrize("goes_on", ["chooses the live run", "starts a run", "sees a run begin"])
def test_a_kept_run_that_comes_late_does_not_take_the_place_of_what_is_shown(stand: Stand, goes_on: str, kept: str) -> None:
    live = stand.begin()
    if goes_on != "chooses the live run":
        stand.live_runs.end(live)
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item(kept)
    assert not stand.page.is_ready()
    if goes_on == "chooses the live run":
        stand.page.show_item(live.run_id)
    elif goes_on == "starts a run":
        live = stand.start_from_form("bbbbbbbbbbbb")
    else:
        live = stand.begin("bbbbbbbbbbbb")
    stand.history.answer()
    assert shown(stand) is live
    assert has_button(stand.page, "Stop")
    assert stand.page.notice.text == ""
    stand.page.show_item("dddddddddddd")
    assert stand.page._stage.data is stand.history.kept["dddddddddddd"]


def test_a_kept_run_that_comes_while_a_run_is_started_does_not_hide_the_start(stand: Stand) -> None:
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item("dddddddddddd")
    press(stand.page, "Start")
    stand.history.answer()
    assert badge(stand.page) == "starting …"


def test_a_run_that_is_asked_for_before_the_page_is_seen_comes_before_the_live_one(stand: Stand) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item("dddddddddddd")
    stand.page.show()
    stand.history.answer()
    assert stand.page._stage.data is stand.history.kept["dddddddddddd"]
    stand.page.show_item("aaaaaaaaaaaa")
    assert shown(stand) is run


def test_without_the_run_that_was_asked_for_the_live_one_is_shown(stand: Stand) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.history.is_busy = True
    stand.page.show_item("eeeeeeeeeeee")
    stand.page.show()
    stand.history.answer()
    assert shown(stand) is run
    assert "is not in the store" in stand.page.notice.text


def test_a_run_that_is_deleted_while_it_is_shown_is_told(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == ""
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "This run was deleted. What is shown was still in memory."
    assert not button(stand.page, "Open in Runs").isEnabled()
    assert stand.page._stage.data is run.data


def test_a_run_that_was_deleted_while_another_page_was_seen_is_told(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.page.hide()
    stand.history.gone.add(run.run_id)
    stand.page.show()
    assert "was deleted" in stand.page.notice.text


def test_a_deleted_run_that_was_brought_back_can_be_opened_again(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    tooltip = button(stand.page, "Open in Runs").toolTip()
    for _ in range(2):
        stand.history.gone.add(run.run_id)
        stand.history.runs_changed.emit([])
        assert "was deleted" in stand.page.notice.text
        assert "The run was deleted." in button(stand.page, "Open in Runs").toolTip()
        stand.history.gone.clear()
        stand.history.runs_changed.emit([])
        assert stand.page.notice.text == ""
        assert button(stand.page, "Open in Runs").isEnabled()
        assert button(stand.page, "Open in Runs").toolTip() == tooltip


def test_what_else_is_told_stays_when_a_deleted_run_is_back(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    stand.page.notice.show_text("The disk is full.", "bad")
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "The disk is full.", "that it is gone is told once"
    stand.history.gone.clear()
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "The disk is full."


@pytest.mark.parametrize("is_live", [True, False])
def test_that_a_run_was_deleted_is_not_said_of_the_next(stand: Stand, is_live: bool) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    following = MadeUpRun("bbbbbbbbbbbb")
    if is_live:
        stand.live_runs.end(stand.live_runs.begin(following))
    else:
        following.data.settle(replace(following.record, state=RunState.FINISHED))
        stand.history.kept["bbbbbbbbbbbb"] = following.data
        stand.page.show_item("bbbbbbbbbbbb")
    assert stand.page.notice.text == ""
    assert button(stand.page, "Open in Runs").isEnabled()
    assert button(stand.page, "Open in Runs").toolTip() == ""


def test_warnings_are_told_and_what_is_to_be_seen_elsewhere_is_not(stand: Stand) -> None:
    run = stand.begin()
    at = START_NS + 9 * SECOND
    run.data.take([Log(at, "info", "epoch 1"), Log(at, "warning", "the disk is full"), Gap("cpu", (), at, None, "no answer")], START_NS)
    for text in ("epoch 1", "no answer"):
        run.notice.emit(text)
        assert stand.page.notice.text == ""
    run.notice.emit("the disk is full")
    assert stand.page.notice.text == "The disk is full"
    run.notice.emit("the run cannot be followed: x")
    assert stand.page.notice.text == "The run cannot be followed: x"


def full_disk(run: MadeUpRun) -> None:
    words = "not stored yet: its disk is full; recording goes on in memory"
    run.data.take([Log(START_NS + 9 * SECOND, "warning", words, {UNWRITTEN: 1.0})], START_NS)
    run.notice.emit(words)


def test_a_store_that_cannot_be_written_is_told_until_it_can_again(stand: Stand) -> None:
    run = stand.begin("aaaaaaaaaaaa")
    full_disk(run)
    words = "Not stored yet: its disk is full; recording goes on in memory"
    assert (stand.page.notice.text, stand.page.notice.tone) == (words, "warn")
    other = stand.begin("bbbbbbbbbbbb")
    stand.page.show_item(other.run_id)
    assert stand.page.notice.text == ""
    stand.page.show_item(run.run_id)
    assert stand.page.notice.text == words
    run.data.take([Log(START_NS + 10 * SECOND, "over", "the store can be written again", {UNWRITTEN: 0.0})], START_NS)
    run.notice.emit("the store can be written again")
    assert (stand.page.notice.text, stand.page.notice.tone) == ("The store can be written again", "info")
    assert UNWRITTEN not in run.data.told_keys()


def test_a_run_that_has_ended_and_waits_for_its_disk_says_so_and_can_be_let_go(stand: Stand, qtbot: QtBot) -> None:
    run = stand.begin()
    full_disk(run)
    button(stand.page, "Stop").click()
    run.data.take([End(START_NS + 11 * SECOND, "stopped", reason="stopped on request")], START_NS)
    qtbot.waitUntil(lambda: button(stand.page, "Discard").isEnabled())
    assert badge(stand.page) == "ended, not stored yet"
    button(stand.page, "Discard").click()
    assert run.asked == ["stop", "stop again"]
    stand.live_runs.end(run, RunState.STOPPED)
    stand.begin("bbbbbbbbbbbb")
    assert button(stand.page, "Stop").isEnabled()


def test_a_run_that_never_came_into_the_store_is_not_called_deleted(stand: Stand) -> None:
    run = stand.begin()
    stand.history.gone.add(run.run_id)
    run.data.is_kept = False
    stand.live_runs.end(run)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == ""
    assert button(stand.page, "Open in Runs").toolTip() == "The run could not be stored."


def test_what_another_run_tells_is_not_told_here(stand: Stand) -> None:
    first = stand.begin("aaaaaaaaaaaa")
    stand.begin("bbbbbbbbbbbb")
    first.notice.emit("something")
    assert stand.page.notice.text == ""


def test_the_form_gives_way_where_there_is_little_room(stand: Stand) -> None:
    stand.page.resize(1000, 640)
    assert stand.page._form.isVisible()
    run = stand.begin()
    assert not stand.page._form.isVisible()
    press(stand.page, "Show the form")
    assert stand.page._form.isVisible()
    press(stand.page, "Hide the form")
    assert not stand.page._form.isVisible()
    stand.page.show_item(RunSpec("gemm"))
    assert stand.page._form.isVisible()
    stand.live_runs.end(run)
    stand.page.resize(1280, 800)
    assert stand.page._form.isVisible()


def test_a_hidden_page_does_nothing(stand: Stand) -> None:
    run = stand.begin()
    stage = stand.page._stage
    assert stage._timer.isActive()
    stand.page.hide()
    assert not stage._timer.isActive()
    assert not stage.view._timer.isActive()
    stand.live_runs.end(run)
    assert not stage._timer.isActive()
    stand.page.show()
    assert badge(stand.page) == "finished"


def test_the_output_is_fetched_while_it_runs(stand: Stand) -> None:
    stand.begin()
    for _ in range(5):
        stand.page._stage._tick()
    stand.page._stage.view.show_output()
    assert "what it wrote" in stand.page._stage.view.log.text


def test_the_page_is_found_again_as_it_was_left(stand: Stand, qtbot: QtBot) -> None:
    stand.page._form.editor("steps").set_text("77")
    kept = stand.page.memory()
    other = Stand(qtbot)
    other.page.recall(kept)
    assert other.page._form.spec() == RunSpec("mnist-mlp", steps=77)
    other.page.recall({"form": 3, "view": None})
    other.page.hide()


def test_a_phase_without_steps_is_told(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec(COMMAND, command=("sleep", "9")))
    run.data.progress.planned = None
    run.data.take([Phase("load", START_NS)], START_NS)
    stand.page._stage._tick()
    assert "loading · 0:08" in words(stand.page)


# With real recorders


class Window:
    """The page over real services."""

    def __init__(self, qtbot: QtBot, opened: ExitStack) -> None:
        self._qtbot = qtbot
        self.history = opened.enter_context(closing(History(store_url())))
        self.live_runs = opened.enter_context(closing(LiveRuns(store_url())))
        self.starter = opened.enter_context(closing(RunStarter(store_url(), self.live_runs)))
        self.page = RunPage(Theme(Choice.DARK), self.live_runs, self.starter, self.history, UserSettings())
        qtbot.addWidget(self.page)
        self.page.resize(1280, 800)
        self.page.show()
        opened.callback(self.page.hide)
        self.starter.load_capabilities()
        qtbot.waitUntil(self.page.is_ready, timeout=10_000)

    def start(self) -> None:
        self._qtbot.waitUntil(self.page._form.is_ready)
        press(self.page, "Start")

    def wait_for(self, state: str) -> None:
        self._qtbot.waitUntil(lambda: badge(self.page) == state, timeout=60_000)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    with ExitStack() as opened:
        yield Window(qtbot, opened)
    for process in recorders.with_words(recorders.of_home(), "--ready-fd"):
        process.kill()
    recorders.until(lambda: not recorders.of_home(), 10)


def test_a_real_run_is_started_watched_and_its_result_told(window: Window, qtbot: QtBot) -> None:
    window.page._form.editor("steps").set_text("200")
    window.start()
    window.wait_for("running")
    window.wait_for("finished")
    assert window.page._stage._result.text.startswith("It finished after 200 measured steps (12\u202f800 samples)")
    assert "accuracy" in window.page._stage._result.text
    qtbot.waitUntil(window.page.is_ready)
    editing.delete_runs(store_url(), [window.page._stage.run_id])
    window.history.refresh()
    qtbot.waitUntil(lambda: "was deleted" in window.page.notice.text)


def test_a_real_command_that_fails_says_why(window: Window, qtbot: QtBot) -> None:
    code = "import time; print('opening data', flush=True); time.sleep(1); raise SystemExit('data are damaged')"
    window.page._form.editor("workload").set_text(COMMAND)
    window.page._form.editor("command").set_text(shlex.join([sys.executable, "-c", code]))
    window.start()
    window.wait_for("failed")
    qtbot.waitUntil(lambda: window.page._stage._result.text.endswith("opening data\ndata are damaged"))
    assert "exit code 1" in window.page._stage._result.text


def test_a_real_run_is_stopped_and_one_whose_recorder_dies_is_interrupted(window: Window, qtbot: QtBot) -> None:
    window.page._form.editor("workload").set_text(COMMAND)
    window.page._form.editor("command").set_text("sleep 60")
    window.start()
    window.wait_for("running")
    press(window.page, "Stop")
    assert badge(window.page) == "stopping, 7 s"
    window.wait_for("stopped")
    assert "stopped on request" in window.page._stage._result.text
    window.start()
    window.wait_for("running")
    (process,) = recorders.with_words(recorders.of_home(), "--ready-fd")
    process.send_signal(signal.SIGKILL)
    window.wait_for("interrupted")
    assert "its recorder ended without a word" in window.page._stage._result.text


def test_a_program_that_vanishes_before_the_start_is_told_in_the_recorders_words(window: Window, qtbot: QtBot, tmp_path: Any) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nsleep 1\n")
    program.chmod(0o755)
    form = window.page._form
    form.editor("workload").set_text(COMMAND)
    form.editor("command").set_text(str(program))
    qtbot.waitUntil(form.is_ready)
    program.unlink()
    window.start()
    qtbot.waitUntil(lambda: "is not found" in window.page.notice.text, timeout=20_000)
    assert form.editor("command").text() == str(program)
    assert QApplication.activeModalWidget() is None


# The keyboard


def round_trip(window: QWidget, key: Qt.Key) -> list[QWidget]:
    """Presses a key from the form's first field on, until the focus is there again; returns what had it."""
    first = focus = window.findChild(SpecForm).editor("workload").control
    first.setFocus()
    seen: list[QWidget] = []
    while not seen or focus is not first:
        seen.append(focus)
        assert len(seen) < 100, f"no way back from {focus.accessibleName()!r}"
        QTest.keyClick(focus, key)
        now = QApplication.focusWidget()
        assert now is not None
        focus = now
    return seen


@pytest.mark.parametrize("workload", ["mnist-mlp", "gemm", COMMAND])
def test_tab_goes_through_the_form_the_rest_of_the_window_and_round_again(stand: Stand, workload: str, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    rail = Rail(Theme(Choice.DARK), [("run", "Run", "run")], [])
    row.addWidget(rail)
    row.addWidget(stand.page)
    window.resize(1280, 900)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    form = stand.page.findChild(SpecForm)
    assert form is not None
    form.editor("workload").set_text(workload)
    form.editor("command").set_text("true")
    stand.begin()
    stand.page.activated()
    forth = round_trip(window, Qt.Key.Key_Tab)
    assert len(set(forth)) == len(forth)
    of_form = [one for one in forth if form.isAncestorOf(one)]
    assert forth[: len(of_form)] == of_form
    assert {editor.control for editor in form._editors.shown() if not editor.isHidden() and editor.isVisible()} < set(of_form)
    assert of_form[-1] is form._foot.button
    assert {button(stand.page, "Stop"), stand.page._stage.view.strips.stack._rows.view} < set(forth)
    assert any(rail.isAncestorOf(one) for one in forth)
    back = round_trip(window, Qt.Key.Key_Backtab)
    assert back == [forth[0], *reversed(forth[1:])]
    stand.page.setParent(None)


def test_a_key_stops_the_run_wherever_the_focus_is(stand: Stand, qtbot: QtBot) -> None:
    run = stand.begin()
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    form = stand.page.findChild(SpecForm)
    assert form is not None
    control = form.editor("seed").control
    control.setFocus()
    assert "Shift+F5" in button(stand.page, "Stop").toolTip()
    QTest.keyClick(control, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: run.asked == ["stop"])
    assert not button(stand.page, "Stop").isEnabled()


# Long words


def test_a_word_of_five_kilobytes_pushes_nothing_over_the_edge(stand: Stand) -> None:
    room = 1024 - 64
    form = stand.page.findChild(SpecForm)
    assert form is not None
    long = "x" * 5000
    form.editor("workload").set_text(COMMAND)
    inside = form._scroll.widget()
    usual = inside.minimumSizeHint().width()
    form.editor("command").set_text(f"python --{long} {REDACTED}{long} '|'")
    form.editor("name").set_text(long)
    assert inside.minimumSizeHint().width() <= usual
    stand.live_runs.begin(run := MadeUpRun("aaaaaaaaaaaa", name=long, spec=RunSpec(COMMAND, command=("python", long))))
    stand.page.notice.show_text(long)
    assert stand.page.minimumSizeHint().width() <= room
    stand.live_runs.end(run, RunState.FAILED, reason=f"no {long}")
    assert stand.page.minimumSizeHint().width() <= room
