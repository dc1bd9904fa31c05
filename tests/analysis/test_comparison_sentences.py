"""The sentences of a comparison."""

import re
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.comparison_sentences import interval_of_difference
from gpuscope.analysis.group import Group, group_repeats
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import describe
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, COMMAND, RunSpec
from tests.analysis.records import BF16, FP32, STEADY, measured, repeats, run_record, seeded, speed


def test_small_differences_are_told_in_percent() -> None:
    runs = [*repeats(FP32, [100.0, 100.1, 99.9, 100.05, 99.95]), *repeats(BF16, [101.0, 101.1, 100.9, 101.05, 100.95])]
    assert "is 1.0 % faster than" in compare(group_repeats(runs)).sentences[0]


def test_percent_slower_is_what_the_ratio_lacks_to_one() -> None:
    found = compare(group_repeats([*repeats(FP32, STEADY), *repeats(BF16, [0.93 * one for one in STEADY])]))
    entry = found.metrics["throughput"][1]
    assert entry.ratio == pytest.approx(0.93)
    assert entry.interval is not None
    low, high = (100 * (1 - end) for end in reversed(entry.interval))
    assert f"is 7.0 % slower than run fp320 ({low:.1f}–{high:.1f} %, n = 5)" in found.sentences[0]


@pytest.mark.parametrize("points", [0.02, 0.12])
def test_a_difference_in_points_beyond_chance_is_not_shown_with_an_interval_that_reaches_zero(points: float) -> None:
    shares = [0.9, 0.9001, 0.8999, 0.90005, 0.89995]
    sides = [repeats(FP32, shares, "accuracy", "1"), repeats(BF16, [share + points / 100 for share in shares], "accuracy", "1")]
    found = compare(group_repeats([*seeded(sides[0]), *seeded(sides[1])]))
    assert found.metrics["accuracy"][1].verdict == "better"
    value, half = re.findall(r"[\d.]+", found.sentences[0].split(" has ")[1])[:2]
    assert float(value) > float(half)
    low, high = (float(end) for end in re.findall(r"\+[\d.]+", interval_of_difference("accuracy", found.metrics["accuracy"][1])))
    assert 0 < low <= float(value) <= high


def test_a_half_width_in_points_is_never_shown_as_nothing() -> None:
    shares = [0.9, 0.90001, 0.89999, 0.900005, 0.899995]
    sides = [repeats(FP32, shares, "accuracy", "1"), repeats(BF16, [share + 1e-4 for share in shares], "accuracy", "1")]
    found = compare(group_repeats([*seeded(sides[0]), *seeded(sides[1])]))
    assert "has 0.010 ± 0.001 points higher accuracy" in found.sentences[0]


def test_a_change_in_percent_is_never_shown_as_an_end_of_its_interval() -> None:
    """A change of 16.8 % with an interval of 16.4 to 17.2 % must not read as 17 % (16–17 %)."""
    steady = [1.0, 1.002, 0.998, 1.003, 0.997]
    sides = [seeded(repeats(spec, [one * value for value in steady], "latency_p99", "s")) for spec, one in ((FP32, 0.01), (BF16, 0.00832))]
    sentence = compare(group_repeats([*sides[0], *sides[1]])).sentences[0]
    change, low, high = re.findall(r"[\d.]+(?= %|–)", sentence.split(" has ")[1])[:3]
    assert float(low) < float(change) < float(high)


def test_fewer_repeats_than_a_claim_needs_are_marked_where_they_matter() -> None:
    def group(name: str, spec: RunSpec, factor: float, count: int) -> Group:
        return Group(name, tuple(seeded(repeats(spec, [factor * value for value in STEADY[:count]]))))

    base, three, five = group("a", FP32, 1.0, 5), group("b", BF16, 1.2, 3), group("c", replace(BF16, threads=2), 1.3, 5)
    assert compare([base, three]).sentences[0].startswith("So far, b is 1.2")
    assert "Only 3 repeats per side: a claim needs 5." in compare([base, three]).sentences[-1]
    claimed, provisional, trust = compare([base, three, five]).sentences
    assert claimed.startswith("c is 1.3")
    assert provisional.startswith("So far, b is 1.2")
    assert trust.startswith("Fewer than the 5 repeats that a claim needs: b.")


