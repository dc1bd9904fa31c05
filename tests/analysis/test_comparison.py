import json
import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gpuscope.analysis.comparability import settings_compared
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group, group_repeats
from gpuscope.analysis.statistics.estimate import estimate
from gpuscope.core.errors import UsageError
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from tests.analysis.records import BF16, FP32, STEADY, measured, repeats, run_record, seeded, speed


def test_two_single_runs_give_a_ratio_and_no_verdict() -> None:
    found = compare(group_repeats([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).to_json()
    base, other = found["metrics"]["throughput"]
    assert found["baseline"] == "run aa"
    assert (base["ratio"], other["ratio"]) == (1.0, 1.5)
    assert other["verdict"] == base["verdict"] == "not-comparable"
    assert other["interval"] is None
    assert other["reason"] == "one repeat per side"
    assert "1.50\u00a0× the throughput of run aa" in found["summary"]
    assert "One run per side" in found["summary"]


def test_no_word_of_a_verdict_is_used_on_single_repeats() -> None:
    found = compare(group_repeats([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))]))
    assert not {"better", "worse", "faster", "slower"} & set(json.dumps(found.to_json()).replace('"', " ").replace(".", " ").split())


def test_the_json_has_what_scripts_rely_on() -> None:
    found = compare(group_repeats([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).to_json()
    assert {"schema", "baseline", "groups", "metrics", "differs", "summary"} <= set(found)
    assert {"name": "run aa", "runs": ["aa"], "n": 1}.items() <= found["groups"][0].items()
    assert {"group", "value", "ratio", "interval", "verdict", "reason"} <= set(found["metrics"]["throughput"][0])
    assert found["differs"] == [{"key": "precision", "values": ["fp32", "bf16"]}]


def test_runs_of_one_spec_are_a_group_and_its_value_is_their_geometric_mean() -> None:
    runs = [run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))]
    runs += [run_record("cc", FP32, speed(110.0)), run_record("dd", FP32, speed(300.0)), run_record("ee", BF16, speed(151.0))]
    groups = group_repeats(runs)
    assert [[run.run_id for run in group.runs] for group in groups] == [["aa", "cc", "dd"], ["bb", "ee"]]
    base, other = compare(groups).metrics["throughput"]
    assert (base.value, other.value) == pytest.approx(((100.0 * 110.0 * 300.0) ** (1 / 3), math.sqrt(150.0 * 151.0)))
    assert other.n == 2
    assert other.verdict == "no-difference"
    assert other.reason.startswith("the 95 % interval includes 1; 2 repeats per side, a claim needs 5")


@pytest.mark.parametrize(
    ("factor", "key", "word"),
    [(2.0, "throughput", "better"), (0.5, "throughput", "worse"), (2.0, "latency_p99", "worse"), (1.001, "throughput", "no-difference")],
)
def test_repeats_give_a_verdict_with_its_interval(factor: float, key: str, word: str) -> None:
    runs = [*repeats(FP32, STEADY, key), *repeats(BF16, [one * factor for one in reversed(STEADY)], key)]
    entry = compare(group_repeats(runs)).metrics[key][1]
    assert entry.verdict == word
    assert entry.ratio == pytest.approx(factor)
    assert entry.interval is not None
    assert entry.interval[0] < factor < entry.interval[1]
    assert entry.interval[1] / entry.interval[0] < 1.05


def test_another_baseline_inverts_ratio_and_interval() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(BF16, [one * 2 for one in STEADY])]
    groups = group_repeats(runs)
    forth, back = compare(groups).metrics["throughput"][1], compare(groups, groups[1].name).metrics["throughput"][0]
    assert forth.interval is not None
    assert back.interval is not None
    assert (back.ratio, *back.interval) == pytest.approx((1 / (forth.ratio or 0), 1 / forth.interval[1], 1 / forth.interval[0]))
    assert (forth.verdict, back.verdict) == ("better", "worse")


