"""The energy of a device from its sources, and of a run from its devices (measurement.md, S6, S7).

The first available source is the energy; the others are kept for comparison. The order is: the counter's difference, the integral of
the instantaneous power, the integral of the 1 s average. Vendor-modelled sources rank after measured ones; there is no further fallback.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.analysis import uncertainty
from gpuscope.analysis.reduction import HOLD_INTERVALS, Window, reduce, updates
from gpuscope.analysis.series import DeviceSeries, Stamps, Values, interval_ns, update_period_s
from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core import figures
from gpuscope.core.metric import Reduction
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quality, Quantity

_UNIT = "J"
_AVERAGED = "energy averaged over {0}"
_OVER_STEPS = "energy averaged over {0}, without that before the end of the first step and after the last"
_MEASURED = (Quality.MEASURED, Quality.DERIVED, Quality.VENDOR_MODELLED)
CHECKED_FROM_S = 10.0
"""Shortest window, in seconds, over which the counter is checked against the integral."""
_AGREE, _DISAGREE = 0.02, 0.05
"""S7: relative difference up to which two sources agree, and above which they disagree. The sensor's gain is common to both and
cannot explain a difference."""


@dataclass(frozen=True, slots=True)
class EnergySources:
    """A device's energy over one window from each source; None for a source that the device lacks.

    Attributes:
        counter: Difference of the cumulative counter.
        instant: Integral of the instantaneous power.
        average: Integral of the 1 s average.
    """

    counter: Quantity | None = None
    instant: Quantity | None = None
    average: Quantity | None = None

    def chosen(self, window_s: float) -> Quantity | None:
        """Return the energy of the best source, with a counter's checked against the integral; None without any source."""
        recorded = [source for source in (self.counter, self.instant, self.average) if source is not None]
        available = [source for source in recorded if source.value is not None]
        if not available:
            return recorded[0] if recorded else None
        best = min(available, key=lambda source: source.quality is Quality.VENDOR_MODELLED)  # the first of equals
        if best is self.counter:
            return best if self.instant is None else checked(best, self.instant, window_s)
        missing = self.counter.reason if self.counter is not None and self.counter.value is None else None
        return noted(best, f"in place of the counter: {missing}") if missing else best


def checked(counter: Quantity, integral: Quantity, window_s: float) -> Quantity:
    """Check a counter's energy against the integral of power; if they differ, add a note or widen the uncertainty.

    Args:
        counter: Energy from the counter.
        integral: Energy from the integral of the instantaneous power.
        window_s: Length of the window in seconds; windows below 10 s are not checked.
    """
    if counter.value is None or integral.value is None or window_s < CHECKED_FROM_S:
        return counter
    apart = abs(integral.value - counter.value)
    share = apart / abs(counter.value) if counter.value else math.inf
    both = f"counter {figures.figure(counter.value, _UNIT)}, integral {figures.figure(integral.value, _UNIT)}"
    if share <= _AGREE:
        return counter
    if share <= _DISAGREE:
        return noted(counter, f"{both}: {figures.percent(share)} apart")
    return noted(replace(counter, uncertainty=max(counter.uncertainty or 0.0, apart)), f"{SOURCES_DISAGREE}: {both}")


def noted(quantity: Quantity, note: str | None) -> Quantity:
    """Return a quantity with a note appended to its reason; a missing quantity is returned unchanged."""
    if quantity.is_missing or not note:
        return quantity
    return replace(quantity, reason=f"{quantity.reason}; {note}" if quantity.reason else note)


def total(parts: Sequence[tuple[str, Quantity]], reason: str | None) -> Quantity:
    """Return the total energy of several devices; missing if any part is missing or an estimate, or if there are none.

    Args:
        parts: Pairs of device key and energy.
        reason: Why there are no devices, for an empty ``parts``.
    """
    if not parts:
        return Quantity.missing(_UNIT, reason or "none of the run's devices was recorded")
    for device, part in parts:
        if part.value is None:
            return Quantity.missing(_UNIT, f"{device}: {part.reason}", part.source)
        if part.quality not in _MEASURED:
            return Quantity.missing(_UNIT, f"{device}: an estimate is not added to a measured total", part.source)
    source = "; ".join(f"{device}: {part.source}" for device, part in parts)
    quality = max((part.quality for _, part in parts), key=_MEASURED.index)
    value = sum(part.value or 0.0 for _, part in parts)
    # Sensors of one model share their systematic error, so errors add up instead of cancelling.
    return Quantity(value, _UNIT, quality, source, _sum_known(part.uncertainty for _, part in parts), _joined_notes(parts))


def _joined_notes(parts: Sequence[tuple[str, Quantity]]) -> str | None:
    """Return the notes of the parts, each once, prefixed with the devices concerned."""
    if len(parts) == 1:
        return parts[0][1].reason
    devices: dict[str, list[str]] = {}
    for device, part in parts:
        for note in (part.reason or "").split("; "):
            devices.setdefault(note, []).append(device)
    notes: dict[str, list[str]] = {}
    for note, named in devices.items():
        if note:
            notes.setdefault(", ".join(dict.fromkeys(named)), []).append(note)
    return "; ".join(f"{named}: {'; '.join(together)}" for named, together in notes.items()) or None


_UNCOUNTED = {"sample": "no sample was counted", "step": "no step was counted", "epoch": "no epoch was counted"}


