"""Fields that take the mouse wheel only while they have the focus, so that scrolling a page past them changes nothing."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget


class FocusWheelComboBox(QComboBox):
    """A combo box that leaves the wheel to the page unless it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's WheelFocus would give it the focus by the wheel itself

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Accept the wheel only with the keyboard focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FocusWheelSpinBox(QSpinBox):
    """A number field that leaves the wheel to the page unless it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Accept the wheel only with the keyboard focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
