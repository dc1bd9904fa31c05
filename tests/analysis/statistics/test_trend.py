"""The trend that several sets of repeats have in common."""

from types import ModuleType

import pytest

from gpuscope.analysis.statistics.trend import common_slope


def test_an_example_by_hand() -> None:
    # Each side's times are -1 0 1 about its mean. Values about their means: -2 1 1 and -1 -1 2, so the slope is (3 + 3) / 4.
    slope, p_value = common_slope([(0.0, 10.0), (1.0, 13.0), (2.0, 13.0)], [(7.0, 51.0), (8.0, 51.0), (9.0, 54.0)])
    assert slope == pytest.approx(1.5)
    # Residuals -0.5 1 -0.5 and 0.5 -1 0.5: variance 3 / 3 with six values, two means and a slope; t = 1.5 √4 = 3.
    assert p_value == pytest.approx(0.0577, abs=1e-4)


def test_of_one_side_it_is_the_usual_regression(scipy_stats: ModuleType) -> None:
    pairs = [(0.0, 1.0), (1.0, 1.5), (3.0, 1.7), (4.0, 2.9)]
    usual = scipy_stats.linregress([time for time, _ in pairs], [value for _, value in pairs])
    assert common_slope(pairs) == pytest.approx((usual.slope, usual.pvalue))


@pytest.mark.parametrize("sides", [[[(0.0, 1.0), (1.0, 2.0)]], [[(5.0, 1.0)] * 4], [[(0.0, 1.0)], [(1.0, 2.0)]]])
def test_too_few_runs_or_one_start_for_all_show_none(sides: list[list[tuple[float, float]]]) -> None:
    assert common_slope(*sides) == (0.0, 1.0)


def test_without_scatter_a_slope_is_certain() -> None:
    assert common_slope([(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)]) == (1.0, 0.0)
    assert common_slope([(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]) == (0.0, 1.0)
