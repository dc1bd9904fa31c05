"""What the cursor's card says at a place."""

import math
from collections.abc import Iterable

from gpuscope.gui.charts.cursor_item import Card, CardRow
from gpuscope.gui.charts.line_style import colour_of
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.ticks import clock, number, present
from gpuscope.gui.theme import Palette

_MARK_REACH = 4
"""A mark is told of so many pixels around it."""


def card_at(place: float, note: str, strips: Iterable[StripData], around: Surroundings, palette: Palette, columns: int) -> Card:
    """Return the card for a place.

    Args:
        place: On the axis.
        note: Beside the place, in its line.
        strips: Whose visible curves have a row each.
        around: What they share.
        palette: Gives the colours.
        columns: How many pixels wide the part in view is drawn.
    """
    resolution = around.view.length / max(1, columns)
    rows = tuple(
        CardRow(_label(strip, curve.label), "–" if is_blank else _value(strip, curve, place), colour_of(curve.colour, palette))
        for strip, is_blank in ((strip, around.is_blank(place, strip.strip.key)) for strip in strips)
        for curve in strip.shown_curves()
    )
    near = [mark.text for mark in around.marks if abs(mark.x - place) <= _MARK_REACH * resolution]
    remarks = [": ".join(part for part in (shade.label, shade.detail) if part) for shade in around.shades_at(place) if shade.label]
    return Card(place_text(place, around.axis, resolution, is_count=around.is_count), note, rows, tuple(dict.fromkeys(near + remarks)))


def place_text(place: float, axis: str, resolution: float, *, is_count: bool = True) -> str:
    """Return a place as the axis counts, no finer than it is drawn: ``0:38.2``, ``1 765``."""
    finest = 10.0 ** math.floor(math.log10(max(resolution, 1e-9)) + 0.5)
    if axis != "time":
        return number(place, 1.0 if is_count else finest)
    return clock(place, min(1.0, max(0.001, finest)))


def _label(strip: StripData, curve: str) -> str:
    return f"{strip.strip.title} · {curve}" if len(strip.strip.curves) > 1 else strip.strip.title


def _value(strip: StripData, curve: Curve, place: float) -> str:
    value = strip.value_at(curve.key, place)
    if value is None or not (curve.is_told or math.isfinite(value)):
        return "–"
    return f"{present(value * strip.strip.factor)} {strip.strip.unit}".rstrip()
