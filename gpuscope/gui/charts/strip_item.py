"""One strip in the pyqtgraph view: grid, tints, curves, gaps, limits and marks, drawn by one item."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLine, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.curve_painter import CURVE_WIDTH, CurvePainter, Frame, drawn_length, has_windows, outreach
from gpuscope.gui.charts.painter_canvas import colour_of, mixed, pen
from gpuscope.gui.charts.series import Floats, Span
from gpuscope.gui.charts.strip import Curve, Shade
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import AT_RIGHT, IN_MIDDLE, fitted, write
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, Palette, Theme
from gpuscope.reports.pictures.scale import value_scale

PADDING = grown(9)
"""Space above and below the curves, in logical pixels."""
_MOST_LABEL = 240.0
"""Maximum width in pixels of the label of a shade or limit: one throttle reason with its duration fits."""
_THROTTLE_TINT, _BAND_ALPHA = 0.16, 38
"""About 15 % of colour in either (the alpha is 38 of 255): visible as an area, while grid and curves keep their contrast."""
_GAP_TINT = 0.2
"""Share of the colour of muted text in a gap: its contrast with the ground is 1.3 : 1 or more, so that it is seen where no curve ends."""
_NO_POINTS: tuple[Floats, Floats] = (np.empty(0), np.empty(0))
_ABOVE_STRIP = -2.5
"""Least top in pixels of a limit's label: its first rows are blank."""
_DASHES = [4.0, 4.0]
"""Pixels of dash and space of a limit's line, which distinguish it from the solid grid."""


@lru_cache(maxsize=16)
def _line_pen(colour: str, width: float = 0.0) -> QPen:
    """Return a pen, by default of one device pixel; creating one takes as long as drawing a line."""
    return QPen(QColor(colour), width)


