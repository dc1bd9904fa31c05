"""One unit for figures that stand together in a row or on an axis, and the figures in it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from gpuscope.core import figures
from gpuscope.core.figures import significant

_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
_BINARY = ((2.0**50, "PiB"), (2.0**40, "TiB"), (2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))
_PREFIXED = frozenset({"W", "J", "Hz", "s", "FLOP/s", "B/s", "Wh"})
_ENOUGH = 0.9995
"""A figure that rounds up to the next prefix takes it."""


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """How figures of one kind are shown.

    Attributes:
        factor: The shown figure is the value in SI units by this.
        name: The unit, in which the prefix is; "" for a plain number.
        digits: Significant digits.
    """

    factor: float
    name: str
    digits: int = 3

    def figure(self, value: float) -> str:
        """Returns a value in this unit, without it."""
        if self.name == "" and isfinite(value) and value.is_integer():
            return figures.figure(value, "1")
        return significant(value / self.factor, self.digits)

    def after(self, label: str) -> str:
        """Returns a label with the unit behind it: ``Mean power, W``."""
        return f"{label}, {self.name}" if self.name else label


def display_unit(unit: str, values: Iterable[float | None], *, share: bool = False) -> DisplayUnit:
    """Returns the unit in which figures are shown side by side: the prefix suits the largest of them.

    Args:
        unit: In which they are ("1" for a ratio or a count).
        values: They; None, NaN and infinities do not count.
        share: Whether they are read as percentages.
    """
    largest = max((abs(value) for value in values if value is not None and isfinite(value)), default=0.0)
    if share:
        return DisplayUnit(0.01, "%")
    if unit == "B":
        return next((DisplayUnit(factor, name) for factor, name in _BINARY if largest >= factor), DisplayUnit(1.0, "B"))
    if unit in _PREFIXED and largest > 0:
        for factor, prefix in _PREFIXES:
            if largest >= factor * _ENOUGH and not (unit == "s" and factor > 1):
                return DisplayUnit(factor, f"{prefix}{unit}")
    return DisplayUnit(1.0, "" if unit == "1" else unit, 4)
