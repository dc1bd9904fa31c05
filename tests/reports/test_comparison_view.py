"""The rows of the table: their selection, order, figures and texts."""

import math
import re
from dataclasses import replace

import pytest

from gpuscope.analysis.comparability import Comparability, Level
from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.processor_share import OTHERS_TEXT
from gpuscope.core.metric import Better
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.comparison_report import comparison_report
from gpuscope.reports.comparison_rows import BETTER_TEXTS, MetricRow, remarks
from gpuscope.reports.comparison_view import IN_LANGUAGE, ComparabilityView, ComparisonView, comparability_view
from gpuscope.reports.text import render
from gpuscope.system import language
from tests.analysis.records import CPU, GPU, measured, run_record
from tests.analysis.test_comparison_notes import shared
from tests.gui.pages.compare.compared_runs import BF16, FP32, NO_ENERGY, gpu_run, pair, run


def metric_rows(comparison: Comparison, energy_unit: str = "J") -> list[MetricRow]:
    return list(ComparisonView(comparison, energy_unit).rows)


def by_key(rows: list[MetricRow]) -> dict[str, MetricRow]:
    return {row.key: row for row in rows}


def test_headlines_come_first_with_the_energy_even_when_it_is_missing() -> None:
    rows = metric_rows(pair())
    headlines = ["throughput", "latency_p50", "energy_per_sample", "accuracy", "cpu/utilization_mean"]
    assert [row.key for row in rows if row.is_headline] == headlines
    assert [row.key for row in rows][: len(headlines)] == headlines
    assert {row.key for row in rows} == {*pair().metrics, "window"}


def test_the_measured_window_is_that_of_the_runs_whose_values_are_compared() -> None:
    hot = DeviceResult(GPU, {"slowed_thermal": measured(0.2, "1")}, ())
    cool = [replace(run(f"cool{index}", FP32), duration_s=40.0) for index in range(2)]
    slowed = [replace(run(f"slow{index}", FP32), duration_s=90.0, devices=(hot,)) for index in range(3)]
    row = by_key(metric_rows(compare([Group("a", (*cool, *slowed)), Group("b", (replace(run("b", BF16), duration_s=40.0),))])))["window"]
    assert [(cell.value, cell.ratio) for cell in row.cells] == [("40.0", None), ("40.0", 1.0)]


def test_a_row_has_one_unit_and_its_ratios() -> None:
    row = by_key(metric_rows(pair()))["latency_p50"]
    assert (row.label, row.unit, row.better) == ("Step time, median", "ms", Better.LOWER)
    assert [cell.value for cell in row.cells] == ["9.53", "4.76"]
    assert (row.cells[0].ratio, row.cells[0].ratio_text) == (None, "–")
    assert row.cells[1].ratio == pytest.approx(math.sqrt(11000) / 210, rel=1e-3)
    assert row.cells[1].ratio_text == "0.499"


def test_the_baseline_is_the_one_that_was_chosen() -> None:
    row = by_key(metric_rows(pair(baseline="bf16")))["throughput"]
    assert [cell.ratio_text for cell in row.cells] == ["0.499", "–"]


def test_shares_are_percentages_and_devices_are_named() -> None:
    row = by_key(metric_rows(pair()))["cpu/utilization_mean"]
    assert (row.label, row.device, row.unit, row.cells[0].value) == ("Utilization, mean", "cpu", "%", "50.0")


def test_only_rows_that_show_another_figure_differ() -> None:
    rows = by_key(metric_rows(pair()))
    assert rows["throughput"].differs
    assert not rows["accuracy"].differs


def test_a_missing_value_is_a_dash_with_its_reason_never_zero() -> None:
    row = by_key(metric_rows(pair()))["energy_per_sample"]
    assert row.is_missing
    assert {(cell.value, cell.ratio_text, cell.reason) for cell in row.cells} == {("–", "–", NO_ENERGY)}


