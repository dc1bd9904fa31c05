"""Tests of the names of calls, of the stand-in NVML, and of the example back end in the documentation."""

import types
from pathlib import Path

import pytest

from gpuscope.core.device import UNTRIED
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


def test_the_example_of_a_back_end_in_the_documentation_works_as_it_stands(tmp_path: Path) -> None:
    document = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    begin = document.index('"""Power of a board')
    module = types.ModuleType("board")
    exec(document[begin : document.index("```", begin)], module.__dict__)
    assert module.board(root=tmp_path) is None
    file = tmp_path / "sys/class/board/power_uw"
    file.parent.mkdir(parents=True)
    file.write_text("45000000\n")
    backend = module.board(root=tmp_path)
    backend.open()
    [device], [call] = backend.devices(), backend.calls()
    assert (device.properties[UNTRIED], call.series) == ("not tested on hardware", ((device.key, "power"),))
    assert backend.read(call.name).values == [45.0]
    file.unlink()
    assert backend.read(call.name)[2:] == ([None], {"0": "unreadable"})