def test_among_many_metrics_one_that_chance_gives_is_not_told() -> None:
    ours = (100.0, 101.5, 99.2, 101.9, 100.7)  # alone, p is about 0.05
    noise = {f"metric_{index}": [100.0, 103.0, 98.0, 101.0, 97.0] for index in range(30)}

    def run(name: str, spec: RunSpec, index: int, value: float) -> RunRecord:
        others = {key: measured(values[index - (spec is BF16)], "1") for key, values in noise.items()}
        return run_record(f"{name}{index}", spec, {"flops": measured(value, "FLOP/s"), **others})

    runs = [run("a", FP32, index, value) for index, value in enumerate(STEADY)]
    runs += [run("b", BF16, index, value * 1.012) for index, value in enumerate(ours)]
    entry = compare(group_repeats(runs)).metrics["flops"][1]
    assert entry.interval is not None
    assert entry.interval[0] > 1.0
    assert entry.verdict == "no-difference"
    assert "corrected p" in entry.reason


def test_values_of_zero_are_the_same_or_differ_without_a_ratio() -> None:
    runs = [*repeats(FP32, [0.0] * 5, "loss", "1"), *repeats(BF16, [0.0] * 5, "loss", "1")]
    same = compare(group_repeats(seeded(runs))).metrics["loss"][1]
    assert (same.ratio, same.verdict) == (None, "no-difference")
    runs[5:] = repeats(BF16, [one / 100 for one in STEADY], "loss", "1")
    other = compare(group_repeats(seeded(runs))).metrics["loss"][1]
    assert (other.ratio, other.interval, other.verdict) == (None, None, "worse")


def test_losses_and_accuracies_of_one_seed_are_one_result() -> None:
    runs = [*repeats(FP32, [0.5] * 5, "loss", "1"), *repeats(BF16, [0.4] * 5, "loss", "1")]
    one_seed = compare(group_repeats(runs)).metrics["loss"][1]
    assert (one_seed.ratio, one_seed.verdict) == (0.8, "not-comparable")
    assert "share a seed" in one_seed.reason
    assert compare(group_repeats(seeded(runs))).metrics["loss"][1].verdict == "better"


@pytest.mark.parametrize("key", ["loss", "accuracy"])
def test_a_seed_that_ran_twice_is_one_result_and_not_two(key: str) -> None:
    once = [*seeded(repeats(FP32, [0.50, 0.51, 0.49], key, "1")), *seeded(repeats(BF16, [0.48, 0.52, 0.47], key, "1"))]
    again = [replace(run, run_id=f"{run.run_id}again") for run in once]
    single, double = (compare(group_repeats(runs)).metrics[key][1] for runs in (once, [*once, *again]))
    assert (single.n, double.n) == (3, 6)
    assert double.difference == pytest.approx(single.difference)
    assert (double.value, double.corrected_p) == pytest.approx((single.value, single.corrected_p))
    assert "3 repeats per side" in double.reason


def test_a_seed_alone_with_a_value_gives_no_verdict() -> None:
    runs = seeded([*repeats(FP32, [0.5, 0.5, 0.4], "loss", "1"), *repeats(BF16, [0.3, 0.4, 0.5], "loss", "1")])
    runs = [replace(run, spec=run.spec.with_values({"seed": 7 if run.spec.seed < 2 else 8})) for run in runs]
    runs[2] = replace(runs[2], metrics={"loss": Quantity.missing("1", "not reported")})
    entry = compare(group_repeats(runs)).metrics["loss"][1]
    assert entry.verdict == "not-comparable"
    assert "share a seed" in entry.reason


def test_readings_that_do_not_scatter_are_no_proof_with_two_repeats_and_what_the_spec_fixes_is_one() -> None:
    warm = [*repeats(FP32, [61.0] * 2, "temperature_peak", "°C"), *repeats(BF16, [62.0] * 2, "temperature_peak", "°C")]
    assert compare(group_repeats(warm)).metrics["temperature_peak"][1].verdict == "no-difference"
    small = [*repeats(FP32, [4e6] * 2, "model_size_bytes", "B"), *repeats(BF16, [1e6] * 2, "model_size_bytes", "B")]
    assert compare(group_repeats(small)).metrics["model_size_bytes"][1].verdict == "better"


def test_twice_the_memory_in_every_repeat_is_a_difference_whatever_else_is_compared() -> None:
    keys = ("throughput", "step_rate", "latency_p50", "latency_p95", "latency_p99", "energy_per_sample", "accuracy", "loss")
    sides = []
    for spec, memory in ((FP32, 1e8), (BF16, 2e8)):
        alike = [run_record(f"{spec.precision}{n}", spec, {key: measured(value, "1") for key in keys}) for n, value in enumerate(STEADY)]
        sides += seeded([replace(run, metrics={**run.metrics, "memory_allocated_peak": measured(memory, "B")}) for run in alike])
    found = compare(group_repeats(sides)).metrics
    assert {found[key][1].verdict for key in keys} == {"no-difference"}
    assert found["memory_allocated_peak"][1].verdict == "worse"