def per(energy: Quantity, count: float | None, item: str, *, steps_alone: bool = False) -> Quantity:
    """Return the energy per item ("sample", "step", "epoch"), averaged over the window; missing if the energy or the count is.

    Args:
        energy: Energy of the window.
        count: Number of items in it.
        item: An item, in the singular.
        steps_alone: Whether the window is only that of a command's steps, while the energy beside it is that of the whole command.
    """
    if energy.value is None:
        return Quantity.missing(_UNIT, energy.reason or "the energy is missing", energy.source)
    if not count:
        return Quantity.missing(_UNIT, _UNCOUNTED[item], energy.source)
    quality = energy.quality if energy.quality is Quality.VENDOR_MODELLED else Quality.DERIVED
    uncertainty = None if energy.uncertainty is None else energy.uncertainty / count
    averaged = _OVER_STEPS if steps_alone else _AVERAGED
    source = f"{averaged.format(figures.counted(count, item))}; {energy.source}"
    return Quantity(energy.value / count, _UNIT, quality, source, uncertainty, energy.reason)


def tokens_per_joule(energy_per_token: Quantity) -> Quantity:
    """Return tokens per joule, the inverse of the energy per token; missing if that is missing or zero."""
    joules = energy_per_token.value
    if not joules:
        return Quantity.missing("1/J", energy_per_token.reason or "the energy is zero", energy_per_token.source)
    uncertainty = None if energy_per_token.uncertainty is None else energy_per_token.uncertainty / joules**2
    return Quantity(1.0 / joules, "1/J", energy_per_token.quality, energy_per_token.source, uncertainty, energy_per_token.reason)


def _sum_known(values: Iterable[float | None]) -> float | None:
    collected = list(values)
    return None if None in collected else math.fsum(value for value in collected if value is not None)


_LIMIT_FACTOR = 1.2
"""S8: allowance for overshoot of the power limit within an update; a larger counter step is physically impossible."""
_UNIT = "J"
STOOD_STILL = "the counter stood still"


def counter_energy(
    series: DeviceSeries, window: Window, power_limit_w: float | None = None, longest_gap_s: float | None = None, gain: float | None = None
) -> Quantity:
    """Return the energy over the window in joules from a cumulative counter; missing, with the reason, if it cannot be determined.

    Args:
        series: Readings of the counter.
        window: Start and end in nanoseconds from the run's start.
        power_limit_w: The device's power limit; a counter step above 1.2 times the energy it allows voids the window.
        longest_gap_s: The longest unread time in which the counter cannot have wrapped; None if it never wraps.
        gain: Relative uncertainty of the sensor's gain (k = 2); None if unknown.
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
    # A counter that updates faster than it is read is known only at its readings.
    edge_s = max(period_s, (interval_ns(stamps) or 0.0) / 1e9)
    edges = _edges_j(*updates(stamps, values), window, difference.value, edge_s)
    return replace(difference, uncertainty=uncertainty.whole_j(difference.value, gain, edges))


def _edges_j(stamps: Stamps, values: Values, window: Window, energy_j: float, edge_s: float) -> float:
    """Return the uncertainty of both edges: one update each or, for an edge in a gap, the counter's rise within the gap."""
    window_s = (window[1] - window[0]) / 1e9
    after = (int(np.searchsorted(stamps, window[0], "right")), int(np.searchsorted(stamps, window[1], "left")))
    gaps_j = [values[at] - values[at - 1] for at in after if (stamps[at] - stamps[at - 1]) / 1e9 > HOLD_INTERVALS * edge_s]
    usual_j = uncertainty.edges_j(energy_j, window_s, edge_s) * math.sqrt((2 - len(gaps_j)) / 2)
    return math.hypot(usual_j, *gaps_j)


def _unread(series: DeviceSeries, window: Window, longest_gap_s: float | None) -> str | None:
    stamps, _ = series.readings()
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    unread_s = float(np.diff(stamps)[inside].max(initial=0)) / 1e9
    if longest_gap_s is None or unread_s <= longest_gap_s:
        return None
    return f"the counter was not read for {unread_s:.3g} s, during which it may have wrapped unnoticed"


def _broken(series: DeviceSeries, window: Window, power_limit_w: float | None, period_s: float) -> str | None:
    """Return why the counter's steps within the window are implausible for the device's power limit; None if they are plausible."""
    if power_limit_w is None:
        return None
    allowed_w = _LIMIT_FACTOR * power_limit_w
    # From update to update, not from reading to reading: a counter read more often than it updates stands still, then rises by
    # a whole period at once. An update may be up to one period older than its reading, hence the extra period.
    stamps, values = updates(*series.readings())
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1])
    if np.any(inside & (np.diff(values) > allowed_w * (np.diff(stamps) / 1e9 + period_s))):
        return "the counter jumped by more than the device can draw"
    stamps, values = series.readings()
    seconds = np.diff(stamps) / 1e9
    inside = (stamps[1:] > window[0]) & (stamps[:-1] < window[1]) & (seconds > HOLD_INTERVALS * (interval_ns(stamps) or math.inf) / 1e9)
    # A counter that restarts from 0 with the driver may exceed its old value after a long gap, which hides the restart.
    restarted = inside & (values[1:] <= allowed_w * (seconds + period_s))
    if np.any(restarted):
        return f"the counter was not read for {seconds[restarted].max():.3g} s, during which it may have wrapped unnoticed"
    return None
