"""Shows the waterfall of a ladder; its type is larger on a projector."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy

from gpuscope.gui.charts.drawing_view import DrawingView
from gpuscope.gui.charts.painter_canvas import window_metrics
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.waterfall import Waterfall, waterfall_drawing, waterfall_height

_LEAST_WIDTH = 300
"""Least width in pixels at which names and factors leave room for bars; 100 more are preferred."""
_TYPE_OF_ROW = 0.4
"""Size of type on a projector as a share of the row height: rows keep some space between them."""
_TYPE_OF_WIDTH = 0.026
"""Greatest size of type as a share of the width: names and factors leave half of it to the bars."""


class WaterfallView(DrawingView):
    """Lays out the waterfall in the available space and paints it.

    Args:
        fills: Whether type grows with the widget, for full screen; otherwise it has the usual small size.
    """

    def __init__(self, theme: Theme, *, fills: bool = False) -> None:
        super().__init__(theme)
        self._fills = fills
        self.picture: Waterfall = Waterfall(())
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding if fills else QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("What each rung gained"))

    def show_waterfall(self, picture: Waterfall) -> None:
        """Show another waterfall."""
        self.picture = picture
        self.setAccessibleDescription("\n".join(fall.tooltip for fall in picture.falls))
        self._renew()

    def type_px(self) -> float:
        """Return the size of type in logical pixels."""
        if not self._fills or not self.picture.falls:
            return SMALL_PX
        return max(SMALL_PX, min(_TYPE_OF_ROW * self.height() / len(self.picture.falls), _TYPE_OF_WIDTH * self.width()))

    def _placed(self, width: float, height: float) -> Drawing:
        return waterfall_drawing(self.picture, width, height, window_metrics(self.type_px() / SMALL_PX))

    def sizeHint(self) -> QSize:
        """Return the size at which every row is visible."""
        return QSize(_LEAST_WIDTH + 100, round(waterfall_height(self.picture, window_metrics())))

    def minimumSizeHint(self) -> QSize:
        """Return the size at which rows barely do not touch."""
        return QSize(_LEAST_WIDTH, round(0.62 * waterfall_height(self.picture, window_metrics())))
