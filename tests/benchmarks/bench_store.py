"""The size of a store on disk and the time to read it: ``python -m tests.benchmarks.bench_store``.

Two dozen series are recorded from this machine's own /proc at 10 Hz under load, each call with its own pair of timestamps, and extended to
ten hours: gauges by drawing recorded readings, counters and memory by drawing recorded increments, timestamps by drawing recorded delays
and durations with up to ± 1 µs of noise on each, so that, as in reality, no delay repeats exactly. All of it goes through RunWriter and
StoreReader.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.event import Sample
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.run_writer import RunWriter
from gpuscope.storage.store import StoreReader
from tests.benchmarks.row import Row

HZ = 10
HOURS = 10
RECORD_S = 45.0
RUNS = 10_000
_BATCHES_AN_APPEND = 6000
_LOAD = """
import os, random, tempfile, time
room = []
with tempfile.TemporaryFile(dir={folder!r}) as file:
    while True:
        room = [os.urandom(random.randrange(1, 2_000_000)) for _ in range(random.randrange(1, 12))]
        file.seek(0), file.write(room[0]), file.flush(), os.fsync(file.fileno())
        end = time.monotonic() + random.random() * 0.3
        while time.monotonic() < end: sum(range(1000))
        time.sleep(random.random() * 0.2)
"""

Read = Callable[[], list[float]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The data of one call: timestamps int64 [n, 2] and readings [n][series]."""

    names: tuple[str, ...]
    counters: frozenset[str]
    stamps: NDArray[np.int64]
    readings: list[list[float]]


class Jiffies:
    """Utilization of each core and of all cores from the kernel's tick counts, and the kernel's event counters."""

    names = ("utilization_0", "utilization_1", "utilization", "switches", "interrupts", "soft_interrupts")
    counters = frozenset({"switches", "interrupts", "soft_interrupts"})

    def __init__(self) -> None:
        self._before: dict[str, list[int]] = {}

    def __call__(self) -> list[float]:
        lines = {line.split()[0]: [int(word) for word in line.split()[1:]] for line in Path("/proc/stat").read_text().splitlines()}
        shares = [self._share(name, lines.get(name, lines["cpu"])) for name in ("cpu0", "cpu1", "cpu")]
        self._before = lines
        return [*shares, lines["ctxt"][0], lines["intr"][0], lines["softirq"][0]]

    def _share(self, name: str, ticks: list[int]) -> float:
        before = self._before.get(name, [0] * len(ticks))
        spent = [now - then for now, then in zip(ticks[:8], before[:8], strict=True)]
        return 1 - (spent[3] + spent[4]) / sum(spent) if sum(spent) else 0.0


def _memory() -> list[float]:
    words = {line.split()[0]: int(line.split()[1]) * 1024 for line in Path("/proc/meminfo").read_text().splitlines()}
    return [words[name] for name in ("MemAvailable:", "Cached:", "Dirty:", "AnonPages:", "Slab:")]


def _disks() -> list[float]:
    disks = [line.split() for line in Path("/proc/diskstats").read_text().splitlines()]
    return [sum(int(disk[place]) * scale for disk in disks) for place, scale in ((5, 512.0), (9, 512.0), (12, 1e-3))]


def _network() -> list[float]:
    lines = [line.split(":")[1].split() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]
    return [sum(int(line[place]) for line in lines) for place in (0, 8)]


def _loads() -> list[float]:
    return [float(word) for word in Path("/proc/loadavg").read_text().split()[:3]]


