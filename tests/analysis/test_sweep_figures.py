"""Knee and front on arrays with a known answer."""

import pytest

from gpuscope.analysis.sweep_figures import front_indices, knee_index

POWERS = [float(2**power) for power in range(11)]


def test_the_knee_is_where_a_saturating_curve_stops_to_rise() -> None:
    rising = [min(batch, 64.0) for batch in POWERS]
    assert POWERS[knee_index(POWERS, rising, is_log=True) or 0] == 64.0


def test_the_knee_of_the_papers_figure() -> None:
    """Satopää et al. 2011, figure 2: y = −1 / x + 5 over 0.1 … 1 has its knee at the root of 0.1 on a linear scale."""
    x = [0.1 + 0.9 * step / 100 for step in range(101)]
    at = knee_index(x, [-1 / value + 5 for value in x], is_log=False)
    assert at is not None
    assert x[at] == pytest.approx(0.1**0.5, abs=0.01)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (POWERS, [100.0 + batch % 3 for batch in POWERS]),  # flat
        (POWERS, POWERS),  # grows to its end, ever faster on a log scale
        (POWERS, [float(step) for step in range(11)]),  # straight on a log scale
        (POWERS[:2], [1.0, 2.0]),  # too few
        ([1.0, 2.0, 3.0], [1.0, float("nan"), 3.0]),
        (POWERS, [0.0] * 11),
    ],
)
def test_there_is_no_knee_where_none_is(x: list[float], y: list[float]) -> None:
    assert knee_index(x, y, is_log=True) is None


def test_a_curve_that_falls_in_the_end_bends_at_its_top() -> None:
    assert knee_index(POWERS, [10, 20, 40, 80, 160, 320, 330, 320, 200, 100, 60], is_log=True) in (5, 6)


def test_the_front_holds_what_nothing_beats_in_everything() -> None:
    points = [(100.0, 1.0, 5.0), (200.0, 2.0, 6.0), (150.0, 2.0, 6.0), (50.0, 0.5, 7.0), (50.0, 0.6, 7.0), (100.0, 1.0, 5.0)]
    assert front_indices(points, more_is_better=(True, False, False)) == [0, 1, 3, 5]
    assert front_indices([(speed, latency) for speed, latency, _ in points], more_is_better=(True, False)) == [0, 1, 3, 5]
    assert front_indices([(1.0, 1.0), (2.0, 1.0)], more_is_better=(True, False)) == [1]
    assert front_indices([], more_is_better=(True, False)) == []
