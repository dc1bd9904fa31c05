"""Model of a stack of strips. Values are SI; a strip's ``factor`` converts them to the displayed unit."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gpuscope.core import figures
from gpuscope.reports.pictures.picture import Dash, Marker
from gpuscope.reports.pictures.scale import present

_SMALL_S = 0.1
"""Seconds below which a time is shown in its own unit beside longer ones: 1.83 ms, although the first step took a second."""
_LEAST_SHOWN = 0.001
"""In the unit of greater values; less is shown as less than this."""
_PREFIXED = re.compile(r"[kMGTP]i?(B/s|B)")
"""Prefixed units and their base units for quantities that vary by orders of magnitude: 144 kB/s below a peak of 50 MB/s."""


@dataclass(frozen=True, slots=True)
class SensorWindow:
    """The averaging window of a sensor that samples only part of the time, in units of the axis.

    Attributes:
        period: Update period of the sensor.
        width: Length of the sampled part, at the end of each period.
    """

    period: float
    width: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a strip.

    Attributes:
        key: Identifies it within its strip.
        label: Shown in the legend and on the cursor's card.
        colour: Name of a palette colour ("power"), or "group:N" for the Nth compared group.
        dash: Dash pattern.
        marker: Shape of sparse markers on it; None for none.
        visible: Whether it is drawn initially; the legend toggles it.
        is_logged: Whether a workload logged its values: NaN and infinity are values then ("NaN from 0:12"), where in a sensor's
            series they mean a missing reading.
        window: Averaging window of a sensor that samples only part of the time, drawn where there is room. None for all others.
        present_s: Seconds over which the value beside the strip is the mean; 0.0 for the newest reading alone.
    """

    key: str
    label: str
    colour: str
    dash: Dash = Dash.SOLID
    marker: Marker | None = None
    visible: bool = True
    is_logged: bool = False
    window: SensorWindow | None = None
    present_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip: a title, a unit, and the curves that share its range.

    Attributes:
        key: Identifies it within the stack.
        title: Displayed title.
        unit: Displayed unit ("%", "GiB", "k samples/s").
        curves: In legend order.
        factor: Displayed value divided by SI value.
        low: Lower end of the range, SI; None to take it from the data.
        high: Upper end of the range, SI; None to take it from the data.
        subtitle: Replaces the unit; for an empty strip, the reason.
        help: Tooltip that explains what its metrics are and are not.
        is_caution: Whether the subtitle warns that the readings are not what they seem.
    """

    key: str
    title: str
    unit: str
    curves: tuple[Curve, ...]
    factor: float = 1.0
    low: float | None = None
    high: float | None = None
    subtitle: str = ""
    help: str = ""
    is_caution: bool = False


@dataclass(frozen=True, slots=True)
class Shade:
    """An annotated section of the axis.

    Attributes:
        start: Start on the axis.
        end: End on the axis; None while ongoing.
        label: Text ("gap 1.2 s", "power cap").
        strips: Keys of the affected strips; empty for all.
        tone: "gap" and "sleep" are drawn blank, over the curves; "throttle" is a tint behind them.
        detail: Further text for the cursor's card, such as the reason of a gap.
    """

    start: float
    end: float | None
    label: str
    strips: frozenset[str] = frozenset()
    tone: Literal["gap", "throttle", "sleep"] = "gap"
    detail: str = ""

    def is_on(self, strip: str) -> bool:
        """Return whether it affects a strip."""
        return not self.strips or strip in self.strips


@dataclass(frozen=True, slots=True)
class Limit:
    """A reference line, such as a power limit.

    Attributes:
        strip: Key of its strip.
        value: SI.
        label: Name, value and unit ("limit 700 W").
    """

    strip: str
    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An instant with a name, drawn through all strips."""

    x: float
    text: str


def present_value(value: float, strip: Strip, greatest: float = 0.0) -> str:
    """Format a value in its strip's unit; a rate, size or time far below it gets its own unit: ``6.87 kB/s``, ``1.83 ms``.

    Args:
        value: In SI units.
        strip: Strip, whose unit suits the largest visible value.
        greatest: Greatest value of its axis, in its unit; 0 if none is shown.
    """
    shown = value * strip.factor
    base = _PREFIXED.fullmatch(strip.unit)
    if strip.unit == "s" and 0 < abs(value) < _SMALL_S:
        return figures.figure(value, "s")
    if base is None or shown == 0 or abs(shown) >= 1.0:
        return present(shown, greatest)
    return figures.figure(value, base[1])


def value_with_unit(value: float, strip: Strip, greatest: float = 0.0) -> str:
    """Format a value with its strip's unit, or its own; the arguments are those of :func:`present_value`."""
    text = present_value(value, strip, greatest)
    return text if " " in text else f"{text} {strip.unit}".rstrip()


def present_together(values: Sequence[float], strip: Strip, greatest: float = 0.0) -> list[str]:
    """Format the values beside a strip: in its unit, which its heading names, if it has several curves; short times each in its own.

    A unit on one line would be read as that of the lines below it too, and would come and go with the values.

    Args:
        values: In SI units, finite.
        strip: Strip, whose unit suits the largest visible value.
        greatest: Greatest value of its axis, in its unit; 0 if none is shown.
    """
    is_short = strip.unit == "s" and all(abs(value) < _SMALL_S for value in values)
    if len(strip.curves) < 2 or is_short:
        return [present_value(value, strip, greatest) for value in values]
    has_prefixes = strip.unit == "s" or _PREFIXED.fullmatch(strip.unit) is not None
    shown = [value * strip.factor for value in values]
    return [_rounded(value) if has_prefixes and 0 < abs(value) < 1.0 else present(value, greatest) for value in shown]


def _rounded(shown: float) -> str:
    """Return a value below 1, of a unit that suits greater ones, to three decimals."""
    return figures.with_minus(f"{round(shown, 3):g}") if abs(shown) >= _LEAST_SHOWN else f"<\u202f{_LEAST_SHOWN}"
