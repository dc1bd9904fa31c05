"""The recorder's end of the channel on which a workload reports its rare events: JSON lines on a local socket."""

import json
import selectors
import socket
from collections.abc import Callable

from gpuscope.core.errors import EventError
from gpuscope.core.event import Capture, End, Event, Hello, Log, Phase, Result
from gpuscope.core.event_json import decode
from gpuscope.core.quantity import Quantity
from gpuscope.recording.acceptor import Acceptor

_LONGEST_LINE = 1 << 20
"""Twice the longest line that the probe sends (``probe.channel``); limits the memory used for a peer that never sends a newline."""
_READ_BYTES = 1 << 16
"""About the default size of a socket's buffer: a larger read would not return more at once."""
_NUMBERS = ("steps", "warmup_steps", "samples_per_step", "rank", "threads", "seen")
_TEXTS = ("ring", "ring_reason", "reports", "steps_kind")
"""Entries of a hello from which a run's numbers are derived, if they are there."""


class ChildChannel:
    """Accepts connections of the workload's processes and turns their lines into events.

    Args:
        server: The listening socket, closed by its owner.
        selector: The recorder's selector; callbacks are registered as data.
        deliver: Called with each event.

    Attributes:
        garbage: Number of lines that were not valid events.
    """

    def __init__(self, server: socket.socket, selector: selectors.BaseSelector, deliver: Callable[[Event], None]) -> None:
        self._selector = selector
        self._deliver = deliver
        self._buffers: dict[socket.socket, bytearray] = {}
        self.garbage = 0
        self._acceptor = Acceptor(server, selector, self._take)

    def retry(self) -> None:
        """Accept connections again that there was no descriptor left for; to be called once per second."""
        self._acceptor.retry()

    def _take(self, connection: socket.socket) -> None:
        self._buffers[connection] = bytearray()
        self._selector.register(connection, selectors.EVENT_READ, lambda: self._read(connection))

    def _read(self, connection: socket.socket) -> bool:
        """Read available data; return whether there may be more."""
        try:
            data = connection.recv(_READ_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        buffer = self._buffers[connection]
        buffer += data
        *lines, rest = bytes(buffer).split(b"\n") if b"\n" in data else [bytes(buffer)]
        for line in lines:
            self._line(line)
        if len(rest) > _LONGEST_LINE:
            self.garbage += 1
            rest = b""
        self._buffers[connection] = bytearray(rest)
        if not data:
            self._drop(connection)
        return bool(data)

    def _line(self, line: bytes) -> None:
        try:
            event = decode(json.loads(line))
            _check(event)
        except (EventError, ValueError, RecursionError):
            self.garbage += 1
            return
        self._deliver(event)

    def _drop(self, connection: socket.socket) -> None:
        self._selector.unregister(connection)
        connection.close()
        del self._buffers[connection]

    def drain(self) -> None:
        """Read everything that was sent before the workload ended."""
        while self._acceptor.accept():
            pass
        for connection in list(self._buffers):
            while connection in self._buffers and self._read(connection):
                pass

    def close(self) -> None:
        """Close all connections."""
        for connection in list(self._buffers):
            self._drop(connection)
        self._acceptor.close()


def _check(event: Event) -> None:
    """Check that a workload may send an event, and the parts of it that decoding leaves open and the end of the run is derived from.

    Raises:
        ValueError: No process of a workload sends such an event.
    """
    match event:
        case Hello(role="workload", info=info):
            are_numbers = all(type(info.get(key)) in (int, float, type(None)) for key in _NUMBERS)
            if not are_numbers or not all(isinstance(info.get(key), str | None) for key in _TEXTS):
                raise ValueError(info)
        case Result():
            for value in event.values.values():
                Quantity.from_json(value)
        case Log() | Phase() | Capture() | End():
            pass
        case _:  # readings, gaps and devices come from helpers, steps from rings
            raise ValueError(event)
