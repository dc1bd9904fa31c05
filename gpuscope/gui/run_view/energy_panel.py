"""The energy of a run in one line, with expandable details."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QWidget

from gpuscope.core.figures import MISSING
from gpuscope.gui.accessibility import ReadingArea
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, MenuButton
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.system.settings import Settings

if TYPE_CHECKING:  # not needed for the first charts
    from gpuscope.gui.run_view.energy_rows import EnergyRow
    from gpuscope.reports.energy_account import EnergyAccount
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from gpuscope.core.figures import DisplayUnit, display_unit, in_unit, significant
from gpuscope.core.quantity import Quantity
from gpuscope.gui import fonts
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.fonts import AT_LEFT, AT_RIGHT, write
from gpuscope.gui.theme import SMALL_PX

_ROW, _BAR, _GAP, _CAP = grown(21), 8, 10, 3
"""Pixels: height of a row and of its bar, space beside the bar, half the height of a whisker's cap."""
_LEAST_BAR, _MOST_BAR = 80, 280
"""Least and greatest length in pixels of the longest bar: phases remain comparable, and the eye still connects it with its figure."""
_TALLEST = grown(236)
"""Maximum height of the open panel in pixels; it scrolls beyond that, so that the strips below stay in view."""
_LOOKS = ("muted", "", "small")
"""Looks of label, figure and origin."""


