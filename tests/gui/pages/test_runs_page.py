"""The Runs page over a real store and its services."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeDatabase, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from gpuscope.core.run import DAMAGED_READINGS, RunRecord, RunState
from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.report_tabs import ReportView
from gpuscope.gui.pages.runs.run_columns import PLACES
from gpuscope.gui.pages.runs.run_row import RunFilter
from gpuscope.gui.pages.runs_page import RunsPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.first_choices import CHOOSE, COMMAND, LADDER, START, FirstChoices
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.storage import editing
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.cli.stored_runs import BF16, live_recorder, record, store_run, url
from tests.gui.pages.runs.fake_history import FakeHistory
from tests.gui.pages.runs.made_rows import BAD_NAMES, made, shown_ids, text_of

ONE, TWO, THREE = "111111111111", "222222222222", "333333333333"


@dataclass
class Window:
    """The page with its services, and its requests to other pages."""

    page: RunsPage
    history: History
    live_runs: LiveRuns
    wanted: list[tuple[str, object]]
    qtbot: QtBot

    def wait(self) -> None:
        self.qtbot.waitUntil(self.page.is_ready)

    def open(self, run_id: str) -> None:
        row = self.page.model.find(run_id)
        assert row is not None
        self.page.open_row(row)
        self.wait()

    def title(self) -> str:
        return self.page.header.findChildren(ElidedLabel)[0].whole_text

    def notice(self) -> str:
        return self.page.notice.text


@pytest.fixture(autouse=True)
def looks_are_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuscope.gui.services.history._POLL_S", 0.05)


@pytest.fixture(scope="module", autouse=True)
def mime_types_are_known() -> None:
    """Open Qt's MIME database, which stays open from its first use in a file dialog."""
    QMimeDatabase().mimeTypeForName("text/csv")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    history, live_runs = History(url()), LiveRuns(url())
    live_runs.start()
    page = RunsPage(Theme(Choice.DARK), history, live_runs, UserSettings())
    qtbot.addWidget(page)
    page.resize(1104, 744)
    wanted: list[tuple[str, object]] = []
    page.wanted.connect(lambda name, item: wanted.append((name, item)))
    yield Window(page, history, live_runs, wanted, qtbot)
    if page.commands.dialog is not None:
        page.commands.dialog.reject()
    page.hide()
    live_runs.close()
    history.close()


@pytest.fixture
def shown(window: Window) -> Window:
    """The page showing two runs."""
    store_run(ONE, name="first", tags=("paper",))
    store_run(TWO, BF16, 200.0, minutes=5, name="second")
    window.page.show()
    window.wait()
    return window


def test_the_runs_are_listed_newest_first(shown: Window) -> None:
    assert shown_ids(shown.page.model) == f"{TWO} {ONE}"
    assert shown.title() == "Runs"
    assert text_of(shown.page.model, TWO, "throughput") == "200.0"
    assert shown.page.list.store_bar.text.startswith("2 runs · ")


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
    late = RunsPage(window.page.theme, window.history, window.live_runs, UserSettings())
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


def test_why_a_run_failed_stands_above_its_charts(shown: Window) -> None:
    store_run(THREE, state=RunState.FAILED, reason="out of memory", exit_code=1)
    shown.qtbot.waitUntil(lambda: shown.page.model.find(THREE) is not None)
    shown.open(THREE)
    assert "It failed" in shown.page.details.outcome.text
    assert "out of memory" in shown.page.details.outcome.text
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


def test_a_run_is_renamed_and_the_store_knows(shown: Window) -> None:
    shown.page.list.table.choose_run(ONE)
    shown.page.list.actions_.wanted.emit(run_actions.RENAME)
    editor = shown.page.list.table.viewport().findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    QTest.keyClicks(editor, "<b>new</b>")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    shown.qtbot.waitUntil(lambda: text_of(shown.page.model, ONE, "name") == "<b>new</b>")

    def stored() -> bool:
        with StoreReader(url()) as reader:
            return reader.run(ONE).name == "<b>new</b>"

    shown.qtbot.waitUntil(stored)


def test_runs_are_deleted_and_brought_back(shown: Window) -> None:
    shown.page.list.table.choose_run(TWO)
    shown.page.list.actions_.wanted.emit(run_actions.DELETE)
    shown.qtbot.waitUntil(lambda: shown.notice() == "“second” is deleted.")
    assert shown_ids(shown.page.model) == ONE
    assert [row.run_id for row in shown.page.list.rows] == [ONE], "the next one is selected"
    shown.qtbot.waitUntil(lambda: "1 deleted" in shown.page.list.store_bar.text)
    shown.page.list.store_bar.restore_wanted.emit()
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == f"{TWO} {ONE}")
    shown.qtbot.waitUntil(lambda: "deleted" not in shown.page.list.store_bar.text)


