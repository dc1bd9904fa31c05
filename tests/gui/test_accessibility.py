"""Every page and dialog is accessible: each control has a name and a role, and can be reached with the keyboard.

One window per language walks through all of them, since the walk is expensive.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionFrame,
    QTabBar,
    QTableView,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gpuscope.gui import accessibility
from gpuscope.gui.accessibility import DrawnWidgetInterface, ReadingArea
from gpuscope.gui.first_frame import FirstFrame
from gpuscope.gui.fonts import legible
from gpuscope.gui.widgets.labels import ElidedLabel, ReservedLabel, label
from gpuscope.system import language
from gpuscope.system.catalogue import catalogue_file
from tests.gui.page_walk import Walk
from tests.gui.served_window import words_of
from tests.gui.sessions import looks_as_before  # noqa: F401 - a fixture
from tests.gui.shown_texts import english, painted_texts, shown_texts

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit,
)  # fmt: skip
NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
ARROW = 30
"""Pixels of a combo box beside its text: arrow and padding."""
FIELD_MARGIN = 2
"""Pixels that Qt keeps on either side of a field's text."""
MOST_TABS = 300
"""Presses of Tab after which focus has been everywhere, or is trapped."""


def shown_widgets(root: QWidget) -> Iterator[QWidget]:
    yield from (widget for widget in (root, *root.findChildren(QWidget)) if widget.isVisible())


def is_control(widget: QWidget) -> bool:
    """Return whether a widget can be clicked or typed into, and is not an internal part of another control."""
    is_part = isinstance(widget, QScrollBar | QHeaderView) or isinstance(widget.parentWidget(), QAbstractSpinBox | QHeaderView | QTabBar)
    return isinstance(widget, CONTROLS) and not is_part


