"""Growth of the window's memory while a run of 8 simulated GPUs arrives through a recorder's socket at eight times real time.

Takes a quarter of an hour; GPUSCOPE_GROWTH_S=120 shortens it for a trial, which the row then mentions.
"""

import os
import statistics
import tempfile
from itertools import combinations
from pathlib import Path

from tests.benchmarks.fed_recorder import Plan, recording
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, window

GPUS, SPEED = 8, 8
WHOLE_S = 900.0
SETTLE_S = 60.0
TIMES = 15
TARGET_MB = 1.0


def rows() -> list[Row]:
    """Measure once; the first minute is excluded."""
    seconds = float(os.environ.get("GPUSCOPE_GROWTH_S", WHOLE_S))
    settle_s = min(SETTLE_S, seconds / 2)
    lasts_s = settle_s + seconds + 60
    with (
        tempfile.TemporaryDirectory() as home,
        recording(Plan(home, gpus=GPUS, speed=SPEED, lasts_s=lasts_s, has_steps=True)),
        window("growth", Path(home), patience_s=lasts_s + 60, settle_s=settle_s, seconds=seconds, times=TIMES) as lines,
    ):
        told = list(lines)
    return [growth_row(told, seconds)]


def growth_row(told: list[Told], seconds: float) -> Row:
    """Return by how much more the resident memory grows than the displayed data, per hour of recorded time.

    The growth is the median slope over all pairs of measurements, because memory counts a table twice while it is being moved.
    """
    beyond = [(one["recorded_s"] / 3600, (one["resident"] - one["shown"]) / 1e6) for one in told]
    growth = statistics.median((after - before) / (end - begin) for (begin, before), (end, after) in combinations(beyond, 2))
    grown, shown, recorded_s = (told[-1][key] - told[0][key] for key in ("resident", "shown", "recorded_s"))
    first, last = (told[place]["resident"] / 1e6 for place in (0, -1))
    detail = (
        f"{seconds / 60:.3g} minutes, {recorded_s / 3600:.2f} h recorded; resident {first:.0f} → {last:.0f} MB; "
        f"{shown / 1e6:.1f} of {grown / 1e6:.1f} MB more are samples; {told[-1]['curves']} curves"
    )
    if seconds < WHOLE_S:
        detail = f"shortened; {detail}"
    name = f"growth beyond the samples shown, {GPUS} simulated GPUs at {SPEED} times the rate"
    return Row(name, growth, "MB an hour", "≤ 1 MB an hour", growth <= TARGET_MB, detail)
