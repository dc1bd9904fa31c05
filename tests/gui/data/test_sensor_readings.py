"""Readings of sensor calls, by device and metric."""

import numpy as np

from gpuscope.core.event import Sample
from gpuscope.gui.data.sensor_readings import SensorReadings
from gpuscope.sensors.declaration import Declaration

MS = 1_000_000
START = 10**12


def declared(calls: dict[str, list[tuple[str, str]]], period_s: float = 0.1) -> Declaration:
    return Declaration({}, calls, dict.fromkeys(calls, period_s), {}, frozenset())


def sample(call: str, at_ms: int, *values: float | None) -> Sample:
    return Sample(call, START + at_ms * MS, START + at_ms * MS + 2 * MS, values)


def same(found: object, *wanted: float) -> bool:
    return np.array_equal(found, np.array(wanted), equal_nan=True)  # type: ignore[arg-type]


def test_a_reading_stands_at_the_middle_of_its_call() -> None:
    readings = SensorReadings()
    readings.declare(declared({"a": [("cpu", "power"), ("cpu", "clock")]}))
    readings.add(sample("a", 50, 3.0, None), START)
    times, values = readings.series(("cpu", "power"))
    assert same(times, 0.051)
    assert same(values, 3.0)
    assert same(readings.series(("cpu", "clock"))[1], np.nan)
    assert readings.series(("cpu", "nothing"))[0].size == 0


def test_nothing_is_kept_of_a_call_that_nobody_declared() -> None:
    readings = SensorReadings()
    readings.add(sample("a", 0, 1.0), START)
    assert readings.keys == ()


def test_numbers_beyond_all_floats_are_infinite() -> None:
    readings = SensorReadings()
    readings.declare(declared({"a": [("cpu", "power")]}))
    for at, value in enumerate((10**400, -(10**400), 2**60)):
        readings.add(sample("a", 100 * at, value), START)
    assert same(readings.series(("cpu", "power"))[1], np.inf, -np.inf, 2.0**60)


def test_a_gap_is_a_hole_and_three_intervals_are_none() -> None:
    readings = SensorReadings()
    readings.declare(declared({"a": [("cpu", "power")]}))
    for at in (0, 100, 402, 1000):  # 302 ms after the one before ended: just within three intervals
        readings.add(sample("a", at, 1.0), START)
    times, values = readings.series(("cpu", "power"))
    assert same(values, 1.0, 1.0, 1.0, np.nan, 1.0)
    assert times[3] == (0.404 + 1.0) / 2


def test_a_series_goes_on_when_its_call_changes() -> None:
    readings = SensorReadings()
    readings.declare(declared({"a": [("gpu:0", "power"), ("gpu:0", "clock")]}))
    readings.add(sample("a", 0, 1.0, 2.0), START)
    readings.declare(declared({"a": [("gpu:0", "clock"), ("gpu:0", "energy")]}))
    readings.add(sample("a", 100, 3.0, 4.0), START)
    assert same(readings.series(("gpu:0", "power"))[1], 1.0, np.nan)
    assert same(readings.series(("gpu:0", "clock"))[1], 2.0, 3.0)
    assert same(readings.series(("gpu:0", "energy"))[1], np.nan, 4.0)
    assert readings.keys == (("gpu:0", "power"), ("gpu:0", "clock"), ("gpu:0", "energy"))


def test_a_series_that_moves_to_another_call_is_one_series() -> None:
    readings = SensorReadings()
    readings.declare(declared({"a": [("gpu:0", "power"), ("gpu:0", "clock")]}))
    readings.add(sample("a", 0, 1.0, 2.0), START)
    readings.declare(declared({"a": [("gpu:0", "clock")], "b": [("gpu:0", "power")]}))
    assert same(readings.series(("gpu:0", "power"))[1], 1.0)
    readings.add(sample("b", 90, 5.0), START)
    readings.add(sample("a", 100, 6.0), START)
    times, values = readings.series(("gpu:0", "power"))
    assert same(times, 0.001, 0.091)
    assert same(values, 1.0, 5.0)
    assert readings.last(("gpu:0", "power")) == 5.0
    assert readings.last(("gpu:0", "energy")) is None


def test_many_at_once_are_as_many_one_by_one() -> None:
    stamps = np.array([0, 100, 200, 900, 1000, 1001, 5000]) * MS
    values = np.array([1.0, np.nan, 3.0, 4.0, 5.0, 6.0, 7.0])
    one, many, mixed = (SensorReadings() for _ in range(3))
    for readings in (one, many, mixed):
        readings.declare(declared({"a": [("cpu", "power")]}))
    for at, value in zip(stamps, values, strict=True):
        one.add(sample("a", int(at) // MS, None if np.isnan(value) else float(value)), START)
    many.extend("a", stamps, stamps + 2 * MS, {("cpu", "power"): values}, START)
    for part in (slice(0, 3), slice(3, 6)):
        mixed.extend("a", stamps[part], stamps[part] + 2 * MS, {("cpu", "power"): values[part]}, START)
    mixed.add(sample("a", 5000, 7.0), START)
    assert np.isnan(one.series(("cpu", "power"))[1]).sum() == 3
    for other in (many, mixed):
        np.testing.assert_array_equal(one.series(("cpu", "power")), other.series(("cpu", "power")))


def test_the_machine_keeps_so_many_readings_and_no_more() -> None:
    readings = SensorReadings(most=1000)
    readings.declare(declared({"a": [("cpu", "energy")]}))
    for at in range(5000):
        readings.add(sample("a", 100 * at, 10.0 * at), START)
        if at % 700 == 0:
            readings.rate(("cpu", "energy"))
    times, rates = readings.rate(("cpu", "energy"))
    assert 500 <= times.size <= 1000
    np.testing.assert_allclose(rates[1:], 100.0)