def test_power_and_energy_of_gpus_are_headlines() -> None:
    found = metric_rows(compare([Group("a", (gpu_run("aa"),)), Group("b", (gpu_run("bb", BF16, 200.0, 0.01),))]))
    assert [row.key for row in found if row.is_headline] == ["throughput", "energy_per_sample", "gpu:0/power_mean"]


def test_metrics_of_many_gpus_are_no_headlines() -> None:
    gpus = tuple(DeviceResult(replace(GPU, key=f"gpu:{index}"), {"power_mean": measured(300.0, "W")}) for index in range(8))
    runs = [run_record(name, spec, {}, gpus) for name, spec in (("aa", FP32), ("bb", BF16))]
    found = metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))
    assert len(found) == 10
    assert [row.key for row in found if row.is_headline] == ["wall_time"]


def test_a_rate_of_steps_stands_in_for_a_throughput_that_is_not_there() -> None:
    runs = [run_record(name, spec, {"step_rate": measured(5.0, "steps/s")}) for name, spec in (("aa", FP32), ("bb", BF16))]
    rows = metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))
    assert next(row.key for row in rows if row.is_headline) == "step_rate"


def test_figures_that_are_no_numbers_are_shown_without_a_ratio() -> None:
    runs = [run_record("aa", FP32, {"loss": measured(math.nan, "1")}), run_record("bb", BF16, {"loss": measured(math.inf, "1")})]
    row = next(row for row in metric_rows(compare([Group(one.run_id, (one,)) for one in runs])) if row.key == "loss")
    assert [cell.value for cell in row.cells] == ["NaN", "∞"]
    assert row.cells[1].ratio is None


def test_an_estimate_is_marked() -> None:
    guess = Quantity(2.0, "J", Quality.ESTIMATED, "a guess")
    runs = [run_record(name, spec, {"energy": guess}) for name, spec in (("aa", FP32), ("bb", BF16))]
    found = {row.key: row for row in metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))}
    assert found["energy"].cells[0].value == "~2.00"


def test_commands_have_the_time_from_start_to_exit_in_front() -> None:
    runs = [run_record(name, RunSpec(COMMAND, command=(name,)), wall_s=wall) for name, wall in (("aa", 40.0), ("bb", 60.0))]
    row = metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))[0]
    assert (row.label, row.unit, row.is_headline, row.better) == ("Start to exit", "s", True, Better.LOWER)
    assert [cell.ratio_text for cell in row.cells] == ["–", "1.50"]


def test_notes_say_the_same_words_once_and_for_whom() -> None:
    windows = [Quantity.missing("W", f"the sensor changed too rarely (window of {seconds} s)") for seconds in (1, 2)]
    runs = [
        run_record(name, spec, {"energy": quantity}, (DeviceResult(CPU, {"power_mean": quantity}),))
        for name, spec, quantity in (("aa", FP32, windows[0]), ("bb", BF16, windows[1]))
    ]
    found = remarks(metric_rows(compare([Group(one.run_id, (one,)) for one in runs])))
    assert found == ["Energy and CPU power, mean: the sensor changed too rarely."]
    half = [run("aa"), gpu_run("bb", BF16)]
    rows = by_key(metric_rows(compare([Group("cpu", half[:1]), Group("gpu", half[1:])])))  # type: ignore[arg-type]
    assert remarks([rows["energy_per_sample"]]) == [f"Energy per sample of cpu: {NO_ENERGY}."]


def test_a_command_with_several_statements_is_one_name_in_a_note() -> None:
    name = "sh -c 'echo hi; exit 3'"
    failed = replace(run_record("bb", RunSpec(COMMAND, command=("sh", "-c", "echo hi; exit 3"))), state=RunState.FAILED)
    rows = metric_rows(compare([Group("true", (run_record("aa", RunSpec(COMMAND, command=("true",))),)), Group(name, (failed,))]))
    assert f"Start to exit of {name}: a run of {name} did not finish." in remarks(rows)


