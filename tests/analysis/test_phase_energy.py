"""Power readings of runs whose phases draw a known power, folded on the step's phase."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis import phase_energy as folding
from gpuscope.analysis.phase_energy import PhaseEnergy, PhaseTimes, PowerSensor, UnresolvedError, phase_energy
from tests.analysis.folded_runs import PHASES, FoldedRun, folded_run, stepping_run

SEEDS = range(8)


def fold(run: FoldedRun) -> PhaseEnergy:
    return phase_energy(run.stamps_ns, run.power_w, run.sensor, 0, run.ends_ns, run.times)


def covered(step_s: float, window_s: float, period_s: float, **more: object) -> list[bool]:
    """Return, for each seed and reported phase, whether the true value lies within the interval."""
    found = []
    for seed in SEEDS:
        run = folded_run(seed, step_s, window_s, period_s, **more)  # type: ignore[arg-type]
        try:
            told = fold(run)
        except UnresolvedError:  # 0.4 s is four updates of 0.1 s: some runs happen to stay in step with the sensor
            continue
        assert told.phases == PHASES
        assert np.all(told.uncertainty_j < 0.05 * run.true_j.sum())
        found += list(np.abs(told.energy_j - run.true_j) <= told.uncertainty_j)
    return found


@pytest.mark.parametrize("step_s", [0.137, 0.4])
@pytest.mark.parametrize(("window_s", "period_s"), [(0.025, 0.1), (0.1, 0.1), (0.01, 0.02)])
def test_a_known_profile_lies_within_the_interval(step_s: float, window_s: float, period_s: float) -> None:
    found = covered(step_s, window_s, period_s)
    assert len(found) >= 4 * len(SEEDS) / 3
    assert np.mean(found) >= 0.95


@pytest.mark.parametrize("drift", [1e-4, 1e-3, 5e-3])
def test_a_sensor_may_update_a_little_slower_than_it_says(drift: float) -> None:
    assert np.mean(covered(0.137, 0.025, 0.1, drift=drift)) >= 0.95


def test_a_sensor_may_be_read_twice_as_often_as_it_updates() -> None:
    assert np.mean(covered(0.137, 0.025, 0.1, read_every_s=0.05)) >= 0.95


@pytest.mark.parametrize("digits_w", [0.5, 1.0, 5.0])
@pytest.mark.parametrize(
    ("step_s", "read_every_s", "drift"), [(0.437, 0.1, 0.0), (1.037, 0.1, 0.0), (0.437, 0.05, 0.0), (0.437, 0.1, 1e-3)]
)
def test_a_sensor_in_whole_watts_repeats_a_value_also_where_it_has_updated(
    digits_w: float, step_s: float, read_every_s: float, drift: float
) -> None:
    """Long phases: several updates in a row have the same power, and with few digits the same value."""
    found = []
    for seed in range(4):
        run = folded_run(seed, step_s, 0.025, 0.1, seconds=90.0, noise_w=0.7, read_every_s=read_every_s, drift=drift)
        told = fold(replace(run, power_w=np.round(run.power_w / digits_w) * digits_w))
        assert np.all(told.uncertainty_j < 0.05 * run.true_j.sum())
        found += list(np.abs(told.energy_j - run.true_j) <= told.uncertainty_j)
    assert np.mean(found) >= 0.95


@pytest.mark.parametrize("step_s", [0.237, 0.437, 1.037])
def test_what_hooks_see_in_no_phase_comes_before_the_batch_of_a_step(step_s: float) -> None:
    """A step ends with its optimizer's; logging and tests follow, then the next batch."""
    work = [("forward", 0.25, 420.0), ("backward", 0.3, 560.0), ("optimizer", 0.1, 250.0)]
    for seed in range(3):
        run = stepping_run(seed, step_s, [("other", 0.15, 80.0), ("data", 0.2, 110.0), *work])
        rows = zip(run.times.steps.tolist(), run.times.seconds.tolist(), strict=True)
        seen = {1: dict.fromkeys(run.times.phases, 9.0)} | {step + 2: dict(zip(run.times.phases, row, strict=True)) for step, row in rows}
        times = PhaseTimes.from_means(seen)
        assert times is not None
        assert times.phases == ("data", "forward", "backward", "optimizer", "other")
        told = phase_energy(run.stamps_ns, run.power_w, run.sensor, 0, run.ends_ns, times)
        assert np.all(np.abs(told.energy_j - run.true_j) <= told.uncertainty_j)


