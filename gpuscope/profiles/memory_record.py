"""What filled memory, from files that record nothing else: PyTorch's memory snapshots and its profiler's memory timelines.

A snapshot (``torch.cuda.memory._dump_snapshot``) knows who allocated what: its owners are lines of the user's program. A timeline
(``export_memory_timeline`` with a ``.raw.json.gz``) knows what the memory was for: parameters, activations, gradients.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.trace import Integers

BEFORE_CAPTURE, BEFORE_RECORD = "before the capture", "allocated before the record began"
EARLIER = (BEFORE_CAPTURE, BEFORE_RECORD)
"""Owners of what was there when a trace, and when a snapshot's history, began."""


@dataclass(frozen=True)
class Blocks:
    """What was taken and given back, in order of time; columns of one length.

    Attributes:
        time_ns: From the record's first event.
        bytes: Taken (positive) or given back (negative).
        owner: Index into `owners`.
        owners: What memory is for, or who asked for it.
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
        """Most in use."""
        return int(self.in_use.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """When most was in use; 0 where nothing ever was."""
        return int(self.time_ns[int(self.in_use.argmax())]) if self.in_use.size else 0

    def at_peak(self) -> dict[str, int]:
        """Return the bytes of each owner when most was in use, the most first."""
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
        blocks: What was taken and given back.
        reserved_bytes: That the allocator held at the end; None where the record does not tell.
        held_bytes: By owner what was in use at the end, the most first; empty where the record does not tell.
        out_of_memory: Of each allocation that failed: bytes asked for, and who asked.
    """

    device: int
    blocks: Blocks
    reserved_bytes: int | None
    held_bytes: Mapping[str, int]
    out_of_memory: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class MemoryRecord:
    """What a file says of memory.

    Attributes:
        source: The file's name.
        by_category: Whether owners are what memory was for; else who asked for it.
        devices: Those with any memory, by number.
        notes: What was amiss with the file, each a sentence.
    """

    source: str
    by_category: bool
    devices: tuple[DeviceMemory, ...]
    notes: tuple[str, ...] = ()


def blocks(events: list[tuple[int, int, str]]) -> Blocks:
    """Return columns of (time in ns, bytes, owner) in order of time."""
    numbers: dict[str, int] = defaultdict(lambda: len(numbers))
    ordered = sorted(events, key=lambda event: event[0])
    first = ordered[0][0] if ordered else 0
    times = np.array([time - first for time, _, _ in ordered], np.int64)
    sizes = np.array([size for _, size, _ in ordered], np.int64)
    owners = np.array([numbers[owner] for _, _, owner in ordered], np.int64)
    return Blocks(times, sizes, owners, tuple(numbers))
