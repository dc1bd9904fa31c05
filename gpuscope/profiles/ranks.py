"""Several ranks of one job side by side: skew, waiting in collectives, overlap of communication with computation.

A collective's kernel on a rank that arrives early runs until the last rank has arrived: the time by which it exceeds the same collective
on the rank where it is shortest is waiting. This avoids comparing clocks of different machines.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.steps import median_step_s
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN


@dataclass(frozen=True, slots=True)
class RankRow:
    """One rank; times in seconds.

    Attributes:
        rank: Its number; the position of its file if the trace has none.
        source: Its file's name.
        step_s: Median duration of its steps; None without any.
        busy_s: Busy time of its device.
        total_s: From the start of its device's first work to the end of the last.
        communication_s: Time in collectives.
        exposed_s: Time in collectives without concurrent computation.
        waiting_s: Time waiting for other ranks in collectives; None if collectives could not be matched.
    """

    rank: int
    source: str
    step_s: float | None
    busy_s: float
    total_s: float
    communication_s: float
    exposed_s: float
    waiting_s: float | None

    @property
    def overlap(self) -> float | None:
        """Share of communication that overlaps with computation; None without communication."""
        return 1 - self.exposed_s / self.communication_s if self.communication_s > 0 else None


@dataclass(frozen=True, slots=True)
class RankTable:
    """All ranks.

    Attributes:
        rows: By rank.
        skew: Relative excess of the slowest rank's step time over the fastest's; None for a single rank or if a rank has no steps.
        reason: Why waiting is not known; None if it is known.
    """

    rows: tuple[RankRow, ...]
    skew: float | None
    reason: str | None = None


def rank_table(profiles: Sequence[Profile]) -> RankTable:
    """Return the ranks of a job side by side."""
    ranks = [place if profile.trace.rank is None else profile.trace.rank for place, profile in enumerate(profiles)]
    waiting, reason = _waiting([_collectives(profile) for profile in profiles])
    rows = []
    for place, (rank, profile) in enumerate(zip(ranks, profiles, strict=True)):
        timeline = profile.timeline
        rows.append(
            RankRow(
                rank,
                profile.trace.source,
                median_step_s(profile.steps),
                timeline.busy_s if timeline else 0.0,
                timeline.total_s if timeline else 0.0,
                timeline.communication_s if timeline else 0.0,
                timeline.communication_exposed_s if timeline else 0.0,
                None if waiting is None else waiting[place],
            )
        )
    steps = [row.step_s for row in rows if row.step_s]
    skew = max(steps) / min(steps) - 1 if len(steps) == len(rows) > 1 else None
    return RankTable(tuple(sorted(rows, key=lambda row: row.rank)), skew, reason)


_Collectives = dict[tuple[str, int], list[tuple[int, int]]]
"""Start and duration in ns of each collective in order of time, by the kernel's name, which is the same on all ranks, and its stream."""


def _collectives(profile: Profile) -> _Collectives:
    trace = profile.trace
    rows = np.flatnonzero((kernel_classes(trace) == OperatorClass.COLLECTIVE) & ~profile.tree.is_foreign)
    collectives: _Collectives = defaultdict(list)
    for index, stream in zip(trace.device_work.slice[rows].tolist(), trace.device_work.stream[rows].tolist(), strict=True):
        collectives[trace.name_of(index), stream].append((int(trace.slices.start_ns[index]), int(trace.slices.duration_ns[index])))
    return collectives


def _on_any_stream(collectives: _Collectives) -> _Collectives:
    together: _Collectives = defaultdict(list)
    for (name, _), parts in collectives.items():
        together[name, UNKNOWN].extend(parts)
    return {key: sorted(parts) for key, parts in together.items()}


def _waiting(ranks: Sequence[_Collectives]) -> tuple[list[float] | None, str | None]:
    """Return the seconds that each rank waited in collectives, or the reason why that is not known.

    Groups of ranks communicate on streams of their own, which begin in another order on each rank; their numbers may differ.
    """
    if len(ranks) < 2:
        return None, "waiting is visible only with another rank's trace"
    if not any(ranks):
        return None, "the traces hold no collectives"
    alike = next((own for own in (ranks, [_on_any_stream(rank) for rank in ranks]) if _are_alike(own)), None)
    if alike is None:
        return None, "the ranks' traces do not hold the same collectives"
    waited = np.zeros(len(ranks))
    for key in alike[0]:
        durations = np.array([[duration for _, duration in rank[key]] for rank in alike], np.float64)
        waited += (durations - durations.min(axis=0)).sum(axis=1)
    return (waited * S_PER_NS).tolist(), None


def _are_alike(ranks: Sequence[_Collectives]) -> bool:
    counts = [{key: len(parts) for key, parts in rank.items()} for rank in ranks]
    return all(count == counts[0] for count in counts)
