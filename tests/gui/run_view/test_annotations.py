"""Gaps, throttling, limits and marks on the strips."""

import math

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.event import Gap, Log, Phase
from gpuscope.core.run import RunGap
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.run_view import annotations
from gpuscope.gui.run_view.annotations import Throttling
from gpuscope.gui.run_view.strip_template import RunAxis
from gpuscope.gui.services.monitor_feed import PAUSES
from gpuscope.gui.translator import WindowLanguage
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import SECOND, START_NS

LAYOUT = {
    "throughput": frozenset[tuple[str, str]](),
    "power": frozenset({("gpu:0", "power")}),
    "clock": frozenset({("gpu:0", "clock")}),
    "cpu": frozenset({("cpu", "utilization")}),
}


def gap(start_s: float, end_s: float | None, device: str = "gpu:0", metrics: tuple[str, ...] = (), reason: str = "it hung") -> Gap:
    return Gap(device, metrics, START_NS + int(start_s * SECOND), None if end_s is None else START_NS + int(end_s * SECOND), reason)


def told(*events: Gap | Log | Phase) -> ShownRun:
    return made_runs.run_data([made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()]), *events])


def test_a_gap_shades_the_strips_of_its_device_and_tells_its_length_once() -> None:
    shades = annotations.shades(told(gap(22.0, 23.2)), Throttling(), LAYOUT, RunAxis.TIME)
    assert {key for shade in shades for key in shade.strips} == {"power", "clock"}
    assert [(shade.label, shade.detail) for shade in shades if shade.label] == [("gap 1.2 s", "it hung")]
    assert {(shade.start, shade.end, shade.tone) for shade in shades} == {(22.0, 23.2, "gap")}


def test_a_pause_is_told_in_the_language_of_the_window(qtbot: QtBot) -> None:
    data = told(gap(22.0, 25.0, device="", reason=PAUSES[0]))
    assert [shade.label for shade in annotations.shades(data, Throttling(), LAYOUT, RunAxis.TIME)] == ["paused while not shown"]
    chinese = WindowLanguage("zh_CN")
    try:
        labels = [shade.label for shade in annotations.shades(data, Throttling(), LAYOUT, RunAxis.TIME)]
    finally:
        chinese.close()
    assert labels == ["未显示期间暂停"]


def test_gaps_of_several_calls_at_once_are_one() -> None:
    shades = annotations.shades(
        told(gap(22.0, 23.2, metrics=("power",)), gap(22.1, 23.4, metrics=("clock",))), Throttling(), LAYOUT, RunAxis.TIME
    )
    assert [(shade.start, shade.end) for shade in shades if shade.label] == [(22.0, 23.4)]


def test_gaps_for_other_reasons_or_at_other_times_stay_apart() -> None:
    first, second = RunGap(1, 2, "gpu:0", (), "it hung"), RunGap(1.5, 3, "gpu:0", (), "it fell off the bus")
    third = RunGap(5, 6, "gpu:0", (), "it hung")
    assert annotations.joined([first, second, third]) == [first, third, second]


def test_a_gap_that_lasts_has_no_end_until_the_run_has_one() -> None:
    data = told(gap(22.0, None))
    assert {shade.end for shade in annotations.shades(data, Throttling(), LAYOUT, RunAxis.TIME)} == {None}


def test_a_strip_with_a_device_that_was_read_is_not_covered() -> None:
    layout = {"power": frozenset({("gpu:0", "power"), ("gpu:1", "power")})}
    assert annotations.shades(told(gap(22.0, 23.2)), Throttling(), layout, RunAxis.TIME) == []


def test_sleep_covers_everything_and_says_how_long() -> None:
    (shade,) = annotations.shades(
        told(gap(22.0, 23.2, device="", reason="the computer slept for 1 h 51 min")), Throttling(), LAYOUT, RunAxis.TIME
    )
    assert (shade.tone, shade.strips, shade.label) == ("sleep", frozenset(), "the computer slept for 1 h 51 min")


