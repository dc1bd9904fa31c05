"""Focus rings appear for keyboard use only."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QScrollArea, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.focus_origin import FocusOrigin, shows_focus
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button


@pytest.fixture
def buttons(qtbot: QtBot, qapp: QApplication, theme: Theme) -> Iterator[tuple[QPushButton, QPushButton]]:
    origin = FocusOrigin(qapp)
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(stylesheet(theme.palette, ControlPictures()))
    row = QHBoxLayout(window)
    pair = QPushButton("one"), QPushButton("two")
    for button in pair:
        row.addWidget(button)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is window.windowHandle())
    yield pair
    origin.deleteLater()


def has_ring(button: QPushButton, theme: Theme) -> bool:
    image = button.grab().toImage()
    return image.pixelColor(button.width() // 2, 0) == QColor(theme.palette.accent)


def click(button: QPushButton) -> None:
    window = button.window()
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, pos=button.mapTo(window, QPoint(5, 5)))


def press(button: QPushButton, key: Qt.Key) -> None:
    QTest.keyClick(button.window().windowHandle(), key)


def test_a_tooltip_goes_when_the_mouse_moves_onto_it(buttons: tuple[QPushButton, QPushButton], qtbot: QtBot) -> None:
    left, _ = buttons
    QToolTip.showText(left.mapToGlobal(QPoint(5, 5)), "lies over the other button", left)
    assert QToolTip.isVisible()
    QApplication.sendEvent(left.window().windowHandle(), QEvent(QEvent.Type.Leave))
    assert not QToolTip.isVisible(), "it would take the next click"


def test_a_click_leaves_no_ring_and_a_key_brings_it(buttons: tuple[QPushButton, QPushButton], theme: Theme) -> None:
    left, right = buttons
    click(right)
    assert right.hasFocus()
    assert not has_ring(right, theme)
    assert not shows_focus(right)
    press(right, Qt.Key.Key_Tab)
    assert left.hasFocus()
    assert has_ring(left, theme)
    assert shows_focus(left)


def test_a_key_shows_where_the_focus_is_and_a_modifier_alone_does_not(buttons: tuple[QPushButton, QPushButton], theme: Theme) -> None:
    right = buttons[1]
    click(right)
    press(right, Qt.Key.Key_Shift)
    assert not has_ring(right, theme)
    press(right, Qt.Key.Key_Space)
    assert has_ring(right, theme)


def test_the_focus_that_the_window_begins_with_has_no_ring(buttons: tuple[QPushButton, QPushButton], theme: Theme) -> None:
    one, _ = buttons
    one.setFocus()
    assert not has_ring(one, theme)
    press(one, Qt.Key.Key_Left)
    assert has_ring(QApplication.focusWidget(), theme)  # type: ignore[arg-type]


def test_a_shortcut_shows_where_it_took_the_focus(buttons: tuple[QPushButton, QPushButton], theme: Theme) -> None:
    left, right = buttons
    QShortcut(QKeySequence("F6"), left.window(), left.setFocus)
    click(right)
    press(right, Qt.Key.Key_F6)
    assert left.hasFocus()
    assert has_ring(left, theme)


def test_what_tab_reaches_is_scrolled_into_view_also_from_outside(buttons: tuple[QPushButton, QPushButton]) -> None:
    area, inside = QScrollArea(), QWidget()
    column = QVBoxLayout(inside)
    fields = [QPushButton(str(number)) for number in range(40)]
    for field in fields:
        column.addWidget(field)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    area.setFixedHeight(100)
    buttons[0].window().layout().addWidget(area)
    area.show()
    QApplication.processEvents()
    click(buttons[0])
    QTest.keyClick(buttons[0].window().windowHandle(), Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert fields[-1].hasFocus()
    assert not fields[-1].visibleRegion().isEmpty()


@pytest.mark.parametrize("look", ["", "main", "destructive", "flat", "flat at the right", "link", "chip", "nav"])
def test_a_ring_needs_no_room(qtbot: QtBot, theme: Theme, look: str) -> None:
    """A link that got its ring grew by 18 x 10 pixels, and the form around it with it."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(stylesheet(theme.palette, ControlPictures()))
    button = Button(theme, "Copy", look.partition(" ")[0], "copy")
    button.setParent(window)
    button.setProperty("edge", "right" if " " in look else "")
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    button.setFocus()
    sizes = []
    for is_keyboard in (False, True):
        button.setProperty("keyboard", is_keyboard)
        button.style().unpolish(button)
        button.style().polish(button)
        sizes.append(button.sizeHint())
    assert button.hasFocus()
    assert sizes[0] == sizes[1]
