"""What the live table shows, from events made by hand."""

import pytest

from gpuscope.cli.monitor_state import MonitorState
from gpuscope.core.device import Device
from gpuscope.core.event import Gap, Sample, Table

SECOND = 1_000_000_000
CALLS = {
    "host.machine": [("cpu", "utilization"), ("cpu", "network_received")],
    "fields": [("gpu:0", "power"), ("gpu:0", "energy")],
    "state": [("gpu:0", "temperature")],
}


class HandWatch:
    """Calls as a test wants them."""

    devices: list[Device] = []

    def series_of(self, event: Sample) -> list[tuple[str, str]]:
        return CALLS[event.call]


@pytest.fixture
def state() -> MonitorState:
    return MonitorState(HandWatch())  # type: ignore[arg-type]


def sample(call: str, t_s: float, *values: float | None) -> Sample:
    return Sample(call, int(t_s * SECOND), int(t_s * SECOND), values)


def test_rates_are_taken_over_a_second_and_never_below_nothing(state: MonitorState) -> None:
    assert state.rate("cpu", "network_received") is None
    state.take([sample("host.machine", 0.0, 0.5, 1000.0)])
    assert state.rate("cpu", "network_received") is None
    state.take([sample("host.machine", t / 10, 0.5, 1000.0 + 10 * t) for t in range(1, 31)])
    assert state.rate("cpu", "network_received") == pytest.approx(100.0)
    state.take([sample("host.machine", 3.1, 0.5, 0.0)])
    assert state.rate("cpu", "network_received") is None


def test_the_processors_load_is_a_mean_and_a_missing_reading_no_idleness(state: MonitorState) -> None:
    state.take([sample("host.machine", 0.0, None, 1.0)])
    assert state.load("cpu") is None
    state.take([sample("host.machine", 0.1, 0.2, 1.0), sample("host.machine", 0.2, 0.4, 1.0)])
    assert state.load("cpu") == pytest.approx(0.3)


def test_energy_is_the_counters_difference_since_the_first_reading(state: MonitorState) -> None:
    state.take([sample("fields", 1.0, 70.0, 5_000.0)])
    assert state.energy("gpu:0") is None
    state.take([sample("fields", 2.0, 70.0, None), sample("fields", 3.0, 70.0, 5_140.0)])
    assert state.energy("gpu:0") == (140.0, 2.0)


def test_no_energy_is_made_up_across_a_reset_or_a_jump(state: MonitorState) -> None:
    state.take([sample("fields", 1.0, 70.0, 5_000.0), sample("fields", 2.0, 70.0, 10.0), sample("fields", 3.0, 70.0, 80.0)])
    assert state.energy("gpu:0") == (70.0, 1.0)
    state.take([Gap("gpu:0", ("energy",), 3 * SECOND, 4 * SECOND, "it jumped"), sample("fields", 4.0, 70.0, 9_000.0)])
    assert state.energy("gpu:0") is None
    state.take([sample("fields", 6.0, 70.0, 9_100.0)])
    assert state.energy("gpu:0") == (100.0, 2.0)


def test_a_gap_in_the_readings_leaves_the_counters_difference_standing(state: MonitorState) -> None:
    state.take([sample("fields", 1.0, 70.0, 5_000.0)])
    state.take([Gap("gpu:0", ("power", "energy", "throttle"), SECOND, 9 * SECOND, "slow"), sample("fields", 9.0, 70.0, 5_800.0)])
    assert state.energy("gpu:0") == (800.0, 8.0)


def test_what_is_not_read_any_more_is_missing_with_its_reason(state: MonitorState) -> None:
    state.take([sample("fields", 1.0, 70.0, 5.0), sample("state", 1.0, 40.0)])
    state.take([Gap("gpu:0", ("power", "energy"), SECOND, None, "the GPU fell off the bus")])
    assert state.value("gpu:0", "power") is None
    assert state.silence("gpu:0") == ""
    state.take([Gap("gpu:0", ("temperature",), SECOND, None, "the GPU fell off the bus")])
    assert state.silence("gpu:0") == "the GPU fell off the bus"
    state.take([sample("state", 2.0, 41.0)])
    assert state.silence("gpu:0") == ""
    assert state.value("gpu:0", "temperature") == 41.0


def test_the_newest_table_is_kept(state: MonitorState) -> None:
    assert state.table("cpu", "cores") == ()
    state.take([Table("cpu", "cores", 1, ({"core": 0, "utilization": 0.1},)), Table("cpu", "cores", 2, ({"core": 0, "utilization": 0.7},))])
    assert state.table("cpu", "cores")[0]["utilization"] == 0.7
