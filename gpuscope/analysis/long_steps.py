"""Steps of a program that take far longer than its others: at a regular interval (tests, checkpoints, epochs), or a few single ones."""

import math
from collections import Counter

import numpy as np

from gpuscope.analysis.processor_share import WORTH_TELLING
from gpuscope.analysis.series import Stamps, Values
from gpuscope.core import figures

REGULAR = "every {0} steps one takes {1} as long as the others, and the difference is {2} of the time: {3}"
REGULAR_CAUSES = "a test, a checkpoint or a new epoch, for example"
REGULAR_CAUSES_SHARED = "a test, a checkpoint, a new epoch or other programs, for example"
SINGLE = "{0} of {1} timed steps took {2} of the time, the others {3}: {4}"
SINGLE_CAUSES = "compilation, a test between epochs or other programs, for example"
_LONG = 1.5
"""Duration of a long step by that of the usual one: above the scatter of steps that do the same work."""
_LEAST_REGULAR, _LEAST_SINGLE = 0.05, 0.10
"""Share of the time from which long steps are worth a sentence: regular ones cost as much however long a run is."""
_FEWEST = 4
"""Number of long steps at one distance below which the distance may be chance."""
_SHORTEST_PERIOD = 3
"""At a distance of two steps neither kind is the usual one."""
_REGULAR_SHARE = 0.7
"""Share of the excess of all long steps that those at one distance must hold; single ones between them are left aside."""
_COMPLETE = 0.7
"""Share of the run's multiples of that distance at which a step must be long. Each epoch may begin the count anew."""
_DRIFTING = 0.15
"""Share of the long steps after two at that distance that may come one step early or late. A program counts its steps exactly, but the time
slices of a scheduler, at whose ends it gives the processor to another program, hold now 7 and now 8 of them."""
_CHANCE = 4.0
"""Standard deviations by which the number of long steps with another at that distance must exceed the number to be expected by chance."""
_PERIODS_TRIED, _NEIGHBORS = 8, 4
"""Of the distances between a long step and the next four, so many of the most frequent are tried: a few single ones may stand between."""
_MOST_SINGLE, _SINGLE_FACTOR, _SINGLE_S = 10, 10.0, 0.1
"""More steps than that are no exception; shorter ones may be those in which the processor was given to another program for a moment."""


def long_steps_text(ends_ns: Stamps, others: float | None) -> str:
    """Return which steps took far longer than the others, and what that cost, as a sentence without capital and full stop; "" if none did.

    Where other programs used the processor, they are named as a possible cause: slices of time that happen to be a whole number of steps
    long look like a count of the program. Processor time, read once a second, cannot tell: a step that waits for a disk has none either.

    Args:
        ends_ns: Ends of the steps, without gaps; shape (n,). The duration of the first is unknown.
        others: Share of the processor that other programs used meanwhile; None if unknown.
    """
    durations: Values = np.diff(ends_ns) / 1e9
    usual_s = float(np.median(durations)) if durations.size else 0.0
    if usual_s <= 0.0:
        return ""
    single = (durations >= _SINGLE_FACTOR * usual_s) & (durations >= _SINGLE_S)
    regular = _regular(np.where(single, usual_s, durations), usual_s) or _regular(durations, usual_s)
    if regular is None:
        return _single_text(durations, single)
    period, steps, excess_s = regular
    single[steps] = False
    causes = REGULAR_CAUSES if others is not None and others < WORTH_TELLING else REGULAR_CAUSES_SHARED
    parts = [
        _regular_text(period, float(excess_s.mean()), usual_s, float(excess_s.sum() / durations.sum()), causes),
        _single_text(durations, single),
    ]
    return "; ".join(filter(None, parts))


def _regular_text(period: int, excess_s: float, usual_s: float, share: float, causes: str) -> str:
    if share < _LEAST_REGULAR:
        return ""
    factor = figures.times(1.0 + excess_s / usual_s)
    return REGULAR.format(period, factor, figures.percent(share), causes)


def _single_text(durations: Values, single: np.ndarray) -> str:
    count, whole_s = int(single.sum()), float(durations.sum())
    taken_s = float(durations[single].sum())
    if not 0 < count <= _MOST_SINGLE or taken_s < _LEAST_SINGLE * whole_s:
        return ""
    others = figures.figure((durations.size - count) / (whole_s - taken_s), "steps/s")
    return SINGLE.format(count, figures.figure(durations.size, "1"), figures.percent(taken_s / whole_s), others, SINGLE_CAUSES)


def _regular(durations: Values, usual_s: float) -> tuple[int, np.ndarray, Values] | None:
    """Return the distance of regular long steps, their indices, and the seconds of each beyond the usual duration; None without any."""
    excess = np.where(durations > _LONG * usual_s, durations - usual_s, 0.0)
    is_long = excess > 0.0
    firsts = np.flatnonzero(is_long & ~np.concatenate(([False], is_long[:-1])))  # a slow step after a pause belongs to it
    if firsts.size < _FEWEST:
        return None
    excess_s = np.add.reduceat(excess, firsts)
    by_chance = 1.0 - (1.0 - firsts.size / durations.size) ** 2  # a long step at that distance before or after
    least = firsts.size * by_chance + _CHANCE * math.sqrt(firsts.size * by_chance * (1.0 - by_chance))
    for period in _periods(firsts):
        has_partner = np.isin(firsts + period, firsts) | np.isin(firsts - period, firsts)
        count = int(has_partner.sum())
        is_most = float(excess_s[has_partner].sum()) >= _REGULAR_SHARE * float(excess_s.sum())
        is_complete = _COMPLETE <= count * period / durations.size <= 1.0 / _COMPLETE
        if count >= max(_FEWEST, least) and is_most and is_complete and not _is_drifting(firsts, period):
            return period, firsts[has_partner], excess_s[has_partner]
    return None


def _is_drifting(firsts: np.ndarray, period: int) -> bool:
    """Return whether long steps that should follow two at a distance often come one step early or late."""
    due = firsts[np.isin(firsts - period, firsts)] + period
    exact = np.isin(due, firsts)
    beside = ~exact & (np.isin(due - 1, firsts) | np.isin(due + 1, firsts))
    return int(beside.sum()) > _DRIFTING * int(exact.sum() + beside.sum())


def _periods(firsts: np.ndarray) -> list[int]:
    """Return the most frequent distances between long steps, the shortest first, since its multiples fit too."""
    distances = Counter[int]()
    for neighbor in range(1, min(_NEIGHBORS, firsts.size - 1) + 1):
        distances.update((firsts[neighbor:] - firsts[:-neighbor]).tolist())
    return sorted(period for period, _ in distances.most_common(_PERIODS_TRIED) if period >= _SHORTEST_PERIOD)
