"""A full-screen window, for presentations."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget


class ScreenWindow(QWidget):
    """A full-screen window.

    Signals:
        left: The window is being closed.

    Args:
        parent: Widget whose screen is covered.
    """

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setProperty("look", "panel")

    def open(self) -> None:
        """Cover the screen of the parent."""
        parent = self.parentWidget()
        if parent is not None:
            self.setWindowTitle(parent.window().windowTitle())
            self.setGeometry(parent.screen().geometry())
        self.showFullScreen()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit ``left`` first, so that the page can take its widgets back."""
        self.left.emit()
        super().closeEvent(event)
