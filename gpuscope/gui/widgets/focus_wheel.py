"""Fields that take the mouse wheel only while they have the focus, so that scrolling a page past them changes nothing."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class _FocusWheel(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the wheel without the keyboard focus, so that Qt passes it on to the page."""
        if event.type() is not QEvent.Type.Wheel or not isinstance(watched, QWidget) or watched.hasFocus():
            return False
        event.ignore()
        return True


def leave_wheel_to_page(*fields: QWidget) -> None:
    """Let fields take the wheel only while they have the focus, which the wheel itself no longer gives them."""
    for field in fields:
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(_FocusWheel(field))
