import csv
import io
import re
from dataclasses import replace

import pytest

from gpuscope.analysis.comparability import settings_compared
from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group, group_repeats
from gpuscope.core.quantity import Quantity
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.reports.comparison_report import comparison_report, comparison_table
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.text import render
from gpuscope.system import language
from tests.analysis.records import measured, run_record
from tests.reports.recorded_runs import variants

SPEED = {"throughput": measured(100.0, "samples/s")}


def comparison() -> Comparison:
    one = run_record("aa", RunSpec("gemm"), {"throughput": measured(100.0, "samples/s"), "accuracy": measured(0.5, "1")})
    gone = {"throughput": measured(150.0, "samples/s"), "accuracy": Quantity.missing("1", "no answers")}
    return compare(group_repeats([one, run_record("bb", RunSpec("gemm", precision="bf16"), gone)]))


def test_the_text_tells_values_ratios_remarks_and_differences() -> None:
    text = render(comparison_report(comparison())).replace("\u00a0", " ")
    assert "One run per side: a ratio, not a verdict." in text
    assert "1.50 ×" in text
    assert any(line.split() == ["Accuracy,", "%", "50.0", "–", "–"] for line in text.splitlines())
    assert "One run per side" in text
    assert "no answers" in text
    assert any(line.split() == ["Precision", "fp32", "bf16"] for line in text.splitlines())


def test_what_users_wrote_as_a_setting_stays_as_it_is() -> None:
    runs = [run_record(name, RunSpec(COMMAND, command=("sh", "-c", script))) for name, script in (("aa", "true; exit"), ("bb", "echo 7"))]
    language.use("zh_CN")
    try:
        text = render(comparison_report(compare(group_repeats(runs))))
    finally:
        language.use(language.ENGLISH)
    assert any(line.split() == ["-c", "true;", "exit", "echo", "7"] for line in text.splitlines())


def test_the_text_tells_how_far_they_may_be_compared() -> None:
    one, other = run_record("aa", RunSpec("gemm")), run_record("bb", RunSpec("gemm", precision="bf16"), host="b-machine")
    text = render(comparison_report(compare(group_repeats([one, other]))))
    assert "! comparable with caution.\nDifferent machine: b-machine and a-machine." in text


def test_the_csv_has_a_row_a_metric_and_group_with_what_differs() -> None:
    rows = list(csv.DictReader(io.StringIO("".join(table_pieces(comparison_table(comparison()))), newline="")))
    assert len(rows) == 6
    assert (rows[1]["metric"], rows[1]["group"], rows[1]["value"], rows[1]["ratio"]) == ("throughput", "run bb", "150.0", "1.5")
    assert (rows[1]["verdict"], rows[1]["reason"]) == ("not-comparable", "one repeat per side")
    assert [row["differs: precision"] for row in rows[:2]] == ["fp32", "bf16"]
    assert (rows[3]["value"], rows[3]["reason"]) == ("", "no answers")


def test_an_energy_tells_how_far_it_may_be_off_in_the_unit_that_is_wanted() -> None:
    runs = [
        run_record(name, RunSpec("gemm", precision=precision), {"energy": measured(joules, "J", uncertainty=0.07 * joules)})
        for name, precision, joules in (("aa", "fp32", 7200.0), ("bb", "bf16", 3600.0))
    ]
    found = compare(group_repeats(runs))
    joules, hours = (render(comparison_report(found, unit)) for unit in ("J", "Wh"))
    assert re.search(r"Energy, kJ +7.20 ± 7 % +3.60 ± 7 % +0.500", joules)
    assert re.search(r"Energy, Wh +2.00 ± 7 % +1.00 ± 7 % +0.500", hours)
    rows = list(csv.DictReader(io.StringIO("".join(table_pieces(comparison_table(found))), newline="")))
    assert [(row["unit"], row["value"], round(float(row["uncertainty"]), 6)) for row in rows if row["metric"] == "energy"] == [
        ("J", "7200.0", 504.0),
        ("J", "3600.0", 252.0),
    ]


def test_equal_specs_and_environments_are_said_to_be_equal() -> None:
    same = compare([*group_repeats([run_record("aa")]), *group_repeats([run_record("bb")])])
    text = render(comparison_report(same))
    assert "Same settings and environment; same machine, device, torch, seed." in text
    assert f"None of the {settings_compared(same.groups)} recorded settings differ." in text


def test_a_name_of_a_whole_script_is_elided_on_the_terminal_and_whole_in_files() -> None:
    names = [f"{which} {'x' * 5000} end {which}" for which in ("one", "two")]
    runs = [run_record("aa", metrics=SPEED), run_record("bb", RunSpec("mnist-mlp", precision="bf16"), SPEED)]
    found = compare([Group(name, (run,)) for name, run in zip(names, runs, strict=True)])
    text = render(comparison_report(found))
    assert max(map(len, text.splitlines())) < 300
    assert "two … end two has 1.00\u00a0× the throughput of one … end one." in text
    assert names[1] in "".join(table_pieces(comparison_table(found)))
    assert names[1] in found.summary


