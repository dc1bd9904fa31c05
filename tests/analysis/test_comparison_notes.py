"""What stands beside a comparison's verdicts: heat, steadiness, short windows, other programs on the processor."""

from dataclasses import replace
from typing import Any

import pytest

from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group, group_repeats
from gpuscope.analysis.processor_share import others_share
from gpuscope.analysis.run_value import LONG_STEPS, PROFILED, RECORDED, run_notes
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import BF16, CPU, FP32, GPU, STEADY, measured, repeats, run_record, seeded, speed


def test_repeats_that_heat_slowed_are_counted_and_set_aside() -> None:
    hot = DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")})
    slow = run_record("hot", BF16, speed(20.0), (hot,))
    found = compare(group_repeats([*repeats(FP32, STEADY), *repeats(BF16, STEADY), slow]))
    entry = found.metrics["throughput"][1]
    assert (entry.n, entry.verdict) == (5, "no-difference")
    assert "1 of 6 runs set aside" in entry.reason
    assert "1 slowed by heat or a fault was set aside" in found.summary


def test_not_steady_is_a_note_beside_a_verdict() -> None:
    unsteady = [replace(one, environment={"steady": "no"}) for one in repeats(BF16, [one * 2 for one in STEADY])]
    entry = compare(group_repeats([*repeats(FP32, STEADY), *unsteady])).metrics["throughput"][1]
    assert (entry.verdict, entry.note) == ("better", "5 of 5 runs not steady when they were measured")