def test_the_throughput_per_rank_beside_one_rank_is_the_scaling_efficiency() -> None:
    several = RunSpec("mnist-mlp", optimize="ddp", ranks=4)
    found = compare(group_repeats([run_record("aa", FP32, speed(100.0)), run_record("bb", several, speed(300.0))]))
    base, other = found.metrics["throughput_per_rank"]
    assert (base.value, base.ratio, other.value, other.ratio) == (100.0, 1.0, 75.0, 0.75)
    assert other.unit == "samples/s"
    assert "0.750\u00a0× the throughput per rank (scaling efficiency)" in found.summary
    assert "throughput_per_rank" not in compare(group_repeats([run_record("aa", FP32, speed(1.0)), run_record("bb", BF16)])).metrics


def test_a_run_named_twice_counts_once() -> None:
    run = run_record("aa", FP32, speed(100.0))
    assert len(group_repeats([run, run])[0].runs) == 1


def test_groups_of_the_same_name_are_told_apart_by_what_differs() -> None:
    runs = [run_record("aaaaaaaaaaaa", FP32, name="x"), run_record("bbbbbbbbbbbb", BF16, name="x")]
    assert [group.name for group in group_repeats(runs)] == ["x fp32", "x bf16"]


def test_runs_that_differ_only_in_their_seed_repeat_each_other() -> None:
    runs = [run_record(f"a{seed}", FP32.with_values({"seed": seed})) for seed in range(3)]
    assert [len(group.runs) for group in group_repeats(runs)] == [3]
    with pytest.raises(UsageError, match="all 3 runs have the same settings except for the seed"):
        compare(group_repeats(runs))


def test_of_runs_that_differ_in_nothing_no_seed_is_told() -> None:
    with pytest.raises(UsageError, match="both runs have the same settings, so they form one group"):
        compare(group_repeats([run_record("aa", FP32), run_record("bb", FP32)]))


def test_what_is_missing_stays_missing_with_its_reason() -> None:
    gone = {"energy": Quantity.missing("J", "no counter here")}
    found = compare(group_repeats([run_record("aa", FP32, {"energy": measured(5.0, "J")}), run_record("bb", BF16, gone)]))
    other = found.metrics["energy"][1]
    assert (other.value, other.ratio, other.reason, other.n) == (None, None, "no counter here", 0)
    back = compare(found.groups, "run bb").metrics["energy"]
    assert (back[0].ratio, back[0].reason) == (None, "missing in the baseline")


def test_a_metric_that_one_run_never_had_is_missing_there() -> None:
    found = compare(group_repeats([run_record("aa", FP32, speed(1.0)), run_record("bb", BF16, {"loss": measured(0.5, "1")})]))
    assert [entry.value for entry in found.metrics["loss"]] == [None, 0.5]
    assert "not recorded in this run" in found.metrics["throughput"][1].reason


def test_a_run_of_the_group_without_the_value_is_told() -> None:
    runs = [run_record("aa", FP32, speed(100.0)), run_record("cc", FP32, {}), run_record("bb", BF16, speed(150.0))]
    entry = compare(group_repeats(runs)).metrics["throughput"][0]
    assert (entry.value, entry.n) == (100.0, 1)
    assert "missing in 1 of 2 runs" in entry.reason


@pytest.mark.parametrize("value", [math.nan, math.inf, 0.0])
def test_a_loss_that_is_no_number_has_no_ratio_and_is_valid_json(value: float) -> None:
    runs = [run_record("aa", FP32, {"loss": measured(value, "1")}), run_record("bb", BF16, {"loss": measured(0.5, "1")})]
    found = compare(group_repeats(runs))
    assert found.metrics["loss"][1].ratio is None
    document = json.loads(json.dumps(found.to_json(), allow_nan=False))
    if value:
        assert document["metrics"]["loss"][0]["non_finite"] == repr(value)


