"""Which columns of the list are seen, how wide, in which order: what fits, until the user chooses."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView

from gpuscope.gui.pages.runs.run_columns import COLUMNS, PLACES

_NARROWEST, _WIDEST = 40, 2_000
_NAME = "name"
_NAME_SHARE, _NAME_ENOUGH = 0.2, 340
_ALWAYS = (_NAME,)
"""A run without a name could not be told from others."""


class ColumnLayout(QObject):
    """Lays the columns of a table out; the name takes what is left.

    Args:
        table: Of the runs, its model set.

    Attributes:
        changed: The user has chosen other columns.
    """

    changed = Signal()

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._header: QHeaderView = table.horizontalHeader()
        self._chosen: set[str] | None = None
        self._widths: dict[str, int] = {}
        self._is_fitting = False
        self._header.sectionResized.connect(self._take_width)
        self._header.sectionMoved.connect(lambda: None if self._is_fitting else self.changed.emit())

    @property
    def visible(self) -> list[str]:
        """Keys of the columns that are seen, in their order from the left."""
        logical = [self._header.logicalIndex(place) for place in range(len(COLUMNS))]
        return [COLUMNS[place].key for place in logical if not self._header.isSectionHidden(place)]

    def fit(self) -> None:
        """Lay the columns out in the width that there is."""
        room = self._table.viewport().width()
        wanted = self._chosen if self._chosen is not None else self._fitting(room)
        self._is_fitting = True
        taken = 0
        for place, column in enumerate(COLUMNS):
            self._header.setSectionHidden(place, column.key not in wanted)
            if column.key in wanted and column.key != _NAME:
                self._header.resizeSection(place, self._width(column.key))
                taken += self._width(column.key)
        name = self._widths.get(_NAME) or max(self._name_width(room), room - taken)
        self._header.resizeSection(PLACES[_NAME], name)
        self._is_fitting = False

    def _width(self, key: str) -> int:
        return self._widths.get(key, COLUMNS[PLACES[key]].width)

    def _name_width(self, room: int) -> int:
        """Return the least width of the name: more of it is worth more than another column."""
        least = COLUMNS[PLACES[_NAME]].width
        return self._widths.get(_NAME) or max(least, min(_NAME_ENOUGH, round(room * _NAME_SHARE)))

    def _fitting(self, room: int) -> set[str]:
        """Return the most important columns that have room side by side."""
        fitting = {_NAME}
        left = room - self._name_width(room)
        for column in sorted(COLUMNS, key=lambda one: one.rank):
            if column.key != _NAME and (column.rank == 0 or left >= self._width(column.key)):
                fitting.add(column.key)
                left -= self._width(column.key)
        return fitting

    def _take_width(self, place: int, before: int, width: int) -> None:  # noqa: ARG002 - Qt's signature
        if not self._is_fitting and width > 0:
            self._widths[COLUMNS[place].key] = width
            if COLUMNS[place].key != _NAME:
                self.fit()

    def menu(self) -> QMenu:
        """Return the menu in which the columns are chosen."""
        menu = QMenu(self._table)
        visible = set(self.visible)
        for column in COLUMNS:
            action = QAction(column.title, menu)
            action.setCheckable(True)
            action.setChecked(column.key in visible)
            action.setEnabled(column.key not in _ALWAYS)
            action.toggled.connect(lambda on, key=column.key: self._choose(key, on))
            menu.addAction(action)
        menu.addSeparator()
        reset = menu.addAction(self.tr("Columns that fit"))
        reset.setEnabled(self._chosen is not None or bool(self._widths))
        reset.triggered.connect(self.reset)
        return menu

    def open_menu(self, place: QPoint) -> None:
        """Open the menu at a place of the screen."""
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _choose(self, key: str, on: bool) -> None:
        chosen = set(self.visible)
        self._chosen = (chosen | {key}) if on else (chosen - {key})
        self.fit()
        self.changed.emit()

    def reset(self) -> None:
        """Show the columns that fit, in their first order and width."""
        self._chosen, self._widths = None, {}
        self._order([column.key for column in COLUMNS])
        self.fit()
        self.changed.emit()

    def _order(self, keys: list[str]) -> None:
        self._is_fitting = True
        for place, key in enumerate(keys):
            self._header.moveSection(self._header.visualIndex(PLACES[key]), place)
        self._is_fitting = False

    def memory(self) -> dict[str, object]:
        """Return what the user chose, as JSON values."""
        order = [COLUMNS[self._header.logicalIndex(place)].key for place in range(len(COLUMNS))]
        return {"chosen": None if self._chosen is None else sorted(self._chosen), "widths": dict(self._widths), "order": order}

    def recall(self, memory: object) -> None:
        """Take up what :meth:`memory` returned; what does not fit is left alone."""
        if not isinstance(memory, dict):
            return
        chosen, widths, order = memory.get("chosen"), memory.get("widths"), memory.get("order")
        if isinstance(chosen, list):
            self._chosen = {key for key in chosen if key in PLACES} | set(_ALWAYS)
        if isinstance(widths, dict):
            known = {key: width for key, width in widths.items() if key in PLACES and isinstance(width, int)}
            self._widths = {key: min(_WIDEST, max(_NARROWEST, width)) for key, width in known.items()}
        if isinstance(order, list):
            self._order(list(dict.fromkeys(key for key in order if key in PLACES)))
        self.fit()
