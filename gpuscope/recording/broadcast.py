"""Serves the run's socket: sends every event to every subscriber, once, and answers requests. Never blocks on a reader.

Messages are single lines of JSON. To the recorder: ``{"op": "attach"}``, ``{"op": "stop"}``, ``{"op": "mark", "text": …}``,
``{"op": "sensors"}`` (retry sensors that were switched off), ``{"op": "ping"}``.
From the recorder: ``{"op": "hello", "committed", "next"}``, ``{"op": "batch", "seq", "events"}``, ``{"op": "committed", "seq"}``,
``{"op": "hole", "from", "to"}``, ``{"op": "answer", …}``. The protocol is described in ARCHITECTURE.md ("Socket").
"""

import json
import selectors
import socket
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gpuscope.core.event import Event
from gpuscope.core.event_json import encode
from gpuscope.recording.acceptor import Acceptor
from gpuscope.system import sockets

_QUEUE_BYTES = 4 << 20
"""Limits the memory used for a client that has stopped reading. Later batches become a hole, which the client reads from the store."""
_LONGEST_REQUEST = 1 << 16
"""Far above the longest request, a mark of 4 KiB; limits the memory used for a client that never sends a newline."""

Answer = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def line(document: Mapping[str, Any]) -> bytes:
    """Return a document as one line of JSON."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


class _Subscriber:
    """One connection: its unsent data, and the hole of batches that it missed."""

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
        """Send as much as possible without blocking; return whether the connection is alive."""
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
        server: The socket that listens in the run's folder; :meth:`close` closes it.
        selector: The recorder's selector; callbacks are registered as data.
        answer: Handles a request other than attach, and returns the answer.
    """

    def __init__(self, server: socket.socket, selector: selectors.BaseSelector, answer: Answer) -> None:
        self._server = server
        self._selector = selector
        self._answer = answer
        self._subscribers: dict[socket.socket, _Subscriber] = {}
        self._uncommitted: deque[tuple[int, tuple[Event, ...]]] = deque()
        self._committed = -1
        self._next = 0
        self._acceptor = Acceptor(server, selector, self._take)

    @property
    def is_watched(self) -> bool:
        """Whether any subscriber is attached."""
        return any(subscriber.attached for subscriber in self._subscribers.values())

    def publish(self, seq: int, events: Sequence[Event]) -> None:
        """Send a batch to all subscribers, and keep it until it is committed."""
        self._uncommitted.append((seq, tuple(events)))
        self._next = seq + 1
        attached = [subscriber for subscriber in self._subscribers.values() if subscriber.attached]
        if attached:
            data = _batch(seq, events)
            for subscriber in attached:
                subscriber.offer(seq, data)
                self._flush(subscriber)

    def committed(self, seq: int) -> None:
        """Notify all subscribers that the store holds everything up to ``seq``."""
        self._committed = seq
        while self._uncommitted and self._uncommitted[0][0] <= seq:
            self._uncommitted.popleft()
        for subscriber in list(self._subscribers.values()):
            if subscriber.attached:
                subscriber.offer_committed(seq)
                self._flush(subscriber)

    def retry(self) -> None:
        """Accept connections again that there was no descriptor left for; to be called once per second."""
        self._acceptor.retry()

    def _take(self, connection: socket.socket) -> None:
        subscriber = self._subscribers[connection] = _Subscriber(connection)
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._ready(subscriber))

    def _ready(self, subscriber: _Subscriber) -> None:
        self._flush(subscriber)
        if subscriber.connection not in self._subscribers:
            return
        try:
            data = subscriber.connection.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        subscriber.incoming += data
        while b"\n" in subscriber.incoming:
            self._request(subscriber, sockets.take_line(subscriber.incoming))
        if not data or len(subscriber.incoming) > _LONGEST_REQUEST:
            self._drop(subscriber)
        else:
            self._flush(subscriber)

    def _request(self, subscriber: _Subscriber, text: bytes) -> None:
        try:
            request = json.loads(text)
            operation = request["op"]
        except (ValueError, KeyError, TypeError, RecursionError):
            subscriber.outgoing += line({"op": "answer", "ok": False, "error": "not a request"})
            return
        if operation == "attach":
            self._attach(subscriber)
        else:
            subscriber.outgoing += line({"op": "answer", **self._answer(request)})

    def _attach(self, subscriber: _Subscriber) -> None:
        subscriber.outgoing += line({"op": "hello", "committed": self._committed, "next": self._next})
        subscriber.committed = self._committed
        for seq, events in self._uncommitted:
            subscriber.offer(seq, _batch(seq, events))
        subscriber.attached = True

    def _flush(self, subscriber: _Subscriber) -> None:
        if not subscriber.send():
            self._drop(subscriber)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if subscriber.outgoing else 0)
        if self._selector.get_key(subscriber.connection).events != wanted:
            self._selector.modify(subscriber.connection, wanted, lambda: self._ready(subscriber))

    def _drop(self, subscriber: _Subscriber) -> None:
        if self._subscribers.pop(subscriber.connection, None) is not None:
            self._selector.unregister(subscriber.connection)
            subscriber.connection.close()

    def close(self) -> None:
        """Refuse further connections, send what can be sent without blocking, and close all connections.

        The recorder may take half a minute longer (a command of an alert): whoever connects then must not wait for an answer.
        """
        self._acceptor.close()
        self._server.close()
        for subscriber in list(self._subscribers.values()):
            subscriber.send()
            self._drop(subscriber)


def _batch(seq: int, events: Sequence[Event]) -> bytes:
    return line({"op": "batch", "seq": seq, "events": [encode(event) for event in events]})
