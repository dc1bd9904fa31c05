"""The range of a strip: round, still, and never broken by what the data holds."""

import numpy as np
import pytest

from gpuscope.gui.charts.value_range import ValueRange

WAVE = 2 + np.sin(np.arange(600) / 30)


def ends(made: ValueRange) -> tuple[float, float]:
    return made.span.low, made.span.high


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 42.8, (0, 50)),
        (110.0, 515.0, (0, 600)),
        (0.6, 2.4, (0, 2.5)),
        (36.0, 62.0, (0, 70)),
        (900.0, 1000.0, (900, 1000)),
        (-3.0, 5.0, (-3, 5)),
    ],
)
def test_ends_are_round_and_zero_is_in_when_it_is_near(low: float, high: float, expected: tuple[float, float]) -> None:
    made = ValueRange()
    made.fit([np.array([low, high])], [])
    assert ends(made) == pytest.approx(expected)


def test_a_range_stands_still_while_the_data_moves_a_little_and_gives_way_to_more() -> None:
    made = ValueRange()
    made.fit([np.array([0.0, 41.0])], [])
    for high in (49.0, 30.0, 24.0):
        made.fit([np.array([0.0, high])], [])
        assert ends(made) == (0, 50)
    made.fit([np.array([0.0, 51.0])], [])
    assert ends(made) == (0, 60)
    made.fit([np.array([0.0, 20.0])], [])
    assert ends(made) == (0, 20)


def test_a_range_with_a_fixed_end_stands_still_over_values_that_lie_close_together_far_from_it() -> None:
    made = ValueRange(low=0.0)
    for high in (500.0, 440.0, 480.0):
        made.fit([np.array([0.9 * high, high])], [])
        assert ends(made) == (0, 500)


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, 1e18, -1e18, 1e305])
def test_one_odd_value_leaves_the_range_to_the_others(odd: float) -> None:
    values = WAVE.copy()
    values[300] = odd
    made = ValueRange()
    made.fit([values], [])
    assert ends(made) == pytest.approx((0, 3), abs=0.51)


def test_a_spike_that_is_not_absurd_is_in_the_range() -> None:
    values = WAVE.copy()
    values[300] = 40.0
    made = ValueRange()
    made.fit([values], [])
    assert made.span.high >= 40


@pytest.mark.parametrize("values", [[], [np.nan, np.nan], [np.inf]])
def test_without_a_finite_value_the_range_stays(values: list[float]) -> None:
    made = ValueRange()
    made.fit([WAVE], [])
    before = made.span
    assert made.fit([np.array(values)], []) == before


@pytest.mark.parametrize("value", [0.0, 5.0, -5.0, 1e12, 1e-12, 1e308, -1e308])
def test_a_flat_line_has_a_range_around_it(value: float) -> None:
    made = ValueRange()
    span = made.fit([np.full(10, value)], [])
    assert np.isfinite([span.low, span.high, span.step]).all()
    assert span.low < span.high
    if abs(value) < 1e300:
        assert span.low <= value <= span.high


def test_fixed_ends_are_kept() -> None:
    made = ValueRange(20.0, 90.0)
    made.fit([np.array([-5.0, 300.0])], [])
    assert ends(made) == (20.0, 90.0)
    half = ValueRange(low=0.0)
    half.fit([np.array([900.0, 1000.0])], [])
    assert ends(half) == (0.0, 1000.0)


def test_a_limit_nearby_is_in_the_range_and_a_far_one_is_not() -> None:
    near, far = ValueRange(), ValueRange()
    near.fit([np.array([0.0, 512.0])], [700.0])
    far.fit([np.array([0.0, 50.0])], [700.0])
    assert near.span.high == 800
    assert far.span.high == 50
