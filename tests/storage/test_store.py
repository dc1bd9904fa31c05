"""A reader finds what a writer acknowledged, at every moment of a run's life."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import Engine, event

from gpuscope.core.device import Capability
from gpuscope.core.errors import UsageError
from gpuscope.core.event import Log, Sample, Samples, Steps
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage import run_writer, sqlite
from gpuscope.storage.editing import delete_runs, deleted_runs, edit_run
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.storage.known import CALLS, CPU, GPU, PID, QUALITY, RUN_ID, START_NS, a_record, assert_whole, batch, bits, write

FINISHED = replace(
    a_record(),
    state=RunState.FINISHED,
    exit_code=0,
    steps=500,
    warmup_steps=20,
    steps_kind="optimizer",
    samples=32_000,
    duration_s=12.5,
    window_start_s=0.25,
    wall_s=14.75,
    metrics={
        "loss": Quantity(math.inf, "1", Quality.MEASURED, "the child"),
        "energy": Quantity.missing("J", "no counter"),
        "throughput": Quantity(2600.0, "samples/s", Quality.DERIVED, "steps", 13.0, "a note"),
    },
    devices=(
        DeviceResult(
            CPU,
            {"utilization_mean": Quantity(0.5, "1", Quality.MEASURED, "/proc/stat")},
            (RunGap(1.0, None, "cpu", ("utilization",), "asleep"),),
        ),
        DeviceResult(GPU),
    ),
)


def test_a_run_is_whole_as_tail_as_columns_and_both_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_writer, "_COMPACT_READINGS", 200)
    monkeypatch.setattr(run_writer, "_KEPT_ROWS", 5)
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 149)
        assert_whole(reader, 150)
        write(writer, 150, 299)
        writer.compact()
        assert_whole(reader, 300)
        assert [seq for seq, _ in reader.batches(RUN_ID, 0, 299)] == list(range(250, 300))
        write(writer, 300, 349)
        writer.compact()
        assert_whole(reader, 350)
        writer.finish(FINISHED)
        assert_whole(reader, 350)
        assert reader.batches(RUN_ID, 0, 349) == []


def test_live_compactions_join_many_small_chunks(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_writer, "_COMPACT_READINGS", 10)
    monkeypatch.setattr(run_writer, "_KEPT_ROWS", 1)
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        for begin in range(0, 400, 10):
            write(writer, begin, begin + 9)
            writer.compact()
        assert_whole(reader, 400)


def test_the_header_comes_back(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        assert reader.run(RUN_ID) == a_record()
        writer.declare([CPU, GPU], CALLS, QUALITY)
        writer.update(replace(a_record(), steps=5))
        assert (reader.run(RUN_ID).state, reader.run(RUN_ID).steps) == (RunState.RUNNING, 5)
        writer.finish(FINISHED)
        found = reader.run(RUN_ID)
        assert found == FINISHED
        (listed,) = reader.runs()
        assert listed == replace(FINISHED, environment={}, devices=())
        assert listed.metrics["throughput"].uncertainty == 13.0
        assert len(listed.metrics) == 3


def test_a_devices_capabilities_are_brought_up_to_date_and_its_numbers_stay(url: str) -> None:
    with RunWriter(url, FINISHED) as writer, StoreReader(url) as reader:
        told = replace(CPU, capabilities={"energy": Capability(False, "", None, "not here", None)})
        writer.declare([told], {}, {})
        cpu = reader.run(RUN_ID).devices[0]
        assert cpu.device == told
        assert cpu.metrics == FINISHED.devices[0].metrics


def test_what_the_user_edited_during_the_run_stays(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        edit_run(url, RUN_ID, name="mine", add_tags=["kept"], note="seen")
        writer.finish(FINISHED)
        found = reader.run(RUN_ID)
        assert (found.name, found.tags, found.note, found.state) == ("mine", ("first", "kept"), "seen", RunState.FINISHED)


def test_batches_are_returned_as_they_were_appended(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 29)
        found = reader.batches(RUN_ID, 8, 12)
        assert [seq for seq, _ in found] == [8, 9, 10, 11, 12]
        assert found[1][1][1] == batch(9)[1][1]
        assert [type(event) for event in found[0][1]] == [type(event) for event in batch(8)[1]]


def test_events_can_be_asked_by_kind_and_up_to_a_batch(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 199)
        for _ in range(2):  # from the tail, and from rows
            assert [event.KIND for event in reader.events(RUN_ID, ("phase", "gap"))] == ["phase", "gap"] * 2
            assert [event.KIND for event in reader.events(RUN_ID, up_to_seq=99)] == ["log", "phase", "gap", "log"]
            writer.compact(final=True)


def test_the_list_of_series_has_the_newest_reading_of_each(url: str) -> None:
    values = [None, 4.0, math.nan, 1.0, -2.5, 7.0, None, math.nan]
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU], {"c": [("cpu", "utilization"), ("cpu", "swap_used")]}, QUALITY)
        for seq, value in enumerate(values):
            writer.append([(seq, [Sample("c", START_NS + seq, START_NS + seq + 1, (value, None))])])
            if seq == 3:
                writer.compact(final=True)
        for _ in range(2):
            info, empty = reader.series_list(RUN_ID)
            assert (info.device, info.metric, info.unit) == ("cpu", "utilization", "1")
            assert (info.quality, info.source) == ("measured", "/proc/stat")
            assert (info.last, empty.last) == (7.0, None)
            assert reader.series(RUN_ID, "cpu", "utilization").info == info
            assert [series.info for series in reader.all_series(RUN_ID)] == [info, empty]
            writer.compact(final=True)


def test_a_series_goes_on_when_its_call_changes(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([GPU], {"old": [("gpu:0", "power"), ("gpu:0", "clock")]}, {})
        writer.append([(0, [Sample("old", START_NS, START_NS + 1, (1.0, 2.0))])])
        writer.declare([GPU], {"old": [("gpu:0", "clock")], "new": [("gpu:0", "power")]}, {})
        writer.append([(1, [Sample("old", START_NS + 2, START_NS + 3, (3.0,)), Sample("new", START_NS + 4, START_NS + 5, (4.0,))])])
        for _ in range(2):
            assert reader.series(RUN_ID, "gpu:0", "power").values.tolist() == [1.0, 4.0]
            assert reader.series(RUN_ID, "gpu:0", "clock").before_ns.tolist() == [0, 2]
            assert [(info.metric, info.last) for info in reader.series_list(RUN_ID)] == [("power", 4.0), ("clock", 3.0)]
            writer.compact(final=True)


def test_samples_of_a_call_that_nobody_declared_are_kept(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.append([(0, [Sample("odd", START_NS, START_NS + 1, (1.5, 2.5))])])
        writer.append([(1, [Samples("other", (START_NS, START_NS + 2), (START_NS + 1, START_NS + 3), ((1.5, 2.5), (3.5, 4.5)))])])
        writer.compact(final=True)
        assert reader.series(RUN_ID, "", "odd.1").values.tolist() == [2.5]
        assert reader.series(RUN_ID, "", "other.1").values.tolist() == [2.5, 4.5]


def test_successive_samples_are_stored_as_single_ones_are(url: str) -> None:
    together = Samples("c", (START_NS + 2, START_NS + 4), (START_NS + 3, START_NS + 9), ((None, math.inf), (2.5, -0.0)))
    singles = [Sample("c", START_NS, START_NS + 1, (1.0, 3.0)), *together.each(), Sample("c", START_NS + 10, START_NS + 11, (7.0, 8.0))]
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU], {"c": [("cpu", "utilization"), ("cpu", "disk_read")]}, QUALITY)
        writer.append([(0, [singles[0], together]), (1, [singles[-1]])])
        assert [event for batch in reader.batches(RUN_ID, 0, 1) for event in batch[1]] == singles
        for _ in range(2):  # from the tail, and from columns
            first, second = reader.series(RUN_ID, "cpu", "utilization"), reader.series(RUN_ID, "cpu", "disk_read")
            assert first.before_ns.tolist() == [0, 2, 4, 10]
            assert first.after_ns.tolist() == [1, 3, 9, 11]
            assert first.missing.tolist() == [False, True, False, False]
            assert bits(second.values) == bits(np.array([3.0, math.inf, -0.0, 8.0]))
            assert not reader.events(RUN_ID)
            writer.compact(final=True)


def test_a_declaration_writes_what_has_changed_and_nothing_else(url: str) -> None:
    written: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            written.append(" ".join(statement.split()[:3]))

    odd = replace(CPU, key="cpu\ud800", name="not UTF-8")
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU, odd], CALLS, QUALITY)
        event.listen(Engine, "before_cursor_execute", note)
        try:
            writer.declare([CPU, GPU, odd], CALLS, QUALITY)
            assert written == []
            writer.declare([CPU, replace(GPU, name="another"), odd], CALLS, QUALITY | {"gpu:0/power": ("estimated", "a guess")})
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        assert list(dict.fromkeys(written)) == ["UPDATE devices SET", "UPDATE series SET"]
        told = {(one.device, one.metric): (one.quality, one.source) for one in reader.series_list(RUN_ID)}
        assert told["gpu:0", "power"] == ("estimated", "a guess")
        assert [one.device.name for one in reader.run(RUN_ID).devices] == [CPU.name, "another", "not UTF-8"]


def test_readings_that_are_too_short_or_too_long_for_their_call_lose_no_other(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([], {"c": [("cpu", "utilization"), ("cpu", "swap_used")]}, {})
        writer.append([(0, [Sample("c", START_NS, START_NS, (1,)), Sample("c", START_NS, START_NS, (2, 3, 4))])])
        for _ in range(2):
            assert reader.series(RUN_ID, "cpu", "utilization").values.tolist() == [1, 2]
            assert reader.series(RUN_ID, "cpu", "swap_used").missing.tolist() == [True, False]
            writer.compact(final=True)


def test_whole_numbers_beyond_all_floats_do_no_harm(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.append([(0, [Sample("c", START_NS, START_NS, (2**63,)), Sample("c", START_NS, START_NS, (-(10**400),))])])
        writer.compact(final=True)
        assert reader.series(RUN_ID, "", "c.0").values.tolist() == [2.0**63, -math.inf]


def test_steps_of_one_process_skip_what_was_lost(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.append([(0, [Steps(PID, 0, (START_NS + 1, START_NS + 2)), Steps(7, 0, (START_NS + 9,))])])
        writer.append([(1, [Steps(PID, 5, (START_NS + 6,))])])
        for _ in range(2):
            assert reader.steps(RUN_ID).tolist() == [1, 2, 6]
            assert reader.steps(RUN_ID, 7).tolist() == [9]
            assert reader.steps(RUN_ID, 8).size == 0
            writer.compact(final=True)


def test_appending_again_what_is_there_doubles_nothing(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        assert writer.committed == -1
        assert writer.append([batch(seq) for seq in range(10)]) == 9
        assert writer.append([batch(seq) for seq in range(5, 15)]) == 14
        assert writer.append([batch(3)]) == 14
        assert_whole(reader, 15)


def test_a_second_writer_takes_the_run_up_again(url: str) -> None:
    with RunWriter(url, a_record()) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        write(writer, 0, 19)
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        assert writer.committed == 19
        write(writer, 20, 39)
        writer.finish(FINISHED)
        assert_whole(reader, 40)


def test_a_long_pause_of_the_store_makes_several_rows(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        writer.append([batch(seq) for seq in range(1200)])
        assert_whole(reader, 1200)
        assert len(reader.batches(RUN_ID, 500, 520)) == 21


def test_runs_are_found_by_prefix_and_as_last(url: str) -> None:
    ids = ["01JD0000000000000000000001", "01JD0000000000000000000002", "01JE0000000000000000000003"]
    for run_id in ids:
        RunWriter(url, a_record(run_id)).close()
    with StoreReader(url) as reader:
        assert [record.run_id for record in reader.runs()] == ids[::-1]
        assert [record.run_id for record in reader.runs(limit=2)] == ids[:0:-1]
        assert reader.run("01JE").run_id == ids[2]
        assert reader.run("01je").run_id == ids[2]
        assert reader.run("last").run_id == ids[2]
        assert reader.run(ids[0]).run_id == ids[0]
        with pytest.raises(UsageError, match=f"{ids[1]}, {ids[0]}"):
            reader.run("01JD")
        for nothing in ("%", "01JD_", "none", "x\0y"):
            with pytest.raises(UsageError, match="no run"):
                reader.run(nothing)


def test_runs_come_by_their_start_whatever_their_ids(url: str) -> None:
    noon = datetime(2026, 11, 1, 12, tzinfo=UTC)
    starts = {"d4": noon, "0a": noon + timedelta(microseconds=1), "ff": noon - timedelta(days=1), "07": noon + timedelta(seconds=1)}
    for run_id, started in starts.items():
        RunWriter(url, a_record(run_id, started_at=started)).close()
    RunWriter(url, a_record("01", started_at=noon.astimezone(timezone(timedelta(hours=5))))).close()  # as d4, but inserted after it
    newest_first = ["07", "0a", "01", "d4", "ff"]
    with StoreReader(url) as reader:
        assert [record.run_id for record in reader.runs()] == newest_first
        assert [record.run_id for record in reader.runs(limit=2)] == newest_first[:2]
        assert reader.run("last").run_id == "07"
        with pytest.raises(UsageError, match="07, 0a, 01"):
            reader.run("0")
    delete_runs(url, list(starts))
    assert deleted_runs(url) == [run_id for run_id in newest_first if run_id in starts]


def test_a_store_that_is_not_there_reads_as_empty_until_it_comes(url: str) -> None:
    with StoreReader(url) as reader:
        assert reader.runs() == []
        assert reader.size().runs == 0
        for ask in (reader.run, reader.series_list, reader.committed):
            with pytest.raises(UsageError, match="no run"):
                ask("last")
        RunWriter(url, a_record()).close()
        assert len(reader.runs()) == 1
        size = reader.size()
        assert size.runs == 1
        assert size.file_bytes > 50_000


def test_an_unknown_run_or_series_is_refused(url: str) -> None:
    RunWriter(url, a_record()).close()
    with StoreReader(url) as reader:
        with pytest.raises(UsageError, match="no series cpu power"):
            reader.series(RUN_ID, "cpu", "power")
        with pytest.raises(UsageError, match="no run"):
            reader.series("nope", "cpu", "power")


def test_a_name_whose_bytes_are_no_text_names_no_run(url: str) -> None:
    RunWriter(url, a_record()).close()
    with StoreReader(url) as reader:
        with pytest.raises(UsageError, match="no run"):
            reader.run(f"{RUN_ID[:2]}\udcff")
        with pytest.raises(UsageError, match="no run"):
            reader.run(f"{RUN_ID}{'a' * 60_000}")
        assert not reader.is_deleted("\udcff")


@pytest.mark.parametrize("name", ["", "naïve 🙂 \u202eabc", "two\nlines", "nul\0inside", "../../x", "CON", "x" * 5000, "odd \udcff byte"])
def test_names_of_every_kind_are_kept(url: str, name: str) -> None:
    record = a_record(name=name, note=name, tags=(name,), spec=RunSpec("command", command=("x", name)), environment={"command": [name]})
    with RunWriter(url, record) as writer, StoreReader(url) as reader:
        writer.append([(0, [Log(START_NS, "info", name)])])
        found = reader.run(RUN_ID)
        shown = name.replace("\udcff", "�")
        assert (found.name, found.note) == (shown, shown)
        assert (found.tags, found.spec.command, found.environment) == ((name,), ("x", name), {"command": [name]})
        assert reader.events(RUN_ID) == [Log(START_NS, "info", name)]


def test_a_list_of_runs_needs_neither_numpy_nor_alembic(url: str) -> None:
    import subprocess
    import sys

    RunWriter(url, a_record()).close()
    code = (
        "import sys; from gpuscope.storage.store import StoreReader; r = StoreReader(sys.argv[1]); r.run(r.runs()[0].run_id); r.close();"
        "print({'numpy', 'alembic', 'sqlalchemy.orm', 'zstandard'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, url], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_readings_are_arrays_of_the_callers_own(url: str) -> None:
    with RunWriter(url, a_record()) as writer, StoreReader(url) as reader:
        writer.append([(0, [Sample("c", START_NS, START_NS, (1.0,))])])
        first = reader.series(RUN_ID, "", "c.0")
        first.values[:] = 9
        assert reader.series(RUN_ID, "", "c.0").values.tolist() == [1.0]
        assert first.values.dtype == np.float64
        assert first.before_ns.dtype == np.int64


def test_what_was_compiled_for_one_store_serves_the_next(tmp_path: Path) -> None:
    def write_run(name: str) -> set[object]:
        with RunWriter(f"sqlite:///{tmp_path / name}", a_record()) as writer:
            write(writer, 0, 5)
            writer.finish(a_record(state=RunState.FINISHED))
        return set(compiled)

    compiled = sqlite._first_engine().get_execution_options()["compiled_cache"]
    compiled.clear()
    first = write_run("first")
    assert len(first) > 10
    assert write_run("second") == first
