"""A profile's view, apart from its tables: joules per operator if those of the capture are known, otherwise the reason."""

import csv
from pathlib import Path

import pytest

from gpuscope.core.figures import display_unit
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.profiles.advice import Program
from gpuscope.profiles.difference import ProfileDifference
from gpuscope.profiles.document import profile_document
from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.reports.profile_difference_view import ProfileDifferenceView
from gpuscope.reports.profile_table import ProfileColumn, ProfileTable
from gpuscope.reports.profile_text import profile_csv, profile_report
from gpuscope.reports.profile_view import ProfileView, call_table
from gpuscope.reports.text import render
from tests.profiles import made


def column(table: ProfileTable, key: str) -> list[object]:
    place = [column.key for column in table.columns].index(key)
    return [row[place] for row in table.rows]


def two_devices(*, second: int = 1) -> list[made.Event]:
    """Return work of two devices in turn: 50 µs on GPU 0, 50 µs on the other, 10 µs on GPU 0."""
    return [
        made.kernel("gemm", 1, 0, 50),
        made.kernel("gemm", 2, 50, 50, device=second),
        made.kernel("add", 3, 100, 10),
    ]


def test_of_several_devices_each_has_its_share_of_the_time(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, two_devices())
    view = ProfileView(profile)
    assert view.headline == (
        "The devices were busy, GPU 0 for 54.5 % and GPU 1 for 45.5 % of the 110 µs between their first and their last work; "
        "on average 55.0 µs of computation and 55.0 µs idle."
    )
    shares = dict(zip(zip(column(view.timeline, "device"), column(view.timeline, "part"), strict=True), column(view.timeline, "share"),
                      strict=True))  # fmt: skip
    assert shares["GPU 0", "idle"] == pytest.approx(50 / 110)
    assert shares["GPU 1", "idle"] == pytest.approx(60 / 110)
    first, second = profile_document(profile)["timelines"]
    assert (first["total_s"], first["outside_s"]) == pytest.approx((110e-6, 0))
    assert (second["total_s"], second["outside_s"]) == pytest.approx((50e-6, 60e-6))


def test_the_time_of_a_device_is_set_apart_from_that_of_the_steps(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, made.small_step()))  # a step of 100 µs with device work from 50 to 74 µs
    assert view.headline.startswith("The device was busy for 79.2 % of the 24.0 µs between its first and its last work (")
    assert view.details[0] == "One step of 100 µs. 76.0 µs of it are before the first device work or after the last."
    steps = [made.annotation(f"ProfilerStep#{number}", 50 * number, 50) for number in range(2)]
    several = ProfileView(made.made_profile(tmp_path, [*steps, made.kernel("gemm", 1, 2, 10), made.kernel("gemm", 1, 20, 40)]))
    assert several.details[0].endswith(". Of the 100 µs of marked steps, 42.0 µs are before the first device work or after the last.")
    filled = ProfileView(made.made_profile(tmp_path, [made.annotation("ProfilerStep#3", 0, 100), made.kernel("gemm", 1, 2, 94)]))
    assert filled.details[0] == "One step of 100 µs."


def test_exposed_work_of_several_devices_is_named_by_its_mean(tmp_path: Path) -> None:
    nccl = made.kernel("ncclDevKernel_AllReduce", 3, 60, 40, device=1)
    view = ProfileView(made.made_profile(tmp_path, [made.kernel("gemm", 1, 0, 100), made.kernel("gemm", 2, 0, 60, device=1), nccl]))
    assert view.headline.endswith("on average 80.0 µs of computation, 20.0 µs of exposed communication and 0 s idle.")


def test_of_many_devices_the_busiest_and_the_least_busy_are_named(tmp_path: Path) -> None:
    events = [made.kernel("gemm", number, 0, 100 - 10 * number, device=number) for number in range(8)]
    view = ProfileView(made.made_profile(tmp_path, events))
    assert view.headline == (
        "The 8 devices were busy for 30.0 % (GPU 7) to 100 % (GPU 0) of the 100 µs between their first and their last work; "
        "on average 65.0 µs of computation and 35.0 µs idle."
    )


