"""Reads a trace file of any known kind as a :class:`Trace`."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gpuscope.core.figures import counted
from gpuscope.profiles.memory_record import MemoryRecord
from gpuscope.profiles.reading.events import Event, EventDecoder
from gpuscope.profiles.reading.file_bytes import Progress, file_pieces
from gpuscope.profiles.reading.foreign_files import foreign_file
from gpuscope.profiles.reading.joined_ranks import repeat_at_once
from gpuscope.profiles.reading.json_document import Decode, JsonDocument
from gpuscope.profiles.reading.plain_pickle import MAGIC as PICKLE_MAGIC
from gpuscope.profiles.reading.protobuf import PACKET_TAG
from gpuscope.profiles.reading.trace_columns import TraceColumns, are_nanoseconds, has_lost_digits
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.trace import (
    STEP_NAME,
    UNKNOWN,
    Allocations,
    Category,
    Collectives,
    DeviceFacts,
    DeviceWork,
    Integers,
    OperatorCalls,
    Slices,
    Trace,
    Track,
)

_JSON = re.compile(rb"\s*[\[{]\s*(?:[\"\[{\]}]|$)")
"""Start of JSON. The first byte of a Perfetto trace is a line feed in ASCII, hence the check beyond white space."""
_LIST_OF_LISTS = re.compile(rb"\s*\[\s*\[\s*-?\d")
_FACTS = {
    "cuda_runtime_version": "CUDA runtime",
    "cuda_driver_version": "CUDA driver",
    "cupti_version": "CUPTI",
    "hip_runtime_version": "HIP runtime",
    "hip_driver_version": "HIP driver",
    "roctracer_version": "roctracer",
    "with_stack": "Python stacks",
    "with_flops": "FLOPs",
    "record_shapes": "shapes",
    "profile_memory": "memory",
    "with_modules": "modules",
}
"""Top-level members on how the trace was recorded, and their labels."""


def read_trace(path: Path, progress: Progress | None = None) -> Trace:
    """Read a trace.

    Args:
        path: A trace of torch.profiler, Kineto, Chrome or Perfetto, optionally compressed with gzip or zip.
        progress: Called with the fraction of the file read so far.

    Raises:
        TraceFileError: It is not a trace, or cannot be read; the message names the file.
    """
    recording = read_recording(path, progress)
    if isinstance(recording, MemoryRecord):
        raise TraceFileError(f"{path} is a record of memory, not a trace", "'gpuscope profile' shows it.")
    return recording


def read_recording(path: Path, progress: Progress | None = None) -> Trace | MemoryRecord:
    """Read a trace or a memory record, depending on the file's content.

    Raises:
        TraceFileError: It is neither, or cannot be read; the message names the file.
    """
    first = b""
    try:
        with file_pieces(path, progress) as pieces:
            first = next(pieces, b"")
            if foreign := foreign_file("", first):  # before all of it is read to find no event
                raise TraceFileError(foreign.message, foreign.hint)
            return _reader(first)(path.name, chain([first], pieces))
    except TraceFileError as error:
        cause = foreign_file(path.name, first) or error
        raise TraceFileError(f"{path} is not a readable trace: {cause.message}", cause.hint) from None


def _reader(first: bytes) -> Callable[[str, Iterator[bytes]], Trace | MemoryRecord]:
    """Return the reader for a file that starts with these bytes; those of the rarer kinds are imported only if needed."""
    if first.startswith(PICKLE_MAGIC):
        from gpuscope.profiles.reading.memory_snapshot import memory_snapshot

        return memory_snapshot
    if first.startswith(PACKET_TAG) and not _JSON.match(first):
        return _perfetto_trace
    if _LIST_OF_LISTS.match(first):
        from gpuscope.profiles.reading.memory_timeline import memory_timeline

        return memory_timeline
    return _json_trace


def _perfetto_trace(source: str, pieces: Iterator[bytes]) -> Trace:
    from gpuscope.profiles.reading.perfetto import PerfettoReader

    columns = TraceColumns()
    reader = PerfettoReader(columns)
    reader.read(pieces)
    columns.close()
    if not columns.count:
        raise TraceFileError("it holds no events", "Record it again, with track events; of JAX and TensorFlow open the .trace.json.gz.")
    return _assembled(source, {}, _notes(columns, is_truncated=reader.is_truncated), columns)


def _json_trace(source: str, pieces: Iterator[bytes]) -> Trace:
    document = JsonDocument(pieces)
    decoder = EventDecoder()
    columns = TraceColumns()
    for decoded in document.events(_decode(decoder, columns), decoder.salvage):
        columns.add(decoded)
    columns.close()
    if not columns.count:
        raise TraceFileError("it holds no events", "Record it again: the profiler must be running while the program works.")
    head = {name: _value(text) for name, text in document.members.items()}
    notes = _notes(columns, is_truncated=document.is_truncated, goes_on=document.goes_on, unreadable=decoder.unreadable)
    if document.unread:
        notes += (f"{counted(document.unread, 'member')} left out for size: facts on the recording may be missing.",)
    return _assembled(source, head, notes, columns)


def _decode(decoder: EventDecoder, columns: TraceColumns) -> Decode[list[Event]]:
    """Return the decoder of pieces, which switches to exact times, and to nanoseconds, at the first piece that needs them."""

    def decode(array: bytes | memoryview) -> list[Event] | None:
        decoded = decoder.decode(array)
        if decoded is not None and not decoder.is_precise and has_lost_digits(decoded):
            decoder.is_precise = True
            columns.ns_per_unit = 1 if are_nanoseconds(decoded) else columns.ns_per_unit
            return decoder.decode(array)
        return decoded

    return decode


def _assembled(source: str, head: Mapping[str, Any], notes: tuple[str, ...], columns: TraceColumns) -> Trace:
    starts = columns.column("start")
    memory = columns.column("memory")
    first_ns = int(min((int(times.min()) for times in (starts, memory) if times.size), default=0))
    names = tuple(columns.names)
    slices, place = _slices(columns, names, starts - first_ns)
    work = _device_work(columns, place)
    distributed, recorded = head.get("distributedInfo"), head.get("gpuscope")
    base_ns = (_int(head.get("baseTimeNanoseconds")) or 0) if columns.ns_per_unit > 1 else 0  # nanoseconds since 1970 have no other base
    return Trace(
        source=source,
        origin_ns=first_ns + base_ns,
        names=names,
        texts=tuple(text.decode("utf-8", "replace") for text in columns.texts),
        tracks=_tracks(columns),
        slices=slices,
        device_work=work,
        operator_calls=_operator_calls(columns, place, slices),
        allocations=_allocations(columns, memory - first_ns),
        devices=_described(_devices(head.get("deviceProperties", head.get("computeProperties"))), work.device, columns.device_numbers),
        rank=_int(distributed.get("rank")) if isinstance(distributed, dict) and not columns.ranks else None,
        world_size=_int(distributed.get("world_size")) if isinstance(distributed, dict) else None,
        facts={label: str(head[name])[:200] for name, label in _FACTS.items() if isinstance(head.get(name), (str, int, float))},
        notes=(*notes, *_repeated(starts.size - len(slices)), *_two_at_once(columns, slices)),
        base_ns=base_ns,
        ns_per_unit=columns.ns_per_unit,
        collectives=_collectives(columns, place),
        ended_steps=_count(recorded.get("steps")) if isinstance(recorded, dict) and not columns.ranks else None,
    )


def _slices(columns: TraceColumns, names: Sequence[str], start_ns: Integers) -> tuple[Slices, Integers]:
    """Return the slices in order without duplicates, and the index of each original slice in them; -1 for duplicates."""
    duration_ns = columns.column("duration")
    began = np.zeros(start_ns.size, np.int64)
    began[columns.column("pair")] = columns.column("pair.begin")
    order = np.lexsort((began, -duration_ns, start_ns))  # of pairs with equal ends, the first begun is the outer one
    slices = Slices(
        start_ns[order],
        duration_ns[order],
        columns.column("name", np.int32)[order],
        columns.column("category", np.uint8)[order],
        columns.column("track", np.int32)[order],
        columns.column("external")[order],
        columns.column("correlation")[order],
    )
    _annotate_steps(slices, names)
    is_kept = np.ones(order.size, bool)
    is_kept[_repetitions(slices)] = False
    place = np.full(order.size, UNKNOWN)
    place[order[is_kept]] = np.arange(is_kept.sum())
    return (slices if is_kept.all() else Slices(*(getattr(slices, column)[is_kept] for column in _SLICE_COLUMNS))), place


_SLICE_COLUMNS = ("start_ns", "duration_ns", "name", "category", "track", "external", "correlation")


def _annotate_steps(slices: Slices, names: Sequence[str]) -> None:
    """Turn the profiler's steps into ranges: PyTorch before 1.11 wrote them as operators."""
    is_step = np.array([STEP_NAME.match(name) is not None for name in names], bool)
    if is_step.any():
        slices.category[is_step[slices.name] & (slices.category == Category.OPERATOR)] = Category.ANNOTATION


