"""Ratios and differences of repeats: examples computed by hand, and properties for arbitrary numbers."""

import math
from random import Random
from types import ModuleType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpuscope.analysis.statistics.estimate import average, estimate, mean

positive = st.floats(1e-3, 1e6)
repeats = st.lists(positive, min_size=2, max_size=8)


def test_an_example_by_hand() -> None:
    # Means 2 and 5, variances 1 and 4, three repeats each: error √(1/3 + 4/3), (5/3)²/((1/3)²/2 + (4/3)²/2) = 2.941 degrees of freedom.
    found = estimate([1.0, 2.0, 3.0], [3.0, 5.0, 7.0]).difference
    assert found.value == pytest.approx(-3.0)
    half = 3.2191 * math.sqrt(5 / 3)  # Student's t for 0.975 and 2.941 degrees
    assert (found.low, found.high) == pytest.approx((-3 - half, -3 + half), rel=2e-3)
    # Pooled standard deviation √2.5, corrected by 1 - 3/15.
    assert found.effect_size == pytest.approx(-3 / math.sqrt(2.5) * 0.8)


def test_a_ratio_by_hand() -> None:
    # Logarithms to base 2 are 0 1 2 and 3 4 5: means 1 and 4, each with variance 1, error √(2/3), 4 degrees, t = 2.7764.
    ratio = estimate([8.0, 16.0, 32.0], [1.0, 2.0, 4.0]).ratio
    half = 2.7764 * math.sqrt(2 / 3)
    assert ratio == pytest.approx((8.0, 2 ** (3 - half), 2 ** (3 + half)), rel=1e-4)


