"""The surface of a timeline: its lanes drawn at a zoom level, scrolled and folded; the drawing is cached until something moves."""

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPixmap

from gpuscope.gui.charts.timed_area import TimedArea
from gpuscope.gui.charts.trace_layout import Band, LaneTitle
from gpuscope.gui.charts.trace_painter import Geometry, TracePainter, TraceScene, geometry
from gpuscope.gui.theme import Theme

_LEAST_NS = 20.0
"""Shortest visible range: profilers' clocks have a resolution of 1 to 32 ns."""
AROUND = 0.25
"""Margin at either side when zooming to a slice, as a share of its length."""
SCROLL_PX = 54
"""Pixels that a wheel notch scrolls by: three rows."""
_LEAST, _WANTED = QSize(320, 180), QSize(900, 420)
"""Sizes at which a stream with its time axis is visible, and at which the lanes of a small trace are."""


class TraceSurface(TimedArea):
    """Draws a scene, without pointer interaction."""

    def __init__(self, theme: Theme) -> None:
        self.scene, self._painter = TraceScene(), TracePainter()
        super().__init__(theme, self.scene.view, _LEAST, _WANTED)
        self.scene.view.least = _LEAST_NS
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def room(self) -> Geometry:
        """Return the layout of the widget."""
        return geometry(self.viewport().width(), self.viewport().height(), len(self.scene.curves), len(self.scene.bands))

    def _span(self) -> tuple[float, float]:
        room = self.room()
        return float(room.gutter), float(room.columns)

    def _extent(self) -> tuple[float, float] | None:
        lanes = self.scene.lanes
        return None if lanes is None else (lanes.start_ns, lanes.end_ns)

    def zoom_to(self, index: int) -> None:
        """Zoom to a slice, with a margin at either side."""
        lanes = self.scene.lanes
        assert lanes is not None
        start, length = float(lanes.trace.slices.start_ns[index]), float(max(1, lanes.trace.slices.duration_ns[index]))
        around = AROUND * max(length, _LEAST_NS)
        self.show_range(start - around, start + length + around)

    def place_of(self, index: int) -> QRectF | None:
        """Return a slice's rectangle in viewport pixels; None if it is folded away."""
        band, lanes = self.scene.layout.band_of(index), self.scene.lanes
        if band is None or lanes is None:
            return None
        slices = lanes.trace.slices
        left, right = self.x_of(float(slices.start_ns[index])), self.x_of(float(slices.end_ns[index]))
        return QRectF(left, self.room().lanes_top + band.top - self.scene.scroll, max(1.0, right - left), band.height - 1)

    def _has_drawing(self) -> bool:
        return self.scene.lanes is not None

    def _drawing(self) -> QPixmap:
        return self._painter.frame(self.scene, self.room(), self._theme.palette, self.devicePixelRatioF())

    def fold(self, key: str, *, is_folded: bool) -> None:
        """Fold or unfold a lane, or all lanes of a track, by its key."""
        self.scene.layout.fold(key, is_folded=is_folded)
        self._arrange()

    def _band_at(self, at: QPointF) -> Band | None:
        room = self.room()
        return (
            self.scene.layout.band_at(at.y() - room.lanes_top + self.scene.scroll) if room.lanes_top <= at.y() < room.lanes_bottom else None
        )

    def _title_at(self, at: QPointF) -> LaneTitle | None:
        room = self.room()
        if not room.lanes_top <= at.y() < room.lanes_bottom:
            return None
        title = self.scene.layout.title_at(at.y() - room.lanes_top + self.scene.scroll)
        return title if title is not None and (title.is_header or at.x() < room.gutter) else None

    def _scrolled(self, value: int) -> None:
        self.scene.scroll = value
        self._renew()

    def _arrange(self) -> None:
        """Fit the scroll bar to the lanes."""
        room, bar = self.room(), self.verticalScrollBar()
        bar.setRange(0, max(0, self.scene.layout.height - room.lanes_height))
        bar.setPageStep(room.lanes_height)
        bar.setSingleStep(SCROLL_PX // 3)
        self._renew()
