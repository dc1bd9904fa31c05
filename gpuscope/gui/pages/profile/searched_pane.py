"""Base of the profile's tabs with a search: a row with a search field above a card."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, ChoiceGroup
from gpuscope.gui.widgets.layouts import fill, framed, horizontal, vertical
from gpuscope.gui.widgets.search_field import SearchField

_NARROWEST, _WIDEST = grown(130), grown(260)
"""Bounds of the field's width in pixels: a word, and the name of an operator."""
_SAVES = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_E)


class _SearchField(SearchField):
    """A search field that leaves Ctrl+E to the page, which saves the table with it; in Qt it is a second End key."""

    def event(self, event: QEvent) -> bool:
        """Do not claim Ctrl+E."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.keyCombination() == _SAVES:
            event.ignore()
            return False
        return super().event(event)


class SearchedPane(QWidget):
    """A row with a search field above the searched widget.

    Args:
        name: Name of the field: "Filter", "Search".

    Attributes:
        filter: The field.
        top: The row; insert widgets to place them before the field, add them to place them after it.
        column: The row and the content below it.
    """

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.filter: QLineEdit = _SearchField(theme, self.tr("{0} (Ctrl+F)").format(name), name)
        self.filter.setMinimumWidth(_NARROWEST)
        self.filter.setMaximumWidth(_WIDEST)
        self._searched: QWidget = self
        self.top = fill(horizontal(spacing=8), (self.filter, 100))
        self.column = fill(vertical(self, (0, 10, 0, 0), spacing=10), self.top)

    def place(self, searched: QWidget, *others: QWidget) -> None:
        """Show the searched widget in a card, with further widgets below it."""
        self._searched = searched
        self.column.addWidget(card(searched, *others), 1)

    def focus_filter(self) -> None:
        """Focus the field and select its text."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def leave_filter(self) -> None:
        """Clear the field; if it is empty, focus the searched widget."""
        if self.filter.text():
            self.filter.clear()
        else:
            self._searched.setFocus(Qt.FocusReason.OtherFocusReason)


def card(*widgets: QWidget, margin: int = 1) -> QFrame:
    """Return a card around widgets, which share its height equally, with a margin in pixels above the first."""
    frame = framed("card")
    inside = vertical(frame, (1, margin, 1, 1), spacing=0)
    for widget in widgets:
        inside.addWidget(widget, 1)
    return frame


def chips(theme: Theme, group: ChoiceGroup, titles: Sequence[str], chosen: int = 0) -> list[Button]:
    """Return a checkable button for each title, with ids from 0 in the group."""
    made = []
    for place, title in enumerate(titles):
        chip = Button(theme, title, "chip", is_checkable=True)
        chip.setChecked(place == chosen)
        group.addButton(chip, place)
        made.append(chip)
    return made
