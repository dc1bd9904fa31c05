"""The cumulative energy of a device: it ends at the stored energy, or gives the reason why there is none."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuscope.analysis.energy_curve import energy_curve, held_readings, total_curve
from gpuscope.analysis.power_integral import power_energy, power_sampling
from gpuscope.analysis.profiled import Cuts, left_out_note
from gpuscope.analysis.reduction import IncompleteError
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.quantity import Quality, Quantity

SECOND = 1_000_000_000
WINDOW = (5 * SECOND, 25 * SECOND)
GPU = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"power": Capability(True, "a sensor", sampled_share=1.0)})


def readings(metric: str, values: NDArray[np.floating[Any]], hz: float = 10.0, period_s: float | None = 0.1) -> DeviceSeries:
    stamps = (np.arange(values.size) / hz * SECOND).astype(np.int64)
    return DeviceSeries("gpu:0", metric, stamps, stamps, values.astype(np.float64), Quality.MEASURED, "a sensor", period_s)


def joules(value: float | None, reason: str | None = None) -> Quantity:
    return Quantity.missing("J", reason or "") if value is None else Quantity(value, "J", Quality.MEASURED, "a sensor")


def test_a_counter_grows_as_it_was_read() -> None:
    counter = readings("energy", 1e6 + 30.0 * np.arange(300) / 10)  # 30 W
    curve = energy_curve(GPU, joules(600.0), {"energy": counter}, WINDOW)
    assert [curve.at(t) for t in (-1.0, 0.0, 7.25, 20.0, 99.0)] == pytest.approx([0.0, 0.0, 217.5, 600.0, 600.0])


def test_the_integral_of_power_ends_at_the_stored_energy() -> None:
    t = np.arange(300) / 10
    power = readings("power", np.where(t < 15, 100.0, 300.0) + np.arange(300) % 2)
    stored = power_energy(power, WINDOW, power_sampling(power, 1.0))
    assert stored.value is not None
    curve = energy_curve(GPU, stored, {"power": power}, WINDOW)
    assert curve.joules[-1] == pytest.approx(stored.value, rel=1e-9)
    assert curve.at(5.0) == pytest.approx(502.5, abs=1)  # 100.5 W on average
    assert curve.at(15.0) - curve.at(11.0) == pytest.approx(4 * 300.5, abs=1)


def test_the_source_is_the_one_of_the_stored_energy() -> None:
    """A wrong counter was not chosen; the curve uses the source that was."""
    counter, power = readings("energy", 7.0 * np.arange(300) / 10), readings("power", np.full(300, 100.0))
    stored = power_energy(power, WINDOW, power_sampling(power, 1.0))
    curve = energy_curve(GPU, stored, {"energy": counter, "power": power}, WINDOW)
    assert curve.joules[-1] == pytest.approx(2000.0)


def test_a_counter_that_could_never_be_read_is_no_source() -> None:
    counter, power = readings("energy", np.full(300, np.nan)), readings("power", np.full(300, 100.0))
    stored = power_energy(power, WINDOW, power_sampling(power, 1.0))
    assert energy_curve(GPU, stored, {"energy": counter, "power": power}, WINDOW).joules[-1] == pytest.approx(2000.0)


def test_a_missing_energy_keeps_its_reason() -> None:
    with pytest.raises(IncompleteError, match="too short to measure"):
        energy_curve(GPU, joules(None, "too short to measure: 0.2 s"), {"power": readings("power", np.full(300, 100.0))}, WINDOW)
    with pytest.raises(IncompleteError, match="not in the store"):
        energy_curve(GPU, joules(600.0), {}, WINDOW)


def test_a_profiled_run_has_no_curve_since_its_energy_leaves_a_part_out() -> None:
    counter = readings("energy", 30.0 * np.arange(300) / 10)
    note = left_out_note(Cuts(np.array([6 * SECOND]), np.array([8 * SECOND])))
    with pytest.raises(IncompleteError, match="its energy leaves out the time in which the profiler ran"):
        energy_curve(GPU, replace(joules(540.0), reason=note), {"energy": counter}, WINDOW)


def test_devices_add_up_between_their_points() -> None:
    first = energy_curve(GPU, joules(600.0), {"energy": readings("energy", 3.0 * np.arange(300.0))}, WINDOW)
    second = energy_curve(GPU, joules(400.0), {"energy": readings("energy", 20.0 * np.arange(31.0), 1.0, 1.0)}, WINDOW)
    both = total_curve([first, second])
    assert both.at(7.77) == pytest.approx(50.0 * 7.77)


def test_a_reading_holds_until_the_next_but_not_over_a_gap() -> None:
    t = np.concatenate([np.arange(10), np.arange(30, 40)]) / 10
    stamps = ((5 + t) * SECOND).astype(np.int64)
    values = np.arange(20.0)
    values[3] = np.nan
    gauge = held_readings(DeviceSeries("gpu:0", "power", stamps, stamps, values, Quality.MEASURED, "a sensor"), WINDOW)
    assert gauge.at(-0.01) is None
    assert gauge.at(0.05) == 0.0
    assert gauge.at(0.35) is None  # it failed
    assert gauge.at(1.15) == 9.0  # within three intervals
    assert gauge.at(1.5) is None  # a gap has no reading
    assert gauge.at(3.0) == 10.0
