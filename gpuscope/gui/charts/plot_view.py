"""The pyqtgraph view of the strips, and its mouse and keyboard control of the visible range and the cursor."""

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView, QWidget

from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.faults import contained

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
"""Pixels that distinguish a drag from a click; with Qt's 10 (``startDragDistance``) the curves would jump at the start."""


class PlotView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """A view whose scene unit is one logical pixel.

    Args:
        spoken_value: Describes the strips, for screen readers.

    Attributes:
        hovered: The pointer's x coordinate; None when it has left.
        dragged: The pointer was dragged: pixels to the right.
        wheeled: The wheel was turned: notches, positive away from the user, and the x coordinate.
        scrolled: The horizontal wheel was turned, or the vertical one with Shift: notches.
        double_clicked: The left button was double-clicked.
        key_pressed: A chart key was pressed: the key, and whether Shift was held.
        focus_shown: Whether to show the keyboard focus.
    """

    spoken_role = "Chart"

    hovered = Signal(object)
    dragged = Signal(float)
    wheeled = Signal(float, float)
    scrolled = Signal(float)
    double_clicked = Signal()
    key_pressed = Signal(int, bool)
    focus_shown = Signal(bool)

    def __init__(self, spoken_value: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self.spoken_value = spoken_value
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
    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep one scene unit per pixel."""
        super().resizeEvent(event)

    @contained
    def drawBackground(self, painter: QPainter, area: QRectF) -> None:
        """Draw nothing: the strips cover it."""

    @contained
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the start of a possible drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._is_dragging = event.position().toPoint(), False
        event.accept()

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or move the cursor."""
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
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag."""
        self._pressed = None
        self.viewport().unsetCursor()
        event.accept()

    @contained
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit :attr:`double_clicked`."""
        self._pressed = None
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit()
        event.accept()

    @contained
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Emit :attr:`wheeled` or :attr:`scrolled`."""
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            self.scrolled.emit(turned.x() / 120.0)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.scrolled.emit(turned.y() / 120.0)
        else:
            self.wheeled.emit(turned.y() / 120.0, event.position().x())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Emit :attr:`hovered` when the pointer leaves; leave the rest to Qt."""
        if event.type() == QEvent.Type.Leave:
            self.hovered.emit(None)
        return bool(super().viewportEvent(event))

    @contained
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit :attr:`key_pressed` for the keys that charts handle; leave others to the parents."""
        if event.key() in _KEYS:
            self._is_by_keyboard = True
            self.focus_shown.emit(True)
            self.key_pressed.emit(event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
            event.accept()
        else:
            event.ignore()

    @contained
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus if it came from the keyboard."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:  # else keep the state from before the window lost the focus
            self._is_by_keyboard = event.reason() in _BY_KEYBOARD
        self.focus_shown.emit(self._is_by_keyboard)

    @contained
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        super().focusOutEvent(event)
        self.focus_shown.emit(False)


_NOTCH = 0.8
"""Factor applied to the visible range per wheel notch or press of "+"."""
_PAN_NOTCH = 0.1
"""Share of the visible range by which one wheel notch pans: most of it stays in view."""
_KEY_STEP, _KEY_LEAP = 2, 40
"""Pixels by which a key moves the cursor, without and with Shift."""


class StackGestures(QObject):
    """Applies gestures to the visible range and the cursor, which stays at a position or follows the pointer over the strips.

    Attributes:
        view_moved: The visible range was moved.
        pointed: The user has moved or hidden the cursor.
    """

    view_moved = Signal()
    pointed = Signal()

    def __init__(self, plot: PlotView, view: TimeView, parent: QObject) -> None:
        super().__init__(parent)
        self._plot = plot
        self._view = view
        self._pointer: float | None = None
        self._place: float | None = None
        plot.hovered.connect(self._hover)
        plot.dragged.connect(self._drag)
        plot.wheeled.connect(self._wheel)
        plot.scrolled.connect(self._scroll)
        plot.double_clicked.connect(self._follow)
        plot.key_pressed.connect(self._press)

    @property
    def columns(self) -> int:
        """Width of the visible range in pixels."""
        return max(1, int(self._plot.width()))

    @property
    def place(self) -> float | None:
        """Position of the cursor on the axis; None if hidden."""
        return self._place if self._pointer is None else self._place_at(self._pointer)

    def put_cursor(self, place: float | None) -> None:
        """Move the cursor to a position, or hide it."""
        self._pointer, self._place = None, place

    def _place_at(self, pixel: float) -> float:
        return self._view.start + pixel / self.columns * self._view.length

    def _hover(self, pixel: float | None) -> None:
        self._pointer, self._place = pixel, None
        self.pointed.emit()

    def _drag(self, pixels: float) -> None:
        self._view.pan(-pixels / self.columns * self._view.length)
        self.view_moved.emit()

    def _scroll(self, notches: float) -> None:
        self._view.pan(-notches * _PAN_NOTCH * self._view.length)
        self.view_moved.emit()

    def _wheel(self, notches: float, pixel: float) -> None:
        self._view.zoom(_NOTCH**notches, self._place_at(pixel))
        self.view_moved.emit()

    def _follow(self) -> None:
        self._view.follow(self._view.window)
        self.view_moved.emit()

    def _press(self, key: int, shift: bool) -> None:
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step((_KEY_LEAP if shift else _KEY_STEP) * (1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_Home:
            self._view.show(self._view.first, self._view.first + self._view.length)
            self.view_moved.emit()
        elif key == Qt.Key.Key_End:
            self._follow()
        elif key == Qt.Key.Key_Escape:
            self._hover(None)
        else:
            self._zoom(1 / _NOTCH if key == Qt.Key.Key_Minus else _NOTCH)

    def _zoom(self, factor: float) -> None:
        """Zoom around the cursor if it is in view, else around the middle."""
        place, view = self.place, self._view
        view.zoom(factor, place if place is not None and view.start <= place <= view.end else (view.start + view.end) / 2)
        self.view_moved.emit()

    def _step(self, pixels: int) -> None:
        """Move the cursor; scroll the view if the cursor would leave it."""
        view, place = self._view, self.place
        target = (min(view.end, view.last) if place is None else place) + pixels / self.columns * view.length
        target = min(max(target, view.first), view.last)
        if not view.start <= target <= view.end:
            view.pan(target - (view.start if target < view.start else view.end))
            self.view_moved.emit()
        self.put_cursor(target)
        self.pointed.emit()
