"""The filter bar over the list: text, states and device."""

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunState
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.runs.run_row import RunFilter
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import BODY_PX, Theme
from gpuscope.gui.widgets.buttons import Button, MenuButton
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, horizontal
from gpuscope.gui.widgets.menus import open_menu
from gpuscope.gui.widgets.search_field import SearchField
from gpuscope.gui.widgets.state_badge import state_label

_BESIDE, _WIDEST, _GAP = 48, grown(320), 6
"""Pixels: the filter line beside its text, with the glass; its greatest width, more than any filter seen so far; space between chips."""


class StateChips(QWidget):
    """Toggle chips for the run states; never wider than :meth:`fit` allows."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips = {state: self._chip() for state in RunState}
        self._offered: list[RunState] = []
        self._room = 0
        self._all = _menu_chip(theme)
        self._all.clicked.connect(self._open_menu)
        row = horizontal(self, (0, 0, 0, 0), spacing=_GAP)
        for chip in (*self._chips.values(), self._all):
            chip.hide()
            row.addWidget(chip)

    def _chip(self) -> Button:
        chip = Button(self._theme, "", "chip", is_checkable=True)
        chip.toggled.connect(self._emit_filter)
        return chip

    @property
    def states(self) -> frozenset[RunState]:
        """The chosen states; empty for all states."""
        return frozenset(state for state, chip in self._chips.items() if chip.isChecked())

    def clear(self) -> None:
        """Clear the state filter without emitting :attr:`changed`."""
        for chip in self._chips.values():
            with QSignalBlocker(chip):
                chip.setChecked(False)
        self.fit(self._room)

    def offer(self, counts: Mapping[RunState, int]) -> None:
        """Offer the states that occur; a chosen state stays, since its runs may reappear."""
        for state, chip in self._chips.items():
            chip.setText(f"{state_label(state)} {figures.figure(counts.get(state, 0), '1')}")
        self._offered = [state for state, chip in self._chips.items() if (state in counts and len(counts) > 1) or chip.isChecked()]
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Show one chip per state if they fit into ``room`` pixels, otherwise one chip with a menu."""
        self._room = room
        self._all.setText(self._summary())
        self._all.setChecked(bool(self.states))
        wide = self._width([self._chips[state] for state in self._offered])
        is_wide = wide <= room
        for state, chip in self._chips.items():
            chip.setVisible(is_wide and state in self._offered)
        self._all.setVisible(bool(self._offered) and not is_wide)
        self.setMaximumWidth(wide if is_wide else self._width([self._all]))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the single chip with a menu, so that chips never widen the window."""
        return QSize(self._width([self._all]) if self._offered else 0, super().minimumSizeHint().height())

    def menu(self) -> QMenu:
        """Return the menu of states."""
        menu = QMenu(self)
        for state in self._offered:
            action = QAction(self._chips[state].text(), menu, checkable=True, checked=self._chips[state].isChecked())
            action.toggled.connect(self._chips[state].setChecked)
            menu.addAction(action)
        return menu

    def _summary(self) -> str:
        on = [state_label(state) for state in self._chips if state in self.states]
        return ", ".join(on) if on else self.tr("Any state")

    def _open_menu(self) -> None:
        self.fit(self._room)
        open_menu(self.menu(), self._all.mapToGlobal(QPoint(0, self._all.height())))

    def _emit_filter(self) -> None:
        self.fit(self._room)
        self.changed.emit()

    @staticmethod
    def _width(chips: list[Button]) -> int:
        for chip in chips:
            chip.ensurePolished()
        return sum(chip.sizeHint().width() + _GAP for chip in chips) - _GAP if chips else 0


class FilterBar(QWidget):
    """Filter line, state chips and device menu.

    Attributes:
        changed: The user changed the filter; carries the :class:`RunFilter`.
        left: The user wants to move to the list (arrow down, Enter, Escape).
    """

    changed = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._device: str | None = None
        self._known_devices: tuple[str, ...] = ()
        self.line = SearchField(theme, self.tr("Name, tag, note, id"), self.tr("Filter"))
        self.line.setToolTip(self.tr("All words must match (Ctrl+F)"))
        self._narrowest = math.ceil(QFontMetricsF(font(BODY_PX)).horizontalAdvance(self.line.placeholderText())) + _BESIDE
        self.line.setMinimumWidth(self._narrowest)
        self.line.setMaximumWidth(_WIDEST)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.textChanged.connect(self._emit_filter)
        self.line.installEventFilter(self)
        row = fill(horizontal(self, (0, 0, 0, 0), spacing=_GAP), (self.line, 10), Gap(_GAP))
        self._states = StateChips(theme)
        self._states.changed.connect(self._emit_filter)
        row.addWidget(self._states)
        self._devices = _menu_chip(theme)
        self._devices.clicked.connect(self._open_devices)
        self._devices.hide()
        fill(row, self._devices, STRETCH)

    @property
    def filter(self) -> RunFilter:
        """The current filter."""
        return RunFilter(self.line.text(), self._states.states, self._device)

    def clear(self) -> None:
        """Clear the filter."""
        self._device = None
        self._show_device()
        self._states.clear()
        self.line.clear()
        self._emit_filter()

    def offer(self, counts: Mapping[RunState, int], devices: Sequence[str]) -> None:
        """Offer the states and devices that occur; chosen ones stay, since their runs may reappear."""
        self._states.offer(counts)
        self._known_devices = tuple(devices)
        self._devices.setVisible(len(devices) > 1 or self._device is not None)
        self._show_device()

    def _show_device(self) -> None:
        self._devices.setText(self._device or self.tr("Any device"))
        self._devices.setChecked(self._device is not None)
        self._fit()

    def _fit(self) -> None:
        """Give the states the width that the devices and the line's minimum leave."""
        devices = self._devices.sizeHint().width() + _GAP if self._devices.isVisibleTo(self) else 0
        self._states.fit(self.width() - self._narrowest - 3 * _GAP - devices)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the state chips to the new width."""
        super().resizeEvent(event)
        self._fit()

    def device_menu(self) -> QMenu:
        """Return the menu of devices."""
        menu = QMenu(self)
        for device in (None, *self._known_devices):
            action = QAction(self.tr("Any device") if device is None else device, menu, checkable=True, checked=device == self._device)
            action.triggered.connect(lambda _, device=device: self._choose_device(device))
            menu.addAction(action)
        return menu

    def _open_devices(self) -> None:
        self._show_device()
        open_menu(self.device_menu(), self._devices)

    def _choose_device(self, device: str | None) -> None:
        self._device = device
        self._show_device()
        self._emit_filter()

    def _emit_filter(self) -> None:
        self.changed.emit(self.filter)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Clear the line on Escape; move to the list on Enter, arrow down, or Escape in an empty line."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and self.line.text():
                self.line.clear()
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
                self.left.emit()
                return True
        return super().eventFilter(watched, event)


def _menu_chip(theme: Theme) -> Button:
    chip = MenuButton(theme, "", "chip")
    chip.setCheckable(True)
    return chip
