"""A report as plain text: sentences and aligned tables."""

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.core.quantity import Quantity
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.reports.printable import elided_amid, elided_at_word, printable, width
from gpuscope.system.language import composed, translated

_PIECES = re.compile(r"(?:[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+)[、。〉》」』】！），：；？]*\s*|\s+")
"""Unbreakable pieces: a Chinese character or a word, the punctuation after it, which must not start a line, and the space after that."""
_GAP = "  "
_NOTHING = ("", MISSING)
_NAMED = (Column(""), Column("", numeric=True))
_LEAST = 20
"""Minimum width, in columns, of a line and of a column with wrapped cells."""
_LEAST_NAME = 10
"""Minimum width of a name shortened in favour of the figures beside it; its start and end still identify it."""
_READABLE_NAME = 26
"""Width to which names are shortened before minor columns are left out."""


def render(report: Report, columns: int | None = None) -> str:
    """Return a report as text without a trailing line end.

    Args:
        report: What to show.
        columns: Width of the terminal; None for unlimited (a file, a pipe).
    """
    parts = [printable(composed(report.title))] if report.title else []
    if report.lead:
        parts.append("\n".join(_wrapped(composed(sentence), columns) for sentence in report.lead))
    parts += [render_table(table, columns) for table in report.tables if table.rows or table.notes]
    return "\n\n".join(parts)


