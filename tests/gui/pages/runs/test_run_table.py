"""The table, used with keyboard and mouse."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunOrigin
from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES, where_from
from gpuscope.gui.pages.runs.run_row import RunFilter, RunRow
from gpuscope.gui.pages.runs.run_table import RunTable, RunTableModel
from gpuscope.gui.theme import Theme
from tests.analysis.records import measured
from tests.gui.pages.runs.made_rows import BAD_NAMES, filled, live, made, shown_ids, three


@pytest.fixture
def model(qtbot: QtBot) -> RunTableModel:
    return filled(three())


@pytest.fixture
def table(qtbot: QtBot, theme: Theme, model: RunTableModel) -> RunTable:
    made_table = RunTable(theme, model)
    qtbot.addWidget(made_table)
    made_table.resize(1092, 400)
    made_table.show()
    made_table.setFocus()
    qtbot.waitUntil(made_table.hasFocus)
    return made_table


def ids(table: RunTable) -> list[str]:
    return [row.run_id for row in table.selected_rows()]


def editor_of(table: RunTable) -> QLineEdit:
    found = table.viewport().findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def ended_editor(table: RunTable) -> bool:
    return table.state() != RunTable.State.EditingState


def test_the_newest_first_is_what_the_heading_says(table: RunTable) -> None:
    header = table.horizontalHeader()
    assert header.sortIndicatorSection() == PLACES["started"]
    assert header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder


def test_a_click_on_a_heading_sorts(table: RunTable, model: RunTableModel) -> None:
    header = table.horizontalHeader()
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(header.sectionViewportPosition(PLACES["throughput"]) + 20, 8))
    assert shown_ids(model) == "a c b"


def test_enter_opens_the_current_run(table: RunTable, qtbot: QtBot) -> None:
    QTest.keyClick(table, Qt.Key.Key_Down)
    with qtbot.waitSignal(table.opened) as told:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert told.args[0].run_id == table.selected_rows()[0].run_id


def test_a_double_click_opens(table: RunTable, qtbot: QtBot) -> None:
    place = table.visualRect(table.model().index(1, PLACES["name"])).center()
    with qtbot.waitSignal(table.opened) as told:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args[0].run_id == "b"


def test_focus_is_on_a_row_before_one_is_chosen(table: RunTable) -> None:
    assert table.currentIndex().row() == 0
    assert ids(table) == []


def test_the_selection_stays_with_its_runs(table: RunTable, model: RunTableModel) -> None:
    table.choose_run("b")
    model.set_runs([made("d", 3), *three()])
    assert ids(table) == ["b"]
    table.sortByColumn(PLACES["name"], Qt.SortOrder.DescendingOrder)
    assert ids(table) == ["b"]
    model.drop({"b"})
    assert ids(table) == []


def test_thousands_of_selected_runs_stay_selected(qtbot: QtBot, theme: Theme) -> None:
    model = filled([made(f"{number:04x}", number) for number in range(3_000)])
    table = RunTable(theme, model)
    qtbot.addWidget(table)
    table.selectAll()
    selection = table.selectionModel()
    selection.select(model.index(7, 0), QItemSelectionModel.SelectionFlag.Deselect | QItemSelectionModel.SelectionFlag.Rows)
    before = set(ids(table))
    table.sortByColumn(PLACES["run_id"], Qt.SortOrder.AscendingOrder)
    assert len(before) == 2_999
    assert set(ids(table)) == before


def test_a_run_is_renamed_in_its_cell(table: RunTable, qtbot: QtBot, model: RunTableModel) -> None:
    table.choose_run("b")
    table.rename()
    editor = editor_of(table)
    assert editor.text() == "Beta"
    assert editor.selectedText() == "Beta"
    QTest.keyClicks(editor, "another")
    with qtbot.waitSignal(model.renamed) as told:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert told.args == ["b", "another"]


def test_what_is_typed_survives_a_refresh(table: RunTable, qtbot: QtBot, model: RunTableModel) -> None:
    table.choose_run("b")
    table.rename()
    editor = editor_of(table)
    QTest.keyClicks(editor, "half a na")
    model.set_runs([made("d", 3), *three()])
    model.set_runs([made("d", 3), *(replace(record, tags=("new",)) for record in three())])
    assert editor.text() == "half a na"
    QTest.keyClicks(editor, "me")
    with qtbot.waitSignal(model.renamed) as told:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert told.args == ["b", "half a name"]


def test_escape_leaves_the_name(table: RunTable, qtbot: QtBot, model: RunTableModel) -> None:
    table.choose_run("a")
    table.rename()
    editor = editor_of(table)
    QTest.keyClicks(editor, "x")
    with qtbot.assertNotEmitted(model.renamed):
        QTest.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: ended_editor(table))
    row = model.find("a")
    assert row is not None
    assert row.record.name == "gamma"


def test_a_name_of_several_lines_that_was_not_changed_stays(qtbot: QtBot, theme: Theme) -> None:
    model = filled([made("a", name="one\ntwo")])
    table = RunTable(theme, model)
    qtbot.addWidget(table)
    table.show()
    table.choose_run("a")
    table.rename()
    with qtbot.assertNotEmitted(model.renamed):
        QTest.keyClick(editor_of(table), Qt.Key.Key_Return)


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_names_are_drawn(table: RunTable, model: RunTableModel, name: str) -> None:
    model.set_runs([live(name=name), made("a", name=name, tags=tuple(sorted(BAD_NAMES)), note=name)])
    table.columns.recall({"chosen": list(PLACES)})
    assert not table.grab().isNull()


def test_a_row_is_drawn_differently_when_it_is_chosen(table: RunTable) -> None:
    before = table.viewport().grab().toImage()
    table.choose_run("a")
    assert table.viewport().grab().toImage() != before


def test_live_rows_are_looked_at_while_they_are_in_view(qtbot: QtBot, theme: Theme) -> None:
    model = filled([live(), *(made(f"{number:04x}", number) for number in range(200))])
    table = RunTable(theme, model)
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show()
    assert table.live_are_seen()
    table.scrollToBottom()
    assert not table.live_are_seen()
    model.set_filter(RunFilter("nothing"))
    assert not table.live_are_seen()


class TestColumns:
    def test_those_that_fit_are_shown_by_what_they_are_worth(self, table: RunTable) -> None:
        assert table.columns.visible[:2] == ["state", "name"]
        assert {"started", "throughput", "duration"} <= set(table.columns.visible)
        assert "run_id" not in table.columns.visible
        few = len(table.columns.visible)
        table.resize(1900, 400)
        assert len(table.columns.visible) > few
        assert table.horizontalHeader().length() <= table.viewport().width()

    def test_an_empty_column_is_the_first_to_go_and_returns_with_its_first_value(self, table: RunTable, model: RunTableModel) -> None:
        assert "energy" not in table.columns.visible
        model.set_runs([made("d", 3, {"energy": measured(20.0, "J")}), *three()])
        assert "energy" in table.columns.visible
        assert table.horizontalHeader().length() <= table.viewport().width()
        model.drop({"d"})
        assert "energy" not in table.columns.visible
        table.resize(2600, 400)
        assert set(table.columns.visible) == set(PLACES)

    def test_a_tag_and_a_note_leave_room_for_what_the_runs_are_compared_by(self, table: RunTable, model: RunTableModel) -> None:
        figures = {"throughput": measured(200.0, "samples/s"), "accuracy": measured(0.9, "1"), "latency_p50": measured(0.01, "s")}
        model.set_runs([made("d", 3, figures, tags=("keep",), note="first try of the idea"), *three()])
        for key in ("tags", "note"):
            table.columns.reveal(key)
        for width, kept in ((1072, {"device", "precision", "accuracy"}), (816, set[str]())):
            table.resize(width, 400)
            assert {"tags", "note", "throughput", "started", "duration"} | kept <= set(table.columns.visible)
            assert table.horizontalHeader().length() <= table.viewport().width()
        table.resize(1728, 400)
        assert table.columnWidth(PLACES["note"]) > 150

    def test_beside_tags_and_a_note_a_figure_has_room_in_the_smallest_window_with_large_text(
        self, table: RunTable, model: RunTableModel
    ) -> None:
        figures = {"throughput": measured(200.0, "samples/s"), "energy": measured(9.0, "J")}
        model.set_runs([made("d", 3, figures, tags=("keep",), note="first try of the idea"), *three()])
        table.resize(620, 400)  # 930 pixels with text of 150 %
        assert {"throughput", "energy", "started"} <= set(table.columns.visible)
        for key in ("tags", "note"):
            table.columns.reveal(key)
        assert {"tags", "note", "started", "throughput"} <= set(table.columns.visible)
        assert table.columnWidth(PLACES["name"]) >= 110
        assert table.horizontalHeader().length() <= table.viewport().width()

    def test_columns_with_values_that_do_not_fit_are_counted(self, table: RunTable, model: RunTableModel, qtbot: QtBot) -> None:
        model.set_runs([made("d", 3, {"energy": measured(20.0, "J")}), *three()])
        with qtbot.waitSignal(table.columns.fitted):
            table.resize(700, 400)
        assert "device" in table.columns.without_room
        assert "loss" not in table.columns.without_room  # in no row
        assert not set(table.columns.without_room) & set(table.columns.visible)
        table.resize(2600, 400)
        assert table.columns.without_room == []
        table.columns.recall({"chosen": ["energy"]})
        assert table.columns.without_room == []  # the others are hidden because the user wants it so

    def test_a_column_can_be_chosen_and_is_remembered(self, table: RunTable, qtbot: QtBot, theme: Theme, model: RunTableModel) -> None:
        menu = table.columns.menu()
        run_id = next(action for action in menu.actions() if action.text() == "Id")
        with qtbot.waitSignal(table.columns.changed):
            run_id.trigger()
        table.horizontalHeader().resizeSection(PLACES["device"], 99)
        table.sortByColumn(PLACES["name"], Qt.SortOrder.AscendingOrder)
        other = RunTable(theme, model)
        qtbot.addWidget(other)
        other.recall(table.memory())
        assert other.columns.visible == table.columns.visible
        assert "run_id" in other.columns.visible
        assert other.columnWidth(PLACES["device"]) == 99
        assert other.horizontalHeader().sortIndicatorSection() == PLACES["name"]

    def test_the_name_cannot_be_hidden(self, table: RunTable) -> None:
        assert not next(action for action in table.columns.menu().actions() if action.text() == "Name").isEnabled()
        table.columns.recall({"chosen": ["state"]})
        assert table.columns.visible == ["state", "name"]

    def test_columns_go_back_to_what_fits(self, table: RunTable) -> None:
        before = table.columns.visible
        table.columns.recall({"chosen": ["energy"], "order": ["energy", "name"], "widths": {"energy": 300}})
        assert table.columns.visible == ["energy", "name"]
        table.columns.reset()
        assert table.columns.visible == before

    @pytest.mark.parametrize(
        "memory",
        [
            {"columns": 3},
            {"columns": {"chosen": 3, "widths": [], "order": {}}},
            {"columns": {"chosen": ["none"], "widths": {"none": 3, "name": "wide", "state": 10**9}, "order": ["none", None]}},
            {"sort": ["none", True]},
            {"sort": "name"},
            {"sort": ["name"]},
        ],
    )
    def test_nonsense_is_not_recalled(self, table: RunTable, memory: dict[str, object]) -> None:
        table.recall(memory)
        assert "name" in table.columns.visible
        assert table.horizontalHeader().sortIndicatorSection() == PLACES["started"]
        assert table.columnWidth(PLACES["state"]) <= 2_000


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("", ""),
        (" [SIMULATED]", "simulated"),
        (" [SIMULATED, recorded on 2026-11-21 on lab]", "simulated"),
        (" [recorded on 2026-11-21 on lab]", "recorded"),
        (" [stand-in NVML x.so]", "simulated"),
    ],
)
def test_a_run_whose_energy_is_of_no_real_hardware_says_so(label: str, words: str) -> None:
    energy = replace(measured(2900.0, "J"), source=f"sim:0: simulation{label}")
    row = RunRow(made("a", metrics={"energy": energy}))
    assert where_from(row) == words
    assert COLUMNS[PLACES["name"]].full_text(row) == "\n".join(part for part in ("run a", label.strip(" []")) if part)
    imported = RunRow(made("a", metrics={"energy": energy}, origin=RunOrigin("gpuscope", "atlas", datetime(2026, 11, 21, tzinfo=UTC))))
    assert where_from(imported) == " · ".join(part for part in ("imported", words) if part)
