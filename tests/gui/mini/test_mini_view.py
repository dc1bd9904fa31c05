"""The mini view: the same readings as the other pages, labelled if not real; clicking, dragging, choosing, positioning."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.mini import mini_figures
from gpuscope.gui.mini.mini_figures import SPAN_S, first_choice, mini_rows, offered
from gpuscope.gui.mini.mini_view import MiniView
from gpuscope.gui.theme import Choice, Theme
from gpuscope.system.settings import DEFAULTS, JOULE
from tests.gui.run_view import made_runs


class Feed:
    """Stands in for the readings; counts its users."""

    def __init__(self, data: ShownRun) -> None:
        self.data, self.users = data, 0

    def start(self) -> None:
        self.users += 1

    def stop(self) -> None:
        self.users -= 1


def shown(qtbot: QtBot, feed: Feed, memory: dict[str, object] | None = None, runs: Sequence[object] = ()) -> MiniView:
    live, settings = SimpleNamespace(runs=list(runs)), SimpleNamespace(known=DEFAULTS)
    view = MiniView(Theme(Choice.DARK), cast(Any, feed), cast(Any, live), cast(Any, settings), memory or {})
    qtbot.addWidget(view)
    view.appear()
    return view


def test_the_first_choice_is_the_gpu_and_the_speed_of_the_run() -> None:
    data = made_runs.gpu_run()
    assert first_choice(data)[:5] == ["run/throughput", "gpu:0/utilization", "gpu:0/power", "gpu:0/temperature", "gpu:0/memory_used"]
    assert first_choice(made_runs.machine()) == ["cpu/utilization", "cpu/memory_used"]
    assert {"run/loss", "gpu:0/clock", "cpu/memory_used"} <= {key for key, _ in offered(data)}


def test_figures_are_those_of_the_pages_with_their_last_minute() -> None:
    data = made_runs.gpu_run(90.0)
    power = next(row for row in mini_rows(data, ["gpu:0/power"], JOULE))
    times, values = data.series("gpu:0", "power")
    last = values[times >= data.end_s - SPAN_S]
    assert (power.unit, power.origin, power.why) == ("W", "", "")
    assert abs(float(power.value) - values[-1]) < 1.0
    assert power.places.min() >= 0.0
    assert power.places.max() <= 1.0
    assert np.nanmax(power.heights) == pytest.approx(1.0)
    assert power.heights[-1] == pytest.approx(last[-1] / np.nanmax(last), abs=0.05)


def test_a_sparkline_of_many_readings_is_interrupted_where_one_is_missing() -> None:
    times = np.concatenate((np.arange(0.0, 20.0, 0.1), [20.0], np.arange(50.0, 60.0, 0.1)))
    values = np.where(times == 20.0, np.nan, 5.0)
    places, heights = mini_figures._sparkline(times, values, 60.0)
    [gap] = np.flatnonzero(np.isnan(heights))
    assert places[gap - 1] == pytest.approx(20 / 60, abs=0.02)
    assert places[gap + 1] == pytest.approx(50 / 60, abs=0.02)


def test_simulated_devices_are_labelled_in_the_row_and_in_the_head(qtbot: QtBot) -> None:
    view = shown(qtbot, Feed(made_runs.gpu_run(simulated="SIMULATED")))
    labels = [row.origin for row in view.rows.rows if row.key.startswith("gpu")]
    assert labels
    assert all(label.lower() == "simulated" for label in labels)
    assert "simulated" in view._unreal.text().lower()
    assert "simulated" in view.rows.accessibleDescription().lower()


def test_it_reads_only_while_it_is_open(qtbot: QtBot) -> None:
    feed = Feed(made_runs.machine())
    view = shown(qtbot, feed)
    view.appear()
    assert feed.users == 1
    assert view._timer.interval() == 1000
    with qtbot.waitSignal(view.closed):
        QTest.keyClick(view, Qt.Key.Key_Escape)
    assert feed.users == 0
    assert not view._timer.isActive()


def test_a_click_asks_for_the_window_and_a_drag_moves_it(qtbot: QtBot) -> None:
    view = shown(qtbot, Feed(made_runs.machine()), {"place": [100, 120]})
    assert view.pos() == QPoint(100, 120)
    with qtbot.waitSignal(view.window_wanted):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 50))
    with qtbot.assertNotEmitted(view.window_wanted):
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 50))
        QTest.mouseMove(view, QPoint(70, 90))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(40, 50))
    assert view.pos() == QPoint(130, 160)
    assert view.memory()["place"] == [130, 160]


def test_figures_are_chosen_in_its_menu_and_remembered(qtbot: QtBot) -> None:
    feed = Feed(made_runs.gpu_run())
    view = shown(qtbot, feed, {"figures": ["gpu:0/power", "cpu/utilization", "gpu:9/power"]})
    assert [row.key for row in view.rows.rows] == ["gpu:0/power", "cpu/utilization"]
    menu = view.figures_menu()
    next(action for action in menu.actions() if action.text() == "gpu:0 · Power").trigger()
    next(action for action in menu.actions() if action.text() == "Loss").trigger()
    assert [row.key for row in view.rows.rows] == ["run/loss", "cpu/utilization"]
    assert view.memory()["figures"] == ["cpu/utilization", "run/loss"]
    menu.close()


@pytest.mark.parametrize("kept", [{"place": [30_000, 30_000]}, {"place": "x", "figures": 3}, {"place": [1.5, True], "figures": [None]}])
def test_a_place_beyond_every_screen_and_nonsense_are_ignored(qtbot: QtBot, kept: dict[str, object]) -> None:
    view = shown(qtbot, Feed(made_runs.machine()), kept)
    assert QGuiApplication.primaryScreen().availableGeometry().intersects(view.geometry())
    assert len(view.rows.rows) == 2


@pytest.mark.parametrize("kept", [{}, {"place": [100_000, 100_000]}, {"place": "at the edge"}])
def test_it_is_whole_on_the_screen_also_once_its_figures_have_come(qtbot: QtBot, kept: dict[str, object]) -> None:
    area = QGuiApplication.primaryScreen().availableGeometry()
    if kept.get("place") == "at the edge":  # where it was before it grew
        kept = {"place": [area.right() - 100, area.bottom() - 30]}
    feed = Feed(ShownRun())
    view = shown(qtbot, feed, kept)
    before = view.height()
    assert area.contains(view.geometry())
    feed.data = made_runs.machine()
    view.refresh()
    qtbot.waitUntil(lambda: view.height() > before)
    assert area.contains(view.geometry())


def test_before_the_first_reading_it_says_so(qtbot: QtBot) -> None:
    view = shown(qtbot, Feed(ShownRun()))
    assert view.rows.rows == []
    menu = view.figures_menu()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "Waiting for the first reading"
    view.grab()
    menu.close()
