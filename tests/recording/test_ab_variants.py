"""Tests of the variants of an A/B, and of its expected duration."""

from dataclasses import replace

import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.recording import ab_variants
from gpuscope.recording.ab_variants import ab_plan, expected_time_sentence
from gpuscope.recording.variants import Variant
from gpuscope.workloads.capabilities import Capabilities
from tests.cli.stored_runs import record

SHORTER = " (--warmup-limit SECONDS shortens it)"
HERE = Capabilities("2.13.0", (), "no driver", 2**62, complete=True)


@pytest.mark.parametrize(
    ("specs", "limits_s"),
    [
        ((RunSpec("gemm"), RunSpec("gemm", precision="bf16")), (60, 60)),
        ((RunSpec("gemm", warmup_limit_s=5), RunSpec("gemm", warmup_limit_s=9)), (5, 9)),
        ((RunSpec("mnist-mlp"), RunSpec("mnist-mlp", optimize="ddp", ranks=2)), (0, 0)),
    ],
)
def test_variants_warm_up_until_they_are_steady_unless_one_says_how_long_or_cannot(
    specs: tuple[RunSpec, ...], limits_s: tuple[float, ...]
) -> None:
    assert tuple(one.spec.warmup_limit_s for one in ab_variants._steady([Variant(str(spec), spec) for spec in specs])) == limits_s


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (RunSpec("gemm", duration_s=1.0, warmup_limit_s=60.0), "4 runs will take up to 4 min 04 s, of which 4.00 s are measured"),
        (RunSpec("gemm", duration_s=1.0), "4 runs will take about 4.00 s;"),
        (RunSpec("gemm", steps=10, warmup_limit_s=60.0), "4 runs: up to 4 min of warm-up (--warmup-limit SECONDS shortens it)"),
    ],
)
def test_how_long_it_will_take_is_told_before_the_start(spec: RunSpec, sentence: str) -> None:
    variants = [Variant("a", spec), Variant("b", replace(spec, precision="bf16"))]
    assert expected_time_sentence(variants, 2, [], SHORTER).startswith(sentence)
    assert ("--warmup-limit" in expected_time_sentence(variants, 2, [], SHORTER)) is (spec.warmup_limit_s > 0)


def test_a_run_that_ended_early_counts_by_its_speed() -> None:
    spec = RunSpec("gemm", steps=1000)
    stopped = record("a", spec, state=RunState.STOPPED, steps=10, duration_s=2.0)
    unknown = record("b", spec, state=RunState.FAILED, duration_s=2.0)
    variants = [Variant("a", spec), Variant("b", spec)]
    assert expected_time_sentence(variants, 2, [stopped, unknown]).startswith("4 runs will take about 13 min 20 s")
    assert "not known" in expected_time_sentence(variants, 2, [unknown])
    finished = replace(stopped, state=RunState.FINISHED)
    assert expected_time_sentence(variants, 2, [finished]).startswith("4 runs will take about 8.00 s")


def test_a_command_that_ended_early_tells_nothing_of_how_long_it_takes() -> None:
    """How many steps it would have taken is not known: the setting of that name is that of gpuscope's own workloads."""
    spec = RunSpec("command", command=("python", "train.py", "1"))
    stopped = replace(record("a", spec, state=RunState.STOPPED, steps=20, duration_s=0.6), wall_s=0.64)
    variants = [Variant("a", spec), Variant("b", spec)]
    assert "not known" in expected_time_sentence(variants, 2, [stopped])
    assert expected_time_sentence(variants, 2, [replace(stopped, state=RunState.FINISHED)]).startswith("4 runs will take about 2.56 s")


def test_the_plan_has_its_baseline_first_and_cools_gpus_alone() -> None:
    variants = ab_variants.ab_variants(RunSpec("mnist-mlp", duration_s=1.0), ["batch_size=64,128"], HERE, until_steady=True)
    assert [(variant.name, variant.spec.batch_size, variant.spec.warmup_limit_s) for variant in variants] == [
        ("batch size 64", 64, 60.0), ("batch size 128", 128, 60.0)
    ]  # fmt: skip
    name, items, options = ab_plan(variants, 2, 0.02)
    assert name == "mnist-mlp: batch size 128 against batch size 64"
    assert [item.group for item in items] == ["batch size 64", "batch size 128", "batch size 128", "batch size 64"]
    assert options.to_json() == {"repeats": 2, "until": 0.02, "cooling": False}
    assert ab_plan([Variant("a", RunSpec("gemm", device="cuda:0"))], 1, None)[2].cooling


def test_two_variants_that_are_the_same_are_refused() -> None:
    with pytest.raises(UsageError, match="two of the variants are the same"):
        ab_variants.ab_variants(RunSpec("mnist-mlp"), ["batch_size=none,64"], HERE, until_steady=False)
