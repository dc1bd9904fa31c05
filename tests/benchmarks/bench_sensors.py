"""The cost of the sensor helper, and the regularity of its samples: ``python -m tests.benchmarks.bench_sensors``."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from gpuscope.core.event import Sample
from gpuscope.recording.sensor_supervisor import SensorSupervisor
from tests.benchmarks.row import Row
from tests.standin.standin import Gpu, Standin, build, compiler, environment

WINDOW_S = 25.0
WARM_UP_S = 2.0
BURSTS_S = 18.0
"""By then the update periods of 8 GPUs have been found, with readings at 200 Hz, which is not a default rate (measurement.md, S5)."""
CALLS = {"host.machine": "host", "nvml.fields:gpu:0": "GPU"}
"""What the timed calls read, by call."""


def owner(window_s: float, only: str | None, warm_up_s: float = WARM_UP_S) -> dict[str, object]:
    """Own a helper for a while, as the recorder of an unwatched run does.

    Returns:
        Returns the processor time of both, and the timestamps of the fast calls.
    """
    supervisor = SensorSupervisor(only=only)
    supervisor.start([os.getpid()])
    supervisor.watch(os.getpid())
    stamps: dict[str, list[int]] = {call: [] for call in CALLS}
    marks: list[tuple[float, float, float]] = []
    told, start = supervisor.cpu_time_s, time.monotonic()
    while time.monotonic() - start < warm_up_s + window_s + 1.5:
        time.sleep(max(0.0, (supervisor.next_deadline_ns() - time.monotonic_ns()) * 1e-9))
        for event in supervisor.tick(time.monotonic_ns()):
            if isinstance(event, Sample) and event.call in stamps and time.monotonic() - start > warm_up_s:
                stamps[event.call].append(event.before_ns)
        # The helper reports its processor time once a second, in nanoseconds: windows begin and end with those reports.
        if supervisor.cpu_time_s != told and time.monotonic() - start > warm_up_s:
            marks.append((time.monotonic(), time.process_time(), supervisor.cpu_time_s))
        told = supervisor.cpu_time_s
    supervisor.stop()
    (t0, own0, helper0), (t1, own1, helper1) = marks[0], marks[-1]
    return {"owner": (own1 - own0) / (t1 - t0), "helper": (helper1 - helper0) / (t1 - t0), "stamps": stamps}


@contextmanager
def _busy(processes: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-I", "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _measure(
    window_s: float, only: str | None, variables: dict[str, str], busy: int = 0, warm_up_s: float = WARM_UP_S
) -> dict[str, object]:
    """Run the owner in a process of its own, so that the benchmark's own work does not count."""
    code = f"import json; from tests.benchmarks.bench_sensors import owner; print(json.dumps(owner({window_s!r}, {only!r}, {warm_up_s!r})))"
    root = Path(__file__).parents[2]
    with _busy(busy):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=root, env={**os.environ, **variables}, stdout=subprocess.PIPE, check=True, timeout=120
        )
    # Other load on the machine affects the intervals: the one-minute load average, which includes the busy loops, shows how much there was.
    return {**json.loads(done.stdout), "load": round(os.getloadavg()[0], 1)}


def errors_ms(stamps: list[int], period_ns: int = 100_000_000) -> tuple[float, float]:
    """Return median and 99th percentile of the intervals' deviation from the period, in milliseconds."""
    found = sorted(abs(after - before - period_ns) * 1e-6 for before, after in pairwise(stamps))
    return statistics.median(found), found[min(len(found) - 1, int(0.99 * len(found)))]


def _cpu_rows(name: str, found: dict[str, object]) -> list[Row]:
    owner_share, helper_share = float(str(found["owner"])) * 100, float(str(found["helper"])) * 100
    both = owner_share + helper_share
    detail = f"helper {helper_share:.2f}, recorder {owner_share:.2f}"
    return [Row(f"sensor helper and recorder, {name}", both, "% of a core", "<= 2", both <= 2, detail)]


def _interval_rows(name: str, found: dict[str, object], limit_ms: float) -> list[Row]:
    stamps = found["stamps"]
    assert isinstance(stamps, dict)
    rows = []
    for call, times in stamps.items():
        if len(times) > 10:
            median, high = errors_ms(times)
            detail = f"{len(times) - 1} intervals, p50 {median:.3f} ms, load {found['load']}"
            rows.append(Row(f"jitter of the {CALLS[call]} readings, p99, {name}", high, "ms", f"<= {limit_ms:g}", high <= limit_ms, detail))
    return rows


def rows(window_s: float = WINDOW_S) -> list[Row]:
    """Measure everything: processor time with no and with 8 GPUs, and the regularity with a core free and with all busy."""
    found: list[Row] = []
    cores = os.cpu_count() or 1
    host = _measure(window_s, "host", {})
    found += _cpu_rows("host only", host)
    if compiler() is None:
        why = "no C compiler for the stand-in NVML"
        found.append(Row("sensor helper and recorder, 8 stand-in GPUs", None, "% of a core", "<= 2", None, why))
        found += _interval_rows("a core free", host, 1)
        return found + _interval_rows("all cores busy", _measure(window_s, "host", {}, cores), 15)
    with tempfile.TemporaryDirectory() as folder:
        configuration = Path(folder, "standin.conf")
        Standin(gpus=(Gpu(curve="square"),) * 8, fixed=1).write(configuration)
        variables = environment(build(Path(folder)), configuration)
        variables["GPUSCOPE_HOME"] = folder  # the update periods are stored there
        gpus = _measure(window_s, None, variables, warm_up_s=BURSTS_S)
        found += _cpu_rows("8 stand-in GPUs", gpus)
        found += _interval_rows("a core free", gpus, 1)
        found += _interval_rows("all cores busy", _measure(window_s, None, variables, cores), 15)
    return found


if __name__ == "__main__":
    for row in rows():
        mark = {True: "met", False: "NOT met", None: "-"}[row.met]
        print(
            f"{row.name:<60} {row.value if row.value is None else round(row.value, 3)} {row.unit:<12} {row.target:<8} {mark}  {row.detail}"
        )
