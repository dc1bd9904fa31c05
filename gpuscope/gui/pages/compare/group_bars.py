"""Headline metrics as bars from zero, a block a metric, a bar a group; each run is a mark below its group's bar, intervals are whiskers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuscope.core.metric import Better
from gpuscope.gui.charts.chart_table import ChartTable
from gpuscope.gui.fonts import font, legible
from gpuscope.gui.pages.compare.group_style import group_style
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX, Theme

_BAR, _LINE, _GAP, _TITLE = 10, 20, 12, 22
_FIGURE_WIDTH = 66
_CAP = 3
_ARROWS = {Better.HIGHER: "↑", Better.LOWER: "↓"}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True, slots=True)
class Bar:
    """One group.

    Attributes:
        name: As it is shown.
        group: Its place.
        value: Length of the bar; None when missing.
        figure: The value as shown, or "–".
        runs: The values of its runs, in the same unit.
        interval: Where the ratio's 95 % interval puts it, at the baseline's value; None without one.
    """

    name: str
    group: int
    value: float | None
    figure: str
    runs: tuple[float, ...] = ()
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class BarBlock:
    """One metric.

    Attributes:
        title: In words.
        unit: Of the figures.
        better: Which end is better.
        bars: One a group.
    """

    title: str
    unit: str
    better: Better
    bars: tuple[Bar, ...]


class GroupBars(QWidget):
    """As many blocks as there is room for, at least one.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._blocks: Sequence[BarBlock] = ()
        self._body, self._small, self._medium = font(BODY_PX), font(SMALL_PX), font(BODY_PX, MEDIUM)
        self.setAccessibleName(self.tr("Headline metrics as bars"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_blocks(self, blocks: Sequence[BarBlock]) -> None:
        """Show metrics, the most telling first."""
        self._blocks = blocks
        self.setAccessibleDescription("\n".join(_words(block) for block in blocks))
        self.updateGeometry()
        self.update()

    def table(self) -> ChartTable:
        """Return all bars, those without room too."""
        rows = [
            (f"{block.title} [{block.unit}]", bar.name, bar.value, *(bar.interval or (None, None)))
            for block in self._blocks
            for bar in block.bars
        ]
        return ChartTable(("metric", "group", "value", "interval_low", "interval_high"), rows)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which three metrics are seen."""
        return QSize(320, sum(_height(block) for block in self._blocks[:3]))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which one metric is seen."""
        return QSize(220, _height(self._blocks[0]) if self._blocks else 40)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the blocks."""
        painter = QPainter(self)
        names = self._name_width()
        top = 0.0
        for index, block in enumerate(self._blocks):
            if index and top + _height(block) - _GAP > self.height():
                break
            self._draw_block(painter, block, top, names)
            top += _height(block)

    def _name_width(self) -> float:
        metrics = QFontMetricsF(self._small)
        widest = max((metrics.horizontalAdvance(legible(bar.name[:60])) for block in self._blocks for bar in block.bars), default=0.0)
        return min(widest + 10, self.width() * 0.32)

    def _draw_block(self, painter: QPainter, block: BarBlock, top: float, names: float) -> None:
        palette = self._theme.palette
        title = QRectF(0, top, self.width(), _TITLE)
        painter.setFont(self._body)
        painter.setPen(QColor(palette.text))
        painter.drawText(title, _LEFT, block.title)
        used = QFontMetricsF(self._body).horizontalAdvance(block.title) + 6
        painter.setFont(self._small)
        painter.setPen(QColor(palette.muted))
        painter.drawText(title.adjusted(used, 0, 0, 0), _LEFT, f"{block.unit} {_ARROWS.get(block.better, '')}".strip())
        largest = max((max(bar.value or 0.0, *bar.runs, *(bar.interval or ()), 0.0) for bar in block.bars), default=0.0)
        for index, bar in enumerate(block.bars):
            self._draw_bar(painter, bar, QRectF(0, top + _TITLE + index * _LINE, self.width(), _LINE), names, largest)

    def _draw_bar(self, painter: QPainter, bar: Bar, line: QRectF, names: float, largest: float) -> None:
        palette = self._theme.palette
        painter.setFont(self._small)
        painter.setPen(QColor(palette.muted))
        shown = QFontMetricsF(self._small).elidedText(legible(bar.name), Qt.TextElideMode.ElideMiddle, names - 8)
        painter.drawText(QRectF(0, line.top(), names - 8, line.height()), _LEFT, shown)
        room = max(10.0, line.width() - names - _FIGURE_WIDTH)
        scale = room / largest if largest > 0 and math.isfinite(largest) else 0.0
        length = max(1.0, (bar.value or 0.0) * scale)
        middle = line.center().y()
        if bar.value is not None:
            colour = group_style(bar.group).paint_colour(palette)
            painter.fillRect(QRectF(names, middle - _BAR / 2, length, _BAR), colour)
            for value in bar.runs if len(bar.runs) > 1 else ():
                painter.fillRect(QRectF(names + value * scale - 0.5, middle + _BAR / 2 - 3, 1, 5), QColor(palette.text))
            if bar.interval is not None:
                self._draw_whiskers(painter, names + bar.interval[0] * scale, names + bar.interval[1] * scale, middle)
        painter.setFont(self._medium if bar.value is not None else self._body)
        painter.setPen(QColor(palette.text if bar.value is not None else palette.faint))
        painter.drawText(QRectF(line.right() - _FIGURE_WIDTH, line.top(), _FIGURE_WIDTH, line.height()), _RIGHT, bar.figure)

    def _draw_whiskers(self, painter: QPainter, left: float, right: float, middle: float) -> None:
        painter.setPen(QPen(QColor(self._theme.palette.text), 1))
        left, right, middle = round(left) + 0.5, round(right) + 0.5, round(middle) - 0.5
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        for x in (left, right):
            painter.drawLine(QPointF(x, middle - _CAP), QPointF(x, middle + _CAP))


def _height(block: BarBlock) -> int:
    return _TITLE + len(block.bars) * _LINE + _GAP


def _words(block: BarBlock) -> str:
    figures = ", ".join(f"{bar.name} {bar.figure}" for bar in block.bars)
    return f"{block.title}, {block.unit}: {figures}"
