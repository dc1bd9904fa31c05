"""The two ceilings of a roofline: what a device computes and moves at most, as it was measured here, or as its data sheet says.

Data sheets: NVIDIA A100, H100 and H200 Tensor Core GPU (BF16 without sparsity), AMD Instinct MI210 and MI300X (BF16, matrix). They tell
what no program reaches; a copy and a matrix product on the device itself are what one does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuscope.profiles.profile import Profile

_BF16 = "BF16"
_PUBLISHED = {
    "NVIDIA A100-SXM4-40GB": (312e12, 1.555e12),
    "NVIDIA A100-SXM4-80GB": (312e12, 2.039e12),
    "NVIDIA A100-PCIE-40GB": (312e12, 1.555e12),
    "NVIDIA A100 80GB PCIe": (312e12, 1.935e12),
    "NVIDIA H100 80GB HBM3": (989e12, 3.35e12),
    "NVIDIA H100 PCIe": (756e12, 2.0e12),
    "NVIDIA H200": (989e12, 4.8e12),
    "AMD Instinct MI210": (181e12, 1.6e12),
    "AMD Instinct MI300X": (1307e12, 5.3e12),
}
"""FLOP/s of matrix products in BF16 and B/s of the memory, by the name that the driver gives."""


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What a device does at most.

    Attributes:
        device: Its name; "" for the processor of the host.
        precision: Number format of the matrix product: "fp32", "BF16".
        flops: FLOP/s.
        bandwidth: B/s.
        run_id: The run that measured it; "" for a data sheet.
    """

    device: str
    precision: str
    flops: float
    bandwidth: float
    run_id: str = ""

    @property
    def ridge(self) -> float:
        """FLOP a byte from which computing is the limit."""
        return self.flops / self.bandwidth

    def reachable(self, intensity: float) -> float:
        """Return the most FLOP/s at so many FLOP a byte."""
        return min(self.flops, intensity * self.bandwidth)


def ceilings_of(profile: Profile, measured: Sequence[Ceilings] = ()) -> Ceilings | None:
    """Return the ceilings of the device that a profile's times are of; None where they are not known, or where it is of several devices.

    Args:
        profile: The profile.
        measured: What runs on the machine of the profile have measured; the highest of a device counts.
    """
    name = device_name(profile)
    if name is None:
        return None
    known = [ceilings for ceilings in measured if ceilings.device == name]
    if known:
        return max(known, key=lambda ceilings: ceilings.flops)
    return Ceilings(name, _BF16, *_PUBLISHED[name]) if name in _PUBLISHED else None


def device_name(profile: Profile) -> str | None:
    """Return the name of the only kind of device that worked; "" for the host; None where there are several, or none is named."""
    if profile.by_host:
        return ""
    names = {facts.name for number, facts in profile.trace.devices.items() if number in set(profile.trace.device_work.device.tolist())}
    return names.pop() if len(names) == 1 and "" not in names else None
