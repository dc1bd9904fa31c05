"""Curves as few lines: nothing that could be seen is lost."""

import numpy as np
import pytest

from gpuscope.reports.curve_bends import OFF, bends
from gpuscope.reports.svg_canvas import Point


def line(y: np.ndarray) -> list[Point]:
    return list(zip(np.arange(y.size, dtype=float).tolist(), y.tolist(), strict=True))


@pytest.mark.parametrize(
    "y",
    [
        np.zeros(500),
        np.arange(500.0) / 7,
        60 - 50 * np.exp(-np.arange(500.0) / 40),
        np.random.default_rng(1).normal(50, 20, 500),
        np.repeat([1.0, 30.0, 2.0], 100),
        np.random.default_rng(2).normal(50, OFF, 500),
        np.array([3.0]),
        np.array([3.0, 4.0]),
    ],
    ids=["level", "slope", "bend", "noise", "steps", "trembling", "one", "two"],
)
def test_no_point_lies_off_the_lines(y: np.ndarray) -> None:
    kept = bends(line(y))
    assert set(kept) <= set(line(y))
    assert (kept[0], kept[-1]) == (line(y)[0], line(y)[-1])
    assert len(set(kept)) == len(kept)
    found = np.interp(np.arange(y.size), *np.array(kept).T)
    assert np.abs(found - y).max() <= OFF + 1e-9


def test_what_is_straight_needs_two_points_and_what_bends_few() -> None:
    assert len(bends(line(np.zeros(500)))) == len(bends(line(np.arange(500.0)))) == 2
    assert len(bends(line(np.repeat([1.0, 30.0, 2.0], 100)))) == 6
    assert len(bends(line(60 - 50 * np.exp(-np.arange(500.0) / 40)))) < 60


def test_a_jump_at_one_place_keeps_both_ends() -> None:
    points = [(0.0, 1.0), (5.0, 1.0), (5.0, 9.0), (5.0, 4.0), (9.0, 4.0), (12.0, 4.0)]
    assert bends(points) == [(0.0, 1.0), (5.0, 1.0), (5.0, 9.0), (5.0, 4.0), (12.0, 4.0)]
    assert bends([(0.0, 1.0), (0.0, 2.0), (1.0, 2.0)]) == [(0.0, 1.0), (0.0, 2.0), (1.0, 2.0)]
