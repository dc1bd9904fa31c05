"""Steps that lock to the power sensor are warned of, and no others."""

import numpy as np
import pytest

from gpuscope.analysis.aliasing import StepLock, step_lock
from gpuscope.analysis.power_integral import PowerSampling
from gpuscope.analysis.series import Stamps
from tests.analysis.sensor_models import S, reading_stamps

WINDOW = (2 * S, 32 * S)
PART_TIME = PowerSampling(0.1, 0.1, 0.025)
FULL = PowerSampling(0.1, 0.1, 0.1)


def steps(step_s: float, jitter_s: float = 0.0) -> Stamps:
    durations = np.full(round(34 / step_s), step_s) + jitter_s * np.random.default_rng(3).standard_normal(round(34 / step_s))
    return np.round(np.cumsum(durations) * 1e9).astype(np.int64)


def lock(step_s: float, sampling: PowerSampling = PART_TIME, jitter_s: float = 0.0, window: tuple[int, int] = WINDOW) -> StepLock | None:
    stamps = reading_stamps(34.0, 1 / sampling.interval_s, 0.002)
    return step_lock(stamps, sampling, steps(step_s, jitter_s), window)


@pytest.mark.parametrize("step_s", [0.100, 0.050, 0.150, 0.300, 0.200])
def test_steps_that_lock_to_a_part_time_sensor_are_warned_of(step_s: float) -> None:
    found = lock(step_s)
    assert found is not None
    assert found.step_s == pytest.approx(step_s)
    assert found.words.startswith(f"step time locks to the power sensor ({round(step_s * 1000)}")
    assert "jitter" in found.words


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
    assert step_lock(reading_stamps(34.0), PART_TIME, ends, WINDOW) is None
    assert step_lock(reading_stamps(34.0), PART_TIME, ends, (2 * S, 7 * S)) is None


def test_too_few_readings_say_nothing() -> None:
    assert lock(0.100, window=(2 * S, 4 * S)) is None
    assert step_lock(reading_stamps(34.0), None, steps(0.1), WINDOW) is None
    assert step_lock(reading_stamps(34.0), PART_TIME, steps(0.1)[:1], WINDOW) is None


def test_the_worse_the_lock_the_wider_the_band() -> None:
    worst, milder = lock(0.100), lock(0.150)
    assert worst is not None
    assert milder is not None
    assert 0.43 < milder.uneven + 0.13 < worst.uneven <= 0.875
