"""The machine's sensors for as long as a verb needs them: what is here, and the last reading of each series."""

import os
import select
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

if TYPE_CHECKING:
    from gpuscope.core.alert_rule import AlertRule

_END_S = 0.1
"""How long the helper may take to end by itself: nobody waits for its last readings."""


class MachineWatch:
    """A sensor helper and its last readings; a context manager that ends the helper. Minutes in which a GPU is idle are kept as baselines.

    Args:
        supervisor: Of the helper.
        alerts: Rules that are watched; what fires is among the events.
        alert_command: The words of what is run when one fires; empty for nothing.

    Attributes:
        values: Last reading by (device, metric), in SI units; None where it failed.
    """

    def __init__(self, supervisor: SensorSupervisor, alerts: "Sequence[AlertRule]" = (), alert_command: Sequence[str] = ()) -> None:
        self._supervisor = supervisor
        self._messages: deque[Log] = deque()
        """Warnings of any thread."""
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
        """The devices declared so far; without the processes of a run, since there is none."""
        return without_run(self._supervisor.devices)

    @property
    def ready(self) -> bool:
        """Whether every back end has declared its devices or is known to be missing."""
        return self._supervisor.ready

    @property
    def settled(self) -> bool:
        """Whether it is ready, and the update periods of all sensors are known or known not to be."""
        return self.ready and not any(device.awaits_periods for device in self.devices)

    @property
    def health(self) -> HelperHealth:
        """How the helper has fared."""
        return self._supervisor.health

    @property
    def helper_cpu_s(self) -> float:
        """Processor seconds that the helper has taken, as it last reported."""
        return self._supervisor.cpu_time_s

    def series_of(self, event: Sample) -> Sequence[tuple[str, str]]:
        """Return the (device, metric) of each of a sample's values."""
        return self._supervisor.calls.get(event.call, ())

    def events(self, until_s: float) -> list[Event]:
        """Wait for events of the sensors, until the monotonic clock shows ``until_s`` at the latest, and take them in."""
        deadline_s = min(until_s, self._supervisor.next_deadline_ns() / 1e9)
        source = self._supervisor.fileno()
        readable, _, _ = select.select([] if source is None else [source], (), (), max(0.0, deadline_s - time.monotonic()))
        batch = self._supervisor.on_readable() if readable else []
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
    """Return the devices that are there when no run is."""
    return [device for device in devices if device.key != WORKLOAD]
