"""Runs picked for the Compare page."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.compare.run_picker import RunPicker
from gpuscope.gui.pages.compare_page import ComparePage
from tests.gui.pages.compare.compared_runs import FP32, run
from tests.gui.pages.compare.hand_history import HandHistory
from tests.gui.pages.compare.shown_page import RUNS, chips, show

ROWS = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


def state(index: QModelIndex) -> Qt.CheckState:
    return Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))


@pytest.fixture
def picker(page: ComparePage, history: HandHistory) -> RunPicker:
    show(page, history, "aa1", "bb1")
    page.open_picker()
    assert page._picker is not None
    return page._picker


def test_runs_are_picked_by_keyboard(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    QTest.keyClicks(picker._filter, "thread")
    tree = picker._tree
    tree.setFocus()
    tree.setCurrentIndex(picker._model.index(0, 0))
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert picker._add.text() == "Add 1 run"
    QTest.keyClick(tree, Qt.Key.Key_Return)
    history.answer()
    assert chips(page) == ["fp32 · 1 run · baseline", "bf16 · 1 run", "fp32 1 thread · 1 run"]


def test_the_picker_knows_what_is_compared_and_follows_the_store(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    page.open_picker()
    assert len(page.findChildren(RunPicker)) == 1
    model = picker._model
    parent = model.index(0, 0)
    assert model.index(0, 0, parent).data() == "mlp fp32  (compared)"
    assert state(parent) is Qt.CheckState.PartiallyChecked
    model.setData(model.index(1, 0, parent), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert state(parent) is Qt.CheckState.Checked
    history.change(run("ee1", FP32.with_values({"threads": 3}), name="new"), gone=["aa2"])
    assert model.checked == []
    assert model.rowCount() == 4


def test_what_is_compared_is_checked_for_good_unless_it_is_to_move_to_another_group(picker: RunPicker) -> None:
    model = picker._model
    compared = model.index(0, 0, model.index(0, 0))
    checkable = Qt.ItemFlag.ItemIsUserCheckable
    assert state(compared) is Qt.CheckState.Checked
    assert not model.flags(compared) & checkable
    assert not model.setData(compared, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    model.toggle([compared])
    assert model.checked == []
    picker._as_group.click()
    assert state(compared) is Qt.CheckState.Unchecked
    assert model.flags(compared) & checkable
    model.toggle([compared])
    assert model.checked == ["aa1"]
    picker._as_group.click()
    assert model.checked == []


def test_a_live_run_that_goes_on_leaves_the_picker_as_it_is(history: HandHistory, picker: RunPicker, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(picker._model.modelReset), qtbot.assertNotEmitted(picker._model.dataChanged):
        history.change(replace(RUNS[0], heartbeat_at=RUNS[0].started_at))
    with qtbot.assertNotEmitted(picker._model.modelReset), qtbot.waitSignal(picker._model.dataChanged):
        history.change(replace(RUNS[0], name="renamed"))
    picker._filter.setText("renamed")
    assert picker._model.rowCount() == 1


def test_a_run_that_comes_leaves_the_selected_rows_selected(history: HandHistory, picker: RunPicker) -> None:
    model, tree = picker._model, picker._tree
    first = model.index(0, 0)
    tree.setCurrentIndex(model.index(1, 0, first))
    tree.selectionModel().select(model.index(0, 0, model.index(1, 0)), ROWS)
    history.store.runs = {"new": run("new", FP32.with_values({"threads": 3}))} | history.store.runs
    history.change(run("aa0", name="mlp fp32"))
    assert tree.currentIndex().data() == "mlp fp32"
    picker._as_group.click()
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert model.checked == ["aa2", "bb1"]


def test_a_spec_that_was_current_stays_so_and_a_run_that_has_gone_leaves_nothing_to_check(history: HandHistory, picker: RunPicker) -> None:
    model, tree = picker._model, picker._tree
    tree.setCurrentIndex(model.index(1, 0))
    history.store.runs = {"new": run("new", FP32.with_values({"threads": 3}))} | history.store.runs
    history.change()
    assert tree.currentIndex() == model.index(2, 0)
    tree.setCurrentIndex(model.index(1, 0, model.index(1, 0)))
    history.change(gone=["aa2"])
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert model.checked == []


def test_picked_runs_become_one_group(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    model = picker._model
    picker._as_group.click()
    model.toggle([model.index(row, 0) for row in range(model.rowCount())])
    assert len(model.checked) == 4
    assert not picker._add.isEnabled(), "a group needs a name"
    QTest.keyClicks(picker._name, "all")
    QTest.mouseClick(picker._add, Qt.MouseButton.LeftButton)
    history.answer()
    assert chips(page) == ["all · 4 runs"]


def test_a_filter_that_finds_nothing_and_an_empty_store_say_so(page: ComparePage, history: HandHistory, picker: RunPicker) -> None:
    picker._filter.setText("nothing like it")
    assert picker._status.text() == "No run matches all of these words."
    picker.set_runs([], [])
    assert "No runs are kept yet" in picker._status.text()
    QTest.keyClick(picker, Qt.Key.Key_Escape)
    page.open_picker()
    assert page._picker is not picker
