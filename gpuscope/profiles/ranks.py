"""Several ranks of one job side by side: skew, waiting in collectives, overlap of communication with computation.

A collective's kernel on a rank that arrives early runs until the last rank has arrived: the time by which it exceeds the same collective
on the rank where it is shortest is waiting. This avoids comparing clocks of different machines. Ranks wait only for those of their own
process group; where a trace does not name the group, all ranks are taken for one. A transfer between two ranks lasts until its partner
takes part, which no trace identifies: transfers are left out. So are all-to-alls in which the ranks exchange parts of different size, as
those of a mixture of experts do: they differ in length without any waiting.

On the CPU, where there are no kernels, the same is true of the ranges of PyTorch's back ends, from the call of a collective to its end.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.intervals import Intervals, covered, exposed_ns, union
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.process_groups import HOST_RANGE, ProcessGroup, communication_metadata
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.steps import median_step_s
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN, Category, Trace

_NONE = "the traces hold no collectives"
_OTHERS = "the ranks' traces do not hold the same collectives"
_HOST_TRANSFER = re.compile(r"\w+:(send|recv)")
"""Names of the ranges on the CPU that are between two ranks."""
_UNEVEN = "the traces hold only all-to-alls whose parts differ in size"
_ALONE = "no trace of another rank of its process group is given"


@dataclass(frozen=True, slots=True)
class RankRow:
    """One rank; times in seconds.

    Attributes:
        rank: Its number; the position of its file if the trace has none.
        source: Its file's name.
        step_s: Median duration of its steps; None without any.
        busy_s: Busy time of its device; None without device work.
        total_s: From the start of its device's first work to the end of the last; None without.
        communication_s: Time in collectives; None without device work or collectives on the CPU.
        exposed_s: Time in collectives without concurrent computation, on the CPU without other operators; None without collectives there.
        waiting_s: Time waiting for other ranks in collectives, as far as their traces are given; None if it is not known.
        waiting_reason: Why that is not known; None if it is known.
    """

    rank: int
    source: str
    step_s: float | None
    busy_s: float | None
    total_s: float | None
    communication_s: float | None
    exposed_s: float | None
    waiting_s: float | None
    waiting_reason: str | None

    @property
    def overlap(self) -> float | None:
        """Share of communication that overlaps with computation; None without communication."""
        return 1 - self.exposed_s / self.communication_s if self.communication_s and self.exposed_s is not None else None


@dataclass(frozen=True, slots=True)
class RankTable:
    """All ranks.

    Attributes:
        rows: By rank.
        skew: Relative excess of the slowest rank's step time over the fastest's; None for a single rank, if a rank has no steps, or if it
            has several traces.
        missing: Number of ranks that waiting does not count, as far as it is known, because their traces are not given.
        has_transfers: Whether there are transfers between two ranks, which waiting does not count.
        has_uneven: Whether there are all-to-alls with parts of different size, which waiting does not count.
    """

    rows: tuple[RankRow, ...]
    skew: float | None
    missing: int = 0
    has_transfers: bool = False
    has_uneven: bool = False

    @property
    def reason(self) -> str | None:
        """Why the waiting of some ranks is not known; None if it is known for all."""
        return "; ".join(dict.fromkeys(row.waiting_reason for row in self.rows if row.waiting_reason)) or None


def are_ranks(profiles: Sequence[Profile]) -> bool:
    """Return whether traces are taken for ranks of one job: two only if they have different ranks, otherwise any two may be compared."""
    ranks = {profile.trace.rank for profile in profiles}
    return len(profiles) > 2 or (len(ranks) == 2 and None not in ranks)


def rank_table(profiles: Sequence[Profile]) -> RankTable:
    """Return the ranks of a job side by side."""
    ranks = [place if profile.trace.rank is None else profile.trace.rank for place, profile in enumerate(profiles)]
    known = [profile.trace.rank for profile in profiles if profile.trace.rank is not None]
    is_repeated = len(set(known)) < len(known)
    communication = [_communication(profile) for profile in profiles]
    waiting = _Waiting(communication, [profile.trace.rank for profile in profiles])
    waiting.count(is_repeated=is_repeated)
    rows = []
    for place, (rank, profile) in enumerate(zip(ranks, profiles, strict=True)):
        timeline, reason = profile.timeline, waiting.reasons[place]
        own_s, exposed_s = _communication_s(profile, communication[place])
        rows.append(
            RankRow(
                rank,
                profile.trace.source,
                median_step_s(profile.steps),
                timeline.busy_s if timeline else None,
                timeline.total_s if timeline else None,
                own_s,
                exposed_s,
                waiting.waited_ns[place] * S_PER_NS if reason is None else None,
                reason,
            )
        )
    steps = [row.step_s for row in rows if row.step_s]
    skew = max(steps) / min(steps) - 1 if len(steps) == len(rows) > 1 and not is_repeated else None
    has_transfers = any(own.has_transfers for own in communication)
    worlds = {profile.trace.world_size for profile in profiles}
    missing = waiting.missing(worlds)
    return RankTable(tuple(sorted(rows, key=lambda row: row.rank)), skew, missing, has_transfers, waiting.has_uneven)


_Collectives = dict[tuple[str, int], list[tuple[int, int, bool]]]
"""Start and duration in ns of each collective in order of time, and whether it is an all-to-all whose parts differ in size, by the kernel's
name, which is the same on all ranks, and its stream."""


@dataclass(frozen=True, slots=True)
class _Communication:
    """Communication of a rank: its collectives by process group, None for an unknown group; and whether there were transfers too."""

    groups: dict[ProcessGroup | None, _Collectives]
    has_transfers: bool


def _communication(profile: Profile) -> _Communication:
    trace = profile.trace
    if not trace.has_device_work:
        return _on_the_host(trace)
    kernels = communication_metadata(profile.tree)
    groups: dict[ProcessGroup | None, _Collectives] = defaultdict(lambda: defaultdict(list))
    slices, streams = trace.device_work.slice[kernels.work].tolist(), trace.device_work.stream[kernels.work].tolist()
    told = zip(slices, streams, kernels.groups, kernels.is_transfer.tolist(), kernels.is_uneven.tolist(), strict=True)
    for index, stream, group, is_transfer, is_uneven in told:
        if not is_transfer:
            own = int(trace.slices.start_ns[index]), int(trace.slices.duration_ns[index]), is_uneven
            groups[group][trace.name_of(index), stream].append(own)
    return _Communication(dict(groups), bool(kernels.is_transfer.any()))


def _on_the_host(trace: Trace) -> _Communication:
    """Return a rank's communication on the CPU, as one group, since the ranges name none."""
    rows = trace.rows_named(HOST_RANGE, Category.ANNOTATION, Category.OPERATOR)
    collectives: _Collectives = defaultdict(list)
    for index in rows[~trace.are_named(rows, _HOST_TRANSFER.match)].tolist():
        own = int(trace.slices.start_ns[index]), int(trace.slices.duration_ns[index]), False
        collectives[trace.name_of(index), UNKNOWN].append(own)
    return _Communication({None: {key: sorted(parts) for key, parts in collectives.items()}} if collectives else {}, False)


