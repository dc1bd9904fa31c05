"""Figures in a unit."""

import math

import pytest

from gpuscope.core.display_unit import NUMBER, PERCENT, DisplayUnit


def test_a_value_is_divided_by_the_size_of_the_unit() -> None:
    kilowatt = DisplayUnit("kW", 1e3)
    assert (kilowatt.shown(1234.5), kilowatt.figure(1234.5)) == (1.2345, "1.23")
    assert (PERCENT.name, PERCENT.figure(0.97)) == ("%", "97.0")


COUNTS_AND_RATIOS = [(3.0, "3"), (12_345.0, "12\u202f345"), (0.70004, "0.7000"), (math.nan, "NaN"), (math.inf, "∞")]


@pytest.mark.parametrize(("value", "text"), COUNTS_AND_RATIOS)
def test_a_plain_number_that_counts_has_no_digits_behind_the_point(value: float, text: str) -> None:
    assert NUMBER.figure(value) == text


def test_the_unit_stands_behind_the_label() -> None:
    assert DisplayUnit("W", 1.0).after("Power, mean") == "Power, mean, W"
    assert NUMBER.after("Loss") == "Loss"
