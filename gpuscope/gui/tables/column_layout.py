"""Visible columns of a table, their widths and order: those that fit, until the user chooses."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView, QWidget

from gpuscope.gui.tables.column import Column
from gpuscope.gui.widgets.menus import open_menu

_NARROWEST, _WIDEST = 40, 2_000
"""Range of restored widths in logical pixels; widths beyond it were edited by hand or made for another screen."""
_NAME_SHARE, _NAME_ENOUGH = 0.2, 340
"""A wider name takes precedence over another column, up to a fifth of the table or 340 pixels: names of runs are rarely longer."""
_LONG_NAME_SHARE = 0.4
"""A name with a known whole width takes precedence over columns that may be hidden, up to this share of the table."""
_REVEALED_FROM, _REVEALED_SHARE = 450, 0.12
"""Share of a table's width above so many pixels that a revealed column takes if its texts need it: in a wide window, they are not cut."""
_NAME_PRESSED = 0.55
"""Share of its width that the name gives way to where revealed columns leave no room for any figure."""


class ColumnLayout(QObject):
    """Lays out the columns of a table; one of them, usually the name, takes the remaining width.

    Args:
        table: Table whose model has these columns.
        columns: Columns in initial order.
        name: Key of the column that identifies rows; it cannot be hidden.
        filler: Key of the column that takes the remaining width and cannot be hidden either; by default the name.

    Attributes:
        changed: The user's choice of columns has changed.
        fitted: The columns were laid out; :attr:`without_room` may have changed.
    """

    changed = Signal()
    fitted = Signal()

    def __init__(self, table: QTableView, columns: Sequence[Column[Any]], name: str, filler: str = "") -> None:
        super().__init__(table)
        self._table, self._columns, self._filler = table, columns, filler or name
        self._kept = {name, self._filler}
        self._places = {column.key: place for place, column in enumerate(columns)}
        self._header: QHeaderView = table.horizontalHeader()
        self._chosen: set[str] | None = None
        self._revealed: set[str] = set()
        self._empty: frozenset[str] = frozenset()
        self._widths: dict[str, int] = {}
        self._is_fitting = self._is_pressed = False
        self._header.sectionResized.connect(self._keep_width)
        self._header.sectionMoved.connect(lambda: None if self._is_fitting else self.changed.emit())

    @property
    def visible(self) -> list[str]:
        """Keys of the visible columns, from the left."""
        logical = [self._header.logicalIndex(place) for place in range(len(self._columns))]
        return [self._columns[place].key for place in logical if not self._header.isSectionHidden(place)]

    @property
    def without_room(self) -> list[str]:
        """Keys of the columns with values that are hidden because the table is too narrow; none if the user has chosen the columns."""
        if self._chosen is not None:
            return []
        shown = set(self.visible)
        return [column.key for column in self._columns if column.key not in shown and column.key not in self._empty]

    def set_empty(self, keys: frozenset[str]) -> None:
        """Set which columns have no value in any row: they are shown only if there is room for all others."""
        if keys != self._empty:
            self._empty = keys
            self.fit()

    def fit(self) -> None:
        """Lay out the columns in the current width."""
        room = self._table.viewport().width()
        self._is_pressed = False
        wanted = self._chosen if self._chosen is not None else self._fitting(room)
        if self._revealed and not any(column.is_numeric for column in self._columns if column.key in wanted):
            self._is_pressed = True
            wanted = self._chosen if self._chosen is not None else self._fitting(room)
        self._is_fitting = True
        others = [column for column in self._columns if column.key in wanted and column.key != self._filler]
        left = room - sum(self._width(column.key) for column in others)
        for place, column in enumerate(self._columns):
            self._header.setSectionHidden(place, column.key not in wanted)
            if column in others:
                spare = max(0, left - max(self._filler_width(room), _NAME_ENOUGH))
                more = 0 if column.key in self._widths else min(spare, max(0, column.whole_width - column.width))
                self._header.resizeSection(place, self._width(column.key) + more)
                left -= more
        filler = self._widths.get(self._filler) or max(self._filler_width(room), left)
        self._header.resizeSection(self._places[self._filler], filler)
        self._is_fitting = False
        self.fitted.emit()

    def _width(self, key: str) -> int:
        column = self._columns[self._places[key]]
        spare = self._table.viewport().width() - _REVEALED_FROM
        revealed = min(column.whole_width, round(spare * _REVEALED_SHARE)) if key in self._revealed else 0
        return self._widths.get(key, max(column.width, revealed))

    def _filler_width(self, room: int) -> int:
        """Return the least width of the name or what fills the table in its place, which takes precedence over another column."""
        filler = self._columns[self._places[self._filler]]
        if self._is_pressed:
            return self._widths.get(self._filler) or round(filler.width * _NAME_PRESSED)
        always = sum(self._width(column.key) for column in self._columns if column.rank == 0 and column is not filler)
        long = min(filler.whole_width, round(room * _LONG_NAME_SHARE), room - always)
        return self._widths.get(self._filler) or max(filler.width, min(_NAME_ENOUGH, round(room * _NAME_SHARE)), long)

    def _fitting(self, room: int) -> set[str]:
        """Return the most important columns that fit: none without the more important ones, those of equal rank only together."""
        fitting = set(self._kept)
        left = room - self._filler_width(room) - sum(self._width(key) for key in self._kept if key != self._filler)
        others = sorted((column for column in self._columns if column.key not in self._kept), key=self._precedence)
        for (_, _, rank), equals in groupby(others, self._precedence):
            keys = [column.key for column in equals]
            width = sum(map(self._width, keys))
            if rank and left < width:
                break
            fitting.update(keys)
            left -= width
        return fitting

    def _precedence(self, column: Column[Any]) -> tuple[bool, bool, int]:
        is_optional = column.rank > 0
        return is_optional and column.key in self._empty, is_optional and column.key not in self._revealed, column.rank

    def _keep_width(self, place: int, before: int, width: int) -> None:  # noqa: ARG002 - Qt's signature
        if not self._is_fitting and width > 0:
            self._widths[self._columns[place].key] = width
            if self._columns[place].key != self._filler:
                self.fit()

    def menu(self) -> QMenu:
        """Return the menu to choose columns."""
        menu = QMenu(self._table)
        visible = set(self.visible)
        for column in self._columns:
            action = QAction(column.title, menu, checkable=True, checked=column.key in visible, enabled=column.key not in self._kept)
            action.toggled.connect(lambda on, key=column.key: self._choose(key, on))
            menu.addAction(action)
        menu.addSeparator()
        reset = menu.addAction(self.tr("Columns that fit"))
        reset.setEnabled(self._chosen is not None or bool(self._widths))
        reset.triggered.connect(self.reset)
        return menu

    def open_menu(self, place: QPoint | QWidget) -> None:
        """Open the menu at a screen position or below a widget."""
        open_menu(self.menu(), place)

    def _choose(self, key: str, on: bool) -> None:
        chosen = set(self.visible)
        self._chosen = (chosen | {key}) if on else (chosen - {key})
        self.fit()
        self.changed.emit()

    def reveal(self, key: str) -> None:
        """Show a column with new content from now on, in place of less important ones if space is short."""
        if self._chosen is not None:
            self._chosen.add(key)
        self._revealed.add(key)
        self.fit()
        self.changed.emit()

    def reset(self) -> None:
        """Reset to the columns that fit, in initial order and width."""
        self._chosen, self._widths, self._revealed = None, {}, set()
        self._order([column.key for column in self._columns])
        self.fit()
        self.changed.emit()

    def _order(self, keys: list[str]) -> None:
        self._is_fitting = True
        for place, key in enumerate(keys):
            self._header.moveSection(self._header.visualIndex(self._places[key]), place)
        self._is_fitting = False

    def memory(self) -> dict[str, object]:
        """Return the user's choice as JSON values."""
        order = [self._columns[self._header.logicalIndex(place)].key for place in range(len(self._columns))]
        chosen = None if self._chosen is None else sorted(self._chosen)
        return {"chosen": chosen, "revealed": sorted(self._revealed), "widths": dict(self._widths), "order": order}

    def recall(self, memory: object) -> None:
        """Restore what :meth:`memory` returned; ignore invalid values."""
        if not isinstance(memory, dict):
            return
        chosen, widths, order = memory.get("chosen"), memory.get("widths"), memory.get("order")
        if isinstance(chosen, list):
            self._chosen = {key for key in chosen if key in self._places} | self._kept
        if isinstance(revealed := memory.get("revealed"), list):
            self._revealed = {key for key in revealed if key in self._places}
        if isinstance(widths, dict):
            known = {key: width for key, width in widths.items() if key in self._places and isinstance(width, int)}
            self._widths = {key: min(_WIDEST, max(_NARROWEST, width)) for key, width in known.items()}
        if isinstance(order, list):
            self._order(list(dict.fromkeys(key for key in order if key in self._places)))
        self.fit()
