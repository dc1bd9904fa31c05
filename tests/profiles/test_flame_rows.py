"""The rows of a flame graph."""

from pathlib import Path

import numpy as np
import pytest

from gpuscope.profiles.flame_rows import FlameRows, short_label
from gpuscope.profiles.lanes import Tone
from gpuscope.profiles.operator_classes import OperatorClass
from tests.profiles.made import annotation, kernel, launch, made_profile, operator, small_step
from tests.profiles.recorded import recorded_profile


def labels(rows: FlameRows, depth: int) -> list[str]:
    return [rows.graph.label(node) for node in rows.rows[depth].slice.tolist()]


def test_calls_stand_below_their_callers_as_wide_as_they_took(tmp_path: Path) -> None:
    rows = FlameRows(made_profile(tmp_path, small_step()).flame_graph)
    assert labels(rows, 1) == ["ProfilerStep#3"]
    assert labels(rows, 2) == ["aten::linear", "c10d::allreduce_", "aten::copy_"]
    calls = rows.rows[2]
    assert (calls.end_ns - calls.start_ns).tolist() == [20_000, 5_000, 5_000]
    assert calls.tone.tolist() == [OperatorClass.GEMM, OperatorClass.COLLECTIVE, OperatorClass.COPY_ENGINE]
    assert rows.total_ns == 100_000


@pytest.mark.parametrize(
    ("pattern", "merged"), [("ProfilerStep#{}", "ProfilerStep"), ("gpuscope step {}", "gpuscope step"), ("train, step_num {}", "train")]
)
def test_steps_are_one_call_whatever_their_numbers(pattern: str, merged: str, tmp_path: Path) -> None:
    events = [annotation(pattern.format(number), 100 * number, 90) for number in range(3)]
    events += [operator("aten::linear", 100 * number + 1, 20) for number in range(3)]
    profile = made_profile(tmp_path, events)
    rows = FlameRows(profile.flame_graph)
    assert (labels(rows, 1), labels(rows, 2)) == ([merged], ["aten::linear"])
    step, totals = int(rows.rows[1].slice[0]), rows.by_name
    assert (rows.graph.calls[step], rows.graph.host_ns[step]) == (3, 270_000)
    listed = [rows.graph.trace.names[name] for name in totals.name]
    assert dict(zip(listed, totals.calls.tolist(), strict=True)) == {merged: 3, "aten::linear": 3}
    assert rows.matching(merged).sum() == 1
    assert profile.trace.name_of(0) == pattern.format(0), "the timeline has the steps one by one"


def test_by_device_a_call_is_as_wide_as_what_it_launched(tmp_path: Path) -> None:
    rows = FlameRows(made_profile(tmp_path, small_step()).flame_graph, by_device=True)
    widths = dict(zip(labels(rows, 2), (rows.rows[2].end_ns - rows.rows[2].start_ns).tolist(), strict=True))
    assert widths == {"aten::linear": 10_000, "c10d::allreduce_": 10_000, "aten::copy_": 4_000}
    assert rows.total_ns == 24_000


def test_time_of_a_search_counts_no_call_twice(tmp_path: Path) -> None:
    rows = FlameRows(made_profile(tmp_path, small_step()).flame_graph)
    found = rows.matching("LINEAR") | rows.matching("addmm")
    assert found.sum() == 2
    assert rows.covered_ns(found) == 20_000
    assert not rows.matching("").any()


def test_children_stand_in_the_order_in_which_they_are_drawn(tmp_path: Path) -> None:
    rows = FlameRows(made_profile(tmp_path, small_step()).flame_graph)
    step = int(rows.rows[1].slice[0])
    assert [rows.graph.label(node) for node in rows.children(step).tolist()] == labels(rows, 2)


def test_rows_of_a_recorded_trace_neither_overlap_nor_leave_their_callers() -> None:
    rows = FlameRows(recorded_profile("h100-qwen1.5-0.5b").flame_graph)
    starts, widths = rows.layout
    for row in rows.rows:
        assert (row.start_ns[1:] >= row.end_ns[:-1]).all()
    inner = np.flatnonzero(rows.graph.parent >= 0)
    around = rows.graph.parent[inner]
    assert (starts[inner] + widths[inner] <= starts[around] + widths[around]).all()