def test_where_heat_slowed_all_none_is_set_aside() -> None:
    hot = (DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")}),)
    runs = [run_record(f"hot{index}", BF16, speed(one), hot) for index, one in enumerate(STEADY)]
    assert compare(group_repeats([*repeats(FP32, STEADY), *runs])).metrics["throughput"][1].n == 5


def test_a_run_that_did_not_finish_is_named() -> None:
    runs = [run_record("aa", FP32, speed(1.0)), run_record("bb", BF16, speed(2.0), state=RunState.STOPPED)]
    assert "includes a run that was stopped" in compare(group_repeats(runs)).metrics["throughput"][1].reason


def test_a_window_shorter_than_a_second_is_named_in_reason_and_comparability() -> None:
    runs = [*repeats(FP32, STEADY, duration_s=0.31), *repeats(BF16, [one * 1.001 for one in STEADY], duration_s=2.0)]
    found = compare(group_repeats(runs))
    words = "measured for only 310 ms: results of windows under a second vary widely (use more --steps, or --duration 10s)"
    assert all(words in entry.reason for entry in found.metrics["throughput"])
    assert found.pairs[0].reasons == (f"{found.groups[0].name}: {words}",)
    long = compare(group_repeats([*repeats(FP32, STEADY, duration_s=1.0), *repeats(BF16, STEADY, duration_s=2.0)]))
    assert "measured for" not in long.metrics["throughput"][1].reason
    assert long.pairs[0].reasons == ()


def stepping_command(name: str, steps: int, per_second: float, **more: Any) -> RunRecord:
    found = {"step_rate": measured(per_second, "steps/s"), "energy_per_step": measured(3.0, "J"), **speed(per_second)}
    return run_record(name, RunSpec(COMMAND, command=(name,)), found, steps=steps, **more)


def test_a_command_is_as_short_as_its_timed_steps_not_as_the_sensors_readings() -> None:
    late_sensors = [stepping_command(name, 101, 50.0, duration_s=0.1) for name in ("a", "b")]  # 100 steps of 20 ms
    found = compare(group_repeats(late_sensors))
    assert "measured for only" not in found.metrics["throughput"][1].reason
    assert found.pairs[0].reasons == ()
    long_load = compare(group_repeats([stepping_command(name, 11, 50.0, duration_s=60.0) for name in ("a", "b")]))
    short = "measured for only 200 ms: results of windows under a second vary widely"
    assert found.metrics["wall_time"][1].ratio == 1.0
    assert short in long_load.metrics["throughput"][1].reason
    assert "--steps" not in long_load.metrics["throughput"][1].reason  # no option of a command
    each = long_load.metrics["energy_per_step"][1]
    assert each.ratio is None
    assert "power and energy need windows of 30 s, the shortest here is 0.2 s" in each.reason


def test_a_short_command_that_tells_no_steps_is_not_warned_of() -> None:
    runs = [run_record(name, RunSpec(COMMAND, command=(name,)), duration_s=0.1, steps=None) for name in ("a", "b")]
    assert compare(group_repeats(runs)).pairs[0].reasons == ()


def shared(run: RunRecord, own_s: float, **more: Any) -> RunRecord:
    """Return a run of 40 s on both threads of a machine that is fully busy, ``own_s`` of its processor time used by the run."""
    devices = (
        DeviceResult(CPU, {"utilization_mean": measured(1.0, "1")}),
        DeviceResult(Device("workload", DeviceKind.PROCESSES, "The workload"), {"cpu_time": measured(own_s, "s")}),
    )
    return replace(run, devices=devices, environment={"threads": 2, "cpu_threads": 2}, **more)


def test_what_others_took_of_the_processor_stands_beside_every_verdict_of_runs_on_it() -> None:
    runs = [shared(run, 79.2) for run in repeats(FP32, STEADY)] + [shared(run, 17.2) for run in repeats(BF16, STEADY)]
    found = compare(group_repeats(runs))
    ours, theirs = found.metrics["throughput"][1], found.metrics["throughput"][0]
    assert "other programs used 78.5 % of the processor meanwhile" in ours.reason
    assert "other programs used 1.00 % of the processor meanwhile" in theirs.reason
    names = [group.name for group in found.groups]
    assert f"Other programs used 1.00 % ({names[0]}) and 78.5 % ({names[1]}) of the processor meanwhile." in found.summary
    assert found.pairs[0].reasons == (f"{names[1]}: other programs used 78.5 % of the processor meanwhile",)


def test_what_others_took_stands_beside_a_single_run_that_gets_no_verdict() -> None:
    found = compare(group_repeats([shared(run_record("aa", FP32, speed(100.0)), 17.2), shared(run_record("bb", BF16, speed(9.0)), 17.2)]))
    assert found.metrics["throughput"][1].reason == "one repeat per side; other programs used 78.5 % of the processor meanwhile"
    assert "Other programs used 78.5 % of the processor meanwhile." in found.summary, "both groups alike: once, without their names"


@pytest.mark.parametrize(
    ("kind", "notes"),
    [
        (
            "backward",
            [
                (
                    "Its steps are backward passes, since no optimizer of torch took a step; "
                    "if a step has several, gpuscope.step() at the end of each step reports them."
                )
            ],
        ),
        ("batch", ["Its steps are batches of a DataLoader, since no backward pass and no step of an optimizer was detected."]),
        ("optimizer", []),
        (None, []),
    ],
)
def test_steps_that_are_something_else_than_an_optimizers_are_told_as_what_they_are(kind: str | None, notes: list[str]) -> None:
    assert run_notes(replace(stepping_command("a", 101, 50.0), steps_kind=kind)) == notes


def test_long_steps_are_a_note_of_their_run_and_no_difference_between_two() -> None:
    run, other = stepping_command("a", 101, 50.0), stepping_command("b", 101, 50.0)
    slow = replace(run, environment={LONG_STEPS: "every 10 steps one takes 6.00 × as long as the others"})
    assert run_notes(slow) == ["Every 10 steps one takes 6.00 × as long as the others."]
    assert not [found for found in compare(group_repeats([slow, other])).differs if "long" in found.key]


@pytest.mark.parametrize("spec", [RunSpec("mnist-mlp", device="cuda:0"), RunSpec("command", command=("x",))])
def test_what_others_took_is_told_of_every_run(spec: RunSpec) -> None:
    run = shared(run_record("aa", spec, speed(1.0)), 17.2)
    assert others_share(run) == pytest.approx(0.785)
    assert run_notes(run) == ["Other programs used 78.5 % of the processor meanwhile."]
    on_cpu = spec.is_command  # without a GPU
    assert BottleneckSignals(run).others == (pytest.approx(0.785) if on_cpu else None)  # a separate verdict on the processor alone


def test_processor_time_that_was_read_over_a_part_of_the_window_is_told_over_all_of_it() -> None:
    part = measured(10.0, "s", reason="over the last 10.00 of 40.00 s")
    run = shared(run_record("aa", FP32, speed(1.0)), 0.0)
    run = replace(run, devices=(run.devices[0], replace(run.devices[1], metrics={"cpu_time": part})))
    assert others_share(run) == pytest.approx(0.5)


def test_a_run_that_ran_out_of_memory_says_how_to_find_out_what_filled_it() -> None:
    reason = "exit code 1: out of GPU memory: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
    run = run_record("a", state=RunState.FAILED, reason=reason, steps=25)
    said = "A profile of its last steps shows what filled the memory: --profile steps=20:26,memory,stacks."
    assert said in run_notes(run)
    assert "--profile steps=0:3,memory,stacks." in run_notes(replace(run, steps=2))[-1]
    for other in (
        replace(run, steps=0),  # it would never reach a step
        replace(run, reason="exit code 1: ValueError"),
        replace(run, environment={**run.environment, PROFILED: f"{RECORDED} 5 steps"}),
    ):
        assert said not in run_notes(other)


def test_a_run_that_failed_is_no_repeat_for_a_claim() -> None:
    sides = [seeded(repeats(spec, [factor * value for value in STEADY])) for spec, factor in ((FP32, 1.0), (BF16, 1.3))]
    whole = compare([Group(name, tuple(side)) for name, side in zip("ab", sides, strict=True)])
    assert whole.metrics["throughput"][1].is_claim
    sides[1][4] = replace(sides[1][4], state=RunState.FAILED)
    found = compare([Group(name, tuple(side)) for name, side in zip("ab", sides, strict=True)])
    entry = found.metrics["throughput"][1]
    assert (entry.n, entry.repeats, entry.is_claim) == (5, 4, False)
    assert "4 repeats per side, a claim needs 5; includes a run that failed" in entry.reason
    assert found.sentences[0].startswith("So far, b is 1.30")
    assert "Only 4 repeats per side: a claim needs 5." in found.sentences[-1]
