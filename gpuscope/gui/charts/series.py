"""Values of a strip's curves, decimated so that long series draw as fast as short ones, and their range in round numbers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.figures import round_step

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int32]

_FIRST_DEPTH = 3
"""Shallower decimations are computed on the fly for the visible range; this one and deeper ones are cached."""
_EMPTY: Floats = np.empty(0)
FEW = 16
"""Values up to which Python computes faster than numpy, whose calls take a microsecond or more whatever their size."""


class Series:
    """Values over a monotonic axis.

    A decimation of depth d keeps the minimum and maximum of each block of 2^(d+1) samples, at their own positions and in order.
    Blocks are aligned to the first sample, so that a scrolling curve does not shimmer.

    Attributes:
        x: Axis positions, ascending.
        y: Values; NaN and infinity are not drawn.
        is_thinned: Whether the last :meth:`part` left samples out.
    """

    def __init__(self) -> None:
        self.x: Floats = _EMPTY
        self.y: Floats = _EMPTY
        self.is_thinned = False
        self._levels: list[_Level] = []

    def set(self, x: Floats, y: Floats) -> float | None:
        """Set the current series; the arrays are not copied, and their values must not change.

        Returns:
            The position up to which it is unchanged: of the last known sample if it has grown, -inf if it was replaced, None if nothing
            has changed. A longer series is assumed to have grown if the first and last known samples match: a change between them goes
            unnoticed.
        """
        size = min(len(x), len(y))
        if len(x) != len(y):
            x, y = x[:size], y[:size]
        x, y = np.asarray(x, np.float64), np.asarray(y, np.float64)
        if size == len(self.x) and _is_same(x, self.x) and _is_same(y, self.y):
            since = None
        elif self._grows_into(x, y):
            since = float(self.x[-1])
        else:
            since, self._levels = -math.inf, []
        self.x, self.y = x, y
        return since

    def part(self, start: float, end: float, columns: int) -> tuple[Floats, Floats]:
        """Return the points to draw between two positions, with one point beyond each end.

        Args:
            start: Left end.
            end: Right end.
            columns: Pixel columns; about two points per column are returned.

        Returns:
            Positions and values, some NaN or infinite; copies, because they may be drawn after the series has changed.
        """
        first, last = self.x.searchsorted((start, end))
        low, high = max(0, int(first) - 1), min(len(self.x), int(last) + 1)
        depth = 0
        while (high - low) >> depth > 2 * max(1, columns):
            depth += 1
        self.is_thinned = depth > 0
        if depth == 0:
            return self.x[low:high].copy(), self.y[low:high].copy()
        chosen = self._thinned(low, high, depth)
        return self.x.take(chosen), self.y.take(chosen)

    def index_at(self, place: float) -> int | None:
        """Return the index of the nearest sample; None if the position precedes the first by more than the first two are apart."""
        x = self.x
        if not len(x):
            return None
        after = int(x.searchsorted(place))
        if after == len(x):
            return len(x) - 1
        if after > 0:
            return after if x[after] - place < place - x[after - 1] else after - 1
        return 0 if x[0] - place <= x[min(1, len(x) - 1)] - x[0] else None

    def recent_mean(self, span: float, *, of_known: bool = False) -> float:
        """Return the mean of the finite values less than ``span`` before the last one; the last value if it is not finite.

        Args:
            span: Length on the x axis; 0 for the last value.
            of_known: Whether to ignore trailing non-finite values if there is a finite one.
        """
        last = len(self.y) - 1
        if of_known and not np.isfinite(self.y[last]):
            known = np.flatnonzero(np.isfinite(self.y))
            last = int(known[-1]) if len(known) else last
        if not np.isfinite(self.y[last]):
            return float(self.y[last])
        recent = self.y[int(np.searchsorted(self.x, self.x[last] - span, side="right")) : last + 1] if span else self.y[last : last + 1]
        return float(recent[np.isfinite(recent)].mean())

    def unknown_from(self) -> float | None:
        """Return the start of the trailing non-finite values; None if the last value is finite."""
        if not len(self.y) or np.isfinite(self.y[-1]):
            return None
        known = np.flatnonzero(np.isfinite(self.y))
        return float(self.x[known[-1] + 1 if len(known) else 0])

    def _grows_into(self, x: Floats, y: Floats) -> bool:
        size = len(self.x)
        if not 0 < size < len(x) or x[0] != self.x[0] or x[size - 1] != self.x[-1]:
            return False
        return bool(y[size - 1] == self.y[-1] or (np.isnan(y[size - 1]) and np.isnan(self.y[-1])))

    def _thinned(self, low: int, high: int, depth: int) -> Indices:
        block = 2 << depth
        low -= low % block
        if depth < _FIRST_DEPTH:
            whole = high - (high - low) % block
            return np.concatenate((_extremes(np.arange(low, whole, dtype=np.int32), self.y, block), np.arange(whole, high, dtype=np.int32)))
        level = self._level(depth)
        whole = min(level.taken, high - high % block + block)
        kept = level.indices[2 * low // block : 2 * whole // block]
        return np.concatenate((kept, np.arange(max(low, level.taken), high, dtype=np.int32)))

    def _level(self, depth: int) -> "_Level":
        while len(self._levels) <= depth - _FIRST_DEPTH:
            self._levels.append(_Level(2 << (len(self._levels) + _FIRST_DEPTH)))
        below: _Level | None = None
        for level in self._levels[: depth - _FIRST_DEPTH + 1]:
            level.extend(self.y, below)
            below = level
        assert below is not None
        return below


def runs_of(known: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the (first, last) index ranges of known values, the last one excluded."""
    if known.all():
        return [(0, len(known))] if len(known) else []
    edges = np.flatnonzero(np.diff(np.concatenate(([False], known, [False])).view(np.int8)))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


