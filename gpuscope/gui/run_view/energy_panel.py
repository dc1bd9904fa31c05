"""The energy of a run in a line, with all that is known of it below on demand."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.run_view.phase_bars import PhaseBars
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.system.settings import Settings

if TYPE_CHECKING:  # no run has an account of its energy while the first charts are drawn
    from gpuscope.gui.run_view.energy_rows import EnergyRow
    from gpuscope.reports.energy_account import EnergyAccount

_TALLEST = 236
_LOOKS = ("muted", "", "small")
"""Of label, figure and worth."""


class EnergyPanel(QFrame):
    """Shows one account; hidden where nothing could be measured.

    Signals:
        longer_wanted: A longer run is wanted: this one was too short to measure.

    Args:
        theme: Gives the colours.
        offers_longer: Whether a longer run can be had from here.
        parent: The widget that it belongs to.
    """

    longer_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, offers_longer: bool = False) -> None:
        super().__init__(parent)
        self._shown: tuple[EnergyAccount, Settings] | None = None
        self._offers_longer = offers_longer
        self.setProperty("look", "header")
        self._title, self._worth = label(self.tr("Energy"), "muted"), ElidedLabel("", "small")
        self._value, self._note = label("", "strong"), ElidedLabel("", "warn")
        self._longer = Button(theme, self.tr("Repeat, longer"), "", "again")
        self._longer.setToolTip(self.tr("Start the same once more with as many steps as a good measurement needs"))
        self._longer.clicked.connect(self.longer_wanted)
        self._more = Button(theme, self.tr("Details"), "flat", "down")
        self._more.setCheckable(True)
        self._more.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._more.setAccessibleName(self.tr("Details of the energy"))
        self._more.toggled.connect(self._open)
        self._bars, self._heading = PhaseBars(theme), label(self.tr("Of a step, by phase"), "muted")
        self._estimate = label(self.tr("A statistical estimate; the lines are its 95 % intervals"), "faint", wraps=True)
        self._rows, self._beside = QGridLayout(), QHBoxLayout()
        self._labels: list[tuple[ElidedLabel, ...]] = []
        self._body = self._make_body()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._line())
        column.addWidget(self._body)
        self.hide()

    def _line(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(16, 3, 8, 4)
        row.setSpacing(12)
        row.addWidget(self._title)
        row.addWidget(self._value)
        row.addWidget(self._worth)
        row.addWidget(self._note)
        row.addStretch(1)
        row.addWidget(self._longer)
        row.addWidget(self._more)
        return row

    def _make_body(self) -> QScrollArea:
        inside = QWidget()
        self._rows.setHorizontalSpacing(16)
        self._rows.setVerticalSpacing(5)
        self._rows.setColumnStretch(2, 1)
        phases = QVBoxLayout()
        phases.setSpacing(5)
        for widget in (self._heading, self._bars, self._estimate):
            phases.addWidget(widget)
        phases.addStretch(1)
        inside.setLayout(self._beside)
        self._beside.setContentsMargins(16, 4, 16, 10)
        self._beside.setSpacing(32)
        self._beside.addLayout(self._rows, 3)
        self._beside.addLayout(phases)
        self._beside.setAlignment(self._rows, Qt.AlignmentFlag.AlignTop)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(inside)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(self.tr("Details of the energy"))
        scroll.hide()
        return scroll

    @property
    def is_open(self) -> bool:
        """Whether the details are shown."""
        return self._more.isChecked()

    @property
    def text(self) -> str:
        """What the line says; "" while it is hidden."""
        parts = (self._value.text(), self._worth.whole_text, self._note.whole_text)
        return "" if self.isHidden() else "  ".join(part for part in parts if part)

    @property
    def details(self) -> list[tuple[str, ...]]:
        """What the details say, a tuple a row."""
        return [tuple(one.whole_text for one in labels) for labels in self._labels if labels[0].whole_text]

    @property
    def bars(self) -> PhaseBars:
        """The phases of a step."""
        return self._bars

    def open(self, is_open: bool) -> None:
        """Show the details, or hide them."""
        self._more.setChecked(is_open)

    def show_account(self, account: "EnergyAccount | None", settings: Settings) -> None:
        """Show what is known of a run's energy; None for no run."""
        total = None if account is None else account.total
        self.setVisible(total is not None and account is not None and account.is_measurable)
        if account is None or total is None or self._shown == (account, settings):
            return
        from gpuscope.gui.run_view.energy_rows import energy_rows, quality_words, whole_words

        self._shown = account, settings
        is_known = not total.is_missing
        self._value.setText(whole_words(total, settings.energy_unit) if is_known else "–")
        self._worth.set_text(quality_words(total) if is_known else "")
        self._worth.setVisible(is_known)
        self._note.set_text(total.reason or "")
        self._note.setVisible(bool(total.reason))
        set_look(self._note, "warn" if account.is_doubtful else "small")
        self._longer.setVisible(account.is_too_short and self._offers_longer)
        self._fill(list(energy_rows(account, settings)))
        self._bars.show_phases(account.phases, settings.energy_unit)
        for widget in (self._heading, self._estimate):
            widget.setVisible(bool(account.phases))
        self._beside.setStretch(1, 1 if account.phases else 0)
        self._open(self.is_open)

    def _fill(self, rows: "list[EnergyRow]") -> None:
        while len(self._labels) < len(rows):
            made = tuple(ElidedLabel("", look) for look in _LOOKS)
            for column, one in enumerate(made):
                self._rows.addWidget(one, len(self._labels), column)
            self._labels.append(made)
        for place, labels in enumerate(self._labels):
            row = rows[place] if place < len(rows) else None
            for one, text in zip(labels, (row.label, row.value, row.worth) if row else ("", "", ""), strict=True):
                one.set_text(text)
                one.setVisible(place < len(rows))
        self._more.setVisible(bool(rows))

    def _open(self, is_open: bool) -> None:
        self._more.set_icon("up" if is_open else "down")
        has_rows = bool(self.details)
        self._body.setVisible(is_open and has_rows)
        inside = self._body.widget()
        if is_open and has_rows and inside is not None:
            inside.adjustSize()
            self._body.setFixedHeight(min(_TALLEST, inside.sizeHint().height()))
