"""A row of figures side by side; where there is little room those at the right give way."""

from collections.abc import Sequence

from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.figure_tile import HEIGHT, Figure, FigureTile

_NARROWEST, _WIDEST = 126, 232


class FigureRow(QWidget):
    """Shows figures as tiles of equal width, with a line below.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._figures: Sequence[Figure] = ()
        self._tiles: list[FigureTile] = []
        self._narrowest = _NARROWEST
        self.setFixedHeight(HEIGHT + 1)
        theme.changed.connect(self.update)

    @property
    def figures(self) -> list[Figure]:
        """The figures that there is room for."""
        return [tile.figure for tile in self._tiles if tile.isVisibleTo(self) and tile.figure is not None]

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Shows figures, the most wanted first."""
        if list(figures) == list(self._figures):
            return
        if [figure.key for figure in figures] != [figure.key for figure in self._figures]:
            self._narrowest = _NARROWEST
        self._figures = tuple(figures)
        while len(self._tiles) < len(figures):
            self._tiles.append(FigureTile(self._theme, self))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Shares the room out anew."""
        super().resizeEvent(event)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draws the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(self._theme.palette.line))

    def _arrange(self) -> None:
        """Gives each tile the same width, at least that of the widest figure that there has been: nothing moves back and forth."""
        for place, figure in enumerate(self._figures):
            self._tiles[place].show_figure(figure, has_line=place > 0)
        shown = self._tiles[: len(self._figures)]
        self._narrowest = max([self._narrowest, *(tile.sizeHint().width() for tile in shown)])
        count = min(len(shown), max(1, self.width() // self._narrowest))
        width = min(_WIDEST, self.width() / max(1, count))
        for place, tile in enumerate(self._tiles):
            tile.setVisible(place < count)
            left, right = round(place * width), round((place + 1) * width)
            tile.setGeometry(left, 0, right - left, HEIGHT)
