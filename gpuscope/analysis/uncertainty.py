"""Uncertainty of energies: half widths of 95 % bands (k = 2), combined from their parts (measurement.md, S16).

The parts are independent and add in quadrature: the sensor's gain, the uncertainty of the window's edges, and the energy that a
part-time sensor did not observe. Only the gain error is the same in every measurement on one card.
"""

import math
from collections.abc import Sequence

from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord

UNKNOWN_GAIN = 0.10
"""Gain uncertainty of an unknown sensor: published errors reach 13 % (Yang, Adamek, Armour, arXiv 2312.02741)."""
SOURCES_DISAGREE = "sources disagree"
"""Prefix of the note on an energy whose two sources differ by more than 5 %; such a value is not compared."""


def disagreement(notes: str | None) -> str:
    """Return the note of an energy, among all of its notes, that its sources disagree; "" if there is none."""
    return next((note for note in (notes or "").split("; ") if note.startswith(SOURCES_DISAGREE)), "")


def edges_j(energy_j: float, window_s: float, edge_s: float) -> float:
    """Return the energy uncertainty if both edges of the window are known only to ``edge_s``, at the mean power."""
    return energy_j / window_s * edge_s * math.sqrt(2.0)


def whole_j(energy_j: float, gain: float | None, *others_j: float) -> float:
    """Return the total uncertainty of an energy.

    Args:
        energy_j: The energy.
        gain: Relative gain uncertainty of its sensor; None if unknown.
        others_j: The other parts, in joules.
    """
    return math.hypot(energy_j * (UNKNOWN_GAIN if gain is None else gain), *others_j)


def without_gain(value: float, uncertainty: float, gain: float) -> float:
    """Return an uncertainty without its gain part, which cancels in a comparison on one card."""
    off = abs(gain * value)
    return math.sqrt(max(0.0, uncertainty - off)) * math.sqrt(uncertainty + off)  # squares would overflow


def of_mean(values: Sequence[float], uncertainties: Sequence[float | None]) -> float | None:
    """Return the half width of the 95 % band of a mean over repeats; None if that of a repeat is unknown.

    Sensor error is the same in all repeats, so the largest relative uncertainty remains; the scatter of the repeats shrinks with
    their number (measurement.md, S16), which is too small for k = 2: Student's t takes its place.

    Args:
        values: Values of the repeats, at least one.
        uncertainties: Uncertainty of each, k = 2.
    """
    finite = [uncertainty for uncertainty in uncertainties if uncertainty is not None]
    if len(finite) < len(values) or not all(map(math.isfinite, values)):
        return None
    from gpuscope.analysis.statistics.estimate import average, mean_half_width  # lazy: the window does not need it before its first charts

    mean = average(values)
    share = max(uncertainty / abs(value) if value else 0.0 for value, uncertainty in zip(values, finite, strict=True))
    return math.hypot(share * mean, mean_half_width(values))


def widened_j(energy_j: float, uncertainty_j: float | None, uneven: float) -> float:
    """Return the uncertainty of an integral of power whose sensor samples the parts of a step unevenly.

    One and a half times the unevenness covers the largest published error: 43 % below the true value, or 75 % of the reading, for
    50 ms steps of which half is observed (computed from the raw data of arXiv 2312.02741).
    """
    return math.hypot(uncertainty_j or 0.0, 1.5 * uneven * energy_j)


Side = tuple[Sequence[RunRecord], Sequence[Quantity]]
"""Runs, and their values of one metric."""


def ratio_band(key: str, side: Side, reference: Side, ratio: float) -> float | None:
    """Return the half width (k = 2) of a ratio from sensor error alone; None if an uncertainty is unknown.

    Args:
        key: Metric key; for a device "gpu:0/energy".
        side: Runs and values of one side.
        reference: Runs and values of the other side.
        ratio: The first side's value divided by the other's.
    """
    shares = [
        max((off / abs(value) if value else math.inf for value, off in offs), default=math.inf) for offs in _offs(key, side, reference)
    ]
    return _known(ratio * math.hypot(*shares))


def difference_band(key: str, side: Side, reference: Side) -> float | None:
    """Return the half width (k = 2) of a difference from sensor error alone, in the metric's unit; None if an uncertainty is unknown.

    It replaces :func:`ratio_band` if there is no ratio because a value is zero or negative.
    """
    return _known(math.hypot(*(max((off for _, off in offs), default=math.inf) for offs in _offs(key, side, reference))))


def _known(band: float) -> float | None:
    return band if math.isfinite(band) else None


def _offs(key: str, side: Side, reference: Side) -> list[list[tuple[float, float]]]:
    """Return for each side its values with their uncertainties; infinite if unknown."""
    sides = [[(run, quantity) for run, quantity in zip(*both, strict=True) if not quantity.is_missing] for both in (side, reference)]
    measured = [[_identity(run, device) for device in _devices(key, run, quantity)] for runs in sides for run, quantity in runs]
    is_one_card = bool(measured and measured[0]) and all(set(cards) == set(measured[0]) for cards in measured)
    return [[(quantity.value or 0.0, _off(key, run, quantity, is_one_card)) for run, quantity in runs] for runs in sides]


def _off(key: str, run: RunRecord, quantity: Quantity, is_one_card: bool) -> float:
    value, gain = quantity.value or 0.0, max((gain_of(device) for device in _devices(key, run, quantity)), default=0.0)
    if quantity.uncertainty is None:
        is_power = quantity.unit == "W" and not quantity.is_missing
        return math.inf if not is_power else 0.0 if is_one_card else gain * abs(value)
    return without_gain(value, quantity.uncertainty, gain if is_one_card else 0.0)


def _devices(key: str, run: RunRecord, quantity: Quantity) -> list[Device]:
    """Return the devices that a value comes from, by its key, else by the device names in its source."""
    name = key.rpartition("/")[0]
    devices = [result.device for result in run.devices]
    return [device for device in devices if (device.key == name if name else f"{device.key}: " in quantity.source)]


def _identity(run: RunRecord, device: Device) -> tuple[str, str]:
    return ("", device.uuid) if device.uuid else (run.host, device.key)


def gain_of(device: Device) -> float:
    """Return the relative uncertainty (k = 2) of the gain of a device's sensor."""
    gains = [capability.uncertainty for key in ("energy", "power") if (capability := device.capabilities.get(key)) is not None]
    return next((gain for gain in gains if gain is not None), UNKNOWN_GAIN)
