"""The simulated GPU: its counter is the exact integral of its power, and every device carries the label."""

import numpy as np
import pytest

from gpuscope.sensors.simulated import BASE_J, CYCLE_S, LABEL, MOST, UPDATE_S, SimulatedBackend, energy_j, power_w


class Clock:
    now_ns = 5_000_000_000

    def __call__(self) -> int:
        return self.now_ns


def test_energy_is_the_integral_of_power() -> None:
    times = np.linspace(0, 3.3 * CYCLE_S, 200_001)
    powers = np.array([power_w(float(t)) for t in times])
    summed = float(np.trapezoid(powers, times))
    assert energy_j(3.3 * CYCLE_S) == pytest.approx(summed, rel=1e-5)


def test_its_readings_are_the_curve_at_the_last_update() -> None:
    clock = Clock()
    backend = SimulatedBackend(clock=clock)
    backend.open()
    clock.now_ns += 7_456_000_000
    power, limit, energy, throttle = backend.read("simulated.fast:sim:0").values
    assert power == power_w(7.4)
    assert energy == pytest.approx(BASE_J + energy_j(7.4), abs=1e-3)
    assert limit == 350.0
    assert throttle == 0
    clock.now_ns += round(UPDATE_S * 0.3e9)  # no update yet
    assert backend.read("simulated.fast:sim:0").values[2] == energy
    clock.now_ns += 6_000_000_000
    assert backend.read("simulated.fast:sim:0").values[3] == 4


def test_every_device_is_labelled_and_every_call_gives_its_series() -> None:
    backend = SimulatedBackend(count=3)
    backend.open()
    assert [device.simulated for device in backend.devices()] == [LABEL] * 3
    for call in backend.calls():
        assert len(backend.read(call.name).values) == len(call.series)
        assert {f"{device}/{metric}" for device, metric in call.series} <= set(backend.quality())


@pytest.mark.parametrize("count", [0, MOST + 1])
def test_a_count_that_does_not_fit_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="can be simulated"):
        SimulatedBackend(count=count)
