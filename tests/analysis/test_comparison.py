import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gpuscope.analysis.bottleneck_signals import BottleneckSignals
from gpuscope.analysis.comparability import settings_compared
from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group, group_by_spec
from gpuscope.analysis.processor_share import others_share
from gpuscope.analysis.run_value import run_notes
from gpuscope.analysis.statistics.estimate import estimate
from gpuscope.core.device import Capability, Device, DeviceKind
from gpuscope.core.errors import UsageError
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import describe
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import DeviceResult, RunRecord, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from tests.analysis.records import CPU, GPU, measured, run_record

FP32, BF16 = RunSpec("mnist-mlp"), RunSpec("mnist-mlp", precision="bf16")


def speed(value: float) -> dict[str, Quantity]:
    return {"throughput": measured(value, "samples/s")}


def test_two_single_runs_give_a_ratio_and_no_verdict() -> None:
    found = compare(group_by_spec([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).to_json()
    base, other = found["metrics"]["throughput"]
    assert found["baseline"] == "run aa"
    assert (base["ratio"], other["ratio"]) == (1.0, 1.5)
    assert other["verdict"] == base["verdict"] == "not-comparable"
    assert other["interval"] is None
    assert other["reason"] == "one repeat per side"
    assert "1.50\u00a0× the throughput of run aa" in found["summary"]
    assert "One run per side" in found["summary"]


def test_no_word_of_a_verdict_is_used_on_single_repeats() -> None:
    found = compare(group_by_spec([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))]))
    assert not {"better", "worse", "faster", "slower"} & set(json.dumps(found.to_json()).replace('"', " ").replace(".", " ").split())


def test_the_json_has_what_scripts_rely_on() -> None:
    found = compare(group_by_spec([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).to_json()
    assert {"schema", "baseline", "groups", "metrics", "differs", "summary"} <= set(found)
    assert {"name": "run aa", "runs": ["aa"], "n": 1}.items() <= found["groups"][0].items()
    assert {"group", "value", "ratio", "interval", "verdict", "reason"} <= set(found["metrics"]["throughput"][0])
    assert found["differs"] == [{"key": "precision", "values": ["fp32", "bf16"]}]


def test_runs_of_one_spec_are_a_group_and_its_value_is_their_geometric_mean() -> None:
    runs = [run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))]
    runs += [run_record("cc", FP32, speed(110.0)), run_record("dd", FP32, speed(300.0)), run_record("ee", BF16, speed(151.0))]
    groups = group_by_spec(runs)
    assert [[run.run_id for run in group.runs] for group in groups] == [["aa", "cc", "dd"], ["bb", "ee"]]
    base, other = compare(groups).metrics["throughput"]
    assert (base.value, other.value) == pytest.approx(((100.0 * 110.0 * 300.0) ** (1 / 3), math.sqrt(150.0 * 151.0)))
    assert other.n == 2
    assert other.verdict == "no-difference"
    assert other.reason.startswith("the 95 % interval includes 1; 2 repeats per side, a claim needs 5")


def repeats(spec: RunSpec, values: Sequence[float], key: str = "throughput", unit: str = "samples/s", **more: Any) -> list[RunRecord]:
    return [run_record(f"{spec.precision}{index}", spec, {key: measured(value, unit)}, **more) for index, value in enumerate(values)]


def seeded(runs: Sequence[RunRecord]) -> list[RunRecord]:
    return [replace(run, spec=run.spec.with_values({"seed": index})) for index, run in enumerate(runs)]


STEADY = (100.0, 101.0, 99.0, 100.5, 99.5)


@pytest.mark.parametrize(
    ("factor", "key", "word"),
    [(2.0, "throughput", "better"), (0.5, "throughput", "worse"), (2.0, "latency_p99", "worse"), (1.001, "throughput", "no-difference")],
)
def test_repeats_give_a_verdict_with_its_interval(factor: float, key: str, word: str) -> None:
    runs = [*repeats(FP32, STEADY, key), *repeats(BF16, [one * factor for one in reversed(STEADY)], key)]
    entry = compare(group_by_spec(runs)).metrics[key][1]
    assert entry.verdict == word
    assert entry.ratio == pytest.approx(factor)
    assert entry.interval is not None
    assert entry.interval[0] < factor < entry.interval[1]
    assert entry.interval[1] / entry.interval[0] < 1.05


