"""The stack of strips does no work whose result nobody sees."""

import gc
import weakref
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import strip_stack
from gpuscope.gui.charts.strip import Curve, Limit, Strip
from gpuscope.gui.charts.strip_data import StripData, TimeView
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme
from tests.gui.charts.stack_hands import POWER, Paints, T, columns_of, drag, frame_of, hover, picture, plot, settle, words


def noting(keys: list[str]) -> Callable[..., None]:
    """Return a StripData.prepare that adds the key of each strip it is called for to ``keys``."""
    prepare = StripData.prepare

    def noted(data: StripData, view: TimeView, columns: int, limits: list[Limit], *, is_moved: bool) -> None:
        keys.append(data.strip.key)
        prepare(data, view, columns, limits, is_moved=is_moved)

    return noted


def test_without_change_nothing_is_painted(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    paints = Paints(plot(stack), monkeypatch)
    for _ in range(3):
        stack.set_series("power", "a", T, np.full(T.size, 300.0))
        stack.set_end(100.0)
        stack.redraw()
        QApplication.processEvents()
    assert paints.count == 0


def test_many_changes_are_one_repaint(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    paints = Paints(plot(stack), monkeypatch)
    for end in range(101, 120):
        stack.set_end(float(end))
        stack.redraw()
    drag(stack, 50)
    QApplication.processEvents()
    assert paints.count == 1
    assert paints.curves == 4


def test_the_cursor_alone_draws_no_curve_again(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    hover(stack, 100)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    for x in (101, 102, 103):
        hover(stack, x)
    assert paints.count >= 3
    assert paints.curves == 0


def test_what_the_hand_moves_within_a_frame_is_one_repaint_of_the_last_place(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.set_series("power", "a", T, np.where((T > 59.9) & (T < 60.1), 300.0, np.nan))
    drag(stack, 4)
    settle(stack)
    monkeypatch.setattr(strip_stack, "_PLOTS_MS", 600_000)  # all plots fit into one frame, however slow the machine
    paints = Paints(plot(stack), monkeypatch)
    for pixels in range(10, 90):
        drag(stack, pixels)
        stack.redraw()  # as a page does when data arrives
        QApplication.processEvents()
    assert (paints.count, paints.curves) == (0, 0)
    frame_of(stack).start(0)
    place = (60.0 - stack.view_range[0]) / 60.0 * plot(stack).width()
    columns = columns_of(stack, DARK.power)
    assert columns
    assert all(abs(column - place) < 3 for column in columns)


def test_a_hidden_stack_does_nothing_and_shows_the_newest_when_it_is_back(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.hide()
    QApplication.processEvents()
    prepared: list[str] = []
    monkeypatch.setattr(StripData, "prepare", noting(prepared))
    stack.set_series("power", "a", np.append(T, 100.0), np.full(T.size + 1, 400.0))
    stack.set_end(160.0)
    stack.redraw()
    QApplication.processEvents()
    assert not prepared
    stack.show()
    QApplication.processEvents()
    assert prepared
    assert "Power: 400 W" in words(stack)
    assert stack.view_range == (100.0, 160.0)


def test_rows_that_are_scrolled_away_are_not_prepared(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.set_strips([Strip(str(index), f"Metric {index}", "", (Curve("a", "x", "clock"),)) for index in range(30)])
    QApplication.processEvents()
    seen: list[str] = []
    monkeypatch.setattr(StripData, "prepare", noting(seen))
    stack.set_end(101.0)
    stack.redraw()
    assert seen == [str(index) for index in range(7)]


def test_it_is_gone_when_it_is_let_go(qtbot: QtBot, theme: Theme) -> None:
    made = StripStack(theme)
    made.set_strips([POWER])
    watched = weakref.ref(made)
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del made
    gc.collect()
    assert watched() is None
    theme.choose(Choice.LIGHT)


def test_new_data_repaints_nothing_while_the_past_is_shown(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    drag(stack, 200)
    picture(stack)
    paints = Paints(plot(stack), monkeypatch)
    stack.set_series("power", "a", np.append(T, 100.0), np.append(np.full(T.size, 300.0), 444.0))
    stack.set_end(100.1)
    stack.redraw()
    QApplication.processEvents()
    assert paints.curves == 0
    assert "Power: 444 W" in words(stack)
