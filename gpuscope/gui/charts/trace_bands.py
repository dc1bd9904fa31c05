"""Rows of bands between a timeline's time axis and its lanes: phases of steps, phases of the run."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpuscope.core.figures import figure
from gpuscope.gui import fonts
from gpuscope.gui.charts.hover_card import HoverCard
from gpuscope.gui.charts.painter_canvas import colour_of, mixed
from gpuscope.gui.charts.time_axis import instant
from gpuscope.gui.fonts import AT_LEFT, fitted, write
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import SMALL_PX, STRONG, Palette

BAND_ROW = grown(20)
"""Height of a row in pixels."""
_TINT = 0.38
"""Share of its colour in a band's fill: names on it stay legible in both themes."""
_PAD, _LEAST_WRITTEN, _LEAST_LETTERS = 4.0, 24.0, 3
"""Padding beside a name and least width of a band with a name, in pixels; letters before an ellipsis below which a name is omitted."""


@dataclass(frozen=True, slots=True)
class TimelineBand:
    """A named time range.

    Attributes:
        name: Translated name.
        colour: Name of a palette colour.
        start_ns: Start, from the trace's origin.
        end_ns: End, from the trace's origin.
    """

    name: str
    colour: str
    start_ns: float
    end_ns: float


@dataclass(frozen=True, slots=True)
class BandRow:
    """Consecutive bands.

    Attributes:
        title: Title of the row.
        bands: In chronological order.
    """

    title: str
    bands: tuple[TimelineBand, ...]

    def at(self, time_ns: float) -> TimelineBand | None:
        """Return the band at an instant; None between them."""
        return next((band for band in self.bands if band.start_ns <= time_ns < band.end_ns), None)


def draw_bands(
    painter: QPainter, rows: Sequence[BandRow], area: QRectF, gutter: float, view: tuple[float, float], palette: Palette
) -> None:
    """Draw rows of bands.

    Args:
        painter: Draws, in logical pixels.
        rows: Top to bottom.
        area: Area of the bands and their titles.
        gutter: Width of the titles.
        view: Start and end of the visible range, in ns.
        palette: The theme's palette.
    """
    painter.fillRect(area, QColor(palette.panel))
    scale = (area.width() - gutter) / (view[1] - view[0])
    for number, row in enumerate(rows):
        top = area.top() + number * BAND_ROW
        painter.setFont(fonts.font(SMALL_PX, STRONG))
        title = fitted(QFontMetricsF(painter.font()), row.title, gutter - 24)
        write(painter, QRectF(18, top, gutter - 24, BAND_ROW), title, AT_LEFT, QColor(palette.text))
        painter.setFont(fonts.font(SMALL_PX))
        painter.setClipRect(QRectF(area.left() + gutter, top, area.width() - gutter, BAND_ROW))
        drawn_until = -1.0
        for band in row.bands:
            left = area.left() + gutter + max(-1.0, (band.start_ns - view[0]) * scale)
            right = area.left() + gutter + min((band.end_ns - view[0]) * scale, area.width() - gutter + 1)
            if right <= max(drawn_until, area.left() + gutter) or left > area.right():
                continue  # out of view, or within the same pixel as the previous band
            drawn_until = max(right, left + 1.0)
            _draw_band(painter, band, QRectF(left, top + 2, max(1.0, right - left), BAND_ROW - 4), palette)
        painter.setClipping(False)


def _draw_band(painter: QPainter, band: TimelineBand, place: QRectF, palette: Palette) -> None:
    colour = colour_of(band.colour, palette)
    painter.fillRect(place, mixed(palette.panel, colour.name(), _TINT))
    painter.fillRect(QRectF(place.left(), place.top(), min(1.0, place.width()), place.height()), colour)
    if place.width() >= _LEAST_WRITTEN:
        metrics = QFontMetricsF(painter.font())
        text = metrics.elidedText(fonts.legible(band.name), Qt.TextElideMode.ElideRight, place.width() - 2 * _PAD)
        if text == band.name or len(text) > _LEAST_LETTERS:
            write(painter, place.adjusted(_PAD, 0, 0, 0), text, AT_LEFT, QColor(palette.text))


def band_card(row: BandRow, band: TimelineBand, reach_ns: float) -> HoverCard:
    """Return the card of a band.

    Args:
        row: Row of the band.
        band: The band.
        reach_ns: Duration of one pixel, which limits the precision of instants.
    """
    duration = QCoreApplication.translate("TraceCard", "Duration"), figure((band.end_ns - band.start_ns) * 1e-9, "s")
    return HoverCard(
        band.name, (duration, (QCoreApplication.translate("TraceCard", "Start"), instant(band.start_ns, max(1.0, reach_ns)))), (row.title,)
    )
