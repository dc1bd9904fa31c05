"""Figures as tiles: in one row, or in a grid of equal columns."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.figure_tile import HEIGHT, LOW_HEIGHT, Figure, FigureTile
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.system.language import labelled, unit_name

_NARROWEST = grown(112)
"""Width of a tile in pixels before its figure is known: enough for the usual value with its unit."""
_MOST_MORE = grown(120)
"""Maximum extra pixels per tile: on a wide screen, figures stay close enough to be read together."""
_BESIDE_MORE = 12
"""Pixels left and right of the button for the figures without room."""
_FIRST = 4
"""Pixels left of the first tile, whose text starts below the page's title."""
COLUMN = grown(110)
"""Least width of a grid's column in pixels."""
_ANY_NUMBER = 1_000
"""More columns than any screen has room for."""


class FigureTiles(QWidget):
    """Base of row and grid: tiles on the window's background, with a line below."""

    spoken_role = "Grouping"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._figures: tuple[Figure, ...] = ()
        self._tiles: list[FigureTile] = []
        self.setAccessibleName(self.tr("Figures"))
        theme.changed.connect(self.update)

    @property
    def figures(self) -> list[Figure]:
        """The visible figures."""
        return [tile.figure for tile in self._tiles if tile.isVisibleTo(self) and tile.figure is not None]

    @property
    def count(self) -> int:
        """Number of figures, including those without room."""
        return len(self._figures)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show figures, most important first."""
        if tuple(figures) != self._figures:
            self._set_figures(tuple(figures))
            self._arrange()

    def _set_figures(self, figures: tuple[Figure, ...]) -> None:
        self._figures = figures

    def _arrange(self) -> None:
        """Lay out the tiles in the current width."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the tiles for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the background and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._theme.palette.line))


