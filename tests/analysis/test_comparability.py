"""How far groups may be compared: one fact at a time, on hand-made records."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from gpuscope.analysis import run_value
from gpuscope.analysis.comparability import Comparability, Level, comparability, differences, worst
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import GPU, measured, run_record, speed

FP32, BF16 = RunSpec("mnist-mlp"), RunSpec("mnist-mlp", precision="bf16")
ENVIRONMENT = {"torch": "2.13.0", "cpu": "A processor", "gpu:0.driver_version": "580.82", "gpu:0.power_limit": 700.0}


def run(run_id: str, spec: RunSpec = FP32, *, told: dict[str, float] | None = None, host: str = "a-machine", **facts: Any) -> RunRecord:
    numbers = {"clock_mean": measured(1.7e9, "Hz"), **{key: measured(value, "1") for key, value in (told or {}).items()}}
    record = run_record(run_id, spec, {}, (DeviceResult(GPU, numbers),), host=host)
    return replace(record, environment={**ENVIRONMENT, **facts})


def pair(*other: RunRecord, base: tuple[RunRecord, ...] = ()) -> Comparability:
    return comparability(Group("bf16", other), Group("fp32", base or (run("aa"),)))


def test_one_axis_and_equal_surroundings_are_comparable() -> None:
    found = pair(run("bb", BF16))
    assert (found.level, found.reasons, found.axes) == (Level.COMPARABLE, (), ("precision",))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"gpu:0.driver_version": "570.1"}, "different driver: 570.1 and 580.82"),
        ({"gpu:0.power_limit": 350.0}, "different power limit: 350.0 and 700.0"),
        ({"gpu:0.name": "B200"}, ""),
        ({"torch": "2.12.0"}, "different torch: 2.12.0 and 2.13.0"),
        ({"host": "b-machine"}, "different machine: b-machine and a-machine"),
        ({"power_source": "battery"}, "bf16 ran on battery"),
        ({"power_source": "mains"}, ""),
        ({"shared_device": "run abc (another, another store)"}, "bf16: its device was used meanwhile by “another”"),
        ({"shared_device": "run abc (another)"}, "bf16: its device was used meanwhile by “another”"),
        ({"shared_device": "run abc (another), run def (another)"}, "bf16: its device was used meanwhile by “another”"),
        (
            {"shared_device": "run a (x, y), run b (z), run c (1), plan d (2)"},
            "bf16: its device was used meanwhile by “x, y”, “z” and 2 more",
        ),
        ({"plan": "p1", "plan.item": 3}, ""),
        (
            {
                "working_folder": "/tmp/x",
                "command": "y",
                "recorder.output_bytes": 9,
                "parameters": 3,
                "git_commit": "f",
                "git_dirty": "yes",
            },
            "",
        ),
    ],
)
def test_each_fact_of_the_surroundings_that_counts_is_a_reason(facts: dict[str, Any], reason: str) -> None:
    found = pair(run("bb", BF16, **facts))
    assert found.reasons == ((reason,) if reason else ()), "what only one side tells, or differs each time, is none"
    assert found.level is (Level.CAUTION if reason else Level.COMPARABLE)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"clock_mean": 1.36e9}, "the mean clock of gpu:0 is 20.0 % lower"),
        ({"clock_mean": 1.66e9}, ""),
        ({"device_processes_peak": 2.0}, "other processes used gpu:0 while bf16 ran"),
        ({"device_processes_peak": 1.0}, ""),
        ({"slowed_hardware": 0.004}, ""),
        ({"slowed_thermal": 0.2}, "slowed by heat: gpu:0 for 20.0 % of the time in bf16"),
        ({"slowed_power_cap": 0.4}, "the power cap slowed gpu:0 for 40.0 % of the time, 0 % in fp32"),
    ],
)
def test_what_the_devices_told_counts_too(told: dict[str, float], reason: str) -> None:
    assert pair(run("bb", BF16, told=told)).reasons == ((reason,) if reason else ())


@pytest.mark.parametrize("key", ["amd:0", "intel:0"])
@pytest.mark.parametrize(
    ("fact", "values", "reason"),
    [
        ("name", ("Card A", "Card B"), "different GPU: Card A and Card B"),
        ("driver_version", ("6.1", "6.2"), "different driver: 6.1 and 6.2"),
    ],
)
def test_a_gpu_of_any_maker_counts(key: str, fact: str, values: tuple[str, str], reason: str) -> None:
    facts: list[dict[str, Any]] = [{f"{key}.{fact}": value} for value in values]
    one, other = run("bb", **facts[0]), run("aa", **facts[1])
    assert pair(one, base=(other,)).reasons == (reason,)


def test_the_power_limit_of_a_gpu_is_the_one_that_was_read_if_its_driver_tells_none_before() -> None:
    card = Device("amd:0", DeviceKind.GPU, "A card")
    facts: dict[str, Any] = {"amd:0.name": card.name}
    one, other = (
        replace(run(run_id, **facts), devices=(DeviceResult(card, {"power_limit_last": measured(watts, "W")}),))
        for run_id, watts in (("bb", 200.0), ("aa", 300.0))
    )
    assert pair(one, base=(other,)).reasons == ("different power limit: 200.0 and 300.0",)


def test_the_clock_of_a_gpu_of_any_maker_counts() -> None:
    card = Device("amd:0", DeviceKind.GPU, "A card")
    one, other = (
        replace(run(run_id), devices=(DeviceResult(card, {"clock_mean": measured(clock, "Hz")}),))
        for run_id, clock in (("bb", 1e9), ("aa", 2e9))
    )
    assert pair(one, base=(other,)).reasons == ("the mean clock of amd:0 is 50.0 % lower",)


def test_more_than_one_change_is_told_and_repeats_and_seeds_are_none() -> None:
    found = pair(run("bb", BF16.with_values({"batch_size": 128, "seed": 4, "steps": 900})))
    assert found.axes == ("precision", "batch_size")
    assert found.reasons == ("more than one setting differs: precision and batch size",)


def test_a_run_that_was_not_steady_is_a_caution_and_no_refusal() -> None:
    found = pair(run("b1", BF16, steady="no"), run("b2", BF16, steady="yes"))
    assert (found.level, found.reasons) == (
        Level.CAUTION, ("1 of 2 runs of bf16 not steady when measured: their warm-up reached its limit",),
    )  # fmt: skip
    assert pair(run("b1", BF16, steady="yes"), base=(run("aa", steady="yes"),)).level is Level.COMPARABLE
    limits = pair(run("b1", replace(BF16, warmup_limit_s=60.0)))
    assert (limits.level, limits.axes) == (Level.COMPARABLE, ("precision",))


def test_a_group_whose_own_runs_differ_is_a_reason() -> None:
    base = (run("aa"), run("ab", torch="2.12.0"))
    assert pair(run("bb", BF16), base=base).reasons == ("different torch: 2.13.0 and 2.12.0, 2.13.0",)


def test_different_things_and_runs_that_failed_are_not_comparable() -> None:
    other = pair(run("bb", RunSpec("gemm")))
    assert (other.level, other.reasons) == (Level.NOT_COMPARABLE, ("they ran different workloads (gemm and mnist-mlp)",))
    failed = pair(replace(run("bb", BF16), state=RunState.FAILED))
    assert (failed.level, failed.reasons) == (Level.NOT_COMPARABLE, ("the run of bf16 failed",))
    both = pair(replace(run("bb", BF16), state=RunState.FAILED), replace(run("bc", BF16), state=RunState.FAILED))
    assert both.reasons == ("every run of bf16 failed",)
    mixed = pair(replace(run("bb", BF16), state=RunState.FAILED), replace(run("bc", BF16), state=RunState.INTERRUPTED))
    assert mixed.reasons == ("no run of bf16 finished",)
    some = pair(run("bb", BF16), replace(run("bc", BF16), state=RunState.STOPPED))
    assert (some.level, some.reasons) == (Level.CAUTION, ("1 of 2 runs of bf16 was stopped",))


def test_of_a_command_the_commit_is_the_code() -> None:
    command = RunSpec(COMMAND, command=("train",))
    before, after = run("aa", command, git_commit="a", git_dirty="no"), run("bb", command, git_commit="b", git_dirty="no")
    found = pair(after, base=(before,))
    assert (found.level, found.axes) == (Level.COMPARABLE, ("git_commit",))
    dirty = pair(run("bb", command, git_commit="a", git_dirty="yes"), base=(before,))
    assert dirty.reasons == ("bf16 ran with uncommitted changes, so the commit does not say which code it was",)
    edited = pair(
        run("bb", command, git_commit="a", git_dirty="yes", git_changes="x", script="2"),
        base=(run("aa", command, git_commit="a", script="1"),),
    )
    assert (edited.level, edited.axes, edited.reasons) == (Level.COMPARABLE, ("script",), ())
    known = pair(run("bb", command, git_commit="a", git_dirty="yes", git_changes="x"), base=(run("aa", command, git_commit="a"),))
    assert known.reasons == ()


def test_the_comparison_has_a_pair_for_each_group_but_the_baseline() -> None:
    groups = [Group("a", (run("aa"),)), Group("b", (run("bb", BF16),)), Group("c", (run("cc", RunSpec("gemm")),))]
    found = compare(groups, "b")
    assert [(one.group, one.level) for one in found.pairs] == [("a", Level.COMPARABLE), ("c", Level.NOT_COMPARABLE)]
    assert worst(found.pairs) is Level.NOT_COMPARABLE
    assert found.to_json()["comparability"][0] == {"group": "a", "level": "comparable", "reasons": [], "axes": ["precision"]}


def test_how_long_an_engines_conversion_took_is_no_difference_between_groups() -> None:
    runs = [run(name, engine_version="1.31", engine_conversion_s=seconds) for name, seconds in (("aa", 3.8), ("bb", 0.3))]
    assert differences([Group(each.run_id, (each,)) for each in runs]) == ()


def in_order(order: str, *, scatter: float = 0.01, drift: float = 0.0, gain: float = 0.0, seed: int = 0) -> Comparability:
    """Compare runs that start 20 s apart, "a" and "b" in an order, " " for a pause; numbers are logarithms of speed, the drift's in all."""
    random = Random(seed)
    runs: dict[str, list[RunRecord]] = {"a": [], "b": []}
    for place, name in enumerate(order):
        if name == " ":
            continue
        logarithm = random.gauss(0.0, scatter) + drift * place / (len(order) - 1) + (gain if name == "b" else 0.0)
        at = run_record(f"{name}{place}", FP32 if name == "a" else BF16, speed(100.0 * math.exp(logarithm)))
        runs[name].append(replace(at, started_at=at.started_at + timedelta(seconds=20 * place)))
    return comparability(Group("b", tuple(runs["b"])), Group("a", tuple(runs["a"])))


