"""Time to write reports: ``python -m tests.benchmarks report``. Runs of ten minutes at 10 Hz, read from a store each time.

Also the time and memory to export the samples of a ten-hour run at 10 Hz as CSV."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.event import Event, Hello, Log, Phase, Sample, Steps
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.run_writer import RunWriter
from tests.benchmarks.row import Row
from tests.reports.recorded_runs import BATCH, LOAD_S, SECOND, WARMUP, gpu_run, variants

ROUNDS = 7
SECONDS = 600.0
TARGETS = {2: 1.0, 8: 2.0, 20: 4.0}
MEGABYTE = 1_000_000
INSTANTS, SERIES, CSV_S = 360_000, 24, 8.0
START = "from gpuscope.__main__ import main; import sys; sys.exit(main())"
START_AND_TELL = """
from gpuscope.__main__ import main
main()
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
"""Prints its peak memory at the end; the value from wait4() includes the parent's memory."""
_A_BATCH, _LONG_BATCH = 100, 20_000
_CALL = "all"


def rows() -> list[Row]:
    """Measure the whole command less a Python that does nothing, and the work in a warm process."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        ids = fill(home)
        found = [
            row for count, target in TARGETS.items() for row in (command(home, ids[:count], target), within(home, ids[:count], target))
        ]
        found += [size(home, ids[:count], ending) for count, ending in ((8, ".pdf"), (8, ".html"), (20, ".html"))]
    with tempfile.TemporaryDirectory() as folder:
        return [*found, samples(Path(folder))]


def fill(home: Path) -> list[str]:
    """Fill a store with the given number of runs, each with its own spec, and return their ids."""
    runs = [group[0] for group in variants(max(TARGETS), seconds=SECONDS)]
    for run in runs:
        with RunWriter(url(home), run.record) as writer:
            writer.declare(
                [result.device for result in run.record.devices],
                {_CALL: [(one.device, one.metric) for one in run.series]},
                {f"{one.device}/{one.metric}": (one.quality.value, one.source) for one in run.series},
            )
            found = events(run)
            writer.append([(at, found[at : at + _A_BATCH]) for at in range(0, len(found), _A_BATCH)])
            writer.finish(replace(run.record, folder=""))
    return [run.record.run_id for run in runs]


def events(run: RecordedRun) -> list[Event]:
    """Return the events that a recorder would have stored for a run."""
    start = run.record.start_ns
    stamps = zip(run.series[0].before_ns.tolist(), run.series[0].after_ns.tolist(), strict=True)
    columns = list(zip(*(one.values.tolist() for one in run.series), strict=True))
    samples = [Sample(_CALL, start + before, start + after, values) for (before, after), values in zip(stamps, columns, strict=True)]
    reported = run.reported["loss"]
    logs = [
        Log(start + stamp, "values", "", {"loss": value}, int(step))
        for stamp, step, value in zip(reported.stamps_ns.tolist(), reported.steps.tolist(), reported.values.tolist(), strict=True)
    ]
    return [
        Hello("workload", 1, start, {"steps": run.record.steps, "samples_per_step": BATCH}),
        Phase("measured", start + round(LOAD_S * SECOND), WARMUP),
        *samples,
        *logs,
        Steps(1, 0, tuple(start + stamp for stamp in run.steps_ns.tolist())),
    ]


def command(home: Path, ids: Sequence[str], target: float) -> Row:
    """Interleave the whole command with a Python that does nothing."""
    report = home / "report.pdf"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {"GPUSCOPE_HOME": str(home)}
    lines = [[sys.executable, "-c", "pass"], [sys.executable, "-c", START, "compare", *ids, "-o", str(report)]]
    times: list[list[float]] = [[], []]
    for _ in range(ROUNDS + 1):
        for line, taken in zip(lines, times, strict=True):
            taken.append(timed(lambda line=line: subprocess.run(line, env=environment, check=True, capture_output=True)))  # type: ignore[misc]
    bare, ours = (statistics.median(taken[1:]) for taken in times)  # the first round warms the disk cache
    detail = f"median of {ROUNDS}; python -c pass takes {bare * 1e3:.0f} ms; {report.stat().st_size / 1024:.0f} KiB"
    return Row(
        f"gpuscope compare -o report.pdf of {len(ids)} runs, beyond python -c pass",
        ours - bare,
        "s",
        f"≤ {target:g} s",
        ours - bare <= target,
        detail,
    )


def size(home: Path, ids: Sequence[str], ending: str) -> Row:
    """Measure the size of a report."""
    report = home / f"report{ending}"
    line = [sys.executable, "-c", START, "compare", *ids, "-o", str(report)]
    seconds = timed(lambda: subprocess.run(line, env={**os.environ, "GPUSCOPE_HOME": str(home)}, check=True, capture_output=True))
    found = report.stat().st_size
    name = f"size of the {ending[1:].upper()} of {len(ids)} runs"
    return Row(name, found / MEGABYTE, "MB", "≤ 1 MB", found <= MEGABYTE, f"written in {seconds:.2f} s, once")


def samples(home: Path) -> Row:
    """Measure the whole command that exports a long run's samples as CSV."""
    run_id = fill_long(home)
    target = home / "samples.csv"
    line = [sys.executable, "-c", START_AND_TELL, "export", run_id, "-o", str(target)]
    environment = {**os.environ, "GPUSCOPE_HOME": str(home)}
    times, peaks = [], []
    for _ in range(3):
        begin = time.perf_counter()
        done = subprocess.run(line, env=environment, check=True, capture_output=True, text=True)
        times.append(time.perf_counter() - begin)
        peaks.append(int(done.stdout.split()[-2]))
    seconds = statistics.median(times)
    name = f"gpuscope export -o samples.csv of {INSTANTS:,} instants × {SERIES}"
    detail = f"median of 3; {target.stat().st_size / MEGABYTE:.0f} MB; at most {max(peaks) / 1024:.0f} MiB of memory"
    return Row(name, seconds, "s", f"≤ {CSV_S:g} s", seconds <= CSV_S, detail)


