"""The host: the machine as a whole, the run's process tree, and gpuscope's own processes."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from gpuscope.core.device import MACHINE, RECORDER, WORKLOAD, Capability, Device, DeviceKind
from gpuscope.core.event import Gap, Log, Table
from gpuscope.sensors.backend import FAST_HZ, GONE, NOT_YET, Call, Glance, Reading, period_ns
from gpuscope.sensors.machine_source import Cores, MachineSource, Members, Share, Value
from gpuscope.sensors.proc import Clock, Counters, Disks, Jiffies, Memory, Network, Thermometer, processor_name
from gpuscope.sensors.process_tree import OwnProcesses, ProcessTree

MACHINE_CALL = "host.machine"
CLOCK_CALL = "host.clock"
WORKLOAD_CALL = "host.workload"
RECORDER_CALL = "host.recorder"
CORES_CALL = "host.cores"
_MEMBERS = ("cpu_time", "resident_memory", "processes")
Source = TypeVar("Source", Jiffies, Memory, Disks, Network)


class ProcSource:
    """Host metrics from Linux /proc and /sys, on descriptors that stay open.

    Args:
        root: The folder that contains them; "/" except in tests.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self.reasons: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        self._counters: list[tuple[tuple[str, ...], Counters]] = []
        self._closers: list[Callable[[], None]] = []
        self.name = processor_name(root)
        self.properties: dict[str, str | int | float | None] = {"processors": os.cpu_count()}
        self._add(Jiffies, ("utilization",), "/proc/stat")
        self._add(Memory, ("memory_used", "swap_used"), "/proc/meminfo", self._note_memory)
        self._add(Disks, ("disk_read", "disk_written"), "/proc/diskstats, physical disks")
        self._add(Network, ("network_received", "network_sent"), "/proc/net/dev, all interfaces but loopback")
        self._thermometer()
        self._cores: Cores | None = None
        self._clock = Clock(root)
        self._closers.append(self._clock.close)
        if self._clock.source:
            self.sources["clock"] = self._clock.source
        else:
            self.reasons["clock"] = "neither cpufreq nor /proc/cpuinfo reports a frequency"

    def _add(
        self, make: Callable[[Path], Source], metrics: tuple[str, ...], source: str, note: Callable[[Source], None] | None = None
    ) -> None:
        try:
            counters = make(self._root)
            counters.values(counters.read())
        except (OSError, ValueError, IndexError) as error:
            self.reasons.update(dict.fromkeys(metrics, f"{source} cannot be read: {error}"))
            return
        if note:
            note(counters)
        self.sources.update(dict.fromkeys(metrics, source))
        self._counters.append((metrics, counters))
        self._closers.append(counters.close)

    def _note_memory(self, memory: Memory) -> None:
        self.properties["memory_total"] = memory.total()

    def _thermometer(self) -> None:
        thermometer = Thermometer(self._root)
        self._closers.append(thermometer.close)
        if thermometer.source:
            self.sources["temperature"] = thermometer.source
            self._counters.append((("temperature",), thermometer))
        else:
            self.reasons["temperature"] = "hwmon lists no temperature sensor of the processor"

    def sample(self) -> Callable[[], dict[str, Value]]:
        """Read all metrics except the clock. The returned function converts them to SI units; call each once, in the order of the reads."""
        return partial(self._values, [_seen(counters) for _, counters in self._counters])

    def _values(self, contents: Sequence[bytes | None]) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for (metrics, counters), content in zip(self._counters, contents, strict=True):
            try:
                values.update(dict.fromkeys(metrics) if content is None else zip(metrics, counters.values(content), strict=True))
            except (ValueError, IndexError):
                values.update(dict.fromkeys(metrics))
        return values

    def clock(self) -> Value:
        """Return the mean frequency in Hz; None if it cannot be read."""
        return self._clock.mean()

    def cores(self) -> Sequence[Share]:
        """Return the utilization of each core since the last call; empty at the first call, and if it cannot be read."""
        try:
            if self._cores is None:
                self._cores = Cores(self._root)
                self._closers.append(self._cores.close)
                return ()
            return self._cores.shares()
        except (OSError, ValueError, IndexError):
            return ()

    def tree(self, pid: int, apart: Sequence[int]) -> Members:
        """Return the process tree below a pid.

        Raises:
            OSError: There is no such process.
        """
        return ProcessTree(self._root, pid, apart)

    def own(self, pids: Sequence[int], base_s: float) -> Members:
        """Return gpuscope's own processes."""
        return OwnProcesses(self._root, pids, base_s)

    def close(self) -> None:
        """Close all descriptors."""
        while self._closers:
            self._closers.pop()()