class StripItem(pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`StripData`. The drawing is cached; new data and a moved range renew only the part that they change."""

    def __init__(self, theme: Theme, data: StripData, around: Surroundings) -> None:
        super().__init__()
        self.data = data
        self._theme = theme
        self._around = around
        self._area = QRectF()
        self._curves = CurvePainter()
        self._pens: dict[str, QPen] = {}
        self._pens_for: tuple[object, ...] = ()
        self._grid_at: tuple[Span, float, int] | None = None
        self._grid: list[QLine] = []
        self._is_new = True
        self._stale_from = -math.inf
        """Position from which the cached drawing is out of date; -inf for all of it, inf for none."""
        self._kept = QPixmap()
        self._kept_of = self._kept_now()
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setFlag(self.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_area(self, area: QRectF) -> None:
        """Move it to a rectangle of the view."""
        self.prepareGeometryChange()
        self.setPos(area.topLeft())
        self._area = QRectF(0, 0, area.width(), area.height())
        self.invalidate()

    def invalidate(self) -> None:
        """Discard the cached drawing."""
        self._is_new, self._stale_from = True, -math.inf
        self.update()

    def move(self) -> None:
        """Show another range and new data; the unchanged part of the cached drawing is kept."""
        self._stale_from = min(self._stale_from, self.data.changed_from)
        if self._stale_from == -math.inf or self._kept_now() != self._kept_of:
            self.invalidate()
        else:
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the strip's rectangle in its own coordinates."""
        return self._area

    @contained
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Draw the strip, from the cache if possible."""
        exposed = option.exposedRect
        ratio = painter.device().devicePixelRatio()
        is_once = self._is_new and not self._around.has_cursor and self.data.reach == self.data.shown
        if is_once and exposed.contains(self._area):
            self._is_new = False
            self._draw(painter, self._frame(self.data.reach, ratio))
        else:
            self._draw_kept(painter, exposed, ratio)
        self._draw_labels(painter, ratio)

    def _draw_kept(self, painter: QPainter, exposed: QRectF, ratio: float) -> None:
        if self._kept.devicePixelRatio() != ratio or self._kept_now() != self._kept_of:
            self._stale_from = -math.inf
        if self._stale_from < math.inf:
            self._keep(ratio)
        start, end = self.data.shown
        beyond = round((start - self.data.reach[0]) / (end - start) * self._area.width() * ratio)
        source = QRectF(exposed.x() * ratio + beyond, exposed.y() * ratio, exposed.width() * ratio, exposed.height() * ratio)
        painter.drawPixmap(exposed, self._kept, source)

    def _kept_now(self) -> tuple[object, ...]:
        """Return the cache key of the drawing: prepared range, range of values, and the end of ongoing shades."""
        shades = self._around.shades
        last = self._around.view.last if shades and any(shade.end is None for shade in shades) else None
        return self.data.reach, self.data.span, last

    def _keep(self, ratio: float) -> None:
        frame = self._frame(self.data.reach, ratio)
        width = frame.area.width()
        size = QSize(round(width * ratio), round(self._area.height() * ratio))
        if self._kept.size() != size:  # otherwise reused: allocating it costs a tenth of a redraw
            self._kept, self._stale_from = QPixmap(size), -math.inf
        self._kept.setDevicePixelRatio(ratio)
        left = self._stale_left(frame)
        painter = QPainter(self._kept)
        try:
            if left > 0:
                painter.setClipRect(QRectF(left, 0, width - left, self._area.height()))
            self._draw(painter, frame, left)
        finally:
            painter.end()
        self._is_new, self._stale_from = False, math.inf
        self._kept_of = self._kept_now()

    def _stale_left(self, frame: Frame) -> float:
        """Return the left edge of the part of the cached drawing to renew; 0 for all of it."""
        curves = self.data.shown_curves()
        if self._stale_from == -math.inf or self._around.is_smooth or any(has_windows(curve, frame) for curve in curves):
            return 0.0  # smooth and sampled curves change further back than their last reading
        return max(0.0, math.floor(frame.x_of(self._stale_from)) - max(map(outreach, curves), default=0.0))

    def _draw(self, painter: QPainter, frame: Frame, left: float = 0.0) -> None:
        """Draw the content that moves with the visible range, over the prepared range right of ``left``."""
        palette = self._theme.palette
        right, bottom = frame.area.right(), self._area.bottom()
        painter.fillRect(QRectF(0, 0, right, bottom), QColor(getattr(palette, self._around.ground)))
        shades = self._shades(frame)
        self._draw_shades(painter, [shade for shade in shades if shade.tone == "throttle"], frame, palette)
        self._draw_grid(painter, frame, palette)
        self._draw_limits(painter, frame, palette)
        self._draw_curves(painter, frame, palette, left)
        self._draw_shades(painter, [shade for shade in shades if shade.tone != "throttle"], frame, palette)
        self._draw_marks(painter, frame, palette)
        painter.setPen(_line_pen(palette.line, 1.0))
        painter.drawLine(QPointF(0, bottom - 0.5), QPointF(right, bottom - 0.5))

    def _draw_labels(self, painter: QPainter, ratio: float) -> None:
        """Draw the texts that stay in place while the visible range moves."""
        has_limits = any(limit.strip == self.data.strip.key for limit in self._around.limits)
        is_blank = bool(self.data.strip.subtitle) and self.data.is_empty()
        if not (has_limits or self._around.shades or is_blank):
            return
        palette, frame = self._theme.palette, self._frame(self.data.shown, ratio)
        painter.setFont(self._font)
        self._draw_limit_labels(painter, frame, palette)
        self._draw_shade_labels(painter, self._shades(frame), frame, palette)
        if is_blank:
            self._draw_reason(painter, palette)

    def _frame(self, part: tuple[float, float], ratio: float) -> Frame:
        """Return the mapping to pixels of a part of the axis, at the scale of the visible range."""
        (start, end), shown = part, self.data.shown
        width = self._area.width() * (end - start) / (shown[1] - shown[0])
        area = QRectF(0, PADDING, width, self._area.height() - 2 * PADDING - 1)
        return Frame(area, start, end, self.data.span, self.data.strip.factor, ratio)

    def _shades(self, frame: Frame) -> list[Shade]:
        key = self.data.strip.key
        return [
            shade
            for shade in self._around.shades
            if shade.is_on(key) and shade.start < frame.end and (shade.end is None or shade.end > frame.start)
        ]

    def _draw_shades(self, painter: QPainter, shades: Sequence[Shade], frame: Frame, palette: Palette) -> None:
        for shade in shades:
            painter.fillRect(self._shade_area(shade, frame), self._shade_colour(shade, palette))

    def _shade_area(self, shade: Shade, frame: Frame) -> QRectF:
        end = self._around.view.last if shade.end is None else shade.end
        left, right = max(-2.0, frame.x_of(shade.start)), min(frame.area.right() + 2, frame.x_of(end))
        return QRectF(round(left), 2, max(2.0, round(right) - round(left)), self._area.height() - 5)

    def _draw_shade_labels(self, painter: QPainter, shades: Sequence[Shade], frame: Frame, palette: Palette) -> None:
        """Draw the labels of the shades, beside narrow ones; a label that would cover another is left to the cursor's card."""
        taken: list[QRectF] = []
        areas = [self._shade_area(shade, frame) for shade in shades]
        for shade, area in sorted(zip(shades, areas, strict=True), key=lambda pair: pair[0].start):
            label = fitted(self._metrics, shade.label, _MOST_LABEL)
            if not label or not self._around.names(self.data.strip.key, shade):
                continue
            width = self._metrics.horizontalAdvance(label) + 8
            others = [*taken, *(other for other in areas if other is not area)]
            left = self._label_left(area, width, others)
            if left is None:
                continue
            box, is_free = self._label_box(left, width, frame)
            taken.append(box)
            is_inside = width <= area.width()
            if is_free:  # the grid ends before the text
                painter.fillRect(box, self._shade_colour(shade, palette) if is_inside else QColor(getattr(palette, self._around.ground)))
            write(painter, box, label, IN_MIDDLE, QColor(palette.text if is_inside else palette.muted))

    def _label_left(self, area: QRectF, width: float, others: Sequence[QRectF]) -> float | None:
        """Return the left edge of a shade's label: within the shade if it fits, else right or left of it; None without room."""
        if width <= area.width():
            places = [min(max(area.center().x() - width / 2, 0.0), self._area.width() - width)]
        else:
            places = [area.right() + 1, area.left() - width - 1]

        def is_free(left: float) -> bool:
            is_covered = any(left < other.right() and other.left() < left + width for other in others)
            return 0 <= left <= self._area.width() - width and not is_covered

        return next((float(round(left)) for left in places if is_free(left)), None)

    def _label_box(self, left: float, width: float, frame: Frame) -> tuple[QRectF, bool]:
        """Return the box of a label at the foot of the strip, or at its head if only that is free of curves; and whether it is."""
        height = self._metrics.height()
        foot, head = (QRectF(left, top, width, height) for top in (self._area.height() - height - 4, 3.0))
        if self._is_clear(foot, frame):
            return foot, True
        return (head, True) if self._is_clear(head, frame) else (foot, False)

    def _is_clear(self, box: QRectF, frame: Frame) -> bool:
        """Return whether no curve runs through a box."""
        start, end = frame.place_of(box.left()), frame.place_of(box.right())
        for curve in self.data.shown_curves():
            places, values = self.data.parts.get(curve.key, _NO_POINTS)
            first, last = places.searchsorted((start, end))
            seen = values[max(0, int(first) - 1) : int(last) + 1]
            seen = seen[np.isfinite(seen)]
            if len(seen):
                top, bottom = (frame.y_of(float(value) * frame.factor) for value in (seen.max(), seen.min()))
                if top <= box.bottom() and bottom >= box.top():
                    return False
        return True

    def _shade_colour(self, shade: Shade, palette: Palette) -> QColor:
        ground = getattr(palette, self._around.ground)
        return mixed(ground, palette.warn, _THROTTLE_TINT) if shade.tone == "throttle" else mixed(ground, palette.muted, _GAP_TINT)

    def _draw_grid(self, painter: QPainter, frame: Frame, palette: Palette) -> None:
        painter.setPen(_line_pen(palette.grid))
        span, height, right = frame.span, frame.area.height(), round(frame.area.right())
        if (span, height, right) != self._grid_at:
            lines = [round(frame.y_of(level)) for level in value_scale(span.low, span.high, height).ticks]
            self._grid_at, self._grid = (span, height, right), [QLine(0, y, right, y) for y in lines]
        painter.drawLines(self._grid)

    def _draw_limits(self, painter: QPainter, frame: Frame, palette: Palette) -> None:
        limits = self._limits(frame)
        if not limits:
            return
        dashes = QPen(QColor(palette.muted), 0)
        dashes.setDashPattern(_DASHES)
        painter.setPen(dashes)
        for _, y in limits:
            painter.drawLine(0, y, round(frame.area.right()), y)

    def _draw_limit_labels(self, painter: QPainter, frame: Frame, palette: Palette) -> None:
        limits = self._limits(frame)
        if not limits:
            return
        painter.setPen(QColor(palette.muted))
        ends = [frame.y_of(value) for value in self.data.last_values() if math.isfinite(value)]
        for label, y in limits:
            shown, right = fitted(self._metrics, label, _MOST_LABEL), self._area.width() - 4
            size = self._metrics.size(0, shown)  # of the line: one of Chinese is higher than one of the font itself
            width, height = size.width(), size.height()
            above, below = y - height, y + 1

            def is_free(top: float, height: float = height) -> bool:
                is_covered = any(top <= end <= top + height for end in ends)
                return _ABOVE_STRIP <= top <= self._area.height() - 2 - height and not is_covered

            top = below if is_free(below) and not is_free(above) else max(above, _ABOVE_STRIP)
            for mark in self._around.marks:
                if right - width - 1 < (x := round(frame.x_of(mark.x))) < right + 1:  # its line would run through the text
                    painter.fillRect(QRectF(x - 1, top, 3, height), QColor(getattr(palette, self._around.ground)))
            write(painter, QRectF(0, top, right, height), shown, AT_RIGHT)

    def _limits(self, frame: Frame) -> list[tuple[str, int]]:
        """Return label and y coordinate of the limits within the range."""
        factor, key, span = self.data.strip.factor, self.data.strip.key, frame.span
        return [
            (limit.label, round(frame.y_of(limit.value * factor)))
            for limit in self._around.limits
            if limit.strip == key and span.low <= limit.value * factor <= span.high
        ]

    def _draw_curves(self, painter: QPainter, frame: Frame, palette: Palette, left: float) -> None:
        curves = self.data.shown_curves()
        is_smooth = self._around.is_smooth and self._is_short(curves, frame)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_smooth)
        for curve in curves:
            if band := self.data.band_parts.get(curve.key):
                colour = colour_of(curve.colour, palette)
                colour.setAlpha(_BAND_ALPHA)
                self._curves.draw_band(painter, colour, band, frame)
        for curve in reversed(curves):
            if part := self.data.parts.get(curve.key):
                self._curves.draw(painter, curve, self._pen(curve, palette, frame.ratio, is_smooth), part, frame, left)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _is_short(self, curves: Sequence[Curve], frame: Frame) -> bool:
        """Return whether the curves are not longer than the strip's share of the length up to which curves are drawn smoothly."""
        most = self._around.smooth_length / max(1, len(self._around.in_view))
        if most == math.inf:
            return True
        return sum(drawn_length(self.data.parts[curve.key], frame) for curve in curves if curve.key in self.data.parts) <= most

    def _pen(self, curve: Curve, palette: Palette, ratio: float, is_smooth: bool) -> QPen:
        """Return a curve's pen from a cache: creating one costs a tenth of drawing the curve."""
        wanted = (palette.is_dark, ratio, is_smooth, self.data.strip)
        if self._pens_for != wanted:
            self._pens_for = wanted
            self._pens.clear()
        if curve.key not in self._pens:
            width = CURVE_WIDTH * ratio if is_smooth else 1.0
            self._pens[curve.key] = pen(colour_of(curve.colour, palette), curve.dash, width, ratio)
        return self._pens[curve.key]

    def _draw_marks(self, painter: QPainter, frame: Frame, palette: Palette) -> None:
        if not self._around.marks:
            return
        painter.setPen(QPen(QColor(palette.faint), 0, Qt.PenStyle.DotLine))
        for mark in self._around.marks:
            x = round(frame.x_of(mark.x))
            if 0 <= x <= frame.area.right():
                painter.drawLine(x, 0, x, round(self._area.height()))

    def _draw_reason(self, painter: QPainter, palette: Palette) -> None:
        """Draw the reason why the strip is empty."""
        painter.setPen(QColor(palette.faint))
        area = self._area.adjusted(12, 0, -12, 0)
        write(painter, area, fitted(self._metrics, self.data.strip.subtitle, area.width()), IN_MIDDLE)
