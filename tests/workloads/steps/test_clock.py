import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from gpuscope.probe.channel import Channel
from gpuscope.workloads.steps.clock import DeviceClock, HostClock, step_clock
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps


class FakeDevice:
    """A CUDA device whose stream takes 1 ms per step, and a host whose clock stands still while it launches."""

    def __init__(self) -> None:
        self.busy_until_ms = 0.0
        self.host_ms = 0.0
        self.recorded = 0
        self.synchronised = 0

    def launch(self, milliseconds: float = 1.0) -> None:
        self.busy_until_ms = max(self.busy_until_ms, self.host_ms) + milliseconds

    def synchronize(self, _device: torch.device) -> None:
        self.synchronised += 1
        self.host_ms = max(self.host_ms, self.busy_until_ms)

    def event(self, enable_timing: bool) -> "FakeEvent":
        assert enable_timing
        return FakeEvent(self)


class FakeEvent:
    def __init__(self, device: FakeDevice) -> None:
        self.device = device
        self.at_ms = 0.0

    def record(self) -> None:
        self.device.recorded += 1
        self.at_ms = max(self.device.busy_until_ms, self.device.host_ms)

    def elapsed_time(self, later: "FakeEvent") -> float:
        return later.at_ms - self.at_ms


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> FakeDevice:
    fake = FakeDevice()
    monkeypatch.setattr(torch.cuda, "Event", fake.event)
    monkeypatch.setattr(torch.cuda, "synchronize", fake.synchronize)
    monkeypatch.setattr(time, "perf_counter_ns", lambda: round(fake.host_ms * 1e6))
    return fake


def ends_ms(device: FakeDevice, folder: Path, channel: Channel, blocks: list[int], every: int = 1) -> list[float]:
    clock = DeviceClock(channel, torch.device("cuda", 0))
    clock.every = every
    device.recorded = device.synchronised = 0
    for count in blocks:
        clock.begin()
        for _ in range(count):
            device.launch()
            clock.mark()
        clock.end()
        device.host_ms += 10  # bookkeeping at the edge, with the device idle
    channel.close()
    return [end / 1e6 for end in stamps(folder)]


def test_steps_end_when_the_device_ends_them(device: FakeDevice, listener: Listener, channel: Channel) -> None:
    assert ends_ms(device, listener.folder, channel, [3, 2]) == [1, 2, 3, 14, 15]
    assert device.synchronised == 2  # only at the edges
    assert device.recorded == 5 + 2


def test_steps_between_timed_ones_are_spaced_evenly(device: FakeDevice, listener: Listener, channel: Channel) -> None:
    assert ends_ms(device, listener.folder, channel, [7, 2], every=3) == [1, 2, 3, 4, 5, 6, 7, 18, 19]
    assert device.recorded == 3 + 1 + 2


def test_no_step_ends_after_the_device_was_found_idle(device: FakeDevice, listener: Listener, channel: Channel) -> None:
    clock = DeviceClock(channel, torch.device("cuda", 0))
    clock.begin()
    device.launch()
    clock.mark()
    clock._events[0].at_ms += 5.0
    clock.end()
    channel.close()
    assert stamps(listener.folder) == [1_000_000]


@pytest.mark.parametrize(("step_s", "every"), [(1e-3, 1), (2e-4, 1), (1e-4, 2), (1e-5, 20), (0.0, 1)])
def test_short_steps_are_timed_less_often(device: FakeDevice, channel: Channel, step_s: float, every: int) -> None:
    clock = DeviceClock(channel, torch.device("cuda", 0))
    clock._record_s = 2e-6
    clock.adapt(step_s)
    assert clock.every == every


def test_the_host_times_every_step(channel: Channel) -> None:
    clock = HostClock(channel)
    clock.adapt(1e-9)
    assert clock.every == 1
    kind: Callable[..., object] = type(step_clock(channel, torch.device("cpu")))
    assert kind is HostClock
