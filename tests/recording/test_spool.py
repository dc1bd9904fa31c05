"""The spool: a killed recorder's events are stored once and completely, up to the first damaged line."""

import os
import platform
import resource
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gpuscope.core.event import SAMPLES_TALLY, End, Event, Hello, Log, Sample
from gpuscope.core.event_batch import EventBatch
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.probe.report_ring import ReportRing
from gpuscope.probe.ring import HEADER_BYTES, SLOTS
from gpuscope.recording import left_runs, run_history, spool
from gpuscope.recording.left_runs import recover_left_runs
from gpuscope.recording.run_folder import RunFolder, save_header
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.spool import Spool, has_left_something, recover_spool
from gpuscope.storage.errors import StoreWriteError
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.sqlite_file import lock_path, store_path
from gpuscope.storage.store import StoreReader
from gpuscope.system import paths
from gpuscope.system.locks import FileLock, FolderLock
from gpuscope.system.processes import boot_id
from tests.recording.recorders import store_url
from tests.storage.known import CALLS, CPU, GPU, PID, QUALITY, RUN_ID, START_NS, a_record, assert_whole, batch


def batches(first: int, last: int) -> list[EventBatch]:
    return [EventBatch(batch(seq)) for seq in range(first, last + 1)]


def spooled(folder: Path, *some: EventBatch) -> Path:
    """Leave a spool as a killed recorder does, and return its path."""
    one = Spool(folder)
    assert one.append(some)
    one.close(remove=False)
    return folder / spool.SPOOL_NAME


@pytest.fixture
def killed() -> RunRecord:
    """A run whose recorder is gone: 10 batches are in the store; the last three of them and three more are in the spool."""
    folder = RunFolder.beside(store_url(), RUN_ID)
    spec = RunSpec("command", command=("train",))
    record = a_record(folder=str(folder.path), host=platform.node(), boot_id=boot_id(), spec=spec)
    folder.write_header(record, store_url())
    with RunWriter(store_url(), record) as writer:
        writer.declare([CPU, GPU], CALLS, QUALITY)
        writer.append(batches(0, 9))
    spooled(folder.path, *batches(7, 12))
    folder.close()
    return record


def test_what_is_in_the_store_already_is_left_out(killed: RunRecord) -> None:
    with RunHistory(store_url()) as history:
        assert history.find(RUN_ID).state is RunState.INTERRUPTED
        assert_whole(history, 13)
    assert not has_left_something(Path(killed.folder))


@pytest.mark.parametrize("also_taken_in", [False, True])
def test_the_run_is_said_to_be_recorded_up_to_the_last_line_of_its_spool(killed: RunRecord, also_taken_in: bool) -> None:
    last = datetime(2026, 11, 1, 13, 2, 3, tzinfo=UTC)
    os.utime(Path(killed.folder) / spool.SPOOL_NAME, (last.timestamp(), last.timestamp()))
    if also_taken_in:
        recover_left_runs(store_url(), lambda _: None)
    with RunHistory(store_url()) as history:
        found = history.find(RUN_ID)
        assert_whole(history, 13)
    assert found.heartbeat_at == last
    assert (
        found.reason
        == f"its recorder ended unexpectedly, and its command was ended with it; recorded up to {last.astimezone():%H:%M:%S %z}"
    )


