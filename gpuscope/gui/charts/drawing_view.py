"""A widget that shows one drawing of `reports.pictures`, laid out for the widget's size, with tooltips for its spots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuscope.gui.charts.painter_canvas import paint
from gpuscope.gui.faults import contained
from gpuscope.gui.focus_origin import draw_focus
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.pictures.drawing import Drawing

if TYPE_CHECKING:
    from gpuscope.reports.pictures.heat_map import HeatMap
    from gpuscope.reports.pictures.picture import ChartTable, Picture
    from gpuscope.reports.pictures.waterfall import Waterfall


class DrawingView(QWidget):
    """Caches the drawing until the picture or the size changes; a subclass holds the picture and lays it out."""

    spoken_role = "Chart"
    picture: Picture | HeatMap | Waterfall

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._drawing: Drawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def _placed(self, width: float, height: float) -> Drawing:
        """Return the picture laid out for a size in pixels."""
        raise NotImplementedError

    def _renew(self) -> None:
        """Discard the layout after the picture has changed."""
        self._drawing = None
        self.updateGeometry()
        self.update()

    def table(self) -> ChartTable:
        """Return the figures of the picture."""
        return self.picture.table()

    def drawing(self) -> Drawing:
        """Return the picture in its current layout."""
        width, height = float(self.width()), float(self.height())
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = self._placed(width, height)
        return self._drawing

    def text_at(self, place: QPointF) -> str:
        """Return the tooltip at a position of the widget; "" for none."""
        return self.drawing().spot_at((place.x(), place.y()))

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for the position under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tooltip(self.text_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def _draw_over(self, painter: QPainter) -> None:
        """Draw highlights over the picture; none by default."""

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the picture, the highlights and the focus ring."""
        painter = QPainter(self)
        paint(painter, self.drawing(), self._theme.palette)
        self._draw_over(painter)
        draw_focus(painter, self, self._theme.palette.accent)
        painter.end()
