"""Unions, differences and sums of time intervals on one clock."""

from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.trace import Flags, Integers, Slices


@dataclass(frozen=True, slots=True)
class Intervals:
    """Ascending intervals that neither touch nor overlap; int64 ns, shape (n,)."""

    start_ns: Integers
    end_ns: Integers

    @property
    def total_ns(self) -> int:
        """Their total length."""
        return int((self.end_ns - self.start_ns).sum())

    @property
    def span_ns(self) -> int:
        """From the start of the first to the end of the last."""
        return int(self.end_ns[-1] - self.start_ns[0]) if self.start_ns.size else 0

    def within_each(self, begin_ns: Integers, end_ns: Integers) -> Integers:
        """Return how much of each given interval they cover, in ns."""
        if not self.start_ns.size:
            return np.zeros(begin_ns.size, np.int64)
        covered: Integers = np.maximum(0, self._covered_until(end_ns) - self._covered_until(begin_ns))
        return covered

    def _covered_until(self, time_ns: Integers) -> Integers:
        """Return how much they cover before each given time, in ns."""
        before = np.concatenate([[0], np.cumsum(self.end_ns - self.start_ns)])
        last = np.searchsorted(self.start_ns, time_ns, side="right") - 1
        inside = np.minimum(time_ns, self.end_ns[last]) - self.start_ns[last]
        covered: Integers = np.where(last >= 0, before[last] + inside, 0)
        return covered


def union(start_ns: Integers, end_ns: Integers) -> Intervals:
    """Return the union of some intervals, which may overlap."""
    order = np.argsort(start_ns, kind="stable")
    starts, ends = start_ns[order], np.maximum.accumulate(end_ns[order]) if order.size else end_ns
    is_first = np.ones(order.size, bool)
    is_first[1:] = starts[1:] > ends[:-1]
    firsts = np.flatnonzero(is_first)
    return Intervals(starts[firsts], ends[np.append(firsts[1:] - 1, order.size - 1)] if order.size else ends)


def united(first: Intervals, second: Intervals) -> Intervals:
    """Return the union of both."""
    return union(np.concatenate([first.start_ns, second.start_ns]), np.concatenate([first.end_ns, second.end_ns]))


def intersected(first: Intervals, second: Intervals) -> Intervals:
    """Return what both cover."""
    starts = np.concatenate([first.start_ns, second.start_ns])
    ends = np.concatenate([first.end_ns, second.end_ns])
    is_start, is_end = (
        (first.within_each(points - before, points + 1 - before) > 0) & (second.within_each(points - before, points + 1 - before) > 0)
        for points, before in ((starts, 0), (ends, 1))
    )
    return Intervals(np.unique(starts[is_start]), np.unique(ends[is_end]))


def exposed_ns(own: Intervals, hidden_by: Intervals) -> int:
    """Return how much of the first the second does not cover, in ns."""
    return united(own, hidden_by).total_ns - hidden_by.total_ns


def union_by_group_ns(groups: Integers, start_ns: Integers, end_ns: Integers, count: int) -> Integers:
    """Return the length of the union of each group's intervals.

    Args:
        groups: Group of each interval, 0 to `count` - 1.
        start_ns: Start of each interval.
        end_ns: End of each interval.
        count: Number of groups.

    Returns:
        Covered time in ns by group, shape (count,).
    """
    covered = np.zeros(count, np.int64)
    if not groups.size:
        return covered
    order = np.lexsort((start_ns, groups))
    group, starts, ends = groups[order], start_ns[order], end_ns[order]
    is_new = np.ones(order.size, bool)
    is_new[1:] = group[1:] != group[:-1]
    before = _running_end(ends, is_new)
    np.add.at(covered, group, np.maximum(0, ends - np.where(is_new, starts, np.maximum(starts, before))))
    return covered


def overlap_in_group(groups: Integers, start_ns: Integers, end_ns: Integers) -> Flags:
    """Return which intervals overlap another of their group, or are linked to one by such."""
    if not groups.size:
        return np.zeros(0, bool)
    order = np.lexsort((start_ns, groups))
    group = groups[order]
    is_new = np.ones(order.size, bool)
    is_new[1:] = group[1:] != group[:-1]
    is_apart = is_new | (start_ns[order] >= _running_end(end_ns[order], is_new))
    linked = np.cumsum(is_apart) - 1
    overlap = np.empty(order.size, bool)
    overlap[order] = np.bincount(linked)[linked] > 1
    return overlap


def _running_end(ends: Integers, is_new: Flags) -> Integers:
    """Return for each interval the latest end of those before it in its group; the value for the first of a group is meaningless."""
    number = np.cumsum(is_new)
    span = int(ends.max() - ends.min()) + 1
    if number[-1] * float(span) >= 2.0**62:  # would overflow int64: use only the end of the interval before
        return np.concatenate([ends[:1], ends[:-1]])
    lifted = np.maximum.accumulate(ends + number * span) - number * span
    return np.concatenate([lifted[:1], lifted[:-1]])


def covered(slices: Slices, rows: Integers) -> Intervals:
    """Return the time covered by some slices, given by index."""
    return union(slices.start_ns[rows], slices.end_ns[rows])
