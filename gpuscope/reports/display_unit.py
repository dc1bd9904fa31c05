"""One unit for figures that stand together in a row of a table or on an axis."""

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite

from gpuscope.core.display_unit import NUMBER, PERCENT, DisplayUnit
from gpuscope.core.figures import DEGREES
from gpuscope.core.quantity import Quantity

_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
_BINARY = ((2.0**50, "PiB"), (2.0**40, "TiB"), (2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1.0, "B"))
_PREFIXED = frozenset({"W", "J", "Hz", "s", "FLOP/s", "B/s", "Wh"})
_J_PER_WH = 3600.0
_ENOUGH = 0.9995
"""A figure that rounds up to the next prefix takes it."""


def display_unit(unit: str, values: Iterable[float | None], *, share: bool = False, energy_unit: str = "J") -> DisplayUnit:
    """Return the unit in which figures are compared side by side, on paper and on the Compare page: the prefix suits the largest.

    It is as :func:`gpuscope.core.figures.figure` would show that one. What still changes while it is read has a unit of its own kind,
    :func:`gpuscope.gui.run_view.display_unit.display_unit`.

    Args:
        unit: In which they are ("1" for a ratio or a count).
        values: They; None, NaN and infinities do not count.
        share: Whether they are read as percentages.
        energy_unit: In which joules are shown: "J" or "Wh".
    """
    if unit == "J" and energy_unit == "Wh":
        hours = display_unit("Wh", [None if value is None else energy_in("Wh", value) for value in values])
        return replace(hours, size=hours.size * _J_PER_WH)
    largest = max((abs(value) for value in values if value is not None and isfinite(value)), default=0.0)
    if share:
        return PERCENT
    if unit == "B":
        return next((DisplayUnit(name, size) for size, name in _BINARY if largest >= size), DisplayUnit("B", 1.0))
    if unit in _PREFIXED and largest > 0:
        for size, prefix in _PREFIXES:
            if largest >= size * _ENOUGH and not (unit == "s" and size > 1):
                return DisplayUnit(f"{prefix}{unit}", size)
    return NUMBER if unit == "1" else DisplayUnit(unit, 1.0, 3 if unit == DEGREES else 4)


def energy_in(unit: str, joules: float) -> float:
    """Return an energy in the unit that the user wants, "J" or "Wh"."""
    return joules / _J_PER_WH if unit == "Wh" else joules


def in_unit(quantity: Quantity, unit: str) -> Quantity:
    """Return an energy in the unit that the user wants; what is no energy as it is."""
    if unit != "Wh" or quantity.unit != "J":
        return quantity
    value = None if quantity.value is None else energy_in(unit, quantity.value)
    uncertainty = None if quantity.uncertainty is None else energy_in(unit, quantity.uncertainty)
    return replace(quantity, value=value, uncertainty=uncertainty, unit="Wh")
