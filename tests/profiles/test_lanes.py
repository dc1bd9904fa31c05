"""The lanes of a timeline, and the links between related slices."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from gpuscope.profiles.lanes import LaneKind, Tone, TraceLanes, trace_lanes
from gpuscope.profiles.operator_classes import OperatorClass
from tests.profiles.made import Event, annotation, kernel, launch, made_profile, operator, small_step
from tests.profiles.recorded import recorded_profile


def lanes_of(folder: Path, events: list[Event]) -> TraceLanes:
    return trace_lanes(made_profile(folder, events).tree)


def index_of(lanes: TraceLanes, name: str) -> int:
    return next(index for index in range(len(lanes.trace.slices)) if lanes.trace.name_of(index) == name)


def test_steps_stand_above_streams_above_threads(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    kinds = [lane.kind for lane in lanes.lanes]
    assert kinds == [LaneKind.STEPS, LaneKind.STREAM, LaneKind.STREAM, LaneKind.CALLS]
    assert [lane.slices.size for lane in lanes.lanes] == [1, 2, 1, 7]


def test_calls_are_nested_by_depth(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    rows = lanes.lanes[-1].rows
    names = [[lanes.trace.name_of(index) for index in row.slice] for row in rows]
    assert names == [
        ["aten::linear", "c10d::allreduce_", "aten::copy_"],
        ["aten::addmm", *["cudaLaunchKernel"], "cudaMemcpyAsync"],
        ["cudaLaunchKernel"],
    ]


def test_device_work_is_coloured_by_its_class_and_the_runtime_by_what_it_does(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, [*small_step(), launch(9, 80, 10, name="cudaDeviceSynchronize")])
    tones = {lanes.trace.name_of(index): int(lane.tone[index]) for lane in lanes.lanes for index in lane.slices}
    assert tones["sgemm_128"] == tones["aten::addmm"] == OperatorClass.GEMM
    assert tones["ncclDevKernel_AllReduce"] == OperatorClass.COLLECTIVE
    assert tones["Memcpy DtoH"] == tones["aten::copy_"] == OperatorClass.COPY_ENGINE, "an operator has the class of the table of operators"
    assert tones["cudaLaunchKernel"] == Tone.RUNTIME
    assert tones["cudaDeviceSynchronize"] == Tone.WAIT
    assert tones["ProfilerStep#3"] == Tone.STEP


def test_waits_for_the_device_have_their_place_among_its_work_by_their_time(tmp_path: Path) -> None:
    """A wait may be the longest slice of all: its colour needs its name in the legend."""
    lanes = lanes_of(tmp_path, [*small_step(), launch(9, 80, 9_000, name="cudaDeviceSynchronize")])
    assert lanes.tones[0] == Tone.WAIT
    assert lanes.tones.index(Tone.RUNTIME) > lanes.tones.index(OperatorClass.GEMM)


def test_an_arrow_goes_from_a_launch_to_its_kernel_seen_from_either_end_and_from_the_operator(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    work, first = index_of(lanes, "sgemm_128"), index_of(lanes, "cudaLaunchKernel")
    assert lanes.links(work) == lanes.links(first) == lanes.links(index_of(lanes, "aten::linear")) == [(first, work)]
    assert lanes.links(index_of(lanes, "ProfilerStep#3")) == []
    operator = lanes.operator_of(work)
    assert operator is not None
    assert lanes.trace.name_of(operator) == "aten::addmm"


def test_a_gap_of_the_device_says_what_the_host_did(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, [*small_step(), annotation("read a batch", 64, 5)])
    gap = lanes.gap_at(lanes.lanes[1], 67_000)
    assert gap is not None
    assert (gap.start_ns, gap.end_ns, gap.is_device_idle) == (65_000, 70_000, True)
    assert gap.host is not None
    assert lanes.trace.name_of(gap.host) == "read a batch"
    assert gap.host_ns == 4_000


def test_a_gap_of_a_stream_while_another_works_is_none_of_the_device(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    gap = lanes.gap_at(lanes.lanes[1], 62_000)
    assert gap is not None
    assert (gap.start_ns, gap.end_ns, gap.is_device_idle) == (60_000, 70_000, False)


def test_a_gap_in_which_nothing_of_the_host_was_recorded_says_so(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, [operator("aten::mm", 0, 2), launch(1, 1), kernel("a", 1, 5, 2), kernel("b", 2, 20, 2)])
    gap = lanes.gap_at(lanes.lanes[0], 10_000)
    assert gap is not None
    assert gap.host is None


def test_a_search_finds_names_in_any_case(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    assert [lanes.trace.name_of(index) for index in np.flatnonzero(lanes.matching("MEMCPY")).tolist()] == ["cudaMemcpyAsync", "Memcpy DtoH"]
    assert not lanes.matching("").any()


@pytest.mark.parametrize("text", ["", "relu"])
def test_a_search_makes_no_copies_of_all_slices(tmp_path: Path, text: str) -> None:
    lanes = lanes_of(tmp_path, [operator("aten::relu", number, 0.5) for number in range(40_000)])
    tracemalloc.start()
    try:
        found = lanes.matching(text)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found.sum() == (40_000 if text else 0)
    assert most < 5 * found.nbytes


def test_every_slice_of_a_recorded_trace_has_one_place() -> None:
    lanes = trace_lanes(recorded_profile("h100-qwen1.5-0.5b").tree)
    assert sum(len(row) for lane in lanes.lanes for row in lane.rows) == len(lanes.trace.slices) - 1  # all but the capture's own span
    for lane in lanes.lanes:
        for row in lane.rows:
            assert (row.start_ns[1:] >= row.end_ns[:-1]).all()


def test_kinds_of_work_are_listed_by_their_time_those_of_the_device_first(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, small_step())
    assert lanes.tones == (
        OperatorClass.GEMM,
        OperatorClass.COLLECTIVE,
        OperatorClass.COPY_ENGINE,
        Tone.RUNTIME,
    )


def test_preparing_leaves_python_to_when_it_is_unfolded(tmp_path: Path) -> None:
    python = {"ph": "X", "cat": "python_function", "name": "train.py(3): step", "pid": 1, "tid": 1, "ts": 0, "dur": 90}
    lanes = lanes_of(tmp_path, [*small_step(), {**python, "args": {"Python id": 1}}])
    lanes.prepare()
    assert [lane.kind for lane in lanes.lanes if "rows" not in vars(lane)] == [LaneKind.PYTHON]


def test_collectives_on_the_cpu_have_the_tone_of_collectives(tmp_path: Path) -> None:
    lanes = lanes_of(tmp_path, [operator("aten::mm", 0, 50), annotation("gloo:all_reduce", 20, 40) | {"tid": 9}, annotation("mine", 60, 9)])
    tone = lanes.lanes[0].tone
    assert tone[index_of(lanes, "gloo:all_reduce")] == OperatorClass.COLLECTIVE
    assert tone[index_of(lanes, "mine")] == Tone.RANGE
    assert lanes.tones == (OperatorClass.GEMM, OperatorClass.COLLECTIVE)
