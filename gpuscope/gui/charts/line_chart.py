"""Lines and points on two axes, linear or logarithmic: distributions and rooflines of compared groups."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.chart_table import ChartTable
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.line_style import colour_of, draw_marker, draw_swatch, group_dash, group_marker, pen
from gpuscope.gui.charts.plot_axis import PlotAxis
from gpuscope.gui.charts.series import Floats
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.text_line import AT_LEFT, AT_RIGHT, IN_MIDDLE, fitted, write
from gpuscope.gui.charts.ticks import present
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

_SPACE = 8.0
_SWATCH = 22.0
_MOST_NAME = 110.0
_MOST_LEGEND = 8
_MARKER = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class ChartLine:
    """One line.

    Attributes:
        label: Whose it is.
        group: Its place; None for a line that values are held against.
        x: Ascending, float64 [n].
        y: Float64 [n].
        marked: Index of the place that has the group's marker; None for none.
    """

    label: str
    group: int | None
    x: Floats
    y: Floats
    marked: int | None = None


@dataclass(frozen=True, slots=True)
class LinePicture:
    """What a chart of lines shows.

    Attributes:
        x_title: What the horizontal axis counts, in which unit.
        y_title: The same of the vertical one.
        lines: Drawn in their order.
        points: Label, place of the group, and two values each.
        is_log: Whether both axes are logarithmic.
        legend_below: Whether the legend stands in the lower right corner, else in the upper one.
    """

    x_title: str
    y_title: str
    lines: Sequence[ChartLine] = ()
    points: Sequence[tuple[str, int, float, float]] = field(default=())
    is_log: bool = False
    legend_below: bool = True


class LineChart(QWidget):
    """Draws one :class:`LinePicture`; the tooltip reads all lines under the pointer.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture = LinePicture("", "")
        self._axes = PlotAxis.linear([0.0, 1.0]), PlotAxis.linear([0.0, 1.0])
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setMouseTracking(True)
        self.setMinimumSize(220, 160)
        theme.changed.connect(self.update)

    @property
    def picture(self) -> LinePicture:
        """What is drawn."""
        return self._picture

    def show_picture(self, picture: LinePicture) -> None:
        """Draw something else; it has a line or a point at the least."""
        self._picture = picture
        xs = [float(one) for line in picture.lines for one in (line.x[0], line.x[-1])] + [point[2] for point in picture.points]
        ys = [float(one) for line in picture.lines for one in (line.y.min(), line.y.max())] + [point[3] for point in picture.points]
        make = PlotAxis.log if picture.is_log else PlotAxis.linear
        self._axes = make(xs), make(ys)
        self.setAccessibleName(f"{picture.x_title}, {picture.y_title}")
        points = [f"{label}: {present(x)} {picture.x_title}, {present(y)} {picture.y_title}" for label, _, x, y in picture.points]
        lines = [
            f"{line.label}: {present(float(line.x[0]))} – {present(float(line.x[-1]))} {picture.x_title}"
            for line in picture.lines
            if line.group is not None
        ]
        self.setAccessibleDescription("\n".join([*lines, *points]))
        self.update()

    def table(self) -> ChartTable:
        """Return the places of all lines, and the points."""
        lines = [(line.label, x, y) for line in self._picture.lines for x, y in zip(line.x.tolist(), line.y.tolist(), strict=True)]
        points = [(label, x, y) for label, _, x, y in self._picture.points]
        return ChartTable(("group", self._picture.x_title, self._picture.y_title), [*lines, *points])

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size at which lines can be told apart."""
        return QSize(330, 270)

    def words_at(self, place: QPointF) -> str:
        """Return what all lines say at a place of the widget, or the point there; "" outside."""
        area, axis_x = self._area(), self._axes[0]
        for label, _, x, y in self._picture.points:
            at = self._place(x, y, area)
            if math.hypot(at.x() - place.x(), at.y() - place.y()) <= _MARKER:
                return f"{label}: {present(x)} {self._picture.x_title}, {present(y)} {self._picture.y_title}"
        lines = [line for line in self._picture.lines if line.group is not None]
        if not area.contains(place) or not lines:
            return ""
        x = axis_x.value((place.x() - area.left()) / area.width())
        said = [f"{line.label}: {present(float(np.interp(x, line.x, line.y)))}" for line in lines]
        return "\n".join([f"{present(x)} {self._picture.x_title}", *said])

    @contained
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Read the lines in the tooltip."""
        self.setToolTip(plain_tooltip(self.words_at(event.position())))

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw axes, lines, points and legend."""
        painter = QPainter(self)
        painter.setFont(self._font)
        area = self._area()
        self._draw_axes(painter, area)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(area.adjusted(-_MARKER, -_MARKER, _MARKER, _MARKER))
        for line in self._picture.lines:
            self._draw_line(painter, line, area)
        for _, group, x, y in self._picture.points:
            colour = colour_of(f"group:{group}", self._theme.palette)
            draw_marker(painter, self._place(x, y, area), group_marker(group), colour, _MARKER)
        painter.setClipping(False)
        self._draw_legend(painter, area)

    def _area(self) -> QRectF:
        line = self._metrics.height()
        left = max(self._metrics.horizontalAdvance(text) for _, text in self._axes[1].marks) + _SPACE
        top = line + _SPACE + 4
        return QRectF(left, top, max(1.0, self.width() - left - 2 * _SPACE), max(1.0, self.height() - top - 2 * line - _SPACE))

    def _place(self, x: float, y: float, area: QRectF) -> QPointF:
        axis_x, axis_y = self._axes
        return QPointF(area.left() + axis_x.share(x) * area.width(), area.bottom() - axis_y.share(y) * area.height())

    def _draw_axes(self, painter: QPainter, area: QRectF) -> None:
        palette, (axis_x, axis_y), line = self._theme.palette, self._axes, self._metrics.height()
        for value, text in axis_y.marks:
            y = round(area.bottom() - axis_y.share(value) * area.height())
            painter.setPen(QPen(QColor(palette.grid), 1))
            painter.drawLine(round(area.left()), y, round(area.right()), y)
            write(painter, QRectF(0, y - line / 2, area.left() - _SPACE, line), text, AT_RIGHT, QColor(palette.faint))
        taken = -math.inf
        for value, text in axis_x.marks:
            width = self._metrics.horizontalAdvance(text)
            left = min(area.left() + axis_x.share(value) * area.width() - width / 2, self.width() - width - 1)
            if left > taken + _SPACE:
                taken = left + width
                write(painter, QRectF(left, area.bottom() + 4, width, line), text, AT_LEFT, QColor(palette.faint))
        write(
            painter, QRectF(area.left(), self.height() - line, area.width(), line), self._picture.x_title, IN_MIDDLE, QColor(palette.muted)
        )
        write(painter, QRectF(0, 0, self.width(), line), self._picture.y_title, AT_LEFT, QColor(palette.muted))

    def _draw_line(self, painter: QPainter, line: ChartLine, area: QRectF) -> None:
        palette = self._theme.palette
        if line.group is None:
            painter.setPen(QPen(QColor(palette.muted), 1, Qt.PenStyle.DashLine))
        else:
            painter.setPen(pen(colour_of(f"group:{line.group}", palette), group_dash(line.group), 1.5))
        points = [self._place(float(x), float(y), area) for x, y in zip(line.x, line.y, strict=True)]
        painter.drawPolyline(QPolygonF(points))
        if line.group is None:
            self._name_line(painter, line.label, points[-1], area)
        elif line.marked is not None:
            draw_marker(painter, points[line.marked], group_marker(line.group), colour_of(f"group:{line.group}", palette), _MARKER)

    def _name_line(self, painter: QPainter, name: str, end: QPointF, area: QRectF) -> None:
        height = self._metrics.height()
        box = QRectF(area.left(), max(area.top(), end.y() - height - 2), area.width() - 4, height)
        write(painter, box, fitted(self._metrics, name, area.width()), AT_RIGHT, QColor(self._theme.palette.muted))

    def _draw_legend(self, painter: QPainter, area: QRectF) -> None:
        palette, height = self._theme.palette, self._metrics.height() + 2
        named = dict.fromkeys([(line.label, line.group) for line in self._picture.lines if line.group is not None])
        named |= dict.fromkeys((label, group) for label, group, _, _ in self._picture.points)
        shown = [(fitted(self._metrics, label, _MOST_NAME), group) for label, group in named if group is not None][:_MOST_LEGEND]
        width = max((self._metrics.horizontalAdvance(name) for name, _ in shown), default=0.0) + _SWATCH + 6
        top = area.bottom() - len(shown) * height - 4 if self._picture.legend_below else area.top() + 2
        left = area.right() - width
        ground = QColor(palette.panel)
        ground.setAlpha(210)
        painter.fillRect(QRectF(left - 6, top - 2, width + 6, len(shown) * height + 4), ground)
        for row, (name, group) in enumerate(shown):
            box = QRectF(left, top + row * height, _SWATCH, height)
            curve = Curve("", name, f"group:{group}", group_dash(group), group_marker(group))
            draw_swatch(painter, box, curve, colour_of(curve.colour, palette))
            write(painter, QRectF(left + _SWATCH + 6, box.top(), width, height), name, AT_LEFT, QColor(palette.text))
