"""Times the ends of steps: on the CPU by the host's clock; on a GPU by events in its stream, read when a block of steps has completed."""

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from gpuscope.probe.channel import Channel

_COST_SHARE = 0.01
"""Maximum share of a step's time spent on timing it (measurement.md, S17)."""
_TRIALS = 64
"""Number of events recorded to measure the cost of one, about 0.3 ms in total; this many because the first few cost more."""


class HostClock:
    """Clock for steps on the CPU, whose work has completed when the call returns.

    Attributes:
        every: Each step is timed.
    """

    every = 1

    def __init__(self, channel: Channel) -> None:
        self.mark: Callable[[], None] = channel.stepper()

    def begin(self) -> None:
        """Do nothing: no work is pending on the CPU."""

    def end(self) -> None:
        """Do nothing: no work is pending on the CPU."""

    def adapt(self, step_s: float) -> None:
        """Do nothing: timestamps on the host cost so little that every step is timed."""


class DeviceClock:
    """Clock for steps on a GPU, whose end is an event in its stream.

    Args:
        channel: Receives the timestamps, converted to the host's clock at the end of each block.
        device: A GPU of any kind that torch supports.

    Attributes:
        every: One step in ``every`` is timed; the ends of the steps in between are interpolated linearly.
    """

    def __init__(self, channel: Channel, device: torch.device) -> None:
        self.every = 1
        self._device = device
        self._new_event = partial(torch.get_device_module(device).Event, enable_timing=True)
        self._stamp = channel.stamper()
        self._origin = self._new_event()
        self._origin_ns = 0
        self._events: list[Any] = []
        self._marked = 0
        self._record_s = self._cost_of_an_event()

    def begin(self) -> None:
        """Align both clocks: the device is idle, so the event completes when it is recorded."""
        self._marked = 0
        self._origin.record()
        self._origin_ns = time.perf_counter_ns()

    def mark(self) -> None:
        """Record an event after the step's work."""
        self._marked += 1
        if self._marked % self.every == 0:
            self._event(self._marked // self.every - 1).record()

    def end(self) -> None:
        """Wait for the device, and record the ends of the block's steps."""
        timed, rest = divmod(self._marked, self.every)
        if rest:
            self._event(timed).record()
        wait_for(self._device)
        now = time.perf_counter_ns()
        last = self._origin_ns
        for index in range(timed + (rest > 0)):
            end = min(now, self._origin_ns + round(self._origin.elapsed_time(self._events[index]) * 1e6))
            steps = self.every if index < timed else rest
            for step in range(1, steps + 1):
                self._stamp(last + (end - last) * step // steps)
            last = end

    def adapt(self, step_s: float) -> None:
        """Time fewer steps if an event per step would cost more than :data:`_COST_SHARE`."""
        self.every = max(1, math.ceil(self._record_s / (_COST_SHARE * step_s))) if step_s > 0 else 1

    def _event(self, index: int) -> Any:
        if index == len(self._events):
            self._events.append(self._new_event())
        return self._events[index]

    def _cost_of_an_event(self) -> float:
        wait_for(self._device)
        begin = time.perf_counter()
        for index in range(_TRIALS):
            self._event(index).record()
        wait_for(self._device)
        return (time.perf_counter() - begin) / _TRIALS


StepClock = HostClock | DeviceClock
"""Times the end of each step without waiting for the device inside a block."""


def step_clock(channel: Channel, device: torch.device) -> StepClock:
    """Return the clock for steps on a device."""
    return HostClock(channel) if device.type == "cpu" else DeviceClock(channel, device)


def wait_for(device: torch.device) -> None:
    """Wait until a device has finished all queued work."""
    if device.type == "mps":
        torch.mps.synchronize()  # there is only one, and it takes no device argument
    elif device.type != "cpu":
        torch.get_device_module(device).synchronize(device)
