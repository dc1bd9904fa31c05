"""Shows a race at a time; repaints the picture for each frame."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuscope.gui.charts.painter_canvas import WINDOW, paint
from gpuscope.gui.faults import contained
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.race_picture import RaceLayout, RacePicture

_LEAST = QSize(480, 260)
"""Pixels; eight lanes with their names are distinguishable."""
_SIDE = 20.0
"""Margin left and right in pixels on a page, as of its header."""


class RaceView(QWidget):
    """Lays out a race's picture once for its size, and paints it at the set time."""

    spoken_role = "Chart"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._picture: RacePicture | None = None
        self._layout: RaceLayout | None = None
        self._t_s = 0.0
        self._speed = 1.0
        self._side: float | None = _SIDE
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("The race"))
        theme.changed.connect(self.update)

    @property
    def picture(self) -> RacePicture | None:
        """The displayed race."""
        return self._picture

    @property
    def time_s(self) -> float:
        """The displayed race time, in seconds."""
        return self._t_s

    def show_race(self, picture: RacePicture | None) -> None:
        """Show a race, or None for an empty picture."""
        self._picture, self._layout = picture, None
        self.update()

    def set_full(self, is_full: bool) -> None:
        """Set whether the race covers the screen, where it has the same margin on all sides."""
        self._side, self._layout = None if is_full else _SIDE, None
        self.update()

    def show_time(self, t_s: float, speed: float) -> None:
        """Show the race at a time in seconds, with the speed beside the clock."""
        self._t_s, self._speed = t_s, speed
        self.update()

    def spoken_value(self) -> str:
        """Return the standing of the race."""
        return "" if self._picture is None else "\n".join(self._picture.lines(self._t_s))

    def drawing(self) -> Drawing | None:
        """Return the picture in its current layout; None without a race."""
        if self._picture is None:
            return None
        width, height = float(self.width()), float(self.height())
        if self._layout is None or (self._layout.width, self._layout.height) != (width, height):
            self._layout = RaceLayout(self._picture, width, height, WINDOW, self._side)
        return self._layout.drawing(self._t_s, self._speed)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return _LEAST

    def event(self, event: QEvent) -> bool:
        """Show a tooltip for the lane under the pointer."""
        drawing = self.drawing() if event.type() == QEvent.Type.ToolTip else None
        if isinstance(event, QHelpEvent) and drawing is not None:
            QToolTip.showText(event.globalPos(), plain_tooltip(drawing.spot_at((float(event.pos().x()), float(event.pos().y())))), self)
            return True
        return super().event(event)

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the race."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.palette.panel))
        drawing = self.drawing()
        if drawing is not None:
            paint(painter, drawing, self._theme.palette)