def test_another_baseline_inverts_ratio_and_interval() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(BF16, [one * 2 for one in STEADY])]
    groups = group_by_spec(runs)
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
    entry = compare(group_by_spec(runs)).metrics["flops"][1]
    assert entry.interval is not None
    assert entry.interval[0] > 1.0
    assert entry.verdict == "no-difference"
    assert "corrected p" in entry.reason


def test_a_difference_within_what_the_sensors_tell_is_none() -> None:
    def run(name: str, spec: RunSpec, joules: float) -> RunRecord:
        return energy_run(name, spec, joules)

    runs = [run(f"a{index}", FP32, 3000.0 + index) for index in range(5)] + [run(f"b{index}", BF16, 3030.0 + index) for index in range(5)]
    entry = compare(group_by_spec(runs)).metrics["energy"][1]
    assert entry.verdict == "no-difference"
    assert "sensors alone" in entry.reason


def test_repeats_that_heat_slowed_are_counted_and_set_aside() -> None:
    hot = DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")})
    slow = run_record("hot", BF16, speed(20.0), (hot,))
    found = compare(group_by_spec([*repeats(FP32, STEADY), *repeats(BF16, STEADY), slow]))
    entry = found.metrics["throughput"][1]
    assert (entry.n, entry.verdict) == (5, "no-difference")
    assert "1 of 6 runs set aside" in entry.reason
    assert "1 slowed by heat or a fault was set aside" in found.summary


def test_not_steady_is_a_note_beside_a_verdict() -> None:
    unsteady = [replace(one, environment={"steady": "no"}) for one in repeats(BF16, [one * 2 for one in STEADY])]
    entry = compare(group_by_spec([*repeats(FP32, STEADY), *unsteady])).metrics["throughput"][1]
    assert (entry.verdict, entry.note) == ("better", "5 of 5 runs not steady when they were measured")


def test_where_heat_slowed_all_none_is_set_aside() -> None:
    hot = (DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")}),)
    runs = [run_record(f"hot{index}", BF16, speed(one), hot) for index, one in enumerate(STEADY)]
    assert compare(group_by_spec([*repeats(FP32, STEADY), *runs])).metrics["throughput"][1].n == 5


def test_values_of_zero_are_the_same_or_differ_without_a_ratio() -> None:
    runs = [*repeats(FP32, [0.0] * 5, "loss", "1"), *repeats(BF16, [0.0] * 5, "loss", "1")]
    same = compare(group_by_spec(seeded(runs))).metrics["loss"][1]
    assert (same.ratio, same.verdict) == (None, "no-difference")
    runs[5:] = repeats(BF16, [one / 100 for one in STEADY], "loss", "1")
    other = compare(group_by_spec(seeded(runs))).metrics["loss"][1]
    assert (other.ratio, other.interval, other.verdict) == (None, None, "worse")


def test_losses_and_accuracies_of_one_seed_are_one_result() -> None:
    runs = [*repeats(FP32, [0.5] * 5, "loss", "1"), *repeats(BF16, [0.4] * 5, "loss", "1")]
    one_seed = compare(group_by_spec(runs)).metrics["loss"][1]
    assert (one_seed.ratio, one_seed.verdict) == (0.8, "not-comparable")
    assert "share a seed" in one_seed.reason
    assert compare(group_by_spec(seeded(runs))).metrics["loss"][1].verdict == "better"


def test_readings_that_do_not_scatter_are_no_proof_with_two_repeats_and_what_the_spec_fixes_is_one() -> None:
    warm = [*repeats(FP32, [61.0] * 2, "temperature_peak", "°C"), *repeats(BF16, [62.0] * 2, "temperature_peak", "°C")]
    assert compare(group_by_spec(warm)).metrics["temperature_peak"][1].verdict == "no-difference"
    small = [*repeats(FP32, [4e6] * 2, "model_size_bytes", "B"), *repeats(BF16, [1e6] * 2, "model_size_bytes", "B")]
    assert compare(group_by_spec(small)).metrics["model_size_bytes"][1].verdict == "better"


def test_an_energy_whose_uncertainty_is_unknown_gets_no_verdict() -> None:
    runs = [*repeats(FP32, STEADY, "energy", "J"), *repeats(BF16, [one / 2 for one in STEADY], "energy", "J")]
    entry = compare(group_by_spec(runs)).metrics["energy"][1]
    assert entry.ratio == pytest.approx(0.5)
    assert entry.verdict == "not-comparable"
    assert "not known" in entry.reason


def test_small_differences_are_told_in_percent() -> None:
    runs = [*repeats(FP32, [100.0, 100.1, 99.9, 100.05, 99.95]), *repeats(BF16, [101.0, 101.1, 100.9, 101.05, 100.95])]
    assert "is 1.0 % faster than" in compare(group_by_spec(runs)).sentences[0]


def test_a_group_of_one_run_among_groups_of_repeats_is_told_apart() -> None:
    runs = [
        *repeats(FP32, STEADY),
        *repeats(BF16, [one * 2 for one in STEADY]),
        run_record("x", RunSpec("mnist-mlp", steps=7), speed(300.0)),
    ]
    assert compare(group_by_spec(runs)).sentences[-1].startswith("A group of one run gets a ratio, not a verdict.")


def test_where_one_side_lacks_the_throughput_the_time_is_told() -> None:
    ours = [replace(run, metrics={}, wall_s=90.0 + index / 10) for index, run in enumerate(repeats(BF16, STEADY))]
    theirs = [replace(run, wall_s=45.0 + index / 10) for index, run in enumerate(repeats(FP32, STEADY))]
    assert "takes 100 % more time from start to exit" in compare(group_by_spec([*theirs, *ours])).sentences[0]


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
        "BF16 is 1.82\u00a0× faster than FP32 (1.80–1.84, n = 5) and uses 41 % less energy per sample (41–41 %);"
        " no measurable difference in p99 step time and accuracy (0.0 ± 0.4 points)."
    )
    assert "corrected in two families of metrics" in found.sentences[1]


