"""A flat table: its model, its view, and the drawing of cells."""

from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPersistentModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPaintEvent, QRegion
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStyleOptionViewItem, QToolTip
from pytestqt.qtbot import QtBot

from gpuscope.core.figures import MISSING
from gpuscope.gui.fonts import font, load_other_fonts, load_text_fonts
from gpuscope.gui.tables.cell_delegate import CellDelegate
from gpuscope.gui.tables.column import Column, Edit
from gpuscope.gui.tables.decorations import Beside, Box, Chips, Decoration, Dot, Progress
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import Order, RowTableModel
from gpuscope.gui.theme import Choice, Theme


@dataclass(frozen=True)
class Planet:
    name: str
    moons: int | None = None


PLANETS = [Planet("Venus"), Planet("Mars", 2), Planet("Earth", 1)]
NAME: Column[Planet] = Column(
    key="name",
    heading=lambda: "Planet",
    heading_tooltip=lambda: "<b>what goes round the sun</b>",
    text=lambda planet: planet.name,
    sort_key=lambda planet: planet.name,
    edit=Edit(lambda planet: planet.name, 7, lambda: "Name of the planet"),
    width=120,
)
MOONS: Column[Planet] = Column(
    key="moons",
    heading=lambda: "Moons",
    text=lambda planet: MISSING if planet.moons is None else f"{planet.moons} pcs",
    sort_key=lambda planet: planet.moons,
    is_numeric=True,
    has_unit=True,
    width=90,
)
BARE: Column[Planet] = Column(key="bare", heading=lambda: "", text=lambda _: "always the same")


class PlanetModel(RowTableModel[Planet]):
    """Planets that can be renamed."""

    def apply_edit(self, row: Planet, column: Column[Planet], text: str) -> bool:
        self.show_rows([replace(one, name=text) if one is row else one for one in self.shown])
        return True


@pytest.fixture
def model(qapp: object) -> PlanetModel:
    made = PlanetModel((NAME, MOONS, BARE), lambda planet: planet.name, Order(1, descending=True))
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.show_rows(PLANETS)
    return made


@pytest.fixture
def table(qtbot: QtBot, model: PlanetModel) -> RowTable[Planet]:
    made = RowTable(Theme(Choice.DARK), model)
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def names(model: RowTableModel[Planet]) -> str:
    return " ".join(planet.name for planet in model.shown)


def test_rows_are_sorted_and_what_is_missing_comes_last_in_either_direction(model: PlanetModel) -> None:
    assert names(model) == "Mars Earth Venus"
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert names(model) == "Earth Mars Venus"
    model.sort(2)
    assert names(model) == "Earth Mars Venus", "a column without a key sorts nothing"
    assert model.order == Order(1)


def test_who_holds_on_to_a_row_keeps_it_and_loses_it_when_it_goes(model: PlanetModel) -> None:
    held = QPersistentModelIndex(model.index(0, 1))
    model.show_rows([*PLANETS, Planet("Saturn", 146)])
    assert (held.row(), held.column()) == (1, 1)
    model.show_rows([Planet("Saturn", 146)])
    assert not held.isValid()


def test_figures_that_change_are_told_and_the_same_rows_are_not(model: PlanetModel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.layoutChanged):
        model.show_rows(PLANETS)
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.layoutChanged):
        model.show_rows([replace(one, moons=one.moons and one.moons + 1) for one in PLANETS])


def test_rows_without_an_identity_are_told_apart_by_their_places(qapp: object) -> None:
    model = RowTableModel((NAME,))
    model.show_rows(PLANETS[:2])
    held = QPersistentModelIndex(model.index(1, 0))
    model.show_rows([PLANETS[2], PLANETS[0]])
    assert held.data() == "Venus"


def test_cells_and_headings_answer_what_qt_asks(model: PlanetModel) -> None:
    moons = model.index(0, 1)
    assert moons.data() == "2 pcs"
    assert moons.data(Qt.ItemDataRole.AccessibleTextRole) == "Moons: 2 pcs"
    assert moons.data(Qt.ItemDataRole.UserRole) is PLANETS[1]
    assert moons.data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert moons.data(Qt.ItemDataRole.EditRole) is None
    assert "&lt;b&gt;" in model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Planet"
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert model.headerData(1, Qt.Orientation.Horizontal) == "Moons ↓", "the arrow stands beside its word"
    model.sort(1)
    assert [model.headerData(place, Qt.Orientation.Horizontal) for place in (0, 1)] == ["Planet", "Moons ↑"]
    assert model.headerData(9, Qt.Orientation.Horizontal) is None
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.index(2, 1).data(Qt.ItemDataRole.ToolTipRole) == "", "nothing is known of what is missing"


@pytest.mark.parametrize(("text", "is_taken"), [("", False), ("  ", False), ("Mars", False), ("Ares", True)])
def test_a_text_that_is_empty_or_the_same_is_not_taken(model: PlanetModel, text: str, is_taken: bool) -> None:
    assert model.setData(model.index(0, 0), text) is is_taken
    assert ("Ares" in names(model)) is is_taken
    assert not model.setData(model.index(0, 1), "3"), "moons are counted, not typed"


