"""Movements of the pointer over a chart."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget


def move(widget: QWidget, at: QPoint, held: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """Move the pointer to a place in a widget. ``QTest.mouseMove`` moves the cursor, whose events another window may get, or none.

    Args:
        widget: The widget.
        at: The place in it.
        held: The button that is held down meanwhile.
    """
    place, everywhere = QPointF(at), QPointF(widget.mapToGlobal(at))
    none, modifiers = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, place, everywhere, none, held, modifiers))
    QApplication.processEvents()
