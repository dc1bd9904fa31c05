"""The card with the keys."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.key_map import KeyMap, key_grid, key_rows
from gpuscope.gui.pages.runs.run_actions import action_plans


def test_every_key_of_the_list_of_runs_is_on_the_card(qapp: object) -> None:
    listed = {key for keys, effect in key_rows() if "list of runs" in effect for key in keys.split()}
    assert {plan.keys.replace("Delete", "Del") for plan in action_plans().values()} <= listed


def test_a_key_begins_at_the_height_of_its_effect(qtbot: QtBot) -> None:
    inside = QWidget()
    qtbot.addWidget(inside)
    grid = key_grid()
    inside.setLayout(grid)
    inside.resize(420, 900)
    inside.show()
    for row in range(len(key_rows())):
        labels = [item.widget() for column in (0, 1) if (item := grid.itemAtPosition(row, column)) is not None]
        placed = {(one.y() + one.contentsRect().y(), one.alignment()) for one in labels if isinstance(one, QLabel)}
        assert [alignment for _, alignment in placed] == [Qt.AlignmentFlag.AlignTop]


def test_the_card_is_no_higher_than_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1024, 640)
    assert KeyMap(window).height() <= 640
