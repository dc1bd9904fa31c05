"""Energy of the processor packages through Linux perf: the event energy-pkg of the "power" PMU, opened once per package.

The kernel itself extends these counters to 64 bits (arch/x86/events/rapl.c); they start at zero when opened.
"""

import ctypes
import errno
import os
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from gpuscope.sensors.energy_counter import EnergyCounter, EnergySource, Unavailable
from gpuscope.sensors.rapl import Processor
from gpuscope.system.files import file_text

_UNIT = "sys/bus/event_source/devices/power"
_EVENTS = (("energy", "energy-pkg"), ("memory_energy", "energy-ram"))
_CALL_NUMBER = {"x86_64": 298, "aarch64": 241, "i686": 336}
"""System call numbers of perf_event_open; C libraries do not wrap it."""
_ATTRIBUTES = struct.Struct("=IIQQQQQIIQ")
"""The first version of perf_event_attr (PERF_ATTR_SIZE_VER0): type, size, config, then fields that are 0 for a plain counter."""
_CLOSE_ON_EXEC = 8
"""PERF_FLAG_FD_CLOEXEC of linux/perf_event.h."""
_SPAN = 2**64
"""perf extends the hardware's 32 bits to 64 itself, so no wrap is expected."""
_CURE = "Run 'sudo sysctl kernel.perf_event_paranoid=0' (until the next start), or give gpuscope's Python CAP_PERFMON."
Open = Callable[[int, int, int], int]


def perf_event_open(kind: int, config: int, cpu: int) -> int:
    """Open a counting event for all processes on one processor; return its descriptor.

    Raises:
        OSError: The kernel refuses it.
    """
    number = _CALL_NUMBER.get(os.uname().machine)
    if number is None:
        raise OSError(errno.ENOSYS, "perf_event_open is not known on this machine")
    attributes = _ATTRIBUTES.pack(kind, _ATTRIBUTES.size, config, 0, 0, 0, 0, 0, 0, 0)
    library = ctypes.CDLL(None, use_errno=True)
    everyone, no_group = ctypes.c_int(-1), ctypes.c_int(-1)
    descriptor = library.syscall(ctypes.c_long(number), attributes, everyone, ctypes.c_int(cpu), no_group, ctypes.c_ulong(_CLOSE_ON_EXEC))
    if descriptor < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return int(descriptor)


def perf(root: Path = Path("/"), open_event: Open = perf_event_open) -> EnergySource | Unavailable:
    """Return the package counters, or why there are none.

    Args:
        root: The folder that contains /sys and /proc.
        open_event: Opens (type, config, processor) and returns a descriptor.
    """
    unit = root / _UNIT
    if not (unit / "events/energy-pkg").exists():
        return Unavailable("no perf power events")
    descriptors: list[int] = []

    def close() -> None:
        while descriptors:
            os.close(descriptors.pop())

    processor = Processor.read(root)
    counters: list[EnergyCounter] = []
    unavailable: dict[str, Unavailable] = {}
    for metric, event in _EVENTS:
        opened = _open(unit, event, metric, _processors(root, unit, processor), open_event, descriptors)
        if isinstance(opened, Unavailable):
            unavailable[metric] = opened
        else:
            counters += opened
    if "energy" in unavailable:
        close()
        return unavailable["energy"]
    return EnergySource("perf, power/energy-pkg", processor.energy_quality, counters, unavailable, close, restarts=True, untried=True)


def _open(
    unit: Path, event: str, metric: str, processors: list[tuple[int, str]], open_event: Open, descriptors: list[int]
) -> list[EnergyCounter] | Unavailable:
    if not (unit / f"events/{event}").exists():
        return Unavailable("the processor does not count its main memory's energy")
    counters = []
    try:
        kind, config, joules = _described(unit, event)
        for cpu, name in processors:
            descriptor = open_event(kind, config, cpu)
            descriptors.append(descriptor)
            read = _reader(descriptor)
            read()
            counters.append(EnergyCounter(f"{event} of {name}", metric, read, joules, _SPAN))
    except PermissionError:
        paranoid = "/proc/sys/kernel/perf_event_paranoid"
        return Unavailable(f"perf's {event} is refused to this user ({paranoid})", _CURE)
    except (OSError, ValueError) as error:
        return Unavailable(f"perf's {event} cannot be opened: {error}")
    return counters or Unavailable(f"perf reports no processor for {event}")


def _described(unit: Path, event: str) -> tuple[int, int, float]:
    """Return the event's type, its config and the joules per count; raises OSError or ValueError."""
    text = (unit / f"events/{event}").read_text().strip()
    matched = re.fullmatch(r"event=(0x[0-9a-fA-F]+|\d+)", text)
    if matched is None or (unit / f"events/{event}.unit").read_text().strip() != "Joules":
        raise ValueError(f"{text!r} is not understood")
    scale = float((unit / f"events/{event}.scale").read_text())
    return int((unit / "type").read_text()), int(matched.group(1), 0), scale


def _processors(root: Path, unit: Path, processor: Processor) -> list[tuple[int, str]]:
    """Return one processor per package (per die, if each die has its own counter), with the name of the package or processor."""
    cpus: dict[str, int] = {}
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", file_text(unit / "cpumask")):
        for cpu in range(int(first), int(last or first) + 1):
            package = file_text(root / f"sys/devices/system/cpu/cpu{cpu}/topology/physical_package_id")
            is_mirror = bool(package) and processor.mirrors_dies
            cpus.setdefault(f"package {package}" if is_mirror else f"processor {cpu}", cpu)
    return [(cpu, name) for name, cpu in cpus.items()]


def _reader(descriptor: int) -> Callable[[], int]:
    def read() -> int:
        content = os.read(descriptor, 8)
        if len(content) < 8:
            raise OSError(errno.EIO, "the event is in an error state")
        return int.from_bytes(content, sys.byteorder)

    return read
