"""The readings of a run: received from its sensor helper, and used for the run's measurement window and its idle power."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gpuscope.core.device import WORKLOAD
from gpuscope.core.event import Event, Hello, Log, Phase, Sample, Samples
from gpuscope.core.event_batch import SeriesLayout
from gpuscope.recording.gpu_warmth import Heating
from gpuscope.sensors.declaration import Declaration

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from gpuscope.recording.baseline_stage import BaselineStage
    from gpuscope.recording.event_batches import EventBatches
    from gpuscope.recording.run_request import Observer, RunRequest
    from gpuscope.recording.sensor_supervisor import SensorSupervisor

_AT_LATEST_NS = 3_000_000_000
"""A device without a reading by then may never give one, and a command of a few seconds must still have a window."""


class CommandWindow:
    """Measurement window that opens when every device has given a reading or is known to be missing, at most three seconds after the start.

    Args:
        silent: Devices that give no readings in this run.
    """

    def __init__(self, silent: Collection[str] = ()) -> None:
        self._silent = frozenset(silent)
        self._seen: set[str] = set()
        self._all_began_ns = 0
        self._open_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has opened; no reading changes it from then on."""
        return self._open_ns is not None

    def observe(self, sample: Sample, started_ns: int | None, sensors: SensorSupervisor) -> None:
        """Process one reading.

        Args:
            sample: The reading.
            started_ns: Monotonic stamp of the command's start; None before it.
            sensors: Provides the devices and calls.
        """
        if self._open_ns is not None or started_ns is None or sample.before_ns < started_ns:
            return
        if sample.call not in self._seen:  # buffered readings arrive call by call, not in order of time
            self._all_began_ns = max(self._all_began_ns, sample.after_ns)
        self._seen.update((sample.call, *(device for device, _ in sensors.calls.get(sample.call, ()))))
        devices = {device for series in sensors.calls.values() for device, _ in series} - self._silent
        # Two back ends may report the same device; its energy starts with the first reading of the counter.
        counters = {call for call, series in sensors.calls.items() if any(metric == "energy" for _, metric in series)}
        expected = devices | counters
        if sensors.ready and expected <= self._seen:
            self._open_ns = self._all_began_ns
        elif sample.after_ns - started_ns > _AT_LATEST_NS:
            self._open_ns = sample.after_ns

    def until(self, end_ns: int) -> tuple[int, int] | None:
        """Return the window, up to ``end_ns``, in monotonic nanoseconds; None if it never opened."""
        return (self._open_ns, end_ns) if self._open_ns is not None and end_ns > self._open_ns else None


_EARLY_NS = 100_000_000
"""The helper is supervised up to this much before its deadline if the loop is awake anyway."""


class RunReadings:
    """Owns the sensors of one run, from their start to :meth:`stop`.

    Args:
        request: The run's request, with its additional sensors.
        folder: The run's folder.
        batches: Receives the readings.
        baseline: Computes idle power from them.
        observer: Notified of the helper's messages.

    Attributes:
        started_ns: When the workload was started; None before that.
        window: The measurement window of a command.
    """

    def __init__(self, request: RunRequest, folder: Path, batches: EventBatches, baseline: BaselineStage, observer: Observer) -> None:
        self._request, self._batches, self._baseline, self._observer = request, batches, baseline, observer
        self._heating = Heating(request.spec, folder)
        self._is_running = False
        self.started_ns: int | None = None
        self.window = CommandWindow(silent=(WORKLOAD,) if request.attached is not None and request.attached.process is None else ())

    def start(self) -> None:
        """Start the helper; call it before anything else."""
        from gpuscope.recording.sensor_supervisor import SensorSupervisor  # lazy: imported while the guards start

        self._sensors = SensorSupervisor(extra=self._request.sensors, power_hz=self._request.power_hz)
        self._sensors.start(own_pids=(os.getpid(),))
        self._is_running = True

    def watch(self, pid: int | None, apart: Sequence[int]) -> None:
        """Monitor the process tree under a pid; processes in ``apart`` (the guards) are not counted."""
        self._sensors.watch(pid, apart=apart)

    @property
    def pids(self) -> list[int]:
        """The pid of the helper, while it is running."""
        return [self._sensors.pid] if self._is_running and self._sensors.pid is not None else []

    @property
    def cpu_time_s(self) -> float:
        """CPU time of the helper, in seconds."""
        return self._sensors.cpu_time_s

    @property
    def due_ns(self) -> int | None:
        """When :meth:`read` is due at the latest; None for never."""
        return self._sensors.next_deadline_ns() if self._is_running else None

    def handle(self, event: Event) -> None:
        """Process an event of the workload: the end of its warm-up."""
        if isinstance(event, Phase) and event.name == "measured":
            self._heating.end()

    def read(self, now_ns: int) -> None:
        """Process the helper's reports, and supervise it; readings carry their own stamps, so they may wait for a batch."""
        if self._is_running:
            self._sensors.set_live(self._batches.is_watched)
            is_due = now_ns >= self._sensors.next_deadline_ns() - _EARLY_NS
            self._handle(self._sensors.tick(now_ns) if is_due else self._sensors.on_readable())

    def try_again(self) -> None:
        """Retry the sensors that are switched off."""
        if self._is_running:
            self._sensors.try_again()

    def stop(self, timeout_s: float) -> None:
        """End the helper after its last readings; do nothing the second time."""
        if self._is_running:
            self._is_running = False
            self._heating.end()
            self._handle(self._sensors.stop(timeout_s))

    def _inspect(self, sample: Sample) -> None:
        self.window.observe(sample, self.started_ns, self._sensors)
        self._heating.observe(sample, self._sensors.calls)
        if self._baseline.is_reading:
            self._baseline.observe(sample, self._sensors.calls, self._sensors.devices)

    def _handle(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Sample):
                self._inspect(event)
            elif isinstance(event, Samples):
                if not self.window.is_open or self._baseline.is_reading or not self._heating.is_over:
                    for sample in event.each():
                        self._inspect(sample)
            elif isinstance(event, Hello):
                declaration = Declaration.from_info(event.info)  # at the time of the event: more may have been declared since
                devices = tuple(declaration.devices.values())
                self._heating.declare(devices, declaration.calls)
                self._batches.declare(SeriesLayout(devices, declaration.calls, declaration.quality))
            elif isinstance(event, Log) and event.text:
                self._observer.notice(event.text)
            self._batches.add(event)
