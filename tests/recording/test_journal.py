"""Tests of the journal: no batch handed to it is lost, whatever the store does."""

import select
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Event, Log
from gpuscope.core.event_batch import EventBatch, SeriesLayout
from gpuscope.recording import journal as module
from gpuscope.recording.journal import Journal
from gpuscope.recording.spool import Spool, _complete_items
from gpuscope.storage.errors import CorruptStoreError, StoreBusyError, UnfitStoreError


class FakeWriter:
    """A store that fails on request."""

    def __init__(self) -> None:
        self.failures = 0
        self.written: list[Any] = []
        self.closed = False

    def _perhaps_fail(self) -> None:
        if self.failures > 0:
            self.failures -= 1
            raise UnavailableError("the disk is full", "Free some space.")

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
        self._perhaps_fail()
        self.written += [seq for seq, _ in batches]
        return batches[-1][0]

    def declare(self, devices: Sequence[Device], calls: Mapping[str, Any], quality: Mapping[str, Any]) -> None:
        self._perhaps_fail()
        self.written.append(devices[0].key)

    def compact(self) -> None:
        self._perhaps_fail()

    def close(self) -> None:
        self.closed = True


class DamagedWriter(FakeWriter):
    """A store whose file is damaged until it is replaced."""

    damaged = False
    mended: CorruptStoreError | None = None

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
        if self.damaged:
            raise CorruptStoreError("the store is damaged", "")
        return super().append(batches)

    def mend(self, error: CorruptStoreError) -> None:
        self.damaged, self.mended = False, error


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMMIT_S", 0.01)
    monkeypatch.setattr(module, "SPOOL_S", 0.01)
    monkeypatch.setattr(module, "RETRY_S", 0.01)


@pytest.fixture
def writer() -> FakeWriter:
    return FakeWriter()


@pytest.fixture
def journal(writer: FakeWriter) -> Iterator[Journal]:
    one = Journal(lambda: writer, no_repair, no_spool)  # type: ignore[arg-type, return-value]
    yield one
    if one._thread is not None and not one.finished:
        one.finish(lambda _: "result", 0.0)  # type: ignore[arg-type, return-value]
    one.close()


def no_repair(error: CorruptStoreError) -> None:
    raise error


def no_spool() -> Spool:
    return Spool(Path("/nowhere"))


def test_a_store_that_is_damaged_in_mid_run_is_replaced_and_nothing_is_lost() -> None:
    writer = DamagedWriter()
    one = Journal(lambda: writer, writer.mend, no_spool)  # type: ignore[arg-type, return-value]
    one.put(*batch(0))
    one.start()
    until(one, lambda: one.committed == 0)
    writer.damaged = True
    one.put(*batch(1))
    until(one, lambda: one.committed == 1)
    assert str(writer.mended).startswith("the store is damaged")
    assert writer.written == [0, 1]
    one.finish(lambda _: "result", 1.0)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    one.close()


def batch(number: int) -> tuple[int, tuple[Event, ...]]:
    return number, (Log(number),)


def until(journal: Journal, done: Any) -> None:
    deadline = time.monotonic() + 5
    while not done():
        assert time.monotonic() < deadline
        select.select([journal.fileno()], [], [], 0.05)
        journal.acknowledge()


def test_nothing_is_opened_before_it_is_told_to(writer: FakeWriter) -> None:
    opened = []
    one = Journal(lambda: opened.append(1) or writer, no_repair, no_spool)  # type: ignore[arg-type, return-value, func-returns-value]
    one.put(*batch(0))
    time.sleep(0.05)
    assert not opened
    one.start()
    until(one, lambda: one.committed == 0)
    one.finish(lambda _: "result", 1.0)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    assert one.result == "result"  # type: ignore[comparison-overlap]
    assert writer.closed
    one.close()


def test_declarations_stay_in_their_place_among_the_batches(journal: Journal, writer: FakeWriter) -> None:
    device = Device("cpu", DeviceKind.CPU, "a CPU")
    journal.put(*batch(0))
    journal.declare(SeriesLayout((device,), {}, {}))
    journal.put(*batch(1))
    journal.put(*batch(2))
    journal.start()
    until(journal, lambda: journal.committed == 2)
    assert writer.written == [0, "cpu", 1, 2]


def test_before_the_store_is_open_a_declaration_that_says_more_takes_the_place_of_the_earlier(journal: Journal, writer: FakeWriter) -> None:
    one, two = Device("cpu", DeviceKind.CPU, "a CPU"), Device("gpu:0", DeviceKind.GPU, "a GPU")
    calls = {"host": (("cpu", "utilization"),)}
    journal.declare(SeriesLayout((one,), calls, {}))
    journal.put(*batch(0))
    journal.declare(SeriesLayout((two, one), {**calls, "nvml": (("gpu:0", "power"),)}, {}))
    journal.put(*batch(1))
    journal.declare(SeriesLayout((one,), {"host": (("cpu", "frequency"),)}, {}))
    journal.put(*batch(2))
    journal.start()
    until(journal, lambda: journal.committed == 2)
    assert writer.written == ["gpu:0", 0, 1, "cpu", 2]


