"""Shared by the measurements on a GPU: a load in one process, the sensor helper in another, and the helper's readings."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Event, Hello, Sample
from gpuscope.core.quantity import Quality
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from gpuscope.sensors.recording_file import RecordingWriter

ROOT = Path(__file__).parents[2]
STARTING_S = 30.0
"""Time limit for initialising NVML, which is long if a driver without persistence mode has to wake all GPUs."""


class Load:
    """The process that loads the GPU; a context manager.

    Args:
        device: "cuda:N", or "dry".
    """

    def __init__(self, device: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.gpu.load", device], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin
        assert self._process.stdout
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._is_asked = False

    def ask(self, kind: str, seconds: float = 0.0, **words: object) -> None:
        """Start a load; discard the answer of an earlier load if nobody has taken it, as after an error."""
        if self._is_asked:
            self._line()
        self._is_asked = True
        self._stdin.write(json.dumps({"kind": kind, "seconds": seconds, **words}).encode() + b"\n")
        self._stdin.flush()

    def is_done(self, timeout_s: float) -> bool:
        """Wait for the end of the load, up to the given time; return whether it ended."""
        return bool(select.select([self._stdout], [], [], timeout_s)[0])

    def answer(self) -> dict[str, Any]:
        """Wait for the end of the load, and return its answer.

        Raises:
            RuntimeError: The load failed, or its process ended.
        """
        told = self._line()
        if "error" in told:
            raise RuntimeError(f"the load failed: {told['error']}")
        return told

    def _line(self) -> dict[str, Any]:
        self._is_asked = False
        line = self._stdout.readline()
        if not line:
            raise RuntimeError(f"the load ended with {self._process.wait()}")
        return dict(json.loads(line))

    def do(self, kind: str, seconds: float = 0.0, **words: object) -> dict[str, Any]:
        """Run a load from its beginning to its end."""
        self.ask(kind, seconds, **words)
        return self.answer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stdin.close()
        self._process.kill()
        self._process.wait()
        self._stdout.close()


class Watch:
    """The sensor helper and its readings; a context manager.

    Args:
        hz: Rate of its fast readings.
        in_detail: Whether it reads GPM too.
        recording: Records its events, if given.
    """

    def __init__(self, hz: float = 10.0, *, in_detail: bool = False, recording: RecordingWriter | None = None) -> None:
        self._supervisor = SensorSupervisor(only="nvml", hz=hz, in_detail=in_detail)
        self._recording = recording
        self.samples: list[Sample] = []

    def __enter__(self) -> Self:
        self._supervisor.start()
        end = time.monotonic() + STARTING_S
        while not self._supervisor.ready:
            if time.monotonic() > end:
                self._supervisor.stop()
                raise RuntimeError(f"the sensor helper told no devices within {STARTING_S:g} s")
            self.listen(0.05)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._take(self._supervisor.stop())

    def listen(self, seconds: float) -> None:
        """Collect the helper's events for the given time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            descriptor = self._supervisor.fileno()
            select.select([] if descriptor is None else [descriptor], [], [], min(left, 0.1))
            self._take(self._supervisor.tick(time.monotonic_ns()))

    def during(self, load: Load, kind: str, seconds: float, **words: object) -> dict[str, Any]:
        """Collect events while a load runs; return the load's answer."""
        load.ask(kind, seconds, **words)
        while not load.is_done(0.0):
            self.listen(0.1)
        return load.answer()

    def pause(self, is_paused: bool) -> None:
        """Stop the helper, or continue it."""
        assert self._supervisor.pid is not None
        os.kill(self._supervisor.pid, signal.SIGSTOP if is_paused else signal.SIGCONT)

    def _take(self, events: list[Event]) -> None:
        self.samples += [event for event in events if isinstance(event, Sample)]
        if self._recording is not None:
            self._recording.write([event for event in events if isinstance(event, (Hello, Sample))])

    @property
    def gpu(self) -> Device:
        """The first GPU."""
        return next(one for one in self._supervisor.devices if one.kind is DeviceKind.GPU)

    def series(self, metric: str, period_s: float | None = None) -> DeviceSeries:
        """Return the readings of a metric of the first GPU, with timestamps of the monotonic clock."""
        wanted = self.gpu.key, metric
        call, index = next((name, series.index(wanted)) for name, series in _tuples(self._supervisor.calls) if wanted in series)
        mine = [one for one in self.samples if one.call == call]
        before, after = (np.array([getattr(one, name) for one in mine], np.int64) for name in ("before_ns", "after_ns"))
        values = np.array([np.nan if (value := one.values[index]) is None else value for one in mine], np.float64)
        capability = self.gpu.capabilities[metric]
        return DeviceSeries(*wanted, before, after, values, Quality.MEASURED, capability.source, period_s or capability.period_s)

    def mean(self, metric: str, start_ns: int = 0, end_ns: int = 1 << 62) -> float:
        """Return the mean of a metric's readings between two timestamps; NaN if there are none."""
        stamps, values = self.series(metric).readings()
        inside = values[(stamps >= start_ns) & (stamps <= end_ns)]
        return float(inside.mean()) if inside.size else float("nan")


def _tuples(calls: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(name, [(device, metric) for device, metric in series]) for name, series in calls.items()]
