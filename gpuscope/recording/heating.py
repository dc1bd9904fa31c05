"""Tells a workload that warms up, by a file in the run's folder, whether its GPU still becomes warmer (measurement.md, S18)."""

import contextlib
import os
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpuscope.core.device import Device
from gpuscope.core.event import Sample
from gpuscope.core.runspec import RunSpec

WINDOW_S = 10.0
_SLOPE_C = 0.5
"""Less than this in a window is steady."""
_WHOLE = 0.9
"""So much of the window has to be read."""
_METRIC = "temperature"

Calls = Mapping[str, Sequence[tuple[str, str]]]
"""Series by the call that reads them, as (device, metric)."""


class Heating:
    """Follows the temperature of the GPUs that a run is placed on; until it is known they count as becoming warmer.

    Args:
        spec: What is run.
        folder: Of the run.
    """

    def __init__(self, spec: RunSpec, folder: Path) -> None:
        self._spec, self._path = spec, folder
        self._is_watching = not spec.is_command and spec.warmup_limit_s > 0 and spec.device != "cpu"
        self._recent: dict[str, deque[tuple[float, float]]] = {}
        if self._is_watching:
            from gpuscope.workloads.steps.warm_up import HEATING  # which most runs do not need, and every run would wait for

            self._path = folder / HEATING
            self._mark(is_heating=True)

    @property
    def is_over(self) -> bool:
        """Whether no reading counts any more."""
        return not self._is_watching

    def declare(self, devices: Sequence[Device], calls: Calls) -> None:
        """Take in what is read; where no temperature of the run's GPUs is, nothing is waited for."""
        if self._is_watching:
            from gpuscope.analysis.placement import place, visible_devices

            placed = place(self._spec, devices, visible=visible_devices(os.environ.get)).devices
            measured = {device for series in calls.values() for device, metric in series if metric == _METRIC and device in placed}
            self._recent = {device: self._recent.get(device, deque()) for device in measured}
            if not measured:
                self.end()

    def observe(self, sample: Sample, calls: Calls) -> None:
        """Account for one reading."""
        if not self._is_watching:
            return
        for (device, metric), value in zip(calls.get(sample.call, ()), sample.values, strict=False):
            if metric == _METRIC and device in self._recent and value is not None:
                readings = self._recent[device]
                readings.append((sample.before_ns / 1e9, float(value)))
                while readings[-1][0] - readings[0][0] > WINDOW_S:
                    readings.popleft()
                self._tell()

    def end(self) -> None:
        """Stop watching: the warm-up is over, or its temperature cannot be read."""
        if self._is_watching:
            self._is_watching = False
            self._mark(is_heating=False)

    def _tell(self) -> None:
        self._mark(is_heating=not all(_is_steady(readings) for readings in self._recent.values()))

    def _mark(self, *, is_heating: bool) -> None:
        with contextlib.suppress(OSError):  # a file system that has become read-only: the workload warms up to its limit
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
