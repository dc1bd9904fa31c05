"""The cost of the Run page's redraws: a run of 3 simulated GPUs arrives through a recorder's socket, 8 strips of 3 curves, 1280×800."""

from pathlib import Path

from tests.benchmarks.fed_recorder import Plan, recording
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import Told, played

STRIPS, CURVES = 8, 3
HOUR_S = 3600.0
MEASURED_S = 12.0


def rows(folder: Path) -> list[Row]:
    """Measure a minute of a live run at two rates, and panning an hour."""
    return [*minute(folder / "minute"), *hour(folder / "hour")]


def minute(home: Path) -> list[Row]:
    """Measure while the latest sixty seconds scroll.

    A recorder sends new data ten times a second, and only new data is drawn: for thirty redraws it must send more often.
    """
    found = []
    for rate, target in ((10, 12.0), (30, 30.0)):
        with recording(Plan(str(home / str(rate)), past_s=60.0, batch_s=1 / rate)):
            told = played("redraws", home / str(rate), rate=rate, seconds=MEASURED_S)
        found.append(cost_row(f"CPU of the Run page, 60 s at 10 Hz, {rate} redraws a second", told, target, 0.9 * rate))
    return found


def hour(home: Path) -> list[Row]:
    """Measure while a mouse pans an hour."""
    with recording(Plan(str(home), past_s=HOUR_S)):
        told = played("redraws", home, rate=10, seconds=MEASURED_S, panned_s=HOUR_S)
    return [cost_row("CPU of the Run page, one hour, while panning", told, 30.0, 20.0)]


def cost_row(name: str, told: Told, target: float, least: float) -> Row:
    """Return the share of a core; the target is met only if there were enough redraws."""
    share, redraws = 100 * told["cpu_s"] / told["wall_s"], told["redraws"] / told["wall_s"]
    detail = (
        f"{redraws:.1f} redraws/s (at least {least:g}), {told['strips']} strips, {told['curves']} curves, {told['points']:,} points each"
    )
    met = share <= target and redraws >= least and (told["strips"], told["curves"]) == (STRIPS, STRIPS * CURVES)
    return Row(name, share, "% of a core", f"≤ {target:g} %, ≥ {least:g}/s", met, f"{detail}, {told['size']}")
