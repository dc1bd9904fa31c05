"""Serves the run's socket: every event to every subscriber, once, and requests from them. Never blocks on a reader.

One line of JSON each way. To us: ``{"op": "attach"}``, ``{"op": "stop"}``, ``{"op": "mark", "text": …}``, ``{"op": "sensors"}``
(those that are switched off are tried again), ``{"op": "ping"}``.
From us: ``{"op": "hello", "committed", "next"}``, ``{"op": "batch", "seq", "events"}``, ``{"op": "committed", "seq"}``,
``{"op": "hole", "from", "to"}``, ``{"op": "answer", …}``. The rules behind it are in ARCHITECTURE.md ("Socket").
"""

import json
import selectors
import socket
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gpuscope.core.event import Event, encode
from gpuscope.system import sockets

SOCKET_NAME = "recorder.sock"
_QUEUE_BYTES = 4 << 20
_LONGEST_REQUEST = 1 << 16
"""Far above the longest request, a mark of 4 KiB; a client that sends no line end costs no more."""

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def line(document: Mapping[str, Any]) -> bytes:
    """Return a document as one line of JSON."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


class _Subscriber:
    """One connection: what still has to go out, and the batches that it had to miss."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.attached = False
        self.hole: tuple[int, int] | None = None
        self.committed = -1

    def offer_committed(self, seq: int) -> None:
        self.committed = seq
        if self.hole is None:
            self.outgoing += line({"op": "committed", "seq": seq})

    def offer(self, seq: int, data: bytes) -> None:
        if self.hole is not None or len(self.outgoing) > _QUEUE_BYTES:
            self.hole = (self.hole[0] if self.hole else seq, seq)
        else:
            self.outgoing += data

    def send(self) -> bool:
        """Send what goes out now; return whether the connection lives."""
        try:
            while self.outgoing:
                sent = self.connection.send(self.outgoing)
                del self.outgoing[:sent]
        except BlockingIOError:
            pass
        except OSError:
            return False
        if self.hole is not None and len(self.outgoing) < _QUEUE_BYTES // 2:
            self.outgoing += line({"op": "hole", "from": self.hole[0], "to": self.hole[1]})
            self.outgoing += line({"op": "committed", "seq": self.committed})
            self.hole = None
        return True


class Broadcast:
    """The run's socket.

    Args:
        folder: The run's folder.
        selector: The recorder's; callbacks are registered as data.
        answer: Handles a request other than attach, and returns the answer.
    """

    def __init__(self, folder: Path, selector: selectors.BaseSelector, answer: Answer) -> None:
        self._path = folder / SOCKET_NAME
        self._selector = selector
        self._answer = answer
        self._subscribers: dict[socket.socket, _Subscriber] = {}
        self._uncommitted: deque[tuple[int, tuple[Event, ...]]] = deque()
        self._committed = -1
        self._next = 0
        self._server = sockets.listen(self._path)
        selector.register(self._server, selectors.EVENT_READ, self._accept)

    @property
    def is_watched(self) -> bool:
        """Whether anybody takes the batches as they come."""
        return any(one.attached for one in self._subscribers.values())

    def publish(self, seq: int, events: Sequence[Event]) -> None:
        """Hand a batch to all subscribers, and keep it until it is committed."""
        self._uncommitted.append((seq, tuple(events)))
        self._next = seq + 1
        attached = [one for one in self._subscribers.values() if one.attached]
        if attached:
            data = _batch(seq, events)
            for one in attached:
                one.offer(seq, data)
                self._flush(one)

    def committed(self, seq: int) -> None:
        """Tell all subscribers that the store holds everything up to ``seq``."""
        self._committed = seq
        while self._uncommitted and self._uncommitted[0][0] <= seq:
            self._uncommitted.popleft()
        for one in list(self._subscribers.values()):
            if one.attached:
                one.offer_committed(seq)
                self._flush(one)

    def _accept(self) -> None:
        try:
            connection, _ = self._server.accept()
        except OSError:
            return
        if not sockets.peer_is_self(connection):
            connection.close()
            return
        connection.setblocking(False)
        one = self._subscribers[connection] = _Subscriber(connection)
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._ready(one))

    def _ready(self, one: _Subscriber) -> None:
        self._flush(one)
        if one.connection not in self._subscribers:
            return
        try:
            data = one.connection.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        one.incoming += data
        while b"\n" in one.incoming:
            request, _, rest = bytes(one.incoming).partition(b"\n")
            one.incoming = bytearray(rest)
            self._request(one, request)
        if not data or len(one.incoming) > _LONGEST_REQUEST:
            self._drop(one)
        else:
            self._flush(one)

    def _request(self, one: _Subscriber, text: bytes) -> None:
        try:
            request = json.loads(text)
            operation = request["op"]
        except (ValueError, KeyError, TypeError, RecursionError):
            one.outgoing += line({"op": "answer", "ok": False, "error": "not a request"})
            return
        if operation == "attach":
            self._attach(one)
        else:
            one.outgoing += line({"op": "answer", **self._answer(request)})

    def _attach(self, one: _Subscriber) -> None:
        one.outgoing += line({"op": "hello", "committed": self._committed, "next": self._next})
        one.committed = self._committed
        for seq, events in self._uncommitted:
            one.offer(seq, _batch(seq, events))
        one.attached = True

    def _flush(self, one: _Subscriber) -> None:
        if not one.send():
            self._drop(one)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if one.outgoing else 0)
        if self._selector.get_key(one.connection).events != wanted:
            self._selector.modify(one.connection, wanted, lambda: self._ready(one))

    def _drop(self, one: _Subscriber) -> None:
        if self._subscribers.pop(one.connection, None) is not None:
            self._selector.unregister(one.connection)
            one.connection.close()

    def close(self) -> None:
        """Send what can be sent at once, close all connections and remove the socket."""
        for one in list(self._subscribers.values()):
            one.send()
            self._drop(one)
        self._selector.unregister(self._server)
        self._server.close()
        sockets.remove(self._path)


def _batch(seq: int, events: Sequence[Event]) -> bytes:
    return line({"op": "batch", "seq": seq, "events": [encode(event) for event in events]})