def _repetitions(slices: Slices) -> Integers:
    """Return the indices of slices that equal an earlier one in all columns, ascending.

    They occur if files were joined. Only slices with an id and marked ranges are considered, since these are unique; slices without
    either, or without a duration, may legitimately occur twice.
    """
    is_marked = np.isin(slices.category, (Category.ANNOTATION, Category.DEVICE_ANNOTATION))
    has_id = ((slices.external > 0) | (slices.correlation > 0) | is_marked) & (slices.duration_ns > 0)
    is_like_next = (np.diff(slices.start_ns) == 0) & (np.diff(slices.duration_ns) == 0)
    is_like_any = np.zeros(len(slices), bool)
    is_like_any[1:] |= is_like_next
    is_like_any[:-1] |= is_like_next
    rows = np.flatnonzero(has_id & is_like_any)
    keys = np.stack([getattr(slices, column)[rows] for column in _SLICE_COLUMNS], axis=1)
    firsts = np.unique(keys, axis=0, return_index=True)[1]
    repeated: Integers = np.setdiff1d(rows, rows[firsts])
    return repeated


def _repeated(count: int) -> tuple[str, ...]:
    return (f"{counted(count, 'event')} found twice in the file counted once.",) if count else ()


def _two_at_once(columns: TraceColumns, slices: Slices) -> tuple[str, ...]:
    launches = slices.of(Category.RUNTIME)
    numbers = {process: number for number, process in enumerate(dict.fromkeys(process for process, _ in columns.tracks.known))}
    process = np.array([numbers[process] for process, _ in columns.tracks.known], np.int64)[slices.track[launches]]
    if not any(repeat_at_once(slices.correlation[launches[process == number]]) for number in np.unique(process)):
        return ()
    note = (
        "A process launches work twice by the same ids: the file joins captures whose processes have one number. They count as one "
        "process, and their GPUs as one; open the file of each."
    )
    return (note,)