def test_a_deleted_run_leaves_its_page_and_is_removed_for_good(shown: Window) -> None:
    shown.open(ONE)
    shown.page._do_with_opened(run_actions.DELETE)
    shown.qtbot.waitUntil(lambda: shown.title() == "Runs")
    shown.page.list.store_bar.purge_wanted.emit()
    shown.qtbot.waitUntil(lambda: shown.page.commands.dialog is not None)
    shown.page.commands.dialog.do.click()
    shown.qtbot.waitUntil(lambda: shown.notice().endswith("were freed."))
    with StoreReader(url()) as reader:
        assert [run.run_id for run in reader.runs()] == [TWO]
    assert editing.deleted_runs(url()) == []
    assert not (paths.runs_folder(url()) / ONE).exists()


def test_samples_and_numbers_are_exported(shown: Window, tmp_path: Path) -> None:
    export = shown.page.commands.export
    export.folder = str(tmp_path)
    shown.open(ONE)
    shown.page._do_with_opened(run_actions.SAMPLES)
    assert export.dialog is not None
    export.dialog.accept()
    shown.qtbot.waitUntil(lambda: shown.notice() == f"Saved to {tmp_path / ONE}.csv")
    assert (tmp_path / f"{ONE}.csv").read_text().startswith("t_s,cpu utilization [1],cpu memory_used [B]")


def test_all_that_was_recorded_is_exported_as_json(shown: Window, tmp_path: Path) -> None:
    export = shown.page.commands.export
    export.folder = str(tmp_path)
    shown.open(ONE)
    shown.page._do_with_opened(run_actions.SAMPLES)
    assert export.dialog is not None
    _, everything = export.dialog.nameFilters()
    export.dialog.filterSelected.emit(everything)
    export.dialog.accept()
    shown.qtbot.waitUntil(lambda: shown.notice() == f"Saved to {tmp_path / ONE}.json")
    assert {"run_id", "series", "step_ends_s", "values", "marks"} <= set(json.loads((tmp_path / f"{ONE}.json").read_text()))


def test_a_damaged_store_is_told_with_its_cure_and_the_list_stays(shown: Window) -> None:
    path = Path(url().removeprefix("sqlite:///"))
    with path.open("r+b") as file:  # in place: a file that is briefly empty would be a store without runs
        file.seek(100)
        file.write(b"\xff" * 20_000)
        file.truncate()
    shown.history.refresh()
    shown.qtbot.waitUntil(lambda: "damaged" in shown.notice())
    assert "gpuscope doctor --repair" in shown.notice()
    assert shown_ids(shown.page.model) == f"{TWO} {ONE}"
    assert shown.page.list.table.isVisible()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE runs SET metrics = '{' WHERE run_id = ?", "metrics cannot be read"),
        ("UPDATE runs SET spec = '[1]', started_at = 'yesterday' WHERE run_id = ?", "spec, started_at cannot be read"),
        ("UPDATE runs SET metrics = replace(metrics, '100.0', '900.0') WHERE run_id = ?", "a value is not what was written"),
    ],
)
def test_a_damaged_run_says_so_in_its_row_and_opened_and_breaks_neither(shown: Window, statement: str, why: str) -> None:
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        connection.execute(statement, (ONE,))
    shown.page.hide()
    shown.history.refresh()
    shown.page.show()
    shown.qtbot.waitUntil(lambda: text_of(shown.page.model, ONE, "state") == "damaged")
    model, table = shown.page.model, shown.page.list.table
    place = model.place_of(ONE)
    assert place is not None
    assert why in str(model.index(place, PLACES["state"]).data(Qt.ItemDataRole.ToolTipRole))
    assert text_of(model, ONE, "throughput") == "–"
    assert text_of(model, ONE, "started") == "–" if "started_at" in statement else "1970" not in text_of(model, ONE, "started")
    for column in PLACES.values():
        table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
    assert not table.grab().isNull()
    shown.qtbot.waitUntil(lambda: not model.without_numbers())
    shown.open(ONE)
    details = shown.page.details
    shown.qtbot.waitUntil(lambda: details.data is not None)
    assert "gpuscope doctor --repair" in shown.notice()
    assert why in details.outcome.text
    for tab in range(5):
        details.choose_tab(tab)
        assert not details.grab().isNull()


