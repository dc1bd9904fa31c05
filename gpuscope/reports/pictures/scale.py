"""The range of an axis, its round ticks (also for strips and clocks), and the formatting of their labels."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gpuscope.core.figures import duration, grouped, round_step, significant, with_minus

_INTERVALS = 4
"""Default number of tick intervals: as many as fit a card of the window; the same on paper."""
_MARGIN = 0.12
"""Margin around a cloud of points relative to its range, as room for markers and names."""
_NARROWEST = 0.1
"""Minimum span of a plane's axis relative to its values. Repeats of a run differ by a few per cent and energies are known to ± 7 % at
best, so smaller differences are not magnified to fill the chart."""
_FROM_ZERO = 0.5
"""If the minimum is below this share of the range, the axis starts at zero."""
_MOST_DECADES = 5
"""Most labelled decades on a logarithmic axis; with more, only every second, third … has a label."""
_DAY_S = 86_400
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"))
"""Prefixes from a million on; thousands are written out."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of an axis, independent of its position on a sheet.

    Attributes:
        low: Value at its start; above 0 for a logarithmic axis.
        high: Value at its end, above ``low``.
        ticks: Round values from low to high, ascending.
        is_log: Whether it is logarithmic.
        wanted: Number of intervals that determines its ticks, for zooming.
        figures: Label of each tick, "" for none; empty if :meth:`labels` derives them.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False
    wanted: float = _INTERVALS
    figures: tuple[str, ...] = ()

    def share(self, value: float) -> float:
        """Return the position of a value: 0 at the start, 1 at the end."""
        if self.is_log:
            low, high = math.log10(self.low), math.log10(self.high)
            return (math.log10(value) - low) / (high - low)
        return (value - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """Return the value at a position, 0 to 1."""
        if self.is_log:
            low, high = math.log10(self.low), math.log10(self.high)
            return float(10.0 ** (low + share * (high - low)))
        return self.low + share * (self.high - self.low)

    def labels(self) -> list[tuple[float, str]]:
        """Return (value, label) of each tick; linear labels share a prefix and have as many digits as distinguish them."""
        if self.figures:
            return list(zip(self.ticks, self.figures, strict=True))
        if self.is_log:
            return [(tick, _power(tick)) for tick in self.ticks]
        step = self.ticks[1] - self.ticks[0] if len(self.ticks) > 1 else abs(self.high)
        largest = max((abs(tick) for tick in self.ticks), default=0.0)
        if largest >= 1e15 or 0 < largest < 1e-4:
            return [(tick, brief(tick)) for tick in self.ticks]
        size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if largest >= size), (1.0, ""))
        digits = _digits(step / size)
        return [(tick, grouped(tick / size, digits) + (prefix if tick else "")) for tick in self.ticks]


def scale(low: float, high: float, *, wanted: int = _INTERVALS, rounded: bool = True) -> Scale:
    """Return the linear scale that shows values from low to high.

    Args:
        low: Minimum value, in the display unit.
        high: Maximum value; a scale over a single value is widened around it.
        wanted: Approximate number of intervals.
        rounded: Whether to extend the ends to ticks.
    """
    if not high - low > 1e-12 * max(abs(low), abs(high)):  # the range must exceed float precision
        room = abs(low) * 0.1
        low, high = (low - room, high + room) if room else (0.0, 1.0)  # most metrics cannot be negative
    step = round_step((high - low) / wanted)
    if rounded:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Scale(low, high, tuple(number * step for number in range(first, last + 1)), wanted=max(wanted, (high - low) / step))


def scale_around(values: Sequence[float], intervals: Iterable[tuple[float, float] | None] = ()) -> Scale:
    """Return the scale for comparing points, which never magnifies differences below their uncertainty.

    Args:
        values: Values of the points, at least one.
        intervals: Their intervals, included in the range as far as :func:`shown_interval` shows them.
    """
    shown = [end for interval in intervals if interval is not None for end in shown_interval(interval, values)]
    low, high = min(*values, *shown, values[0]), max(*values, *shown, values[0])
    least = _NARROWEST * max(abs(low), abs(high)) or 1.0
    if high - low < least:
        low, high = (low + high - least) / 2, (low + high + least) / 2
    room = (high - low) * _MARGIN
    bottom = low - room
    if min(values) >= 0 and bottom < _FROM_ZERO * (high - low):
        bottom = 0.0
    return scale(bottom, high + room)


