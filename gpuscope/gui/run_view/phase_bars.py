"""Where the energy of a step goes: a bar a phase, with the interval that the estimate leaves."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuscope.core.figures import DisplayUnit, display_unit, in_unit, significant
from gpuscope.core.quantity import Quantity
from gpuscope.gui import fonts
from gpuscope.gui.charts.text_line import AT_LEFT, AT_RIGHT, write
from gpuscope.gui.run_view.phase_words import phase_words
from gpuscope.gui.theme import SMALL_PX, Theme

_ROW, _BAR, _GAP, _CAP = 21, 8, 10, 3
_LEAST_BAR, _MOST_BAR = 80, 280


class PhaseBars(QWidget):
    """Draws the phases of one run; nothing while there are none.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[str, Quantity, str]] = []
        self._font = fonts.font(SMALL_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """(phase, energy with its interval) of each bar."""
        return [(name, words) for name, _, words in self._rows]

    def show_phases(self, phases: Sequence[tuple[str, Quantity]], unit: str) -> None:
        """Show the energy of each phase of a step, in joules or watt hours."""
        told = [in_unit(energy, unit) for _, energy in phases]
        shared = display_unit(told[0].unit, [one.value for one in told]) if told else DisplayUnit(unit, 1.0)
        self._rows = [(phase_words(phase), one, _words(one, shared)) for (phase, _), one in zip(phases, told, strict=True)]
        self.setAccessibleName("; ".join(f"{name} {words}" for name, _, words in self._rows))
        self.setVisible(bool(self._rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for the names, bars and figures."""
        names, figures = self._widths()
        return QSize(round(names + figures + _MOST_BAR) + 2 * _GAP, _ROW * len(self._rows))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return room for short bars."""
        names, figures = self._widths()
        return QSize(round(names + figures + _LEAST_BAR) + 2 * _GAP, _ROW * len(self._rows))

    def _widths(self) -> tuple[float, float]:
        metrics = QFontMetricsF(self._font)
        names = max((metrics.horizontalAdvance(name) for name, _, _ in self._rows), default=0.0)
        return names, max((metrics.horizontalAdvance(words) for _, _, words in self._rows), default=0.0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002 - Qt's name
        """Draw the bars on one scale, whiskers included."""
        palette, (names, figures) = self._theme.palette, self._widths()
        left, length = names + _GAP, min(_MOST_BAR, self.width() - names - figures - 2 * _GAP)
        reach = max((max(one.value or 0.0, 0.0) + (one.uncertainty or 0.0) for _, one, _ in self._rows), default=0.0) or 1.0
        painter = QPainter(self)
        painter.setFont(self._font)
        for place, (name, energy, words) in enumerate(self._rows):
            top = place * _ROW
            write(painter, QRectF(0, top, names, _ROW), name, AT_LEFT, QColor(palette.muted))
            write(painter, QRectF(left + length + _GAP, top, figures, _ROW), words, AT_RIGHT, QColor(palette.text))
            bar = max(0.0, (energy.value or 0.0) / reach * length)
            painter.fillRect(QRectF(left, top + (_ROW - _BAR) / 2, max(1.0, bar), _BAR), QColor(palette.power))
            if energy.uncertainty:
                ends = [left + min(length, max(0.0, bar + sign * energy.uncertainty / reach * length)) for sign in (-1, 1)]
                self._draw_whisker(painter, ends[0], ends[1], top + _ROW / 2)

    def _draw_whisker(self, painter: QPainter, begin: float, end: float, middle: float) -> None:
        painter.setPen(QPen(QColor(self._theme.palette.text), 1))
        painter.drawLine(QPointF(begin, middle), QPointF(end, middle))
        for x in (begin, end):
            painter.drawLine(QPointF(x, middle - _CAP), QPointF(x, middle + _CAP))


def _words(energy: Quantity, unit: DisplayUnit) -> str:
    """Return an energy with its interval, in the unit that all of them share."""
    if energy.value is None or energy.uncertainty is None:
        return f"{unit.figure(energy.value or 0.0)} {unit.name}"
    return f"{unit.figure(energy.value)} ± {significant(unit.shown(energy.uncertainty), 2)} {unit.name}"
