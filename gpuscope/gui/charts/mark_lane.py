"""The lane above the strips that names their marks."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.strip_data import Surroundings
from gpuscope.gui.charts.text_line import AT_LEFT, fitted, write
from gpuscope.gui.theme import SMALL_PX, Theme

_WIDEST = 160.0
_SPACE = 10.0


class MarkLane(QWidget):
    """Writes the marks' texts at their places; hidden while there are none.

    Args:
        theme: Gives the colours.
        around: Holds the marks, and says which part is in view.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around = around
        self._left, self._width = 0, 1
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setFixedHeight(round(self._metrics.height()) + 4)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def set_plot(self, left: int, width: int) -> None:
        """Tell where the strips' curves begin and how wide they are."""
        self._left, self._width = left, max(1, width)
        self.update()

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Write the names; one that has no room beside the one before is left to the cursor's card."""
        palette, view = self._theme.palette, self._around.view
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.setFont(self._font)
        painter.setPen(QColor(palette.muted))
        taken = 0.0
        for mark in sorted(self._around.marks, key=lambda mark: mark.x):
            if not view.start <= mark.x <= view.end:
                continue
            text = fitted(self._metrics, mark.text, _WIDEST)
            width = self._metrics.horizontalAdvance(text)
            x = self._left + (mark.x - view.start) / view.length * self._width
            left = min(max(x - width / 2, float(self._left)), self._left + self._width - width)
            if left >= taken:
                write(painter, QRectF(left, 0, width, self.height()), text, AT_LEFT)
                taken = left + width + _SPACE
