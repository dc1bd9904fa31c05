"""Perfetto's native traces: a stream of TracePackets whose TrackEvents become slices.

Field numbers are those of ``protos/perfetto/trace`` in google/perfetto. Names are interned per packet sequence; a sequence may have its own
clock with incremental timestamps. Device work consists of GPU render stages and of the slices in rocprofv3's categories,
since it writes GPU work as track events; all other slices appear only in the timeline. Older writers, including Chrome, put their events
into a `LegacyEvent` with the phases of the JSON format.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from gpuscope.profiles.reading.events import Args, Event, PreciseEvent
from gpuscope.profiles.reading.protobuf import PACKET_TAG, Fields, fields, messages, number, signed, text, varint
from gpuscope.profiles.reading.trace_columns import TraceColumns
from gpuscope.profiles.reading.trace_file_error import TraceFileError

_MOST_PACKET = 64 << 20
"""Maximum size of a packet, compressed or not. Perfetto's own are a page or two, those of Kineto's converters at most a few MiB."""
_AT_ONCE = 20_000
"""Number of events passed on together."""
_CLEARED = 1
"""Flag of a packet (``SEQ_INCREMENTAL_STATE_CLEARED``): the names known in its sequence so far are no longer valid."""
_BEGIN, _END, _INSTANT = 1, 2, 3
"""Types of a track event (``TYPE_SLICE_BEGIN`` …)."""
_OWN_CLOCKS = range(64, 128)
"""Clock ids that are local to a sequence."""
_TRACE_CLOCK = 6
"""CLOCK_BOOTTIME, the default clock of a trace."""
_LEGACY_PHASES = {"X": "X", "B": "B", "E": "E", "I": "i", "i": "i", "R": "i", "S": "b", "b": "b", "F": "e", "e": "e", "n": "i"}
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
"""Kineto's names of rocprofv3's categories."""
_ARGS = (
    ("corr_id", "correlation_id", "correlation"),
    ("agent", "device", "gpu_id"),
    ("stream_ID", "stream_id", "stream", "queue"),
)
"""Possible names of the annotations for correlation, device and stream."""
_SUBMISSION = 1
"""Added to the number of a stage, which may be 0, to form the id that links it to its submission."""
_CORRELATION = 3000
"""Extension field of a track event: the stages that it submitted."""
_SPECIFICATION, _KERNEL = 24, 1000
"""Fields of a sequence's interned data: the names of stages, and of kernels."""
_UNKNOWN_SIZE = (-1, -1, -1)
_PREFIXES = {"Memcpy": "gpu_memcpy", "Memset": "gpu_memset"}
"""Kineto's categories of stages that are not kernels, by the prefix of their names."""


@dataclass(slots=True)
class _Clock:
    """A clock of a sequence: its unit, its offset, and its current value if it is incremental."""

    unit_ns: int = 1
    is_incremental: bool = False
    last_ns: int = 0
    ahead_ns: int = 0


@dataclass(slots=True)
class _GpuNames:
    """The interned names of a sequence: of queues and stages, and of kernels."""

    specifications: dict[int, str] = field(default_factory=dict)
    kernels: dict[int, str] = field(default_factory=dict)

    def add(self, interned: Fields) -> None:
        """Add the interned names of a packet."""
        self.specifications.update((number(entry, 1), text(entry, 2)) for entry in messages(interned, _SPECIFICATION))
        self.kernels.update((number(entry, 1), text(entry, 3) or text(entry, 2)) for entry in messages(interned, _KERNEL))


@dataclass(slots=True)
class _Sequence:
    """The shared state of one writer's packets."""

    names: dict[int, str] = field(default_factory=dict)
    categories: dict[int, str] = field(default_factory=dict)
    annotations: dict[int, str] = field(default_factory=dict)
    gpu: _GpuNames = field(default_factory=_GpuNames)
    clocks: dict[int, _Clock] = field(default_factory=dict)
    clock: int = 0
    track: int | None = None
    thread: tuple[int, int] = (0, 0)
    reference_us: int = 0


