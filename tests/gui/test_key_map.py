"""The card with the keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui import fonts, key_map
from gpuscope.gui.key_map import KeyMap, key_grid, key_rows
from gpuscope.gui.pages.runs.run_actions import action_plans


def test_every_key_of_the_list_of_runs_is_on_the_card(qapp: object) -> None:
    listed = {key for keys, effect in key_rows() if "list of runs" in effect for key in keys.split()}
    assert {plan.keys.replace("Delete", "Del") for plan in action_plans().values()} <= listed


def test_the_card_names_the_keys_that_leave_something(qapp: object) -> None:
    escape = next(effect for keys, effect in key_rows() if keys == "Esc")
    assert all(left in escape for left in ("guide", "run", "race", "processes", "full screen", "filter"))


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


@pytest.mark.parametrize(("keys", "effect"), [("Ctrl+K", "查找页面"), ("空格", "the guide"), ("F1", "the guide")])
def test_a_key_and_its_effect_stand_on_one_baseline(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, keys: str, effect: str) -> None:
    """A line with Chinese characters is higher above its baseline than one without."""
    fonts.load_text_fonts()
    fonts.load_other_fonts()
    monkeypatch.setattr(key_map, "key_rows", lambda: ((keys, effect),))
    inside = QWidget()
    qtbot.addWidget(inside)
    grid = key_grid()
    inside.setLayout(grid)
    for text in inside.findChildren(QLabel):
        text.setFont(fonts.font())
    grid = key_grid()
    labels = [item.widget() for column in (0, 1) if (item := grid.itemAtPosition(0, column)) is not None]
    baselines = [one.contentsMargins().top() + fonts.ascent(one.font(), one.text()) for one in labels if isinstance(one, QLabel)]
    assert baselines[0] == pytest.approx(baselines[1], abs=0.6)
    assert fonts.ascent(fonts.font(), "查") > fonts.ascent(fonts.font(), "K") + 1
