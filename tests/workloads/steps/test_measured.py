import math
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from gpuscope.core.event import Log, Phase
from gpuscope.probe.channel import Channel
from gpuscope.workloads.loops.optimizer_step import LossWatch
from gpuscope.workloads.steps import measured
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.steps.warm_up import WarmUp
from tests.probe.listener import Listener

Prepare = Callable[..., Setting]


def stamps(folder: Path) -> list[int]:
    """Return the ends of steps in the only ring of a folder."""
    (path,) = folder.glob("steps-*.ring")
    data = path.read_bytes()
    (head,) = struct.unpack_from("<q", data, 64)
    return list(struct.unpack_from(f"<{head}q", data, 4096))


def test_window_holds_exactly_the_measured_steps(setting: Prepare, listener: Listener, channel: Channel) -> None:
    taken = []
    window = MeasuredLoop(setting("gemm", steps=500, warmup_steps=30), lambda: taken.append(1)).run()
    channel.close()
    assert window is not None
    assert (len(taken), window.steps) == (530, 500)
    ends = stamps(listener.folder)
    assert len(ends) == 530
    assert ends == sorted(ends)
    assert ends[29] <= window.open_ns <= ends[30]
    assert ends[-1] <= window.close_ns
    assert window.seconds == (window.close_ns - window.open_ns) / 1e9
    phases = [event for event in listener.events() if isinstance(event, Phase)]
    assert [(one.name, one.step) for one in phases] == [("warmup", 0), ("measured", 30), ("evaluate", 530)]
    assert (phases[1].t_ns, phases[2].t_ns) == (window.open_ns, window.close_ns)


@pytest.mark.parametrize(("steps", "warmup"), [(1, 0), (1, 1), (7, 0), (5000, 3)])
def test_any_number_of_steps(setting: Prepare, channel: Channel, steps: int, warmup: int) -> None:
    taken = []
    window = MeasuredLoop(setting("gemm", steps=steps, warmup_steps=warmup), lambda: taken.append(1)).run()
    assert window is not None
    assert (len(taken), window.steps) == (steps + warmup, steps)