class FigureRow(FigureTiles):
    """One row of tiles sized to their figures; those at the right are hidden if there is no room.

    Signals:
        arranged: The tiles were laid out; :attr:`figures` are those with room.
    """

    arranged = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._least: list[int] = []
        self._wanted: list[int] = []
        self._more: Button | None = None
        self.setFixedHeight(HEIGHT + 1)

    def offer_more(self, show: Callable[[], None]) -> None:
        """Offer figures without room by a button at the right, which shows them elsewhere."""
        self._more = Button(self._theme, "", "flat", clicked=lambda: show())
        self._more.setParent(self)
        self._more.hide()

    def _set_figures(self, figures: tuple[Figure, ...]) -> None:
        if [figure.key for figure in figures] != [figure.key for figure in self._figures]:
            self._least, self._wanted = [_NARROWEST] * len(figures), [_NARROWEST] * len(figures)
        super()._set_figures(figures)
        while len(self._tiles) < len(figures):
            self._tiles.append(FigureTile(self._theme, self))

    def _arrange(self) -> None:
        """Size the tiles and distribute the remaining width. Tiles never shrink again, so that nothing moves back and forth."""
        for place, figure in enumerate(self._figures):
            self._tiles[place].show_figure(figure, has_line=place > 0)
            self._least[place] = max(self._least[place], self._tiles[place].minimumSizeHint().width())
            self._wanted[place] = max(self._wanted[place], self._tiles[place].sizeHint().width())
        room = self.width() - _FIRST
        widths = self._widths(room)
        if self._more is not None:
            if is_short := len(widths) < len(self._figures):
                widths = self._widths(room - self._place_more(self._more, len(self._figures) - len(widths)))
                self._place_more(self._more, len(self._figures) - len(widths))
            self._more.setVisible(is_short)
        left = float(_FIRST)
        for place, tile in enumerate(self._tiles):
            tile.setVisible(place < len(widths))
            if place < len(widths):
                right = left + widths[place]
                tile.setGeometry(round(left), 0, round(right) - round(left), HEIGHT)
                left = right
        self.arranged.emit()

    def _place_more(self, more: Button, hidden: int) -> int:
        """Place the button for the hidden figures, and return the width that it takes, in pixels."""
        more.setText(self.tr("{0} more").format(hidden))
        set_tooltip(more, "\n".join(_line(figure) for figure in self._figures[-hidden:]))
        size = more.sizeHint()
        more.setGeometry(self.width() - size.width() - _BESIDE_MORE, (HEIGHT - size.height()) // 2, size.width(), size.height())
        return size.width() + 2 * _BESIDE_MORE

    def _widths(self, room: int) -> list[float]:
        """Return the widths of the tiles that fit, at least one: space goes to values first, then to the notes below them."""
        count = len(self._least)
        while count > 1 and sum(self._least[:count]) > room:
            count -= 1
        least, wanted = self._least[:count], self._wanted[:count]
        left = room - sum(least)
        lacking = sum(wanted) - sum(least)
        share = min(1.0, left / lacking) if lacking else 1.0
        more = min(_MOST_MORE, max(0.0, left - lacking) / max(1, count))
        return [low + share * (high - low) + more for low, high in zip(least, wanted, strict=True)]


def _line(figure: Figure) -> str:
    return labelled(figure.label, f"{figure.value} {unit_name(figure.unit)}").rstrip()


class FigureGrid(FigureTiles):
    """A grid of equal columns: the first row is readable across a room, further rows are compact.

    Args:
        is_low: Whether the first row is compact too.
        most_rows: Maximum number of rows; further figures are hidden. None for no limit.
        right: Pixels kept free at the right.
    """

    def __init__(self, theme: Theme, *, is_low: bool = False, most_rows: int | None = None, right: int = 0) -> None:
        super().__init__(theme)
        self._is_low = is_low
        self._most_rows, self._right = most_rows, right
        self._most_columns = _ANY_NUMBER
        self._shape = (0, 0)
        self.setFixedHeight(self._height(1, 1))

    def height_at(self, width: int) -> int:
        """Return the height at a width, in pixels."""
        columns, count = self._shape_at(width)
        return self._height(columns, count)

    def _shape_at(self, width: int) -> tuple[int, int]:
        """Return (columns, tiles)."""
        columns = max(1, min((width - self._right) // COLUMN, self._most_columns))
        return columns, len(self._figures) if self._most_rows is None else min(len(self._figures), self._most_rows * columns)

    def limit_columns(self, most: int) -> None:
        """Have at most so many columns."""
        if most != self._most_columns:
            self._most_columns = most
            self._arrange()

    def _arrange(self) -> None:
        columns, count = self._shape_at(self.width())
        if (columns, count) != self._shape:
            self._shape = columns, count
            self._make_tiles(columns, count)
        for place, tile in enumerate(self._tiles):
            tile.show_figure(self._figures[place], has_line=place % columns > 0)
            row, column = divmod(place, columns)
            left, right = (round(place * (self.width() - self._right) / columns) for place in (column, column + 1))
            tile.setGeometry(left, self._top(row), right - left, tile.height())

    def _make_tiles(self, columns: int, count: int) -> None:
        """Make the tiles of a shape; those of the same size are kept."""
        spare: dict[bool, list[FigureTile]] = {low: [tile for tile in self._tiles if tile.is_low is low] for low in (False, True)}
        lows = [self._is_low or place >= columns for place in range(count)]
        self._tiles = [spare[low].pop(0) if spare[low] else FigureTile(self._theme, self, is_low=low) for low in lows]
        for tile in (*spare[False], *spare[True]):
            tile.hide()
            tile.deleteLater()
        for tile in self._tiles:
            tile.raise_()  # screen readers read them in the order of the stack
            tile.show()
        self.setFixedHeight(self._height(columns, count))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a line below each row."""
        super().paintEvent(event)
        painter, row = QPainter(self), 1
        while (top := self._top(row)) < self.height():
            painter.fillRect(0, top - 1, self.width(), 1, QColor(self._theme.palette.line))
            row += 1

    def _top(self, row: int) -> int:
        """Return the top of a row, below the line of the one above it."""
        return 0 if row == 0 else (LOW_HEIGHT if self._is_low else HEIGHT) + 1 + (row - 1) * (LOW_HEIGHT + 1)

    def _height(self, columns: int, count: int) -> int:
        return self._top(max(1, -(-count // columns)))
