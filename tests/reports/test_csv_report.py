"""Values survive a round trip bit for bit, and no cell is a formula."""

import csv
import io
import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.reports.comparison_report import comparison_table
from gpuscope.reports.csv_report import SeriesName, Stretch, samples_pieces, table_pieces
from gpuscope.reports.model import Column, Table
from tests.analysis.records import measured, run_record


def text_of(cell: str) -> str:
    """Return the value of a cell, without the apostrophe that prevents formulas."""
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


POWER, CLOCK, MEMORY = ("gpu:0", "power"), ("gpu:0", "clock"), ("cpu", "memory_used")


def stretch(stamps: list[int], **values: list[float]) -> Stretch:
    names = {"power": POWER, "clock": CLOCK, "memory": MEMORY}
    return Stretch(np.array(stamps, np.int64), {names[key]: np.array(found) for key, found in values.items()})


def rows(names: list[SeriesName], *calls: list[Stretch], **labels: str) -> list[list[str]]:
    return parsed(piece for _, piece in samples_pieces(names, map(iter, calls), labels))


def test_samples_have_a_row_an_instant_and_a_column_a_series() -> None:
    gpu = [stretch([0, 100_000_000], power=[70.5, math.nan]), stretch([150_000_000], power=[71.0], clock=[2e9])]
    cpu = [stretch([0, 100_000_000], memory=[1.0, 2.0])]
    assert rows([POWER, CLOCK, MEMORY], gpu, cpu) == [
        ["t_s", "gpu:0 power [W]", "gpu:0 clock [Hz]", "cpu memory_used [B]"],
        ["0.0", "70.5", "", "1.0"],
        ["0.1", "", "", "2.0"],
        ["0.15", "71.0", "2000000000.0", ""],
    ]


def test_a_run_without_samples_has_headers_only() -> None:
    assert rows([]) == [["t_s"]]
    assert rows([POWER], []) == [["t_s", "gpu:0 power [W]"]]


def test_the_columns_of_a_device_that_is_not_real_carry_its_label() -> None:
    (headers,) = rows([POWER, MEMORY], cpu="SIMULATED")
    assert headers == ["t_s", "gpu:0 power [W]", "cpu memory_used [B] [SIMULATED]"]


def cut(stamps: list[int], values: list[float], key: str, places: set[int]) -> list[Stretch]:
    ends = [0, *sorted(places), len(stamps)]
    return [stretch(stamps[a:b], **{key: values[a:b]}) for a, b in pairwise(ends) if b > a]


READINGS = st.dictionaries(st.integers(0, 10**13), st.floats(allow_nan=False), max_size=40)
PLACES = st.sets(st.integers(1, 39))
Readings = dict[int, float]


@given(READINGS, READINGS, PLACES, PLACES)
def test_samples_come_back_to_the_bit_however_they_are_cut(one: Readings, other: Readings, a: set[int], b: set[int]) -> None:
    calls = []
    for call, key, places in ((one, "power", a), (other, "memory", b)):
        stamps = sorted(call)
        calls.append(cut(stamps, [call[stamp] for stamp in stamps], key, {place for place in places if place < len(stamps)}))
    found = rows([POWER, MEMORY], *calls)[1:]
    assert [round(float(row[0]) * 1e9) for row in found] == sorted({*one, *other})
    assert {round(float(t) * 1e9): float(power) for t, power, _ in found if power} == one
    assert {round(float(t) * 1e9): float(memory) for t, _, memory in found if memory} == other


def test_many_rows_are_written_in_pieces_that_join_without_a_seam() -> None:
    stamps = list(range(0, 10_000_000, 1000))
    pieces = list(samples_pieces([POWER], [iter([stretch(stamps, power=[float(stamp) for stamp in stamps])])], {}))
    assert [at for at, _ in pieces][-1] == stamps[-1]
    assert max(len(piece) for _, piece in pieces) < 200_000
    found = parsed(piece for _, piece in pieces)[1:]
    assert len(found) == 10_000
    assert all(float(a[1]) + 1000 == float(b[1]) for a, b in pairwise(found))


def test_no_more_than_one_stretch_of_a_call_is_held() -> None:
    taken = []

    def call(key: str) -> Iterator[Stretch]:
        for number in range(50):
            taken.append((key, number))
            yield stretch([number * 1000 + at for at in range(0, 1000, 10)], **{key: [1.0] * 100})

    for at, _ in samples_pieces([POWER, MEMORY], [call("power"), call("memory")], {}):
        assert max((number for _, number in taken), default=0) <= at // 1000 + 1
    assert len(taken) == 100
