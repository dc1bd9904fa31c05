"""What is written comes back to the bit, and nothing in it is a formula."""

import csv
import io
import math

from hypothesis import given
from hypothesis import strategies as st

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.reports.csv_report import table_pieces
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
