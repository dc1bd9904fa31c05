"""Turns decoded events into the columns of a trace, piece by piece into numpy arrays, so that no event outlives its piece."""

import re
from array import array
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, compress
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np
from numpy.typing import DTypeLike, NDArray

from gpuscope.profiles.reading.device_tracks import device_streams, is_device, work_category
from gpuscope.profiles.reading.events import Args, Event, integer
from gpuscope.profiles.reading.joined_ranks import (
    FEWEST_PROCESSES,
    device_numbers,
    keeps_launches,
    rank_of_tracks,
    ranks_of_processes,
    renumbered,
    separated_ids,
    share_ids,
    shared_devices,
)
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.trace import DEVICE_WORK, HOST_TYPE, UNKNOWN, Category, Codes, Flags, Floats, Integers

MOST_EVENTS = 60_000_000
"""Maximum number of events; each takes about eighty bytes of columns."""
_MOST_FLOPS, _MOST_PERCENT = 1e24, 100.0
"""Plausible maxima: of one call, hours of the fastest device; of the occupancy."""
_MOST_TEXT_BYTES = 512 << 20
"""Maximum total bytes of all distinct names, shapes and values."""
_LARGEST_US = 4e15
"""Maximum time in µs, in the year 2096; differences of such times in ns fit an int64. Larger ones are nanoseconds since 1970."""
_LONGEST_US = 1e11
"""Maximum duration of a slice in µs, about a day, while captures last seconds; the sum of 90,000 in ns still fits an int64."""
_NS_PER_US = 1000
_LOOKED_AT = 500
"""Number of events of a piece to sample for the magnitude of times, as all but metadata without a time share a clock."""
_NO_ARGS = Args()
_SIZE = re.compile(rb"\d+")
_OPERATION, _GROUP_NAME = attrgetter("operation"), attrgetter("group_name")
_PAIRED = frozenset("BEbe")
_MEMORY = ("memory_bytes", "address", "allocated", "reserved", "device_type", "device_id")

CATEGORIES = {
    "cpu_op": Category.OPERATOR,
    "operator": Category.OPERATOR,
    "hpu_op": Category.OPERATOR,
    "cuda_runtime": Category.RUNTIME,
    "cuda_driver": Category.RUNTIME,
    "xpu_runtime": Category.RUNTIME,
    "xpu_driver": Category.RUNTIME,
    "mtia_runtime": Category.RUNTIME,
    "glow_runtime": Category.RUNTIME,
    "privateuse1_runtime": Category.RUNTIME,
    "privateuse1_driver": Category.RUNTIME,
    "runtime": Category.RUNTIME,
    "kernel": Category.KERNEL,
    "mtia_ccp_events": Category.KERNEL,
    "gpu_memcpy": Category.COPY,
    "memcpy": Category.COPY,
    "gpu_memset": Category.FILL,
    "memset": Category.FILL,
    "user_annotation": Category.ANNOTATION,
    "gpu_user_annotation": Category.DEVICE_ANNOTATION,
    "python_function": Category.PYTHON,
    "cuda_sync": Category.SYNCHRONIZATION,
    "xpu_sync": Category.SYNCHRONIZATION,
    "trace": Category.SPAN,
    "overhead": Category.SPAN,
}
"""Kineto's categories in lower case, including those of older versions."""
_PROCESSES: dict[Any, Category] = {"CPU functions": Category.OPERATOR, "CUDA functions": Category.KERNEL, "XPU functions": Category.KERNEL}
"""Process names by which PyTorch's profiler without Kineto groups events that have no category (``torch/autograd/profiler_util.py``)."""


class Interned(dict[Any, int]):
    """Consecutive numbers for values in order of appearance; the total size of texts is limited."""

    def __init__(self) -> None:
        super().__init__()
        self._text_bytes = 0

    def __missing__(self, key: Any) -> int:
        number = self[key] = len(self)
        if isinstance(key, (str, bytes)):
            self._count(key)
        return number

    def _count(self, text: str | bytes) -> None:
        self._text_bytes += len(text)
        if self._text_bytes > _MOST_TEXT_BYTES:
            raise TraceFileError("its names are larger than any program's", "This is not a trace of a program.")


