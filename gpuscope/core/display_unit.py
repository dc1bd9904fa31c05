"""A unit in which figures are shown, with its prefix: kW, GiB, per cent. Who shows them chooses it."""

from dataclasses import dataclass
from math import isfinite

from gpuscope.core import figures
from gpuscope.core.figures import significant


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """How figures of one kind are shown.

    Attributes:
        name: The unit, with its prefix; "" for a plain number.
        size: One of it in SI units: 1000 for kW, 0.01 for per cent.
        digits: Significant digits.
    """

    name: str
    size: float
    digits: int = 3

    def shown(self, value: float) -> float:
        """Return an SI value in this unit, as a number."""
        return value / self.size

    def figure(self, value: float) -> str:
        """Return an SI value in this unit, without it; a plain number that counts has no digits behind the point."""
        if self.name == "" and isfinite(value) and float(value).is_integer():
            return figures.figure(value, "1")
        return significant(self.shown(value), self.digits)

    def after(self, label: str) -> str:
        """Return a label with the unit behind it: ``Mean power, W``."""
        return f"{label}, {self.name}" if self.name else label


PERCENT = DisplayUnit("%", 0.01)
NUMBER = DisplayUnit("", 1.0, 4)
"""A ratio or a count."""
