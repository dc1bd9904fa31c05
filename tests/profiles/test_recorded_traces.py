"""Recorded traces against TraceLens's tables: totals within 0.5 %, every kernel found.

They agree to the nanosecond. Operator classes are compared for matrix multiplications only, because those here are finer (TraceLens's
"elementwise" includes casts and copies, its "other" attention and indexing). TraceLens's count of an operator includes only the calls
that launched something themselves.
"""

import pytest

from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.roofline import ceilings_of, device_name
from gpuscope.profiles.trace import Category
from tests.profiles.recorded import WITH_OPERATORS, recorded_profile, table_beside

WITHIN = pytest.approx


@pytest.mark.parametrize("name", [*WITH_OPERATORS, "mi210-gpu-only"])
def test_the_devices_time_is_spent_as_tracelens_has_it(name: str) -> None:
    timeline = recorded_profile(name).timeline
    assert timeline is not None
    milliseconds = {row["type"]: float(row["time ms"]) for row in table_beside(name, "gpu_timeline")}
    ours = {
        "computation_time": timeline.computation_s,
        "exposed_comm_time": timeline.communication_exposed_s,
        "exposed_memcpy_time": timeline.copy_exposed_s,
        "busy_time": timeline.busy_s,
        "idle_time": timeline.idle_s,
        "total_time": timeline.total_s,
        "total_comm_time": timeline.communication_s,
        "total_memcpy_time": timeline.copy_s,
    }
    assert {key: value * 1e3 for key, value in ours.items()} == WITHIN(milliseconds, rel=0.005)


@pytest.mark.parametrize("name", [*WITH_OPERATORS, "mi210-gpu-only"])
def test_every_kernel_is_found_with_its_calls_and_times(name: str) -> None:
    ours = {(row.name, row.operator or ""): row for row in recorded_profile(name).kernels if row.category is Category.KERNEL}
    theirs = {(row["Kernel name"], row.get("Parent cpu_op", "")): row for row in table_beside(name, "kernel_summary")}
    assert ours.keys() == theirs.keys()
    for key, row in theirs.items():
        kernel = ours[key]
        assert kernel.calls == int(row["Kernel duration (µs)_count"])
        assert kernel.stream == int(row["Kernel stream"])
        for figure, value in (("sum", kernel.total_s), ("mean", kernel.mean_s), ("min", kernel.min_s), ("max", kernel.max_s)):
            assert value * 1e6 == WITHIN(float(row[f"Kernel duration (µs)_{figure}"]), rel=0.005)


@pytest.mark.parametrize("name", WITH_OPERATORS)
def test_operators_have_the_device_time_that_they_and_those_below_launched(name: str) -> None:
    ours = {row.name: row for row in recorded_profile(name).operators}
    for row in table_beside(name, "ops_summary"):
        operator = ours[row["name"]]
        assert operator.self_device_s * 1e3 == WITHIN(float(row["total_direct_kernel_time_ms"]), rel=0.005)
        assert operator.total_device_s * 1e3 == WITHIN(float(row["total_subtree_kernel_time_ms"]), rel=0.005)
        assert operator.launching_calls == int(row["Count"])


@pytest.mark.parametrize("name", WITH_OPERATORS)
def test_matrix_multiplications_are_one_class(name: str) -> None:
    theirs = next(
        float(row["total_direct_kernel_time_ms"]) for row in table_beside(name, "ops_summary_by_category") if row["op category"] == "GEMM"
    )
    rows = [row for row in recorded_profile(name).operators if row.work_class is OperatorClass.GEMM]
    assert sum(row.self_device_s for row in rows) * 1e3 == WITHIN(theirs, rel=0.005)


@pytest.mark.parametrize(("name", "device"), [("h100-bert-small", "NVIDIA H100 80GB HBM3"), ("mi300-bert-small", "AMD Instinct MI300X VF")])
def test_the_device_that_did_the_work_is_known_and_has_ceilings(name: str, device: str) -> None:
    """On the MI300X it is number 2 of the machine, and number 0 in the header."""
    profile = recorded_profile(name)
    assert device_name(profile) == device
    assert ceilings_of(profile) is not None


def test_kernels_of_a_compiled_graph_are_found() -> None:
    profile = recorded_profile("torch-compile-triton")
    assert sum(row.calls for row in profile.kernels) == 12
    assert sum(row.calls for row in profile.kernels if row.work_class is OperatorClass.COMPILED) == 4
    assert all(row.operator for row in profile.kernels)


def test_collectives_on_a_stream_of_their_own_are_exposed_where_nothing_computes() -> None:
    profile = recorded_profile("hta/nccl.json.gz")
    timeline = profile.timeline
    assert timeline is not None
    assert 0 < timeline.communication_exposed_s < timeline.communication_s
    assert {row.stream for row in profile.kernels if row.work_class is OperatorClass.COLLECTIVE} == {40}
    assert [step.number for step in profile.steps] == [4, 5, 6]
    assert profile.trace.world_size == 2


def test_a_trace_of_hardware_counters_has_operators_and_no_device_time() -> None:
    profile = recorded_profile("hta/cupti.json.gz")
    assert profile.timeline is None
    assert profile.by_host
    assert profile.operators[0].self_host_s > 0


def test_whole_microseconds_without_a_base_stay_exact() -> None:
    trace = recorded_profile("hta/alexnet.json.gz").trace
    assert trace.origin_ns == 1695835542481129 * 1000
    assert trace.device_work.slice.size == 79 + 16 + 3


@pytest.mark.parametrize("name", WITH_OPERATORS)
def test_the_only_step_has_all_of_the_devices_time(name: str) -> None:
    profile = recorded_profile(name)
    (step,) = profile.steps
    assert profile.timeline is not None
    assert step.device_busy_s == WITHIN(profile.timeline.busy_s)
