"""Paints a flame graph: the calls as one image, names on those wide enough, and above them the path to the focused call."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPixmap

from gpuscope.core.figures import figure, percent
from gpuscope.gui import fonts
from gpuscope.gui.charts.tone_colours import draw_tones, tone_table
from gpuscope.gui.charts.trace_card import shortened, thread_title
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.pixmap import painted
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, Palette
from gpuscope.profiles.flame_rows import FlameRows, short_label
from gpuscope.profiles.lane_row import NOTHING, LaneRow
from gpuscope.profiles.stacks import FlameGraph
from gpuscope.profiles.trace import S_PER_NS, Flags

ROW, HEAD = grown(19), grown(26)
"""Heights in pixels: of a call, and of the header with the path to the focused call."""
_WRITTEN, _PAD = 30.0, 4.0
"""Pixels: least width of a call that shows its name, and padding beside the name."""
_LEAST_LETTERS = 3
"""Letters before the ellipsis of an elided name; with fewer, the name is omitted."""


@dataclass(frozen=True, slots=True)
class FlameView:
    """The visible part of a graph.

    Attributes:
        rows: Layout of the graph.
        focus: The node that fills the width; -1 for the whole graph.
        start: Left end of the visible part of the layout, in ns.
        end: Right end of the visible part of the layout, in ns.
        scroll: Pixels by which the calls are scrolled up.
        width: Logical pixels.
        height: Logical pixels.
        matches: Mask of the nodes that a search found; None without a search.
        header: Header texts: the path to the focused node, and its time.
        legend: Height in pixels of the legend at the bottom; 0 for none.
    """

    rows: FlameRows
    focus: int
    start: int
    end: int
    scroll: int
    width: int
    height: int
    matches: Flags | None
    header: tuple[str, str]
    legend: int = 0


class FlamePainter:
    """Paints views of a flame graph."""

    def __init__(self) -> None:
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)

    def frame(self, view: FlameView, palette: Palette, ratio: float) -> QPixmap:
        """Return the drawing without the pointer's overlay."""
        with painted(view.width, view.height, ratio, QColor(palette.panel)) as (pixmap, painter):
            painter.setFont(self._font)
            self._calls(painter, view, palette, ratio)
            self._head(painter, view, palette)
            if view.legend:
                area = QRectF(0, view.height - view.legend, view.width, view.legend)
                painter.fillRect(area, QColor(palette.panel))
                painter.fillRect(QRectF(0, area.top(), view.width, 1), QColor(palette.line))
                draw_tones(painter, self._metrics, area.adjusted(8, 0, -8, 0), view.rows.tones, palette)
        return pixmap

    def _calls(self, painter: QPainter, view: FlameView, palette: Palette, ratio: float) -> None:
        """Draw the calls as an image, then the names of those wide enough."""
        columns, lines = max(1, round(view.width * ratio)), max(1, round((view.height - HEAD) * ratio))
        dim_ink, ink = QColor(palette.text), QColor(palette.on_accent)
        pixels = np.full((lines, columns), QColor(palette.panel).rgb(), np.uint32)
        names: list[tuple[int, float, float, int, QColor]] = []
        for depth, row in enumerate(view.rows.rows):
            top = round((ROW * depth - view.scroll) * ratio)
            bottom = top + round((ROW - 1) * ratio)
            if bottom <= 0 or top >= lines:
                continue
            for part, is_dim in _layers(view, row, depth):
                parts = part.columns(view.start, (view.end - view.start) / columns, columns, _WRITTEN * ratio)
                is_there = parts.tone != NOTHING
                pixels[max(0, top) : bottom, is_there] = tone_table(palette, palette.panel, is_dim=is_dim)[parts.tone[is_there]]
                nodes, ends = part.slice[parts.place].tolist(), zip(parts.left.tolist(), parts.right.tolist(), strict=True)
                for node, (left, right) in zip(nodes, ends, strict=True):
                    if not (is_dim and view.matches is not None and view.matches[node]):
                        names.append((node, left / ratio, right / ratio, depth, dim_ink if is_dim else ink))
        image = QImage(pixels.data, columns, lines, 4 * columns, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(0, HEAD), image)
        base = HEAD - view.scroll + (ROW - 1 + self._metrics.ascent() - self._metrics.descent()) / 2
        for node, left, right, depth, colour in names:
            start, end = max(left, 0.0) + _PAD, min(right, view.width) - _PAD
            painter.setPen(colour)
            text = fonts.legible(call_label(view.rows.graph, node)[:160])
            if self._metrics.horizontalAdvance(text) > end - start:
                text = shortened(text)
            shown = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, end - start)
            if shown == text or len(shown) > _LEAST_LETTERS:
                painter.drawText(QPointF(start, base + ROW * depth), shown)

    def _head(self, painter: QPainter, view: FlameView, palette: Palette) -> None:
        painter.fillRect(QRectF(0, 0, view.width, HEAD), QColor(palette.panel))
        painter.setPen(QColor(palette.line))
        painter.drawLine(QPointF(0, HEAD - 1), QPointF(view.width, HEAD - 1))
        path, time = view.header
        box = QRectF(8, 0, view.width - 16, HEAD - 1)
        write(painter, box, time, AT_RIGHT, QColor(palette.muted))
        room = box.width() - self._metrics.horizontalAdvance(time) - 16
        write(painter, box, fitted(self._metrics, path, room), AT_LEFT, QColor(palette.text))


def call_label(graph: FlameGraph, node: int) -> str:
    """Return what is written on a node: the short label of a call, or the title that its thread has in the timeline."""
    return short_label(graph.label(node)) if graph.name[node] >= 0 else thread_title(graph.trace.tracks[int(graph.track[node])])


def header_texts(rows: FlameRows, focus: int, time_ns: int, everything: str, on_device: str, on_host: str) -> tuple[str, str]:
    """Return the header texts: the path to the call that fills the width, and its time.

    Args:
        rows: Layout of the graph.
        focus: The node that fills the width; -1 for the whole graph.
        time_ns: Time of that node, or of the whole graph.
        everything: Name of all threads together.
        on_device: "{0} of the device".
        on_host: "{0} of the host".
    """
    total = (on_device if rows.by_device else on_host).format(figure(time_ns * S_PER_NS, "s"))
    if focus < 0:
        return everything, total
    thread = thread_title(rows.graph.trace.tracks[int(rows.graph.track[focus])])
    path = " › ".join((thread, *map(short_label, rows.graph.path(focus)[1:])))
    return path, f"{total}, {percent(time_ns / max(1, rows.total_ns))}"


def _layers(view: FlameView, row: LaneRow, depth: int) -> list[tuple[LaneRow, bool]]:
    """Return the layers of a row, bottom first, and whether each is dimmed: callers of the focus and calls not found are."""
    if view.matches is not None:
        return [(row, True), (row.only(view.matches[row.slice]), False)]
    return [(row, view.focus >= 0 and depth < view.rows.graph.depth[view.focus])]
