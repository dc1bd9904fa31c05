"""What stands right of a strip: the present value of each curve, in its colour."""

import math

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.line_style import colour_of
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.text_line import AT_RIGHT, write
from gpuscope.gui.charts.ticks import clock, number, present
from gpuscope.gui.theme import BODY_PX, LARGE_PX, MEDIUM, SMALL_PX, STRONG, Theme

RIGHT = 14
_LEFT = 6
_SHARE = 0.8
"""How much of a strip's height the values may fill."""
_MISSING = "–"


class StripValues(QWidget):
    """The right column of one strip.

    Args:
        theme: Gives the colours.
        data: The strip.
        around: What all strips share.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, data: StripData, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._data = data
        self._around = around
        self._lines: list[tuple[Curve, str, str]] = []
        self._faces = [
            (face, QFontMetricsF(face))
            for face in (fonts.font(LARGE_PX, STRONG), fonts.font(BODY_PX, MEDIUM), fonts.font(SMALL_PX, MEDIUM))
        ]
        self._small = fonts.font(SMALL_PX)
        self._small_metrics = QFontMetricsF(self._small)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def wanted_width(self) -> int:
        """Return the width that the longest usual value needs."""
        return round(self._faces[0][1].horizontalAdvance("-0.000") + _LEFT + RIGHT)

    def refresh(self) -> None:
        """Look up the present values; repaints when one reads differently."""
        is_blank = self._around.is_blank(self._around.view.last, self._data.strip.key)
        lines = [(curve, *self._words(curve, is_blank)) for curve in self._data.shown_curves()]
        if lines != self._lines:
            self._lines = lines
            self.update()

    def description(self) -> str:
        """Return the present values in words, for screen readers."""
        unit = self._data.strip.unit
        several = len(self._data.strip.curves) > 1
        parts = [
            f"{curve.label} {value} {unit} {remark}" if several else f"{value} {unit} {remark}" for curve, value, remark in self._lines
        ]
        return f"{self._data.strip.title}: " + ", ".join(" ".join(part.split()) for part in parts)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the values, as many as there is room for."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(palette.line))
        rows = [row for curve, value, remark in self._lines for row in ((curve.colour, value), *((("", remark),) if remark else ()))]
        face, metrics = self._face()
        rows = self._fitting(rows, metrics.height())
        heights = [metrics.height() if colour else self._small_metrics.height() for colour, _ in rows]
        top = max(1.0, (self.height() - 1 - sum(heights)) / 2)
        for (colour, text), height in zip(rows, heights, strict=True):
            painter.setFont(face if colour else self._small)
            painter.setPen(colour_of(colour, palette) if colour and text != _MISSING else QColor(palette.muted))
            box = QRectF(0, top, self.width() - RIGHT, height)
            write(painter, box, text, AT_RIGHT)
            top += height

    def _fitting(self, rows: list[tuple[str, str]], height: float) -> list[tuple[str, str]]:
        """Return as many rows as there is room for; the last one says how many are left out."""
        room = max(1, int((self.height() - 3) / height))
        return rows if len(rows) <= room or len(self._lines) == 1 else [*rows[: room - 1], ("", f"+ {len(rows) - room + 1}")]

    def _face(self) -> tuple[QFont, QFontMetricsF]:
        """Return the largest face in which the values fit; the largest of all is for one value alone."""
        width, height = self.width() - _LEFT - RIGHT, self.height() - 2
        return next(
            (
                (face, metrics)
                for face, metrics in self._faces[len(self._lines) > 1 :]
                if len(self._lines) * metrics.height() <= height * _SHARE
                and all(metrics.horizontalAdvance(value) <= width for _, value, _ in self._lines)
            ),
            self._faces[-1],
        )

    def _words(self, curve: Curve, is_blank: bool) -> tuple[str, str]:
        """Return the present value of a curve, none while a gap lasts, and since when it is none."""
        series = self._data.series[curve.key]
        if is_blank or (self._data.strip.key, curve.key) in self._around.silent or not len(series.y):
            return _MISSING, ""
        last = float(series.y[-1])
        if math.isfinite(last):
            return present(last * self._data.strip.factor), ""
        if not curve.is_told:
            return _MISSING, ""
        start = series.unknown_from()
        since = "" if start is None else self.tr("from {place}").format(place=self._place(start))
        return present(last), since

    def _place(self, at: float) -> str:
        return clock(at) if self._around.axis == "time" else number(at, 1.0)
