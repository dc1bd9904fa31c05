"""Shows one picture of a comparison (plane, lines, bars); the tooltip gives the figures under the pointer."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
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
_BLOCKS = 3
"""Blocks of bars visible at the widget's preferred size."""


class PictureView(QWidget):
    """Lays a picture out in its widget and paints it.

    Args:
        theme: Source of the colours.
        parent: Parent widget.
    """

    spoken_role = "Chart"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture: Picture = BarPicture()
        self._drawing: Drawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    @property
    def picture(self) -> Picture:
        """The picture shown."""
        return self._picture

    def show_picture(self, picture: Picture, name: str) -> None:
        """Show another picture.

        Args:
            picture: The picture.
            name: Accessible name.
        """
        self._picture, self._drawing = picture, None
        self.setAccessibleName(name)
        self.setAccessibleDescription("\n".join(picture.sentences()))
        self.updateGeometry()
        self.update()

    def table(self) -> ChartTable:
        """Return the figures of the picture."""
        return self._picture.table()

    def drawing(self) -> Drawing:
        """Return the picture in its current layout."""
        width, height = float(self.width()), float(self.height())
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            if isinstance(self._picture, BarPicture):
                self._drawing = bar_drawing(self._picture, width, height, WINDOW)
            else:
                self._drawing = chart_drawing(self._picture, width, height, WINDOW)
        return self._drawing

    def text_at(self, place: QPointF) -> str:
        """Return the tooltip at a position of the widget; "" for none."""
        if isinstance(self._picture, Chart):
            return reading(self._picture, self.drawing(), (place.x(), place.y()))
        return self.drawing().spot_at((place.x(), place.y()))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which everything fits; of many bars, the first blocks."""
        return QSize(320, self._bars_height(_BLOCKS)) if isinstance(self._picture, BarPicture) else _CHART

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the least readable size: of bars, one metric with all groups, since a hidden bar would omit a group."""
        return QSize(220, self._bars_height(1)) if isinstance(self._picture, BarPicture) else _LEAST_CHART

    def _bars_height(self, blocks: int) -> int:
        assert isinstance(self._picture, BarPicture)
        return round(bar_height(self._picture, WINDOW, blocks))

    def event(self, event: QEvent) -> bool:
        """Show the figures under the pointer in the tooltip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tooltip(self.text_at(event.pos().toPointF())), self)
            return True
        return super().event(event)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Paint the picture."""
        painter = QPainter(self)
        paint(painter, self.drawing(), self._theme.palette)
        draw_focus(painter, self, self._theme.palette.accent)
        painter.end()
