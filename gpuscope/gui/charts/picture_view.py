"""Shows one picture of a comparison (plane, lines, bars); the tooltip gives the figures under the pointer."""

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from gpuscope.gui.charts.drawing_view import DrawingView
from gpuscope.gui.charts.painter_canvas import WINDOW
from gpuscope.gui.theme import Theme
from gpuscope.reports.pictures.bar_layout import bar_drawing, bar_height
from gpuscope.reports.pictures.chart_layout import chart_drawing, reading
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.picture import BarPicture, Chart, Picture

_CHART = QSize(330, 270)
"""Preferred size of a chart: its names fit."""
_LEAST_CHART = QSize(220, 136)
"""Minimum size of a chart: if it were larger, a finished ladder with its three-line caption would not fit the smallest window."""
_RING, _RING_WIDTH = 8.0, 1.5
"""Radius and width of the ring around the highlighted point, in pixels: clear of its marker."""
_BLOCKS = 3
"""Blocks of bars visible at the widget's preferred size."""


class PictureView(DrawingView):
    """Lays a picture out in its widget and paints it.

    Signals:
        point_clicked: A point of a chart was clicked: its index among the chart's points.

    Attributes:
        picture: The picture shown.
        marked: Index of the highlighted point; None for none.
    """

    point_clicked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.picture: Picture = BarPicture()
        self.marked: int | None = None

    def show_picture(self, picture: Picture, name: str) -> None:
        """Show another picture, with its accessible name."""
        self.picture = picture
        self.setAccessibleName(name)
        self.setAccessibleDescription("\n".join(picture.sentences()))
        self._renew()

    def _placed(self, width: float, height: float) -> Drawing:
        if isinstance(self.picture, BarPicture):
            return bar_drawing(self.picture, width, height, WINDOW)
        return chart_drawing(self.picture, width, height, WINDOW)

    def mark_point(self, place: int | None) -> None:
        """Highlight a point of a chart; None for none."""
        self.marked = place
        self.update()

    def point_at(self, place: QPointF) -> int | None:
        """Return the index of the chart's point at a position of the widget; None for none."""
        at, spots = (place.x(), place.y()), self.drawing().spots
        reached = [number for number, spot in enumerate(spots) if spot.reaches(at)] if isinstance(self.picture, Chart) else []
        return min(reached, key=lambda number: spots[number].distance(at), default=None)

    def text_at(self, place: QPointF) -> str:
        """Return the tooltip at a position of the widget; "" for none."""
        if isinstance(self.picture, Chart):
            return reading(self.picture, self.drawing(), (place.x(), place.y()))
        return super().text_at(place)

    def sizeHint(self) -> QSize:
        """Return the size at which everything fits; for many bars, the first blocks."""
        return QSize(320, self._bars_height(_BLOCKS)) if isinstance(self.picture, BarPicture) else _CHART

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size: for bars, one metric with all groups, since a hidden bar would omit a group."""
        return QSize(220, self._bars_height(1)) if isinstance(self.picture, BarPicture) else _LEAST_CHART

    def _bars_height(self, blocks: int) -> int:
        assert isinstance(self.picture, BarPicture)
        return round(bar_height(self.picture, WINDOW, blocks))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit :attr:`point_clicked` for the clicked point."""
        point = self.point_at(event.position()) if event.button() is Qt.MouseButton.LeftButton else None
        if point is None:
            super().mousePressEvent(event)
        else:
            self.point_clicked.emit(point)

    def _draw_over(self, painter: QPainter) -> None:
        """Draw a ring around the highlighted point."""
        spots = self.drawing().spots
        if self.marked is not None and self.marked < len(spots):
            painter.setPen(QPen(QColor(self._theme.palette.text), _RING_WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(*spots[self.marked].centre), _RING, _RING)