def test_a_run_whose_end_is_in_the_spool_has_lost_nothing(killed: RunRecord) -> None:
    folder = Path(killed.folder)
    last = batch(13)[1][0]
    assert isinstance(last, Sample)
    end: list[Event] = [End(last.after_ns, "finished", 0)]
    spooled(folder, *batches(10, 12), EventBatch((13, end)))
    lock = RunFolder(folder)
    lock.write_header(replace(killed, state=RunState.FINISHED, exit_code=0), store_url())
    lock.close()
    notices: list[str] = []
    recover_left_runs(store_url(), notices.append)
    with RunHistory(store_url()) as history:
        found = history.find(RUN_ID)
    assert (found.state, found.reason) == (RunState.FINISHED, None)
    assert notices == [f"recovered run {found.name} ({RUN_ID}): it finished"]


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_run_whose_results_cannot_be_derived_is_closed_once(killed: RunRecord, monkeypatch: pytest.MonkeyPatch, has_ended: bool) -> None:
    if has_ended:
        save_header(Path(killed.folder), replace(killed, state=RunState.FAILED, exit_code=3, wall_s=1.5), store_url())

    def derived(*_: object) -> RunRecord:
        raise ZeroDivisionError

    monkeypatch.setattr(left_runs, "derived", derived)
    notices: list[str] = []
    for _ in range(2):
        recover_left_runs(store_url(), notices.append)
    with RunHistory(store_url()) as history:
        found = history.run(RUN_ID)
        assert_whole(history, 13)
    assert found.reason is not None
    assert found.reason.endswith("no results can be derived from what it recorded")
    assert notices == [f"recovered run {found.name} ({RUN_ID}): {found.reason}"]
    ends = (RunState.FAILED, 3, 1.5) if has_ended else (RunState.INTERRUPTED, None, None)
    assert (found.state, found.exit_code, found.wall_s) == ends
    assert "ZeroDivisionError" in (paths.home() / "gpuscope.log").read_text()


