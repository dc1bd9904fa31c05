"""CPU time, memory and number of the processes in a tree, from Linux /proc."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from gpuscope.sensors.proc import ProcFile, opened
from gpuscope.sensors.proportional_memory import ProportionalMemory

TICK_S = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Totals(NamedTuple):
    """Resource usage of a set of processes.

    Attributes:
        cpu_time_s: CPU time in seconds, user and system; never falls.
        resident_bytes: Memory in RAM; None while it is unknown how much of it they share.
    """

    cpu_time_s: float
    resident_bytes: int | None
    processes: int


class _Process(NamedTuple):
    own_ticks: int
    ended_children_ticks: int
    resident_bytes: int


class ProcessTree:
    """The process tree below a pid, including the CPU time of members that have ended.

    The root process should be a child subreaper, to which orphans are reparented; otherwise they leave the tree. The root's ``stat`` file
    is kept open, so that another process with a reused pid is not mistaken for it.

    Args:
        root: The folder that contains /proc; "/" except in tests.
        pid: The root of the tree.
        apart: Processes of the tree that are not counted themselves; their ended children are counted.

    Raises:
        OSError: There is no such process.
    """

    def __init__(self, root: Path, pid: int, apart: Collection[int] = ()) -> None:
        self._proc = str(root / "proc")
        self._pid = pid
        self._apart = frozenset(apart)
        self._root = ProcFile(f"{self._proc}/{pid}/stat", 1024)
        self._memory = ProportionalMemory(self._proc)
        self._cpu_time_s = 0.0

    def totals(self) -> Totals | None:
        """Walk the tree, parents before children; return None once its root is gone."""
        try:
            self._root.read()
        except OSError:
            return None
        ticks = 0
        resident: dict[int, int] = {}
        queue = [self._pid]
        seen: set[int] = set()
        while queue:
            pid = queue.pop()
            if pid in seen:
                continue
            seen.add(pid)
            # A parent is read before its children: a child that ends in between is missed once, but never counted twice.
            process = self._read(pid)
            if process is None:
                continue
            queue += self._children(pid)
            ticks += process.ended_children_ticks
            if pid not in self._apart:
                ticks += process.own_ticks
                resident[pid] = process.resident_bytes
        self._cpu_time_s = max(self._cpu_time_s, ticks * TICK_S)
        return Totals(self._cpu_time_s, self._memory.total(resident), len(resident))

    def _read(self, pid: int) -> _Process | None:
        try:
            with open(f"{self._proc}/{pid}/stat", "rb", buffering=0) as file:
                return parse_stat(file.read(1024))
        except (OSError, ValueError, IndexError):
            return None

    def _children(self, pid: int) -> list[int]:
        pids: list[int] = []
        try:
            threads = os.listdir(f"{self._proc}/{pid}/task")
        except OSError:
            return pids
        for thread in threads:
            try:
                with open(f"{self._proc}/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                    pids += [int(word) for word in file.readall().split()]
            except (OSError, ValueError):
                continue
        return pids

    def close(self) -> None:
        """Close the descriptor, and stop the thread that reads shared memory."""
        self._memory.close()
        self._root.close()


def parse_stat(content: bytes) -> _Process:
    """Parse a line of /proc/PID/stat; the process name in it may contain spaces and parentheses."""
    fields = content[content.rindex(b")") + 2 :].split()
    return _Process(int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14]), int(fields[21]) * _PAGE)


class OwnProcesses:
    """gpuscope's recorder and helper, without their children.

    Args:
        root: The folder that contains /proc; "/" except in tests.
        pids: The processes.
        base_s: CPU seconds of helpers that ended earlier.
    """

    def __init__(self, root: Path, pids: Sequence[int], base_s: float = 0.0) -> None:
        self._files = opened((f"{root / 'proc'}/{pid}/stat" for pid in pids), 1024)
        self._base_s = base_s
        self._last: dict[int, int] = {}

    def totals(self) -> Totals:
        """Read all processes; one that is gone keeps its last CPU time."""
        resident = count = 0
        for index, file in enumerate(self._files):
            try:
                process = parse_stat(file.read())
            except (OSError, ValueError, IndexError):
                continue
            self._last[index] = process.own_ticks
            resident += process.resident_bytes
            count += 1
        return Totals(self._base_s + sum(self._last.values()) * TICK_S, resident, count)

    def close(self) -> None:
        """Close the descriptors."""
        for file in self._files:
            file.close()