@pytest.mark.parametrize("values", [(math.inf, math.inf), (0.5, math.inf), (-math.inf, 0.5), (math.nan, 0.5), (math.inf, -math.inf)])
def test_the_mean_of_repeats_that_overflowed_is_infinite_and_nan_stays_nan(values: tuple[float, float]) -> None:
    runs = [run_record(f"a{index}", FP32, {"loss": measured(value, "1")}) for index, value in enumerate(values)]
    entry = compare(group_repeats([*runs, run_record("bb", BF16, {"loss": measured(0.5, "1")})])).metrics["loss"][0]
    assert entry.value == pytest.approx(sum(values), nan_ok=True)


def test_what_differs_is_told_of_options_commands_and_environments() -> None:
    one = run_record(
        "aa", RunSpec("gemm", options={"size": 256}), environment={"torch": "2.13", "git_reason": "none", "recorder.cpu_s": 1.0}
    )
    two = run_record("bb", RunSpec("gemm", options={"size": 512}), environment={"torch": "2.12"}, host="b-machine")
    three = replace(two, run_id="cc", environment={"torch": "2.11"})
    found = {one.key: one.values for one in compare(group_repeats([one, two, three])).differs}
    assert found == {
        "options.size": (256, 512),
        "environment.host": ("a-machine", "b-machine"),
        "environment.torch": ("2.13", "2.12 | 2.11"),
    }


def test_commands_differ_by_their_command_and_not_once_more_by_what_was_captured_of_it() -> None:
    one, two = (run_record(word, RunSpec("command", command=("python", word)), environment={"command": f"python {word}"}) for word in "ab")
    assert [(one.key, one.values) for one in compare(group_repeats([one, two])).differs] == [("program", ("python a", "python b"))]


def test_nothing_to_compare_is_refused_with_what_to_do() -> None:
    run = run_record("aa", FP32)
    with pytest.raises(UsageError, match="one run cannot be compared"):
        compare(group_repeats([run]))
    with pytest.raises(UsageError, match="same settings"):
        compare(group_repeats([run, run_record("bb", FP32)]))
    groups = [Group("x", (run,)), Group("x", (run,))]
    with pytest.raises(UsageError, match="two groups are named 'x'"):
        compare(groups)
    with pytest.raises(UsageError, match="no group 'z'"):
        compare([Group("x", (run,)), Group("y", (run,))], "z")


def test_all_keys_that_are_held_against_each_other_are_counted() -> None:
    one = run_record("aa", RunSpec("gemm", options={"size": 256}), environment={"torch": "2.13", "git_reason": "none", "recorder.s": 1.0})
    two = run_record("bb", RunSpec("gemm", options={"size": 512}), environment={"torch": "2.13", "cuda": None})
    spec_keys = len(one.spec.to_json())  # the single option counts as a key, as the document of all options did
    assert settings_compared(group_repeats([one, two])) == spec_keys + len(("host", "torch", "cuda"))


@pytest.mark.parametrize(
    ("theirs", "ours", "word"),
    [
        ((0.40, 0.41, 0.25, 0.15, 0.02), (0.56, 0.46, 0.62, 0.41, 0.62), "better"),  # the ratio's interval, 0.68–14.9, includes 1
        ((0.10, 0.06, 0.07, 0.07, 0.47), (0.28, 0.29, 0.24, 0.32, 0.51), "no-difference"),  # and this one, 1.05–8.4, does not
    ],
)
def test_an_accuracy_is_judged_by_the_points_that_are_told(theirs: tuple[float, ...], ours: tuple[float, ...], word: str) -> None:
    runs = [*repeats(FP32, theirs, "accuracy", "1"), *repeats(BF16, ours, "accuracy", "1")]
    found = compare(group_repeats(seeded(runs)))
    entry = found.metrics["accuracy"][1]
    assert entry.difference is not None
    value, low, high = entry.difference
    assert (
        value
        == pytest.approx(sum(ours) / 5 - sum(theirs) / 5)
        == pytest.approx((entry.value or 0) - (found.metrics["accuracy"][0].value or 0))
    )
    assert (entry.verdict, low <= 0 <= high) == (word, word == "no-difference")
    assert entry.corrected_p is not None
    assert (entry.corrected_p <= 0.05) == (word == "better")
    assert f"{100 * value:.1f}, 95 % interval {100 * low:.1f} to {100 * high:.1f} points".replace("-", "−") in entry.reason
    assert entry.interval is None
    assert f"{100 * value:.1f} ± {50 * (high - low):.1f} points" in found.sentences[0]


