"""Paints a timeline: lanes as one image, names on slices that are wide enough, the time axis above, curves below."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QPixmap, QPolygonF

from gpuscope.gui import fonts
from gpuscope.gui.charts.curve_painter import CurvePainter, Frame
from gpuscope.gui.charts.series import Floats, Series, Span
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.strip_data import TimeView
from gpuscope.gui.charts.time_axis import time_ticks
from gpuscope.gui.charts.tone_colours import draw_tones, legend_height, tone_table
from gpuscope.gui.charts.trace_bands import BAND_ROW, BandRow, draw_bands
from gpuscope.gui.charts.trace_card import lane_title, shortened, slice_title
from gpuscope.gui.charts.trace_layout import SPACE, Band, LaneTitle, TraceLayout
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.pixmap import painted
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, STRONG, Palette
from gpuscope.profiles.lane_row import NOTHING, LaneRow
from gpuscope.profiles.lanes import LaneKind, TraceLanes
from gpuscope.profiles.trace import Flags
from gpuscope.reports.pictures.scale import present

RULER, CURVE = grown(26), grown(44)
"""Heights in pixels of the time axis and of a curve."""
GUTTER, NARROW_GUTTER, _NARROW = grown(172), grown(128), grown(760)
"""Pixels: width for the names of lanes, the same in a narrow widget, and the widget width below which it counts as narrow."""
_WRITTEN, _LEAST_LETTERS = 30.0, 3
"""Least width in pixels of a slice with a name, and letters before an ellipsis below which a name is omitted."""
_ELIDED_STEP, _MOST_REMEMBERED = 4, 50_000
"""Pixels by which the width is quantized when names are elided, and maximum number of elided names cached."""
_TICK_SPACE, _TICK_GAP = float(grown(96)), 4.0
"""Least distance of ticks in pixels: the longest label and some space."""
_PAD = 4.0
"""Pixels between a slice's edge and its name."""
_INDENT, _ARROW = 16.0, 3.5
"""Pixels: indent of a lane's name below its track's, half the height of the fold triangle."""


@dataclass(frozen=True, slots=True)
class TimelineCurve:
    """A curve below the lanes, on the same time axis.

    Attributes:
        title: Displayed title.
        unit: Displayed unit.
        colour: Name of a palette colour ("power").
        time_ns: Ascending, from the trace's origin.
        values: In the displayed unit.
    """

    title: str
    unit: str
    colour: str
    time_ns: Floats
    values: Floats


@dataclass
class TraceScene:
    """State that is painted.

    Attributes:
        lanes: Lanes of the trace; None for none.
        layout: Vertical layout of the lanes.
        view: The visible range, in ns.
        scroll: Pixels by which the lanes are scrolled up.
        curves: Curves below the lanes.
        bands: Rows of bands above the lanes.
        found: Mask of the slices that a search found; None without a search.
    """

    lanes: TraceLanes | None = None
    layout: TraceLayout = field(default_factory=TraceLayout)
    view: TimeView = field(default_factory=TimeView)
    scroll: int = 0
    curves: tuple[TimelineCurve, ...] = ()
    bands: tuple[BandRow, ...] = ()
    found: Flags | None = None


@dataclass(frozen=True, slots=True)
class Geometry:
    """Layout of the widget, in logical pixels.

    Attributes:
        width: Total width.
        height: Total height.
        gutter: Width of the names of lanes.
        curves: Height of all curves.
        legend: Height of the legend.
        bands: Height of all rows of bands.
    """

    width: int
    height: int
    gutter: int
    curves: int
    legend: int = 0
    bands: int = 0

    @property
    def lanes_top(self) -> int:
        """Top of the lanes."""
        return RULER + self.bands

    @property
    def columns(self) -> int:
        """Width of the lanes."""
        return max(1, self.width - self.gutter)

    @property
    def lanes_bottom(self) -> int:
        """Bottom of the lanes."""
        return max(self.lanes_top + 1, self.height - self.curves - self.legend)

    @property
    def lanes_height(self) -> int:
        """Visible height of the lanes."""
        return self.lanes_bottom - self.lanes_top


