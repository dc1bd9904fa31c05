"""The cost of the strip charts alone, in a process of their own: ``python -m tests.benchmarks.bench_charts``.

Eight strips of three curves at 10 Hz, in the size that the window leaves them at 1280×800, software raster. The real page, fed by a
recorder, is measured elsewhere; the limits here leave a third of its 12 % of a core at 10 redraws a second (30 % at 30) to the rest of the
page.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.row import Row

if TYPE_CHECKING:
    from gpuscope.gui.charts.plot_view import PlotView
    from gpuscope.gui.charts.strip_stack import StripStack

WINDOW_S = 8.0
SIZE = (856, 588)
STRIPS, CURVES, RATE_HZ = 8, 3, 10
HOUR = 36_000
COLOURS = ("throughput", "loss", "compute", "power", "clock", "memory", "temperature", "host")


class Fed:
    """A stack that shows a growing part of series that are longer than needed."""

    def __init__(self, stack: "StripStack") -> None:
        from gpuscope.gui.charts.strip import Curve, Strip
        from gpuscope.reports.pictures.picture import Dash

        self.stack = stack
        dashes = list(Dash)
        curves = range(CURVES)
        stack.set_strips(
            [
                Strip(str(key), colour.title(), "W", tuple(Curve(str(one), f"gpu:{one}", colour, dashes[one]) for one in curves))
                for key, colour in enumerate(COLOURS)
            ]
        )
        random = np.random.default_rng(1)
        self._t = np.arange(HOUR + 3000) / RATE_HZ
        self._y = [[500 + 100 * one + 10 * random.normal(size=len(self._t)) for one in curves] for _ in range(STRIPS)]
        self._begun = time.monotonic()

    def take(self, before: int) -> None:
        """Give the stack the samples since the beginning, up to a given count."""
        size = before + int((time.monotonic() - self._begun) * RATE_HZ)
        for strip, curves in enumerate(self._y):
            for curve, y in enumerate(curves):
                self.stack.set_series(str(strip), str(curve), self._t[:size], y[:size])
        self.stack.set_end(before / RATE_HZ + time.monotonic() - self._begun)
        self.stack.redraw()


def live(fed: Fed, turn: int) -> None:
    """Follow the latest minute."""
    if turn == 0:
        fed.stack.follow(60.0)
    fed.take(1200)


def pan_hour(fed: Fed, turn: int) -> None:
    """Drag to and fro a view of nearly all of an hour, while the run continues."""
    if turn == 0:
        fed.take(HOUR)
        fed.stack.show_range(100.0, 3300.0)
    plots(fed.stack).dragged.emit(-5.0 if turn // 20 % 2 else 5.0)
    fed.take(HOUR)


def whole_hour(fed: Fed, turn: int) -> None:
    """Follow a whole hour as it grows."""
    if turn == 0:
        fed.stack.follow(None)
    fed.take(HOUR)


def cursor(fed: Fed, turn: int) -> None:
    """Move the cursor over static curves."""
    if turn == 0:
        fed.take(HOUR)
        fed.stack.show_range(100.0, 160.0)
    plots(fed.stack).hovered.emit(100.0 + 3 * turn % 400)


def plots(stack: "StripStack") -> "PlotView":
    """Return the view of a stack in which strips are drawn."""
    from gpuscope.gui.charts.plot_view import PlotView

    found = stack.findChild(PlotView)
    assert isinstance(found, PlotView)
    return found


SCENES: dict[str, Callable[[Fed, int], None]] = {scene.__name__: scene for scene in (live, pan_hour, whole_hour, cursor)}


def watched(scene: str, rate: float, window_s: float) -> dict[str, float]:
    """Show a scene for a while; return the process's share of a core and the repaints per second."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from gpuscope.gui import fonts
    from gpuscope.gui.charts.strip_stack import StripStack
    from gpuscope.gui.theme import Choice, Theme
    from tests.benchmarks.painting import cost_of_painting

    app = QApplication([])
    fonts.load_text_fonts()
    stack = StripStack(Theme(Choice.DARK))
    stack.resize(*SIZE)
    fed, turns = Fed(stack), iter(range(10**9))
    stack.show()
    timer = QTimer()
    timer.setInterval(round(1000 / rate))
    timer.timeout.connect(lambda: SCENES[scene](fed, next(turns)))
    timer.start()
    cost = cost_of_painting(app, plots(stack).viewport(), window_s)
    stack.close()
    return cost


def opened_ms() -> float:
    """Return the time from passing an hour of series to drawing it, in milliseconds."""
    from PySide6.QtWidgets import QApplication

    from gpuscope.gui.charts.strip_stack import StripStack
    from gpuscope.gui.theme import Choice, Theme

    app = QApplication([])
    stack = StripStack(Theme(Choice.DARK))
    stack.resize(*SIZE)
    fed = Fed(stack)
    stack.follow(None)
    stack.show()
    app.processEvents()
    start = time.perf_counter()
    fed.take(HOUR)
    app.processEvents()
    stack.grab()
    elapsed = (time.perf_counter() - start) * 1000
    stack.close()
    return elapsed


def _child(call: str) -> dict[str, float]:
    code = f"import json; from tests.benchmarks import bench_charts as b; print(json.dumps(b.{call}))"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, stdout=subprocess.PIPE, check=True, timeout=120
    )
    return json.loads(done.stdout) if done.stdout.startswith(b"{") else {"value": float(done.stdout)}


def _row(name: str, scene: str, rate: float, most: float, least_rate: float) -> Row:
    found = _child(f"watched({scene!r}, {rate}, {WINDOW_S})")
    share = 100 * found["cpu"]
    met = share <= most and found["rate"] >= least_rate
    return Row(
        name, share, "% of a core", f"<= {most:g}", met, f"{found['rate']:.1f} repaints/s, {WINDOW_S:g} s, load {os.getloadavg()[0]:.1f}"
    )


def rows() -> list[Row]:
    """Measure each scene in a process of its own."""
    return [
        _row("60 s of 24 curves, 10 redraws/s", "live", 10, 8, 9),
        _row("60 s of 24 curves, 30 redraws/s", "live", 30, 22, 27),
        _row("an hour of 24 curves, panning, 20 redraws/s", "pan_hour", 21, 22, 20),
        _row("an hour of 24 curves, whole and growing, 10 redraws/s", "whole_hour", 10, 12, 9),
        _row("cursor over 24 curves that stand still, 30 moves/s", "cursor", 30, 12, 27),
        Row("an hour of 24 curves, handed over and drawn", (ms := _child("opened_ms()")["value"]), "ms", "<= 150", ms <= 150),
    ]


if __name__ == "__main__":
    from tests.benchmarks.__main__ import main

    sys.exit(main(["charts"]))