class PerfettoReader:
    """Reads packets into columns."""

    def __init__(self, columns: TraceColumns) -> None:
        self._columns = columns
        self._sequences: dict[int, _Sequence] = defaultdict(_Sequence)
        self._tracks: dict[int, tuple[Any, Any]] = {}
        self._ahead_ns: dict[int, int] = {}
        self._events: list[Event] = []
        self.is_truncated = False

    def read(self, pieces: Iterator[bytes]) -> None:
        """Read all packets of a file.

        Raises:
            TraceFileError: It is not a Perfetto trace.
        """
        for packet in map(fields, self._packets(pieces)):
            for packed in packet.get(50, ()):
                if isinstance(packed, bytes):
                    self._compressed(packed)
            self._packet(packet)
            if len(self._events) >= _AT_ONCE:
                self._hand_on()
        self._hand_on()

    def _hand_on(self) -> None:
        self._columns.add(self._events)
        self._events = []

    def _packets(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        buffer, at = b"", 0
        for piece in pieces:
            buffer, at = buffer[at:] + piece, 0
            while at < len(buffer) - _MARGIN:
                if buffer[at : at + 1] != PACKET_TAG:
                    raise TraceFileError("it is no trace", "A trace is a file that torch.profiler, Kineto, Chrome or Perfetto wrote.")
                size, start = varint(buffer, at + 1)
                if size > _MOST_PACKET:
                    raise TraceFileError("it is not a trace written by Perfetto", "Its packets are smaller.")
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
        sequence = self._sequences[number(packet, 10)]
        if number(packet, 13) & _CLEARED:
            self._sequences[number(packet, 10)] = sequence = _Sequence(clocks=sequence.clocks, thread=sequence.thread)
        for snapshot in messages(packet, 6):
            self._clock_snapshot(snapshot, sequence)
        for defaults in messages(packet, 59):
            sequence.clock = number(defaults, 58)
            for event in messages(defaults, 11):
                sequence.track = number(event, 11)
        for interned in messages(packet, 12):
            for kind, names in ((1, sequence.categories), (2, sequence.names), (3, sequence.annotations)):
                names.update((number(entry, 1), text(entry, 2)) for entry in messages(interned, kind))
            sequence.gpu.add(interned)
        for descriptor in messages(packet, 60):
            self._descriptor(descriptor)
        for thread in messages(packet, 44):
            self._thread(thread, sequence)
        for event in messages(packet, 11):
            self._event(event, self._time_ns(packet, event, sequence), sequence)
        for stage in messages(packet, 53):
            self._render_stage(stage, self._time_ns(packet, stage, sequence), sequence)

    def _compressed(self, packed: bytes) -> None:
        """Read the packets in a packet; none of them are compressed in turn."""
        try:
            unpacked = zlib.decompressobj().decompress(packed, _MOST_PACKET)
        except zlib.error:
            raise TraceFileError("it holds packets that cannot be unpacked", "Record it again, or copy it once more.") from None
        for packet in self._last_packets(unpacked):
            self._packet(fields(packet))

    def _clock_snapshot(self, snapshot: Fields, sequence: _Sequence) -> None:
        """Record the offsets of the clocks to the trace clock, from their values at one instant."""
        entries = [(number(entry, 1), number(entry, 2) * (number(entry, 4, 1) or 1), entry) for entry in messages(snapshot, 1)]
        trace_ns = next((now for clock, now, _ in entries if clock == _TRACE_CLOCK), None)
        for clock, now, entry in entries:
            ahead = 0 if trace_ns is None else trace_ns - now
            if clock in _OWN_CLOCKS:
                sequence.clocks[clock] = _Clock(number(entry, 4, 1) or 1, bool(number(entry, 3)), now, ahead)
            else:
                self._ahead_ns.setdefault(clock, ahead)

    def _time_ns(self, packet: Fields, event: Fields, sequence: _Sequence) -> int:
        """Return the time of a packet in ns; for a track event its own time in µs, converted, if an older writer recorded one."""
        if packet.get(11) and event.get(16):
            return number(event, 16) * 1000
        if packet.get(11) and event.get(1):
            sequence.reference_us += signed(number(event, 1))
            return sequence.reference_us * 1000
        stamp, number_of_clock = number(packet, 8), number(packet, 58, sequence.clock)
        clock = sequence.clocks.get(number_of_clock)
        if clock is None:
            return stamp + self._ahead_ns.get(number_of_clock, 0)
        if clock.is_incremental:
            clock.last_ns += stamp * clock.unit_ns
            return clock.last_ns + clock.ahead_ns
        return stamp * clock.unit_ns + clock.ahead_ns

    def _descriptor(self, descriptor: Fields) -> None:
        uuid = number(descriptor, 1)
        name = text(descriptor, 2) or text(descriptor, 10)
        parent = self._tracks.get(number(descriptor, 5))
        pid, tid = (parent[0], uuid) if parent else (uuid, 0)
        for process in messages(descriptor, 3):
            pid, tid = number(process, 1), 0
        for thread in messages(descriptor, 4):
            pid, tid = number(thread, 1), number(thread, 2)
            name = text(thread, 5) or name
        self._tracks[uuid] = (pid, tid)
        if name:
            self._columns.thread_names[pid, tid] = name

    def _thread(self, thread: Fields, sequence: _Sequence) -> None:
        """Record the thread of a sequence's events, in the format of older writers."""
        sequence.thread = number(thread, 1), number(thread, 2)
        sequence.reference_us = signed(number(thread, 6))
        if name := text(thread, 5):
            self._columns.thread_names[sequence.thread] = name

    def _event(self, event: Fields, time_ns: int, sequence: _Sequence) -> None:
        uuid = number(event, 11, -1 if sequence.track is None else sequence.track)
        pid, tid = sequence.thread if uuid < 0 else self._tracks.get(uuid, (uuid, 0))
        name = text(event, 23) or sequence.names.get(number(event, 10), "")
        phase = {_BEGIN: "B", _END: "E", _INSTANT: "i"}.get(number(event, 9))
        entry = PreciseEvent(ph=phase or "", cat=self._category(event, sequence), name=name, pid=pid, tid=tid, ts=_stamp(time_ns))
        for legacy in messages(event, 6):
            self._legacy(legacy, entry, sequence)
        if not entry.ph:
            return
        entry.args = self._args(event, sequence)
        if (submission := _submitted(event)) is not None:
            entry.cat, entry.args = "cuda_runtime", Args(correlation=submission)
        self._events.append(entry)

    def _legacy(self, legacy: Fields, entry: PreciseEvent, sequence: _Sequence) -> None:
        """Complete an event that has a phase of the JSON format."""
        phase = chr(number(legacy, 2)) if 32 < number(legacy, 2) < 127 else ""
        entry.ph = entry.ph or _LEGACY_PHASES.get(phase, "")
        entry.name = entry.name or sequence.names.get(number(legacy, 1), "")
        if entry.ph == "X":
            entry.dur = float(signed(number(legacy, 3)))
        entry.id = next((number(legacy, key) for key in (6, 10, 11) if legacy.get(key)), None)
        if legacy.get(18) or legacy.get(19):
            entry.pid, entry.tid = number(legacy, 18, entry.pid or 0), number(legacy, 19, entry.tid or 0)  # type: ignore[arg-type]

    def _render_stage(self, stage: Fields, time_ns: int, sequence: _Sequence) -> None:
        """Add a piece of GPU work."""
        device, queue = signed(number(stage, 11)), number(stage, 13) if stage.get(13) else number(stage, 3)
        name = _stage_name(stage, sequence.gpu, sequence.names)
        pid, tid = f"GPU {device}", sequence.gpu.specifications.get(queue, f"queue {queue}")
        grid, block = _launch_sizes(stage)
        args = Args(correlation=number(stage, 1) + _SUBMISSION, device=device, stream=queue, grid=grid, block=block)
        duration_us = number(stage, 2) / 1000
        self._columns.thread_names.setdefault((pid, tid), tid)
        work = PreciseEvent(ph="X", cat=_gpu_category(name), name=name, pid=pid, tid=tid, ts=_stamp(time_ns), dur=duration_us, args=args)
        self._events.append(work)

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
"""Bytes of a tag and the longest length; with fewer bytes left, the next piece is needed."""


def _stamp(time_ns: int) -> msgspec.Raw:
    """Return a time as text in µs, as JSON traces write it."""
    return msgspec.Raw(f"{time_ns // 1000}.{time_ns % 1000:03d}".encode())


# GPU render stages (``GpuRenderStageEvent``), whose names are interned per sequence: drivers of mobile GPUs write them, and producers for
# CUDA and HIP their kernels, with launch dimensions.


def _stage_name(stage: Fields, names: _GpuNames, events: dict[int, str]) -> str:
    """Return the name of a stage: that of its kernel, else its own, else that of its kind."""
    if kernel := names.kernels.get(number(stage, 19)):
        return kernel
    return text(stage, 17) or events.get(number(stage, 20), "") or names.specifications.get(number(stage, 14), "") or "render stage"


def _gpu_category(name: str) -> str:
    """Return Kineto's category for a stage of that name: copy or fill by its prefix, else kernel."""
    return next((category for prefix, category in _PREFIXES.items() if name.startswith(prefix)), "kernel")


def _launch_sizes(stage: Fields) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return blocks, and threads per block, in x, y and z; -1 if they are not recorded."""
    for launch in messages(stage, 21):
        return _size(launch, 1), _size(launch, 2)
    return _UNKNOWN_SIZE, _UNKNOWN_SIZE


def _size(launch: Fields, key: int) -> tuple[int, int, int]:
    return next(((number(size, 1, 1), number(size, 2, 1), number(size, 3, 1)) for size in messages(launch, key)), _UNKNOWN_SIZE)


def _submitted(event: Fields) -> int | None:
    """Return the id of the first stage that a track event submitted; None if it submitted none."""
    for correlation in messages(event, _CORRELATION):
        if correlation.get(1):
            return number({1: correlation[1][:1]}, 1) + _SUBMISSION
    return None
