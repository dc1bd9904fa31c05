"""The surface of a timeline: its lanes drawn at a zoom, scrolled and folded; the picture is kept until something moves."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.trace_layout import Band, LaneTitle
from gpuscope.gui.charts.trace_painter import Geometry, TracePainter, TraceScene, geometry
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import IN_MIDDLE, write
from gpuscope.gui.theme import BODY_PX, Theme

_LEAST_NS = 20.0
"""Shortest view: profilers' clocks count in steps of 1 to 32 ns."""
_MARGIN = 0.01
"""Share of the capture that is left free at both ends, so that its first and last slice are seen whole."""
AROUND = 0.25
"""Share of a slice's length that is left at each side when it is zoomed to."""
SCROLL_PX = 54
"""Three rows: a notch of the wheel."""
_LEAST = QSize(320, 180)
"""Size at which a stream and its clock are seen."""


class TraceSurface(QAbstractScrollArea):
    """Draws a scene; knows nothing of the pointer.

    Signals:
        range_changed: The view has moved: its start and end in ns from the trace's origin.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    range_changed = Signal(float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._scene, self._painter = theme, TraceScene(), TracePainter()
        self._frame: QPixmap | None = None
        self._empty = ""
        self._scene.view.least = _LEAST_NS
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        theme.changed.connect(self._renew)

    @property
    def scene(self) -> TraceScene:
        """What is painted."""
        return self._scene

    def room(self) -> Geometry:
        """Return how the widget's room is shared."""
        return geometry(self.viewport().width(), self.viewport().height(), len(self._scene.curves), len(self._scene.bands))

    def show_range(self, start_ns: float, end_ns: float) -> None:
        """Show a stretch of time."""
        self._scene.view.show(start_ns, end_ns)
        self._moved()

    def reset(self) -> None:
        """Show the whole capture."""
        lanes, view = self._scene.lanes, self._scene.view
        if lanes is not None:
            margin = max(_LEAST_NS / 2, _MARGIN * (lanes.end_ns - lanes.start_ns))
            view.set_extent(lanes.start_ns - margin, lanes.end_ns + margin)
        view.follow(None)
        self._moved()

    def zoom_to(self, index: int) -> None:
        """Show a slice with some of what is around it."""
        lanes = self._scene.lanes
        assert lanes is not None
        start, length = float(lanes.trace.slices.start_ns[index]), float(max(1, lanes.trace.slices.duration_ns[index]))
        around = AROUND * max(length, _LEAST_NS)
        self.show_range(start - around, start + length + around)

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Show so many times less, around a place of the widget; around its middle where none is given."""
        room = self.room()
        share = 0.5 if x is None else min(max((x - room.gutter) / room.columns, 0.0), 1.0)
        view = self._scene.view
        view.zoom(1 / factor, view.start + share * view.length)
        self._moved()

    def pan(self, share: float) -> None:
        """Move the view by a share of its length."""
        self._scene.view.pan(share * self._scene.view.length)
        self._moved()

    def place_of(self, index: int) -> QRectF | None:
        """Return where a slice is drawn, in pixels of the viewport; None where its lane is folded."""
        band, lanes = self._scene.layout.band_of(index), self._scene.lanes
        if band is None or lanes is None:
            return None
        slices = lanes.trace.slices
        left, right = self.x_of(float(slices.start_ns[index])), self.x_of(float(slices.end_ns[index]))
        return QRectF(left, self.room().lanes_top + band.top - self._scene.scroll, max(1.0, right - left), band.height - 1)

    def x_of(self, time_ns: float) -> float:
        """Return the x coordinate of an instant."""
        room, view = self.room(), self._scene.view
        return room.gutter + (time_ns - view.start) / view.length * room.columns

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which lanes of a small trace are seen."""
        return QSize(900, 420)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least readable size."""
        return _LEAST

    def _draw_frame(self, painter: QPainter) -> None:
        """Draw the lanes, which are kept as a picture while only the pointer moves; a sentence where there are none."""
        palette = self._theme.palette
        if self._scene.lanes is None:
            area = QRectF(self.viewport().rect())
            painter.fillRect(area, QColor(palette.panel))
            painter.setFont(fonts.font(BODY_PX))
            write(painter, area, self._empty, IN_MIDDLE, QColor(palette.muted))
            return
        if self._frame is None:
            self._frame = self._painter.frame(self._scene, self.room(), palette, self.devicePixelRatioF())
        painter.drawPixmap(0, 0, self._frame)

    def fold(self, key: str, *, is_folded: bool) -> None:
        """Fold or unfold a lane, or all lanes of a track, by its key."""
        self._scene.layout.fold(key, is_folded=is_folded)
        self._arrange()

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Share the room anew."""
        self._arrange()

    @contained
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Keep no picture of what nobody sees."""
        self._frame = None
        super().hideEvent(event)

    def _band_at(self, at: QPointF) -> Band | None:
        room = self.room()
        return (
            self._scene.layout.band_at(at.y() - room.lanes_top + self._scene.scroll)
            if room.lanes_top <= at.y() < room.lanes_bottom
            else None
        )

    def _title_at(self, at: QPointF) -> LaneTitle | None:
        room = self.room()
        if not room.lanes_top <= at.y() < room.lanes_bottom:
            return None
        title = self._scene.layout.title_at(at.y() - room.lanes_top + self._scene.scroll)
        return title if title is not None and (title.is_header or at.x() < room.gutter) else None

    def _time_at(self, x: float) -> float:
        room, view = self.room(), self._scene.view
        return view.start + (x - room.gutter) / room.columns * view.length

    def _scrolled(self, value: int) -> None:
        self._scene.scroll = value
        self._renew()

    def _arrange(self) -> None:
        """Fit the scroll bar to the lanes."""
        room, bar = self.room(), self.verticalScrollBar()
        bar.setRange(0, max(0, self._scene.layout.height - room.lanes_height))
        bar.setPageStep(room.lanes_height)
        bar.setSingleStep(SCROLL_PX // 3)
        self._renew()

    def _moved(self) -> None:
        self.range_changed.emit(self._scene.view.start, self._scene.view.end)
        self._renew()

    def _renew(self) -> None:
        """Draw anew when next seen."""
        self._frame = None
        self.viewport().update()