def _sorted(columns: TraceColumns, name: str, place: Integers) -> tuple[Integers, Integers]:
    """Return the sorted slice indices of a table of details, and the order of its rows, omitting rows of removed slices."""
    rows = place[columns.column(name)]
    order = np.argsort(rows, kind="stable")
    order = order[np.searchsorted(rows[order], 0) :]
    return rows[order], order


def _device_work(columns: TraceColumns, place: Integers) -> DeviceWork:
    rows, order = _sorted(columns, "work", place)
    grid = columns.column("work.grid").reshape(-1, 3)[order]
    block = columns.column("work.block").reshape(-1, 3)[order]
    occupancy = columns.column("work.occupancy", np.float64)[order]
    return DeviceWork(
        rows,
        columns.column("work.device")[order],
        columns.column("work.stream")[order],
        grid,
        block,
        columns.column("work.registers")[order],
        columns.column("work.shared")[order],
        occupancy / 100.0,
        columns.column("work.bytes")[order],
    )


def _operator_calls(columns: TraceColumns, place: Integers, slices: Slices) -> OperatorCalls:
    rows, order = _sorted(columns, "operator", place)
    is_operator = slices.category[rows] == Category.OPERATOR
    rows, order = rows[is_operator], order[is_operator]
    shapes, types, strides, values = (
        columns.column(f"operator.{name}", np.int32)[order] for name in ("shapes", "types", "strides", "values")
    )
    return OperatorCalls(rows, shapes, types, strides, values, columns.column("operator.flops", np.float64)[order])


def _collectives(columns: TraceColumns, place: Integers) -> Collectives:
    rows, order = _sorted(columns, "collective", place)
    kinds = columns.collectives
    numbers = np.array(kinds.rows, np.int32).reshape(-1, 3)[columns.column("collective.metadata", np.int32)[order]]
    return Collectives(rows, numbers[:, 0], numbers[:, 1], numbers[:, 2] > 0, tuple(kinds.operations), tuple(kinds.groups))


