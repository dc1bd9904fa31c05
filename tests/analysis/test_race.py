"""A race replays the stored samples: at every speed and frame rate, with places, and with a reason for missing data."""

import math
from typing import Any

import numpy as np
import pytest

from gpuscope.analysis.placement import Placement
from gpuscope.analysis.race import Goal, Lane, Race, lane_of, race
from gpuscope.analysis.series import DeviceSeries, Stamps
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.errors import UsageError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import run_record

SECOND = 1_000_000_000
START_S, WARMUP, BATCH = 3.5, 4, 64
GPU = Device("gpu:0", DeviceKind.GPU, "A card", "GPU-0", {}, {})
ON_GPU = Placement(("gpu:0",))
JITTER = np.random.default_rng(14)


def ends(steps: int, step_s: float) -> Stamps:
    """Return the ends of warm-up and measured steps from the run's start; the window begins at the end of the warm-up."""
    lasted = step_s * JITTER.uniform(0.5, 1.5, WARMUP + steps)
    at = np.cumsum(lasted)
    return ((START_S + at - at[WARMUP - 1]) * SECOND).astype(np.int64)


def counter(watts: float, seconds: float) -> DeviceSeries:
    t = np.arange(0, START_S + seconds + 2, 0.1)
    stamps = (t * SECOND).astype(np.int64)
    return DeviceSeries("gpu:0", "energy", stamps, stamps, 1e5 + watts * t, Quality.MEASURED, "a counter", 0.1)


def lane(name: str, steps_ns: Stamps, watts: float | None = 100.0, **more: Any) -> Lane:
    seconds = (steps_ns[-1] / SECOND) - START_S
    energy = Quantity.missing("J", "no sensor") if watts is None else Quantity(watts * seconds, "J", Quality.MEASURED, "a counter")
    steps = steps_ns.size - WARMUP
    settings = {
        "steps": steps, "warmup_steps": WARMUP, "samples": steps * BATCH, "duration_s": seconds, "window_start_s": START_S,
        "spec": RunSpec("mnist-mlp", device="cuda:0"), **more,
    }  # fmt: skip
    record = run_record(name, settings.pop("spec"), {"energy": energy}, (DeviceResult(GPU, {"energy": energy}),), **settings)
    return lane_of(name, record, ON_GPU, () if watts is None else (counter(watts, seconds),), steps_ns)


def duel(goal: Goal = Goal.SAMPLES) -> tuple[Race, Stamps, Stamps]:
    slow, quick = ends(200, 0.05), ends(400, 0.02)
    return race([lane("slow", slow), lane("quick", quick, 150.0)], goal), slow, quick


def counted(steps_ns: Stamps, t_s: float) -> int:
    """Return the samples by a time of the race, counted from the stored steps."""
    measured = steps_ns[WARMUP:]
    return int(np.count_nonzero(measured <= round((START_S + t_s) * SECOND))) * BATCH


@pytest.mark.parametrize(("speed", "frames_per_s"), [(1, 60.0), (1, 7.3), (10, 30.0), (50, 60.0), (50, 30.0), (50, 11.7)])
def test_every_speed_and_frame_rate_shows_the_stored_samples(speed: float, frames_per_s: float) -> None:
    shown, slow, quick = duel()
    finishes = [float(steps[WARMUP + 199] - START_S * SECOND) / SECOND for steps in (slow, quick)]
    frames = int(shown.length_s / speed * frames_per_s) + 2
    for frame in range(frames):
        t_s = frame / frames_per_s * speed
        states = shown.states(t_s)
        assert [state.samples for state in states] == [min(counted(steps, t_s), 200 * BATCH) for steps in (slow, quick)], (
            f"{t_s} s at {speed} ×"
        )
        assert [state.is_finished for state in states] == [t_s >= finish for finish in finishes]


def test_the_finish_line_is_the_smallest_total() -> None:
    shown, slow, quick = duel()
    assert (shown.goal, shown.line) == (Goal.SAMPLES, 200 * BATCH)
    assert shown.finishes_s == pytest.approx([(slow[-1] / SECOND) - START_S, quick[WARMUP + 199] / SECOND - START_S])
    assert [state.place for state in shown.states(shown.length_s)] == [2, 1]
    assert shown.order() == [1, 0]
    halfway = shown.states(shown.first_finish_s)
    assert [state.place for state in halfway] == [None, 1]  # a medal only at the finish line
    assert halfway[0].share == halfway[0].samples / shown.line  # type: ignore[operator]


@pytest.mark.parametrize("total", [3, 201, 299, 12_799, 10**9 + 3])
def test_a_lane_whose_steps_differ_in_size_reaches_its_own_total_at_its_last_step(total: int) -> None:
    steps = ends(200, 0.05)
    uneven = lane("uneven", steps, samples=total)
    assert (uneven.samples, uneven.samples_at(0.0)) == (total, 0)
    assert race([uneven, uneven]).finishes_s[0] == pytest.approx((steps[-1] - START_S * SECOND) / SECOND)


