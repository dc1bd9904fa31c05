"""A column of a table: content, drawing and sort key of its cells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, Qt

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.gui.tables.decorations import Decoration, Face
from gpuscope.gui.text_size import grown
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.system.language import labelled

Row = TypeVar("Row")
ROW_HEIGHT = grown(30)
"""Height of every row of every table whose cells have one line, in logical pixels: twice a line of body text."""
HEADER_HEIGHT = grown(32)
"""Height of the headings of every table, in logical pixels."""
_LEFT, _RIGHT = (side | Qt.AlignmentFlag.AlignVCenter for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight))
"""Combined once: each cell asks for its alignment as it is drawn, and PySide combines flags in Python."""


def counted_text(shown: int, count: int) -> str:
    """Return the number of visible rows as text: "12 of 345", or "345" if all are visible."""
    whole = figures.figure(count, "1")
    return whole if shown == count else QCoreApplication.translate("Table", "{0} of {1}").format(figures.figure(shown, "1"), whole)


@dataclass(frozen=True, slots=True)
class Edit(Generic[Row]):
    """In-place editing of a cell's text.

    Attributes:
        text: Returns the initial text.
        longest: Maximum number of characters.
        label: Accessible name of the editor, translated.
    """

    text: Callable[[Row], str]
    longest: int
    label: Callable[[], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[Row]):
    """A column.

    Attributes:
        key: Name in the program and in the window's saved state.
        heading: Returns the heading, translated.
        text: Returns the text of a cell, elided if too long.
        accessible_text: Returns the text for screen readers and the clipboard, if it differs from ``text``.
        tooltip: Returns the tooltip; without it, the tooltip shows elided text in full.
        heading_tooltip: Returns the explanation of the heading, translated.
        sort_key: Returns the sort key; rows with None come last in either direction.
        colour: Returns the palette name of the text colour; by default plain, and faint for a missing value.
        face: Size and weight of the text.
        decorations: Returns the parts drawn beside the text, in order of layout.
        edit: In-place editing; None for a read-only column.
        is_numeric: Whether text and heading are right-aligned.
        has_unit: Whether the text is a number and a unit; the unit is drawn small.
        elides: Position of the ellipsis.
        cut_text: Returns the text that is elided in place of ``text`` where that does not fit.
        most_lines: Maximum number of lines of a cell; with more than one, the table sets the heights of its rows.
        width: Initial width in logical pixels; 0 for the remaining width.
        whole_width: Width at which no text is elided, used if there is space to spare; 0 to never exceed ``width``.
        sorts_down: Whether the first click on the heading sorts in descending order.
        rank: Columns of high rank are hidden first in a narrow window; those of rank 0 are never hidden.
    """

    key: str
    heading: Callable[[], str]
    text: Callable[[Row], str]
    accessible_text: Callable[[Row], str] | None = None
    tooltip: Callable[[Row], str] | None = None
    heading_tooltip: Callable[[], str] | None = None
    sort_key: Callable[[Row], Any] | None = None
    colour: Callable[[Row], str] | None = None
    face: Face = Face.BODY
    decorations: Callable[[Row], Sequence[Decoration]] | None = None
    edit: Edit[Row] | None = None
    is_numeric: bool = False
    has_unit: bool = False
    elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    cut_text: Callable[[Row], str] | None = None
    most_lines: int = 1
    width: int = 0
    whole_width: int = 0
    rank: int = 0
    sorts_down: bool = False

    @property
    def title(self) -> str:
        """The translated heading."""
        return self.heading()

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Alignment of text and heading."""
        return _RIGHT if self.is_numeric else _LEFT

    def spoken_text(self, row: Row) -> str:
        """Return the full text of a cell for screen readers and the clipboard."""
        return self.text(row) if self.accessible_text is None else self.accessible_text(row)

    def full_text(self, row: Row) -> str:
        """Return a cell's tooltip; "" for none."""
        if self.tooltip is not None:
            return self.tooltip(row)
        text = self.spoken_text(row)
        return "" if text == MISSING else text

    # Data of both models

    def answer(self, row: Row, role: int) -> Any:
        """Return a cell's data for an item role."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.spoken_text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(self.full_text(row))
            case Qt.ItemDataRole.EditRole:
                return None if self.edit is None else self.edit.text(row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
            case Qt.ItemDataRole.AccessibleTextRole:
                return labelled(self.title, self.spoken_text(row)) if self.title else self.spoken_text(row)
        return None

    def heading_answer(self, role: int) -> Any:
        """Return the heading's data for an item role."""
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.title
            case Qt.ItemDataRole.ToolTipRole:
                return None if self.heading_tooltip is None else plain_tooltip(self.heading_tooltip())
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment
            case Qt.ItemDataRole.InitialSortOrderRole if self.sorts_down:
                return Qt.SortOrder.DescendingOrder.value
        return None
