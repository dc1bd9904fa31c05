"""The keyboard reaches everything on the Run page."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.run.form_presets import FormPresets
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.rail import Rail
from gpuscope.gui.widgets.spec_form import SpecForm
from tests.gui.pages.run.stand import Stand, button


def round_trip(window: QWidget, key: Qt.Key) -> list[QWidget]:
    """Press a key, starting at the form's first button, until focus returns there; return the widgets that had focus."""
    first = focus = window.findChild(FormPresets).menu_button
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


def test_the_keyboard_goes_to_the_charts_when_a_button_of_the_header_goes(stand: Stand, qtbot: QtBot) -> None:
    """It went to the next button, and with that to the form when the run ended."""
    run = stand.begin()
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    charts = stand.page._stage.view.strips.stack._rows.view
    profile = button(stand.page, "Profile 10 steps")
    qtbot.waitUntil(profile.isEnabled)
    profile.setFocus()
    QTest.keyClick(profile, Qt.Key.Key_Space)
    assert not profile.isEnabled()
    assert QApplication.focusWidget() is charts
    button(stand.page, "Mark").setFocus()
    stand.live_runs.end(run)
    assert QApplication.focusWidget() is charts


def test_the_keyboard_goes_to_the_charts_of_a_run_started_below_another(stand: Stand, qtbot: QtBot) -> None:
    stand.live_runs.end(stand.begin())
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    again = button(stand.page, "Run again")
    again.setFocus()
    QTest.keyClick(again, Qt.Key.Key_Space)
    stand.begin("bbbbbbbbbbbb")
    stand.starter.then("bbbbbbbbbbbb")
    assert QApplication.focusWidget() is stand.page._stage.view.strips.stack._rows.view


@pytest.mark.parametrize("is_open", [False, True])
def test_the_keyboard_goes_to_stop_when_a_start_folds_the_form_away(stand: Stand, qtbot: QtBot, is_open: bool) -> None:
    """It went to whatever came next, a button that changes the time window."""
    page = stand.page
    page.resize(1100, 800)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    if is_open:
        page._drawer.open()
    start = button(page, "Start")
    start.setFocus()
    QTest.keyClick(start, Qt.Key.Key_Space)
    run = stand.begin()
    stand.starter.then("aaaaaaaaaaaa")
    assert not start.isVisible()
    assert QApplication.focusWidget() is page
    QTest.keyClick(page, Qt.Key.Key_Space)
    assert run.asked == [], "the second press of a double one"
    qtbot.waitUntil(lambda: QApplication.focusWidget() is button(page, "Stop"))


def test_the_key_also_ends_a_recording_whose_button_has_another_text(stand: Stand, qtbot: QtBot) -> None:
    """A new text of a button takes the button's shortcut away."""
    run = stand.begin(spec=RunSpec("attached"))
    stand.page.activateWindow()
    qtbot.waitUntil(stand.page.isActiveWindow)
    assert button(stand.page, "End recording").isVisible()
    QTest.keyClick(stand.page, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: run.asked == ["stop"])