def is_focusable(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def draws_itself(widget: QWidget) -> bool:
    return any("paintEvent" in vars(kind) for kind in type(widget).__mro__ if kind.__module__.startswith("gpuscope.gui"))


def title(widget: QWidget) -> str:
    text = getattr(widget, "text", None)
    words = widget.accessibleName() or (text() if callable(text) else "")
    parent = widget.parentWidget()
    return f"{type(widget).__name__} {words[:40]!r} in {type(parent).__name__}"


def unnamed(root: QWidget) -> Iterator[str]:
    """Yield widgets that a screen reader cannot describe: without a name, without a role, or with markup in them."""
    for widget in shown_widgets(root):
        if widget.isWindow() or not (is_control(widget) or is_focusable(widget) or draws_itself(widget)):
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        assert told is not None
        if not told.text(NAME).strip():
            yield f"no name: {title(widget)}"
        if told.role() in (QAccessible.Role.Client, QAccessible.Role.NoRole):
            yield f"no role: {title(widget)}"
        if "<p" in told.text(NAME) + told.text(DESCRIPTION):
            yield f"markup: {title(widget)}"
        if isinstance(widget, QComboBox) and widget.accessibleName() not in labels_of(told):
            yield f"no label: {title(widget)}"
        if isinstance(widget, QAbstractButton) and is_exclusive(widget) and told.role() is not QAccessible.Role.RadioButton:
            yield f"no radio button: {title(widget)}"


def labels_of(told: QAccessibleInterface) -> list[str]:
    """Return the names of what Qt says labels a control; on Linux a combo box has no other name, since its text is its choice."""
    return [other.text(NAME) for other, relation in told.relations() if relation is QAccessible.RelationFlag.Label]


def is_exclusive(button: QAbstractButton) -> bool:
    group = button.group()
    return button.isCheckable() and group is not None and group.exclusive()


def reached(root: QWidget) -> list[QWidget]:
    """Return the widgets reached by Tab, in order."""
    seen: list[QWidget] = []
    root.activateWindow()
    root.setFocus()
    for _ in range(MOST_TABS):
        QTest.keyClick(root.windowHandle(), Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        if focused is None:
            continue
        if seen and focused is seen[0]:
            break
        if focused not in seen:
            seen.append(focused)
    return seen


def unreached(root: QWidget) -> Iterator[str]:
    """Yield the controls that Tab does not reach. Arrow keys reach the other buttons of an exclusive group, so one of them is enough."""
    order = reached(root)
    groups = {button.group() for button in order if isinstance(button, QAbstractButton) and button.group() is not None}
    for widget in shown_widgets(root):
        if not is_control(widget) or not widget.isEnabled() or widget in order:
            continue
        in_group = isinstance(widget, QAbstractButton) and widget.group() in groups
        is_inside = isinstance(widget.parentWidget(), QLineEdit)  # the clear button of a field; a key does the same
        if isinstance(widget, QRadioButton):
            in_group = any(isinstance(one, QRadioButton) and one.parentWidget() is widget.parentWidget() for one in order)
        if not in_group and not is_inside and not leans_on(widget, order):
            yield f"not reached by Tab: {title(widget)}"


def leans_on(widget: QWidget, order: list[QWidget]) -> bool:
    """Return whether a view belongs to a field or table that takes its focus: names beside a table's figures, matches of a search."""
    parent = widget.parentWidget()
    return isinstance(widget, QAbstractItemView) and any(one.parentWidget() is parent for one in order)


def clipped(root: QWidget) -> Iterator[str]:
    """Yield texts that are cut off: on labels, buttons and fields, and those that extend beyond their container.

    Names from users and machines may be elided, with the full text in the tooltip; texts of the window itself may not.
    """
    for widget in shown_widgets(root):
        if (lack := _lack(widget)) or (lack := _beyond(widget)):
            yield f"{lack}: {title(widget)}"


def hidden_columns(root: QWidget) -> Iterator[str]:
    """Yield the tables whose last columns are out of view, since a cut figure reads as a different figure."""
    for table in root.findChildren(QTableView):
        if table.isVisible() and (beyond := table.horizontalScrollBar().maximum()) > 0:
            yield f"{beyond} pixels out of view: {title(table)}"


def rivals(root: QWidget) -> Iterator[str]:
    """Yield the main buttons if several can be pressed."""
    buttons = [button for button in root.findChildren(QPushButton) if button.property("look") == "main"]
    mains = [button for button in buttons if button.isVisible() and button.isEnabled() and button.window() is root.window()]
    if len(mains) > 1:
        yield f"{len(mains)} main buttons: {', '.join(map(title, mains))}"


def _lack(widget: QWidget) -> str:
    metrics, size = widget.fontMetrics(), widget.size()
    match widget:
        case ElidedLabel() | ReservedLabel():
            return "elided" if widget.text() != legible(widget.whole_text) and widget.whole_text in own_words() else ""
        case QLabel() if widget.text() and widget.wordWrap():
            return "cut below" if widget.heightForWidth(size.width()) > size.height() + 1 else ""
        case QLabel() if widget.text():
            hint = widget.sizeHint()
            return "cut" if hint.width() > size.width() + 1 or hint.height() > size.height() + 1 else ""
        case QPushButton() | QCheckBox() | QRadioButton() if widget.text():
            return "cut" if widget.sizeHint().width() > size.width() + 1 or metrics.height() > size.height() + 1 else ""
        case QComboBox():
            return "cut" if metrics.horizontalAdvance(widget.currentText()) > size.width() - ARROW else ""
        case QLineEdit() if widget.placeholderText() and not widget.text():
            return "placeholder cut" if metrics.horizontalAdvance(widget.placeholderText()) > _text_room(widget) + 1 else ""
        case QScrollArea() if widget.widget() is not None and not _can_scroll_sideways(widget):
            return "cut on the right" if widget.widget().width() > widget.viewport().width() else ""
    return ""


def _text_room(line: QLineEdit) -> int:
    """Return the pixels that the text of an empty field has, beside its buttons."""
    start: QRect = line.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    inside = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    return inside.right() - FIELD_MARGIN - start.left()


def _can_scroll_sideways(area: QScrollArea) -> bool:
    return area.horizontalScrollBarPolicy() is not Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def _beyond(widget: QWidget) -> str:
    """Return how a text extends beyond a container, "" if it does not; the contents of a scroll area can be scrolled into view."""
    if not isinstance(widget, QLabel | QAbstractButton) or not widget.text():
        return ""
    holder = widget.parentWidget()
    while holder is not None and not widget.isWindow():
        above = holder.parentWidget()
        if isinstance(above, QAbstractScrollArea) and above.viewport() is holder:
            return ""
        if not holder.rect().adjusted(-1, -1, 1, 1).contains(QRect(widget.mapTo(holder, QPoint(0, 0)), widget.size())):
            return f"beyond its {type(holder).__name__}"
        if holder.isWindow():
            return ""
        holder = above
    return ""


@cache
def own_words() -> frozenset[str]:
    """Return every text of the window, in English and Chinese."""
    root = ElementTree.parse(catalogue_file("zh_CN")).getroot()
    return frozenset(
        text for message in root.iter("message") for text in (message.findtext("source"), message.findtext("translation")) if text
    )


SIZES = ((1024, 640), (1280, 800))


class StrayWindows(QObject):
    """Collects the parts of pages and dialogs that are shown before they have a parent: as windows that flash, and take the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            is_popup = watched.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not is_popup and not isinstance(watched, QDialog | FirstFrame):
                self.found.append(f"{type(watched).__name__} {words_of(watched)!r} is a window for an instant")
        return False


def problems(folder: Path, code: str) -> list[str]:
    """Walk once; at each stop check names, keyboard access and English words, and for cut texts at both sizes."""
    found: list[str] = []
    stray = StrayWindows()

    def visit(name: str, shown: QWidget) -> None:
        sizes = SIZES if shown is walk.frame else (SIZES[-1],)
        for size in sizes:
            if shown is walk.frame:
                shown.resize(*size)
                settle()
            found.extend(f"{name}, {size[0]} pixels: {problem}" for problem in (*clipped(shown), *hidden_columns(shown)))
        found.extend(f"{name}: {problem}" for problem in rivals(shown))
        found.extend(f"{name}: {problem}" for problem in unnamed(shown))
        if code != language.ENGLISH and name != "help":  # the guide quotes commands
            shown.grab()
            found.extend(f"{name}: English: {text}" for text in english((*shown_texts(shown), *painted)))
        painted.clear()
        if code == language.ENGLISH:  # keyboard access is the same in every language
            found.extend(f"{name}: {problem}" for problem in unreached(shown))

    with painted_texts() as painted:
        walk = Walk(folder, visit, SIZES[-1], code)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(stray)
        walk.go()
        application.removeEventFilter(stray)
    return list(dict.fromkeys((*found, *stray.found)))


def settle() -> None:
    """Apply layouts that wait for an event."""
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("code", ["en", "zh_CN"])
def test_every_control_has_a_name_is_reached_by_the_keyboard_and_no_text_is_cut(tmp_path: Path, gpuscope_home: Path, code: str) -> None:
    found = problems(tmp_path, code)
    assert not found, "\n".join(found)


@pytest.fixture
def panel(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.show()
    return made


@pytest.mark.parametrize(
    ("make", "lack"),
    [
        (lambda: QLabel("a long text that has no room"), "cut"),
        (lambda: QPushButton("a long text that has no room"), "cut"),
        (lambda: label("several words that would take several lines", wraps=True), "cut below"),
        (lambda: ElidedLabel("What each rung gained"), "elided"),
    ],
)
def test_a_cut_text_is_found(panel: QWidget, make: Callable[[], QWidget], lack: str) -> None:
    text = make()
    text.setParent(panel)
    text.setGeometry(5, 5, 60, 20)
    text.show()
    assert [found.partition(":")[0] for found in clipped(panel)] == [lack]
    text.setGeometry(5, 5, 290, 60)
    assert list(clipped(panel)) == []
    text.move(100, 5)
    assert [found.partition(":")[0] for found in clipped(panel)] == ["beyond its QWidget"]


def test_a_cut_placeholder_is_found(panel: QWidget) -> None:
    line = QLineEdit(panel)
    line.setPlaceholderText("several words that say what to type")
    line.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
    whole = line.fontMetrics().horizontalAdvance(line.placeholderText())
    line.show()
    line.setGeometry(0, 0, whole + 10, 30)
    assert [found.partition(":")[0] for found in clipped(panel)] == ["placeholder cut"]
    line.setGeometry(0, 0, whole + 50, 30)
    assert list(clipped(panel)) == []


def test_what_cannot_be_scrolled_into_view_is_found(panel: QWidget) -> None:
    area, inside = QScrollArea(panel), QWidget()
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inside.resize(400, 50)
    area.setWidget(inside)
    area.setGeometry(0, 0, 200, 100)
    area.show()
    assert [found.partition(":")[0] for found in clipped(panel)] == ["cut on the right"]
    inside.resize(100, 50)
    assert list(clipped(panel)) == []


@pytest.mark.parametrize("text", ["区间中有 1.4 s without readings", "速度：Half of the steps", "A processor is not read"])
def test_english_in_another_language_is_found(text: str) -> None:
    assert list(english([text])) == [text]


@pytest.mark.parametrize("text", ["gpuscope run mnist-mlp", "名称: recorder killed", "NVIDIA H100 80GB HBM3", "/proc/self/stat 与 p95"])
def test_names_and_commands_are_no_english(text: str) -> None:
    assert list(english([text])) == []


def test_a_control_without_a_name_or_out_of_reach_is_found(panel: QWidget, qtbot: QtBot) -> None:
    bare, far = QPushButton(panel), QPushButton("Far", panel)
    for button in (bare, far):
        button.show()
    far.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    qtbot.waitUntil(lambda: panel.windowHandle() is not None)
    assert list(unnamed(panel)) == ["no name: QPushButton '' in QWidget"]
    assert list(unreached(panel)) == ["not reached by Tab: QPushButton 'Far' in QWidget"]


def test_no_interface_is_left_to_the_end_of_the_interpreter(qtbot: QtBot) -> None:
    """Both Python and Qt would delete it there; Qt crashed."""
    accessibility.speak_for_drawn_widgets()
    widget = ReadingArea("Area", QWidget())
    qtbot.addWidget(widget)
    interface = QAccessible.queryAccessibleInterface(widget)
    assert isinstance(interface, DrawnWidgetInterface)
    accessibility._delete_interfaces()
    assert not isValid(interface)
    assert QAccessible.queryAccessibleInterface(widget) is not interface


def test_interfaces_of_deleted_widgets_are_released(qtbot: QtBot) -> None:
    """All were kept, each with a weak reference: thousands after some hours, through which every collection of cycles went."""
    accessibility.speak_for_drawn_widgets()
    for _ in range(2 * accessibility._SWEEP_EVERY):
        widget = ReadingArea("Area", QWidget())
        assert isinstance(QAccessible.queryAccessibleInterface(widget), DrawnWidgetInterface)
        shiboken6.delete(widget)
    assert sum(not isValid(interface) for interface in accessibility._interfaces) <= accessibility._SWEEP_EVERY
