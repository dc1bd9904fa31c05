"""A strip as a picture for export: a model of what the window draws live, drawn by either canvas. No Qt."""

from collections.abc import Iterator, Sequence

import numpy as np

from gpuscope.gui.charts.series import Floats, runs_of
from gpuscope.gui.charts.strip import Curve, SensorWindow, value_with_unit
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.reports.pictures.picture import (
    REFERENCE,
    Axis,
    Band,
    Chart,
    Instant,
    Legend,
    Mark,
    Marker,
    Piece,
    Polyline,
    Stretch,
    Style,
    Weight,
)
from gpuscope.reports.pictures.scale import Scale

WINDOW_SPACE = 12.0
"""Least width in pixels of a sensor's period at which its sampled part is drawn separately."""
_MARKERS = 6
"""Markers per curve: enough to identify it without covering it."""


def strip_chart(data: StripData, around: Surroundings, values: Scale, places: Scale, columns: int) -> Chart:
    """Return a strip as a chart: its visible curves and annotations in the visible range.

    Args:
        data: The strip, prepared for that range.
        around: State shared by all strips of the stack.
        values: The value axis, left of the strip.
        places: The shared axis, below all strips.
        columns: Width of the visible range in pixels.
    """
    return Chart(
        Axis(places), Axis(values, data.strip.title, data.strip.unit), tuple(_marks(data, around, values, places, columns)), Legend.BESIDE
    )


def _marks(data: StripData, around: Surroundings, values: Scale, places: Scale, columns: int) -> Iterator[Mark]:
    """Yield the marks in the order in which the window draws them."""
    start, end, factor, key = places.low, places.high, data.strip.factor, data.strip.key
    stretches = list(_stretches(around, key, start, end))
    yield from (stretch for stretch in stretches if not stretch.is_blank)
    curves = data.shown_curves()
    for curve in curves:
        if band := data.bands.get(curve.key):
            x, low, high = band.part(start, end, columns)
            within = (x >= start) & (x <= end)
            yield Band(Style(curve.colour), x[within], low[within] * factor, high[within] * factor)
    for limit in around.limits:
        if limit.strip == key and values.low <= limit.value * factor <= values.high:
            line = Piece(np.array([start, end]), np.full(2, limit.value * factor))
            yield Polyline(limit.label, REFERENCE, (line,), Weight.REFERENCE, is_group=False)
    for curve in reversed(curves):
        yield from _curve(data, curve, (start, end), columns)
    yield from (stretch for stretch in stretches if stretch.is_blank)
    yield from (Instant(mark.x, mark.text) for mark in around.marks if start <= mark.x <= end)


def _stretches(around: Surroundings, strip: str, start: float, end: float) -> Iterator[Stretch]:
    for shade in around.shades:
        last = around.view.last if shade.end is None else shade.end
        if shade.is_on(strip) and shade.start < end and last > start:
            text = shade.label if around.names(strip, shade) else ""
            yield Stretch(max(start, shade.start), min(end, last), text, is_blank=shade.tone != "throttle")


def _curve(data: StripData, curve: Curve, view: tuple[float, float], columns: int) -> Iterator[Mark]:
    x, y = data.series[curve.key].part(*view, columns)
    y = y * data.strip.factor
    style = Style(curve.colour, curve.dash, curve.marker or Marker.CIRCLE, has_marker=curve.marker is not None)
    pieces = list(_pieces(x, y, *view))
    if not pieces:
        return
    latest = value_with_unit(float(pieces[-1].y[-1]) / data.strip.factor, data.strip)
    name = f"{curve.label}, {latest}" if len(data.strip.curves) > 1 else latest
    if curve.window is not None and curve.window.period * columns / (view[1] - view[0]) >= WINDOW_SPACE:
        yield Polyline("", style, pieces, Weight.THIN, is_group=False)
        pieces = [piece for begin, stop, value in _sampled(x, y, curve.window) for piece in _pieces(np.array([begin, stop]), value, *view)]
    yield Polyline(name, style, pieces, markers=_MARKERS if style.has_marker else 0)


def _sampled(x: Floats, y: Floats, window: SensorWindow) -> Iterator[tuple[float, float, Floats]]:
    """Yield start and end of each reading's averaging window, with its value at both."""
    begins, ends = sampled_spans(x, window)
    for begin, end, value in zip(begins, ends, y, strict=True):
        yield float(begin), float(end), np.full(2, value)


def sampled_spans(x: Floats, window: SensorWindow) -> tuple[Floats, Floats]:
    """Return start and end of the sampled part of each period; a reading is on average half an update period old."""
    interval = float(np.median(np.diff(x))) if x.size > 1 else window.period
    ends = x - min(interval, window.period) / 2
    return ends - window.width, ends


def _pieces(x: Floats, y: Floats, start: float, end: float) -> Iterator[Piece]:
    """Yield the runs of finite values, clipped to the visible range."""
    for first, last in runs_of(np.isfinite(y)):
        cut = _cut(x[first:last], y[first:last], start, end)
        if cut.x.size:
            yield cut


def _cut(x: Floats, y: Floats, start: float, end: float) -> Piece:
    within = (x >= start) & (x <= end)
    ends: Sequence[float] = [place for place in (start, end) if x[0] < place < x[-1]]
    places = np.concatenate([x[within], ends])
    order = places.argsort(kind="stable")
    return Piece(places[order], np.concatenate([y[within], np.interp(ends, x, y)])[order])
