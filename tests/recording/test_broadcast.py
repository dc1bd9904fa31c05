"""Tests of broadcast and attach: every event arrives once, however slow or late the observer."""

import selectors
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gpuscope.core.errors import UnavailableError
from gpuscope.core.event import Event, Log
from gpuscope.recording import broadcast
from gpuscope.recording.broadcast import Broadcast
from gpuscope.recording.run_connection import Attached, Batch, Committed, RunConnection
from gpuscope.recording.run_folder import SOCKET_NAME
from gpuscope.system import sockets


def event(number: int) -> Log:
    return Log(number, "info", f"event {number}")


class FakeStore:
    """The batches that the store holds, up to the last commit."""

    def __init__(self) -> None:
        self.stored: list[tuple[int, tuple[Event, ...]]] = []

    def events(self, _run_id: str, _kinds: Collection[str], *, up_to_seq: int) -> list[Event]:
        return [one for seq, events in self.stored if seq <= up_to_seq for one in events]

    def batches(self, _run_id: str, first: int, last: int) -> list[tuple[int, tuple[Event, ...]]]:
        return [one for one in self.stored if first <= one[0] <= last]


class Recorder:
    """A recorder's loop on a thread: publishes and commits on request, and serves its socket in between."""

    def __init__(self, folder: Path) -> None:
        self.selector = selectors.DefaultSelector()
        self.requests: list[Mapping[str, Any]] = []
        self.server = sockets.listen(folder / SOCKET_NAME)
        self.broadcast = Broadcast(self.server, self.selector, self._answer)
        self.store = FakeStore()
        self._work: list[Callable[[], None]] = []
        self._done = threading.Event()
        self._wake, self._waker = socket.socketpair()
        self.selector.register(self._wake, selectors.EVENT_READ, lambda: self._wake.recv(100))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _answer(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        self.requests.append(request)
        return {"ok": True, "echo": request.get("text")}

    def _run(self) -> None:
        while not self._done.is_set():
            for key, _ in self.selector.select(0.5):
                key.data()
            while self._work:
                self._work.pop(0)()

    def do(self, work: Callable[[], None]) -> None:
        done = threading.Event()
        self._work += [work, done.set]
        self._waker.send(b"x")
        assert done.wait(5)

    def publish(self, seq: int) -> None:
        self.do(lambda: self.broadcast.publish(seq, (event(seq),)))

    def publish_all(self, numbers: Iterable[int]) -> None:
        def work() -> None:
            for seq in numbers:
                self.broadcast.publish(seq, (event(seq),))

        self.do(work)

    def commit(self, seq: int) -> None:
        def work() -> None:
            have = len(self.store.stored)
            self.store.stored += [(one, (event(one),)) for one in range(have, seq + 1)]
            self.broadcast.committed(seq)

        self.do(work)

    def close(self) -> None:
        self.do(self.broadcast.close)
        self._done.set()
        self._waker.send(b"x")
        self._thread.join()
        self.server.close()
        self._wake.close()
        self._waker.close()
        self.selector.close()


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    one = Recorder(tmp_path)
    yield one
    if one._thread.is_alive():
        one.close()


def follow(folder: Path, store: FakeStore, got: list[int], attached: threading.Event) -> threading.Thread:
    def work() -> None:
        with RunConnection.open(folder) as connection:
            attached.set()
            for one in connection.follow(store, "run"):  # type: ignore[arg-type]
                assert isinstance(one, Log)
                got.append(one.t_ns)

    thread = threading.Thread(target=work)
    thread.start()
    assert attached.wait(5)
    return thread


def test_readers_that_come_at_any_time_get_every_event_once(recorder: Recorder, tmp_path: Path) -> None:
    readers: list[tuple[threading.Thread, list[int]]] = []
    for seq in range(120):
        if seq in (0, 1, 47, 90):
            got: list[int] = []
            readers.append((follow(tmp_path, recorder.store, got, threading.Event()), got))
        recorder.publish(seq)
        if seq % 9 == 0:
            recorder.commit(seq - 3 if seq > 3 else 0)
    recorder.commit(119)
    recorder.close()
    for thread, got in readers:
        thread.join(5)
        assert got == list(range(120))


def test_a_slow_reader_loses_nothing_and_holds_nobody_up(recorder: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "_QUEUE_BYTES", 2_000)
    with RunConnection.open(tmp_path) as slow:
        messages = slow.messages()
        recorder.publish(0)
        assert isinstance(next(messages), Attached)
        recorder.publish_all(range(1, 8000))
        recorder.commit(7999)
        seen: set[int] = set()
        holes: list[tuple[int, int]] = []
        for message in messages:
            if isinstance(message, Batch):
                assert message.seq not in seen
                seen.add(message.seq)
            elif isinstance(message, Committed):
                if holes and message.seq >= 7999:
                    break
            elif not isinstance(message, Attached):
                holes.append((message.first, message.last))
                recorder.do(lambda: recorder.broadcast.committed(7999))
        assert holes
        for first, last in holes:
            missing = {seq for seq, _ in recorder.store.batches("run", first, last)}
            assert not missing & seen
            seen |= missing
        assert seen == set(range(8000))


def test_requests_are_answered_also_while_attached(recorder: Recorder, tmp_path: Path) -> None:
    with RunConnection.open(tmp_path) as connection:
        assert connection.request("mark", text="half way")["echo"] == "half way"
    assert recorder.requests == [{"op": "mark", "text": "half way"}]


def test_garbage_is_answered_and_a_flood_is_cut_off(recorder: Recorder, tmp_path: Path) -> None:
    from gpuscope.system import sockets

    client = sockets.connect(tmp_path / SOCKET_NAME)
    client.sendall(b"not json\n[1]\n")
    assert b"not a request" in client.recv(4096)
    try:
        while True:
            client.sendall(b"x" * 65536)
    except OSError:
        pass
    client.close()
    with RunConnection.open(tmp_path) as connection:
        assert connection.request("ping")["ok"] is True


def test_nobody_there_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="does not answer"):
        RunConnection.open(tmp_path)
