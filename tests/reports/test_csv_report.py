"""What is written comes back to the bit, and nothing in it is a formula."""

import csv
import io
import math
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gpuscope.analysis.series import DeviceSeries
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.reports.csv_report import samples_pieces, table_pieces
from gpuscope.reports.model import Column, Table


def text_of(cell: str) -> str:
    """What a cell stands for: without the apostrophe that keeps it from acting."""
    return cell[1:] if cell.startswith("'") else cell


def parsed(pieces: object) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(pieces), newline="")))  # type: ignore[arg-type]


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_text_comes_back_and_none_is_a_formula(texts: list[str]) -> None:
    safe = [text.replace("\0", "") for text in texts]
    rows = parsed(table_pieces(Table("", (Column("text"),), tuple((text,) for text in safe))))[1:]
    assert [text_of(row[0]) if row else "" for row in rows] == safe
    assert not [row for row in rows if row and row[0].startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_the_known_formulas_are_disarmed() -> None:
    rows = parsed(table_pieces(Table("", (Column("=x"),), (('=HYPERLINK("http://x")',), ("-5.0",), ("@a",), ("'=1",)))))
    assert rows == [["'=x"], ['\'=HYPERLINK("http://x")'], ["'-5.0"], ["'@a"], ["''=1"]]


@given(st.floats())
def test_numbers_stay_numbers_and_exact(value: float) -> None:
    columns = (Column("a"), Column("b"))
    cell = parsed(table_pieces(Table("", columns, ((value, Quantity(value, "J", Quality.MEASURED, "")),))))[1]
    for text in cell:
        assert float(text) == value or math.isnan(value)
        assert not text.startswith("'")


def test_a_negative_number_survives_and_a_missing_one_is_empty() -> None:
    row = (-5.0, None, Quantity.missing("J", "gone"), 3, 'x,"y"\nz')
    assert parsed(table_pieces(Table("", tuple(Column(str(i)) for i in range(5)), (row,))))[1] == ["-5.0", "", "", "3", 'x,"y"\nz']


def series(device: str, key: str, before: list[int], values: list[float]) -> DeviceSeries:
    at = np.array(before, np.int64)
    return DeviceSeries(device, key, at, at + 10, np.array(values), Quality.MEASURED, "a sensor")


def test_samples_have_a_row_an_instant_and_a_column_a_series() -> None:
    power = series("gpu:0", "power", [0, 100_000_000], [70.5, math.nan])
    clock = series("gpu:0", "clock", [100_000_000, 150_000_000], [1e9, 2e9])
    memory = series("cpu", "memory_used", [0, 100_000_000], [1.0, 2.0])
    assert parsed(samples_pieces([power, clock, memory])) == [
        ["t_s", "gpu:0 power [W]", "gpu:0 clock [Hz]", "cpu memory_used [B]"],
        ["5e-09", "70.5", "", "1.0"],
        ["0.100000005", "", "1000000000.0", "2.0"],
        ["0.150000005", "", "2000000000.0", ""],
    ]


def test_a_run_without_samples_has_headers_only() -> None:
    assert parsed(samples_pieces([])) == [["t_s"]]


@given(st.lists(st.tuples(st.integers(0, 10**14), st.floats(allow_nan=False)), max_size=60), st.data())
def test_samples_come_back_to_the_bit(readings: list[tuple[int, float]], data: st.DataObject) -> None:
    stamps = sorted({stamp for stamp, _ in readings})
    values = [value for _, value in readings][: len(stamps)]
    other = sorted(data.draw(st.sets(st.sampled_from(stamps), max_size=10))) if stamps else []
    one = series("cpu", "power", stamps, values)
    two = series("cpu", "clock", other, [float(index) for index in range(len(other))])
    rows = parsed(samples_pieces([one, two]))[1:]
    assert [round(float(row[0]) * 1e9) for row in rows] == [stamp + 5 for stamp in stamps]
    assert [float(row[1]) for row in rows] == values
    assert [float(row[2]) for row in rows if row[2]] == [float(index) for index in range(len(other))]


def test_many_rows_are_written_in_pieces_that_join_without_a_seam() -> None:
    stamps = list(range(0, 10_000_000, 1000))
    rows = parsed(samples_pieces([series("cpu", "power", stamps, [float(stamp) for stamp in stamps])]))[1:]
    assert len(rows) == 10_000
    assert all(float(a[1]) + 1000 == float(b[1]) for a, b in pairwise(rows))
