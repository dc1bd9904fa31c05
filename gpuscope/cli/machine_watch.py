"""The machine's sensors for as long as a verb needs them: the devices, and the latest reading of each series."""

import os
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from gpuscope.core.device import WORKLOAD, Device
from gpuscope.core.event import Event, Log, Sample
from gpuscope.recording.alerts import Alerts
from gpuscope.recording.helper_keeper import HelperHealth
from gpuscope.recording.idle_power import IdleMinutes
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.system.device_notes import DeviceNotes
from gpuscope.system.waiting import readable

if TYPE_CHECKING:
    from gpuscope.core.alert_rule import AlertRule

_END_S = 0.1
"""Seconds the helper may take to end by itself: its last readings are not needed."""


class MachineWatch:
    """A sensor helper and its latest readings; a context manager that ends the helper. Idle minutes of a GPU are stored as baselines.

    Args:
        supervisor: The supervisor of the helper.
        alerts: Rules to watch; alerts that fire are among the events.
        alert_command: The arguments of the command to run when an alert fires; empty for none.

    Attributes:
        values: Latest reading by (device, metric), in SI units; None if it failed.
    """

    def __init__(self, supervisor: SensorSupervisor, alerts: "Sequence[AlertRule]" = (), alert_command: Sequence[str] = ()) -> None:
        self._supervisor = supervisor
        self._messages: deque[Log] = deque()
        """Warnings from any thread."""
        self._alerts = Alerts(alerts, alert_command, self._warn)
        self.values: dict[tuple[str, str], float | int | None] = {}
        self._idle = IdleMinutes(DeviceNotes())

    def __enter__(self) -> Self:
        self._supervisor.start(own_pids=(os.getpid(),))
        return self

    def __exit__(self, *_: object) -> None:
        self._supervisor.stop(_END_S)
        self._alerts.close()

    def _warn(self, text: str) -> None:
        self._messages.append(Log(time.monotonic_ns(), "warning", text))

    @property
    def devices(self) -> Sequence[Device]:
        """The devices declared so far, except the processes of a run, since there is none."""
        return without_run(self._supervisor.devices)

    @property
    def ready(self) -> bool:
        """Whether every back end has declared its devices or is known to be missing."""
        return self._supervisor.ready

    @property
    def settled(self) -> bool:
        """Whether it is ready, and no device still awaits the detection of update periods."""
        return self.ready and not any(device.awaits_periods for device in self.devices)

    @property
    def health(self) -> HelperHealth:
        """Restarts, crashes and hangs of the helper."""
        return self._supervisor.health

    @property
    def helper_cpu_s(self) -> float:
        """CPU time of the helper in seconds, as last reported."""
        return self._supervisor.cpu_time_s

    def series_of(self, event: Sample) -> Sequence[tuple[str, str]]:
        """Return the (device, metric) of each value of a sample."""
        return self._supervisor.calls.get(event.call, ())

    def events(self, until_s: float) -> list[Event]:
        """Wait for sensor events, at most until ``until_s`` on the monotonic clock; process and return them."""
        deadline_s = min(until_s, self._supervisor.next_deadline_ns() / 1e9)
        source = self._supervisor.fileno()
        is_readable = bool(readable([] if source is None else [source], deadline_s - time.monotonic()))
        batch = self._supervisor.on_readable() if is_readable else []
        batch += self._supervisor.tick(time.monotonic_ns())
        for event in batch:
            if isinstance(event, Sample):
                self.values.update(zip(self.series_of(event), event.values, strict=False))
                self._idle.observe(event, self._supervisor.calls, self._supervisor.devices)
        batch += self._alerts.of(batch, time.monotonic_ns())
        while self._messages:
            batch.append(self._messages.popleft())
        return batch


def without_run(devices: Sequence[Device]) -> list[Device]:
    """Return the devices without the processes of a run."""
    return [device for device in devices if device.key != WORKLOAD]
