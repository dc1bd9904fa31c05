import numpy as np
import pytest

from gpuscope.analysis.series import DeviceSeries, interval_ns, median, update_period_s
from gpuscope.core.quantity import Quality


def test_a_reading_stands_at_the_middle_of_its_call_and_a_failed_one_is_none() -> None:
    series = DeviceSeries("cpu", "power", np.array([0, 100]), np.array([10, 120]), np.array([1.0, np.nan]), Quality.MEASURED, "a sensor")
    stamps, values = series.readings()
    assert (stamps.tolist(), values.tolist()) == ([5], [1.0])


def test_the_interval_of_the_readings_is_their_median() -> None:
    assert interval_ns(np.array([0, 10, 20, 500])) == 10
    assert interval_ns(np.array([0])) is None


@pytest.mark.parametrize("count", [1, 2, 7, 240])
def test_the_median_is_that_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(1.0, 0.3, (3, count))
    assert median(values).tolist() == np.median(values, axis=-1).tolist()
    assert median(np.arange(count)) == np.median(np.arange(count))


def test_the_update_period_is_the_known_one_or_that_of_the_changes_seen() -> None:
    stamps = np.arange(0, 4_000_000_000, 20_000_000)  # read every 20 ms, updated every 100 ms
    values = np.floor(stamps / 100_000_000)
    assert update_period_s(stamps, values) == pytest.approx(0.1)
    assert update_period_s(stamps, values, known_s=0.025) == 0.025


def test_the_update_period_is_unknown_when_the_sensor_hardly_changes() -> None:
    stamps = np.arange(0, 4_000_000_000, 100_000_000)
    assert update_period_s(stamps, np.full(stamps.size, 72.0)) is None
    assert update_period_s(stamps[:0], np.zeros(0)) is None


def test_stamps_of_a_coarse_clock_give_no_period() -> None:
    stamps = np.repeat(np.arange(20) * 1_000_000_000, 2)  # two readings of each second, as in another program's log
    assert update_period_s(stamps, np.arange(40.0)) is None


def test_a_value_that_is_often_held_does_not_lengthen_the_period() -> None:
    stamps = np.arange(0, 8_000_000_000, 20_000_000)
    updates = np.floor(stamps / 100_000_000)
    held = np.where(stamps < 3_000_000_000, updates, updates // 4)  # from then on only every fourth update changes the value
    assert update_period_s(stamps, held) == pytest.approx(0.1)


def test_ten_intervals_between_changes_are_needed() -> None:
    stamps = np.arange(0, 2_000_000_000, 20_000_000)
    values = np.floor(stamps / 100_000_000)
    assert update_period_s(stamps, np.minimum(values, 10)) is None
    assert update_period_s(stamps, np.minimum(values, 11)) == pytest.approx(0.1)
