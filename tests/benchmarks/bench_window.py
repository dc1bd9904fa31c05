"""The window: start-up time, cost while open, and response times.

Everything is measured in the real application as `gpuscope` starts it, on Qt's offscreen platform with software raster; runs come from a
recorder with made-up readings (`fed_recorder`). The measurement that takes a quarter of an hour is separate, in `bench_growth`.
"""

import tempfile
import traceback
from pathlib import Path

from tests.benchmarks import window_click, window_loop, window_pages, window_redraws, window_start
from tests.benchmarks.row import Row

PARTS = (window_start, window_redraws, window_loop, window_click, window_pages)


def rows() -> list[Row]:
    """Measure everything; a part that fails does not affect the others."""
    found: list[Row] = []
    for part in PARTS:
        name = part.__name__.rpartition(".")[2]
        try:
            with tempfile.TemporaryDirectory(prefix="gpuscope-window-") as folder:
                found += part.rows(Path(folder))
        except Exception as error:  # noqa: BLE001 - told in the table
            traceback.print_exc()
            found.append(Row(name, None, "", "", False, f"could not be measured: {str(error).splitlines()[0]}"))
    return found
