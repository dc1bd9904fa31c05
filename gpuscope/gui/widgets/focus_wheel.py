"""Fields that take the mouse wheel only while they have the focus, so that scrolling a page past them changes nothing.

Classes, not an event filter: Qt calls that for every event of a field, of which new colours alone send dozens.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget


def _is_left_to_page(field: QWidget, event: QWheelEvent) -> bool:
    """Pass the wheel on to the page unless the field has the focus; return whether it was passed on."""
    if field.hasFocus():
        return False
    event.ignore()
    return True


class FocusComboBox(QComboBox):
    """A combo box that takes the wheel only while it has the focus, which the wheel itself does not give it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take the wheel, or leave it to the page."""
        if not _is_left_to_page(self, event):
            super().wheelEvent(event)


class FocusSpinBox(QSpinBox):
    """A spin box that does the same."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Take the wheel, or leave it to the page."""
        if not _is_left_to_page(self, event):
            super().wheelEvent(event)
