"""Start-up time of the window: its first frame against an empty PySide6 window, its charts against an empty pyqtgraph window."""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.benchmarks.bench_start import fill
from tests.benchmarks.fed_recorder import Plan, recording
from tests.benchmarks.row import Row
from tests.benchmarks.window_process import environment, played

PAIRS = 15
STRIPS, CURVES = 8, 3
LATER = ("torch", "sqlalchemy", "numpy", "pyqtgraph")
"""Modules that must not be loaded before the first paint; the first of them never."""
_HERE = Path(__file__).parent

Opened = Callable[[], float]


def rows(folder: Path) -> list[Row]:
    """Measure everything in interleaved pairs."""
    fresh, used = folder / "fresh", folder / "used"
    fresh.mkdir(parents=True)
    fill(used)
    (used / "window.json").write_text(json.dumps({"page": "runs", "theme": "dark", "place": [0, 0, 1280, 800]}))
    return [
        first_paint(fresh, "in a new home"),
        first_paint(used, "with 10,000 runs and a remembered place"),
        *charts(folder / "charts"),
    ]


def first_paint(home: Path, where: str) -> Row:
    """Open the window and an empty PySide6 window in turn."""
    ours, bare = _pairs(lambda: _seconds(home, "started_window.py"), lambda: _seconds(home, "bare_window.py"))
    return _row(f"first paint {where}, against an empty PySide6 window", ours, bare, 1.3, f"none of {', '.join(LATER)} loaded by then")


def charts(home: Path) -> list[Row]:
    """Open the window and a pyqtgraph window with as many empty plots in turn, first with a run given to the window, then a live run."""
    beside = "against an empty pyqtgraph window with as many plots"
    given, bare = _pairs(lambda: _charts_s(home / "given", given=True), lambda: _plots_s(home))
    with recording(Plan(str(home / "live"), past_s=60.0)):
        live, bare_too = _pairs(lambda: _charts_s(home / "live", given=False), lambda: _plots_s(home), PAIRS // 2)
    found = _row(f"a live run found, attached, and its {STRIPS} charts painted, {beside}", live, bare_too, 1.5, "")
    return [
        _row(f"{STRIPS} charts with {CURVES} curves each painted, {beside}", given, bare, 1.5, "torch not loaded"),
        replace(found, target="", met=None),
    ]


def _plots_s(home: Path) -> float:
    return _seconds(home, "bare_plots.py", str(STRIPS))


def _pairs(ours: Opened, bare: Opened, count: int = PAIRS) -> tuple[list[float], list[float]]:
    """Return the seconds of both, measured in turn; the first pair warms the disk cache and is excluded."""
    found = [(ours(), bare()) for _ in range(count + 1)]
    return [one for one, _ in found[1:]], [one for _, one in found[1:]]


def _row(name: str, ours: list[float], bare: list[float], target: float, also: str) -> Row:
    ratio = statistics.median(one / other for one, other in zip(ours, bare, strict=True))
    times = f"{statistics.median(ours) * 1e3:.0f} ms against {statistics.median(bare) * 1e3:.0f} ms"
    detail = f"median of {len(ours)} pairs, {times}{also and f'; {also}'}"
    return Row(name, ratio, "×", f"≤ {target:g} ×", ratio <= target, detail)


def _seconds(home: Path, script: str, *arguments: str) -> float:
    """Return the seconds from the start of a process until its window was painted, as the process prints it."""
    begin = time.monotonic_ns()
    command = [sys.executable, str(_HERE / script), *arguments]
    done = subprocess.run(command, env=environment(home), check=True, capture_output=True, text=True, timeout=60)
    painted, *loaded = done.stdout.split()
    if loaded:
        raise RuntimeError(f"loaded before the first paint: {', '.join(loaded)}")
    return (int(painted) - begin) / 1e9


def _charts_s(home: Path, *, given: bool) -> float:
    begin = time.monotonic_ns()
    told = played("charts", home, given=given)
    if told["torch"]:
        raise RuntimeError("the window has loaded torch")
    if (told["strips"], told["curves"]) != (STRIPS, STRIPS * CURVES):
        raise RuntimeError(f"another run was shown: {told}")
    return (int(told["painted_ns"]) - begin) / 1e9
