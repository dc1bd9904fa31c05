"""Temperature of the GPUs around a run (measurement.md, S18): waits until they are as cool as before, and detects a steady state."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Sample
from gpuscope.core.runspec import RunSpec

WINDOW_S = 10.0
"""Length of the window, in seconds; sensors report whole degrees, so over less time half a degree is indistinguishable from none."""
_SLOPE_C = 0.5
"""A smaller rise within a window counts as steady."""
_WHOLE = 0.9
"""Minimum share of the window that must be covered by readings."""
_METRIC = "temperature"

Calls = Mapping[str, Sequence[tuple[str, str]]]
"""Series by the call that reads them, as (device, metric)."""


class Heating:
    """Monitors the temperature of a run's GPUs during warm-up; until it is known, they count as getting warmer."""

    def __init__(self, spec: RunSpec, folder: Path) -> None:
        self._spec, self._path = spec, folder
        self._is_watching = not spec.is_command and spec.warmup_limit_s > 0 and spec.device != "cpu"
        self._recent: dict[str, deque[tuple[float, float]]] = {}
        if self._is_watching:
            from gpuscope.workloads.steps.warm_up import HEATING  # imported here: most runs do not need it

            self._path = folder / HEATING
            self._mark(is_heating=True)

    @property
    def is_over(self) -> bool:
        """Whether monitoring has ended."""
        return not self._is_watching

    def declare(self, devices: Sequence[Device], calls: Calls) -> None:
        """Declare the series that are read; if they include no temperature of the run's GPUs, stop monitoring."""
        if self._is_watching:
            from gpuscope.analysis.placement import place, visible_devices

            placed = place(self._spec, devices, visible=visible_devices(os.environ.get)).devices
            measured = {device for series in calls.values() for device, metric in series if metric == _METRIC and device in placed}
            self._recent = {device: self._recent.get(device, deque()) for device in measured}
            if not measured:
                self.end()

    def observe(self, sample: Sample, calls: Calls) -> None:
        """Process one reading."""
        if not self._is_watching:
            return
        for (device, metric), value in zip(calls.get(sample.call, ()), sample.values, strict=False):
            if metric == _METRIC and device in self._recent and value is not None:
                readings = self._recent[device]
                readings.append((sample.before_ns / 1e9, float(value)))
                while readings[-1][0] - readings[0][0] > WINDOW_S:
                    readings.popleft()
                self._mark(is_heating=not all(_is_steady(recent) for recent in self._recent.values()))

    def end(self) -> None:
        """Stop monitoring: the warm-up is over, or there are no temperature readings."""
        if self._is_watching:
            self._is_watching = False
            self._mark(is_heating=False)

    def _mark(self, *, is_heating: bool) -> None:
        with contextlib.suppress(OSError):  # if the file system has become read-only, the workload warms up to its limit
            if is_heating:
                self._path.touch()
            else:
                self._path.unlink(missing_ok=True)


def _is_steady(readings: Sequence[tuple[float, float]]) -> bool:
    if len(readings) < 2 or readings[-1][0] - readings[0][0] < _WHOLE * WINDOW_S:
        return False
    from statistics import linear_regression

    times, values = zip(*readings, strict=True)
    return linear_regression(times, values).slope * WINDOW_S < _SLOPE_C


Temperatures = Mapping[str, float]
"""By device key, in °C."""
TOLERANCE_C = 2.0
"""Rise over the first temperature that is tolerated: sensors report whole degrees, and an idle GPU fluctuates by one."""
MOST_S = 60.0
"""Limits the time added to each run of a plan: if the room has become warmer, a GPU never cools to its first temperature."""
_POLL_S = 3.0
"""A reading takes a second or two and wakes the driver; more frequent ones would keep the GPU from cooling."""


def gpu_temperatures() -> Temperatures:
    """Read the temperature of each real GPU that reports it; blocks for a second or two."""
    from gpuscope.sensors.inventory import snapshot  # imported here: a recorder, which only monitors readings, does not need it

    snap = snapshot()
    gpus = {gpu.key for gpu in snap.devices if gpu.kind is DeviceKind.GPU and not gpu.simulated}
    return {
        device: value for (device, metric), value in snap.values.items() if device in gpus and metric == "temperature" and value is not None
    }


class Cooling:
    """Waits for the GPUs to cool to their initial temperature.

    Args:
        read: Returns the temperatures.
        sleep: Sleeps for a number of seconds.
        clock: Returns a monotonic time in seconds.
    """

    def __init__(
        self,
        read: Callable[[], Temperatures] = gpu_temperatures,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read, self._sleep, self._clock = read, sleep, clock
        self._first: Temperatures | None = None

    def wait(self) -> Temperatures:
        """Wait until no GPU is warmer than at the first call, at most a minute; return those that still are, with their temperatures."""
        if self._first is None:
            self._first = self._read()
            return {}
        ends, warm = self._clock() + MOST_S, self._warm()
        while warm and self._clock() < ends:
            self._sleep(_POLL_S)
            warm = self._warm()
        return warm

    def _warm(self) -> Temperatures:
        first = self._first
        if not first:
            return {}
        return {device: value for device, value in self._read().items() if value > first.get(device, value) + TOLERANCE_C}
