"""Gaps: more than three sampling intervals without a reading."""

from dataclasses import replace

import pytest

from gpuscope.core.event import Gap, Sample
from gpuscope.sensors.backend import GONE
from gpuscope.sensors.gap_tracker import SILENT, GapTracker

MS = 1_000_000
CALL = "nvml.fields:gpu:0"
SERIES = (("gpu:0", "power"), ("gpu:0", "energy"))


@pytest.fixture
def tracker() -> GapTracker:
    made = GapTracker(lambda call, since: None)
    made.declare({CALL: SERIES}, {CALL: 0.1})
    return made


def sample(at_ms: float, values: tuple[float | None, float | None] = (1.0, 2.0), code: int | str = 10) -> Sample:
    codes = {str(index): code for index, value in enumerate(values) if value is None}
    return Sample(CALL, round(at_ms * MS), round(at_ms * MS), values, codes)


def test_three_intervals_are_no_gap_and_more_are(tracker: GapTracker) -> None:
    assert not tracker.take(sample(1000))
    assert not tracker.take(sample(1300))
    assert tracker.take(sample(1601)) == [Gap("gpu:0", ("power", "energy"), 1300 * MS, 1601 * MS, SILENT)]


def test_a_gap_is_told_when_it_opens_and_again_with_its_end(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    assert not tracker.look(1390 * MS)
    assert tracker.look(1410 * MS) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, None, SILENT)]
    assert not tracker.look(9000 * MS)
    assert tracker.take(sample(9500)) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, 9500 * MS, SILENT)]
    assert not tracker.take(sample(9600))


def test_what_the_helper_holds_back_is_not_missing(tracker: GapTracker) -> None:
    tracker.on_its_way_ns = 2_000 * MS
    tracker.take(sample(100))
    assert tracker.look(2_300 * MS) == []
    assert [gap.start_ns for gap in tracker.look(2_500 * MS)] == [100 * MS]


def test_the_cause_that_is_learnt_while_a_gap_lasts_is_told_at_once_and_with_its_end() -> None:
    cause: list[str | None] = [None]
    tracker = GapTracker(lambda call, since: cause[0])
    tracker.declare({CALL: SERIES}, {CALL: 0.1})
    tracker.take(sample(1000))
    [opened] = tracker.look(2000 * MS)
    assert opened.reason == SILENT
    cause[0] = "it hung"
    assert tracker.look(2100 * MS) == [replace(opened, reason="it hung")]
    assert tracker.look(2200 * MS) == []
    assert tracker.take(sample(3000))[0].reason == "it hung"


def test_who_never_had_a_reading_has_no_gap(tracker: GapTracker) -> None:
    assert not tracker.look(10**15)
    assert not tracker.take(sample(5000))


def test_one_value_that_fails_is_a_gap_of_its_metric_alone(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    found = [gap for at in range(1100, 1600, 100) for gap in tracker.take(sample(at, (None, 2.0)))]
    assert found == [Gap("gpu:0", ("power",), 1000 * MS, None, "readings fail with code 10")]
    assert tracker.take(sample(1600)) == [Gap("gpu:0", ("power",), 1000 * MS, 1600 * MS, "readings fail with code 10")]


def test_a_value_that_fails_for_three_intervals_is_no_gap(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    assert not [gap for at in (1100, 1200) for gap in tracker.take(sample(at, (None, 2.0)))]
    assert not tracker.take(sample(1300))


def test_a_subject_that_has_ended_leaves_no_gap(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    assert not tracker.take(sample(1100, (None, None), GONE))
    assert not tracker.look(9000 * MS)
    assert not tracker.take(sample(9100))


def test_a_lasting_gap_of_the_helper_opens_at_once_with_its_reason(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    opened = tracker.told(Gap("gpu:0", ("power", "energy", "clock"), 1000 * MS, None, "lost"))
    assert opened == [Gap("gpu:0", ("power", "energy"), 1000 * MS, None, "lost")]
    assert not tracker.look(5000 * MS)
    assert tracker.take(sample(6000)) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, 6000 * MS, "lost")]


def test_a_gap_of_dropped_samples_is_told_once(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    dropped = Gap("gpu:0", ("power", "energy"), 1000 * MS, 3000 * MS, "dropped")
    assert tracker.told(dropped) == [dropped]
    assert not tracker.take(sample(3000))


def test_a_counter_reset_does_not_hide_a_later_silence(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    reset = Gap("gpu:0", ("energy",), 900 * MS, 5000 * MS, "reset")
    assert tracker.told(reset) == [reset]
    assert len(tracker.take(sample(5000))) == 1


def test_calls_that_are_declared_anew_keep_what_is_known(tracker: GapTracker) -> None:
    tracker.take(sample(1000))
    tracker.declare({CALL: SERIES}, {CALL: 0.1})
    assert len(tracker.look(3000 * MS)) == 1
    tracker.declare({}, {})
    assert not tracker.look(9000 * MS)
    assert not tracker.take(sample(9000))
