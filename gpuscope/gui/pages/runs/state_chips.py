"""The states that are let through: a chip each, or one with a menu where there is no room for them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunState
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.state_badge import state_word

_GAP = 6


class StateChips(QWidget):
    """Chips that can be on; never wider than :meth:`fit` allows.

    Attributes:
        changed: Other states are wanted.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chips = {state: self._chip() for state in RunState}
        self._offered: list[RunState] = []
        self._room = 0
        self._all = Button(theme, "", "chip")
        self._all.setCheckable(True)
        self._all.clicked.connect(self._open_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        for chip in (*self._chips.values(), self._all):
            chip.hide()
            row.addWidget(chip)

    def _chip(self) -> Button:
        chip = Button(self._theme, "", "chip")
        chip.setCheckable(True)
        chip.toggled.connect(self._tell)
        return chip

    @property
    def states(self) -> frozenset[RunState]:
        """Those that are on; none for all."""
        return frozenset(state for state, chip in self._chips.items() if chip.isChecked())

    def clear(self) -> None:
        """Let every state through, and tell nothing."""
        for chip in self._chips.values():
            was_blocked = chip.blockSignals(True)
            chip.setChecked(False)
            chip.blockSignals(was_blocked)
        self.fit(self._room)

    def offer(self, counts: Mapping[RunState, int]) -> None:
        """Offer the states that there are; a chip that is on stays, since its runs may come back."""
        for state, chip in self._chips.items():
            chip.setText(f"{state_word(state)} {figures.figure(counts.get(state, 0), '1')}")
        self._offered = [state for state, chip in self._chips.items() if (state in counts and len(counts) > 1) or chip.isChecked()]
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Show a chip each where that takes no more than ``room`` pixels."""
        self._room = room
        self._all.setText(self._words() + " ▾")
        self._all.setChecked(bool(self.states))
        wide = self._width([self._chips[state] for state in self._offered])
        is_wide = wide <= room
        for state, chip in self._chips.items():
            chip.setVisible(is_wide and state in self._offered)
        self._all.setVisible(bool(self._offered) and not is_wide)
        self.setMaximumWidth(wide if is_wide else self._width([self._all]))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size with all of them in a menu: chips never widen the window."""
        return QSize(self._width([self._all]) if self._offered else 0, super().minimumSizeHint().height())

    def menu(self) -> QMenu:
        """Return the menu in which states are chosen."""
        menu = QMenu(self)
        for state in self._offered:
            action = QAction(self._chips[state].text(), menu)
            action.setCheckable(True)
            action.setChecked(self._chips[state].isChecked())
            action.toggled.connect(self._chips[state].setChecked)
            menu.addAction(action)
        return menu

    def _words(self) -> str:
        on = [state_word(state) for state in self._chips if state in self.states]
        return ", ".join(on) if on else self.tr("any state")

    def _open_menu(self) -> None:
        self.fit(self._room)
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self._all.mapToGlobal(QPoint(0, self._all.height())))

    def _tell(self) -> None:
        self.fit(self._room)
        self.changed.emit()

    @staticmethod
    def _width(chips: list[Button]) -> int:
        for chip in chips:
            chip.ensurePolished()
        return sum(chip.sizeHint().width() + _GAP for chip in chips) - _GAP if chips else 0
