"""Tests of verdicts, corrections for many metrics, and the predicted power of a number of repeats."""

import math
import random
from types import ModuleType

import numpy as np
import pytest

from gpuscope.analysis.repeats_plan import detectable_ratio
from gpuscope.analysis.statistics.estimate import estimate
from gpuscope.analysis.statistics.verdict import (
    BETTER,
    NO_DIFFERENCE,
    NOT_COMPARABLE,
    OTHER,
    PRIMARY,
    WORSE,
    adjusted,
    adjusted_by_family,
    verdict,
)
from gpuscope.core.metric import Better

FIVE = [1.00, 1.01, 0.99, 1.02, 0.98]
TWICE = [2 * one for one in FIVE]


def word(ours: list[float], theirs: list[float], better: Better = Better.HIGHER, band: float | None = None, p: float = 0.001) -> str:
    return verdict(estimate(ours, theirs), better, band, p, min(len(ours), len(theirs))).key


def test_the_direction_decides() -> None:
    assert word(TWICE, FIVE) == BETTER
    assert word(TWICE, FIVE, Better.LOWER) == WORSE
    assert word(FIVE, TWICE, Better.LOWER) == BETTER
    assert word(TWICE, FIVE, Better.NEITHER) == NOT_COMPARABLE


def test_what_keeps_a_difference_from_being_told() -> None:
    slightly = [one * 1.001 for one in FIVE]
    assert word(slightly, FIVE) == NO_DIFFERENCE
    assert word(TWICE, FIVE, p=0.06) == NO_DIFFERENCE
    assert word(TWICE, FIVE, band=1.01) == NO_DIFFERENCE
    assert word(TWICE, FIVE, band=0.99) == BETTER


def test_without_a_ratio_the_difference_decides() -> None:
    losses = [0.0, 0.1, -0.1, 0.05, -0.05]
    assert word(losses, [one + 1 for one in losses], Better.LOWER) == BETTER
    assert word(losses, losses, Better.LOWER) == NO_DIFFERENCE


def test_few_repeats_are_told_beside_the_verdict() -> None:
    few = verdict(estimate(TWICE[:3], FIVE[:3]), Better.HIGHER, None, 0.001, 3)
    assert few.key == BETTER
    assert "3 repeats" in few.reason
    assert verdict(estimate(TWICE, FIVE), Better.HIGHER, None, 0.001, 5).reason == ""


def test_corrected_p_values_by_hand() -> None:
    # Sorted 0.005 0.01 0.03 0.04, times 4/1 4/2 4/3 4/4: 0.02 0.02 0.04 0.04; each is the minimum from its own position on.
    assert adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert adjusted([0.03, 0.031, 0.9]) == pytest.approx([0.0465, 0.0465, 0.9])  # 0.09 0.0465 0.9: the first takes the second's


def test_corrected_p_values_are_those_of_scipy(scipy_stats: ModuleType) -> None:
    values = [random.Random(3).random() ** 3 for _ in range(40)]
    assert adjusted(values) == pytest.approx(list(scipy_stats.false_discovery_control(values)))
    assert adjusted([]) == []
    assert adjusted([0.04]) == [0.04]


@pytest.mark.parametrize(("repeats", "metrics", "least"), [(2, 1, 0.72), (3, 1, 0.77), (5, 1, 0.78), (5, 10, 0.78), (20, 1, 0.78)])
def test_the_difference_that_repeats_show_is_found_in_four_of_five(
    scipy_stats: ModuleType, repeats: int, metrics: int, least: float
) -> None:
    """Welch's test, which decides the verdicts, on 20,000 pairs of groups; with two repeats a side its own scatter leaves less."""
    numbers = np.random.default_rng(1)
    ours, theirs = numbers.normal(0.0, 0.01, (2, 20_000, repeats))
    found = scipy_stats.ttest_ind(ours + math.log(detectable_ratio(0.01, repeats, metrics)), theirs, axis=1, equal_var=False)
    assert least < float(np.mean(found.pvalue < 0.05 / metrics)) < 0.82


def test_with_many_repeats_the_difference_that_they_show_is_that_of_cohen() -> None:
    # Cohen's table 2.3.5, for Student's test: 20 and 50 per group, two-sided 0.05, power 0.80: d = 0.91 and 0.57.
    assert [math.log(detectable_ratio(0.01, repeats)) / 0.01 for repeats in (20, 50)] == pytest.approx([0.91, 0.57], abs=0.01)
    assert detectable_ratio(0.01, 20) < detectable_ratio(0.01, 10) < detectable_ratio(0.02, 10)


def test_each_family_is_corrected_alone_for_its_share_of_the_rate() -> None:
    p_values, families = [0.001, 0.04, 0.03, 0.5], [PRIMARY, OTHER, PRIMARY, OTHER]
    assert adjusted_by_family(p_values, families) == pytest.approx([0.002 / 0.9, 0.08 / 0.1, 0.03 / 0.9, 1.0])
    assert adjusted_by_family(p_values, [OTHER] * 4) == adjusted(p_values)  # a single family gets all of the rate
    assert adjusted_by_family([], []) == []


def test_two_families_tell_no_more_of_what_is_not_there_than_one() -> None:
    source = random.Random(20261122)
    count = 4000
    families = [PRIMARY] * 12 + [OTHER] * 35
    alarms = sum(min(adjusted_by_family([source.random() for _ in families], families)) <= 0.05 for _ in range(count))
    assert alarms / count <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / count)