def test_the_throughput_per_rank_beside_one_rank_is_the_scaling_efficiency() -> None:
    several = RunSpec("mnist-mlp", optimize="ddp", ranks=4)
    found = compare(group_by_spec([run_record("aa", FP32, speed(100.0)), run_record("bb", several, speed(300.0))]))
    base, other = found.metrics["throughput_per_rank"]
    assert (base.value, base.ratio, other.value, other.ratio) == (100.0, 1.0, 75.0, 0.75)
    assert other.unit == "samples/s"
    assert "0.750\u00a0× the throughput per rank (scaling efficiency)" in found.summary
    assert "throughput_per_rank" not in compare(group_by_spec([run_record("aa", FP32, speed(1.0)), run_record("bb", BF16)])).metrics


def test_a_run_named_twice_counts_once() -> None:
    run = run_record("aa", FP32, speed(100.0))
    assert len(group_by_spec([run, run])[0].runs) == 1


def test_groups_of_the_same_name_are_told_apart_by_what_differs() -> None:
    runs = [run_record("aaaaaaaaaaaa", FP32, name="x"), run_record("bbbbbbbbbbbb", BF16, name="x")]
    assert [group.name for group in group_by_spec(runs)] == ["x fp32", "x bf16"]


def test_runs_that_differ_only_in_their_seed_repeat_each_other() -> None:
    runs = [run_record(f"a{seed}", FP32.with_values({"seed": seed})) for seed in range(3)]
    assert [len(group.runs) for group in group_by_spec(runs)] == [3]
    with pytest.raises(UsageError, match="all 3 runs have the same settings except for the seed"):
        compare(group_by_spec(runs))


def test_what_is_missing_stays_missing_with_its_reason() -> None:
    gone = {"energy": Quantity.missing("J", "no counter here")}
    found = compare(group_by_spec([run_record("aa", FP32, {"energy": measured(5.0, "J")}), run_record("bb", BF16, gone)]))
    other = found.metrics["energy"][1]
    assert (other.value, other.ratio, other.reason, other.n) == (None, None, "no counter here", 0)
    back = compare(found.groups, "run bb").metrics["energy"]
    assert (back[0].ratio, back[0].reason) == (None, "missing in the baseline")


