import numpy as np

from gpuscope.analysis.series import DeviceSeries, interval_ns
from gpuscope.core.quantity import Quality


def test_a_reading_stands_at_the_middle_of_its_call_and_a_failed_one_is_none() -> None:
    series = DeviceSeries("cpu", "power", np.array([0, 100]), np.array([10, 120]), np.array([1.0, np.nan]), Quality.MEASURED, "a sensor")
    stamps, values = series.readings()
    assert (stamps.tolist(), values.tolist()) == ([5], [1.0])


def test_the_interval_of_the_readings_is_their_median() -> None:
    assert interval_ns(np.array([0, 10, 20, 500])) == 10
    assert interval_ns(np.array([0])) is None
