"""Memory over time, stacked by owner: the largest owners at the peak, and all others together; in pixel columns at any zoom."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuscope.profiles.memory import MemoryCurve
from gpuscope.profiles.memory_record import PURPOSES, Blocks
from gpuscope.profiles.trace import Integers

_MOST = 7
"""Most owners with a colour of their own: more hues cannot be distinguished at a glance."""


@dataclass(frozen=True, eq=False)
class MemoryStack:
    """Memory of one device, stacked by owner.

    Attributes:
        time_ns: Time of each event, ascending.
        owners: From the bottom: the largest owners at the peak, the largest first; purposes in their order, also of memory at other times.
        bytes: Bytes in use by each owner after each event, with all others in the last row; shape (owners + 1, events).
        total: Bytes in use after each event.
        at_peak: Bytes of every owner at the peak, the largest first.
        reserved_bytes: Bytes held by the allocator after each event; None if it is not known.
    """

    time_ns: Integers
    owners: tuple[str, ...]
    bytes: NDArray[np.int64]
    total: Integers
    at_peak: dict[str, int]
    reserved_bytes: Integers | None = None

    @property
    def peak_bytes(self) -> int:
        """Peak memory in use."""
        return int(self.total.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """Time of the peak."""
        return int(self.time_ns[int(self.total.argmax())])

    @property
    def high_bytes(self) -> int:
        """Peak of memory in use or held by the allocator."""
        return max(self.peak_bytes, int(self.reserved_bytes.max(initial=0)) if self.reserved_bytes is not None else 0)

    def event_at(self, time_ns: float) -> int | None:
        """Return the index of the last event up to an instant; None before the first."""
        place = int(self.time_ns.searchsorted(time_ns, "right")) - 1
        return place if place >= 0 else None

    def columns(self, start_ns: float, ns_per_column: float, count: int) -> Integers:
        """Return the event to show in each pixel column: of those within it and the one before, that with the most in use; -1 for none.

        Args:
            start_ns: Time at the left edge.
            ns_per_column: Duration of a column.
            count: Number of columns.
        """
        edges = start_ns + ns_per_column * np.arange(count + 1)
        before = self.time_ns.searchsorted(edges, "right") - 1
        first, last = np.maximum(before[:-1], 0), np.maximum(before[1:], 0)
        most = np.maximum(np.maximum.reduceat(self.total[: last[-1] + 1], first), self.total[last])
        shown = np.where(self.total[last] == most, last, first)
        for column in np.flatnonzero((self.total[shown] != most) & (last > first)).tolist():
            shown[column] = first[column] + int(self.total[first[column] : last[column]].argmax())
        return np.where(before[1:] >= 0, shown, -1)


def memory_stack(blocks: Blocks, curve: MemoryCurve | None = None) -> MemoryStack | None:
    """Return blocks stacked by owner; None if there are none.

    Args:
        blocks: Allocations and frees.
        curve: The memory curve of the same device, for the memory held by the allocator.
    """
    if not blocks.time_ns.size:
        return None
    at_peak = blocks.at_peak()
    numbers = {name: place for place, name in enumerate(blocks.owners)}
    are_purposes = numbers.keys() <= {*PURPOSES}
    later = [name for name in blocks.owners if name not in at_peak] if are_purposes else []  # they are few
    sizes = {name: np.cumsum(np.where(blocks.owner == numbers[name], blocks.bytes, 0)) for name in (*list(at_peak)[:_MOST], *later)}
    sizes = {name: own for name, own in sizes.items() if name in at_peak or own.any()}
    shown = list(sizes)[:_MOST]
    if are_purposes:
        shown.sort(key=PURPOSES.index)
    rows = [sizes[name] for name in shown]
    others = blocks.in_use - sum(rows, np.zeros_like(blocks.in_use))
    reserved = None
    if curve is not None and (curve.reserved_bytes > 0).any():
        place = np.clip(curve.time_ns.searchsorted(blocks.time_ns, "right") - 1, 0, None)
        reserved = curve.reserved_bytes[place]
    return MemoryStack(blocks.time_ns, tuple(shown), np.stack([*rows, others]), blocks.in_use, at_peak, reserved)
