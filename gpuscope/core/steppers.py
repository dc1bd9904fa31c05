"""Identification of the source of steps: a process that reports its steps, or a process whose steps were observed.

Step ends are sent and stored with a number that identifies their source (``Steps.pid``). For a process that reports its steps
(``gpuscope.step()``, a built-in workload) it is the pid. For a process whose steps the hooks observe it holds the pid in the lower 32
bits, the rank above them, and above that the number of the count, from 1: when the hooks attribute the program's steps to a different
optimizer, the count restarts and all ends are sent again from the first.
"""

from collections.abc import Iterable

_RANK_BIT, _COUNT_BIT = 32, 48
_MOST_COUNTS = (1 << 14) - 1
"""Bits 48 to 61: the number stays positive in 64 bits."""


def seen_stepper(pid: int, rank: int | None, count: int) -> int:
    """Return the stepper number of a process whose steps are observed.

    Args:
        pid: The process.
        rank: Its rank; None if it has none.
        count: Number of the count, from 1.
    """
    return pid | (0 if rank is None else rank) << _RANK_BIT | min(count, _MOST_COUNTS) << _COUNT_BIT


def is_seen(stepper: int) -> bool:
    """Return whether the stepper's steps are observed rather than reported."""
    return stepper >= 1 << _COUNT_BIT


def process_of(stepper: int) -> int:
    """Return the pid of a stepper."""
    return stepper & ((1 << _RANK_BIT) - 1)


def leads(stepper: int, leader: int | None) -> bool:
    """Return whether a later stepper replaces the current leader, whose steps count so far.

    Reported steps precede observed ones; among observed ones the lower rank leads, within a process the newer count; else the first.
    """
    if leader is None:
        return True
    if is_seen(stepper) != is_seen(leader):
        return is_seen(leader)
    if not is_seen(stepper):
        return False
    rank, leading_rank = (number >> _RANK_BIT & 0xFFFF for number in (stepper, leader))
    return rank < leading_rank or (rank == leading_rank and process_of(stepper) == process_of(leader) and stepper > leader)


def leading(steppers: Iterable[int]) -> int | None:
    """Return the stepper whose steps are the run's, given all in order of arrival; None if there are none."""
    leader = None
    for stepper in steppers:
        if leads(stepper, leader):
            leader = stepper
    return leader