def test_kernels_say_on_which_of_several_devices_they_ran(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, two_devices())
    view = ProfileView(profile)
    assert list(zip(column(view.kernels, "kernel"), column(view.kernels, "device"), strict=True)) == [
        ("gemm", "GPU 0"),
        ("gemm", "GPU 1"),
        ("add", "GPU 0"),
    ]
    assert "Kernel,Operator,Device,Stream" in "".join(profile_csv([view.kernels]))
    assert "GPU 1" in [row[2] for row in profile_report(view, everything=False).tables[-1].rows]
    alone = ProfileView(made.made_profile(tmp_path, made.small_step()))
    assert "device" not in [column.key for column in alone.kernels.columns]


def test_a_device_that_was_not_recorded_has_no_number(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, two_devices(second=-1))
    view = ProfileView(profile)
    assert list(dict.fromkeys(column(view.timeline, "device"))) == ["GPU 0", "unknown GPU"]
    assert set(column(view.kernels, "device")) == {"GPU 0", "unknown GPU"}
    assert "GPU 0 for 54.5 % and an unknown GPU for 45.5 % of the 110 µs" in view.headline
    document = profile_document(profile)
    assert [timeline["device"] for timeline in document["timelines"]] == [0, None]


def test_operators_share_the_capture_s_joules_by_their_own_time(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, made.small_step())
    begin_ns, end_ns = profile.work_ns
    assert end_ns - begin_ns == 24_000
    view = ProfileView(profile, energy=Quantity(24e-6 * 300.0, "J", Quality.DERIVED, "integral of power", 1e-4))
    keys = [column.key for column in view.operators.columns]
    joules = {row[0]: row[keys.index("energy")] for row in view.operators.rows}
    assert joules["aten::addmm"] == pytest.approx(10e-6 * 300.0)
    assert joules["aten::linear"] == 0.0
    [note] = view.operators.notes
    assert "300 W" in note
    assert "integral of power" in note


def test_the_share_of_an_operator_is_that_in_all_device_work_which_graphs_may_launch_without_operators(tmp_path: Path) -> None:
    events = [made.operator("aten::add", 0, 10), made.launch(1, 2), made.launch(2, 20, name="cudaGraphLaunch")]
    events += [made.kernel("elementwise_kernel", 1, 30, 10), made.kernel("gemm", 2, 40, 60), made.kernel("flash_fwd", 2, 100, 30)]
    view = ProfileView(made.made_profile(tmp_path, events))
    assert column(view.operators, "share") == pytest.approx([0.1])
    assert column(view.kernels, "share") == pytest.approx([0.6, 0.3, 0.1])
    (note,) = view.operators.notes
    assert note.startswith("Operators launched 10.0 % of the device time; the rest was launched outside of them, as by CUDA graphs")
    linked = [made.operator("aten::mm", 19, 10), *events]
    assert ProfileView(made.made_profile(tmp_path, linked)).operators.notes == ()
    host = ProfileView(made.made_profile(tmp_path, [made.operator("aten::mm", 0, 30), made.operator("aten::add", 40, 10)]))
    assert column(host.operators, "share") == pytest.approx([0.75, 0.25])
    assert host.operators.notes == ()


def test_joules_that_are_not_known_are_no_column_but_a_reason(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, made.small_step())
    view = ProfileView(profile, energy=Quantity.missing("J", "too short for the power sensor"))
    assert "energy" not in [column.key for column in view.operators.columns]
    assert view.operators.notes == ("The energy of operators is not known: too short for the power sensor.",)
    assert ProfileView(profile).operators.notes == ()
    on_device = ProfileView(profile, energy=Quantity.missing("J", "sim:0: too short to measure: 20 ms"))
    assert on_device.operators.notes == ("The energy of operators on sim:0 is not known: too short to measure: 20 ms.",)


