"""What the tabs of a profile share: a row with a field to search in, above a card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpuscope.gui import icons
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, make_clearable, show_glass

_NARROWEST, _WIDEST = grown(130), grown(260)
"""Pixels of the field: a word, and the name of an operator."""
_SAVES = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_E)


class _SearchField(QLineEdit):
    """A field that leaves Ctrl+E to the page, which saves the table by it; Qt's goes to the end of the line, as the End key does."""

    def event(self, event: QEvent) -> bool:
        """Let that key go."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.keyCombination() == _SAVES:
            event.ignore()
            return False
        return super().event(event)


class SearchedPane(QWidget):
    """A row with a search field above what is searched.

    Args:
        theme: Gives the colours.
        name: What the field does: "Filter", "Search".

    Attributes:
        filter: The field.
        top: The row; what is in front of the field is inserted, what stands behind it added.
        column: The row and what is below it.
    """

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.filter: QLineEdit = _SearchField()
        self.filter.setPlaceholderText(self.tr("{0} (Ctrl+F)").format(name))
        self.filter.setAccessibleName(name)
        make_clearable(self.filter)
        self.filter.setMinimumWidth(_NARROWEST)
        self.filter.setMaximumWidth(_WIDEST)
        self._glass = QAction(self._icon(), "", self.filter)
        show_glass(self.filter, self._glass)
        theme.changed.connect(self._colour_glass)
        self._searched: QWidget = self
        self.top = QHBoxLayout()
        self.top.setSpacing(8)
        self.top.addWidget(self.filter, 100)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 10, 0, 0)
        self.column.setSpacing(10)
        self.column.addLayout(self.top)

    def place(self, searched: QWidget, *others: QWidget) -> None:
        """Show what is searched, and widgets below it in the same card."""
        self._searched = searched
        self.column.addWidget(card(searched, *others), 1)

    def focus_filter(self) -> None:
        """Let the user type what to search for."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def leave_filter(self) -> None:
        """Clear the field; where it is empty, leave it."""
        if self.filter.text():
            self.filter.clear()
        else:
            self._searched.setFocus(Qt.FocusReason.OtherFocusReason)

    def _colour_glass(self) -> None:
        self._glass.setIcon(self._icon())

    def _icon(self) -> QIcon:
        return icons.icon("search", self._theme.palette.muted)


def card(*widgets: QWidget, margin: int = 1) -> QFrame:
    """Return a card around widgets, one below the other.

    Args:
        widgets: They share the room.
        margin: Pixels above the first.
    """
    frame = QFrame()
    frame.setProperty("look", "card")
    inside = QVBoxLayout(frame)
    inside.setContentsMargins(1, margin, 1, 1)
    inside.setSpacing(0)
    for widget in widgets:
        inside.addWidget(widget, 1)
    return frame


def chips(theme: Theme, group: QButtonGroup, titles: Sequence[str], chosen: int = 0) -> list[Button]:
    """Return a button for each choice of a group, numbered from 0."""
    made = []
    for place, title in enumerate(titles):
        chip = Button(theme, title, "chip")
        chip.setCheckable(True)
        chip.setChecked(place == chosen)
        group.addButton(chip, place)
        made.append(chip)
    return made