_BLOCKS, _ROUNDS = "aaaaabbbbb", "abbaabbaab"


@pytest.mark.parametrize(("order", "first", "last"), [(_BLOCKS, "a", "b"), (_BLOCKS[::-1], "b", "a")])
def test_a_machine_that_drifted_while_the_groups_ran_one_after_the_other_is_a_caution(order: str, first: str, last: str) -> None:
    found = in_order(order, drift=-0.2)
    assert found.level is Level.CAUTION
    assert found.reasons[0].startswith(f"all runs of {first} came before those of {last}, and in both the speed fell")
    assert "in both the speed rose" in in_order(order, drift=0.2).reasons[0]
    by_drift_alone = in_order(order, scatter=0.0, drift=math.log(0.8)).reasons[0]
    assert by_drift_alone.endswith("that alone would be about 12 % between them")  # 0.8 ** (5 / 9), as five of nine pauses lie between


def share_cautioned(order: str, **how: float) -> float:
    return sum(in_order(order, seed=seed, **how).level is Level.CAUTION for seed in range(400)) / 400


def test_most_false_differences_of_a_drift_are_cautioned_and_few_true_ones() -> None:
    assert share_cautioned(_BLOCKS, drift=-0.1) >= 0.8
    assert share_cautioned(_BLOCKS) <= 0.05
    assert share_cautioned(_BLOCKS, gain=0.05) <= 0.05
    assert share_cautioned(_ROUNDS, drift=-0.1) == 0, "in turn, a drift is no reason for a difference"


