"""Tables and samples as CSV: exact numbers, empty cells for missing values, and text that no spreadsheet interprets as a formula.

A text cell that begins with one of ``= + - @`` or its full-width form, a tab, a line end or an apostrophe is prefixed with an
apostrophe; readers strip one leading apostrophe if present. Numbers are written with Python's ``repr``, which parses back to
the same bits.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.analysis.series import Stamps, Values
from gpuscope.core.metric_registry import metric
from gpuscope.core.quantity import Quantity
from gpuscope.reports.model import Cell, Table

_ACTIVE = tuple("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
"""Characters that may start a formula. The last four are full-width forms, which some spreadsheets treat like the plain ones."""


def table_pieces(table: Table) -> Iterator[str]:
    """Yield a table as CSV: one header line, then one line per row (RFC 4180, line ends CR LF)."""
    yield _line([_text(column.header) for column in table.columns])
    for row in table.rows:
        yield _line([_cell(cell) for cell in row])


def header_line(series: Sequence[tuple[str, str]], labels: Mapping[str, str]) -> str:
    """Return the header line for samples of these (device, metric) pairs; ``labels`` holds the labels of devices that are not real."""
    return _line(["t_s", *(_text(sample_header(device, key, labels.get(device))) for device, key in series)])


def instant_line(t_ns: int, values: Sequence[float | int | None]) -> str:
    """Return the line of one instant: seconds since the start, then the readings, with empty cells for missing ones."""
    return _line([repr(t_ns / 1e9), *("" if value is None or math.isnan(value) else repr(float(value)) for value in values)])


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
    """Return the cells for many numbers, with empty cells for NaN."""
    return ["" if cell == "nan" else cell for cell in map(repr, values)]


def lines(columns: Sequence[Sequence[str]]) -> str:
    """Return lines from columns of numbers, which need no quoting."""
    return "".join([f"{','.join(row)}\r\n" for row in zip(*columns, strict=True)])


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(_ACTIVE) else text


def _line(cells: Sequence[str]) -> str:
    return ",".join(map(_quoted, cells)) + "\r\n"


def _quoted(cell: str) -> str:
    if any(character in cell for character in ',"\r\n'):
        escaped = cell.replace('"', '""')
        return f'"{escaped}"'
    return cell


SeriesName = tuple[str, str]
"""Device and metric."""
_ROWS_A_PIECE = 4096
"""Rows formatted at a time, so that a long recording is never held in memory as text."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Successive readings of series that are read together.

    Attributes:
        stamps_ns: Time since the run's start, int64; shape (n,), n at least 1, not decreasing.
        values: By series, float64, shape (n,); NaN where a reading failed.
    """

    stamps_ns: Stamps
    values: Mapping[SeriesName, Values]

    def between(self, begin: int, end: int) -> "Stretch":
        """Return the readings with indices from ``begin`` up to but not including ``end``."""
        return Stretch(self.stamps_ns[begin:end], {name: values[begin:end] for name, values in self.values.items()})


def samples_pieces(names: Sequence[SeriesName], calls: Iterable[Iterator[Stretch]], labels: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield (stamp of the last row, rows) of the samples of a run, with one row per instant at which anything was read.

    The first column is ``t_s``, the midpoint of the reading in seconds since the run's start; then follows one column per series,
    headed ``device metric [unit]`` (and the label of a device that is not real). A cell is empty if the series was not read at that
    instant or the reading failed.

    Args:
        names: The series, in the order of their columns.
        calls: The stretches of each sampling call, in chronological order.
        labels: Those of devices that are not real, by device.
    """
    yield 0, header_line(names, labels)
    for parts in _parts(calls):
        yield from _rows(names, parts)


def _parts(calls: Iterable[Iterator[Stretch]]) -> Iterator[list[Stretch]]:
    """Yield the next parts of all calls, up to the last instant that every current stretch covers."""
    heads = [(stretch, call) for call in calls if (stretch := next(call, None)) is not None]
    while heads:
        limit = min(int(stretch.stamps_ns[-1]) for stretch, _ in heads)
        counts = [int(np.searchsorted(stretch.stamps_ns, limit, "right")) for stretch, _ in heads]
        yield [stretch.between(0, count) for (stretch, _), count in zip(heads, counts, strict=True) if count]
        rest = [(_rest(stretch, count, call), call) for (stretch, call), count in zip(heads, counts, strict=True)]
        heads = [(stretch, call) for stretch, call in rest if stretch is not None]


def _rest(stretch: Stretch, count: int, call: Iterator[Stretch]) -> Stretch | None:
    return next(call, None) if count == stretch.stamps_ns.size else stretch.between(count, stretch.stamps_ns.size)


def _rows(names: Sequence[SeriesName], parts: Sequence[Stretch]) -> Iterator[tuple[int, str]]:
    instants = np.unique(np.concatenate([part.stamps_ns for part in parts]))
    for first in range(0, instants.size, _ROWS_A_PIECE):
        rows = instants[first : first + _ROWS_A_PIECE]
        within = [_from_to(part, int(rows[0]), int(rows[-1])) for part in parts]
        columns = [_column(rows, within, name) for name in names]
        yield int(rows[-1]), lines([numbers((rows / 1e9).tolist()), *columns])


def _from_to(part: Stretch, first: int, last: int) -> Stretch:
    return part.between(int(np.searchsorted(part.stamps_ns, first, "left")), int(np.searchsorted(part.stamps_ns, last, "right")))


def _column(rows: Stamps, parts: Sequence[Stretch], name: SeriesName) -> list[str]:
    cells = [""] * rows.size
    for part in parts:
        if name not in part.values:
            continue
        texts = numbers(part.values[name].tolist())
        if len(texts) == rows.size:
            return texts
        for row, text in zip(np.searchsorted(rows, part.stamps_ns).tolist(), texts, strict=True):
            cells[row] = text
    return cells
