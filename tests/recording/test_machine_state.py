"""Tests of the live state of the machine, from hand-made events."""

import numpy as np
import pytest

from gpuscope.core.device import Device
from gpuscope.core.event import Event, Gap, Hello, Sample, Table
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.recording.machine_state import MachineState
from tests.gui.run_view import made_runs
from tests.gui.run_view.made_runs import GPU_FAST, GPU_STATE

SECOND = 1_000_000_000
START_NS = 10 * SECOND


@pytest.fixture
def state() -> MachineState:
    made = MachineState()
    made.apply([made_runs.hello([made_runs.cpu_device(), made_runs.gpu_device()])])
    return made


def sample(call: str, t_s: float, **values: float | None) -> Sample:
    keys = {"host.machine": made_runs.MACHINE, "gpu:0.fields": GPU_FAST, "gpu:0.state": GPU_STATE}.get(
        call, ("utilization", "memory_utilization")
    )
    t_ns = START_NS + round(t_s * SECOND)
    return Sample(call, t_ns, t_ns, tuple(values.get(key) for key in keys))


def counted(t_s: float, joules: float | None) -> Sample:
    return sample("gpu:0.fields", t_s, power=70.0, energy=joules)


def jump(begin_s: float, end_s: float, metrics: tuple[str, ...] = ("energy",)) -> Gap:
    return Gap("gpu:0", metrics, START_NS + round(begin_s * SECOND), START_NS + round(end_s * SECOND), "it jumped")


def test_a_rate_is_taken_over_half_a_second_and_never_below_nothing(state: MachineState) -> None:
    assert state.rate("cpu", "network_received") is None
    state.apply([sample("host.machine", 0.0, network_received=1000.0)])
    assert state.rate("cpu", "network_received") is None
    state.apply([sample("host.machine", t / 10, network_received=1000.0 + 10 * t) for t in range(1, 31)])
    assert state.rate("cpu", "network_received") == pytest.approx(100.0)
    state.apply([sample("host.machine", 3.1, network_received=0.0)])
    assert state.rate("cpu", "network_received") is None


def test_a_rate_of_rare_readings_is_that_of_the_last_two(state: MachineState) -> None:
    state.apply([sample("host.machine", float(t), network_received=t * t * 1.0) for t in range(6)])
    assert state.rate("cpu", "network_received") == pytest.approx(9.0)


def test_a_rate_is_the_newest_of_the_curve(state: MachineState) -> None:
    data = ShownRun()
    hello = made_runs.hello([made_runs.cpu_device()])
    moved = np.cumsum(np.random.default_rng(1).integers(0, 1_000, 60))
    events: list[Event] = [hello, *(sample("host.machine", 0.13 * t, disk_read=float(moved[t])) for t in range(60))]
    for event in events:
        data.apply([event], START_NS)
        rates = data.rate("cpu", "disk_read")[1]
        if rates.size > 1:
            assert data.machine.rate("cpu", "disk_read") == pytest.approx(rates[-1])


@pytest.mark.parametrize("device", ["cpu", "gpu:0"])
def test_the_load_is_a_mean_of_nearly_a_second_and_a_missing_reading_no_idleness(state: MachineState, device: str) -> None:
    call = "host.machine" if device == "cpu" else "gpu:0.utilization"
    state.apply([sample(call, 0.0)])
    assert state.load(device) is None
    state.apply([sample(call, 0.1, utilization=0.2), sample(call, 0.2, utilization=0.4)])
    assert state.load(device) == pytest.approx(0.3)
    state.apply([sample(call, 5.0, utilization=0.9)])
    assert state.load(device) == pytest.approx(0.9)


def test_the_load_of_a_sensor_that_is_read_once_a_second_is_its_newest_reading(state: MachineState) -> None:
    state.apply([sample("gpu:0.utilization", t * 0.98, utilization=t / 10) for t in range(8)])
    assert state.load("gpu:0") == 0.7


def test_no_load_is_more_than_the_whole(state: MachineState) -> None:
    state.apply([sample("gpu:0.utilization", 0.0, utilization=1.04)])
    assert state.load("gpu:0") == 1.0


