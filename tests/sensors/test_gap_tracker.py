"""Gaps: more than three sampling intervals without a reading."""

from dataclasses import replace

import pytest

from gpuscope.core.event import Gap, Sample, Samples
from gpuscope.sensors.backend import GONE, NOT_YET
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
    assert not tracker.add(sample(1000))
    assert not tracker.add(sample(1300))
    assert tracker.add(sample(1601)) == [Gap("gpu:0", ("power", "energy"), 1300 * MS, 1601 * MS, SILENT)]


def test_a_gap_is_told_when_it_opens_and_again_with_its_end(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    assert not tracker.poll(1390 * MS)
    assert tracker.poll(1410 * MS) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, None, SILENT)]
    assert not tracker.poll(9000 * MS)
    assert tracker.add(sample(9500)) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, 9500 * MS, SILENT)]
    assert not tracker.add(sample(9600))


def test_what_the_helper_holds_back_is_not_missing(tracker: GapTracker) -> None:
    tracker.on_its_way_ns = 2_000 * MS
    tracker.add(sample(100))
    assert tracker.poll(2_300 * MS) == []
    assert [gap.start_ns for gap in tracker.poll(2_500 * MS)] == [100 * MS]


def test_the_cause_that_is_learnt_while_a_gap_lasts_is_told_at_once_and_with_its_end() -> None:
    cause: list[str | None] = [None]
    tracker = GapTracker(lambda call, since: cause[0])
    tracker.declare({CALL: SERIES}, {CALL: 0.1})
    tracker.add(sample(1000))
    [opened] = tracker.poll(2000 * MS)
    assert opened.reason == SILENT
    cause[0] = "it hung"
    assert tracker.poll(2100 * MS) == [replace(opened, reason="it hung")]
    assert tracker.poll(2200 * MS) == []
    assert tracker.add(sample(3000))[0].reason == "it hung"


def test_who_never_had_a_reading_has_no_gap(tracker: GapTracker) -> None:
    assert not tracker.poll(10**15)
    assert not tracker.add(sample(5000))


