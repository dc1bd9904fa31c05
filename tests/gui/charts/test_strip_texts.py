"""The sentence that describes a strip."""

import math

import numpy as np
import pytest

from gpuscope.gui.charts.strip import Curve, Shade, Strip
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.gui.charts.strip_texts import range_text, strip_sentence

T = np.arange(0.0, 100.0)


def around(window: float | None = 60.0) -> Surroundings:
    made = Surroundings()
    made.view.set_extent(0.0, 99.0)
    made.view.follow(window)
    return made


def strip(*curves: Curve, unit: str = "%", factor: float = 100.0) -> StripData:
    return StripData(Strip("gpu", "GPU utilization", unit, curves, factor=factor))


def test_it_says_the_latest_the_lowest_and_the_highest_of_what_is_seen() -> None:
    data = strip(Curve("a", "gpu:0", "compute"))
    data.series["a"].set(T, np.where(T < 50, 0.03, np.where(T < 99, 0.99, 0.84)))
    assert strip_sentence(data, around()) == "GPU utilization, last 60 s: 84.0 %, lowest 3.00 %, highest 99.0 %"
    seen = around()
    seen.view.show(60.0, 90.0)
    assert strip_sentence(data, seen) == "GPU utilization, from 1:00 to 1:30: 99.0 %, lowest 99.0 %, highest 99.0 %"


def test_several_curves_are_told_apart_and_hidden_ones_are_left_out() -> None:
    data = strip(
        Curve("a", "read", "host"), Curve("b", "written", "host"), Curve("c", "hidden", "host", visible=False), unit="B", factor=1.0
    )
    for key, value in (("a", 1.0), ("b", 2.0), ("c", 3.0)):
        data.series[key].set(T, np.full(T.size, value))
    said = strip_sentence(data, around())
    assert said.endswith("read 1.00 B, lowest 1.00 B, highest 1.00 B; written 2.00 B, lowest 2.00 B, highest 2.00 B")
    data.visible = dict.fromkeys(data.visible, False)
    assert strip_sentence(data, around()).endswith("no curve is shown")


@pytest.mark.parametrize(("is_logged", "latest"), [(True, "NaN"), (False, "no present value")])
def test_what_is_missing_is_no_figure(is_logged: bool, latest: str) -> None:
    data = strip(Curve("a", "loss", "loss", is_logged=is_logged), unit="", factor=1.0)
    data.series["a"].set(T, np.where(T < 90, 1.5, math.nan))
    assert strip_sentence(data, around()) == f"GPU utilization, last 60 s: {latest}, lowest 1.50, highest 1.50"


def test_a_gap_and_an_empty_strip_say_so() -> None:
    data = strip(Curve("a", "gpu:0", "compute"))
    assert strip_sentence(data, around()).endswith(": no values")
    data.series["a"].set(T, np.full(T.size, 0.5))
    seen = around()
    seen.shades = [Shade(95.0, None, "gap")]
    assert "no present value, lowest 50.0 %" in strip_sentence(data, seen)


def test_a_range_is_of_time_or_of_steps() -> None:
    assert range_text(around(300.0)) == "last 5 min 00 s"
    assert range_text(around(None)) == "from 0:00 to 1:39"
    steps = around(None)
    steps.axis = "steps"
    assert range_text(steps) == "from 0 to 99"
