"""The energy of a device from its sources, and of a run from its devices (measurement.md, S6, S7).

The first source that gives a number is the energy, the others stay beside it: the counter's difference, the integral of the
instantaneous power, that of the 1 s average; what a vendor has modelled comes after what was measured, and nothing after that.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity

_UNIT = "J"
_MEASURED = (Quality.MEASURED, Quality.DERIVED, Quality.VENDOR_MODELLED)
CHECKED_FROM_S = 10.0
"""Shortest window, in seconds, over which the counter is checked against the integral."""
_AGREE, _DISAGREE = 0.02, 0.05
"""S7: shares apart up to which two sources agree, and from which they disagree. The sensor's gain, which both have in
common, explains nothing of it."""


@dataclass(frozen=True, slots=True)
class EnergySources:
    """A device's energy over one window by each source; None where the device lacks the source.

    Attributes:
        counter: Difference of the cumulative counter.
        instant: Integral of the instantaneous power.
        average: Integral of the 1 s average.
    """

    counter: Quantity | None = None
    instant: Quantity | None = None
    average: Quantity | None = None

    def chosen(self, window_s: float) -> Quantity | None:
        """Return the energy of the best source, a counter's checked against the integral; None without any source."""
        there = [source for source in (self.counter, self.instant, self.average) if source is not None]
        available = [source for source in there if source.value is not None]
        if not available:
            return there[0] if there else None
        best = min(available, key=lambda source: source.quality is Quality.VENDOR_MODELLED)  # of equals the first
        if best is self.counter:
            return best if self.instant is None else checked(best, self.instant, window_s)
        missing = self.counter.reason if self.counter is not None and self.counter.value is None else None
        return noted(best, f"in place of the counter: {missing}") if missing else best


def checked(counter: Quantity, integral: Quantity, window_s: float) -> Quantity:
    """Check a counter's energy against the integral of power, and note or widen it where the two disagree.

    Args:
        counter: Energy by the counter.
        integral: Energy by the integral of the instantaneous power.
        window_s: Length of the window in seconds; below 10 s nothing is checked.
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
    """Return a quantity with a note appended to its reason; a missing one unchanged."""
    if quantity.is_missing or not note:
        return quantity
    return replace(quantity, reason=f"{quantity.reason}; {note}" if quantity.reason else note)


def total(parts: Sequence[tuple[str, Quantity]], reason: str | None) -> Quantity:
    """Return the total energy of several devices; missing when any of them is missing, or when there are none.

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
    value = sum(part.value or 0.0 for _, part in parts)
    # Sensors of one model share their systematic error, so errors add up instead of cancelling.
    return Quantity(value, _UNIT, quality, source, _sum_known(part.uncertainty for _, part in parts), _told(parts))


def _told(parts: Sequence[tuple[str, Quantity]]) -> str | None:
    """Return the notes of the parts, each once, prefixed with the devices that it concerns."""
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


def per(energy: Quantity, count: float | None, item: str) -> Quantity:
    """Return the energy per item ("sample", "step", "epoch"), averaged over the window; missing when either is."""
    if energy.value is None:
        return Quantity.missing(_UNIT, energy.reason or "the energy is missing", energy.source)
    if not count:
        return Quantity.missing(_UNIT, f"no {item} was counted", energy.source)
    quality = energy.quality if energy.quality is Quality.VENDOR_MODELLED else Quality.DERIVED
    uncertainty = None if energy.uncertainty is None else energy.uncertainty / count
    shown_count = figures.significant(count) if isinstance(count, float) else count
    source = f"energy averaged over {shown_count} {item}s; {energy.source}"
    return Quantity(energy.value / count, _UNIT, quality, source, uncertainty, energy.reason)


def tokens_per_joule(energy_per_token: Quantity) -> Quantity:
    """Return tokens per joule, the inverse of the energy per token; missing when that is."""
    joules = energy_per_token.value
    if not joules:
        return Quantity.missing("1/J", energy_per_token.reason or "the energy is zero", energy_per_token.source)
    uncertainty = None if energy_per_token.uncertainty is None else energy_per_token.uncertainty / joules**2
    return Quantity(1.0 / joules, "1/J", energy_per_token.quality, energy_per_token.source, uncertainty, energy_per_token.reason)


def _sum_known(values: Iterable[float | None]) -> float | None:
    collected = list(values)
    return None if None in collected else math.fsum(value for value in collected if value is not None)