def test_one_value_that_fails_is_a_gap_of_its_metric_alone(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    found = [gap for at in range(1100, 1600, 100) for gap in tracker.add(sample(at, (None, 2.0)))]
    assert found == [Gap("gpu:0", ("power",), 1000 * MS, None, "readings fail with code 10")]
    assert tracker.add(sample(1600)) == [Gap("gpu:0", ("power",), 1000 * MS, 1600 * MS, "readings fail with code 10")]


def test_a_value_that_has_not_come_yet_is_told_in_words(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    found = [gap for at in range(1100, 1600, 100) for gap in tracker.add(sample(at, (None, 2.0), NOT_YET))]
    assert found == [Gap("gpu:0", ("power",), 1000 * MS, None, "no value came for more than three sampling intervals")]


def test_a_value_that_fails_for_three_intervals_is_no_gap(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    assert not [gap for at in (1100, 1200) for gap in tracker.add(sample(at, (None, 2.0)))]
    assert not tracker.add(sample(1300))


def test_a_subject_that_has_ended_leaves_no_gap(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    assert not tracker.add(sample(1100, (None, None), GONE))
    assert not tracker.poll(9000 * MS)
    assert not tracker.add(sample(9100))


def test_a_lasting_gap_of_the_helper_opens_at_once_with_its_reason(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    opened = tracker.apply(Gap("gpu:0", ("power", "energy", "clock"), 1000 * MS, None, "lost"))
    assert opened == [Gap("gpu:0", ("power", "energy"), 1000 * MS, None, "lost")]
    assert not tracker.poll(5000 * MS)
    assert tracker.add(sample(6000)) == [Gap("gpu:0", ("power", "energy"), 1000 * MS, 6000 * MS, "lost")]


def test_a_reading_that_was_only_late_leaves_a_gap_of_no_length(tracker: GapTracker) -> None:
    tracker.add(sample(100))
    (opened,) = tracker.poll(900 * MS)
    assert tracker.add(sample(200)) == [replace(opened, end_ns=100 * MS)]
    (opened,) = tracker.poll(900 * MS)
    assert tracker.add(sample(600)) == [replace(opened, end_ns=600 * MS)]


def test_a_device_that_was_lost_before_its_first_reading_is_told_with_its_reason_and_with_its_end(tracker: GapTracker) -> None:
    (opened,) = tracker.apply(Gap("gpu:0", ("power", "energy"), 100 * MS, None, "the GPU is lost"))
    assert (opened.start_ns, opened.end_ns, opened.reason) == (100 * MS, None, "the GPU is lost")
    assert tracker.poll(9_000 * MS) == []
    assert tracker.add(sample(10_000)) == [replace(opened, end_ns=10_000 * MS)]
    assert tracker.add(sample(10_100)) == []


def test_a_gap_of_dropped_samples_is_told_once(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    dropped = Gap("gpu:0", ("power", "energy"), 1000 * MS, 3000 * MS, "dropped")
    assert tracker.apply(dropped) == [dropped]
    assert not tracker.add(sample(3000))


def test_a_counter_reset_does_not_hide_a_later_silence(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    reset = Gap("gpu:0", ("energy",), 900 * MS, 5000 * MS, "reset")
    assert tracker.apply(reset) == [reset]
    assert len(tracker.add(sample(5000))) == 1


def test_calls_that_are_declared_anew_keep_what_is_known(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    tracker.declare({CALL: SERIES}, {CALL: 0.1})
    assert len(tracker.poll(3000 * MS)) == 1
    tracker.declare({}, {})
    assert not tracker.poll(9000 * MS)
    assert not tracker.add(sample(9000))


def test_a_gap_ends_though_its_call_has_gained_a_metric(tracker: GapTracker) -> None:
    """A GPU that was lost may report more metrics than before when it is back."""
    tracker.add(sample(1000))
    (opened,) = tracker.poll(3000 * MS)
    tracker.declare({CALL: (*SERIES, ("gpu:0", "power_average"))}, {CALL: 0.1})
    assert tracker.add(Sample(CALL, 4000 * MS, 4000 * MS, (1.0, 2.0, 3.0))) == [replace(opened, end_ns=4000 * MS)]


def test_a_failing_value_stays_known_where_its_place_in_the_call_changes(tracker: GapTracker) -> None:
    tracker.add(sample(1000))
    (opened,) = [gap for at_ms in range(1100, 1501, 100) for gap in tracker.add(sample(at_ms, (1.0, None)))]
    assert opened.metrics == ("energy",)
    tracker.declare({CALL: (("gpu:0", "energy"), ("gpu:0", "power"))}, {CALL: 0.1})
    assert tracker.add(sample(1600)) == [replace(opened, end_ns=1600 * MS)]


def together(*singles: Sample) -> Samples:
    stamps = tuple(one.before_ns for one in singles), tuple(one.after_ns for one in singles)
    return Samples(CALL, *stamps, tuple(one.values for one in singles))


@pytest.mark.parametrize("first_ms", [100, 600])
def test_successive_samples_tell_the_gaps_that_single_ones_tell(first_ms: int) -> None:
    trackers = [GapTracker(lambda call, since: None) for _ in range(2)]
    told: list[list[Gap]] = [[], []]
    for tracker in trackers:
        tracker.declare({CALL: SERIES}, {CALL: 0.1})
        tracker.add(sample(0))
    for block in ((first_ms, 700, 800), (900, 1_400, 1_500), (2_000, 2_100), (2_200,)):
        singles = [sample(at) for at in block]
        told[0] += [gap for single in singles for gap in trackers[0].add(single)]
        told[1] += trackers[1].add_all(together(*singles))
        assert trackers[0].poll(2_150 * MS) == trackers[1].poll(2_150 * MS)
    assert told[0] == told[1]
    assert len(told[0]) >= 3


def test_successive_samples_end_what_was_failing_and_an_open_gap(tracker: GapTracker) -> None:
    tracker.add(sample(50))
    for at in range(100, 700, 100):
        tracker.add(sample(at, (None, 2.0)))
    (ended,) = tracker.add_all(together(sample(700), sample(800)))
    assert (ended.metrics, ended.start_ns, ended.end_ns) == (("power",), 50 * MS, 700 * MS)
    (opened,) = tracker.poll(2_000 * MS)
    assert tracker.add_all(together(sample(2_100), sample(2_200))) == [replace(opened, end_ns=2_100 * MS)]


def test_successive_samples_of_another_width_are_left_out_as_single_ones_are(tracker: GapTracker) -> None:
    tracker.add(sample(0))
    assert tracker.add_all(Samples(CALL, (500 * MS,), (500 * MS,), ((1.0,),))) == []
    assert tracker.add_all(Samples("unknown", (500 * MS,), (500 * MS,), ((1.0,),))) == []
    assert [gap.start_ns for gap in tracker.poll(600 * MS)] == [0]
