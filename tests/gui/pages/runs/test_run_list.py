"""The list of runs: what is above and below the table, and what replaces it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.run_list import ActionButton, RunList, StoreBar
from gpuscope.gui.pages.runs.run_table import RunTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.first_choices import LADDER, FirstChoices
from gpuscope.gui.widgets.labels import ElidedLabel
from tests.gui.pages.runs.made_rows import live, shown_ids, three

MIB = 2**20


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme) -> StoreBar:
    made = StoreBar(theme)
    qtbot.addWidget(made)
    made.resize(1000, 40)
    made.show()
    return made


def links(bar: StoreBar) -> list[str]:
    return [link.text() for link in bar.findChildren(Button) if link.isVisible()]


@pytest.mark.parametrize(
    ("runs", "size", "reusable", "deleted", "words", "offered"),
    [
        (1243, 84 * MIB, 12 * MIB, 0, "84.0 MiB on disk · 12.0 MiB can be freed", ["Free the space", "Thin out…"]),
        (1, 2 * MIB, 1000, 0, "2.00 MiB on disk", ["Thin out…"]),
        (
            5, 2 * MIB, 100 * 1024, 3, "2.00 MiB on disk · 3 deleted · 100 KiB can be freed",
            ["Bring them back", "Remove for good…", "Thin out…"],
        ),
        (5, MIB, 100, 1, "1.00 MiB on disk · 1 deleted · 100 B can be freed", ["Bring it back", "Remove for good…", "Thin out…"]),
        (0, MIB, 0, 0, "1.00 MiB on disk", []),
    ],
)  # fmt: skip
def test_it_says_what_there_is_and_offers_what_helps(
    bar: StoreBar, runs: int, size: int, reusable: int, deleted: int, words: str, offered: list[str]
) -> None:
    bar.show_store(runs, size, reusable, deleted)
    assert bar.text == words
    assert links(bar) == offered
    assert bar.isVisible() == (runs > 0)


def test_each_link_says_what_is_wanted(bar: StoreBar, qtbot: QtBot) -> None:
    bar.show_store(5, MIB, MIB, 3)
    for text, signal in (
        ("Bring them back", bar.restore_wanted),
        ("Remove for good…", bar.purge_wanted),
        ("Thin out…", bar.thin_out_wanted),
    ):
        with qtbot.waitSignal(signal):
            next(link for link in bar.findChildren(Button) if link.text() == text).click()


@pytest.fixture
def model(qtbot: QtBot) -> RunTableModel:
    return RunTableModel()


@pytest.fixture
def runs(qtbot: QtBot, theme: Theme, model: RunTableModel) -> RunList:
    made = RunList(theme, model)
    qtbot.addWidget(made)
    made.resize(1104, 700)
    made.show()
    return made


def fill(runs: RunList, model: RunTableModel) -> None:
    model.set_runs([live(), *three()])
    runs.show_runs()


def empty_state(runs: RunList) -> EmptyState:
    return next(state for state in runs.findChildren(EmptyState) if state.isVisible())


def button_of(state: EmptyState) -> Button:
    return next(button for button in state.findChildren(Button) if button.isVisible())


def words(runs: RunList) -> list[str]:
    return [label.whole_text for label in runs.findChildren(ElidedLabel)]


def test_without_a_run_it_offers_the_first_choices(runs: RunList, qtbot: QtBot) -> None:
    runs.show_runs()
    assert not runs.table.isVisible()
    choices = next(choices for choices in runs.findChildren(FirstChoices) if choices.isVisible())
    with qtbot.waitSignal(runs.first_chosen) as chosen:
        choices.buttons[LADDER].click()
    assert chosen.args == [LADDER]


def test_without_a_run_a_link_imports_some(runs: RunList, qtbot: QtBot) -> None:
    runs.show_runs()
    with qtbot.waitSignal(runs.import_wanted):
        next(link for link in runs.findChildren(Button) if link.text() == "Import runs from files…").click()


def test_without_a_selection_no_menu_opens(runs: RunList, model: RunTableModel) -> None:
    fill(runs, model)
    runs.table.clearSelection()
    runs.table.customContextMenuRequested.emit(QPoint(10, 10))
    assert QApplication.activePopupWidget() is None
    runs.table.choose_run("b")
    runs.table.customContextMenuRequested.emit(QPoint(10, 10))
    menu = QApplication.activePopupWidget()
    assert menu is not None
    menu.close()


def test_a_filter_without_a_hit_says_so_and_can_be_cleared(runs: RunList, model: RunTableModel) -> None:
    fill(runs, model)
    runs.filter_bar.line.setText("nothing has this")
    assert not runs.table.isVisible()
    button_of(empty_state(runs)).click()
    assert runs.table.isVisible()
    assert shown_ids(model) == "live c b a"


def test_runs_that_cannot_be_read_can_be_asked_for_again(runs: RunList, model: RunTableModel, qtbot: QtBot) -> None:
    runs.show_trouble()
    with qtbot.waitSignal(runs.retry_wanted):
        button_of(empty_state(runs)).click()
    fill(runs, model)
    runs.show_trouble()
    assert runs.table.isVisible()


def test_what_is_selected_is_told(runs: RunList, model: RunTableModel, qtbot: QtBot) -> None:
    fill(runs, model)
    runs.table.choose_run("b")
    qtbot.waitUntil(lambda: "1 of 4 selected" in words(runs))
    assert [row.run_id for row in runs.rows] == ["b"]
    model.drop({"b"})
    assert "" in words(runs)
    assert not runs.actions_.action(run_actions.OPEN).isEnabled()


@pytest.mark.parametrize("key", [Qt.Key.Key_Shift, Qt.Key.Key_Control])
def test_what_is_chosen_for_the_user_is_alone_whatever_keys_are_down(runs: RunList, model: RunTableModel, key: Qt.Key) -> None:
    fill(runs, model)
    held = Qt.KeyboardModifier.ShiftModifier if key == Qt.Key.Key_Shift else Qt.KeyboardModifier.ControlModifier
    QTest.keyPress(runs.table, key, held)
    try:
        for run_id in "aabc":
            runs.table.choose_run(run_id)
            assert [row.run_id for row in runs.rows] == [run_id]
        runs.table.choose_place(0)
        assert len(runs.rows) == 1
    finally:
        QTest.keyRelease(runs.table, key)


def test_from_the_filter_into_the_list_by_keys_alone(runs: RunList, model: RunTableModel, qtbot: QtBot) -> None:
    fill(runs, model)
    runs.focus_filter()
    QTest.keyClicks(runs.filter_bar.line, "beta")
    QTest.keyClick(runs.filter_bar.line, Qt.Key.Key_Down)
    qtbot.waitUntil(runs.table.hasFocus)
    assert [row.run_id for row in runs.rows] == ["b"]
    with qtbot.waitSignal(runs.table.opened):
        QTest.keyClick(runs.table, Qt.Key.Key_Return)


def test_tab_goes_from_the_filter_over_the_buttons_to_the_table(runs: RunList, model: RunTableModel, qtbot: QtBot) -> None:
    fill(runs, model)
    runs.table.choose_run("b")
    runs.focus_filter()
    seen = []
    for _ in range(20):
        QTest.keyClick(runs.window().focusWidget(), Qt.Key.Key_Tab)
        widget = runs.window().focusWidget()
        seen.append(widget.accessibleName())
        if widget is runs.table:
            break
    assert {"Run again", "Rename", "Tags…", "Note…", "Delete", "Columns"} <= set(seen)
    assert seen[-1] == "Runs"


def test_buttons_have_words_where_there_is_room(runs: RunList, model: RunTableModel) -> None:
    fill(runs, model)
    buttons = runs.findChildren(ActionButton)
    assert all(not button.text() and button.accessibleName() for button in buttons)
    runs.resize(1740, 700)
    assert [button.text() for button in buttons] == ["Run again", "Rename", "Tags…", "Note…", "Export the numbers…", "Delete"]


def test_a_button_does_what_its_action_does(runs: RunList, model: RunTableModel, qtbot: QtBot) -> None:
    fill(runs, model)
    button = next(one for one in runs.findChildren(ActionButton) if one.accessibleName() == "Delete")
    assert not button.isEnabled()
    assert button.toolTip() == "Select a run first."
    runs.table.choose_run("a")
    assert button.isEnabled()
    with qtbot.waitSignal(runs.actions_.wanted) as told:
        button.click()
    assert told.args == [run_actions.DELETE]


def test_the_button_of_the_columns_says_how_many_do_not_fit(qtbot: QtBot, theme: Theme) -> None:
    model = RunTableModel()
    runs = RunList(theme, model)
    qtbot.addWidget(runs)
    runs.resize(848, 600)
    runs.show()
    model.set_runs(three())
    runs.show_runs()
    button = next(one for one in runs.findChildren(Button) if one.accessibleName() == "Columns")
    hidden = len(runs.table.columns.without_room)
    assert hidden > 1
    assert button.text() == f"+ {hidden}"
    assert button.accessibleDescription() == f"Columns: {hidden} more do not fit"
    assert button.accessibleDescription() in button.toolTip()
    runs.resize(2800, 600)
    assert (button.text(), button.accessibleDescription()) == ("", "Columns")
