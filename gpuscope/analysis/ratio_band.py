"""How far a ratio of two energies may be off because of the sensors that measured them (measurement.md, S16).

What one card's gain is off by is the same in all its runs, so a comparison on one card leaves the gain out.
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
    """Returns the half width (k = 2) that the sensors alone give a ratio; None where an uncertainty is unknown.

    Args:
        key: Of the metric; a device's as "gpu:0/energy".
        side: The runs of one side.
        reference: Those of the other.
        ratio: The first side's value by the other's.
    """
    sides = [[one for one in zip(*both, strict=True) if not one[1].is_missing] for both in (side, reference)]
    measured = [[_identity(run, device) for device in _devices(key, run, quantity)] for runs in sides for run, quantity in runs]
    is_one_card = bool(measured and measured[0]) and all(set(cards) == set(measured[0]) for cards in measured)
    shares = [max((_share(key, *one, is_one_card) for one in runs), default=math.inf) for runs in sides]
    return ratio * math.hypot(*shares) if all(map(math.isfinite, shares)) else None


def _share(key: str, run: RunRecord, quantity: Quantity, is_one_card: bool) -> float:
    if not quantity.value or quantity.uncertainty is None:
        return math.inf
    gain = max((_gain(device) for device in _devices(key, run, quantity)), default=0.0) if is_one_card else 0.0
    return without_gain(quantity.value, quantity.uncertainty, gain) / abs(quantity.value)


def _devices(key: str, run: RunRecord, quantity: Quantity) -> list[Device]:
    """Returns the devices that a value comes from: by its key, else by its source, which names them."""
    name = key.rpartition("/")[0]
    devices = [result.device for result in run.devices]
    return [one for one in devices if (one.key == name if name else f"{one.key}: " in quantity.source)]


def _identity(run: RunRecord, device: Device) -> tuple[str, str]:
    return ("", device.uuid) if device.uuid else (run.host, device.key)


def _gain(device: Device) -> float:
    told = [one.uncertainty for key in ("energy", "power") if (one := device.capabilities.get(key)) is not None]
    return next((gain for gain in told if gain is not None), UNKNOWN_GAIN)
