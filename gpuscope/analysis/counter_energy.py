"""Energy from a device's cumulative counter, and how far to trust it (measurement.md, S6 G1, S8).

Only the counter's difference is taken, piecewise linear between its observed updates, never a sum of power samples. It stands
across a gap in the readings, and falls away where the counter may have started anew or jumped by more than the device can draw.
"""

import math
from dataclasses import replace

import numpy as np

from gpuscope.analysis import uncertainty
from gpuscope.analysis.reduction import HOLD_INTERVALS, Window, reduce, updates
from gpuscope.analysis.series import DeviceSeries, interval_ns, update_period_s
from gpuscope.core.metric import Reduction
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quantity

_LIMIT_FACTOR = 1.2
"""S8: allowance for a device to overshoot its power limit within an update; it cannot have drawn the energy of a larger step."""
_UNIT = "J"
STOOD_STILL = "the counter stood still"


def counter_energy(
    series: DeviceSeries,
    window: Window,
    power_limit_w: float | None = None,
    longest_gap_s: float | None = None,
    gain: float | None = None,
) -> Quantity:
    """Return the energy over the window in joules from a cumulative counter, or why there is none.

    Args:
        series: Readings of the counter.
        window: Start and end in nanoseconds from the run's start.
        power_limit_w: The device's limit; a step of the counter above 1.2 times what it allows voids the window.
        longest_gap_s: The longest time unread in which the counter cannot have gone round; None when it never does.
        gain: How far the sensor's gain may be off, as a share (k = 2); None when unknown.
    """
    energy = metric("energy")
    assert energy is not None
    stamps, values = series.readings()
    if values.size > 1 and bool(np.all(values == values[0])):
        return Quantity.missing(_UNIT, STOOD_STILL, series.source)
    difference = reduce(series, energy, Reduction.DELTA, window)
    if difference.value is None:
        return difference
    period_s = update_period_s(stamps, values, series.period_s) or 0.0
    reason = _broken(series, window, power_limit_w, period_s) or _unread(series, window, longest_gap_s)
    if reason is not None:
        return Quantity.missing(_UNIT, reason, series.source)
    # A counter that updates faster than it is read is known at its readings alone.
    edge_s = max(period_s, (interval_ns(stamps) or 0.0) / 1e9)
    edges = uncertainty.edges_j(difference.value, (window[1] - window[0]) / 1e9, edge_s)
    return replace(difference, uncertainty=uncertainty.whole_j(difference.value, gain, edges))


def _unread(series: DeviceSeries, window: Window, longest_gap_s: float | None) -> str | None:
    stamps, _ = series.readings()
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    unread_s = float(np.diff(stamps)[inside].max(initial=0)) / 1e9
    if longest_gap_s is None or unread_s <= longest_gap_s:
        return None
    return f"the counter was not read for {unread_s:.3g} s, in which it may have started anew unseen"


def _broken(series: DeviceSeries, window: Window, power_limit_w: float | None, period_s: float) -> str | None:
    """Return why the counter's steps within the window are implausible given the device's power limit; None when they are not."""
    if power_limit_w is None:
        return None
    allowed_w = _LIMIT_FACTOR * power_limit_w
    stamps, values = updates(*series.readings())
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    if np.any(inside & (np.diff(values) > allowed_w * (np.diff(stamps) / 1e9 + period_s))):
        return "the counter jumped by more than the device can draw"
    stamps, values = series.readings()
    seconds = np.diff(stamps) / 1e9
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1]) & (seconds > HOLD_INTERVALS * (interval_ns(stamps) or math.inf) / 1e9)
    # A counter that restarts from 0 with the driver may, after a long gap, stand higher than before and still have restarted.
    restarted = inside & (values[1:] <= allowed_w * (seconds + period_s))
    if np.any(restarted):
        return f"the counter was not read for {seconds[restarted].max():.3g} s, in which it may have started anew unseen"
    return None
