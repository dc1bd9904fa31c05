"""Time to show stored runs: the list of 10,000, and a run of an hour."""

import statistics
from pathlib import Path

from tests.benchmarks.bench_start import RUNS, fill
from tests.benchmarks.fed_recorder import Plan, recorded
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, played

ROUNDS = 3
AFTER_S = 3.0
HOUR_S = 3600.0
SERIES = 24


def rows(folder: Path) -> list[Row]:
    """Measure both in a store of 10,000 runs and a run of an hour."""
    home = folder / "pages"
    fill(home)
    run_id = recorded(Plan(str(home), past_s=HOUR_S, live=False))
    return [*_history(home), *_hour(home, run_id)]


def _history(home: Path) -> list[Row]:
    """Open the Runs page after the window has been open for a while, and immediately, when nothing for the store has been imported."""
    later, at_once = ([played("history", home, count=RUNS, after_s=after_s) for _ in range(ROUNDS)] for after_s in (AFTER_S, 0.0))
    name = f"history of {RUNS:,} runs painted, from the click"
    whole = _milliseconds(later, "whole_s")
    return [
        Row(name, whole, "ms", "≤ 500 ms", whole <= 500, f"{AFTER_S:g} s after the window appeared; {_first_rows(later)}"),
        Row(f"{name} as soon as the window is there", _milliseconds(at_once, "whole_s"), "ms", detail=_first_rows(at_once)),
    ]


def _first_rows(told: list[Told]) -> str:
    return f"first rows after {_milliseconds(told, 'first_s'):.0f} ms; median of {ROUNDS} windows"


def _milliseconds(told: list[Told], key: str) -> float:
    return statistics.median(1e3 * one[key] for one in told)


def _hour(home: Path, run_id: str) -> list[Row]:
    told = [played("kept_run", home, "runs", run_id=run_id, times=3) for _ in range(ROUNDS)]
    if any(one["curves"] != SERIES for one in told):
        raise RuntimeError(f"another run was shown: {told}")
    first = statistics.median(1e3 * one["opened_s"][0] for one in told)
    again = statistics.median(1e3 * time for one in told for time in one["opened_s"][1:])
    name = f"run of an hour with {SERIES} series at 10 Hz opened and drawn"
    detail = f"{told[0]['points']:,} points each; median of {ROUNDS} windows"
    return [
        Row(f"{name}, the first time in a window", first, "ms", "≤ 300 ms", first <= 300, detail),
        Row(f"{name}, again", again, "ms", "≤ 300 ms", again <= 300, detail),
    ]
