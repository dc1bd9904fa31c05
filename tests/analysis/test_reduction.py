"""Reductions against true values from arithmetic."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.analysis.reduction import (
    IncompleteError,
    counter_delta,
    gap_note,
    incomplete_note,
    reduce,
    require_periods,
    time_weighted_mean,
    updates,
)
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.metric import Metric, Reduction
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunGap
from gpuscope.system import language

MS = 1_000_000
S = 1000 * MS


def known(key: str) -> Metric:
    found = metric(key)
    assert found is not None
    return found


def gauge(key: str, stamps: list[int], values: list[float], **more: float) -> DeviceSeries:
    at = np.array(stamps, np.int64)
    return DeviceSeries("cpu", key, at, at, np.array(values), Quality.MEASURED, "a sensor", more.get("period_s"))


def test_a_gauge_holds_between_readings_and_is_clipped_to_the_window() -> None:
    # 10 until 1 s, 20 until 2 s, 40 from then on; over 0.5 to 2.25 s.
    mean, note = time_weighted_mean(np.array([0, 1 * S, 2 * S]), np.array([10.0, 20.0, 40.0]), (S // 2, 2 * S + S // 4))
    assert mean == pytest.approx((10 * 0.5 + 20 * 1.0 + 40 * 0.25) / 1.75)
    assert note is None


def test_a_reading_is_not_held_across_a_gap() -> None:
    stamps = np.array([0, 100, 200, 300, 2000, 2100]) * MS
    values = np.array([10.0, 10.0, 10.0, 10.0, 90.0, 90.0])
    # Of 2.1 s only 0.6 s (until three intervals after the last reading) and 0.1 s are covered.
    with pytest.raises(IncompleteError, match="33%"):
        time_weighted_mean(stamps, values, (0, 2100 * MS))


def test_a_single_reading_is_held_for_a_short_window_and_not_for_a_long_one() -> None:
    only = np.array([8 * S]), np.array([50.0])
    assert time_weighted_mean(*only, (7 * S, 9 * S)) == (50.0, "readings cover 50% of the window")
    with pytest.raises(IncompleteError, match="readings cover only 8% of the window"):
        time_weighted_mean(*only, (2 * S, 41 * S))


def test_a_gap_that_leaves_most_of_the_window_covered_is_noted() -> None:
    stamps = np.array([*range(0, 1000, 100), *range(1600, 2100, 100)]) * MS
    mean, note = time_weighted_mean(stamps, np.full(stamps.size, 5.0), (0, 2000 * MS))
    assert mean == pytest.approx(5.0)
    assert note == "readings cover 80% of the window"


def test_a_failed_reading_ends_the_hold_of_the_one_before() -> None:
    stamps = np.arange(0, 400, 100) * MS
    mean, note = time_weighted_mean(stamps, np.array([10.0, np.nan, 30.0, 30.0]), (0, 400 * MS))
    assert mean == pytest.approx((10 + 30 + 30) / 3)
    assert note == "readings cover 75% of the window"


def test_peak_least_and_last_are_those_of_the_window_alone() -> None:
    series = gauge("temperature", [0, 100 * MS, 200 * MS, 300 * MS], [99.0, 50.0, 60.0, 98.0])
    window = (50 * MS, 250 * MS)
    assert reduce(series, known("temperature"), Reduction.PEAK, window).value == 60.0
    assert reduce(series, known("clock"), Reduction.MINIMUM, window).value == 50.0
    assert reduce(series, known("clock"), Reduction.LAST, window).value == 60.0


def test_without_a_reading_in_the_window_there_is_no_number_but_a_reason() -> None:
    series = gauge("temperature", [0, 1 * S], [50.0, 51.0])
    for reduction in (Reduction.MEAN, Reduction.PEAK):
        found = reduce(series, known("temperature"), reduction, (200 * MS, 300 * MS))
        assert found.value is None
        assert found.reason == "no reading falls into the window of 0.1 s"


@pytest.mark.parametrize(("seconds", "value"), [(0.9, None), (1.0, 100.0)])
def test_power_needs_ten_updates_of_its_sensor(seconds: float, value: float | None) -> None:
    stamps = list(range(0, 2 * S, 100 * MS))
    series = gauge("power", stamps, [100.0] * len(stamps), period_s=0.1)
    found = reduce(series, known("power"), Reduction.MEAN, (0, int(seconds * S)))
    assert found.value == value
    assert value is not None or "too short to measure" in str(found.reason)


def test_power_of_a_sensor_that_never_changed_is_not_told_since_its_period_is_unknown() -> None:
    stamps = list(range(0, 60 * S, 100 * MS))
    found = reduce(gauge("power", stamps, [72.0] * len(stamps)), known("power"), Reduction.MEAN, (0, 59 * S))
    assert found.value is None


def test_a_window_of_few_updates_carries_a_note() -> None:
    assert require_periods(0.1, (0, 2 * S)) == "the window holds only 20 updates of the sensor"
    assert require_periods(0.1, (0, 5 * S)) is None


def test_a_counter_is_interpolated_at_both_edges() -> None:
    stamps = np.array([0, 1, 2, 3]) * S
    assert counter_delta(stamps, np.array([0.0, 100.0, 300.0, 600.0]), (S // 2, 2 * S + S // 2)) == pytest.approx(400.0)


@pytest.mark.parametrize(
    ("window", "words"),
    [((-1, 2 * S), "first read"), ((0, 3 * S + 1), "last read"), ((0, 3 * S), None)],
)
def test_a_counter_needs_readings_at_both_edges(window: tuple[int, int], words: str | None) -> None:
    stamps, values = np.array([0, 1, 2, 3]) * S, np.array([0.0, 1.0, 2.0, 3.0])
    if words is None:
        assert counter_delta(stamps, values, window) == 3.0
    else:
        with pytest.raises(IncompleteError, match=words):
            counter_delta(stamps, values, window)


def test_a_counter_that_goes_backwards_within_the_window_gives_nothing() -> None:
    stamps, values = np.array([0, 1, 2, 3]) * S, np.array([50.0, 60.0, 5.0, 9.0])
    with pytest.raises(IncompleteError, match="backwards"):
        counter_delta(stamps, values, (0, 3 * S))
    assert counter_delta(stamps, values, (2 * S, 3 * S)) == 4.0  # the reset lies before this window


def test_an_energy_counter_is_joined_at_its_updates_not_at_its_readings() -> None:
    # 100 W; the counter updates every 100 ms and is read every 20 ms: between two updates it is constant.
    stamps = np.arange(0, 10 * S, 20 * MS)
    values = 100.0 * np.floor(stamps / (100 * MS)) * 0.1
    series = DeviceSeries("gpu:0", "energy", stamps, stamps, values, Quality.MEASURED, "a counter")
    found = reduce(series, known("energy"), Reduction.DELTA, (1 * S + 50 * MS, 8 * S + 90 * MS))
    assert found.value == pytest.approx(704.0, rel=1e-9)
    assert updates(stamps, values)[0].size == 100


@pytest.mark.parametrize(
    ("window_s", "value", "note"),
    [
        ((0.0, 2.6), 4.0, "over the first 2.00 of 2.60 s"),
        ((-0.5, 2.0), 4.0, "over the last 2.00 of 2.50 s"),
        ((-0.5, 2.6), 4.0, "over the middle 2.00 of 3.10 s"),
        ((0.5, 1.5), 2.0, None),
    ],
)
def test_a_counter_that_is_read_slowly_is_told_over_the_part_of_the_window_that_it_covers(
    window_s: tuple[float, float], value: float, note: str | None
) -> None:
    series = gauge("cpu_time", [0, 1 * S, 2 * S], [10.0, 12.0, 14.0])
    found = reduce(series, known("cpu_time"), Reduction.DELTA, (int(window_s[0] * S), int(window_s[1] * S)))
    assert found.value == pytest.approx(value)
    assert found.reason == note
    assert found.quality is (Quality.MEASURED if note is None else Quality.DERIVED)


@pytest.mark.parametrize(
    ("window_s", "reason"),
    [
        ((0.0, 3.6), "the counter was last read 1.6 s before the window's end"),  # beyond one and a half intervals
        ((-1.6, 2.0), "the counter was first read 1.6 s into the window"),
        ((1.7, 2.6), "the counter was last read 0.6 s before the window's end"),  # less than half is covered
        ((2.1, 2.6), "the counter was last read 0.6 s before the window's end"),  # nothing is covered
    ],
)
def test_a_counter_that_covers_too_little_is_missing(window_s: tuple[float, float], reason: str) -> None:
    series = gauge("cpu_time", [0, 1 * S, 2 * S], [10.0, 12.0, 14.0])
    found = reduce(series, known("cpu_time"), Reduction.DELTA, (int(window_s[0] * S), int(window_s[1] * S)))
    assert (found.value, found.reason) == (None, reason)


def test_a_part_is_worth_no_more_than_the_readings() -> None:
    stamps = np.array([0, 1, 2]) * S
    series = DeviceSeries("workload", "cpu_time", stamps, stamps, np.array([0.0, 1.0, 2.0]), Quality.ESTIMATED, "a guess")
    assert reduce(series, known("cpu_time"), Reduction.DELTA, (0, 2 * S + S // 2)).quality is Quality.ESTIMATED


def test_energy_is_never_told_over_a_part() -> None:
    stamps = list(range(0, 10 * S, 100 * MS))
    series = gauge("energy", stamps, [float(one) for one in range(len(stamps))])
    found = reduce(series, known("energy"), Reduction.DELTA, (0, 10 * S - 50 * MS))
    assert (found.value, found.reason) == (None, "the counter was last seen to move 0.05 s before the window's end")


@given(
    st.lists(st.floats(0, 1e9, allow_nan=False), min_size=2, max_size=40),
    st.lists(st.integers(1, 10**10), min_size=40, max_size=40),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_the_parts_of_a_counters_window_add_up(growth: list[float], gaps: list[int], a: float, b: float, c: float) -> None:
    stamps = np.cumsum(np.array(gaps[: len(growth)], np.int64))
    values = np.cumsum(np.array(growth))
    low, middle, high = sorted(int(stamps[0] + share * (stamps[-1] - stamps[0])) for share in (a, b, c))
    whole = counter_delta(stamps, values, (low, high))
    parts = counter_delta(stamps, values, (low, middle)) + counter_delta(stamps, values, (middle, high))
    assert whole == pytest.approx(parts, rel=1e-9, abs=1e-6 * max(1.0, float(values[-1])))
    assert 0 <= whole <= values[-1] - values[0] + 1e-6 * values[-1]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50), st.integers(1, 10**9))
def test_a_mean_lies_between_the_least_and_the_greatest(values: list[float], interval: int) -> None:
    stamps = np.arange(len(values), dtype=np.int64) * interval
    mean, _ = time_weighted_mean(stamps, np.array(values), (0, len(values) * interval))
    assert min(values) - 1e-6 <= mean <= max(values) + 1e-6


SECOND = 1_000_000_000


def gap(start_s: float, end_s: float | None, reason: str = "the helper was gone", metrics: tuple[str, ...] = ()) -> RunGap:
    return RunGap(start_s, end_s, "gpu:0", metrics, reason)


def test_gaps_that_lie_over_each_other_count_once() -> None:
    gaps = [gap(1.0, 4.0), gap(2.0, 3.0, "asleep"), gap(3.5, 5.0), gap(8.0, None)]
    assert gap_note(gaps, "power", (0, 10 * SECOND)) == "6 s of the window without readings (the helper was gone)"


def test_why_a_sum_is_not_given_is_one_sentence_in_chinese_too() -> None:
    told = incomplete_note([gap(1.0, 4.0)], "power", (0, 10 * SECOND))
    assert told == "incomplete: 3 s of the window without readings (the helper was gone)"
    language.use("zh_CN")
    try:
        assert language.composed(told) == "不完整：区间中有 3 秒没有读数（the helper was gone）"
    finally:
        language.use(language.ENGLISH)
    assert incomplete_note([], "power", (0, 10 * SECOND)) is None


def test_only_what_lies_within_and_is_of_the_metric_counts() -> None:
    assert gap_note([gap(1.0, 4.0)], "power", (3 * SECOND, 10 * SECOND)) == "1 s of the window without readings (the helper was gone)"
    assert gap_note([gap(1.0, 4.0, metrics=("clock",)), gap(11.0, 12.0)], "power", (0, 10 * SECOND)) is None
