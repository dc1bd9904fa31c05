"""The range of an axis and its ticks."""

import math

import pytest

from gpuscope.reports.pictures.scale import (
    clock,
    level_figures,
    levels,
    log_scale,
    number,
    present,
    scale,
    scale_around,
    scale_of,
    span,
    ticks,
    time_left,
    time_step,
)


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (0, 823, ["0", "250", "500", "750", "1000"]),
        (0, 0.0371, ["0.00", "0.01", "0.02", "0.03", "0.04"]),
        (20_000, 42_800, ["20\u202f000", "30\u202f000", "40\u202f000", "50\u202f000"]),
        (1.72, 1.79, ["1.72", "1.74", "1.76", "1.78", "1.80"]),
        (5, 5, ["4.50", "4.75", "5.00", "5.25", "5.50"]),
        (0, 0, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        (0, 3.9e6, ["0", "1M", "2M", "3M", "4M"]),
        (0, 3.9e-6, ["0", "1e-6", "2e-6", "3e-6", "4e-6"]),
    ],
)
def test_ticks_are_round(low: float, high: float, labels: list[str]) -> None:
    assert [label for _, label in scale(low, high).labels()] == labels


def test_points_lie_where_the_axes_say() -> None:
    linear = scale(0, 10)
    assert [linear.share(value) for value in (0, 5, 10)] == [0, 0.5, 1]
    assert linear.value(0.25) == 2.5
    decades = log_scale([0.02, 50.0])
    assert [decades.share(value) for value in (0.01, 1.0, 100.0)] == pytest.approx([0, 0.5, 1])
    assert decades.value(0.5) == pytest.approx(1.0)
    assert [words for _, words in decades.labels()] == ["0.01", "0.1", "1", "10", "100"]


def test_what_differs_by_less_than_is_known_is_not_blown_up() -> None:
    near = scale_around([25.0, 25.1], [(22.5, 27.5), (22.6, 27.6)])
    assert near.low <= 22.5
    assert near.high >= 27.6
    unknown = scale_around([25.0, 25.1])
    assert unknown.high - unknown.low >= 2.5
    assert scale_around([10.0, 12.0], [(0.0, 1e6), None]).high < 40.0, "an interval that says nothing does not press the points flat"


@pytest.mark.parametrize("values", [[0.0], [5.0], [-5.0], [1e300, -1e300], [1e-300, 2e-300], [1e-320]])
def test_any_values_have_a_range(values: list[float]) -> None:
    made = scale_around(values)
    assert made.low < made.high
    assert made.low <= min(values)
    assert made.high >= max(values)
    assert made.labels()


def test_values_near_zero_are_shown_from_there() -> None:
    assert scale_of([3.0, 10.0]).low == 0.0
    assert scale_of([271.0, 803.0]).low == 0.0, "values that differ by a factor of two or more would look as if they differed by more"
    assert scale_of([8.0, 10.0]).low == 8.0


def test_a_span_leaves_out_what_is_no_number() -> None:
    assert span([float("nan"), 3.0, float("inf"), 2.0], from_zero=False) == (2.0, 3.0)
    assert span([3.0], from_zero=True) == (0.0, 3.0)
    assert span([], from_zero=True) == (0.0, 1.0)


@pytest.mark.parametrize(("least", "step"), [(0.3, 0.5), (8, 10), (11, 15), (61, 120), (4000, 7200), (100_000, 172_800)])
def test_steps_of_time_are_those_of_a_clock(least: float, step: float) -> None:
    assert time_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("seconds", "step", "text"),
    [
        (0.4, 1, "0:00"),
        (7, 10, "0:07"),
        (3599.6, 1, "1:00:00"),
        (7507, 1, "2:05:07"),
        (67, 10, "1:07"),
        (3750, 600, "1:02:30"),
        (7.5, 0.5, "0:07.5"),
        (59.97, 0.1, "1:00.0"),
        (-5, 1, "−0:05"),
        (38.25, 0.05, "0:38.25"),
    ],
)
def test_clock(seconds: float, step: float, text: str) -> None:
    assert clock(seconds, step) == text


@pytest.mark.parametrize(
    ("value", "step", "text"),
    [
        (2000, 500, "2000"),
        (0.25, 0.05, "0.25"),
        (200_000, 50_000, "200k"),
        (1_250_000, 250_000, "1.25M"),
        (1_000_000, 250_000, "1M"),
        (12_345, 1, "12\u202f345"),
        (1e30, 1e29, "1e30"),
        (2.5e-7, 1e-8, "2.5e-7"),
        (math.inf, 1, "∞"),
    ],
)
def test_figures_of_an_axis(value: float, step: float, text: str) -> None:
    assert number(value, step) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42.84, "42.8"),
        (1755, "1760"),
        (99_949, "99\u202f900"),
        (99_999, "100k"),
        (8_980_000, "8.98M"),
        (1.2e30, "1.2e30"),
        (1e-9, "1e-9"),
        (-3e300, "−3e300"),
        (math.nan, "NaN"),
        (0.0, "0"),
    ],
)
def test_present_values(value: float, text: str) -> None:
    assert present(value) == text


def test_a_value_beside_an_axis_has_its_prefix_from_one_of_it_on() -> None:
    assert [present(value, 100_000.0) for value in (76_500, 1_234, 999.7, 998, 127, 67.3)] == [
        "76.5k",
        "1.23k",
        "1.00k",
        "998",
        "127",
        "67.3",
    ]


def test_ticks_are_the_multiples_between_the_ends() -> None:
    assert ticks(7.0, 67.0, 20.0) == [20.0, 40.0, 60.0]
    assert ticks(0.0, 1.0, 1e-9) == []


def test_a_low_strip_has_its_ends_and_a_high_one_round_levels() -> None:
    assert levels(0.0, 600.0, 60.0) == [0.0, 300.0, 600.0]
    assert levels(0.0, 600.0, 540.0) == [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0]
    assert level_figures([0.0, 2.5]) == ["0", "2.5"]
    assert level_figures([-3e7, 0.0, 2e7]) == ["−30M", "0", "20M"]
    assert level_figures([0.0, 250_000.0, 1e6]) == ["0", "0.25M", "1.00M"]
    assert level_figures([1e30, 2e30]) == ["1e30", "2e30"]
    assert level_figures([0.0, 0.05, 0.1]) == ["0", "0.05", "0.10"]


def test_what_takes_more_than_a_day_is_told_in_days() -> None:
    assert (time_left(67), time_left(86_399), time_left(4_105_585)) == ("1:07", "23:59:59", "47 d 12 h")


def test_a_scale_of_zeros_has_no_negative_part() -> None:
    assert (scale_of([0.0, 0.0]).low, scale_of([0.0, 0.0]).high) == (0.0, 1.0)
