"""What the window costs while the Ladder page shows a rung that runs: ``python -m tests.benchmarks ladder_page``.

The program as `gpuscope` starts it, on Qt's offscreen platform at 1280×800, begins a ladder of `cifar-cnn` inference from its page. The
processor time of the window's process is counted while the lowest rung is measured; conductor, recorder and workload are processes of
their own and are not in it.
"""

import os
import tempfile
from pathlib import Path

from tests.benchmarks.row import Row
from tests.benchmarks.window_process import played

MEASURED_S = 15.0
MOST_SHARE = 8.0
"""Per cent of a core."""


def rows() -> list[Row]:
    """Measure in a store of its own."""
    with tempfile.TemporaryDirectory(prefix="gpuscope-ladder-page-") as folder:
        told = played("ladder_page", Path(folder) / "home", "ladder", seconds=MEASURED_S)
    share = 100 * told["cpu_s"] / told["wall_s"]
    detail = f"{told['wall_s']:.0f} s of the rung “{told['rung']}”, {told['updates']} updates of its figures, {told['size']}"
    name = "CPU of the window, Ladder page while a rung runs"
    met = share <= MOST_SHARE and told["updates"] >= MEASURED_S  # one a second at least, else nothing was shown
    return [Row(name, share, "% of a core", f"≤ {MOST_SHARE:g} %", met, f"{detail}, load {os.getloadavg()[0]:.1f}")]
