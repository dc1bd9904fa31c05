"""Paints memory over time: memory in use, stacked by owner, memory held by the allocator, and the peak."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QPixmap, QPolygonF

from gpuscope.core.figures import display_unit, figure, percent, round_step
from gpuscope.gui import fonts
from gpuscope.gui.charts.painter_canvas import mixed
from gpuscope.gui.charts.time_axis import time_ticks
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.pixmap import painted
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, STRONG, Palette
from gpuscope.profiles.kernel_names import short_owner_name
from gpuscope.profiles.memory_record import EARLIER
from gpuscope.profiles.memory_stack import MemoryStack
from gpuscope.profiles.trace import Integers
from gpuscope.reports.pictures.scale import ticks
from gpuscope.system.language import translated

_LEFT, _TOP, _BOTTOM, _LIST = grown(76), grown(22), grown(26), grown(300)
"""Pixels reserved for the labels of the memory axis, the peak's label, the time axis, and the list of owners."""
_LIST_FROM = grown(760)
"""Least width in pixels at which the list of owners fits beside the chart."""
_LINE, _SWATCH = grown(18), 9
"""Pixels: height of a line of the list, size of its colour swatch."""
_TICK_SPACE, _LEVEL_SPACE = 96.0, 44.0
"""Least distance in pixels between ticks of the time axis, and of the memory axis."""
_HUES = ("compute", "memory", "throughput", "power", "clock", "loss", "host")
"""Palette colours of the owners, largest owner first."""
_PURPOSE_HUES = {
    "parameters": "throughput", "optimizer state": "power", "inputs": "clock", "gradients": "loss", "activations": "compute",
    "temporary": "memory", "autograd detail": "host", "other": "faint",
}  # fmt: skip
"""Palette colours of what memory is for: green, gold and purple as in torch's memory timeline; the largest area has no warning colour."""
_EARLIER_HUE = "host"
"""Colour of memory allocated before the recording began: a grey, because it is of least interest."""
_OTHERS = 0.45
"""Strength of the colour of all other owners combined, as a share of the faint colour over the panel."""
_ROOM_ABOVE = 1.04
"""Upper end of the memory axis as a multiple of the greatest value: the line of held memory does not touch the frame."""


@dataclass(frozen=True, slots=True)
class MemoryLabels:
    """Texts of the chart.

    Attributes:
        peak: Label of the peak: "Peak {0} at {1}", filled in.
        held: Label of the memory held by the allocator.
        others: Label of all other owners: "{0} others", filled in.
    """

    peak: str
    held: str
    others: str


@dataclass(frozen=True, slots=True)
class MemoryView:
    """The visible part of the chart.

    Attributes:
        stack: Memory by owner.
        start: Left end, in ns.
        end: Right end, in ns.
        width: Logical pixels.
        height: Logical pixels.
    """

    stack: MemoryStack
    start: float
    end: float
    width: int
    height: int

    @property
    def area(self) -> QRectF:
        """Rectangle of the plot."""
        return memory_area(self.width, self.height)

    @property
    def high(self) -> float:
        """Bytes at the upper end of the axis."""
        return max(1.0, self.stack.high_bytes * _ROOM_ABOVE)

    def x_of(self, time_ns: float) -> float:
        """Return the x coordinate of an instant."""
        return self.area.left() + (time_ns - self.start) / (self.end - self.start) * self.area.width()

    def time_at(self, x: float) -> float:
        """Return the instant at an x coordinate."""
        return self.start + (x - self.area.left()) / self.area.width() * (self.end - self.start)

    def y_of(self, size: float) -> float:
        """Return the y coordinate of a size in bytes."""
        return self.area.bottom() - size / self.high * self.area.height()


def memory_area(width: int, height: int) -> QRectF:
    """Return the rectangle of the plot in a widget of that size, in logical pixels."""
    right = _LIST if width >= _LIST_FROM else 8
    return QRectF(_LEFT, _TOP, max(1, width - _LEFT - right), max(1, height - _TOP - _BOTTOM))


def owner_colour(place: int, owners: Sequence[str], palette: Palette) -> QColor:
    """Return the colour of the owner at an index; an index past the end stands for all others and is faint."""
    if place >= len(owners):
        return mixed(palette.panel, palette.faint, _OTHERS)
    if owners[place] in EARLIER:
        return QColor(getattr(palette, _EARLIER_HUE))
    if (hue := _PURPOSE_HUES.get(owners[place])) is not None:
        return QColor(getattr(palette, hue))
    earlier = sum(owner in EARLIER for owner in owners[:place])
    return QColor(getattr(palette, _HUES[(place - earlier) % len(_HUES)]))


def memory_frame(view: MemoryView, labels: MemoryLabels, palette: Palette, ratio: float) -> QPixmap:
    """Return the drawing without the pointer's overlay."""
    with painted(view.width, view.height, ratio, QColor(palette.panel)) as (pixmap, painter):
        painter.setFont(fonts.font(SMALL_PX))
        columns = max(1, round(view.area.width() * ratio))
        shown = view.stack.columns(view.start, (view.end - view.start) / columns, columns)
        _draw_stack(painter, view, shown, palette, ratio)
        _draw_axes(painter, view, palette)
        _draw_held(painter, view, shown, labels, palette, ratio)
        _draw_peak(painter, view, labels, palette)
        if view.width >= _LIST_FROM:
            _draw_list(painter, view, labels, palette)
    return pixmap


