"""The window's cost while the Ladder page shows a rung in progress: ``python -m tests.benchmarks ladder_page``.

The real application, on Qt's offscreen platform at 1280×800, starts a ladder of `cifar-cnn` inference from its page. The processor time of
the window's process is counted while the lowest rung is measured; conductor, recorder and workload are separate processes and are not
included.
"""

import os
import tempfile
from pathlib import Path

from tests.benchmarks.row import Row
from tests.benchmarks.window_process import played

MEASURED_S = 15.0
MOST_SHARE = 8.0
"""Percent of a core."""


def rows() -> list[Row]:
    """Measure with a temporary store."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-ladder-page-") as folder:
        told = played("ladder_page", Path(folder) / "home", "ladder", seconds=MEASURED_S)
    share = 100 * told["cpu_s"] / told["wall_s"]
    detail = f"{told['wall_s']:.0f} s of the rung “{told['rung']}”, {told['updates']} updates of its figures, {told['size']}"
    name = "CPU of the window, Ladder page while a rung runs"
    met = share <= MOST_SHARE and told["updates"] >= MEASURED_S  # at least one per second, else nothing was shown
    return [Row(name, share, "% of a core", f"≤ {MOST_SHARE:g} %", met, f"{detail}, load {os.getloadavg()[0]:.1f}")]