def test_throttling_tints_power_and_clock_or_what_there_is_instead() -> None:
    throttling = Throttling()
    throttling.stretches = {"gpu:0": [(46.0, 51.0, "power cap")]}
    (shade,) = annotations.shades(told(), throttling, LAYOUT, RunAxis.TIME)
    assert (shade.start, shade.end, shade.label, shade.strips, shade.tone) == (
        46.0,
        51.0,
        "power cap",
        frozenset({"clock", "power"}),
        "throttle",
    )
    (other,) = annotations.shades(told(), throttling, {"utilization": LAYOUT["cpu"]}, RunAxis.TIME)
    assert other.strips == frozenset({"utilization"})


def test_with_several_gpus_throttling_says_whose_it_is() -> None:
    throttling = Throttling()
    throttling.stretches = {"gpu:0": [(1.0, 2.0, "power cap")], "gpu:1": []}
    (shade,) = annotations.shades(told(), throttling, LAYOUT, RunAxis.TIME)
    assert shade.label == "gpu:0: power cap"


def test_the_power_limit_is_a_line_with_its_name() -> None:
    (limit,) = annotations.limits(made_runs.gpu_run(5.0), LAYOUT)
    assert (limit.strip, limit.value, limit.label) == ("power", 700.0, "limit 700 W")


def test_gpus_with_the_same_limit_share_a_line() -> None:
    assert len(annotations.limits(made_runs.gpu_run(5.0, gpus=4), LAYOUT)) == 1


def test_no_limit_without_the_strip() -> None:
    assert annotations.limits(made_runs.gpu_run(5.0), {}) == []


def test_marks_are_the_users_and_where_measuring_began_and_ended() -> None:
    data = told(
        Phase("load", START_NS),
        Phase("measured", START_NS + 4 * SECOND, 20),
        Log(START_NS + 6 * SECOND, "mark", "new data"),
        Phase("evaluate", START_NS + 9 * SECOND, 500),
    )
    assert [(mark.x, mark.text) for mark in annotations.marks(data, RunAxis.TIME)] == [
        (4.0, "measured"),
        (6.0, "new data"),
        (9.0, "evaluated"),
    ]


@pytest.mark.parametrize(("value", "word"), [(math.nan, "NaN"), (math.inf, "∞"), (-math.inf, "−∞")])
def test_where_a_value_stops_being_a_number_a_mark_says_from_which_step(value: float, word: str) -> None:
    data = told()
    for at, loss in enumerate((2.0, 1.5, value, value)):
        made_runs.told_values(data, {"loss": loss}, float(at), 1000 + at)
    (mark,) = annotations.marks(data, RunAxis.TIME)
    assert (mark.x, mark.text) == (2.0, f"loss {word} from step 1002")


def test_each_kind_of_what_is_no_number_is_marked_where_it_first_came() -> None:
    data = told()
    for at, loss in enumerate((2.0, math.nan, math.inf, 1.0, math.inf, -math.inf)):
        made_runs.told_values(data, {"loss": loss}, float(at), at + 1)
    assert [(mark.x, mark.text) for mark in annotations.marks(data, RunAxis.TIME)] == [
        (1.0, "loss NaN from step 2"),
        (2.0, "loss ∞ from step 3"),
        (5.0, "loss −∞ from step 6"),
    ]


def test_a_value_without_a_step_is_marked_too() -> None:
    data = told()
    made_runs.told_values(data, {"loss": math.nan}, 3.0, None)
    assert [mark.text for mark in annotations.marks(data, RunAxis.TIME)] == ["loss NaN"]


def test_on_steps_everything_lies_where_the_step_was() -> None:
    data = made_runs.run_data([*made_runs.training(20.0, 0.05, 64), gap(10.0, 12.0, device="")])
    (shade,) = annotations.shades(data, Throttling(), LAYOUT, RunAxis.STEPS)
    assert shade.start == pytest.approx(data.step_at(10.0), abs=1)
    assert shade.end == pytest.approx(data.step_at(12.0), abs=1)
