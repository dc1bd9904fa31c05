"""The Runs page's commands over a real store: rename, delete, restore, export, import."""

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton

from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.run_list import ActionButton
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.storage import editing
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from tests.cli.stored_runs import url
from tests.gui.pages.runs.made_rows import shown_ids, text_of
from tests.gui.pages.runs.runs_window import ONE, TWO, Window


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
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == ONE)  # the list has a turn of its own
    assert [row.run_id for row in shown.page.list.rows] == [ONE], "the next one is selected"
    shown.qtbot.waitUntil(lambda: "1 deleted" in shown.page.list.store_bar.text)
    shown.page.list.store_bar.restore_wanted.emit()
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == f"{TWO} {ONE}")
    shown.qtbot.waitUntil(lambda: "deleted" not in shown.page.list.store_bar.text)


def test_the_focus_is_in_the_list_after_the_bin_has_deleted_from_it(shown: Window) -> None:
    table = shown.page.list.table
    table.choose_run(TWO)
    [bin_] = [one for one in shown.page.findChildren(ActionButton) if one.isVisible() and one.accessibleName() == "Delete"]
    shown.page.window().activateWindow()
    QTest.mouseClick(bin_, Qt.MouseButton.LeftButton)
    shown.qtbot.waitUntil(lambda: shown.notice() == "“second” is deleted.")
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == ONE)  # the list has a turn of its own
    assert shown.page.focusWidget() is table
    assert table.currentIndex().row() == 0


def test_the_focus_stays_in_the_list_after_a_click_on_undo(shown: Window) -> None:
    """It went to the filter, which then took the keys of the list."""
    table = shown.page.list.table
    table.choose_run(TWO)
    shown.page.window().activateWindow()
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    shown.qtbot.waitUntil(lambda: shown.notice() == "“second” is deleted.")
    [undo] = [one for one in shown.page.notice.findChildren(QPushButton) if one.text() == "Undo"]
    QTest.mouseClick(undo, Qt.MouseButton.LeftButton)
    shown.qtbot.waitUntil(lambda: shown_ids(shown.page.model) == f"{TWO} {ONE}")
    assert shown.page.focusWidget() is table


def test_return_in_a_filter_that_nothing_matches_leaves_the_keyboard_there(shown: Window) -> None:
    line = shown.page.list.filter_bar.line
    shown.page.window().activateWindow()
    line.setFocus()
    QTest.keyClicks(line, "nothing of the kind")
    shown.qtbot.waitUntil(lambda: not shown.page.list.table.isVisible())
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert shown.page.focusWidget() is line


def test_the_focus_stays_where_one_types(shown: Window) -> None:
    line = shown.page.list.filter_bar.line
    shown.page.list.table.choose_run(TWO)
    line.setFocus()
    shown.page.list.actions_.wanted.emit(run_actions.DELETE)
    shown.qtbot.waitUntil(lambda: shown.notice() == "“second” is deleted.")
    assert shown.page.focusWidget() is line


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