def test_a_run_whose_results_cannot_be_derived_now_is_tried_again(killed: RunRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    def derived(*_: object) -> RunRecord:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(left_runs, "derived", derived)
        recover_left_runs(store_url(), lambda _: None)
    with RunHistory(store_url()) as history:
        assert history.run(RUN_ID).state is RunState.RUNNING
    recover_left_runs(store_url(), lambda _: None)
    with RunHistory(store_url()) as history:
        assert history.run(RUN_ID).state is RunState.INTERRUPTED
        assert history.run(RUN_ID).metrics


def test_a_torn_last_line_is_left_out(killed: RunRecord) -> None:
    path = Path(killed.folder) / spool.SPOOL_NAME
    path.write_bytes(path.read_bytes()[:-20])
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
        assert_whole(history, 12)
    assert not path.exists()


def damaged(text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join([*lines[:4], lines[4].replace(b'"t":[5', b'"t":[6', 1), *lines[5:]])


def without_a_line(text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join([*lines[:4], *lines[5:]])


def with_nul(text: bytes) -> bytes:
    lines = text.splitlines(keepends=True)
    return b"".join(lines[:4]) + b"\0" * 5000


@pytest.mark.parametrize("harm", [damaged, without_a_line, with_nul])
def test_a_damaged_line_ends_what_is_taken(killed: RunRecord, harm: object) -> None:
    path = Path(killed.folder) / spool.SPOOL_NAME
    path.write_bytes(harm(path.read_bytes()))  # type: ignore[operator]
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
        assert_whole(history, 11)


def test_a_live_recorders_spool_is_not_touched(killed: RunRecord) -> None:
    lock = FolderLock(Path(killed.folder))
    assert lock.acquire()
    with RunHistory(store_url()) as history:
        assert history.find(RUN_ID).state is RunState.RUNNING
        recover_left_runs(store_url(), lambda _: None)
        assert_whole(history, 10)
    lock.release()
    assert has_left_something(Path(killed.folder))


def test_a_run_that_ended_between_two_looks_stays_ended(killed: RunRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its recorder writes the end and then frees the lock; the spool of a finished run is left alone."""
    with RunHistory(store_url()) as history:
        seen = history.run(RUN_ID)
        with RunWriter(store_url(), seen) as writer:
            writer.finish(replace(seen, state=RunState.FINISHED))
        assert history.true_state(seen).state is RunState.FINISHED
        assert_whole(history, 10)


def test_two_readers_at_once_take_it_in_once(killed: RunRecord) -> None:
    together = threading.Barrier(4)

    def look() -> RunState:
        with RunHistory(store_url()) as history:
            together.wait(10)
            return history.find(RUN_ID).state

    with ThreadPoolExecutor(4) as readers:
        assert set(readers.map(lambda _: look(), range(4))) == {RunState.INTERRUPTED}
    with RunHistory(store_url()) as history:
        assert history.find(RUN_ID).state is RunState.INTERRUPTED
        assert_whole(history, 13)


def test_a_store_that_another_writer_has_leaves_it_for_the_next_look(killed: RunRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_history, "_PATIENCE_S", 0.05)
    with RunHistory(store_url()) as history:
        with FileLock(lock_path(store_path(store_url()))):
            assert history.find(RUN_ID).state is RunState.INTERRUPTED
            assert_whole(history, 10)
            assert has_left_something(Path(killed.folder))
        assert history.find(RUN_ID).state is RunState.INTERRUPTED
        assert_whole(history, 13)


def test_a_run_of_another_machine_keeps_its_spool(killed: RunRecord) -> None:
    with StoreReader(store_url()) as reader, RunHistory(store_url()) as history:
        elsewhere = replace(reader.run(RUN_ID), host="elsewhere", heartbeat_at=killed.started_at - timedelta(days=1))
        history.true_state(elsewhere)
        assert has_left_something(Path(killed.folder))


def test_it_holds_what_came_while_nothing_is_behind_a_failed_write(tmp_path: Path) -> None:
    one = Spool(tmp_path)
    assert one.append(batches(0, 1))
    size = (tmp_path / spool.SPOOL_NAME).stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, limits[1]))  # the disk fills up in the middle of a line
    is_full = one.append(batches(0, 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not is_full
    assert not one.append(batches(2, 3)), "a hole"
    assert left(tmp_path) == [0, 1]
    one.empty(0)
    assert not one.append(batches(2, 3)), "the store lacks what would come before"
    one.empty(3)
    assert one.append(batches(2, 4))
    assert left(tmp_path) == [4]
    one.close(remove=True)
    assert not list(tmp_path.iterdir())


def test_it_does_not_grow_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Spool(tmp_path)
    assert one.append(batches(0, 0))
    monkeypatch.setattr(spool, "_MOST_BYTES", (tmp_path / spool.SPOOL_NAME).stat().st_size + 10)
    assert not one.append(batches(1, 1))
    one.empty(1)
    assert one.append(batches(2, 2))
    assert left(tmp_path) == [2]
    one.close(remove=False)


def test_where_it_cannot_be_made_it_takes_nothing() -> None:
    one = Spool(Path("/nowhere"))
    assert not one.append(batches(0, 0))
    one.empty(0)
    assert not one.append(batches(1, 1))
    one.close(remove=True)


def ring(folder: Path, pid: int, stamps: list[int], samples: tuple[int, int, int] = (0, 0, 0)) -> Path:
    """Leave a ring as a process that made these steps does: samples of all steps, of the first, and steps that reported some."""
    path = folder / f"steps-{pid}.ring"
    data = bytearray(HEADER_BYTES + 8 * SLOTS)
    struct.pack_into("<8sqqq", data, 0, b"GPUSRING", 1, SLOTS, pid)
    struct.pack_into("<qqqq", data, 64, len(stamps), *samples)
    for index, stamp in enumerate(stamps):
        struct.pack_into("<q", data, HEADER_BYTES + 8 * (index % SLOTS), stamp)
    path.write_bytes(data)
    return path


def steps_of(count: int) -> list[int]:
    """Return the timestamps of the steps, by batch."""
    return [START_NS + seq * 100_000_000 + offset for seq in range(count) for offset in (10, 20)]


@pytest.mark.parametrize("by_start", [False, True])
def test_steps_that_the_recorder_had_not_read_are_taken_from_the_ring(killed: RunRecord, by_start: bool) -> None:
    path = ring(Path(killed.folder), PID, steps_of(20))
    other = ring(Path(killed.folder), PID + 1, [START_NS + 7])
    if by_start:
        recover_left_runs(store_url(), print)
    with RunHistory(store_url()) as history:
        found = history.find(RUN_ID)
        assert history.steps(RUN_ID).tolist() == [stamp - START_NS for stamp in steps_of(20)]
        assert history.steps(RUN_ID, PID + 1).tolist() == [7]
        history.find(RUN_ID)
        assert history.steps(RUN_ID).size == 40
    assert found.state is RunState.INTERRUPTED
    assert not path.exists()
    assert not other.exists()


def test_samples_that_the_recorder_had_not_read_are_taken_from_the_ring_once(killed: RunRecord) -> None:
    ring(Path(killed.folder), PID, steps_of(20), (160, 4, 40))
    ring(Path(killed.folder), PID + 1, [START_NS + 7])
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
        history.find(RUN_ID)
        tallies = [event for event in history.events(RUN_ID) if isinstance(event, Log) and event.level == SAMPLES_TALLY]
    assert [tally.values for tally in tallies] == [{"pid": PID, "samples": 160, "first": 4, "steps": 40}]
    assert tallies[0].t_ns == steps_of(20)[-1]


def test_reports_that_the_recorder_had_not_read_are_kept_until_the_store_has_them(
    killed: RunRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that cannot write the store leaves them to the next one."""
    program = ReportRing(killed.folder, 0.0)
    assert program.write(b'{"e":"log","t":%d,"text":"before the kill"}\n' % (START_NS + 5))
    program.close()
    path = Path(killed.folder, program.name)
    hello = Hello("workload", PID, START_NS, {"reports": program.name})
    Path(killed.folder, spool.SPOOL_NAME).unlink()
    with RunWriter(store_url(), killed) as writer:
        writer.append([EventBatch((10, [hello]))])

    def refuse(*_: object, **_more: object) -> None:
        raise StoreWriteError("the disk is full", "Free some space.")

    with monkeypatch.context() as patch, RunHistory(store_url()) as history:
        patch.setattr(RunWriter, "append", refuse)
        history.find(RUN_ID)
        assert path.exists()
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
        history.find(RUN_ID)
        texts = [event.text for event in history.events(RUN_ID) if isinstance(event, Log)]
    assert texts.count("before the kill") == 1
    assert not path.exists()


def test_steps_in_spool_and_ring_are_stored_once_though_the_header_is_older_than_the_start(killed: RunRecord) -> None:
    folder = Path(killed.folder)
    save_header(folder, replace(killed, start_ns=START_NS - 20), store_url())  # written before the workload was started
    ring(folder, PID, steps_of(20))
    recover_left_runs(store_url(), print)
    with RunHistory(store_url()) as history:
        assert history.steps(RUN_ID).tolist() == [stamp - START_NS for stamp in steps_of(20)]


def test_a_ring_that_came_round_gives_what_it_still_holds(killed: RunRecord) -> None:
    steps = [*steps_of(13), *(START_NS + 1_300_000_000 + 10_000 * index for index in range(SLOTS + 50))]
    ring(Path(killed.folder), PID, steps)
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
        stored = history.steps(RUN_ID)
    assert stored.size >= 26 + SLOTS - 1
    assert int(stored[-1]) == steps[-1] - START_NS


@pytest.mark.parametrize("content", [b"", b"GPUSRING" + bytes(100), bytes(HEADER_BYTES + 8 * SLOTS)])
def test_a_ring_that_cannot_be_read_keeps_nothing_else_back(killed: RunRecord, content: bytes) -> None:
    (Path(killed.folder) / "steps-77.ring").write_bytes(content)
    with RunHistory(store_url()) as history:
        assert history.find(RUN_ID).state is RunState.INTERRUPTED
        assert_whole(history, 13)


def test_what_lies_under_an_older_layout_is_taken_under_that(killed: RunRecord) -> None:
    folder = Path(killed.folder)
    with RunHistory(store_url()) as history:
        history.find(RUN_ID)
    with RunWriter(store_url(), killed) as writer:
        writer.declare([CPU, GPU], CALLS | {"late": [("gpu:0", "temperature")]}, QUALITY)
        spooled(folder, *batches(13, 15))
        recover_spool(writer, folder)
    with StoreReader(store_url()) as reader:
        assert_whole(reader, 16)


def left(folder: Path) -> list[int]:
    return [item.seq for item in spool._complete_items(folder / spool.SPOOL_NAME) if isinstance(item, EventBatch)]