def test_a_store_that_fails_for_a_while_loses_nothing_and_is_told(journal: Journal, writer: FakeWriter) -> None:
    writer.failures = 3
    troubles = set()
    journal.start()
    for number in range(50):
        journal.put(*batch(number))
        troubles.add(journal.trouble)
        time.sleep(0.002)
    until(journal, lambda: journal.committed == 49)
    assert writer.written == list(range(50))
    assert "the disk is full" in troubles
    assert journal.trouble is None


def test_a_store_that_never_opens_is_given_up_in_the_end_with_its_reason() -> None:
    def refuse() -> Any:
        raise UnavailableError("the store is read-only", "")

    one = Journal(refuse, no_repair, no_spool)
    one.put(*batch(0))
    one.finish(lambda _: "result", 0.05)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    assert one.result is None
    assert one.trouble == "the store is read-only"
    one.close()


def test_a_bug_on_the_thread_is_handed_to_the_loop() -> None:
    def broken() -> Any:
        raise ZeroDivisionError

    one = Journal(broken, no_repair, no_spool)
    one.start()
    until(one, lambda: one.finished)
    assert isinstance(one.failure, ZeroDivisionError)
    one.close()


def test_a_batch_is_committed_at_once_where_there_is_no_spool(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COMMIT_S", 60.0)
    monkeypatch.setattr(module, "SPOOL_S", 60.0)
    journal.start()
    for number in range(3):  # before, during and after opening the store
        journal.put(*batch(number), at_once=True)
        until(journal, lambda number=number: journal.committed == number)


class SlowWriter(FakeWriter):
    """A store that can be written only while it is free; at other times another writer holds it."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.free.set()
        self.waits = threading.Event()

    def append(self, batches: Sequence[tuple[int, Sequence[Event]]]) -> int:
        self._wait()
        return super().append(batches)

    def declare(self, devices: Sequence[Device], calls: Mapping[str, Any], quality: Mapping[str, Any]) -> None:
        self._wait()
        super().declare(devices, calls, quality)

    def _wait(self) -> None:
        if not self.free.is_set():
            self.waits.set()
            assert self.free.wait(5)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Journal, SlowWriter]]:
    """A journal with a spool that commits when it must; batch 0 is in the store."""
    monkeypatch.setattr(module, "COMMIT_S", 60.0)
    writer = SlowWriter()
    one = Journal(lambda: writer, no_repair, lambda: Spool(tmp_path))  # type: ignore[arg-type, return-value]
    one.put(*batch(0))
    one.start()
    until(one, lambda: one.committed == 0)
    yield one, writer
    writer.free.set()
    if not one.finished:
        one.finish(lambda _: "result", 0.0)  # type: ignore[arg-type, return-value]
    one.close()


def spooled(folder: Path) -> list[Any]:
    """Return the contents of the spool: numbers of batches, first devices of layouts."""
    return [item.seq if isinstance(item, EventBatch) else item.devices[0].key for item in _complete_items(folder / "batches.spool")]


def test_a_batch_lies_in_the_spool_until_it_is_committed(slow: tuple[Journal, SlowWriter], tmp_path: Path) -> None:
    journal, writer = slow
    for number in range(1, 4):
        journal.put(*batch(number), at_once=True)
        until(journal, lambda number=number: spooled(tmp_path)[-1:] == [number])
    assert writer.written == [0]
    assert spooled(tmp_path) == [1, 2, 3]
    journal.finish(lambda _: "result", 1.0)  # type: ignore[arg-type, return-value]
    until(journal, lambda: journal.finished)
    assert writer.written == [0, 1, 2, 3]
    assert not list(tmp_path.iterdir())


def test_a_declaration_is_spooled_in_its_place_while_the_store_waits(slow: tuple[Journal, SlowWriter], tmp_path: Path) -> None:
    journal, writer = slow
    writer.free.clear()
    journal.put(*batch(1), at_once=True)
    journal.declare(SeriesLayout((Device("cpu", DeviceKind.CPU, "a CPU"),), {}, {}))
    assert writer.waits.wait(5)
    journal.put(*batch(2), at_once=True)
    until(journal, lambda: spooled(tmp_path) == [1, "cpu", 2])
    assert writer.written == [0]
    writer.free.set()
    until(journal, lambda: writer.written == [0, 1, "cpu"])
    assert spooled(tmp_path) == [1, "cpu", 2], "the last is not in the store yet"


def test_everything_is_in_the_spool_before_the_store_is_open(writer: FakeWriter, tmp_path: Path) -> None:
    journal = Journal(lambda: writer, no_repair, lambda: Spool(tmp_path))  # type: ignore[arg-type, return-value]
    journal.put(*batch(0), at_once=True)
    journal.declare(SeriesLayout((Device("cpu", DeviceKind.CPU, "a CPU"),), {}, {}))
    journal.put(*batch(1), at_once=True)
    until(journal, lambda: spooled(tmp_path) == [0, "cpu", 1])
    assert writer.written == []
    journal.close()
    assert spooled(tmp_path) == [0, "cpu", 1]


def test_a_store_that_never_opens_leaves_everything_in_the_spool(tmp_path: Path) -> None:
    def refuse() -> Any:
        raise UnavailableError("the store is read-only", "")

    journal = Journal(refuse, no_repair, lambda: Spool(tmp_path))
    journal.put(*batch(0))
    journal.finish(lambda _: "result", 0.05)  # type: ignore[arg-type, return-value]
    until(journal, lambda: journal.finished)
    assert not journal.has_lost
    assert spooled(tmp_path) == [0]
    journal.close()


def test_batches_come_into_the_spool_while_a_commit_waits(slow: tuple[Journal, SlowWriter], tmp_path: Path) -> None:
    journal, writer = slow
    writer.free.clear()
    journal.put(*batch(1), at_once=True)
    until(journal, lambda: spooled(tmp_path) == [1])
    with journal._changed:
        journal._set_due()
    assert writer.waits.wait(5)
    journal.put(*batch(2), at_once=True)
    until(journal, lambda: spooled(tmp_path) == [1, 2])
    writer.free.set()
    until(journal, lambda: journal.committed == 1)
    assert spooled(tmp_path) == [1, 2], "the second is not in the store yet"
    with journal._changed:
        journal._set_due()
    until(journal, lambda: journal.committed == 2)
    until(journal, lambda: not spooled(tmp_path))


def test_a_declaration_is_committed_at_once(slow: tuple[Journal, SlowWriter]) -> None:
    journal, writer = slow
    until(journal, lambda: not journal._is_fresh)  # the spool's thread, which would also notify, has nothing to do
    journal.declare(SeriesLayout((Device("cpu", DeviceKind.CPU, "a CPU"),), {}, {}))
    until(journal, lambda: writer.written == [0, "cpu"])


def test_a_store_that_is_given_up_leaves_everything_in_the_spool(slow: tuple[Journal, SlowWriter], tmp_path: Path) -> None:
    journal, writer = slow
    writer.failures = 10**6
    journal.put(*batch(1))
    journal.finish(lambda _: "result", 0.05)  # type: ignore[arg-type, return-value]
    until(journal, lambda: journal.finished)
    assert (journal.result, journal.has_lost, journal.trouble) == (None, False, "the disk is full")
    assert spooled(tmp_path) == [1]


def test_waiting_for_another_writer_does_not_count_against_its_patience(writer: FakeWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    tries, now_s = 0, 100.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now_s))

    def busy() -> FakeWriter:
        nonlocal tries, now_s
        tries += 1
        if tries < 4:
            now_s += 0.03
            raise StoreBusyError("the store has been in use by another gpuscope", "", 0.03)
        return writer

    one = Journal(busy, no_repair, no_spool)  # type: ignore[arg-type]
    one.put(*batch(0))
    one.finish(lambda _: "result", 0.02)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    assert one.result == "result"  # type: ignore[comparison-overlap]
    assert writer.written == [0]
    one.close()


def test_a_store_that_is_damaged_again_after_each_repair_is_given_up() -> None:
    class Hopeless(DamagedWriter):
        def mend(self, error: CorruptStoreError) -> None:
            self.mended = error

    writer = Hopeless()
    writer.damaged = True
    one = Journal(lambda: writer, writer.mend, no_spool)  # type: ignore[arg-type, return-value]
    one.put(*batch(0))
    one.finish(lambda _: "result", 0.05)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    assert one.has_lost
    assert one.trouble == "the store is damaged"
    one.close()


def test_what_is_spooled_while_a_commit_ends_follows_on_what_the_spool_holds(
    writer: FakeWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMMIT_S", 60.0)
    monkeypatch.setattr(module, "SPOOL_S", 60.0)
    journal = Journal(lambda: writer, no_repair, lambda: Spool(tmp_path))  # type: ignore[arg-type, return-value]
    written = journal._written

    def then_spooled(count: int) -> None:
        written(count)
        journal.put(*batch(3))
        assert journal._spooled()

    monkeypatch.setattr(journal, "_written", then_spooled)
    journal.put(*batch(0))
    assert journal._spooled()
    for number in (1, 2):  # which the spool does not have yet
        journal.put(*batch(number))
    assert journal._append(writer)  # type: ignore[arg-type]
    assert writer.written == [0, 1, 2]
    assert spooled(tmp_path)[-1] == 3
    assert journal._append(writer)  # type: ignore[arg-type]
    assert spooled(tmp_path) == []
    journal.close()


@pytest.mark.parametrize(("is_awaited", "tries"), [(True, 1), (False, 3)])
def test_a_file_of_another_program_is_not_tried_again_while_somebody_waits(is_awaited: bool, tries: int) -> None:
    tried: list[int] = []

    def refuse() -> Any:
        tried.append(len(tried))
        if len(tried) == 3 or is_awaited:
            one.give_up() if not is_awaited else None
        raise UnfitStoreError("it is not a gpuscope store", "Move it away.")

    one = Journal(refuse, no_repair, no_spool)
    one.finish(lambda _: "result", 600.0, is_awaited=is_awaited)  # type: ignore[arg-type, return-value]
    until(one, lambda: one.finished)
    one.close()
    assert len(tried) == tries
