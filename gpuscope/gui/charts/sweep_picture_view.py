"""Shows the picture of a sweep, whose cells and points can be clicked."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from gpuscope.core.sweep_axes import Place
from gpuscope.gui.charts.drawing_view import DrawingView
from gpuscope.gui.charts.painter_canvas import WINDOW
from gpuscope.gui.theme import Theme
from gpuscope.reports.pictures.chart_layout import reading
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.heat_map import HeatMap, cell_at, heat_map_height
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.reports.pictures.sweep_picture import SweepPicture, cell_of, nearest_cell, sweep_drawing
from gpuscope.reports.sweep_view import SweepCell, SweepView

_WIDTH, _HEIGHT = 520, 320
"""Preferred size in pixels: a heat map of eight by four cells shows its figures in full."""
_LEAST = QSize(300, 150)
"""Least size at which names and figures are readable."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
"""Number of cells that each key moves by, in the order of their places."""


class SweepPictureView(DrawingView):
    """Lays out the picture in the available space and paints it.

    Signals:
        chosen: A cell was clicked, or Return was pressed on it: its :class:`SweepCell`.
        pointed: The pointer or the arrow keys moved to another cell: its :class:`SweepCell`; None for none.
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._view: SweepView | None = None
        self.picture: SweepPicture = BarPicture()
        self._under: Place | None = None
        self._gone_to: SweepCell | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, view: SweepView, picture: SweepPicture, name: str) -> None:
        """Show another picture of a sweep, with its accessible name."""
        self._view, self.picture, self._gone_to = view, picture, None
        self.setAccessibleName(name)
        self._renew()

    def _placed(self, width: float, height: float) -> Drawing:
        return sweep_drawing(self.picture, width, height, WINDOW)

    def cell_under(self, place: QPointF) -> SweepCell | None:
        """Return the cell at a position of the widget; None for none."""
        if self._view is None:
            return None
        at = (place.x(), place.y())
        if isinstance(self.picture, HeatMap):
            found = cell_at(self.picture, self.drawing(), at)
            return None if found is None else cell_of(self._view, *found)
        if isinstance(self.picture, Chart):
            return nearest_cell(self._view, self.picture, self.drawing(), at)
        return None

    def text_at(self, place: QPointF) -> str:
        """Return the tooltip at a position of the widget; "" for none."""
        cell = self.cell_under(place)
        if cell is not None and self._view is not None:
            return self._view.cell_sentence(cell)
        return reading(self.picture, self.drawing(), (place.x(), place.y())) if isinstance(self.picture, Chart) else super().text_at(place)

    def sizeHint(self) -> QSize:
        """Return the preferred size; cells of a heat map have their full height at it."""
        if isinstance(self.picture, HeatMap):
            return QSize(_WIDTH, round(heat_map_height(self.picture, WINDOW)))
        return QSize(_WIDTH, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the least size at which figures are readable."""
        if isinstance(self.picture, HeatMap):
            return QSize(_LEAST.width(), round(heat_map_height(self.picture, WINDOW, least=True)))
        return _LEAST

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit :attr:`pointed` when the pointer enters another cell; show a hand if the cell has a run to open."""
        cell = self.cell_under(event.position())
        place = None if cell is None else cell.place
        if place != self._under:
            self._under = place
            has_run = cell is not None and cell.run_id is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if has_run else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(cell)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Emit :attr:`pointed` for no cell."""
        self._under = None
        self.pointed.emit(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit :attr:`chosen` for the clicked cell."""
        cell = self.cell_under(event.position())
        if event.button() is Qt.MouseButton.LeftButton and cell is not None:
            self.chosen.emit(cell)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Reset the cell that the arrow keys moved to."""
        super().focusOutEvent(event)
        self._gone_to = None
        self.pointed.emit(None)

    def spoken_value(self) -> str:
        """Describe the cell that the arrow keys moved to, else the picture."""
        if self._view is not None and self._gone_to is not None:
            return self._view.cell_sentence(self._gone_to)
        return "\n".join(self.picture.sentences())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between cells with the arrow keys; Return chooses the current cell."""
        if event.key() in _STEPS and self._view is not None and self._view.cells:
            self._go(_STEPS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._gone_to is not None:
            self.chosen.emit(self._gone_to)
        else:
            super().keyPressEvent(event)

    def _go(self, step: int) -> None:
        assert self._view is not None
        cells = self._view.in_order
        places = [cell.place for cell in cells]
        at = places.index(self._gone_to.place) + step if self._gone_to is not None and self._gone_to.place in places else 0
        self._gone_to = cells[max(0, min(at, len(cells) - 1))]
        self.pointed.emit(self._gone_to)
