"""Series: what thinning keeps, and how thinning continues as the series grows."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.gui.charts.series import Floats, Series, ValueRange

COLUMNS = 50


def places(count: int) -> Floats:
    """Return positions 0.1 apart."""
    return np.arange(float(count)) * 0.1


def made(y: Floats) -> Series:
    series = Series()
    series.set(places(len(y)), y)
    return series


def test_a_short_series_is_drawn_as_it_is() -> None:
    y = np.sin(np.arange(80.0))
    x, drawn = made(y).part(0.0, 100.0, COLUMNS)
    assert np.array_equal(drawn, y)
    assert x[-1] == pytest.approx(7.9)


def test_what_is_drawn_keeps_no_memory_of_a_series_that_has_moved_on() -> None:
    y = np.arange(80.0)
    assert not any(np.shares_memory(part, y) for part in made(y).part(0.0, 100.0, COLUMNS))
    assert made(y).part(0.0, 100.0, COLUMNS)[0].base is None


def test_a_point_beyond_either_end_is_drawn_so_that_the_line_reaches_the_edges() -> None:
    x, _ = made(np.arange(80.0)).part(2.05, 3.05, COLUMNS)
    assert (x[0], x[-1]) == pytest.approx((2.0, 3.1))


@settings(max_examples=60, deadline=None)
@given(size=st.integers(1, 9000), spikes=st.lists(st.integers(0, 8999), max_size=4), seed=st.integers(0, 9))
def test_thinning_keeps_few_points_every_extreme_and_their_order(size: int, spikes: list[int], seed: int) -> None:
    y = np.random.default_rng(seed).normal(size=size)
    for index in spikes:
        y[index % size] = 100.0 if index % 2 else -100.0
    x, drawn = made(y).part(-1.0, 1e9, COLUMNS)
    assert (drawn.min(), drawn.max()) == (y.min(), y.max())
    assert len(x) <= max(2 * COLUMNS + 1, 2 * COLUMNS + 4 * size // COLUMNS)
    assert np.all(np.diff(x) >= 0)
    assert np.array_equal(drawn, y[np.rint(x * 10).astype(int)]), "each point is one of the samples, at its own place"


def test_a_spike_stays_in_the_part_that_holds_it_at_every_length() -> None:
    y = np.zeros(40_000)
    y[31_234] = 1.0
    series = made(y)
    for length in (5.0, 50.0, 500.0, 3000.0):
        x, drawn = series.part(3123.4 - length / 2, 3123.4 + length / 2, COLUMNS)
        assert x[drawn.argmax()] == pytest.approx(3123.4)
        assert drawn.max() == 1.0


def test_a_series_that_grew_in_pieces_is_thinned_as_one_that_came_whole() -> None:
    y = np.random.default_rng(1).normal(size=20_000)
    x = places(len(y))
    grown = Series()
    for size in (*range(1, 20_000, 777), 20_000):
        assert grown.set(x[:size], y[:size]) is not None
        grown.part(0.0, 1e9, COLUMNS)
    for one, other in zip(grown.part(0.0, 1e9, COLUMNS), made(y).part(0.0, 1e9, COLUMNS), strict=True):
        assert np.array_equal(one, other)


def test_another_series_replaces_the_thinnings_of_the_one_before() -> None:
    series = made(np.ones(20_000))
    series.part(0.0, 1e9, COLUMNS)
    assert series.set(places(20_000) + 1, np.full(20_000, 5.0)) == -math.inf
    assert set(series.part(0.0, 1e9, COLUMNS)[1]) == {5.0}


def test_the_same_series_again_is_no_change() -> None:
    y = np.array([1.0, np.nan])
    series = made(y)
    assert series.set(places(2), y.copy()) is None


def test_another_value_amid_as_many_is_a_change() -> None:
    y = np.zeros(4000)
    series = made(y)
    series.part(0.0, 1e9, 5)
    other = y.copy()
    other[2000] = 7.0
    assert series.set(places(4000), other) == -math.inf
    assert series.part(0.0, 1e9, 5)[1].max() == 7.0


def test_holes_and_infinities_are_no_extremes() -> None:
    y = np.ones(4000)
    y[1000:1100], y[2000] = np.nan, np.inf
    _, drawn = made(y).part(0.0, 1e9, 5)
    assert set(drawn[np.isfinite(drawn)]) == {1.0}
    assert not np.isinf(drawn).any()


def test_a_hole_longer_than_a_block_stays_a_hole() -> None:
    y = np.ones(8000)
    y[2000:4000] = np.nan
    x, drawn = made(y).part(0.0, 1e9, COLUMNS)
    assert np.isnan(drawn[(x > 220) & (x < 380)]).all()


@pytest.mark.parametrize(("place", "index"), [(0.0, 0), (0.14, 1), (0.16, 2), (0.95, 9), (1.05, 9), (500.0, 9), (-0.2, None), (-0.05, 0)])
def test_the_sample_at_a_place(place: float, index: int | None) -> None:
    assert made(np.arange(10.0)).index_at(place) == index


def test_an_empty_series_has_no_sample_and_nothing_to_draw() -> None:
    series = Series()
    assert series.index_at(1.0) is None
    assert len(series.part(0.0, 1.0, COLUMNS)[0]) == 0
    assert series.unknown_from() is None


def test_where_the_unknown_end_begins() -> None:
    y = np.array([1.0, np.nan, 2.0, np.inf, np.nan])
    assert made(y).unknown_from() == pytest.approx(0.3)
    assert made(y[1:2]).unknown_from() == 0.0
    assert made(y[:3]).unknown_from() is None


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
