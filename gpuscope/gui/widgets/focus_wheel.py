"""Fields that take the mouse wheel only while they have the focus, so that scrolling a page past them changes nothing.

Classes, not an event filter: Qt calls that for every event of a field, of which new colours alone send dozens.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget


class FocusComboBox(QComboBox):
    """A combo box that leaves the wheel to the page unless it has the focus, which the wheel itself does not give it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take the wheel, or leave it to the page."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FocusSpinBox(QSpinBox):
    """A spin box that leaves the wheel to the page unless it has the focus, which the wheel itself does not give it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take the wheel, or leave it to the page."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