def test_joules_of_a_capture_too_short_to_measure_are_at_the_power_of_the_run(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, made.small_step())
    energy, program = Quantity.missing("J", "gpu:0: too short to measure: 24 µs"), Program(power_w=200.0)
    view = ProfileView(profile, program, energy)
    joules = dict(zip(column(view.operators, "operator"), column(view.operators, "energy"), strict=True))
    assert joules["aten::addmm"] == pytest.approx(10e-6 * 200.0)
    why = "as that of the capture is not known: too short to measure: 24 µs."
    assert view.operators.notes == (f"Energy is an operator's own time at the run's mean power of 200 W, {why}",)
    document = profile_document(profile, program, energy)
    assert {row["name"]: row["energy_j"] for row in document["operators"]} == joules


def test_operators_have_their_operations_and_bytes_and_kernels_their_grid(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, made.small_step()))
    for table in (view.operators, view.shapes):
        [place] = [place for place, name in enumerate(column(table, "operator")) if name == "aten::addmm"]
        assert column(table, "flops")[place] == 2 * 4 * 16 * 8
        assert column(table, "moved")[place] == 4 * (8 + 4 * 16 + 16 * 8 + 4 * 8)
    [place] = [place for place, name in enumerate(column(view.kernels, "kernel")) if name == "sgemm_128"]
    assert (column(view.kernels, "grid")[place], column(view.kernels, "block")[place]) == ("4", "128")
    events = [made.kernel("a", 1, 0, 9, {"grid": [2, 1, 8], "block": [32, 4, 1]})]
    assert column(ProfileView(made.made_profile(tmp_path, events)).kernels, "grid") == ["2×1×8"]
    assert column(ProfileView(made.made_profile(tmp_path, events)).kernels, "block") == ["32×4"]
    view_only = made.operator("aten::t", 20, 1)  # which moves nothing
    bare = ProfileView(
        made.made_profile(tmp_path, [view_only, made.operator("aten::mm", 0, 9), made.launch(1, 1), made.kernel("a", 1, 10, 9)])
    )
    assert not {"flops", "moved", "grid", "block"} & {column.key for table in bare.tables for column in table.columns}


def test_rows_by_shapes_that_look_alike_have_their_types_or_are_one(tmp_path: Path) -> None:
    forth = {"Input Dims": [[16, 8], [16, 8], []], "Input type": ["float", "c10::BFloat16", "Scalar"]}
    back = {**forth, "Input type": ["c10::BFloat16", "float", "Scalar"]}
    empty, other = ({"Input Dims": [[], []], "Input type": ["ScalarList", kind]} for kind in ("Scalar", ""))
    copies = [("aten::copy_", arguments) for arguments in (forth, back, back)]
    named = [*copies, ("aten::empty", empty), ("aten::empty", other), ("Region", {})]
    calls = [made.operator(name, 100 * number, 40, arguments) for number, (name, arguments) in enumerate(named)]
    view = ProfileView(made.made_profile(tmp_path, calls))
    shown = [row[:4] for row in view.shapes.rows]
    assert sorted(shown, key=str) == sorted(
        [
            ("aten::copy_", "16×8, 16×8", "float, BFloat16", 1),
            ("aten::copy_", "16×8, 16×8", "BFloat16, float", 2),
            ("aten::empty", None, None, 2),
            ("Region", None, None, 1),
        ],
        key=str,
    )
    assert column(view.shapes, "self_host") == pytest.approx([80e-6, 80e-6, 40e-6, 40e-6]), "of all calls, as by name"
    alike = ProfileView(made.made_profile(tmp_path, [calls[0], *calls[3:]]))
    assert "types" not in [one.key for one in alike.shapes.columns], "shapes alone tell the rows apart"
    assert ProfileView(made.made_profile(tmp_path, calls[-1:])).shapes.rows == ()


def test_advice_without_lines_says_how_to_get_them(tmp_path: Path) -> None:
    said = "Recording stacks adds the lines of the program (--profile …,stacks; with_stack=True)."
    call = made.operator("aten::mm", 10, 100)
    stack = {"ph": "X", "cat": "python_function", "name": "train.py(4): train", "pid": 1, "tid": 1, "ts": 0, "dur": 120}
    program = Program(change=lambda _: "mnist-mlp --precision bf16")
    assert said in ProfileView(made.made_profile(tmp_path, [call])).advice.notes
    assert said not in ProfileView(made.made_profile(tmp_path, [call, stack])).advice.notes
    assert said not in ProfileView(made.made_profile(tmp_path, [call]), program).advice.notes, "a run of gpuscope's changes by its flags"


