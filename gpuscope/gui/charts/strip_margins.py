"""The margins of a stack: current values right of each strip, names of marks above, the axis below."""

import math
from collections.abc import Callable, Collection
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuscope.core.figures import MISSING
from gpuscope.gui import fonts
from gpuscope.gui.charts.painter_canvas import colour_of
from gpuscope.gui.charts.strip import Curve, present_together
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_label import RIGHT
from gpuscope.gui.charts.strip_texts import range_text
from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, fitted, write
from gpuscope.gui.theme import BODY_PX, LARGE_PX, MEDIUM, SMALL_PX, STRONG, Theme
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.reports.live_reading import live_percent
from gpuscope.reports.pictures.scale import Scale, clock, number, place_scale, present

_VALUE_LEFT = 6
"""Pixels left of the values."""
_VALUE_SHARE = 0.8
"""Share of a strip's height that the values may fill."""


class StripValues(QWidget):
    """The right column of one strip.

    Attributes:
        named: Returns the keys of the curves that the label beside it names: only their values are drawn; None for all.
    """

    spoken_role = "StaticText"

    def __init__(self, theme: Theme, data: StripData, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._data = data
        self._around = around
        self._lines: list[tuple[Curve, str, str]] = []
        self._last = ""
        self.named: Callable[[], Collection[str]] | None = None
        self._faces = [
            (face, QFontMetricsF(face))
            for face in (fonts.font(LARGE_PX, STRONG), fonts.font(BODY_PX, MEDIUM), fonts.font(SMALL_PX, MEDIUM))
        ]
        self._small = fonts.font(SMALL_PX)
        self._small_metrics = QFontMetricsF(self._small)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def wanted_width(self) -> int:
        """Return the width of the longest usual value."""
        return round(self._faces[0][1].horizontalAdvance("−0.000") + _VALUE_LEFT + self._around.side)

    @property
    def _right(self) -> int:
        """Pixels right of the values: they end below the last action of the page's header, also beside a scroll bar."""
        return max(_VALUE_LEFT, self._around.side - self._around.beside)

    def refresh(self) -> None:
        """Update the values; repaint if a text has changed. Those of a run that has ended are called the last ones."""
        is_blank = self._around.is_blank(self._around.view.last, self._data.strip.key)
        curves = list(self._data.shown_curves())
        present = [self._present(curve, is_blank) for curve in curves]
        together = iter(
            present_together([value for value, _ in present if isinstance(value, float)], self._data.strip, self._data.greatest)
        )
        lines = [
            (curve, next(together) if isinstance(value, float) else value, remark)
            for curve, (value, remark) in zip(curves, present, strict=True)
        ]
        has_last = self._around.has_ended and any(value != MISSING for _, value, _ in lines)
        if has_last is not bool(self._last):
            self._last = self.tr("last") if has_last else ""
            set_tooltip(self, self.tr("The last readings of the run, not its means.") if has_last else "")
            self.update()
        if lines != self._lines:
            self._lines = lines
            self.update()

    def spoken_value(self) -> str:
        """Return the current values as text."""
        unit = self._data.strip.unit
        several = len(self._data.strip.curves) > 1
        parts = [
            f"{curve.label if several else ''} {value} {'' if ' ' in value else unit} {remark} {self._last if value != MISSING else ''}"
            for curve, value, remark in self._lines
        ]
        return f"{self._data.strip.title}: " + ", ".join(" ".join(part.split()) for part in parts)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the values that fit."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(palette.line))
        lines = self._named_lines()
        rows = [row for curve, value, remark in lines for row in ((curve.colour, value), *((("", remark),) if remark else ()))]
        face, metrics = self._face()
        rows = self._fitting(rows, metrics.height(), len(self._lines) - len(lines))
        heights = [metrics.height() if colour else self._small_metrics.height() for colour, _ in rows]
        if self._last and sum(heights) + self._small_metrics.height() <= self.height() - 2:
            rows, heights = [*rows, ("", self._last)], [*heights, self._small_metrics.height()]
        top = max(1.0, (self.height() - 1 - sum(heights)) / 2)
        for (colour, text), height in zip(rows, heights, strict=True):
            painter.setFont(face if colour else self._small)
            painter.setPen(colour_of(colour, palette) if colour and text != MISSING else QColor(palette.muted))
            box = QRectF(0, top, self.width() - self._right, height)
            write(painter, box, text, AT_RIGHT)
            top += height

    def _named_lines(self) -> list[tuple[Curve, str, str]]:
        """Return the lines whose curves are named beside them; all if none is."""
        if self.named is None:
            return self._lines
        named = self.named()
        return [line for line in self._lines if line[0].key in named] or self._lines

    def _fitting(self, rows: list[tuple[str, str]], height: float, unnamed: int) -> list[tuple[str, str]]:
        """Return the rows that fit; the last one gives the number of omitted rows, those without a name included."""
        room = max(1, int((self.height() - 3) / height))
        if (len(rows) <= room and not unnamed) or len(self._lines) == 1:
            return rows
        kept = rows[: max(1 if unnamed else 0, room - 1)]
        return [*kept, ("", self.tr("{0} more").format(len(rows) - len(kept) + unnamed))]

    def _face(self) -> tuple[QFont, QFontMetricsF]:
        """Return the largest font in which the values fit; the largest one is only used for a single value of a live run."""
        width, height = self.width() - _VALUE_LEFT - self._right, self.height() - 2
        return next(
            (
                (face, metrics)
                for face, metrics in self._faces[len(self._lines) > 1 or bool(self._last) :]
                if len(self._lines) * metrics.height() <= height * _VALUE_SHARE
                and all(metrics.horizontalAdvance(value) <= width for _, value, _ in self._lines)
            ),
            self._faces[-1],
        )

    def _present(self, curve: Curve, is_blank: bool) -> tuple[float | str, str]:
        """Return a curve's current value in SI units, or a text instead, and the start of its trailing NaN or infinite values ("" if none).

        The text is a dash during a gap, a share formatted as in its tile, or NaN.
        """
        series = self._data.series[curve.key]
        if is_blank or (self._data.strip.key, curve.key) in self._around.silent or not len(series.y):
            return MISSING, ""
        is_over = self._around.has_ended and not curve.is_logged  # the last reading of a process comes when it is gone
        is_live_mean = self._around.axis == "time" and not self._around.has_ended  # of an ended run, the curve's last reading
        last = series.recent_mean(curve.present_s if is_live_mean else 0.0, of_known=is_over)
        if math.isfinite(last):
            is_share = self._data.strip.unit == "%" and not curve.is_logged  # a sensor's, formatted as in its tile
            return live_percent(last) if is_share else last, ""
        if not curve.is_logged:
            return MISSING, ""
        start = series.unknown_from()
        since = "" if start is None else self.tr("from {place}").format(place=self._place(start))
        return present(last), since

    def _place(self, at: float) -> str:
        return clock(at) if self._around.axis == "time" else number(at, 1.0)


HEIGHT = 26
"""Least height in pixels: a line of small type with ticks; it grows with larger type."""
_SPACE = 84.0
"""Least distance between ticks, in logical pixels."""
_REMEMBERED = 64
"""Entries of the text width cache: shaping a text takes as long as drawing it, and most ticks stay while the axis moves."""


class TimeAxis(QWidget):
    """Draws the ticks of the visible range."""

    spoken_role = "StaticText"

    def __init__(self, theme: Theme, around: Surroundings) -> None:
        super().__init__()
        self._theme = theme
        self._around = around
        self._label = ""
        self._left = 0
        self._width = 1
        self._has_edge = False
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self._advance = lru_cache(_REMEMBERED)(self._metrics.horizontalAdvance)
        self.setFixedHeight(max(HEIGHT, round(self._metrics.height()) + 10))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_label(self, label: str) -> None:
        """Set the name of the axis, drawn left of the ticks."""
        self._label = label
        self.setAccessibleName(label)
        self.update()

    def spoken_value(self) -> str:
        """Return the visible range in words."""
        return range_text(self._around)

    def set_plot(self, left: int, width: int) -> None:
        """Set the left edge and the width of the strips' curves, in pixels."""
        self._left, self._width = left, max(1, width)
        self.update()

    def set_edge(self, has_edge: bool) -> None:
        """Draw a line on top, where strips go on below the axis: a cut one would look like a smudge."""
        if has_edge is not self._has_edge:
            self._has_edge = has_edge
            self.update()

    def scale(self) -> Scale:
        """Return the axis of the visible range, with as many ticks as fit."""
        view = self._around.view
        least = view.length * max(_SPACE, self._advance("00:00:00") + 24) / self._width
        return place_scale(view.start, view.end, least, is_time=self._around.axis == "time")

    def figures(self) -> list[tuple[float, str]]:
        """Return the visible ticks: x coordinate and text."""
        scale = self.scale()
        return [(self._left + scale.share(place) * self._width, text) for place, text in scale.labels()]

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the tick labels."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        if self._has_edge:
            painter.fillRect(0, 0, self.width(), 1, QColor(palette.line))
        painter.setFont(self._font)
        painter.setPen(QColor(palette.faint))
        room = float(self._left)
        for x, text in self.figures():
            width = self._advance(text)
            left = min(x - width / 2, self.width() - width - 2)
            room = min(room, left)
            write(painter, QRectF(left, 0, width, self.height()), text, AT_LEFT)
        if not self._label:
            return
        room -= self._around.side + RIGHT
        write(painter, QRectF(self._around.side, 0, room, self.height()), fitted(self._metrics, self._label, room), AT_LEFT)


_WIDEST_NAME, _BETWEEN_NAMES = 160.0, 10.0
"""Pixels beyond which a mark's name is elided, so that several fit the lane, and least distance between two names."""


class MarkLane(QWidget):
    """Draws the names of the marks at their positions; hidden without marks."""

    spoken_role = "StaticText"

    def __init__(self, theme: Theme, around: Surroundings) -> None:
        super().__init__()
        self._theme = theme
        self._around = around
        self._left, self._width = 0, 1
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setFixedHeight(round(self._metrics.height()) + 4)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def spoken_value(self) -> str:
        """Return the marks in view: position and name of each."""
        view, is_time = self._around.view, self._around.axis == "time"
        marks = [mark for mark in self._around.marks if view.start <= mark.x <= view.end]
        return "; ".join(f"{clock(mark.x) if is_time else number(mark.x, 1.0)} {mark.text}" for mark in marks)

    def set_plot(self, left: int, width: int) -> None:
        """Set the left edge and the width of the strips' curves, in pixels."""
        self._left, self._width = left, max(1, width)
        self.update()

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the names; a name that would overlap the previous one is left to the cursor's card."""
        palette, view = self._theme.palette, self._around.view
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.setFont(self._font)
        painter.setPen(QColor(palette.muted))
        taken = 0.0
        for mark in sorted(self._around.marks, key=lambda mark: mark.x):
            if not view.start <= mark.x <= view.end:
                continue
            text = fitted(self._metrics, mark.text, _WIDEST_NAME)
            width = self._metrics.horizontalAdvance(text)
            x = self._left + (mark.x - view.start) / view.length * self._width
            left = min(max(x - width / 2, float(self._left)), self._left + self._width - width)
            if left >= taken:
                write(painter, QRectF(left, 0, width, self.height()), text, AT_LEFT)
                taken = left + width + _BETWEEN_NAMES
