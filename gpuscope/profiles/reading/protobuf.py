"""Protocol buffers' wire format: fields by number, without a schema (https://protobuf.dev/programming-guides/encoding)."""

from collections import defaultdict
from collections.abc import Iterator

from gpuscope.profiles.reading.trace_file_error import TraceFileError

PACKET_TAG = b"\x0a"
"""Field 1, length-delimited: the first byte of every packet of a trace."""
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10
"""Bytes of a 64-bit number, with seven bits per byte."""

Fields = dict[int, list[int | bytes]]
"""Unsigned numbers and byte strings of a message, by field number."""


def fields(message: bytes) -> Fields:
    """Return the fields of a message.

    Raises:
        TraceFileError: It is not a valid message.
    """
    parsed: Fields = defaultdict(list)
    at, end = 0, len(message)
    while at < end:
        tag, at = varint(message, at)
        kind = tag & 7
        if kind == _VARINT:
            value, at = varint(message, at)
            parsed[tag >> 3].append(value)
        elif kind == _LENGTH:
            size, at = varint(message, at)
            if at + size > end:
                raise _damaged()
            parsed[tag >> 3].append(message[at : at + size])
            at += size
        elif kind in (_FIXED64, _FIXED32):
            size = 8 if kind == _FIXED64 else 4
            if at + size > end:
                raise _damaged()
            parsed[tag >> 3].append(int.from_bytes(message[at : at + size], "little"))
            at += size
        else:
            raise _damaged()
    return parsed


def varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that starts at an offset, and the offset after it."""
    value = shift = 0
    for place in range(at, min(at + _LONGEST_VARINT, len(data))):
        byte = data[place]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, place + 1
        shift += 7
    raise _damaged()


def number(message: Fields, key: int, default: int = 0) -> int:
    """Return the last value of a field as a number."""
    value = message[key][-1] if message.get(key) else default
    return value if isinstance(value, int) else default


def signed(value: int) -> int:
    """Return an unsigned 64-bit number reinterpreted as signed."""
    return value - (1 << 64) if value >= 1 << 63 else value


def text(message: Fields, key: int) -> str:
    """Return the last value of a field as text; "" if it has none."""
    value = message[key][-1] if message.get(key) else b""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def messages(message: Fields, key: int) -> Iterator[Fields]:
    """Yield the messages in a field."""
    for value in message.get(key, ()):
        if isinstance(value, bytes):
            yield fields(value)


def _damaged() -> TraceFileError:
    return TraceFileError("it is a damaged protocol buffer", "Record it again, or copy it once more.")