def test_a_metric_that_one_run_never_had_is_missing_there() -> None:
    found = compare(group_by_spec([run_record("aa", FP32, speed(1.0)), run_record("bb", BF16, {"loss": measured(0.5, "1")})]))
    assert [entry.value for entry in found.metrics["loss"]] == [None, 0.5]
    assert "not recorded in this run" in found.metrics["throughput"][1].reason


def test_a_run_of_the_group_without_the_value_is_told() -> None:
    runs = [run_record("aa", FP32, speed(100.0)), run_record("cc", FP32, {}), run_record("bb", BF16, speed(150.0))]
    entry = compare(group_by_spec(runs)).metrics["throughput"][0]
    assert (entry.value, entry.n) == (100.0, 1)
    assert "missing in 1 of 2 runs" in entry.reason


@pytest.mark.parametrize(("seconds", "ratio"), [(29.9, None), (30.0, 0.5)])
def test_energy_is_compared_over_long_windows_only(seconds: float, ratio: float | None) -> None:
    def run(run_id: str, spec: RunSpec, joules: float, length: float) -> object:
        power = DeviceResult(GPU, {"power_mean": measured(joules, "W")})
        return run_record(run_id, spec, {"energy": measured(joules, "J")}, (power,), duration_s=length)

    found = compare(group_by_spec([run("aa", FP32, 10.0, 60.0), run("bb", BF16, 5.0, seconds)]))  # type: ignore[list-item]
    for key in ("energy", "gpu:0/power_mean"):
        assert found.metrics[key][1].ratio == ratio
        assert ratio is not None or "too short to compare" in found.metrics[key][1].reason


@pytest.mark.parametrize("value", [math.nan, math.inf, 0.0])
def test_a_loss_that_is_no_number_has_no_ratio_and_is_valid_json(value: float) -> None:
    runs = [run_record("aa", FP32, {"loss": measured(value, "1")}), run_record("bb", BF16, {"loss": measured(0.5, "1")})]
    found = compare(group_by_spec(runs))
    assert found.metrics["loss"][1].ratio is None
    document = json.loads(json.dumps(found.to_json(), allow_nan=False))
    if value:
        assert document["metrics"]["loss"][0]["non_finite"] == repr(value)


def test_values_of_simulated_devices_are_labelled() -> None:
    label = "stand-in NVML /x.so"
    device = DeviceResult(replace(GPU, simulated=label), {"temperature_peak": measured(70.0, "°C", f"NVML [{label}]")})
    run = run_record("aa", FP32, {"energy": measured(5.0, "J", f"gpu:0: NVML [{label}]"), **speed(1.0)}, (device,))
    found = compare(group_by_spec([run, run_record("bb", BF16, speed(2.0))])).metrics
    assert found["energy"][0].simulated == found["gpu:0/temperature_peak"][0].simulated == label
    assert found["throughput"][0].simulated is None


def test_a_run_that_did_not_finish_is_named() -> None:
    runs = [run_record("aa", FP32, speed(1.0)), run_record("bb", BF16, speed(2.0), state=RunState.STOPPED)]
    assert "includes a run that is stopped" in compare(group_by_spec(runs)).metrics["throughput"][1].reason


def test_what_differs_is_told_of_options_commands_and_environments() -> None:
    one = run_record(
        "aa", RunSpec("gemm", options={"size": 256}), environment={"torch": "2.13", "git_reason": "none", "recorder.cpu_s": 1.0}
    )
    two = run_record("bb", RunSpec("gemm", options={"size": 512}), environment={"torch": "2.12"}, host="b-machine")
    three = replace(two, run_id="cc", environment={"torch": "2.11"})
    found = {one.key: one.values for one in compare(group_by_spec([one, two, three])).differs}
    assert found == {
        "options.size": (256, 512),
        "environment.host": ("a-machine", "b-machine"),
        "environment.torch": ("2.13", "2.12 | 2.11"),
    }


def test_commands_differ_by_their_command_and_not_once_more_by_what_was_captured_of_it() -> None:
    one, two = (run_record(word, RunSpec("command", command=("python", word)), environment={"command": f"python {word}"}) for word in "ab")
    assert [(one.key, one.values) for one in compare(group_by_spec([one, two])).differs] == [("program", ("python a", "python b"))]


