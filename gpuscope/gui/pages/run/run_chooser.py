"""Chips that choose which of the live runs is shown."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QWidget

from gpuscope.gui.fonts import legible
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, plain_tooltip

_LONGEST = 28
"""Characters of a name on a chip."""
_MOST = 6
"""Chips that fit a window of 1280 pixels beside the form."""


class RunChooser(QFrame):
    """One chip per run; hidden while there is nothing to choose.

    Signals:
        chosen: A run was chosen, by its id.
    """

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: list[tuple[str, str]] = []
        self._chips: dict[str, Button] = {}
        self._group = QButtonGroup(self)
        self._more = label("", "small")
        self.setAccessibleName(self.tr("Live runs"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 8, 16, 6)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self._row.addWidget(self._more)
        self.hide()

    def show_runs(self, entries: Sequence[tuple[str, str]], shown: str | None) -> None:
        """Show a chip for each run.

        Args:
            entries: (id, name) of each, newest first.
            shown: Id of the one that is shown.
        """
        if list(entries) != self._entries:
            self._entries = list(entries)
            self._rebuild()
        if shown in self._chips:
            self._chips[shown].setChecked(True)
        self.setVisible(len(entries) > 1)

    def _rebuild(self) -> None:
        for chip in self._chips.values():
            self._group.removeButton(chip)
            self._row.removeWidget(chip)
            chip.deleteLater()
        self._chips = {run_id: self._chip(run_id, name) for run_id, name in self._entries[:_MOST]}
        for place, chip in enumerate(self._chips.values()):
            self._row.insertWidget(place, chip)
            chip.show()
        rest = len(self._entries) - len(self._chips)
        self._more.setText(self.tr("and {0} more").format(rest) if rest > 0 else "")

    def _chip(self, run_id: str, name: str) -> Button:
        short = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 + 1 :]}"
        chip = Button(self._theme, legible(short).replace("&", "&&"), "chip")
        chip.setCheckable(True)
        chip.setAccessibleName(name)
        chip.setToolTip(plain_tooltip(name))
        chip.clicked.connect(lambda: self.chosen.emit(run_id))
        self._group.addButton(chip)
        return chip
