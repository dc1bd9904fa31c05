"""What is written comes back to the bit, and nothing in it is a formula."""

import csv
import io
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.reports.comparison_report import comparison_table
from gpuscope.reports.csv_report import table_pieces
from gpuscope.reports.model import Column, Table
from tests.analysis.records import measured, run_record


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
    assert not [row for row in rows if row and row[0].startswith(tuple("=+-@\t\r\uff1d\uff0b\uff0d\uff20"))]


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


def runs(prefix: str, values: list[float]) -> tuple[RunRecord, ...]:
    return tuple(run_record(f"{prefix}{at}", metrics={"throughput": measured(value, "samples/s")}) for at, value in enumerate(values))


SPEEDS = st.lists(st.floats(1e-100, 1e100), min_size=1, max_size=4)


@settings(deadline=None)
@given(SPEEDS, SPEEDS, st.text(min_size=1).filter(str.strip))
def test_the_summary_of_a_comparison_comes_back_exactly(ours: list[float], theirs: list[float], name: str) -> None:
    name = name.replace("\0", "0")
    groups = [Group("the baseline", runs("a", ours)), Group(f"={name}", runs("b", theirs))]
    comparison = compare(groups)
    header, *rows = parsed(table_pieces(comparison_table(comparison)))
    found = [dict(zip(header, row, strict=True)) for row in rows]
    for entry, row in zip(comparison.metrics["throughput"], (row for row in found if row["metric"] == "throughput"), strict=True):
        low, high = entry.interval or (None, None)
        exact = {"value": entry.value, "ratio": entry.ratio, "interval_low": low, "interval_high": high, "n": entry.n}
        assert {key: float(row[key]) if row[key] else None for key in exact} == exact
        assert (text_of(row["group"]), row["unit"], row["verdict"]) == (entry.group, "samples/s", entry.verdict)
        assert not row["group"].startswith("=")