class PhaseBars(QWidget):
    """Draws one bar per phase of a step; hidden if there are none."""

    spoken_role = "Chart"

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rows: list[tuple[str, Quantity, str]] = []
        self._font = fonts.font(SMALL_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """(phase, energy with its interval) of each bar."""
        return [(name, text) for name, _, text in self._rows]

    def show_phases(self, phases: Sequence[tuple[str, Quantity]], unit: str) -> None:
        """Show the energy of each phase of a step, in joules or watt hours."""
        energies = [in_unit(energy, unit) for _, energy in phases]
        shared = display_unit(energies[0].unit, [quantity.value for quantity in energies]) if energies else DisplayUnit(unit, 1.0)
        self._rows = [
            (engine_text(phase), quantity, _energy_text(quantity, shared)) for (phase, _), quantity in zip(phases, energies, strict=True)
        ]
        self.setAccessibleName("; ".join(f"{name} {text}" for name, _, text in self._rows))
        self.setVisible(bool(self._rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size for names, bars and figures."""
        names, figures = self._widths()
        return QSize(round(names + figures + _MOST_BAR) + 2 * _GAP, _ROW * len(self._rows))

    def minimumSizeHint(self) -> QSize:
        """Return the size with short bars."""
        names, figures = self._widths()
        return QSize(round(names + figures + _LEAST_BAR) + 2 * _GAP, _ROW * len(self._rows))

    def _widths(self) -> tuple[float, float]:
        metrics = QFontMetricsF(self._font)
        names = max((metrics.horizontalAdvance(name) for name, _, _ in self._rows), default=0.0)
        return names, max((metrics.horizontalAdvance(text) for _, _, text in self._rows), default=0.0)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Draw the bars on one scale, whiskers included."""
        palette, (names, figures) = self._theme.palette, self._widths()
        left, length = names + _GAP, min(_MOST_BAR, self.width() - names - figures - 2 * _GAP)
        reach = max((max(quantity.value or 0.0, 0.0) + (quantity.uncertainty or 0.0) for _, quantity, _ in self._rows), default=0.0) or 1.0
        painter = QPainter(self)
        painter.setFont(self._font)
        for place, (name, energy, text) in enumerate(self._rows):
            top = place * _ROW
            write(painter, QRectF(0, top, names, _ROW), name, AT_LEFT, QColor(palette.muted))
            write(painter, QRectF(left + length + _GAP, top, figures, _ROW), text, AT_RIGHT, QColor(palette.text))
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


def _energy_text(energy: Quantity, unit: DisplayUnit) -> str:
    """Format an energy with its interval, in the shared unit."""
    if energy.value is None or energy.uncertainty is None:
        return f"{unit.figure(energy.value or 0.0)} {unit.name}"
    return f"{unit.figure(energy.value)} ± {significant(unit.shown(energy.uncertainty), 2)} {unit.name}"


class EnergyPanel(QFrame):
    """Shows one energy account; hidden if nothing could be measured.

    Signals:
        longer_wanted: The user asked for a longer run: this one was too short to measure.

    Args:
        offers_longer: Whether a longer run can be started from here.
    """

    longer_wanted = Signal()

    def __init__(self, theme: Theme, *, offers_longer: bool = False) -> None:
        super().__init__()
        self._shown: tuple[EnergyAccount, Settings] | None = None
        self._offers_longer = offers_longer
        self.setProperty("look", "header")
        self._title, self._worth = label(self.tr("Energy"), "muted"), ElidedLabel("", "small")
        self._value, self._note = label("", "strong"), ElidedLabel("", "warn")
        self._longer = Button(theme, self.tr("Repeat, longer"), "", "again", clicked=self.longer_wanted)
        self._longer.setToolTip(self.tr("Repeat the run with enough steps for a good measurement"))
        self._more = MenuButton(theme, self.tr("Details"), "flat")
        self._more.setCheckable(True)
        self._more.setAccessibleName(self.tr("Details of the energy"))
        self._more.toggled.connect(self._open)
        self.bars, self._heading = PhaseBars(theme), label(self.tr("Of a step, by phase"), "muted")
        self._estimate = label(self.tr("A statistical estimate; the lines are its 95 % intervals"), "faint", wraps=True)
        self._rows, self._beside = QGridLayout(), QHBoxLayout()
        self._labels: list[tuple[ElidedLabel, ...]] = []
        self._body = self._make_body()
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self._line(), self._body)
        self.hide()

    def _line(self) -> QHBoxLayout:
        row = horizontal(margins=(20, 3, 8, 4), spacing=12)
        fill(row, self._title, self._value, self._worth, self._note, STRETCH, self._longer, self._more)
        return row

    def _make_body(self) -> QScrollArea:
        inside = QWidget()
        self._rows.setHorizontalSpacing(16)
        self._rows.setVerticalSpacing(5)
        self._rows.setColumnStretch(2, 1)
        phases = fill(vertical(spacing=5), self._heading, self.bars, self._estimate, STRETCH)
        inside.setLayout(self._beside)
        self._beside.setContentsMargins(20, 4, 16, 10)
        self._beside.setSpacing(32)
        fill(self._beside, (self._rows, 3), phases)
        self._beside.setAlignment(self._rows, Qt.AlignmentFlag.AlignTop)
        scroll = ReadingArea(self.tr("Details of the energy"), inside)
        scroll.hide()
        return scroll

    @property
    def is_open(self) -> bool:
        """Whether the details are shown."""
        return self._more.isChecked()

    @property
    def text(self) -> str:
        """The text of the line; "" while hidden."""
        value = "" if self._value.isHidden() else self._value.text()
        parts = (value, self._worth.whole_text, self._note.whole_text)
        return "" if self.isHidden() else "  ".join(part for part in parts if part)

    @property
    def details(self) -> list[tuple[str, ...]]:
        """The rows of the details."""
        return [tuple(widget.whole_text for widget in labels) for labels in self._labels if labels[0].whole_text]

    def open(self, is_open: bool) -> None:
        """Show or hide the details."""
        self._more.setChecked(is_open)

    def show_value(self, is_shown: bool) -> None:
        """Show the energy itself, or only its quality and cost, if a tile above already has the figure."""
        self._value.setVisible(is_shown)

    def show_account(self, account: "EnergyAccount | None", settings: Settings) -> None:
        """Show a run's energy account; None for no run."""
        total = None if account is None else account.total
        self.setVisible(total is not None and account is not None and account.is_measurable)
        if account is None or total is None or self._shown == (account, settings):
            return
        from gpuscope.gui.run_view.energy_rows import energy_rows, energy_with_spread, without_labels

        self._shown = account, settings
        is_known = not total.is_missing
        self._value.setText(energy_with_spread(total, settings.energy_unit) if is_known else MISSING)
        self._worth.set_text(without_labels(total) if is_known else "")
        self._worth.setVisible(is_known)
        self._note.set_text(composed_text(total.reason or ""))
        self._note.setVisible(bool(total.reason))
        set_look(self._note, "warn" if account.is_doubtful else "small")
        self._longer.setVisible(account.is_too_short and self._offers_longer)
        self._fill(list(energy_rows(account, settings)))
        self.bars.show_phases(account.phases, settings.energy_unit)
        for widget in (self._heading, self._estimate):
            widget.setVisible(bool(account.phases))
        self._beside.setStretch(1, 1 if account.phases else 0)
        self._open(self.is_open)

    def _fill(self, rows: "list[EnergyRow]") -> None:
        while len(self._labels) < len(rows):
            new = tuple(ElidedLabel("", look) for look in _LOOKS)
            for column, cell in enumerate(new):
                self._rows.addWidget(cell, len(self._labels), column)
            self._labels.append(new)
        for place, labels in enumerate(self._labels):
            row = rows[place] if place < len(rows) else None
            for cell, text in zip(labels, (row.label, row.value, row.worth) if row else ("", "", ""), strict=True):
                cell.set_text(text)
                cell.setVisible(place < len(rows))
        self._more.setVisible(bool(rows))

    def _open(self, is_open: bool) -> None:
        self._more.set_icon("up" if is_open else "down")
        has_rows = bool(self.details)
        self._body.setVisible(is_open and has_rows)
        inside = self._body.widget()
        if is_open and has_rows and inside is not None:
            inside.adjustSize()
            self._body.setFixedHeight(min(_TALLEST, inside.sizeHint().height()))