def test_an_accuracy_has_the_interval_of_its_points() -> None:
    sides = {"fp32": (0.90, 0.91, 0.92), "bf16": (0.94, 0.95, 0.96)}
    runs = [
        run_record(f"{precision}{seed}", RunSpec("mnist-mlp", precision=precision, seed=seed), {"accuracy": measured(one, "1")})
        for precision, values in sides.items()
        for seed, one in enumerate(values)
    ]
    # By hand: 4 points apart, t(4) = 2.776, standard error √(2 × 0.01² / 3) = 0.816 points.
    assert "+4.0 (+1.7 to +6.3 points)" in render(comparison_report(compare(group_repeats(runs))), 200)
    language.use("zh_CN")
    try:
        assert "+4.0 (+1.7 至 +6.3 个百分点)" in render(comparison_report(compare(group_repeats(runs))), 200)
    finally:
        language.use(language.ENGLISH)


def test_a_difference_of_accuracies_is_never_above_a_hundred_points() -> None:
    sides = {"fp32": (0.1, 1.0), "bf16": (0.0, 0.5)}
    runs = [
        run_record(f"{precision}{seed}", RunSpec("mnist-mlp", precision=precision, seed=seed), {"accuracy": measured(value, "1")})
        for precision, values in sides.items()
        for seed, value in enumerate(values)
    ]
    text = render(comparison_report(compare(group_repeats(runs))), 200)
    assert "−30.0 (−100.0 to +100.0 points)" in text
    assert "−30.0 (−100.0 to +100.0) points" in text


def test_the_first_screen_of_many_groups_is_in_chinese_throughout() -> None:
    specs = [RunSpec("mnist-mlp"), RunSpec("mnist-mlp", task="inference"), RunSpec("mnist-mlp", batch_size=8, engine="onnxruntime")]
    runs = [*map(run_record, "abc", specs), run_record("d", RunSpec("gemm"))]
    metrics = {"throughput": measured(100.0, "samples/s"), "latency_p99": Quantity.missing("s", "not recorded in this run (failed)")}
    made = [
        replace(run, metrics=metrics, environment={"worker": worker}) for run, worker in zip(runs, ("fresh", *["ready"] * 3), strict=True)
    ]
    language.use("zh_CN")
    try:
        first, whole = (
            render(comparison_report(compare([Group(run.run_id, (run,)) for run in made]), is_whole=is_whole)) for is_whole in (False, True)
        )
    finally:
        language.use(language.ENGLISH)
    assert "a（基线）" in first
    assert "✗ 不可比较：3 组中的 2 组。" in first
    assert "有多项设置不同：批大小和引擎。" in first
    assert re.search(r"^任务 +训练 {2}· {2}推理", first, re.MULTILINE)
    assert "每组一句话、区间和 ID：--all" in first
    assert re.search("^启动时的进程 +新建 +就绪", whole, re.MULTILINE)
    assert "本次运行未记录" in whole
    ours = {"mnist", "mlp", "gemm", "onnxruntime", "eager", "all", "cpu"}
    assert set(re.findall("[a-z]{3,}", first)) <= ours


@pytest.mark.parametrize("repeats", [1, 5])
def test_six_groups_with_long_names_fit_the_first_screen(repeats: int) -> None:
    formats = ("FP32", "TF32", "FP16", "BF16", "FP64", "INT8")
    names = [f"mnist-mlp, CUDA 0, {at} threads, batch {64 * at}, {form}" for at, form in enumerate(formats, start=1)]
    groups = [Group(name, tuple(run.record for run in runs)) for name, runs in zip(names, variants(6, repeats), strict=True)]
    text = render(comparison_report(compare(groups), is_whole=False), 120)
    assert len(text.splitlines()) <= 30
    assert sum(f"\n{at} thre" in text for at in range(1, 7)) == 6, "a shortened name keeps its beginning"
    last = next(line for line in text.splitlines() if "INT8" in line).replace("\u00a0", " ")
    assert re.search(r"26.(68|86)0  2\.(08|10) ×", last)


def test_the_csv_says_within_which_family_a_verdict_is_corrected() -> None:
    rows = list(csv.DictReader(io.StringIO("".join(table_pieces(comparison_table(comparison()))), newline="")))
    assert {row["metric"]: row["family"] for row in rows}["throughput"] == "primary"
    assert {row["family"] for row in rows} <= {"primary", "other"}
