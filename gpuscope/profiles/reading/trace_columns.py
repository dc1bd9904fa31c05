"""Turns decoded events into the columns of a trace, piece by piece into numpy arrays, so that no event outlives its piece."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from decimal import Decimal
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
)
from gpuscope.profiles.reading.trace_file_error import TraceFileError
from gpuscope.profiles.trace import DEVICE_WORK, HOST_TYPE, UNKNOWN, Category, Integers

MOST_EVENTS = 60_000_000
"""Maximum number of events; each takes about eighty bytes of columns."""
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
            self._text_bytes += len(key)
            if self._text_bytes > _MOST_TEXT_BYTES:
                raise TraceFileError("its names are larger than any program's", "This is not a trace of a program.")
        return number


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
    """

    def __init__(self) -> None:
        self.names = Interned()
        self.texts = Interned()
        self._written = Interned()
        self._text_of: list[int] = []
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
        self._columns: dict[str, list[NDArray[Any]]] = defaultdict(list)
        self._rows = 0
        self._categories: dict[str, int] = {}
        self._begins = 0
        self._open: dict[Any, list[tuple[Event, int, int]]] = defaultdict(list)

    def add(self, events: Sequence[Event]) -> None:
        """Add the events of a piece."""
        self.count += len(events)
        if self.count > MOST_EVENTS:
            raise TraceFileError(f"it holds more than {MOST_EVENTS // 1_000_000} million events", "Profile fewer steps.")
        by_phase: dict[str, list[Event]] = defaultdict(list)
        for event in events:
            by_phase[event.ph].append(event)
        self._add_slices(by_phase["X"])
        self._add_pairs([event for event in events if event.ph in "BEbe"] if by_phase.keys() & {"B", "E", "b", "e"} else [])
        self._add_memory([event for event in by_phase["i"] + by_phase["I"] if event.name == "[memory]"])
        for event in by_phase["M"]:
            self._name(event)

    def column(self, name: str, dtype: DTypeLike = np.int64) -> NDArray[Any]:
        """Return a column and release its pieces."""
        pieces = self._columns.pop(name, [])
        return np.concatenate(pieces) if pieces else np.empty(0, dtype)

    def close(self) -> None:
        """Count the begins without an end, recognize device work by its tracks if none has a category, and tell joined ranks apart."""
        self.unmatched += sum(map(len, self._open.values()))
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
        durations = [event.dur for event in events]
        duration_us = np.array(durations, np.float64) * (self.ns_per_unit / _NS_PER_US)  # NaN for None
        is_valid = (duration_us >= 0) & (duration_us < _LONGEST_US)
        if not is_valid.all():
            self.without_duration += int((~is_valid).sum())
            duration_us[~is_valid] = 0.0
        self._append_slices(events, start_ns, np.rint(duration_us * _NS_PER_US).astype(np.int64))

    def _append_slices(self, events: Sequence[Event], start_ns: Integers, duration_ns: Integers) -> None:
        names, tracks = self.names, self.tracks
        args = [event.args or _NO_ARGS for event in events]
        categories = [self._category(event.cat) if event.cat else self._without_category(event) for event in events]
        self._append("start", start_ns)
        self._append("duration", duration_ns)
        self._append("name", [names[event.name] for event in events], np.int32)
        self._append("category", categories, np.uint8)
        self._append("track", [tracks[event.pid, event.tid] for event in events], np.int32)
        self._append("external", [arg.external for arg in args])
        self._append("correlation", [arg.correlation for arg in args])
        kinds: dict[int, list[int]] = defaultdict(list)
        for place, category in enumerate(categories):
            kinds[category].append(place)
        self._append("xla", [place + self._rows for place in kinds[Category.OTHER] if args[place].hlo_op])
        self._append_operators(kinds[Category.OPERATOR], args)
        self._append_device_work(sorted(place for category in DEVICE_WORK for place in kinds[category]), events, args)
        self._rows += len(events)

    def _without_category(self, event: Event) -> int:
        """Return the category of an event that names none, after naming the steps of JAX and TensorFlow by their numbers."""
        if event.args is not None and (number := integer(event.args.step_num)) is not None and number >= 0:
            event.name = f"{event.name}, step_num {number}"
            return Category.ANNOTATION
        return _PROCESSES.get(event.pid, Category.OTHER)

    def _append_operators(self, places: Sequence[int], args: Sequence[Args]) -> None:
        own = [args[place] for place in places]
        self._append("operator", [place + self._rows for place in places])
        self._append("operator.shapes", [self._text(arg.shapes or arg.older_shapes) for arg in own], np.int32)
        self._append("operator.types", [self._text(arg.types) for arg in own], np.int32)
        self._append("operator.strides", [self._text(arg.strides) for arg in own], np.int32)
        self._append("operator.values", [self._text(arg.values) for arg in own], np.int32)
        self._append("operator.flops", [arg.flops for arg in own], np.float64)

    def _append_device_work(self, places: Sequence[int], events: Sequence[Event], args: Sequence[Args]) -> None:
        own = [args[place] for place in places]
        devices = [arg.device if arg.device >= 0 else _whole(events[place].pid) for place, arg in zip(places, own, strict=True)]
        streams = [arg.stream if arg.stream >= 0 else _whole(events[place].tid) for place, arg in zip(places, own, strict=True)]
        self._append("work", [place + self._rows for place in places])
        self._append("work.device", devices)
        self._append("work.stream", streams)
        self._append("work.grid", np.array([arg.grid for arg in own], np.int64).reshape(-1, 3))
        self._append("work.block", np.array([arg.block for arg in own], np.int64).reshape(-1, 3))
        self._append("work.registers", [arg.registers for arg in own])
        self._append("work.shared", [arg.shared for arg in own])
        self._append("work.occupancy", [arg.occupancy for arg in own], np.float64)
        self._append("work.bytes", [UNKNOWN if (moved := integer(arg.bytes)) is None else moved for arg in own])

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
        self._append("memory.track", [self.tracks[event.pid, event.tid] for event in events], np.int32)
        for column in ("memory_bytes", "address", "allocated", "reserved", "device_type", "device_id"):
            self._append(f"memory.{column}", [getattr(arg, column) for arg in args])

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
            times = [_exact_ns(stamp, self.ns_per_unit) for stamp in stamps]
        else:
            times = [stamp if stamp is not None and abs(stamp) < _LARGEST_US else None for stamp in stamps]
        if None in times:
            self.without_time += times.count(None)
            events = [event for event, time in zip(events, times, strict=True) if time is not None]
            times = [time for time in times if time is not None]
        if stamps and isinstance(stamps[0], msgspec.Raw):
            return events, np.array(times, np.int64)
        times_us = np.array(times, np.float64)
        whole = np.floor(times_us)  # separately, since a float in ns would lose digits that µs still have
        return events, whole.astype(np.int64) * _NS_PER_US + np.rint((times_us - whole) * _NS_PER_US).astype(np.int64)

    def _category(self, text: str) -> int:
        category = self._categories.get(text)
        if category is None:
            category = self._categories[text] = int(CATEGORIES.get(text.lower(), Category.OTHER))
        return category

    def _text(self, raw: msgspec.Raw) -> int:
        written = bytes(raw)
        if not written:
            return -1
        number = self._written[written]
        if number == len(self._text_of):  # seen for the first time
            text = _compact(written)
            self._text_of.append(self.texts[text] if text != b"[]" else -1)
        return self._text_of[number]

    def _append(self, column: str, values: Iterable[Any] | NDArray[Any], dtype: DTypeLike = np.int64) -> None:
        array = values if isinstance(values, np.ndarray) else np.array(values, dtype)
        if array.size:
            self._columns[column].append(array)


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


def _whole(value: int | str | None) -> int:
    """Return the number of a device or stream, which old traces write as process and thread id."""
    if isinstance(value, int) and abs(value) < 2**62:
        return value
    digits = "".join(filter(str.isdigit, value))[-9:] if isinstance(value, str) else ""
    return int(digits) if digits else -1
