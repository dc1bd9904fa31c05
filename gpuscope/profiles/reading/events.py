"""Decodes the events of a trace: only the members that become columns are kept, the others are skipped in C.

Decoding is strict at first, because that is fast. If an event of a piece does not match, the piece is decoded again event by event,
converting members where possible; values that are not events are counted.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import msgspec

_RAW_NONE = msgspec.Raw(b"")
Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""The range of a column."""


_MEMBERS = {
    "external": "External id",
    "shapes": "Input Dims",
    "older_shapes": "Input dims",
    "types": "Input type",
    "strides": "Input Strides",
    "values": "Concrete Inputs",
    "registers": "registers per thread",
    "shared": "shared memory",
    "occupancy": "est. achieved occupancy %",
    "memory_bytes": "Bytes",
    "address": "Addr",
    "allocated": "Total Allocated",
    "reserved": "Total Reserved",
    "device_type": "Device Type",
    "device_id": "Device Id",
    "operation": "Collective name",
    "group_name": "Process Group Name",
    "group_ranks": "Process Group Ranks",
    "sent_sizes": "In split size",
    "received_sizes": "Out split size",
}
"""Kineto's names of the arguments whose names are not identifiers."""


class Args(msgspec.Struct, gc=False, rename=_MEMBERS):
    """The arguments of an event that become columns, with defaults for missing ones (-1 for most integers, NaN for floats).

    The order is that in which Kineto writes them: msgspec looks for each next member first, which saves a tenth of the decoding.
    """

    reserved: Int64 = -1
    allocated: Int64 = -1
    memory_bytes: Int64 = 0
    address: Int64 = 0
    device_id: Int64 = -1
    device_type: Int64 = -1
    external: Int64 = -1
    values: msgspec.Raw = _RAW_NONE
    types: msgspec.Raw = _RAW_NONE
    strides: msgspec.Raw = _RAW_NONE
    shapes: msgspec.Raw = _RAW_NONE
    older_shapes: msgspec.Raw = _RAW_NONE
    flops: float = math.nan
    bytes: Int64 | str = -1
    device: Int64 = -1
    stream: Int64 = -1
    correlation: Int64 = -1
    registers: Int64 = -1
    shared: Int64 = -1
    grid: tuple[Int64, Int64, Int64] = (-1, -1, -1)
    block: tuple[Int64, Int64, Int64] = (-1, -1, -1)
    occupancy: float = math.nan
    name: str = ""
    sort_index: float = 0.0
    hlo_op: str = ""
    step_num: Int64 | str = -1
    operation: msgspec.Raw = _RAW_NONE
    sent_sizes: msgspec.Raw = _RAW_NONE
    received_sizes: msgspec.Raw = _RAW_NONE
    group_name: msgspec.Raw = _RAW_NONE
    group_ranks: msgspec.Raw = _RAW_NONE


class Event(msgspec.Struct, gc=False):
    """One event of the trace event format, its members in the order of Kineto.

    Attributes:
        ph: Phase: "X" an event with a duration, "B" and "E" its two ends ("b" and "e" if asynchronous), "i" an instant, "M" metadata;
            others are ignored.
        ts: Time in µs from the file's base.
        dur: Duration in µs.
        id: Id of an asynchronous event.
    """

    ph: str = ""
    cat: str = ""
    name: str = ""
    id: int | str | None = None
    pid: int | str | None = None
    tid: int | str | None = None
    ts: float | None = None
    dur: float | None = None
    args: Args | None = None


class PreciseEvent(Event, gc=False):
    """An event whose time is kept as written, since a float would lose the nanoseconds."""

    ts: msgspec.Raw = _RAW_NONE  # type: ignore[assignment]


_NOT_JSON = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?(?:NaN|nan|Infinity|inf)', re.DOTALL)
_MAYBE_NAN = re.compile(rb"[:,\[]\s*+-?(?:NaN|nan|Inf|inf)")


