"""Figures as people read them."""

import math

import pytest

from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1234.0, "W", "1.23 kW"),
        (999.96, "W", "1.00 kW"),
        (0.00123, "s", "1.23 ms"),
        (75.3, "s", "75.3 s"),
        (2**31, "B", "2.00 GiB"),
        (0.0, "W", "0 W"),
        (512, "B", "512 B"),
        (1.5e12, "FLOP/s", "1.50 TFLOP/s"),
        (-2500.0, "W", "-2.50 kW"),
        (12345.6, "samples/s", "12\u202f350 samples/s"),
        (math.nan, "W", "NaN W"),
    ],
)
def test_a_value_and_its_unit(value: float, unit: str, text: str) -> None:
    assert figures.figure(value, unit) == text


@pytest.mark.parametrize(("value", "text"), [(9.999, "10.0"), (0.05678, "0.0568"), (123456.0, "123\u202f000"), (math.inf, "∞"), (0.0, "0")])
def test_significant_digits(value: float, text: str) -> None:
    assert figures.significant(value) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.42, "0.420 s"), (200, "3 min 20 s"), (7500, "2 h 05 min"), (59.99, "60.0 s")])
def test_durations(seconds: float, text: str) -> None:
    assert figures.duration(seconds) == text


def test_missing_is_a_dash_and_an_estimate_wears_its_sign() -> None:
    assert figures.shown(Quantity.missing("W", "no sensor")) == "–"
    assert figures.shown(Quantity(5.0, "W", Quality.ESTIMATED, "TDP")) == "~5.00 W"
    assert figures.shown(Quantity(0.5, "1", Quality.MEASURED, "x"), share=True) == "50.0 %"


@pytest.mark.parametrize(
    ("least", "step"), [(0.9, 1), (1.1, 2), (2.1, 2.5), (2.6, 5), (5.1, 10), (0.03, 0.05), (1.0, 1), (math.nan, 1), (0, 1), (5e-324, 1)]
)
def test_steps_are_round(least: float, step: float) -> None:
    assert figures.round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(("number", "words"), [(0, "0 runs"), (1, "1 run"), (2, "2 runs"), (12_300, "12\u202f300 runs")])
def test_one_thing_is_no_plural(number: int, words: str) -> None:
    assert figures.counted(number, "run") == words
    assert figures.counted(number, "process", "processes") == words.replace("runs", "processes").replace("run", "process")
