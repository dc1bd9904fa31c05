"""Memory of processes that share pages: each page counted by the share of it that each of them has (Pss), read beside the sampling.

What forked workers share would count once for each of them in a sum of resident sets. The kernel walks all pages of a process to tell its
Pss: 36 ms a gigabyte on a virtual machine, a thousand times what its resident set costs. So a thread of its own reads it, and rests 200
times as long as each reading took: half a percent of a core.
"""

import threading
import time
from collections.abc import Mapping
from typing import NamedTuple

SMALL_BYTES = 32 << 20
"""Below it the resident set stands for itself: an interpreter's, most of which is its own."""
_REST = 200
_LEAST_REST_S = 1.0
"""Between two rounds: as often as the processes are looked at."""


class _Share(NamedTuple):
    share: float
    generation: int


class ProportionalMemory:
    """The memory of several processes together. Call :meth:`total` from one thread, and :meth:`close` at the end.

    Args:
        proc: Where /proc lies.
    """

    def __init__(self, proc: str = "/proc") -> None:
        self._proc = proc
        self._known: dict[int, _Share] = {}
        self._large: frozenset[int] = frozenset()
        self._generation = 0
        self._wake = threading.Event()
        self._closed = False
        self._thread: threading.Thread | None = None

    def total(self, resident: Mapping[int, int]) -> int | None:
        """Return the bytes of processes, given with their resident sets; None while that of a new one is not known yet.

        Of a single process it is its resident set. One whose shares may not be read counts with its resident set.
        """
        large = frozenset(pid for pid, size in resident.items() if size >= SMALL_BYTES)
        if len(large) < 2:
            return sum(resident.values())
        if large != self._large:  # what a process shares changes with those that it shares it with
            self._large, self._generation = large, self._generation + 1
            self._wake.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._read_on, name="proportional-memory", daemon=True)
            self._thread.start()
        known = {pid: share for pid in large if (share := self._known.get(pid)) is not None and share.generation == self._generation}
        if len(known) < len(large):
            return None
        return sum(size if pid not in known else round(size * known[pid].share) for pid, size in resident.items())

    def _read_on(self) -> None:
        while not self._closed:
            self._wake.clear()
            begin = time.monotonic()
            generation, wanted = self._generation, self._large
            known = {pid: _Share(self._share(pid), generation) for pid in wanted if not self._closed}
            self._known = known
            self._wake.wait(max(_LEAST_REST_S, _REST * (time.monotonic() - begin)))

    def _share(self, pid: int) -> float:
        """Return Pss by resident set; 1 where it cannot be read (another user's process, a kernel before 4.14, one that is gone)."""
        try:
            with open(f"{self._proc}/{pid}/smaps_rollup", "rb", buffering=0) as file:
                lines = file.read(4096).split(b"\n")
            sizes = {name: int(rest.split()[0]) for name, colon, rest in (line.partition(b":") for line in lines[1:3]) if colon}
            return min(1.0, sizes[b"Pss"] / sizes[b"Rss"])
        except (OSError, ValueError, IndexError, KeyError, ZeroDivisionError):
            return 1.0

    def close(self) -> None:
        """End the reading."""
        self._closed = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(1.0)