def _process(pids: Sequence[int]) -> Read:
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")

    def read() -> list[float]:
        found: list[float] = []
        for pid in pids:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found += [(int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * page]
        faults = int(Path("/proc/vmstat").read_text().split("pgfault ")[1].split()[0])
        return [*found, faults]

    return read


@contextmanager
def _load(folder: str) -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-I", "-c", _LOAD.format(folder=folder)])
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def record(seconds: float, folder: str) -> dict[str, Recorded]:
    """Record the machine under load at 10 Hz; 24 series in six calls."""
    jiffies = Jiffies()
    with _load(folder) as pid:
        calls: dict[str, tuple[Read, tuple[str, ...], frozenset[str]]] = {
            "proc.stat": (jiffies, jiffies.names, jiffies.counters),
            "proc.meminfo": (
                _memory,
                ("available", "cached", "dirty", "anonymous", "slab"),
                frozenset({"available", "cached", "anonymous", "slab"}),
            ),
            "proc.diskstats": (_disks, ("disk_read", "disk_written", "disk_time"), frozenset({"disk_read", "disk_written", "disk_time"})),
            "proc.net": (_network, ("received", "sent"), frozenset({"received", "sent"})),
            "proc.loadavg": (_loads, ("load_1", "load_5", "load_15"), frozenset()),
            "proc.processes": (
                _process((pid, os.getpid())),
                ("time_load", "resident_load", "time_own", "resident_own", "faults"),
                frozenset({"time_load", "resident_own", "time_own", "faults"}),
            ),
        }
        stamps: dict[str, list[tuple[int, int]]] = {name: [] for name in calls}
        readings: dict[str, list[list[float]]] = {name: [] for name in calls}
        start = time.monotonic()
        for tick in range(int(seconds * HZ)):
            time.sleep(max(0.0, start + tick / HZ - time.monotonic()))
            for name, (read, _, _) in calls.items():
                before = time.monotonic_ns()
                values = read()
                stamps[name].append((before, time.monotonic_ns()))
                readings[name].append(values)
    return {name: Recorded(calls[name][1], calls[name][2], np.array(stamps[name]), readings[name]) for name in calls}


def extend(recorded: Recorded, count: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], list[list[float]]]:
    """Extend a recording to ``count`` readings as the module docstring describes; integers stay integers, decimals stay decimals."""
    period = 1_000_000_000 // HZ
    steady = recorded.stamps[:, 0].min() + np.arange(len(recorded.stamps)) * period
    delays = recorded.stamps[:, 0] - steady
    noise = rng.integers(-1000, 1001, (2, count))
    before = np.arange(count) * period + rng.choice(delays, count) + noise[0]
    spent = np.maximum(1000, rng.choice(recorded.stamps[:, 1] - recorded.stamps[:, 0], count) + noise[1])
    columns = []
    for place, name in enumerate(recorded.names):
        values = np.array([reading[place] for reading in recorded.readings[1:]])
        if name in recorded.counters:
            scale = 100 if name.startswith("time_") else 1000 if name == "disk_time" else 1
            steps = rng.choice(np.rint(np.diff(values) * scale).astype(np.int64), count)
            whole = round(values[0] * scale) + np.cumsum(steps)
            columns.append((whole / scale).tolist() if scale > 1 else whole.tolist())
        else:
            drawn = rng.choice(values, count)
            columns.append(drawn.astype(np.int64).tolist() if np.all(values == np.rint(values)) else drawn.tolist())
    return np.stack([before, before + spent], axis=1), [list(row) for row in zip(*columns, strict=True)]