def test_the_load_of_others_is_no_note_of_a_figure() -> None:
    loaded = replace(measured(100.0, "samples/s"), reason=OTHERS_TEXT.format("80 %"))
    runs = [run_record(name, spec, {"throughput": loaded}) for name, spec in (("aa", FP32), ("bb", BF16))]
    assert remarks(metric_rows(compare([Group(record.run_id, (record,)) for record in runs]))) == []


def test_notes_tell_of_windows_that_are_too_short_and_of_what_is_simulated() -> None:
    label = "stand-in NVML /x.so"
    runs = [replace(gpu_run("aa", simulated=label), duration_s=3.0), replace(gpu_run("bb", BF16, simulated=label), duration_s=3.0)]
    rows = metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))
    found = remarks([row for row in rows if row.is_headline])
    assert found[0].startswith("No ratio of Energy per sample and gpu:0 power, mean: too short to compare")
    assert found[1] == f"Marked figures are not of real hardware: {label}."
    energy = by_key(rows)["energy_per_sample"]
    assert energy.is_simulated_whole
    assert not by_key(rows)["throughput"].is_simulated_whole


def test_many_metrics_are_counted_in_a_note() -> None:
    missing = {key: Quantity.missing("B", "no") for key in ("a", "b", "c", "d", "e")}
    runs = [run_record(name, spec, missing) for name, spec in (("aa", FP32), ("bb", BF16))]
    assert remarks(metric_rows(compare([Group(one.run_id, (one,)) for one in runs]))) == ["a, b, c and 2 more: no."]


@pytest.mark.parametrize(
    ("better", "words"), [(Better.HIGHER, "higher is better"), (Better.LOWER, "lower is better"), (Better.NEITHER, "")]
)
def test_the_better_direction_is_told_in_words(better: Better, words: str) -> None:
    assert BETTER_TEXTS[better] == words


def test_an_energy_tells_how_far_it_may_be_off_and_nothing_else_does() -> None:
    metrics = {"energy": measured(7200.0, "J", uncertainty=504.0), "throughput": measured(10.0, "samples/s", uncertainty=1.0)}
    runs = [run_record(name, spec, metrics) for name, spec in (("aa", FP32), ("bb", BF16))]
    rows = {row.key: row for row in metric_rows(compare([Group(one.run_id, (one,)) for one in runs]), "Wh")}
    assert [(cell.value, rows["energy"].unit, cell.spread) for cell in rows["energy"].cells] == [("2.00", "Wh", "± 7 %")] * 2
    assert {cell.spread for cell in rows["throughput"].cells} == {""}


def compared(group: str, level: Level, *reasons: str) -> Comparability:
    return Comparability(group, level, reasons, ())


def test_the_badge_has_a_glyph_and_words_of_the_worst_pair() -> None:
    assert comparability_view([compared("a", Level.COMPARABLE)]).badge == "✓ comparable"
    found = comparability_view([compared("a", Level.COMPARABLE), compared("b", Level.NOT_COMPARABLE, "they ran different things")])
    assert found.badge == "✗ not comparable: 1 of 2"
    assert found.reasons == ("b: they ran different things.",)


def test_a_reason_about_the_baseline_is_not_headed_by_another_group() -> None:
    pairs = [compared("fp64", Level.CAUTION, "base: other programs used 9 %"), compared("b", Level.COMPARABLE)]
    assert comparability_view(pairs, "base").reasons == ("base: other programs used 9 %.",)


def test_what_others_used_of_the_processor_is_told_once_beside_the_comparability_of_the_groups() -> None:
    runs = [shared(run(name, spec), 17.2) for name, spec in (("aa", FP32), ("bb", BF16))]
    found = compare([Group(one.run_id, (one,)) for one in runs])
    view = ComparisonView(found)
    assert "Other programs used 78.5 % of the processor meanwhile." in view.sentences[-1]
    assert view.comparability == ComparabilityView(Level.CAUTION, None, ())
    assert render(comparison_report(found, is_whole=False)).lower().count("other programs used") == 1