def _allocations(columns: TraceColumns, time_ns: Integers) -> Allocations:
    order = np.argsort(time_ns, kind="stable")
    track = columns.column("memory.track", np.int32)[order]
    names = ("memory_bytes", "address", "allocated", "reserved", "device_type", "device_id")
    return Allocations(time_ns[order], track, *(columns.column(f"memory.{name}")[order] for name in names))


def _tracks(columns: TraceColumns) -> tuple[Track, ...]:
    tracks = []
    for index, (process, thread) in enumerate(columns.tracks.known):
        order = columns.orders.get((process, thread), 0.0) + 1e9 * columns.orders.get(process, 0.0)
        if stream := columns.streams.get(index):
            tracks.append(Track(stream[0], stream[1], "", order))
        else:
            name = columns.thread_names.get((process, thread), "")
            tracks.append(Track("" if process is None else process, "" if thread is None else thread, name, order))
    return tuple(tracks)


def _devices(properties: Any) -> dict[int, DeviceFacts]:
    """Return the devices described in the header, also by the names that Kineto used until 2021."""
    devices = {}
    for entry in properties if isinstance(properties, list) else ():
        number = _int(entry.get("id")) if isinstance(entry, dict) else None
        if number is None:
            continue
        major, minor = (_int(entry.get(f"compute{name}", entry.get(name.lower()))) for name in ("Major", "Minor"))
        devices[number] = DeviceFacts(
            number,
            str(entry.get("name", ""))[:200],
            _int(entry.get("totalGlobalMem")),
            _int(entry.get("numSms", entry.get("multiProcessorCount"))),
            _int(entry.get("warpSize")),
            "" if major is None or minor is None else f"{major}.{minor}",
        )
    return devices


def _described(devices: dict[int, DeviceFacts], used: Integers, joined: Mapping[tuple[int, int], int]) -> dict[int, DeviceFacts]:
    """Return the devices by the numbers that they have in the trace, if those in its header are others.

    The header of a joined file is one rank's, and not known whose. ROCm's profiler numbers the devices of the machine, and the header
    those that the program may use. So it describes devices of other numbers only if its own are all alike.

    Args:
        devices: The devices in the header.
        used: The device of each piece of device work.
        joined: Numbers of the devices of joined ranks, by rank and number in its file; {} if they are as written.
    """
    working = [number for number in np.unique(used).tolist() if number >= 0]
    numbers = list(joined.values()) or ([] if devices.keys() & set(working) else working)
    if not numbers or not devices:
        return devices
    facts = next(iter(devices.values()))
    is_alike = all(replace(other, number=facts.number) == facts for other in devices.values())
    own = {number: replace(facts, number=number) for number in numbers} if is_alike else {}
    return own if joined else {**devices, **own}


def _value(text: bytes) -> Any:
    """Return the value of a top-level member; None if it is not JSON."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _int(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else None


def _count(value: Any) -> int | None:
    number = _int(value)
    return None if number is None or number < 0 else number


def _notes(columns: TraceColumns, *, is_truncated: bool, goes_on: bool = False, unreadable: int = 0) -> tuple[str, ...]:
    notes = []
    if is_truncated:
        notes.append(f"The file is cut off: what follows covers the {counted(columns.count, 'event')} that it still has.")
    if goes_on:
        notes.append("The file goes on after the trace: what follows was not read. Open it as a file of its own.")
    if unreadable:
        notes.append(f"{counted(unreadable, 'event')} could not be read, so left out.")
    if columns.ns_per_unit == 1:
        notes.append("The times are in nanoseconds, by their size; the format wants microseconds.")
    if columns.ranks:
        notes.append(
            f"The file joins the traces of {columns.ranks} processes: operators, kernels and steps are those of all, and devices may be "
            "numbered anew. For the skew between them, open the file of each rank."
        )
    if columns.has_shared_ids:
        notes.append(
            "Several processes launch work by the same ids: the operator of a kernel may be that of another process, and GPUs of one "
            "number count as one."
        )
    if columns.shared_devices:
        numbers = ", ".join(map(str, columns.shared_devices))
        notes.append(f"Several processes launch work on GPU {numbers}: if they have a GPU of this number each, these count as one.")
    if columns.without_time:
        notes.append(f"{counted(columns.without_time, 'event')} without a valid time left out.")
    if columns.without_duration:
        notes.append(f"{counted(columns.without_duration, 'event')} without a valid duration counted as instants.")
    if columns.unmatched:
        notes.append(f"{counted(columns.unmatched, 'range')} left out: begin or end is not in the file.")
    return tuple(notes)
