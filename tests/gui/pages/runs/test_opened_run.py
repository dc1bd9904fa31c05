"""A run opened on the Runs page: what is shown, the way back, and what others do to it meanwhile."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.core.cure_texts import BF16
from gpuscope.core.errors import UnavailableError
from gpuscope.core.run import RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.pages.runs.report_tabs import ReportView
from gpuscope.gui.pages.runs.run_details import FIGURES
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.storage import editing
from tests.cli.stored_runs import store_run, url
from tests.gui.pages.runs.runs_window import ONE, THREE, TWO, Window


def test_a_run_opens_with_everything_that_is_known_of_it(shown: Window) -> None:
    shown.open(ONE)
    details = shown.page.details
    assert shown.title() == "first"
    assert details.data is not None
    assert details.data.record is not None
    shown.qtbot.waitUntil(lambda: details._output == ["epoch 1", "the last \x1b[31mline"])
    counts = []
    for tab in range(1, 4):
        details.choose_tab(tab)
        counts.append([view.model().rowCount() for view in details.findChildren(ReportView) if view.isVisible()])
    assert counts == [[2, 1, 1], [8, 3], [1, 1]]
    details.choose_tab(4)
    titles = {label.text() for label in details.findChildren(QLabel) if label.isVisible() and label.property("look") == "heading"}
    assert titles == {"Output of the workload, its last lines", "Reported while it ran"}


def test_charts_behind_another_tab_are_filled_after_it(shown: Window) -> None:
    details = shown.page.details
    shown.open(ONE)
    details.choose_tab(FIGURES)
    data = details.data
    details.show_data(None)
    details.show_data(data)
    assert [view.model().rowCount() for view in details.findChildren(ReportView) if view.isVisible()] == [2, 1, 1]
    assert details.run_view.data is None
    shown.qtbot.waitUntil(lambda: details.run_view.data is data)


def test_output_that_is_read_after_its_run_was_closed_is_not_shown_with_the_next(shown: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    page, asked = shown.page, list[Callable[[list[str]], None]]()
    monkeypatch.setattr(page._history, "output_lines", lambda _record, _count, then, _owner: asked.append(then))
    shown.open(ONE)
    page.show_list()
    asked[0](["of the first run"])
    row = page.model.find(TWO)
    assert row is not None
    page.open_row(row)
    assert page.details.run_view.log._output == ()


def test_why_a_run_failed_stands_above_its_charts(shown: Window) -> None:
    store_run(THREE, state=RunState.FAILED, reason="out of memory", exit_code=1)
    shown.qtbot.waitUntil(lambda: shown.page.model.find(THREE) is not None)
    shown.open(THREE)
    assert "It failed" in shown.page.details.outcome.text
    assert shown.page.details.outcome.text.endswith("out of memory.")
    shown.page.details.outcome._act()
    assert shown.page.details.tab == 4
    shown.open(ONE)
    assert shown.page.details.outcome.text == ""


@pytest.mark.parametrize("by_key", [True, False])
def test_back_to_the_run_in_the_list(shown: Window, by_key: bool) -> None:
    shown.open(ONE)
    shown.page.details.back.setFocus()
    shown.qtbot.waitUntil(shown.page.details.back.hasFocus)
    if by_key:
        QTest.keyClick(shown.page.details.back, Qt.Key.Key_Escape)
    else:
        assert shown.page.go_back()  # as the window does on Alt+Left
        assert not shown.page.go_back()
    assert shown.title() == "Runs"
    assert [row.run_id for row in shown.page.list.rows] == [ONE]
    shown.qtbot.waitUntil(shown.page.list.table.hasFocus)


def test_another_page_can_have_a_run_opened(shown: Window) -> None:
    shown.page.show_item(TWO[:5])
    shown.qtbot.waitUntil(lambda: shown.title() == "second")
    shown.wait()
    shown.page.show_item(ONE)
    shown.qtbot.waitUntil(lambda: shown.title() == "first")
    shown.page.show_item("none")
    shown.qtbot.waitUntil(lambda: shown.notice().startswith("There is no run none"))
    assert shown.title() == "Runs"


def test_of_two_runs_opened_in_haste_the_last_is_shown(shown: Window) -> None:
    for run_id in (ONE, TWO):
        row = shown.page.model.find(run_id)
        assert row is not None
        shown.page.open_row(row)
    shown.wait()
    assert shown.page.details.data is not None
    assert shown.page.details.data.record.run_id == TWO


def test_who_has_gone_back_is_not_called_again(shown: Window) -> None:
    row = shown.page.model.find(ONE)
    assert row is not None
    shown.page.open_row(row)
    shown.page.show_list()
    done: list[None] = []
    shown.history.ask(lambda store: None, done.append)
    shown.qtbot.waitUntil(lambda: bool(done))
    assert shown.title() == "Runs"
    assert shown.page.list.isVisible()


@pytest.mark.parametrize("goes_back", [True, False])
def test_who_has_gone_on_is_not_told_of_a_run_that_cannot_be_opened(shown: Window, goes_back: bool) -> None:
    shown.open(ONE)
    shown.page.show_item("none")
    if goes_back:
        shown.page.show_list()
    else:
        shown.page.show_item(TWO)
    done: list[None] = []
    shown.history.ask(lambda store: None, done.append)
    shown.qtbot.waitUntil(lambda: bool(done))
    shown.wait()
    assert shown.notice() == ""
    assert shown.title() == ("Runs" if goes_back else "second")


def test_a_run_that_was_deleted_by_somebody_else_stays_open_and_can_be_brought_back(shown: Window) -> None:
    shown.open(ONE)
    editing.delete_runs(url(), [ONE])
    shown.qtbot.waitUntil(lambda: shown.notice().startswith("This run was deleted."))
    assert shown.page.details.isVisible()
    assert shown.page.details.data is not None
    view, notice = shown.page.details.run_view, shown.page.notice
    assert view.log.isVisible()
    assert notice.geometry().bottom() < view.log.mapTo(shown.page, QPoint()).y(), "its buttons are free"
    shown.page.notice._act()
    shown.qtbot.waitUntil(lambda: shown.notice() == "The run is back.")
    shown.qtbot.waitUntil(lambda: shown.page.model.find(ONE) is not None)


def test_a_run_that_was_opened_before_the_list_came_is_missed_too(window: Window) -> None:
    store_run(ONE, name="first")
    window.page.show_item(ONE)
    window.page.show()
    window.qtbot.waitUntil(lambda: window.page.details.data is not None and window.page.is_ready())
    editing.delete_runs(url(), [ONE])
    window.qtbot.waitUntil(lambda: window.notice().startswith("This run was deleted."))


def test_a_run_that_was_removed_for_good_is_gone(shown: Window) -> None:
    shown.open(ONE)
    editing.delete_runs(url(), [ONE])
    shown.qtbot.waitUntil(lambda: shown.notice().startswith("This run was deleted."))
    editing.purge(url())
    shown.page.notice._act()
    shown.qtbot.waitUntil(lambda: shown.notice().startswith("It is gone: there is no run"))


def test_what_somebody_else_changes_is_shown(shown: Window) -> None:
    shown.open(ONE)
    editing.edit_run(url(), ONE, name="renamed elsewhere")
    shown.qtbot.waitUntil(lambda: shown.title() == "renamed elsewhere")


def test_what_this_machine_cannot_run_is_not_offered_as_on_the_other_pages(shown: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    class Starter:
        def check(self, spec: RunSpec, then: Callable[[object], None], owner: object) -> None:
            assert spec.precision == "bf16"
            then(("device", UnavailableError("there is no CUDA device here")))

    monkeypatch.setattr("gpuscope.analysis.next_steps.tries", lambda _: (Cure(BF16, {"precision": "bf16"}),))
    page = RunsPage(shown.page.theme, shown.history, shown.live_runs, UserSettings(), Starter())  # type: ignore[arg-type]
    shown.qtbot.addWidget(page)
    page.show()
    page.show_item(ONE)
    shown.qtbot.waitUntil(lambda: bool(page.next_steps._tries))
    [button] = page.next_steps._tries
    assert (button.text(), button.isEnabled()) == ("Try: BF16", False)
    assert button.accessibleDescription() == "There is no CUDA device here."