class Arguments(Interned):
    """Numbers of the argument texts of operator calls as written in the file: shapes, types, strides and values together.

    Calls repeat: one look-up for all four texts takes half the time of four.

    Attributes:
        rows: Four indices into the texts for each number, -1 for missing texts and empty lists.
    """

    def __init__(self, texts: Interned) -> None:
        super().__init__()
        self._texts = texts
        self.rows = array("i")

    def numbers(self, calls: Sequence[Args]) -> list[int]:
        """Return the numbers of some calls."""
        written = [b",".join((arg.shapes or arg.older_shapes, arg.types, arg.strides, arg.values)) for arg in calls]
        if not self.keys() >= set(written):
            for key, arg in zip(written, calls, strict=True):
                if key not in self:
                    self.rows.extend(map(self._text, (arg.shapes or arg.older_shapes, arg.types, arg.strides, arg.values)))
                    self[key]  # joined by commas they are as different as apart, since each is a JSON value or nothing
        return list(map(self.__getitem__, written))

    def _text(self, raw: msgspec.Raw) -> int:
        text = _compact(bytes(raw)) if raw else b"[]"
        return self._texts[text] if text != b"[]" else UNKNOWN


class ToldCollectives(Interned):
    """Numbers the distinct collectives as written in the file: operation, whether it is uneven, name and ranks of its process group.

    Attributes:
        operations: The distinct operations, in order of appearance.
        groups: The distinct groups: name, and ranks as text.
        rows: Three numbers for each number: of the operation, of the group, and 1 if the parts exchanged differ in size.
    """

    def __init__(self) -> None:
        super().__init__()
        self.operations = Interned()
        self.groups = Interned()
        self.rows = array("i")

    def numbers(self, collectives: Sequence[Args]) -> list[int]:
        """Return the numbers of some events' collectives."""
        written = [b",".join((arg.operation, arg.group_name, arg.group_ranks, b"uneven" * _is_uneven(arg))) for arg in collectives]
        for key, arg in zip(written, collectives, strict=True):
            if key not in self:
                operation, name, ranks = (_plain_text(bytes(raw)) for raw in (arg.operation, arg.group_name, arg.group_ranks))
                group = self.groups[name, ranks.replace(" ", "").replace(",", ", ")]
                self.rows.extend((self.operations[operation], group, _is_uneven(arg)))
            self[key]
        return list(map(self.__getitem__, written))


class Categories(dict[str, int]):
    """Categories by their names in the file."""

    def __missing__(self, key: str) -> int:
        category = self[key] = int(CATEGORIES.get(key.lower(), Category.OTHER))
        return category


class Tracks(dict[tuple[Any, Any], int]):
    """Numbers for (process, thread) pairs, equal for ids written as a number and as text.

    Attributes:
        known: The distinct pairs, in order of appearance.
    """

    def __init__(self) -> None:
        super().__init__()
        self.known = Interned()

    def __missing__(self, key: tuple[Any, Any]) -> int:
        number = self[key] = self.known[plain_key(key[0]), plain_key(key[1])]
        return number


