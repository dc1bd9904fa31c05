"""The menu of all curves, including those that start switched off."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QMenu, QWidget

from gpuscope.core import figures
from gpuscope.core.metric_registry import metric
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.tables.column import ROW_HEIGHT
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.menus import escaped

_LONGEST_KEY, _LONGEST_TITLE = 80, 60
"""Maximum characters of a key in the list and of a menu entry, about as many as fit; keys and titles can have any length."""
_SIZE = (380, 460)
"""Width and height in pixels: fits the smallest window; the list scrolls."""


class ValueChoice(QDialog):
    """A checkable list with a filter.

    Args:
        keys: The logged values.
        drawn: Those that have a strip.
        most: Maximum number of strips.

    Attributes:
        chosen: The keys to draw, in the order of the list.
    """

    chosen = Signal(tuple)

    def __init__(self, theme: Theme, keys: Sequence[str], drawn: Sequence[str], most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = most
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Choose values"))
        self.resize(*_SIZE)
        self._filter, self._list, self._count_note = QLineEdit(), QListWidget(), label("", "small", wraps=True)
        self._filter.setPlaceholderText(self.tr("Filter"))
        self._filter.setAccessibleName(self.tr("Filter of the values"))
        self._filter.textChanged.connect(self._show_fitting)
        self._list.setAccessibleName(self.tr("Logged values"))
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        for key in keys:
            known = metric(key)
            name = key if known is None else engine_text(known.label)
            item = QListWidgetItem(
                name if len(name) <= _LONGEST_KEY else f"{name[: _LONGEST_KEY // 2]}…{name[-_LONGEST_KEY // 2 :]}", self._list
            )
            item.setSizeHint(QSize(0, ROW_HEIGHT))
            item.setData(Qt.ItemDataRole.UserRole, key)
            item.setCheckState(Qt.CheckState.Checked if key in drawn else Qt.CheckState.Unchecked)
        self._list.itemChanged.connect(self._count)
        self._draw = Button(theme, self.tr("Draw"), "main", clicked=self._agree)
        buttons = fill(QHBoxLayout(), (self._count_note, 1), Button(theme, self.tr("Cancel"), clicked=self.reject), self._draw)
        fill(vertical(self, (16, 16, 16, 16), spacing=10), self._filter, (self._list, 1), buttons)
        self._count()

    @property
    def keys(self) -> tuple[str, ...]:
        """The checked keys, including those hidden by the filter."""
        items = [self._list.item(row) for row in range(self._list.count())]
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() is Qt.CheckState.Checked)

    def _show_fitting(self, text: str) -> None:
        for row in range(self._list.count()):
            item = self._list.item(row)
            item.setHidden(text.strip().lower() not in f"{item.text()} {item.data(Qt.ItemDataRole.UserRole)}".lower())

    def _count(self) -> None:
        count = len(self.keys)
        is_limited = self._list.count() > self._most
        text = self.tr("{0} chosen, at most {1}") if is_limited else self.tr("{0} chosen")
        self._count_note.setText(text.format(figures.figure(count, "1"), self._most))
        self._draw.setEnabled(0 < count <= self._most)

    def _agree(self) -> None:
        self.chosen.emit(self.keys)
        self.accept()


@dataclass(frozen=True, slots=True)
class CurveChoice:
    """A curve that can be shown or hidden.

    Attributes:
        strip: Key of its strip.
        curve: Its key.
        title: Title of the strip.
        label: Label of the curve.
        visible: Whether it is drawn.
    """

    strip: str
    curve: str
    title: str
    label: str
    visible: bool


class CurveMenu(QMenu):
    """A checkable entry per curve; strips with several curves have a submenu.

    Attributes:
        switched: The user toggled a curve: keys of strip and curve, whether to draw it.
    """

    switched = Signal(str, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(False)

    def show_choices(self, choices: Sequence[CurveChoice]) -> None:
        """List these curves, in their order."""
        self.clear()
        strips: dict[str, list[CurveChoice]] = {}
        for choice in choices:
            strips.setdefault(choice.strip, []).append(choice)
        for members in strips.values():
            if len(members) == 1:
                self._add(self, members[0], members[0].title)
                continue
            below = self.addMenu(_plain(members[0].title))
            for choice in members:
                self._add(below, choice, choice.label)

    def _add(self, menu: QMenu, choice: CurveChoice, text: str) -> None:
        action = QAction(_plain(text), menu, checkable=True, checked=choice.visible)
        action.toggled.connect(lambda visible: self.switched.emit(choice.strip, choice.curve, visible))
        menu.addAction(action)


def _plain(text: str) -> str:
    return escaped(text[:_LONGEST_TITLE])
