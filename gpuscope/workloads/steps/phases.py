"""Durations of a step's phases: one step per block is timed, at most ten a second, and reported at the end of the block.

For all other steps the overhead is a comparison and one empty call per phase. On the CPU the ends of phases are timed by the host's clock;
on a GPU by events in its stream, which are read when they have completed (measurement.md, S17).
"""

import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

import torch

from gpuscope.core.workload_keys import phase_time_key
from gpuscope.probe.channel import Channel

_INTERVAL_S = 0.1
"""Minimum interval between two steps whose phases are timed."""
_GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of the golden ratio modulo one do not lock onto a period of the workload."""

Lap = Callable[[str], None]
"""Called by a step at the end of each of its phases, with the phase's name."""


def no_lap(_phase: str) -> None:
    """Do nothing: the lap function of a step that is not timed."""


class HostStamps:
    """Timestamps of phases on the CPU, where work has completed when a call returns."""

    def __init__(self) -> None:
        self._stamps: list[int] = []

    def begin(self) -> None:
        """Record the start of the step."""
        self._stamps = [time.perf_counter_ns()]

    def mark(self) -> None:
        """Record the end of a phase."""
        self._stamps.append(time.perf_counter_ns())

    def seconds(self) -> list[float] | None:
        """Return the duration of each phase in seconds."""
        return [(end - begin) / 1e9 for begin, end in pairwise(self._stamps)]


class DeviceStamps:
    """Timestamps of phases on a GPU, as events in its stream.

    Args:
        device: A GPU of any kind that torch supports.
    """

    def __init__(self, device: torch.device) -> None:
        self._new_event = partial(torch.get_device_module(device).Event, enable_timing=True)
        self._events: list[Any] = []
        self._used = 0

    def begin(self) -> None:
        """Record an event before the step's work."""
        self._used = 0
        self.mark()

    def mark(self) -> None:
        """Record an event after the phase's work."""
        if self._used == len(self._events):
            self._events.append(self._new_event())
        self._events[self._used].record()
        self._used += 1

    def seconds(self) -> list[float] | None:
        """Return the duration of each phase in seconds, or None if the events have not completed; does not wait for them."""
        events = self._events[: self._used]
        if not events[-1].query():
            return None
        return [begin.elapsed_time(end) / 1e3 for begin, end in pairwise(events)]


class StepPhases:
    """Chooses the steps whose phases are timed, and reports them to the recorder."""

    def __init__(self, channel: Channel, device: torch.device) -> None:
        self._channel = channel
        self._stamps = HostStamps() if device.type == "cpu" else DeviceStamps(device)
        self._phases: list[str] = []
        self._chosen_s = -math.inf
        self._share = 0.0
        self._place = -1

    def choose(self, count: int) -> int:
        """Return the index of the step in the next block to time, or -1 for none.

        The position varies from block to block, and is never the first of several steps, because that starts with the device idle.
        """
        now, self._place = time.monotonic(), -1
        if now - self._chosen_s >= _INTERVAL_S:
            self._chosen_s = now
            self._share = (self._share + _GOLDEN) % 1.0
            self._place = min(count - 1, 1 + int(self._share * (count - 1)))
        return self._place

    def timed(self, step: Callable[[Lap], Any]) -> Any:
        """Take the chosen step, timing its phases."""
        self._phases.clear()
        self._stamps.begin()
        return step(self._lap)

    def report(self, first: int) -> Mapping[str, float]:
        """Report the phases of the chosen step at the end of its block, before which ``first`` steps were taken, including warm-up.

        Returns:
            Seconds by metric key; empty if no step was timed.
        """
        seconds = self._stamps.seconds() if self._place >= 0 else None
        values: dict[str, float] = {}
        for phase, time_s in zip(self._phases, seconds or (), strict=False):
            key = phase_time_key(phase)
            values[key] = values.get(key, 0.0) + time_s  # a step may enter a phase more than once
        if values:
            self._channel.log(values=values, step=first + self._place + 1)
        return values

    def _lap(self, phase: str) -> None:
        self._stamps.mark()
        self._phases.append(phase)
