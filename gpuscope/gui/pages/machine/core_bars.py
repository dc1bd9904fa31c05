"""The load of each core of the processor, a bar each, for 1 to hundreds of cores."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from gpuscope.core import figures
from gpuscope.gui import fonts
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

_LEFT, _RIGHT, _LABEL = 16, 16, 52
_NARROWEST, _WIDEST = 4.0, 28.0
"""Pixels from one bar to the next."""
_ROW, _MARGIN, _BETWEEN = 20, 7, 3
Row = Mapping[str, str | float | int | None]


class CoreBars(QWidget):
    """Draws the newest load of the cores; takes no room before there is any.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cores: list[tuple[int, float | None]] = []
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.update)
        self.hide()

    @property
    def cores(self) -> list[tuple[int, float | None]]:
        """(number, busy share) of each core."""
        return self._cores

    def show_cores(self, rows: Sequence[Row]) -> None:
        """Show the load of the cores; none hides it."""
        cores = [(int(row["core"] or 0), _share(row.get("utilization"))) for row in rows if isinstance(row.get("core"), int | float)]
        if cores == self._cores:
            return
        self._cores = cores
        known = [share for _, share in cores if share is not None]
        if known:
            words = self.tr("Load of {0} cores: {1} on average, {2} the busiest")
            mean, most = (figures.percent(share) for share in (sum(known) / len(known), max(known)))
            self.setAccessibleName(words.format(len(cores), mean, most))
        self._fit()
        self.setVisible(bool(cores))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Break the bars into rows anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        rows = self._shape()[0]
        self.setFixedHeight(2 * _MARGIN + rows * _ROW + (rows - 1) * _BETWEEN + 1)

    def _shape(self) -> tuple[int, int, float]:
        """Return rows, bars a row, and the pixels from one bar to the next."""
        room = max(_NARROWEST, self.width() - _LEFT - _LABEL - _RIGHT)
        count = max(1, len(self._cores))
        rows = -(-count // max(1, int(room // _NARROWEST)))
        across = -(-count // rows)
        pitch = min(_WIDEST, room / across)
        return rows, across, float(int(pitch)) if pitch >= _NARROWEST else pitch

    def _box(self, place: int) -> QRectF:
        _, across, pitch = self._shape()
        row, column = divmod(place, across)
        gap = 1 if pitch < 10 else 3
        return QRectF(_LEFT + _LABEL + column * pitch, _MARGIN + row * (_ROW + _BETWEEN), pitch - gap, _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the bars."""
        palette, painter = self._theme.palette, QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.bg))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(palette.line))
        painter.setFont(fonts.font(SMALL_PX))
        painter.setPen(QColor(palette.muted))
        painter.drawText(QRectF(_LEFT, _MARGIN, _LABEL, _ROW), Qt.AlignmentFlag.AlignVCenter, self.tr("Cores"))
        track, filled = QColor(palette.grid), QColor(palette.compute)
        for place, (_, share) in enumerate(self._cores):
            box = self._box(place)
            painter.fillRect(box, track)
            if share:
                height = max(1.0, round(share * box.height()))
                painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), filled)

    def event(self, event: QEvent) -> bool:
        """Tell the core that the pointer is on."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = next((place for place in range(len(self._cores)) if self._box(place).contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), "" if place is None else plain_tooltip(self._words(place)), self)
            return True
        return super().event(event)

    def _words(self, place: int) -> str:
        number, share = self._cores[place]
        return self.tr("Core {0}: {1}").format(number, "–" if share is None else figures.percent(share))


def _share(value: str | float | int | None) -> float | None:
    return float(value) if isinstance(value, int | float) else None
