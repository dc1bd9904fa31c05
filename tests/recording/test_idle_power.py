"""Tests of idle power from readings of known truth."""

from collections.abc import Mapping
from typing import Any

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.recording.idle_power import IdleSpan

SECOND = 1_000_000_000


def gpu(**capabilities: Capability) -> Device:
    return Device("gpu:0", DeviceKind.GPU, "H100", "GPU-1", {"driver_version": "580"}, capabilities)


def span(seconds: float = 10.0, hz: int = 10, device: Device | None = None, **values: Any) -> IdleSpan:
    """Readings at 10 Hz; a value is a number or a function of time in seconds."""
    made = IdleSpan(device or gpu())
    for index in range(int(seconds * hz) + 1):
        t = index / hz
        reading: Mapping[str, float | None] = {
            key: value(t) if callable(value) else value for key, value in {"utilization": 0.0, "device_processes": 0.0, **values}.items()
        }
        made.add(int(t * SECOND), reading)
    return made


def test_power_is_the_counters_difference_where_there_is_one() -> None:
    found = span(energy=lambda t: 5e6 + 72.0 * t, power=99.0).baseline()
    assert found.power_w == pytest.approx(72.0)
    assert found.seconds == pytest.approx(10.0)
    assert found.uncertainty_w == pytest.approx(72.0 * 0.1 * 2**0.5 / 10, rel=0.01)


def test_without_a_counter_it_is_the_mean_of_the_power() -> None:
    found = span(power=lambda t: 70.0 if int(t * 10) % 2 else 74.0).baseline()
    assert found.power_w == pytest.approx(72.0, abs=0.1)


def test_a_drift_widens_the_uncertainty() -> None:
    falling = span(power=lambda t: 92.0 - 4 * t).baseline()
    assert falling.power_w == pytest.approx(72.0, abs=0.1)
    assert falling.uncertainty_w > 10


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"utilization": lambda t: 0.03 if t > 5 else 0.0}, "something else used it"),
        ({"utilization": None}, "its utilization is not known"),
        ({"device_processes": None}, "how many processes use it is not known"),
        ({"device_processes": lambda t: 1.0 if t > 5 else 0.0}, "processes came or went"),
        ({"power": None}, "no power"),
        ({"energy": lambda t: 100.0 - t}, "counter"),
    ],
)
def test_what_is_no_idle_time_is_told(values: Mapping[str, Any], words: str) -> None:
    disturbed = span(**{"power": 72.0, **values})
    assert disturbed.refusal(least_s=5.0) is not None
    assert words in str(disturbed.refusal(least_s=5.0))


def test_a_stretch_that_is_too_short_is_none() -> None:
    assert "too short" in str(span(4.0, power=72.0).refusal(least_s=5.0))
    assert span(6.0, power=72.0).refusal(least_s=5.0) is None


def test_readings_that_stay_away_make_it_none() -> None:
    assert "readings" in str(span(power=lambda t: None if 3 < t < 7 else 72.0).refusal(least_s=5.0))


def test_a_processor_is_idle_below_a_twentieth() -> None:
    cpu = Device("cpu", DeviceKind.CPU, "CPU")
    quiet = span(device=cpu, energy=lambda t: 20.0 * t, utilization=lambda t: 0.2 if int(t * 10) % 10 == 0 else 0.01, device_processes=None)
    assert quiet.refusal(least_s=5.0) is None
    assert quiet.baseline().power_w == pytest.approx(20.0)
    assert span(device=cpu, energy=lambda t: 20.0 * t, utilization=0.3).refusal(least_s=5.0) is not None
