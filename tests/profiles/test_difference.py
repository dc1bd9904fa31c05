"""Two profiles side by side: what is new, gone, faster or slower, and the summary sentence."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from gpuscope.profiles.difference import Change, ProfileDifference
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.profile import Profile
from gpuscope.reports.profile_difference_view import ProfileDifferenceView
from gpuscope.system import paths
from tests import json_schema
from tests.profiles.made import Event, annotation, copy, kernel, launch, made_profile, operator
from tests.profiles.recorded import recorded_profile, table_beside

CURE = "Record both with the same activities, such as [ProfilerActivity.CPU, ProfilerActivity.CUDA], while the program works."
TIMES = {"before": 41.0, "after": 38.0}


def steps(folder: Path, gemm_us: float, cast_us: float, count: int = 2) -> Profile:
    """Return a profile with steps of a GEMM, and a cast unless ``cast_us`` is 0."""
    events: list[Event] = []
    for number in range(count):
        begin = number * 100_000
        events += [annotation(f"ProfilerStep#{number}", begin, 90_000)]
        events += [operator("aten::mm", begin + 1, 50, {"Input Dims": [[8, 8], [8, 8]]}), launch(10 * number + 1, begin + 2)]
        events += [kernel("hgemm", 10 * number + 1, begin + 100, gemm_us)]
        if cast_us:
            events += [operator("aten::copy_", begin + 60, 20, {"Input Dims": [[8, 8]]}), launch(10 * number + 2, begin + 61)]
            events += [kernel("direct_copy_kernel", 10 * number + 2, begin + 70_000, cast_us)]
    folder.mkdir(exist_ok=True)
    return made_profile(folder, events)


def test_operators_are_new_gone_faster_slower_by_step(tmp_path: Path) -> None:
    difference = ProfileDifference(steps(tmp_path / "a", 50_000, 0), steps(tmp_path / "b", 10_000, 2_000, count=4))
    changes = {delta.key[0]: delta for delta in difference.operators}
    assert changes["aten::mm"].change is Change.FASTER
    assert changes["aten::mm"].seconds == pytest.approx(-0.040)
    assert changes["aten::copy_"].change is Change.ADDED
    assert changes["aten::copy_"].after is not None
    assert (changes["aten::copy_"].after.calls, changes["aten::copy_"].seconds) == pytest.approx((1, 0.002))
    back = ProfileDifference(difference.after, difference.before)
    assert {delta.key[0]: delta.change for delta in back.operators} == {"aten::mm": Change.SLOWER, "aten::copy_": Change.GONE}


def test_the_sentence_says_how_much_where_and_what_is_new(tmp_path: Path) -> None:
    difference = ProfileDifference(steps(tmp_path / "a", 50_000, 0), steps(tmp_path / "b", 10_000, 2_000))
    assert ProfileDifferenceView(difference, "FP32", "BF16").summary == (
        "BF16 saves 38.0 ms of device time per step (50.0 ms before, 12.0 ms now): 40.0 ms less in matrix multiplication (aten::mm); "
        "2.00 ms of casts and layout are new."
    )


def with_work_before_the_steps(folder: Path, before_us: float) -> Profile:
    """Return a profile with two steps, each of a GEMM of 500 µs, after a GEMM and a cast of ``before_us`` outside of any step."""
    shapes = {"Input Dims": [[8, 8], [8, 8]]}
    events = [operator("aten::mm", 1, 50, shapes), launch(1, 2), kernel("hgemm", 1, 100, before_us)]
    events += [operator("aten::copy_", 60, 20), launch(2, 61), kernel("direct_copy_kernel", 2, 150_000, before_us)]
    for step in (1, 2):
        begin = 300_000 + 1_000 * step
        events += [annotation(f"ProfilerStep#{step}", begin, 900), operator("aten::mm", begin + 1, 50, shapes)]
        events += [launch(10 + step, begin + 2), kernel("hgemm", 10 + step, begin + 1_500, 500)]  # starts after the step's end
    folder.mkdir()
    return made_profile(folder, events)


def test_per_step_leaves_out_what_ran_outside_the_steps(tmp_path: Path) -> None:
    sides = (with_work_before_the_steps(tmp_path / "a", 100_000), with_work_before_the_steps(tmp_path / "b", 500))
    difference = ProfileDifference(*sides)
    assert difference.seconds == pytest.approx((500e-6, 500e-6))
    assert [delta.key[0] for delta in difference.operators] == ["aten::mm"]
    view = ProfileDifferenceView(difference, "a", "b")
    for table in (view.operators, view.kernels, view.classes):
        (row,) = table.rows
        values = dict(zip([column.key for column in table.columns], row, strict=True))
        assert (values["change"], values["calls_before"], values["calls_after"]) == ("same", 1, 1)
        assert (values["before"], values["after"]) == pytest.approx((500e-6, 500e-6))
    assert view.summary == "b takes as much device time per step as a, 500 µs."
    assert "Left out is device time outside of the steps: 200 ms before, 1.00 ms now." in view.sentences
    assert view.document()["before_s"] == pytest.approx(500e-6)


def test_host_time_per_step_leaves_out_what_ran_outside_the_steps(tmp_path: Path) -> None:
    sides = []
    for name, before_us in (("a", 900), ("b", 10)):
        (tmp_path / name).mkdir()
        events = [operator("aten::randn", 1, before_us)]
        for step in (1, 2):
            events += [annotation(f"ProfilerStep#{step}", 1_000 * step, 900), operator("aten::mm", 1_000 * step + 1, 50)]
        sides.append(made_profile(tmp_path / name, events))
    difference = ProfileDifference(*sides)
    assert difference.by_host
    assert difference.seconds == pytest.approx((50e-6, 50e-6))
    assert [(delta.key[0], delta.change) for delta in difference.operators] == [("aten::mm", Change.SAME)]
    assert [delta.change for delta in difference.classes] == [Change.SAME]


def test_steps_without_any_work_are_not_compared(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    idle = [annotation("ProfilerStep#1", 500, 10), operator("aten::mm", 0, 50), launch(1, 1), kernel("hgemm", 1, 100, 300)]
    busy = [annotation("ProfilerStep#1", 0, 90), operator("aten::mm", 0, 50), launch(1, 1), kernel("hgemm", 1, 100, 200)]
    difference = ProfileDifference(made_profile(tmp_path / "a", idle), made_profile(tmp_path / "b", busy))
    assert difference.seconds == pytest.approx((300e-6, 200e-6))
    sentences = ProfileDifferenceView(difference, "a", "b").sentences
    assert "The steps of one capture hold no work, so whole captures are compared." in sentences


def test_what_steps_take_outside_of_operators_is_told_on_the_host(tmp_path: Path) -> None:
    """A loop in Python is in no operator: the sentence on operators alone would tell nothing of what was changed."""
    sides = []
    for name, length in (("a", 2000), ("b", 5000), ("c", 2100)):
        (tmp_path / name).mkdir()
        marks = [annotation(f"ProfilerStep#{number}", number * length, length) for number in range(3)]
        sides.append(made_profile(tmp_path / name, [*marks, *(operator("aten::mm", number * length, 1500) for number in range(3))]))
    before, after, alike = sides
    told = "Outside of operators a step takes 3.50 ms; before 500 µs."
    assert told in ProfileDifferenceView(ProfileDifference(before, after), "a", "b").sentences
    same = ProfileDifferenceView(ProfileDifference(before, alike), "a", "c").sentences
    assert not [sentence for sentence in same if sentence.startswith("Outside of operators")]


def test_two_captures_of_one_program_take_the_same_time(tmp_path: Path) -> None:
    difference = ProfileDifference(steps(tmp_path / "a", 50_000, 0), steps(tmp_path / "b", 50_100, 0))
    view = ProfileDifferenceView(difference, "before", "after")
    assert view.summary == ("after takes as much device time per step as before, 50.1 ms.")
    assert view.sentences[-1] == "One capture per side: a difference, not a verdict."
    assert [delta.change for delta in difference.operators] == [Change.SAME]


@pytest.mark.parametrize("bare_first", [True, False])
def test_without_shapes_on_one_side_operators_are_matched_by_name_alone(bare_first: bool, tmp_path: Path) -> None:
    sides = []
    for name, shapes, others in (("shapes", {"Input Dims": [[8, 8], [8, 8]]}, {"Input Dims": [[8, 4], [4, 8]]}), ("bare", {}, {})):
        (tmp_path / name).mkdir()
        calls = [operator("aten::mm", 0, 50, shapes), launch(1, 1), operator("aten::mm", 60, 50, others)]
        sides.append(made_profile(tmp_path / name, [*calls, launch(2, 61), kernel("gemm", 1, 100, 200), kernel("gemm", 2, 300, 100)]))
    difference = ProfileDifference(*(reversed(sides) if bare_first else sides))
    assert [(one.key, one.change) for one in difference.operators] == [(("aten::mm", ""), Change.SAME)]
    view = ProfileDifferenceView(difference, "a", "b")
    assert "Only one capture holds shapes, so operators are matched by name alone." in view.sentences
    assert "shapes" not in [column.key for column in view.operators.columns]
    alike = ProfileDifference(sides[0], sides[0])
    assert len(alike.operators) == 2
    assert "by name alone" not in " ".join(ProfileDifferenceView(alike, "a", "b").sentences)


def test_what_does_not_differ_is_sorted_by_its_time(tmp_path: Path) -> None:
    one = steps(tmp_path / "a", 50_000, 2_000)
    assert [delta.key[0] for delta in ProfileDifference(one, one).operators] == ["aten::mm", "aten::copy_"]


def test_of_as_much_time_the_largest_changes_are_told_and_none_of_nothing(tmp_path: Path) -> None:
    """One large part is new in place of several others that are gone: what is gone, in whose direction the whole is, came first."""
    kernels = {"hgemm": 40, "direct_copy_kernel": 30, "softmax_warp_forward": 20, "layer_norm_kernel": 10}
    sides = []
    for name, parts in (("a", kernels), ("b", {"reduce_kernel": 99.9}), ("none", dict.fromkeys(kernels, 0))):
        (tmp_path / name).mkdir()
        work = [kernel(called, number, 100 * number, length) for number, (called, length) in enumerate(parts.items())]
        sides.append(made_profile(tmp_path / name, work))
    several, one, none = sides
    summary = ProfileDifferenceView(ProfileDifference(several, one), "a", "b").summary
    assert summary.startswith("b takes as much device time over the capture as a, 99.9 µs: 99.9 µs of reduction are new; 40.0 µs of")
    assert (
        ProfileDifferenceView(ProfileDifference(none, none), "a", "b").summary == "b takes as much device time over the capture as a, 0 s."
    )


def test_means_of_uneven_steps_are_told_beside_their_medians(tmp_path: Path) -> None:
    """Times per step are means: beside a median step that is shorter than the work of a step, the two would contradict each other."""
    sides = []
    for name, lengths in (("even", (1000, 1000, 1000)), ("uneven", (1000, 1000, 10_000))):
        (tmp_path / name).mkdir()
        starts = [sum(lengths[:number]) for number in range(3)]
        marks = [annotation(f"ProfilerStep#{number}", starts[number], lengths[number]) for number in range(3)]
        calls = [operator("aten::mm", start, length - 500) for start, length in zip(starts, lengths, strict=True)]
        sides.append(made_profile(tmp_path / name, [*marks, *calls]))
    sentences = ProfileDifferenceView(ProfileDifference(*sides), "a", "b").sentences
    assert sentences[1:3] == (
        "The median step takes 1.00 ms on the host; before 1.00 ms.",
        "Times per step are means: the mean step takes 4.00 ms; before 1.00 ms.",
    )
    assert not [sentence for sentence in sentences if sentence.startswith("Outside of operators")], "500 µs on both sides"
    assert len(ProfileDifferenceView(ProfileDifference(sides[0], sides[0]), "a", "b").sentences) == 3


def test_host_programs_are_compared_by_host_time(tmp_path: Path) -> None:
    sides = []
    for name, duration in TIMES.items():
        (tmp_path / name).mkdir()
        sides.append(made_profile(tmp_path / name, [operator("aten::mm", 0, duration)]))
    difference = ProfileDifference(*sides)
    assert difference.by_host
    assert difference.seconds == pytest.approx((41e-6, 38e-6))
    view = ProfileDifferenceView(difference, "before", "after", (20.0, 30.0))
    assert (view.document()["before_j"], view.document()["after_j"]) == pytest.approx((20 * 41e-6, 30 * 38e-6))
    assert view.document()["operators"][0]["difference_j"] == pytest.approx(30 * 38e-6 - 20 * 41e-6)


def test_an_operator_is_of_one_class_on_both_sides_if_only_one_knows_its_device_work(tmp_path: Path) -> None:
    calls = [operator("aten::item", 0, 50), operator("MyFunction", 60, 50)]
    host = made_profile(tmp_path, calls)
    work = [launch(1, 1), copy("Memcpy DtoH (Device -> Pinned)", 1, 90, 5), launch(2, 61), kernel("ampere_sgemm_128x64_tn", 2, 100, 5)]
    device = made_profile(tmp_path, [*calls, *work])
    for before, after in ((host, device), (device, host)):
        difference = ProfileDifference(before, after)
        assert {delta.key: delta.change for delta in difference.classes} == {
            OperatorClass.COPY_ENGINE: Change.SAME,
            OperatorClass.GEMM: Change.SAME,
        }


def test_times_of_a_host_and_of_a_device_are_not_set_against_each_other(tmp_path: Path) -> None:
    (tmp_path / "host").mkdir()
    host = made_profile(tmp_path / "host", [operator("aten::mm", 0, 70)])
    difference = ProfileDifference(host, steps(tmp_path / "device", 50_000, 0, count=1))
    assert difference.by_host
    assert difference.seconds == pytest.approx((70e-6, 50e-6))
    assert difference.kernels == ()


def test_captures_with_nothing_in_common_are_said_to_be_so(tmp_path: Path) -> None:
    for name in ("host", "device"):
        (tmp_path / name).mkdir()
    host = made_profile(tmp_path / "host", [operator("aten::mm", 0, 70)])
    device = made_profile(tmp_path / "device", [kernel("hgemm", 1, 0, 70)])
    sentences = ProfileDifferenceView(ProfileDifference(host, device), "before", "after").sentences
    assert sentences == ("One capture holds host calls only, the other device work only: there is nothing to compare.", CURE)
    view = ProfileDifferenceView(ProfileDifference(host, device), "before", "after")
    assert view.tables == [], "a table of what is new would contradict the sentence"
    document = view.document()
    assert (document["before_s"], document["after_s"], document["categories"]) == (None, None, [])
    assert document["missing"]["before_s"] == sentences[0]
    schema = json.loads((paths.resources_folder() / "profile-difference.schema.json").read_text())
    assert json_schema.faults(document, schema) == []


@pytest.mark.parametrize("empty_first", [True, False])
def test_a_capture_without_any_work_is_named(empty_first: bool, tmp_path: Path) -> None:
    for name in ("empty", "full"):
        (tmp_path / name).mkdir()
    stacks = {"ph": "X", "cat": "python_function", "name": "train.py(10): main", "pid": 1, "tid": 1, "ts": 0, "dur": 90}
    empty = made_profile(tmp_path / "empty", [stacks])
    for events in ([operator("aten::mm", 0, 50), launch(1, 1), kernel("hgemm", 1, 60, 70)], [kernel("hgemm", 1, 60, 70)]):
        full = made_profile(tmp_path / "full", events)
        difference = ProfileDifference(empty, full) if empty_first else ProfileDifference(full, empty)
        view = ProfileDifferenceView(difference, *(("empty", "full") if empty_first else ("full", "empty")))
        assert view.sentences == ("empty holds neither operators nor device work: there is nothing to compare.", CURE)
    both = ProfileDifferenceView(ProfileDifference(empty, empty), "before", "after")
    assert both.sentences == ("Neither capture holds operators or device work: there is nothing to compare.", CURE)


def test_captures_of_two_programs_are_said_to_have_little_in_common(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    other = [operator("aten::conv2d", 0, 50), launch(1, 1), kernel("implicit_gemm", 1, 100, 900)]
    mine, theirs = steps(tmp_path / "a", 50_000, 0), made_profile(tmp_path / "b", other)
    assert ProfileDifference(mine, theirs).common_share == 0.0
    assert "Only 0 % of the time is in operators that both have" in " ".join(
        ProfileDifferenceView(ProfileDifference(mine, theirs), "a", "b").sentences
    )
    assert ProfileDifference(mine, steps(tmp_path / "c", 10_000, 2_000)).common_share == pytest.approx(60 / 62)


def test_joules_are_at_each_sides_power(tmp_path: Path) -> None:
    difference = ProfileDifference(steps(tmp_path / "a", 50_000, 0), steps(tmp_path / "b", 10_000, 2_000))
    view = ProfileDifferenceView(difference, "FP32", "BF16", (300.0, 400.0))
    assert "At each run's mean power that is 4.80 J per step; before 15.0 J." in view.sentences
    place = [column.key for column in view.operators.columns].index("energy")
    assert {row[0]: row[place] for row in view.operators.rows} == {"aten::mm": pytest.approx(-11.0), "aten::copy_": pytest.approx(0.8)}
    assert "energy" not in [column.key for column in ProfileDifferenceView(difference, "a", "b", (300.0, None)).operators.columns]


def test_two_makes_differ_by_operator_as_tracelens_has_it() -> None:
    difference = ProfileDifference(recorded_profile("h100-qwen1.5-0.5b"), recorded_profile("mi300-qwen1.5-0.5b"))
    ours: dict[str, float] = defaultdict(float)
    for delta in difference.operators:
        ours[delta.key[0]] += delta.seconds * 1e3
    rows = table_beside("h100-against-mi300-qwen1.5-0.5b", "ops_summary")
    for row in rows:
        if change := row["total_direct_kernel_time_ms__mi300_diff"]:
            # 0.1 µs besides 0.5 %: the difference of two almost equal times has fewer significant digits than either
            assert ours[row["name"]] == pytest.approx(float(change), rel=0.005, abs=1e-4)
    assert set(ours) == {row["name"] for row in rows}


def test_the_devices_time_of_two_makes_differs_as_tracelens_has_it() -> None:
    difference = ProfileDifference(recorded_profile("h100-qwen1.5-0.5b"), recorded_profile("mi300-qwen1.5-0.5b"))
    ours = {row[0]: row for row in ProfileDifferenceView(difference, "h100", "mi300").timeline.rows}
    names = {"computation_time": "computation", "exposed_comm_time": "exposed communication", "exposed_memcpy_time": "exposed copies",
             "idle_time": "idle", "total_time": "total"}  # fmt: skip
    theirs = {row["type"]: row for row in table_beside("h100-against-mi300-qwen1.5-0.5b", "gpu_timeline")}
    for name, part in names.items():
        figures = [float(theirs[name][key]) for key in ("h100::time ms", "mi300::time ms", "time ms__mi300_diff")]
        assert [float(value or 0) * 1e3 for value in ours[part][1:]] == pytest.approx(figures, rel=0.005)


def test_two_makes_are_named() -> None:
    h100, mi300 = recorded_profile("h100-bert-small"), recorded_profile("mi300-bert-small")
    told = "The devices differ: AMD Instinct MI300X VF; before NVIDIA H100 80GB HBM3."
    assert told in ProfileDifferenceView(ProfileDifference(h100, mi300), "a", "b").sentences
    same = ProfileDifferenceView(ProfileDifference(h100, h100), "a", "b").sentences
    assert not [sentence for sentence in same if sentence.startswith("The devices")]


def test_kernels_of_two_makes_are_found_on_their_sides() -> None:
    difference = ProfileDifference(recorded_profile("h100-qwen1.5-0.5b"), recorded_profile("mi300-qwen1.5-0.5b"))
    ours = {delta.key: delta for delta in difference.kernels}
    for row in table_beside("h100-against-mi300-qwen1.5-0.5b", "kernel_summary"):
        for side, part in (("h100", "before"), ("mi300", "after")):
            if (operator_name := row[f"{side}::Parent cpu_op"]) and row[f"{side}::Kernel duration (µs)_sum"]:
                found = getattr(ours[row["Kernel name"], operator_name], part)
                assert found.seconds * 1e6 == pytest.approx(float(row[f"{side}::Kernel duration (µs)_sum"]), rel=0.005)
                assert found.calls == float(row[f"{side}::Kernel duration (µs)_count"])


def test_the_timeline_of_several_devices_says_that_it_is_of_all_together(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    one = made_profile(tmp_path / "a", [kernel("hgemm", 1, 0, 50)])
    two = made_profile(tmp_path / "b", [kernel("hgemm", 1, 0, 50), kernel("hgemm", 2, 50, 50, device=1)])
    note = "Several devices are taken together: busy while any of them works, idle while none does."
    assert ProfileDifferenceView(ProfileDifference(one, two), "a", "b").timeline.notes == (note,)
    assert ProfileDifferenceView(ProfileDifference(one, one), "a", "b").timeline.notes == ()


def test_times_before_and_after_are_shown_in_one_unit(tmp_path: Path) -> None:
    difference = ProfileDifference(steps(tmp_path / "a", 50, 0), steps(tmp_path / "b", 50_000, 0))
    heads = [column.header for column in ProfileDifferenceView(difference, "a", "b").operators.shown().columns]
    assert heads[3:6] == ["Before, ms", "After, ms", "Difference, ms"]


def test_without_operators_on_both_sides_kernels_and_classes_are_compared(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    alone = made_profile(tmp_path / "b", [kernel("hgemm", 1, 0, 40_000)])
    difference = ProfileDifference(steps(tmp_path / "a", 25_000, 0), alone)
    assert difference.operators == ()
    assert [(delta.key, delta.change) for delta in difference.kernels] == [(("hgemm", ""), Change.FASTER)]
    assert [table.key for table in ProfileDifferenceView(difference, "a", "b").tables] == ["timeline", "classes", "kernels"]
