"""One row of a timeline at any zoom: slices that do not overlap, merged if they are narrower than a pixel.

A row is stored in levels of increasing coarseness: slices shorter than a level's resolution are merged with their neighbours in the same
cell. A view of any length therefore processes only a few slices per pixel, no matter how many there are.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.trace import Codes, Flags, Floats, Integers

_COARSER = 4
"""Factor between the resolutions of successive candidate levels, so that a view processes only a few slices per pixel."""
_FEW = 2048
"""Number of slices for which merging is not worthwhile."""
_LEAST_SEAMED = 3
"""Minimum width, in columns, of a slice that can spare a column, so that adjacent slices of the same colour remain distinct."""
NOTHING = 255
"""The tone of an empty column."""


@dataclass(frozen=True, slots=True)
class Level:
    """Slices, some of which represent several merged ones; all columns have the same length.

    Attributes:
        start_ns: Start, ascending.
        end_ns: End of the last merged slice.
        busy_ns: Total duration of the merged slices, excluding the gaps between them.
        tone: The tone with the most busy time.
        longest: Index in the row of the longest merged slice.
    """

    start_ns: Integers
    end_ns: Integers
    busy_ns: Integers
    tone: Codes
    longest: Integers

    def __len__(self) -> int:
        return int(self.start_ns.size)

    def within(self, start_ns: float, end_ns: float) -> "Level":
        """Return the part visible in a view."""
        first = int(self.end_ns.searchsorted(start_ns, "right"))
        part = slice(first, max(first, int(self.start_ns.searchsorted(end_ns, "left"))))
        return Level(self.start_ns[part], self.end_ns[part], self.busy_ns[part], self.tone[part], self.longest[part])

    def merged(self, resolution_ns: int) -> "Level":
        """Return a coarser level, with slices shorter than the resolution merged with their neighbours in the same cell."""
        is_short = self.end_ns - self.start_ns < resolution_ns
        cell = self.start_ns // resolution_ns
        is_first = np.ones(len(self), bool)
        is_first[1:] = ~is_short[1:] | ~is_short[:-1] | (cell[1:] != cell[:-1])
        firsts = np.flatnonzero(is_first)
        lasts = np.append(firsts[1:], len(self)) - 1
        tone, longest = _dominant(self, firsts)
        return Level(self.start_ns[firsts], self.end_ns[lasts], np.add.reduceat(self.busy_ns, firsts), tone, longest)


@dataclass(frozen=True, slots=True)
class Columns:
    """A row in pixel columns.

    Attributes:
        tone: Tone of each column; `NOTHING` for empty ones.
        place: Index in the row of each slice that is wide enough for a label.
        left: Left edge of each of these, in columns from the view's left edge; negative if it starts before.
        right: Right edge of each of these.
    """

    tone: Codes
    place: Integers
    left: Floats
    right: Floats


@dataclass(frozen=True, eq=False)
class LaneRow:
    """Slices that do not overlap, in order.

    Attributes:
        slice: Index of each into the trace's slices.
        start_ns: Start of each.
        end_ns: End of each; no later than the next one's start.
        tone: Tone of each, which determines its colour.
    """

    slice: Integers
    start_ns: Integers
    end_ns: Integers
    tone: Codes

    def __len__(self) -> int:
        return int(self.slice.size)

    @cached_property
    def levels(self) -> tuple[tuple[int, Level], ...]:
        """The row at full resolution and its coarser levels, each with its resolution in ns."""
        level = Level(self.start_ns, self.end_ns, self.end_ns - self.start_ns, self.tone, np.arange(len(self)))
        levels = [(0, level)]
        resolution = _COARSER
        while len(level) > _FEW:
            coarser = level.merged(resolution)
            if len(coarser) < len(level) // 2:
                level = coarser
                levels.append((resolution, level))
            resolution *= _COARSER
            if resolution > 2**60:
                break
        return tuple(levels)

    def columns(self, start_ns: float, ns_per_column: float, count: int, wide: float) -> Columns:
        """Return the row in the pixel columns of a view.

        Args:
            start_ns: Time at the left edge.
            ns_per_column: Duration of a column.
            count: Number of columns.
            wide: Minimum width, in columns, of a slice that gets a label.
        """
        level = next(level for resolution, level in reversed(self.levels) if resolution <= ns_per_column)
        shown = level.within(start_ns, start_ns + count * ns_per_column)
        left = ((shown.start_ns - start_ns) / ns_per_column).astype(np.float64)
        right = ((shown.end_ns - start_ns) / ns_per_column).astype(np.float64)
        first = np.clip(left, 0, count - 1).astype(np.int64)
        last = np.clip(right, first + 1, count).astype(np.int64)
        tone = np.full(count, NOTHING, np.uint8)
        is_wide = last - first >= 2
        _fill(tone, first[is_wide], last[is_wide], shown.tone[is_wide])
        narrow = np.flatnonzero(~is_wide)
        order = narrow[np.lexsort((shown.busy_ns[narrow], first[narrow]))]  # the busiest slice of a column is written last
        free = order[tone[first[order]] == NOTHING]
        tone[first[free]] = shown.tone[free]
        written = np.flatnonzero(right - left >= wide)
        return Columns(tone, shown.longest[written], left[written], right[written])

    def at(self, time_ns: float, reach_ns: float = 0.0) -> int | None:
        """Return the index in the row of the slice at an instant, or of the nearest one within reach; None if there is none."""
        if not len(self):
            return None
        after = int(self.start_ns.searchsorted(time_ns, "right"))
        if after and time_ns < self.end_ns[after - 1]:
            return after - 1
        near = [(self._distance(place, time_ns), place) for place in (after - 1, after) if 0 <= place < len(self)]
        distance, place = min(near)
        return place if distance < reach_ns else None

    def gap_at(self, time_ns: float) -> tuple[int, int] | None:
        """Return start and end of the gap at an instant; None within a slice, before the first and after the last one."""
        after = int(self.start_ns.searchsorted(time_ns, "right"))
        if after in (0, len(self)) or time_ns < self.end_ns[after - 1]:
            return None
        return int(self.end_ns[after - 1]), int(self.start_ns[after])

    def only(self, chosen: Flags) -> "LaneRow":
        """Return a row with only the chosen slices."""
        return LaneRow(self.slice[chosen], self.start_ns[chosen], self.end_ns[chosen], self.tone[chosen])

    def _distance(self, place: int, time_ns: float) -> float:
        return max(float(self.start_ns[place]) - time_ns, time_ns - float(self.end_ns[place]), 0.0)


def _fill(tone: Codes, first: Integers, last: Integers, tones: Codes) -> None:
    """Write the tones of slices into their columns; if two touch, the last column of the first stays empty as a seam, if wide enough."""
    widths = last - first
    widths[:-1] -= (last[:-1] >= first[1:]) & (widths[:-1] >= _LEAST_SEAMED)
    total = int(widths.sum())
    begin = np.cumsum(widths) - widths
    columns = np.arange(total) - np.repeat(begin - first, widths)
    tone[columns] = np.repeat(tones, widths)


def _dominant(level: Level, firsts: Integers) -> tuple[Codes, Integers]:
    """Return for each group the tone with the most busy time, and the longest slice."""
    best = np.full(firsts.size, -1, np.int64)
    tone = np.zeros(firsts.size, np.uint8)
    for value in np.unique(level.tone):
        busy = np.add.reduceat(np.where(level.tone == value, level.busy_ns, -1), firsts)
        is_better = busy > best
        best[is_better], tone[is_better] = busy[is_better], value
    most = np.maximum.reduceat(level.busy_ns, firsts)
    group = np.repeat(np.arange(firsts.size), np.diff(np.append(firsts, len(level))))
    places = np.flatnonzero(level.busy_ns == most[group])
    longest = np.zeros(firsts.size, np.int64)
    longest[group[places[::-1]]] = level.longest[places[::-1]]
    return tone, longest