def exposed_on_host_ns(profile: Profile, collectives: Intervals) -> int:
    """Return how much of the time in collectives on the CPU no operator of another kind ran, in ns."""
    names = {row.name for row in profile.operators if row.work_class == OperatorClass.COLLECTIVE}
    operators = profile.trace.slices.of(Category.OPERATOR)
    others = operators[~profile.trace.are_named(operators, names.__contains__)]
    return exposed_ns(collectives, covered(profile.trace.slices, others))


def _communication_s(profile: Profile, communication: _Communication) -> tuple[float | None, float | None]:
    """Return the time in any collective, and that without concurrent computation, in seconds; None for neither work nor collectives."""
    if profile.timeline is not None:
        return profile.timeline.communication_s, profile.timeline.communication_exposed_s
    parts = [part[:2] for collectives in communication.groups.values() for times in collectives.values() for part in times]
    if not parts:
        return None, None
    starts, durations = np.array(parts, np.int64).T
    on_host = union(starts, starts + durations)
    return on_host.total_ns * S_PER_NS, exposed_on_host_ns(profile, on_host) * S_PER_NS


def _on_any_stream(collectives: _Collectives) -> _Collectives:
    together: _Collectives = defaultdict(list)
    for (name, _), parts in collectives.items():
        together[name, UNKNOWN].extend(parts)
    return {key: sorted(parts) for key, parts in together.items()}


