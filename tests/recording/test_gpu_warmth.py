"""Whether a GPU is still getting warmer, as reported to a workload that warms up."""

from pathlib import Path

import pytest

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Sample
from gpuscope.core.runspec import RunSpec
from gpuscope.recording.gpu_warmth import MOST_S, Cooling, Heating
from gpuscope.workloads.steps.warm_up import HEATING

GPU = Device("gpu:0", DeviceKind.GPU, "GPU", None, {}, {})
CALLS = {"state": [("gpu:0", "temperature")]}
SPEC = RunSpec("gemm", device="cuda:0", warmup_limit_s=60.0)


@pytest.fixture(autouse=True)
def _all_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)


def told(folder: Path, temperatures: list[float | None]) -> list[bool]:
    """Return whether the GPU is reported as getting warmer after each reading, two per second."""
    heating, found = Heating(SPEC, folder), []
    assert (folder / HEATING).exists()  # until it is known
    heating.declare([GPU], CALLS)
    for index, value in enumerate(temperatures):
        heating.observe(Sample("state", round(index * 5e8), round(index * 5e8) + 1000, (value,)), CALLS)
        found.append((folder / HEATING).exists())
    heating.end()
    assert not (folder / HEATING).exists()
    return found


def test_ten_seconds_without_a_rise_are_steady(tmp_path: Path) -> None:
    assert told(tmp_path, [60.0] * 30) == [True] * 18 + [False] * 12  # at least nine seconds have been read


def test_half_a_degree_in_ten_seconds_is_the_bound(tmp_path: Path) -> None:
    assert not any(told(tmp_path, [60.0 + 0.049 * index / 2 for index in range(30)])[18:])
    assert all(told(tmp_path, [60.0 + 0.051 * index / 2 for index in range(30)]))


def test_a_rise_that_ends_becomes_steady_and_another_does_not(tmp_path: Path) -> None:
    rising = [60.0 + index / 2 for index in range(20)]
    found = told(tmp_path, [*rising, *[70.0] * 40, *[70.0 + index / 2 for index in range(20)]])
    assert all(found[:35])
    assert not any(found[45:58])
    assert found[-1]


def test_a_gpu_that_cools_down_does_not_become_warmer(tmp_path: Path) -> None:
    assert not told(tmp_path, [60.0 - index / 4 for index in range(30)])[-1]


def test_readings_that_failed_are_none(tmp_path: Path) -> None:
    assert all(told(tmp_path, [None] * 30))


def test_where_there_is_no_temperature_nothing_is_waited_for(tmp_path: Path) -> None:
    heating = Heating(SPEC, tmp_path)
    heating.declare([GPU], {"power": [("gpu:0", "power")], "other": [("gpu:1", "temperature")]})
    assert not (tmp_path / HEATING).exists()


@pytest.mark.parametrize(
    "spec", [RunSpec("gemm", warmup_limit_s=60.0), RunSpec("gemm", device="cuda:0"), RunSpec("command", command=("a",))]
)
def test_who_does_not_ask_is_not_told(tmp_path: Path, spec: RunSpec) -> None:
    heating = Heating(spec, tmp_path)
    heating.declare([GPU], CALLS)
    heating.observe(Sample("state", 0, 1, (50.0,)), CALLS)
    assert not (tmp_path / HEATING).exists()


class Card:
    """Cools by a degree a second from the given temperature."""

    def __init__(self, temperature: float, cools: float = 1.0, takes_s: float = 0.0) -> None:
        self.temperature, self.cools, self.takes_s = temperature, cools, takes_s
        self.waited = self.now = 0.0

    def clock(self) -> float:
        return self.now

    def read(self) -> dict[str, float]:
        self.now += self.takes_s
        return {"gpu:0": self.temperature}

    def sleep(self, seconds: float) -> None:
        self.waited += seconds
        self.now += seconds
        self.temperature -= self.cools * seconds


def test_the_first_run_waits_for_nothing_and_the_next_until_it_is_as_cool() -> None:
    card = Card(40.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    assert cooling.wait() == {}
    assert card.waited == 0
    card.temperature = 55.0
    assert cooling.wait() == {}
    assert card.temperature <= 42.0


def test_a_card_that_stays_warm_is_told_after_a_minute() -> None:
    card = Card(40.0, cools=0.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    cooling.wait()
    card.temperature = 80.0
    assert cooling.wait() == {"gpu:0": 80.0}
    assert card.waited == MOST_S


def test_readings_that_take_their_time_are_part_of_the_minute() -> None:
    card = Card(40.0, cools=0.0, takes_s=27.0)
    cooling = Cooling(card.read, card.sleep, card.clock)
    cooling.wait()
    card.temperature, begin = 80.0, card.now
    assert cooling.wait() == {"gpu:0": 80.0}
    assert card.now - begin == 27.0 + MOST_S  # a check that began before the deadline ends after it


def test_no_temperature_is_no_wait() -> None:
    asked: list[int] = []

    def nothing() -> dict[str, float]:
        asked.append(1)
        return {}

    cooling = Cooling(nothing, lambda _seconds: None)
    assert [cooling.wait() for _ in range(3)] == [{}, {}, {}]
    assert len(asked) == 1
