"""Append-only columns of readings, and the ends of a run's steps."""

import mmap
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.steppers import leads

Floats = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)
_FIRST_CAPACITY = 256
"""Rows of a new table: 25 s of a 10 Hz sensor before the first move."""
_MOST_ROOM, _ROOM_SHARE = 1024, 8
"""Growth adds at most _MOST_ROOM rows or 1/_ROOM_SHARE of the table: doubling would leave half of a long run's memory empty."""

_MAPPED_FROM = 65_536
"""Bytes from which blocks are mapped, because the allocator would retain freed blocks of some megabytes."""


class _Block:
    """Storage for rows; rows below ``count`` never change."""

    def __init__(self, width: int, capacity: int) -> None:
        room = _room((width + 1) * capacity).reshape(width + 1, capacity)
        self.times: Floats = room[0]
        self.values: Floats = room[1:]
        self.count = 0


def _room(count: int) -> Floats:
    """Return memory for ``count`` numbers. Large blocks are mapped: unused rows take no memory, and all is returned with the block."""
    size = count * np.dtype(np.float64).itemsize
    if size < _MAPPED_FROM:
        return np.empty(count)
    mapped: Floats = np.frombuffer(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.float64)
    return mapped


class ReadingTable(Generic[Key]):
    """Rows of readings with shared time stamps. One thread appends rows, others read columns.

    A returned column never changes: rows are added behind it, and when the block is full, the table moves to another.

    Args:
        keys: Names of the columns.
        most: Maximum number of rows; the oldest half is dropped beyond it. None keeps all.
    """

    def __init__(self, keys: Iterable[Key] = (), most: int | None = None) -> None:
        self._places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        self._most = most
        self._block = _Block(len(self._places), _FIRST_CAPACITY)

    @property
    def keys(self) -> tuple[Key, ...]:
        """Names of the columns."""
        return tuple(self._places)

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._block.count

    @property
    def last_time(self) -> float | None:
        """Time stamp of the newest row; None if empty."""
        block = self._block
        return float(block.times[block.count - 1]) if block.count else None

    def column(self, key: Key) -> tuple[Floats, Floats]:
        """Return (stamps, values), float64 [n] each; NaN where a row has no value.

        Raises:
            KeyError: There is no such column.
        """
        place, block = self._places[key], self._block  # in this order: a column's name is published after its block
        return block.times[: block.count], block.values[place, : block.count]

    def widen(self, keys: Iterable[Key]) -> None:
        """Add missing columns, NaN in the existing rows."""
        new = [key for key in dict.fromkeys(keys) if key not in self._places]
        if new:
            self._move(len(self._block.times), len(self._places) + len(new))
            self._places = {**self._places, **{key: len(self._places) + index for index, key in enumerate(new)}}

    def reserve(self, rows: int) -> None:
        """Allocate room for ``rows`` rows in total, so that filling the table moves it only once."""
        most = rows if self._most is None else min(rows, self._most)
        if most > self._block.times.size:
            self._move(most, self._block.values.shape[0])

    def append(self, time: float, keys: Sequence[Key], values: Iterable[float]) -> None:
        """Append a row; columns that are not named are NaN in it."""
        block = self._with_room(1)
        row = [np.nan] * len(self._places)
        for key, value in zip(keys, values, strict=False):
            row[self._places[key]] = value
        block.values[:, block.count] = row
        block.times[block.count] = time
        block.count += 1

    def extend(self, times: Floats, columns: Mapping[Key, Floats]) -> None:
        """Append rows: time stamps, and values for the named columns."""
        self.widen(columns)
        if self._most is not None:
            times, columns = times[-self._most :], {key: values[-self._most :] for key, values in columns.items()}
        block = self._with_room(times.size)
        rows = slice(block.count, block.count + times.size)
        for key, place in self._places.items():
            block.values[place, rows] = columns.get(key, np.nan)
        block.times[rows] = times
        block.count += times.size

    def _with_room(self, count: int) -> _Block:
        block = self._block
        needed = block.count + count
        if self._most is not None and needed > self._most:
            self._move(
                max(_FIRST_CAPACITY, self._most), block.values.shape[0], max(0, min(block.count, self._most // 2, self._most - count))
            )
        elif needed > block.times.size:
            room = min(block.times.size, max(_MOST_ROOM, block.times.size // _ROOM_SHARE))
            self._move(max(block.times.size + room, needed), block.values.shape[0])
        return self._block

    def _move(self, capacity: int, width: int, kept: int | None = None) -> None:
        """Continue in a new block, with the newest rows of the old one."""
        old = self._block
        kept = old.count if kept is None else kept
        new = _Block(width, capacity)
        new.times[:kept] = old.times[old.count - kept : old.count]
        new.values[: old.values.shape[0], :kept] = old.values[:, old.count - kept : old.count]
        new.values[old.values.shape[0] :, :kept] = np.nan
        new.count = kept
        self._block = new


GRID_NS = 20_000_000
"""Grid in nanoseconds; of the ends in each cell only the first is kept: at most fifty per second, however short the steps are."""
WINDOW_S = 0.25
"""A step rate is taken over the shortest run of whole steps that lasts at least this many seconds."""
_FINISHED, _RATE, _BEGIN = "finished", "rate", "begin"
_EDGE = _RATE, _BEGIN


class StepEnds:
    """The steps of one process. One thread writes, others read.

    Attributes:
        finished: Steps finished so far, warm-up included; exact.
        stepper: Whose steps count (``core.steppers``); None before the first.
    """

    def __init__(self) -> None:
        self.finished = 0
        self.stepper: int | None = None
        self._samples = 1.0
        self._last: tuple[float, int] | None = None
        self._cell = -1
        self._kept: ReadingTable[str] = ReadingTable((_FINISHED,))
        self._edges: ReadingTable[str] = ReadingTable(_EDGE)
        """Ends of the windows of the rate, each of which begins where the one before ends, except for the last one of a settled run."""
        self._finished_by_edge = np.nan
        """Steps finished by the newest boundary."""

    def count(self, samples: float) -> None:
        """Set the number of samples per step; rates, including earlier ones, are in samples per second."""
        if samples != self._samples:
            times, rates = self._edges.column(_RATE)
            begins, self._edges = self._edges.column(_BEGIN)[1], ReadingTable(_EDGE)
            self._edges.extend(times, {_RATE: rates * (samples / self._samples), _BEGIN: begins})
            self._samples = samples

    def add(self, pid: int, first: int, ends_ns: NDArray[np.int64] | Sequence[int]) -> None:
        """Add the ends of successive steps; ignore those of processes whose steps do not count, and those already known.

        Args:
            pid: The process that took the steps.
            first: Zero-based index of the first of these steps.
            ends_ns: Nanoseconds from the run's start, increasing.
        """
        if leads(pid, self.stepper):
            self._begin(pid)
        known = self.finished - first
        ends = np.asarray(ends_ns, np.int64)[max(0, known) :]
        if pid != self.stepper or not ends.size:
            return
        finished = np.arange(self.finished if known >= 0 else first, first + len(ends_ns)) + 1.0
        cells = ends // GRID_NS
        new = np.diff(cells, prepend=self._cell) != 0
        self._cell = int(cells[-1])
        self._keep(ends[new] / 1e9, finished[new])
        self._last = (float(ends[-1]) / 1e9, int(finished[-1]))
        self.finished = int(finished[-1])

    def _begin(self, pid: int) -> None:
        """Start over for a process that replaces another one, or an earlier count."""
        self.stepper, self.finished, self._last, self._cell = pid, 0, None, -1
        self._kept, self._edges = ReadingTable((_FINISHED,)), ReadingTable(_EDGE)
        self._finished_by_edge = np.nan

    def settle(self) -> None:
        """Keep the very last end, which the grid may have skipped, and let the rates go up to it."""
        if self._last is not None and self._kept.last_time != self._last[0]:
            self._keep(np.array([self._last[0]]), np.array([float(self._last[1])]))
        times, finished = self._kept.column(_FINISHED)
        if times.size > 1 and self._edges.last_time != times[-1]:
            begin = max(0, int(np.searchsorted(times, times[-1] - WINDOW_S, "right")) - 1)
            self._add_edges(times[-1:], finished[-1:], times[begin], finished[begin])

    def _keep(self, times: Floats, finished: Floats) -> None:
        if not times.size:
            return
        self._kept.extend(times, {_FINISHED: finished})
        edges, edge = [], self._edges.last_time
        at = 0
        while at < times.size:
            if edge is not None:
                at += int(np.searchsorted(times[at:], edge + WINDOW_S))
                if at >= times.size:
                    break
            edges.append(at)
            edge = float(times[at])
        if edges:
            before_s = self._edges.last_time
            self._add_edges(times[edges], finished[edges], np.nan if before_s is None else before_s, self._finished_by_edge)

    def _add_edges(self, times: Floats, finished: Floats, begin_s: float, finished_by_begin: float) -> None:
        """Add the ends of successive windows, the first of which begins at a time, by which some steps were finished."""
        rates = self._samples * np.diff(finished, prepend=finished_by_begin) / np.diff(times, prepend=begin_s)
        self._edges.extend(times, {_RATE: rates, _BEGIN: np.concatenate([[begin_s], times[:-1]])})
        self._finished_by_edge = float(finished[-1])

    def ends(self) -> tuple[Floats, Floats]:
        """Return (seconds from the start, steps finished by then) of the kept ends."""
        return self._kept.column(_FINISHED)

    def rates(self) -> tuple[Floats, Floats, Floats]:
        """Return (begin and end of each window in seconds, steps or samples per second within it); see :data:`WINDOW_S`."""
        edges = self._edges
        ends, rates = edges.column(_RATE)
        return edges.column(_BEGIN)[1][1 : ends.size], ends[1:], rates[1:]

    def at(self, time_s: float) -> int:
        """Return the number of steps finished by a time, interpolated linearly between the kept ends."""
        times, finished = self._kept.column(_FINISHED)
        if not times.size or time_s < times[0]:
            return 0
        if self._last is not None and time_s >= self._last[0]:
            return self._last[1]
        return int(np.interp(time_s, times, finished) + 1e-9)
