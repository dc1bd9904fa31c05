"""Energy above idle: a run's energy minus a separately recorded idle baseline (measurement.md, S15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gpuscope.analysis.uncertainty import whole_j, without_gain
from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity

BARE, CONTEXT = "bare", "context"
"""Idle with nothing on the device, and with an idle CUDA context: 72 W and 122 W on an H100 (arXiv 2605.23918)."""
_LEAST_SHARE = 0.20
"""S15: below a fifth of the gross energy, an error of 5 % of the gross is more than a quarter of the net."""
_UNIT = "J"


@dataclass(frozen=True, slots=True)
class IdleBaseline:
    """Idle power of one device.

    Attributes:
        kind: "bare" or "context".
        power_w: Mean power.
        uncertainty_w: Half width of its 95 % band (k = 2), without the sensor's gain.
        recorded_at: Time of recording, as text; "" if unknown.
    """

    kind: str
    power_w: float
    uncertainty_w: float
    recorded_at: str = ""

    @property
    def description(self) -> str:
        """The baseline in words: power, kind and time of recording."""
        when = f", recorded {self.recorded_at}" if self.recorded_at else ""
        return f"{figures.figure(self.power_w, 'W')} idle ({self.kind}{when})"


def read_baselines(kept: Any) -> dict[str, IdleBaseline]:
    """Return the baselines in a device's notes, by kind; incomplete entries are skipped."""
    baselines = {}
    for kind in (BARE, CONTEXT):
        entry = kept.get(kind) if isinstance(kept, Mapping) else None
        if not isinstance(entry, Mapping):
            continue
        power, uncertainty = entry.get("power_w"), entry.get("uncertainty_w")
        if isinstance(power, (int, float)) and isinstance(uncertainty, (int, float)) and power > 0 and uncertainty >= 0:
            baselines[kind] = IdleBaseline(kind, float(power), float(uncertainty), str(entry.get("recorded_at") or ""))
    return baselines


def net_energy(gross: Quantity, baselines: Mapping[str, IdleBaseline], kind: str, window_s: float, gain: float) -> Quantity:
    """Return the energy above idle, with both uncertainties combined; missing below a fifth of the gross energy.

    The gain of the sensor is the same in both, so only the part of it in the difference remains.

    Args:
        gross: The energy of the window.
        baselines: The device's idle baselines, by kind.
        kind: The baseline to subtract: "context" if the run held a CUDA context.
        window_s: Length of the window in seconds.
        gain: Relative uncertainty of the device's sensor's gain (k = 2).
    """
    if gross.value is None:
        return Quantity.missing(_UNIT, gross.reason or "the energy is missing", gross.source)
    idle = baselines.get(kind)
    if idle is None:
        return Quantity.missing(_UNIT, f"no {kind} idle baseline of this device is recorded, and no other fits this run")
    value = gross.value - idle.power_w * window_s
    source = f"{gross.source}, less {idle.description}"
    if value < _LEAST_SHARE * gross.value:
        reason = f"below {100 * _LEAST_SHARE:.0f} % of the gross energy: too little above {idle.description} to be resolved"
        return Quantity.missing(_UNIT, reason, source)
    quality = gross.quality if gross.quality is Quality.VENDOR_MODELLED else Quality.DERIVED
    if gross.uncertainty is None:
        return Quantity(value, _UNIT, quality, source, None, gross.reason)
    others_j = without_gain(gross.value, gross.uncertainty, gain)
    return Quantity(value, _UNIT, quality, source, whole_j(value, gain, others_j, idle.uncertainty_w * window_s), gross.reason)