def test_nothing_to_compare_is_refused_with_what_to_do() -> None:
    run = run_record("aa", FP32)
    with pytest.raises(UsageError, match="one run cannot be compared"):
        compare(group_by_spec([run]))
    with pytest.raises(UsageError, match="same settings"):
        compare(group_by_spec([run, run_record("bb", FP32)]))
    groups = [Group("x", (run,)), Group("x", (run,))]
    with pytest.raises(UsageError, match="two groups are named 'x'"):
        compare(groups)
    with pytest.raises(UsageError, match="no group 'z'"):
        compare([Group("x", (run,)), Group("y", (run,))], "z")


def test_all_keys_that_are_held_against_each_other_are_counted() -> None:
    one = run_record("aa", RunSpec("gemm", options={"size": 256}), environment={"torch": "2.13", "git_reason": "none", "recorder.s": 1.0})
    two = run_record("bb", RunSpec("gemm", options={"size": 512}), environment={"torch": "2.13", "cuda": None})
    spec_keys = len(one.spec.to_json())  # the single option counts as a key, as the document of all options did
    assert settings_compared(group_by_spec([one, two])) == spec_keys + len(("host", "torch", "cuda"))


def test_the_summary_is_its_sentences_one_a_group_then_the_caution() -> None:
    runs = [run_record(name, spec, speed(value)) for name, spec, value in (("aa", FP32, 1.0), ("bb", BF16, 2.0))]
    found = compare(group_by_spec(runs))
    assert found.summary == " ".join(found.sentences)
    assert [sentence.split(" ")[0] for sentence in found.sentences] == ["run", "One"]


@pytest.mark.parametrize(
    ("keys", "words"),
    [(("energy",), "2.00\u00a0× the energy of"), (("energy", "energy_per_sample"), "2.00\u00a0× the energy per sample of")],
)
def test_the_summary_tells_the_energy_per_sample_else_the_whole(keys: tuple[str, ...], words: str) -> None:
    runs = [
        run_record(name, spec, {key: measured(value, "J") for key in keys}) for name, spec, value in (("aa", FP32, 1.0), ("bb", BF16, 2.0))
    ]
    assert compare(group_by_spec(runs)).sentences[0] == f"run bb has 1.00\u00a0× the time from start to exit and {words} run aa."


def commands(*wall_s: float | None, state: RunState = RunState.FINISHED) -> list[Group]:
    spec = RunSpec(COMMAND, command=("true",))
    runs = [run_record(name, spec, wall_s=wall, duration_s=None) for name, wall in zip("abc", wall_s, strict=False)]
    return [Group(one.run_id, (replace(one, state=state if one is runs[-1] else one.state),)) for one in runs]


def test_commands_are_compared_by_the_time_from_start_to_exit() -> None:
    found = compare(commands(40.0, 60.0))
    assert [(entry.value, entry.unit, entry.ratio) for entry in found.metrics["wall_time"]] == [(40.0, "s", 1.0), (60.0, "s", 1.5)]
    assert describe("wall_time") == ("Start to exit", "s", Better.LOWER)
    assert found.sentences[0] == "b has 1.50\u00a0× the time from start to exit of a."


def test_the_time_of_a_run_that_did_not_finish_has_no_ratio() -> None:
    failed = compare(commands(40.0, 2.0, state=RunState.FAILED)).metrics["wall_time"][1]
    assert (failed.value, failed.ratio) == (2.0, None)
    assert failed.reason.startswith("a run did not finish")
    lost = compare(commands(40.0, None, state=RunState.INTERRUPTED)).metrics["wall_time"][1]
    assert (lost.value, lost.reason) == (None, "its exit was not recorded (interrupted)")


def test_where_there_is_a_throughput_the_summary_tells_no_time() -> None:
    runs = [run_record(name, spec, {"throughput": measured(5.0, "samples/s")}) for name, spec in (("aa", FP32), ("bb", BF16))]
    assert "start to exit" not in compare(group_by_spec(runs)).summary


