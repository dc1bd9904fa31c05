"""The mini view: processor time of redraws, one per second; the readings are those that the window has anyway."""

import os
import time
from types import SimpleNamespace
from typing import Any, cast

from tests.benchmarks.row import Row

_REDRAWS = 300
_TARGET = 1.0
"""Percent of a core."""


def rows() -> list[Row]:
    """Measure redraws of twelve figures of a one-hour run on two GPUs, on Qt's offscreen platform (software raster)."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from gpuscope.gui import fonts
    from gpuscope.gui.mini.mini_figures import MOST, offered
    from gpuscope.gui.mini.mini_view import MiniView
    from gpuscope.gui.theme import Choice, Theme
    from gpuscope.system.settings import DEFAULTS
    from tests.gui.run_view import made_runs

    application = QApplication.instance() or QApplication(["gpuscope"])
    fonts.load_text_fonts()
    data = made_runs.gpu_run(600.0, gpus=2)
    feed, settings = SimpleNamespace(data=data, start=lambda: None, stop=lambda: None), SimpleNamespace(known=DEFAULTS)
    runs = SimpleNamespace(runs=[SimpleNamespace(record=data.record)])
    chosen = {"figures": [key for key, _ in offered(data)][:MOST]}
    view = MiniView(Theme(Choice.DARK), cast(Any, feed), cast(Any, runs), cast(Any, settings), cast(Any, chosen))
    view.appear()
    application.processEvents()
    begin_s = time.process_time()
    for _ in range(_REDRAWS):
        view.refresh()
        view.repaint()
        application.processEvents()
    cost_s = (time.process_time() - begin_s) / _REDRAWS
    count = len(view.rows.rows)
    view.close()
    share = 100 * cost_s
    detail = f"{count} figures with sparklines, {1000 * cost_s:.2f} ms of processor time each, {_REDRAWS} redraws"
    return [Row("Mini view at one redraw a second", share, "% of a core", f"≤ {_TARGET:g} %", share <= _TARGET, detail)]