@given(repeats, repeats)
def test_the_p_value_is_that_of_welch_with_the_freedom_of_the_smaller_side(
    scipy_stats: ModuleType, ours: list[float], theirs: list[float]
) -> None:
    logarithms = [math.log(one) for one in ours], [math.log(one) for one in theirs]
    assume(min(max(side) - min(side) for side in logarithms) > 1e-6)
    welch = scipy_stats.ttest_ind(*logarithms, equal_var=False)
    freedom = min(welch.df, 2 * (min(len(ours), len(theirs)) - 1))
    expected = 2 * scipy_stats.t.sf(abs(welch.statistic), freedom)
    assert estimate(ours, theirs).spread.p_value == pytest.approx(expected, rel=1e-6, abs=1e-12)
    if len(ours) == len(theirs):
        assert expected == pytest.approx(welch.pvalue, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize(("few", "many"), [(2, 10), (2, 30), (3, 30)])
def test_few_repeats_against_many_differ_no_more_often_than_stated(few: int, many: int) -> None:
    random = Random(20261129)
    count, least = 4000, 0.01
    p_values = [
        estimate(*([random.lognormvariate(0.0, 0.01) for _ in range(size)] for size in (few, many))).spread.p_value for _ in range(count)
    ]
    alarms = sum(p_value <= least for p_value in p_values)
    assert alarms <= count * least + 3 * math.sqrt(count * least), f"{alarms} of {count} equal sides differ at p = {least}"


@given(repeats, repeats, st.floats(1e-3, 1e3))
def test_the_unit_changes_nothing(ours: list[float], theirs: list[float], factor: float) -> None:
    assert estimate([one * factor for one in ours], [one * factor for one in theirs]).ratio == pytest.approx(
        estimate(ours, theirs).ratio, rel=1e-6
    )


@given(repeats, repeats)
def test_another_baseline_inverts_ratio_and_interval(ours: list[float], theirs: list[float]) -> None:
    ratio, inverse = estimate(ours, theirs).ratio, estimate(theirs, ours).ratio
    assert ratio is not None
    assert inverse is not None
    assert (1 / inverse[0], inverse[2], inverse[1]) == pytest.approx((ratio[0], _inverse(ratio[1]), _inverse(ratio[2])), rel=1e-6)


def _inverse(end: float) -> float:
    return 1 / end if end else math.inf


@given(st.permutations([1.0, 1.5, 1.25, 3.0]), st.permutations([2.0, 2.25, 1.75]))
def test_the_order_of_runs_changes_nothing(ours: list[float], theirs: list[float]) -> None:
    assert estimate(ours, theirs).ratio == pytest.approx(estimate(sorted(ours), sorted(theirs)).ratio)


@given(repeats, repeats)
def test_the_ratio_is_that_of_what_is_shown(ours: list[float], theirs: list[float]) -> None:
    ratio = estimate(ours, theirs).ratio
    assert ratio is not None
    assert ratio[0] == pytest.approx(mean(ours) / mean(theirs), rel=1e-9)


@pytest.mark.parametrize("value", [0.1, 3.0, 1e-300])
def test_repeats_that_do_not_scatter(value: float) -> None:
    same = estimate([value] * 3, [value] * 4)
    assert same.ratio == (1.0, 1.0, 1.0)
    assert same.spread.p_value == 1.0
    other = estimate([2 * value] * 3, [value] * 4)
    assert other.ratio == pytest.approx((2.0, 2.0, 2.0))
    # Readings that are rounded up with the chance 3 / 7 are most likely to do so on one side alone.
    assert other.spread.p_value == pytest.approx(2 * (3 / 7) ** 3 * (4 / 7) ** 4)
    assert other.spread.effect_size == math.inf


def test_values_that_are_not_positive_have_a_difference_and_no_ratio() -> None:
    found = estimate([0.0, 0.1, -0.1], [1.0, 1.1, 0.9])
    assert found.ratio is None
    assert found.spread is found.difference
    assert found.difference.high < 0
    assert mean([0.0, 2.0]) == 1.0


@pytest.mark.parametrize(("ours", "theirs"), [([1.0], [1.0, 2.0]), ([1.0, math.nan], [1.0, 2.0]), ([1.0, 2.0], [1.0, math.inf])])
def test_too_little_or_not_finite_is_a_mistake(ours: list[float], theirs: list[float]) -> None:
    with pytest.raises(ValueError, match="two finite values"):
        estimate(ours, theirs)


@pytest.mark.parametrize("factor", [1e-100, 1.0, 1e100])
def test_repeats_that_scatter_beyond_every_number_have_an_interval_without_end(factor: float) -> None:
    found = estimate([factor, factor * 1e45], [factor, factor])
    assert found.ratio is not None
    assert found.ratio[1] < 1e-200
    assert found.ratio[2] == math.inf
    assert 0.0 < found.spread.p_value < 1.0


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1.0, 1e160, 1e200, 1e307])
def test_numbers_as_large_or_small_as_there_are_scatter_like_any_others(scale: float) -> None:
    ours, theirs = [1.0, 2.0, 3.0], [3.0, 5.0, 7.0]
    found = estimate([one * scale for one in ours], [one * scale for one in theirs], as_difference=True).difference
    plain = estimate(ours, theirs, as_difference=True).difference
    assert (found.value / scale, found.low / scale, found.high / scale) == pytest.approx((plain.value, plain.low, plain.high), rel=1e-6)
    assert (found.p_value, found.effect_size) == pytest.approx((plain.p_value, plain.effect_size), rel=1e-6)


def test_a_ratio_beyond_every_number_is_infinite() -> None:
    found = estimate([1e300, 2e300], [1e-300, 2e-300])
    assert found.ratio is not None
    assert found.ratio[0] == math.inf


def test_a_mean_of_the_largest_numbers_is_one() -> None:
    assert average([1.7e308, 1.7e308, 1.7e308]) == pytest.approx(1.7e308)
    assert mean([-1.7e308, -1.5e308]) == pytest.approx(-1.6e308)
    assert average([1.0, 2.0, 6.0]) == 3.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8), st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8))
def test_another_baseline_turns_a_difference_round(ours: list[float], theirs: list[float]) -> None:
    forth, back = (estimate(*sides, as_difference=True).difference for sides in ((ours, theirs), (theirs, ours)))
    assert (forth.value, forth.low, forth.high) == pytest.approx((-back.value, -back.high, -back.low), rel=1e-9, abs=1e-9)
    assert forth.p_value == pytest.approx(back.p_value, rel=1e-9)