def energy_run(run_id: str, spec: RunSpec, joules: float, uuid: str = "GPU-1", reason: str | None = None) -> RunRecord:
    card = replace(GPU, uuid=uuid, capabilities={"energy": Capability(True, "field 83", uncertainty=0.07)})
    found = measured(joules, "J", source="gpu:0: field 83", uncertainty=math.hypot(0.07 * joules, 0.01 * joules), reason=reason)
    return run_record(run_id, spec, {"energy": found}, (DeviceResult(card, {"energy": found}),))


@pytest.mark.parametrize("key", ["energy", "gpu:0/energy"])
def test_on_one_card_the_gain_is_left_out_of_the_ratios_uncertainty(key: str) -> None:
    one, same = energy_run("aa", FP32, 3000.0), energy_run("bb", BF16, 1500.0)
    entry = compare(group_by_spec([one, same])).metrics[key][1]
    assert entry.ratio == 0.5
    assert entry.uncertainty == pytest.approx(0.5 * 0.01 * math.sqrt(2))
    other = energy_run("bb", BF16, 1500.0, uuid="GPU-2")
    assert compare(group_by_spec([one, other])).metrics[key][1].uncertainty == pytest.approx(0.5 * math.hypot(0.07, 0.01) * math.sqrt(2))
    assert compare(group_by_spec([one, same])).metrics[key][0].uncertainty is None


def test_an_unknown_uncertainty_gives_the_ratio_none() -> None:
    entry = compare(group_by_spec([run_record("aa", FP32, speed(100.0)), run_record("bb", BF16, speed(150.0))])).metrics["throughput"][1]
    assert entry.uncertainty is None


@pytest.mark.parametrize("disagreeing", ["aa", "bb"])
def test_energy_whose_sources_disagree_is_not_compared(disagreeing: str) -> None:
    words = "sources disagree: counter 187 J, integral 327 J"
    runs = [energy_run(name, spec, 187.0, reason=words if name == disagreeing else None) for name, spec in (("aa", FP32), ("bb", BF16))]
    entry = compare(group_by_spec(runs)).metrics["energy"][1]
    assert entry.ratio is None
    assert entry.verdict == "not-comparable"
    assert entry.reason.startswith("sources disagree on the energy of a run")


def net_runs(spec: RunSpec, values: Sequence[float], uncertainty: float, uuid: str = "GPU-1") -> list[RunRecord]:
    card = replace(GPU, uuid=uuid, capabilities={"energy": Capability(True, "field 83", uncertainty=0.07)})
    found = [measured(one, "J", source="gpu:0: field 83", uncertainty=uncertainty) for one in values]
    return [run_record(f"{spec.precision}{index}", spec, {"energy_net": one}, (DeviceResult(card, {}),)) for index, one in enumerate(found)]


AROUND_ZERO, AROUND_TEN = (-2.0, -1.0, 0.0, 1.0, 2.0), (8.0, 9.0, 10.0, 11.0, 12.0)


@pytest.mark.parametrize(
    ("ours_j", "theirs_j", "uuid", "word"),
    [
        (3.0, 4.0, "GPU-2", "worse"),  # by hand: 10 J apart, the sensors' error is √(3² + 4²) = 5 J
        (6.0, 8.0, "GPU-2", "no-difference"),  # and √(6² + 8²) = 10 J
        (3.0, 9.55, "GPU-2", "no-difference"),  # √(3² + 9.55²) = 10.01 J
        (3.0, 9.55, "GPU-1", "worse"),  # for the same card the gain is left out, 7 % of 8 J: √(3² − 0.56² + 9.55²) = 9.994 J
    ],
)
def test_where_there_is_no_ratio_the_band_is_in_the_values_unit(ours_j: float, theirs_j: float, uuid: str, word: str) -> None:
    runs = [*net_runs(FP32, AROUND_ZERO, theirs_j), *net_runs(BF16, AROUND_TEN, ours_j, uuid)]
    entry = compare(group_by_spec(runs)).metrics["energy_net"][1]
    assert (entry.ratio, entry.interval, entry.uncertainty, entry.verdict) == (None, None, None, word)
    assert entry.difference == pytest.approx((10.0, 10 - 2.306, 10 + 2.306), abs=1e-3)  # t(8) = 2.306, the error √(2.5/5 + 2.5/5) = 1
    assert "the difference is judged, not the ratio: 10.0, 95 % interval 7.69 to 12.3 J" in entry.reason