def test_energy_is_the_counters_difference_and_the_time_between(state: MachineState) -> None:
    state.apply([counted(1.0, 5_000.0)])
    assert state.energy("gpu:0") is None
    state.apply([counted(2.0, None), counted(3.0, 5_140.0)])
    assert state.energy("gpu:0") == (140.0, 2.0)
    assert state.energy("cpu") is None


@pytest.mark.parametrize("low", [10.0, 4_500.0, 5_500.0])  # below its starting value, and above
def test_a_counter_that_falls_begins_anew(state: MachineState, low: float) -> None:
    state.apply([counted(1.0, 5_000.0), counted(2.0, 6_000.0), counted(3.0, low)])
    assert state.energy("gpu:0") is None
    state.apply([counted(4.0, low + 70.0)])
    assert state.energy("gpu:0") == (70.0, 1.0)


@pytest.mark.parametrize("is_late", [False, True])
def test_no_difference_is_taken_across_a_jump_that_was_told(state: MachineState, is_late: bool) -> None:
    state.apply([counted(1.0, 5_000.0), counted(2.0, 5_070.0)])
    told: list[Event] = [jump(2.0, 4.0), counted(4.0, 9_000.0)]
    state.apply(reversed(told) if is_late else told)
    assert state.energy("gpu:0") is None
    state.apply([counted(6.0, 9_100.0)])
    assert state.energy("gpu:0") == (100.0, 2.0)


def test_a_gap_in_the_readings_leaves_the_counters_difference_standing(state: MachineState) -> None:
    state.apply([counted(1.0, 5_000.0), jump(1.0, 9.0, ("power", "energy", "throttle")), counted(9.0, 5_800.0)])
    assert state.energy("gpu:0") == (800.0, 8.0)


def test_what_is_not_read_any_more_is_missing_with_its_reason(state: MachineState) -> None:
    gpu = made_runs.gpu_device()
    state.apply([counted(1.0, 5.0), sample("gpu:0.state", 1.0, temperature=40.0), sample("gpu:0.utilization", 1.0, utilization=0.5)])
    gaps = [Gap("gpu:0", keys, START_NS + SECOND, None, "the GPU fell off the bus") for keys in (GPU_FAST, GPU_STATE, ("utilization",))]
    state.apply(gaps[:1])
    assert state.value("gpu:0", "power") is None
    assert state.value("gpu:0", "temperature") == 40.0
    assert state.silence(gpu) is None
    state.apply(gaps[1:])
    silence = state.silence(gpu)
    assert silence is not None
    assert silence.reason == "the GPU fell off the bus"
    assert state.values["gpu:0", "utilization"] is None
    state.apply([Gap("gpu:0", GPU_STATE, START_NS + SECOND, START_NS + 2 * SECOND, "the GPU fell off the bus")])
    assert state.silence(gpu) is None
    state.end_gaps()
    assert state.value("gpu:0", "power") == 70.0


def test_the_newest_table_is_kept(state: MachineState) -> None:
    assert state.table("cpu", "cores") == ()
    state.apply(
        [Table("cpu", "cores", 1, ({"core": 0, "utilization": 0.1},)), Table("cpu", "cores", 2, ({"core": 0, "utilization": 0.7},))]
    )
    assert state.table("cpu", "cores")[0]["utilization"] == 0.7


def test_a_declaration_of_a_later_version_is_passed_over(state: MachineState) -> None:
    before: tuple[Device, ...] = state.devices
    state.apply([Hello("helper", 1, START_NS, {"calls": 3}), Sample("unknown", START_NS, START_NS, (1.0,))])
    assert state.devices == before
    assert not state.has_readings


def test_the_energy_since_outlives_the_oldest_readings() -> None:
    data = ShownRun(most=100)
    data.apply([made_runs.hello([made_runs.gpu_device()]), *(counted(index / 10, 5_000.0 + 7 * index) for index in range(1_000))], START_NS)
    assert data.series("gpu:0", "energy")[0][0] > 10
    assert data.machine.energy("gpu:0") == pytest.approx((7.0 * 999, 99.9))
