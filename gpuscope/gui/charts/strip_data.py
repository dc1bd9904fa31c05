"""State of a stack: each strip's series and visible curves, and the visible range of the shared axis. No Qt."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpuscope.gui.charts.series import Floats, Series, Span, ValueRange, ViewExtremes
from gpuscope.gui.charts.strip import Curve, Limit, Mark, Shade, Strip


class TimeView:
    """The visible range, in units of the axis (seconds, steps …).

    Attributes:
        following: Whether it follows new data.
        window: Length of the range while following; None for everything.
        least: Shortest visible range.
    """

    def __init__(self) -> None:
        self.least = 0.5
        self.following = True
        self.window: float | None = None
        self._first = 0.0
        self._last = 0.0
        self._start = 0.0
        self._end = 1.0

    @property
    def start(self) -> float:
        """Left end of the visible range."""
        return self._start

    @property
    def end(self) -> float:
        """Right end of the visible range; always greater than the left."""
        return self._end

    @property
    def length(self) -> float:
        """Length of the visible range."""
        return self._end - self._start

    @property
    def first(self) -> float:
        """Start of the data."""
        return self._first

    @property
    def last(self) -> float:
        """End of the data."""
        return self._last

    def set_extent(self, first: float, last: float) -> None:
        """Set the extent of the data; the visible range moves only while following."""
        if math.isfinite(first) and math.isfinite(last):
            self._first, self._last = min(first, last), last
            self._settle()

    def follow(self, window: float | None) -> None:
        """Follow the newest ``window`` of the data, or all of it."""
        self.window = max(self.least, window) if window is not None and math.isfinite(window) else None
        self.following = True
        self._settle()

    def hold(self) -> None:
        """Stop following."""
        self.following = False

    def pan(self, distance: float) -> None:
        """Move the visible range and stop following."""
        self._show(self._start + distance, self.length)

    def zoom(self, factor: float, around: float) -> None:
        """Scale the visible range by ``factor`` around a position and stop following."""
        length = min(max(self.length * factor, self.least), self._whole())
        share = (around - self._start) / self.length
        self._show(around - share * length, length)

    def show(self, start: float, end: float) -> None:
        """Show the range between two positions, clipped to the data, and stop following."""
        self._show(start, max(self.least, min(end - start, self._whole())))

    def _show(self, start: float, length: float) -> None:
        left, right = self._limits()
        start = min(max(start, left), max(left, right - length))
        if (start, start + length) != (self._start, self._end):
            self._start, self._end = start, start + length
            self.following = False

    def _settle(self) -> None:
        if self.following:
            left, right = self._limits()
            self._start, self._end = (left, right) if self.window is None else (max(left, right - self.window), right)

    def _whole(self) -> float:
        left, right = self._limits()
        return right - left

    def _limits(self) -> tuple[float, float]:
        return self._first, max(self._last, self._first + (self.window or self.least))


_AHEAD = 4
"""While the view moves, its length divided by this is prepared beyond either end, for the next movements."""


@dataclass(slots=True)
class Surroundings:
    """State shared by all strips of a stack.

    Attributes:
        view: Visible range of the axis.
        shades: Annotated sections.
        limits: Reference lines.
        marks: Named instants.
        silent: Curves without a current value, by (strip, curve).
        axis: "time" for seconds; any other name is a count.
        ground: Name of the palette colour behind the strips: "bg" on a page, "panel" on a card.
        beside: Width in pixels that a scroll bar takes right of the strips.
        order: Keys of the strips, top to bottom.
        in_view: Keys of those that are not scrolled out, even in part; empty before the first drawing.
        is_smooth: Whether curves are wider and antialiased, which takes up to thirty times as long.
        smooth_length: Length in device pixels of all curves in view together up to which they are; a longer strip's share is drawn plain.
        is_count: Whether the axis has whole numbers, such as steps.
        has_cursor: Whether a cursor moves over the strips, which makes caching the drawing worthwhile.
        has_ended: Whether the values beside the strips are the last ones of a run that has ended, not present ones.
    """

    view: TimeView = field(default_factory=TimeView)
    shades: list[Shade] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    silent: frozenset[tuple[str, str]] = frozenset()
    axis: str = "time"
    ground: str = "bg"
    beside: int = 0
    order: list[str] = field(default_factory=list)
    in_view: frozenset[str] = frozenset()
    is_smooth: bool = False
    smooth_length: float = math.inf
    is_count: bool = True
    has_cursor: bool = False
    has_ended: bool = False

    @property
    def side(self) -> int:
        """Pixels between the edge and the texts beside the strips: as many as those of the page's header, or of the card's heading."""
        return 20 if self.ground == "bg" else 14

    def names(self, strip: str, shade: Shade) -> bool:
        """Return whether this strip shows a shade's label: the first affected one in view does."""
        about = [key for key in self.order if shade.is_on(key)]
        return next((key for key in about if key in self.in_view), about[0] if about else None) == strip

    def shades_at(self, place: float, strip: str | None = None) -> list[Shade]:
        """Return the shades at a position, of one strip or of all."""
        end = self.view.last
        return [
            shade
            for shade in self.shades
            if shade.start <= place <= (end if shade.end is None else shade.end) and (strip is None or shade.is_on(strip))
        ]

    def is_blank(self, place: float, strip: str) -> bool:
        """Return whether a position of a strip is in a gap."""
        return any(shade.tone != "throttle" for shade in self.shades_at(place, strip))


