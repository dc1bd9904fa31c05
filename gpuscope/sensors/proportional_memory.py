"""Memory of processes that share pages, from the proportional set size (Pss), which divides each page among the processes that share it.

A sum of resident sets would count memory that forked workers share once per worker. To compute Pss, the kernel walks all pages of a
process: 36 ms per gigabyte on a virtual machine, a thousand times the cost of the resident set. So a separate thread reads it, and pauses
for 200 times as long as each reading took, which is half a percent of a core.
"""

import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

SMALL_BYTES = 32 << 20
"""Below this size the resident set is used as it is: about an interpreter's, most of which is not shared."""
_REST = 200
"""Pause after a round, in multiples of its duration: the kernel walks all pages of a process for its share, so half a percent of a core."""
_LEAST_REST_S = 1.0
"""Minimum pause between two rounds: the interval at which the processes are read."""


class _Share(NamedTuple):
    share: float
    generation: int


class ProportionalMemory:
    """The total memory of several processes. Call :meth:`total` from one thread only, and :meth:`close` at the end."""

    def __init__(self, proc: str = "/proc") -> None:
        self._proc = proc
        self._known: dict[int, _Share] = {}
        self._large: frozenset[int] = frozenset()
        self._generation = 0
        self._wake = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    def total(self, resident: Mapping[int, int]) -> int | None:
        """Return the memory of processes in bytes; None while the share of a large process is not known yet.

        With fewer than two large processes it is the sum of the resident sets. A process whose Pss cannot be read counts with its
        resident set.

        Args:
            resident: Resident set size in bytes, by pid.
        """
        large = frozenset(pid for pid, size in resident.items() if size >= SMALL_BYTES)
        if len(large) < 2:
            return sum(resident.values())
        if large != self._large:  # a process's share depends on which processes it shares pages with
            self._large, self._generation = large, self._generation + 1
            self._wake.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._read_on, name="proportional-memory", daemon=True)
            self._thread.start()
        share_by_pid = {pid: share for pid in large if (share := self._known.get(pid)) is not None and share.generation == self._generation}
        if len(share_by_pid) < len(large):
            return None
        return sum(size if pid not in share_by_pid else round(size * share_by_pid[pid].share) for pid, size in resident.items())

    def _read_on(self) -> None:
        while True:
            self._wake.clear()
            if self._closed:  # looked at after the clearing, which may undo what closing has set
                return
            begin = time.monotonic()
            generation, wanted = self._generation, self._large
            share_by_pid = {pid: _Share(self._share(pid), generation) for pid in wanted if not self._closed}
            self._known = share_by_pid
            self._wake.wait(max(_LEAST_REST_S, _REST * (time.monotonic() - begin)))

    def _share(self, pid: int) -> float:
        """Return Pss divided by Rss; 1 if it cannot be read (another user's process, a kernel before 4.14, a process that is gone)."""
        try:
            with open(f"{self._proc}/{pid}/smaps_rollup", "rb", buffering=0) as file:
                lines = file.read(4096).split(b"\n")
            sizes = {name: int(rest.split()[0]) for name, colon, rest in (line.partition(b":") for line in lines[1:3]) if colon}
            return min(1.0, sizes[b"Pss"] / sizes[b"Rss"])
        except (OSError, ValueError, IndexError, KeyError, ZeroDivisionError):
            return 1.0

    def close(self) -> None:
        """Stop the reading thread."""
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(1.0)
