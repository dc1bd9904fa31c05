"""An axis of a small chart: where its values lie, and its round figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.core.figures import round_step
from gpuscope.gui.charts.ticks import number, ticks

_LINES = 4
_MOST_DECADES = 5


@dataclass(frozen=True, slots=True)
class PlotAxis:
    """An axis.

    Attributes:
        low: Its lower end; of a logarithmic one the logarithm.
        high: Its upper end.
        marks: Values with their figures.
        is_log: Whether it is logarithmic.
    """

    low: float
    high: float
    marks: tuple[tuple[float, str], ...]
    is_log: bool = False

    @classmethod
    def linear(cls, values: Sequence[float]) -> "PlotAxis":
        """Return an axis that holds these, from 0 on where that is near."""
        low, high = min(values), max(values)
        room = (high - low) or abs(high) or 1.0
        bottom = 0.0 if 0 <= low <= room / 2 else low
        step = round_step((high - bottom or room) / _LINES)
        first, last = math.floor(bottom / step + 1e-9) * step, math.ceil(max(high, bottom + step) / step - 1e-9) * step
        return cls(first, last, tuple((value, number(value, step)) for value in ticks(first, last, step)))

    @classmethod
    def log(cls, values: Sequence[float]) -> "PlotAxis":
        """Return a logarithmic axis that holds these, all above 0, in whole decades."""
        first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        last = max(last, first + 1)
        stride = -(-(last - first) // _MOST_DECADES)
        return cls(first, last, tuple((10.0**one, number(10.0**one, 10.0**one)) for one in range(first, last + 1, stride)), is_log=True)

    def share(self, value: float) -> float:
        """Return where a value lies: 0 at the lower end, 1 at the upper."""
        place = math.log10(value) if self.is_log else value
        return (place - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """Return the value at a place."""
        place = self.low + share * (self.high - self.low)
        return 10.0**place if self.is_log else place
