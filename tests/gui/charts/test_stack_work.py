"""The stack of strips does no work whose result nobody sees."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuscope.gui.charts import draw_pace, strip_stack
from gpuscope.gui.charts.strip import Curve, Limit, Mark, Shade, Strip
from gpuscope.gui.charts.strip_data import StripData, TimeView
from gpuscope.gui.charts.strip_item import StripItem
from gpuscope.gui.charts.strip_stack import StripStack
from gpuscope.gui.palette import DARK
from gpuscope.gui.theme import Choice, Theme
from gpuscope.reports.pictures.picture import Dash
from tests.gui.charts.stack_hands import (
    MEMORY,
    POWER,
    Paints,
    T,
    columns_of,
    drag,
    frame_of,
    hover,
    picture,
    plot,
    settle,
    view_range,
    words,
)
from tests.gui.charts.test_stack_view import unlike


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
    place = (60.0 - view_range(stack)[0]) / 60.0 * plot(stack).width()
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
    assert view_range(stack) == (100.0, 160.0)


def test_rows_that_are_scrolled_away_are_not_prepared(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    stack.set_strips([Strip(str(index), f"Metric {index}", "", (Curve("a", "x", "clock"),)) for index in range(30)])
    QApplication.processEvents()
    seen: list[str] = []
    monkeypatch.setattr(StripData, "prepare", noting(seen))
    stack.set_end(101.0)
    stack.redraw()
    assert seen == [str(index) for index in range(6)]


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


def grow(stack: StripStack, end: int) -> None:
    """Add readings up to a number of tenths of a second: waves, with holes in one curve and another one reading behind."""
    t = np.arange(0.0, end) / 10
    stack.set_series("power", "a", t, np.where(np.arange(end) % 37 < 3, np.nan, 300.0 + 200.0 * np.sin(2.0 * t)))
    for key, level in (("a", 2.0**30), ("b", 1.5 * 2.0**30)):
        stack.set_series("memory", key, t[: end - 1], level * (3.0 + np.cos(3.0 * t[: end - 1])))
    stack.set_end(end / 10)
    stack.redraw()


def test_what_is_added_to_a_drawing_looks_as_if_all_of_it_were_drawn(stack: StripStack) -> None:
    stack.set_strips([POWER, replace(MEMORY, curves=tuple(replace(curve, dash=Dash.SOLID) for curve in MEMORY.curves))])
    stack.set_limits([Limit("power", 450.0, "limit 450 W")])
    stack.set_marks([Mark(103.05, "evaluated")])
    stack.set_shades([Shade(99.0, 102.0, "power cap", frozenset({"power"}), "throttle"), Shade(101.0, 101.5, "gap")])
    for end in range(1000, 1050, 3):
        grow(stack, end)
        added = picture(stack)
    for item in plot(stack).items():
        if isinstance(item, StripItem):
            item.invalidate()
    assert unlike(added, picture(stack)) == 0


def test_dashes_go_on_where_readings_are_added(stack: StripStack) -> None:
    t = np.arange(0.0, 120.0, 0.1)
    for end in range(1000, 1100):
        stack.set_series("memory", "b", t[:end], np.full(end, 6 * 2.0**30))
        stack.set_end(end / 10)
        stack.redraw()
        QApplication.processEvents()
    width = plot(stack).width()
    added = sum(column > width * 5 / 6 for column in columns_of(stack, DARK.clock))
    assert added == pytest.approx(width / 6 * 6 / 9, rel=0.1)  # strokes of six pixels, gaps of three


def test_readings_that_arrive_draw_only_their_end(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    monkeypatch.setattr(QPainter, "drawPolyline", lambda _, line: drawn.append(line.boundingRect().width()))
    for end in range(1000, 1050, 3):
        drawn.clear()
        grow(stack, end)
        QApplication.processEvents()
    assert drawn
    assert max(drawn) < 30


def test_current_values_change_no_faster_than_they_can_be_read(stack: StripStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_pace, "FIGURES_S", 1e9)
    for level in (310.0, 320.0, 330.0):
        stack.set_series("power", "a", np.append(T, 100.0), np.append(np.full(T.size, 300.0), level))
        stack.redraw()
    assert "Power: 310 W" in words(stack)
    stack.set_shades([Shade(99.0, None, "gap")])
    QApplication.processEvents()
    assert "Power: – W" in words(stack)
