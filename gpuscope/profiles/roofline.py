"""Operators by arithmetic intensity and achieved rate (Williams, Waterman, Patterson: Roofline, CACM 52 (2009) 4), and its two ceilings.

Operations are those counted by the profiler, or else derived from the shapes; bytes are always derived. Times are device times, or host
times if there is no device work. Operators for which any of these is not known are omitted.

The ceilings are the peak compute rate and memory bandwidth of a device, as measured here or from its data sheet.

Data sheets: NVIDIA A100, H100, H200 and L40S Tensor Core GPU (BF16 without sparsity), AMD Instinct MI210, MI300X and MI325X (BF16,
matrix). No program reaches their values; a copy and a matrix product measured on the device itself yield attainable ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuscope.profiles.operator_classes import OperatorClass
    from gpuscope.profiles.operators import ShapeRow
    from gpuscope.profiles.profile import Profile

_BF16 = "BF16"
_PUBLISHED = {
    "NVIDIA A100-SXM4-40GB": (312e12, 1.555e12),
    "NVIDIA A100-SXM4-80GB": (312e12, 2.039e12),
    "NVIDIA A100-PCIE-40GB": (312e12, 1.555e12),
    "NVIDIA A100 80GB PCIe": (312e12, 1.935e12),
    "NVIDIA H100 80GB HBM3": (989e12, 3.35e12),
    "NVIDIA H100 PCIe": (756e12, 2.0e12),
    "NVIDIA H100 NVL": (835e12, 3.9e12),
    "NVIDIA H200": (989e12, 4.8e12),
    "NVIDIA L40S": (362e12, 0.864e12),
    "AMD Instinct MI210": (181e12, 1.6e12),
    "AMD Instinct MI300X": (1307e12, 5.3e12),
    "AMD Instinct MI325X": (1307e12, 6.0e12),
}
"""FLOP/s of matrix products in BF16 and memory bandwidth in B/s, by device name as reported by the driver."""
_VIRTUAL = " VF"
"""Suffix of the device name that AMD's driver reports in a virtual machine to which the whole device is passed through."""


@dataclass(frozen=True, slots=True)
class Ceilings:
    """The peak rates of a device.

    Attributes:
        device: Its name; "" for the host's CPU.
        precision: Number format of the matrix product: "fp32", "BF16".
        flops: FLOP/s.
        bandwidth: B/s.
        run_id: The run that measured them; "" for a data sheet.
    """

    device: str
    precision: str
    flops: float
    bandwidth: float
    run_id: str = ""

    @property
    def ridge(self) -> float:
        """Arithmetic intensity in FLOP/B above which compute is the limit."""
        return self.flops / self.bandwidth

    def reachable(self, intensity: float) -> float:
        """Return the attainable FLOP/s at an intensity in FLOP/B."""
        return min(self.flops, intensity * self.bandwidth)


def ceilings_of(profile: Profile, measured: Sequence[Ceilings] = ()) -> Ceilings | None:
    """Return the ceilings of the device to which a profile's times refer; None if they are not known, or for several device models.

    Args:
        profile: The profile.
        measured: Ceilings measured by runs on the profile's machine; for each device the highest is used.
    """
    name = device_name(profile)
    if name is None:
        return None
    own = [ceilings for ceilings in measured if ceilings.device == name]
    if own:
        return max(own, key=lambda ceilings: ceilings.flops)
    published = _PUBLISHED.get(name.removesuffix(_VIRTUAL))
    return None if published is None else Ceilings(name, _BF16, *published)


def device_name(profile: Profile) -> str | None:
    """Return the model name of the devices that did work; "" for the host; None if there are several models, or it is not known."""
    if profile.by_host:
        return ""
    names = {facts.name for number, facts in profile.trace.devices.items() if number in profile.trace.working_devices}
    return names.pop() if len(names) == 1 and "" not in names else None


@dataclass(frozen=True, slots=True)
class RooflinePoint:
    """The calls of an operator with the same argument shapes.

    Attributes:
        row: The calls.
        work_class: The operator's class of work.
        seconds: Self device time of all calls; self host time if there is no device work.
        flops: Operations of all calls.
        bytes: Minimum bytes moved by all calls.
    """

    row: ShapeRow
    work_class: OperatorClass
    seconds: float
    flops: float
    bytes: float

    @property
    def intensity(self) -> float:
        """Operations per byte."""
        return self.flops / self.bytes

    @property
    def rate(self) -> float:
        """Operations per second."""
        return self.flops / self.seconds


def roofline_points(profile: Profile) -> tuple[RooflinePoint, ...]:
    """Return the points of all operators for which they are known, the most time first."""
    points = []
    for operator in profile.operators:
        for row in operator.by_shape:
            seconds = row.self_host_s if profile.by_host else row.self_device_s
            if row.flops and row.bytes and seconds > 0:
                points.append(RooflinePoint(row, operator.work_class, seconds, row.flops, row.bytes))
    return tuple(sorted(points, key=lambda point: -point.seconds))
