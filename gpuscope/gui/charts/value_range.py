"""The range of a strip's values: round numbers, which stand still while the data moves a little."""

import math
from dataclasses import dataclass

import numpy as np

from gpuscope.core.figures import round_step
from gpuscope.gui.charts.series import Floats

_LARGEST = 1e300
_ABSURD = 1000.0
"""Extremes that make the range so many times longer than the usual values need are left outside it."""
_NEAR = 2.5
"""A limit is in the range when it is at most so many times the greatest value."""
_SHRINKS_BELOW = 0.45
"""A range is given up when the data fills less of it."""
_ABOVE_LIMIT = 1.02
"""So much of a limit is in the range that its name has room above its line."""
_FROM_ZERO = 0.6
"""Positive data whose least is below this share of its greatest is shown from zero."""


@dataclass(frozen=True, slots=True)
class Span:
    """Two ends and the step that both are multiples of."""

    low: float
    high: float
    step: float

    @property
    def length(self) -> float:
        """What lies between the ends; positive."""
        return self.high - self.low


EMPTY = Span(0.0, 1.0, 1.0)


class ValueRange:
    """Chooses the range of a strip, in the unit that is shown.

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
        """Return the range for what is drawn now: the last one as long as it serves.

        Args:
            parts: Values of each curve, in the unit that is shown; what is not finite does not count.
            limits: Lines that are in the range when the data comes near them.
        """
        extent = _extent(parts)
        if extent is None or self._serves(*self._widened(*extent, limits)):
            return self.span
        low, high = self._widened(*_without_absurd(parts, *extent), limits)
        if not self._serves(low, high):
            self.span = self._rounded(low, high)
            self._is_set = True
        return self.span

    def _serves(self, low: float, high: float) -> bool:
        span = self.span
        if self._low is not None and self._high is not None:
            return True
        low = low if self._low is None else span.low
        high = high if self._high is None else span.high
        fits = low >= span.low and high <= span.high
        return self._is_set and fits and high - low >= _SHRINKS_BELOW * span.length

    def _widened(self, low: float, high: float, limits: list[float]) -> tuple[float, float]:
        """Take in limits nearby, and zero where it is not far; no range is narrower than a fiftieth of its values."""
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
        step = round_step((high - low) / 8)
        if self._low is None:
            low = max(-_LARGEST, math.floor(low / step + 1e-9) * step)
        if self._high is None:
            high = min(_LARGEST, math.ceil(high / step - 1e-9) * step)
        return Span(low, high if high > low else low + step, step)


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
    """Return the extent of all but the outermost hundredth at either end, where the whole would press that flat."""
    values = np.concatenate(parts)
    usual = np.sort(values[np.abs(values) < _LARGEST])
    beyond = len(usual) // 100  # np.percentile would load numpy.ma before the first charts are drawn
    usual_low, usual_high = float(usual[beyond]), float(usual[-1 - beyond])
    size = max(usual_high - usual_low, 0.1 * max(abs(usual_low), abs(usual_high)))
    return (usual_low, usual_high) if 0 < size * _ABSURD < high - low else (low, high)
