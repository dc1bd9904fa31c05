"""Events other than readings and steps, whose storage is bounded."""

import math

import numpy as np

from gpuscope.core.event import Gap, Log, Phase, Result
from gpuscope.gui.data.rare_events import LINES_KEPT, MOST, LogLine, RareEvents


def test_words_marks_and_phases_are_told_with_their_time() -> None:
    rare = RareEvents()
    for event in (
        Log(2 * 10**9, "info", "wor\x1b[31mds"),
        Log(3 * 10**9, "mark", "here"),
        Phase("measured", 4 * 10**9),
        Result(5, {}, {"a": 1}),
    ):
        rare.add(event, 10**9)
    assert rare.lines == (LogLine(1.0, "info", "wor\\x1b[31mds"), LogLine(2.0, "mark", "here"))
    assert rare.marks == ((2.0, "here"),)
    assert rare.phases == ((3.0, "measured"),)
    assert rare.facts == {"a": 1}


def test_values_are_kept_with_their_step_also_when_they_are_no_numbers() -> None:
    rare = RareEvents()
    rare.add(Log(1, "values", values={"loss": math.nan, "gain": math.inf}, step=5), 0)
    rare.add(Log(2, "info", "and words", {"loss": 0.5}), 0)
    rare.add(Log(3, "warning", "3 steps lost", {"lost_steps": 3.0}), 0)
    rare.add(Log(4, "clocks", values={"realtime_s": 3.0}), 0)
    assert rare.logged_keys() == ("loss", "gain")
    times, steps, values = rare.logged("loss")
    assert times.tolist() == [1e-9, 2e-9]
    assert np.array_equal(steps, [5.0, np.nan], equal_nan=True)
    assert np.array_equal(values, [np.nan, 0.5], equal_nan=True)
    assert rare.logged("gain")[2].tolist() == [math.inf]
    assert rare.logged("other")[0].size == 0
    assert [line.text for line in rare.lines] == ["and words", "3 steps lost"]


def test_a_gap_that_is_told_twice_is_one() -> None:
    rare = RareEvents()
    rare.add(Gap("cpu", ("power",), 100, None, "hangs"), 0)
    assert rare.gaps[0].end_s is None
    rare.add(Gap("cpu", ("power",), 100, 200, "hung"), 0)
    (gap,) = rare.gaps
    assert (gap.start_s, gap.end_s, gap.reason) == (100e-9, 200e-9, "hung")


def test_a_gap_that_ends_where_it_began_is_none() -> None:
    rare = RareEvents()
    rare.add(Gap("cpu", ("power",), 100, None, "late"), 0)
    rare.add(Gap("cpu", ("power",), 100, 100, "late"), 0)
    assert rare.gaps == ()
    rare.end_gaps(5.0)
    assert rare.gaps == ()


def test_nothing_grows_without_an_end() -> None:
    rare = RareEvents()
    for at in range(3 * LINES_KEPT):
        rare.add(Log(at, "mark", "x" * 10_000 if at % 1000 == 0 else "x"), 0)
        rare.add(Log(at, "values", values={f"key {at}": 1.0}), 0)
        rare.add(Phase("a phase", at), 0)
        if at < 3 * MOST:
            rare.add(Gap("cpu", (), at, None, "hangs"), 0)
    assert len(rare.lines) == LINES_KEPT
    assert rare.line_count == 3 * LINES_KEPT
    assert len(rare.marks) == len(rare.phases) == len(rare.gaps) == len(rare.logged_keys()) == MOST
    assert rare.gaps[-1].start_s == (3 * MOST - 1) / 1e9
    assert max(len(line.text) for line in rare.lines) == 4096
