"""The outer form of a trace in JSON, read as a stream: the members before and after the events, and the events in pieces.

A piece is cut where an event seems to end and taken when it parses: a parser that read the array's events up to there and closes the
array well is, in the whole file too, at an event's end. So a cut inside a text or a nested object is never taken for one, whatever
the file's layout. What no quick cut suits is scanned bracket by bracket.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from gpuscope.profiles.reading.trace_file_error import TraceFileError

PIECE_BYTES = 4 << 20
"""Of events that are decoded together: some ten thousand, whose objects take a hundred times as much memory as a page cache likes."""
MOST_VALUE_BYTES = 64 << 20
"""Of one event, or one member of the head; a stack of a thousand frames is a thousandth of it."""
_MOST_HEAD_BYTES = 256 << 20
"""Of all members beside the events, such as Chrome's tables of stack frames."""
_TRIES = 3
"""Quick cuts before a piece is scanned: each failure costs a parse."""
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]', re.DOTALL)
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,\]}]++")
_SPACE = re.compile(rb"[ \t\r\n]*+")
_NEXT_EVENT = re.compile(rb"\}[ \t\r\n]*+(?=,[ \t\r\n]*+\{)")
_BOM = b"\xef\xbb\xbf"
_EVENTS = b'"traceEvents"'

Decoded = TypeVar("Decoded")
Decode = Callable[[bytes], Decoded | None]
"""Decodes an array of events; None where it is no JSON."""


