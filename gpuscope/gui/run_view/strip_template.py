"""A strip before its unit is known: which series could be in it, and how each is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from gpuscope.core.figures import steady_unit
from gpuscope.gui.charts.strip import Curve, Strip
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun

Series = tuple[str, str]
"""(device, metric) of a sensor's series."""


@dataclass(frozen=True, slots=True)
class CurveSource:
    """A curve, and where its values come from.

    Attributes:
        curve: How it is drawn.
        read: Returns (seconds from the run's start, SI values), float64 [n] each.
        series: Of the sensor whose readings it shows; None for what is no sensor's.
    """

    curve: Curve
    read: Callable[[ShownRun], tuple[Floats, Floats]]
    series: Series | None = None


def is_offered(curve: Curve, hidden: Mapping[str, bool]) -> bool:
    """Return whether a curve is in its strip's legend."""
    return curve.visible or curve.key in hidden


@dataclass(frozen=True, slots=True)
class StripTemplate:
    """What a strip would show if all its series had readings.

    Attributes:
        key: Tells it from the others.
        title: What is shown.
        unit: SI.
        sources: In the order of the legend.
        is_share: Whether the unit "1" is that of a share.
        low: Lower end of the range, SI; None to take it from the data.
        high: Upper end of the range, SI; None to take it from the data.
        note: What stands behind the unit ("of 16 cores") where there is room: beside a single curve.
        is_caution: Whether the note stands there in any case: the readings are not what they seem.
    """

    key: str
    title: str
    unit: str
    sources: tuple[CurveSource, ...]
    is_share: bool = False
    low: float | None = 0.0
    high: float | None = None
    note: str = ""
    is_caution: bool = False

    def strip(self, magnitudes: Mapping[str, float], hidden: Mapping[str, bool]) -> Strip | None:
        """Return the strip of those of its curves that have readings; None when none has.

        Args:
            magnitudes: Largest value so far by the curve's key; only curves with readings are in it.
            hidden: What the user switched, by the curve's key: True is off. A curve that is off from the start has no place in the
                legend before it was switched on once.
        """
        read = [source.curve for source in self.sources if source.curve.key in magnitudes]
        there = [replace(curve, visible=not hidden.get(curve.key, not curve.visible)) for curve in read if is_offered(curve, hidden)]
        if not there or (len(there) == 1 and not there[0].visible):
            return None
        curves = tuple(there) if len(there) > 1 else (replace(there[0], label=self.title),)
        shown = [magnitudes[curve.key] for curve in curves if curve.visible] or list(magnitudes.values())
        unit = steady_unit(self.unit, max(shown), share=self.is_share)
        note = f"{unit.name} {self.note}" if self.note and (len(curves) == 1 or self.is_caution) else ""
        return Strip(self.key, self.title, unit.name, curves, 1.0 / unit.size, self.low, self.high, note)
