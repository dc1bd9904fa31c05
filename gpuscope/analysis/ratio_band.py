"""How far a ratio, or a difference, may be off because of the sensors that measured its sides (measurement.md, S16).

What one card's gain is off by is the same in all its runs, so a comparison on one card leaves the gain out. A mean power carries no
uncertainty of its own: its gain is all that is known.
"""

import math
from collections.abc import Sequence

from gpuscope.analysis.uncertainty import UNKNOWN_GAIN, without_gain
from gpuscope.core.device import Device
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord

Side = tuple[Sequence[RunRecord], Sequence[Quantity]]
"""Runs, and their values of one metric."""


def ratio_band(key: str, side: Side, reference: Side, ratio: float) -> float | None:
    """Return the half width (k = 2) that the sensors alone give a ratio; None where an uncertainty is unknown.

    Args:
        key: Of the metric; a device's as "gpu:0/energy".
        side: The runs of one side.
        reference: Those of the other.
        ratio: The first side's value by the other's.
    """
    shares = [max((off / abs(value) if value else math.inf for value, off in one), default=math.inf) for one in _offs(key, side, reference)]
    return _known(ratio * math.hypot(*shares))


def difference_band(key: str, side: Side, reference: Side) -> float | None:
    """Return the half width (k = 2) that the sensors alone give a difference, in the metric's unit; None where one is unknown.

    It is that of :func:`ratio_band` where there is no ratio, since a value is zero or negative.
    """
    return _known(math.hypot(*(max((off for _, off in one), default=math.inf) for one in _offs(key, side, reference))))


def _known(band: float) -> float | None:
    return band if math.isfinite(band) else None


def _offs(key: str, side: Side, reference: Side) -> list[list[tuple[float, float]]]:
    """Return for each side its values, and how far each is off; infinitely where that is unknown."""
    sides = [[(run, one) for run, one in zip(*both, strict=True) if not one.is_missing] for both in (side, reference)]
    measured = [[_identity(run, device) for device in _devices(key, run, quantity)] for runs in sides for run, quantity in runs]
    is_one_card = bool(measured and measured[0]) and all(set(cards) == set(measured[0]) for cards in measured)
    return [[(quantity.value or 0.0, _off(key, run, quantity, is_one_card)) for run, quantity in runs] for runs in sides]


def _off(key: str, run: RunRecord, quantity: Quantity, is_one_card: bool) -> float:
    value, gain = quantity.value or 0.0, max((_gain(device) for device in _devices(key, run, quantity)), default=0.0)
    if quantity.uncertainty is None:
        is_power = quantity.unit == "W" and not quantity.is_missing
        return math.inf if not is_power else 0.0 if is_one_card else gain * abs(value)
    return without_gain(value, quantity.uncertainty, gain if is_one_card else 0.0)


def _devices(key: str, run: RunRecord, quantity: Quantity) -> list[Device]:
    """Return the devices that a value comes from: by its key, else by its source, which names them."""
    name = key.rpartition("/")[0]
    devices = [result.device for result in run.devices]
    return [one for one in devices if (one.key == name if name else f"{one.key}: " in quantity.source)]


def _identity(run: RunRecord, device: Device) -> tuple[str, str]:
    return ("", device.uuid) if device.uuid else (run.host, device.key)


def _gain(device: Device) -> float:
    told = [one.uncertainty for key in ("energy", "power") if (one := device.capabilities.get(key)) is not None]
    return next((gain for gain in told if gain is not None), UNKNOWN_GAIN)
