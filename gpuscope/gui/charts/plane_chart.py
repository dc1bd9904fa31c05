"""Points on two axes of which each may have a better end: time against energy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuscope.analysis.comparison_pictures import pareto_front
from gpuscope.core.figures import round_step
from gpuscope.core.metric import Better
from gpuscope.gui import fonts
from gpuscope.gui.charts.chart_table import ChartTable
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.line_style import colour_of, draw_marker, group_marker
from gpuscope.gui.charts.text_line import AT_LEFT, AT_RIGHT, IN_MIDDLE, fitted, write
from gpuscope.gui.charts.ticks import number, present, ticks
from gpuscope.gui.theme import BODY_PX, SMALL_PX, STRONG, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

_MARGIN = 0.15
"""Of the range, left free around the points."""
_LINES = 4
_REACH = 12.0
_MARKER = 8.0
_SPACE = 8.0
_TICK_SPACE = 56.0
_MOST_LABEL = 120.0
_PARTS = 24
"""Of a line between two groups, off which labels keep."""


@dataclass(frozen=True, slots=True)
class PlanePoint:
    """One run: the name and place of its group, and its two values as shown."""

    label: str
    group: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float
    step: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "_Axis":
        low, high = min(values), max(values)
        room = (high - low) * _MARGIN or abs(high) * _MARGIN or 1.0
        bottom = 0.0 if 0 <= low <= 2 * room else low - room
        step = round_step((high + room - bottom) / _LINES)
        return cls(math.floor(bottom / step) * step, math.ceil((high + room) / step) * step, step)

    def share(self, value: float) -> float:
        """Return where a value lies: 0 at the lower end, 1 at the upper."""
        return (value - self.low) / (self.high - self.low)


class PlaneChart(QWidget):
    """Shows groups as points of their colour and shape; groups of several runs as as many points, named once.

    Where both axes have a better end, a dashed line goes through the groups that no other one beats in both.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._points: list[PlanePoint] = []
        self._titles = ("", "")
        self._better = (Better.NEITHER, Better.NEITHER)
        self._front: list[int] = []
        self._font, self._strong = fonts.font(SMALL_PX), fonts.font(BODY_PX, STRONG)
        self._metrics, self._strong_metrics = QFontMetricsF(self._font), QFontMetricsF(self._strong)
        self.setMouseTracking(True)
        self.setMinimumSize(220, 160)
        theme.changed.connect(self.update)

    def set_points(
        self,
        points: Sequence[tuple[str, int, float, float]],
        x_title: str,
        y_title: str,
        x_better: str = "neither",
        y_better: str = "neither",
    ) -> None:
        """Show these points.

        Args:
            points: Label, place of the group, and the two values, as they are shown; a point with a value that is not finite is left out.
            x_title: What the horizontal axis counts, in which unit.
            y_title: The same of the vertical one.
            x_better: Which end is better: "higher", "lower" or "neither".
            y_better: The same of the vertical one.
        """
        self._points = [PlanePoint(*point) for point in points if math.isfinite(point[2]) and math.isfinite(point[3])]
        self._titles = (x_title, y_title)
        self._better = (Better(x_better), Better(y_better))
        self.setAccessibleName(f"{x_title}, {y_title}")
        self._front = self._pareto_front()
        front = self.tr("Pareto front: {0}").format(", ".join(self.front))
        self.setAccessibleDescription("\n".join([*(self._words(point) for point in self._points), *([front] if self._front else [])]))
        self.update()

    def table(self) -> ChartTable:
        """Return the points."""
        return ChartTable(("group", *self._titles), [(point.label, point.x, point.y) for point in self._points])

    @property
    def front(self) -> list[str]:
        """The groups that no other one beats in both values, by their means; empty where a value has no better end."""
        return [next(point.label for point in self._points if point.group == group) for group in self._front]

    def _pareto_front(self) -> list[int]:
        groups = sorted({point.group for point in self._points})
        members = [[(point.x, point.y) for point in self._points if point.group == group] for group in groups]
        means = [(math.fsum(x for x, _ in one) / len(one), math.fsum(y for _, y in one) / len(one)) for one in members]
        return [groups[place] for place in pareto_front(means, self._better)]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which labels have room."""
        return QSize(330, 270)

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Name the point under the pointer in the tooltip."""
        at = event.position()
        placed = [(math.hypot(at.x() - place.x(), at.y() - place.y()), point) for point, place in self._placed()] if self._points else []
        distance, nearest = min(placed, key=lambda found: found[0], default=(math.inf, None))
        self.setToolTip(plain_tooltip(self._words(nearest)) if nearest is not None and distance <= _REACH else "")

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw axes, points and labels."""
        painter = QPainter(self)
        painter.setFont(self._font)
        if not self._points:
            painter.setPen(QColor(self._theme.palette.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.tr("No group has both figures."))
            return
        self._draw_axes(painter)
        self._draw_points(painter)

    def _words(self, point: PlanePoint) -> str:
        return f"{point.label}: {present(point.x)} {self._titles[0]}, {present(point.y)} {self._titles[1]}"

    def _axes(self) -> tuple[_Axis, _Axis]:
        return _Axis.of([point.x for point in self._points]), _Axis.of([point.y for point in self._points])

    def _area(self, axis_y: _Axis) -> QRectF:
        """Return the part for the points: below the title of the vertical axis, right of its figures."""
        line = self._metrics.height()
        widest = max(self._metrics.horizontalAdvance(number(value, axis_y.step)) for value in ticks(axis_y.low, axis_y.high, axis_y.step))
        left, top = widest + _SPACE, line + _SPACE + 4
        return QRectF(left, top, max(1.0, self.width() - left - _SPACE), max(1.0, self.height() - top - 2 * line - _SPACE))

    def _placed(self) -> list[tuple[PlanePoint, QPointF]]:
        axis_x, axis_y = self._axes()
        area = self._area(axis_y)
        return [
            (point, QPointF(area.left() + axis_x.share(point.x) * area.width(), area.bottom() - axis_y.share(point.y) * area.height()))
            for point in self._points
        ]

    def _draw_axes(self, painter: QPainter) -> None:
        palette = self._theme.palette
        axis_x, axis_y = self._axes()
        area, line = self._area(axis_y), self._metrics.height()
        for value in ticks(axis_y.low, axis_y.high, axis_y.step):
            y = round(area.bottom() - axis_y.share(value) * area.height())
            painter.setPen(QPen(QColor(palette.grid), 1))
            painter.drawLine(round(area.left()), y, round(area.right()), y)
            painter.setPen(QColor(palette.faint))
            write(painter, QRectF(0, y - line / 2, area.left() - _SPACE, line), number(value, axis_y.step), AT_RIGHT)
        for text, left in self._x_figures(axis_x, area):
            write(painter, QRectF(left, area.bottom() + 4, 100, line), text, AT_LEFT)
        painter.setPen(QColor(palette.muted))
        titles = [_title(title, better, arrows) for title, better, arrows in zip(self._titles, self._better, ("→←", "↑↓"), strict=True)]
        write(painter, QRectF(area.left(), self.height() - line, area.width(), line), titles[0], IN_MIDDLE)
        write(painter, QRectF(0, 0, self.width(), line), titles[1], AT_LEFT)

    def _x_figures(self, axis: _Axis, area: QRectF) -> list[tuple[str, float]]:
        """Return the figures of the horizontal axis, with their left ends; as many as have room."""
        step = axis.step
        while area.width() * step / (axis.high - axis.low) < _TICK_SPACE and step < axis.high - axis.low:
            step *= 2
        found = []
        for value in ticks(axis.low, axis.high, step):
            text = number(value, axis.step)
            width = self._metrics.horizontalAdvance(text)
            found.append((text, min(area.left() + axis.share(value) * area.width() - width / 2, self.width() - width - 1)))
        return found

    def _draw_points(self, painter: QPainter) -> None:
        palette = self._theme.palette
        placed = sorted(self._placed(), key=lambda pair: pair[0].group)
        centres = []
        for group, found in groupby(placed, key=lambda pair: pair[0].group):
            members = list(found)
            middle = QPointF(*(sum(getattr(place, part)() for _, place in members) / len(members) for part in ("x", "y")))
            centres.append((group, members[0][0].label, middle))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.muted), 1, Qt.PenStyle.DashLine))
        taken = [QRectF(place.x() - _MARKER / 2, place.y() - _MARKER / 2, _MARKER, _MARKER) for _, place in placed]
        middles = {group: middle for group, _, middle in centres}
        for one, other in pairwise(middles[group] for group in self._front):
            painter.drawLine(one, other)
            taken += [QRectF(one + (other - one) * (part / _PARTS), QSizeF(1, 1)) for part in range(1, _PARTS)]
        for point, place in placed:
            draw_marker(painter, place, group_marker(point.group), colour_of(f"group:{point.group}", palette), _MARKER)
        painter.setFont(self._strong)
        for group, label, middle in centres:
            text = fitted(self._strong_metrics, label, _MOST_LABEL)
            box = self._free(text, middle, taken)
            if box is not None:
                taken.append(box)
                painter.setPen(colour_of(f"group:{group}", palette))
                write(painter, box, text, AT_LEFT)

    def _free(self, text: str, at: QPointF, taken: list[QRectF]) -> QRectF | None:
        """Return where a label has room beside its point, off the other labels and points; None for nowhere: the tooltip names it then."""
        width, height = self._strong_metrics.horizontalAdvance(text) + 2, self._strong_metrics.height()
        inside = QRectF(0, self._metrics.height(), self.width(), self.height() - 3 * self._metrics.height())
        right, left, over = at.x() + _SPACE, at.x() - _SPACE - width, at.x() - width / 2
        corners = [(right, at.y() - height - 2), (left, at.y() - height - 2), (right, at.y() + 2), (left, at.y() + 2)]
        corners += [(over, at.y() - height - _SPACE), (over, at.y() + _SPACE), (right, at.y() - height / 2), (left, at.y() - height / 2)]
        corners += [(x, at.y() + turn * height) for turn in (-2.2, 1.2) for x in (right, left, over)]
        boxes = (QRectF(x, y, width, height) for x, y in corners)
        return next((box for box in boxes if inside.contains(box) and not any(box.intersects(other) for other in taken)), None)


def _title(title: str, better: Better, arrows: str) -> str:
    if better is Better.NEITHER:
        return title
    words = QCoreApplication.translate("PlaneChart", "better")
    return f"{title} {arrows[0] if better is Better.HIGHER else arrows[1]} {words}"
