"""The data for pictures of a comparison: step times, Pareto front, roofline, phases; computed by hand."""

from dataclasses import replace

import numpy as np
import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.placement import Placement
from gpuscope.analysis.plot_data import ENERGY, TIME, phase_shares, pooled, roofline_point, step_distribution
from gpuscope.analysis.recorded_run import Profiled, SummaryInput
from gpuscope.analysis.summary import latencies, summarize
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import measured, run_record

SPEC = RunSpec("mnist-mlp")


def stepped(**more: object) -> RunRecord:
    return replace(run_record("aa", SPEC, {}, ()), window_start_s=1.0, warmup_steps=2, steps=4, **more)  # type: ignore[arg-type]


def ends(*seconds: float) -> np.ndarray:
    return (np.array(seconds) * 1e9).astype(np.int64)


def test_step_times_are_those_of_the_measured_steps() -> None:
    found = step_distribution(stepped(), ends(0.4, 1.0, 1.1, 1.3, 1.6, 2.0, 9.0))
    assert found is not None
    assert found.steps == 4
    assert sorted(set(found.durations_s.round(6).tolist())) == [0.1, 0.2, 0.3, 0.4]
    assert (found.durations_s[0], found.durations_s[-1]) == pytest.approx((0.1, 0.4))


@pytest.mark.parametrize("every", [None, 3])
def test_their_quantiles_are_the_latencies_of_the_table(every: int | None) -> None:
    rng = np.random.default_rng(1)
    spec = RunSpec("early-stopping", options={} if every is None else {"test_every": every})
    stamps = ends(0.4, 1.0, *(1.0 + np.cumsum(rng.gamma(3.0, 0.01, 5000))))
    found = step_distribution(replace(stepped(), spec=spec, steps=5000), stamps)
    assert found is not None
    table = latencies(stamps[2:], (int(1e9), int(stamps[-1])), tested_every=every)
    for key, share in (("latency_p50", 0.5), ("latency_p95", 0.95), ("latency_p99", 0.99)):
        assert found.durations_s[round(share * 1000)] == table[key].value


def test_a_command_has_no_first_step_and_lost_ends_no_step_times() -> None:
    command = replace(run_record("aa", RunSpec(COMMAND, command=("x",)), {}, ()), steps=None)
    found = step_distribution(command, ends(5.0, 5.5, 6.5))
    assert found is not None
    assert (found.steps, found.durations_s[0], found.durations_s[-1]) == (2, 0.5, 1.0)
    assert step_distribution(stepped(), ends(0.4, 1.0, 1.1, 1.3)) is None
    assert step_distribution(replace(stepped(), window_start_s=None), ends(1.0)) is None
    assert step_distribution(command, ends()) is None


@pytest.mark.parametrize("spec", [SPEC, RunSpec(COMMAND, command=("x",))])
def test_steps_that_a_profiler_slowed_are_in_neither_the_picture_nor_the_table(spec: RunSpec) -> None:
    stamps = ends(0.4, 1.0, 1.1, 2.6, 3.6, 3.9, 4.1, 4.2)
    part = Profiled(int(1.1e9), int(3.65e9), 2)  # the steps that end at 2.6 and 3.6 s
    counts = {} if spec.is_command else {"warmup_steps": 2, "planned_steps": 6}
    recorded = SummaryInput((), Placement(()), (int(1e9), int(4.2e9)), steps_ns=stamps, profiled=(part,), **counts)  # type: ignore[arg-type]
    summary = summarize(recorded)
    run = replace(stepped(), spec=spec, steps=summary.steps)
    found = step_distribution(run, stamps, (part,))
    assert found is not None
    assert found.durations_s[500] == pytest.approx(summary.metrics["latency_p50"].value)
    assert found.durations_s[-1] == pytest.approx(0.6 if spec.is_command else 0.25)
    assert found.steps == (5 if spec.is_command else 4)


def test_tests_of_the_model_are_in_no_step_of_a_profiled_run_either() -> None:
    spec = RunSpec("early-stopping", options={"test_every": 3})
    took_s = np.array([0.1, 0.1, 0.1, 0.6, 0.1, 0.1, 0.6, 0.1, 0.1, 0.6])  # a test takes half a second
    stamps = ends(0.4, 1.0, *(1.0 + took_s.cumsum()))
    part = Profiled(int(1.0e9), int(1.2e9), 2)  # the first two steps
    counts = {"warmup_steps": 2, "planned_steps": 10, "tested_every": 3}
    recorded = SummaryInput((), Placement(()), (int(1e9), int(stamps[-1])), steps_ns=stamps, profiled=(part,), **counts)  # type: ignore[arg-type]
    metrics = summarize(recorded).metrics
    found = step_distribution(replace(stepped(), spec=spec, steps=10), stamps, (part,))
    assert found is not None
    assert (found.steps, found.durations_s[-1]) == (5, pytest.approx(0.1))
    assert metrics["latency_p50"].source == "ends of 5 steps, without the 3 steps after a test of the model"
    assert metrics["step_rate"].source.endswith("tests of the model included")


def test_without_a_step_that_begins_with_no_test_there_are_no_step_times() -> None:
    spec = RunSpec("early-stopping", options={"test_every": 1})
    stamps, first = ends(0.4, 1.0, 1.1, 1.3, 1.6, 2.0), Profiled(int(1.0e9), int(1.15e9), 1)
    assert step_distribution(replace(stepped(), spec=spec), stamps, (first,)) is None


def test_runs_of_a_group_weigh_the_same_whatever_their_length() -> None:
    short = step_distribution(replace(stepped(), steps=1), ends(0.4, 1.0, 1.1))
    long = step_distribution(replace(stepped(), steps=100), ends(0.4, 1.0, *(1.0 + 0.3 * np.arange(1, 101))))
    assert short is not None
    assert long is not None
    both = pooled([short, long])
    assert both.steps == 101
    assert float(np.mean(both.durations_s < 0.2)) == pytest.approx(0.5)


def test_a_run_stands_at_its_flop_per_byte_below_both_ceilings() -> None:
    metrics = {"flops": measured(2e9, "FLOP/s"), "bandwidth": measured(8e9, "B/s")}
    run = replace(run_record("aa", SPEC, metrics, ()), environment={"ceiling_flops": 1e11, "ceiling_bandwidth": 1e10})
    found = roofline_point(run)
    assert found is not None
    assert (found.intensity, found.flops, found.ceiling_flops, found.ceiling_bandwidth) == (0.25, 2e9, 1e11, 1e10)
    assert roofline_point(replace(run, environment={"ceiling_flops": 1e11})) is None
    assert roofline_point(replace(run, metrics={"flops": metrics["flops"]})) is None


def test_phases_stand_in_their_order_in_seconds_and_joules() -> None:
    told = {
        "phase_time_backward": measured(0.02, "s"),
        "phase_time_data": measured(0.01, "s"),
        "phase_energy_data": Quantity.missing("J", "the power sensor updates too seldom"),
    }
    one, other = run_record("aa", SPEC, told, ()), run_record("bb", SPEC.with_values({"threads": 1}), {}, ())
    comparison = compare([Group("a", (one,)), Group("b", (other,))])
    times = phase_shares(comparison, TIME)
    assert list(times[0].parts.items()) == [("data", 0.01), ("backward", 0.02)]
    assert times[1].parts == {}
    assert phase_shares(comparison, ENERGY)[0].reason == "the power sensor updates too seldom"
