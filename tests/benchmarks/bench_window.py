"""The window: how fast it comes, what it costs while it is looked at, and how long it lets one wait.

Everything is of the program as `gpuscope` starts it, on Qt's offscreen platform, that is software raster; runs come from a
recorder whose readings are made up (`fed_recorder`). What takes a quarter of an hour is apart, in `bench_growth`.
"""

import tempfile
import traceback
from pathlib import Path

from tests.benchmarks import window_click, window_loop, window_pages, window_redraws, window_start
from tests.benchmarks.row import Row

PARTS = (window_start, window_redraws, window_loop, window_click, window_pages)


def rows() -> list[Row]:
    """Measure everything; a part that fails costs no other."""
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
