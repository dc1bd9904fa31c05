"""The text below the tiles' values is never cut, at any width of the page."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui import fonts
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.run_page import RunPage
from gpuscope.gui.theme import SMALL_PX
from gpuscope.gui.widgets.figure_tile import FigureTile
from tests.gui.pages.run.stand import Stand
from tests.gui.run_view import made_runs
from tests.gui.run_view.test_kept_figures import METRICS, finished, measured
from tests.gui.turn_hands import finish_turns

RAIL = {1024: 56, 1280: 176, 1920: 176}
"""Width of the rail, by width of the window."""
LABEL_LEFT, SIDES = 29, 24
"""Pixels before a tile's label, and total margin at the sides of the text below its value."""


def tiles(page: RunPage) -> list[FigureTile]:
    found = [tile for tile in page.findChildren(FigureTile) if tile.isVisible()]
    assert len(found) >= 5
    return found


def kept(record: RunRecord) -> ShownRun:
    data = made_runs.gpu_run(30.0)
    data.settle(record)
    return data


DATA: dict[str, Callable[[], ShownRun]] = {
    "live on a processor": lambda: made_runs.cpu_run(30.0),
    "live on a GPU": lambda: made_runs.gpu_run(30.0),
    "live on a simulated GPU": lambda: made_runs.gpu_run(30.0, simulated="SIMULATED"),
    "live on two GPUs": lambda: made_runs.gpu_run(30.0, gpus=2, spec=RunSpec("command", command=("train",))),
    "finished on a processor": lambda: kept(finished(RunSpec("mnist-mlp"))),
    "finished on a GPU": lambda: kept(finished(RunSpec("mnist-mlp", device="cuda:0"))),
    "finished, uncertain": lambda: kept(finished(metrics={**METRICS, "throughput": measured(42_800.0, "samples/s", 428.0)})),
}


@pytest.mark.parametrize("name", DATA)
def test_nothing_below_a_value_is_cut(qtbot: QtBot, name: str) -> None:
    fonts.load_text_fonts()
    stand = Stand(qtbot)
    stand.page._stage.show_kept(DATA[name]())
    stand.page._stage.begin()
    finish_turns()
    for window in RAIL:
        for has_form in (True, False):
            stand.page._drawer.setVisible(has_form)
            stand.page.resize(window - RAIL[window], 800)
            drawer = stand.page._drawer
            is_shown = has_form and not drawer.is_narrow
            qtbot.waitUntil(lambda: stand.page._form.isVisible() == is_shown)  # noqa: B023 - called here alone
            qtbot.waitUntil(lambda: drawer.isHidden() or drawer.width() == drawer.sizeHint().width())  # noqa: B023 - called here alone
            assert_whole(stand.page, drops_none=window >= 1280)
    stand.page._stage.cease()


def assert_whole(page: RunPage, *, drops_none: bool) -> None:
    """Assert that no text is cut, and with ``drops_none`` that none is omitted."""
    metrics = QFontMetricsF(fonts.font(SMALL_PX))
    for tile in tiles(page):
        figure = tile.figure
        assert figure is not None
        assert metrics.horizontalAdvance(figure.label) <= tile.width() - LABEL_LEFT, figure
        assert len(tile.note) <= 2
        assert not [line for line in tile.note if "…" in line or metrics.horizontalAdvance(line) > tile.width() - SIDES], (
            figure,
            tile.note,
        )
        shown, whole = (text.replace(" ·", "").split() for text in (" ".join(tile.note), figure.trust))
        assert shown == (whole if drops_none else whole[: len(shown)]), (figure, tile.note, tile.width())
