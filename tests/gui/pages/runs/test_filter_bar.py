"""The filter line above the list."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.gui.pages.runs.filter_bar import FilterBar
from gpuscope.gui.pages.runs.run_row import RunFilter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button

COUNTS = {RunState.FINISHED: 1200, RunState.FAILED: 3}


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> FilterBar:
    made = FilterBar(theme)
    qtbot.addWidget(made)
    made.resize(900, 40)
    made.show()
    made.offer(COUNTS, ["cpu", "cuda:0"])
    return made


def chips(bar: FilterBar) -> dict[str, Button]:
    return {chip.text(): chip for chip in bar.findChildren(Button) if chip.isVisible()}


def test_states_and_devices_that_there_are_can_be_chosen(bar: FilterBar) -> None:
    assert list(chips(bar)) == ["finished 1200", "failed 3", "Any device"]


def test_menus_are_marked_by_an_icon_after_the_text(bar: FilterBar) -> None:
    chip = chips(bar)["Any device"]
    assert not chip.icon().isNull()
    assert chip.layoutDirection() == Qt.LayoutDirection.RightToLeft
    assert bar.device_menu().layoutDirection() == Qt.LayoutDirection.LeftToRight


def test_typing_tells_the_filter_letter_by_letter(bar: FilterBar, qtbot: QtBot) -> None:
    told: list[RunFilter] = []
    bar.changed.connect(told.append)
    QTest.keyClicks(bar.line, "ab")
    assert [one.text for one in told] == ["a", "ab"]


def test_a_chip_lets_one_state_through(bar: FilterBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.changed) as told:
        QTest.mouseClick(chips(bar)["failed 3"], Qt.MouseButton.LeftButton)
    assert told.args[0] == RunFilter(states=frozenset({RunState.FAILED}))


def test_a_device_is_chosen_from_its_menu(bar: FilterBar) -> None:
    menu = bar.device_menu()
    assert [action.text() for action in menu.actions()] == ["Any device", "cpu", "cuda:0"]
    menu.actions()[2].trigger()
    assert bar.filter == RunFilter(device="cuda:0")
    assert "cuda:0" in chips(bar)


def test_a_chip_that_is_on_stays_when_its_runs_are_gone(bar: FilterBar) -> None:
    chips(bar)["failed 3"].click()
    bar.offer({RunState.FINISHED: 5}, ["cpu"])
    assert "failed 0" in chips(bar)


def test_chips_that_tell_nothing_apart_are_hidden(bar: FilterBar) -> None:
    bar.offer({RunState.FINISHED: 5}, ["cpu"])
    assert not chips(bar)


def test_clearing_opens_everything_and_tells_once_or_more(bar: FilterBar, qtbot: QtBot) -> None:
    bar.line.setText("x")
    chips(bar)["failed 3"].click()
    bar.device_menu().actions()[1].trigger()
    with qtbot.waitSignal(bar.changed):
        bar.clear()
    assert bar.filter == RunFilter()


def test_escape_clears_the_line_first_and_then_leaves_it(bar: FilterBar, qtbot: QtBot) -> None:
    bar.line.setText("x")
    with qtbot.assertNotEmitted(bar.left):
        QTest.keyClick(bar.line, Qt.Key.Key_Escape)
    assert bar.line.text() == ""
    with qtbot.waitSignal(bar.left):
        QTest.keyClick(bar.line, Qt.Key.Key_Escape)


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_the_list_is_one_key_away(bar: FilterBar, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(bar.left):
        QTest.keyClick(bar.line, key)


MANY = dict.fromkeys(RunState, 12_345)


def test_states_without_room_are_in_a_menu_and_do_not_widen_the_bar(bar: FilterBar, qtbot: QtBot) -> None:
    bar.offer(MANY, ["cpu", "cuda:0"])
    bar.resize(400, 40)
    assert bar.width() == 400
    assert list(chips(bar)) == ["Any state", "Any device"]
    assert not any(chip.geometry().right() > bar.width() for chip in chips(bar).values())
    with qtbot.waitSignal(bar.changed) as told:
        menu = bar._states.menu()
        next(one for one in menu.actions() if one.text().startswith("failed")).trigger()
    assert told.args[0] == RunFilter(states=frozenset({RunState.FAILED}))
    assert "failed" in chips(bar)
    bar.clear()
    assert "Any state" in chips(bar)
    bar.resize(1400, 40)
    assert len(chips(bar)) == len(RunState) + 1
