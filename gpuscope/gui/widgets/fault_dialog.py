"""An internal error of the window, to be read and copied; nothing is sent anywhere."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from gpuscope.gui.fonts import monospace
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.buttons import Button, CopyButton
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical

_SIZE = (720, 460)
"""Size in pixels: some 20 lines of a traceback, 90 characters each."""


class FaultDialog(QDialog):
    """Shows a traceback.

    Args:
        text: Version, system and traceback.
    """

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("gpuscope")
        self.resize(*_SIZE)
        self.text = QPlainTextEdit(text, readOnly=True)
        self.text.setFont(monospace(SMALL_PX))
        self.text.setAccessibleName(self.tr("What happened"))
        self.copy = CopyButton(theme, self.text.toPlainText, look="main")
        close = Button(theme, self.tr("Close"), clicked=self.accept)
        buttons = fill(horizontal(spacing=8), STRETCH, close, self.copy)
        column = fill(vertical(self, (22, 18, 22, 18), spacing=14), label(self.tr("Something went wrong in the window"), "title"))
        explanation = self.tr(
            "Runs are not affected: they are recorded by processes of their own. Copy the text for a report; nothing is sent."
        )
        fill(column, label(explanation, "muted", wraps=True), (self.text, 1), buttons)
