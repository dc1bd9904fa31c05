"""The share of time in which a device was slowed down, by reason."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.device_summary import slowdowns
from gpuscope.analysis.idle_baseline import IdleBaseline
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.summary import RunSummary, summarize
from gpuscope.core.device import Capability
from gpuscope.core.event import SLEPT
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunGap
from tests.analysis.records import CPU
from tests.analysis.sensor_models import (
    ADA,
    AVERAGING,
    H100,
    MODELS,
    S,
    SensorModel,
    counter_series,
    power_series,
    reading_stamps,
    run_of,
    true_energy_j,
)  # fmt: skip
from tests.standin.standin import Gpu


def throttle(*bits: float) -> DeviceSeries:
    stamps = np.arange(len(bits)) * S
    return DeviceSeries("gpu:0", "throttle", stamps, stamps, np.array(bits, dtype=float), Quality.MEASURED, "NVML")


def test_each_reason_has_its_share_of_the_window() -> None:
    # Ten seconds: four with the power cap (0x04), one of them also hot (0x20), one with the power brake (0x80), one idle (0x01).
    series = throttle(0, 4, 4, 4 | 0x20, 4, 0x80, 1, 0, 0, 0, 0)
    found = {key: one.value for key, one in slowdowns(series, (0, 10 * S)).items()}
    assert found == pytest.approx({"slowed_power_cap": 0.4, "slowed_thermal": 0.1, "slowed_hardware": 0.1})


def test_readings_that_are_none_have_no_share() -> None:
    found = slowdowns(replace(throttle(*[1] * 10), quality=Quality.MISSING), (0, 10 * S))
    assert {(one.value, one.reason) for one in found.values()} == {(None, "the sensor gives no readings")}


def test_what_was_not_read_is_missing_and_no_zero() -> None:
    assert slowdowns(None, (0, S)) == {}
    found = slowdowns(throttle(0, *[float("nan")] * 9), (2 * S, 8 * S))
    assert [(one.value, one.reason is not None) for one in found.values()] == [(None, True)] * 3


SQUARE = Gpu(curve="square", low=100, high=300, period=1.0)
STAMPS = reading_stamps(36.0)
TRUTH = true_energy_j(SQUARE, 3.0, 33.0)
KEYS = ("energy", "energy_counter", "energy_instant", "energy_average")


def h100(gpu: Gpu = SQUARE, **more: object) -> SummaryInput:
    """Return an H100 with all three sources."""
    average = replace(AVERAGING, name="NVML field 185, 1 s average power")
    counter, power = counter_series(gpu, H100, STAMPS, 0.1), power_series(gpu, H100, STAMPS, period_s=0.1)
    return run_of(counter, power, power_series(gpu, average, STAMPS, "power_average", 0.1), share=0.25, **more)  # type: ignore[arg-type]


def energies(data: SummaryInput) -> dict[str, Quantity]:
    return {key: one for key, one in summarize(data).devices[0].metrics.items() if key.startswith("energy")}


def scaled(series: DeviceSeries, factor: float) -> DeviceSeries:
    return replace(series, values=series.values[0] + (series.values - series.values[0]) * factor)


def with_series(data: SummaryInput, metric: str, change: DeviceSeries | None) -> SummaryInput:
    others = [one for one in data.series if one.metric != metric]
    return replace(data, series=(*others, change) if change else tuple(others))


def test_the_counter_comes_first_and_the_others_stand_beside_it() -> None:
    found = energies(h100())
    assert tuple(found) == KEYS
    assert found["energy"].source == "NVML field 83"
    assert found["energy_instant"].source == "integral of NVML field 186, sampled 25 % of the time"
    for quantity in found.values():
        assert quantity.value == pytest.approx(TRUTH, rel=0.02)
        assert quantity.uncertainty is not None
        assert 0.07 * TRUTH <= quantity.uncertainty < 0.12 * TRUTH
    assert summarize(h100()).metrics["energy"].source == "gpu:0: NVML field 83"


@pytest.mark.parametrize("model", MODELS)
def test_without_a_counter_the_next_source_in_order_gives_the_energy(model: str) -> None:
    sensor = MODELS[model]
    data = run_of(power_series(SQUARE, sensor, STAMPS, period_s=sensor.period), share=sensor.share)
    found = energies(data)
    assert tuple(found) == ("energy",)  # a single source needs no list of sources
    assert found["energy"].value == pytest.approx(TRUTH, rel=0.02)
    words = "integral of the 1 s average" if sensor is AVERAGING else "integral of NVML field 186, sampled"
    assert found["energy"].source.startswith(words)


def test_a_frozen_counter_gives_way_with_its_reason() -> None:
    data = h100()
    frozen = replace(data.series[0], values=np.full(STAMPS.size, 5000.0))
    found = energies(with_series(data, "energy", frozen))
    assert found["energy"].value == pytest.approx(TRUTH, rel=0.02)
    assert found["energy"].source.startswith("integral of NVML field 186")
    assert str(found["energy"].reason).endswith("in place of the counter: the counter stood still")
    assert found["energy_counter"].value is None


def test_a_counter_that_goes_back_gives_way_and_no_joule_is_made_up() -> None:
    data = h100()
    values = data.series[0].values.copy()
    values[200:] -= values[200]
    found = energies(with_series(data, "energy", replace(data.series[0], values=values)))
    assert found["energy_counter"].reason == "the counter went backwards within the window (a reset)"
    assert found["energy"].value == pytest.approx(TRUTH, rel=0.02)
    assert "in place of the counter: the counter went backwards" in str(found["energy"].reason)


@pytest.mark.parametrize(
    ("factor", "words"), [(1.015, None), (1.035, "3.38 % apart"), (1.09, "sources disagree: counter"), (0.55, "sources disagree")]
)
def test_the_counter_is_held_against_the_integral(factor: float, words: str | None) -> None:
    data = h100()
    found = energies(with_series(data, "energy", scaled(data.series[0], factor)))
    energy, integral = found["energy"], found["energy_instant"]
    assert energy.value == pytest.approx(factor * TRUTH, rel=0.005)
    assert (words is None and energy.reason is None) or str(words) in str(energy.reason)
    if factor in (1.09, 0.55):
        assert energy.uncertainty is not None
        assert energy.value is not None
        assert integral.value is not None
        assert energy.uncertainty >= abs(energy.value - integral.value)


def test_a_short_window_is_not_cross_checked() -> None:
    data = h100(window_s=(3.0, 12.0))
    found = energies(with_series(data, "energy", scaled(data.series[0], 1.5)))
    assert found["energy"].value is not None
    assert "disagree" not in str(found["energy"].reason)


def test_a_gap_costs_the_integrals_and_is_named_beside_the_counter() -> None:
    data = h100(gaps=(RunGap(10.0, 11.0, "gpu:0", (), "the helper was restarted"),))
    kept = (STAMPS <= 10.0 * S) | (STAMPS >= 11.0 * S)
    cut = [replace(one, before_ns=one.before_ns[kept], after_ns=one.after_ns[kept], values=one.values[kept]) for one in data.series]
    found = energies(replace(data, series=tuple(cut)))
    words = "1 s of the window without readings (the helper was restarted)"
    assert found["energy"].value == pytest.approx(TRUTH, rel=0.02)
    assert found["energy"].reason == words
    assert found["energy_instant"].reason == found["energy_average"].reason == f"incomplete: {words}"


def test_a_suspend_voids_every_source() -> None:
    data = h100(gaps=(RunGap(10.0, 10.1, "", (), f"{SLEPT} for 2 h"),))
    found = energies(data)
    assert {one.value for one in found.values()} == {None}
    assert found["energy"].reason == f"incomplete: {SLEPT} for 2 h"
    assert summarize(data).metrics["energy"].value is None


def steps(step_s: float) -> np.ndarray:
    return np.round(np.arange(2.0, 35.0, step_s) * 1e9).astype(np.int64)


def test_steps_that_lock_to_the_sensor_are_warned_of_and_widen_the_integral() -> None:
    gpu = replace(SQUARE, period=0.1)
    locked, free = energies(h100(gpu, steps_ns=steps(0.1))), energies(h100(replace(gpu, period=0.137), steps_ns=steps(0.137)))
    assert "step time locks to the power sensor (100 ms)" in str(locked["energy"].reason)
    assert "sources disagree" in str(locked["energy"].reason)
    integral = locked["energy_instant"]
    assert integral.uncertainty is not None
    assert integral.value is not None
    assert abs(integral.value - TRUTH) < integral.uncertainty
    assert not any("locks" in str(one.reason) for one in free.values())
    alone = h100(gpu, steps_ns=steps(0.1))
    only = energies(with_series(with_series(alone, "energy", None), "power_average", None))["energy"]
    assert str(only.reason).count("step time locks") == 1


def test_the_mean_power_is_warned_of_too() -> None:
    found = summarize(h100(replace(SQUARE, period=0.1), steps_ns=steps(0.1))).devices[0].metrics["power_mean"]
    assert "step time locks" in str(found.reason)


def test_what_the_vendor_modelled_comes_after_what_was_measured() -> None:
    data = h100()
    found = energies(with_series(data, "energy", replace(data.series[0], quality=Quality.VENDOR_MODELLED)))
    assert found["energy"].source.startswith("integral of NVML field 186")
    modelled = tuple(replace(one, quality=Quality.VENDOR_MODELLED) for one in data.series)
    assert energies(replace(data, series=modelled))["energy"].source == "NVML field 83"


def test_a_one_second_average_is_no_instantaneous_power_whatever_it_is_called() -> None:
    power, counter = power_series(SQUARE, AVERAGING, STAMPS, period_s=0.1), counter_series(SQUARE, H100, STAMPS, 0.1)
    found = energies(run_of(scaled(counter, 1.2), power))
    assert tuple(found) == ("energy", "energy_counter", "energy_average")
    assert "disagree" not in str(found["energy"].reason)  # the counter is compared only with instantaneous power


def test_an_average_over_a_time_that_nobody_tells_comes_after_the_counter() -> None:
    average = replace(power_series(SQUARE, SensorModel(0.1, 0.3), STAMPS, "power_average", 0.1), source="amdgpu, power1_average")
    counter = replace(counter_series(SQUARE, ADA, STAMPS, 0.1), quality=Quality.VENDOR_MODELLED)
    both = energies(run_of(average, counter))
    assert both["energy"].source == "NVML field 83"
    alone = energies(run_of(average))["energy"]
    assert alone.quality is Quality.VENDOR_MODELLED
    assert alone.value == pytest.approx(TRUTH, rel=0.02)
    assert alone.source == "integral of amdgpu, power1_average, sampled an unknown share of the time"


def processes(count: int) -> DeviceSeries:
    stamps = np.arange(0, 36 * S, 5 * S)
    return DeviceSeries("gpu:0", "device_processes", stamps, stamps, np.full(stamps.size, float(count)), Quality.MEASURED, "NVML")


@pytest.mark.parametrize(("count", "words"), [(1, None), (3, "of the whole device, which 3 processes used")])
def test_whole_device_energy_says_how_many_processes_it_is_of(count: int, words: str | None) -> None:
    data = h100()
    assert energies(replace(data, series=(*data.series, processes(count))))["energy"].reason == words


def test_the_energy_of_a_partitioned_gpu_is_that_of_all_its_partitions() -> None:
    data = h100()
    shared = replace(data.devices[0], properties={"mig": True})
    assert energies(replace(data, devices=(shared,)))["energy"].reason == "of the whole device, all its partitions together"


IDLE = {"gpu:0": {"bare": IdleBaseline("bare", 72.0, 3.0), "context": IdleBaseline("context", 122.0, 4.0)}}


def test_energy_above_idle_is_held_against_the_baseline_that_fits_the_run() -> None:
    command = h100(baselines=IDLE, planned_steps=None)
    used = replace(command, series=(*command.series, processes(1)))
    unused = replace(command, series=(*command.series, processes(0)))
    ours = h100(baselines=IDLE)
    for data, idle_w in ((used, 122.0), (unused, 72.0), (ours, 122.0)):
        found = summarize(data)
        gross, net = found.metrics["energy"], found.metrics["energy_net"]
        assert gross.value is not None
        assert net.value == pytest.approx(gross.value - 30.0 * idle_w)
        assert found.devices[0].metrics["energy_net"].value == net.value
    assert "is not known" in str(summarize(command).metrics["energy_net"].reason)


def test_without_a_baseline_nothing_is_said_of_energy_above_idle() -> None:
    assert "energy_net" not in summarize(h100()).metrics


def test_energy_per_epoch_is_there_when_the_workload_tells_its_samples() -> None:
    data = h100(samples_per_step=64)
    assert "energy_per_epoch" not in summarize(data).metrics
    found = summarize(replace(data, samples_per_epoch=9600)).metrics["energy_per_epoch"]
    assert found.value == pytest.approx(TRUTH / 2, rel=0.01)
    assert "averaged over 2 epochs" in found.source


def joules(found: RunSummary) -> list[str]:
    everything = [*found.metrics.items(), *(pair for device in found.devices for pair in device.metrics.items())]
    return [key for key, one in everything if one.value is not None and one.unit == "J"]


def test_a_machine_without_any_source_of_energy_shows_no_joule() -> None:
    none = replace(CPU, capabilities={"energy": Capability(False, "powercap", None, "only root may read it", "chmod")})
    usage = DeviceSeries("cpu", "utilization", STAMPS, STAMPS, np.full(STAMPS.size, 0.5), Quality.MEASURED, "psutil")
    data = replace(run_of(usage, steps_ns=steps(0.1), baselines=IDLE), devices=(none,), placement=Placement(("cpu",)))
    found = summarize(data)
    assert joules(found) == []
    assert found.metrics["energy"].reason == "cpu: only root may read it"
    assert joules(summarize(h100())) != []


def test_a_processors_power_made_from_its_counter_is_no_second_source() -> None:
    counter = replace(counter_series(SQUARE, ADA, STAMPS, 0.1), device="cpu")
    power = replace(power_series(SQUARE, ADA, STAMPS, period_s=0.1), device="cpu", quality=Quality.DERIVED)
    data = replace(run_of(counter, power), devices=(CPU,), placement=Placement(("cpu",)))
    assert tuple(energies(data)) == ("energy",)
