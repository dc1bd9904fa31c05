"""Who took steps: a process that reports its own, or what was seen of one that does not.

The ends of steps are told and stored with one number that says whose they are (``Steps.pid``). For a process that reports its steps
(``gpuscope.step()``, a workload of ours) it is its pid. For one whose steps the hooks have seen it holds the pid in its lower 32 bits, its
rank above them, and above that how often the count began anew, from 1: which optimizer's steps are those of the program can change when
more is known, and then its ends are told again from the first.
"""

from collections.abc import Iterable

_RANK_BIT, _COUNT_BIT = 32, 48
_MOST_COUNTS = (1 << 14) - 1
"""Bits 48 to 61: the number stays positive in 64 bits."""


def seen_stepper(pid: int, rank: int | None, count: int) -> int:
    """Return the number of a process whose steps were seen.

    Args:
        pid: The process.
        rank: Its rank; None where it has none.
        count: How often its count has begun, from 1.
    """
    return pid | (0 if rank is None else rank) << _RANK_BIT | min(count, _MOST_COUNTS) << _COUNT_BIT


def is_seen(stepper: int) -> bool:
    """Whether its steps were seen, not reported."""
    return stepper >= 1 << _COUNT_BIT


def process_of(stepper: int) -> int:
    """Return the pid."""
    return stepper & ((1 << _RANK_BIT) - 1)


def leads(stepper: int, leader: int | None) -> bool:
    """Whether one that comes later takes the place of the one whose steps counted so far.

    Reported steps go before seen ones; of seen ones the lower rank, of one process the newer count; else who came first.
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
    """Return whose steps are the run's, of all in order of arrival; None where there are none."""
    leader = None
    for stepper in steppers:
        if leads(stepper, leader):
            leader = stepper
    return leader