def test_one_metric_with_few_repeats_beside_another_with_enough_says_how_many() -> None:
    runs = [seeded(repeats(spec, [factor * value for value in STEADY])) for spec, factor in ((FP32, 1.0), (BF16, 1.3))]
    some = [
        [
            replace(run, metrics={**run.metrics, "accuracy": measured(0.9 + shift + 1e-5 * at, "1")} if at < 3 else run.metrics)
            for at, run in enumerate(side)
        ]
        for side, shift in zip(runs, (0.0, 0.02), strict=True)
    ]
    sentence = compare([Group(name, tuple(side)) for name, side in zip("ab", some, strict=True)]).sentences[0]
    assert sentence.startswith("b is 1.30")
    assert "points higher accuracy (n = 3)" in sentence


def test_intervals_are_mentioned_only_where_there_are_any() -> None:
    alone = Group("a", tuple(repeats(FP32, STEADY[:1])))
    found = compare([alone, Group("b", tuple(seeded(repeats(BF16, STEADY))))])
    assert "Intervals" not in found.sentences[-1]


def test_a_group_of_one_run_among_groups_of_repeats_is_told_apart() -> None:
    runs = [
        *repeats(FP32, STEADY),
        *repeats(BF16, [one * 2 for one in STEADY]),
        run_record("x", RunSpec("mnist-mlp", steps=7), speed(300.0)),
    ]
    assert compare(group_repeats(runs)).sentences[-1].startswith("A group of one run gets a ratio, not a verdict.")


def test_where_one_side_lacks_the_throughput_the_time_is_told() -> None:
    ours = [replace(run, metrics={}, wall_s=90.0 + index / 10) for index, run in enumerate(repeats(BF16, STEADY))]
    theirs = [replace(run, wall_s=45.0 + index / 10) for index, run in enumerate(repeats(FP32, STEADY))]
    assert "takes 99.6 % more time from start to exit (98.7–100 %)" in compare(group_repeats([*theirs, *ours])).sentences[0]


def test_the_sentence_tells_factor_interval_repeats_and_what_did_not_change() -> None:
    def run(name: str, spec: RunSpec, index: int, factor: float, joules: float) -> RunRecord:
        accuracy = measured(0.95 + 0.001 * index * (-1) ** index, "1")
        energy = measured(joules * (1 + index / 1000), "J", source="gpu:0: field 83", uncertainty=0.001 * joules)
        latency = measured(0.010 + 0.001 * index * (-1) ** index, "s")
        more = {"accuracy": accuracy, "energy_per_sample": energy, "latency_p99": latency}
        return run_record(f"{name}{index}", spec.with_values({"seed": index}), {**speed(STEADY[index] * factor), **more})

    runs = [run("a", FP32, index, 1.0, 2.0) for index in range(5)] + [run("b", BF16, index, 1.82, 1.18) for index in range(5)]
    found = compare([Group("FP32", tuple(runs[:5])), Group("BF16", tuple(runs[5:]))])
    assert found.sentences[0] == (
        "BF16 is 1.82\u00a0× faster than FP32 (1.80–1.84, n = 5) and uses 41.0 % less energy per sample (40.9–41.1 %);"
        " no measurable difference in p99 step time and accuracy (0.0 ± 0.4 points)."
    )
    assert found.sentences[1] == "Intervals are at the 95 % confidence level."


def test_the_summary_is_its_sentences_one_a_group_then_the_caution() -> None:
    runs = [run_record(name, spec, speed(value)) for name, spec, value in (("aa", FP32, 1.0), ("bb", BF16, 2.0))]
    found = compare(group_repeats(runs))
    assert found.summary == " ".join(found.sentences)
    assert [sentence.split(" ")[0] for sentence in found.sentences] == ["run", "One"]


def test_the_best_group_is_told_first_and_groups_without_a_ratio_last() -> None:
    specs = [FP32.with_values({"batch_size": size}) for size in (32, 64, 128, 256)]
    values = [speed(100.0), speed(150.0), {}, speed(170.0)]
    runs = [run_record(name, spec, value) for name, spec, value in zip("abcd", specs, values, strict=True)]
    found = compare([Group(run.run_id, (run,)) for run in runs])
    assert [sentence.split(" ")[0] for sentence in found.sentences[:3]] == ["d", "b", "c"]
    assert [entry.group for entry in found.metrics["throughput"]] == ["a", "b", "c", "d"]


def test_a_claimed_gain_is_told_before_a_larger_ratio_within_the_scatter() -> None:
    scattered = [100.0, 500.0, 80.0, 60.0, 400.0]
    specs = (FP32, BF16, RunSpec("mnist-mlp", steps=7))
    groups = [repeats(specs[0], STEADY), repeats(specs[1], scattered), repeats(specs[2], [one * 1.1 for one in STEADY])]
    found = compare([Group(name, tuple(runs)) for name, runs in zip(("base", "scattered", "steady"), groups, strict=True)])
    assert [entry.verdict for entry in found.metrics["throughput"][1:]] == ["no-difference", "better"]
    assert found.sentences[0].startswith("steady ")


