"""Energy by each kind of power sensor, against the true energy."""

import re
from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.power_integral import AVERAGE_S, PowerSampling, StepLock, power_energy, power_sampling, step_lock
from gpuscope.analysis.series import DeviceSeries, Stamps
from gpuscope.core.quantity import Quality, Quantity
from tests.analysis.sensor_models import (
    ADA,
    AVERAGING,
    H100,
    MODELS,
    SLOW,
    VOLTA,
    S,
    SensorModel,
    power_series,
    reading_stamps,
    true_energy_j,
)
from tests.standin.standin import Gpu

WINDOW = (3 * S, 33 * S)
CURVES = {
    "square wave": Gpu(curve="square", low=100, high=300, period=1.0),
    "slow square wave": Gpu(curve="square", low=80, high=700, period=7.3),
    "ramp": Gpu(curve="ramp", low=70, high=350, period=11.0),
    "idle then load": Gpu(curve="square", low=300, high=72, period=36.0),
    "steady": Gpu(low=250),
}


def energy(gpu: Gpu, model: SensorModel, hz: float = 10.0, jitter_s: float = 0.0, window: tuple[int, int] = WINDOW) -> Quantity:
    series = power_series(gpu, model, reading_stamps(36.0, hz, jitter_s), period_s=model.period)
    sampling = power_sampling(series, model.share, AVERAGE_S if model is AVERAGING else None)
    return power_energy(series, window, sampling, 0.07)


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("hz", "jitter_s"), [(10.0, 0.0), (10.0, 0.06), (20.0, 0.0)])
def test_energy_over_30_s_is_within_2_percent_of_truth_or_says_why_not(model: str, curve: str, hz: float, jitter_s: float) -> None:
    gpu = CURVES[curve]
    found, truth = energy(gpu, MODELS[model], hz, jitter_s), true_energy_j(gpu, 3.0, 33.0)
    assert found.value is not None, found.reason
    assert found.uncertainty is not None
    assert abs(found.value - truth) < found.uncertainty
    assert found.value == pytest.approx(truth, rel=0.02) or "for the unsampled part" in str(found.reason)


@pytest.mark.parametrize("seed", range(5))
def test_a_sensor_that_is_read_by_chance_tells_what_it_has_not_seen(seed: int) -> None:
    """20/10 ms read at 10 Hz covers a tenth of the time; some of these are off by more than 2 %, and all report that they may be."""
    series = power_series(CURVES["square wave"], VOLTA, reading_stamps(36.0, jitter_s=0.06, seed=seed), period_s=VOLTA.period)
    found = power_energy(series, WINDOW, power_sampling(series, VOLTA.share), 0.07)
    assert re.match(r"the power was sampled (9\.\d|10) % of the time and varied: ± 3\.\d % for the unsampled part$", str(found.reason))
    steady = power_series(CURVES["steady"], VOLTA, reading_stamps(36.0, jitter_s=0.06, seed=seed), period_s=VOLTA.period)
    assert power_energy(steady, WINDOW, power_sampling(steady, VOLTA.share), 0.07).reason is None


@pytest.mark.parametrize("model", [H100, ADA, SLOW, VOLTA, AVERAGING])
def test_a_step_of_power_is_put_where_it_was(model: SensorModel) -> None:
    """Without the shift by age and window the edge of a 30 s window is misplaced by up to 0.6 s of the step."""
    gpu = Gpu(curve="square", low=700, high=70, period=36.0)  # the load begins 18 s into each period; the curve's clock starts at 100 s
    load_s = 36.0 * 3 + 18.0 - 100.0
    window = (round((load_s - 5.0) * S), round((load_s + 0.02) * S))
    series = power_series(gpu, model, reading_stamps(36.0), period_s=model.period)
    found = power_energy(series, window, power_sampling(series, model.share, AVERAGE_S if model is AVERAGING else None))
    assert found.value is not None
    assert abs(found.value - true_energy_j(gpu, load_s - 5.0, load_s + 0.02)) < 630 * max(0.06, model.period / 2, model.window / 7)


