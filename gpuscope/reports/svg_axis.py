"""Axes of charts: round ticks, and where a value lies on the paper."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from gpuscope.core.figures import grouped, round_step


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear axis.

    Attributes:
        low: Value at its beginning.
        high: Value at its end, above ``low``.
        begin: Where the beginning lies on the paper.
        end: Where the end lies; smaller than ``begin`` for an axis that goes up.
        ticks: Round values from low to high.
    """

    low: float
    high: float
    begin: float
    end: float
    ticks: tuple[float, ...]

    def place(self, value: float) -> float:
        """Return where a value lies on the paper; one beyond an end lies at that end."""
        share = (value - self.low) / (self.high - self.low)
        return self.begin + min(1.0, max(0.0, share)) * (self.end - self.begin)

    def words(self) -> str:
        """Return ``low high begin end``, from which a page draws the axis anew."""
        return f"{self.low:.9g} {self.high:.9g} {self.begin:g} {self.end:g}"

    def labels(self) -> list[tuple[float, str]]:
        """Return (place, words) of each tick."""
        step = self.ticks[1] - self.ticks[0] if len(self.ticks) > 1 else abs(self.high)
        digits = _digits(step)
        return [(self.place(tick), grouped(tick, digits)) for tick in self.ticks]


def axis(low: float, high: float, begin: float, end: float, *, wanted: int = 4, rounded: bool = True) -> Axis:
    """Return the axis that shows values from low to high.

    Args:
        low: The least value, in the unit that is shown.
        high: The greatest; an axis over one value is widened around it.
        begin: Where it begins on the paper.
        end: Where it ends.
        wanted: About how many intervals.
        rounded: Whether the ends are moved out to ticks.
    """
    if not high > low:
        room = abs(low) * 0.1 or 1.0
        low, high = low - room, high + room
    step = round_step((high - low) / wanted)
    if rounded:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return Axis(low, high, begin, end, tuple(number * step for number in range(first, last + 1)))


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
