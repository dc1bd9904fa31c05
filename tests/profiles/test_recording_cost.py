"""What recording cost, on captures in which it is known: 2 µs for each recorded call."""

from pathlib import Path

import numpy as np
import pytest

from gpuscope.profiles.advice import Program, advice
from gpuscope.profiles.intervals import Intervals, intersected
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.recording_cost import recording_cost
from gpuscope.profiles.rules.finding import Finding
from gpuscope.reports import profile_view
from gpuscope.reports.profile_view import ProfileView
from tests.profiles.made import Event, annotation, kernel, launch, made_profile, operator
from tests.profiles.rules.advised import called

NORMAL_US, OPTIMIZER_US, CALLS, RECORDING_US = 1000.0, 60.0, 250, 2.0
"""A step without recording, its optimizer's part, the optimizer's calls, and what recording adds to a call."""


def slowed_steps(tmp_path: Path, excess_us: float = 0.0, last_us: float = 0.0) -> Profile:
    """Return three recorded steps: one matrix product, then an optimizer of many small calls that recording slows down.

    Each step takes longer by ``excess_us``, and the last one by ``last_us``.
    """
    events: list[Event] = []
    product, updates = NORMAL_US - OPTIMIZER_US + 2 * RECORDING_US, OPTIMIZER_US + (CALLS + 1) * RECORDING_US
    each = product + updates + excess_us
    for number in range(3):
        begin = number * each
        events += [annotation(f"ProfilerStep#{number}", begin, each + last_us * (number == 2)), operator("aten::mm", begin, product)]
        events += [annotation("Optimizer.step#SGD.step", begin + product, updates)]
        events += [operator("aten::mul_", begin + product + updates / CALLS * (n + 0.5), 1) for n in range(CALLS)]
    return made_profile(tmp_path, events)


def findings(profile: Profile, step_s: float | None) -> dict[str, Finding]:
    return {finding.rule: finding for finding in advice(profile, Program(step_s=step_s))}


def test_many_small_calls_cost_what_they_cost_unrecorded(tmp_path: Path) -> None:
    profile = slowed_steps(tmp_path)
    assert findings(profile, None)["single_updates"].seen.endswith("(37.3 % of the time).")
    corrected = findings(profile, NORMAL_US * 1e-6)["single_updates"]
    assert corrected.cost_s == pytest.approx(3 * OPTIMIZER_US * 1e-6, rel=0.02)
    assert corrected.seen == "The optimizer updates weights one by one: 250 calls per step, 180 µs together (6.00 % of the time)."
    cost = recording_cost(profile, NORMAL_US * 1e-6)
    assert cost is not None
    assert cost.per_call_s == pytest.approx(RECORDING_US * 1e-6, rel=0.01)


def test_the_profilers_own_end_within_the_last_update_costs_nothing(tmp_path: Path) -> None:
    events = [annotation(f"ProfilerStep#{number}", 1000 * number, 1000) for number in range(3)]
    for number in range(3):
        events += [operator("aten::mm", 1000 * number, 900)]
        events += [annotation("Optimizer.step#SGD.step", 1000 * number + 900, 100 if number < 2 else 50_000)]
        events += [operator("aten::mul_", 1000 * number + 900 + 4 * n, 2) for n in range(25)]
    finding = findings(made_profile(tmp_path, events), None)["single_updates"]
    assert finding.cost_s == pytest.approx(300e-6)
    assert finding.seen.endswith("300 µs together (10.0 % of the time).")


def test_the_profile_states_how_much_longer_recording_made_the_steps(tmp_path: Path) -> None:
    view = ProfileView(slowed_steps(tmp_path), Program(step_s=NORMAL_US * 1e-6))
    told = view.details[1].replace("\u00a0", " ")
    assert "Recording made the median of these steps 1.5 × as long as the run's others; the advice" in told
    assert not any("recording" in note for note in view.advice.notes)


def test_costs_of_a_file_are_said_to_include_recording(tmp_path: Path) -> None:
    assert ProfileView(slowed_steps(tmp_path)).advice.notes[0].startswith("Costs include the time of recording")


def test_a_step_that_was_interrupted_costs_no_more_than_another(tmp_path: Path) -> None:
    """The median leaves it out, the sum of the steps does not."""
    profile = slowed_steps(tmp_path, last_us=5000.0)
    program = Program(step_s=NORMAL_US * 1e-6)
    cost = recording_cost(profile, program.step_s)
    assert cost is not None
    assert cost.per_call_s == pytest.approx(RECORDING_US * 1e-6, rel=0.01)
    assert cost.slowness == pytest.approx((3 * NORMAL_US + 5000.0) / (3 * NORMAL_US), rel=0.01)
    assert 0 < findings(profile, program.step_s)["single_updates"].cost_s <= 3 * OPTIMIZER_US * 1e-6


def test_what_recording_cannot_explain_is_scaled_and_said(tmp_path: Path) -> None:
    profile = slowed_steps(tmp_path, excess_us=10_000)
    program = Program(step_s=NORMAL_US * 1e-6)
    cost = recording_cost(profile, program.step_s)
    assert cost is not None
    assert cost.per_call_s is None
    assert "more than recording explains" in ProfileView(profile, program).details[1]
    assert all(finding.cost_s <= 3 * NORMAL_US * 1e-6 for finding in advice(profile, program))


