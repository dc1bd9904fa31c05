"""The range of an axis, its round ticks, and how their figures are written."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpuscope.core.figures import grouped, round_step

_INTERVALS = 4
"""Between ticks: as many as a card of the window has room for, on paper too."""
_MARGIN = 0.12
"""Of the range of a cloud of points, left free around it: markers and names have room."""
_NARROWEST = 0.1
"""Share of its values that a plane's axis spans at the least. Repeats of one run differ by some per cent and energies are known to ± 7 % at
best, so what differs by less is not blown up to the size of the chart."""
_FROM_ZERO = 0.5
"""Values of which the least is below this share of their range are shown from zero."""
_MOST_DECADES = 5
"""Labelled decades on a logarithmic axis; of more, every second, third … has a label."""
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"))


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis before it is placed.

    Attributes:
        low: Value at its beginning; of a logarithmic axis above 0.
        high: Value at its end, above ``low``.
        ticks: Round values from low to high, ascending.
        is_log: Whether it is logarithmic.
        wanted: Intervals from which its ticks follow, for who zooms it.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False
    wanted: float = _INTERVALS

    def share(self, value: float) -> float:
        """Return where a value lies: 0 at the beginning, 1 at the end."""
        if self.is_log:
            low, high = math.log10(self.low), math.log10(self.high)
            return (math.log10(value) - low) / (high - low)
        return (value - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """Return the value at a place."""
        if self.is_log:
            low, high = math.log10(self.low), math.log10(self.high)
            return float(10.0 ** (low + share * (high - low)))
        return self.low + share * (self.high - self.low)

    def labels(self) -> list[tuple[float, str]]:
        """Return (value, figure) of each tick; all have one prefix and as many digits as tell them apart."""
        if self.is_log:
            return [(tick, _power(tick)) for tick in self.ticks]
        step = self.ticks[1] - self.ticks[0] if len(self.ticks) > 1 else abs(self.high)
        largest = max((abs(tick) for tick in self.ticks), default=0.0)
        if largest >= 1e15 or 0 < largest < 1e-4:
            return [(tick, _brief(tick)) for tick in self.ticks]
        size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if largest >= size), (1.0, ""))
        digits = _digits(step / size)
        return [(tick, grouped(tick / size, digits) + (prefix if tick else "")) for tick in self.ticks]


def scale(low: float, high: float, *, wanted: int = _INTERVALS, rounded: bool = True) -> Scale:
    """Return the linear scale that shows values from low to high.

    Args:
        low: The least value, in the unit that is shown.
        high: The greatest; a scale over one value is widened around it.
        wanted: About how many intervals.
        rounded: Whether the ends are moved out to ticks.
    """
    if not high - low > 1e-12 * max(abs(low), abs(high)):  # a step that a float cannot add to them would be none
        room = abs(low) * 0.1 or 1.0
        low, high = low - room, high + room
    step = round_step((high - low) / wanted)
    if rounded:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Scale(low, high, tuple(number * step for number in range(first, last + 1)), wanted=max(wanted, (high - low) / step))


def scale_around(values: Sequence[float], intervals: Iterable[tuple[float, float] | None] = ()) -> Scale:
    """Return the scale for points that are held against each other: it never zooms in below what is known of them.

    Args:
        values: Of the points, at least one.
        intervals: Between which they lie; all of them are in the range, as far as :func:`shown_interval` shows them.
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
    """Return what is shown of an interval beside values: none of it below 0 where they are not, nor above twice the greatest.

    Two repeats can give intervals of which nothing but "unknown" can be read; whole, they would press all points into a corner.
    """
    low, high = interval
    if min(values) >= 0:
        return max(0.0, low), min(high, 2 * max(values))
    return interval


def scale_of(values: Sequence[float]) -> Scale:
    """Return the scale that holds values, from 0 on where that is near."""
    low, high = min(values), max(values)
    room = (high - low) or abs(high) or 1.0
    bottom = 0.0 if 0 <= low <= _FROM_ZERO * room else low
    return scale(bottom, max(high, bottom))


def log_scale(values: Sequence[float]) -> Scale:
    """Return the logarithmic scale that holds values, all above 0, in whole decades."""
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    last = max(last, first + 1)
    stride = -(-(last - first) // _MOST_DECADES)
    return Scale(10.0**first, 10.0**last, tuple(10.0**decade for decade in range(first, last + 1, stride)), is_log=True)


def span(values: Iterable[float], *, from_zero: bool) -> tuple[float, float]:
    """Return the least and the greatest of the finite values, with zero among them where figures are read as amounts."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return 0.0, 1.0
    low, high = min(finite), max(finite)
    return (min(low, 0.0), max(high, 0.0)) if from_zero else (low, high)


def _digits(step: float) -> int:
    """Return how many digits behind the point tell two ticks apart."""
    if step == 0:
        return 0
    digits = max(0, -math.floor(math.log10(abs(step)) + 1e-9))
    return digits if abs(step * 10**digits - round(step * 10**digits)) < 1e-6 else digits + 1


def _power(value: float) -> str:
    """Return a power of ten: ``0.01``, ``1 000``, ``10M``."""
    if value >= 1e15 or value < 1e-4:
        return _brief(value)
    size, prefix = next(((size, prefix) for size, prefix in _PREFIXES if value >= size * 0.9995), (1.0, ""))
    return grouped(value / size, max(0, -round(math.log10(value / size)))) + prefix


def _brief(value: float) -> str:
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent)}" if value else "0"
