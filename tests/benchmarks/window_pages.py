"""How long kept runs take to be seen: the list of 10,000, and one of an hour."""

import statistics
from pathlib import Path

from tests.benchmarks.bench_start import RUNS, fill
from tests.benchmarks.fed_recorder import Plan, recorded
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import played

ROUNDS = 5
HOUR_S = 3600.0
SERIES = 24


def rows(folder: Path) -> list[Row]:
    """Measures both in a store of 10,000 runs and one of an hour."""
    home = folder / "pages"
    fill(home)
    run_id = recorded(Plan(str(home), past_s=HOUR_S, live=False))
    return [_history(home), *_hour(home, run_id)]


def _history(home: Path) -> Row:
    told = [played("history", home, count=RUNS) for _ in range(ROUNDS)]
    first, whole = (statistics.median(1e3 * one[key] for one in told) for key in ("first_s", "whole_s"))
    detail = f"from the click on a page never seen before, the store not yet imported; first rows after {first:.0f} ms; median of {ROUNDS}"
    return Row(f"history of {RUNS:,} runs painted", whole, "ms", "≤ 500 ms", whole <= 500, detail)


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
