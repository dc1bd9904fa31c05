import math
from random import Random
from statistics import fmean

import pytest

from gpuscope.analysis.uncertainty import edges_j, of_mean, whole_j, widened_j, without_gain


def test_the_parts_add_up_in_quadrature_and_the_gain_can_be_taken_out_again() -> None:
    whole = whole_j(1000.0, 0.07, 20.0, 10.0)
    assert whole == pytest.approx(math.hypot(70.0, 20.0, 10.0))
    assert without_gain(1000.0, whole, 0.07) == pytest.approx(math.hypot(20.0, 10.0))
    assert without_gain(1000.0, 50.0, 0.07) == 0.0


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_the_gain_can_be_taken_out_of_any_number(scale: float) -> None:
    assert without_gain(scale, 0.05 * scale, 0.04) == pytest.approx(0.03 * scale, rel=1e-9)


def test_a_gain_that_nobody_knows_is_ten_percent() -> None:
    assert whole_j(1000.0, None) == pytest.approx(100.0)


def test_edges_weigh_less_the_longer_the_window() -> None:
    assert edges_j(3000.0, 30.0, 0.1) == pytest.approx(100 * 0.1 * math.sqrt(2))


def test_what_was_seen_unevenly_widens_the_band() -> None:
    assert widened_j(100.0, 7.0, 0.5) == pytest.approx(math.hypot(7.0, 75.0))
    assert widened_j(100.0, None, 0.5) == pytest.approx(75.0)


def test_repeats_shrink_their_scatter_and_not_what_the_sensor_is_off_by() -> None:
    assert of_mean([1000.0], [70.0]) == pytest.approx(70.0)
    assert of_mean([1000.0, 1000.0, 1000.0, 1000.0], [70.0, 60.0, 70.0, 70.0]) == pytest.approx(70.0)
    assert of_mean([990.0, 1010.0], [0.0, 0.0]) == pytest.approx(12.706 * 10, rel=1e-4)  # Student's t with 1 degree of freedom
    assert of_mean([990.0, 1010.0], [0.0, None]) is None
    assert of_mean([math.nan], [1.0]) is None
    assert of_mean([1e200, 3e200], [0.0, 0.0]) == pytest.approx(12.706 * 1e200, rel=1e-4)  # arbitrarily large values


@pytest.mark.parametrize("repeats", [2, 3, 5])
def test_the_band_of_a_mean_contains_the_truth_in_95_percent_of_few_repeats_too(repeats: int) -> None:
    random = Random(20261129)
    groups = [[random.gauss(1000.0, 20.0) for _ in range(repeats)] for _ in range(2000)]
    bands = [of_mean(group, [0.0] * repeats) for group in groups]
    hits = sum(band is not None and abs(fmean(group) - 1000.0) <= band for group, band in zip(groups, bands, strict=True))
    assert 0.93 <= hits / len(groups) <= 0.97