@dataclass(frozen=True, slots=True)
class Band:
    """A range around a curve: positions, lower and upper values."""

    x: Floats
    low: Floats
    high: Floats

    def part(self, start: float, end: float, columns: int) -> tuple[Floats, Floats, Floats]:
        """Return the points to draw between two positions, about two per column at most."""
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
        strip: Its description.
        series: By curve key.
        bands: By curve key.
        visible: Whether each curve is visible, by key.
        shown: Start and end of the visible range; this and the following are set by :meth:`prepare`.
        reach: Start and end of the prepared range: the visible range, extended while it is moved.
        parts: Each visible curve's values in the reach.
        band_parts: The same for their bands.
        span: Range of the visible values, in the displayed unit.
        known_to: Position up to which the parts are complete: series may change within the reach.
        changed_from: Position from which the last preparation changed the parts; -inf for all, inf for nothing.
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
        self.changed_from = -math.inf
        self._columns = 1
        self._changed: dict[str, float] = {}
        """Position up to which a curve is unchanged since its part was read."""
        self._is_thinned: dict[str, bool] = {}
        self._extremes = ViewExtremes()
        self._range = self._new_range()
        self.span: Span = self._range.span

    def take_over(self, strip: Strip) -> None:
        """Replace the description; curves of the same key keep their series and visibility."""
        fixed = (strip.low, strip.high, strip.factor) == (self.strip.low, self.strip.high, self.strip.factor)
        self.strip = strip
        self.series = {curve.key: self.series.get(curve.key) or Series() for curve in strip.curves}
        self.visible = {curve.key: self.visible.get(curve.key, curve.visible) for curve in strip.curves}
        self.bands = {key: band for key, band in self.bands.items() if key in self.series}
        if not fixed:
            self._range = self._new_range()

    def set_series(self, curve: str, x: Floats, y: Floats) -> float | None:
        """Set a curve's values; return the position up to which they are unchanged, as :meth:`Series.set` does."""
        since = self.series[curve].set(x, y)
        if since is not None:
            self._changed[curve] = min(self._changed.get(curve, math.inf), since)
            self.known_to = min(self.known_to, since)
        return since

    def shown_curves(self) -> list[Curve]:
        """Return the visible curves."""
        return [curve for curve in self.strip.curves if self.visible[curve.key]]

    def is_empty(self) -> bool:
        """Return whether no curve has a value."""
        return not any(len(series.y) for series in self.series.values())

    def prepare(self, view: TimeView, columns: int, limits: list[Limit], *, is_moved: bool = False) -> None:
        """Prepare the visible values and choose their range.

        Args:
            view: Visible range.
            columns: Its width in pixels.
            limits: Reference lines.
            is_moved: Whether since the last call only the view has moved and series have changed.
        """
        is_panned = is_moved and math.isclose(view.length, self.shown[1] - self.shown[0], rel_tol=1e-6)
        self.shown = view.start, view.end
        self.changed_from = math.inf
        if not is_panned or self.shown[0] < self.reach[0] or self.shown[1] > self.reach[1]:
            self._prefetch(columns, columns // _AHEAD if is_panned else 0)
            self.changed_from = -math.inf
        elif self.shown[1] > self.known_to:
            self._read_grown()
        self._choose_span([limit.value * self.strip.factor for limit in limits if limit.strip == self.strip.key])

    @property
    def greatest(self) -> float:
        """The greatest value of the axis, in the displayed unit, without its sign."""
        return max(abs(self.span.low), abs(self.span.high))

    def _choose_span(self, limits: list[float]) -> None:
        factor = self.strip.factor
        extremes = self._extremes.moved(self.parts, self.shown)
        if extremes is not None and self._range.serves(extremes[0] * factor, extremes[1] * factor, limits):
            self.span = self._range.span
            return
        values = list(self._values_in_view())
        self.span = self._range.fit(values if factor == 1.0 else [part * factor for part in values], limits)
        if extremes is None and not self.band_parts and not any(self._is_thinned.values()):
            self._extremes.search(self.parts, self.shown)

    def _prefetch(self, columns: int, ahead: int) -> None:
        start, end = self.shown
        beyond = ahead * (end - start) / columns
        self.reach = start - beyond, end + beyond
        self._columns = columns + 2 * ahead
        keys = [curve.key for curve in self.shown_curves()]
        self._is_thinned.clear()
        self._extremes.forget()
        self.parts = {key: self._part(key) for key in keys}
        self.band_parts = {key: self.bands[key].part(*self.reach, self._columns) for key in keys if key in self.bands}
        self._forget_changes()

    def _read_grown(self) -> None:
        for key in self._changed.keys() & self.parts.keys():
            before, was_thinned = self.parts[key], self._is_thinned[key]
            now = self.parts[key] = self._part(key)
            if self._changed[key] == -math.inf or was_thinned or self._is_thinned[key] or not len(before[0]):
                self.changed_from = min(self.changed_from, _changed_from(before, now))
                self._extremes.forget()
            elif len(now[0]) > len(before[0]):  # points were added at its end
                self.changed_from = min(self.changed_from, float(before[0][-1]))
        self._forget_changes()

    def _part(self, key: str) -> tuple[Floats, Floats]:
        part = self.series[key].part(*self.reach, self._columns)
        self._is_thinned[key] = self.series[key].is_thinned
        return part

    def _forget_changes(self) -> None:
        self.known_to = math.inf
        self._changed.clear()

    def _values_in_view(self) -> Iterator[Floats]:
        for x, *columns in (*self.parts.values(), *self.band_parts.values()):
            if self.reach != self.shown:
                first, last = x.searchsorted(self.shown)
                columns = [values[max(0, first - 1) : last + 1] for values in columns]
            yield from columns

    def last_values(self) -> list[float]:
        """Return the last visible value of each curve, in the displayed unit."""
        seen = [y[: x.searchsorted(self.shown[1]) + 1] for x, y in self.parts.values()]
        return [float(y[-1]) * self.strip.factor for y in seen if len(y)]

    def value_at(self, curve: str, place: float) -> float | None:
        """Return a curve's SI value near a position, possibly NaN or infinity; None if there is none."""
        series = self.series[curve]
        index = series.index_at(place)
        return None if index is None else float(series.y[index])

    def _new_range(self) -> ValueRange:
        low, high, factor = self.strip.low, self.strip.high, self.strip.factor
        return ValueRange(None if low is None else low * factor, None if high is None else high * factor)


def _changed_from(before: tuple[Floats, Floats], now: tuple[Floats, Floats]) -> float:
    """Return the position of the last point before the first that differs; -inf if all do, inf if none does."""
    size = min(len(before[0]), len(now[0]))
    is_same = (before[0][:size] == now[0][:size]) & (before[1][:size].view(np.int64) == now[1][:size].view(np.int64))
    same = size if is_same.all() else int(is_same.argmin())
    if same == len(before[0]) == len(now[0]):
        return math.inf
    return float(now[0][same - 1]) if same else -math.inf