def render_table(table: Table, columns: int | None = None) -> str:
    """Return a table as text: a heading, then one line per row.

    If the terminal is too narrow, first columns without any value are dropped and free text in the last column is shortened, then names
    are shortened and minor columns dropped; a last column "…" indicates that columns with values were dropped. If that is not enough, a
    table of figures gets several lines per row, so that no figure is cut; lines of other tables are cut at the end.
    """
    lines = [_wrapped(composed(table.title), columns)] if table.title else []
    if table.rows:
        cells = [[_shown(cell, column) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
        header = [printable(composed(column.header)) for column in table.columns]
        shown, fitted = _fitted(table.columns, [header, *cells], columns)
        has_figures = any(column.numeric for column in shown) and not any(column.foreign or column.wraps for column in shown)
        if columns is not None and has_figures and _total(_widths(shown, fitted, None)) > columns:
            lines += _stacked(shown, fitted, columns)
        else:
            lines += _lines(shown, fitted if any(header) else fitted[1:], columns)
    lines += [_wrapped(composed(note), columns) for note in table.notes]
    return "\n".join(lines)


def _fitted(columns: Sequence[Column], cells: list[list[str]], limit: int | None) -> tuple[Sequence[Column], list[list[str]]]:
    """Return a table, header first, fitted to a terminal: without empty and minor columns and with shortened names as needed."""
    widths = _widths(columns, cells, limit)
    excess = _total(widths) - (limit or math.inf)
    if excess <= 0:
        return columns, cells
    names = [place for place, column in enumerate(columns[:-1]) if (column.foreign or column.shortens) and not column.wraps]
    empty = {place for place in range(1, len(columns)) if all(row[place] in _NOTHING for row in cells[1:])}
    gone = empty if excess > _spare(widths, names, _LEAST_NAME) else set()
    excess -= sum(widths[place] + len(_GAP) for place in gone)
    if excess > 0 and len(columns) - 1 not in gone and _is_free_text(columns[-1]):
        room = max(_LEAST_NAME, int(widths[-1] - excess))
        cells = [[*row[:-1], elided_at_word(row[-1], room)] for row in cells]
        excess -= max(0, widths[-1] - room)
    minor = [place for place, column in enumerate(columns) if column.minor and place not in gone]
    while minor and excess > _spare(widths, names, _READABLE_NAME):
        if not gone - empty:
            excess += len(_GAP) + 1  # for the column that indicates it
        gone = {*gone, minor[-1]}
        excess -= widths[minor.pop()] + len(_GAP)
    if names and excess > 0:
        widest = _common_width([widths[place] for place in names], excess)
        cells = [[elided_amid(cell, widest) if place in names else cell for place, cell in enumerate(row)] for row in cells]
    kept = [place for place in range(len(columns)) if place not in gone]
    fitted, shown = [columns[place] for place in kept], [[row[place] for place in kept] for row in cells]
    if gone - empty:
        return [*fitted, Column("…")], [[*row, "" if number else "…"] for number, row in enumerate(shown)]
    return fitted, shown


def _is_free_text(column: Column) -> bool:
    """Return whether a column may be shortened before names are: remarks of any length, such as tags."""
    return (column.foreign or column.widest is None) and not column.wraps and not column.numeric


def _spare(widths: Sequence[int], names: Sequence[int], least: int) -> int:
    """Return how many columns are gained by shortening names to that many each."""
    return sum(max(0, widths[place] - least) for place in names)


def _common_width(widths: Sequence[int], excess: float) -> int:
    """Return the width to which the widest names are to be shortened, to gain that many columns or as many as possible."""
    return next(
        (least for least in range(max(widths), _LEAST_NAME, -1) if _spare(widths, range(len(widths)), least) >= excess), _LEAST_NAME
    )


def _stacked(columns: Sequence[Column], cells: Sequence[Sequence[str]], limit: int) -> list[str]:
    """Return a table whose rows begin with their first cell on a line of its own; below it the others, in a line each if need be."""
    names, *rows = cells
    if len(columns) == 1:
        return [elided_amid(row[0], limit) for row in cells if row[0]]
    inner = limit - len(_GAP)
    if _total(_widths(columns[1:], [row[1:] for row in cells], None)) <= inner:
        lines = _lines(columns[1:], [row[1:] for row in cells], inner)
        return [part for row, line in zip(cells, lines, strict=True) for part in (elided_amid(row[0], limit), _GAP + line) if part.strip()]
    lines = []
    for row in rows:
        lines.append(elided_amid(f"{names[0]} {row[0]}" if columns[0].numeric else row[0], limit))
        if named := _named(names, row, inner):
            lines += [_GAP + line for line in _lines(_NAMED, named, inner)]
    return lines


def _named(names: Sequence[str], row: Sequence[str], limit: int) -> list[list[str]]:
    """Return (name of its column, cell) of each cell but the first and empty ones; names are shortened to leave the cells room."""
    widest = max(_LEAST_NAME, limit - len(_GAP) - max(map(width, row[1:])))
    return [[elided_amid(name, widest), cell] for name, cell in zip(names[1:], row[1:], strict=True) if cell]


def _total(widths: Sequence[int]) -> int:
    """Return the width of a line of cells."""
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _lines(columns: Sequence[Column], cells: Sequence[Sequence[str]], limit: int | None) -> list[str]:
    widths = _widths(columns, cells, limit)
    lines = []
    for row in cells:
        for part in _folded(row, columns, widths):
            padded = [_padded(cell, wide, column.numeric) for cell, wide, column in zip(part, widths, columns, strict=True)]
            line = _GAP.join(padded).rstrip()
            lines.append(line if limit is None else elided_at_word(line, max(_LEAST, limit)))
    return lines


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]], limit: int | None) -> list[int]:
    widths = [max(width(row[index]) for row in cells) for index in range(len(columns))]
    widths = [min(wide, column.widest or wide) if column.wraps else wide for wide, column in zip(widths, columns, strict=True)]
    if limit is not None and columns[-1].wraps:
        left = limit - _total([*widths[:-1], 0])
        widths[-1] = max(_LEAST, min(widths[-1], left))
    return widths


def _folded(row: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a row: more than one if a cell is wrapped."""
    parts = [_broken(cell, wide) if column.wraps else [cell] for cell, column, wide in zip(row, columns, widths, strict=True)]
    yield from zip_longest(*parts, fillvalue="")


def _padded(cell: str, wide: int, right: bool) -> str:
    fill = " " * (wide - width(cell))
    return fill + cell if right else cell + fill


def _shown(cell: Cell, column: Column) -> str:
    match cell:
        case None:
            return MISSING
        case Quantity():
            return composed(figures.shown(cell, share=column.share))
        case bool():
            return translated("yes") if cell else translated("no")
        case int():
            return figures.setting(cell)
        case float():
            return figures.significant(cell)
        case str():
            cell = cell if column.foreign else composed(cell)
            return printable(cell) if column.widest is None or column.wraps else elided_amid(printable(cell), column.widest)


def _wrapped(sentence: str, columns: int | None) -> str:
    safe = printable(sentence)
    return safe if columns is None else "\n".join(_broken(safe, max(40, columns)))


def _broken(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most that many columns, between words and between wide characters, which have no spaces."""
    if text.isascii():
        return textwrap.wrap(text, columns, break_on_hyphens=False)
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        if line and width(line) + width(piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()]
