"""The Compare page with long runs: how soon it appears, and how smoothly its curves can be moved.

Eight runs of eight hours, each with 24 series at 10 Hz, in two groups. The window is the real application's, on Qt's offscreen platform.
"""

import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np

from gpuscope.core.event_json import encode
from gpuscope.core.runspec import RunSpec
from gpuscope.sensors.declaration import Declaration
from gpuscope.storage.chunks import MAX_CHUNK
from gpuscope.storage.layouts import SeriesName
from gpuscope.storage.run_intake import IncomingReadings, IncomingRun, run_intake
from gpuscope.storage.values import SeriesHead
from tests.benchmarks.fed_run import METRICS, FedRun
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, played
from tests.reports.recorded_runs import SECOND, gpu_run

RUNS, HOURS, SERIES, HZ = 8, 8.0, 24, 10
FIRST_S, FRAMES = 1.0, 20.0
_FIGURES = ("first_s", "curves_s", "whole_s", "further_s", "stalled_ms")
_ROUNDS, _PATIENCE_S = 3, 300.0


def rows() -> list[Row]:
    """Measure a comparison of long runs in a window process of its own."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-compare-") as folder:
        home = Path(folder)
        ids = [fill(home, place) for place in range(RUNS)]
        return [*_opened(home, ids), *_moved(home, ids)]


def fill(home: Path, place: int, hours: float = HOURS) -> str:
    """Fill a store with a run of many samples on simulated GPUs, stored in columns like an imported run, and return its id."""
    spec = RunSpec("cifar-cnn", device="cuda:0", precision=("fp32", "bf16")[place % 2], seed=place)
    count = round(hours * 3600 * HZ)
    record = gpu_run(f"{place:x}" * 12, spec, seconds=count / HZ).record
    record = replace(record, started_at=record.started_at + timedelta(days=place), window_start_s=0.0, duration_s=count / HZ)
    fed = FedRun(SERIES // len(METRICS), 0)
    told = fed.declaration
    names = [series for call in told.calls.values() for series in call]
    run = IncomingRun(
        record,
        [SeriesHead(*name, "", "simulation", "measured") for name in names],
        [(call, 1, tuple(series)) for call, series in told.calls.items()],
        readings=_readings(told, names, count, np.random.default_rng(place)),
        events=[[("hello", 0, 0, encode(fed.hello(1)))]],
    )
    with run_intake(f"sqlite:///{home / 'gpuscope.sqlite'}") as intake:
        intake.write(run, record.run_id)
    return record.run_id


def _readings(told: Declaration, names: Sequence[SeriesName], count: int, chance: np.random.Generator) -> Iterator[IncomingReadings]:
    stamps = np.arange(count, dtype=np.int64) * (SECOND // HZ)
    for begin in range(0, count, MAX_CHUNK):
        part = stamps[begin : begin + MAX_CHUNK]
        for call, series in told.calls.items():
            columns = [(names.index(name), chance.normal(300.0, 20.0, part.size)) for name in series]
            yield IncomingReadings(call, part, part + 90_001, columns)


def _opened(home: Path, ids: Sequence[str]) -> list[Row]:
    told = [played("compared", home, "compare", patience_s=_PATIENCE_S, run_ids=list(ids)) for _ in range(_ROUNDS)]
    first, curves, whole, further, stalled = (statistics.median(one[key] for one in told) for key in _FIGURES)
    name = f"comparison of {RUNS} runs of {HOURS:g} hours × {SERIES} series"
    detail = f"from the click to sentence, table and picture; median of {_ROUNDS} windows"
    return [
        Row(f"{name}: first picture", first, "s", f"≤ {FIRST_S:g} s", first <= FIRST_S, detail),
        Row(f"{name}: first curves", curves, "s", detail="the curves of the first run that was read"),
        Row(f"{name}: all curves", whole, "s", detail=f"{told[0]['curves']} curves, each the mean of {RUNS // 2} runs with their range"),
        Row(f"{name}: a further metric", further, "s", detail="from the choice to its curves"),
        Row(f"{name}: longest stall of the event loop", stalled, "ms", detail="meanwhile, from the click to the further curves"),
    ]


def _moved(home: Path, ids: Sequence[str]) -> list[Row]:
    told: list[Told] = [played("compared", home, "compare", patience_s=_PATIENCE_S, run_ids=list(ids), moved_s=5.0) for _ in range(_ROUNDS)]
    found = []
    for what in ("panned", "zoomed"):
        frames = statistics.median(one[what] for one in told)
        words = f"curves of the comparison {what} without a pause"
        found.append(Row(words, frames, "frames/s", f"≥ {FRAMES:g}", frames >= FRAMES, f"{told[0]['size']}; median of {_ROUNDS} windows"))
    return found
