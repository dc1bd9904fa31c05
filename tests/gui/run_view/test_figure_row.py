"""Figures side by side."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from gpuscope.gui.run_view.figure_row import COLUMN, FigureGrid, FigureRow, FigureTiles
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.figure_tile import Figure, FigureTile

SIX = [Figure(f"figure{index}", "Throughput", "throughput", "42.8", "k samples/s", "± 0.6 % over 30 s") for index in range(6)]


@pytest.fixture
def row(qtbot: QtBot, theme: Theme) -> FigureRow:
    made = FigureRow(theme)
    qtbot.addWidget(made)
    made.resize(1000, made.height())
    made.show()
    return made


def lefts(row: FigureTiles) -> list[int]:
    return [tile.x() for tile in row.findChildren(FigureTile) if tile.isVisible()]


def test_all_are_shown_where_there_is_room(row: FigureRow) -> None:
    row.show_figures(SIX)
    assert row.figures == SIX
    assert row.findChildren(FigureTile)[-1].geometry().right() == 999


def test_those_at_the_right_give_way(row: FigureRow) -> None:
    row.show_figures(SIX)
    row.resize(420, row.height())
    assert row.figures == SIX[: len(row.figures)]
    assert 1 < len(row.figures) < 6
    row.resize(1000, row.height())
    assert row.figures == SIX


def test_those_without_room_are_offered(row: FigureRow) -> None:
    asked: list[bool] = []
    row.offer_more(lambda: asked.append(True))
    [more] = row.findChildren(Button)
    row.show_figures(SIX)
    assert not more.isVisible()
    row.resize(520, row.height())
    assert more.text() == f"{6 - len(row.figures)} more"
    assert more.x() > max(tile.geometry().right() for tile in row.findChildren(FigureTile) if tile.isVisible())
    assert more.geometry().right() < row.width()
    more.click()
    assert asked
    row.show_figures(SIX[:1])
    assert not more.isVisible()


def test_nothing_moves_when_a_value_becomes_shorter(row: FigureRow) -> None:
    row.show_figures(SIX)
    before = lefts(row)
    row.show_figures([Figure("figure0", "Throughput", "throughput", "9"), *SIX[1:]])
    assert lefts(row) == before


def test_equal_columns_align_grids_below_each_other(qtbot: QtBot, theme: Theme) -> None:
    grids = [FigureGrid(theme) for _ in range(2)]
    for grid, figures in zip(grids, (SIX[:2], SIX[:5]), strict=True):
        qtbot.addWidget(grid)
        grid.resize(600, grid.height())
        grid.show()
        grid.show_figures(figures)
    assert lefts(grids[0]) == lefts(grids[1])[:2] == [0, 120]


def test_a_grid_s_columns_fill_its_width_but_the_margin(qtbot: QtBot, theme: Theme) -> None:
    grid = FigureGrid(theme, right=12)
    qtbot.addWidget(grid)
    grid.resize(14 * COLUMN, grid.height())
    grid.show()
    grid.show_figures(SIX)
    grid.limit_columns(6)
    assert [tile.geometry().right() + 1 for tile in grid.findChildren(FigureTile)][-1] == grid.width() - 12
    assert len(set(lefts(grid))) == 6


@pytest.mark.parametrize("is_low", [True, False])
def test_a_line_parts_the_rows_of_a_grid(qtbot: QtBot, theme: Theme, is_low: bool) -> None:
    grid = FigureGrid(theme, is_low=is_low)
    qtbot.addWidget(grid)
    grid.resize(2 * COLUMN, grid.height())
    grid.show()
    grid.show_figures(SIX)
    picture, line = grid.grab().toImage(), QColor(theme.palette.line)
    lines = [y for y in range(picture.height()) if all(picture.pixelColor(x, y) == line for x in range(0, picture.width(), 7))]
    tops = sorted({tile.y() for tile in grid.findChildren(FigureTile)})
    assert lines == [*(top - 1 for top in tops[1:]), grid.height() - 1]


@pytest.mark.parametrize("is_low", [True, False])
def test_a_grid_of_another_width_keeps_its_tiles_in_their_order(qtbot: QtBot, theme: Theme, is_low: bool) -> None:
    grid = FigureGrid(theme, is_low=is_low)
    qtbot.addWidget(grid)
    grid.resize(2 * COLUMN, grid.height())
    grid.show()
    grid.show_figures(SIX)
    before = grid.findChildren(FigureTile)
    grid.resize(3 * COLUMN, grid.height())
    after = [tile for tile in grid.findChildren(FigureTile) if tile.isVisible()]
    assert len(set(before) & set(after)) == (6 if is_low else 5)  # with a large first row, one tile becomes large
    assert [tile.figure for tile in after] == SIX


def test_fewer_figures_leave_none_behind(row: FigureRow) -> None:
    row.show_figures(SIX)
    row.show_figures(SIX[:2])
    assert len(lefts(row)) == 2
