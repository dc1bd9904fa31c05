"""The field that finds anything by words."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpuscope.gui.widgets.command_palette import Command, CommandPalette


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def palette(qtbot: QtBot, done: list[str]) -> CommandPalette:
    names = (("Run", "page", "run"), ("Runs", "page", "runs"), ("Reading a comparison", "guide", ""), ("CNN on small colour images", "workload", "cifar-cnn"))
    palette = CommandPalette([Command(text, kind, lambda text=text: done.append(text), words) for text, kind, words in names])  # type: ignore[misc]
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


def test_arrow_keys_choose_while_the_field_is_typed_into_and_return_does_it(qtbot: QtBot, palette: CommandPalette, done: list[str]) -> None:
    qtbot.keyClicks(palette.field, "run")
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)  # the last row stays chosen
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Runs"]
    assert not palette.isVisible()


def test_return_does_nothing_where_nothing_matches(qtbot: QtBot, palette: CommandPalette, done: list[str]) -> None:
    palette.field.setText("no such thing")
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()


def test_what_comes_later_is_found_too_and_leaves_the_choice(qtbot: QtBot, palette: CommandPalette, done: list[str]) -> None:
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    palette.add([Command("a kept run", "run", lambda: done.append("a kept run"))])
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert done == ["Runs"]
    palette.show()
    palette.field.setText("kept")
    assert palette.texts == ["a kept run"]
