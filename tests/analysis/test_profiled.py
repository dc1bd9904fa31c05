"""A simulated machine of known power and speed, slowed down by a profiler for a known time: the metrics are those of the rest."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from gpuscope.analysis.profiled import Cuts, without_profiled
from gpuscope.analysis.recorded_run import Profiled, SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.summary import summarize
from gpuscope.core.device import WORKLOAD, Capability
from gpuscope.core.quantity import Quality
from gpuscope.core.run import RunGap
from tests.analysis.records import GPU
from tests.analysis.test_summary import END, MS, START, STEP, STEPS, WARMUP, S, data

HOLE_BEGIN = START + 100 * STEP
HOLE = 700 * MS
"""Period with ten steps, each seven times as long, at three times the power."""
QUIET_W, PROFILED_W = 200.0, 600.0


def profiled(part: Profiled | None = None, **more: object) -> SummaryInput:
    """Return a run of 1000 steps of 10 ms, of which the ten after the hundredth took 70 ms each."""
    after = np.arange(111, STEPS + 1)
    ends = np.concatenate(
        [
            START - np.arange(WARMUP - 1, -1, -1) * STEP,
            START + np.arange(1, 101) * STEP,
            HOLE_BEGIN + np.arange(1, 11) * (HOLE // 10),
            HOLE_BEGIN + HOLE + (after - 110) * STEP,
        ]
    )
    end = int(ends[-1])
    stamps = np.arange(0, end + S, 100 * MS)
    part = part or Profiled(HOLE_BEGIN, HOLE_BEGIN + HOLE, 10)
    inside = np.clip(stamps - HOLE_BEGIN, 0, HOLE) / 1e9
    joules = QUIET_W * (stamps / 1e9 - inside) + PROFILED_W * inside
    energy = DeviceSeries("gpu:0", "energy", stamps, stamps, joules, Quality.MEASURED, "counter")
    busy = np.where((stamps > HOLE_BEGIN) & (stamps <= HOLE_BEGIN + HOLE), 1.0, 0.5)
    load = DeviceSeries("gpu:0", "utilization", stamps, stamps, busy, Quality.MEASURED, "sensor")
    whole = data(window=(START, end), series=(energy, load), steps_ns=ends, profiled=(part,))
    return replace(whole, **more)  # type: ignore[arg-type]


def test_throughput_step_times_and_energy_are_those_of_the_other_steps() -> None:
    found = summarize(profiled())
    values = {key: quantity.value for key, quantity in found.metrics.items()}
    assert values["throughput"] == pytest.approx(6400.0)
    assert values["step_rate"] == pytest.approx(100.0)
    assert values["latency_p50"] == values["latency_p99"] == pytest.approx(0.010)
    assert values["energy"] == pytest.approx(QUIET_W * 9.9, rel=1e-6)
    assert values["energy_per_step"] == pytest.approx(QUIET_W * 0.01, rel=1e-6)
    (gpu,) = [result for result in found.devices if result.device.key == "gpu:0"]
    assert gpu.metrics["energy"].value == pytest.approx(QUIET_W * 9.9, rel=1e-6)
    assert gpu.metrics["utilization_mean"].value == pytest.approx(0.5)


def test_the_numbers_say_what_is_left_out_and_the_window_stays_as_it_was() -> None:
    found = summarize(profiled())
    for key in ("throughput", "step_rate", "energy", "energy_per_step", "latency_p95"):
        assert "without 700 ms in which the profiler ran" in (found.metrics[key].reason or ""), key
    assert (found.steps, found.window_start_s) == (STEPS, 2.0)
    assert found.duration_s == pytest.approx(9.9 + 0.7)


def test_without_the_cut_the_numbers_would_be_those_of_a_slower_run() -> None:
    found = summarize(profiled(profiled=())).metrics
    assert found["throughput"].value == pytest.approx(6400.0 / (10.6 / 10.0))
    assert found["energy"].value == pytest.approx(QUIET_W * 9.9 + PROFILED_W * 0.7)


@pytest.mark.parametrize("shift_ms", [0, 13, 50, 99])
def test_energy_as_the_integral_of_power_leaves_the_part_out(shift_ms: int) -> None:
    """A sensor that updates every 100 ms with the mean of the previous 100 ms, read immediately."""
    begin = HOLE_BEGIN + shift_ms * MS
    end = START + 10 * S
    stamps = np.arange(0, end + 2 * S, 100 * MS)
    inside = (np.clip(stamps - begin, 0, HOLE) - np.clip(stamps - 100 * MS - begin, 0, HOLE)) / 100e6
    watts = QUIET_W + (PROFILED_W - QUIET_W) * inside
    watts += np.where(np.arange(stamps.size) % 2, 1e-3, -1e-3)  # a sensor that never changes has no period
    power = DeviceSeries("gpu:0", "power", stamps, stamps, watts, Quality.MEASURED, "sensor", 0.1)
    able = {**GPU.capabilities, "power": Capability(True, "sensor", sampled_share=1.0)}
    device = replace(GPU, capabilities=able)
    run = profiled(Profiled(begin, begin + HOLE, 10), devices=(device,), series=(power,))
    joules = summarize(replace(run, window=(START, end))).metrics["energy"].value
    # Half a sensor period at each edge of the profiled part belongs partly to it, at 400 W more.
    assert joules == pytest.approx(QUIET_W * (10.0 - 0.7), abs=0.1 * (PROFILED_W - QUIET_W))
    assert joules is not None
    assert joules < QUIET_W * 10.0


def test_parts_of_several_processes_are_left_out_once() -> None:
    cuts = Cuts.of([Profiled(10, 20, 1), Profiled(15, 30, 0), Profiled(40, 50, 1), Profiled(12, 18, 0)])
    assert list(zip(cuts.begins_ns.tolist(), cuts.ends_ns.tolist(), strict=True)) == [(10, 30), (40, 50)]
    stamps = np.array([5, 10, 11, 30, 31, 40, 41, 50, 60])
    assert cuts.hides(stamps).tolist() == [False, False, True, True, False, False, True, True, False]
    assert cuts.moved(stamps).tolist() == [5, 10, 10, 10, 11, 20, 20, 20, 30]


def test_a_program_that_ended_while_it_was_profiled_has_the_numbers_of_the_steps_before() -> None:
    run = profiled(Profiled(HOLE_BEGIN, None, 0), counted_steps=None)
    cut_short = replace(run, window=(START, None), steps_ns=run.steps_ns[: WARMUP + 103])
    found = summarize(cut_short)
    assert found.steps == 103
    assert found.metrics["throughput"].value == pytest.approx(6400.0)


def test_a_run_that_was_profiled_whole_has_no_speed_and_says_why() -> None:
    found = summarize(profiled(Profiled(START, END + 10 * S, STEPS))).metrics
    assert found["throughput"].value is None
    assert found["throughput"].reason == "every measured step was profiled"
    assert found["energy"].value is None


def test_what_any_program_may_report_has_numbers_or_reasons() -> None:
    """A command whose program reports phases, and whose spec came from another machine, is summarized whatever it says."""
    for seed in range(200):
        random = Random(seed)
        stamps = [random.randrange(-S, 10 * S) for _ in range(random.randrange(30))]
        begin = random.randrange(-S, 10 * S)
        parts = (Profiled(begin, random.choice([None, begin + random.randrange(3 * S)]), random.randrange(5)),)
        found = summarize(
            data(
                steps_ns=np.array(stamps if random.random() < 0.2 else sorted(stamps), np.int64),
                warmup_steps=random.randrange(8),
                planned_steps=random.choice([None, 0, 20]),
                counted_steps=None,
                tested_every=random.choice([1, 3, 10**30]),
                profiled=random.choice([(), parts]),
            )
        )
        quantity = found.metrics["latency_p50"]
        assert quantity.reason if quantity.value is None else np.isfinite(quantity.value), seed


def test_samples_that_a_program_told_step_by_step_are_left_out_on_average() -> None:
    command = replace(profiled(), planned_steps=None, counted_steps=None, warmup_steps=0, reported_samples=(1020 * 64, 64, 1020))
    assert summarize(command).metrics["throughput"].value == pytest.approx(6400.0, rel=1e-6)


def test_steps_whose_ends_are_unknown_are_left_out_by_their_number() -> None:
    found = summarize(profiled(steps_ns=np.zeros(0, np.int64))).metrics
    assert found["throughput"].value == pytest.approx(6400.0)


def test_gaps_stay_where_they_were_for_the_reader() -> None:
    gap = RunGap(9.0, 9.2, "gpu:0", ("utilization",), "late")
    (gpu,) = [result for result in summarize(profiled(gaps=(gap,))).devices if result.device.key == "gpu:0"]
    assert gpu.gaps == (gap,)


def test_phase_times_keep_to_their_steps() -> None:
    times = {100 + WARMUP: {"forward": 1.0}, 105 + WARMUP: {"forward": 7.0}, 200 + WARMUP: {"forward": 2.0}}
    run = profiled(phase_times=times)
    cut = without_profiled(run, Cuts.of(run.profiled))
    assert cut.phase_times == {100 + WARMUP: {"forward": 1.0}, 190 + WARMUP: {"forward": 2.0}}


def test_means_of_phases_keep_to_the_steps_that_are_left() -> None:
    times = {95 + WARMUP: {"forward": 1.0}, 105 + WARMUP: {"forward": 3.0}, 200 + WARMUP: {"forward": 2.0}}
    run = profiled(phase_times=times, has_phase_means=True)
    cut = without_profiled(run, Cuts.of(run.profiled))
    assert [*cut.phase_times.values()] == [*times.values()]
    assert [*cut.phase_times] == [95 + WARMUP, 100 + WARMUP, 190 + WARMUP]


def test_processor_time_within_the_part_is_not_the_run_s() -> None:
    run = profiled()
    stamps = np.arange(0, int(run.steps_ns[-1]) + 2 * S, 50 * MS)
    seconds = (stamps - np.clip(stamps - HOLE_BEGIN, 0, HOLE) * 0.5) / 1e9  # a core; half a core while the file is written
    series = DeviceSeries(WORKLOAD, "cpu_time", stamps, stamps, seconds, Quality.MEASURED, "/proc")
    cut = without_profiled(replace(run, series=(series,)), Cuts.of(run.profiled))
    (left,) = cut.series
    assert np.allclose(np.diff(left.values), np.diff(left.stamps_ns) / 1e9)
