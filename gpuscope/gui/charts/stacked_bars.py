"""Bars that are made of parts, one bar a group, on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.chart_table import ChartTable
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.line_style import colour_of, mixed
from gpuscope.gui.charts.text_line import AT_LEFT, AT_RIGHT, IN_MIDDLE, fitted, write
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

_NAME, _BAR, _GAP, _LEGEND = 18, 16, 10, 18
_SWATCH, _SPACE = 10, 14
_TINT = 0.42


@dataclass(frozen=True, slots=True)
class StackedBar:
    """One group.

    Attributes:
        name: Its name.
        total: The whole in words.
        parts: Its parts: name, value, and the value in words.
        reason: Why there are none.
    """

    name: str
    total: str
    parts: tuple[tuple[str, float, str], ...]
    reason: str = ""


class StackedBars(QWidget):
    """Draws the bars below each other, and what the colours stand for.

    Args:
        theme: Gives the colours.
        colours: Of the parts, by name: tokens of the palette.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, colours: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._colours = theme, colours
        self._bars: Sequence[StackedBar] = ()
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    @property
    def bars(self) -> Sequence[StackedBar]:
        """What is drawn."""
        return self._bars

    def show_bars(self, bars: Sequence[StackedBar]) -> None:
        """Draw other bars."""
        self._bars = bars
        said = ("{}: {}".format(bar.name, ", ".join(f"{name} {words}" for name, _, words in bar.parts) or bar.reason) for bar in bars)
        self.setAccessibleDescription("\n".join(said))
        self.updateGeometry()
        self.update()

    def table(self) -> ChartTable:
        """Return the parts of each bar in SI units."""
        return ChartTable(("group", "part", "value (SI)"), [(bar.name, name, value) for bar in self._bars for name, value, _ in bar.parts])

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which all bars are seen."""
        return QSize(320, self._height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the same: a bar that is not seen would be a group that is left out."""
        return QSize(220, self._height())

    def _height(self) -> int:
        return len(self._bars) * (_NAME + _BAR + _GAP) + 2 * _LEGEND

    def event(self, event: QEvent) -> bool:
        """Name the part under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = event.pos().toPointF()
            said = next((words for area, words, _, _ in self._segments() if area.contains(place)), "")
            QToolTip.showText(event.globalPos(), plain_tooltip(said), self)
            return True
        return super().event(event)

    def _segments(self) -> list[tuple[QRectF, str, str, str]]:
        """Return area, words, name and token of each part."""
        largest = max((sum(value for _, value, _ in bar.parts) for bar in self._bars), default=0.0)
        found = []
        for row, bar in enumerate(self._bars):
            left, top = 0.0, row * (_NAME + _BAR + _GAP) + _NAME
            for name, value, words in bar.parts:
                width = value / largest * self.width() if largest > 0 else 0.0
                area = QRectF(left, top, max(0.0, width - 1), _BAR)
                found.append((area, f"{bar.name}, {name}: {words}", name, self._colours.get(name, "muted")))
                left += width
        return found

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw names, bars and legend."""
        palette, painter = self._theme.palette, QPainter(self)
        painter.setFont(self._font)
        for row, bar in enumerate(self._bars):
            box = QRectF(0, row * (_NAME + _BAR + _GAP), self.width(), _NAME)
            right = bar.total or bar.reason
            room = self._metrics.horizontalAdvance(fitted(self._metrics, right, box.width() * 0.7)) + 8
            write(painter, box, fitted(self._metrics, bar.name, box.width() - room), AT_LEFT, QColor(palette.text))
            colour = QColor(palette.text if bar.total else palette.faint)
            write(painter, box, fitted(self._metrics, right, box.width() * 0.7), AT_RIGHT, colour)
        for area, _, name, token in self._segments():
            painter.fillRect(area, mixed(palette.panel, colour_of(token, palette).name(), _TINT))
            painter.fillRect(QRectF(area.left(), area.bottom() - 2, area.width(), 2), colour_of(token, palette))
            if self._metrics.horizontalAdvance(name) + 6 <= area.width():
                write(painter, area, name, IN_MIDDLE, QColor(palette.text))
        self._draw_legend(painter)

    def _draw_legend(self, painter: QPainter) -> None:
        palette = self._theme.palette
        left, top = 0.0, float(len(self._bars) * (_NAME + _BAR + _GAP))
        for name in dict.fromkeys(name for bar in self._bars for name, _, _ in bar.parts):
            width = self._metrics.horizontalAdvance(name)
            if left + _SWATCH + 4 + width > self.width():
                left, top = 0.0, top + _LEGEND
            colour = colour_of(self._colours.get(name, "muted"), palette)
            painter.fillRect(QRectF(left, top + (_LEGEND - _SWATCH) / 2, _SWATCH, _SWATCH), colour)
            write(painter, QRectF(left + _SWATCH + 4, top, width, _LEGEND), name, AT_LEFT, QColor(palette.muted))
            left += _SWATCH + 4 + width + _SPACE
