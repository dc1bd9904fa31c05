"""An area with a horizontal time axis, zoomed and panned with mouse and keyboard."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent

from gpuscope.gui.charts.drawn_area import DrawnArea
from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.theme import Theme

_NOTCH, _KEY = 1.25, 1.3
"""Zoom factors of a wheel notch and of a key press."""
_PAN = 0.12
"""Share of the visible range that a wheel notch or key press pans by."""
_MARGIN = 0.01
"""Share of the extent left free at either end, so that the first and last items are visible."""


class TimedArea(DrawnArea):
    """Shows a time range in ns.

    Signals:
        range_changed: The visible range has changed: its start and end in ns.

    Attributes:
        view: The visible range, in ns; its least length reflects the resolution of the timestamps.

    Args:
        least: Least readable size.
        wanted: Size at which most of the drawing is visible.
    """

    range_changed = Signal(float, float)

    def __init__(self, theme: Theme, view: TimeView, least: QSize, wanted: QSize) -> None:
        super().__init__(theme, least, wanted)
        self.view = view

    def _span(self) -> tuple[float, float]:
        """Return the x coordinate of the visible range's start, and its width in pixels."""
        raise NotImplementedError

    def _extent(self) -> tuple[float, float] | None:
        """Return start and end of the data in ns; None if there is none."""
        raise NotImplementedError

    def reset(self) -> None:
        """Show the full extent."""
        extent = self._extent()
        if extent is not None:
            margin = max(self.view.least / 2, _MARGIN * (extent[1] - extent[0]))
            self.view.set_extent(extent[0] - margin, extent[1] + margin)
        self.view.follow(None)
        self._moved()

    def show_range(self, start_ns: float, end_ns: float) -> None:
        """Show the range between two instants."""
        self.view.show(start_ns, end_ns)
        self._moved()

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Zoom in by a factor around an x coordinate of the widget, by default the middle of the visible range."""
        left, width = self._span()
        share = 0.5 if x is None else min(max((x - left) / width, 0.0), 1.0)
        self.view.zoom(1 / factor, self.view.start + share * self.view.length)
        self._moved()

    def pan(self, share: float) -> None:
        """Pan by a share of the visible range."""
        self.view.pan(share * self.view.length)
        self._moved()

    def x_of(self, time_ns: float) -> float:
        """Return the x coordinate of an instant."""
        left, width = self._span()
        return left + (time_ns - self.view.start) / self.view.length * width

    def _time_at(self, x: float) -> float:
        left, width = self._span()
        return self.view.start + (x - left) / width * self.view.length

    def _turn(self, event: QWheelEvent) -> None:
        """Apply the wheel: zoom about the pointer; pan if turned sideways or with Shift."""
        turned = event.angleDelta()
        if abs(turned.x()) > abs(turned.y()):
            self.pan(-_PAN * turned.x() / 120)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-_PAN * turned.y() / 120)
        else:
            self.zoom(_NOTCH ** (turned.y() / 120), event.position().x())

    def _moves_by(self, key: int, x: float | None = None) -> bool:
        """Apply a key and return whether it is handled: W and S zoom, A and D pan, as in Perfetto; Home shows the full extent."""
        match key:
            case Qt.Key.Key_W | Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(_KEY, x)
            case Qt.Key.Key_S | Qt.Key.Key_Minus:
                self.zoom(1 / _KEY, x)
            case Qt.Key.Key_A:
                self.pan(-_PAN)
            case Qt.Key.Key_D:
                self.pan(_PAN)
            case Qt.Key.Key_Home | Qt.Key.Key_0:
                self.reset()
            case _:
                return False
        return True

    def _moved(self) -> None:
        self.range_changed.emit(self.view.start, self.view.end)
        self._renew()