def _draw_stack(painter: QPainter, view: MemoryView, shown: Integers, palette: Palette, ratio: float) -> None:
    """Draw the owners' shares of each column as pixels."""
    stack, lines = view.stack, max(1, round(view.area.height() * ratio))
    count = len(stack.owners)
    pixels = np.full((lines, shown.size), QColor(palette.panel).rgb(), np.uint32)
    tops = np.cumsum(np.where(shown >= 0, stack.bytes[:, np.maximum(shown, 0)], 0), axis=0) * (lines / view.high)
    height = np.arange(lines, 0, -1)[:, None] - 0.5
    for place in range(count, -1, -1):
        is_there = height < tops[place]
        pixels[is_there] = owner_colour(place, stack.owners, palette).rgb()
    image = QImage(pixels.data, shown.size, lines, 4 * shown.size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(view.area.topLeft(), image)


def _draw_axes(painter: QPainter, view: MemoryView, palette: Palette) -> None:
    area = view.area
    unit = display_unit("B", [view.stack.high_bytes])
    step = round_step(max(view.high / unit.size * _LEVEL_SPACE / area.height(), 1e-9))
    for value in ticks(0.0, view.high / unit.size, step):
        y = round(view.y_of(value * unit.size))
        colour = QColor(palette.text)
        colour.setAlphaF(0.10)
        painter.setPen(colour)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        write(painter, QRectF(0, y - 9, _LEFT - 8, 18), f"{value:g} {unit.name}", AT_RIGHT, QColor(palette.muted))
    painter.setPen(QColor(palette.line))
    painter.drawLine(area.bottomLeft(), area.bottomRight())
    marks = time_ticks(view.start, view.end, (view.end - view.start) * _TICK_SPACE / area.width())
    for place, label in zip(marks.places_ns, marks.labels, strict=True):
        x = round(view.x_of(place))
        painter.setPen(QColor(palette.line))
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
        if x + painter.fontMetrics().horizontalAdvance(label) + 4 < area.right():
            write(painter, QRectF(x + 4, area.bottom() + 2, _TICK_SPACE, 18), label, AT_LEFT, QColor(palette.muted))
    if marks.base:
        write(painter, QRectF(0, area.bottom() + 2, _LEFT - 8, 18), marks.base, AT_RIGHT, QColor(palette.text))


def _draw_held(painter: QPainter, view: MemoryView, shown: Integers, labels: MemoryLabels, palette: Palette, ratio: float) -> None:
    """Draw the memory held by the allocator as a step line."""
    reserved, known = view.stack.reserved_bytes, np.flatnonzero(shown >= 0)
    if reserved is None or not known.size:
        return
    heights = [view.y_of(float(size)) for size in reserved[shown[known]].tolist()]
    places = [(view.area.left() + column / ratio, y) for column, y in zip(known.tolist(), heights, strict=True)]
    corners = [places[0]]
    for (_, before), (x, y) in pairwise(places):
        if y != before:
            corners += [(x, before), (x, y)]
    corners.append(places[-1])
    painter.setPen(QPen(QColor(palette.text), 1))
    painter.drawPolyline(QPolygonF([QPointF(round(x) + 0.5, round(y) + 0.5) for x, y in corners]))
    x, y = corners[0]
    if y - 17 > view.area.top() - _TOP + 2:
        box = QRectF(x + 6, y - 17, painter.fontMetrics().horizontalAdvance(labels.held) + 6, 15)
        painter.fillRect(box, QColor(palette.panel))
        write(painter, box, labels.held, AT_LEFT, QColor(palette.muted))


def _draw_peak(painter: QPainter, view: MemoryView, labels: MemoryLabels, palette: Palette) -> None:
    x = view.x_of(view.stack.peak_ns)
    if not view.area.left() <= x <= view.area.right():
        return
    painter.setPen(QPen(QColor(palette.text), 1, Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(round(x), view.area.top() - 2), QPointF(round(x), view.area.bottom()))
    painter.setFont(fonts.font(SMALL_PX, STRONG))
    width = painter.fontMetrics().horizontalAdvance(labels.peak)
    left = min(max(x - width / 2, view.area.left()), view.area.right() - width)
    write(painter, QRectF(left, 1, width, _TOP - 4), labels.peak, AT_LEFT, QColor(palette.text))
    painter.setFont(fonts.font(SMALL_PX))


def _draw_list(painter: QPainter, view: MemoryView, labels: MemoryLabels, palette: Palette) -> None:
    """Draw the list of owners at the peak, which doubles as the legend."""
    stack, left, y = view.stack, view.area.right() + 18, view.area.top()
    metrics = QFontMetricsF(painter.font())
    rows = [(place, translated(short_owner_name(name)), stack.at_peak.get(name, 0)) for place, name in enumerate(stack.owners)]
    rest = stack.peak_bytes - sum(size for _, _, size in rows)
    if stack.bytes[len(rows)].any():  # at the peak or at another time
        rows.append((len(rows), labels.others, rest))
    for place, name, size in rows:
        if y + _LINE > view.height:
            return
        painter.fillRect(QRectF(left, y + (_LINE - _SWATCH) / 2, _SWATCH, _SWATCH), owner_colour(place, stack.owners, palette))
        figures = f"{figure(size, 'B')}  {percent(size / max(1, stack.peak_bytes))}"
        box = QRectF(left + _SWATCH + 7, y, view.width - left - _SWATCH - 17, _LINE)
        write(painter, box, figures, AT_RIGHT, QColor(palette.muted))
        name = fitted(metrics, name, box.width() - metrics.horizontalAdvance(figures) - 10)
        write(painter, box, name, AT_LEFT, QColor(palette.text))
        y += _LINE
