"""Update periods: from changes of a value; those of NVIDIA's sensors measured in the background, refined, kept and reported."""

import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from gpuscope.core.device import Capability
from gpuscope.core.event import Sample
from gpuscope.sensors.nvml import NvmlBackend
from gpuscope.sensors.update_periods import NvmlPeriods, ValueChanges
from gpuscope.system.device_notes import DeviceNotes
from tests.sensors.conftest import Make
from tests.standin.fixtures import PlacedStandin
from tests.standin.standin import Gpu, Rule, Standin
from tests.standin.stepped import drive

STEP_NS = 5_000_000


def fed(period_ns: int, seconds: float, hold: int = 1) -> ValueChanges:
    """Simulate a sensor of the given period whose value changes at every ``hold``-th update, read every 5 ms."""
    changes = ValueChanges()
    for t_ns in range(0, round(seconds * 1e9), STEP_NS):
        changes.add(t_ns, t_ns // period_ns // hold)
    return changes


@pytest.mark.parametrize("period_s", [0.02, 0.1, 0.15])
def test_the_lower_quartile_of_the_intervals_is_the_period(period_s: float) -> None:
    assert (fed(round(period_s * 1e9), 2.0).quartiles_s() or ()) == pytest.approx((period_s, period_s))


def test_nine_changes_are_too_few_and_ten_enough() -> None:
    assert fed(100_000_000, 0.999).quartiles_s() is None
    assert (fed(100_000_000, 1.001).quartiles_s() or ()) == pytest.approx((0.1, 0.1))


def test_values_that_are_held_now_and_then_do_not_lengthen_it() -> None:
    changes = ValueChanges()
    for t in range(200):
        update = t // 10
        # Two of five updates repeat the previous value: two thirds of the intervals between changes are two periods.
        changes.add(t * 10_000_000, update // 5 * 3 + (0, 1, 1, 2, 2)[update % 5])
    low, _ = changes.quartiles_s() or (0, 0)
    assert low == pytest.approx(0.1)


def test_a_missing_value_begins_anew() -> None:
    changes = fed(100_000_000, 2.0)
    changes.add(2_000_000_000, None)
    assert changes.count == 0
    assert changes.quartiles_s() is None


FIELDS = "nvml.fields:gpu:0"
RAMP = Gpu(curve="ramp", low=80, high=600, period=7.3)


def sensor(backend: NvmlBackend, metric: str, gpu: int = 0) -> Capability:
    return backend.devices()[gpu].capabilities[metric]


def bursts(backend: NvmlBackend) -> list[str]:
    return [call.name for call in backend.calls() if "burst" in call.name]


@pytest.mark.parametrize(("update", "window"), [(0.1, 0.025), (0.1, 0.1), (0.1, 1.0), (0.02, 0.01)])
def test_a_burst_of_two_seconds_finds_the_period_of_each_sensor(opened: Make, update: float, window: float) -> None:
    backend, clock = opened(Gpu(curve="ramp", low=80, high=600, period=7.3, update=update, window=window))
    assert sensor(backend, "power").period_s is None
    assert sensor(backend, "power").note == "update period unknown: not measured yet"
    drive(backend, clock, 2.1)
    for metric in ("power", "power_average", "energy"):
        assert sensor(backend, metric).period_s == pytest.approx(update, rel=0.1)
        assert sensor(backend, metric).note is None
    assert not bursts(backend)


def test_power_and_energy_are_told_apart_and_an_idle_card_is_unknown_with_the_reason(opened: Make) -> None:
    backend, clock = opened(Gpu(curve="constant", low=72))
    drive(backend, clock, 2.1)
    assert sensor(backend, "energy").period_s == pytest.approx(0.1, rel=0.1)
    power = sensor(backend, "power")
    assert power.available
    assert power.period_s is None
    assert power.note == "update period unknown: 0 changes in 2.0 s of fast readings, 10 are needed"


def test_a_sensor_too_slow_for_the_burst_is_refined_by_the_ordinary_readings(opened: Make) -> None:
    backend, clock = opened(Gpu(curve="ramp", low=80, high=600, period=7.3, update=0.5, window=0.5))
    drive(backend, clock, 2.1)
    assert "changes in 2.0 s" in str(sensor(backend, "energy").note)
    revision = backend.revision
    drive(backend, clock, 8)
    assert sensor(backend, "energy").period_s == pytest.approx(0.5, rel=0.1)
    assert backend.revision > revision


def test_an_idle_card_that_changes_now_and_then_is_given_no_period_by_the_ordinary_readings(tmp_path: Path) -> None:
    periods = NvmlPeriods(DeviceNotes(tmp_path / "notes"), "x@1", ["power"], 100_000_000)
    periods.end_burst()
    intervals = [3, 11, 4, 25, 9, 3, 17, 6, 30, 5, 14, 3, 8, 21] * 3
    t = 0
    for value, interval in enumerate(intervals):
        for _ in range(interval):
            assert not periods.add_reading(t * 100_000_000, {"power": 72.0 + value % 2})
            t += 1
    assert periods.period_s("power") is None


def test_the_burst_is_no_faster_than_200_hz_takes_no_longer_than_two_seconds_and_one_gpu_at_a_time(
    opened: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend, clock = opened(Gpu(), Gpu())
    stamps: dict[str, list[int]] = {"nvml.burst:gpu:0": [], "nvml.burst:gpu:1": []}
    real = backend.read

    def read(call: str) -> object:
        if call in stamps:
            assert bursts(backend) == [call]
            stamps[call].append(clock.now_ns)
        return real(call)

    monkeypatch.setattr(backend, "read", read)
    drive(backend, clock, 5)
    first, second = stamps.values()
    for found in (first, second):
        assert found[-1] - found[0] <= 2_000_000_000
        assert min(after - before for before, after in pairwise(found)) >= 5_000_000
    assert first[-1] < second[0]
    assert not bursts(backend)


def test_the_burst_waits_for_the_first_ordinary_reading_of_every_gpu(opened: Make, standin: PlacedStandin) -> None:
    backend, _clock = opened(RAMP, RAMP)
    calls = "nvml.burst:gpu:0"
    standin.show(standin.machine.with_rules(Rule("nvmlDeviceGetFieldValues", "error", 10)))
    changed = []
    assert backend._gpus[0].periods is not None
    backend._gpus[0].periods.add_burst_reading = lambda *told: changed.append(told) or False  # type: ignore[method-assign, func-returns-value]
    backend.read(calls)
    backend.read(FIELDS)
    backend.read(calls)
    assert not changed
    backend.read("nvml.fields:gpu:1")
    backend.read(calls)
    assert len(changed) == 1


def test_ordinary_readings_keep_their_time_while_the_burst_is_taken(opened: Make) -> None:
    backend, clock = opened(RAMP)
    found = [event for event in drive(backend, clock, 2.0) if isinstance(event, Sample) and event.call == FIELDS]
    assert {after.before_ns - before.before_ns for before, after in pairwise(found)} == {100_000_000}


def test_what_was_found_is_kept_for_a_week_and_then_measured_again(opened: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    backend, clock = opened(RAMP)
    drive(backend, clock, 2.1)
    backend.close()
    kept = DeviceNotes().get("GPU-00000000-0000-0000-0000-000000000000@580.00.01")
    assert kept["power_period_s"] == pytest.approx(0.1, rel=0.1)
    assert kept["energy_period_s"] == pytest.approx(0.1, rel=0.1)
    again, _ = opened(RAMP)
    assert sensor(again, "power").period_s == kept["power_period_s"]
    assert not bursts(again)
    eight_days = time.time() + 8 * 86400
    monkeypatch.setattr("gpuscope.sensors.update_periods.time", SimpleNamespace(time=lambda: eight_days))
    later, _ = opened(RAMP)
    assert sensor(later, "power").period_s == kept["power_period_s"]
    assert bursts(later)


def test_another_driver_is_measured_anew(opened: Make, standin: PlacedStandin) -> None:
    backend, clock = opened(RAMP)
    drive(backend, clock, 2.1)
    backend.close()
    standin.show(Standin(gpus=(RAMP,), driver="590.1"))
    other = NvmlBackend(clock=clock)
    other.open()
    assert bursts(other)
    assert sensor(other, "power").period_s is None
    other.close()


def test_a_gpu_lost_in_its_burst_does_not_hold_the_next_one_up(opened: Make, standin: PlacedStandin) -> None:
    backend, clock = opened(RAMP, RAMP)
    drive(backend, clock, 0.5)
    standin.show(standin.machine.with_gpu(0, lost_from=1))
    drive(backend, clock, 2.6)
    assert sensor(backend, "power", 1).period_s == pytest.approx(0.1, rel=0.1)
    assert not bursts(backend)


@pytest.mark.parametrize(
    ("gpu", "share"),
    [
        (Gpu(name=b"NVIDIA H100 80GB HBM3"), 0.25),
        (Gpu(name=b"NVIDIA A100-SXM4-80GB", architecture=7, major=8, minor=0), 0.25),
        (Gpu(name=b"NVIDIA GeForce RTX 3090", architecture=7, major=8, minor=6), 1.0),
        (Gpu(name=b"NVIDIA GeForce RTX 4090", architecture=8, major=8, minor=9), 1.0),
        (Gpu(name=b"Tesla T4", architecture=6, major=7, minor=5), 1.0),
        (Gpu(name=b"Tesla V100-SXM2-32GB", architecture=5, major=7, minor=0), 0.5),
        (Gpu(name=b"NVIDIA B200", architecture=10, major=10, minor=0), None),
    ],
)
def test_the_share_of_time_that_the_sensor_looks_at_is_that_of_its_architecture(opened: Make, gpu: Gpu, share: float | None) -> None:
    backend, _ = opened(gpu)
    assert sensor(backend, "power").sampled_share == share
    assert sensor(backend, "power_average").sampled_share == 1.0
    assert sensor(backend, "energy").sampled_share is None
    assert [sensor(backend, metric).window_s for metric in ("power", "power_average", "energy")] == [None, 1.0, None]


def test_a_power_that_is_an_average_looks_at_all_of_the_time(opened: Make, standin: PlacedStandin) -> None:
    standin.place("nvmlDeviceGetFieldValues")
    standin.show(Standin(gpus=(Gpu(),)))
    backend = NvmlBackend()
    backend.open()
    assert (sensor(backend, "power").sampled_share, sensor(backend, "power").window_s) == (1.0, 1.0)
    backend.close()


@pytest.mark.parametrize(("update", "window"), [(0.1, 0.025), (0.1, 0.1), (0.1, 1.0), (0.02, 0.01), (0.5, 0.5)])
@pytest.mark.parametrize("curve", ["square", "ramp"])
def test_the_counter_is_within_two_per_cent_of_the_truth_over_thirty_seconds(
    opened: Make, update: float, window: float, curve: str
) -> None:
    gpu = Gpu(curve=curve, low=90, high=610, period=1.7, update=update, window=window)
    backend, clock = opened(gpu)
    epoch = clock.now_ns - 3_000_000_000
    found = [event for event in drive(backend, clock, 30.1) if isinstance(event, Sample) and event.call == FIELDS]
    place = next(call.series for call in backend.calls() if call.name == FIELDS).index(("gpu:0", "energy"))
    first, last = ((event.before_ns - epoch) * 1e-9 for event in (found[0], found[-1]))
    truth = gpu.energy_j(last) - gpu.energy_j(first)
    assert float(found[-1].values[place] or 0) - float(found[0].values[place] or 0) == pytest.approx(truth, rel=0.02)