@pytest.mark.parametrize("step_s", [0.237, 0.437, 1.037])
@pytest.mark.parametrize("is_last", [True, False])
def test_phases_that_a_program_has_in_another_order_get_no_energy_or_their_own(step_s: float, is_last: bool) -> None:
    work = [("forward", 0.3, 420.0), ("backward", 0.3, 560.0), ("optimizer", 0.15, 250.0)]
    waits = [("data", 0.25, 110.0)]
    reasons = set()
    for seed in range(2):
        run = stepping_run(seed, step_s, work + waits if is_last else waits + work)
        try:
            told = phase_energy(run.stamps_ns, run.power_w, run.sensor, 0, run.ends_ns, run.times, is_in_order=False)
        except UnresolvedError as error:
            reasons.add(str(error))
        else:
            assert np.all(np.abs(told.energy_j - run.true_j) <= told.uncertainty_j)
    assert bool(reasons) == is_last
    assert reasons <= {"the phases of a step come in another order", "the power does not follow the phases of the steps"}


@pytest.mark.parametrize("step_s", [0.237, 1.037])
@pytest.mark.parametrize("rounds", [2, 3, 4, 16])
def test_forward_and_backward_passes_in_turns_are_told_apart_where_their_number_is_known(step_s: float, rounds: int) -> None:
    """Accumulated gradients: as one forward and one backward pass, forward would have 1.2 times its energy."""
    passes = [("forward", 0.3 / rounds, 420.0), ("backward", 0.4 / rounds, 560.0)] * rounds
    run = stepping_run(1, step_s, [("data", 0.2, 110.0), *passes, ("optimizer", 0.1, 250.0)])
    told = phase_energy(run.stamps_ns, run.power_w, run.sensor, 0, run.ends_ns, run.times.in_rounds(rounds))
    assert np.all(np.abs(told.energy_j - run.true_j) <= told.uncertainty_j)
    with pytest.raises(UnresolvedError, match=r"come in another order|does not follow"):
        phase_energy(run.stamps_ns, run.power_w, run.sensor, 0, run.ends_ns, run.times, is_in_order=False)


def test_rounds_are_of_passes_that_follow_each_other() -> None:
    times = folded_run(1, 0.137, 0.025, 0.1).times
    assert times.in_rounds(1) is times
    assert times.in_rounds(3).sequence == (0, 1, 2, 1, 2, 1, 2, 3)
    assert replace(times, order=(1, 0, 2, 3)).in_rounds(3).sequence == (1, 0, 2, 3)
    forward_alone = PhaseTimes(("data", "forward"), times.steps, times.seconds[:, :2])
    assert forward_alone.in_rounds(3) is forward_alone


@pytest.mark.parametrize(("window_s", "period_s"), [(0.025, 0.1), (0.01, 0.02)])
def test_steps_of_30_ms_are_told_apart_where_it_is_known_when_the_sensor_updated(window_s: float, period_s: float) -> None:
    assert np.mean(covered(0.03, window_s, period_s, known_age=True)) >= 0.95


@pytest.mark.parametrize(
    ("step_s", "window_s", "period_s", "words"),
    [
        (0.001, 0.025, 0.1, "spans several steps"),
        (0.001, 0.1, 0.1, "spans several steps"),
        (0.0005, 0.01, 0.02, "spans several steps"),
        (0.03, 0.025, 0.1, "less certain than a step is long"),
        (0.03, 0.1, 0.1, "less certain than a step is long"),
        (0.137, 1.0, 0.1, "in nearly the same shares"),
    ],
)
def test_what_the_sensor_cannot_resolve_is_refused(step_s: float, window_s: float, period_s: float, words: str) -> None:
    for seed in range(4):
        with pytest.raises(UnresolvedError, match=words):
            fold(folded_run(seed, step_s, window_s, period_s))


@pytest.mark.parametrize("step_s", [0.05, 0.1, 0.4])
def test_steps_that_lock_to_the_sensor_are_refused(step_s: float) -> None:
    with pytest.raises(UnresolvedError, match=r"locks to the power sensor|nearly the same shares|less certain"):
        fold(folded_run(1, step_s, 0.025, 0.1, jitter=0.0))


