"""The names of calls; and the stand-in that the back ends are proved on."""

import pytest

from gpuscope.sensors.backend import call_device
from tests.standin.standin import Gpu


def test_a_gpu_that_comes_late_does_not_share_its_calls_name() -> None:
    assert call_device("nvml.fields:gpu:12") == "gpu:12"
    assert call_device("host.machine") is None


def test_the_stand_ins_truth_is_the_integral_of_its_power() -> None:
    for gpu in (Gpu(low=120), Gpu(curve="square", low=90, high=410, period=0.7), Gpu(curve="ramp", low=60, high=700, period=3)):
        steps = 20_000
        integral = sum(gpu.power_w((index + 0.5) * 5 / steps) for index in range(steps)) * 5 / steps
        assert gpu.energy_j(5) == pytest.approx(integral, rel=1e-3)
