"""The pyqtgraph view that the strips lie in: it makes of mouse and keyboard what a stack understands."""

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from gpuscope.gui.charts.containment import contained

_KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Plus,
    Qt.Key.Key_Equal,
    Qt.Key.Key_Minus,
    Qt.Key.Key_Escape,
)
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_DRAG_STARTS_AT = 3


class PlotView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """One logical pixel is one unit of its scene.

    Attributes:
        hovered: The pointer is at that horizontal position; None when it has left.
        dragged: The pointer has pulled that many pixels to the right.
        wheeled: The wheel was turned so many notches away from the user, at that horizontal position.
        scrolled: The wheel was turned sideways by so many notches.
        double_clicked: The left button was pressed twice.
        key_pressed: A key for charts, with whether Shift was held.
        resized: The view has another size.
        focus_shown: Whether the keyboard's focus is to be shown.
    """

    hovered = Signal(object)
    dragged = Signal(float)
    wheeled = Signal(float, float)
    scrolled = Signal(float)
    double_clicked = Signal()
    key_pressed = Signal(int, bool)
    focus_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self._pressed: QPoint | None = None
        self._is_dragging = False
        self._is_by_keyboard = False
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setCentralItem(None)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.viewport().setAutoFillBackground(False)
        self.setCursor(Qt.CursorShape.CrossCursor)

    @contained
    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802 - Qt's name
        """Keep one pixel one unit."""
        super().resizeEvent(event)

    @contained
    def drawBackground(self, painter: QPainter, area: QRectF) -> None:  # noqa: N802 - Qt's name
        """Draw nothing: the strips cover it."""

    @contained
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin what may become a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._is_dragging = event.position().toPoint(), False
        event.accept()

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag, or points."""
        at = event.position().toPoint()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            distance = at.x() - self._pressed.x()
            if self._is_dragging or abs(distance) >= _DRAG_STARTS_AT:
                if not self._is_dragging:
                    self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._is_dragging, self._pressed = True, at
                self.dragged.emit(float(distance))
        self.hovered.emit(float(at.x()))
        event.accept()

    @contained
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """End a drag."""
        self._pressed = None
        self.viewport().unsetCursor()
        event.accept()

    @contained
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell of it."""
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit()
        event.accept()

    @contained
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Tell how far the wheel was turned, up or sideways."""
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            self.scrolled.emit(turned.x() / 120.0)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.scrolled.emit(turned.y() / 120.0)
        else:
            self.wheeled.emit(turned.y() / 120.0, event.position().x())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell when the pointer leaves; the rest is Qt's."""
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        return bool(super().viewportEvent(event))

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Report the keys that charts handle, and leave others to the parents."""
        if event.key() in _KEYS:
            self._is_by_keyboard = True
            self.focus_shown.emit(True)
            self.key_pressed.emit(event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
        else:
            event.ignore()

    @contained
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Tell whether its focus is to be shown: when it came by the keyboard."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:  # else as it was when the window was left
            self._is_by_keyboard = event.reason() in _BY_KEYBOARD
        self.focus_shown.emit(self._is_by_keyboard)

    @contained
    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Tell that its focus is gone."""
        super().focusOutEvent(event)
        self.focus_shown.emit(False)