@pytest.mark.parametrize(
    ("keys", "words"),
    [(("energy",), "2.00\u00a0× the energy of"), (("energy", "energy_per_sample"), "2.00\u00a0× the energy per sample of")],
)
def test_the_summary_tells_the_energy_per_sample_else_the_whole(keys: tuple[str, ...], words: str) -> None:
    runs = [
        run_record(name, spec, {key: measured(value, "J") for key in keys}) for name, spec, value in (("aa", FP32, 1.0), ("bb", BF16, 2.0))
    ]
    assert compare(group_repeats(runs)).sentences[0] == f"run bb has 1.00\u00a0× the time from start to exit and {words} run aa."


def commands(*wall_s: float | None, state: RunState = RunState.FINISHED) -> list[Group]:
    spec = RunSpec(COMMAND, command=("true",))
    runs = [run_record(name, spec, wall_s=wall, duration_s=None) for name, wall in zip("abc", wall_s, strict=False)]
    return [Group(one.run_id, (replace(one, state=state if one is runs[-1] else one.state),)) for one in runs]


def test_commands_are_compared_by_the_time_from_start_to_exit() -> None:
    found = compare(commands(40.0, 60.0))
    assert [(entry.value, entry.unit, entry.ratio) for entry in found.metrics["wall_time"]] == [(40.0, "s", 1.0), (60.0, "s", 1.5)]
    assert describe("wall_time") == ("Start to exit", "s", Better.LOWER)
    assert found.sentences[0] == "b has 1.50\u00a0× the time from start to exit of a."


def test_what_ran_before_its_recording_is_not_compared_by_how_long_it_was_recorded() -> None:
    spec = RunSpec(ATTACHED, command=("true",))
    groups = [replace(group, runs=tuple(replace(run, spec=spec) for run in group.runs)) for group in commands(40.0, 60.0)]
    found = compare(groups)
    assert "wall_time" not in found.metrics
    assert [entry.value for entry in found.metrics["recorded_time"]] == [40.0, 60.0]
    assert describe("recorded_time") == ("Time recorded", "s", Better.NEITHER)
    assert "start to exit" not in found.summary
    first, _ = compare([groups[0], commands(40.0, 60.0)[1]]).metrics["wall_time"]
    assert (first.reason or first.note) == "it ran already when its recording began"


def test_the_time_of_a_run_that_did_not_finish_has_no_ratio() -> None:
    groups = commands(40.0, 2.0, state=RunState.FAILED)
    failed = compare(groups).metrics["wall_time"][1]
    assert (failed.value, failed.ratio) == (2.0, None)
    assert failed.reason.startswith("a run of b did not finish")
    beside_it = compare(groups, groups[1].name).metrics["wall_time"][0]
    assert beside_it.reason.startswith("a run of b did not finish"), "it is the other one that did not"
    lost = compare(commands(40.0, None, state=RunState.INTERRUPTED)).metrics["wall_time"][1]
    assert (lost.value, lost.reason) == (None, "its exit was not recorded (interrupted)")


def test_where_there_is_a_throughput_the_summary_tells_no_time() -> None:
    runs = [run_record(name, spec, {"throughput": measured(5.0, "samples/s")}) for name, spec in (("aa", FP32), ("bb", BF16))]
    assert "start to exit" not in compare(group_repeats(runs)).summary


def test_training_beside_inference_is_refused_by_table_sentence_and_badge_alike() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(RunSpec("mnist-mlp", task="inference", precision="bf16"), [2 * one for one in STEADY])]
    found = compare(group_repeats(runs))
    words = "they ran different workloads (mnist-mlp inference and mnist-mlp training)"
    for entry in (row[1] for row in found.metrics.values() if row[1].value is not None):
        assert (entry.ratio, entry.difference, entry.verdict, entry.reason) == (None, None, "not-comparable", words)
    assert found.pairs[0].reasons == (words,)
    assert words in found.sentences[0]


def test_runs_of_different_workloads_get_no_headline() -> None:
    one, other = run_record("aa", RunSpec("mnist-mlp"), speed(4100.0)), run_record("bb", RunSpec("cifar-cnn"), speed(100.0))
    assert "ran different workloads (cifar-cnn and mnist-mlp)" in compare(group_repeats([one, other])).summary
