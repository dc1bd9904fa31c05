"""Variants are chosen in a dialog and recorded as an A/B, whose comparison opens at its end."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel

from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.core.run import RunState
from gpuscope.core.runspec import COMMAND, RunSpec
from gpuscope.gui.pages.run.vary_dialog import VaryDialog
from gpuscope.gui.run_view.next_steps import WantedVariants
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, button, has_button, press, shown

CNN = RunSpec("cifar-cnn", duration_s=1.0)


def dialog_of(stand: Stand, spec: RunSpec = CNN) -> VaryDialog:
    stand.page.show_item(WantedVariants(spec))
    assert stand.page._dialog is not None
    return stand.page._dialog


def choose(dialog: VaryDialog, key: str) -> None:
    dialog._field.setCurrentIndex(dialog._field.findData(key))


def boxes(dialog: VaryDialog) -> dict[str, QCheckBox]:
    return dialog._boxes


def words(dialog: VaryDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if not label.isHidden())


def test_the_forms_present_spec_is_varied(stand: Stand) -> None:
    stand.page._form.editor("batch_size").set_text("128")
    press(stand.page, "Vary…")
    assert stand.page._dialog is not None
    assert stand.page._dialog._base.batch_size == 128


def test_the_keyboard_begins_at_the_first_question(stand: Stand) -> None:
    dialog = dialog_of(stand)
    assert dialog.focusWidget() is dialog._field


def test_optimizations_are_added_to_those_of_the_run_one_a_variant(stand: Stand) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "optimize")
    assert not dialog.do.isEnabled()
    assert "Choose a value in addition to the baseline." in words(dialog)
    assert boxes(dialog)["none"].isChecked()
    assert not boxes(dialog)["none"].isEnabled(), "the baseline stays"
    boxes(dialog)["channels-last"].setChecked(True)
    assert "10 runs will take up to 10 min 10 s" in words(dialog)
    dialog._steady.setChecked(False)
    assert "10 runs will take about 10.0 s" in words(dialog)
    dialog.do.click()
    [plan] = stand.plans.begun
    assert (plan.kind, plan.options["repeats"], plan.options["until"]) == (PlanKind.AB, 5, None)
    assert [item.spec.optimize for item in plan.items[:4]] == [None, "channels-last", "channels-last", None]
    assert len(plan.items) == 10
    assert stand.page._dialog is None
    assert stand.page._repeats.text.endswith(": run 1 of 10")


def test_on_a_low_screen_the_values_scroll_and_the_buttons_are_seen(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "optimize")
    QApplication.processEvents()
    usual = dialog._list.height()
    low = dialog.least_height() + 40 - 60
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, 1024, low))
    monkeypatch.setattr(dialog, "screen", lambda: screen)
    choose(dialog, "precision")
    choose(dialog, "optimize")
    QApplication.processEvents()
    assert dialog.least_height() + 40 == low
    assert dialog._list.height() == usual - 60


def test_numbers_are_typed_and_precision_instead_of_repeats(stand: Stand) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "batch_size")
    assert boxes(dialog) == {}
    assert dialog._line.text() == "64, 128"
    dialog._line.setText("64, 256, x")
    dialog._check()
    assert "is not a whole number" in dialog.trouble
    assert not dialog.do.isEnabled()
    dialog._line.setText("64, 256")
    dialog._until.setChecked(True)
    assert dialog.trouble == ""
    assert "until the intervals are that narrow" in words(dialog)
    dialog._precision.setText("0")
    dialog._check()
    assert "between 0.01" in dialog.trouble
    dialog._precision.setText("1.5")
    dialog._check()
    dialog.do.click()
    [plan] = stand.plans.begun
    assert plan.options["until"] == 0.03
    assert {item.spec.batch_size for item in plan.items} == {64, 256}


def test_what_this_machine_lacks_cannot_be_chosen(stand: Stand) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "precision")
    assert boxes(dialog)["fp32"].isChecked()
    assert not boxes(dialog)["tf32"].isEnabled()
    assert "seed" not in [dialog._field.itemData(index) for index in range(dialog._field.count())]


def test_the_comparison_opens_when_the_variants_are_recorded(stand: Stand) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "batch_size")
    dialog._repeats.setText("1")
    dialog._check()
    dialog.do.click()
    [plan] = stand.plans.begun
    plan = stand.plans.record(plan, "r1", "r2")
    asked: list[tuple[str, object]] = []
    stand.page.wanted.connect(lambda name, item: asked.append((name, item)))
    stand.plans.end(plan)
    assert asked == [("compare", ("groups", {"batch size 64": ["r1"], "batch size 128": ["r2"]}))]


def test_of_one_that_was_stopped_what_there_is_can_be_compared(stand: Stand) -> None:
    dialog = dialog_of(stand)
    choose(dialog, "batch_size")
    dialog.do.click()
    plan = stand.plans.record(stand.plans.begun[0], "r1", "r2")
    stand.plans.end(plan, PlanState.STOPPED)
    assert "is stopped; runs of each so far: 1." in stand.page.notice.text
    assert has_button(stand.page, "Compare")


def test_the_offer_to_compare_stays_when_the_next_run_begins(stand: Stand) -> None:
    """For example a run that waited behind the A/B."""
    dialog = dialog_of(stand)
    choose(dialog, "batch_size")
    dialog.do.click()
    plan = stand.plans.record(stand.plans.begun[0], "r1", "r2")
    stand.plans.end(plan, PlanState.STOPPED)
    stand.begin("bbbbbbbbbbbb")
    assert has_button(stand.page, "Compare")


def test_a_command_has_nothing_of_ours_to_vary(stand: Stand) -> None:
    assert button(stand.page, "Vary…").isVisible()
    stand.page.show_item(RunSpec(COMMAND, command=("true",)))
    assert not has_button(stand.page, "Vary…")


def begin_variants(stand: Stand) -> Plan:
    dialog = dialog_of(stand)
    choose(dialog, "batch_size")
    dialog.do.click()
    return stand.plans.begun[-1]


def begin_run(stand: Stand, plan: Plan, run_id: str, *, is_plan_first: bool = True) -> MadeUpRun:
    """Begin the first item of a plan; its run and its item may be seen in either order."""
    plan = plan.with_item(replace(plan.items[0], state=ItemState.RUNNING, run_id=run_id))
    if is_plan_first:
        stand.plans.show(plan)
    run = stand.begin(run_id, spec=plan.items[0].spec)
    if not is_plan_first:
        stand.plans.show(plan)
    return run


@pytest.mark.parametrize("is_plan_first", [True, False])
def test_the_first_run_takes_the_place_of_an_ended_run(stand: Stand, is_plan_first: bool) -> None:
    stand.live_runs.end(stand.start_from_form(), RunState.FAILED)
    assert shown(stand) is None
    run = begin_run(stand, begin_variants(stand), "bbbbbbbbbbbb", is_plan_first=is_plan_first)
    assert shown(stand) is run


def test_the_first_run_takes_the_place_of_a_kept_run(stand: Stand) -> None:
    ended = stand.begin("aaaaaaaaaaaa")
    stand.live_runs.end(ended)
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd").data
    stand.page.show_item("dddddddddddd")
    run = begin_run(stand, begin_variants(stand), "bbbbbbbbbbbb")
    assert shown(stand) is run


def test_a_run_opened_after_the_start_stays(stand: Stand) -> None:
    stand.live_runs.end(stand.start_from_form())
    plan = begin_variants(stand)
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd").data
    stand.page.show_item("dddddddddddd")
    begin_run(stand, plan, "bbbbbbbbbbbb")
    assert stand.page._stage.run_id == "dddddddddddd"


def test_a_live_run_stays_until_it_ends(stand: Stand) -> None:
    live = stand.start_from_form()
    run = begin_run(stand, begin_variants(stand), "bbbbbbbbbbbb")
    assert shown(stand) is live
    stand.live_runs.end(live)
    assert shown(stand) is run


def test_the_run_of_a_resumed_ab_takes_the_place_of_the_stopped_one(stand: Stand) -> None:
    plan = stand.plans.record(begin_variants(stand), "r1")
    stand.plans.end(plan, PlanState.STOPPED)
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd").data
    stand.page.show_item("dddddddddddd")
    press(stand.page, "Resume")
    run = begin_run(stand, stand.plans.live[0], "bbbbbbbbbbbb")
    assert shown(stand) is run
