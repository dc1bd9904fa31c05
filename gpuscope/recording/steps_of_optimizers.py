"""Selects, of the steps that ended with each optimizer, those that count as the program's.

Every record carries the optimizer that ended its step. Optimizers in use at the same time belong to one step, counted by the one with the
fewest records, of equals the last to appear (a GAN's two, a critic that is trained five times as often). An optimizer that begins when the
others have ended continues the count (a second fold, a second stage). An optimizer in use for less than half of the time of those around
it (in an inner loop) is ignored. If threads train in parallel, each with its own optimizers, only one counts, and this is reported.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST_ENDS = 1 << 22
"""Maximum number of ends kept per process (32 MiB), to report them again if another optimizer turns out to count. After that the choice is
final."""
_MOST_OPTIMIZERS = 64
"""Maximum number of optimizers whose ends are kept; beyond it (one per weight or inner loop) those in use for the shortest time are
dropped."""
_KNOWN_FROM, _ONE_STEP = 3, 1.5
"""Number of steps from which their duration is known, and the number of steps up to which a duration counts as one step, not as a stage."""


class StepsOfOptimizers:
    """Ends of steps by optimizer, and the selection of those that count as the program's.

    Attributes:
        kind: Kind of the steps, of ``seen_ring``'s kinds; 0 before the first.
        count: Number of the current count; incremented when counting restarts.
        reported: Number of ends returned in the current count.
        threads: Number of threads that train in parallel, each with its own optimizers.
    """

    def __init__(self) -> None:
        self._ends: dict[int, array[int]] = {}
        self._threads: dict[int, set[int]] = {}
        self._leaders: tuple[int, ...] = ()
        self._is_settled = False
        self.kind = 0
        self.count = 1
        self.reported = 0
        self.threads = 1

    @property
    def leader(self) -> int:
        """The number of kind and optimizer whose steps currently count; 0 before the first."""
        return self._leaders[-1] if self._leaders else 0

    @property
    def leaders(self) -> tuple[int, ...]:
        """The numbers whose steps count, one after another in the program; the last is :attr:`leader`."""
        return self._leaders

    def add(self, ends: Sequence[int], owners: Sequence[int], threads: Sequence[int]) -> None:
        """Add ends, with their numbers of kind and optimizer, and their threads."""
        for number in dict.fromkeys(owners):
            kind = number >> 32
            if kind > self.kind:
                self._ends.clear()
                self._threads.clear()
                self.kind = kind
            if kind == self.kind and (not self._is_settled or number in self._leaders):
                is_alone = len(set(owners)) == 1
                own = ends if is_alone else [end for end, by in zip(ends, owners, strict=True) if by == number]
                self._ends.setdefault(number, array("q")).extend(own)
                own_threads = threads if is_alone else [thread for thread, by in zip(threads, owners, strict=True) if by == number]
                self._threads.setdefault(number, set()).update(own_threads)
        if len(self._ends) > _MOST_OPTIMIZERS:
            self._forget_the_shortest()

    def _forget_the_shortest(self) -> None:
        newest = max(self._ends, key=lambda number: self._ends[number][-1])
        by_life = sorted(self._ends, key=lambda number: self._ends[number][-1] - self._ends[number][0])
        for number in [number for number in by_life if number != newest and number not in self._leaders][: _MOST_OPTIMIZERS // 2]:
            del self._ends[number], self._threads[number]

    def drain(self) -> list[int]:
        """Return the new ends of the program's steps; if the selection has changed, all of them, in a new count."""
        leaders = self._leaders if self._is_settled else self._chosen()
        if leaders[: len(self._leaders)] != self._leaders:
            self.count, self.reported = self.count + 1, 0
        self._leaders = leaders
        unreported = self._unreported(leaders)
        self.reported += len(unreported)
        if not self._is_settled and sum(map(len, self._ends.values())) > _MOST_ENDS:
            self._settle()
        return unreported

    def _chosen(self) -> tuple[int, ...]:
        """Return the numbers whose ends, concatenated, are the program's steps."""
        groups = _groups(self._ends)
        teams = [_teams(group, self._threads) for group in groups]
        self.threads = max(map(len, teams), default=1)
        leaders = [_leader(self._ends, team[0]) for team in teams]
        return tuple(
            leader
            for group, leader, following in zip(groups, leaders, [*leaders[1:], None], strict=True)
            if following is None or not _is_within(self._ends[group[0]][0], self._ends[following])
        )

    def _unreported(self, leaders: Sequence[int]) -> list[int]:
        if self._is_settled:
            ends = [end for number in leaders for end in self._ends[number]]
            for number in leaders:
                del self._ends[number][:]
            return ends
        skip, unreported = self.reported, list[int]()
        for number in leaders:
            ends_of_one = self._ends[number]
            unreported += ends_of_one[skip:].tolist() if skip < len(ends_of_one) else []
            skip = max(0, skip - len(ends_of_one))
        return unreported

    def _settle(self) -> None:
        self._is_settled = True
        self._ends = {number: array("q") for number in self._leaders}


def _groups(ends: dict[int, array[int]]) -> list[list[int]]:
    """Return groups of numbers in use at the same time, in chronological order."""
    groups, until = list[list[int]](), -1
    for number in sorted(ends, key=lambda each: ends[each][0]):
        if ends[number][0] > until:
            groups.append([])
        groups[-1].append(number)
        until = max(until, ends[number][-1])
    return groups


def _teams(group: Sequence[int], threads: Mapping[int, set[int]]) -> list[list[int]]:
    """Split a group into teams that share threads, the team of the lowest thread first, since that one has the phases."""
    teams: list[tuple[set[int], list[int]]] = []
    for number in group:
        own = threads[number]
        met = [team for team in teams if team[0] & own]
        teams = [team for team in teams if not team[0] & own]
        teams.append((own.union(*(team[0] for team in met)), [*(each for team in met for each in team[1]), number]))
    return [members for _, members in sorted(teams, key=lambda team: min(team[0]))]


def _is_within(begin_ns: int, steps: Sequence[int]) -> bool:
    """Return whether activity that begins before the first of some steps is part of that step: an inner loop's first round."""
    if len(steps) < _KNOWN_FROM:
        return False
    return (steps[0] - begin_ns) * (len(steps) - 1) <= _ONE_STEP * (steps[-1] - steps[0])


def _leader(ends: dict[int, array[int]], group: Sequence[int]) -> int:
    """Return the number with the fewest ends in a group; of equals, the last to appear."""
    span = max(ends[number][-1] for number in group) - min(ends[number][0] for number in group)
    lasting = [number for number in group if 2 * (ends[number][-1] - ends[number][0]) >= span]
    return min(lasting or group, key=lambda number: (len(ends[number]), -ends[number][0]))