def test_power_that_has_nothing_to_do_with_the_phases_is_refused() -> None:
    run = folded_run(1, 0.137, 0.025, 0.1)
    shuffled = np.random.default_rng(0).permutation(run.power_w)
    with pytest.raises(UnresolvedError, match="does not follow"):
        phase_energy(run.stamps_ns, shuffled, run.sensor, 0, run.ends_ns, run.times)


def test_an_even_power_is_shared_by_time() -> None:
    run = folded_run(1, 0.137, 0.025, 0.1)
    even = 300.0 + 2.0 * np.random.default_rng(0).standard_normal(run.power_w.size)
    found = phase_energy(run.stamps_ns, even, PowerSensor(0.025, 0.1, 0.0), 0, run.ends_ns, run.times)
    assert found.energy_j.sum() == pytest.approx(300.0 * np.median(np.diff(run.ends_ns)) / 1e9, rel=0.02)


@pytest.mark.parametrize("seconds", [3.0, 19.0])
def test_two_hundred_readings_are_needed(seconds: float) -> None:
    with pytest.raises(UnresolvedError, match="200 power readings are needed, the measured steps have"):
        fold(folded_run(1, 0.01, 0.01, 0.02, seconds=seconds))


def test_phases_that_were_timed_once_have_no_energy_since_their_scatter_is_not_known() -> None:
    run = folded_run(3, 0.137, 0.025, 0.1)
    once = replace(run.times, steps=run.times.steps[:1], seconds=run.times.seconds[:1])
    with pytest.raises(UnresolvedError, match="timed only once"):
        fold(replace(run, times=once))
    twice = PhaseTimes(("data", "forward"), np.array([3, 9]), np.array([[0.4, 0.6], [1.2, 0.8]]))
    assert twice.scatter() == pytest.approx([0.1, 0.1])  # shares of 0.4 and 0.6: a deviation of 0.1414, over the root of two


def test_the_same_readings_give_the_same_interval() -> None:
    run = folded_run(3, 0.137, 0.025, 0.1)
    assert fold(run).uncertainty_j.tolist() == fold(run).uncertainty_j.tolist()


def test_of_a_long_run_not_every_reading_is_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "_READINGS_MOST", 250)
    run = folded_run(4, 0.137, 0.025, 0.1)
    found = fold(run)
    assert found.readings > 500
    assert np.all(np.abs(found.energy_j - run.true_j) <= found.uncertainty_j)


def test_no_power_is_below_zero() -> None:
    shares = np.random.default_rng(0).dirichlet([1.0, 1.0, 1.0], 300)
    found = folding._not_negative(shares, shares @ np.array([100.0, -5.0, 50.0]))
    assert found.min() == 0.0
    assert found == pytest.approx([100.0, 0.0, 50.0], abs=5.0)


def test_times_are_those_of_measured_steps_in_the_order_of_a_step() -> None:
    told = {1: {"data": 9.0}, 12: {"forward": 2.0, "data": 1.0}, 11: {"forward": 3.0, "data": 1.0}, 14: {"forward": 4.0}}
    found = PhaseTimes.from_reports(told, 10)
    assert found is not None
    assert found.phases == ("data", "forward")
    assert found.steps.tolist() == [0, 1, 3]
    assert found.medians.tolist() == [1.0, 3.0]
    mean = (1.0 * 0.25 + 1.5 / 3 + 2.0 * 0.0) / 4.5  # the last stands for two steps, every other for half of the way to the next
    assert found.shares(3) == pytest.approx(np.array([[0.25, 0.75], [1 / 3, 2 / 3], [mean, 1 - mean]]))


def test_slow_steps_count_no_more_than_quick_ones_though_more_of_them_are_timed() -> None:
    quick = {step: {"data": 0.001, "forward": 0.002} for step in range(50, 10_000, 100)}
    slow = {step: {"data": 0.1, "forward": 0.1} for step in range(10_001, 10_301)}
    found = PhaseTimes.from_reports(quick | slow, 0)
    assert found is not None
    assert found.medians.tolist() == [0.001, 0.002]
    assert found.shares(5)[0] == pytest.approx([1 / 3, 2 / 3], abs=0.01)


@pytest.mark.parametrize("told", [{}, {3: {"data": 1.0}}, {11: {}}, {11: {"data": np.nan}}, {11: {"data": -1.0}}, {11: {"data": 0.0}}])
def test_what_is_no_time_of_a_measured_step_is_none(told: dict[int, dict[str, float]]) -> None:
    assert PhaseTimes.from_reports(told, 10) is None
