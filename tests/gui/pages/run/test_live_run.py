"""A live run is stopped and marked, and its warnings are shown."""

from types import SimpleNamespace
from typing import cast

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Capture, End, Gap, Log, Phase
from gpuscope.core.plan import PlanItem, PlanKind
from gpuscope.core.run import RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.run.run_stage import WantedAction
from gpuscope.gui.palette_commands import live_commands
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.widgets.command_palette import Command
from gpuscope.gui.widgets.question_dialog import CaptureDialog
from gpuscope.recording.run_store import UNWRITTEN
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, badge, button, has_button, press, words
from tests.gui.run_view.made_runs import SECOND, START_NS


def test_stop_counts_down_and_a_second_click_does_nothing(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Stop")
    assert run.asked == ["stop"]
    assert badge(stand.page) == "stopping, 7 s"
    assert run.data.progress.is_stopping
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
    assert not run.data.progress.is_stopping
    assert badge(stand.page) == "running"
    press(stand.page, "Stop")
    assert run.asked == ["stop", "stop"]


def test_a_mark_is_set_with_its_words(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Mark")
    prompt = stand.page._stage._prompt
    for nothing in ("", "  "):
        QTest.keyClicks(prompt._line, nothing)
        QTest.keyClick(prompt._line, Qt.Key.Key_Return)
        assert prompt.isVisible()
        assert run.asked == []
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
    QTest.keyClicks(stand.page._stage._prompt._line, "fan on")
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


def test_the_next_steps_are_profiled_and_the_profile_is_opened(stand: Stand, qtbot: QtBot) -> None:
    run, wanted = stand.begin(), []
    stand.page.wanted.connect(lambda page, item: wanted.append((page, item)))
    profile = button(stand.page, "Profile 10 steps")
    assert profile.toolTip() == "Profile the next 10 steps: operators, kernels, shapes"
    press(stand.page, "Profile 10 steps")
    assert run.asked == ["profile 10"]
    assert stand.page.notice.text == "The next 10 steps will be profiled."
    assert not profile.isEnabled()
    assert profile.toolTip() == "A profile is being recorded"
    at = START_NS + 9 * SECOND
    run.data.apply([Capture(7, at, None, "capturing", 120, 10)], START_NS)
    stand.page._stage._tick()
    assert stand.page.notice.text == "Profiling 10 steps …"
    assert not profile.isEnabled()
    run.data.apply([Capture(7, at, at + SECOND, "written", 120, 10, 10, "profile-7-1.json", 2_000_000)], START_NS)
    stand.page._stage._tick()
    assert stand.page.notice.text.startswith("10 steps from step 120 on are profiled (")
    assert profile.isEnabled()
    press(stand.page, "Open profile")
    assert wanted == [("profile", "aaaaaaaaaaaa")]


def test_a_profile_that_would_be_large_is_asked_first(stand: Stand) -> None:
    run = stand.begin()
    run.question = (
        "profiling 10 steps will take about 2.00 GB of disk, and up to 20.0 GB of main memory meanwhile; 5.00 GB and 8.00 GB are free"
    )
    for answer, asked in (("Cancel", ["profile 10"]), ("Record it", ["profile 10", "profile 10", "profile 10 agreed"])):
        press(stand.page, "Profile 10 steps")
        (dialog,) = [one for one in stand.page.findChildren(CaptureDialog) if one.isVisible()]
        assert dialog.question.startswith("Profiling 10 steps will take about 2.00 GB of disk")
        assert stand.page.notice.text == ""
        QTest.mouseClick(next(one for one in dialog.findChildren(QPushButton) if one.text() == answer), Qt.MouseButton.LeftButton)
        assert run.asked == asked
        dialog.setParent(None)
    assert stand.page.notice.text == "The next 10 steps will be profiled."


def test_the_note_of_a_profile_does_not_lie_over_the_buttons_of_the_result(stand: Stand) -> None:
    run, at = stand.begin(), START_NS + 9 * SECOND
    run.data.apply([Capture(7, at, at + SECOND, "written", 120, 10, 10, "profile-7-1.json", 2_000_000)], START_NS)
    stand.page._stage._tick()
    assert stand.page.notice.text
    stand.live_runs.end(run)
    assert stand.page.notice.text == ""


def test_notices_lie_over_the_curves_not_over_the_log_and_the_buttons_of_the_result(stand: Stand, qtbot: QtBot) -> None:
    run = stand.begin()
    log, notice = stand.page._stage.view.log, stand.page.notice
    notice.show_text("A note.")
    qtbot.waitUntil(lambda: notice.y() + notice.height() <= log.mapTo(stand.page, QPoint()).y(), timeout=1000)
    log.expand(True)
    qtbot.waitUntil(lambda: notice.y() + notice.height() <= log.mapTo(stand.page, QPoint()).y(), timeout=1000)
    stand.live_runs.end(run)
    notice.show_text("A note.")
    assert not notice.geometry().intersects(QRect(log.mapTo(stand.page, QPoint()), log.size()))


def test_a_profile_that_cannot_be_made_is_told(stand: Stand) -> None:
    run = stand.begin()
    run.refuses = UnavailableError("a profile is already being recorded")
    press(stand.page, "Profile 10 steps")
    assert stand.page.notice.text == "Nothing is profiled: A profile is already being recorded."
    assert button(stand.page, "Profile 10 steps").isEnabled()
    at = START_NS + 9 * SECOND
    run.data.apply(
        [Capture(7, at, at + SECOND, "failed", 120, 0, text="the program does not use PyTorch, whose profiler this is")], START_NS
    )
    stand.page._stage._tick()
    assert stand.page.notice.text == "Nothing was profiled: The program does not use PyTorch, whose profiler this is"


def test_a_run_that_ends_before_it_is_profiled_says_so(stand: Stand) -> None:
    run = stand.begin()
    press(stand.page, "Profile 10 steps")
    stand.live_runs.end(run)
    assert stand.page.notice.text == "The run ended before it was profiled."
    assert not has_button(stand.page, "Profile 10 steps")


def test_warnings_are_told_and_what_is_to_be_seen_elsewhere_is_not(stand: Stand) -> None:
    run = stand.begin()
    at = START_NS + 9 * SECOND
    run.data.apply([Log(at, "info", "epoch 1"), Log(at, "warning", "the disk is full"), Gap("cpu", (), at, None, "no answer")], START_NS)
    for text in ("epoch 1", "no answer"):
        run.notice.emit(text)
        assert stand.page.notice.text == ""
    run.notice.emit("the disk is full")
    assert stand.page.notice.text == "The disk is full"
    run.notice.emit("the run cannot be followed: x")
    assert stand.page.notice.text == "The run cannot be followed: x"


def full_disk(run: MadeUpRun) -> None:
    words = "not stored yet: its disk is full; recording goes on in memory"
    run.data.apply([Log(START_NS + 9 * SECOND, "warning", words, {UNWRITTEN: 1.0})], START_NS)
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
    run.data.apply([Log(START_NS + 10 * SECOND, "over", "the store can be written again", {UNWRITTEN: 0.0})], START_NS)
    run.notice.emit("the store can be written again")
    assert (stand.page.notice.text, stand.page.notice.tone) == ("The store can be written again", "info")
    assert UNWRITTEN not in run.data.logged_keys()


def test_a_run_that_has_ended_and_waits_for_its_disk_says_so_and_can_be_let_go(stand: Stand, qtbot: QtBot) -> None:
    run = stand.begin()
    full_disk(run)
    button(stand.page, "Stop").click()
    run.data.apply([End(START_NS + 11 * SECOND, "stopped", reason="stopped on request")], START_NS)
    qtbot.waitUntil(lambda: button(stand.page, "Discard").isEnabled())
    assert badge(stand.page) == "ended, not stored yet"
    button(stand.page, "Discard").click()
    assert run.asked == ["stop", "stop again"]
    stand.live_runs.end(run, RunState.STOPPED)
    stand.start_from_form("bbbbbbbbbbbb")
    assert button(stand.page, "Stop").isEnabled()


def test_what_another_run_tells_is_not_told_here(stand: Stand) -> None:
    stand.begin("aaaaaaaaaaaa")
    stand.begin("bbbbbbbbbbbb").notice.emit("something")
    assert stand.page.notice.text == ""


def test_the_output_is_fetched_while_it_runs(stand: Stand) -> None:
    stand.begin()
    for _ in range(5):
        stand.page._stage._tick()
    stand.page._stage.view.log.show_output()
    assert "what it wrote" in stand.page._stage.view.log.text


def test_a_phase_without_steps_is_told(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec(COMMAND, command=("sleep", "9")))
    run.data.progress.planned = None
    run.data.apply([Phase("load", START_NS)], START_NS)
    stand.page._stage._tick()
    assert "loading · 0:08" in words(stand.page)


def found(stand: Stand, typed: str) -> list[str]:
    return [command.text for command in _live(stand) if command.matches(typed.split())]


def do(stand: Stand, typed: str) -> None:
    """Carry out the first command found, as Return does."""
    next(command for command in _live(stand) if command.matches(typed.split())).act()


def _live(stand: Stand) -> list[Command]:
    window = cast(MainWindow, SimpleNamespace(go_to=lambda _, item: stand.page.show_item(item)))
    return live_commands(window, cast("list[LiveRun]", stand.live_runs.runs), cast(Plans, stand.plans))


def test_what_the_buttons_of_a_live_run_do_is_found(stand: Stand) -> None:
    first, other = stand.begin("a" * 12, name="mlp"), stand.begin("b" * 12, name="cnn")
    assert found(stand, "mlp") == ["Stop: mlp", "Profile 10 steps: mlp", "Mark: mlp"]
    do(stand, "profile cnn")
    assert (first.asked, other.asked) == ([], ["profile 10"])
    do(stand, "mark cnn")
    assert stand.page._stage._prompt.isVisible()
    stand.page._stage._prompt.hide()
    do(stand, "stop cnn")
    assert (first.asked, other.asked[1:], badge(stand.page)) == ([], ["stop"], "stopping, 7 s")
    do(stand, "stop mlp")
    assert first.asked == ["stop"]


def test_a_recording_is_ended_and_not_profiled(stand: Stand) -> None:
    stand.live_runs.begin(MadeUpRun("a" * 12, name="train.py", spec=RunSpec(ATTACHED, command=("train.py",))))
    assert found(stand, "train.py") == ["End recording: train.py", "Mark: train.py"]


def test_a_run_of_repeats_is_stopped_with_them(stand: Stand) -> None:
    run = stand.begin("a" * 12, name="mlp")
    item = PlanItem(0, "mlp", RunSpec("mnist-mlp"), run_id=run.run_id)
    stand.plans.begin(PlanKind.AB, "mlp", [item], {}, print, print, stand.page)
    assert found(stand, "stop") == ["Stop repeating: mlp"]
    do(stand, "stop")
    assert (stand.plans.stopped, run.asked) == (["p0"], [])


def test_nothing_is_done_to_a_run_that_ended_meanwhile(stand: Stand) -> None:
    run = stand.begin("a" * 12)
    stand.live_runs.end(run)
    for action in ("stop", "mark", "profile"):
        stand.page.show_item(WantedAction(run.run_id, action))
    assert run.asked == []
    assert not stand.page._stage._prompt.isVisible()
