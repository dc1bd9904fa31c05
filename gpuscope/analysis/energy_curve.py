"""A device's cumulative energy over a run's window, from the readings of the source that gave its stored energy.

The curve ends at the stored energy. A run whose energy is missing has no curve, for the same reason.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.analysis.device_summary import AVERAGE, POWER
from gpuscope.analysis.power_integral import held_stretches, power_sampling
from gpuscope.analysis.profiled import PROFILER
from gpuscope.analysis.reduction import IncompleteError, Window, longest_hold_ns, updates
from gpuscope.analysis.series import DeviceSeries, Stamps, Values
from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity

_SAME = 1e-6
"""Relative tolerance between the end of a curve and the stored energy, which differ only by the order of summation."""


@dataclass(frozen=True, slots=True, eq=False)
class EnergyCurve:
    """Energy since the window's start, linear between the points.

    Attributes:
        t_s: Seconds from the window's start, float64, not decreasing; shape (n,).
        joules: Energy up to each time, float64; shape (n,).
    """

    t_s: Values
    joules: Values

    def at(self, t_s: float) -> float:
        """Return the energy up to a time, in joules; constant before and after the window."""
        return float(np.interp(t_s, self.t_s, self.joules))


@dataclass(frozen=True, slots=True, eq=False)
class HeldReadings:
    """Readings of a gauge, each held until the next one, but no longer than three median intervals.

    Attributes:
        t_s: Times in seconds from the window's start; shape (n,).
        values: Readings in SI units; NaN for a failed reading.
        hold_s: Longest time for which a reading is held.
    """

    t_s: Values
    values: Values
    hold_s: float

    def at(self, t_s: float) -> float | None:
        """Return the reading in effect at a time; None before the first reading and in a gap."""
        place = int(np.searchsorted(self.t_s, t_s, side="right")) - 1
        if place < 0 or t_s - self.t_s[place] > self.hold_s or math.isnan(self.values[place]):
            return None
        return float(self.values[place])


def held_readings(series: DeviceSeries, window: Window) -> HeldReadings:
    """Return a gauge's readings with times in seconds from the window's start."""
    return HeldReadings(_since(series.stamps_ns, window), series.values, longest_hold_ns(series.stamps_ns) / 1e9)


def energy_curve(device: Device, energy: Quantity, series: Mapping[str, DeviceSeries], window: Window) -> EnergyCurve:
    """Return a device's cumulative energy over the window.

    Args:
        device: The device.
        energy: Its stored energy over the window.
        series: Its readings by metric.
        window: Start and end in nanoseconds from the run's start.

    Raises:
        IncompleteError: The energy or its readings are missing; the message gives the reason.
    """
    if energy.value is None:
        raise IncompleteError(energy.reason or "the energy is missing")
    curves = [curve for curve in _curves(device, series, window) if _ends_at(curve, energy.value)]
    if not curves and PROFILER in (energy.reason or ""):
        raise IncompleteError("its energy leaves out the time in which the profiler ran")
    if not curves:
        raise IncompleteError("the readings behind its energy are not in the store")
    return curves[0]


def total_curve(curves: Sequence[EnergyCurve]) -> EnergyCurve:
    """Return the total energy of several devices."""
    if len(curves) == 1:
        return curves[0]
    t_s = np.unique(np.concatenate([curve.t_s for curve in curves]))
    return EnergyCurve(t_s, np.sum([np.interp(t_s, curve.t_s, curve.joules) for curve in curves], axis=0))


def _ends_at(curve: EnergyCurve, joules: float) -> bool:
    return math.isclose(float(curve.joules[-1]), joules, rel_tol=_SAME, abs_tol=1e-9)


def _curves(device: Device, series: Mapping[str, DeviceSeries], window: Window) -> Iterator[EnergyCurve]:
    """Yield the curve from each source with readings, the counter first, as in :mod:`gpuscope.analysis.energy`."""
    if (counter := series.get("energy")) is not None and counter.readings()[1].size:
        yield _counter_curve(counter, window)
    for key in (POWER, AVERAGE):
        if (power := series.get(key)) is not None and power.values.size:
            capability = device.capabilities.get(key)
            sampling = power_sampling(power, *((None, None) if capability is None else (capability.sampled_share, capability.window_s)))
            if sampling is not None:
                stamps, values = power.readings()
                try:
                    starts, ends = held_stretches(stamps, sampling, window)
                except IncompleteError:
                    continue  # such readings cannot be the source of the stored energy
                joules = np.concatenate([[0.0], np.cumsum(values * (ends - starts))])
                yield EnergyCurve(np.append(starts[0], ends), joules)


def _counter_curve(series: DeviceSeries, window: Window) -> EnergyCurve:
    stamps, values = updates(*series.readings())
    # In seconds and joules from the first reading, as in analysis.reduction: large stamps would cost precision at the edges.
    t_s, joules = _since(stamps, window), values - values[0]
    length_s = (window[1] - window[0]) / 1e9
    inside = (t_s > 0.0) & (t_s < length_s)
    points = np.concatenate([[0.0], t_s[inside], [length_s]])
    grown = np.interp(points, t_s, joules)
    return EnergyCurve(points, grown - grown[0])


def _since(stamps: Stamps, window: Window) -> Values:
    return (stamps - window[0]) / 1e9
