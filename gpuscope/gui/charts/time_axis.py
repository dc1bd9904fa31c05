"""Ticks of a clock that reaches from hours down to nanoseconds: in one unit, from a base where the digits before it would repeat. No Qt."""

import math
from dataclasses import dataclass

from gpuscope.core.figures import DisplayUnit, display_unit, grouped, round_step
from gpuscope.reports.pictures.scale import ticks

_S = 1e-9
_MOST_STEPS = 20_000
"""Steps from the origin to the view from which on ticks are counted from a base: five digits, most of them alike, are not read."""
_BASE_STEPS = 100
"""The base is a multiple of so many steps: ticks are two or three digits then."""


@dataclass(frozen=True, slots=True)
class TimeTicks:
    """Ticks of an axis.

    Attributes:
        places_ns: Of each, from the trace's origin.
        labels: Of each, with the unit; with a plus sign where they count from the base.
        base: From where they count: "12.345 s"; "" for the origin.
    """

    places_ns: tuple[float, ...]
    labels: tuple[str, ...]
    base: str = ""


def time_ticks(start_ns: float, end_ns: float, least_ns: float) -> TimeTicks:
    """Return the ticks of a view.

    Args:
        start_ns: Its left end.
        end_ns: Its right end.
        least_ns: From tick to tick at the least.
    """
    step_ns = max(1.0, round_step(least_ns))
    step_ns = 5.0 if step_ns == 2.5 else step_ns  # a clock of whole nanoseconds has no half
    places = ticks(start_ns, end_ns, step_ns)
    origin = 0.0
    if start_ns > _MOST_STEPS * step_ns:
        origin = start_ns // (_BASE_STEPS * step_ns) * _BASE_STEPS * step_ns
    unit = display_unit("s", [max(end_ns - origin, step_ns) * _S])
    decimals = _decimals(step_ns * _S / unit.size)
    sign = "+" if origin else ""
    labels = tuple(f"{sign}{grouped((place - origin) * _S / unit.size, decimals)} {unit.name}" for place in places)
    return TimeTicks(tuple(places), labels, instant(origin, _BASE_STEPS * step_ns) if origin else "")


def instant(time_ns: float, step_ns: float) -> str:
    """Return an instant with the digits that a step needs, which is rounded down to a power of ten: ``12.3456 ms``."""
    step_ns = 10.0 ** math.floor(math.log10(max(step_ns, 1.0)))
    unit: DisplayUnit = display_unit("s", [max(abs(time_ns), step_ns) * _S])
    return f"{grouped(time_ns * _S / unit.size, _decimals(step_ns * _S / unit.size))} {unit.name}"


def _decimals(step: float) -> int:
    """Return how many digits behind the point tell multiples of a step apart."""
    return next((digits for digits in range(12) if abs(round(step, digits) - step) < step * 1e-6), 12)
