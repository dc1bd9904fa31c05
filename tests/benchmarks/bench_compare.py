"""The Compare page with long runs: how soon it is seen, and how smoothly its curves are moved.

Eight runs of eight hours, each with 24 series at 10 Hz, in two groups; the window is the program's own, on Qt's offscreen platform.
"""

import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from gpuscope.core.event import Sample
from gpuscope.core.runspec import RunSpec
from gpuscope.storage.store import RunWriter
from tests.benchmarks.fed_run import METRICS, FedRun
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, played
from tests.reports.recorded_runs import SECOND, gpu_run

RUNS, HOURS, SERIES, HZ = 8, 8.0, 24, 10
FIRST_S, FRAMES = 1.0, 20.0
_BATCH = 20_000
_ROUNDS, _PATIENCE_S = 3, 300.0


def rows() -> list[Row]:
    """Measures a comparison of long runs in a window of its own."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-compare-") as folder:
        home = Path(folder)
        ids = [fill(home, place) for place in range(RUNS)]
        return [*_opened(home, ids), *_moved(home, ids)]


def fill(home: Path, place: int, hours: float = HOURS) -> str:
    """Fills a store with a run of many instants on simulated GPUs, and returns its id."""
    spec = RunSpec("cifar-cnn", device="cuda:0", precision=("fp32", "bf16")[place % 2], seed=place)
    count = round(hours * 3600 * HZ)
    record = gpu_run(f"{place:x}" * 12, spec, seconds=count / HZ).record
    fed = FedRun(SERIES // len(METRICS), record.start_ns)
    told = fed.declaration
    values = np.random.default_rng(place).normal(300.0, 20.0, (count, len(METRICS)))
    with RunWriter(f"sqlite:///{home / 'gpuscope.sqlite'}", record) as writer:
        writer.declare(list(told.devices.values()), {call: list(series) for call, series in told.calls.items()}, dict(told.quality))
        writer.append([(0, [fed.hello(1)])])
        for first in range(0, count, _BATCH):
            at = record.start_ns + first * SECOND // HZ
            stamped = [(at + index * SECOND // HZ, tuple(row)) for index, row in enumerate(values[first : first + _BATCH].tolist())]
            writer.append(
                [(1 + first // _BATCH, [Sample(call, stamp, stamp + 90_001, row) for stamp, row in stamped for call in told.calls])]
            )
        writer.finish(replace(record, folder="", window_start_s=0.0, duration_s=count / HZ))
    return record.run_id


def _opened(home: Path, ids: Sequence[str]) -> list[Row]:
    told = [played("compared", home, "compare", patience_s=_PATIENCE_S, run_ids=list(ids)) for _ in range(_ROUNDS)]
    first, curves, whole = (statistics.median(one[key] for one in told) for key in ("first_s", "curves_s", "whole_s"))
    name = f"comparison of {RUNS} runs of {HOURS:g} hours × {SERIES} series"
    detail = f"from the click to sentence, table and picture; median of {_ROUNDS} windows"
    return [
        Row(f"{name}: first picture", first, "s", f"≤ {FIRST_S:g} s", first <= FIRST_S, detail),
        Row(f"{name}: first curves", curves, "s", detail="the curves of the first run that was read"),
        Row(f"{name}: all curves", whole, "s", detail=f"{told[0]['curves']} curves, each the mean of {RUNS // 2} runs with their range"),
    ]


def _moved(home: Path, ids: Sequence[str]) -> list[Row]:
    told: list[Told] = [played("compared", home, "compare", patience_s=_PATIENCE_S, run_ids=list(ids), moved_s=5.0) for _ in range(_ROUNDS)]
    found = []
    for what in ("panned", "zoomed"):
        frames = statistics.median(one[what] for one in told)
        words = f"curves of the comparison {what} without a pause"
        found.append(Row(words, frames, "frames/s", f"≥ {FRAMES:g}", frames >= FRAMES, f"{told[0]['size']}; median of {_ROUNDS} windows"))
    return found