def geometry(width: int, height: int, curves: int, bands: int = 0) -> Geometry:
    """Return the layout of a widget; curves get at most a third of the height.

    Args:
        width: Pixels.
        height: Pixels.
        curves: Number of curves; those that do not fit are omitted.
        bands: Number of rows of bands.
    """
    fitting = min(curves, max(0, height // 3 // CURVE))
    legend = legend_height(height)
    return Geometry(width, height, GUTTER if width >= _NARROW else NARROW_GUTTER, fitting * CURVE, legend, bands * BAND_ROW)


def clock_labels(view: TimeView, room: Geometry, metrics: QFontMetricsF) -> list[tuple[QRectF, str]]:
    """Return the labels of the time axis that fit beside each other, with their places."""
    marks = time_ticks(view.start, view.end, view.length * _TICK_SPACE / room.columns)
    free, labels = float(room.gutter), []
    for place, label in zip(marks.places_ns, marks.labels, strict=True):
        x, width = room.gutter + round((place - view.start) / view.length * room.columns), metrics.horizontalAdvance(label)
        left = x + _TICK_GAP if x + _TICK_GAP + width < room.width else x - _TICK_GAP - width  # the last one before its tick
        if left >= free:
            labels.append((QRectF(left, 0, width + 1, RULER - 2), label))
            free = left + width + 2 * _TICK_GAP
    return labels


class TracePainter:
    """Paints scenes; caches the widths of names, and the slices of each row that a search found."""

    def __init__(self) -> None:
        self._font, self._strong = fonts.font(SMALL_PX), fonts.font(SMALL_PX, STRONG)
        self._metrics = QFontMetricsF(self._font)
        self._baseline = (self._metrics.ascent() - self._metrics.descent()) / 2
        self._names: dict[int, tuple[str, float]] = {}
        self._elided: dict[tuple[int, int], str] = {}
        self._found_rows: dict[int, LaneRow] = {}
        self._series: dict[int, Series] = {}
        self._curve_painter = CurvePainter()

    def forget(self, *, names: bool = True) -> None:
        """Clear the caches for another trace, or with ``names=False`` for another search in the same trace."""
        if names:
            self._names.clear()
            self._elided.clear()
        self._found_rows.clear()

    def frame(self, scene: TraceScene, room: Geometry, palette: Palette, ratio: float) -> QPixmap:
        """Return the drawing without the pointer's overlay."""
        with painted(room.width, room.height, ratio, QColor(palette.panel)) as (pixmap, painter):
            painter.setFont(self._font)
            self._lanes(painter, scene, room, palette, ratio)
            self._titles(painter, scene, room, palette)
            self._clock(painter, scene, room, palette)
            if scene.bands:
                area = QRectF(0, RULER, room.width, room.bands)
                draw_bands(painter, scene.bands, area, room.gutter, (scene.view.start, scene.view.end), palette)
                painter.setFont(self._font)
            self._curves(painter, scene, room, palette, ratio)
            self._legend(painter, scene, room, palette)
        return pixmap

    def _lanes(self, painter: QPainter, scene: TraceScene, room: Geometry, palette: Palette, ratio: float) -> None:
        """Draw the slices as an image, then the names of those wide enough."""
        columns, height = round(room.columns * ratio), round(room.lanes_height * ratio)
        ns_per_column = scene.view.length / columns
        pixels = np.full((height, columns), QColor(palette.panel).rgb(), np.uint32)
        self._grid(pixels, scene, columns, palette)
        plain, dim = tone_table(palette, palette.panel), tone_table(palette, palette.panel, is_dim=True)
        written: list[tuple[Band, LaneRow, NDArray[np.int64], Floats, Floats]] = []
        for band in scene.layout.shown(scene.scroll, scene.scroll + room.lanes_height):
            parts = band.row.columns(scene.view.start, ns_per_column, columns, _WRITTEN * ratio)
            top = round((band.top - scene.scroll) * ratio)
            bottom = top + round((band.height - 1) * ratio)
            target = pixels[max(0, top) : max(0, bottom)]
            is_there = parts.tone != NOTHING
            target[:, is_there] = (plain if scene.found is None else dim)[parts.tone[is_there]]
            if scene.found is not None:
                found = self._found(band.row, scene.found)
                parts = found.columns(scene.view.start, ns_per_column, columns, _WRITTEN * ratio)
                is_there = parts.tone != NOTHING
                target[:, is_there] = plain[parts.tone[is_there]]
                written.append((band, found, parts.place, parts.left, parts.right))
            else:
                written.append((band, band.row, parts.place, parts.left, parts.right))
        image = QImage(pixels.data, columns, height, 4 * columns, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(room.gutter, room.lanes_top), image)
        painter.setClipRect(QRectF(room.gutter, room.lanes_top, room.columns, room.lanes_height))
        painter.setPen(QColor(palette.on_accent))
        for band, row, places, left, right in written:
            if band.has_names and places.size:
                self._write(painter, scene, band, row.slice[places], left / ratio, right / ratio, room)
        painter.setClipping(False)

    def _write(
        self, painter: QPainter, scene: TraceScene, band: Band, slices: NDArray[np.int64], left: Floats, right: Floats, room: Geometry
    ) -> None:
        """Draw names on slices; if a slice starts left of the view, its name starts at the edge."""
        y = room.lanes_top + band.top - scene.scroll + (band.height - 1) / 2 + self._baseline
        starts, ends = np.maximum(left, 0.0) + _PAD, np.minimum(right, room.columns) - _PAD
        for index, start, end in zip(slices.tolist(), starts.tolist(), ends.tolist(), strict=True):
            if name := self._fitted(scene, index, end - start):
                painter.drawText(QPointF(room.gutter + start, y), name)

    def _fitted(self, scene: TraceScene, index: int, room: float) -> str:
        """Return a slice's name, shortened and elided to fit; "" if too few letters would be left.

        Elided names are cached for widths in steps of :data:`_ELIDED_STEP`, because shaping a text is slow.
        """
        assert scene.lanes is not None
        name, width = self._name(scene, index)
        if width <= room:
            return name
        step = int(room) // _ELIDED_STEP * _ELIDED_STEP
        key = int(scene.lanes.trace.slices.name[index]), step
        if (known := self._elided.get(key)) is None:
            if len(self._elided) > _MOST_REMEMBERED:
                self._elided.clear()
            known = self._metrics.elidedText(shortened(name), Qt.TextElideMode.ElideRight, step)
            self._elided[key] = known = known if len(known) > _LEAST_LETTERS else ""
        return known

    def _name(self, scene: TraceScene, index: int) -> tuple[str, float]:
        """Return a slice's label and its width, cached by name."""
        assert scene.lanes is not None
        key = int(scene.lanes.trace.slices.name[index])
        known = self._names.get(key)
        if known is None:
            title = fonts.legible(slice_title(scene.lanes.trace, index)[:160])
            known = self._names[key] = (title, self._metrics.horizontalAdvance(title))
        return known

    def _found(self, row: LaneRow, found: Flags) -> LaneRow:
        if id(row) not in self._found_rows:
            self._found_rows[id(row)] = row.only(found[row.slice])
        return self._found_rows[id(row)]

    def _grid(self, pixels: NDArray[np.uint32], scene: TraceScene, columns: int, palette: Palette) -> None:
        """Draw a hairline at each tick, below the slices."""
        view = scene.view
        for place in time_ticks(view.start, view.end, view.length * _TICK_SPACE / columns).places_ns:
            column = int((place - view.start) / view.length * columns)
            if 0 <= column < columns:
                pixels[:, column] = QColor(palette.grid).rgb()

    def _titles(self, painter: QPainter, scene: TraceScene, room: Geometry, palette: Palette) -> None:
        painter.fillRect(QRectF(0, room.lanes_top, room.gutter, room.lanes_height), QColor(palette.panel))
        painter.setClipRect(QRectF(0, room.lanes_top, room.width, room.lanes_height))
        for title in scene.layout.titles:
            top = room.lanes_top + title.top - scene.scroll
            if top < room.lanes_bottom and top + title.height > room.lanes_top:
                self._title(painter, title, top, room, palette)
        painter.setClipping(False)

    def _title(self, painter: QPainter, title: LaneTitle, top: float, room: Geometry, palette: Palette) -> None:
        """Draw one title, level with the first row of its lane."""
        indent = 0.0 if title.names_track else _INDENT
        line = float(title.line)
        if title.names_track and title.top > SPACE:
            painter.setPen(QColor(palette.grid))
            painter.drawLine(QPointF(0, top - SPACE / 2), QPointF(room.width, top - SPACE / 2))
        painter.setFont(self._strong if title.names_track else self._font)
        if title.lane.kind is not LaneKind.STEPS:
            self._triangle(painter, QPointF(10 + indent, top + line / 2), QColor(palette.muted), is_folded=title.is_folded)
        box = QRectF(18 + indent, top, (room.width if title.is_header else room.gutter) - 24 - indent, line)
        text = fitted(QFontMetricsF(painter.font()), lane_title(title.lane, names_track=title.names_track), box.width())
        write(painter, box, text, AT_LEFT, QColor(palette.text if title.names_track else palette.muted))
        painter.setFont(self._font)

    def _triangle(self, painter: QPainter, at: QPointF, colour: QColor, *, is_folded: bool) -> None:
        half = _ARROW
        corners = (
            [(-half / 2, -half), (half, 0.0), (-half / 2, half)] if is_folded else [(-half, -half / 2), (half, -half / 2), (0.0, half)]
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([QPointF(at.x() + x, at.y() + y) for x, y in corners]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _clock(self, painter: QPainter, scene: TraceScene, room: Geometry, palette: Palette) -> None:
        view = scene.view
        marks = time_ticks(view.start, view.end, view.length * _TICK_SPACE / room.columns)
        painter.setPen(QColor(palette.line))
        painter.drawLine(QPointF(0, RULER - 1), QPointF(room.width, RULER - 1))
        if marks.base:
            write(painter, QRectF(10, 0, room.gutter - 20, RULER - 1), marks.base, AT_LEFT, QColor(palette.text))
        painter.setPen(QColor(palette.line))
        for place in marks.places_ns:
            x = room.gutter + round((place - view.start) / view.length * room.columns)
            painter.drawLine(QPointF(x, RULER - 6), QPointF(x, RULER - 2))
        for box, label in clock_labels(view, room, self._metrics):
            write(painter, box, label, AT_LEFT, QColor(palette.muted))

    def _curves(self, painter: QPainter, scene: TraceScene, room: Geometry, palette: Palette, ratio: float) -> None:
        view, top = scene.view, float(room.height - room.curves)
        for place, curve in enumerate(scene.curves[: room.curves // CURVE]):
            painter.fillRect(QRectF(0, top, room.width, CURVE), QColor(palette.panel))
            painter.setPen(QColor(palette.line))
            painter.drawLine(QPointF(0, top), QPointF(room.width, top))
            series = self._series.setdefault(place, Series())
            series.set(curve.time_ns, curve.values)
            x, y = series.part(view.start, view.end, room.columns)
            finite = curve.values[np.isfinite(curve.values)]
            high = float(finite.max()) * 1.05 if finite.size and finite.max() > 0 else 1.0
            area = QRectF(room.gutter, top + 5, room.columns, CURVE - 9)
            colour = QColor(getattr(palette, curve.colour, palette.text))
            painter.setClipRect(area.adjusted(0, -2, 0, 2))
            frame = Frame(area, view.start, view.end, Span(0.0, high, high), 1.0, ratio)
            self._curve_painter.draw(painter, Curve("", "", ""), QPen(colour, 1), (x, y), frame)
            painter.setClipping(False)
            painter.setFont(self._strong)
            write(painter, QRectF(18, top + 5, room.gutter - 24, 16), curve.title, AT_LEFT, QColor(palette.text))
            painter.setFont(self._font)
            write(painter, QRectF(18, top + 22, room.gutter - 24, 16), curve.unit, AT_LEFT, QColor(palette.muted))
            write(painter, QRectF(18, top + 5, room.gutter - 26, 16), present(high / 1.05), AT_RIGHT, QColor(palette.faint))
            top += CURVE

    def _legend(self, painter: QPainter, scene: TraceScene, room: Geometry, palette: Palette) -> None:
        """Draw the colours and names of the kinds of work that take most of the time, as far as they fit."""
        if not room.legend or scene.lanes is None:
            return
        area = QRectF(18, room.lanes_bottom, room.width - 26, room.legend)
        painter.setPen(QColor(palette.line))
        painter.drawLine(QPointF(0, area.top()), QPointF(room.width, area.top()))
        draw_tones(painter, self._metrics, area, scene.lanes.tones, palette)