def _seen(counters: Counters) -> bytes | None:
    try:
        return counters.read()
    except OSError:
        return None


def _default_source() -> MachineSource:
    if Path("/proc/stat").exists():
        return ProcSource()
    from gpuscope.sensors.host_psutil import PsutilSource

    return PsutilSource()


class HostBackend:
    """The devices "cpu", "workload" and "recorder".

    Args:
        hz: Rate of the machine's metrics; processes and the clock are read at a tenth of it.
        source: Creates the source of the metrics.
        in_detail: Whether to report the load of each core too, once a second at the default rate; set while a user is watching.
    """

    name = "host"

    def __init__(self, hz: float = FAST_HZ, source: Callable[[], MachineSource] = _default_source, *, in_detail: bool = False) -> None:
        self.revision = 0
        self._in_detail = in_detail
        self._tables: list[Table] = []
        self._hz = hz
        self._make = source
        self._source: MachineSource | None = None
        self._fast: tuple[str, ...] = ()
        self._tree: Members | None = None
        self._own: Members | None = None
        self._wanted_tree: tuple[int, tuple[int, ...]] | None = None
        self._wanted_own: tuple[tuple[int, ...], float] = ((), 0.0)
        self._changed_tree = self._changed_own = False

    def open(self) -> None:
        """Open the files."""
        self._source = self._make()
        self._fast = tuple(self._source.sample()())
        self.revision += 1

    def watch(self, pid: int | None, apart: Sequence[int] = ()) -> None:
        """Watch the process tree below a pid from the next reading on; None to stop. May be called from another thread."""
        self._wanted_tree = None if pid is None else (pid, tuple(apart))
        self._changed_tree = True

    def own(self, pids: Sequence[int], base_s: float = 0.0) -> None:
        """Set the pids of gpuscope's own processes. May be called from another thread."""
        self._wanted_own = (tuple(pids), base_s)
        self._changed_own = True

    def devices(self) -> Sequence[Device]:
        """Return the three devices."""
        source = self._opened()
        able = {metric: Capability(True, interface) for metric, interface in source.sources.items()}
        unable = {metric: Capability(False, "", None, reason, None) for metric, reason in source.reasons.items()}
        members = {metric: Capability(True, self._source_of(metric, WORKLOAD)) for metric in _MEMBERS}
        own = {metric: Capability(True, self._source_of(metric, RECORDER)) for metric in _MEMBERS[:2]}
        return (
            Device(MACHINE, DeviceKind.CPU, source.name, None, source.properties, able | unable),
            Device(WORKLOAD, DeviceKind.PROCESSES, "Processes of the run", None, {}, members),
            Device(RECORDER, DeviceKind.PROCESSES, "Recorder and sensor helper", None, {}, own),
        )

    def _source_of(self, metric: str, device: str) -> str:
        if not isinstance(self._source, ProcSource):
            return "psutil, resident sets" if metric == "resident_memory" else "psutil"
        is_shared = device == WORKLOAD and metric == "resident_memory"
        return "/proc/PID/stat; of several processes by their shares (Pss)" if is_shared else "/proc/PID/stat"

    def calls(self) -> Sequence[Call]:
        """Return the calls."""
        slow = period_ns(self._hz / 10)
        calls = [Call(MACHINE_CALL, period_ns(self._hz), tuple((MACHINE, metric) for metric in self._fast))]
        if "clock" in self._opened().sources:
            calls.append(Call(CLOCK_CALL, slow, ((MACHINE, "clock"),)))
        calls.append(Call(WORKLOAD_CALL, slow, tuple((WORKLOAD, metric) for metric in _MEMBERS)))
        calls.append(Call(RECORDER_CALL, slow, tuple((RECORDER, metric) for metric in _MEMBERS[:2])))
        if self._in_detail:
            calls.append(Call(CORES_CALL, slow, ()))
        return calls

    def quality(self) -> Mapping[str, tuple[str, str]]:
        """Return the quality of each series; utilization is derived from counters."""
        provenances = {}
        for metric, source in self._opened().sources.items():
            provenances[f"{MACHINE}/{metric}"] = ("derived" if metric == "utilization" else "measured", source)
        for device, metrics in ((WORKLOAD, _MEMBERS), (RECORDER, _MEMBERS[:2])):
            provenances.update({f"{device}/{metric}": ("measured", self._source_of(metric, device)) for metric in metrics})
        return provenances

    def read(self, call: str) -> Reading | None:
        """Perform a call."""
        match call:
            case "host.machine":
                return self.glance(call)()
            case "host.clock":
                before = time.monotonic_ns()
                value = self._opened().clock()
                return Reading(before, time.monotonic_ns(), (value,), {} if value is not None else {"0": "unreadable"})
            case "host.workload":
                return self._workload()
            case "host.cores":
                self._read_cores()
                return None
            case _:
                return self._recorder()

    def glance(self, call: str) -> Glance:
        """Perform a call. Only the machine's metrics, which are read ten times as often as the others, are converted later."""
        if call != MACHINE_CALL:
            reading = self.read(call)
            return lambda: reading
        source = self._opened()
        before = time.monotonic_ns()
        seen = source.sample()
        return partial(self._machine, before, time.monotonic_ns(), seen)

    def _machine(self, before: int, after: int, seen: Callable[[], Mapping[str, Value]]) -> Reading:
        by_metric = seen()
        values = [by_metric[metric] for metric in self._fast]
        if None not in values:
            return Reading(before, after, values)
        codes: dict[str, int | str] = {}
        for index, value in enumerate(values):
            if value is None:
                codes[str(index)] = NOT_YET if self._fast[index] == "utilization" else "unreadable"
        return Reading(before, after, values, codes)

    def _workload(self) -> Reading | None:
        if self._changed_tree:
            self._follow()
        if self._tree is None:
            return None
        before = time.monotonic_ns()
        totals = self._tree.totals()
        after = time.monotonic_ns()
        if totals is not None:
            codes = {str(_MEMBERS.index("resident_memory")): NOT_YET} if totals.resident_bytes is None else {}
            return Reading(before, after, totals, codes)
        self._tree.close()
        self._tree = None
        return Reading(before, after, (None,) * len(_MEMBERS), {str(index): GONE for index in range(len(_MEMBERS))})

    def _follow(self) -> None:
        self._changed_tree = False
        wanted = self._wanted_tree
        if self._tree is not None:
            self._tree.close()
            self._tree = None
        if wanted is not None:
            try:
                self._tree = self._opened().tree(*wanted)
            except OSError:
                self._tree = None

    def _recorder(self) -> Reading | None:
        if self._changed_own or self._own is None:
            self._changed_own = False
            if self._own is not None:
                self._own.close()
            self._own = self._opened().own(*self._wanted_own)
        before = time.monotonic_ns()
        totals = self._own.totals()
        return None if totals is None else Reading(before, time.monotonic_ns(), totals[:2])

    def _read_cores(self) -> None:
        shares = self._opened().cores()
        if shares:
            rows = tuple({"core": number, "utilization": share} for number, share in shares)
            self._tables.append(Table(MACHINE, "cores", time.monotonic_ns(), rows))

    def events(self) -> Sequence[Gap | Log | Table]:
        """Return the new tables of core load, each once."""
        tables, self._tables = self._tables, []
        return tables

    def _opened(self) -> MachineSource:
        if self._source is None:
            raise RuntimeError("the back end is not open")
        return self._source

    def close(self) -> None:
        """Close all descriptors."""
        for reader in (self._tree, self._own, self._source):
            if reader is not None:
                reader.close()
        self._tree = self._own = self._source = None
