"""The unit that fits a magnitude."""

import math

import pytest

from gpuscope.core import figures
from gpuscope.gui.run_view.display_unit import display_unit


@pytest.mark.parametrize(
    ("unit", "magnitude", "text", "shown"),
    [
        ("B", 3.0 * 2**30, "GiB", "3.00"),
        ("B", 300.0 * 2**20, "MiB", "300"),
        ("B", 0.0, "MiB", "0"),
        ("B/s", 2.0 * 2**20, "MiB/s", "2.00"),
        ("B/s", 45_000.0, "KiB/s", "43.9"),
        ("B/s", 430.0, "B/s", "430"),
        ("Hz", 1.755e9, "MHz", "1\u202f760"),
        ("s", 0.00597, "ms", "5.97"),
        ("s", 2.5, "s", "2.50"),
        ("s", 4e-5, "µs", "40.0"),
        ("W", 512.0, "W", "512"),
        ("W", 12_300.0, "kW", "12.3"),
        ("J", 31_400.0, "kJ", "31.4"),
        ("J", 0.0119, "mJ", "11.9"),
        ("samples/s", 5_200.0, "samples/s", "5\u202f200"),
        ("samples/s", 42_800.0, "k samples/s", "42.80"),
        ("1", 0.7, "", "0.7000"),
        ("°C", 61.0, "°C", "61.0"),
    ],
)
def test_the_unit_fits_the_magnitude(unit: str, magnitude: float, text: str, shown: str) -> None:
    found = display_unit(unit, magnitude)
    assert (found.name, found.figure(magnitude)) == (text, shown)


def test_a_share_is_told_in_per_cent() -> None:
    found = display_unit("1", 0.97, share=True)
    assert (found.name, found.figure(0.97)) == ("%", "97.0")


@pytest.mark.parametrize("magnitude", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_has_a_unit_too(magnitude: float) -> None:
    assert display_unit("W", magnitude).name == "W"


@pytest.mark.parametrize("unit", ["samples/s", "steps/s", "W", "J", "s", "°C"])
@pytest.mark.parametrize("value", [1.2345, 15.72, 157.24, 1572.4, 9999.6])
def test_a_figure_has_the_digits_that_sentences_give_it(unit: str, value: float) -> None:
    shown, said = display_unit(unit, value), figures.figure(value, unit).split(" ")[0]
    digits = said.replace(".", "").replace("\u202f", "").strip("0")
    assert shown.figure(value).replace(".", "").replace("\u202f", "").strip("0") == digits