def a_run(run_id: str) -> RunRecord:
    """Make a run's header."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return RunRecord(run_id, "benchmark", RunState.RUNNING, None, RunSpec("gemm"), {}, start, 0, "host", "boot", "")


def write(url: str, recorded: dict[str, Recorded], hours: float) -> None:
    """Write a run of the given length through the writer, including compaction."""
    count = int(hours * 3600 * HZ)
    rng = np.random.default_rng(1)
    whole = {name: extend(one, count, rng) for name, one in recorded.items()}
    with RunWriter(url, a_run("R")) as writer:
        calls = {name: [("cpu", metric) for metric in one.names] for name, one in recorded.items()}
        writer.declare([Device("cpu", DeviceKind.CPU, "processor")], calls, {})
        for begin in range(0, count, _BATCHES_AN_APPEND):
            batches = []
            for tick in range(begin, min(count, begin + _BATCHES_AN_APPEND)):
                samples = [
                    Sample(name, int(stamps[tick, 0]), int(stamps[tick, 1]), tuple(rows[tick])) for name, (stamps, rows) in whole.items()
                ]
                batches.append((tick, samples))
            writer.append(batches)
            writer.compact()
        writer.finish(replace(a_run("R"), state=RunState.FINISHED))


def _series(recorded: dict[str, Recorded]) -> list[str]:
    return [name for one in recorded.values() for name in one.names]


def _one_series_ms(url: str, names: Sequence[str]) -> list[float]:
    """Return the median of five loads of each series."""
    found = []
    with StoreReader(url) as reader:
        for name in names:
            spent = []
            for _ in range(5):
                begin = time.perf_counter()
                reader.series("R", "cpu", name)
                spent.append((time.perf_counter() - begin) * 1e3)
            found.append(statistics.median(spent))
    return found


def _open_ms(url: str) -> float:
    """Return the median time to open the store and read the list and every series of a run."""
    spent = []
    for _ in range(7):
        begin = time.perf_counter()
        with StoreReader(url) as reader:
            for info in reader.series_list("R"):
                reader.series("R", info.device, info.metric)
        spent.append((time.perf_counter() - begin) * 1e3)
    return statistics.median(spent)


def sample_rows(record_s: float = RECORD_S, hours: float = HOURS) -> list[Row]:
    """Measure ten hours on disk, the reading of one of its series, and opening one hour."""
    with tempfile.TemporaryDirectory() as folder:
        recorded = record(record_s, folder)
        names = _series(recorded)
        long, short = (f"sqlite:///{folder}/{name}.sqlite" for name in ("long", "short"))
        write(long, recorded, hours)
        write(short, recorded, hours / HOURS)
        taken = (Path(folder) / "long.sqlite").stat().st_size / 1e6
        loads = _one_series_ms(long, names)
        opened = _open_ms(short)
    raw = hours * 3600 * HZ * (len(names) + 2 * len(recorded)) * 8 / 1e6
    what = f"{hours:g} h x {HZ} Hz x {len(names)} noisy series"
    detail = f"{raw:.0f} MB as 8-byte numbers, {raw / taken:.1f}x smaller; {record_s:g} s recorded, extended by drawing from them"
    slowest = f"median of all; slowest {max(loads):.1f} ({names[loads.index(max(loads))]})"
    return [
        Row(f"{what}: on disk", taken, "MB", "<= 30", taken <= 30, detail),
        Row(f"{what}: one series loaded", statistics.median(loads), "ms", "<= 15", max(loads) <= 15, slowest),
        Row(
            f"{hours / HOURS:g} h x {len(names)} series opened",
            opened,
            "ms",
            "<= 100",
            opened <= 100,
            "store opened, list and all series read",
        ),
    ]


def many_runs(url: str, count: int) -> None:
    """Fill a store with finished runs without samples."""
    from sqlalchemy import insert

    from gpuscope.storage.checksums import progress_checksum, with_checksum
    from gpuscope.storage.records import run_values
    from gpuscope.storage.schema import RUNS as TABLE
    from gpuscope.storage.sqlite_writing import SqliteWriting

    start = datetime(2026, 1, 1, tzinfo=UTC)
    metrics = {key: Quantity(1.5, "s", Quality.MEASURED, "steps") for key in ("throughput", "latency_p50", "latency_p95", "loss", "energy")}
    store = SqliteWriting(url)
    store.prepare()
    rows = []
    for number in range(count):
        one = replace(a_run(f"{number:026d}"), name=f"run {number}", started_at=start + timedelta(minutes=number), metrics=metrics)
        values = run_values(replace(one, spec=RunSpec("gemm", seed=number % 100), state=RunState.FINISHED))
        progress = {"committed": 9, "progress_checksum": progress_checksum(one.run_id, 9, None)}
        rows.append(with_checksum(TABLE, values) | progress)
    with store.transaction() as connection:
        connection.execute(insert(TABLE), rows)


def _seconds(arguments: Sequence[str], repeats: int = 5) -> float:
    spent = []
    for _ in range(repeats):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        spent.append(time.perf_counter() - begin)
    return statistics.median(spent)


def _processor_ms(action: Callable[[], object]) -> float:
    begin = time.process_time()
    action()
    return (time.process_time() - begin) * 1e3


def list_rows(count: int = RUNS) -> list[Row]:
    """Measure listing many runs: read in this process, and by the whole command against an empty interpreter."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/many.sqlite"
        many_runs(url, count)
        with StoreReader(url) as reader:
            begin = time.perf_counter()
            found = len(reader.runs())
            read = (time.perf_counter() - begin) * 1e3
            spent = min(_processor_ms(reader.runs) for _ in range(7))
        bare = _seconds(["-c", "pass"])
        code = f"from gpuscope.storage.store import StoreReader; StoreReader({url!r}).runs()"
        alone = (_seconds(["-c", code]) - bare) * 1e3
        rows = [
            Row(f"{found} runs: StoreReader.runs()", read, "ms"),
            Row(f"{found} runs: StoreReader.runs(), processor time", spent, "ms", detail="least of seven; each row's checksum is verified"),
            Row(f"{found} runs: imported, opened and listed, over 'python -c pass'", alone, "ms"),
        ]
        listed = (_seconds(["-m", "gpuscope", "runs", "--json", "--store", url]) - bare) * 1e3
        rows.append(Row(f"'gpuscope runs --json' with all {found} of them, over 'python -c pass'", listed, "ms"))
    return rows


def rows() -> list[Row]:
    """Measure everything; takes about two minutes."""
    return sample_rows() + list_rows()


if __name__ == "__main__":
    for row in rows():
        mark = {True: "met", False: "NOT met", None: "-"}[row.met]
        print(f"{row.name:75} {row.value:10.2f} {row.unit:4} {row.target:8} {mark:8} {row.detail}")
