"""The empty state of a page: one sentence, one button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.fonts import monospace
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import centred, fill, vertical

_WIDEST = grown(560)
"""Pixels of the texts: lines of some 80 characters."""


class EmptyState(QWidget):
    """One sentence on what will appear here, and one button to get it, or none where the page has one.

    Attributes:
        wanted: The button was pressed.
    """

    wanted = Signal()

    def __init__(self, theme: Theme, sentence: str = "", action: str = "") -> None:
        super().__init__()
        self._sentence = label(sentence, "sentence", wraps=True)
        self._hint = label("", "muted", wraps=True)
        self._command = label("", "muted", wraps=True)
        self._command.setFont(monospace())
        self._command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = Button(theme, action, "main", clicked=self.wanted)
        if not action:
            self._button.hide()
        column = fill(vertical(self, spacing=12), 2)
        for text in (self._sentence, self._hint, self._command):
            text.setAlignment(Qt.AlignmentFlag.AlignCenter)
            text.setMaximumWidth(_WIDEST)
            column.addLayout(centred(text))  # an aligned item in a column would get the height for a different width
        self._hint.hide()
        self._command.hide()
        fill(column, (self._button, 0, Qt.AlignmentFlag.AlignHCenter), 3)

    def add_below(self, widget: QWidget) -> None:
        """Add a widget below the button."""
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.count() - 1, widget, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_texts(self, sentence: str, action: str = "", hint: str = "", command: str = "") -> None:
        """Replace the sentence, the button's text, the hint and the command line below it; "" hides the latter three."""
        self._sentence.setText(sentence)
        show_or_hide(self._hint, hint)
        show_or_hide(self._command, command)
        show_or_hide(self._button, action)
