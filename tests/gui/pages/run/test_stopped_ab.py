"""An A/B is stopped on the Run page by buttons that say so, its runs are counted, and it is resumed there."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QPushButton

from gpuscope.core.errors import UnavailableError
from gpuscope.core.plan import ItemState, Plan, PlanKind, PlanState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.run_view.next_steps import WantedVariants
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, button, has_button, press, shown

STOP = "Stop repeating"


def begun(stand: Stand, repeats: str = "3") -> Plan:
    """Begin an A/B of two batch sizes in the dialog."""
    stand.page.show_item(WantedVariants(RunSpec("cifar-cnn", duration_s=1.0)))
    dialog = stand.page._dialog
    assert dialog is not None
    dialog._field.setCurrentIndex(dialog._field.findData("batch_size"))
    dialog._repeats.setText(repeats)
    dialog._check()
    dialog.do.click()
    return stand.plans.begun[-1]


def with_live_run(stand: Stand, plan: Plan, run_id: str) -> tuple[Plan, MadeUpRun]:
    """Begin the next item of a plan, and show its run."""
    number = sum(item.state is ItemState.DONE for item in plan.items)
    plan = plan.with_item(replace(plan.items[number], state=ItemState.RUNNING, run_id=run_id))
    stand.plans.show(plan)
    run = stand.begin(run_id, spec=plan.items[number].spec)
    stand.page.show_item(run_id)
    assert shown(stand) is run
    return plan, run


def buttons(stand: Stand, text: str) -> list[QPushButton]:
    return [one for one in stand.page.findChildren(QPushButton) if one.isVisible() and one.text() == text]


def test_stop_of_a_run_says_that_it_stops_its_ab_and_does(stand: Stand) -> None:
    plan, run = with_live_run(stand, begun(stand), "r1")
    assert not has_button(stand.page, "Stop")
    in_header, in_banner = sorted(buttons(stand, STOP), key=lambda one: one.mapTo(stand.page, one.rect().topLeft()).y())
    assert plan.name in in_header.toolTip()
    in_header.click()
    assert stand.plans.stopped == [plan.plan_id], "its conductor stops the run"
    assert run.asked == []
    assert not in_header.isEnabled()
    assert not in_banner.isEnabled(), "a second request would give the run less time"


def test_a_stop_in_the_banner_is_seen_in_the_header(stand: Stand) -> None:
    _, _ = with_live_run(stand, begun(stand), "r1")
    in_header, in_banner = sorted(buttons(stand, STOP), key=lambda one: one.mapTo(stand.page, one.rect().topLeft()).y())
    in_banner.click()
    stand.page._stage._tick()
    assert not in_header.isEnabled()


@pytest.mark.parametrize("kind", [PlanKind.QUEUE, PlanKind.LADDER])
def test_stop_of_a_run_whose_plan_goes_on_stops_the_run(stand: Stand, kind: PlanKind) -> None:
    _, run = with_live_run(stand, replace(begun(stand), kind=kind), "r1")
    press(stand.page, "Stop")
    assert run.asked == ["stop"]
    assert stand.plans.stopped == []


def test_a_stop_that_is_refused_can_be_tried_again(stand: Stand) -> None:
    with_live_run(stand, begun(stand), "r1")
    stand.plans.refuses = UnavailableError("the disk is full", "Free some space.")
    in_header = buttons(stand, STOP)[0]
    in_header.click()
    assert "disk is full" in stand.page.notice.text
    assert in_header.isEnabled()


def test_a_stopped_ab_is_counted_and_resumed(stand: Stand) -> None:
    plan = begun(stand)
    plan = stand.plans.record(plan, "r1")
    stand.plans.end(plan, PlanState.STOPPED)
    assert stand.page._repeats.text == f"{plan.name}: stopped; 1 of 6 runs done"
    assert "0" not in stand.page.notice.text
    stand.page.hide()
    stand.page.show()
    assert not has_button(stand.page, STOP)
    press(stand.page, "Resume")
    assert stand.plans.resumed == [plan.plan_id]
    assert stand.page._repeats.text == f"{plan.name}: run 2 of 6"
    assert has_button(stand.page, STOP)
    assert not has_button(stand.page, "Resume")
    stand.plans.end(stand.plans.live[0], PlanState.STOPPED)
    assert has_button(stand.page, "Resume"), "its second end is told too"


def test_what_was_told_of_an_ab_goes_when_it_goes_on(stand: Stand) -> None:
    plan = stand.plans.record(begun(stand), "r1", "r2")
    stand.plans.end(plan, PlanState.STOPPED)
    assert stand.page.notice.text == f"{plan.name} is stopped; runs of each so far: 1."
    stand.plans.show(plan)  # resumed in a terminal
    assert stand.page.notice.text == ""
    stand.plans.end(plan, PlanState.STOPPED)
    assert "runs of each so far: 1." in stand.page.notice.text


def test_a_stopped_ab_can_be_dismissed(stand: Stand) -> None:
    plan = stand.plans.record(begun(stand), "r1")
    stand.plans.end(plan, PlanState.STOPPED)
    button(stand.page, "Dismiss").click()
    assert stand.page._repeats.isHidden()
    assert stand.plans.unfinished == ()


def test_a_resume_that_is_refused_says_why(stand: Stand) -> None:
    stand.plans.end(stand.plans.record(begun(stand), "r1"), PlanState.STOPPED)
    stand.plans.refuses = UnavailableError("the disk is full", "Free some space.")
    press(stand.page, "Resume")
    assert "disk is full" in stand.page.notice.text
    assert button(stand.page, "Resume").isEnabled()


def test_a_new_page_shows_the_plan_that_goes_on(stand: Stand, qtbot: object) -> None:
    """Another language makes new pages; the plans have changed before."""
    plan = begun(stand)
    other = stand.another_page()
    assert other._repeats.text == f"{plan.name}: run 1 of 6"
    stand.plans.end(stand.plans.record(plan, "r1"), PlanState.STOPPED)
    third = stand.another_page()
    assert has_button(third, "Resume")
