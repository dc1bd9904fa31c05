"""Ticks of a time axis from hours down to nanoseconds: in one unit, and relative to a base if leading digits would repeat. No Qt."""

import math
from dataclasses import dataclass

from gpuscope.core.figures import DisplayUnit, display_unit, grouped, round_step
from gpuscope.reports.pictures.scale import decimals_of, ticks

_S = 1e-9
_MOST_STEPS = 20_000
"""Distance of the view from the origin, in steps, beyond which labels are relative to a base: five mostly equal digits are hard to read."""
_BASE_STEPS = 100
"""The base is a multiple of this many steps, which leaves labels of two or three digits."""


@dataclass(frozen=True, slots=True)
class TimeTicks:
    """Ticks of an axis.

    Attributes:
        places_ns: Position of each tick, from the trace's origin.
        labels: Label of each tick, with the unit; with a plus sign if relative to the base.
        base: The base of the labels: "12.345 s"; "" for the origin.
    """

    places_ns: tuple[float, ...]
    labels: tuple[str, ...]
    base: str = ""


def time_ticks(start_ns: float, end_ns: float, least_ns: float) -> TimeTicks:
    """Return the ticks of a view from ``start_ns`` to ``end_ns``, at least ``least_ns`` apart."""
    step_ns = max(1.0, round_step(least_ns))
    step_ns = 5.0 if step_ns == 2.5 else step_ns  # timestamps are whole nanoseconds
    places = ticks(start_ns, end_ns, step_ns)
    origin = 0.0
    if start_ns > _MOST_STEPS * step_ns:
        origin = start_ns // (_BASE_STEPS * step_ns) * _BASE_STEPS * step_ns
    unit = display_unit("s", [max(end_ns - origin, step_ns) * _S])
    decimals = decimals_of(step_ns * _S / unit.size)
    sign = "+" if origin else ""
    labels = tuple(f"{sign}{grouped((place - origin) * _S / unit.size, decimals)} {unit.name}" for place in places)
    return TimeTicks(tuple(places), labels, instant(origin, _BASE_STEPS * step_ns) if origin else "")


def instant(time_ns: float, step_ns: float) -> str:
    """Format an instant to the precision of a step, rounded down to a power of ten: ``12.3456 ms``."""
    step_ns = 10.0 ** math.floor(math.log10(max(step_ns, 1.0)))
    unit: DisplayUnit = display_unit("s", [max(abs(time_ns), step_ns) * _S])
    return f"{grouped(time_ns * _S / unit.size, decimals_of(step_ns * _S / unit.size))} {unit.name}"