def test_without_functions_modules_stand_below_modules() -> None:
    profile = recorded_profile("mi300-bert-small")
    graph, whole = profile.module_graph, profile.flame_graph
    node = next(node for node in range(len(graph)) if graph.label(node) == "nn.Module: BertEncoder_0")
    assert graph.path(node)[-3:] == ["nn.Module: BertLMHeadModel_0", "nn.Module: BertModel_0", "nn.Module: BertEncoder_0"]
    assert graph.device_ns[graph.parent < 0].sum() == whole.device_ns[whole.parent < 0].sum()


def test_calls_of_one_name_are_added_up_and_none_within_another_counts_twice(tmp_path: Path) -> None:
    events = [operator("outer", 0, 100), operator("again", 0, 60), operator("again", 10, 20), operator("again", 70, 10)]
    totals = FlameRows(made_profile(tmp_path, events).flame_graph).by_name
    trace = made_profile(tmp_path, events).trace
    rows = zip([trace.names[name] for name in totals.name], totals.self_ns, totals.total_ns, totals.calls, strict=True)
    assert [tuple(row) for row in rows] == [("again", 70_000, 70_000, 3), ("outer", 30_000, 100_000, 1)]


def test_device_time_is_that_of_what_launched_it_and_not_of_the_launch(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, small_step())
    totals = FlameRows(profile.flame_graph, by_device=True).by_name
    own = {profile.trace.names[name]: own for name, own in zip(totals.name.tolist(), totals.self_ns.tolist(), strict=True)}
    assert own["aten::addmm"] == 10_000
    assert "cudaLaunchKernel" not in own
    assert sum(own.values()) == 24_000


def test_by_device_launches_are_not_drawn_below_their_callers(tmp_path: Path) -> None:
    graph = made_profile(tmp_path, small_step()).flame_graph
    rows = FlameRows(graph, by_device=True)
    drawn = {graph.label(node) for row in rows.rows for node in row.slice.tolist()}
    assert "aten::addmm" in drawn
    assert not {label for label in drawn if label.startswith("cuda")}
    assert not rows.matching("cudaLaunchKernel").any()
    addmm = next(node for node in range(len(graph)) if graph.label(node) == "aten::addmm")
    assert rows.children(addmm).size == 0
    assert FlameRows(graph).children(addmm).size == 1, "a launch is a call of the host"


def test_a_launch_outside_any_call_is_drawn_and_listed(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [launch(1, 0, 10), kernel("gemm", 1, 20, 30)])
    rows = FlameRows(profile.flame_graph, by_device=True)
    assert labels(rows, 1) == ["cudaLaunchKernel"]
    assert rows.by_name.self_ns.tolist() == [30_000]


def test_kinds_are_in_the_order_of_their_own_time(tmp_path: Path) -> None:
    graph = made_profile(tmp_path, small_step()).flame_graph
    assert FlameRows(graph, by_device=True).tones == (OperatorClass.GEMM, OperatorClass.COLLECTIVE, OperatorClass.COPY_ENGINE)
    assert set(FlameRows(graph).tones) == {OperatorClass.GEMM, OperatorClass.COLLECTIVE, OperatorClass.COPY_ENGINE, Tone.RUNTIME}


@pytest.mark.parametrize(
    ("label", "short"),
    [
        ("/usr/lib/python3/site-packages/torch/nn/modules/module.py(1501): _call_impl", "module.py(1501): _call_impl"),
        ("nn.Module: Linear_0", "Linear_0"),
        ("aten::linear", "aten::linear"),
        ("Torch-Compiled Region: 0/0", "Torch-Compiled Region: 0/0"),
    ],
)
def test_a_label_has_no_folders_and_keeps_what_names_the_call(label: str, short: str) -> None:
    assert short_label(label) == short


def test_a_copying_operator_has_one_class_in_the_table_and_both_flame_graphs(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, small_step())
    [in_table] = [row.work_class for row in profile.operators if row.name == "aten::copy_"]
    assert in_table == OperatorClass.COPY_ENGINE
    for by_device in (False, True):
        rows = FlameRows(profile.flame_graph, by_device=by_device)
        assert in_table in rows.tones
        assert OperatorClass.COPY not in rows.tones