class JsonDocument:
    """A trace in JSON.

    Args:
        pieces: The file's bytes, in pieces of any size.

    Attributes:
        members: The members beside the events, each as JSON; filled while the events are read, complete behind them.
        is_truncated: Whether the file ended before its end.
        unread: Members that were too large and passed over.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._buffer = b""
        self._at = 0
        self._ended = False
        self._head_bytes = 0
        self._dropped = 0
        self.members: dict[str, bytes] = {}
        self.is_truncated = False
        self.unread: list[str] = []

    def events(self, decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Iterator[Decoded]:
        """Yield what a decoder makes of the events, piece by piece.

        Args:
            decode: Of an array of whole events.
            salvage: Of single events that no decoder took together.

        Raises:
            TraceFileError: It is no trace.
        """
        is_list = self._go_to_events()
        yield from self._array(decode, salvage)
        if is_list:
            return
        while self._peek() == b",":
            self._at += 1
            if self._peek() == b'"':
                self._member(self._key())
        if self._peek() != b"}":
            self.is_truncated = True

    def events_at(self) -> int:
        """Return the offset, in the unpacked file, of what stands behind the bracket that opens the events.

        Raises:
            TraceFileError: It is no trace, or one without events.
        """
        self._go_to_events()
        self._expect(b"[")
        if self._peek() != b"{":
            raise TraceFileError("it holds no events", "Record it again: the profiler must be running while the program works.")
        return self._dropped + self._at

    def _go_to_events(self) -> bool:
        """Go to the bracket that opens the events; return whether they are all that the file holds."""
        self._open()
        if self._peek() == b"[":
            return True
        self._expect(b"{")
        while self._peek() == b'"':
            key = self._key()
            if key == _EVENTS and self._peek() == b"[":
                return False
            self._member(key)
            if self.is_truncated:
                raise TraceFileError("it ends before its events", "Record it again, or copy it once more.")
            if self._peek() != b",":
                break
            self._at += 1
        raise TraceFileError("it holds no traceEvents", "A trace of torch.profiler, Kineto or Chrome has them.")

    def _key(self) -> bytes:
        key = self._text()
        self._expect(b":")
        return key

    # The stream

    def _more(self) -> bool:
        """Append the next piece to what is left; return whether there was one."""
        if self._ended:
            return False
        piece = next(self._pieces, None)
        if piece is None:
            self._ended = True
            return False
        self._dropped += self._at
        self._buffer = self._buffer[self._at :] + piece
        self._at = 0
        return True

    def _open(self) -> None:
        while len(self._buffer) < len(_BOM) and self._more():
            pass
        if self._buffer.startswith(_BOM):
            self._at = len(_BOM)
        if self._peek() not in (b"{", b"["):
            raise TraceFileError("it is no JSON", "A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.")

    def _peek(self) -> bytes:
        """Return the next byte that is no space, and go there; b"" at the end."""
        while True:
            self._at = _SPACE.match(self._buffer, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._buffer):
                return self._buffer[self._at : self._at + 1]
            if not self._more():
                return b""

    def _expect(self, byte: bytes) -> None:
        seen = self._peek()
        if seen != byte:
            raise TraceFileError("it is no JSON" if seen else "it ends too early", "Record it again, or copy it once more.")
        self._at += 1

    def _text(self) -> bytes:
        while (match := _TEXT.match(self._buffer, self._at)) is None:
            if len(self._buffer) - self._at > MOST_VALUE_BYTES or not self._more():
                raise TraceFileError("it ends in the middle of a text", "Record it again, or copy it once more.")
        self._at = match.end()
        return match.group()

    def _member(self, key: bytes) -> None:
        """Read the value of a member, and keep it when there is room."""
        self._peek()
        end = self._value_end()
        if end is None:
            self.is_truncated = True
            self._at = len(self._buffer)
            return
        value = self._buffer[self._at : end]
        self._at = end
        self._head_bytes += len(value)
        name = key[1:-1].decode("utf-8", "replace")
        if self._head_bytes > _MOST_HEAD_BYTES or len(self.members) >= 10_000:  # Kineto writes some twenty
            self.unread.append(name)
        else:
            self.members[name] = value

    def _value_end(self) -> int | None:
        """Return where the value that starts here ends; None where the file ends before."""
        while True:
            first = self._buffer[self._at : self._at + 1]
            if first in (b"{", b"["):
                end = next((end for _, end in _values(self._buffer, self._at)), None)
            else:
                match = (_TEXT if first == b'"' else _SCALAR).match(self._buffer, self._at)
                end = match.end() if match and (match.end() < len(self._buffer) or self._ended) else None
            if end is not None:
                return end
            self._refuse_giant()
            if not self._more():
                return None

    def _refuse_giant(self) -> None:
        if len(self._buffer) - self._at > MOST_VALUE_BYTES:
            raise TraceFileError(f"it holds a value of more than {MOST_VALUE_BYTES >> 20} MiB", "Traces do not; this is something else.")

    # The events

    def _array(self, decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Iterator[Decoded]:
        self._expect(b"[")
        while True:
            while len(self._buffer) - self._at < PIECE_BYTES and self._more():
                pass
            if self._peek() in (b",", b""):  # between pieces; also the comma that some writers leave behind the last event
                if not self._peek():
                    self.is_truncated = True
                    return
                self._at += 1
                continue
            if self._peek() == b"]":
                self._at += 1
                return
            if self._peek() not in (b"{", b"[") and (end := self._value_end()) is not None:  # a number, a text or null: no event
                self._at = end
                continue
            decoded = self._quick_piece(decode)
            if decoded is not None:
                yield decoded
            elif (pieces := self._scanned()) is not None:
                yield self._careful_piece(pieces, decode, salvage)
            else:
                self._refuse_giant()
                if not self._more():
                    self.is_truncated = True
                    self._at = len(self._buffer)
                    return

    def _quick_piece(self, decode: Decode[Decoded]) -> Decoded | None:
        end = len(self._buffer)
        if self._ended and end - self._at < PIECE_BYTES // 4:
            return None  # the array's own end is near: scanning this little costs less than wrong cuts
        for _ in range(_TRIES):
            end = self._buffer.rfind(b"}", self._at, end)
            while end >= 0 and not _NEXT_EVENT.match(self._buffer, end):
                end = self._buffer.rfind(b"}", self._at, end)
            if end < 0:
                return None
            decoded = decode(b"[" + self._buffer[self._at : end + 1] + b"]")
            if decoded is not None:
                self._at = end + 1
                return decoded
        return None

    def _scanned(self) -> list[bytes] | None:
        """Return the whole values that follow, and go behind them; None where there is none."""
        spans = list(_array_values(self._buffer, self._at))
        if not spans:
            return None
        self._at = spans[-1][1]
        return [self._buffer[start:end] for start, end in spans]

    @staticmethod
    def _careful_piece(pieces: list[bytes], decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Decoded:
        decoded = decode(b"[" + b",".join(pieces) + b"]")
        return salvage(pieces) if decoded is None else decoded


def _values(buffer: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the objects and arrays from here on that end in the buffer, as long as none is closed that was not opened."""
    depth, start = 0, at
    for match in _TOKEN.finditer(buffer, at):
        token = buffer[match.start()]
        if token in b"{[":
            if depth == 0:
                start = match.start()
            depth += 1
        elif token in b"}]":
            depth -= 1
            if depth < 0:
                return
            if depth == 0:
                yield start, match.end()


def _array_values(buffer: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the values of an array from one of them on; what is no object or array is passed over."""
    return _values(buffer, at)
