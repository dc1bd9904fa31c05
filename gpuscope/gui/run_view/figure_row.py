"""A row of figures side by side; in little space those at the right are hidden."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import HEIGHT, LOW_HEIGHT, Figure, FigureTile

_NARROWEST = 112
_MOST_MORE = 120


class FigureRow(QWidget):
    """Shows figures as tiles, with a line below.

    Args:
        theme: Gives the colours.
        is_low: Whether it is to take little room: what stands below the values is in their tooltips then.
        columns: Into how many equal columns the row is divided, so that rows below each other align; None for widths of their own.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, is_low: bool = False, columns: int | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._figures: Sequence[Figure] = ()
        self._tiles: list[FigureTile] = []
        self._least: list[int] = []
        self._wanted: list[int] = []
        self._is_low = is_low
        self._columns = columns
        self._height = LOW_HEIGHT if is_low else HEIGHT
        self.setFixedHeight(self._height + 1)
        theme.changed.connect(self.update)

    @property
    def figures(self) -> list[Figure]:
        """The figures that fit."""
        return [tile.figure for tile in self._tiles if tile.isVisibleTo(self) and tile.figure is not None]

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show figures, most important first."""
        if list(figures) == list(self._figures):
            return
        if [figure.key for figure in figures] != [figure.key for figure in self._figures]:
            self._least, self._wanted = [_NARROWEST] * len(figures), [_NARROWEST] * len(figures)
        self._figures = tuple(figures)
        while len(self._tiles) < len(figures):
            self._tiles.append(FigureTile(self._theme, self, is_low=self._is_low))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay the tiles out again."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._theme.palette.line))

    def _arrange(self) -> None:
        """Give each tile its width and share out the rest. A tile never becomes narrower again, so that nothing moves to and fro."""
        for place, figure in enumerate(self._figures):
            self._tiles[place].show_figure(figure, has_line=place > 0)
            self._least[place] = max(self._least[place], self._tiles[place].minimumSizeHint().width())
            self._wanted[place] = max(self._wanted[place], self._tiles[place].sizeHint().width())
        widths = self._widths()
        left = 0.0
        for place, tile in enumerate(self._tiles):
            tile.setVisible(place < len(widths))
            if place < len(widths):
                right = left + widths[place]
                tile.setGeometry(round(left), 0, round(right) - round(left), self._height)
                left = right

    def _widths(self) -> list[float]:
        """Return the widths of the tiles that there is room for, at least one: first for all values, then for what stands below them."""
        if self._columns:
            return [self.width() / self._columns] * min(self._columns, len(self._least))
        count = len(self._least)
        while count > 1 and sum(self._least[:count]) > self.width():
            count -= 1
        least, wanted = self._least[:count], self._wanted[:count]
        left = self.width() - sum(least)
        lacking = sum(wanted) - sum(least)
        share = min(1.0, left / lacking) if lacking else 1.0
        more = min(_MOST_MORE, max(0.0, left - lacking) / max(1, count))
        return [low + share * (high - low) + more for low, high in zip(least, wanted, strict=True)]