def test_where_no_run_finished_there_is_a_ratio_and_no_verdict() -> None:
    stopped = repeats(BF16, [2 * one for one in STEADY], state=RunState.STOPPED)
    found = compare([Group("fp32", tuple(repeats(FP32, STEADY))), Group("bf16", tuple(stopped))])
    entry = found.metrics["throughput"][1]
    assert entry.ratio == pytest.approx(2.0)
    assert entry.verdict == "not-comparable"
    words = "every run of bf16 was stopped"
    assert entry.reason.startswith(words)
    assert found.pairs[0].reasons == (words,)
    assert f"There is no verdict: {words}." in found.sentences[0]


def test_the_metrics_that_comparisons_are_made_for_are_a_family_of_their_own() -> None:
    """Five runs per group of 0.3 s, FP64 four times slower, beside 35 other metrics: once "no difference" (p 0.057)."""
    slow = (40.0, 75.0, 25.0, 60.0, 70.0)
    fast = (150.0, 300.0, 80.0, 290.0, 225.0)

    def run(name: str, spec: RunSpec, index: int, value: float) -> RunRecord:
        noise = {f"metric_{key}": measured(100.0 + (index * 7 + key) % 5, "1") for key in range(35)}
        return run_record(f"{name}{index}", spec, {**speed(value), **noise}, duration_s=0.3)

    runs = [run("a", FP32, index, value) for index, value in enumerate(fast)]
    runs += [run("b", RunSpec("mnist-mlp", precision="fp64"), index, value) for index, value in enumerate(slow)]
    found = compare(group_repeats(runs))
    entry = found.metrics["throughput"][1]
    p_value = estimate(slow, fast).spread.p_value
    assert p_value * 36 > 0.05  # as one family
    assert entry.verdict == "worse"
    assert entry.corrected_p == pytest.approx(p_value * 2 / 0.9)  # of throughput and the time from start to exit, with 0.9 of the rate
    assert (entry.family, found.metrics["metric_1"][1].family) == ("primary", "other")
    assert entry.to_json()["family"] == "primary"


def test_the_reason_names_the_family_that_the_p_value_was_corrected_in() -> None:
    other = (101.2, 102.7, 100.4, 103.1, 101.9)  # alone, p is about 0.02
    keys = ["throughput", "latency_p50", "latency_p99", "accuracy", *(f"metric_{index}" for index in range(4))]

    def runs(spec: RunSpec, values: Sequence[float]) -> list[RunRecord]:
        flat = dict.fromkeys(keys, (100.0, 101.0, 99.0, 100.5, 99.5)) | {"throughput": values, "metric_0": values}
        made = [{key: measured(flat[key][index], "1") for key in keys} for index in range(5)]
        return seeded([run_record(f"{spec.precision}{index}", spec, metrics) for index, metrics in enumerate(made)])

    found = compare(group_repeats([*runs(FP32, STEADY), *runs(BF16, other)])).metrics
    assert found["throughput"][1].reason.startswith("among the main metrics, chance alone can give")
    assert found["metric_0"][1].reason.startswith("among the other metrics, chance alone can give")


def test_an_entry_carries_its_quantity() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(BF16, STEADY[:2])]
    entry = compare(group_repeats(runs)).metrics["throughput"][1]
    assert (entry.quantity.value, entry.quantity.unit, entry.quantity.quality) == (entry.value, entry.unit, entry.quality)
    gone = compare(group_repeats([*repeats(FP32, STEADY), run_record("bb", BF16)])).metrics["throughput"][1]
    assert gone.quantity.is_missing
    assert gone.quantity.reason == gone.note == "not recorded in this run (finished)"


def test_runs_of_one_group_are_answered_with_the_line_that_compares_them_one_by_one() -> None:
    runs = repeats(FP32, STEADY)
    with pytest.raises(UsageError) as told:
        compare(group_repeats(runs[:2]))
    line = f"gpuscope compare --group a={runs[0].run_id} --group b={runs[1].run_id}"
    assert told.value.hint == f"Add runs with other settings, or compare them one by one: {line}"
    with pytest.raises(UsageError) as told:
        compare(group_repeats(runs))
    assert "NAME=RUN,RUN" in str(told.value.hint), "five would be a line too long to read"
