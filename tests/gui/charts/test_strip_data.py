"""The visible range: following, panning, zooming; the range of its values."""

import math
import random

import numpy as np
import pytest

from gpuscope.gui.charts.series import Span, ViewExtremes
from gpuscope.gui.charts.strip import Curve, Limit, Strip
from gpuscope.gui.charts.strip_data import StripData, TimeView


@pytest.fixture
def view() -> TimeView:
    made = TimeView()
    made.set_extent(0.0, 100.0)
    made.follow(60.0)
    return made


def test_it_follows_the_newest_window(view: TimeView) -> None:
    assert (view.start, view.end) == (40.0, 100.0)
    view.set_extent(0.0, 110.0)
    assert (view.start, view.end) == (50.0, 110.0)


def test_a_window_that_is_not_full_yet_begins_at_the_start(view: TimeView) -> None:
    view.set_extent(0.0, 12.0)
    assert (view.start, view.end) == (0.0, 60.0)


def test_the_whole_is_from_start_to_end(view: TimeView) -> None:
    view.follow(None)
    assert (view.start, view.end) == (0.0, 100.0)
    view.set_extent(0.0, 130.0)
    assert (view.start, view.end) == (0.0, 130.0)


def test_panning_ends_following_and_new_data_moves_nothing(view: TimeView) -> None:
    view.pan(-15.0)
    view.set_extent(0.0, 200.0)
    assert (view.start, view.end, view.following) == (25.0, 85.0, False)


def test_nothing_is_shown_beyond_the_data(view: TimeView) -> None:
    view.pan(-1e9)
    assert (view.start, view.end) == (0.0, 60.0)
    view.pan(1e9)
    assert (view.start, view.end) == (40.0, 100.0)


def test_what_cannot_be_moved_goes_on_following(view: TimeView) -> None:
    view.follow(None)
    view.pan(-10.0)
    view.zoom(4.0, 50.0)
    assert view.following


def test_zooming_keeps_the_place_under_the_pointer(view: TimeView) -> None:
    view.zoom(0.5, 55.0)
    assert view.length == pytest.approx(30.0)
    assert (55.0 - view.start) / view.length == pytest.approx(0.25)


def test_zooming_ends_at_half_a_second_and_at_the_whole(view: TimeView) -> None:
    view.zoom(1e-9, 70.0)
    assert view.length == pytest.approx(0.5)
    view.zoom(1e12, 70.0)
    assert (view.start, view.end) == (0.0, 100.0)


@pytest.mark.parametrize("odd", [math.nan, math.inf])
def test_an_end_that_is_no_number_is_ignored(view: TimeView, odd: float) -> None:
    view.set_extent(0.0, odd)
    assert view.end == 100.0


def test_holding_shows_what_was_shown_until_it_follows_again(view: TimeView) -> None:
    view.hold()
    view.set_extent(0.0, 110.0)
    assert (view.start, view.end, view.following) == (40.0, 100.0, False)
    view.follow(view.window)
    assert (view.start, view.end) == (50.0, 110.0)


@pytest.mark.parametrize("factor", [1.0, 0.001])
def test_extremes_that_are_kept_give_the_range_that_a_search_gives(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def spans() -> list[Span]:
        chance = random.Random(7)
        level = [chance.choice((5.0, 400.0)) for _ in range(9)]
        y = np.array([level[at // 50] * chance.uniform(0.9, 1.1) for at in range(450)])
        y[60:63], y[200], y[320] = np.nan, np.inf, 1e9
        t, view, data = np.arange(450) / 10, TimeView(), StripData(Strip("power", "Power", "W", (Curve("a", "", "power"),), factor))
        view.follow(5.0)
        found = []
        for end in range(1, 450, 2):
            data.set_series("a", t[:end], y[:end])
            view.set_extent(0.0, t[end - 1])
            data.prepare(view, 800, [Limit("power", 500.0, "")], is_moved=end > 1)
            found.append(data.span)
        return found

    kept = spans()
    assert len(set(kept)) > 3
    monkeypatch.setattr(ViewExtremes, "moved", lambda *_: None)
    assert spans() == kept
