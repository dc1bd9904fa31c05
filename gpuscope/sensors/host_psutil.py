"""Host metrics through psutil, where there is no /proc (Windows and macOS; untested there)."""

from collections.abc import Callable, Mapping, Sequence

import psutil

from gpuscope.sensors.machine_source import Members, Share, Value
from gpuscope.sensors.proc import PairSum
from gpuscope.sensors.process_tree import Totals

_UNREADABLE = (OSError, RuntimeError, NotImplementedError, psutil.Error)


class PsutilSource:
    """The machine as psutil reports it."""

    name = "Processor"

    def __init__(self) -> None:
        self._disks, self._network = PairSum(), PairSum()
        self._looked = False
        self.reasons: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self.properties: Mapping[str, str | int | float | None] = {
            "processors": psutil.cpu_count(),
            "memory_total": psutil.virtual_memory().total,
        }
        self._readers: dict[tuple[str, ...], Callable[[], Sequence[Value]]] = {
            ("utilization",): lambda: (psutil.cpu_percent() / 100,),
            ("memory_used", "swap_used"): _memory,
            ("disk_read", "disk_written"): self._read_disks,
            ("network_received", "network_sent"): self._read_network,
        }
        for metrics, read in list(self._readers.items()):
            try:
                read()
                self.sources.update(dict.fromkeys(metrics, "psutil"))
            except _UNREADABLE as error:
                del self._readers[metrics]
                self.reasons.update(dict.fromkeys(metrics, f"psutil cannot read it here: {error}"))
        if self.clock() is None:
            self.reasons["clock"] = "psutil reports no frequency here"
        else:
            self.sources["clock"] = "psutil cpu_freq"
        self.reasons["temperature"] = "no temperature sensor of the processor is read on this system"

    def _read_disks(self) -> Sequence[Value]:
        counters = psutil.disk_io_counters(perdisk=True, nowrap=False) or {}
        return self._disks.update({name: (counter.read_bytes, counter.write_bytes) for name, counter in counters.items()})

    def _read_network(self) -> Sequence[Value]:
        counters = psutil.net_io_counters(pernic=True, nowrap=False)
        return self._network.update(
            {name: (counter.bytes_recv, counter.bytes_sent) for name, counter in counters.items() if name not in ("lo", "lo0")}
        )

    def sample(self) -> Callable[[], dict[str, Value]]:
        """Read all metrics except the clock; return a function that returns their values in SI units."""
        values: dict[str, Value] = {}
        for metrics, read in self._readers.items():
            try:
                values.update(zip(metrics, read(), strict=True))
            except _UNREADABLE:
                values.update(dict.fromkeys(metrics))
        return lambda: values

    def clock(self) -> Value:
        """Return the mean frequency in Hz; None if it cannot be read."""
        try:
            frequency = psutil.cpu_freq()
        except _UNREADABLE:
            return None
        return frequency.current * 1e6 if frequency and frequency.current else None

    def cores(self) -> Sequence[Share]:
        """Return the utilization of each core since the last call; empty at the first call, and if it cannot be read."""
        try:
            shares = psutil.cpu_percent(percpu=True)
        except _UNREADABLE:
            return ()
        is_first, self._looked = not self._looked, True
        return () if is_first else [(number, share / 100) for number, share in enumerate(shares)]

    def tree(self, pid: int, apart: Sequence[int]) -> Members:
        """Return the process tree below a pid.

        Raises:
            OSError: There is no such process.
        """
        return _Tree(pid, apart)

    def own(self, pids: Sequence[int], base_s: float) -> Members:
        """Return gpuscope's own processes."""
        return _Own(pids, base_s)

    def close(self) -> None:
        """Do nothing: psutil holds no resources."""


def _memory() -> Sequence[Value]:
    memory = psutil.virtual_memory()
    return memory.total - memory.available, psutil.swap_memory().used


class _Tree:
    """The process tree below a root process; processes that have ended keep their last known CPU time."""

    def __init__(self, pid: int, apart: Sequence[int]) -> None:
        self._apart = frozenset(apart)
        self._seen: dict[tuple[int, float], float] = {}
        try:
            self._root = psutil.Process(pid)
        except psutil.Error as error:
            raise OSError(str(error)) from None

    def totals(self) -> Totals | None:
        resident = count = 0
        try:
            processes = [self._root, *self._root.children(recursive=True)]
        except psutil.Error:
            return None
        for process in processes:
            if process.pid in self._apart:
                continue
            try:
                times = process.cpu_times()
                self._seen[process.pid, process.create_time()] = times.user + times.system
                resident += process.memory_info().rss
                count += 1
            except psutil.Error:
                continue
        return Totals(sum(self._seen.values()), resident, count)

    def close(self) -> None:
        pass


class _Own:
    def __init__(self, pids: Sequence[int], base_s: float) -> None:
        self._base_s = base_s
        self._seen: dict[int, float] = {}
        self._pids = pids

    def totals(self) -> Totals:
        resident = count = 0
        for pid in self._pids:
            try:
                process = psutil.Process(pid)
                times = process.cpu_times()
                self._seen[pid] = times.user + times.system
                resident += process.memory_info().rss
                count += 1
            except psutil.Error:
                continue
        return Totals(self._base_s + sum(self._seen.values()), resident, count)

    def close(self) -> None:
        pass
