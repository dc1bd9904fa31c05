"""What stands above and below the strips: the lane that names their marks, and the axis with its round ticks."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuscope.core.figures import round_step
from gpuscope.gui import fonts
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.strip_data import Surroundings
from gpuscope.gui.charts.strip_label import LEFT, RIGHT
from gpuscope.gui.charts.text_line import AT_LEFT, fitted, write
from gpuscope.gui.charts.ticks import clock, number, ticks, time_step
from gpuscope.gui.theme import SMALL_PX, Theme

HEIGHT = 26
_SPACE = 84.0
"""At least so far from tick to tick, in logical pixels."""


class TimeAxis(QWidget):
    """Writes the ticks of the part in view.

    Args:
        theme: Gives the colours.
        around: Says which part is in view.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, around: Surroundings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._around = around
        self._label = ""
        self._left = 0
        self._width = 1
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setFixedHeight(max(HEIGHT, round(self._metrics.height()) + 10))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_label(self, label: str) -> None:
        """Say what is counted, left of the ticks."""
        self._label = label
        self.setAccessibleName(label)
        self.update()

    def set_plot(self, left: int, width: int) -> None:
        """Tell where the strips' curves begin and how wide they are."""
        self._left, self._width = left, max(1, width)
        self.update()

    def figures(self) -> list[tuple[float, str]]:
        """Return the ticks in view: horizontal position and text."""
        view = self._around.view
        least = view.length * max(_SPACE, self._metrics.horizontalAdvance("00:00:00") + 24) / self._width
        is_time = self._around.axis == "time"
        step = time_step(least) if is_time else round_step(least)
        scale = self._width / view.length
        write = clock if is_time else number
        return [(self._left + (place - view.start) * scale, write(place, step)) for place in ticks(view.start, view.end, step)]

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the figures."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(getattr(palette, self._around.ground)))
        painter.setFont(self._font)
        painter.setPen(QColor(palette.faint))
        room = float(self._left)
        for x, text in self.figures():
            width = self._metrics.horizontalAdvance(text)
            left = min(x - width / 2, self.width() - width - 2)
            room = min(room, left)
            write(painter, QRectF(left, 0, width, self.height()), text, AT_LEFT)
        room -= LEFT + RIGHT
        write(painter, QRectF(LEFT, 0, room, self.height()), fitted(self._metrics, self._label, room), AT_LEFT)


_WIDEST_NAME = 160.0
_BETWEEN_NAMES = 10.0


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
            text = fitted(self._metrics, mark.text, _WIDEST_NAME)
            width = self._metrics.horizontalAdvance(text)
            x = self._left + (mark.x - view.start) / view.length * self._width
            left = min(max(x - width / 2, float(self._left)), self._left + self._width - width)
            if left >= taken:
                write(painter, QRectF(left, 0, width, self.height()), text, AT_LEFT)
                taken = left + width + _BETWEEN_NAMES
