"""One-shot query of this machine's devices, their capabilities, and one reading of each series."""

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.core.errors import EventError
from gpuscope.core.event import Hello, Sample, Table
from gpuscope.core.event_json import decode
from gpuscope.sensors.declaration import Declaration, no_gpu
from gpuscope.sensors.helper_process import HelperProcess, helper_command
from gpuscope.sensors.host import HostBackend

_PATIENCE_S = 5.0
"""How long a helper may take: it opens the vendors' libraries, which takes a second or two on a machine under load."""
_WATCHED = ("host.workload",)
"""Calls that return nothing while no run is watched."""
_SECOND_READING_S = 1.5
"""How long to wait for metrics that need two readings: the load of the cores, which not every system reports, and a GPU's activity."""
_BURST_S = 3.0
"""How long measuring one device's update periods may take; devices are measured one after the other."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The devices of the machine and one reading of each series.

    Attributes:
        devices: The devices with their capabilities.
        values: Readings in SI units by (device key, metric key); None where one failed.
        tables: Tables ("processes", "cores") by (device key, name).
    """

    devices: list[Device]
    values: Mapping[tuple[str, str], float | int | None] = field(default_factory=dict)
    tables: Mapping[tuple[str, str], Table] = field(default_factory=dict)


class _Asking:
    """The answers received from a helper so far."""

    def __init__(self) -> None:
        self.declared: Declaration | None = None
        self.values: dict[tuple[str, str], float | int | None] = {}
        self.tables: dict[tuple[str, str], Table] = {}
        self.calls: set[str] = set()
        self._readings_s = math.inf

    def add_line(self, line: bytes) -> None:
        try:
            event = decode(json.loads(line))
            if isinstance(event, Hello):
                self.declared = Declaration.from_info(event.info)
        except (ValueError, RecursionError, EventError):
            return
        if isinstance(event, Sample) and self.declared is not None and event.call in self.declared.calls:
            self.calls.add(event.call)
            self.values.update(zip(self.declared.calls[event.call], event.values, strict=False))
        elif isinstance(event, Table):
            self.tables[event.device, event.name] = event

    def has_devices(self) -> bool:
        return self.declared is not None and not self.declared.pending

    def has_periods(self) -> bool:
        return (
            self.declared is not None and self.has_devices() and not any(device.awaits_periods for device in self.declared.devices.values())
        )

    def has_readings(self) -> bool:
        """Whether each series has a reading, and metrics that need two readings have a value or have had enough time for it."""
        if self.declared is None or not self.has_devices() or not self.calls >= set(self.declared.calls) - set(_WATCHED):
            return False
        self._readings_s = min(self._readings_s, time.monotonic())
        return self._has_second_readings(self.declared) or time.monotonic() > self._readings_s + _SECOND_READING_S

    def _has_second_readings(self, declaration: Declaration) -> bool:
        able = (
            (key, metric)
            for key, device in declaration.devices.items()
            for metric, capability in device.capabilities.items()
            if capability.available
        )
        return (MACHINE, "cores") in self.tables and all(self.values.get(capability, 0) is not None for capability in able)


def inventory(timeout_s: float = _PATIENCE_S, command: Sequence[str] | None = None, extra: Sequence[str] = ()) -> list[Device]:
    """Ask a sensor helper for the devices and their sensors' update periods; blocks for at most about ``timeout_s`` seconds.

    If update periods must be measured, that adds up to three seconds per GPU; they are stored for a week. If the helper hangs or crashes,
    the host's devices are still returned, with a device "gpu" that carries the reason.

    Args:
        timeout_s: How long the helper may take.
        command: Command line of another helper, for tests.
        extra: Sensors in addition to the hardware's.
    """
    return _ask(timeout_s, command or helper_command(extra=extra, in_detail=True), _Asking.has_periods).devices


def declared_devices(extra: Sequence[str] = ()) -> list[Device]:
    """Ask a sensor helper only for the devices that a run would read; see :func:`inventory`."""
    return _ask(_PATIENCE_S, helper_command(extra=extra), _Asking.has_devices).devices


def snapshot(timeout_s: float = _PATIENCE_S, extra: Sequence[str] = ()) -> Snapshot:
    """Ask a sensor helper for the devices and one reading of each series; blocks for at most about ``timeout_s`` seconds.

    Args:
        timeout_s: How long the helper may take; readings received by then are returned.
        extra: Sensors in addition to the hardware's.
    """
    return _ask(timeout_s, helper_command(extra=extra, in_detail=True), _Asking.has_readings)


def _ask(timeout_s: float, command: Sequence[str], is_enough: Callable[[_Asking], bool]) -> Snapshot:
    asking = _Asking()
    end = time.monotonic() + timeout_s
    is_pending = True
    try:
        process = HelperProcess(command)
    except OSError as error:
        return _snapshot(asking, f"the sensor helper cannot be started: {error.strerror}")
    try:
        while not is_enough(asking) and not process.is_at_end and (left := end - time.monotonic()) > 0:
            process.wait_readable(left)
            for line in process.read_lines():
                asking.add_line(line)
            if is_pending and asking.declared is not None and asking.has_devices():
                is_pending, end = False, end + _BURST_S * sum(device.awaits_periods for device in asking.declared.devices.values())
        return _snapshot(asking, _reason(process, timeout_s))
    finally:
        process.kill()
        process.wait(0.5)
        process.close()


def _reason(process: HelperProcess, timeout_s: float) -> str:
    ended = process.wait(0.5) if process.is_at_end else process.poll()
    return ended.description if ended else f"the GPU's library did not answer within {timeout_s:g} s"


def _snapshot(asking: _Asking, reason: str) -> Snapshot:
    devices = list(asking.declared.devices.values()) if asking.declared else _host_devices()
    if not asking.has_devices() and not any(device.kind is DeviceKind.GPU for device in devices):
        devices.append(no_gpu(reason, "Run 'nvidia-smi': when it hangs or crashes too, restart the machine."))
    return Snapshot(devices, asking.values, asking.tables)


def _host_devices() -> list[Device]:
    host = HostBackend()
    try:
        host.open()
        return list(host.devices())
    finally:
        host.close()
