"""What mouse and keyboard do to the view and the cursor of a stack."""

from PySide6.QtCore import QObject, Qt, Signal

from gpuscope.gui.charts.plot_view import PlotView
from gpuscope.gui.charts.time_view import TimeView

_NOTCH = 0.8
"""What one notch of the wheel, or "+", makes of the part in view."""
_PAN_NOTCH = 0.1
_KEY_STEP, _KEY_LEAP = 2, 40
"""How far the keyboard moves the cursor, in pixels; with Shift."""


class StackGestures(QObject):
    """Holds the cursor, which stands at a place or, while the pointer is over the strips, stays under it.

    Args:
        plot: Where the gestures are made.
        view: What they move.
        parent: Owns it.

    Attributes:
        looked: The part in view has been moved.
        pointed: The user has moved the cursor, or taken it away.
    """

    looked = Signal()
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
        """How many pixels wide the part in view is drawn."""
        return max(1, int(self._plot.width()))

    @property
    def place(self) -> float | None:
        """Where the cursor stands; None when there is none."""
        return self._place if self._pointer is None else self._place_at(self._pointer)

    def put_cursor(self, place: float | None) -> None:
        """Put the cursor at a place, or take it away."""
        self._pointer, self._place = None, place

    def _place_at(self, pixel: float) -> float:
        return self._view.start + pixel / self.columns * self._view.length

    def _hover(self, pixel: float | None) -> None:
        self._pointer, self._place = pixel, None
        self.pointed.emit()

    def _drag(self, pixels: float) -> None:
        self._view.pan(-pixels / self.columns * self._view.length)
        self.looked.emit()

    def _scroll(self, notches: float) -> None:
        self._view.pan(-notches * _PAN_NOTCH * self._view.length)
        self.looked.emit()

    def _wheel(self, notches: float, pixel: float) -> None:
        self._view.zoom(_NOTCH**notches, self._place_at(pixel))
        self.looked.emit()

    def _follow(self) -> None:
        self._view.follow(self._view.window)
        self.looked.emit()

    def _press(self, key: int, shift: bool) -> None:
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step((_KEY_LEAP if shift else _KEY_STEP) * (1 if key == Qt.Key.Key_Right else -1))
        elif key == Qt.Key.Key_Home:
            self._view.show(self._view.first, self._view.first + self._view.length)
            self.looked.emit()
        elif key == Qt.Key.Key_End:
            self._follow()
        elif key == Qt.Key.Key_Escape:
            self._hover(None)
        else:
            self._zoom(1 / _NOTCH if key == Qt.Key.Key_Minus else _NOTCH)

    def _zoom(self, factor: float) -> None:
        """Zoom around the cursor where that is in view, else around the middle."""
        place, view = self.place, self._view
        view.zoom(factor, place if place is not None and view.start <= place <= view.end else (view.start + view.end) / 2)
        self.looked.emit()

    def _step(self, pixels: int) -> None:
        """Move the cursor; the view goes along where it would leave it."""
        view, place = self._view, self.place
        target = (min(view.end, view.last) if place is None else place) + pixels / self.columns * view.length
        target = min(max(target, view.first), view.last)
        if not view.start <= target <= view.end:
            view.pan(target - (view.start if target < view.start else view.end))
            self.looked.emit()
        self.put_cursor(target)
        self.pointed.emit()
