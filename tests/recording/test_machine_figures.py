"""Tests of the displayed figures of a device."""

import pytest

from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.event import ASLEEP, NOT_ANSWERING, Gap, Sample
from gpuscope.recording import machine_figures
from gpuscope.recording.machine_figures import LiveFigure
from gpuscope.recording.machine_state import MachineState
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import GPU_FAST, GPU_STATE, SECOND, START_NS

GPU = made_runs.gpu_device()


@pytest.fixture
def state() -> MachineState:
    made = MachineState()
    made.apply([made_runs.hello([made_runs.cpu_device(), GPU]), *made_runs.gpu_events("gpu:0", 10.0)])
    return made


def shown(state: MachineState, energy_unit: str = "J") -> dict[str, LiveFigure]:
    return {figure.key: figure for figure in machine_figures.machine_figures(state, GPU, energy_unit)}


def test_a_part_of_a_whole_says_of_how_much(state: MachineState) -> None:
    assert shown(state)["memory_used"].in_line == "9.62 of 80.0 GiB"
    stamp = START_NS + 11 * SECOND
    state.apply([Sample("gpu:0.state", stamp, stamp, (3e8, 1e9, 40.0, 300 * 2**20))])
    assert shown(state)["memory_used"].in_line == "300 MiB of 80.0 GiB"  # in the unit of its plot
    assert shown(state)["power"].in_line.endswith(" of 700 W")
    assert 0.7 < (shown(state)["power"].share or 0) < 0.8


@pytest.mark.parametrize(("unit", "words"), [("J", "kJ in 9.9 s"), ("Wh", "Wh in 9.9 s")])
def test_energy_is_told_with_its_time_in_the_unit_that_the_user_chose(state: MachineState, unit: str, words: str) -> None:
    assert shown(state, unit)["energy"].in_line.endswith(words)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.29, "0.2 s"), (0.99, "0.9 s"), (1.9, "1 s"), (59.9, "59 s"), (61.0, "1 min 01 s"), (0.0, "0 s")]
)
def test_the_time_of_an_energy_is_never_rounded_up(seconds: float, words: str) -> None:
    assert machine_figures._span(seconds) == words


def test_the_time_of_a_young_energy_has_tenths_so_that_their_quotient_is_the_power() -> None:
    assert machine_figures._span(2.79, machine_figures._TENTHS_BELOW_S) == "2.7 s"
    assert machine_figures._span(19.9, machine_figures._TENTHS_BELOW_S) == "19 s"


def test_what_a_gpu_lacks_says_why_and_what_a_processor_lacks_is_left_out() -> None:
    state = MachineState()
    bare = Device("gpu:0", DeviceKind.GPU, "A card", None, {}, {"power": Capability(False, "NVML", None, "no permission")})
    state.apply([made_runs.hello([made_runs.cpu_device(), bare])])
    (power,) = [figure for figure in machine_figures.machine_figures(state, bare) if figure.key == "power"]
    assert power.missing is not None
    assert (str(power.missing.short), power.missing.is_bad) == ("no permission", False)
    assert "power" not in [figure.key for figure in machine_figures.machine_figures(state, made_runs.cpu_device())]


def test_a_device_that_answers_no_more_says_since_when_and_one_that_sleeps_is_not_bad(state: MachineState) -> None:
    assert machine_figures.silence(state, GPU) is None

    def silence(reason: str) -> tuple[str, bool]:
        state.end_gaps()
        keys = (GPU_FAST, GPU_STATE, ("utilization", "memory_utilization"))
        state.apply([Gap("gpu:0", one, START_NS + 4 * SECOND, None, reason) for one in keys])
        found = machine_figures.silence(state, GPU)
        assert found is not None
        return str(found.short), found.is_bad

    assert silence("the GPU is lost")[0].startswith("the GPU is lost · since ")
    assert silence(f"the driver was {NOT_ANSWERING} 12:00:00") == ("not answering for 6 s", True)
    assert silence(ASLEEP) == (ASLEEP, False)
