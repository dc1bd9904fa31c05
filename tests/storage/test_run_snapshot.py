"""A run read whole, as of one instant, however it is split between columns and tail."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuscope.core.errors import UsageError
from gpuscope.core.event import Sample, Steps
from gpuscope.core.run import RunState
from gpuscope.storage import editing, store
from gpuscope.storage.errors import CorruptStoreError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage import known

COUNT = 300


@pytest.mark.parametrize("compacted", [0, 120, COUNT])
def test_pieces_end_to_end_are_the_run(url: str, compacted: int) -> None:
    with RunWriter(url, known.a_record()) as writer:
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 0, compacted - 1)
        writer.compact(final=True)
        known.write(writer, compacted, COUNT - 1)
    with StoreReader(url) as reader:
        with reader.snapshot(known.RUN_ID) as whole:
            assert (whole.committed, whole.start_ns) == (COUNT - 1, known.START_NS)
            parts = list(whole.readings())
            packed = whole.lengths()
            steps = list(whole.steps())
            events = whole.events()
        for key in (("cpu", "utilization"), ("cpu", "disk_read"), ("gpu:0", "power")):
            series = reader.series(known.RUN_ID, *key)
            mine = [part for part in parts if key in part.values]
            assert {part.call for part in mine} == {call for call, names in known.CALLS.items() if key in names}
            assert known.bits(np.concatenate([part.values[key] for part in mine])) == known.bits(series.values)
            assert np.concatenate([part.before_ns for part in mine]).tolist() == series.before_ns.tolist()
            assert np.concatenate([part.after_ns for part in mine]).tolist() == series.after_ns.tolist()
        assert set(packed) == (set(known.CALLS) if compacted else set())
        assert all(count <= sum(part.before_ns.size for part in parts if part.call == call) for call, count in packed.items())
        assert {pid for pid, _, _ in steps} == {known.PID}
        assert [first for _, first, _ in steps] == list(np.cumsum([0, *(ends.size for _, _, ends in steps)])[:-1])
        assert np.concatenate([ends for _, _, ends in steps]).tolist() == reader.steps(known.RUN_ID).tolist()
    assert events == [event for seq in range(COUNT) for event in known.batch(seq)[1] if not isinstance(event, (Sample, Steps))]


def test_nothing_that_is_written_meanwhile_is_in_it(url: str) -> None:
    with RunWriter(url, known.a_record()) as writer, StoreReader(url) as reader:
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 0, 9)
        with reader.snapshot(known.RUN_ID) as whole:
            known.write(writer, 10, 19)
            assert whole.committed == 9
            assert sum(ends.size for _, _, ends in whole.steps()) == 20


@pytest.mark.parametrize("compacted", [0, 120, COUNT])
def test_of_some_series_no_other_column_is_read(url: str, compacted: int) -> None:
    with RunWriter(url, known.a_record()) as writer:
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 0, compacted - 1)
        writer.compact(final=True)
        known.write(writer, compacted, COUNT - 1)
    wanted = ("gpu:0", "power")
    with StoreReader(url) as reader, reader.snapshot(known.RUN_ID) as whole:
        parts = list(whole.readings(series=[wanted]))
        whole_series = np.concatenate([part.values[wanted] for part in whole.readings() if wanted in part.values])
        there = whole.with_numbers()
        found = np.concatenate([part.values[wanted] for part in parts if wanted in part.values])
    assert known.bits(found) == known.bits(whole_series)
    assert wanted in there
    assert there <= {name for series in known.CALLS.values() for name in series}
    if compacted == COUNT:
        assert {name for part in parts for name in part.values} == {wanted}


def test_a_series_that_was_never_read_has_no_numbers(url: str) -> None:
    with RunWriter(url, known.a_record()) as writer:
        writer.declare([known.CPU], {"host": [("cpu", "power"), ("cpu", "utilization")]}, {})
        writer.append([(0, [Sample("host", known.START_NS + at, known.START_NS + at + 1, (None, 0.5)) for at in range(0, 90, 10)])])
        writer.compact(final=True)
    with StoreReader(url) as reader, reader.snapshot(known.RUN_ID) as whole:
        assert whole.with_numbers() == {("cpu", "utilization")}


def test_a_run_that_is_not_there_is_told(url: str) -> None:
    with StoreReader(url) as reader, pytest.raises(UsageError, match="there is no run"), reader.snapshot("nobody"):
        pass


def test_a_damaged_column_is_told_as_a_damaged_store(url: str, tmp_path: Path) -> None:
    with RunWriter(url, known.a_record()) as writer:
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 0, 99)
        writer.compact(final=True)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE chunks SET readings = X'00'")
    database.close()
    with StoreReader(url) as reader, pytest.raises(CorruptStoreError), reader.snapshot(known.RUN_ID) as whole:
        list(whole.readings())


@pytest.mark.parametrize("ask", ["record", "other series"])
def test_readings_that_are_not_shown_are_not_read(url: str, monkeypatch: pytest.MonkeyPatch, ask: str) -> None:
    ended = replace(known.a_record(), state=RunState.FINISHED)
    with RunWriter(url, known.a_record()) as writer:
        writer.declare([known.CPU, known.GPU], known.CALLS, known.QUALITY)
        known.write(writer, 0, 99)
        writer.compact(final=True)
        writer.finish(ended)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        power = "SELECT id FROM series WHERE metric = 'power'"
        database.execute(f"UPDATE chunks SET readings = X'00' WHERE series IN ({power})")
    database.close()
    with StoreReader(url) as reader:
        if ask == "record":
            monkeypatch.setattr(store, "damaged_readings", None)  # any call fails
            assert reader.run(known.RUN_ID).state is RunState.FINISHED
            return
        with reader.snapshot(known.RUN_ID, skips_damage=True) as whole:
            assert whole.damage is not None
            list(whole.readings(series=[("cpu", "utilization")]))
            assert list(whole.damage.gaps) == []
            list(whole.readings())
            list(whole.readings())
            (gap,) = whole.damage.gaps
    assert (gap.device, gap.metrics) == ("gpu:0", ("power",))


def test_how_many_runs_there_are_and_which_are_deleted(url: str) -> None:
    other = known.RUN_ID[:-1] + "1"
    with StoreReader(url) as reader:
        assert (reader.total(), reader.deleted_count(), reader.is_deleted(other)) == (0, 0, False)
        for run_id in (known.RUN_ID, other):
            RunWriter(url, known.a_record(run_id)).close()
        editing.delete_runs(url, [other])
        assert (reader.total(), reader.deleted_count()) == (2, 1)
        assert reader.is_deleted(other)
        assert not reader.is_deleted(known.RUN_ID)
        assert not reader.is_deleted("nobody")
