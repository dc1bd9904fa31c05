"""A run deleted while it is shown, and a run that is restored."""

from dataclasses import replace

import pytest

from gpuscope.core.run import RunState
from tests.gui.pages.run.made_up import MadeUpRun
from tests.gui.pages.run.stand import Stand, button


def test_a_run_that_is_deleted_while_it_is_shown_is_told(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == ""
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "This run was deleted. It is shown from memory."
    assert not button(stand.page, "Open in Runs").isEnabled()
    assert stand.page._stage.data is run.data


def test_a_run_that_was_deleted_while_another_page_was_seen_is_told(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.page.hide()
    stand.history.gone.add(run.run_id)
    stand.page.show()
    assert "was deleted" in stand.page.notice.text


def test_a_deleted_run_that_was_brought_back_can_be_opened_again(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    tooltip = button(stand.page, "Open in Runs").toolTip()
    for _ in range(2):
        stand.history.gone.add(run.run_id)
        stand.history.runs_changed.emit([])
        assert "was deleted" in stand.page.notice.text
        assert "The run was deleted." in button(stand.page, "Open in Runs").toolTip()
        stand.history.gone.clear()
        stand.history.runs_changed.emit([])
        assert stand.page.notice.text == ""
        assert button(stand.page, "Open in Runs").isEnabled()
        assert button(stand.page, "Open in Runs").toolTip() == tooltip


def test_what_else_is_told_stays_when_a_deleted_run_is_back(stand: Stand) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    stand.page.notice.show_text("The disk is full.", "bad")
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "The disk is full.", "that it is gone is told once"
    stand.history.gone.clear()
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == "The disk is full."


@pytest.mark.parametrize("is_live", [True, False])
def test_that_a_run_was_deleted_is_not_said_of_the_next(stand: Stand, is_live: bool) -> None:
    run = stand.begin()
    stand.live_runs.end(run)
    stand.history.gone.add(run.run_id)
    stand.history.runs_changed.emit([])
    following = MadeUpRun("bbbbbbbbbbbb")
    if is_live:
        stand.live_runs.begin(following)
        stand.page.show_item(following.run_id)
        stand.live_runs.end(following)
    else:
        following.data.settle(replace(following.record, state=RunState.FINISHED))
        stand.history.kept["bbbbbbbbbbbb"] = following.data
        stand.page.show_item("bbbbbbbbbbbb")
    assert stand.page.notice.text == ""
    assert button(stand.page, "Open in Runs").isEnabled()
    assert button(stand.page, "Open in Runs").toolTip() == ""


def test_a_run_that_never_came_into_the_store_is_not_called_deleted(stand: Stand) -> None:
    run = stand.begin()
    stand.history.gone.add(run.run_id)
    run.data.is_kept = False
    stand.live_runs.end(run)
    stand.history.runs_changed.emit([])
    assert stand.page.notice.text == ""
    assert button(stand.page, "Open in Runs").toolTip() == "The run could not be stored."
