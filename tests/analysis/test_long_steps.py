"""Steps that take far longer than the others are reported, regular and single ones; the scatter and slices of a busy machine are not."""

import numpy as np
import pytest

from gpuscope.analysis.long_steps import long_steps_text
from gpuscope.analysis.series import Stamps, Values
from gpuscope.core.figures import NO_BREAK_SPACE


def ends(durations_s: Values) -> Stamps:
    """Return ends of steps, the first of which has no known duration."""
    stamps: Stamps = np.cumsum(np.concatenate(([5.0], durations_s)) * 1e9).astype(np.int64)
    return stamps


def text_of(durations_s: Values, others: float | None = 0.0) -> str:
    return long_steps_text(ends(durations_s), others).replace(NO_BREAK_SPACE, " ")


def every(steps: int, period: int, usual_s: float = 0.01, long_s: float = 0.06) -> Values:
    durations = np.full(steps, usual_s)
    durations[period - 1 :: period] = long_s
    return durations


def scattered(durations_s: Values, seed: int, sigma: float = 0.1) -> Values:
    scatter: Values = durations_s * np.random.default_rng(seed).lognormal(0.0, sigma, durations_s.size)
    return scatter


def test_a_pause_at_every_tenth_step_is_reported_with_what_it_costs() -> None:
    assert text_of(every(300, 10)) == (
        "every 10 steps one takes 6.00 × as long as the others, and the difference is 33.3 % of the time: "
        "a test, a checkpoint or a new epoch, for example"
    )


def test_a_count_that_begins_anew_in_each_epoch_is_still_regular() -> None:
    durations = np.tile(every(97, 10), 6)
    assert text_of(durations).startswith("every 10 steps one takes 6.00 ×")


@pytest.mark.parametrize("seed", range(20))
def test_scatter_and_some_long_steps_between_do_not_hide_it(seed: int) -> None:
    durations = scattered(every(400, 25), seed)
    durations[np.random.default_rng(seed).integers(0, 400, 6)] += 0.03
    assert text_of(durations).startswith("every 25 steps one takes ")


def test_a_slow_step_after_each_pause_belongs_to_it() -> None:
    durations = every(301, 10)
    durations[10::10] = 0.02
    assert text_of(durations).startswith("every 10 steps one takes 7.00 ×")


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["lognormal", "exponential", "pareto", "bursts"])
def test_the_scatter_of_a_busy_machine_is_not_regular(kind: str, seed: int) -> None:
    random, steps = np.random.default_rng(seed), 500
    kinds = {
        "lognormal": 0.01 * random.lognormal(0.0, 0.8, steps),
        "exponential": 0.005 + random.exponential(0.01, steps),
        "pareto": 0.01 * (1.0 + random.pareto(1.5, steps)),
        "bursts": 0.01 + 0.05 * (random.random(steps) < 0.1),
    }
    durations = np.asarray(kinds[kind], np.float64)
    assert not text_of(durations).startswith("every")


def sliced(step_s: float, seed: int, jitter: float = 0.02, slice_s: float = 0.004) -> Values:
    """Return durations of equal steps whose processor the scheduler gives to another program after each slice of time."""
    random = np.random.default_rng(seed)
    own_s = np.cumsum(step_s * random.lognormal(0.0, 0.01, 601))
    slices_s = step_s / 2 + np.cumsum(slice_s * (1.0 + jitter * random.standard_normal(int(2 * own_s[-1] / slice_s))))
    durations: Values = np.diff(own_s + slice_s * np.searchsorted(slices_s, own_s))
    return durations


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("step_ms", [0.43, 0.55, 0.75, 0.94])
def test_slices_that_hold_now_more_steps_and_now_fewer_are_not_regular(step_ms: float, seed: int) -> None:
    durations = sliced(step_ms / 1e3, seed)
    distances = np.diff(np.flatnonzero(durations > 0.003))
    assert np.bincount(distances).max() / distances.size > 0.5  # most are equal, and yet no program counts so
    assert not text_of(durations, 0.5).startswith("every")


@pytest.mark.parametrize("others", [0.01, 0.5, None])
def test_what_slices_of_a_whole_number_of_steps_could_be_too_names_other_programs(others: float | None) -> None:
    durations = sliced(0.0005, 1, jitter=0.0)[:300]
    assert text_of(durations, others).startswith("every ")
    for regular in (durations, every(300, 10), np.tile(every(81, 10), 6)):
        assert text_of(regular, others).endswith("a test, a checkpoint, a new epoch or other programs, for example")
        assert text_of(regular, 0.009).endswith("a test, a checkpoint or a new epoch, for example")


def test_a_stage_of_slow_steps_is_not_regular() -> None:
    assert not text_of(np.repeat([0.05, 0.01], [100, 400]))


def test_pauses_that_cost_little_or_are_few_are_not_reported() -> None:
    assert not text_of(every(1000, 100, long_s=0.03))
    assert not text_of(every(39, 10))


def test_two_kinds_of_steps_in_turn_are_no_pauses() -> None:
    assert not text_of(np.tile([0.01, 0.03], 100))


def test_compilation_is_reported_with_the_rate_of_the_other_steps() -> None:
    durations = np.full(199, 0.01)
    durations[[0, 99]] = 12.0, 6.0
    assert text_of(durations) == (
        "2 of 199 timed steps took 90.1 % of the time, the others 100.0 steps/s: "
        "compilation, a test between epochs or other programs, for example"
    )


def test_single_steps_of_little_time_or_not_much_longer_are_not_reported() -> None:
    durations = np.full(1000, 0.01)
    durations[500] = 0.5
    assert not text_of(durations)
    few = np.full(20, 1.0)
    few[10] = 5.0
    assert not text_of(few)


def test_regular_and_single_ones_are_reported_side_by_side() -> None:
    durations = every(300, 10)
    durations[0] = 4.0
    text = text_of(durations)
    assert text.startswith("every 10 steps one takes 6.00 ×")
    assert "; 1 of 300 timed steps took 47.1 % of the time, the others 66.59 steps/s: " in text


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_too_few_steps_have_none(count: int) -> None:
    assert not long_steps_text(ends(np.full(count, 0.01))[:count], 0.0)
