"""Memory by owner, from files that record only memory: PyTorch's memory snapshots and its profiler's memory timelines.

A snapshot (``torch.cuda.memory._dump_snapshot``) records where memory was allocated: its owners are lines of the user's program. A
timeline (``export_memory_timeline`` with a ``.raw.json.gz``) records the purpose of memory: parameters, activations, gradients.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.trace import Integers

BEFORE_CAPTURE, BEFORE_RECORD = "before the capture", "allocated before the record began"
EARLIER = (BEFORE_CAPTURE, BEFORE_RECORD)
"""Owners of memory allocated before a trace or a snapshot's history began."""
PURPOSES = (
    BEFORE_CAPTURE, "parameters", "optimizer state", "other", "inputs", "gradients", "autograd detail", "activations", "temporary"
)  # fmt: skip
"""What memory is for, from what is kept longest to what is kept shortest."""


@dataclass(frozen=True)
class Blocks:
    """Allocations and frees in order of time; columns of the same length.

    Attributes:
        time_ns: Time since the record's first event.
        bytes: Bytes allocated (positive) or freed (negative).
        owner: Index into `owners`.
        owners: Purposes of memory, or its allocators.
    """

    time_ns: Integers
    bytes: Integers
    owner: Integers
    owners: tuple[str, ...]

    @cached_property
    def in_use(self) -> Integers:
        """Bytes in use after each event."""
        return np.cumsum(self.bytes)

    @property
    def peak_bytes(self) -> int:
        """Peak memory in use."""
        return int(self.in_use.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """Time of the peak; 0 if there are no events."""
        return int(self.time_ns[int(self.in_use.argmax())]) if self.in_use.size else 0

    def at_peak(self) -> dict[str, int]:
        """Return the bytes of each owner at the peak, the largest first."""
        if not self.in_use.size:
            return {}
        until = int(self.in_use.argmax()) + 1
        sums = np.zeros(len(self.owners), np.int64)
        np.add.at(sums, self.owner[:until], self.bytes[:until])
        return {self.owners[place]: int(sums[place]) for place in np.argsort(-sums, kind="stable") if sums[place] > 0}


@dataclass(frozen=True)
class DeviceMemory:
    """Memory of one device.

    Attributes:
        device: Its number.
        blocks: Its allocations and frees.
        reserved_bytes: Bytes held by the allocator at the end; None if not recorded.
        held_bytes: Bytes in use at the end by owner, the largest first; empty if not recorded.
        out_of_memory: Requested bytes and requester of each failed allocation.
    """

    device: int
    blocks: Blocks
    reserved_bytes: int | None
    held_bytes: Mapping[str, int]
    out_of_memory: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class MemoryRecord:
    """The contents of a memory file.

    Attributes:
        source: The file's name.
        by_category: Whether owners are purposes of memory; otherwise they are the lines that allocated it.
        devices: Devices with any memory, by number.
        notes: Problems with the file, one sentence each.
    """

    source: str
    by_category: bool
    devices: tuple[DeviceMemory, ...]
    notes: tuple[str, ...] = ()


def blocks(events: list[tuple[int, int, str]]) -> Blocks:
    """Return (time in ns, bytes, owner) events as columns, sorted by time."""
    numbers: dict[str, int] = defaultdict(lambda: len(numbers))
    ordered = sorted(events, key=lambda event: event[0])
    first = ordered[0][0] if ordered else 0
    times = np.array([time - first for time, _, _ in ordered], np.int64)
    sizes = np.array([size for _, size, _ in ordered], np.int64)
    owners = np.array([numbers[owner] for _, _, owner in ordered], np.int64)
    return Blocks(times, sizes, owners, tuple(numbers))