def _is_same(values: Floats, other: Floats) -> bool:
    """Return whether two arrays of equal length share their memory or hold the same bits (NaN equals NaN)."""
    if values.__array_interface__["data"] == other.__array_interface__["data"] and values.strides == other.strides:
        return True
    return bool(np.array_equal(values.view(np.int64), other.view(np.int64)))


class _Level:
    """Indices of the samples that one decimation keeps: two per block."""

    def __init__(self, block: int) -> None:
        self.block = block
        self.indices: Indices = np.empty(128, dtype=np.int32)
        self.taken = 0
        """Number of samples of the series covered so far."""

    def extend(self, y: Floats, below: "_Level | None") -> None:
        """Add newly completed blocks, from the level below if there is one."""
        available = below.taken if below else len(y)
        end = available - available % self.block
        if end <= self.taken:
            return
        if below:
            candidates = below.indices[2 * self.taken // below.block : 2 * end // below.block]
            new = _extremes(candidates, y, 4)
        else:
            new = _extremes(np.arange(self.taken, end, dtype=np.int32), y, self.block)
        size = 2 * self.taken // self.block
        if size + len(new) > len(self.indices):
            self.indices = np.resize(self.indices, max(size + len(new), 2 * size))
        self.indices[size : size + len(new)] = new
        self.taken = end


def _extremes(indices: Indices, y: Floats, block: int) -> Indices:
    """Return the indices of each block's minimum and maximum, in order."""
    blocks = indices.reshape(-1, block)
    values = y[blocks]
    finite = np.isfinite(values)
    lowest = np.where(finite, values, np.inf).argmin(axis=1)
    highest = np.where(finite, values, -np.inf).argmax(axis=1)
    rows = np.arange(len(blocks))
    kept = np.empty((len(blocks), 2), dtype=np.int32)
    kept[:, 0] = blocks[rows, np.minimum(lowest, highest)]
    kept[:, 1] = blocks[rows, np.maximum(lowest, highest)]
    return kept.reshape(-1)


_LARGEST = 1e300
"""Values beyond this are left outside the range: sums and products of its ends must stay below the largest float, 1.8e308."""
_ABSURD = 1000.0
"""Outliers that would stretch the range by more than this factor are left outside."""
_NEAR = 2.5
"""A limit within this factor of the maximum is included in the range."""
_SHRINKS_BELOW = 0.45
"""A range is replaced if the data fills less than this share of it."""
_ABOVE_LIMIT = 1.02
"""Headroom above a limit for its label."""
_FROM_ZERO = 0.6
"""Positive data whose minimum is below this share of its maximum is shown from zero."""


@dataclass(frozen=True, slots=True)
class Span:
    """A range and the step that both of its ends are multiples of."""

    low: float
    high: float
    step: float

    @property
    def length(self) -> float:
        """Distance between the ends; positive."""
        return self.high - self.low


EMPTY = Span(0.0, 1.0, 1.0)
"""The axis of a chart without values; its length is positive, so that it can be divided by."""


class ValueRange:
    """Chooses the value range of a strip, in the displayed unit.

    Args:
        low: Fixed lower end; None to take it from the data.
        high: Fixed upper end; None to take it from the data.
    """

    def __init__(self, low: float | None = None, high: float | None = None) -> None:
        self._low = low if low is None or math.isfinite(low) else None
        self._high = high if high is None or math.isfinite(high) else None
        self.span = self._rounded(0.0, 1.0) if self._low is not None or self._high is not None else EMPTY
        self._is_set = False

    def fit(self, parts: list[Floats], limits: list[float]) -> Span:
        """Return the range for the drawn values; the previous one is kept as long as it fits.

        Args:
            parts: Values of each curve, in the displayed unit; non-finite ones are ignored.
            limits: Limit lines, included in the range if the data comes near them.
        """
        extent = _extent(parts)
        if extent is None or self.serves(*extent, limits):
            return self.span
        low, high = self._widened(*_without_absurd(parts, *extent), limits)
        if not self._serves(low, high):
            self.span = self._rounded(low, high)
            self._is_set = True
        return self.span

    def serves(self, low: float, high: float, limits: list[float]) -> bool:
        """Return whether the range is kept for values with these extremes."""
        return self._serves(*self._widened(low, high, limits))

    def _serves(self, low: float, high: float) -> bool:
        span = self.span
        if self._low is not None and self._high is not None:
            return True
        low = low if self._low is None else span.low
        high = high if self._high is None else span.high
        fits = low >= span.low and high <= span.high
        return self._is_set and fits and high - low >= _SHRINKS_BELOW * span.length

    def _widened(self, low: float, high: float, limits: list[float]) -> tuple[float, float]:
        """Extend the range to nearby limits and to zero; it is never narrower than a fiftieth of its values."""
        high = max([high, *(limit * _ABOVE_LIMIT for limit in limits if high < limit * _ABOVE_LIMIT <= _NEAR * high)])
        if 0 <= low <= _FROM_ZERO * high:
            low = 0.0
        elif 0 >= high >= _FROM_ZERO * low:
            high = 0.0
        least = max(abs(low), abs(high)) * 0.02 or 1.0
        if high - low < least:
            middle = (low + high) / 2
            low, high = (0.0, high) if 0 <= low < least else (middle - least / 2, middle + least / 2)
        return low, high

    def _rounded(self, low: float, high: float) -> Span:
        low = low if self._low is None else self._low
        high = high if self._high is None else self._high
        if high <= low:
            high = low + (abs(low) or 1.0)
        step = _round_step((high - low) / 8)
        if self._low is None:
            low = max(-_LARGEST, math.floor(low / step + 1e-9) * step)
        if self._high is None:
            high = min(_LARGEST, math.ceil(high / step - 1e-9) * step)
        return Span(low, high if high > low else low + step, step)


def _round_step(least: float) -> float:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least ``least``; multiples of 2.5 would be no round ends: 62.5 °C."""
    step = round_step(least)
    return 2 * step if f"{step:e}".startswith("2.5") else step


class ViewExtremes:
    """The extremes of some curves in a view that moves to the right: they are searched for again only when one of them has left it."""

    def __init__(self) -> None:
        self._low = self._high = (math.nan, math.nan)
        """Position and value."""
        self._taken: dict[str, int] = {}
        """Points of each curve up to the right end of the view; empty before a search."""
        self._view = 0.0, 0.0

    def forget(self) -> None:
        """Search again: the curves have changed within the view."""
        self._taken.clear()

    def search(self, curves: Mapping[str, tuple[Floats, Floats]], view: tuple[float, float]) -> None:
        """Find the extremes between two positions, with one point beyond each end; forget them if there is none, or an infinite one."""
        self.forget()
        extremes: list[tuple[float, float]] = []
        for x, y in curves.values():
            first, last = x.searchsorted(view)
            seen = slice(max(0, int(first) - 1), int(last) + 1)
            for extreme in (np.fmin, np.fmax):
                if len(values := y[seen]) and math.isfinite(value := float(extreme.reduce(values))):
                    extremes.append((float(x[seen][np.flatnonzero(values == value)[-1]]), value))
                elif len(values) and not np.isnan(values).all():
                    return
        if extremes:
            self._low, self._high = (choose(extremes, key=itemgetter(1)) for choose in (min, max))
            self._view = view
            self._taken = {key: min(len(x), int(x.searchsorted(view[1])) + 1) for key, (x, _) in curves.items()}

    def moved(self, curves: Mapping[str, tuple[Floats, Floats]], view: tuple[float, float]) -> tuple[float, float] | None:
        """Return the extremes after points were added at the end of curves and the view was moved; None if they must be searched for."""
        if not self._taken or view[0] < self._view[0] or view[1] < self._view[1]:
            return None
        self._view = view
        for key, (x, y) in curves.items():
            begin = self._taken[key]
            end = self._taken[key] = len(x) if not len(x) or x[-1] < view[1] else min(len(x), int(x.searchsorted(view[1])) + 1)
            for place, value in zip(x[begin:end].tolist(), y[begin:end].tolist(), strict=True):
                if value <= self._low[1]:
                    self._low = place, value
                if value >= self._high[1]:
                    self._high = place, value
        if min(self._low[0], self._high[0]) < view[0] or self._low[1] <= -_LARGEST or self._high[1] >= _LARGEST:
            return None
        return self._low[1], self._high[1]


def _extent(parts: list[Floats]) -> tuple[float, float] | None:
    extents = [extent for part in parts if (extent := _finite_extent(part)) is not None]
    return (min(low for low, _ in extents), max(high for _, high in extents)) if extents else None


def _finite_extent(values: Floats) -> tuple[float, float] | None:
    if not len(values):
        return None
    low, high = float(np.fmin.reduce(values)), float(np.fmax.reduce(values))
    if low > -_LARGEST and high < _LARGEST:
        return low, high
    usable = values[np.abs(values) < _LARGEST]
    return (float(usable.min()), float(usable.max())) if len(usable) else None


def _without_absurd(parts: list[Floats], low: float, high: float) -> tuple[float, float]:
    """Return the extent without the outermost 1 % at either end if outliers would flatten the rest."""
    values = np.concatenate(parts)
    usual = np.sort(values[np.abs(values) < _LARGEST])
    beyond = len(usual) // 100  # np.percentile would load numpy.ma before the first charts are drawn
    usual_low, usual_high = float(usual[beyond]), float(usual[-1 - beyond])
    size = max(usual_high - usual_low, 0.1 * max(abs(usual_low), abs(usual_high)))
    return (usual_low, usual_high) if 0 < size * _ABSURD < high - low else (low, high)
