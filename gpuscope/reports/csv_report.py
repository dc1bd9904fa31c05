"""Tables and lines of samples as CSV: numbers exact, missing empty, and text that no spreadsheet takes for a formula.

A text cell that begins with one of ``= + - @``, also in full width, a tab, a line end or an apostrophe gets an apostrophe
before it; whoever reads the file back takes one apostrophe off where there is one. Numbers are written as Python's
``repr``, which reads back to the same bits.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quantity
from gpuscope.reports.model import Cell, Table

_ACTIVE = tuple("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
"""The last four are the full-width forms of the first, which some spreadsheets take for them."""


def table_pieces(table: Table) -> Iterator[str]:
    """Yield a table as CSV: one line of headers, one a row (RFC 4180, line ends CR LF)."""
    yield _line([_text(column.header) for column in table.columns])
    for row in table.rows:
        yield _line([_cell(cell) for cell in row])


def header_line(series: Sequence[tuple[str, str]], labels: Mapping[str, str]) -> str:
    """Return the line of headers over the samples of these (device, metric); ``labels`` are those of devices that are not real."""
    return _line(["t_s", *(_text(sample_header(device, key, labels.get(device))) for device, key in series)])


def instant_line(t_ns: int, values: Sequence[float | int | None]) -> str:
    """Return the line of one instant: seconds from the start, then the readings, empty where there is none."""
    return _line([repr(t_ns / 1e9), *("" if value is None else _number(float(value)) for value in values)])


def sample_header(device: str, key: str, label: str | None = None) -> str:
    """Return the header of a series' column: ``gpu:0 power [W]``, ``sim:0 power [W] [SIMULATED]``."""
    known = metric(key)
    return f"{device} {key} [{known.unit if known else '?'}]{f' [{label}]' if label else ''}"


def _cell(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case Quantity():
            return "" if cell.value is None else repr(cell.value)
        case bool():
            return "yes" if cell else "no"
        case int() | float():
            return repr(cell)
        case str():
            return _text(cell)


def numbers(values: Sequence[float]) -> list[str]:
    """Return the cells of many numbers, empty where there is none."""
    return ["" if cell == "nan" else cell for cell in map(repr, values)]


def lines(columns: Sequence[Sequence[str]]) -> str:
    """Return the lines of columns of numbers, in which nothing is to be quoted."""
    return "".join([f"{','.join(row)}\r\n" for row in zip(*columns, strict=True)])


def _number(value: float) -> str:
    return "" if math.isnan(value) else repr(value)


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(_ACTIVE) else text


def _line(cells: Sequence[str]) -> str:
    return ",".join(map(_quoted, cells)) + "\r\n"


def _quoted(cell: str) -> str:
    if any(character in cell for character in ',"\r\n'):
        escaped = cell.replace('"', '""')
        return f'"{escaped}"'
    return cell
