"""A store that cannot be written for a while, or at all: all observers are notified, and everything that can be kept is kept."""

import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gpuscope.cli.stop import _waits_for
from gpuscope.core.event import End, Log
from gpuscope.core.run import RunState
from gpuscope.recording import run_store
from gpuscope.recording.launch import Launched, launch_detached
from gpuscope.recording.run_connection import Batch, RunConnection
from gpuscope.recording.run_history import RunHistory
from gpuscope.recording.run_store import SpareCore
from gpuscope.storage.store import StoreReader
from tests.recording.recorders import of_home, store_url, until

COMMAND = ("run", "--name", "x", "--", "sleep", "60")


class Follower:
    """Attaches to a recorder and keeps its log texts and its end."""

    def __init__(self, run: Launched) -> None:
        self.logs: list[Log] = []
        self.end: End | None = None
        self.connection = RunConnection.open(run.folder)
        self._messages = self.connection.messages()

    def until_told(self, words: str) -> Log:
        while not (found := [one for one in self.logs if words in one.text]):
            self._take(next(self._messages))
        return found[-1]

    def to_the_end(self) -> None:
        for message in self._messages:
            self._take(message)

    def _take(self, message: object) -> None:
        for event in message.events if isinstance(message, Batch) else ():
            if isinstance(event, Log) and event.level in ("warning", "over"):
                self.logs.append(event)
            elif isinstance(event, End):
                self.end = event


@pytest.fixture
def run() -> Iterator[Launched]:
    started = launch_detached(["run", "--store", store_url(), *COMMAND[1:]])
    with RunConnection.open(started.folder) as connection:
        pid = connection.request("ping")["pid"]
    until(lambda: committed(started.run_id) > 0)
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, limits[1]))  # its disk is full
    yield started
    until(lambda: not of_home())


def committed(run_id: str) -> int:
    with StoreReader(store_url()) as reader:
        runs = [one.run_id for one in reader.runs()]
        return reader.committed(run_id) if run_id in runs else -1


def free_the_disk(run: Launched) -> None:
    with RunConnection.open(run.folder) as connection:
        pid = connection.request("ping")["pid"]
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]))


@contextmanager
def followed(run: Launched) -> Iterator[Follower]:
    follower = Follower(run)
    with follower.connection:
        yield follower


def ask(run: Launched, **more: bool) -> None:
    with RunConnection.open(run.folder) as connection:
        connection.request("stop", **more)


def kept(run: Launched) -> list[tuple[str, str]]:
    with StoreReader(store_url()) as reader:
        events = reader.events(run.run_id, ["log"])
    return [(one.level, one.text) for one in events if isinstance(one, Log) and one.level in ("warning", "over")]


def test_a_disk_that_is_full_for_a_while_is_told_at_the_socket_and_kept_with_the_run(run: Launched) -> None:
    with followed(run) as follower:
        told = follower.until_told("not stored yet")
        assert told.values == {"unwritten": 1.0}
        free_the_disk(run)
        over = follower.until_told("can be written again")
        assert (over.level, over.values) == ("over", {"unwritten": 0.0})
        ask(run)
        follower.to_the_end()
    assert kept(run) == [("warning", told.text), ("over", over.text)]


def test_what_was_recorded_is_held_after_the_end_until_it_can_be_written(run: Launched) -> None:
    with followed(run) as follower:
        follower.until_told("not stored yet")
        ask(run)
        assert "retrying for 10 min" in follower.until_told("the run has ended").text
        assert follower.end is not None
        free_the_disk(run)
        follower.to_the_end()
    with RunHistory(store_url()) as reader:
        assert reader.find(run.run_id).state is RunState.STOPPED


def test_whoever_stops_it_twice_after_its_end_is_told_what_is_lost(run: Launched) -> None:
    with followed(run) as follower:
        follower.until_told("not stored yet")
        ask(run)
        follower.until_told("the run has ended")
        for _ in range(2):
            ask(run)
        follower.to_the_end()
    assert "what was recorded since" in follower.logs[-1].text
    assert "is lost" in follower.logs[-1].text


def test_a_damaged_store_that_is_set_aside_is_told_and_kept_with_the_run(gpuscope_home: Path) -> None:
    broken = gpuscope_home / "gpuscope.sqlite"
    first = launch_detached(["run", "--store", store_url(), "--", "true"])
    until(lambda: not of_home())
    data = bytearray(broken.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    broken.write_bytes(data)
    second = launch_detached(["run", "--store", store_url(), *COMMAND[1:]])
    with followed(second) as follower:
        aside = follower.until_told("it was set aside as")
        salvaged = follower.until_told("no run could be read from it")  # not "0 lost"
        ask(second)
        follower.to_the_end()
    until(lambda: not of_home())
    assert [text for _, text in kept(second)] == [aside.text, salvaged.text]
    assert first.run_id != second.run_id


def test_who_waits_for_the_end_can_ask_what_it_waits_for(run: Launched) -> None:
    with followed(run) as follower:
        follower.until_told("not stored yet")
        ask(run)
        follower.until_told("the run has ended")
        assert "not all of it is stored yet" in _waits_for(run.folder)
        free_the_disk(run)
        follower.to_the_end()
    assert _waits_for(run.folder) == ""


def test_a_core_that_others_or_the_workload_itself_may_use_is_not_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    idle_s: list[float | None] = [100.0, 100.9, 102.7, None]
    stamps_ns = [seconds * 10**9 for seconds in range(4)]
    monkeypatch.setattr(run_store, "idle_cpu_s", lambda: idle_s.pop(0))
    monkeypatch.setattr(time, "monotonic_ns", lambda: stamps_ns.pop(0))
    core = SpareCore()
    assert not core.was_free(), "0.9 s of idle time in a second: it may be the other hyperthread of the workload's core"
    assert core.was_free(), "1.8 s in the next"
    assert not core.was_free(), "it cannot be read"
