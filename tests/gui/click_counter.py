"""Counts button clicks in the window's own process, with the buttons' actions disconnected, and saves pictures of the window."""

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import SIGNAL, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QButtonGroup,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolButton,
    QTreeView,
    QWidget,
)

from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.page import Page

KINDS: dict[str, tuple[type[QWidget], ...]] = {
    "line": (QLineEdit,),
    "spin box": (QAbstractSpinBox,),
    "combo box": (QComboBox,),
    "list": (QListView,),
    "table": (QTableView, QTreeView),
    "text": (QPlainTextEdit, QTextEdit),
}
_CLICKED = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QAbstractItemView, QTabBar, QHeaderView)
_FEW = 8
"""Number of table rows inspected."""
_TYPED = ("line", "spin box", "text")


class ClickCounter(QObject):
    """Counts clicks; lives on the window's thread."""

    def __init__(self) -> None:
        super().__init__()
        self._buttons: dict[int, QAbstractButton] = {}
        self._numbers: dict[QAbstractButton, int] = {}
        self._clicks: dict[int, int] = {}
        self._tags: dict[QWidget, int] = {}
        self._typed: dict[QWidget, bool] = {}
        [self._window] = [widget for widget in QApplication.allWidgets() if isinstance(widget, MainWindow)]

    def show_page(self, name: str, item: Any = None) -> bool:
        """Show a page, like a click in the rail."""
        self._window.show_page(name, item)
        return True

    def is_ready(self) -> bool:
        """Return whether the current page has drawn everything requested of it."""
        return self._page.is_ready()

    @property
    def _page(self) -> Page:
        return self._window.pages[str(self._window.current_page)]

    def buttons(self) -> list[dict[str, Any]]:
        """List the buttons that can be clicked now; from here on they only count clicks."""
        return [self._described(button) for button in _seen(self._window) if isinstance(button, QAbstractButton) and button.isEnabled()]

    def _described(self, button: QAbstractButton) -> dict[str, Any]:
        if button not in self._numbers:
            self._count(button)
        seen = button.visibleRegion().boundingRect()
        x = seen.center().x()
        heights = {"centre": seen.center().y(), "top": seen.top() + 2, "bottom": seen.bottom() - 2}
        places = {name: button.mapToGlobal(QPoint(x, y)).toTuple() for name, y in heights.items()}
        words = button.text().strip() or button.accessibleName() or button.toolTip()
        return {"number": self._numbers[button], "words": words, "class": type(button).__name__, **places}

    def _count(self, button: QAbstractButton) -> None:
        number = self._numbers[button] = len(self._numbers)
        self._buttons[number] = button
        self._clicks[number] = 0
        button.disconnect(button, SIGNAL("clicked(bool)"), None, None)  # type: ignore[call-overload]  # from everything
        if isinstance(group := button.group(), QButtonGroup):
            group.blockSignals(True)
        if isinstance(button, QPushButton | QToolButton):
            button.setMenu(None)  # type: ignore[arg-type]  # as Qt allows
        button.clicked.connect(lambda: self._note(number))

    def _note(self, number: int) -> None:
        self._clicks[number] += 1

    def clicks(self, number: int) -> int:
        """Return how often a button has been clicked."""
        return self._clicks[number]

    def places(self) -> dict[str, list[int]]:
        """Return the rectangles of everything clickable in the window: buttons, fields, tabs, and table rows and headings."""
        found: dict[str, list[int]] = {}
        for widget in _seen(self._window):
            if isinstance(widget, _CLICKED):
                found |= self._parts(widget)
        return found

    def _parts(self, widget: QWidget) -> dict[str, list[int]]:
        words = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        name = f"{type(widget).__name__} {self._tags.setdefault(widget, len(self._tags))} {words}"
        return {name: self._rect(widget, widget.rect())} | {
            f"{name}, {part}": self._rect(area, rect) for part, area, rect in _areas(widget)
        }

    def _rect(self, widget: QWidget, rect: QRect) -> list[int]:
        return [*widget.mapTo(self._window, rect.topLeft()).toTuple(), rect.width(), rect.height()]

    def tell(self, text: str) -> bool:
        """Show a notice on the current page; "" clears it."""
        notice = self._page.notice
        notice.show_text(text, "warn", "Undo", lambda: None) if text else notice.clear()
        return True

    def draw(self, file: str) -> bool:
        """Save a picture of the window."""
        return self._window.window().grab().save(file)

    @staticmethod
    def draw_screen(file: str) -> bool:
        """Save a picture of the whole screen, including dialogs and menus."""
        return QApplication.primaryScreen().grabWindow(0).save(file)

    def fields(self) -> list[list[Any]]:
        """List the page's focusable fields as (kind, index within that kind)."""
        return [[kind, place] for kind in KINDS for place in range(len(self._of(kind)))]

    def _of(self, kind: str) -> list[QWidget]:
        found = [widget for widget in _seen(self._window) if isinstance(widget, KINDS[kind]) and _takes_focus(widget)]
        return [widget for widget in found if not isinstance(widget.parent(), QAbstractSpinBox | QComboBox)]

    def focus(self, kind: str, place: int) -> str:
        """Focus a field and type into it, alternating a character and a backspace; return its name, or "" if there is no such field."""
        fields = self._of(kind) if kind in KINDS else []
        if place >= len(fields):
            return ""
        field = fields[place]
        field.setFocus(Qt.FocusReason.MouseFocusReason)
        if kind in _TYPED and not getattr(field, "isReadOnly", bool)():
            is_typed = self._typed[field] = not self._typed.get(field, False)
            QTest.keyClick(field, Qt.Key.Key_1 if is_typed else Qt.Key.Key_Backspace)
        return field.accessibleName() or type(field).__name__


def _areas(widget: QWidget) -> list[tuple[str, QWidget, QRect]]:
    """Return the parts of a widget that can be clicked separately."""
    match widget:
        case QTabBar():
            return [(f"tab {place}", widget, widget.tabRect(place)) for place in range(widget.count())]
        case QHeaderView():
            sections = [(place, widget.sectionViewportPosition(place), widget.sectionSize(place)) for place in range(widget.count())]
            return [(f"section {place}", widget.viewport(), QRect(x, 0, size, widget.height())) for place, x, size in sections]
        case QAbstractItemView():
            rows = range(min(_FEW, widget.model().rowCount())) if widget.model() is not None else range(0)
            return [(f"row {row}", widget.viewport(), widget.visualRect(widget.model().index(row, 0))) for row in rows]
    return []


def _takes_focus(widget: QWidget) -> bool:
    return widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.ClickFocus)


def _seen(holder: QWidget) -> Iterator[QWidget]:
    """Yield the widgets of which a part can be seen; hidden pages are skipped as a whole."""
    for widget in holder.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if widget.isVisible():
            if not widget.visibleRegion().isEmpty():
                yield widget
            yield from _seen(widget)
