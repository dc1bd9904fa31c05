"""The outer structure of a JSON trace, read as a stream: the members before and after the events, and the events in pieces.

A piece is cut where an event seems to end, and accepted if it parses: if the array's events up to there parse as a complete array, the
cut is at an event's end in the whole file too. A cut inside a string or nested object is therefore never accepted, whatever the file's
layout. If quick cuts fail, the piece is scanned bracket by bracket.
"""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from gpuscope.profiles.reading.trace_file_error import TraceFileError

PIECE_BYTES = 1 << 20
"""Bytes of events that are decoded together: about four thousand events, whose objects fit the caches and memory that the
process has already. Of four times as many, the kernel's clearing of new pages took a fifth of the reading."""
_AHEAD_BYTES = 2 << 20
"""Bytes to have when a piece is begun: more than a piece, so that the rest of a buffer is moved less often."""
MOST_VALUE_BYTES = 64 << 20
"""Maximum bytes of one event or one member; a stack of a thousand frames takes a thousandth of it."""
_MOST_HEAD_BYTES = 256 << 20
"""Maximum bytes of all members other than the events, such as Chrome's tables of stack frames."""
_TRIES = 3
"""Quick cuts before a piece is scanned: each failure costs a parse."""
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|[\[\]{}]', re.DOTALL)
"""Also a text that goes on beyond the buffer, whose brackets would otherwise be taken for JSON's."""
_TEXT = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,\]}]++")
_SPACE = re.compile(rb"[ \t\r\n]*+")
_NEXT_EVENT = re.compile(rb"\}[ \t\r\n]*+(?=,[ \t\r\n]*+\{)")
_BOM = b"\xef\xbb\xbf"
_EVENTS = b'"traceEvents"'

Decoded = TypeVar("Decoded")
Decode = Callable[[bytes | memoryview], Decoded | None]
"""Decodes an array of events; returns None if it is not JSON."""
_BEFORE = b"["
"""A byte in front of the buffer: events are decoded in place, as an array whose brackets replace the bytes around them."""