@pytest.mark.parametrize("model", [ADA, SLOW, AVERAGING])
def test_what_a_sensor_averages_is_moved_back_by_half_its_window(model: SensorModel) -> None:
    gpu = Gpu(curve="square", low=700, high=70, period=36.0)
    load_s = 36.0 * 3 + 18.0 - 100.0
    window = (round((load_s - 5.0) * S), round((load_s + 5.0) * S))
    series = power_series(gpu, model, reading_stamps(36.0), period_s=model.period)
    found = power_energy(series, window, power_sampling(series, model.share, AVERAGE_S if model is AVERAGING else None))
    # The remaining error is a reading's age, assumed to be half an interval; half a second of the step would be 315 J.
    assert found.value == pytest.approx(true_energy_j(gpu, load_s - 5.0, load_s + 5.0), abs=630 * 0.05)


def test_a_window_shorter_than_ten_updates_is_too_short_and_the_average_needs_five_seconds() -> None:
    found = energy(CURVES["square wave"], H100, window=(3 * S, 3 * S + 900_000_000))
    assert str(found.reason).startswith("too short to measure")
    found = energy(CURVES["square wave"], AVERAGING, window=(3 * S, 7 * S))
    assert found.reason == "too short to measure: the 1 s average needs a window of 5 s, this one has 4 s"
    assert energy(CURVES["square wave"], AVERAGING, window=(3 * S, 9 * S)).value is not None


def test_fewer_than_fifty_updates_are_noted() -> None:
    assert energy(CURVES["steady"], H100, window=(3 * S, 6 * S)).reason == "the window holds only 30 updates of the sensor"
    assert energy(CURVES["steady"], H100).reason is None


def test_the_share_of_time_that_was_sampled_is_told() -> None:
    assert energy(CURVES["ramp"], H100).source == "integral of NVML field 186, sampled 25 % of the time"
    assert energy(CURVES["ramp"], VOLTA).source.endswith("sampled 10 % of the time")
    assert energy(CURVES["ramp"], ADA).source.endswith("sampled 100 % of the time")
    assert energy(CURVES["ramp"], AVERAGING).source == "integral of the 1 s average (nvmlDeviceGetPowerUsage, 1 s average)"


def without(series: DeviceSeries, start_s: float, end_s: float) -> DeviceSeries:
    kept = (series.after_ns <= start_s * S) | (series.after_ns >= end_s * S)
    return replace(series, before_ns=series.before_ns[kept], after_ns=series.after_ns[kept], values=series.values[kept])


def test_nothing_is_integrated_across_a_gap_of_more_than_three_intervals() -> None:
    series = power_series(CURVES["ramp"], H100, reading_stamps(36.0), period_s=0.1)
    sampling = power_sampling(series, 0.25)
    found = power_energy(without(series, 10.0, 10.5), WINDOW, sampling)
    assert found.value is None
    assert "incomplete" in str(found.reason)
    assert power_energy(without(series, 10.0, 10.2), WINDOW, sampling).value is not None
    assert power_energy(without(series, 1.0, 2.0), WINDOW, sampling).value is not None  # outside


def test_failed_readings_are_a_gap_and_never_zero() -> None:
    series = power_series(CURVES["ramp"], H100, reading_stamps(36.0), period_s=0.1)
    values = series.values.copy()
    values[150:160] = np.nan
    assert power_energy(replace(series, values=values), WINDOW, power_sampling(series, 0.25)).value is None


@pytest.mark.parametrize("until_s", [0.5, 3.5, 30.0, 32.9])
def test_readings_that_do_not_reach_the_windows_end_give_nothing(until_s: float) -> None:
    series = power_series(CURVES["ramp"], H100, reading_stamps(36.0), period_s=0.1)
    found = power_energy(without(series, until_s, 99.0), WINDOW, PowerSampling(0.1, 0.1, 0.025))
    assert found.value is None
    assert found.reason


def test_readings_that_begin_late_give_nothing() -> None:
    series = power_series(CURVES["ramp"], H100, reading_stamps(36.0), period_s=0.1)
    found = power_energy(without(series, -1.0, 4.0), WINDOW, power_sampling(series, 0.25))
    assert str(found.reason).startswith("incomplete: the power was first read 0.9")


def test_an_unknown_update_period_is_refined_from_the_runs_own_readings() -> None:
    series = power_series(CURVES["ramp"], SLOW, reading_stamps(36.0))
    sampling = power_sampling(series, 1.0)
    assert sampling is not None
    assert sampling.period_s == pytest.approx(0.5)
    assert sampling.stride == 5
    steady = power_series(CURVES["steady"], SLOW, reading_stamps(36.0))
    assert power_sampling(steady, 1.0) is None
    assert "update period" in str(power_energy(steady, WINDOW, None).reason)