class EventDecoder:
    """Decodes arrays of events.

    Attributes:
        unreadable: Number of values that are not events.
        is_precise: Whether times are kept as written.
    """

    def __init__(self) -> None:
        self._fast = msgspec.json.Decoder(list[Event])
        self._precise = msgspec.json.Decoder(list[PreciseEvent])
        self._any = msgspec.json.Decoder(float_hook=_decimal)
        self.unreadable = 0
        self.is_precise = False

    def decode(self, array: bytes | memoryview) -> list[Event] | None:
        """Return the events of an array; None if it is not JSON."""
        decoder = self._precise if self.is_precise else self._fast
        try:
            events: list[Event] = decoder.decode(array)  # type: ignore[assignment]
        except msgspec.ValidationError:
            return self._lenient(array)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self.decode(finite) if (finite := _without_nan(array)) is not None else None
        return events

    def salvage(self, pieces: Sequence[bytes]) -> list[Event]:
        """Return the events that can be parsed from pieces, at least one of which is not valid JSON."""
        whole: list[Event] = []
        for piece in pieces:
            decoded = self.decode(b"[" + piece + b"]") or self.decode(b"[" + _repaired(piece) + b"]")
            if decoded is None:
                self.unreadable += 1
            else:
                whole += decoded
        return whole

    def _lenient(self, array: bytes | memoryview) -> list[Event] | None:
        """Return the events of an array in which at least one has a member of another type."""
        try:
            pieces = msgspec.json.decode(array, type=list[msgspec.Raw])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return self.decode(finite) if (finite := _without_nan(array)) is not None else None
        decoded: list[Event] = []
        for piece in pieces:
            event = self._event(bytes(piece))
            if event is None:
                self.unreadable += 1
            else:
                decoded.append(event)
        return decoded

    def _event(self, piece: bytes) -> Event | None:
        """Return one event, with members of other types converted; None if it is not an event."""
        try:
            return msgspec.json.decode(piece, type=PreciseEvent if self.is_precise else Event)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
        try:
            value = self._any.decode(piece)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        event = _converted(value) if isinstance(value, dict) else None
        if event is not None and self.is_precise:
            event.ts = _raw(value.get("ts"))  # type: ignore[assignment]
        return event


def _without_nan(array: bytes | memoryview) -> bytes | None:
    """Return an array with null in place of NaN and infinities; None if it contains none."""
    if not _MAYBE_NAN.search(array):
        return None
    replaced = _NOT_JSON.sub(lambda match: match.group() if match.group()[:1] == b'"' else b"null", bytes(array))
    return None if replaced == array else replaced


def _repaired(piece: bytes) -> bytes:
    """Return JSON as valid Unicode without control characters, since profilers write the raw bytes of names."""
    text = piece.decode("utf-8", "replace")
    return re.sub(r"[\x00-\x1f]", " ", text).encode()


def _converted(value: Mapping[str, Any]) -> Event | None:
    """Return an event with members of other types converted; None if it is not an event."""
    ph = value.get("ph")
    if not isinstance(ph, str):
        return None
    args = value.get("args")
    return Event(
        ph=ph,
        cat=_text(value.get("cat")),
        name=_text(value.get("name")),
        id=_key(value.get("id")),
        pid=_key(value.get("pid")),
        tid=_key(value.get("tid")),
        ts=_number(value.get("ts")),
        dur=_number(value.get("dur")),
        args=_converted_args(args) if isinstance(args, dict) else None,
    )


def _converted_args(args: Mapping[str, Any]) -> Args:
    converted = Args()
    for name in Args.__struct_fields__:
        value = args.get(_MEMBERS.get(name, name))
        if value is not None and (new := _CONVERT[name](value)) is not None:
            setattr(converted, name, new)
    return converted


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)[:200]


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _key(value: Any) -> int | str | None:
    if isinstance(value, Decimal) and value == (whole := integer(value)):
        return whole
    return value if isinstance(value, (int, str)) else None if value is None else str(value)[:200]


def integer(value: Any) -> int | None:
    """Return a number, also a quoted one, as an integer with all its digits; None if it is none, or does not fit 64 bits."""
    try:
        number = Decimal(value) if isinstance(value, (str, Decimal)) else value
        return int(number) if isinstance(number, (int, Decimal)) and -(2**63) < number < 2**63 else None
    except InvalidOperation:  # no number
        return None


def _triple(value: Any) -> tuple[int, int, int] | None:
    if not isinstance(value, list):
        return None
    numbers = [integer(part) for part in value[:3]]
    if None in numbers:
        return None
    x, y, z = (*numbers, 1, 1, 1)[:3]
    return (x or 0, y or 0, z or 0)


def _decimal(text: str) -> Decimal | float:
    """Return a number with all its digits; infinity if its exponent is larger than any."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return math.inf


_ENCODER = msgspec.json.Encoder(decimal_format="number")


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(_ENCODER.encode(value))


_CONVERT: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(Args.__struct_fields__, integer),
    **dict.fromkeys(("grid", "block"), _triple),
    **dict.fromkeys(("occupancy", "flops"), _number),
    **dict.fromkeys(("shapes", "older_shapes", "types", "strides", "values"), _raw),
    **dict.fromkeys(("operation", "sent_sizes", "received_sizes", "group_name", "group_ranks"), _raw),
    **dict.fromkeys(("name", "hlo_op"), _text),
    "sort_index": _number,
}