def test_a_cell_is_edited_in_a_line_as_long_as_its_column_says(table: RowTable[Planet], model: PlanetModel, qtbot: QtBot) -> None:
    table.edit(model.index(0, 0))
    editor = table.viewport().findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    assert editor.accessibleName() == "Name of the planet"
    QTest.keyClicks(editor, "Barsoom, the red one")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(model) == "Barsoom Earth Venus")


def test_the_frame_of_a_row_that_stays_selected_is_painted_away_in_all_columns(table: RowTable[Planet], qtbot: QtBot) -> None:
    class Watch(QObject):
        painted = QRegion()

        def eventFilter(self, _: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                self.painted |= event.region()
            return False

    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Up)
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QApplication.processEvents()
    watch = Watch()
    table.viewport().installEventFilter(watch)
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    left = table.visualRect(table.model().index(1, 0))
    whole = QRegion(QRect(0, left.top(), table.viewport().width(), left.height()))
    qtbot.waitUntil(lambda: whole.subtracted(watch.painted).isEmpty())


def test_the_keyboard_begins_in_the_first_row_that_is_seen(table: RowTable[Planet], qtbot: QtBot) -> None:
    assert table.currentIndex().row() == 0
    with qtbot.waitSignal(table.opened) as told:
        QTest.keyClick(table, Qt.Key.Key_Down)
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert told.args == [PLANETS[2]]
    assert table.selected_rows() == [PLANETS[2]]


def test_a_tooltip_that_repeats_what_is_seen_is_not_shown(
    table: RowTable[Planet], model: PlanetModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "hideText", lambda: shown.append("hidden"))
    delegate = table.itemDelegate()
    assert isinstance(delegate, CellDelegate)
    option, place = QStyleOptionViewItem(), QPoint(5, 5)
    option.rect = table.visualRect(model.index(0, 0))
    assert delegate.helpEvent(QHelpEvent(QHelpEvent.Type.ToolTip, place, place), table, option, model.index(0, 0))
    assert shown == ["hidden"]
    assert not delegate.is_whole(NAME, Planet("a name of some length"), 40)


@pytest.mark.parametrize("text", ["59 秒", "秒 59"])
def test_figures_beside_chinese_words_stand_on_the_line_of_those_beside_latin_ones(qtbot: QtBot, text: str) -> None:
    load_text_fonts()
    load_other_fonts()

    def rows_of_digits(shown: str) -> list[int]:
        model = RowTableModel((replace(BARE, text=lambda _: shown),))
        table = RowTable(Theme(Choice.LIGHT), model)
        qtbot.addWidget(table)
        table.resize(200, 100)
        table.setColumnWidth(0, 190)
        model.show_rows([PLANETS[0]])
        image, metrics = table.viewport().grab().toImage(), QFontMetricsF(font())
        before = shown[: shown.index("5")]
        left = 8 + round(metrics.horizontalAdvance(before)) + 1
        digits = range(left, left + round(metrics.horizontalAdvance("59")) - 1)
        return [y for y in range(2, 28) if any(image.pixelColor(x, y).lightness() < 150 for x in digits)]

    assert rows_of_digits(text) == rows_of_digits(text.replace("秒", "s")) != []


def pixels(table: RowTable[Planet], colour: str, row: int = 0) -> int:
    """Return how many pixels of a row have a colour, or nearly so at antialiased edges."""
    image, wanted = table.viewport().grab().toImage(), QColor(colour)
    top = table.rowViewportPosition(row)
    colours = [image.pixelColor(x, y) for x in range(image.width()) for y in range(top, top + 30)]
    return sum(sum(abs(a - b) for a, b in zip(found.getRgb(), wanted.getRgb(), strict=True)) < 60 for found in colours)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("decoration", "colour", "least"),
    [
        (Dot("bad"), "bad", 20),
        (Progress(0.5), "accent", 250),
        (Beside("words", "warn"), "warn", 3),
        (Box("text", 60.0, colour="good"), "good", 3),
        (Chips(("paper", "second", "x" * 300)), "raised", 300),
    ],
)
def test_decorations_are_drawn_in_the_colours_of_the_theme(qtbot: QtBot, decoration: Decoration, colour: str, least: int) -> None:
    theme = Theme(Choice.DARK)
    column = replace(BARE, text=lambda _: "", decorations=lambda _: [decoration])
    model = RowTableModel((column,))
    table = RowTable(theme, model)
    qtbot.addWidget(table)
    table.resize(200, 100)
    table.setColumnWidth(0, 190)
    model.show_rows([PLANETS[0]])
    assert pixels(table, getattr(theme.palette, colour)) >= least
    theme.choose(Choice.LIGHT)
    assert pixels(table, getattr(theme.palette, colour)) >= least, "another theme has other colours"


def test_both_models_are_what_the_delegate_asks(model: PlanetModel) -> None:
    assert isinstance(model, QAbstractItemModel)
    assert model.cell(model.index(0, 0)) == (NAME, PLANETS[1])
    assert model.cell(model.index(7, 0)) is None