def test_the_less_of_the_time_is_seen_the_wider_is_the_band() -> None:
    gpu = CURVES["square wave"]
    part, whole = energy(gpu, H100).uncertainty, energy(gpu, ADA).uncertainty
    assert part is not None
    assert whole is not None
    assert part > 1.05 * whole


def test_what_a_vendor_models_stays_so() -> None:
    series = replace(power_series(CURVES["ramp"], ADA, reading_stamps(36.0), period_s=0.1), quality=Quality.VENDOR_MODELLED)
    assert power_energy(series, WINDOW, power_sampling(series, 1.0)).quality is Quality.VENDOR_MODELLED


STEADY = (2 * S, 32 * S)
PART_TIME = PowerSampling(0.1, 0.1, 0.025)
FULL = PowerSampling(0.1, 0.1, 0.1)


def steps(step_s: float, jitter_s: float = 0.0) -> Stamps:
    durations = np.full(round(34 / step_s), step_s) + jitter_s * np.random.default_rng(3).standard_normal(round(34 / step_s))
    return np.round(np.cumsum(durations) * 1e9).astype(np.int64)


def lock(step_s: float, sampling: PowerSampling = PART_TIME, jitter_s: float = 0.0, window: tuple[int, int] = STEADY) -> StepLock | None:
    stamps = reading_stamps(34.0, 1 / sampling.interval_s, 0.002)
    return step_lock(stamps, sampling, steps(step_s, jitter_s), window)


@pytest.mark.parametrize("step_s", [0.100, 0.050, 0.150, 0.300, 0.200])
def test_steps_that_lock_to_a_part_time_sensor_are_warned_of(step_s: float) -> None:
    found = lock(step_s)
    assert found is not None
    assert found.step_s == pytest.approx(step_s)
    assert found.warning.startswith(f"step time locks to the power sensor ({round(step_s * 1000)}")
    assert "jitter" in found.warning


@pytest.mark.parametrize("step_s", [0.137, 0.0618, 0.0031, 0.00005, 0.731, 2.37])
def test_steps_that_do_not_lock_are_not(step_s: float) -> None:
    assert lock(step_s) is None


@pytest.mark.parametrize("step_s", [0.100, 0.050, 0.300, 0.137, 1.0])
@pytest.mark.parametrize("sampling", [FULL, PowerSampling(0.05, 0.1, 0.1), PowerSampling(0.05, 0.05, 0.05), PowerSampling(0.1, 0.1, 1.0)])
def test_a_sensor_that_sees_the_whole_time_locks_to_nothing(step_s: float, sampling: PowerSampling) -> None:
    assert lock(step_s, sampling) is None


def test_a_fast_sensor_that_is_read_more_slowly_than_it_updates_locks_to_the_readings() -> None:
    assert lock(0.100, PowerSampling(0.1, 0.02, 0.01)) is not None


def test_readings_twice_an_update_do_not_hide_the_lock() -> None:
    assert lock(0.100, PowerSampling(0.05, 0.1, 0.025)) is not None


def test_jitter_between_steps_undoes_it() -> None:
    assert lock(0.100, jitter_s=0.02) is None


@pytest.mark.parametrize("seed", range(20))
def test_steps_of_any_length_by_chance_raise_no_false_alarm(seed: int) -> None:
    draw = np.random.default_rng(seed)
    ends = np.round(np.cumsum(draw.uniform(0.05, 0.4, 400)) * 1e9).astype(np.int64)
    assert step_lock(reading_stamps(34.0), PART_TIME, ends, STEADY) is None
    assert step_lock(reading_stamps(34.0), PART_TIME, ends, (2 * S, 7 * S)) is None


def test_too_few_readings_say_nothing() -> None:
    assert lock(0.100, window=(2 * S, 4 * S)) is None
    assert step_lock(reading_stamps(34.0), None, steps(0.1), STEADY) is None
    assert step_lock(reading_stamps(34.0), PART_TIME, steps(0.1)[:1], STEADY) is None


def test_the_worse_the_lock_the_wider_the_band() -> None:
    worst, milder = lock(0.100), lock(0.150)
    assert worst is not None
    assert milder is not None
    assert 0.43 < milder.uneven + 0.13 < worst.uneven <= 0.875