def test_an_excess_of_another_cause_hides_no_reads(tmp_path: Path) -> None:
    """A machine that was busy during the capture: recording a call took at most the 4 µs that an item takes around its only call."""
    events: list[Event] = []
    for number in range(3):
        begin = 3400.0 * number
        events += [annotation(f"ProfilerStep#{number}", begin, 3400), operator("aten::mm", begin, 2600)]
        for n in range(100):
            at = begin + 2600 + 8 * n
            events += [operator("aten::item", at, 5), operator("aten::_local_scalar_dense", at + 2, 1)]
    profile = made_profile(tmp_path, events)
    cost = recording_cost(profile, 1e-3)
    assert cost is not None
    assert cost.per_call_s == pytest.approx(4e-6)
    assert "values_read" in findings(profile, 1e-3)


@pytest.mark.parametrize("excess_us", [0.0, 10_000.0])
def test_no_advice_is_mentioned_where_there_is_none(excess_us: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile, program = slowed_steps(tmp_path, excess_us), Program(step_s=NORMAL_US * 1e-6)
    assert "advice" in ProfileView(profile, program).details[1]
    monkeypatch.setattr(profile_view, "advice", lambda *_: ())
    sentence = ProfileView(profile, program).details[1].replace("\u00a0", " ")
    assert "as long as the run's others" in sentence
    assert "advice" not in sentence


@pytest.mark.parametrize("step_s", [None, 0.0, 1.5e-3, 2e-3])
def test_steps_that_took_no_longer_are_left_as_they_are(step_s: float | None, tmp_path: Path) -> None:
    assert recording_cost(slowed_steps(tmp_path), step_s) is None


def test_gaps_of_a_device_cost_no_more_than_other_steps_allow(tmp_path: Path) -> None:
    events = [annotation(f"ProfilerStep#{number}", 500 * number, 500) for number in range(4)]
    for n in range(40):
        events += [operator("aten::relu", 50 * n, 8), launch(n + 1, 50 * n + 1, 3), kernel("relu", n + 1, 50 * n + 4, 10)]
    profile = made_profile(tmp_path, events)
    raw, corrected = (findings(profile, step_s)["host_bound_launches"].cost_s for step_s in (None, 400e-6))
    assert raw == pytest.approx(39 * 40e-6)
    assert corrected == pytest.approx(39 * 40e-6 - 4 * 100e-6, rel=0.05)


def test_an_intersection_is_what_both_cover() -> None:
    first, second = (Intervals(np.array(starts), np.array(ends)) for starts, ends in (([0, 20, 40], [10, 30, 50]), ([5, 45], [25, 60])))
    both = intersected(first, second)
    assert both.start_ns.tolist() == [5, 20, 45]
    assert both.end_ns.tolist() == [10, 25, 50]
    empty = np.empty(0, np.int64)
    assert intersected(first, Intervals(empty, empty)).total_ns == 0


def compiled_steps(tmp_path: Path, compiling: int, steps: int = 6) -> Profile:
    """Return steps of one matrix product that take 1.5 ms each, the last ``compiling`` of which compile for half a second before it."""
    events: list[Event] = []
    begin = 0.0
    for number in range(steps):
        compile_us = 500_000.0 if number >= steps - compiling else 0.0
        events += [annotation(f"ProfilerStep#{number}", begin, compile_us + 1500), operator("aten::mm", begin + compile_us, 1500)]
        events += [operator("_compile.compile_inner (dynamo_timed)", begin, compile_us)] if compile_us else []
        events += [operator("aten::t", begin + compile_us + 2 * n, 1) for n in range(250)]
        begin += compile_us + 1500
    return made_profile(tmp_path, events)


@pytest.mark.parametrize("compiling", [2, 5])
def test_compilation_is_no_cost_of_recording(compiling: int, tmp_path: Path) -> None:
    """The run's other steps compile nothing, so the captured steps that do are not compared with them."""
    profile, program = compiled_steps(tmp_path, compiling), Program(step_s=NORMAL_US * 1e-6)
    finding = findings(profile, program.step_s)["recompilations"]
    assert finding.cost_s == pytest.approx(compiling * 0.5, rel=0.01)
    cost = recording_cost(profile, program.step_s)
    assert (cost is None) == (compiling == 5), "too few steps are left"
    assert cost is None or cost.factor == pytest.approx(1.5)
    assert ("include the time of recording" in " ".join(ProfileView(profile, program).advice.notes)) == (cost is None)


def test_the_places_of_nested_compilation_cost_it_once(tmp_path: Path) -> None:
    events = [annotation("ProfilerStep#0", 0, 100), annotation("ProfilerStep#1", 100, 1000), called("train.py(1): train", 0, 1100, 1)]
    events += [operator("dynamo", 110, 800), operator("backend_compile", 120, 700), operator("compile_fx_inner (dynamo_timed)", 130, 600)]
    finding = findings(made_profile(tmp_path, events), None)["recompilations"]
    [place] = finding.places
    assert place.calls == 1
    assert place.cost_s == pytest.approx(800e-6)