def test_blocks_grow_until_they_take_a_tenth_of_a_second(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def step() -> None:
        nonlocal now
        now += 0.01

    monkeypatch.setattr(measured.time, "perf_counter", lambda: now)  # type: ignore[attr-defined]
    blocks: list[tuple[int, int]] = []
    MeasuredLoop(setting("gemm", steps=100, warmup_steps=0), step, lambda values, first: blocks.append((first, len(values)))).run()
    assert [count for _, count in blocks] == [1, 4, *[10] * 9, 5]
    assert [first for first, _ in blocks] == [sum(count for _, count in blocks[:index]) for index in range(len(blocks))]


def test_slow_steps_are_a_block_each(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def step() -> None:
        nonlocal now
        now += 3.0

    monkeypatch.setattr(measured.time, "perf_counter", lambda: now)  # type: ignore[attr-defined]
    blocks: list[int] = []
    MeasuredLoop(setting("gemm", steps=5, warmup_steps=2), step, lambda values, _first: blocks.append(len(values))).run()
    assert blocks == [1] * 7


def stop_after(one: Setting, count: int) -> tuple[list[int], Callable[[], None]]:
    taken: list[int] = []

    def step() -> None:
        taken.append(1)
        if len(taken) == count:
            one.stop._receive(2, None)

    return taken, step


def test_stop_ends_the_window_after_the_block(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "_LARGEST_BLOCK", 8)
    one = setting("gemm", steps=1000, warmup_steps=10)
    taken, step = stop_after(one, 50)
    window = MeasuredLoop(one, step).run()
    channel.close()
    assert window is not None
    assert 50 <= len(taken) < 58
    assert window.steps == len(taken) - 10
    last = [event for event in listener.events() if isinstance(event, Phase)][-1]
    assert (last.name, last.step) == ("evaluate", len(taken))


def test_stop_in_the_warm_up_leaves_no_window(setting: Prepare, listener: Listener, channel: Channel) -> None:
    one = setting("gemm", steps=1000, warmup_steps=500)
    taken, step = stop_after(one, 3)
    assert MeasuredLoop(one, step).run() is None
    channel.close()
    assert len(taken) < 500
    assert [event.name for event in listener.events() if isinstance(event, Phase)] == ["warmup"]


def test_second_signal_ends_the_block_too(setting: Prepare) -> None:
    one = setting("gemm", steps=1000)

    def step() -> None:
        one.stop._receive(2, None)
        one.stop._receive(2, None)

    with pytest.raises(KeyboardInterrupt):
        MeasuredLoop(one, step).run()


def test_signal_outside_the_steps_raises_at_once(setting: Prepare) -> None:
    stop = setting("gemm").stop
    with pytest.raises(KeyboardInterrupt):
        stop._receive(15, None)
    assert stop.requested


def watched(listener: Listener, channel: Channel, blocks: Sequence[Sequence[float]], warmup_steps: int = 0) -> list[Log]:
    warm_up = WarmUp()
    watch, first = LossWatch(channel, warm_up), 0
    for block in blocks:
        if first >= warmup_steps:
            warm_up.steps = warmup_steps
        watch([torch.tensor(value, requires_grad=True) for value in block], first)
        first += len(block)
    channel.close()
    return [event for event in listener.events() if isinstance(event, Log)]


def test_loss_is_told_ten_times_a_second_at_most(listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[Any] = [0.0, 0.05, 0.11, 0.15, 0.22]
    monkeypatch.setattr("gpuscope.workloads.loops.optimizer_step.time.monotonic", lambda: times.pop(0) if times else 1.0)
    logs = watched(listener, channel, [[4.0, 3.0], [2.5], [2.0], [1.5], [1.0]])
    assert [(log.step, log.values["loss"]) for log in logs] == [(2, 3.0), (4, 2.0), (6, 1.0)]
    assert {log.level for log in logs} == {"values"}


def test_epochs_are_reported_a_few_seconds_apart(listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 1.0, 2.0, 7.0, 8.0])
    monkeypatch.setattr("gpuscope.workloads.loops.optimizer_step.time.monotonic", lambda: next(times))
    watch = LossWatch(channel, WarmUp(), epoch_steps=2.0)
    for first, loss in enumerate((4.0, 3.0, 2.5, 2.0, 1.5)):
        watch([torch.tensor(loss)], 1 + first)
    channel.close()
    lines = [event.text for event in listener.events() if isinstance(event, Log) and event.text]
    assert lines == ["epoch 1 · loss 4.00", "epoch 2 · loss 2.00"]


@pytest.mark.parametrize(("value", "word"), [(math.nan, "NaN"), (math.inf, "infinite"), (-math.inf, "infinite")])
def test_first_loss_that_is_not_finite_is_told_once(listener: Listener, channel: Channel, value: float, word: str) -> None:
    logs = watched(listener, channel, [[1.0, 0.5], [0.25, value, math.nan], [math.nan]])
    (warning,) = (log for log in logs if log.level == "warning")
    assert (warning.text, warning.step) == (f"loss is {word} from step 4 on", 4)
    assert repr(warning.values["loss"]) == repr(value)


@pytest.mark.parametrize(("warmup_steps", "words"), [(3, "step 1"), (4, "warm-up step 4")])
def test_the_steps_of_a_warm_up_are_told_apart(listener: Listener, channel: Channel, warmup_steps: int, words: str) -> None:
    logs = watched(listener, channel, [[1.0, 0.5, 0.25], [math.nan]], warmup_steps)
    (warning,) = (log for log in logs if log.level == "warning")
    assert (warning.text, warning.step) == (f"loss is NaN from {words} on", 4)


class Clock:
    """Time that passes only during steps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *step_s: float) -> None:
        self.now, self._step_s, self.taken = 0.0, step_s, 0
        monkeypatch.setattr(measured.time, "perf_counter", lambda: self.now)  # type: ignore[attr-defined]
        monkeypatch.setattr(measured.time, "perf_counter_ns", lambda: round(self.now * 1e9))  # type: ignore[attr-defined]

    def step(self) -> None:
        self.now += self._step_s[self.taken % len(self._step_s)]
        self.taken += 1


@pytest.mark.parametrize(("step_s", "steps", "warmup"), [(0.0005, 4000, 3), (0.03, 67, 3), (0.3, 7, 3), (1.5, 1, 2), (9.0, 1, 2)])
def test_a_window_of_a_duration_is_as_long_as_that_to_half_a_step(
    setting: Prepare, monkeypatch: pytest.MonkeyPatch, step_s: float, steps: int, warmup: int
) -> None:
    clock = Clock(monkeypatch, step_s)
    window = MeasuredLoop(setting("gemm", duration_s=2.0, warmup_steps=3), clock.step).run()
    assert window is not None
    assert (window.steps, clock.taken) == (steps, steps + warmup)
    assert abs(window.seconds - 2.0) <= max(step_s / 2, step_s - 2.0) + 1e-9


def test_warming_up_for_a_duration_ends_with_as_much_time_but_the_first_step_which_compiles(
    setting: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, 20.0, *[0.5] * 99)
    run = setting("gemm", duration_s=3.0, warmup_steps=10)
    window = MeasuredLoop(run, clock.step).run()
    assert window is not None
    assert (run.warm_up.steps, window.steps) == (7, 6)


def test_all_ranks_take_the_same_steps_in_a_duration(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both get the slower rank's numbers, as from a max reduction."""
    told: list[float] = []

    def longest(seconds: float) -> float:
        told.append(seconds)
        return seconds

    slow = Clock(monkeypatch, 0.02, 0.05)
    one = MeasuredLoop(setting("gemm", duration_s=1.0, warmup_steps=2), slow.step, agree=longest).run()
    heard = iter(told)
    fast = Clock(monkeypatch, 0.01)
    other = MeasuredLoop(setting("gemm", duration_s=1.0, warmup_steps=2), fast.step, agree=lambda _own: next(heard)).run()
    assert one is not None
    assert other is not None
    assert one.steps == other.steps
    assert next(heard, None) is None  # both asked equally often, so that neither waits for an answer
    assert one.seconds == pytest.approx(1.0, abs=0.1)


def test_early_stopping_is_asked_in_a_duration_and_once_more_at_its_end(setting: Prepare, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = Clock(monkeypatch, 0.1), []

    def is_over() -> bool:
        asked.append(clock.taken)
        return False

    window = MeasuredLoop(setting("gemm", duration_s=1.0, warmup_steps=0), clock.step, is_over=is_over, every=4).run()
    assert window is not None
    assert (window.steps, asked) == (10, [4, 8, 10])
