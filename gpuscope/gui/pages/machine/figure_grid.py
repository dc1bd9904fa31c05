"""Figures of a device in rows of equal columns, so that those of all devices align."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import HEIGHT, LOW_HEIGHT, Figure, FigureTile

COLUMN = 110
"""Width of the narrowest column."""


class FigureGrid(QWidget):
    """The first row is to be read across a room; what does not fit in it stands below, lower.

    Args:
        theme: Gives the colours.
        is_low: Whether the first row is low too.
        most_rows: So many rows at the most; what has no room in them is not shown. None for all that are needed.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_low: bool = False, most_rows: int | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._is_low = is_low
        self._most_rows = most_rows
        self._figures: tuple[Figure, ...] = ()
        self._tiles: list[FigureTile] = []
        self._shape = (0, 0)
        theme.changed.connect(self.update)
        self.setFixedHeight(self._height(1, 1))

    @property
    def figures(self) -> list[Figure]:
        """The figures that there is room for."""
        return [tile.figure for tile in self._tiles if tile.figure is not None]

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show figures, the most wanted first."""
        if tuple(figures) != self._figures:
            self._figures = tuple(figures)
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Arrange the columns anew."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._theme.palette.line))

    def height_at(self, width: int) -> int:
        """Return the height that it takes where it is so wide."""
        columns, count = self._shape_at(width)
        return self._height(columns, count)

    def _shape_at(self, width: int) -> tuple[int, int]:
        """Return (columns, tiles)."""
        columns = max(1, width // COLUMN)
        return columns, len(self._figures) if self._most_rows is None else min(len(self._figures), self._most_rows * columns)

    def _arrange(self) -> None:
        columns, count = self._shape_at(self.width())
        if (columns, count) != self._shape:
            self._shape = columns, count
            self._make_tiles(columns, count)
        for place, tile in enumerate(self._tiles):
            tile.show_figure(self._figures[place], has_line=place % columns > 0)
            row, column = divmod(place, columns)
            left, right = round(column * self.width() / columns), round((column + 1) * self.width() / columns)
            tile.setGeometry(left, self._top(row), right - left, tile.height())

    def _make_tiles(self, columns: int, count: int) -> None:
        for tile in self._tiles:
            tile.hide()
            tile.deleteLater()
        self._tiles = [FigureTile(self._theme, self, is_low=self._is_low or place >= columns) for place in range(count)]
        for tile in self._tiles:
            tile.show()
        self.setFixedHeight(self._height(columns, count))

    def _top(self, row: int) -> int:
        return 0 if row == 0 else (LOW_HEIGHT if self._is_low else HEIGHT) + (row - 1) * LOW_HEIGHT

    def _height(self, columns: int, count: int) -> int:
        return self._top(max(1, -(-count // columns))) + 1