def test_a_run_with_damaged_readings_opens_and_says_which_are_missing(shown: Window) -> None:
    with closing(sqlite3.connect(url().removeprefix("sqlite:///"), isolation_level=None)) as connection:
        series = f"(SELECT series.id FROM series JOIN runs ON runs.id = series.run WHERE run_id = '{ONE}' AND metric = 'memory_used')"
        connection.execute(f"UPDATE chunks SET readings = CAST(readings AS BLOB) || x'00' WHERE series = {series}")
    shown.open(ONE)
    details = shown.page.details
    shown.qtbot.waitUntil(lambda: details.data is not None)
    assert shown.notice() == ""
    assert "damaged in the store and shown as missing: Memory used of cpu" in details.outcome.text
    assert details.data is not None
    assert np.isnan(details.data.series("cpu", "memory_used")[1]).all()
    assert np.isfinite(details.data.series("cpu", "utilization")[1]).any()
    assert [(gap.device, gap.metrics) for gap in details.data.gaps if gap.reason == DAMAGED_READINGS] == [("cpu", ("memory_used",))]
    for tab in range(5):
        details.choose_tab(tab)
        assert not details.grab().isNull()


def test_a_foreign_file_in_the_stores_place_is_told(window: Window) -> None:
    path = Path(url().removeprefix("sqlite:///"))
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    window.page.show()
    window.qtbot.waitUntil(lambda: "is not a gpuscope store" in window.notice())
    assert not window.page.list.table.isVisible()


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
    other = RunsPage(Theme(Choice.LIGHT), shown.history, shown.live_runs, UserSettings())
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
    page = RunsPage(Theme(Choice.DARK), history, live_runs, UserSettings())  # type: ignore[arg-type]
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
        assert len(page.header.findChildren(ElidedLabel)[0].whole_text) <= 72
        assert not page.grab().isNull()


def test_what_the_history_notes_is_told_in_a_sentence(fed: tuple[RunsPage, FakeHistory]) -> None:
    page, history = fed
    history.note.emit("the store is of revision 2: it is only read")
    assert page.notice.text == "The store is of revision 2: it is only read."


def many(count: int = 10_000) -> list[RunRecord]:
    states = (RunState.FINISHED, RunState.FAILED)
    return [
        made(f"{number:012x}", -number, name=f"run {number % 97} of {number}", state=states[number % 7 == 0]) for number in range(count)
    ]


@pytest.mark.serial
def test_ten_thousand_runs_are_no_burden(fed: tuple[RunsPage, FakeHistory]) -> None:
    """CPU time of the event loop alone; the targets are 500 ms to paint, 50 ms per letter, 200 ms per sort."""
    page, history = fed
    runs, again = many(), many()

    def taken(work: object) -> float:
        began = time.process_time()
        work()  # type: ignore[operator]
        page.grab()
        return time.process_time() - began

    assert taken(lambda: history.tell(runs)) < 0.5
    table = page.list.table
    assert taken(lambda: table.sortByColumn(PLACES["name"], Qt.SortOrder.AscendingOrder)) < 0.2
    assert taken(lambda: table.sortByColumn(PLACES["throughput"], Qt.SortOrder.AscendingOrder)) < 0.2
    page.list.filter_bar.line.setText("r")
    assert taken(lambda: page.list.filter_bar.line.setText("ru")) < 0.05
    page.list.filter_bar.line.setText("")
    assert taken(table.selectAll) < 0.2
    assert taken(lambda: history.tell(again)) < 0.1


def test_runs_go_out_as_a_bundle_and_come_in_elsewhere(shown: Window, tmp_path: Path) -> None:
    bundle = tmp_path / "runs.gpuscope"
    shown.page.commands.export.ask_bundle([ONE, TWO])
    dialog = shown.page.commands.export.dialog
    assert dialog is not None
    dialog.fileSelected.emit(str(bundle))
    dialog.reject()
    shown.qtbot.waitUntil(lambda: shown.notice().startswith("Saved to "))
    editing.delete_runs(url(), [ONE])
    editing.purge(url())
    shown.page.import_.import_paths([bundle])
    shown.qtbot.waitUntil(lambda: shown.notice() == "One run is imported. One run was here already.")
    shown.qtbot.waitUntil(lambda: (row := shown.page.model.find(ONE)) is not None and row.record.origin is not None)
    shown.open(ONE)
    assert any("imported from" in one.whole_text for one in shown.page.header.findChildren(ElidedLabel))


def test_a_damaged_bundle_is_told(shown: Window, tmp_path: Path) -> None:
    (tmp_path / "x.gpuscope").write_bytes(b"PK" + bytes(100))
    shown.page.import_.import_paths([tmp_path / "x.gpuscope"])
    shown.qtbot.waitUntil(lambda: "cannot be imported" in shown.notice())
    assert shown_ids(shown.page.model) == f"{TWO} {ONE}"
