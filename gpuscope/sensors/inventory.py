"""What can be measured here, asked once: the devices of this machine, and one reading of each series."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gpuscope.core.device import Device


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The machine at one instant.

    Attributes:
        devices: What is here, and what can be measured on it.
        values: First reading by (device key, metric key), in SI units; None where it failed.
    """

    devices: list[Device]
    values: Mapping[tuple[str, str], float | int | None] = field(default_factory=dict)


def inventory(timeout_s: float = 5.0) -> list[Device]:
    """Asks a sensor helper which devices there are; blocks for at most about ``timeout_s`` seconds."""
    raise NotImplementedError


def snapshot(timeout_s: float = 5.0) -> Snapshot:
    """Asks a sensor helper for the devices and one reading of each series; blocks for at most about ``timeout_s`` seconds."""
    raise NotImplementedError
