"""The energy of a part of a run: its devices' energy then, from the source of the run's whole energy, or why it is unknown."""

import numpy as np
import pytest

from gpuscope.analysis.capture_energy import energy_within
from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.quantity import Quality
from gpuscope.core.run import DeviceResult
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import run_record

S, MS = 1_000_000_000, 1_000_000
CARD = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"power": Capability(True, "a sensor", sampled_share=1.0)})
ON_CARD = run_record("a", RunSpec("gemm", device="cuda:0"), devices=(DeviceResult(CARD, {}),))


def power() -> DeviceSeries:
    """100 W for ten seconds, then 300 W; an update every 20 ms."""
    stamps = np.arange(0, 20 * S, 20 * MS, dtype=np.int64)
    values = np.where(stamps < 10 * S, 100.0, 300.0) + np.arange(stamps.size) % 2 * 1e-3
    return DeviceSeries("gpu:0", "power", stamps, stamps, values, Quality.MEASURED, "a sensor", 0.02)


def test_the_joules_of_a_part_are_those_of_its_power() -> None:
    before, after = (energy_within(ON_CARD, [power()], (begin * S, (begin + 2) * S)) for begin in (4, 14))
    assert before.value == pytest.approx(200.0, rel=0.02)
    assert after.value == pytest.approx(600.0, rel=0.02)
    assert after.uncertainty is not None


def test_a_part_shorter_than_the_sensor_s_periods_has_no_joules_and_says_why() -> None:
    energy = energy_within(ON_CARD, [power()], (4 * S, 4 * S + 5 * MS))
    assert energy.value is None
    assert energy.reason


def test_a_run_whose_device_had_no_power_readings_says_so() -> None:
    energy = energy_within(ON_CARD, [], (0, S))
    assert energy.value is None
    assert energy.reason