class TraceColumns:
    """The columns of a trace while it is read.

    Attributes:
        names: Names of slices.
        texts: Shapes, types and values, as compact JSON bytes.
        collectives: Metadata of collectives, each combination once.
        tracks: (process, thread) pairs.
        process_names: Names by process.
        thread_names: Names by (process, thread).
        orders: Sort keys by process, and by (process, thread).
        streams: Device and stream of the tracks recognized by their names, by index.
        count: Number of events so far.
        without_time: Number of events that need a time but have no valid one in µs.
        without_duration: Number of slices without a duration, or with one below zero.
        unmatched: Number of ends without a begin and begins without an end.
        ns_per_unit: Nanoseconds per unit of time: 1000, as the format wants it, or 1.
        device_numbers: Numbers of the devices of joined ranks by (rank, number in its file); {} if they are as written.
        ranks: Number of processes that launch device work, if a tool joined their files into this one.
        has_shared_ids: Whether launches of several processes have the same ids, and it is unknown which devices are whose.
        shared_devices: Numbers of devices on which several processes launch work, if their ids are not the same.
    """

    def __init__(self) -> None:
        self.names = Interned()
        self.texts = Interned()
        self._arguments = Arguments(self.texts)
        self.collectives = ToldCollectives()
        self.tracks = Tracks()
        self.process_names: dict[Any, str] = {}
        self.thread_names: dict[tuple[Any, Any], str] = {}
        self.orders: dict[Any, float] = {}
        self.streams: dict[int, tuple[int, int]] = {}
        self.count = 0
        self.without_time = 0
        self.without_duration = 0
        self.unmatched = 0
        self.ns_per_unit = _NS_PER_US
        self.device_numbers: dict[tuple[int, int], int] = {}
        self.ranks = 0
        self.has_shared_ids = False
        self.shared_devices: list[int] = []
        self._columns: dict[str, list[NDArray[Any]]] = defaultdict(list)
        self._rows = 0
        self._categories = Categories()
        self._begins = 0
        self._open: dict[Any, list[tuple[Event, int, int]]] = defaultdict(list)

    def add(self, events: Sequence[Event]) -> None:
        """Add the events of a piece."""
        self.count += len(events)
        if self.count > MOST_EVENTS:
            raise TraceFileError(f"it holds more than {MOST_EVENTS // 1_000_000} million events", "Profile fewer steps.")
        self._add_slices([event for event in events if event.ph == "X"])
        others = [event for event in events if event.ph != "X"]
        phases = {event.ph for event in others}
        if phases & _PAIRED:
            self._add_pairs([event for event in others if event.ph in "BEbe"])
        for phase in phases.intersection("iI"):
            self._add_memory([event for event in others if event.ph == phase and event.name == "[memory]"])
        if "M" in phases:
            for event in others:
                if event.ph == "M":
                    self._name(event)

    def column(self, name: str, dtype: DTypeLike = np.int64) -> NDArray[Any]:
        """Return a column and release its pieces."""
        pieces = self._columns.pop(name, [])
        return np.concatenate(pieces) if pieces else np.empty(0, dtype)

    def close(self) -> None:
        """Count the begins without an end, recognize device work by its tracks if none has a category, and tell joined ranks apart."""
        self.unmatched += sum(map(len, self._open.values()))
        rows = np.array(self._arguments.rows).reshape(-1, 4)[self.column("operator.arguments", np.int32)]
        for place, name in enumerate(("shapes", "types", "strides", "values")):
            self._append(f"operator.{name}", rows[:, place])
        if "work" not in self._columns:
            self.streams = device_streams(list(self.tracks.known), self.process_names, self.thread_names)
        if self.streams:
            self._add_work_of_streams()
        if "xla" in self._columns:
            self._add_xla_operators()
        if self.streams:
            return
        if len({process for process, _ in self.tracks.known}) >= FEWEST_PROCESSES:
            self._separate_ranks()

    # Slices

    def _add_slices(self, events: Sequence[Event]) -> None:
        events, start_ns = self._timed(events)
        if not events:
            return
        duration_us = _floats([event.dur for event in events]) * (self.ns_per_unit / _NS_PER_US)
        is_valid = (duration_us >= 0) & (duration_us < _LONGEST_US)
        if not is_valid.all():
            self.without_duration += int((~is_valid).sum())
            duration_us[~is_valid] = 0.0
        self._append_slices(events, start_ns, np.rint(duration_us * _NS_PER_US).astype(np.int64))

    def _append_slices(self, events: Sequence[Event], start_ns: Integers, duration_ns: Integers) -> None:
        # Every event passes here: map and compress run in C, and what is done in Python is done once a piece.
        args = [event.args or _NO_ARGS for event in events]
        categories = self._categories_of(events)
        tracks = zip([event.pid for event in events], [event.tid for event in events], strict=True)
        self._append("start", start_ns)
        self._append("duration", duration_ns)
        self._append("name", _integers(list(map(self.names.__getitem__, [event.name for event in events])), np.int32))
        self._append("category", categories)
        self._append("track", _integers(list(map(self.tracks.__getitem__, tracks)), np.int32))
        self._append("external", _integers([arg.external for arg in args]))
        self._append("correlation", _integers([arg.correlation for arg in args]))
        others = [place for place in np.flatnonzero(categories == Category.OTHER).tolist() if args[place].hlo_op]
        self._append("xla", _integers(others) + self._rows)
        self._append_operators(np.flatnonzero(categories == Category.OPERATOR), args)
        self._append_device_work(np.flatnonzero(np.isin(categories, DEVICE_WORK)), events, args)
        if any(map(_OPERATION, args)) or any(map(_GROUP_NAME, args)):
            self._append_collectives([place for place, arg in enumerate(args) if arg.operation or arg.group_name], args)
        self._rows += len(events)

    def _append_operators(self, places: Integers, args: Sequence[Args]) -> None:
        own = [args[place] for place in places.tolist()]
        self._append("operator", places + self._rows)
        self._append("operator.arguments", _integers(self._arguments.numbers(own), np.int32))
        self._append("operator.flops", _plausible([arg.flops for arg in own], _MOST_FLOPS))

    def _append_device_work(self, places: Integers, events: Sequence[Event], args: Sequence[Args]) -> None:
        listed = places.tolist()
        own = [args[place] for place in listed]
        devices = [arg.device if arg.device >= 0 else _whole(events[place].pid) for place, arg in zip(listed, own, strict=True)]
        streams = [arg.stream if arg.stream >= 0 else _whole(events[place].tid) for place, arg in zip(listed, own, strict=True)]
        moved = [
            size if type(size) is int else UNKNOWN if (whole := integer(size)) is None else whole for size in [arg.bytes for arg in own]
        ]
        self._append("work", places + self._rows)
        self._append("work.device", _integers(devices))
        self._append("work.stream", _integers(streams))
        self._append("work.grid", _integers(list(chain.from_iterable([arg.grid for arg in own]))).reshape(-1, 3))
        self._append("work.block", _integers(list(chain.from_iterable([arg.block for arg in own]))).reshape(-1, 3))
        self._append("work.registers", _integers([arg.registers for arg in own]))
        self._append("work.shared", _integers([arg.shared for arg in own]))
        self._append("work.occupancy", _plausible([arg.occupancy for arg in own], _MOST_PERCENT))
        self._append("work.bytes", _integers(moved))

    def _append_collectives(self, places: Sequence[int], args: Sequence[Args]) -> None:
        self._append("collective", _integers(places) + self._rows)
        self._append("collective.metadata", _integers(self.collectives.numbers([args[place] for place in places]), np.int32))

    def _add_work_of_streams(self) -> None:
        """Turn the slices without a category on recognized streams into device work."""
        category, track, name = (self.column(column) for column in ("category", "track", "name"))
        numbers = np.full((len(self.tracks.known), 2), UNKNOWN, np.int64)
        numbers[list(self.streams)] = list(self.streams.values())
        is_stream = np.isin(track, list(self.streams))
        kinds = np.array([work_category(text) for text in self.names], np.uint8)
        category = np.where(is_stream & (category == Category.OTHER), kinds[name], category).astype(np.uint8)
        rows = np.flatnonzero(np.isin(category, DEVICE_WORK))
        self._append("category", category)
        self._append("track", track)
        self._append("name", name)
        self._append("work", rows)
        self._append("work.device", numbers[track[rows], 0])
        self._append("work.stream", numbers[track[rows], 1])
        for column, width in (("grid", 3), ("block", 3), ("registers", 1), ("shared", 1), ("bytes", 1)):
            self._append(f"work.{column}", np.full(rows.size * width, UNKNOWN, np.int64))
        self._append("work.occupancy", np.full(rows.size, np.nan))

    def _add_xla_operators(self) -> None:
        """Turn what XLA ran on the host into operators: on a device, the same argument is that of kernels, or of lines that repeat them."""
        category, track, rows = (self.column(column) for column in ("category", "track", "xla"))
        is_host = np.array([not is_device(self.process_names.get(process, "")) for process, _ in self.tracks.known], bool)
        rows = rows[is_host[track[rows]]]
        category[rows] = Category.OPERATOR
        self._append("category", category)
        self._append("track", track)
        self._append("operator", rows)
        for column in ("shapes", "types", "strides", "values"):
            self._append(f"operator.{column}", np.full(rows.size, UNKNOWN, np.int32))
        self._append("operator.flops", np.full(rows.size, np.nan))

    def _separate_ranks(self) -> None:
        """Make the ids and devices of the ranks in a joined file differ."""
        kept = {name: self.column(name) for name in ("category", "track", "work")}
        track, work, known = kept["track"], kept["work"], list(self.tracks.known)
        launches = np.flatnonzero(kept["category"] == Category.RUNTIME)
        processes = Interned()
        process = np.array([processes[own] for own, _ in known])[track[launches]]
        if process.size and (process != process[0]).any():
            kept |= {name: self.column(name) for name in ("correlation", "external", "work.device")}
            ranks = ranks_of_processes(known, np.unique(track[launches]).tolist(), np.unique(track[work]).tolist())
            rank = rank_of_tracks(known, ranks)[track]
            ids = {name: separated_ids(kept[name], rank) for name in ("correlation", "external")}
            if ranks and keeps_launches([(kept[name], ids[name]) for name in ids], launches, work):
                self.ranks = len(set(ranks.values()))
                kept |= ids
                self._separate_devices(kept, rank[work], rank_of_tracks(known, ranks))
            else:
                self.has_shared_ids = share_ids(kept["correlation"][launches], process)
                if not self.has_shared_ids:
                    launched = kept["correlation"][launches], process, kept["correlation"][work]
                    self.shared_devices = shared_devices(*launched, kept["work.device"])
        for name, column in kept.items():
            self._append(name, column)

    def _separate_devices(self, kept: dict[str, NDArray[Any]], rank: Integers, rank_of_track: Integers) -> None:
        """Make the devices of ranks differ in device work and memory, and the hosts' memory: that of a rank is numbered by the rank."""
        self.device_numbers = device_numbers(kept["work.device"], rank)
        if self.device_numbers:
            kept["work.device"] = renumbered(kept["work.device"], rank, self.device_numbers)
        kept |= {name: self.column(name) for name in ("memory.track", "memory.device_type", "memory.device_id")}
        is_host, device = kept["memory.device_type"] == HOST_TYPE, kept["memory.device_id"].copy()
        rank = rank_of_track[kept["memory.track"]]
        device[is_host] = rank[is_host]
        if self.device_numbers and not is_host.all():
            device[~is_host] = renumbered(device[~is_host], rank[~is_host], self.device_numbers)
        kept["memory.device_id"] = device

    def _add_pairs(self, events: Sequence[Event]) -> None:
        """Add slices given by two events: nested on a thread ("B", "E"), or sharing an id ("b", "e")."""
        events, times_ns = self._timed(events)
        ended: list[tuple[Event, int, int, int]] = []
        for event, time_ns in zip(events, times_ns.tolist(), strict=True):
            key = (event.pid, event.tid) if event.ph in "BE" else (event.pid, event.cat, event.id, event.name)
            if event.ph in "Bb":
                self._begins += 1
                self._open[key].append((event, time_ns, self._begins))
            elif self._open[key]:
                begin, begin_ns, number = self._open[key].pop()
                ended.append((begin, begin_ns, min(max(0, time_ns - begin_ns), round(_LONGEST_US * _NS_PER_US)), number))
            else:
                self.unmatched += 1
        if ended:
            starts, durations, numbers = (np.array(column, np.int64) for column in list(zip(*ended, strict=True))[1:])
            self._append("pair", np.arange(self._rows, self._rows + len(ended)))
            self._append("pair.begin", numbers)
            self._append_slices([event for event, *_ in ended], starts, durations)

    def _add_memory(self, events: Sequence[Event]) -> None:
        events, times_ns = self._timed(events)
        args = [event.args or _NO_ARGS for event in events]
        self._append("memory", times_ns)
        self._append("memory.track", _integers([self.tracks[event.pid, event.tid] for event in events], np.int32))
        for column in _MEMORY:
            self._append(f"memory.{column}", _integers(list(map(attrgetter(column), args))))

    def _name(self, event: Event) -> None:
        args = event.args or _NO_ARGS
        process, thread = plain_key(event.pid), plain_key(event.tid)
        if event.name == "process_name":
            self.process_names[process] = args.name
        elif event.name == "thread_name":
            self.thread_names[process, thread] = args.name
        elif event.name == "process_sort_index":
            self.orders[process] = args.sort_index
        elif event.name == "thread_sort_index":
            self.orders[process, thread] = args.sort_index

    # Values

    def _timed(self, events: Sequence[Event]) -> tuple[Sequence[Event], Integers]:
        """Return the events with a valid time, and their times in ns."""
        stamps: list[Any] = [event.ts for event in events]
        if stamps and isinstance(stamps[0], msgspec.Raw):
            exact = [_exact_ns(stamp, self.ns_per_unit) for stamp in stamps]
            is_valid = np.array([time is not None for time in exact], bool)
            return self._valid(events, is_valid), np.array([time for time in exact if time is not None], np.int64)
        times_us = _floats(stamps)
        is_valid = np.abs(times_us) < _LARGEST_US
        times_us = times_us[is_valid]
        whole = np.floor(times_us)  # separately, since a float in ns would lose digits that µs still have
        times_ns = whole.astype(np.int64) * _NS_PER_US + np.rint((times_us - whole) * _NS_PER_US).astype(np.int64)
        return self._valid(events, is_valid), times_ns

    def _valid(self, events: Sequence[Event], is_valid: Flags) -> Sequence[Event]:
        """Return the events whose time is valid, and count the others."""
        if is_valid.all():
            return events
        self.without_time += int((~is_valid).sum())
        return list(compress(events, is_valid.tolist()))

    def _categories_of(self, events: Sequence[Event]) -> Codes:
        codes = list(map(self._categories.__getitem__, [event.cat for event in events]))
        if "" in self._categories:
            codes = [code if event.cat else self._without_category(event) for code, event in zip(codes, events, strict=True)]
        return _integers(codes, np.uint8)

    def _without_category(self, event: Event) -> int:
        """Return the category of an event that names none, after naming the steps of JAX and TensorFlow by their numbers."""
        if event.args is not None and (number := integer(event.args.step_num)) is not None and number >= 0:
            event.name = f"{event.name}, step_num {number}"
            return int(Category.ANNOTATION)
        return int(_PROCESSES.get(event.pid, Category.OTHER))

    def _append(self, column: str, values: NDArray[Any]) -> None:
        if values.size:
            self._columns[column].append(values)


