"""Columns that grow while they are in use."""

import mmap
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuscope.gui.data.reading_table import ReadingTable, StepEnds


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
    np.ones(2_000_000)  # freeing this much makes the allocator serve smaller arrays from memory that it keeps
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
    assert table.column("a")[0].tolist() == list(map(float, range(1700, 2000)))


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


MS = 1_000_000


def ends_of(step_ns: int, count: int, a_batch: int = 7) -> StepEnds:
    """Return the ends of a loop with even steps, added in batches."""
    found = StepEnds()
    for first in range(0, count, a_batch):
        found.add(1, first, np.arange(first + 1, min(count, first + a_batch) + 1) * step_ns)
    return found


def test_every_end_of_a_slow_loop_is_kept() -> None:
    found = ends_of(100 * MS, 50)
    times, counts = found.ends()
    assert times.tolist() == pytest.approx([0.1 * place for place in range(1, 51)])
    assert counts.tolist() == list(range(1, 51))


@pytest.mark.parametrize("a_batch", [1, 7, 2000, 10**6])
def test_fifty_ends_a_second_are_kept_of_a_fast_loop_however_they_come(a_batch: int) -> None:
    found = ends_of(50_000, 40_000, a_batch)  # two seconds
    times, counts = found.ends()
    assert 99 <= times.size <= 101
    np.testing.assert_allclose(times, counts * 50e-6)
    assert found.finished == 40_000
    found.settle()
    assert found.ends()[1][-1] == 40_000
    assert found.ends()[0][-1] == pytest.approx(2.0)
    found.settle()
    assert np.all(np.diff(found.ends()[0]) > 0)


def test_rates_are_over_whole_steps_and_exact() -> None:
    for step_ns, count in ((50_000, 40_000), (30 * MS, 200), (900 * MS, 5)):
        _, times, rates = ends_of(step_ns, count).rates()
        assert times.size
        np.testing.assert_allclose(rates, 1e9 / step_ns)
    slow = ends_of(900 * MS, 5).rates()[1]
    assert slow.tolist() == pytest.approx([1.8, 2.7, 3.6, 4.5])


def test_rates_are_of_samples_once_it_is_known_how_many_a_step_has() -> None:
    found = ends_of(30 * MS, 200)
    _, times, before = found.rates()
    found.count(64)
    found.add(1, 200, np.arange(201, 401) * 30 * MS)
    np.testing.assert_allclose(before, 1000 / 30)
    np.testing.assert_allclose(found.rates()[2], 64 * 1000 / 30)
    assert found.rates()[1].tolist() == pytest.approx(ends_of(30 * MS, 400, 200).rates()[1].tolist())
    assert found.rates()[1][: times.size].tolist() == times.tolist()


def test_a_short_run_has_one_rate_all_the_same() -> None:
    found = ends_of(10 * MS, 12)
    assert not found.rates()[1].size
    found.settle()
    assert found.rates()[2].tolist() == pytest.approx([100.0])


@pytest.mark.parametrize("step_ns", [50_000, 30 * MS, 100 * MS])
def test_the_rates_of_a_run_that_has_ended_go_up_to_its_last_step(step_ns: int) -> None:
    found = ends_of(step_ns, 1_234 * MS // step_ns)
    before = found.rates()[1]
    found.settle()
    _, times, rates = found.rates()
    assert before[-1] < times[-1] == pytest.approx(found.finished * step_ns / 1e9)
    np.testing.assert_allclose(rates, 1e9 / step_ns)
    found.settle()
    assert found.rates()[1].tolist() == times.tolist()


def test_the_last_rate_is_over_no_less_time_than_the_others() -> None:
    found = StepEnds()
    found.add(1, 0, np.array([0, 100, 200, 300, 310]) * MS)
    found.settle()
    assert found.rates()[1].tolist() == pytest.approx([0.3, 0.31])
    assert found.rates()[2].tolist() == pytest.approx([10.0, 4 / 0.31])
    assert found.rates()[0].tolist() == pytest.approx([0.0, 0.0])


def test_a_stall_shows_where_it_was() -> None:
    found = ends_of(1 * MS, 1000)
    found.add(1, 1000, np.array([3_000 * MS]))
    times, counts = found.ends()
    assert counts[-1] == 1001
    assert times[-1] - times[-2] == pytest.approx(2.0, rel=0.2)


def test_steps_that_were_lost_count_as_finished() -> None:
    found = StepEnds()
    found.add(1, 0, np.array([100, 200]) * MS)
    found.add(1, 10, np.array([1200]) * MS)
    assert found.finished == 11
    times, counts = found.ends()
    assert (times.tolist(), counts.tolist()) == (pytest.approx([0.1, 0.2, 1.2]), [1, 2, 11])


def test_steps_that_are_known_and_those_of_other_processes_are_left_out() -> None:
    found = StepEnds()
    found.add(1, 0, np.array([100, 200, 300]) * MS)
    found.add(2, 0, np.array([110, 210, 310]) * MS)
    found.add(1, 1, np.array([200, 300, 400]) * MS)
    found.add(1, 0, np.array([100]) * MS)
    found.add(1, 4, np.zeros(0, np.int64))
    assert found.ends()[1].tolist() == [1, 2, 3, 4]


def test_how_many_steps_were_finished_at_a_time() -> None:
    found = ends_of(100 * MS, 10)
    assert [found.at(time) for time in (0.0, 0.05, 0.1, 0.15, 0.35, 1.0, 99.0)] == [0, 0, 1, 1, 3, 10, 10]
    fast = ends_of(100_000, 10_000)
    assert fast.at(0.5) == pytest.approx(5000, abs=1)
    assert fast.at(1.0) == 10_000
    assert StepEnds().at(1.0) == 0