def shown_interval(interval: tuple[float, float], values: Sequence[float]) -> tuple[float, float]:
    """Return the shown part of an interval beside non-negative values: from 0 up to twice the maximum; else the whole interval.

    Two repeats can yield intervals that only mean "unknown"; shown in full, they would squeeze all points into a corner.
    """
    low, high = interval
    if min(values) >= 0:
        return max(0.0, low), min(high, 2 * max(values))
    return interval


def scale_of(values: Sequence[float]) -> Scale:
    """Return the scale that contains values; it starts at 0 unless they differ by less than a factor of two."""
    low, high = min(values), max(values)
    return scale(0.0 if 0 <= low <= high / 2 else low, high)


def log_scale(values: Sequence[float]) -> Scale:
    """Return the logarithmic scale in whole decades that contains values, all above 0."""
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    last = max(last, first + 1)
    stride = -(-(last - first) // _MOST_DECADES)
    return Scale(10.0**first, 10.0**last, tuple(10.0**decade for decade in range(first, last + 1, stride)), is_log=True)


def span(values: Iterable[float], *, from_zero: bool) -> tuple[float, float]:
    """Return minimum and maximum of the finite values, including zero if ``from_zero``."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return 0.0, 1.0
    low, high = min(finite), max(finite)
    return (min(low, 0.0), max(high, 0.0)) if from_zero else (low, high)


def _digits(step: float) -> int:
    """Return the number of decimals that distinguish two ticks."""
    if step == 0:
        return 0
    digits = max(0, -math.floor(math.log10(abs(step)) + 1e-9))
    return digits if abs(step * 10**digits - round(step * 10**digits)) < 1e-6 else digits + 1


def _power(value: float) -> str:
    """Return a power of ten: ``0.01``, ``1 000``, ``10M``."""
    if value >= 1e15 or value < 1e-4:
        return brief(value)
    size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if value >= size * 0.9995), (1.0, ""))
    return grouped(value / size, max(0, -round(math.log10(value / size)))) + prefix


_SECONDS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400)
"""Tick steps of time axes: fractions of a minute, an hour, a day."""
_STRIP_PREFIXES = (*_PREFIXES, (1e3, "k"))
"""Prefixes in strips, which have less room than charts: thousands have a prefix too, from 100,000 on."""
_LEVEL_SPACE = 48.0
"""Minimum pixels between the lines of a high strip: three lines of small type, so that labels stay apart."""
_MOST_LEVELS = 6
"""Most intervals between lines at any height: more would compete with the curves."""


def time_step(least: float) -> float:
    """Return the smallest tick step of a time axis that is at least ``least`` seconds."""
    if least <= 1:
        return round_step(least)
    days = 86400.0
    return next((float(step) for step in _SECONDS if step >= least), math.ceil(least / days) * days)


def ticks(start: float, end: float, step: float) -> list[float]:
    """Return the multiples of a step between two ends; [] if there would be more than a thousand."""
    if not (step > 0 and end >= start and (end - start) / step < 1000):
        return []
    first, last = math.ceil(start / step - 1e-9), math.floor(end / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def levels(low: float, high: float, height: float) -> list[float]:
    """Return the values of the lines of a strip, by its height in pixels: both ends and the middle, or round steps if there is room.

    A low strip labels only the first and the last, a high one all of them (:func:`is_high`).
    """
    if not is_high(height):
        return [low, (low + high) / 2, high]
    return ticks(low, high, round_step((high - low) * max(_LEVEL_SPACE / height, 1 / _MOST_LEVELS)))


def is_high(height: float) -> bool:
    """Return whether a strip has room for more labels than those of its ends."""
    return height >= 3 * _LEVEL_SPACE


def level_figures(values: list[float]) -> list[str]:
    """Return the labels of levels, with a common prefix and as many decimals as the finest needs."""
    greatest = max((abs(value) for value in values), default=0.0)
    factor, prefix = _strip_prefix(greatest)
    finest = max((decimals_of(abs(value / factor)) for value in values if value), default=0)
    return [f"{number(value / factor, 10.0**-finest)}{prefix}" if value else "0" for value in values]


def _strip_prefix(greatest: float) -> tuple[float, str]:
    """Return the prefix of a strip's axis by its greatest value, with its size; 1 and "" for none."""
    return next(((factor, prefix) for factor, prefix in _STRIP_PREFIXES if factor <= greatest < 1e15 and greatest >= 1e5), (1.0, ""))


@lru_cache(maxsize=64)  # called by the strip, by the labels left of it, and by its picture
def value_scale(low: float, high: float, height: float) -> Scale:
    """Return the value axis of a strip, by its height in pixels: a high strip labels all lines, a low one only those at its ends."""
    values = levels(low, high, height)
    figures = level_figures(values) if is_high(height) else [*level_figures([low, high])]
    if not is_high(height):
        figures.insert(1, "")
    return Scale(low, high, tuple(values), figures=tuple(figures))


def place_scale(start: float, end: float, least: float, *, is_time: bool) -> Scale:
    """Return the common x axis of strips.

    Args:
        start: Its left end.
        end: Its right end.
        least: Minimum distance between ticks, in its unit.
        is_time: Whether it is in seconds, which are labelled like a clock.
    """
    step = time_step(least) if is_time else round_step(least)
    places = ticks(start, end, step)
    return Scale(start, end, tuple(places), figures=tuple((clock if is_time else number)(place, step) for place in places))


def clock(seconds: float, step: float = 1.0) -> str:
    """Return seconds in clock format, ``0:07``, ``1:02:30``, with as many decimals as a step in seconds needs: ``0:07.5``."""
    decimals = decimals_of(step) if step < 1 else 0
    whole = round(abs(seconds), decimals)
    minutes, rest = divmod(whole, 60.0)
    hours, minutes = divmod(int(minutes), 60)
    sign = "−" if seconds < 0 and whole else ""
    width = 2 if not decimals else 3 + decimals
    head = f"{hours}:{minutes:02d}" if hours else f"{minutes}"
    return f"{sign}{head}:{rest:0{width}.{decimals}f}"


def time_left(seconds: float) -> str:
    """Return a remaining time: in clock format below a day, else in days and hours, ``47 d 12 h``."""
    return clock(seconds) if seconds < _DAY_S else duration(seconds)


def number(value: float, step: float) -> str:
    """Return an axis label with the decimals that a step needs: ``0.25``, ``2000``, ``1.5M``."""
    if not math.isfinite(value) or abs(value) >= 1e15 or (0 < abs(value) < 1e-4):
        return brief(value)
    for factor, prefix in _STRIP_PREFIXES:
        if abs(value) >= max(1e4, factor) and step >= factor * 1e-2:
            figure = f"{value / factor:.{min(2, decimals_of(step / factor))}f}"
            return with_minus(f"{figure.rstrip('0').rstrip('.') if '.' in figure else figure}{prefix}")
    return grouped(value, decimals_of(step))


def present(value: float, greatest: float = 0.0) -> str:
    """Return a value of any magnitude to about three significant digits: ``42.8``, ``1760``, ``8.98M``, ``1.2e30``, ``∞``.

    Args:
        value: The value.
        greatest: Greatest value of the axis beside it, whose prefix the value gets unless it is less than one of it: 127, not 0.127k;
            0 if there is no axis.
    """
    factor, prefix = _strip_prefix(greatest)
    if prefix and factor * 0.9995 <= abs(value) < 1e15:
        return f"{significant(value / factor)}{prefix}"
    if not math.isfinite(value) or value == 0 or 1e-4 <= abs(value) < 99_950:
        return significant(value)
    for factor, prefix in _STRIP_PREFIXES:
        if factor * 0.9995 <= abs(value) < 1e15:
            return f"{significant(value / factor)}{prefix}"
    return brief(value)


def brief(value: float) -> str:
    """Return a number of any magnitude in a few characters: ``1.2e30``."""
    if not math.isfinite(value) or value == 0:
        return significant(value)
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return with_minus(f"{mantissa.removesuffix('.0')}e{int(exponent)}")


def decimals_of(step: float) -> int:
    """Return the number of decimals that distinguish multiples of a step."""
    return next((digits for digits in range(12) if abs(round(step, digits) - step) < step * 1e-6), 12)
