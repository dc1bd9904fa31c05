"""A profile of a few events with known times."""

from pathlib import Path

import pytest

from gpuscope.profiles.operator_classes import OperatorClass
from tests.profiles.made import annotation, copy, kernel, launch, made_profile, operator, small_step


def test_the_devices_time_is_computation_exposed_communication_exposed_copies_and_idle(tmp_path: Path) -> None:
    timeline = made_profile(tmp_path, small_step()).timeline
    assert timeline is not None
    assert timeline.total_s == pytest.approx(24e-6)
    assert timeline.computation_s == pytest.approx(10e-6)
    assert timeline.communication_s == pytest.approx(10e-6)
    assert timeline.communication_exposed_s == pytest.approx(5e-6)
    assert timeline.copy_exposed_s == pytest.approx(4e-6)
    assert timeline.busy_s == pytest.approx(19e-6)
    assert timeline.idle_s == pytest.approx(5e-6)


def test_an_operator_has_its_own_time_and_that_of_those_below(tmp_path: Path) -> None:
    rows = {row.name: row for row in made_profile(tmp_path, small_step()).operators}
    assert (rows["aten::linear"].self_device_s, rows["aten::linear"].total_device_s) == pytest.approx((0, 10e-6))
    assert (rows["aten::linear"].self_host_s, rows["aten::linear"].total_host_s) == pytest.approx((10e-6, 20e-6))
    assert (rows["aten::addmm"].self_device_s, rows["aten::addmm"].kernels) == pytest.approx((10e-6, 1))
    assert rows["aten::addmm"].by_shape[0].shapes == "[[8],[4,16],[16,8]]"
    assert rows["aten::addmm"].by_shape[0].shapes_text == "8, 4×16, 16×8"


def test_a_call_inside_another_of_its_name_counts_once_in_totals(tmp_path: Path) -> None:
    events = [operator("aten::copy_", 0, 10), operator("aten::copy_", 2, 5), launch(1, 3), kernel("copy_kernel", 1, 20, 4)]
    row = made_profile(tmp_path, events).operators[0]
    assert row.calls == 2
    assert row.total_host_s == pytest.approx(10e-6)
    assert row.self_host_s == pytest.approx(10e-6)
    assert row.total_device_s == pytest.approx(4e-6)


def test_an_operator_that_only_copies_or_only_fills_has_the_class_of_its_device_work(tmp_path: Path) -> None:
    events = [
        *(operator("aten::copy_", 0, 10), launch(1, 1), copy("Memcpy HtoD", 1, 20, 4)),
        *(
            operator("aten::to", 30, 10),
            launch(2, 31),
            copy("Memcpy HtoD", 2, 50, 4),
            launch(3, 33),
            kernel("direct_copy_kernel", 3, 60, 4),
        ),
        *(operator("aten::contiguous", 70, 5), launch(4, 71), kernel("direct_copy_kernel", 4, 80, 4)),
    ]
    classes = {row.name: row.work_class for row in made_profile(tmp_path, events).operators}
    assert classes == {"aten::copy_": OperatorClass.COPY_ENGINE, "aten::to": OperatorClass.COPY, "aten::contiguous": OperatorClass.COPY}


def test_a_kernel_says_who_launched_it_where_and_how(tmp_path: Path) -> None:
    row = next(row for row in made_profile(tmp_path, small_step()).kernels if row.name == "sgemm_128")
    assert (row.operator, row.work_class, row.stream, row.device) == ("aten::addmm", OperatorClass.GEMM, 7, 0)
    assert (row.grid, row.block, row.occupancy) == ((4, 1, 1), (128, 1, 1), 0.5)


def test_work_launched_before_the_capture_is_listed_but_not_in_the_timeline(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [*small_step(), kernel("earlier_gemm", 99, 5, 20)])
    assert profile.timeline is not None
    assert profile.timeline.total_s == pytest.approx(24e-6)
    assert profile.device_time.left_out == 1
    assert next(row for row in profile.kernels if row.name == "earlier_gemm").is_foreign


def test_kernels_of_one_graph_belong_to_its_launch(tmp_path: Path) -> None:
    events = [operator("aten::graph", 0, 10), launch(5, 1, name="cudaGraphLaunch"), *(kernel(f"k{n}", 5, 20 + 5 * n, 4) for n in range(3))]
    profile = made_profile(tmp_path, events)
    assert {row.operator for row in profile.kernels} == {"aten::graph"}
    assert profile.operators[0].self_device_s == pytest.approx(12e-6)


def test_two_streams_of_one_call_count_once(tmp_path: Path) -> None:
    events = [operator("aten::x", 0, 10), launch(1, 1), launch(2, 3), kernel("a", 1, 20, 10), kernel("b", 2, 25, 10, stream=9)]
    assert made_profile(tmp_path, events).operators[0].self_device_s == pytest.approx(15e-6)


def test_what_the_operators_below_a_call_run_at_the_same_time_counts_once_in_its_total(tmp_path: Path) -> None:
    events = [operator("aten::outer", 0, 40), operator("aten::around", 1, 20)]
    events += [operator(name, ts, 5) for name, ts in (("aten::a", 2), ("aten::b", 10), ("aten::c", 30))]
    events += [launch(1, 3), launch(2, 11), launch(3, 32), launch(4, 36)]
    events += [kernel("a", 1, 100, 100), kernel("b", 2, 150, 100, stream=9), kernel("c", 3, 240, 30), kernel("own", 4, 300, 7)]
    rows = {row.name.removeprefix("aten::"): row for row in made_profile(tmp_path, events).operators}
    assert {name: row.total_device_s for name, row in rows.items()} == pytest.approx(
        {"outer": 177e-6, "around": 150e-6, "a": 100e-6, "b": 100e-6, "c": 30e-6}
    )
    assert rows["outer"].self_device_s == pytest.approx(7e-6)