def fill_long(home: Path) -> str:
    """Fill a store with a run of many samples, all series read in one call, and return its id."""
    run = gpu_run("feedfeedfeed", RunSpec("cifar-cnn", device="cuda:0"), seconds=INSTANTS / 10)
    names = [(f"gpu:{number // 4}", ("power", "utilization", "clock", "temperature")[number % 4]) for number in range(SERIES)]
    values = np.random.default_rng(0).normal(300.0, 20.0, (INSTANTS, SERIES))
    with RunWriter(url(home), run.record) as writer:
        writer.declare(
            [result.device for result in run.record.devices], {_CALL: names}, dict.fromkeys(map("/".join, names), ("measured", ""))
        )
        for first in range(0, INSTANTS, _LONG_BATCH):
            rows = values[first : first + _LONG_BATCH].tolist()
            at = run.record.start_ns + first * SECOND // 10
            stamped = [(at + place * SECOND // 10, tuple(row)) for place, row in enumerate(rows)]
            writer.append([(first // _LONG_BATCH, [Sample(_CALL, stamp, stamp + 90_001, row) for stamp, row in stamped])])
        writer.finish(replace(run.record, folder=""))
    return run.record.run_id


def within(home: Path, ids: Sequence[str], target: float) -> Row:
    """Measure the same in one process, as in the window: from the store to the bytes of the file."""
    from gpuscope.analysis.comparison import compare
    from gpuscope.analysis.group import group_repeats
    from gpuscope.recording.run_file import recorded_runs
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.pdf_report import pdf_report

    def make() -> None:
        with RunHistory(url(home)) as history:
            records = history.find_all(ids)
            pdf_report(compare(group_repeats(records)), recorded_runs(history, records), datetime.now(UTC))

    make()
    seconds = statistics.median(timed(make) for _ in range(ROUNDS))
    return Row(f"PDF of {len(ids)} runs within a process", seconds, "s", f"≤ {target:g} s", seconds <= target, f"median of {ROUNDS}")


def url(home: Path) -> str:
    return f"sqlite:///{home / 'gpuscope.sqlite'}"


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


if __name__ == "__main__":
    for one in rows():
        print(one)