def test_a_drift_that_explains_little_of_a_difference_or_of_which_nothing_is_known_is_none() -> None:
    assert in_order(_BLOCKS, drift=-0.1, gain=0.7).reasons == ()
    assert in_order("aab", drift=-0.2).reasons == ()


def test_a_trend_is_not_extended_to_runs_long_after() -> None:
    assert in_order("aaaaa   bbbbb", drift=-0.2).level is Level.CAUTION
    assert in_order("aaaaa    bbbbb", drift=-0.2).reasons == ()


def test_a_command_that_took_no_time_has_no_speed() -> None:
    command = RunSpec(COMMAND, command=("true",))
    assert [run_value.speed(run_record("a", command, {}, (), wall_s=wall_s)) for wall_s in (0.5, 0.0, -2.0, 1e-320, None)] == [
        2.0,
        *[None] * 4,
    ]


@pytest.mark.parametrize("order", ["aaab", "aabb"])
def test_runs_without_a_start_of_their_own_show_no_drift(order: Sequence[str]) -> None:
    runs = [run_record(f"{name}{place}", FP32 if name == "a" else BF16, speed(100.0 + place)) for place, name in enumerate(order)]
    assert comparability(Group("b", tuple(runs[2:])), Group("a", tuple(runs[:2]))).reasons == ()