def power_runs(spec: RunSpec, values: Sequence[float], uuid: str) -> list[RunRecord]:
    card = replace(GPU, uuid=uuid, capabilities={"power": Capability(True, "field 186", uncertainty=0.07)})
    return [
        run_record(f"{spec.precision}{index}", spec, {}, (DeviceResult(card, {"power_mean": measured(one, "W")}),))
        for index, one in enumerate(values)
    ]


@pytest.mark.parametrize(("uuid", "word", "band"), [("GPU-1", "worse", 0.0), ("GPU-2", "no-difference", 1.05 * 0.07 * math.sqrt(2))])
def test_the_mean_power_of_another_card_has_another_gain(uuid: str, word: str, band: float) -> None:
    runs = [*power_runs(FP32, STEADY, "GPU-1"), *power_runs(BF16, [one * 1.05 for one in STEADY], uuid)]
    entry = compare(group_by_spec(runs)).metrics["gpu:0/power_mean"][1]
    assert entry.verdict == word
    assert entry.uncertainty == pytest.approx(band)


@pytest.mark.parametrize(
    ("theirs", "ours", "word"),
    [
        ((0.40, 0.41, 0.25, 0.15, 0.02), (0.56, 0.46, 0.62, 0.41, 0.62), "better"),  # the ratio's interval, 0.68–14.9, includes 1
        ((0.10, 0.06, 0.07, 0.07, 0.47), (0.28, 0.29, 0.24, 0.32, 0.51), "no-difference"),  # and this one, 1.05–8.4, does not
    ],
)
def test_an_accuracy_is_judged_by_the_points_that_are_told(theirs: tuple[float, ...], ours: tuple[float, ...], word: str) -> None:
    runs = [*repeats(FP32, theirs, "accuracy", "1"), *repeats(BF16, ours, "accuracy", "1")]
    found = compare(group_by_spec(seeded(runs)))
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


def test_training_beside_inference_is_refused_by_table_sentence_and_badge_alike() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(RunSpec("mnist-mlp", task="inference", precision="bf16"), [2 * one for one in STEADY])]
    found = compare(group_by_spec(runs))
    words = "they ran different workloads (mnist-mlp inference and mnist-mlp training)"
    for entry in (row[1] for row in found.metrics.values() if row[1].value is not None):
        assert (entry.ratio, entry.difference, entry.verdict, entry.reason) == (None, None, "not-comparable", words)
    assert found.pairs[0].reasons == (words,)
    assert words in found.sentences[0]


def test_where_no_run_finished_there_is_a_ratio_and_no_verdict() -> None:
    stopped = repeats(BF16, [2 * one for one in STEADY], state=RunState.STOPPED)
    found = compare([Group("fp32", tuple(repeats(FP32, STEADY))), Group("bf16", tuple(stopped))])
    entry = found.metrics["throughput"][1]
    assert entry.ratio == pytest.approx(2.0)
    assert entry.verdict == "not-comparable"
    words = "no run of bf16 finished: stopped"
    assert entry.reason.startswith(words)
    assert found.pairs[0].reasons == (words,)
    assert f"There is no verdict: {words}." in found.sentences[0]


def test_runs_of_different_workloads_get_no_headline() -> None:
    one, other = run_record("aa", RunSpec("mnist-mlp"), speed(4100.0)), run_record("bb", RunSpec("cifar-cnn"), speed(100.0))
    assert "ran different workloads (cifar-cnn and mnist-mlp)" in compare(group_by_spec([one, other])).summary