_TYPE_CODES: dict[Any, str] = {np.int64: "q", np.int32: "i", np.uint8: "B"}


def _integers(values: Sequence[int], dtype: type[np.integer[Any]] = np.int64) -> NDArray[Any]:
    """Return integers as a column; through an array, which takes a third of the time that numpy needs for a list."""
    return np.array(array(_TYPE_CODES[dtype], values))


def _floats(values: Sequence[float | None]) -> Floats:
    """Return numbers as a column, NaN for None."""
    try:
        return np.array(array("d", values))  # type: ignore[type-var]
    except TypeError:
        return np.array(values, np.float64)


def _plausible(values: Sequence[float | None], most: float) -> Floats:
    """Return numbers as a column, NaN for None and for what is negative or more than ``most``, as only in a damaged file."""
    column = _floats(values)
    return np.where((column >= 0.0) & (column <= most), column, np.nan)


def plain_key(value: int | str | None) -> int | str | None:
    """Return a process or thread id, converting quoted numbers: Kineto before PyTorch 1.11 wrote both forms."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19 else value


def has_lost_digits(events: Sequence[Event]) -> bool:
    """Return whether times are so large that a float in µs no longer resolves nanoseconds."""
    coarse = 2.0**43  # above this, a float64 in µs has steps larger than 1 ns
    return any(coarse < time < _LARGEST_US * _NS_PER_US for time in _sampled_times(events))


def are_nanoseconds(events: Sequence[Event]) -> bool:
    """Return whether most times are too large for µs: some tools write nanoseconds since 1970, and durations likewise."""
    times = _sampled_times(events)
    return 2 * sum(_LARGEST_US < time < _LARGEST_US * _NS_PER_US for time in times) > len(times)


def _sampled_times(events: Sequence[Event]) -> list[float]:
    return [event.ts for event in events[:: max(1, len(events) // _LOOKED_AT)] if event.ts is not None and event.ph != "M"]


def _exact_ns(raw: Any, ns_per_unit: int) -> int | None:
    """Return a time in ns from its text."""
    written = bytes(raw)
    if written.isdigit() and len(written) < 16:
        return int(written) * ns_per_unit
    text = written.decode("ascii", "replace").strip('"')
    try:
        time = Decimal(text) * ns_per_unit
    except ArithmeticError:  # no number, or one beyond what decimals hold
        return None
    return round(time) if time.is_finite() and abs(time) < _LARGEST_US * _NS_PER_US else None


def _compact(written: bytes) -> bytes:
    """Return compact JSON, so that equal shapes in two traces have equal text."""
    try:
        return msgspec.json.encode(msgspec.json.decode(written))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return written


def _is_uneven(arg: Args) -> bool:
    """Return whether the parts that an all-to-all sends to the ranks or receives differ in size; equal parts are given without sizes."""
    return any(len(set(_SIZE.findall(bytes(sizes)))) > 1 for sizes in (arg.sent_sizes, arg.received_sizes) if sizes)


def _plain_text(written: bytes) -> str:
    """Return a JSON text as it is, any other value as compact JSON; "" for nothing and for null."""
    try:
        value = msgspec.json.decode(written) if written else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    return value if isinstance(value, str) else "" if value is None else msgspec.json.encode(value).decode()


def _whole(value: int | str | None) -> int:
    """Return the number of a device or stream, which old traces write as process and thread id."""
    if isinstance(value, int) and abs(value) < 2**62:
        return value
    digits = "".join(filter(str.isdigit, value))[-9:] if isinstance(value, str) else ""
    return int(digits) if digits else -1
