"""Prompt for the text of a mark, below its button."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill, vertical

_WIDTH = grown(300)
"""Pixels; about 40 characters."""
_MOST = 1000
"""Maximum length of a mark in characters, as on the command line."""


class MarkPrompt(QFrame):
    """A text field in a popup; Enter submits a non-empty text, Escape closes the popup.

    Signals:
        given: The user entered a text.
    """

    given = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("look", "raised")
        self._line = QLineEdit(maxLength=_MOST, placeholderText=self.tr("What is happening now?"))
        self._line.setAccessibleName(self.tr("Text of the mark"))
        self._line.returnPressed.connect(self._give)
        column = fill(vertical(self, (12, 10, 12, 10), spacing=6), label(self.tr("Mark this moment"), "strong"), self._line)
        fill(column, label(self.tr("Enter sets the mark; Escape cancels."), "faint"))
        self.setFixedWidth(_WIDTH)

    @property
    def text(self) -> str:
        """The text entered so far."""
        return self._line.text().strip()

    def open_below(self, button: QWidget) -> None:
        """Open below a button, with an empty field."""
        self._line.clear()
        self.adjustSize()
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + 6))
        self.move(corner - QPoint(self.width(), 0))
        self.show()
        self._line.setFocus(Qt.FocusReason.PopupFocusReason)

    def _give(self) -> None:
        text = self.text
        if text:
            self.hide()
            self.given.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
