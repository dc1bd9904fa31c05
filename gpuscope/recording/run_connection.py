"""Client side of a run's socket: follows a run recorded by another process, and sends requests to its recorder."""

import contextlib
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from gpuscope.core.errors import EventError, UnavailableError
from gpuscope.core.event import Event
from gpuscope.core.event_json import decode_each
from gpuscope.recording.broadcast import line
from gpuscope.recording.run_folder import SOCKET_NAME
from gpuscope.storage.store import StoreReader
from gpuscope.system import sockets

RARE_KINDS = ("hello", "phase", "log", "result", "gap", "capture", "end")


@dataclass(frozen=True, slots=True)
class Attached:
    """The recorder's answer to attach: the highest seq in the store, and the next batch's seq."""

    committed: int
    next: int


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch of events, in the order in which they happened."""

    seq: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """The store holds everything up to ``seq``; sent every four seconds."""

    seq: int


@dataclass(frozen=True, slots=True)
class Hole:
    """Batches skipped because this reader was too slow; read them from the store once ``last`` is committed."""

    first: int
    last: int


Message = Attached | Batch | Committed | Hole


class RunConnection:
    """A connection to the recorder of a live run. Also a context manager."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._buffer = bytearray()

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Connect to the recorder of the run in ``folder``.

        Raises:
            UnavailableError: No recorder is listening there.
        """
        try:
            return cls(sockets.connect(folder / SOCKET_NAME))
        except OSError:
            raise UnavailableError("the run's recorder does not answer", "'gpuscope runs' shows whether the run has ended.") from None

    def request(self, kind: str, *, patience_s: float = 5.0, **fields: Any) -> dict[str, Any]:
        """Send a request ("stop", "mark", "ping") and return the answer.

        Raises:
            UnavailableError: The recorder ended or does not answer within ``patience_s`` seconds.
        """
        self._socket.settimeout(patience_s)
        try:
            self._socket.sendall(line({"op": kind, **fields}))
            while (document := self._read_line()) is not None:
                if document.get("op") == "answer":
                    return document
        except OSError:
            pass
        raise UnavailableError("the run's recorder does not answer", "Try again; 'gpuscope runs' shows whether the run has ended.")

    def send(self, kind: str, **fields: Any) -> None:
        """Send a request while another thread iterates over :meth:`messages`, which skips the answer.

        Raises:
            UnavailableError: The recorder has ended.
        """
        try:
            self._socket.sendall(line({"op": kind, **fields}))
        except OSError:
            raise UnavailableError("the run's recorder does not answer", "'gpuscope runs' shows whether the run has ended.") from None

    def messages(self) -> Iterator[Message]:
        """Attach, and yield the recorder's messages until it closes the socket.

        The first is :class:`Attached`; batches with a ``seq`` above its ``committed`` follow, each once.
        """
        self._socket.settimeout(None)
        try:
            self._socket.sendall(line({"op": "attach"}))
            while (document := self._read_line()) is not None:
                message = _message(document)
                if message is not None:
                    yield message
        except OSError:
            return

    def pending(self) -> list[Event]:
        """Attach, and return the events that are not in the store yet, as far as they arrive within two seconds."""
        events: list[Event] = []
        self._socket.settimeout(2.0)
        with contextlib.suppress(OSError):
            self._socket.sendall(line({"op": "attach"}))
            last = None
            while (document := self._read_line()) is not None:
                match _message(document):
                    case Attached() as attached:
                        last = attached.next - 1
                        if last <= attached.committed:
                            break
                    case Batch() as batch:
                        events += batch.events
                        if last is not None and batch.seq >= last:
                            break
        return events

    def follow(self, reader: StoreReader, run_id: str) -> Iterator[Event]:
        """Yield the run's events from its start, each once: rare ones from the store, then everything live.

        Holes are filled from the store. Ends when the recorder closes the socket.
        """
        pending: list[Hole] = []
        for message in self.messages():
            match message:
                case Attached() if message.committed >= 0:  # before the first commit the store may not have the run at all
                    yield from reader.events(run_id, RARE_KINDS, up_to_seq=message.committed)
                case Batch():
                    yield from message.events
                case Hole():
                    pending.append(message)
                case Committed():
                    for hole in [gap for gap in pending if gap.last <= message.seq]:
                        pending.remove(hole)
                        for _seq, events in reader.batches(run_id, hole.first, hole.last):
                            yield from events
                case _:
                    pass

    def _read_line(self) -> dict[str, Any] | None:
        while b"\n" not in self._buffer:
            data = self._socket.recv(1 << 16)
            if not data:
                return None
            self._buffer += data
        document = json.loads(sockets.take_line(self._buffer))
        return document if isinstance(document, dict) else {}

    def interrupt(self) -> None:
        """Make :meth:`messages` end immediately; may be called from any thread. The thread that owns the connection must still close it."""
        with contextlib.suppress(OSError):  # the peer has already disconnected
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _message(document: dict[str, Any]) -> Message | None:
    match document.get("op"):
        case "hello":
            return Attached(int(document["committed"]), int(document["next"]))
        case "batch":
            return Batch(int(document["seq"]), tuple(_events(document["events"])))
        case "committed":
            return Committed(int(document["seq"]))
        case "hole":
            return Hole(int(document["from"]), int(document["to"]))
    return None


def _events(documents: list[object]) -> Iterator[Event]:
    for document in documents:
        try:
            yield from decode_each(document)
        except EventError:
            continue  # an event from a later version
