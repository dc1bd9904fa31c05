"""The ladder on a clock of the test's own."""

import math

from gpuscope.recording.stop_ladder import PATIENCE_S, Rung, StopLadder

S = 1_000_000_000


def climb(ladder: StopLadder, until_s: float) -> list[tuple[float, Rung]]:
    taken = []
    for tenth in range(round(until_s * 10) + 1):
        if (rung := ladder.due_rung(tenth * S // 10)) is not None:
            taken.append((tenth / 10, rung))
    return taken


def test_each_step_comes_when_the_one_before_has_had_its_time() -> None:
    assert climb(StopLadder(0), 60) == [(0.0, Rung.INTERRUPT), (4.0, Rung.TERMINATE), (6.5, Rung.KILL)]


def test_an_interrupt_that_the_kernel_delivered_is_repeated_only_after_a_delay() -> None:
    assert climb(StopLadder(0, 2.0), 60) == [(2.0, Rung.INTERRUPT), (6.0, Rung.TERMINATE), (8.5, Rung.KILL)]


def test_all_is_over_within_ten_seconds() -> None:
    assert 2.0 + sum(PATIENCE_S) <= 8.5  # which leaves the guards, and then the recorder, 1.5 s


def test_hurry_takes_the_next_step_at_once() -> None:
    ladder = StopLadder(0, math.inf)
    assert climb(ladder, 100) == []
    ladder.hurry(100 * S)
    assert ladder.due_rung(100 * S) is Rung.INTERRUPT
    ladder.hurry(100 * S)
    assert ladder.due_rung(100 * S) is Rung.TERMINATE
    assert ladder.due_rung(102 * S) is None
    ladder.hurry(102 * S)
    assert ladder.due_rung(102 * S) is Rung.KILL
    ladder.hurry(103 * S)
    assert ladder.due_rung(200 * S) is None


def test_the_countdown_is_the_time_until_kill() -> None:
    ladder = StopLadder(0)
    assert ladder.countdown_s(0) == 6.5
    ladder.due_rung(0)
    assert ladder.countdown_s(1 * S) == 5.5
    ladder.due_rung(4 * S)
    assert ladder.countdown_s(5 * S) == 1.5
    ladder.due_rung(7 * S)
    assert ladder.countdown_s(8 * S) == 0.0
    assert StopLadder(0, 2.0).countdown_s(0) == 8.5
    assert StopLadder(0, math.inf).countdown_s(0) is None
