"""Draws the figures of the mini view, one row each: name, sparkline, figure."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.series import runs_of
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.mini.mini_figures import MiniRow
from gpuscope.gui.theme import BODY_PX, SMALL_PX, STRONG, Theme
from gpuscope.system.language import unit_name

ROW = 36
"""Height of a row in pixels: a name with a note below it."""
_PAD, _NAME, _SPARK, _VALUE = 12, 140, 64, 116
"""Pixels: padding, and widths of the name, the sparkline, and the figure with its unit."""
WIDTH = 2 * _PAD + _NAME + _SPARK + _VALUE + 8
"""Pixels, with a gap of 8 between name and sparkline."""
_DOT = 7
"""Diameter of a state's dot in pixels."""


class MiniRows(QWidget):
    """Paints the rows; clicks pass through to the window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: Sequence[MiniRow] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("Current figures"))
        theme.changed.connect(self.update)

    def show_rows(self, rows: Sequence[MiniRow]) -> None:
        """Show other figures."""
        self.rows = rows
        self.setAccessibleDescription("\n".join(row.sentence for row in rows))
        self.setFixedHeight(max(1, len(rows)) * ROW + _PAD // 2)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the rows."""
        return QSize(WIDTH, max(1, len(self.rows)) * ROW + _PAD // 2)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the rows, or a note while there are none."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, row in enumerate(self.rows):
            self._paint_row(painter, row, float(place * ROW))
        if not self.rows:
            painter.setFont(fonts.font(SMALL_PX))
            box = QRectF(_PAD, 0, self.width() - 2 * _PAD, ROW)
            write(painter, box, self.tr("Waiting for the first reading"), AT_LEFT, QColor(self._theme.palette.muted))

    def _paint_row(self, painter: QPainter, row: MiniRow, top: float) -> None:
        palette = self._theme.palette
        colour = QColor(getattr(palette, row.family))
        small = fonts.font(SMALL_PX)
        painter.setFont(small)
        metrics = QFontMetricsF(small)
        below = row.origin or row.why
        line = ROW / 2 if below else ROW
        painter.fillRect(QRectF(_PAD, top + line / 2 - _DOT / 2 + (4 if below else 0), _DOT, _DOT), colour)
        left = _PAD + _DOT + 6
        name = QRectF(left, top + (4 if below else 0), _NAME - _DOT - 6, line)
        write(painter, name, fitted(metrics, row.label, name.width()), AT_LEFT, QColor(palette.text))
        if below:
            room = _NAME - _DOT - 6 if row.origin else self.width() - left - _PAD
            box = QRectF(left, top + line, room, line)
            write(painter, box, fitted(metrics, below, room), AT_LEFT, QColor(palette.warn if row.origin else palette.muted))
        self._paint_spark(painter, row, QRectF(_PAD + _NAME + 4, top + 8, _SPARK, ROW - 16), colour)
        self._paint_value(painter, row, top, metrics, small)

    def _paint_value(self, painter: QPainter, row: MiniRow, top: float, metrics: QFontMetricsF, small: QFont) -> None:
        palette, right = self._theme.palette, float(self.width() - _PAD)
        name = unit_name(row.unit)
        unit = metrics.horizontalAdvance(name) + (4 if name else 0)
        painter.setFont(small)
        write(painter, QRectF(right - unit, top, unit, ROW), name, AT_RIGHT, QColor(palette.muted))
        painter.setFont(fonts.font(BODY_PX + 2, STRONG))
        write(painter, QRectF(right - _VALUE, top, _VALUE - unit, ROW), row.value, AT_RIGHT, QColor(palette.text))

    def _paint_spark(self, painter: QPainter, row: MiniRow, area: QRectF, colour: QColor) -> None:
        """Paint the sparkline, interrupted at gaps."""
        painter.setPen(QPen(colour, 1.2))
        xs, ys = area.left() + row.places * area.width(), area.bottom() - row.heights * area.height()
        for begin, end in runs_of(np.isfinite(row.heights)):
            points = [QPointF(x, y) for x, y in zip(xs[begin:end].tolist(), ys[begin:end].tolist(), strict=True)]
            painter.drawPolyline(QPolygonF(points))
