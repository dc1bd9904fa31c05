"""The registry of back ends: those for this machine's hardware, and those requested by name (--sensor simulated, --sensor replay:FILE).

A vendor's module is imported only when its back end is created; importing this module loads none of them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.sensors.backend import Backend

MakeNamed = Callable[[float, str], Backend]


def _simulated(hz: float, argument: str) -> Backend:
    from gpuscope.sensors.simulated import SimulatedBackend

    return SimulatedBackend(hz, int(argument or 1))


def _replay(_hz: float, argument: str) -> Backend:
    from gpuscope.sensors.replay import ReplayBackend

    return ReplayBackend(Path(argument))


REQUESTED: dict[str, MakeNamed] = {"simulated": _simulated, "replay": _replay}
"""Factories by name; each takes a rate and the text after the name and a colon."""


def requested(text: str, hz: float) -> Backend:
    """Create the back end for a request that :func:`checked` returned."""
    name, _, argument = text.partition(":")
    return REQUESTED[name](hz, argument)


def checked(text: str) -> str:
    """Validate a user's request, and return it in a form that does not depend on the working folder.

    Raises:
        UsageError: There is no such sensor, or its argument is invalid.
        UnavailableError: The recording cannot be read.
    """
    name, _, argument = text.partition(":")
    if name == "simulated":
        return _checked_count(text, argument)
    if name == "replay":
        return _checked_recording(argument)
    raise UsageError(f"there is no sensor {name!r} to ask for", "Use simulated, simulated:N, or replay:FILE.")


def _checked_count(text: str, argument: str) -> str:
    from gpuscope.sensors.simulated import MOST

    if argument and not (argument.isascii() and argument.isdigit() and 1 <= int(argument) <= MOST):
        raise UsageError(f"{text!r}: 1 to {MOST} devices can be simulated", "For example: --sensor simulated:2")
    return text


def _checked_recording(argument: str) -> str:
    from gpuscope.sensors.recording_file import RecordingReader

    if not argument:
        raise UsageError("replay needs a file", "For example: --sensor replay:machine.gpurec")
    path = Path(argument).expanduser().absolute()
    RecordingReader(path).close()
    return f"replay:{path}"


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
"""Factories of the hardware back ends; each takes a rate and returns None if there is no sign of its hardware."""
DETAILED: dict[str, Make] = {"host": partial(_host, in_detail=True), "nvml": partial(_nvml, in_detail=True)}
"""Factories of back ends that also read metrics which are expensive, or shared with other tools; used while a user is watching."""
SAFE: dict[str, Make] = {"host": _host, "cpu-energy": partial(_cpu_energy, kernel_only=True)}
"""Factories for ``--only host``: everything that comes from the kernel alone, and so still works when a vendor's library crashes."""


def make_backends(only: str | None, extra: Sequence[str], hz: float, power_hz: float | None, in_detail: bool) -> list[Backend]:
    """Return the back ends to read: those for this machine's hardware, and those requested by name."""
    makers = SAFE if only == "host" else BACKENDS
    if in_detail:
        makers = makers | {name: make for name, make in DETAILED.items() if name in makers}
    if power_hz is not None and "nvml" in makers:
        makers = makers | {"nvml": partial(_nvml, in_detail=in_detail, power_hz=power_hz)}
    hardware = [make(hz) for name, make in makers.items() if only in ("host", None, name)]
    present = [backend for backend in hardware if backend is not None]
    return [*present, *(requested(text, hz) for text in extra)]
