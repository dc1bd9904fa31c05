"""After a run: compare it with the one before, or try a change and see the comparison when the new run ends."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.core.cure_texts import BF16, CHANNELS_LAST, COMPILE_GRAPHS
from gpuscope.core.errors import UnavailableError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import RunOrigin, RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.run_view.next_steps import TriedChange
from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.recording.ab_plan import repeats_plan
from gpuscope.recording.missing_torch import PYTHON_WITH_TORCH
from tests.analysis.records import measured
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, button, has_button, press, words

BEFORE = "Compare with the run before"
RESTART = "Run with the Python that has torch"
CURES = (Cure(CHANNELS_LAST, {"optimize": "channels-last"}), Cure(BF16, {"precision": "bf16"}))


@pytest.fixture(autouse=True)
def held_back_by_its_arithmetic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stub the suggestions: a made-up run has no figures from which to derive its bottleneck."""
    monkeypatch.setattr("gpuscope.analysis.next_steps.tries", lambda record: () if record.origin or record.spec.is_command else CURES)


@contextmanager
def wanted_from(stand: Stand) -> Iterator[list[tuple[str, object]]]:
    asked: list[tuple[str, object]] = []
    stand.page.wanted.connect(lambda name, item: asked.append((name, item)))
    yield asked
    stand.page.wanted.disconnect()


SPEED = {"throughput": measured(100.0, "samples/s")}


def ended(stand: Stand, **more: object) -> MadeUpRun:
    run = stand.begin(spec=RunSpec("cifar-cnn", duration_s=2.0))
    stand.page.show_item(run.run_id)
    run.data.settle(replace(run.record, metrics=SPEED, **more))  # type: ignore[arg-type]
    stand.live_runs.end(run)
    return run


def earlier(run: RunRecord, run_id: str, **more: object) -> RunRecord:
    return replace(run, run_id=run_id, state=RunState.FINISHED, started_at=run.started_at - timedelta(minutes=5), **more)  # type: ignore[arg-type]


def test_a_run_is_compared_with_the_one_before(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("cifar-cnn", precision="bf16", duration_s=2.0))
    stand.history.earlier = [earlier(run.record, "eeeeeeeeeeee", spec=RunSpec("cifar-cnn", duration_s=2.0))]
    stand.live_runs.end(run)
    with wanted_from(stand) as asked:
        press(stand.page, BEFORE)
    assert asked == [("compare", ["eeeeeeeeeeee", run.run_id])]


def test_two_runs_of_one_spec_are_compared_as_groups_of_their_own(stand: Stand) -> None:
    run = stand.begin()
    stand.history.earlier = [earlier(run.record, "eeeeeeeeeeee")]
    stand.live_runs.end(run)
    with wanted_from(stand) as asked:
        press(stand.page, BEFORE)
    [(page, item)] = asked
    assert page == "compare"
    assert isinstance(item, tuple)
    assert (item[0], list(item[1].values())) == ("groups", [["eeeeeeeeeeee"], [run.run_id]])


def test_without_a_run_before_the_button_is_there_and_says_so(stand: Stand) -> None:
    ended(stand)
    compare = button(stand.page, BEFORE)
    assert not compare.isEnabled()
    assert compare.accessibleDescription() == "There is no earlier run of the same workload and task."


def test_a_cure_is_tried_and_compared_when_its_run_has_ended(stand: Stand) -> None:
    run = ended(stand)
    press(stand.page, "Try: channels last")
    spec = run.record.spec.with_values({"optimize": "channels-last"})
    assert stand.starter.asked == [(spec, "")]
    variant = stand.begin("bbbbbbbbbbbb", spec=spec)
    stand.starter.then("bbbbbbbbbbbb")
    with wanted_from(stand) as asked:
        stand.live_runs.end(variant)
    assert asked == [("compare", [run.run_id, "bbbbbbbbbbbb"])]


