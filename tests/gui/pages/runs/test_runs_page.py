"""The Runs page over a real store and its services: its list, its memory, its requests to other pages."""

import statistics
import time
from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.pages import runs_page
from gpuscope.gui.pages.runs.run_columns import PLACES
from gpuscope.gui.pages.runs.run_row import RunFilter
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.first_choices import CHOOSE, COMMAND, LADDER, START, FirstChoices
from gpuscope.gui.widgets.labels import ElidedLabel
from tests.cli.stored_runs import live_recorder, record, url
from tests.gui.pages.runs.fake_history import FakeHistory
from tests.gui.pages.runs.made_rows import BAD_NAMES, live, made, shown_ids, text_of, three
from tests.gui.pages.runs.runs_window import ONE, THREE, TWO, Window


def test_the_runs_are_listed_newest_first(shown: Window) -> None:
    assert shown_ids(shown.page.model) == f"{TWO} {ONE}"
    assert shown.title() == "Runs"
    assert text_of(shown.page.model, TWO, "throughput") == "200.0 samples/s"
    assert shown.page.list.store_bar.text.endswith(" KiB on disk")


def test_numbers_to_sort_by_come_from_the_store(shown: Window) -> None:
    shown.qtbot.waitUntil(lambda: not shown.page.model.without_numbers())
    shown.page.list.table.sortByColumn(PLACES["throughput"], Qt.SortOrder.AscendingOrder)
    assert shown_ids(shown.page.model) == f"{ONE} {TWO}"


def test_a_store_without_runs_offers_the_first_choices(window: Window) -> None:
    window.page.show()
    window.wait()
    choices = next(choices for choices in window.page.findChildren(FirstChoices) if choices.isVisible())
    choices.buttons[LADDER].click()
    choices.buttons[COMMAND].click()
    assert window.wanted == [("ladder", START), ("run", (CHOOSE, COMMAND))]


def test_an_empty_store_that_another_page_has_asked_for_before_offers_them_too(window: Window) -> None:
    window.history.watch(True)
    window.qtbot.waitUntil(lambda: window.history.is_listed)
    window.history.watch(False)
    late = RunsPage(window.page.theme, window.history, window.live_runs, UserSettings(), None)
    window.qtbot.addWidget(late)
    late.show()
    window.qtbot.waitUntil(late.is_ready)
    assert any(choices.isVisible() for choices in late.findChildren(FirstChoices))
    late.hide()


def test_a_live_run_goes_on_on_top_and_opens_on_the_run_page(shown: Window) -> None:
    with live_recorder(record(THREE, minutes=-60)):
        shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == f"{THREE} {TWO} {ONE}")
        shown.qtbot.waitUntil(lambda: bool(shown.live_runs.runs))
        shown.page._update_live_rows()
        row = shown.page.model.find(THREE)
        assert row is not None
        assert row.standing is not None
        shown.page.open_row(row)
        assert shown.wanted == [("run", THREE)]
        assert shown.title() == "Runs"
        shown.page.list.table.choose_run(THREE)
        shown.page.list.table.setFocus()
        shown.qtbot.waitUntil(shown.page.list.table.hasFocus)
        QTest.keyClick(shown.page.list.table, Qt.Key.Key_Delete)
        shown.qtbot.waitUntil(lambda: "is live and cannot be deleted" in shown.notice())
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) != f"{THREE} {TWO} {ONE}")