def test_a_trace_of_the_device_alone_is_a_table_of_kernels(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [kernel("a", 1, 20, 10), kernel("a", 2, 40, 10)])
    assert profile.timeline is not None
    assert profile.timeline.busy_s == pytest.approx(20e-6)
    assert (profile.operators, profile.kernels[0].calls, profile.kernels[0].operator) == ((), 2, None)


def test_a_trace_of_the_host_alone_lists_operators_by_host_time(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [operator("aten::add", 0, 5), operator("aten::mm", 10, 50)])
    assert profile.timeline is None
    assert [row.name for row in profile.operators] == ["aten::mm", "aten::add"]
    assert profile.classes[0].work_class is OperatorClass.GEMM


def test_a_step_knows_how_long_the_device_was_busy(tmp_path: Path) -> None:
    (step,) = made_profile(tmp_path, small_step()).steps
    assert (step.number, step.duration_s, step.device_busy_s) == pytest.approx((3, 100e-6, 19e-6))


def test_each_device_has_a_timeline_of_its_own(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [kernel("a", 1, 0, 10), kernel("a", 2, 30, 10, device=1)])
    timelines = profile.device_time.devices
    assert [timeline.device for timeline in timelines] == [0, 1]
    assert [timeline.busy_s for timeline in timelines] == pytest.approx([10e-6, 10e-6])


def test_a_device_knows_how_long_only_others_worked(tmp_path: Path) -> None:
    profile = made_profile(tmp_path, [kernel("a", 1, 0, 50), kernel("b", 2, 50, 50, device=1), kernel("a", 3, 100, 10)])
    first, second = profile.device_time.devices
    assert (first.total_s, first.idle_s, first.outside_s) == pytest.approx((110e-6, 50e-6, 0))
    assert (second.total_s, second.idle_s, second.outside_s) == pytest.approx((50e-6, 0, 60e-6))
    assert (first.busy_share, second.busy_share) == pytest.approx((60 / 110, 50 / 110))
    assert profile.timeline is not None
    assert (profile.timeline.busy_share, profile.timeline.outside_s) == (1, 0)


def test_what_a_step_launched_is_its_own_wherever_it_runs(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#1", 0, 50), annotation("ProfilerStep#2", 50, 50)]
    events += [launch(1, 10), launch(2, 60), kernel("a", 1, 45, 20), kernel("b", 2, 200, 30)]
    assert [step.device_busy_s for step in made_profile(tmp_path, events).steps] == pytest.approx([20e-6, 30e-6])


def test_ranges_within_a_step_are_parts_of_it(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#1", 0, 100), annotation("gpuscope step 7", 20, 20), annotation("gpuscope step 8", 50, 20)]
    events += [launch(number, ts) for number, ts in enumerate((10, 30, 45, 60, 90, 110), 1)]
    events += [kernel("a", number, 200 + 10 * number, number) for number in range(1, 7)]
    (step,) = made_profile(tmp_path, events).steps
    assert step.number == 1
    assert step.device_busy_s == pytest.approx(15e-6)


def test_of_two_names_of_one_range_the_first_is_the_step(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#1", 0, 50), annotation("gpuscope step 7", 0, 50), annotation("ProfilerStep#2", 50, 40)]
    assert [step.number for step in made_profile(tmp_path, events).steps] == [1, 2]


@pytest.mark.parametrize(
    ("recorded", "numbers"),
    [
        ({"steps": 2}, [4, 5]),
        ({"steps": 0}, []),
        ({"run": "a"}, [4, 5, 6]),
        *((value, [4, 5, 6]) for value in ({"steps": -1}, {"steps": True}, [2], "2")),
    ],
)
def test_a_step_that_had_not_ended_with_the_recording_is_none(tmp_path: Path, recorded: object, numbers: list[int]) -> None:
    events = [annotation(f"ProfilerStep#{number}", 100 * number, 80) for number in (4, 5, 6)]
    assert [step.number for step in made_profile(tmp_path, events, gpuscope=recorded).steps] == numbers


def test_each_process_has_steps_of_its_own_even_if_they_are_shorter(tmp_path: Path) -> None:
    other = {**annotation("ProfilerStep#1", 10, 20), "pid": 2}
    assert len(made_profile(tmp_path, [annotation("ProfilerStep#1", 0, 50), other]).steps) == 2


def test_where_steps_overlap_work_belongs_to_the_later_one(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#1", 0, 60), annotation("ProfilerStep#2", 50, 50)]
    events += [launch(1, 55), launch(2, 65), kernel("a", 1, 70, 10), kernel("b", 2, 80, 30)]
    assert [step.device_busy_s for step in made_profile(tmp_path, events).steps] == pytest.approx([0, 40e-6])


def test_of_several_processes_work_without_a_known_launch_is_in_no_step(tmp_path: Path) -> None:
    other = [{**event, "pid": 2} for event in (annotation("ProfilerStep#1", 0, 50), operator("aten::mm", 10, 5))]
    events = [annotation("ProfilerStep#1", 0, 50), *other, kernel("a", 77, 20, 10)]
    assert [step.device_busy_s for step in made_profile(tmp_path, events).steps] == [0, 0]
