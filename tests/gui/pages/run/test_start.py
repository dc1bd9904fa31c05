"""A run is started from the form, with messages if it cannot be."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UnavailableError, UsageError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.run_view.next_steps import WantedAgain
from gpuscope.gui.translator import WindowLanguage
from gpuscope.gui.widgets.first_choices import COMMAND as COMMAND_CHOICE
from gpuscope.gui.widgets.first_choices import LADDER, START, FirstChoices
from gpuscope.gui.widgets.question_dialog import CaptureDialog
from gpuscope.system import language
from gpuscope.workloads import catalog
from tests.gui.pages.run.made_up import MadeUpHistory
from tests.gui.pages.run.stand import Stand, badge, has_button, press, words
from tests.gui.turn_hands import finish_turns


def test_an_empty_page_says_what_will_be_here_and_offers_it(stand: Stand) -> None:
    assert "Choose a workload on the left and start it: its curves appear here." in words(stand.page)
    assert not has_button(stand.page, "Stop")
    assert stand.page.is_ready()
    press(stand.page, "Start")
    assert stand.starter.asked == [(RunSpec("mnist-mlp"), "")]


@pytest.mark.parametrize("answer", ["Cancel", "Record it"])
def test_a_run_whose_profile_may_be_large_is_asked_first(stand: Stand, answer: str) -> None:
    spec = RunSpec("mnist-mlp", steps=5000, profile="steps=0:5000")
    stand.starter.question = "profiling 5000 steps may take 80.0 MB to 50.0 GB of disk, and up to 500 GB of main memory meanwhile"
    stand.page.show_item(spec)
    press(stand.page, "Start")
    assert stand.starter.asked == []
    (dialog,) = [one for one in stand.page.findChildren(CaptureDialog) if one.isVisible()]
    QTest.mouseClick(next(one for one in dialog.findChildren(QPushButton) if one.text() == answer), Qt.MouseButton.LeftButton)
    assert stand.starter.asked == ([] if answer == "Cancel" else [(spec, "")])
    assert has_button(stand.page, "Start") == (answer == "Cancel")


def test_a_new_store_offers_three_choices_until_there_is_a_run(
    qtbot: QtBot, gpuscope_home: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MadeUpHistory, "is_new", True)
    stand = Stand(qtbot)
    choices = stand.page.findChild(FirstChoices)
    assert choices is not None
    assert choices.isVisible()
    with qtbot.waitSignal(stand.page.wanted) as wanted:
        choices.buttons[LADDER].click()
    assert wanted.args == ["ladder", START]
    choices.buttons[COMMAND_CHOICE].click()
    assert not choices.isVisible()
    assert stand.page._form.editor("workload").text() == COMMAND
    stand.page._stage.show_nothing()
    stand.history.runs_changed.emit([])
    assert choices.isVisible()
    stand.begin()
    assert not choices.isVisible()
    stand.page.hide()


def test_an_idle_baseline_is_recorded_with_the_run(stand: Stand) -> None:
    press(stand.page, "Start")
    assert stand.starter.baseline_s == 0
    stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    stand.page._form.editor("baseline").set_text("10")
    press(stand.page, "Start after it")
    assert stand.starter.baseline_s == 10


def test_a_chain_is_started_with_its_first_stage(stand: Stand) -> None:
    stand.page._form.editor("chain").set_text("true")
    assert "--chain" in stand.page._form._preview.text
    press(stand.page, "Start")
    assert stand.starter.chain
    stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    stand.page.show_item(RunSpec("mnist-mlp"))  # run again, as a single run
    press(stand.page, "Start after it")
    assert not stand.starter.chain


def test_a_start_is_shown_at_once_and_then_the_run(stand: Stand) -> None:
    stand.page._form.editor("name").set_text("mine")
    press(stand.page, "Start")
    assert stand.starter.asked == [(RunSpec("mnist-mlp"), "mine")]
    assert badge(stand.page) == "starting …"
    assert not has_button(stand.page, "Record a program that is running…"), "there is something running soon"
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
    assert has_button(stand.page, "Start after it")


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


@pytest.mark.parametrize("code", language.LANGUAGES)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_both_enter_keys_start_in_every_language(qtbot: QtBot, gpuscope_home: Path, code: str, key: Qt.Key) -> None:
    """Qt reads the names of keys in the window's language, in which both are called Enter."""
    chosen = WindowLanguage(code)
    try:
        stand = Stand(qtbot)
        stand.page.activateWindow()
        qtbot.waitUntil(stand.page.isActiveWindow)
        finish_turns()
        QTest.keyClick(stand.page, key, Qt.KeyboardModifier.ControlModifier)
        assert len(stand.starter.asked) == 1
        stand.page.hide()
    finally:
        chosen.close()


def test_what_keeps_a_run_from_starting_gets_the_keyboard(stand: Stand, qtbot: QtBot) -> None:
    form = stand.page._form
    form.editor("seed").set_text("-1")
    stand.page.activateWindow()
    QTest.keyClick(stand.page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(form.editor("seed").control.hasFocus)
    assert stand.starter.asked == []


def test_there_is_one_button_that_starts(stand: Stand) -> None:
    [start] = [one for one in stand.page.findChildren(QPushButton) if one.text() == "Start"]
    assert not start.icon().isNull()


def test_run_again_starts_the_same_once_more(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(run, RunState.FAILED, reason="x")
    press(stand.page, "Run again")
    ((spec, _),) = stand.starter.asked
    assert catalog.resolve(spec) == run.record.spec


def test_another_page_runs_a_run_again_by_the_same_way(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(run, RunState.FAILED, reason="x")
    record = stand.page._stage.record
    assert record is not None
    stand.page.show_item(WantedAgain(record))
    ((spec, _),) = stand.starter.asked
    assert catalog.resolve(spec) == run.record.spec


def test_run_again_waits_for_what_runs_now(stand: Stand) -> None:
    ended = stand.begin(spec=RunSpec("gemm", steps=7, options={"size": 64}))
    stand.live_runs.end(ended, RunState.FINISHED)
    record = stand.page._stage.record
    assert record is not None
    stand.begin("bbbbbbbbbbbb")
    stand.page.show_item(WantedAgain(record))
    assert [spec.workload for spec, _ in stand.starter.asked] == ["gemm"]
    stand.starter.queued("p1")
    assert "It starts when its device is free" in words(stand.page)


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
    assert "[redacted] replaces a secret: type it again." in words(stand.page)
