"""Scatter plots of time and energy, and bar charts."""

import math
from dataclasses import replace

import pytest

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quantity
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.pictures import figure_bars, plane, why_no_plane
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.pictures.picture import group_style
from gpuscope.system import language
from tests.analysis.records import measured, run_record
from tests.gui.pages.compare.compared_runs import BF16, FP32, NO_ENERGY, gpu_run, pair, run

BOTH = (("aa", FP32), ("bb", BF16))


def groups(*runs: RunRecord) -> list[Group]:
    return [Group(one.run_id, (one,)) for one in runs]


def test_each_run_with_both_figures_is_a_point_in_shown_units() -> None:
    fp32 = Group("fp32", (gpu_run("aa"), gpu_run("ab", throughput=101.0)))
    found = plane(compare([fp32, Group("bf16", (gpu_run("ba", BF16, 200.0, 0.011),))]))
    assert found is not None
    assert [(point.name, point.style, point.x) for point in found.points()] == [
        ("fp32", group_style(0), 100.0),
        ("fp32", group_style(0), 101.0),
        ("bf16", group_style(1), 200.0),
    ]
    assert [point.y for point in found.points()] == pytest.approx([20.0, 20.0, 11.0])
    assert (found.x.name, found.x.hint) == ("Throughput, samples/s", "→ better")
    assert (found.y.name, found.y.hint) == ("Energy per sample, mJ", "↓ better")


def test_without_samples_it_is_energy_by_the_time_from_start_to_exit() -> None:
    runs = [run_record(name, spec, {"energy": measured(9000.0, "J")}) for name, spec in (("aa", FP32), ("bb", BF16))]
    found = plane(compare(groups(*runs)))
    assert found is not None
    assert [(point.name, point.x, point.y) for point in found.points()] == [("aa", 45.0, 9.0), ("bb", 45.0, 9.0)]
    assert (found.x.name, found.x.hint, found.y.name) == ("Start to exit, s", "← better", "Energy, kJ")


def test_energy_is_drawn_in_watt_hours_where_those_are_wanted() -> None:
    runs = compare(groups(gpu_run("aa", joules=0.0072), gpu_run("bb", BF16, joules=0.0036)))
    found = plane(runs, "Wh")
    assert found is not None
    assert found.y.name == "Energy per sample, µWh"
    assert [point.y for point in found.points()] == pytest.approx([2.0, 1.0])
    assert next(block.unit for block in figure_bars(ComparisonView(runs, "Wh")).blocks if block.title == "Energy per sample") == "µWh ↓"


def test_no_energy_is_told_with_its_reason() -> None:
    assert plane(pair()) is None
    assert why_no_plane(pair()) == f"No energy was measured: {NO_ENERGY}."
    nothing = compare(groups(run_record("aa", FP32), run_record("bb", BF16)))
    assert (plane(nothing), why_no_plane(nothing)) == (None, "No energy was measured.")


def test_bars_and_reasons_are_in_the_windows_language() -> None:
    reason = "cpu: this machine's kernel offers no energy counter (no powercap, no perf power events); common in virtual machines"
    runs = [
        run_record(name, spec, {"throughput": measured(9.0, "samples/s"), "energy": Quantity.missing("J", reason)}) for name, spec in BOTH
    ]
    language.use("zh_CN")
    try:
        titles, why = [block.title for block in figure_bars(ComparisonView(pair())).blocks], why_no_plane(compare(groups(*runs)))
    finally:
        language.use(language.ENGLISH)
    assert titles == ["吞吐量", "步时（中位数）", "准确率", "利用率（平均）、cpu"]
    assert why == "No energy was measured on cpu: 本机的内核没有能量计数器（没有 powercap、没有 perf 功率事件）；在虚拟机中很常见."


def test_one_group_with_energy_is_no_plane() -> None:
    one = compare(groups(gpu_run("aa"), run("bb", BF16)))
    assert plane(one) is None
    assert NO_ENERGY in why_no_plane(one)


def test_bars_are_the_headlines_with_every_run_on_them() -> None:
    blocks = figure_bars(ComparisonView(pair())).blocks
    assert [block.title for block in blocks] == ["Throughput", "Step time, median", "Accuracy", "Utilization, mean, cpu"]
    first = blocks[0]
    assert first.unit == "samples/s ↑"
    assert [(bar.name, bar.value, bar.figure, bar.runs) for bar in first.bars] == [
        ("fp32", pytest.approx(math.sqrt(11000)), "104.9", (100.0, 110.0)),
        ("bf16", 210.0, "210.0", (210.0,)),
    ]


def test_a_missing_value_is_no_bar() -> None:
    lacking = replace(run("bb", BF16), metrics={"accuracy": measured(0.5, "1")})
    bar = figure_bars(ComparisonView(compare(groups(run("aa"), lacking)))).blocks[0].bars[1]
    assert (bar.value, bar.figure, bar.runs) == (None, "–", ())


def test_a_reason_that_begins_with_a_device_has_one_colon() -> None:
    missing = Quantity.missing("J", f"cpu: {NO_ENERGY}")
    runs = [run_record(name, spec, {"energy": missing}) for name, spec in (("aa", FP32), ("bb", BF16))]
    assert why_no_plane(compare(groups(*runs))) == f"No energy was measured on cpu: {NO_ENERGY}."
