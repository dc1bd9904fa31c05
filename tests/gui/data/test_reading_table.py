"""Columns that grow while somebody looks."""

import mmap
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuscope.gui.data.reading_table import ReadingTable


def test_a_column_that_was_handed_out_stays_as_it_is() -> None:
    table: ReadingTable[str] = ReadingTable(("a", "b"))
    table.append(0.0, ("a", "b"), (1.0, 2.0))
    times, values = table.column("b")
    for place in range(1, 2000):
        table.append(float(place), ("a", "b"), (0.0, float(place)))
    assert (times.tolist(), values.tolist()) == ([0.0], [2.0])
    assert table.column("b")[1].tolist() == [2.0, *map(float, range(1, 2000))]
    assert table.last_time == 1999.0
    assert len(table) == 2000


def test_a_column_of_a_long_table_outlives_it_and_gives_its_memory_back_at_the_end() -> None:
    np.ones(2_000_000)  # once so much was freed, the allocator takes what is smaller from what it keeps
    count = 40_000
    table: ReadingTable[str] = ReadingTable(("a",))
    table.extend(np.arange(float(count)), {"a": np.ones(count)})
    column, mapped = table.column("a")[1], mapped_bytes()
    del table
    assert column.sum() == count
    del column
    assert mapped - mapped_bytes() >= 2 * 8 * count


def mapped_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE


def test_there_is_never_much_empty_room() -> None:
    table: ReadingTable[str] = ReadingTable(("a",))
    for place in range(20_000):
        table.append(float(place), ("a",), (1.0,))
        assert table._block.times.size - len(table) <= max(1024, len(table) / 8)
    table.extend(np.arange(20_000.0, 90_000.0), {"a": np.ones(70_000)})
    assert table._block.times.size - len(table) <= 1024


def test_growing_by_small_pieces_copies_little(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = []
    move = ReadingTable._move

    def counted(self: ReadingTable[str], *args: Any) -> None:
        copied.append(len(self))
        move(self, *args)

    monkeypatch.setattr(ReadingTable, "_move", counted)
    table: ReadingTable[str] = ReadingTable(("a",))
    for place in range(0, 1_000_000, 50):
        table.extend(np.arange(place, place + 50.0), {"a": np.ones(50)})
    assert sum(copied) < 12 * len(table)


def test_a_table_with_room_for_all_stays_where_it_is() -> None:
    table: ReadingTable[str] = ReadingTable(("a", "b"))
    table.append(0.0, ("a",), (1.0,))
    table.reserve(300_000)
    block = table._block
    for place in range(1, 300_000, 65_536):
        count = min(65_536, 300_000 - place)
        table.extend(np.arange(place, place + count, dtype=np.float64), {"a": np.ones(count)})
    assert table._block is block
    assert block.times.size == len(table) == 300_000
    assert table.column("a")[1].sum() == 300_000
    assert np.isnan(table.column("b")[1]).all()


def test_what_a_row_does_not_name_is_missing() -> None:
    table: ReadingTable[str] = ReadingTable(("a", "b"))
    table.append(0.0, ("b",), (2.0,))
    table.append(1.0, ("a", "b"), (1.0,))
    assert np.array_equal(table.column("a")[1], [np.nan, 1.0], equal_nan=True)
    assert np.array_equal(table.column("b")[1], [2.0, np.nan], equal_nan=True)


def test_a_column_that_comes_later_is_missing_before() -> None:
    table: ReadingTable[str] = ReadingTable(("a",))
    table.append(0.0, ("a",), (1.0,))
    before = table.column("a")
    table.widen(("a", "c"))
    table.extend(np.array([1.0, 2.0]), {"c": np.array([5.0, 6.0])})
    assert table.keys == ("a", "c")
    assert np.array_equal(table.column("c")[1], [np.nan, 5.0, 6.0], equal_nan=True)
    assert np.array_equal(table.column("a")[1], [1.0, np.nan, np.nan], equal_nan=True)
    assert before[1].tolist() == [1.0]


def test_the_oldest_half_goes_when_there_are_too_many() -> None:
    table: ReadingTable[str] = ReadingTable(("a",), most=300)
    for place in range(1000):
        table.append(float(place), ("a",), (float(place),))
        assert len(table) <= 300
    times, values = table.column("a")
    assert times[-1] == 999.0
    assert len(times) >= 150
    assert np.array_equal(times, values)
    table.extend(np.arange(1000.0, 2000.0), {"a": np.arange(1000.0, 2000.0)})
    assert table.times().tolist() == list(map(float, range(1700, 2000)))


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(KeyError):
        ReadingTable(("a",)).column("b")


@pytest.mark.parametrize("most", [None, 500])
def test_a_reader_never_sees_half_a_row(most: int | None) -> None:
    table: ReadingTable[int] = ReadingTable((0, 1), most)
    ends, wrong = threading.Event(), []

    def look() -> None:
        while not ends.is_set():
            for key in table.keys:
                times, values = table.column(key)
                if not np.array_equal(times, values):
                    wrong.append((key, times, values))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for place in range(20_000):
            table.append(float(place), table.keys, [float(place)] * len(table.keys))
    finally:
        ends.set()
        thread.join()
    assert not wrong
