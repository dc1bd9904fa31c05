"""The table behind a chart: opened by key and menu, with the chart's figures, usable by keyboard alone."""

import math
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QTableView, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.focus_origin import KEYBOARD
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets import chart_table
from gpuscope.gui.widgets.chart_menu import ChartMenu, strip_table
from gpuscope.gui.widgets.chart_table import ChartTableDialog, cell_text
from tests.gui.charts.stack_hands import plot

STRIPS = (
    Strip("power", "Power", "kW", (Curve("a", "fp32", "power"),), factor=1e-3),
    Strip("loss", "Loss", "", (Curve("a", "fp32", "loss"),)),
)


@pytest.fixture
def stack(page: QWidget) -> StripStack:
    theme = Theme(Choice.DARK, page)
    made = StripStack(theme, page)
    made.resize(700, 300)
    made.set_strips(STRIPS)
    x = np.arange(50.0)
    made.set_series("power", "a", x, 500.0 + x)
    made.set_series("loss", "a", x, 1 / (1 + x))
    made.set_end(49.0)
    page.resize(700, 300)
    page.show()
    ChartMenu(theme, page).offer_strips(made)
    return made


def opened(page: QWidget) -> ChartTableDialog:
    dialog = page.findChild(ChartTableDialog)
    assert dialog is not None
    return dialog


def cells(view: QTableView, row: int) -> list[str]:
    model = view.model()
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def headers(view: QTableView) -> list[str]:
    return [view.model().headerData(column, Qt.Orientation.Horizontal) for column in range(view.model().columnCount())]


def test_a_key_on_the_charts_opens_what_their_csv_has(page: QWidget, stack: StripStack) -> None:
    plot(stack).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    dialog = opened(page)
    assert headers(dialog.view) == ["Curve", "Time, s", "Power [kW]"]
    assert [cells(dialog.view, row) for row in (0, 49)] == [["fp32", "0.000", "0.5000"], ["fp32", "49.000", "0.5490"]]
    assert dialog.view.model().rowCount() == len(strip_table(stack, "power").rows) == 50
    dialog.choice.setCurrentIndex(1)
    assert headers(dialog.view)[2] == "Loss"
    assert dialog.view.accessibleName() == "Figures of Loss"


def test_typing_does_not_look_through_the_rows(page: QWidget, stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an hour of readings, each key that no cell begins with blocked the window noticeably."""
    plot(stack).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    view = opened(page).view
    cell_text = Mock(return_value="")
    monkeypatch.setattr(chart_table, "cell_text", cell_text)
    QTest.keyClick(view, Qt.Key.Key_X)
    cell_text.assert_not_called()


def test_the_table_is_a_snapshot_that_stays_while_the_run_goes_on(page: QWidget, stack: StripStack) -> None:
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    x = np.arange(90.0)
    stack.set_series("power", "a", x, 100.0 + x)
    assert opened(page).view.model().rowCount() == 50


@pytest.mark.parametrize(("has_ended", "said"), [(False, "50 rows, as of now"), (True, "50 rows")])
def test_only_the_table_of_a_live_run_is_as_of_now(page: QWidget, stack: StripStack, *, has_ended: bool, said: str) -> None:
    stack.set_ended(has_ended)
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    assert said in [one.text() for one in opened(page).findChildren(QLabel)]


def test_the_menu_begins_with_the_table(page: QWidget, stack: StripStack, qtbot: QtBot) -> None:
    menu = ChartMenu(Theme(Choice.DARK, page), page)
    menu.offer_strips(stack)
    charts = menu._offers[stack][1](None)
    made = menu.menu(charts)
    assert [action.text() for action in made.actions()] == ["Copy picture", "Show as table"]
    made.actions()[1].trigger()
    assert opened(page).choice.count() == 2
    assert menu.menu([]).isEmpty()


def test_the_keyboard_walks_through_the_cells_leaves_them_and_copies(page: QWidget, stack: StripStack, qtbot: QtBot) -> None:
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    dialog = opened(page)
    qtbot.waitUntil(lambda: dialog.view.hasFocus())
    QTest.keyClick(dialog.view, Qt.Key.Key_Down)
    assert dialog.view.currentIndex().row() == 1
    QTest.keyClick(dialog.view, Qt.Key.Key_Tab)
    assert not dialog.view.hasFocus()
    QTest.keyClick(dialog.copy, Qt.Key.Key_Space)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert (len(lines), lines[1]) == (51, "fp32\t0\t0.5")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: page.findChild(ChartTableDialog) is None)


def test_ctrl_c_puts_what_is_seen_on_the_clipboard(page: QWidget, stack: StripStack) -> None:
    QGuiApplication.clipboard().clear()
    QTest.keyClick(plot(stack), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (stack.width(), stack.height())
    colours = {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(image.height())}
    assert Theme(Choice.DARK, page).palette.loss in colours


def test_the_button_opens_the_menu_also_without_the_right_mouse_button(page: QWidget, stack: StripStack) -> None:
    menu = ChartMenu(Theme(Choice.DARK, page), page)
    menu.offer(stack, lambda _: [])
    button = menu.button(stack)
    button.setParent(page)
    button.show()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QMenu)
    assert [(action.text(), action.isEnabled()) for action in popup.actions()] == [("There is no chart yet", False)]
    popup.close()


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, "–"),
        (math.nan, "–"),
        (0.1 + 0.2, "0.3000"),
        (7.2717, "7.272"),
        (5.3635e-05, "5.36\u202f×\u202f10⁻⁵"),
        (123456.7, "123\u202f457"),
        (0, "0"),
        ("a", "a"),
    ],
)
def test_a_cell_shows_what_is_known(cell: str | float | None, text: str) -> None:
    assert cell_text(cell) == text


def test_the_focus_frame_is_around_the_headers_too(page: QWidget, stack: StripStack, qtbot: QtBot) -> None:
    """They covered most of it."""
    QTest.keyClick(plot(stack), Qt.Key.Key_T)
    dialog, palette = opened(page), Theme(Choice.DARK, page).palette
    qtbot.waitUntil(dialog.view.hasFocus)
    dialog.view.setProperty(KEYBOARD, True)  # afterwards: the filter of an earlier session takes this focus for one by the mouse
    dialog.setStyleSheet(stylesheet(palette, ControlPictures()))
    drawn = dialog.view.grab().toImage()
    middle_x, middle_y = drawn.width() // 2, drawn.height() // 2
    edges = ((middle_x, 0), (middle_x, drawn.height() - 1), (0, middle_y), (drawn.width() - 1, middle_y))
    assert {drawn.pixelColor(*edge).name() for edge in edges} == {palette.accent}
