"""Update periods from changes of a value."""

import pytest

from gpuscope.sensors.value_changes import ValueChanges

STEP_NS = 5_000_000


def fed(period_ns: int, seconds: float, hold: int = 1) -> ValueChanges:
    """A sensor of that period whose value changes at every ``hold``-th update, read every 5 ms."""
    changes = ValueChanges()
    for t_ns in range(0, round(seconds * 1e9), STEP_NS):
        changes.take(t_ns, t_ns // period_ns // hold)
    return changes


@pytest.mark.parametrize("period_s", [0.02, 0.1, 0.15])
def test_the_lower_quartile_of_the_intervals_is_the_period(period_s: float) -> None:
    assert (fed(round(period_s * 1e9), 2.0).quartiles_s() or ()) == pytest.approx((period_s, period_s))


def test_nine_changes_are_too_few_and_ten_enough() -> None:
    assert fed(100_000_000, 0.999).quartiles_s() is None
    assert (fed(100_000_000, 1.001).quartiles_s() or ()) == pytest.approx((0.1, 0.1))


def test_values_that_are_held_now_and_then_do_not_lengthen_it() -> None:
    changes = ValueChanges()
    for t in range(200):
        update = t // 10
        # Two of five updates hold the value of the one before: two thirds of the intervals are of two periods.
        changes.take(t * 10_000_000, update // 5 * 3 + (0, 1, 1, 2, 2)[update % 5])
    low, _ = changes.quartiles_s() or (0, 0)
    assert low == pytest.approx(0.1)


def test_a_missing_value_begins_anew() -> None:
    changes = fed(100_000_000, 2.0)
    changes.take(2_000_000_000, None)
    assert changes.count == 0
    assert changes.quartiles_s() is None
