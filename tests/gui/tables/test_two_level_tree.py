"""Sections with rows below them: the model, and what its view preserves."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.two_level_model import Branch, TwoLevelModel
from gpuscope.gui.tables.two_level_tree import TwoLevelTree
from gpuscope.gui.theme import Choice, Theme

HEADING: Column[str] = Column(key="heading", heading=lambda: "", text=lambda section: section)
LETTER: Column[str] = Column(key="letter", heading=lambda: "Letter", text=lambda row: row)
CODE: Column[str] = Column(key="code", heading=lambda: "Code", text=lambda row: str(ord(row[0])), is_numeric=True, width=80)


def branch(name: str, letters: str) -> Branch[str, str]:
    return Branch(name, f"letters of {name}", {letter: letter for letter in letters})


@pytest.fixture
def model(qapp: object) -> TwoLevelModel[str, str]:
    made = TwoLevelModel((LETTER, CODE), HEADING)
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.show_branches([branch("one", "ab"), branch("two", "c")])
    return made


@pytest.fixture
def tree(qtbot: QtBot, model: TwoLevelModel[str, str]) -> TwoLevelTree:
    made = TwoLevelTree(Theme(Choice.DARK), model)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def test_a_row_has_its_columns_and_a_section_one(model: TwoLevelModel[str, str]) -> None:
    top = model.index(0, 0)
    assert (top.data(), model.index(0, 1).data()) == ("letters of one", "")
    assert [model.index(1, column, top).data() for column in range(2)] == ["b", "98"]
    assert model.index(1, 1, top).data(Qt.ItemDataRole.AccessibleTextRole) == "Code: 98"
    assert top.data(Qt.ItemDataRole.AccessibleTextRole) == "letters of one"
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Code"


def test_a_key_stays_when_places_change(model: TwoLevelModel[str, str]) -> None:
    key = model.key(model.index(1, 0, model.index(0, 0)))
    assert key == ("one", "b")
    model.show_branches([branch("two", "c"), branch("one", "zb")])
    assert model.place(key).data() == "b"
    assert model.place(("two", "")) == model.index(0, 0)
    assert not model.place(("one", "a")).isValid()
    assert not model.place(("three", "")).isValid()
    assert model.key(QModelIndex()) is None


def test_figures_that_change_reset_nothing(model: TwoLevelModel[str, str], qtbot: QtBot) -> None:
    same = [branch("one", "ab"), branch("two", "c")]
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        model.show_branches(same)
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.show_branches([Branch("one", "other words", {"a": "x", "b": "y"}), same[1]])
    assert model.index(0, 0, model.index(0, 0)).data() == "x"
    with qtbot.waitSignal(model.modelReset):
        model.show_branches(same[1:])


def test_current_row_and_selection_stay_when_all_rows_are_made_anew(tree: TwoLevelTree, model: TwoLevelModel[str, str]) -> None:
    flag = QItemSelectionModel.SelectionFlag
    tree.setSelectionMode(TwoLevelTree.SelectionMode.ExtendedSelection)
    tree.setCurrentIndex(model.place(("one", "b")))
    tree.selectionModel().select(model.place(("two", "c")), flag.Select | flag.Rows)
    model.show_branches([branch("new", "n"), branch("one", "ab"), branch("two", "cd")])
    assert model.key(tree.currentIndex()) == ("one", "b")
    assert {model.key(index) for index in tree.selectionModel().selectedRows()} == {("one", "b"), ("two", "c")}
    assert all(tree.isExpanded(model.index(row, 0)) for row in range(3))
    assert tree.isFirstColumnSpanned(0, QModelIndex())


def test_the_bar_of_a_selected_row_is_at_its_left_end_alone(tree: TwoLevelTree, model: TwoLevelModel[str, str]) -> None:
    """Each cell began with one."""
    palette = Theme(Choice.DARK).palette
    tree.setStyleSheet(stylesheet(palette, ControlPictures()))
    tree.expandAll()
    row = model.index(1, 0, model.index(0, 0))
    tree.selectionModel().select(row, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows)
    drawn, y = tree.viewport().grab().toImage(), tree.visualRect(row).center().y()
    assert [x for x in range(drawn.width()) if drawn.pixelColor(x, y).name() == palette.accent] == [0, 1]


def test_thousands_of_sections_are_shown_at_once(tree: TwoLevelTree, model: TwoLevelModel[str, str]) -> None:
    model.show_branches([branch(f"{number}", "a") for number in range(2_000)])
    assert tree.isFirstColumnSpanned(299, QModelIndex())
    assert not tree.isFirstColumnSpanned(300, QModelIndex()), "Qt keeps them in a list"
    assert not tree.grab().isNull()
