"""A column of a table: what its cells show of a row, how they are drawn, and what they are sorted by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt

from gpuscope.gui.tables.decorations import Decoration, Face
from gpuscope.gui.widgets.labels import plain_tooltip

Row = TypeVar("Row")
ROW_HEIGHT = 30
"""Height of every row of every table, in logical pixels: a line of body text with as much room again, whatever the row says."""
HEADER_HEIGHT = 32
"""Height of the headings of every table, in logical pixels."""
MISSING = "–"
"""Shown where there is no value."""


@dataclass(frozen=True, slots=True)
class Edit(Generic[Row]):
    """How the text of a cell is edited in place.

    Attributes:
        text: What the editor begins with.
        longest: Characters that it takes.
        label: Name of the editor for screen readers, translated.
    """

    text: Callable[[Row], str]
    longest: int
    label: Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[Row]):
    """A column.

    Attributes:
        key: Its name in the program and in the window's memory.
        heading: Returns the heading, translated.
        text: Returns the one line that a cell shows, elided where it does not fit.
        words: Returns what a cell says to screen readers and to the clipboard, where that is more than ``text``.
        tooltip: Returns what the tooltip says; without it the tooltip repeats text that had to be elided.
        heading_tooltip: Returns what the heading means, translated.
        sort_key: Returns what rows are sorted by; rows for which it is None come last in either direction.
        colour: Returns the text's colour, as a name of the palette; without it the plain one, and faint for a missing value.
        face: Size and weight of the text.
        decorations: Returns what is drawn beside the text, in the order in which it takes room.
        edit: How cells are edited in place; None for a column that is read only.
        is_numeric: Whether text and heading are flush right.
        widest_unit: The widest unit that figures are likely to have: it is drawn small behind numbers that end in one line. "" leaves
            figures in one piece.
        elides: Where text is cut that does not fit.
        width: In logical pixels, at first; 0 for whatever is left.
        rank: The lower, the longer the column stays in a narrow window; 0 always stays.
    """

    key: str
    heading: Callable[[], str]
    text: Callable[[Row], str]
    words: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    heading_tooltip: Callable[[], str] | None = None
    sort_key: Callable[[Row], Any] | None = None
    colour: Callable[[Row], str] | None = None
    face: Face = Face.BODY
    decorations: Callable[[Row], Sequence[Decoration]] | None = None
    edit: Edit[Row] | None = None
    is_numeric: bool = False
    widest_unit: str = ""
    elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    width: int = 0
    rank: int = 0

    @property
    def title(self) -> str:
        """Its heading, translated."""
        return self.heading()

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Where text and heading stand."""
        side = Qt.AlignmentFlag.AlignRight if self.is_numeric else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def said(self, row: Row) -> str:
        """Return all that a cell says, as screen readers and the clipboard get it."""
        return self.text(row) if self.words is None else self.words(row)

    def full_text(self, row: Row) -> str:
        """Return what a cell's tooltip says; "" for none."""
        if self.tooltip is not None:
            return self.tooltip(row)
        said = self.said(row)
        return "" if said == MISSING else said

    # What both models answer Qt

    def answer(self, row: Row, role: int) -> Any:
        """Return what a cell answers for one of Qt's roles."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.said(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self.full_text(row))
            case Qt.ItemDataRole.EditRole:
                return None if self.edit is None else self.edit.text(row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.title}: {self.said(row)}" if self.title else self.said(row)
        return None

    def heading_answer(self, role: int) -> Any:
        """Return what the heading answers for one of Qt's roles."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.title
            case Qt.ItemDataRole.ToolTipRole:
                return None if self.heading_tooltip is None else plain_tooltip(self.heading_tooltip())
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
        return None
