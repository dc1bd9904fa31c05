"""One curve in a strip's legend: its line and its name; a click, or Space, switches it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from gpuscope.gui import fonts
from gpuscope.gui.charts.containment import contained
from gpuscope.gui.charts.line_style import colour_of, draw_swatch
from gpuscope.gui.charts.strip import Curve
from gpuscope.gui.charts.text_line import AT_LEFT, fitted, write
from gpuscope.gui.theme import SMALL_PX, Theme
from gpuscope.gui.widgets.labels import plain_tooltip

SWATCH = 16
_SPACE = 6
_MARGIN = 2


class LegendEntry(QAbstractButton):
    """A switch for one curve.

    Args:
        theme: Gives the colours.
        curve: What it switches.
        title: Of the curve's strip, for screen readers.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, curve: Curve, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curve = curve
        self._theme = theme
        self._font = fonts.font(SMALL_PX)
        self._metrics = QFontMetricsF(self._font)
        self.setCheckable(True)
        self.setChecked(curve.visible)
        self.setAccessibleName(f"{title}, {curve.label}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size at which the name is not elided."""
        width = 2 * _MARGIN + SWATCH + _SPACE + self._metrics.horizontalAdvance(self.curve.label)
        return QSize(round(width) + 2, round(self._metrics.height()) + 2)

    @contained
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Tell in a tooltip what has no room."""
        self.setToolTip(plain_tooltip(self.curve.label) if self.width() < self.sizeHint().width() else "")

    @contained
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw line and name; faint while it is switched off."""
        palette = self._theme.palette
        painter = QPainter(self)
        if self.underMouse() or self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(palette.accent), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        colour = colour_of(self.curve.colour, palette) if self.isChecked() else QColor(palette.line)
        draw_swatch(painter, QRectF(_MARGIN, 0, SWATCH, self.height()), self.curve, colour, self.devicePixelRatio())
        left = _MARGIN + SWATCH + _SPACE
        room = self.width() - left - _MARGIN
        painter.setFont(self._font)
        text = fitted(self._metrics, self.curve.label, room)
        colour = QColor(palette.muted if self.isChecked() else palette.faint)
        write(painter, QRectF(left, 0, room, self.height()), text, AT_LEFT, colour)
        if not self.isChecked():
            middle = round(self.height() / 2)
            painter.drawLine(left, middle, round(left + self._metrics.horizontalAdvance(text)), middle)
