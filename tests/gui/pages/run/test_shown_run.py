"""Which run is shown: live ones, stored ones on request, and answers that arrive late."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, badge, has_button, press, shown


def choose(stand: Stand, name: str) -> None:
    """Choose a run with the button in the header."""
    assert stand.page._chooser.isVisible()
    next(action for action in stand.page._chooser.menu_of_runs.actions() if action.text() == name).trigger()


def plan_of(*run_ids: str | None, plan_id: str = "p1", kind: PlanKind = PlanKind.AB) -> Plan:
    items = tuple(PlanItem(number, "x", RunSpec("gemm"), run_id=run_id) for number, run_id in enumerate(run_ids))
    return Plan(plan_id, kind, "x", datetime.now(UTC), {}, items, PlanState.RUNNING)


def test_a_run_begun_elsewhere_does_not_take_the_place_of_a_finished_one_or_a_live_one(stand: Stand) -> None:
    mine = stand.start_from_form("aaaaaaaaaaaa")
    stand.live_runs.end(mine)
    other = stand.begin("bbbbbbbbbbbb")
    assert stand.page._stage.data is mine.data
    assert has_button(stand.page, "Run again")
    stand.page.show_item("bbbbbbbbbbbb")
    stand.begin("cccccccccccc")
    assert shown(stand) is other
    stand.live_runs.end(other)
    assert stand.page._stage.data is other.data


@pytest.mark.parametrize(("width", "is_taken_over"), [(1024, False), (1280, True)])
def test_a_run_begun_elsewhere_does_not_fold_the_form_that_is_typed_into(
    stand: Stand, qtbot: QtBot, width: int, *, is_taken_over: bool
) -> None:
    page = stand.page
    page.resize(width, 700)
    page.activateWindow()
    field = next(one for one in page._form.findChildren(QLineEdit) if one.isVisible())
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    before = field.mapTo(page, QPoint())
    run = stand.begin()
    assert (field.isVisible(), field.hasFocus(), field.mapTo(page, QPoint())) == (True, True, before)
    assert (shown(stand) is run) is is_taken_over
    field.clearFocus()
    stand.page.show_item(run.run_id)
    assert shown(stand) is run


@pytest.mark.parametrize("has_moved", [False, True])
def test_a_pointer_that_lay_on_the_form_before_the_window_opened_does_not_keep_a_live_run_away(stand: Stand, *, has_moved: bool) -> None:
    """A window that was killed during a run, and opened again, shows that run."""
    QCursor.setPos(100, 300)
    stand.page = stand.another_page()
    stand.page.resize(1024, 700)
    stand.page._drawer.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    if has_moved:
        QCursor.setPos(101, 300)
    run = stand.begin()
    assert (shown(stand) is run) is not has_moved


@pytest.mark.parametrize("is_known_late", [False, True])
def test_the_next_run_of_a_plan_takes_the_place_of_the_one_before(stand: Stand, is_known_late: bool) -> None:
    stand.plans.show(plan_of("aaaaaaaaaaaa", None))
    first = stand.begin("aaaaaaaaaaaa")
    stand.live_runs.end(first)
    if not is_known_late:
        stand.plans.show(plan_of("aaaaaaaaaaaa", "bbbbbbbbbbbb"))
    second = stand.begin("bbbbbbbbbbbb")
    stand.plans.show(plan_of("aaaaaaaaaaaa", "bbbbbbbbbbbb"))
    assert shown(stand) is second


def test_the_next_run_of_a_plan_that_begins_before_the_end_is_told_follows_it(stand: Stand) -> None:
    stand.plans.show(plan_of("aaaaaaaaaaaa", "bbbbbbbbbbbb"))
    first, second = stand.begin("aaaaaaaaaaaa"), stand.begin("bbbbbbbbbbbb")
    assert shown(stand) is first
    stand.live_runs.end(first)
    assert shown(stand) is second


def test_the_next_run_of_a_plan_leaves_a_run_that_the_user_opened_alone(stand: Stand) -> None:
    stand.plans.show(plan_of("aaaaaaaaaaaa", "bbbbbbbbbbbb"))
    first = stand.begin("aaaaaaaaaaaa")
    stand.live_runs.end(first)
    stand.page.show_item("aaaaaaaaaaaa")
    stand.begin("bbbbbbbbbbbb")
    assert stand.page._stage.data is first.data


def test_the_run_of_a_resumed_plan_takes_the_place_of_the_one_that_was_stopped(stand: Stand) -> None:
    plan = plan_of("aaaaaaaaaaaa", None, kind=PlanKind.LADDER)
    stand.plans.show(plan)
    stand.live_runs.end(stand.begin("aaaaaaaaaaaa"), RunState.STOPPED)
    stand.plans.end(plan, PlanState.STOPPED)
    again = stand.begin("bbbbbbbbbbbb")
    stand.plans.show(plan_of("bbbbbbbbbbbb", None, kind=PlanKind.LADDER))
    assert shown(stand) is again


def test_a_run_queued_here_takes_its_place_when_the_one_before_has_ended(stand: Stand) -> None:
    first = stand.begin("aaaaaaaaaaaa")
    press(stand.page, "Start after it")
    stand.starter.queued("p7")
    stand.live_runs.end(first)
    second = stand.begin("bbbbbbbbbbbb")
    assert stand.page._stage.data is first.data
    stand.plans.show(plan_of("bbbbbbbbbbbb", plan_id="p7", kind=PlanKind.QUEUE))
    assert shown(stand) is second


def test_a_run_begun_elsewhere_while_a_start_is_refused_is_shown_if_nothing_was(stand: Stand) -> None:
    press(stand.page, "Start")
    other = stand.begin("bbbbbbbbbbbb")
    assert badge(stand.page) == "starting …"
    stand.starter.failed(UsageError("the working folder is gone", ""))
    assert shown(stand) is other


def test_the_first_live_run_is_shown_until_the_user_chooses_another(stand: Stand) -> None:
    first, second = stand.begin("aaaaaaaaaaaa", name="one"), stand.begin("bbbbbbbbbbbb", name="two")
    assert shown(stand) is first
    choose(stand, "two")
    assert shown(stand) is second
    choose(stand, "one")
    assert shown(stand) is first
    third = stand.begin("cccccccccccc", name="three")
    assert shown(stand) is first
    stand.live_runs.end(first)
    assert stand.page._stage.data is first.data
    assert badge(stand.page) == "finished"
    choose(stand, "three")
    assert shown(stand) is third
    stand.live_runs.end(third)
    stand.live_runs.end(second)
    assert not any(one.isVisible() for one in (stand.page._chooser,))


def test_runs_that_were_live_before_the_page_are_shown_in_the_turn_after_the_page(stand: Stand, qtbot: QtBot) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.page.show()
    assert shown(stand) is None
    assert not stand.page.is_ready()
    qtbot.waitUntil(lambda: shown(stand) is run)


def test_a_run_that_ended_before_it_could_be_followed_is_shown_from_the_store(stand: Stand) -> None:
    run = MadeUpRun("aaaaaaaaaaaa")
    kept = run.data
    kept.settle(replace(run.record, state=RunState.FINISHED))
    stand.history.kept["aaaaaaaaaaaa"] = kept
    press(stand.page, "Start")
    stand.starter.then("aaaaaaaaaaaa")
    assert stand.page._stage.data is kept
    assert badge(stand.page) == "finished"


def test_another_page_can_ask_for_a_run_or_for_the_form(stand: Stand) -> None:
    first = stand.begin("aaaaaaaaaaaa", name="one")
    stand.begin("bbbbbbbbbbbb", name="two")
    stand.page.show_item("aaaaaaaaaaaa")
    assert shown(stand) is first
    stand.page.show_item(RunSpec("gemm", steps=3))
    assert stand.page._form.spec() == RunSpec("gemm", steps=3)
    stand.page.show_item(RunSpec("llm-1t"))
    assert "Workload 'llm-1t' is not known" in stand.page.notice.text
    assert stand.page._form.spec() == RunSpec("gemm", steps=3)
    stand.page.show_item("cccccccccccc")
    assert "Run 'cccccccccccc' is not in the store" in stand.page.notice.text
    assert shown(stand) is first


@pytest.mark.parametrize("kept", ["dddddddddddd", "eeeeeeeeeeee"])
@pytest.mark.parametrize("goes_on", ["chooses the live run", "starts a run"])
def test_a_kept_run_that_comes_late_does_not_take_the_place_of_what_is_shown(stand: Stand, goes_on: str, kept: str) -> None:
    live = stand.begin()
    if goes_on != "chooses the live run":
        stand.live_runs.end(live)
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item(kept)
    assert not stand.page.is_ready()
    if goes_on == "chooses the live run":
        stand.page.show_item(live.run_id)
    else:
        live = stand.start_from_form("bbbbbbbbbbbb")
    stand.history.answer()
    assert shown(stand) is live
    assert has_button(stand.page, "Stop")
    assert stand.page.notice.text == ""
    stand.page.show_item("dddddddddddd")
    assert stand.page._stage.data is stand.history.kept["dddddddddddd"]


def test_a_kept_run_that_comes_while_a_run_is_started_does_not_hide_the_start(stand: Stand) -> None:
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item("dddddddddddd")
    press(stand.page, "Start")
    stand.history.answer()
    assert badge(stand.page) == "starting …"


def test_a_run_that_is_asked_for_before_the_page_is_seen_comes_before_the_live_one(stand: Stand) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.history.kept["dddddddddddd"] = MadeUpRun("dddddddddddd", name="kept").data
    stand.history.is_busy = True
    stand.page.show_item("dddddddddddd")
    stand.page.show()
    stand.history.answer()
    assert stand.page._stage.data is stand.history.kept["dddddddddddd"]
    stand.page.show_item("aaaaaaaaaaaa")
    assert shown(stand) is run


def test_without_the_run_that_was_asked_for_the_live_one_is_shown(stand: Stand) -> None:
    stand.page.hide()
    run = MadeUpRun("aaaaaaaaaaaa")
    stand.live_runs.runs = [run]
    stand.history.is_busy = True
    stand.page.show_item("eeeeeeeeeeee")
    stand.page.show()
    stand.history.answer()
    assert shown(stand) is run
    assert "is not in the store" in stand.page.notice.text
