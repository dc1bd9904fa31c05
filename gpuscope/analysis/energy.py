"""Energy from a device's cumulative counter: what stands, and how far to trust it.

Only the counter's difference is taken here, never a sum of power samples. It falls away when the counter jumped by more
than the device can draw. Its uncertainty (k = 2) is the sensor's gain, taken as ±10 % while nothing is known of the
card (published errors reach from 3 to 13 %: Yang, Adamek, Armour, arXiv 2312.02741), and one update at each edge.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from gpuscope.analysis.reduction import Window, reduce, updates
from gpuscope.analysis.series import DeviceSeries, interval_ns
from gpuscope.analysis.update_period import update_period_s
from gpuscope.core.metric import Reduction, metric
from gpuscope.core.quantity import Quality, Quantity

GAIN = 0.10
_LIMIT_FACTOR = 1.2
_UNIT = "J"
_MEASURED = (Quality.MEASURED, Quality.DERIVED, Quality.VENDOR_MODELLED)


def counter_energy(
    series: DeviceSeries, window: Window, power_limit_w: float | None = None, longest_gap_s: float | None = None
) -> Quantity:
    """Returns the energy over the window in joules from a cumulative counter, or why there is none.

    Args:
        series: Readings of the counter.
        window: Start and end in nanoseconds from the run's start.
        power_limit_w: The device's limit; a step of the counter above 1.2 times what it allows voids the window.
        longest_gap_s: The longest time unread in which the counter cannot have gone round; None when it never does.
    """
    energy = metric("energy")
    assert energy is not None
    found = reduce(series, energy, Reduction.DELTA, window)
    if found.value is None:
        return found
    period_s = update_period_s(*series.readings(), series.period_s) or 0.0
    if power_limit_w is not None and _jumped(series, window, power_limit_w, period_s):
        return Quantity.missing(_UNIT, "the counter jumped by more than the device can draw", series.source)
    unread_s = _longest_gap_s(series, window)
    if longest_gap_s is not None and unread_s > longest_gap_s:
        reason = f"the counter was not read for {unread_s:.3g} s, in which it may have started anew unseen"
        return Quantity.missing(_UNIT, reason, series.source)
    # A counter that updates faster than it is read is known at its readings alone.
    edge_s = max(period_s, (interval_ns(series.readings()[0]) or 0.0) / 1e9)
    edges = found.value / ((window[1] - window[0]) / 1e9) * edge_s * math.sqrt(2.0)
    return replace(found, uncertainty=math.hypot(GAIN * found.value, edges))


def _longest_gap_s(series: DeviceSeries, window: Window) -> float:
    stamps, _ = series.readings()
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    return float(np.diff(stamps)[inside].max(initial=0)) / 1e9


def _jumped(series: DeviceSeries, window: Window, power_limit_w: float, period_s: float) -> bool:
    stamps, values = updates(*series.readings())
    seconds = np.diff(stamps) / 1e9
    allowed = _LIMIT_FACTOR * power_limit_w * (seconds + period_s)
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    return bool(np.any(inside & (np.diff(values) > allowed)))


def total(parts: Sequence[tuple[str, Quantity]], reason: str | None) -> Quantity:
    """Returns the energy of several devices together; missing when one of them is, or when there is none.

    Args:
        parts: Device key and its energy.
        reason: Why there are no devices, for an empty ``parts``.
    """
    if not parts:
        return Quantity.missing(_UNIT, reason or "the run was placed on no device that was recorded")
    for device, part in parts:
        if part.value is None:
            return Quantity.missing(_UNIT, f"{device}: {part.reason}", part.source)
        if part.quality not in _MEASURED:
            return Quantity.missing(_UNIT, f"{device}: an estimate joins no measured total", part.source)
    source = "; ".join(f"{device}: {part.source}" for device, part in parts)
    quality = max((part.quality for _, part in parts), key=_MEASURED.index)
    # Sensors of one make err the same way, so their errors add up rather than cancel.
    return Quantity(
        sum(part.value or 0.0 for _, part in parts), _UNIT, quality, source,
        _sum_known(part.uncertainty for _, part in parts), next((part.reason for _, part in parts if part.reason), None),
    )  # fmt: skip


def per(energy: Quantity, count: int | None, what: str) -> Quantity:
    """Returns energy by a count ("sample", "step"): an average over the window, missing when either is."""
    if energy.value is None:
        return Quantity.missing(_UNIT, energy.reason or "the energy is missing", energy.source)
    if not count:
        return Quantity.missing(_UNIT, f"no {what} was counted", energy.source)
    quality = energy.quality if energy.quality is Quality.VENDOR_MODELLED else Quality.DERIVED
    uncertainty = None if energy.uncertainty is None else energy.uncertainty / count
    return Quantity(
        energy.value / count, _UNIT, quality, f"energy averaged over {count} {what}s; {energy.source}", uncertainty, energy.reason
    )


def _sum_known(values: Iterable[float | None]) -> float | None:
    collected = list(values)
    return None if None in collected else math.fsum(value for value in collected if value is not None)
