"""The registry of back ends: what the helper reads on this machine, and in which way.

A vendor's module is imported only when its back end is made; importing this one loads none of them.
"""

from collections.abc import Callable, Sequence
from functools import partial

from gpuscope.sensors.backend import Backend
from gpuscope.sensors.requested_sensors import requested

Make = Callable[[float], Backend | None]


def _host(hz: float, in_detail: bool = False) -> Backend:
    from gpuscope.sensors.host import HostBackend

    return HostBackend(hz, in_detail=in_detail)


def _cpu_energy(hz: float, kernel_only: bool = False) -> Backend:
    from gpuscope.sensors.cpu_energy import CpuEnergyBackend, best_source

    return CpuEnergyBackend(hz, find=partial(best_source, kernel_only=kernel_only))


def _nvml(hz: float, in_detail: bool = False, power_hz: float | None = None) -> Backend:
    from gpuscope.sensors.drm import sysfs_root
    from gpuscope.sensors.nvml import NvmlBackend

    return NvmlBackend(hz, root=sysfs_root()[0], in_detail=in_detail, power_hz=power_hz)


def _amd(hz: float) -> Backend | None:
    from gpuscope.sensors.amd import amd

    return amd(hz)


def _intel(hz: float) -> Backend | None:
    from gpuscope.sensors.intel_gpu import intel

    return intel(hz)


BACKENDS: dict[str, Make] = {"host": _host, "cpu-energy": _cpu_energy, "nvml": _nvml, "amd": _amd, "intel": _intel}
"""Makes each back end for a rate, or None where this machine shows no sign of its hardware."""
DETAILED: dict[str, Make] = {"host": partial(_host, in_detail=True), "nvml": partial(_nvml, in_detail=True)}
"""Makes those that read more while somebody looks: what is dear to read, or shared with other tools."""
SAFE: dict[str, Make] = {"host": _host, "cpu-energy": partial(_cpu_energy, kernel_only=True)}
"""Makes what ``--only host`` reads: whatever comes from the kernel alone, and so stays when vendors' libraries crash."""


def made(only: str | None, extra: Sequence[str], hz: float, power_hz: float | None, in_detail: bool) -> list[Backend]:
    """Return the back ends to read: those of this machine's hardware, and those that were asked for by name."""
    makers = SAFE if only == "host" else BACKENDS
    if in_detail:
        makers = makers | {name: make for name, make in DETAILED.items() if name in makers}
    if power_hz is not None and "nvml" in makers:
        makers = makers | {"nvml": partial(_nvml, in_detail=in_detail, power_hz=power_hz)}
    hardware = [make(hz) for name, make in makers.items() if only in ("host", None, name)]
    found = [one for one in hardware if one is not None]
    return [*found, *(requested(text, hz) for text in extra)]
