from collections.abc import Callable
from itertools import pairwise

import pytest
import torch

from gpuscope.core.event import Log
from gpuscope.core.metric_registry import metric
from gpuscope.core.workload_keys import STEP_PHASES, phase_time_key
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.inference import run_inference
from gpuscope.workloads.loops.kernel import run_kernel
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.steps import measured, phases
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.phases import DeviceStamps, Lap, StepPhases, no_lap
from gpuscope.workloads.steps.setting import Setting
from tests.probe.listener import Listener
from tests.workloads.steps.test_measured import stamps

Prepare = Callable[..., Setting]
CPU = torch.device("cpu")


def told(listener: Listener, channel: Channel) -> list[Log]:
    """Return the logs of phases, in order."""
    channel.close()
    return [event for event in listener.events() if isinstance(event, Log) and "loss" not in event.values]


class FakeClock:
    """A host whose clock is moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        monkeypatch.setattr(phases.time, "monotonic", lambda: self.now_s)  # type: ignore[attr-defined]
        monkeypatch.setattr(phases.time, "perf_counter_ns", lambda: round(self.now_s * 1e9))  # type: ignore[attr-defined]
        monkeypatch.setattr(phases.time, "perf_counter", lambda: self.now_s)  # type: ignore[attr-defined]

    def step(self, lap: Lap = no_lap) -> None:
        for phase, time_s in (("data", 0.001), ("forward", 0.002), ("backward", 0.004), ("forward", 0.001)):
            self.now_s += time_s
            lap(phase)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    return FakeClock(monkeypatch)


def test_a_step_tells_how_long_its_phases_took(setting: Prepare, listener: Listener, channel: Channel, clock: FakeClock) -> None:
    one = setting("gemm", steps=100, warmup_steps=5)
    MeasuredLoop(one, clock.step, phases=StepPhases(channel, CPU)).run()
    logs = told(listener, channel)
    assert logs[0].step == 1
    for log in logs:
        assert log.level == "values"
        assert log.values == pytest.approx({"time_data": 0.001, "time_forward": 0.003, "time_backward": 0.004})


def test_ten_steps_a_second_are_timed_at_most_and_each_at_another_place(
    setting: Prepare, listener: Listener, channel: Channel, clock: FakeClock
) -> None:
    MeasuredLoop(setting("gemm", steps=2000, warmup_steps=5), clock.step, phases=StepPhases(channel, CPU)).run()
    steps = [log.step for log in told(listener, channel) if log.step is not None]
    assert 2005 * 0.008 * 5 <= len(steps) <= 2005 * 0.008 * 10
    assert all(a < b for a, b in pairwise(steps))
    assert len({b - a for a, b in pairwise(steps)}) > 5
    assert min(steps[3:]) > 5
    assert max(steps) <= 2005


def test_the_first_of_several_steps_is_not_timed(channel: Channel, clock: FakeClock) -> None:
    phases = StepPhases(channel, CPU)
    chosen = []
    for count in (1, 2, 3, 1000, 4096):
        clock.now_s += 0.2
        chosen.append(phases.choose(count))
        assert phases.choose(count) == -1  # too soon
    assert chosen[:2] == [0, 1]
    assert all(0 < place < count for place, count in zip(chosen[1:], (2, 3, 1000, 4096), strict=True))


def test_what_was_not_timed_is_not_told_again(listener: Listener, channel: Channel, clock: FakeClock) -> None:
    phases = StepPhases(channel, CPU)
    assert phases.choose(1) == 0
    phases.timed(clock.step)
    phases.report(0)
    assert phases.choose(1) == -1
    phases.report(1)
    assert [log.step for log in told(listener, channel)] == [1]


@pytest.mark.parametrize(
    ("workload", "precision", "batch_size"), [("mnist-mlp", "fp32", 512), ("mnist-mlp", "fp16", 64), ("cifar-cnn", "fp32", 16)]
)
def test_the_phases_of_training_are_all_of_its_step(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch, workload: str, precision: str, batch_size: int
) -> None:
    monkeypatch.setattr(phases, "_INTERVAL_S", 0.0)
    monkeypatch.setattr(measured, "_LARGEST_BLOCK", 4)
    run_training(setting(workload, precision=precision, steps=40, warmup_steps=5, batch_size=batch_size))
    logs = [log for log in told(listener, channel) if log.values]  # logs without values report an epoch in words
    ends = stamps(listener.folder)
    assert {tuple(log.values) for log in logs} == {("time_data", "time_forward", "time_backward", "time_optimizer")}
    steps = [(log.step, log.values) for log in logs if log.step is not None and log.step > 5]
    assert len(steps) >= 10
    shares = sorted(sum(values.values()) / ((ends[step - 1] - ends[step - 2]) / 1e9) for step, values in steps)
    assert shares[len(shares) // 2] == pytest.approx(1.0, abs=0.1)


def test_inference_has_two_phases_and_a_kernel_none(setting: Prepare, listener: Listener, channel: Channel) -> None:
    run_inference(setting("mnist-mlp", task="inference", steps=20))
    run_kernel(setting("gemm", steps=20, options={"size": 64}))
    assert {tuple(log.values) for log in told(listener, channel)} == {("time_data", "time_forward")}


class FakeStream:
    """Work on a CUDA device: phases end when the device gets there, which the host does not wait for."""

    def __init__(self) -> None:
        self.busy_until_ms = 0.0
        self.host_ms = 0.0
        self.recorded = 0

    def event(self, enable_timing: bool) -> "FakeEvent":
        assert enable_timing
        return FakeEvent(self)


class FakeEvent:
    def __init__(self, stream: FakeStream) -> None:
        self.stream = stream
        self.at_ms = 0.0

    def record(self) -> None:
        self.stream.recorded += 1
        self.at_ms = max(self.stream.busy_until_ms, self.stream.host_ms)

    def query(self) -> bool:
        return self.at_ms <= self.stream.host_ms

    def elapsed_time(self, later: "FakeEvent") -> float:
        assert self.query()
        assert later.query()
        return later.at_ms - self.at_ms


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> FakeStream:
    fake = FakeStream()

    def no_wait(*_: object) -> None:
        raise AssertionError("a step that is timed waits for nothing")

    monkeypatch.setattr(torch.cuda, "Event", fake.event)
    monkeypatch.setattr(torch.cuda, "synchronize", no_wait)
    return fake


def test_phases_on_a_device_are_read_when_they_have_ended(stream: FakeStream, listener: Listener, channel: Channel) -> None:
    def step(lap: Lap) -> None:
        for phase, time_ms in (("data", 1.0), ("copy", 0.5), ("forward", 2.0)):
            stream.busy_until_ms += time_ms
            lap(phase)

    phases = StepPhases(channel, torch.device("cuda", 0))
    stream.busy_until_ms = 10.0  # the steps before it
    phases.choose(1)
    phases.timed(step)
    phases.report(6)  # the device has not got there: nothing is reported, and nothing waits
    stream.host_ms = stream.busy_until_ms
    phases.report(6)
    (log,) = told(listener, channel)
    assert (log.step, log.values) == (7, {"time_data": 1e-3, "time_copy": 5e-4, "time_forward": 2e-3})
    assert stream.recorded == 4


def test_events_are_used_again(stream: FakeStream) -> None:
    one = DeviceStamps(torch.device("cuda", 0))
    for _ in range(3):
        one.begin()
        stream.busy_until_ms += 4.0
        one.mark()
        stream.host_ms = stream.busy_until_ms
        assert one.seconds() == [4e-3]
    assert len(one._events) == 2


def test_what_is_told_has_its_words_in_the_registry() -> None:
    for phase in STEP_PHASES:
        known = metric(phase_time_key(phase))
        assert known is not None
        assert (known.key, known.unit, known.label) == (f"phase_time_{phase}", "s", f"Step time, {phase}")
