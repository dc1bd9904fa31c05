"""Rates of counters."""

import numpy as np

from gpuscope.gui.data.sensor_readings import CounterRate


def test_the_rate_is_over_half_a_second() -> None:
    times = np.arange(0, 3, 0.1)
    values = np.where(np.arange(30) % 2, np.arange(30), np.arange(30) - 0.5) * 10.0  # a counter that advances in jumps
    _, rates = CounterRate().of(times, values)
    assert np.isnan(rates[0])
    np.testing.assert_allclose(rates[6:], 100.0, atol=11.0)
    np.testing.assert_allclose(rates[10], (values[10] - values[5]) / 0.5)


def test_rare_readings_are_taken_one_by_one() -> None:
    _, rates = CounterRate().of(np.array([0.0, 1.0, 3.0]), np.array([5.0, 6.0, 10.0]))
    assert rates[1:].tolist() == [1.0, 2.0]


def test_a_counter_that_went_back_and_one_that_was_not_read_have_no_rate() -> None:
    _, rates = CounterRate().of(np.arange(5.0), np.array([5.0, 1.0, np.nan, 3.0, 4.0]))
    assert np.isnan(rates).tolist() == [True, True, True, True, False]


def test_what_is_new_is_added_to_what_was_told() -> None:
    times, values = np.arange(0, 100, 0.1), np.cumsum(np.random.default_rng(1).random(1000))
    whole, grown = CounterRate(), CounterRate()
    before = grown.of(times[:300], values[:300])[1]
    for count in (300, 301, 999, 1000):
        parts = grown.of(times[:count], values[:count])
    np.testing.assert_array_equal(parts, whole.of(times, values))
    np.testing.assert_array_equal(before, parts[1][:300])


def test_it_begins_anew_when_older_readings_have_gone() -> None:
    rate = CounterRate()
    rate.of(np.arange(10.0), np.arange(10.0))
    times, rates = rate.of(np.arange(5.0, 12.0), np.arange(5.0, 12.0))
    assert times.tolist() == list(np.arange(5.0, 12.0))
    assert rates[1:].tolist() == [1.0] * 6
    assert CounterRate().of(np.zeros(0), np.zeros(0))[1].size == 0