def test_a_trace_of_unknown_kind_is_said_to_be_one(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, [{"ph": "X", "name": "ThunkExecutor", "pid": 1, "tid": 1, "ts": 0, "dur": 70}]))
    assert profile_report(view, everything=False).lead == (
        "This trace has neither operators nor device work: what it holds (1 slice in 70.0 µs) is shown in the timeline only.",
    )


def test_a_trace_in_which_nothing_lasts_says_how_to_get_another(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python"}}]))
    assert view.headline == "The trace has no events with a duration."
    assert view.details[-1] == "Record it again: the profiler must be running while the program works."


def test_all_classes_that_are_not_named_are_one_share(tmp_path: Path) -> None:
    names = ("aten::mm", "aten::conv2d", "aten::odd", "aten::_softmax", "aten::native_layer_norm", "aten::sum", "aten::sort")
    lengths = (30, 20, 17, 15, 10, 5, 3)
    begins = (0, 30, 50, 67, 82, 92, 97)
    calls = [made.operator(name, begin, length) for name, begin, length in zip(names, begins, lengths, strict=True)]
    named = "Host time by class: matrix multiplication {0} %, convolution {1} %, softmax {2} %, normalization {3} %, reduction {4} %"
    assert ProfileView(made.made_profile(tmp_path, calls)).details[-1] == (
        f"{named.format('30.0', '20.0', '15.0', '10.0', '5.00')} and the rest 20.0 %."
    )
    view = ProfileView(made.made_profile(tmp_path, calls[:-1]))
    assert view.details[-1] == f"{named.format('30.9', '20.6', '15.5', '10.3', '5.15')} and other work 17.5 %."
    assert ("other work", 1) in [row[:2] for row in view.classes.rows]


def test_times_of_calls_without_and_with_what_they_call_have_one_unit(tmp_path: Path) -> None:
    calls = [made.operator("aten::linear", 0, 1_200_000), *(made.operator("aten::mm", place * 1000, 900) for place in range(1000))]
    columns = ProfileView(made.made_profile(tmp_path, calls)).operators.shown().columns
    assert [column.header for column in columns if "host" in column.header] == ["Self host, ms", "Total host, ms"]


def test_memory_of_a_few_bytes_can_be_read_beside_gigabytes(tmp_path: Path) -> None:
    def held(size: int, device: int, kind: int) -> made.Event:
        args = {"Total Allocated": size, "Bytes": size, "Addr": 1, "Device Type": kind, "Device Id": device}
        return {"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": "[memory]", "pid": 1, "tid": 1, "ts": 20, "args": args}

    view = ProfileView(made.made_profile(tmp_path, [*made.small_step(), held(9 * 2**30, 0, 1), held(12, -1, 0)]))
    assert [(row[0], row[1]) for row in view.memory.shown().rows] == [("GPU 0", "9.00 GiB"), ("host", "12 B")]
    assert {str(row[2]) for row in view.owners.shown().rows} == {"9.00 GiB", "12 B"}
    assert [column.header for column in view.memory.exact().columns][1] == "Peak in use [B]"


def test_durations_far_apart_are_in_the_unit_in_which_both_can_be_read() -> None:
    def shown(*seconds: float) -> tuple[str, list[object]]:
        rows = tuple((value,) for value in seconds)
        table = ProfileTable("", "", (ProfileColumn("self", "Self", "s"),), rows).shown()
        return table.columns[0].header, [row[0] for row in table.rows]

    assert shown(1.02, 0.000408) == ("Self, ms", ["1020", "0.408"])
    assert shown(1.02, 0.0408) == ("Self, s", ["1.02", "0.0408"])
    assert shown(10.2, 0.000408) == ("Self, s", ["10.2", "0.000408"])


def test_differences_are_signed() -> None:
    column = ProfileColumn("difference", "Difference", "s", signed=True)
    unit = display_unit("s", [0.006])
    assert [column.cell(value, unit) for value in (0.006, -0.006, 0.0)] == ["+6.00", "−6.00", "0"]


def test_steps_that_differ_have_a_median_and_a_longest(tmp_path: Path) -> None:
    lengths = [(0, 1000), (1000, 1000), (2000, 100_000)]
    unlike = [made.annotation(f"ProfilerStep#{number}", begin, length) for number, (begin, length) in enumerate(lengths)]
    assert ProfileView(made.made_profile(tmp_path, unlike)).details[0] == "3 steps, median 1.00 ms, longest 100 ms."
    assert ProfileView(made.made_profile(tmp_path, unlike[:2])).details[0] == "2 steps, 1.00 ms each."
    assert ProfileView(made.made_profile(tmp_path, unlike[:1])).details[0] == "One step of 1.00 ms."


MUL = "void at::native::vectorized_elementwise_kernel<{0}, at::native::BinaryFunctor<float, MulFunctor<float> > >(int)"


def test_the_figures_of_steps_have_the_same_decimals(tmp_path: Path) -> None:
    lengths = (9_876, 10_123, 123_452, 998)
    starts = [sum(lengths[:number]) for number in range(4)]
    steps = [made.annotation(f"ProfilerStep#{number}", starts[number], length) for number, length in enumerate(lengths)]
    rows = ProfileView(made.made_profile(tmp_path, steps)).steps.shown().rows
    assert [row[1:3] for row in rows] == [("0.00", "9.88"), ("9.88", "10.12"), ("20.00", "123.45"), ("143.45", "1.00")]


TWO_SHORT = {f"vectorized_elementwise_kernel MulFunctor<float> [{width}]" for width in (2, 4)}


def of_two_widths() -> list[made.Event]:
    """Return two kernels that differ only in a template parameter, which the short name leaves out unless both are in a table."""
    return [made.kernel(MUL.format(width), width, 10 * width, 5) for width in (2, 4)]


def test_a_csv_has_kernels_by_their_full_names_and_a_terminal_by_their_short_ones(tmp_path: Path) -> None:
    view = ProfileView(made.made_profile(tmp_path, of_two_widths()))
    assert {row[0] for row in view.kernels.exact().rows} == {MUL.format(2), MUL.format(4)}
    assert {row[0] for row in view.kernels.shown().rows} == TWO_SHORT
    rows = list(csv.DictReader("".join(profile_csv([view.kernels])).splitlines()))
    assert {row["Kernel"] for row in rows} == {MUL.format(2), MUL.format(4)}


def test_nodes_of_autograd_fit_into_their_column(tmp_path: Path) -> None:
    node = "autograd::engine::evaluate_function: AddmmBackward0"
    view = ProfileView(made.made_profile(tmp_path, [made.operator(node, 0, 10)]))
    assert column(view.operators, "operator") == [node]
    assert "\nevaluate_function: AddmmBackward0 " in render(profile_report(view, everything=False), 110)


def test_a_difference_has_the_full_names_of_kernels_too(tmp_path: Path) -> None:
    profile = made.made_profile(tmp_path, of_two_widths())
    kernels = ProfileDifferenceView(ProfileDifference(profile, profile), "a", "b").kernels
    assert {row[0] for row in kernels.exact().rows} == {MUL.format(2), MUL.format(4)}
    assert {row[0] for row in kernels.shown().rows} == TWO_SHORT


def test_the_calls_of_a_flame_graph_have_their_full_names(tmp_path: Path) -> None:
    names = ("/home/a/train.py(3): main", "/home/b/train.py(3): main")
    calls = [{"ph": "X", "cat": "python_function", "name": name, "pid": 1, "tid": 1, "ts": 10 * place, "dur": 5} for place, name in
             enumerate(names)]  # fmt: skip
    table = call_table(FlameRows(made.made_profile(tmp_path, calls).flame_graph))
    assert {row[0] for row in table.exact().rows} == set(names)
    assert {row[0] for row in table.shown().rows} == {"train.py(3): main"}