def test_all_next_steps_are_seen_at_the_usual_size(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    """The third row was out of sight."""
    cures = *CURES, Cure(COMPILE_GRAPHS, {"optimize": "compile"})
    monkeypatch.setattr("gpuscope.analysis.next_steps.tries", lambda _: cures)
    stand.page.setStyleSheet(stylesheet(stand.page.theme.palette, ControlPictures()))
    window = QWidget()
    window.resize(1280, 770)
    stand.page.setParent(window)
    stand.page.setGeometry(176, 0, 1104, 770)
    window.show()
    stand.page.show()
    ended(stand)
    stand.page.activated()
    for _ in range(3):
        QApplication.processEvents()
    buttons = [one for one in stand.page._next_steps.findChildren(QPushButton) if one.isVisible()]
    assert len(buttons) == 8
    assert {one.text(): one.visibleRegion().boundingRect() for one in buttons} == {one.text(): one.rect() for one in buttons}
    stand.page.setParent(None)


def test_a_command_without_torch_is_run_with_the_python_that_has_it(stand: Stand) -> None:
    run = stand.begin(spec=RunSpec("command", command=("python", "train.py")))
    stand.page.show_item(run.run_id)
    stand.live_runs.end(run, RunState.FAILED, environment={PYTHON_WITH_TORCH: "/env/bin/python"}, exit_code=1)
    assert button(stand.page, RESTART).accessibleDescription() == "/env/bin/python train.py"
    press(stand.page, RESTART)
    assert [spec.command for spec, _ in stand.starter.asked] == [("/env/bin/python", "train.py")]
    other = stand.begin("bbbbbbbbbbbb", spec=RunSpec("command", command=("python", "train.py")))
    stand.starter.then("bbbbbbbbbbbb")
    stand.live_runs.end(other, RunState.FAILED, reason="exit code 1", exit_code=1)
    assert not has_button(stand.page, RESTART)


def queue_of(spec: RunSpec, **item: object) -> Plan:
    entry = PlanItem(0, "variant", spec, **item)  # type: ignore[arg-type]
    return Plan("p1", PlanKind.QUEUE, "queue", datetime.now(UTC), {}, (entry,), PlanState.RUNNING, counts={entry.state: 1})


def test_beside_a_live_run_a_variant_waits_in_the_queue_and_is_compared_later(stand: Stand) -> None:
    run = ended(stand)
    other = stand.begin("cccccccccccc")
    stand.page.show_item(TriedChange(run.run_id, spec := run.record.spec.with_values({"optimize": "channels-last"}), "channels last"))
    assert stand.starter.asked == [(spec, "")]
    stand.starter.queued("p1")
    assert "starts when its device is free" in words(stand.page)
    stand.plans.show(queue_of(spec))
    stand.live_runs.end(other)
    variant = stand.begin("bbbbbbbbbbbb", spec=spec)
    stand.plans.show(queue_of(spec, state=ItemState.RUNNING, run_id="bbbbbbbbbbbb"))
    with wanted_from(stand) as asked:
        stand.live_runs.end(variant)
        assert asked or has_button(stand.page, "Compare")
        if not asked:
            press(stand.page, "Compare")
    assert asked == [("compare", [run.run_id, "bbbbbbbbbbbb"])]


def test_a_queued_variant_that_was_never_seen_live_is_compared_too(stand: Stand) -> None:
    run = ended(stand)
    other = stand.begin("cccccccccccc")
    spec = run.record.spec.with_values({"optimize": "channels-last"})
    stand.page.show_item(TriedChange(run.run_id, spec, "channels last"))
    stand.starter.queued("p1")
    stand.live_runs.end(other)
    variant = MadeUpRun("bbbbbbbbbbbb", spec=spec)
    variant.data.settle(replace(variant.record, state=RunState.FINISHED, steps=400, wall_s=8.0))
    stand.history.kept["bbbbbbbbbbbb"] = variant.data
    stand.plans.end(queue_of(spec, state=ItemState.DONE, run_id="bbbbbbbbbbbb"))
    stand.history.answer()
    with wanted_from(stand) as asked:
        press(stand.page, "Compare")
    assert asked == [("compare", [run.run_id, "bbbbbbbbbbbb"])]


def test_a_tried_run_that_fails_stays_on_the_page(stand: Stand) -> None:
    ended(stand)
    press(stand.page, "Try: BF16")
    variant = stand.begin("bbbbbbbbbbbb")
    stand.starter.then("bbbbbbbbbbbb")
    with wanted_from(stand) as asked:
        stand.live_runs.end(variant, RunState.FAILED, reason="out of memory", exit_code=1)
    assert asked == []
    assert "out of memory" in stand.page._stage._result.text


def test_where_the_user_has_gone_on_the_comparison_is_offered(stand: Stand) -> None:
    run = ended(stand)
    press(stand.page, "Try: BF16")
    variant = stand.begin("bbbbbbbbbbbb")
    stand.starter.then("bbbbbbbbbbbb")
    stand.page.hide()
    with wanted_from(stand) as asked:
        stand.live_runs.end(variant)
        assert asked == []
        stand.page.show()
        press(stand.page, "Compare")
    assert asked == [("compare", [run.run_id, "bbbbbbbbbbbb"])]


def test_what_this_machine_refuses_is_told_and_the_run_is_shown_again(stand: Stand) -> None:
    run = ended(stand)
    press(stand.page, "Try: BF16")
    stand.starter.failed(UnavailableError("no bf16 here", "Use fp32."))
    assert "No bf16 here. Use fp32." in stand.page.notice.text
    assert stand.page._stage.data is run.data
    assert has_button(stand.page, "Try: BF16")


def test_a_change_wanted_by_another_page_is_started(stand: Stand) -> None:
    spec = RunSpec("cifar-cnn", optimize="channels-last", duration_s=2.0)
    stand.page.show_item(TriedChange("eeeeeeeeeeee", spec, "channels last"))
    assert stand.starter.asked == [(spec, "")]
    variant = stand.begin("bbbbbbbbbbbb", spec=spec)
    stand.starter.then("bbbbbbbbbbbb")
    with wanted_from(stand) as asked:
        stand.live_runs.end(variant)
    assert asked == [("compare", ["eeeeeeeeeeee", "bbbbbbbbbbbb"])]


def test_nothing_is_tried_of_an_imported_run(stand: Stand) -> None:
    run = stand.begin()
    origin = RunOrigin("CodeCarbon", "there", run.record.started_at)
    stand.live_runs.end(run, origin=origin)
    assert has_button(stand.page, BEFORE)
    assert not has_button(stand.page, "Try: BF16")


REPEAT = "Repeat until throughput is known to ± 2 %"


def speedy(stand: Stand, run_id: str, throughput: float) -> RunRecord:
    """Return a finished run with this throughput, known to the history."""
    run = MadeUpRun(run_id).record
    known = replace(run, state=RunState.FINISHED, metrics={"throughput": measured(throughput, "samples/s")})
    stand.history.records[run_id] = known
    return known


def test_a_run_is_repeated_until_its_throughput_is_known(stand: Stand) -> None:
    run = ended(stand)
    for number, run_id in enumerate((run.run_id, "bbbbbbbbbbbb", "cccccccccccc")):
        speedy(stand, run_id, 100.0 + number)
    press(stand.page, REPEAT)
    [plan] = stand.plans.begun
    assert (plan.kind, plan.options["until"], plan.options["earlier"]) == (PlanKind.AB, 0.04, {run.record.name: [run.run_id]})
    assert [(item.spec.workload, item.spec.seed) for item in plan.items] == [("cifar-cnn", run.record.spec.seed + 1)]
    assert stand.page._repeats.text == f"Repeats of {run.record.name}: 1 run so far; goes on until ± 2 %"
    plan = stand.plans.record(plan, "bbbbbbbbbbbb", "cccccccccccc")
    assert "3 runs so far, ± 2.4" in stand.page._repeats.text
    stand.plans.refuses = UnavailableError("the disk is full", "Free some space.")
    press(stand.page, "Stop repeating")
    assert "disk is full" in stand.page.notice.text
    stand.plans.refuses = None
    press(stand.page, "Stop repeating")
    assert stand.plans.stopped == [plan.plan_id] * 2
    stand.plans.end(plan, PlanState.STOPPED)
    assert stand.page._repeats.text == f"Repeats of {run.record.name}: stopped; runs done: 2"
    assert "3 runs: 101.0 samples/s ± 2.4" in stand.page.notice.text


def test_repeats_that_another_window_began_are_shown(stand: Stand) -> None:
    items, options = repeats_plan({"mlp": [MadeUpRun("dddddddddddd").record]}, 0.04)
    plan = Plan("p9", PlanKind.AB, "Repeats of mlp", datetime.now(UTC), options.to_json(), tuple(items), PlanState.RUNNING)
    stand.plans.show(plan)
    assert stand.page._repeats.text.startswith("Repeats of mlp")
    stand.plans.show(replace(plan, state=PlanState.WAITING, reason="waits for run abc"))
    assert stand.page._repeats.text == "Repeats of mlp: Waits for run abc"


def test_a_double_click_repeats_a_run_once(stand: Stand) -> None:
    ended(stand)
    press(stand.page, REPEAT)
    press(stand.page, REPEAT)
    assert len(stand.plans.begun) == 1


def test_a_plan_that_fails_says_why(stand: Stand) -> None:
    ended(stand)
    press(stand.page, REPEAT)
    stand.plans.end(stand.plans.begun[0], PlanState.FAILED, "the run of a failed")
    assert "the run of a failed" in stand.page.notice.text


def test_an_imported_run_cannot_be_repeated_and_says_so(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run, origin=RunOrigin("CodeCarbon", "there", run.record.started_at), metrics=SPEED)
    assert not button(stand.page, REPEAT).isEnabled()
    assert button(stand.page, REPEAT).accessibleDescription() == "Recorded by CodeCarbon: it cannot be run again."


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.STOPPED, RunState.INTERRUPTED])
def test_a_run_that_did_not_finish_is_not_offered_for_repeats(stand: Stand, state: RunState) -> None:
    stand.live_runs.end(stand.begin(), state, metrics=SPEED)
    assert has_button(stand.page, "Vary…")
    assert not has_button(stand.page, REPEAT)


def test_a_run_without_a_throughput_is_not_offered_for_repeats(stand: Stand) -> None:
    stand.live_runs.end(stand.begin())
    assert not has_button(stand.page, REPEAT)


def test_the_profile_of_a_run_is_a_click_away(stand: Stand, tmp_path: Path) -> None:
    ended(stand, folder=str(tmp_path))
    assert not has_button(stand.page, "Show the profile")
    (tmp_path / "profile-7-1.json.gz").touch()
    run = ended(stand, folder=str(tmp_path), environment={"recorder.profile": "the profiler recorded 10 steps"})
    with wanted_from(stand) as asked:
        press(stand.page, "Show the profile")
    assert asked == [("profile", run.run_id)]
