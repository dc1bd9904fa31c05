"""Perfetto's own traces: a stream of TracePackets, of which TrackEvents become slices, arrows, marks and curves.

Numbers of fields are those of ``protos/perfetto/trace`` in google/perfetto. Names are interned by sequence of packets; a sequence may have
a clock of its own whose stamps are differences. Categories are those of rocprofv3, which writes GPU work in this format; of others every
slice stands in the timeline, and none counts as work of a device.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gpuscope.profiles.reading.events import Args, CounterEvent, Decoded, PreciseEvent
from gpuscope.profiles.reading.protobuf import Fields, fields, messages, number, real, signed, text, varint
from gpuscope.profiles.reading.trace_columns import TraceColumns
from gpuscope.profiles.reading.trace_file_error import TraceFileError

PACKET_TAG = b"\x0a"
"""Field 1, of any length: what every packet of a trace begins with."""
_MOST_PACKET = 64 << 20
_AT_ONCE = 20_000
"""Events that are handed on together."""
_CLEARED = 1
_BEGIN, _END, _INSTANT, _COUNTER = 1, 2, 3, 4
_OWN_CLOCKS = range(64, 128)
"""Numbers of clocks that mean something within one sequence only."""
_CATEGORIES = {
    "kernel_dispatch": "kernel",
    "memory_copy": "gpu_memcpy",
    "hip_api": "cuda_runtime",
    "hip_runtime_api": "cuda_runtime",
    "hip_runtime": "cuda_runtime",
    "hip_compiler_api": "cuda_runtime",
    "hsa_api": "cuda_runtime",
    "marker_api": "user_annotation",
    "rccl_api": "cuda_runtime",
}
"""Of rocprofv3, as Kineto calls them."""
_ARGS = (
    ("corr_id", "correlation_id", "correlation"),
    ("agent", "device", "gpu_id"),
    ("stream_ID", "stream_id", "stream", "queue"),
)
"""What annotations with the correlation, the device and the stream are called."""


@dataclass(slots=True)
class _Clock:
    """A clock of a sequence: its unit, and where its differences have come to."""

    unit_ns: int = 1
    is_incremental: bool = False
    last_ns: int = 0


@dataclass(slots=True)
class _Sequence:
    """What the packets of one writer share."""

    names: dict[int, str] = field(default_factory=dict)
    categories: dict[int, str] = field(default_factory=dict)
    annotations: dict[int, str] = field(default_factory=dict)
    values: dict[int, str] = field(default_factory=dict)
    clocks: dict[int, _Clock] = field(default_factory=dict)
    clock: int = 0
    track: int = 0


class PerfettoReader:
    """Reads packets into columns.

    Args:
        columns: Where events go.
    """

    def __init__(self, columns: TraceColumns) -> None:
        self._columns = columns
        self._sequences: dict[int, _Sequence] = defaultdict(_Sequence)
        self._tracks: dict[int, tuple[Any, Any]] = {}
        self._counters: dict[int, str] = {}
        self._decoded = Decoded()
        self.is_truncated = False

    def read(self, pieces: Iterator[bytes]) -> None:
        """Read all packets of a file.

        Raises:
            TraceFileError: It is no trace of Perfetto.
        """
        for packet in self._packets(pieces):
            self._packet(fields(packet))
            if len(self._decoded.events) >= _AT_ONCE:
                self._hand_on()
        self._hand_on()

    def _hand_on(self) -> None:
        self._columns.add(self._decoded)
        self._decoded = Decoded()

    def _packets(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        buffer, at = b"", 0
        for piece in pieces:
            buffer, at = buffer[at:] + piece, 0
            while at < len(buffer) - _MARGIN:
                if buffer[at : at + 1] != PACKET_TAG:
                    raise TraceFileError("it is no trace", "A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.")
                size, start = varint(buffer, at + 1)
                if size > _MOST_PACKET:
                    raise TraceFileError("it is no trace that Perfetto wrote", "Its packets are smaller.")
                if start + size > len(buffer):
                    break
                yield buffer[start : start + size]
                at = start + size
        yield from self._last_packets(buffer[at:])

    def _last_packets(self, buffer: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(buffer):
            try:
                size, start = varint(buffer, at + 1)
            except TraceFileError:
                size, start = len(buffer), at
            if buffer[at : at + 1] != PACKET_TAG or start + size > len(buffer):
                self.is_truncated = True
                return
            yield buffer[start : start + size]
            at = start + size

    def _packet(self, packet: Fields) -> None:
        for packed in packet.get(50, ()):
            if isinstance(packed, bytes):
                self._compressed(packed)
        sequence = self._sequences[number(packet, 10)]
        if number(packet, 13) & _CLEARED:
            self._sequences[number(packet, 10)] = sequence = _Sequence(clocks=sequence.clocks)
        for snapshot in messages(packet, 6):
            self._clock_snapshot(snapshot, sequence)
        for defaults in messages(packet, 59):
            sequence.clock = number(defaults, 58)
            for event in messages(defaults, 11):
                sequence.track = number(event, 11)
        for interned in messages(packet, 12):
            for kind, names in ((1, sequence.categories), (2, sequence.names), (3, sequence.annotations), (29, sequence.values)):
                names.update((number(entry, 1), text(entry, 2)) for entry in messages(interned, kind))
        for descriptor in messages(packet, 60):
            self._descriptor(descriptor)
        for event in messages(packet, 11):
            self._event(event, self._time_ns(packet, event, sequence), sequence)

    def _compressed(self, packed: bytes) -> None:
        try:
            unpacked = zlib.decompressobj().decompress(packed, _MOST_PACKET)
        except zlib.error:
            raise TraceFileError("it holds packets that cannot be unpacked", "Record it again, or copy it once more.") from None
        for packet in self._last_packets(unpacked):
            self._packet(fields(packet))

    @staticmethod
    def _clock_snapshot(snapshot: Fields, sequence: _Sequence) -> None:
        for entry in messages(snapshot, 1):
            clock = number(entry, 1)
            if clock in _OWN_CLOCKS:
                unit = number(entry, 4, 1) or 1
                sequence.clocks[clock] = _Clock(unit, bool(number(entry, 3)), number(entry, 2) * unit)

    @staticmethod
    def _time_ns(packet: Fields, event: Fields, sequence: _Sequence) -> int:
        if event.get(16):
            return number(event, 16) * 1000
        stamp = number(packet, 8)
        clock = sequence.clocks.get(number(packet, 58, sequence.clock))
        if clock is None:
            return stamp
        if clock.is_incremental:
            clock.last_ns += stamp * clock.unit_ns
            return clock.last_ns
        return stamp * clock.unit_ns

    def _descriptor(self, descriptor: Fields) -> None:
        uuid = number(descriptor, 1)
        name = text(descriptor, 2) or text(descriptor, 10)
        parent = self._tracks.get(number(descriptor, 5))
        pid, tid = (parent[0], uuid) if parent else (uuid, 0)
        for process in messages(descriptor, 3):
            pid, tid = number(process, 1), 0
            self._columns.process_names[pid] = text(process, 6) or name
        for thread in messages(descriptor, 4):
            pid, tid = number(thread, 1), number(thread, 2)
            name = text(thread, 5) or name
        if descriptor.get(8):
            self._counters[uuid] = name or f"counter {uuid}"
        self._tracks[uuid] = (pid, tid)
        if name:
            self._columns.thread_names[pid, tid] = name

    def _event(self, event: Fields, time_ns: int, sequence: _Sequence) -> None:
        uuid = number(event, 11, sequence.track)
        kind = number(event, 9)
        pid, tid = self._tracks.get(uuid, (uuid, 0))
        if kind == _COUNTER:
            value = real(number(event, 44)) if event.get(44) else float(signed(number(event, 30)))
            name = self._counters.get(uuid, f"counter {uuid}")
            self._decoded.counters.append(CounterEvent("C", name, time_ns / 1000, pid, {name: value}))
            return
        phase = {_BEGIN: "B", _END: "E", _INSTANT: "i"}.get(kind)
        if phase is None:
            return
        name = text(event, 23) or sequence.names.get(number(event, 10), "")
        self._decoded.events.append(
            PreciseEvent(phase, name, self._category(event, sequence), _stamp(time_ns), None, pid, tid, None, self._args(event, sequence))
        )
        for end, keys in (("s", (47, 36)), ("f", (48, 42))):
            for flow in (flow for key in keys for flow in event.get(key, ())):
                self._decoded.events.append(
                    PreciseEvent(end, "flow", "", _stamp(time_ns), None, pid, tid, flow if isinstance(flow, int) else None)
                )

    @staticmethod
    def _category(event: Fields, sequence: _Sequence) -> str:
        names = [value.decode("utf-8", "replace") for value in event.get(22, ()) if isinstance(value, bytes)]
        names += [sequence.categories.get(value, "") for value in event.get(3, ()) if isinstance(value, int)]
        return next((_CATEGORIES[name] for name in names if name in _CATEGORIES), names[0] if names else "")

    @staticmethod
    def _args(event: Fields, sequence: _Sequence) -> Args | None:
        if not event.get(4):
            return None
        values: dict[str, int] = {}
        for annotation in messages(event, 4):
            name = text(annotation, 10) or sequence.annotations.get(number(annotation, 1), "")
            for key in (3, 4):
                if annotation.get(key):
                    values[name] = signed(number(annotation, key))
        correlation, device, stream = (next((values[name] for name in names if name in values), -1) for names in _ARGS)
        return Args(correlation=correlation, device=device, stream=stream)


_MARGIN = 11
"""Bytes of a tag and the longest length: with fewer left, the next piece is needed."""


def _stamp(time_ns: int) -> msgspec.Raw:
    """Return a time as it would be written in µs."""
    return msgspec.Raw(f"{time_ns // 1000}.{time_ns % 1000:03d}".encode())