def test_the_metrics_that_comparisons_are_made_for_are_a_family_of_their_own() -> None:
    """Five runs per group of 0.3 s, FP64 four times slower, beside 35 other metrics: once "no difference" (p 0.057)."""
    slow = (40.0, 75.0, 25.0, 60.0, 70.0)
    fast = (150.0, 300.0, 80.0, 290.0, 225.0)

    def run(name: str, spec: RunSpec, index: int, value: float) -> RunRecord:
        noise = {f"metric_{key}": measured(100.0 + (index * 7 + key) % 5, "1") for key in range(35)}
        return run_record(f"{name}{index}", spec, {**speed(value), **noise}, duration_s=0.3)

    runs = [run("a", FP32, index, value) for index, value in enumerate(fast)]
    runs += [run("b", RunSpec("mnist-mlp", precision="fp64"), index, value) for index, value in enumerate(slow)]
    found = compare(group_by_spec(runs))
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

    found = compare(group_by_spec([*runs(FP32, STEADY), *runs(BF16, other)])).metrics
    assert found["throughput"][1].reason.startswith("among the main metrics, chance alone can give")
    assert found["metric_0"][1].reason.startswith("among the other metrics, chance alone can give")


def test_a_window_shorter_than_a_second_is_named_in_reason_and_comparability() -> None:
    runs = [*repeats(FP32, STEADY, duration_s=0.31), *repeats(BF16, [one * 1.001 for one in STEADY], duration_s=2.0)]
    found = compare(group_by_spec(runs))
    words = "measured for only 310 ms: windows shorter than a second scatter (use more --steps, or --duration 10s)"
    assert all(words in entry.reason for entry in found.metrics["throughput"])
    assert found.pairs[0].reasons == (f"{found.groups[0].name}: {words}",)
    long = compare(group_by_spec([*repeats(FP32, STEADY, duration_s=1.0), *repeats(BF16, STEADY, duration_s=2.0)]))
    assert "measured for" not in long.metrics["throughput"][1].reason
    assert long.pairs[0].reasons == ()


def test_a_short_command_that_tells_no_steps_is_not_warned_of() -> None:
    runs = [run_record(name, RunSpec(COMMAND, command=(name,)), duration_s=0.1, steps=None) for name in ("a", "b")]
    assert compare(group_by_spec(runs)).pairs[0].reasons == ()


def shared(run: RunRecord, own_s: float, **more: Any) -> RunRecord:
    """Return a run of 40 s on both threads of a machine that is fully busy, ``own_s`` of its processor time used by the run."""
    devices = (
        DeviceResult(CPU, {"utilization_mean": measured(1.0, "1")}),
        DeviceResult(Device("workload", DeviceKind.PROCESSES, "The workload"), {"cpu_time": measured(own_s, "s")}),
    )
    return replace(run, devices=devices, environment={"threads": 2, "cpu_threads": 2}, **more)


def test_what_others_took_of_the_processor_stands_beside_every_verdict_of_runs_on_it() -> None:
    runs = [shared(run, 79.2) for run in repeats(FP32, STEADY)] + [shared(run, 17.2) for run in repeats(BF16, STEADY)]
    found = compare(group_by_spec(runs))
    ours, theirs = found.metrics["throughput"][1], found.metrics["throughput"][0]
    assert "other programs used 78.5 % of the processor meanwhile" in ours.reason
    assert "other programs used 1.00 % of the processor meanwhile" in theirs.reason
    names = [group.name for group in found.groups]
    assert f"Other programs used 1.00 % ({names[0]}) and 78.5 % ({names[1]}) of the processor meanwhile." in found.summary
    assert found.pairs[0].reasons == (f"{names[1]}: other programs used 78.5 % of the processor meanwhile",)


def test_what_others_took_stands_beside_a_single_run_that_gets_no_verdict() -> None:
    found = compare(group_by_spec([shared(run_record("aa", FP32, speed(100.0)), 17.2), shared(run_record("bb", BF16, speed(9.0)), 17.2)]))
    assert found.metrics["throughput"][1].reason == "one repeat per side; other programs used 78.5 % of the processor meanwhile"


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


def test_an_entry_carries_its_quantity() -> None:
    runs = [*repeats(FP32, STEADY), *repeats(BF16, STEADY[:2])]
    entry = compare(group_by_spec(runs)).metrics["throughput"][1]
    assert (entry.quantity.value, entry.quantity.unit, entry.quantity.quality) == (entry.value, entry.unit, entry.quality)
    gone = compare(group_by_spec([*repeats(FP32, STEADY), run_record("bb", BF16)])).metrics["throughput"][1]
    assert gone.quantity.is_missing
    assert gone.quantity.reason == gone.note == "not recorded in this run (finished)"
