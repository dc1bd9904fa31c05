"""Which actions are available for which runs."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuscope.gui.pages.runs.run_actions import (
    ADD,
    AGAIN,
    BUNDLE,
    COMPARE,
    COPY_ID,
    DELETE,
    FORM,
    NOTE,
    NUMBERS,
    OPEN,
    PROFILE,
    RACE,
    RENAME,
    SAMPLES,
    TAGS,
    RunActions,
    action_plans,
)  # fmt: skip
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.theme import Choice, Theme
from tests.gui.pages.runs.made_rows import live, made

ONE_ALONE = {OPEN, AGAIN, FORM, RENAME, NOTE, SAMPLES}
ANY = {ADD, TAGS, NUMBERS, BUNDLE, COPY_ID, DELETE}


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    qtbot.addWidget(widget)
    widget.show()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    return widget


@pytest.fixture
def actions(owner: QWidget, theme: Theme) -> RunActions:
    return RunActions(theme, owner)


def enabled(actions: RunActions) -> set[str]:
    return {key for key in action_plans() if actions.action(key).isEnabled()}


def test_each_is_there_when_it_fits(actions: RunActions) -> None:
    one, two = RunRow(made("a")), RunRow(made("b"))
    assert enabled(actions) == set()
    actions.offer([one])
    assert enabled(actions) == ONE_ALONE | ANY
    actions.offer([one, two])
    assert enabled(actions) == ANY | {COMPARE, RACE}


def test_a_live_run_is_not_exported(actions: RunActions) -> None:
    actions.offer([RunRow(live())])
    assert enabled(actions) == (ONE_ALONE | ANY) - {SAMPLES, NUMBERS, BUNDLE}
    assert actions.action(NUMBERS).toolTip() == "A live run can be exported when it has ended."


def test_the_tooltip_says_what_is_needed_or_which_key(actions: RunActions) -> None:
    assert actions.action(COMPARE).toolTip() == "Select two runs or more."
    actions.offer([RunRow(made("a")), RunRow(made("b"))])
    assert actions.action(COMPARE).toolTip() == "Compare (Ctrl+Shift+C)"
    assert actions.action(NOTE).toolTip() == "Select one run alone."
    assert actions.action(TAGS).toolTip() == "Tags… (Ctrl+T)"


@pytest.mark.parametrize(
    ("key", "modifier", "action"),
    [
        (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier, RENAME),
        (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier, DELETE),
        (Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier, TAGS),
        (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier, COPY_ID),
        (Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier, AGAIN),
    ],
)
def test_keys_act_where_the_focus_is(
    actions: RunActions, owner: QWidget, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, action: str
) -> None:
    actions.offer([RunRow(made("a"))])
    with qtbot.waitSignal(actions.wanted) as told:
        QTest.keyClick(owner, key, modifier)
    assert told.args == [action]


def test_no_key_is_one_of_the_window(actions: RunActions) -> None:
    keys = {actions.action(key).shortcut().toString() for key in action_plans()}
    assert keys.isdisjoint({"F1", "?", "Ctrl+K", "Ctrl+Q", "Ctrl+Z", "Ctrl+F", "Ctrl+I"}), "two that have it: neither acts"


def test_no_two_have_the_same_key(actions: RunActions) -> None:
    keys = [actions.action(key).shortcut().toString() for key in action_plans()]
    assert len(set(keys)) == len(keys)


def test_the_menu_has_them_all_and_that_of_an_opened_run_what_is_left(actions: RunActions, owner: QWidget) -> None:
    texts = [action.text() for action in actions.menu(owner).actions() if not action.isSeparator()]
    assert texts == [plan.text for plan in action_plans().values()]
    done: list[str] = []
    menu = actions.menu_for_opened(owner, done.append)
    assert "Rename…" in [action.text() for action in menu.actions()], "by a dialog, while the list edits the name in place"
    for action in menu.actions():
        action.trigger()
    assert set(done) == (ONE_ALONE | ANY) - {OPEN, AGAIN}


def test_icons_follow_the_theme(actions: RunActions, theme: Theme) -> None:
    before = actions.action(TAGS).icon().pixmap(16).toImage()
    theme.choose(Choice.LIGHT)
    assert actions.action(TAGS).icon().pixmap(16).toImage() != before


def test_a_live_run_races_when_it_has_ended(actions: RunActions) -> None:
    actions.offer([RunRow(made("a")), RunRow(live("b"))])
    assert not actions.action(RACE).isEnabled()
    assert actions.action(RACE).toolTip() == "A live run can race when it has ended."


def test_the_profile_of_a_run_is_shown_where_one_was_recorded(actions: RunActions, tmp_path: Path) -> None:
    profiled = replace(made("a"), environment={}, folder=str(tmp_path))  # as the list reads it
    actions.offer([RunRow(profiled)])
    assert not actions.action(PROFILE).isEnabled()  # requested, but nothing was written
    assert "No profile was recorded" in actions.action(PROFILE).toolTip()
    (tmp_path / "profile-7-1.json.gz").touch()
    actions.offer([RunRow(profiled)])
    assert actions.action(PROFILE).isEnabled()
    actions.offer([RunRow(profiled), RunRow(made("b"))])
    assert not actions.action(PROFILE).isEnabled()
