"""Memory over time by owner, stacked: the owners that hold most at the peak, all others together; in pixel columns at any zoom."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.profiles.memory import MemoryCurve
from gpuscope.profiles.memory_record import Blocks
from gpuscope.profiles.trace import Integers

_MOST = 7
"""Owners that are told apart by colour: there are no more hues that are told apart at a glance."""


@dataclass(frozen=True, eq=False)
class MemoryStack:
    """Memory of one device.

    Attributes:
        time_ns: Of each event, ascending.
        owners: The ones that hold most at the peak, the most first.
        bytes: In use of each owner after each event, and of all others in the last row; shape (owners + 1, events).
        total: In use after each event.
        at_peak: Bytes of every owner when most was in use, the most first.
        reserved_bytes: That the allocator held after each event; None where it is not known.
    """

    time_ns: Integers
    owners: tuple[str, ...]
    bytes: NDArray[np.int64]
    total: Integers
    at_peak: dict[str, int]
    reserved_bytes: Integers | None = None

    @property
    def peak_bytes(self) -> int:
        """Most in use."""
        return int(self.total.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """When most was in use."""
        return int(self.time_ns[int(self.total.argmax())])

    @property
    def high_bytes(self) -> int:
        """Most that was in use or held."""
        return max(self.peak_bytes, int(self.reserved_bytes.max(initial=0)) if self.reserved_bytes is not None else 0)

    def event_at(self, time_ns: float) -> int | None:
        """Return the last event until an instant; None before the first."""
        place = int(self.time_ns.searchsorted(time_ns, "right")) - 1
        return place if place >= 0 else None

    def columns(self, start_ns: float, ns_per_column: float, count: int) -> Integers:
        """Return the event that each pixel column shows: of those within it, and the one before, that with most in use; -1 for none.

        Args:
            start_ns: At the left edge.
            ns_per_column: Of a column.
            count: Columns.
        """
        edges = start_ns + ns_per_column * np.arange(count + 1)
        before = self.time_ns.searchsorted(edges, "right") - 1
        first, last = np.maximum(before[:-1], 0), np.maximum(before[1:], 0)
        most = np.maximum(np.maximum.reduceat(self.total, first), self.total[last])
        shown = np.where(self.total[last] == most, last, first)
        for column in np.flatnonzero((self.total[shown] != most) & (last > first)).tolist():
            shown[column] = first[column] + int(self.total[first[column] : last[column]].argmax())
        return np.where(before[1:] >= 0, shown, -1)


def memory_stack(blocks: Blocks, curve: MemoryCurve | None = None) -> MemoryStack | None:
    """Return blocks stacked by owner; None where there are none.

    Args:
        blocks: What was taken and given back.
        curve: Of the same events, with what the allocator held.
    """
    if not blocks.time_ns.size:
        return None
    at_peak = blocks.at_peak()
    numbers = {name: place for place, name in enumerate(blocks.owners)}
    shown = list(at_peak)[:_MOST]
    rows = [np.cumsum(np.where(blocks.owner == numbers[name], blocks.bytes, 0)) for name in shown]
    others = blocks.in_use - sum(rows, np.zeros_like(blocks.in_use))
    reserved = None
    if curve is not None and (curve.reserved_bytes > 0).any():
        place = np.clip(curve.time_ns.searchsorted(blocks.time_ns, "right") - 1, 0, None)
        reserved = curve.reserved_bytes[place]
    return MemoryStack(blocks.time_ns, tuple(shown), np.stack([*rows, others]), blocks.in_use, at_peak, reserved)
