"""Compared runs that are deleted, still running, failed, or unreadable."""

from dataclasses import replace

from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunState
from gpuscope.gui.pages.compare.curves import CurveAxis
from gpuscope.gui.pages.compare_page import ComparePage
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import RUNS, chips, show, words


def test_the_page_follows_the_store_only_while_it_is_seen(page: ComparePage, history: HandHistory) -> None:
    page.hide()
    assert history.watching == [True, False]
    show(page, history, "aa1", "bb1")
    history.change(gone=["bb1"])
    assert page.is_ready()  # nothing was requested
    page.show()
    history.answer()
    assert page.notice.text == "mlp bf16 was deleted and is left out."


def test_a_compared_run_that_is_deleted_is_left_out_and_named(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "aa2", "bb1", "cc1")
    history.change(gone=["aa2", "cc1"])
    history.answer()
    assert page.notice.text == "2 runs were deleted and are left out: mlp fp32, mlp fp32 1 thread."
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run"]


def test_a_live_run_is_named_and_compared_when_it_ends(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], state=RunState.RUNNING, metrics={}))
    show(page, history, "aa1", "bb1")
    assert "bf16 is still running: its figures appear when it ends." in words(page)
    history.change(RUNS[2])
    history.answer()
    assert "still running" not in words(page)
    assert "bf16 has 2.10\u00a0× the throughput" in words(page)


def test_a_failed_run_is_named(page: ComparePage, history: HandHistory) -> None:
    history.change(replace(RUNS[2], state=RunState.FAILED, reason="out of memory", metrics={}))
    show(page, history, "aa1", "bb1")
    assert "the run of bf16 failed" in words(page)


def test_runs_without_readings_say_so_in_place_of_curves(page: ComparePage, history: HandHistory) -> None:
    show(page, history, "aa1", "bb1")
    assert "No sensor was read during these runs." in words(page)
    page.body.overlay.set_axis(CurveAxis.STEPS)
    assert "No steps were counted in these runs" in words(page)


def test_readings_that_cannot_be_read_say_so_in_place_of_curves(page: ComparePage, history: HandHistory) -> None:
    damaged = UnavailableError("the readings are damaged", "Run gpuscope doctor --repair.")
    history.store.unreadable = {"aa1": damaged, "bb1": damaged}
    show(page, history, "aa1", "bb1")
    assert page.is_ready()
    assert "being read" not in words(page)
    assert "The readings cannot be read: the readings are damaged." in words(page.body.overlay)
    assert page.notice.text == "The readings are damaged. Run gpuscope doctor --repair."
    assert "bf16 has 2.10\u00a0× the throughput" in words(page)
