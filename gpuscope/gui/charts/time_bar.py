"""A stacked bar that divides a time into its parts, with their figures below."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuscope.gui.faults import contained
from gpuscope.gui.fonts import font
from gpuscope.gui.theme import BODY_PX, MEDIUM, SMALL_PX, STRONG, Theme

_BAR, _GAP, _SQUARE = 14, 8, 8
"""Pixels: height of the bar, space between bar and figures, side of the square in a part's colour."""
_BETWEEN, _LEAST_BETWEEN = 28, 12
"""Pixels between the figures of two parts, usually and if space is scarce."""
_WIDEST_NAME = 0.3
"""Maximum width of a bar's name as a share of the whole; a longer one would push the figures out."""
_THINNEST = 2.0
"""Least width in pixels of a part that is not zero, so that it is visible."""


@dataclass(frozen=True, slots=True)
class TimePart:
    """A part of a bar.

    Attributes:
        label: Its name.
        seconds: Its time.
        figure: Its time as text, with unit.
        share: Share of the whole, 0 to 1.
        share_text: The share as text, in per cent.
        colour: Name of its palette colour.
    """

    label: str
    seconds: float
    figure: str
    share: float
    share_text: str
    colour: str


class TimeBar(QWidget):
    """One bar per device, all on one scale.

    Attributes:
        bars: The bars: name of the device ("" for the only one) and parts.
    """

    spoken_role = "Chart"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.bars: list[tuple[str, Sequence[TimePart]]] = []
        self._small, self._strong, self._body = font(SMALL_PX), font(BODY_PX, STRONG), font(BODY_PX, MEDIUM)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_bars(self, bars: Sequence[tuple[str, Sequence[TimePart]]]) -> None:
        """Show bars, each the name of a device ("" for the only one) and its parts."""
        self.bars = list(bars)
        self.setAccessibleName(self.tr("Device time"))
        lines = [
            ", ".join(filter(None, (name, *(f"{part.label} {part.figure} ({part.share_text})" for part in parts)))) for name, parts in bars
        ]
        self.setAccessibleDescription("\n".join(lines))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size at which every bar is visible."""
        return QSize(320, len(self.bars) * self._row_height())

    def _row_height(self) -> int:
        return round(_BAR + _GAP + QFontMetricsF(self._body).height() + _GAP)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the bars."""
        painter = QPainter(self)
        longest = max((sum(part.seconds for part in parts) for _, parts in self.bars), default=0.0) or 1.0
        layout = self.figures_layout()
        for number, (name, parts) in enumerate(self.bars):
            top = number * self._row_height()
            self._draw_bar(painter, top, parts, self.width() * sum(part.seconds for part in parts) / longest)
            self._draw_figures(painter, top + _BAR + _GAP, name, parts, layout)
        painter.end()

    def _draw_bar(self, painter: QPainter, top: float, parts: Sequence[TimePart], width: float) -> None:
        left = 0.0
        widths = [max(_THINNEST, part.share * width) if part.share > 0 else 0.0 for part in parts]
        whole = sum(widths) or 1.0
        for part, each in zip(parts, widths, strict=True):
            right = left + each * width / whole
            area = QRectF(round(left), top, round(right) - round(left), _BAR)
            painter.fillRect(area, QColor(getattr(self._theme.palette, part.colour)))
            left = right

    def figures_layout(self) -> tuple[bool, int]:
        """Return whether the figures of all bars fit with their shares, and the pixels between two parts: the same below each bar."""
        layouts = [(has_shares, between) for has_shares in (True, False) for between in (_BETWEEN, _LEAST_BETWEEN)]
        for has_shares, between in layouts:
            if all(self.figures_width(name, parts, between, has_shares=has_shares) <= self.width() for name, parts in self.bars):
                return has_shares, between
        return layouts[-1]

    def _draw_figures(self, painter: QPainter, top: float, name: str, parts: Sequence[TimePart], layout: tuple[bool, int]) -> None:
        palette, (has_shares, between) = self._theme.palette, layout
        left, height = 0.0, QFontMetricsF(self._body).height()
        if name:
            left = self._write(painter, left, top, self.shown_name(name), self._strong, palette.text) + between
        for part in parts:
            middle = top + height / 2
            square = QRectF(round(left), round(middle - _SQUARE / 2), _SQUARE, _SQUARE)
            painter.fillRect(square, QColor(getattr(palette, part.colour)))
            left = self._write(painter, left + _SQUARE + 6, top, part.label, self._small, palette.muted) + 6
            left = self._write(painter, left, top, part.figure, self._body, palette.text)
            if has_shares and part.share:
                left = self._write(painter, left + 6, top, part.share_text, self._small, palette.muted)
            left += between

    def shown_name(self, name: str) -> str:
        """Return a bar's name, elided in the middle if it is long."""
        return QFontMetricsF(self._strong).elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST_NAME * self.width())

    def figures_width(self, name: str, parts: Sequence[TimePart], between: int = _BETWEEN, *, has_shares: bool) -> float:
        """Return the width in pixels of the figures below a bar, with or without their shares."""
        small, body, strong = (QFontMetricsF(face).horizontalAdvance for face in (self._small, self._body, self._strong))
        width = strong(self.shown_name(name)) + between if name else 0.0
        for part in parts:
            share = 6 + small(part.share_text) if has_shares and part.share else 0.0
            width += _SQUARE + 6 + small(part.label) + 6 + body(part.figure) + share + between
        return width - between

    def _write(self, painter: QPainter, left: float, top: float, text: str, face: QFont, colour: str) -> float:
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(QColor(colour))
        width = metrics.horizontalAdvance(text)
        box = QRectF(left, top, width + 2, QFontMetricsF(self._body).height())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
        return left + width
