"""Tests of whose steps count as a run's."""

from gpuscope.core.steppers import is_seen, leading, process_of, seen_stepper


def test_a_number_says_whose_steps_they_are() -> None:
    assert process_of(seen_stepper(4_194_303, 7, 3)) == 4_194_303
    assert is_seen(seen_stepper(1, None, 1))
    assert not is_seen(4_194_303)
    assert seen_stepper(2**32 - 1, 2**16 - 1, 10**9) < 2**63


def test_reported_steps_go_before_seen_ones_whoever_was_first() -> None:
    assert leading([seen_stepper(7, None, 1), 7, seen_stepper(7, None, 2)]) == 7
    assert leading([7, 8]) == 7


def test_of_seen_steps_the_lowest_rank_and_the_newest_count_are_the_runs() -> None:
    second, first, newer = seen_stepper(20, 1, 3), seen_stepper(10, 0, 1), seen_stepper(10, 0, 2)
    assert leading([second, first, newer, second]) == newer
    assert leading([seen_stepper(5, None, 1), seen_stepper(4, None, 9)]) == seen_stepper(5, None, 1)
    assert leading([]) is None
