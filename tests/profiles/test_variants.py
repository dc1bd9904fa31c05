"""The same step, as written by profilers of other versions and vendors, gives the same tables.

The differences were seen in traces of PyTorch 1.8 to 2.11 on CUDA, ROCm and XPU, in Kineto's writers and in files merged by tools.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.reports.profile_view import ProfileView
from tests.profiles.made import Event, annotation, kernel, launch, made_profile, operator, small_step
from tests.profiles.recorded import open_profile

BASE_NS = 1_751_410_836_000_000_000


def changed(change: Callable[[Event], Event]) -> list[Event]:
    return [change(json.loads(json.dumps(event))) for event in small_step()]


def kineto_of_2021(event: Event) -> Event:
    """PyTorch 1.8 to 1.10: other categories, threads as strings, steps among operators, whole µs, ids in lower case."""
    categories = {
        "cpu_op": "Operator",
        "user_annotation": "Operator",
        "cuda_runtime": "Runtime",
        "kernel": "Kernel",
        "gpu_memcpy": "Memcpy",
    }
    args = {
        {"Input Dims": "Input dims", "External id": "external id"}.get(key, key): value for key, value in (event.get("args") or {}).items()
    }
    tid = f"stream {event['tid']}" if event["cat"] in ("kernel", "gpu_memcpy") else str(event["tid"])
    return {**event, "cat": categories[event["cat"]], "tid": tid, "ts": 1623212388426902 + int(event["ts"]), "args": args}


def rocm(event: Event) -> Event:
    names = {"cudaLaunchKernel": "hipExtModuleLaunchKernel", "cudaMemcpyAsync": "hipMemcpyWithStream"}
    return {**event, "name": names.get(event["name"], event["name"])}


def xpu(event: Event) -> Event:
    """As ``XpuptiActivityHandlers.cpp`` of Kineto writes it: a queue instead of a stream, no grid, and marks of time in quotes."""
    names = {
        "cudaLaunchKernel": "urEnqueueKernelLaunch",
        "cudaMemcpyAsync": "urEnqueueUSMMemcpy",
        "Memcpy DtoH": "Memcpy D2M (Device -> Memory)",
    }
    name = "oneccl_allreduce" if event["name"].startswith("nccl") else names.get(event["name"], event["name"])
    args = dict(event.get("args") or {})
    if (queue := args.pop("stream", None)) is not None:
        args = {key: value for key, value in args.items() if key in ("device", "correlation", "bytes")}
        args |= {"sycl queue": queue, "l0 queue": "0x00005581", "submitted": "49.125", "submitted_rel_to_start": "-0.875", "kernel_id": 7}
    return {**event, "cat": event["cat"].replace("cuda_", "xpu_"), "name": name, "args": args}


def driver(event: Event) -> Event:
    is_launch = event["cat"] == "cuda_runtime"
    return event | ({"cat": "cuda_driver", "name": event["name"].replace("cuda", "cu")} if is_launch else {})


def with_texts_for_numbers(event: Event) -> Event:
    """Some writers put numbers in quotes."""
    args = {key: str(value) if isinstance(value, int) else value for key, value in (event.get("args") or {}).items()}
    return {**event, "ts": f"{1695835542481129 + event['ts']:.3f}", "dur": str(event["dur"]), "args": args}


def of_wall_time(event: Event) -> Event:
    return {**event, "ts": 1695835542481129.25 + event["ts"]}


def pairs() -> list[Event]:
    """Begin and end events instead of slices, with the ends in order of time."""
    ends: list[tuple[float, float, Event]] = []
    for event in small_step():
        begin = {key: value for key, value in event.items() if key != "dur"} | {"ph": "B"}
        end = {"ph": "E", "pid": event["pid"], "tid": event["tid"], "ts": event["ts"] + event["dur"]}
        ends += [(event["ts"], -event["dur"], begin), (end["ts"], -float(event["ts"]), end)]
    return [event for _, _, event in sorted(ends, key=lambda entry: entry[:2])]


def numbered() -> list[Event]:
    """Operators with ids, as Kineto always writes them."""
    return [{**event, "args": {"External id": number + 1, **event.get("args", {})}} for number, event in enumerate(small_step())]


VARIANTS: dict[str, tuple[list[Event], dict[str, Any]]] = {
    "of 2021": (changed(kineto_of_2021), {}),
    "with a base": (small_step(), {"baseTimeNanoseconds": BASE_NS, "displayTimeUnit": "ms"}),
    "shown in ns": (small_step(), {"baseTimeNanoseconds": BASE_NS, "displayTimeUnit": "ns"}),
    "of wall time": (changed(of_wall_time), {}),
    "ROCm": (changed(rocm), {}),
    "XPU": (changed(xpu), {}),
    "the driver": (changed(driver), {}),
    "texts for numbers": (changed(with_texts_for_numbers), {}),
    "begins and ends": (pairs(), {}),
    "in another order": (small_step()[::-1], {}),
    "joined twice": (numbered() * 2, {}),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_step_is_the_same_in_every_writing(variant: str, tmp_path: Path) -> None:
    events, head = VARIANTS[variant]
    profile = made_profile(tmp_path, events, **head)
    timeline = profile.timeline
    assert timeline is not None
    assert (timeline.total_s, timeline.busy_s, timeline.computation_s) == pytest.approx((24e-6, 19e-6, 10e-6))
    assert (timeline.communication_exposed_s, timeline.copy_exposed_s) == pytest.approx((5e-6, 4e-6))
    kernels = {row.work_class: row for row in profile.kernels}
    assert {work_class: row.operator for work_class, row in kernels.items()} == {
        OperatorClass.GEMM: "aten::addmm",
        OperatorClass.COLLECTIVE: "c10d::allreduce_",
        OperatorClass.COPY_ENGINE: "aten::copy_",
    }
    assert all(row.calls == 1 for row in profile.kernels)
    assert (kernels[OperatorClass.GEMM].grid, kernels[OperatorClass.GEMM].stream) == (None if variant == "XPU" else (4, 1, 1), 7)
    rows = {row.name: row for row in profile.operators}
    assert set(rows) == {"aten::linear", "aten::addmm", "c10d::allreduce_", "aten::copy_"}
    assert {row.operator: row.work_class for row in profile.kernels} == {
        row.name: row.work_class for row in profile.operators if row.self_device_s
    }, "device time has one class"
    assert (rows["aten::linear"].calls, rows["aten::linear"].self_host_s) == pytest.approx((1, 10e-6))
    assert rows["aten::addmm"].by_shape[0].shapes_text == "8, 4×16, 16×8"
    assert [step.number for step in profile.steps] == [3]


def test_events_that_stand_in_the_file_twice_are_said_to_be_so(tmp_path: Path) -> None:
    notes = made_profile(tmp_path, [*numbered(), *numbered()[-3:]]).trace.notes
    assert notes == ("3 events found twice in the file counted once.",)
    twice = [operator("aten::add", 0, 5), operator("aten::add", 0, 5)]  # without ids they may be two calls, one inside the other
    assert made_profile(tmp_path, twice).operators[0].calls == 2
    assert made_profile(tmp_path, small_step()).trace.notes == ()


def test_pytorchs_profiler_without_kineto_names_processes_for_categories(tmp_path: Path) -> None:
    def event(name: str, ts: float, dur: float, process: str) -> Event:
        return {"name": name, "ph": "X", "ts": ts, "dur": dur, "tid": 0, "pid": process, "args": {}}

    events = [event("aten::mm", 0, 50, "CPU functions"), event("volta_sgemm_128", 20, 30, "CUDA functions")]
    profile = made_profile(tmp_path, events)
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(30e-6)
    assert [row.name for row in profile.operators] == ["aten::mm"]


def test_a_file_that_ends_early_has_the_tables_of_what_is_there(tmp_path: Path) -> None:
    text = json.dumps({"schemaVersion": 1, "traceEvents": small_step()})
    path = tmp_path / "cut.json.gz"
    path.write_bytes(gzip.compress(text[: text.index('"Memcpy DtoH"') - 20].encode()))
    profile = open_profile(path)
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(15e-6)
    assert "is cut off" in profile.trace.notes[0]


def streams() -> list[Event]:
    """Return computation on two streams, a copy and a collective, each partly overlapping."""
    return [
        kernel("gemm_a", 1, 0, 10, stream=7),
        kernel("gemm_b", 2, 5, 15, stream=9),
        kernel("ncclDevKernel_AllGather", 3, 15, 10, stream=20),
        kernel("Memcpy HtoD (Pinned -> Device)", 4, 18, 12, stream=21) | {"cat": "gpu_memcpy"},
        kernel("gemm_c", 5, 40, 10, stream=7),
    ]


def test_what_streams_do_beside_each_other_counts_once(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, streams())
    timeline = profile.timeline
    assert timeline is not None
    assert timeline.total_s == pytest.approx(50e-6)
    assert timeline.computation_s == pytest.approx(30e-6)  # 0 to 20, 40 to 50
    assert (timeline.communication_s, timeline.communication_exposed_s) == pytest.approx((10e-6, 5e-6))  # 20 to 25
    assert (timeline.copy_s, timeline.copy_exposed_s) == pytest.approx((12e-6, 5e-6))  # 25 to 30
    assert (timeline.busy_s, timeline.idle_s) == pytest.approx((40e-6, 10e-6))


def test_a_copy_that_a_runtime_performs_by_a_kernel_is_a_copy(tmp_path: Path) -> None:
    events = [
        kernel("gemm", 1, 0, 10),
        kernel("__amd_rocclr_copyBuffer.kd", 2, 5, 10),
        kernel("__amd_rocclr_fillBufferAligned.kd", 3, 20, 4),
    ]
    timeline = made_profile(tmp_path, events).timeline
    assert timeline is not None
    assert (timeline.computation_s, timeline.copy_s, timeline.copy_exposed_s) == pytest.approx((14e-6, 10e-6, 5e-6))


def test_devices_of_one_file_have_timelines_and_kernels_of_their_own(tmp_path: Path) -> None:
    events = [
        kernel("gemm", number + 1, start, 10, device=device) for number, (device, start) in enumerate([(0, 0), (0, 20), (1, 5), (1, 100)])
    ]
    profile = made_profile(tmp_path, events)
    devices = profile.device_time.devices
    assert [part.device for part in devices] == [0, 1]
    assert [part.busy_s for part in devices] == pytest.approx([20e-6, 20e-6])
    assert [part.total_s for part in devices] == pytest.approx([30e-6, 105e-6])
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(35e-6)  # 0 to 15, 20 to 30, 100 to 110
    assert [(row.device, row.calls) for row in profile.kernels] == [(0, 2), (1, 2)]


def test_backward_work_belongs_to_the_operators_of_its_own_thread(tmp_path: Path) -> None:
    forward = [operator("aten::addmm", 0, 10, {"Sequence number": 5}), launch(1, 2), kernel("gemm_fwd", 1, 20, 10)]
    node = "autograd::engine::evaluate_function: AddmmBackward0"
    backward = [
        operator(node, 40, 30, {"Sequence number": 5, "Fwd thread id": 1}, tid=2),
        operator("AddmmBackward0", 42, 26, {"Sequence number": 5, "Fwd thread id": 1}, tid=2),
        operator("aten::mm", 44, 10, tid=2),
        launch(2, 46, tid=2),
        operator("aten::mm", 56, 10, tid=2),
        launch(3, 58, tid=2),
        kernel("gemm_dgrad", 2, 80, 12),
        kernel("gemm_wgrad", 3, 92, 14),
    ]
    rows = {row.name: row for row in made_profile(tmp_path, [*forward, *backward]).operators}
    assert (rows["aten::addmm"].self_device_s, rows["aten::mm"].self_device_s) == pytest.approx((10e-6, 26e-6))
    assert (rows[node].total_device_s, rows["AddmmBackward0"].total_device_s) == pytest.approx((26e-6, 26e-6))
    assert rows[node].self_device_s == 0


def test_generated_kernels_belong_to_the_operator_around_their_launch(tmp_path: Path) -> None:
    events = [
        operator("Torch-Compiled Region: 0/0", 0, 100),
        operator("CompiledFxGraph 0xab", 5, 90),
        operator("triton_poi_fused_add_relu_0", 10, 20),
        launch(1, 12, name="cuLaunchKernel") | {"cat": "cuda_driver"},
        operator("triton_red_fused_mean_1", 40, 20),
        launch(2, 42, name="cuLaunchKernelEx") | {"cat": "cuda_driver"},
        kernel("triton_poi_fused_add_relu_0", 1, 110, 10),
        kernel("triton_red_fused_mean_1", 2, 130, 20),
    ]
    profile = made_profile(tmp_path, events)
    rows = {row.name: row for row in profile.operators}
    assert rows["triton_red_fused_mean_1"].self_device_s == pytest.approx(20e-6)
    assert (rows["Torch-Compiled Region: 0/0"].self_device_s, rows["Torch-Compiled Region: 0/0"].total_device_s) == pytest.approx(
        (0, 30e-6)
    )
    assert {row.work_class for row in profile.kernels} == {OperatorClass.COMPILED}


def test_of_launches_with_one_id_the_last_before_a_kernel_launched_it(tmp_path: Path) -> None:
    """Happens when a counter restarts, or when a file holds several processes."""
    events = [operator("aten::first", 0, 10), launch(1, 2), operator("aten::second", 20, 10), launch(1, 22)]
    events += [kernel("early", 1, 5, 5), kernel("late", 1, 40, 5), kernel("before", 1, 1, 1), kernel("unknown", 9, 50, 5)]
    profile = made_profile(tmp_path, events)
    launched = {"early": "aten::first", "late": "aten::second", "before": "aten::first", "unknown": None}
    assert {row.name: row.operator for row in profile.kernels} == launched


def test_launches_with_external_ids_alone_have_precedence_over_operators_with_those_ids(tmp_path: Path) -> None:
    """Older ROCm versions write ids of launches under that name; operators are numbered on their own."""
    events = [operator("aten::add", 0, 10, {"External id": 7}), operator("aten::mm", 20, 10, {"External id": 8})]
    call = launch(0, 22, name="hipLaunchKernel") | {"args": {"External id": 7}}
    work = kernel("gemm", 0, 40, 5) | {"args": {"External id": 7, "device": 0, "stream": 1}}
    (row,) = made_profile(tmp_path, [*events, call, work]).kernels
    assert row.operator == "aten::mm"


def test_a_launch_on_a_thread_without_operators_belongs_to_the_running_operator_with_the_kernels_external_id(tmp_path: Path) -> None:
    """Kineto has written the threads of operators and of runtime calls by different ids; work launched outside of operators has none."""
    events = [operator("aten::add", 0, 10, {"External id": 7}), operator("aten::mm", 20, 10, {"External id": 8})]
    events += [launch(1, 22, tid=555), launch(2, 50, tid=555), launch(3, 25), launch(4, 5, tid=555)]
    ids = {"gemm": (1, 8), "outside": (2, 8), "of_thread": (3, 7), "unknown": (4, 99)}
    events += [kernel(name, correlation, 60 + 10 * correlation, 5, {"External id": own}) for name, (correlation, own) in ids.items()]
    launched = {"gemm": "aten::mm", "outside": None, "of_thread": "aten::mm", "unknown": None}
    assert {row.name: row.operator for row in made_profile(tmp_path, events).kernels} == launched


def test_a_graph_that_is_replayed_has_all_its_kernels_each_time(tmp_path: Path) -> None:
    events: list[Event] = []
    for number in range(3):
        begin = 1000 * number
        events += [annotation(f"ProfilerStep#{number}", begin, 900), launch(number + 1, begin + 10, 30, name="cudaGraphLaunch")]
        events += [kernel("gemm", number + 1, begin + 100 + 20 * place, 15, {"graph node id": place}) for place in range(4)]
        events += [kernel("relu", number + 1, begin + 180, 5, {"graph node id": 9}, stream=9)]
    profile = made_profile(tmp_path, events)
    assert {row.name: row.calls for row in profile.kernels} == {"gemm": 12, "relu": 3}
    assert {row.name: row.total_s for row in profile.kernels} == pytest.approx({"gemm": 180e-6, "relu": 15e-6})
    assert [step.device_busy_s for step in profile.steps] == pytest.approx([65e-6] * 3)


def test_a_graph_whose_kernels_have_other_ids_was_launched_within_the_capture(tmp_path: Path) -> None:
    """As ROCm writes graphs; before the launch of a graph, work without a launch is of the time before the capture."""
    graph = [launch(2, 30, 10, name="hipGraphLaunch"), *(kernel("gemm", 5000 + number, 60 + 20 * number, 15) for number in range(3))]
    later = [operator("aten::add", 200, 20), launch(900, 205, name="hipLaunchKernel"), kernel("add", 900, 300, 10)]
    profile = made_profile(tmp_path, [kernel("earlier", 1, 0, 20), *graph, *later])
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(55e-6)
    assert (profile.device_time.left_out, profile.device_time.without_launch) == (1, 3)
    said = ProfileView(profile).sentences[0]
    assert "The timeline leaves out 1 piece of device work launched before the capture began." in said
    assert "3 pieces of device work without a recorded launch: the operator is unknown." in said


def test_work_of_a_device_alone_is_not_said_to_lack_launches(tmp_path: Path) -> None:
    assert made_profile(tmp_path, streams()).device_time.without_launch == 0


def test_ranges_that_are_marked_on_a_device_are_no_work(tmp_path: Path) -> None:
    marked = {**kernel("nccl:all_reduce", -1, 0, 90), "cat": "gpu_user_annotation", "args": {"External id": 3}}
    timeline = made_profile(tmp_path, [*small_step(), marked]).timeline
    assert timeline is not None
    assert timeline.busy_s == pytest.approx(19e-6)


def test_a_collectives_facts_do_no_harm(tmp_path: Path) -> None:
    facts = {"Collective name": "allreduce", "In msg nelems": 1024, "Out msg nelems": 1024, "Group size": 8, "dtype": "BFloat16",
             "In split size": "[]", "Process Group Ranks": "[0, 1, ...]", "Rank": 3}  # fmt: skip
    profile = made_profile(
        tmp_path, [kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 1, 0, 10, facts)]
    )
    assert profile.timeline is not None
    assert profile.timeline.communication_exposed_s == pytest.approx(10e-6)


def test_occupancy_is_weighed_by_time_and_differing_grids_are_none(tmp_path: Path) -> None:
    def facts(blocks: int, occupancy: float) -> Event:
        return {"grid": [blocks, 1, 1], "block": [128, 1, 1], "est. achieved occupancy %": occupancy}

    events = [kernel("gemm", 1, 0, 30, facts(4, 20)), kernel("gemm", 2, 40, 10, facts(8, 60)), kernel("gemm", 3, 60, 10, facts(8, 0))]
    (row,) = made_profile(tmp_path, events).kernels
    assert (row.calls, row.min_s, row.max_s, row.mean_s) == pytest.approx((3, 10e-6, 30e-6, 50e-6 / 3))
    assert row.occupancy == pytest.approx((0.2 * 30 + 0.6 * 10) / 40)  # 0 means unknown to the profiler
    assert (row.grid, row.block) == (None, (128, 1, 1))