class JsonDocument:
    """A trace in JSON.

    Args:
        pieces: The file's bytes, in pieces of any size.

    Attributes:
        members: The members other than the events, each as JSON; complete once all events have been read.
        is_truncated: Whether the file ended prematurely.
        goes_on: Whether something follows the trace in the file; known once all events have been read.
        unread: Number of members that were skipped because the limits were exceeded.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._buffer = bytearray(_BEFORE)
        self._at = len(_BEFORE)
        self._ended = False
        self._head_bytes = 0
        self._dropped = -len(_BEFORE)
        self.members: dict[str, bytes] = {}
        self.is_truncated = False
        self.goes_on = False
        self.unread = 0

    def events(self, decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Iterator[Decoded]:
        """Yield the decoded events, piece by piece.

        Args:
            decode: Decodes an array of whole events.
            salvage: Decodes single events that could not be decoded as an array.

        Raises:
            TraceFileError: It is not a trace.
        """
        is_list = self._go_to_events()
        yield from self._array(decode, salvage)
        while not is_list and self._peek() == b",":
            self._at += 1
            if self._peek() != b'"':
                continue
            key = self._key()
            if key == _EVENTS and self._peek() == b"[":  # a second list, of a tool that joined files
                yield from self._array(decode, salvage)
            else:
                self._member(key)
        if not is_list and self._peek() == b"}":
            self._at += 1
        elif not is_list:
            self.is_truncated = True
        self.goes_on = not self.is_truncated and bool(self._peek())

    def events_at(self) -> int:
        """Return the offset of the first event in the decompressed file.

        Raises:
            TraceFileError: It is not a trace, or has no events.
        """
        self._go_to_events()
        self._expect(b"[")
        if self._peek() != b"{":
            raise TraceFileError("it holds no events", "Record it again: the profiler must be running while the program works.")
        return self._dropped + self._at

    def _go_to_events(self) -> bool:
        """Advance to the bracket that opens the events; return whether the file consists of them alone."""
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
        raise TraceFileError(
            "it holds no traceEvents",
            "Traces of torch.profiler, Kineto and Chrome have them.",
        )

    def _key(self) -> bytes:
        key = self._text()
        self._expect(b":")
        return key

    # The stream

    def _twice(self) -> bool:
        """Append to the unread rest as much again, so that a value of any size is scanned few times; return whether there was more."""
        return self._more(min(2 * (len(self._buffer) - self._at), MOST_VALUE_BYTES + PIECE_BYTES))

    def _more(self, size: int = 0) -> bool:
        """Append the next piece to the unread rest, and further ones up to ``size`` bytes of both; return whether there was one."""
        rest = memoryview(self._buffer)[self._at :]
        pieces: list[bytes] = []
        length = len(rest)
        while not self._ended and (not pieces or length < size):
            piece = next(self._pieces, None)
            if piece is None:
                self._ended = True
            else:
                pieces.append(piece)
                length += len(piece)
        if not pieces:
            return False
        self._dropped += self._at - len(_BEFORE)
        self._buffer = bytearray().join((_BEFORE, rest, *pieces))  # a new one, since decoded events refer to bytes of the old one
        self._at = len(_BEFORE)
        return True

    def _open(self) -> None:
        self._more(len(_BOM))
        if self._buffer.startswith(_BOM, self._at):
            self._at += len(_BOM)
        if self._peek() not in (b"{", b"["):
            raise TraceFileError("it is no JSON", "A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.")

    def _peek(self) -> bytes | bytearray:
        """Advance to the next byte that is not white space, and return it; b"" at the end."""
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
            if len(self._buffer) - self._at > MOST_VALUE_BYTES or not self._twice():
                raise TraceFileError("it ends in the middle of a text", "Record it again, or copy it once more.")
        self._at = match.end()
        return match.group()

    def _member(self, key: bytes) -> None:
        """Read the value of a member, and keep it if the limits allow."""
        self._peek()
        end = self._value_end()
        if end is None:
            self.is_truncated = True
            self._at = len(self._buffer)
            return
        value = bytes(memoryview(self._buffer)[self._at : end])
        self._at = end
        self._head_bytes += len(value)
        name = key[1:-1].decode("utf-8", "replace")
        if self._head_bytes > _MOST_HEAD_BYTES or len(self.members) >= 10_000:  # Kineto writes about twenty
            self.unread += 1
        else:
            self.members[name] = value

    def _value_end(self) -> int | None:
        """Return the end of the value that starts here; None if the file ends first."""
        while True:
            first = bytes(self._buffer[self._at : self._at + 1])
            if first in (b"{", b"["):
                end = next((end for _, end in _values(self._buffer, self._at)), None)
            else:
                match = (_TEXT if first == b'"' else _SCALAR).match(self._buffer, self._at)
                end = match.end() if match and (match.end() < len(self._buffer) or self._ended) else None
            if end is not None:
                return end
            self._refuse_giant()
            if not self._twice():
                return None

    def _refuse_giant(self) -> None:
        if len(self._buffer) - self._at > MOST_VALUE_BYTES:
            raise TraceFileError(f"it holds a value of more than {MOST_VALUE_BYTES >> 20} MiB", "Traces do not; this is something else.")

    # The events

    def _array(self, decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Iterator[Decoded]:
        self._expect(b"[")
        while True:
            if len(self._buffer) - self._at < PIECE_BYTES:
                self._more(_AHEAD_BYTES)
            if self._peek() in (b",", b""):  # between pieces; also a trailing comma after the last event, which some writers leave
                if not self._peek():
                    self.is_truncated = True
                    return
                self._at += 1
                continue
            if self._peek() == b"]":
                self._at += 1
                return
            if self._peek() not in (b"{", b"[") and (end := self._value_end()) is not None:  # a number, a string or null: not an event
                self._at = end
                continue
            decoded = self._quick_piece(decode)
            if decoded is not None:
                yield decoded
            elif (pieces := self._scanned()) is not None:
                yield self._careful_piece(pieces, decode, salvage)
            else:
                self._refuse_giant()
                if not self._twice():
                    self.is_truncated = True
                    self._at = len(self._buffer)
                    return

    def _quick_piece(self, decode: Decode[Decoded]) -> Decoded | None:
        last = len(self._buffer)
        if self._ended and last - self._at < PIECE_BYTES // 4:
            return None  # near the end of the array, scanning is cheaper than wrong cuts
        end = self._cut_before(min(last, self._at + PIECE_BYTES))
        if end is None:
            end = self._cut_before(last)
        for _ in range(_TRIES):
            if end is None:
                return None
            decoded = self._decoded_to(end, decode)
            if decoded is not None:
                self._at = end
                return decoded
            end = self._cut_before(end - 1)
        return None

    def _cut_before(self, limit: int) -> int | None:
        """Return the last place up to a limit where an event seems to end and another one to follow; None if there is none."""
        end = self._buffer.rfind(b"}", self._at, limit)
        while end >= 0 and not _NEXT_EVENT.match(self._buffer, end):
            end = self._buffer.rfind(b"}", self._at, end)
        return end + 1 if end >= 0 else None

    def _decoded_to(self, end: int, decode: Decode[Decoded]) -> Decoded | None:
        """Decode the events up to a place that is not the end of the buffer, without a copy of them."""
        buffer, start = self._buffer, self._at - 1
        around = buffer[start], buffer[end]
        buffer[start], buffer[end] = b"[]"
        try:
            return decode(memoryview(buffer)[start : end + 1])
        finally:
            buffer[start], buffer[end] = around

    def _scanned(self) -> list[bytes] | None:
        """Return the complete values that follow, and advance past them; None if there are none."""
        spans = list(_values(self._buffer, self._at))
        if not spans:
            return None
        self._at = spans[-1][1]
        return [bytes(memoryview(self._buffer)[start:end]) for start, end in spans]

    @staticmethod
    def _careful_piece(pieces: list[bytes], decode: Decode[Decoded], salvage: Callable[[list[bytes]], Decoded]) -> Decoded:
        decoded = decode(b"[" + b",".join(pieces) + b"]")
        return salvage(pieces) if decoded is None else decoded


def _values(buffer: bytearray, at: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the objects and arrays from here on that end in the buffer, up to the first unmatched closing bracket."""
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
