"""Ticks: round steps, and figures as an axis writes them."""

import math

import pytest

from gpuscope.gui.charts import ticks


@pytest.mark.parametrize(("least", "step"), [(0.3, 0.5), (8, 10), (11, 15), (61, 120), (4000, 7200), (100_000, 172_800)])
def test_steps_of_time_are_those_of_a_clock(least: float, step: float) -> None:
    assert ticks.time_step(least) == pytest.approx(step)


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
        (-5, 1, "-0:05"),
        (38.25, 0.05, "0:38.25"),
    ],
)
def test_clock(seconds: float, step: float, text: str) -> None:
    assert ticks.clock(seconds, step) == text


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
    assert ticks.number(value, step) == text


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
        (-3e300, "-3e300"),
        (math.nan, "NaN"),
        (0.0, "0"),
    ],
)
def test_present_values(value: float, text: str) -> None:
    assert ticks.present(value) == text


def test_ticks_are_the_multiples_between_the_ends() -> None:
    assert ticks.ticks(7.0, 67.0, 20.0) == [20.0, 40.0, 60.0]
    assert ticks.ticks(0.0, 1.0, 1e-9) == []


def test_a_low_strip_has_its_ends_and_a_high_one_round_levels() -> None:
    assert ticks.levels(0.0, 600.0, 60.0) == [0.0, 300.0, 600.0]
    assert ticks.levels(0.0, 600.0, 540.0) == [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0]
    assert ticks.level_figures([0.0, 2.5]) == ["0", "2.5"]
    assert ticks.level_figures([-3e7, 0.0, 2e7]) == ["-30M", "0", "20M"]
    assert ticks.level_figures([0.0, 250_000.0, 1e6]) == ["0", "0.25M", "1.00M"]
    assert ticks.level_figures([1e30, 2e30]) == ["1e30", "2e30"]
    assert ticks.level_figures([0.0, 0.05, 0.1]) == ["0", "0.05", "0.10"]