class _Waiting:
    """The waiting of each rank in collectives.

    Attributes:
        waited_ns: Time that each rank waited.
        reasons: Why that is not known, for each rank; None if it is.
    """

    def __init__(self, communication: Sequence[_Communication], ranks: Sequence[int | None]) -> None:
        self.waited_ns = [0.0] * len(ranks)
        self.reasons: list[str | None] = [None] * len(ranks)
        self._counted: set[int] = set()
        self._uneven: set[int] = set()
        self._communication = communication
        self._ranks = ranks
        self._matched: list[ProcessGroup | None] = []

    def count(self, *, is_repeated: bool) -> None:
        """Count the waiting in each group."""
        own = [one.groups for one in self._communication]
        if len(own) < 2:
            self._is_unknown(range(len(own)), "waiting is visible only with another rank's trace")
        elif not any(own):
            has_transfers = any(one.has_transfers for one in self._communication)
            self._is_unknown(range(len(own)), "the traces hold only transfers between two ranks" if has_transfers else _NONE)
        elif is_repeated:
            self._is_unknown(range(len(own)), "two of the traces are of one rank")
        else:
            for group in dict.fromkeys(group for groups in own for group in groups):
                self._count_in(group)
            self._is_unknown([place for place, groups in enumerate(own) if not groups], "its trace holds no collectives")
            self._is_unknown(sorted(self._uneven - self._counted), _UNEVEN)

    @property
    def has_uneven(self) -> bool:
        """Whether all-to-alls with parts of different size were left out."""
        return bool(self._uneven)

    def missing(self, worlds: set[int | None]) -> int:
        """Return how many ranks of the matched groups have no trace, by the job's size in the traces."""
        if None in self._matched:
            world = next(iter(worlds)) if len(worlds) == 1 else None
            return max(0, (world or 0) - len(self._ranks))
        others = {rank for group in self._matched if group is not None for rank in group.ranks or ()} - set(self._ranks)
        return max(0, len(others) - self._ranks.count(None))

    def _is_unknown(self, places: Sequence[int], reason: str) -> None:
        for place in places:
            self.reasons[place] = self.reasons[place] or reason

    def _count_in(self, group: ProcessGroup | None) -> None:
        """Count the waiting in the collectives of a group.

        Groups that a trace does not name communicate on streams of their own, which begin in another order on each rank and whose numbers
        may differ.
        """
        members = [place for place in range(len(self._ranks)) if self._is_member(group, place)]
        if group is not None and len(members) == 1:
            if group.ranks is None or len(group.ranks) > 1:
                self._is_unknown(members, _ALONE)
            return
        given = [self._communication[place].groups.get(group, {}) for place in members]
        alike = next((own for own in (given, [_on_any_stream(one) for one in given]) if _are_alike(own)), None)
        if alike is None:
            self._is_unknown(members, _OTHERS)
            return
        self._matched.append(group)
        for key in alike[0]:
            durations = np.array([[duration for _, duration, _ in one[key]] for one in alike], np.float64)
            is_uneven = np.array([[is_uneven for *_, is_uneven in one[key]] for one in alike], bool).any(axis=0)
            self._uneven.update(members if is_uneven.any() else ())
            if is_uneven.all():
                continue
            self._counted.update(members)
            durations = durations[:, ~is_uneven]
            for place, waited in zip(members, (durations - durations.min(axis=0)).sum(axis=1).tolist(), strict=True):
                self.waited_ns[place] += waited

    def _is_member(self, group: ProcessGroup | None, place: int) -> bool:
        rank = self._ranks[place]
        is_listed = group is None or (rank is not None and group.ranks is not None and rank in group.ranks)
        return is_listed or group in self._communication[place].groups


def _are_alike(ranks: Sequence[_Collectives]) -> bool:
    counts = [{key: len(parts) for key, parts in rank.items()} for rank in ranks]
    return all(count == counts[0] for count in counts)
