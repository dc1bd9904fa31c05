"""Which run is shown: live ones, stored ones on request, and answers that arrive late."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, badge, has_button, press, shown


def choose(stand: Stand, name: str) -> None:
    """Choose a run with the button in the header."""
    assert stand.page._chooser.isVisible()
    next(action for action in stand.page._chooser.menu_of_runs.actions() if action.text() == name).trigger()


def test_the_newest_live_run_is_shown_until_the_user_chooses_one(stand: Stand) -> None:
    first, second = stand.begin("aaaaaaaaaaaa", name="one"), stand.begin("bbbbbbbbbbbb", name="two")
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
@pytest.mark.parametrize("goes_on", ["chooses the live run", "starts a run", "sees a run begin"])
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
    elif goes_on == "starts a run":
        live = stand.start_from_form("bbbbbbbbbbbb")
    else:
        live = stand.begin("bbbbbbbbbbbb")
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