def test_a_reason_of_all_pairs_is_told_once() -> None:
    found = comparability_view(
        [
            compared("a", Level.CAUTION, "different driver: 1 and 2"),
            compared("b", Level.CAUTION, "different driver: 1 and 2", "b ran on battery"),
        ]
    )
    assert found.badge == "! comparable with caution"
    assert found.reasons == ("Different driver: 1 and 2.", "b ran on battery.")


def test_a_name_that_is_only_part_of_a_word_is_not_what_a_reason_is_about() -> None:
    alone = comparability_view([compared("a", Level.CAUTION, "different batch: 8 and 16"), compared("b", Level.COMPARABLE)], "base")
    assert alone.reasons == ("a: different batch: 8 and 16.",)
    both = [compared(name, Level.CAUTION, "another reason") for name in ("a", "b")]
    assert comparability_view(both, "base").reasons == ("Another reason.",)


def test_a_sentence_leaves_the_name_that_it_begins_with_as_it_is() -> None:
    pairs = [compared("fp64", Level.CAUTION, "fp32: measured for 501 ms only", "fp64: measured for 320 ms only")]
    assert comparability_view(pairs, "fp32").reasons == ("fp32: measured for 501 ms only.", "fp64: measured for 320 ms only.")


def test_what_processes_hold_is_not_counted_in_the_unit_of_a_whole_machine() -> None:
    machine = DeviceResult(CPU, {"memory_used_peak": measured(4 * 2.0**30, "B")})
    held = {"resident_memory_peak": measured(7.5 * 2.0**20, "B")}
    runs = [run_record(name, spec, held, (machine,)) for name, spec in (("aa", FP32), ("bb", BF16))]
    rows = by_key(metric_rows(compare([Group(one.run_id, (one,)) for one in runs])))
    assert (rows["cpu/memory_used_peak"].unit, rows["resident_memory_peak"].unit) == ("GiB", "MiB")


def test_a_comparison_in_chinese_has_wide_brackets_and_clauses_of_its_own() -> None:
    def repeats(name: str, precision: str, factor: float, joules: float, seconds: float) -> Group:
        runs = []
        for index, speed in enumerate((100.0, 100.5, 99.5, 100.2, 99.8)):
            energy = measured(joules * speed / 100.0, "J", source="gpu:0: field 83", uncertainty=0.001)
            metrics = {
                "throughput": measured(speed * factor, "samples/s"),
                "energy_per_sample": energy,
                "latency_p99": measured(seconds * speed / 100, "s"),
            }
            runs.append(run_record(f"{name}{index}", RunSpec("mnist-mlp", precision=precision, seed=index), metrics))
        return Group(name, tuple(runs))

    groups = [repeats("FP32", "fp32", 1.0, 2.0, 0.01), repeats("BF16", "bf16", 1.32, 1.5, 0.008)]
    slower = [repeats("FP32", "fp32", 1.0, 2.0, 0.01), repeats("BF16", "bf16", 1.0, 1.5, 0.01)]
    language.use("zh_CN")
    try:
        first, second = (IN_LANGUAGE.of(each, each[0], compare(each).metrics)[0] for each in (groups, slower))
        entries = {key: row[1] for key, row in compare(slower).metrics.items()}
        headline = IN_LANGUAGE.pair_headline("BF16", "FP32", entries)
    finally:
        language.use(language.ENGLISH)
    assert re.fullmatch(
        r"BF16 的速度为 FP32 的 1\.32 倍（1\.\d+–1\.\d+，n = 5），p99 步时低 20\.0 %（19\.6–20\.4 %），"
        r"每样本能耗少 25\.0 %（24\.6–25\.4 %）。",
        first,
    )
    assert second.startswith("BF16 的每样本能耗少 25.0 %（")
    assert second.endswith("）；吞吐量、p99 步时无可测差异。")
    assert headline == "BF16 与 FP32 相比每样本能耗少 25 %"
