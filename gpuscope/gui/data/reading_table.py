"""Readings that are appended by row and read by column while they grow."""

import mmap
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)
_FIRST_CAPACITY = 256
_MOST_ROOM = 1024
_ROOM_SHARE = 8
"""Growth adds at most _MOST_ROOM rows or 1/_ROOM_SHARE of the table: doubling would leave half of a long run's memory empty."""

_MAPPED_FROM = 65_536
"""Bytes; larger blocks are mapped, because the allocator would keep freed blocks of some megabytes."""


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

    A column that was returned never changes: rows are added behind it, and when the block is full, the table moves to another.

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

    def times(self) -> Floats:
        """Return the stamps of all rows, float64 [n]."""
        block = self._block
        return block.times[: block.count]

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
