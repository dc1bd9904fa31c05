"""Time and memory to open traces: ``python -m tests.benchmarks.bench_profile``.

The traces are generated (``made_trace``) in Kineto's format. Each is opened by ``gpuscope profile`` in a process of its own, timed from its
start until the first table is printed; memory is the peak of that process. In the window, the time is from choosing the file to the painted
tab, in a window that is already open.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.made_trace import write_trace
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import played

_REPEATS = 3
_MB = 1_000_000


def rows() -> list[Row]:
    """Measure and return the figures."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.json", Path(folder) / "large.json"
        write_trace(small, 50 * _MB)
        write_trace(large, 1000 * _MB)
        times = [_opened(small)[0] for _ in range(_REPEATS)]
        subprocess.run(["gzip", "-k", str(small)], check=True)
        packed = [_opened(small.with_name("small.json.gz"))[0] for _ in range(_REPEATS)]
        table, timeline = (_painted(small, Path(folder) / "home", part) for part in ("operators", "timeline"))
        wall, cpu, memory = _opened(large)
    load = f"load of the machine {os.getloadavg()[0]:.1f}"
    detail = f"median of {_REPEATS}, from the start of the process; {load}"
    return [
        _row("50 MB trace opened to the first table", statistics.median(times), "s", 1.5, detail),
        _row("50 MB trace, gzip, opened to the first table", statistics.median(packed), "s", 1.5, detail),
        _row("50 MB trace opened in the window to the first table", table[0], "s", 1.5, f"{table[1]}; {load}"),
        _row("50 MB trace opened in the window to the drawn timeline", timeline[0], "s", 2.5, f"{timeline[1]}; {load}"),
        _row("1 GB trace opened to the first table", wall, "s", 20.0, f"{cpu:.1f} s of processor time; {load}"),
        _row("1 GB trace opened: peak memory", memory / 1e9, "GB", 1.5, "resident, of the whole process"),
    ]


def _opened(path: Path) -> tuple[float, float, float]:
    """Return wall time (s), processor time (s) and peak memory (bytes) of opening a trace."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run([sys.executable, "-m", "gpuscope", "profile", str(path)], check=True, stdout=subprocess.DEVNULL)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, after.ru_maxrss * 1024.0


def _painted(path: Path, home: Path, part: str) -> tuple[float, str]:
    """Return the median time in seconds that windows take to open a trace with a tab in front, and how it was measured."""
    told = [played("opened_profile", home, "profile", path=str(path), part=part) for _ in range(_REPEATS)]
    if any(one["part"] != part for one in told):
        raise RuntimeError(f"another tab was in front: {told}")
    wall, cpu = (statistics.median(one[key] for one in told) for key in ("wall_s", "cpu_s"))
    return wall, f"median of {_REPEATS} windows, from the choice of the file to the painted tab; {cpu:.1f} s of processor time"


def _row(name: str, value: float, unit: str, most: float, detail: str) -> Row:
    return Row(name, value, unit, f"<= {most:g} {unit}", value <= most, detail)


if __name__ == "__main__":
    for row in rows():
        print(row)
