"""A warm-up that lasts until the run is steady: where it ends, that it ends, and that it does not train the model."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import nn

from gpuscope.core.event import Log, Phase
from gpuscope.probe.channel import VARIABLE, Channel
from gpuscope.workloads.loops.optimizer_step import FreshStart
from gpuscope.workloads.loops.training import run_training
from gpuscope.workloads.outcome import facts
from gpuscope.workloads.steps import measured
from gpuscope.workloads.steps.measured import MeasuredLoop, Window
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.steps.warm_up import HEATING, Steadiness, is_heating
from tests.probe.listener import Listener

Prepare = Callable[..., Setting]


def judged(*step_times_s: float, limit_s: float = 100.0, is_heating: bool = False) -> tuple[int, Steadiness]:
    """Add blocks of a second until it is over; return the number of blocks, and the object."""
    one = Steadiness(limit_s)
    for count, time_s in enumerate(step_times_s, 1):
        one.add(round(1.0 / time_s), 1.0, is_heating=is_heating)
        if one.is_over:
            return count, one
    return len(step_times_s) + 1, one


def test_it_is_steady_where_the_last_three_blocks_agree_within_a_percent() -> None:
    # By hand: 1000, 1200, 1210, 1215, 1216 steps per second. Of the three before the last the slowest takes 1.25 % longer than the fastest.
    count, one = judged(1 / 1000, 1 / 1200, 1 / 1210, 1 / 1215, 1 / 1216)
    assert (count, one.trouble) == (5, "")


def test_a_percent_is_the_bound() -> None:
    assert judged(1 / 1000, 1 / 1000, 1 / 1009)[0] == 3
    assert judged(1 / 1000, 1 / 1000, 1 / 1011)[0] == 4


def test_what_never_becomes_steady_ends_at_the_limit_and_says_so() -> None:
    count, one = judged(*[1 / 1000, 1 / 1050] * 20, limit_s=12.0)
    assert count == 12
    assert one.trouble == "the speed of the last 3 blocks of steps differs by 4.9%, more than 1%"


def test_a_slow_drift_that_blocks_of_steps_show_is_none_that_is_steady() -> None:
    assert judged(*[1 / (1000 * 1.006**second) for second in range(30)], limit_s=30.0)[0] == 30


def test_a_gpu_that_becomes_warmer_is_not_steady() -> None:
    count, one = judged(*[1 / 1000] * 10, limit_s=5.0, is_heating=True)
    assert count == 5
    assert one.trouble.startswith("the temperature of the GPU still rose")


def test_short_blocks_are_joined() -> None:
    one, blocks = Steadiness(100.0), 0
    while not one.is_over:
        one.add(10, 0.125, is_heating=False)
        blocks += 1
    assert blocks == 24


def test_less_than_three_blocks_are_told() -> None:
    assert judged(1 / 1000, limit_s=1.0)[1].trouble == "fewer than 3 blocks of 1 s were taken"


def test_the_recorder_tells_of_heat_by_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert not is_heating()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert not is_heating()
    (tmp_path / HEATING).touch()
    assert is_heating()


def ran(one: Setting, times_s: Iterator[float], monkeypatch: pytest.MonkeyPatch) -> Window | None:
    """Run steps of the given durations."""
    now = 0.0

    def step() -> None:
        nonlocal now
        now += next(times_s)

    monkeypatch.setattr(measured.time, "perf_counter", lambda: now)  # type: ignore[attr-defined]
    return MeasuredLoop(one, step).run()


def test_a_loop_warms_up_for_as_long_as_its_steps_become_faster(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = setting("gemm", steps=7, warmup_steps=2, warmup_limit_s=60)
    known_s, taken = 5.0, 0.0

    def times() -> Iterator[float]:
        nonlocal taken
        while True:
            taken += (last := 0.01 * (2.0 - min(1.0, taken / known_s)))  # each step faster than the last, for five seconds
            yield last

    window = ran(one, times(), monkeypatch)
    channel.close()
    assert window is not None
    assert (window.steps, one.warm_up.unsteady) == (7, "")
    warmed = one.warm_up.steps
    assert warmed is not None
    assert known_s + 2.0 <= taken - 7 * 0.01 <= known_s + 4.5
    events = listener.events()
    assert [(event.name, event.step) for event in events if isinstance(event, Phase)] == [
        ("warmup", 0), ("measured", warmed), ("evaluate", warmed + 7),
    ]  # fmt: skip
    assert not [event for event in events if isinstance(event, Log)]


def test_a_loop_that_never_becomes_steady_is_measured_and_says_so(
    setting: Prepare, listener: Listener, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, taken = setting("gemm", steps=7, warmup_steps=0, warmup_limit_s=20), 0.0

    def times() -> Iterator[float]:
        nonlocal taken
        while True:
            taken += (last := 0.01 * 1.02**taken)
            yield last

    window = ran(one, times(), monkeypatch)
    channel.close()
    assert window is not None
    assert window.steps == 7
    assert 20.0 <= taken <= 20.5
    (warning,) = (event for event in listener.events() if isinstance(event, Log))
    assert warning.level == "warning"
    assert warning.text.startswith("not steady after 20 s of warm-up: the speed of the last 3 blocks of steps differs by ")
    assert one.warm_up.unsteady


def test_without_a_limit_nobody_asks(setting: Prepare) -> None:
    one = setting("gemm", steps=3, warmup_steps=2)
    MeasuredLoop(one, lambda: None).run()
    assert (one.warm_up.steps, one.warm_up.unsteady) == (2, None)


def test_a_training_has_learnt_the_same_however_long_its_warm_up_was(setting: Prepare) -> None:
    model = nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1))
    optimizer = torch.optim.Adam(model.parameters())
    fresh = FreshStart(model, optimizer)
    seen = []
    for _ in range(3):
        seen.append([value.clone() for value in model.state_dict().values()])
        model(torch.tensor([[1.0, 2.0], [0.5, 0.0]])).square().sum().backward()
        optimizer.step()
        if len(seen) == 2:
            fresh()
    assert all(torch.equal(first, third) for first, third in zip(seen[0], seen[2], strict=True))
    assert not all(torch.equal(first, second) for first, second in zip(seen[0], seen[1], strict=True))
    assert {float(state["step"]) for state in optimizer.state.values()} == {1.0}


def test_a_training_that_warms_up_until_it_is_steady_is_told(setting: Prepare) -> None:
    one = setting("mnist-mlp", threads=1, steps=5, warmup_steps=0, warmup_limit_s=0.2)
    found = run_training(one)
    assert found.window is not None
    assert found.window.steps == 5
    assert facts(found, one)["steady"] == "no"  # a fifth of a second is too short for three blocks
