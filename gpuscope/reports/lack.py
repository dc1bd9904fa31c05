"""What cannot be measured here: each reason once, with everything that it takes and its cure."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpuscope.core.device import Device


@dataclass(frozen=True, slots=True)
class Lack:
    """Metrics that cannot be measured, for one reason.

    Attributes:
        devices: Keys of the devices that lack them.
        metrics: Keys of the metrics.
        reason: Why, in words.
        cure: The one line that would change it; None when nothing would.
    """

    devices: tuple[str, ...]
    metrics: tuple[str, ...]
    reason: str
    cure: str | None


def lacks(devices: Sequence[Device]) -> list[Lack]:
    """Return what some devices lack, those that lack the same for the same reason together."""
    found: dict[tuple[tuple[str, ...], str, str | None], list[str]] = {}
    for device in devices:
        metrics: dict[tuple[str, str | None], list[str]] = {}
        for key, one in device.capabilities.items():
            if not one.available:
                metrics.setdefault((one.reason or "no reason given", one.cure), []).append(key)
        for (reason, cure), keys in metrics.items():
            found.setdefault((tuple(keys), reason, cure), []).append(device.key)
    return [Lack(tuple(keys), metrics, reason, cure) for (metrics, reason, cure), keys in found.items()]
