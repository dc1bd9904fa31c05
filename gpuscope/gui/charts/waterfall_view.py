"""Shows the waterfall of a ladder; its type is larger on a projector."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuscope.gui.charts.painter_canvas import paint, window_metrics
from gpuscope.gui.faults import contained
from gpuscope.gui.focus_origin import draw_focus
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.waterfall import Waterfall, waterfall_drawing, waterfall_height

_LEAST_WIDTH = 300
"""Pixels at which names and factors leave room for bars; 100 more are preferred."""
_TYPE_OF_ROW = 0.4
"""Size of type in heights of a row on a projector: rows keep air between them."""
_TYPE_OF_WIDTH = 0.026
"""The most that type may be of the width: names and factors leave the bars half of it."""


class WaterfallView(QWidget):
    """Places the waterfall in the room that there is, and paints it.

    Args:
        theme: Gives the colours.
        fills: Whether type grows with the room, for full screen; else it is as small as everywhere.

    Attributes:
        picture: The waterfall shown.
    """

    spoken_role = "Chart"

    def __init__(self, theme: Theme, *, fills: bool = False) -> None:
        super().__init__()
        self._theme, self._fills = theme, fills
        self.picture = Waterfall(())
        self._drawing: Drawing | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("What each rung brought"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def show_waterfall(self, picture: Waterfall) -> None:
        """Show another waterfall."""
        self.picture, self._drawing = picture, None
        self.setAccessibleDescription("\n".join(fall.said for fall in picture.falls))
        self.updateGeometry()
        self.update()

    def type_px(self) -> float:
        """Return the size of type in logical pixels."""
        if not self._fills or not self.picture.falls:
            return SMALL_PX
        return max(SMALL_PX, min(_TYPE_OF_ROW * self.height() / len(self.picture.falls), _TYPE_OF_WIDTH * self.width()))

    def drawing(self) -> Drawing:
        """Return the waterfall as it is placed now."""
        width, height = float(self.width()), float(self.height())
        if self._drawing is None or (self._drawing.width, self._drawing.height) != (width, height):
            self._drawing = waterfall_drawing(self.picture, width, height, window_metrics(self.type_px() / SMALL_PX))
        return self._drawing

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which every row is seen."""
        return QSize(_LEAST_WIDTH + 100, round(waterfall_height(self.picture, window_metrics())))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which rows just do not touch."""
        return QSize(_LEAST_WIDTH, round(0.62 * waterfall_height(self.picture, window_metrics())))

    def event(self, event: QEvent) -> bool:
        """Tell what is known of the rung under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = (float(event.pos().x()), float(event.pos().y()))
            QToolTip.showText(event.globalPos(), plain_tooltip(self.drawing().spot_at(place)), self)
            return True
        return super().event(event)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Paint the waterfall."""
        painter = QPainter(self)
        paint(painter, self.drawing(), self._theme.palette)
        draw_focus(painter, self, self._theme.palette.accent)
        painter.end()
