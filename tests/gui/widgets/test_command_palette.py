"""The field that finds pages, runs and commands by text."""

from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from gpuscope.gui.stylesheet import ControlPictures, stylesheet
from gpuscope.gui.theme import Choice, Theme
from gpuscope.gui.widgets.command_palette import Command, CommandPalette
from tests.gui.test_theme import contrast


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


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
def test_kinds_are_legible_in_both_themes_on_the_selected_row_too(palette: CommandPalette, qapp: QApplication, choice: Choice) -> None:
    before, theme = qapp.palette(), Theme(choice)
    qapp.setPalette(theme.qt_palette())
    palette.setStyleSheet(stylesheet(theme.palette, ControlPictures()))
    pens = kind_pens(palette)
    qapp.setPalette(before)
    assert len(pens) == palette.list.count()
    for pen in pens:
        assert pen.alpha() == 255
        assert min(contrast(pen.name(), ground) for ground in (theme.palette.panel, theme.palette.accent_ground)) >= 4.5


def test_it_has_an_edge_on_a_page_of_its_colour(palette: CommandPalette) -> None:
    colours = Theme(Choice.LIGHT).palette
    palette.setStyleSheet(stylesheet(colours, ControlPictures()))
    drawn = palette.grab().toImage()
    assert {drawn.pixelColor(x, drawn.height() // 2).name() for x in (0, drawn.width() - 1)} == {colours.line}


def kind_pens(palette: CommandPalette) -> list[QColor]:
    """Return the colours in which the kinds of all rows are written."""
    pens: list[QColor] = []

    class Noting(QPainter):
        def drawText(self, *arguments: Any) -> None:  # type: ignore[override]
            pens.append(self.pen().color())

    image = QImage(400, 30, QImage.Format.Format_RGB32)
    painter = Noting(image)
    option = QStyleOptionViewItem()
    option.initFrom(palette.list)
    for row in range(palette.list.count()):
        palette.list.itemDelegate().paint(painter, option, palette.list.indexFromItem(palette.list.item(row)))
    painter.end()
    return pens


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


def guide(shown: list[str]) -> Command:
    lines = (
        "How steps are detected",
        "Everything after the two dashes is your command; no shell runs it. Its output and its keys pass through, and the exit code too.",
    )
    return Command("Your own scripts", "guide", partial(shown.append, "whole"), lines=lambda: lines, show_line=shown.append)


def test_a_page_is_found_by_its_text_after_all_names_with_the_line_that_has_the_words(palette: CommandPalette, qtbot: QtBot) -> None:
    shown: list[str] = []
    palette.add([guide(shown), Command("run of Output keys", "run", print)])
    palette.field.setText("keys output")
    assert palette.texts == ["run of Output keys", "Your own scripts: …shell runs it. Its output and its keys pass through…"]
    assert palette.list.item(1).data(Qt.ItemDataRole.AccessibleTextRole).endswith(", guide")
    palette.field.setText("your KEYS")  # one word of its title, one of its text
    assert palette.texts == ["Your own scripts: …Its output and its keys pass through, and the exit code…"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert shown == ["keys"]
    palette.field.setText("steps dashes")  # in two paragraphs
    assert palette.texts == []
    palette.field.setText("own scripts")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert shown == ["keys", "whole"]


def test_the_words_that_a_page_was_found_by_are_not_cut_beside_a_long_title(palette: CommandPalette) -> None:
    line = "The counter of the device is absent, frozen or goes backwards: the energy is then incomplete, and the reason is told."
    title = "What can go wrong, and what you will see"
    palette.add([Command(title, "guide", print, lines=lambda: [line], show_line=print)])
    palette.field.setText("energy")
    [shown] = palette.texts
    assert shown.startswith("What can go wrong: …")
    assert "energy" in shown
    palette.show()
    row = palette.list.item(0)
    option = QStyleOptionViewItem()
    option.rect = palette.list.visualItemRect(row)
    option.fontMetrics = palette.list.fontMetrics()
    delegate = palette.list.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    delegate.initStyleOption(option, palette.list.indexFromItem(row))
    assert "energy" in option.text
    assert option.text.endswith("…")


def test_without_a_match_it_says_so(palette: CommandPalette, done: list[str]) -> None:
    palette.field.setText("nothing of the kind")
    assert [palette.list.item(row).text() for row in range(palette.list.count())] == ["Nothing found"]
    assert not palette.list.item(0).flags() & Qt.ItemFlag.ItemIsSelectable
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert not done
    assert palette.isVisible()
    palette.grab()
    palette.field.setText("read")
    assert [palette.list.item(row).text() for row in range(palette.list.count())] == ["Reading a comparison"]
