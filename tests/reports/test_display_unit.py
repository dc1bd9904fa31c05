"""One unit for figures side by side."""

import math

import pytest

from gpuscope.core import figures
from gpuscope.reports.display_unit import display_unit


@pytest.mark.parametrize(
    ("unit", "values", "share", "name", "shown"),
    [
        ("J", [0.0202, 0.0119], False, "mJ", ["20.2", "11.9"]),
        ("s", [0.0005, 0.0124], False, "ms", ["0.500", "12.4"]),
        ("s", [4000.0, 12.0], False, "s", ["4\u202f000", "12.0"]),
        ("W", [0.0, 712.4], False, "W", ["0", "712"]),
        ("W", [999.9], False, "kW", ["1.00"]),
        ("B", [3 * 2.0**30, 2.0**29], False, "GiB", ["3.00", "0.500"]),
        ("B", [0.0, 12.0], False, "B", ["0", "12.0"]),
        ("1", [0.8753, 1.0], True, "%", ["87.5", "100"]),
        ("1", [12.0, 0.71], False, "", ["12", "0.7100"]),
        ("samples/s", [116600.4], False, "samples/s", ["116\u202f600"]),
        ("J", [], False, "J", []),
        ("J", [0.0], False, "J", ["0"]),
        ("W", [math.nan, math.inf, 2000.0], False, "kW", ["NaN", "∞", "2.00"]),
    ],
)
def test_the_unit_suits_the_largest_figure(unit: str, values: list[float], share: bool, name: str, shown: list[str]) -> None:
    found = display_unit(unit, [None, *values], share=share)
    assert (found.name, [found.figure(value) for value in values]) == (name, shown)


def test_joules_are_shown_in_watt_hours_where_those_are_wanted() -> None:
    found = display_unit("J", [None, 7200.0, 36.0], energy_unit="Wh")
    assert (found.name, [found.figure(value) for value in (7200.0, 36.0)]) == ("Wh", ["2.00", "0.0100"])
    assert display_unit("J", [36.0], energy_unit="Wh").name == "mWh"
    assert display_unit("W", [36.0], energy_unit="Wh").name == "W"


@pytest.mark.parametrize(("unit", "value"), [("°C", 68.0), ("W", 412.0), ("samples/s", 15_720.0), ("steps/s", 12.3)])
def test_a_table_gives_a_figure_the_digits_that_sentences_give_it(unit: str, value: float) -> None:
    assert display_unit(unit, [value]).figure(value) == figures.figure(value, unit).split(" ")[0]