def test_keys_reach_the_filter_from_an_opened_run(shown: Window) -> None:
    shown.open(ONE)
    QTest.keyClick(shown.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    shown.qtbot.waitUntil(shown.page.list.filter_bar.line.hasFocus)
    QTest.keyClicks(shown.page.list.filter_bar.line, "paper")
    assert shown_ids(shown.page.model) == ONE


def test_a_hidden_page_does_not_look(shown: Window) -> None:
    shown.page.hide()
    assert not shown.page._timer.isActive()
    assert not shown.history._is_watching
    shown.page.show()
    assert shown.page._timer.isActive()
    assert shown.history._is_watching


def test_the_layout_returns_but_not_the_filter(shown: Window, qtbot: QtBot) -> None:
    shown.page.list.table.sortByColumn(PLACES["name"], Qt.SortOrder.AscendingOrder)
    shown.page.list.filter_bar.line.setText("first")
    shown.page.details.choose_tab(2)
    other = RunsPage(Theme(Choice.LIGHT), shown.history, shown.live_runs, UserSettings(), None)
    qtbot.addWidget(other)
    other.recall(shown.page.memory())
    assert other.list.table.horizontalHeader().sortIndicatorSection() == PLACES["name"]
    assert other.list.filter_bar.filter == RunFilter()
    assert other.details.tab == 2
    other.recall({"tab": "none", "view": 3, "sort": None, "columns": []})


@pytest.fixture
def fed(qtbot: QtBot) -> Iterator[tuple[RunsPage, FakeHistory]]:
    """The page over a history that the test feeds."""
    history, live_runs = FakeHistory(), LiveRuns(url())
    page = RunsPage(Theme(Choice.DARK), history, live_runs, UserSettings(), None)  # type: ignore[arg-type]
    qtbot.addWidget(page)
    page.resize(1104, 744)
    page.show()
    yield page, history
    page.hide()
    live_runs.close()


def test_bad_names_are_shown_as_they_are(fed: tuple[RunsPage, FakeHistory]) -> None:
    page, history = fed
    history.tell([made(f"{place}", place, name=name, tags=(name.split()[0],), note=name) for place, name in enumerate(BAD_NAMES)])
    assert not page.grab().isNull()
    for place, name in enumerate(BAD_NAMES):
        page._show_opened(made(f"{place}", name=name))
        assert not page.grab().isNull()
        title = page.header.findChildren(ElidedLabel)[0]
        assert title.width() <= page.header.width() / 2
        assert len(title.text()) <= 72


def test_what_the_history_notes_is_told_in_a_sentence(fed: tuple[RunsPage, FakeHistory]) -> None:
    page, history = fed
    history.note.emit("the store is of revision 2: it is only read")
    assert page.notice.text == "The store is of revision 2: it is only read."


def many(count: int = 10_000) -> list[RunRecord]:
    states = (RunState.FINISHED, RunState.FAILED)
    return [
        made(f"{number:012x}", -number, name=f"run {number % 97} of {number}", state=states[number % 7 == 0]) for number in range(count)
    ]


def sum_of_squares_s() -> float:
    """Return the processor time of a million squares in Python."""
    began = time.process_time()
    sum(number * number for number in range(1_000_000))
    return time.process_time() - began


@pytest.mark.serial
def test_ten_thousand_runs_are_no_burden(fed: tuple[RunsPage, FakeHistory]) -> None:
    """Processor time; the targets are 500 ms to paint, 50 ms per letter, 200 ms per sort on a machine that sums a million squares in 70."""
    page, history = fed
    runs, again = many(), many()

    def taken(work: object) -> float:
        """Return the seconds that a piece of work would take on that machine: those of today over the machine's slowness just now."""
        unit = sum_of_squares_s()
        began = time.process_time()
        work()  # type: ignore[operator]
        page.grab()
        took = time.process_time() - began
        return took / max(1.0, (unit + sum_of_squares_s()) / 2 / 0.07)  # 70 ms there

    assert taken(lambda: history.tell(runs)) < 0.5
    table = page.list.table
    assert taken(lambda: table.sortByColumn(PLACES["name"], Qt.SortOrder.AscendingOrder)) < 0.2
    assert taken(lambda: table.sortByColumn(PLACES["throughput"], Qt.SortOrder.AscendingOrder)) < 0.2
    page.list.filter_bar.line.setText("r")
    assert statistics.median(taken(partial(page.list.filter_bar.line.setText, text)) for text in ("ru", "run", "ru", "run", "ru")) < 0.05
    page.list.filter_bar.line.setText("")
    assert taken(table.selectAll) < 0.2
    assert taken(lambda: history.tell(again)) < 0.1


def test_a_run_begun_elsewhere_does_not_move_the_rows_under_a_moving_mouse(
    fed: tuple[RunsPage, FakeHistory], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, history = fed
    history.tell(three())
    rows = page.list.table.viewport()
    places = [rows.mapToGlobal(rows.rect().center()), rows.mapToGlobal(rows.rect().topLeft() - QPoint(0, 100))]
    pointer = [places[0]]
    monkeypatch.setattr(QCursor, "pos", lambda: pointer[0])
    history.tell([live("d"), *three()])
    assert shown_ids(page.model) == "c b a"

    history.tell([live("d"), made("0", 3), *three()])  # imported or restored: the user's own act
    assert shown_ids(page.model) == "0 c b a"
    history.tell([made("d", 5, state=RunState.FAILED), made("0", 3), *three()])
    assert shown_ids(page.model) == "0 c b a"
    pointer[0] = places[1]
    page._tick()
    assert shown_ids(page.model) == "d 0 c b a"

    pointer[0] = places[0]
    history.tell([live("e"), *history.runs])
    assert shown_ids(page.model) == "d 0 c b a"
    monkeypatch.setattr(runs_page, "_AT_REST_S", 0.0)  # the user looks
    page._tick()
    assert shown_ids(page.model) == "e d 0 c b a"
