"""Shows one picture of a comparison (plane, lines, bars); the tooltip gives the figures under the pointer."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.faults import contained
from gpuscope.gui.focus_origin import draw_focus
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.pictures.bar_layout import bar_drawing, bar_height
from gpuscope.reports.pictures.chart_layout import chart_drawing, reading
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.picture import BarPicture, Chart, ChartTable, Picture

_CHART = QSize(330, 270)
"""Size at which names fit."""
_LEAST_CHART = QSize(220, 160)
_RING, _RING_WIDTH = 8.0, 1.5
"""Radius and width of the ring around a point that stands out, in pixels: clear of its marker."""
_BLOCKS = 3
"""Blocks of bars visible at the widget's preferred size."""


class PictureView(QWidget):
    """Lays a picture out in its widget and paints it.

    Signals:
        point_clicked: A point of a chart was clicked: its place among the chart's points.

    Args:
        theme: Source of the colours.

    Attributes:
        picture: The picture shown.
        marked: The point that stands out; None for none.
    """

    spoken_role = "Chart"

    point_clicked = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.picture: Picture = BarPicture()
        self._drawing: Drawing | None = None
        self.marked: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def show_picture(self, picture: Picture, name: str) -> None:
        """Show another picture.

        Args:
            picture: The picture.
            name: Accessible name.
        """
        self.picture, self._drawing = picture, None
        self.setAccessibleName(name)
        self.setAccessibleDescription("\n".join(picture.sentences()))
        self.updateGeometry()
        self.update()

    def table(self) -> ChartTable:
        """Return the figures of the picture."""
        return self.picture.table()

    def drawing(self) -> Drawing:
        """Return the picture in its current layout."""
        width, height = float(self.width()), float(self.height())
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            if isinstance(self.picture, BarPicture):
                self._drawing = bar_drawing(self.picture, width, height, WINDOW)
            else:
                self._drawing = chart_drawing(self.picture, width, height, WINDOW)
        return self._drawing

    def mark_point(self, place: int | None) -> None:
        """Let a point of a chart stand out; None for none."""
        self.marked = place
        self.update()

    def point_at(self, place: QPointF) -> int | None:
        """Return the place among the chart's points of the one at a position of the widget; None for none."""
        at, spots = (place.x(), place.y()), self.drawing().spots
        reached = [number for number, spot in enumerate(spots) if spot.reaches(at)] if isinstance(self.picture, Chart) else []
        return min(reached, key=lambda number: spots[number].distance(at), default=None)

    def text_at(self, place: QPointF) -> str:
        """Return the tooltip at a position of the widget; "" for none."""
        if isinstance(self.picture, Chart):
            return reading(self.picture, self.drawing(), (place.x(), place.y()))
        return self.drawing().spot_at((place.x(), place.y()))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which everything fits; of many bars, the first blocks."""
        return QSize(320, self._bars_height(_BLOCKS)) if isinstance(self.picture, BarPicture) else _CHART

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least readable size: of bars, one metric with all groups, since a hidden bar would omit a group."""
        return QSize(220, self._bars_height(1)) if isinstance(self.picture, BarPicture) else _LEAST_CHART

    def _bars_height(self, blocks: int) -> int:
        assert isinstance(self.picture, BarPicture)
        return round(bar_height(self.picture, WINDOW, blocks))

    def event(self, event: QEvent) -> bool:
        """Show the figures under the pointer in the tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tooltip(self.text_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell which point was clicked."""
        point = self.point_at(event.position()) if event.button() is Qt.MouseButton.LeftButton else None
        if point is None:
            super().mousePressEvent(event)
        else:
            self.point_clicked.emit(point)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Paint the picture, and a ring around the point that stands out."""
        painter, drawing = QPainter(self), self.drawing()
        paint(painter, drawing, self._theme.palette)
        if self.marked is not None and self.marked < len(drawing.spots):
            painter.setPen(QPen(QColor(self._theme.palette.text), _RING_WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(*drawing.spots[self.marked].centre), _RING, _RING)
        draw_focus(painter, self, self._theme.palette.accent)
        painter.end()
