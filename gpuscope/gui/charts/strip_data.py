"""What one strip draws: its curves' series, which of them are switched on, and the part that is in view. No Qt."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpuscope.gui.charts.series import Floats, Series
from gpuscope.gui.charts.strip import Curve, Limit, Mark, Shade, Strip
from gpuscope.gui.charts.time_view import TimeView
from gpuscope.gui.charts.value_range import Span, ValueRange

_AHEAD = 4
"""While the view is moved, so many-th a part of it is looked up beyond either end: the next movements need nothing new."""


@dataclass(slots=True)
class Surroundings:
    """What all strips of a stack share.

    Attributes:
        view: The part of the axis that is shown.
        shades: Stretches to tell of.
        limits: Lines that values are held against.
        marks: Instants with a name.
        silent: Curves that have no present value, by (strip, curve).
        axis: "time" for seconds; anything else is a count.
        ground: Name of the palette's colour that the strips lie on.
        order: Keys of the strips, uppermost first.
        is_smooth: Whether curves are drawn wider and with smooth edges, which takes ten times as long.
        is_count: Whether what the axis counts is whole, such as steps.
        has_cursor: Whether something moves over the strips, for which it pays to keep what was drawn.
    """

    view: TimeView = field(default_factory=TimeView)
    shades: list[Shade] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    silent: frozenset[tuple[str, str]] = frozenset()
    axis: str = "time"
    ground: str = "bg"
    order: list[str] = field(default_factory=list)
    is_smooth: bool = False
    is_count: bool = True
    has_cursor: bool = False

    def names(self, strip: str, shade: Shade) -> bool:
        """Return whether it is in this strip that a shade is named: the last of those that it is about."""
        about = [key for key in self.order if not shade.strips or key in shade.strips]
        return bool(about) and about[-1] == strip

    def shades_at(self, place: float, strip: str | None = None) -> list[Shade]:
        """Return the shades over a place, of a strip or of all."""
        end = self.view.last
        return [
            shade
            for shade in self.shades
            if shade.start <= place <= (end if shade.end is None else shade.end)
            and (strip is None or not shade.strips or strip in shade.strips)
        ]

    def is_blank(self, place: float, strip: str) -> bool:
        """Return whether nothing was read there: a gap lies over that place of a strip."""
        return any(shade.tone != "throttle" for shade in self.shades_at(place, strip))


@dataclass(frozen=True, slots=True)
class Band:
    """What a curve's values range over: places, lower and upper values."""

    x: Floats
    low: Floats
    high: Floats

    def part(self, start: float, end: float, columns: int) -> tuple[Floats, Floats, Floats]:
        """Return the points to draw between two places: at most about two points a column."""
        first, last = self.x.searchsorted((start, end))
        part = slice(max(0, int(first) - 1), int(last) + 1)
        x, low, high = self.x[part], self.low[part], self.high[part]
        block = -(-len(x) // (2 * max(1, columns))) if len(x) else 1
        if block < 2:
            return x, low, high
        starts = np.arange(0, len(x), block)
        return x[starts], np.fmin.reduceat(low, starts), np.fmax.reduceat(high, starts)


class StripData:
    """One strip's curves.

    Attributes:
        strip: What it shows.
        series: By the key of the curve.
        bands: By the key of the curve.
        visible: Which curves are switched on, by key.
        shown: Start and end of what is in view; this and what follows is set by :meth:`prepare`.
        reach: Start and end of what was looked up: what is in view, and more while that is moved.
        parts: Each visible curve's values in the reach; another dictionary whenever they were looked up.
        band_parts: The same of their bands.
        span: The range of the values in view, in the unit that is shown.
        known_to: Up to where the parts have all values: series may grow within the reach.
    """

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.series: dict[str, Series] = {curve.key: Series() for curve in strip.curves}
        self.bands: dict[str, Band] = {}
        self.visible = {curve.key: curve.visible for curve in strip.curves}
        self.shown = self.reach = 0.0, 1.0
        self.parts: dict[str, tuple[Floats, Floats]] = {}
        self.band_parts: dict[str, tuple[Floats, Floats, Floats]] = {}
        self.known_to = math.inf
        self._range = self._new_range()
        self.span: Span = self._range.span

    def take_over(self, strip: Strip) -> None:
        """Go on with a new description: curves of the same key keep their series and whether they are switched on."""
        fixed = (strip.low, strip.high, strip.factor) == (self.strip.low, self.strip.high, self.strip.factor)
        self.strip = strip
        self.series = {curve.key: self.series.get(curve.key) or Series() for curve in strip.curves}
        self.visible = {curve.key: self.visible.get(curve.key, curve.visible) for curve in strip.curves}
        self.bands = {key: band for key, band in self.bands.items() if key in self.series}
        if not fixed:
            self._range = self._new_range()

    def shown_curves(self) -> list[Curve]:
        """Return the curves that are switched on."""
        return [curve for curve in self.strip.curves if self.visible[curve.key]]

    def is_empty(self) -> bool:
        """Return whether no curve has a value."""
        return not any(len(series.y) for series in self.series.values())

    def prepare(self, view: TimeView, columns: int, limits: list[Limit], *, is_moved: bool = False) -> None:
        """Look up what is in view, and choose the range for it.

        Args:
            view: Says what is in view.
            columns: How many pixels wide that is drawn.
            limits: Lines that values are held against.
            is_moved: Nothing but the view has changed since the last time.
        """
        is_panned = is_moved and math.isclose(view.length, self.shown[1] - self.shown[0], rel_tol=1e-6)
        self.shown = view.start, view.end
        if not is_panned or self.shown[0] < self.reach[0] or self.shown[1] > min(self.reach[1], self.known_to):
            self._look_up(columns, columns // _AHEAD if is_panned else 0)
        strip = self.strip
        values = list(self._values_in_view())
        if strip.factor != 1.0:
            values = [part * strip.factor for part in values]
        self.span = self._range.fit(values, [limit.value * strip.factor for limit in limits if limit.strip == strip.key])

    def _look_up(self, columns: int, ahead: int) -> None:
        start, end = self.shown
        beyond = ahead * (end - start) / columns
        self.reach = start, end = start - beyond, end + beyond
        self.known_to = math.inf
        columns += 2 * ahead
        keys = [curve.key for curve in self.shown_curves()]
        self.parts = {key: self.series[key].part(start, end, columns) for key in keys}
        self.band_parts = {key: self.bands[key].part(start, end, columns) for key in keys if key in self.bands}

    def _values_in_view(self) -> Iterator[Floats]:
        for x, *columns in (*self.parts.values(), *self.band_parts.values()):
            if self.reach != self.shown:
                first, last = x.searchsorted(self.shown)
                columns = [values[max(0, first - 1) : last + 1] for values in columns]
            yield from columns

    def last_values(self) -> list[float]:
        """Return the last value in view of each curve, in the unit that is shown."""
        seen = [y[: x.searchsorted(self.shown[1]) + 1] for x, y in self.parts.values()]
        return [float(y[-1]) * self.strip.factor for y in seen if len(y)]

    def value_at(self, curve: str, place: float) -> float | None:
        """Return a curve's SI value near a place, NaN and infinity included; None where it has none."""
        series = self.series[curve]
        index = series.index_at(place)
        return None if index is None else float(series.y[index])

    def _new_range(self) -> ValueRange:
        low, high, factor = self.strip.low, self.strip.high, self.strip.factor
        return ValueRange(None if low is None else low * factor, None if high is None else high * factor)
