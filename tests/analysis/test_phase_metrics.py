"""Tests of a run's metrics of the phases of its steps."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.placement import Placement
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.series import DeviceSeries
from gpuscope.analysis.summary import summarize
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quality
from tests.analysis.folded_runs import PHASES, folded_run, nanoseconds, stepping_run

TRUE = folded_run(2, 0.137, 0.025, 0.1)
STEPS = TRUE.ends_ns.size
GPU = Device("gpu:0", DeviceKind.GPU, "a GPU", capabilities={"power": Capability(True, "NVML", 0.1, sampled_share=0.25, uncertainty=0.07)})
TIMES = {
    int(step) + 1: dict(zip(PHASES, row, strict=True)) for step, row in zip(TRUE.times.steps, TRUE.times.seconds.tolist(), strict=True)
}
POWER = DeviceSeries("gpu:0", "power", TRUE.stamps_ns, TRUE.stamps_ns, TRUE.power_w, Quality.MEASURED, "NVML", 0.1)


NO_WINDOW = replace(GPU, capabilities={"power": Capability(True, "NVML", 0.1)})
FEW = replace(POWER, before_ns=POWER.before_ns[:100], after_ns=POWER.after_ns[:100], values=POWER.values[:100])


def data(**more: object) -> SummaryInput:
    whole = SummaryInput(
        devices=(GPU,),
        placement=Placement(("gpu:0",)),
        window=(0, int(TRUE.ends_ns[-1])),
        series=(POWER,),
        steps_ns=TRUE.ends_ns,
        planned_steps=STEPS,
        counted_steps=STEPS,
        phase_times=TIMES,
    )
    return replace(whole, **more)  # type: ignore[arg-type]


def test_a_run_has_the_times_and_energies_of_its_phases() -> None:
    found = summarize(data()).metrics
    for index, phase in enumerate(PHASES):
        time, energy = found[f"phase_time_{phase}"], found[f"phase_energy_{phase}"]
        assert time.value == pytest.approx(np.median(TRUE.times.seconds[:, index]), rel=0.01)
        assert time.quality is Quality.MEASURED
        assert energy.value == pytest.approx(TRUE.true_j[index], abs=0.01 * TRUE.true_j.sum())
        assert energy.quality is Quality.DERIVED
        assert energy.source.startswith("statistical estimate: power folded on the step's phase, 5")
        assert energy.value is not None
        assert energy.uncertainty is not None
        assert energy.uncertainty > 0.07 * energy.value
    assert "phase_time_copy" not in found
    assert time.source == f"median of the {len(TIMES)} of {STEPS} steps whose phases were timed, each for the steps around it"


def test_joules_spent_waiting_are_those_of_the_data_in_all_steps() -> None:
    found = summarize(data()).metrics
    assert found["energy_waiting"].value == pytest.approx((found["phase_energy_data"].value or 0.0) * STEPS)
    assert found["energy_waiting"].uncertainty == pytest.approx((found["phase_energy_data"].uncertainty or 0.0) * STEPS)


def test_nothing_is_said_of_phases_that_were_not_told() -> None:
    assert not [key for key in summarize(data(phase_times={})).metrics if "phase" in key or "waiting" in key]


def test_a_machine_without_power_readings_has_times_and_no_joules() -> None:
    found = summarize(data(series=(), devices=(replace(GPU, capabilities={}),))).metrics
    assert not found["phase_time_data"].is_missing
    assert not [key for key in found if key.startswith("phase_energy") or key == "energy_waiting"]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"lost_steps": 3, "steps_ns": TRUE.ends_ns[:-3]}, "the ends of some steps were lost"),
        ({"devices": (NO_WINDOW,)}, "the averaging period of the power sensor is unknown"),
        ({"series": (FEW,)}, "200 power"),
    ],
)
def test_energies_that_are_missing_say_why(more: dict[str, object], reason: str) -> None:
    found = summarize(data(**more)).metrics
    for key in (*(f"phase_energy_{phase}" for phase in PHASES), "energy_waiting"):
        assert found[key].is_missing
        assert reason in str(found[key].reason)
        known = metric(key)
        assert known is not None
        assert known.unit == found[key].unit


def test_energies_of_a_stand_in_carry_its_label() -> None:
    found = summarize(data(devices=(replace(GPU, simulated="SIMULATED"),))).metrics
    assert found["phase_energy_data"].source.endswith("[SIMULATED]")


def test_a_commands_phases_are_means_of_all_steps_since_the_ones_before() -> None:
    means = {1: {"data": 9.0, "forward": 9.0}, 11: {"data": 0.03, "forward": 0.01}, 31: {"data": 0.0, "forward": 0.04}}
    ends = np.arange(1, 32) * 40_000_000
    found = summarize(data(planned_steps=None, counted_steps=None, steps_ns=ends, phase_times=means, has_phase_means=True)).metrics
    assert found["phase_time_data"].value == pytest.approx((10 * 0.03 + 20 * 0.0) / 30)
    assert found["phase_time_forward"].value == pytest.approx((10 * 0.01 + 20 * 0.04) / 30)


def told_by_a_program(*, told: tuple[str, ...] = PHASES, later_by: int = 1) -> SummaryInput:
    """Return the run as that of a command: its first step only opens the window, so the steps that count begin with the second."""
    ends = np.concatenate([[0], TRUE.ends_ns])
    times = {step + later_by: {phase: times[phase] for phase in told} for step, times in TIMES.items()}
    return data(planned_steps=None, counted_steps=None, steps_ns=ends, phase_times=times)


@pytest.mark.parametrize("told", [("data",), ("data", "forward"), ("data", "forward", "backward")])
def test_phases_that_leave_out_a_part_of_a_step_get_no_energy(told: tuple[str, ...]) -> None:
    found = summarize(told_by_a_program(told=told)).metrics
    for key in (*(f"phase_energy_{phase}" for phase in told), "energy_waiting"):
        assert found[key].is_missing
        assert str(found[key].reason).startswith("the reported phases cover only")
    assert not found["phase_time_data"].is_missing


def test_phases_that_leave_out_little_are_as_much_less_certain() -> None:
    most = {step: {phase: 0.97 * time_s for phase, time_s in times.items()} for step, times in TIMES.items()}
    whole = summarize(told_by_a_program()).metrics
    less = summarize(replace(told_by_a_program(), phase_times={step + 1: times for step, times in most.items()})).metrics
    for phase, true_j in zip(PHASES, TRUE.true_j, strict=True):
        known, found = whole[f"phase_energy_{phase}"], less[f"phase_energy_{phase}"]
        assert found.value == pytest.approx(known.value)
        assert found.uncertainty is not None
        assert known.uncertainty is not None
        assert found.uncertainty == pytest.approx(np.hypot(known.uncertainty, 0.03 * TRUE.true_j.sum()), rel=0.02)
        assert found.value == pytest.approx(true_j, abs=found.uncertainty)


def test_the_phases_of_a_programs_step_are_those_of_that_step() -> None:
    """Steps of two kinds in turns: waiting for data takes half of every second one, and none of the others."""
    steps, step_s = 600, 0.137
    waits = np.arange(steps) % 2 == 0
    spent = np.stack([np.where(waits, 0.5, 0.0), np.where(waits, 0.5, 1.0)], axis=1) * step_s
    spent *= 1.0 + 0.02 * np.random.default_rng(2).standard_normal((steps, 1))
    knots = np.concatenate([[0.0], np.cumsum(spent.ravel())])
    joules = np.concatenate([[0.0], np.cumsum((spent * [100.0, 400.0]).ravel())])
    updated_s = np.arange(0.1, knots[-1], 0.1)
    power_w = (np.interp(updated_s, knots, joules) - np.interp(updated_s - 0.025, knots, joules)) / 0.025
    read_ns, ends_ns = nanoseconds(updated_s + 0.03), nanoseconds(knots[::2])
    found = summarize(
        data(
            window=(0, int(ends_ns[-1])),
            series=(replace(POWER, before_ns=read_ns, after_ns=read_ns, values=power_w),),
            planned_steps=None,
            counted_steps=None,
            steps_ns=ends_ns,
            phase_times={step + 2: {"data": float(spent[step, 0]), "forward": float(spent[step, 1])} for step in range(steps)},
        )
    ).metrics
    assert found["phase_energy_data"].value == pytest.approx(100.0 * step_s / 4, rel=0.03)
    assert found["phase_energy_forward"].value == pytest.approx(400.0 * step_s * 3 / 4, rel=0.03)


def test_the_phases_of_micro_batches_alternate() -> None:
    passes = [("forward", 0.3 / 4, 420.0), ("backward", 0.4 / 4, 560.0)] * 4
    run = stepping_run(1, 0.437, [("data", 0.2, 110.0), *passes, ("optimizer", 0.1, 250.0)])
    series = replace(POWER, before_ns=run.stamps_ns, after_ns=run.stamps_ns, values=run.power_w)
    times = {step + 1: dict(zip(PHASES, row, strict=True)) for step, row in enumerate(run.times.seconds.tolist())}
    steps = run.ends_ns.size
    built_in = data(
        window=(0, int(run.ends_ns[-1])),
        series=(series,),
        steps_ns=run.ends_ns,
        planned_steps=steps,
        counted_steps=steps,
        phase_times=times,
    )
    found = summarize(replace(built_in, micro_batches=4)).metrics
    assert [found[f"phase_energy_{phase}"].value for phase in PHASES] == pytest.approx(run.true_j, rel=0.02)
