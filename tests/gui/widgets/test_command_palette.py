"""The field that finds pages, runs and commands by text."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuscope.gui.widgets.command_palette import Command, CommandPalette


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def palette(qtbot: QtBot, done: list[str]) -> CommandPalette:
    names = (
        ("Run", "page", "run"),
        ("Runs", "page", "runs"),
        ("Reading a comparison", "guide", ""),
        ("CNN on small colour images", "workload", "cifar-cnn"),
    )
    palette = CommandPalette([Command(text, kind, partial(done.append, text), words) for text, kind, words in names])
    qtbot.addWidget(palette)
    palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    palette.show()
    return palette


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["Run", "Runs", "Reading a comparison", "CNN on small colour images"]),
        ("run", ["Run", "Runs"]),
        ("guide read", ["Reading a comparison"]),
        ("CIFAR", ["CNN on small colour images"]),
        ("nothing of the kind", []),
    ],
)
def test_all_words_must_stand_in_what_is_found(palette: CommandPalette, typed: str, found: list[str]) -> None:
    palette.field.setText(typed)
    assert palette.texts == found


def test_whole_rows_are_visible_and_the_kind_is_read_out(palette: CommandPalette) -> None:
    palette.add([Command(f"run {number}", "run", print) for number in range(40)])
    assert palette.list.viewport().height() % palette.list.sizeHintForRow(0) == 0
    item = palette.list.item(0)
    assert (item.text(), item.data(Qt.ItemDataRole.AccessibleTextRole)) == ("Run", "Run, page")


def test_arrow_keys_choose_while_the_field_is_typed_into_and_return_does_it(palette: CommandPalette, done: list[str]) -> None:
    QTest.keyClicks(palette.field, "run")
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)  # the last row stays selected
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Runs"]
    assert not palette.isVisible()


def test_return_does_nothing_where_nothing_matches(palette: CommandPalette, done: list[str]) -> None:
    palette.field.setText("no such thing")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()


def test_what_comes_later_is_found_too_and_leaves_the_choice(palette: CommandPalette, done: list[str]) -> None:
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    palette.add([Command("a kept run", "run", lambda: done.append("a kept run"))])
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Runs"]
    palette.show()
    palette.field.setText("kept")
    assert palette.texts == ["a kept run"]