def test_a_line_of_ones_own_that_a_lane_does_not_reach() -> None:
    first, second = lane("slow", ends(200, 0.05)), lane("quick", ends(400, 0.02))
    shown = race([first, second], samples=300 * BATCH)
    assert math.isinf(shown.finishes_s[0])
    assert [state.place for state in shown.states(shown.length_s + 1)] == [None, 1]
    assert shown.states(shown.length_s)[0].samples == 200 * BATCH


def test_the_same_time_shows_who_gets_furthest() -> None:
    shown, slow, quick = duel(Goal.TIME)
    assert shown.line == pytest.approx(min(slow[-1], quick[-1]) / SECOND - START_S)
    at_end = shown.states(shown.line)
    assert [state.samples for state in at_end] == [counted(steps, shown.line) for steps in (slow, quick)]
    assert [(state.place, state.share == 1.0) for state in at_end] == [(2, False), (1, True)]


def test_joules_are_those_of_the_counter_and_stand_still_at_the_line() -> None:
    shown, *_ = duel()
    early, late = shown.states(1.0), shown.states(shown.length_s + 5)
    assert [state.energy_j for state in early] == pytest.approx([100.0, 150.0])
    assert late[1].energy_j == pytest.approx(150.0 * shown.finishes_s[1])
    assert late[1].power_w == pytest.approx(150.0)  # the mean up to the finish
    assert late[1].energy_per_sample_j == pytest.approx(150.0 * shown.finishes_s[1] / (200 * BATCH))


def test_throughput_of_now_is_of_whole_steps_and_falls_while_nothing_ends() -> None:
    steps = (np.concatenate([[0.1, 0.2, 0.3, 0.4], 0.4 + 0.1 * np.arange(1, 51)]) + START_S - 0.4) * SECOND
    steps[-1] += 4 * SECOND  # the last step took 4.1 s
    shown = race([lane("stalling", steps.astype(np.int64)), lane("other", steps.astype(np.int64))])
    assert shown.states(0.05)[0].rate is None
    assert shown.states(3.04)[0].rate == pytest.approx(640.0)
    assert shown.states(6.9)[0].rate == pytest.approx(64 / 2.0, rel=1e-6)


def test_what_is_missing_is_missing_and_says_why() -> None:
    shown = race([lane("a", ends(100, 0.02), None), lane("b", ends(100, 0.02))])
    assert shown.lanes[0].no_energy == "no sensor"
    state = shown.states(1.0)[0]
    assert (state.energy_j, state.energy_per_sample_j, state.power_w) == (None, None, None)


def test_different_workloads_race_over_their_own_time() -> None:
    shown = race([lane("a", ends(100, 0.02)), lane("b", ends(100, 0.05), spec=RunSpec("cifar-cnn", device="cuda:0"))])
    assert shown.goal is Goal.OWN
    assert "they ran different workloads" in shown.note
    assert shown.finishes_s == pytest.approx([one.duration_s for one in shown.lanes])
    assert [state.place for state in shown.states(99.0)] == [1, 2]


def test_a_command_without_steps_races_over_its_time() -> None:
    spec = RunSpec(COMMAND, command=("sleep", "9"))
    nothing = np.zeros(0, np.int64)
    unknown: dict[str, Any] = {"steps": None, "samples": None, "warmup_steps": None, "window_start_s": 0.0}
    records = [run_record(name, spec, duration_s=seconds, **unknown) for name, seconds in (("long", 9.0), ("short", 6.0))]
    silent = [lane_of(record.run_id, record, ON_GPU, (), nothing) for record in records]
    shown = race(silent)
    assert (shown.goal, shown.note) == (Goal.OWN, "long: it reported no steps, so its samples are not known")
    assert [state.samples for state in shown.states(3.0)] == [None, None]
    assert [state.share for state in shown.states(3.0)] == pytest.approx([1 / 3, 1 / 3])
    assert shown.finishes_s == (9.0, 6.0)


def test_lost_steps_are_not_made_up() -> None:
    there = ends(100, 0.02)
    lost = lane("lossy", there, steps=110)
    assert lost.no_samples == "the ends of 10 steps were lost"
    assert race([lost, lane("whole", there)]).goal is Goal.OWN


def test_a_run_that_was_not_measured_never_leaves_the_start() -> None:
    failed = lane_of("failed", run_record("f", steps=None, samples=None, duration_s=None), ON_GPU, (), np.zeros(0, np.int64))
    shown = race([failed, lane("whole", ends(100, 0.02))])
    assert "before its first measured step" in shown.note
    assert [state.place for state in shown.states(shown.length_s)] == [None, 1]


def test_what_is_no_race_is_refused_in_words() -> None:
    whole = lane("whole", ends(10, 0.02))
    live = lane("live", ends(10, 0.02), state=RunState.RUNNING)
    unmeasured = lane_of("u", run_record("u", steps=None, samples=None, duration_s=None), ON_GPU, (), np.zeros(0, np.int64))
    refused = {"two runs": [whole], "at most 8 lanes": [whole] * 9, "live is live": [whole, live], "none of these": [unmeasured] * 2}
    for words, lanes in refused.items():
        with pytest.raises(UsageError, match=words):
            race(lanes)
