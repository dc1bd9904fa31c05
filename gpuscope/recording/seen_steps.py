"""Reads the steps that the hooks observed in a program (layout: ``probe.hooks.seen_ring``), and selects those that count as the program's.

Every record carries the optimizer that ended its step. Optimizers in use at the same time belong to one step, counted by the one with the
fewest records, of equals the last to appear (a GAN's two, a critic that is trained five times as often). An optimizer that begins when the
others have ended continues the count (a second fold, a second stage). An optimizer in use for less than half of the time of those around
it (in an inner loop) is ignored. If threads train in parallel, each with its own optimizers, only one counts, and this is reported.
"""

from __future__ import annotations

import contextlib
import sys
import time
from array import array
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuscope.core.errors import EventError
from gpuscope.core.event import SEEN_PHASES, Event, Hello, Log, Steps
from gpuscope.core.steppers import leads, process_of, seen_stepper
from gpuscope.core.workload_keys import of_process, of_rank, phase_time_key
from gpuscope.probe.hooks import seen_ring
from gpuscope.probe.hooks.step_watch import TOGETHER
from gpuscope.recording.mapped_ring import MappedRing, RingKind
from gpuscope.recording.run_folder import SEEN_FILES
from gpuscope.recording.steps_ring import LOST_STEPS, lost_text

SEEN = "seen"
"""Key in a hello for observed steps: the owner of the steps (``core.steppers``)."""
PEAKS = "peak_memory"
"""Key in the last such hello: the bytes that torch's allocators had allocated and reserved at most, if it has any devices."""
LEADER = "leader"
"""Key in the same hello: the number in the ring's records that currently counts."""
KINDS = {seen_ring.BATCH: "batch", seen_ring.FORWARD: "forward", seen_ring.BACKWARD: "backward", seen_ring.OPTIMIZER: "optimizer"}
"""Value of ``steps_kind`` by kind of step."""
_KIND = RingKind(
    seen_ring.MAGIC,
    seen_ring.VERSION,
    seen_ring.RECORDS,
    seen_ring.FILE_BYTES,
    "a ring of seen steps is cut short",
    "a ring of seen steps is not of this version",
)
_WIDTH = seen_ring.WORDS
_RANK_AT = 4
"""Index of the word with the rank, which that with the number of ranks follows; both follow the pid."""
_PHASES = ("data", "forward", "backward", "optimizer")
"""In the order of a record's words."""
_PHASES_EVERY_NS = 500_000_000
"""Interval between reports of phases: accumulated times are reported, so a low rate loses nothing."""
_BEGUN_ALONE_NS = 5_000_000_000
"""Time without a timed record other than those after the begin of an epoch, after which those represent all: the program begins an epoch
every few steps (``next(iter(loader))``). Of steps that it does not begin anew, some are timed every second at least."""
_MOST_ENDS = 1 << 22
"""Maximum number of ends kept per process (32 MiB), to report them again if another optimizer turns out to count. After that the choice is
final."""
_MOST_OPTIMIZERS = 64
"""Maximum number of optimizers whose ends are kept; beyond it (one per weight or inner loop) those in use for the shortest time are
dropped."""
_KNOWN_FROM, _ONE_STEP = 3, 1.5
"""Number of steps from which their duration is known, and the number of steps up to which a duration counts as one step, not as a stage."""
_STEPS_PER_EVENT = 4096
"""Maximum number of ends in one event."""
_USUAL = 0.9
"""Share of the steps that must have drawn the same number of samples for it to be reported: an occasional test does not prevent that."""


class RecordRing(MappedRing):
    """The reading end of one process's ring of records.

    Attributes:
        rank: Its rank; None if it has none.
        ranks: Number of ranks.
        lost: Number of records overwritten before they were read.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)
        rank, self.ranks = self._words[_RANK_AT : _RANK_AT + 2]
        self.rank = rank if rank >= 0 else None
        self._taken = 0
        self.lost = 0

    def read(self) -> list[int]:
        """Return the records since the last call, as a flat list of words."""
        head = self._head
        if head - self._taken > seen_ring.RECORDS:
            self._skip(head - seen_ring.RECORDS)
        words = self._between(self._taken, head, seen_ring.FIRST, _WIDTH)
        first, self._taken = self._taken, head
        overwritten = self._head - seen_ring.RECORDS + 1 - first  # the writer wrapped around during the copy
        if overwritten > 0 and words:
            del words[: overwritten * _WIDTH]
            self.lost += min(overwritten, head - first)
        return words

    @property
    def oldest_ns(self) -> int:
        """The end of the oldest record that is still in the ring; later than any if there is none."""
        head = self._head
        return self._words[seen_ring.FIRST + max(0, head - seen_ring.RECORDS) % seen_ring.RECORDS * _WIDTH] if head else sys.maxsize

    @property
    def peak_memory(self) -> tuple[int, int]:
        """The peaks of the memory that torch's allocators had allocated and reserved, in bytes; 0 for none."""
        return self._words[seen_ring.ALLOCATED], self._words[seen_ring.RESERVED]

    @property
    def _head(self) -> int:
        return self._words[seen_ring.HEAD_OFFSET // 8]

    def _skip(self, to: int) -> None:
        self.lost += to - self._taken
        self._taken = to


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


@dataclass
class _TimedRecords:
    """Records whose phases were timed.

    Attributes:
        time_ns: Time in them.
        totals_ns: Time in each phase.
    """

    time_ns: int = 0
    totals_ns: list[int] = field(default_factory=lambda: [0] * len(_PHASES))

    def add(self, words: Sequence[int], time_ns: int) -> None:
        """Add records, which took that long together."""
        self.time_ns += time_ns
        for index in range(len(_PHASES)):
            self.totals_ns[index] += sum(words[2 + index :: _WIDTH])

    def spread_over(self, time_ns: int) -> list[float]:
        """Return the phase times of a period in nanoseconds, extrapolated from these records, which are a sample of it."""
        whole_ns = max(self.time_ns, sum(self.totals_ns))
        return [total_ns * time_ns / whole_ns for total_ns in self.totals_ns]


@dataclass
class _Phases:
    """Times of the phases not reported yet.

    Attributes:
        since_ns: Start of the interval; None before the end of the program's first step, whose start is unknown.
        until_ns: End of the interval.
        timed: Records that were timed, which represent those that were not.
        begun: Those after the begin of an epoch, which represent none but themselves.
        left_out_ns: Time in records during which a profiler ran.
        left_out: Number of the program's steps ended by those records.
        has_drawn: Whether the program has ever waited for a loader.
        kind: Kind of the program's steps so far.
    """

    since_ns: int | None = None
    until_ns: int = 0
    timed: _TimedRecords = field(default_factory=_TimedRecords)
    begun: _TimedRecords = field(default_factory=_TimedRecords)
    left_out_ns: int = 0
    left_out: int = 0
    has_drawn: bool = False
    kind: int = 0

    def add(self, words: Sequence[int], leaders: Collection[int], kind: int) -> None:
        """Add records; those of the leaders, which are of that kind, end the program's steps."""
        if kind != self.kind:  # before an optimizer's first step, each backward pass was taken for a step
            self._begin_anew(kind)
        if self.since_ns is None:
            first = next((begin for begin in range(0, len(words), _WIDTH) if words[begin + 1] in leaders), None)
            if first is None:
                return
            self.since_ns = self.until_ns = words[first]
            words = words[first + _WIDTH :]
        flags = words[7::_WIDTH]
        if any(flags):
            for begin, flag in zip(range(0, len(words), _WIDTH), flags, strict=True):
                record = words[begin : begin + _WIDTH]
                if flag & seen_ring.PROFILED:
                    self.left_out_ns += words[begin] - self.until_ns
                    self.left_out += words[begin + 1] in leaders
                elif not flag & seen_ring.UNTIMED:
                    self._add(self.begun if flag & seen_ring.BEGUN else self.timed, record)
                self.until_ns = words[begin]
        elif words:
            self._add(self.timed, words)
            self.until_ns = words[-_WIDTH]

    def _begin_anew(self, kind: int) -> None:
        self.kind, self.since_ns, self.has_drawn = kind, None, False
        self._clear()

    def _clear(self) -> None:
        self.timed, self.begun = _TimedRecords(), _TimedRecords()
        self.left_out = self.left_out_ns = 0

    def _add(self, records: _TimedRecords, words: Sequence[int]) -> None:
        records.add(words, words[-_WIDTH] - self.until_ns)
        self.has_drawn = self.has_drawn or records.totals_ns[0] > 0

    def drain(self, steps: int, step: int, *, is_last: bool) -> Log | None:
        """Return the mean times per step since the last call; the timed records represent all but those after the begin of an epoch.

        Args:
            steps: Number of steps, including those under a profiler.
            step: The number of the last step.
            is_last: Whether there are no more records, so that those after the begin of an epoch must represent all if there are no others.
        """
        steps -= self.left_out
        if self.since_ns is None or steps <= 0:
            return None
        whole_ns = self.until_ns - self.since_ns - self.left_out_ns
        if self.timed.time_ns:
            totals_ns = [*map(sum, zip(self.begun.totals_ns, self.timed.spread_over(whole_ns - self.begun.time_ns), strict=True))]
        elif self.begun.time_ns and (is_last or self.begun.time_ns == whole_ns or whole_ns >= _BEGUN_ALONE_NS):
            totals_ns = self.begun.spread_over(whole_ns)
        else:
            return None
        total_ns = max(whole_ns, sum(totals_ns))
        times = dict(zip(_PHASES, totals_ns, strict=True)) | {"other": total_ns - sum(totals_ns)}
        if not self.has_drawn:
            del times["data"]  # without a loader, data time cannot be distinguished
        values = {phase_time_key(phase): whole_ns / steps / 1e9 * time_ns / total_ns for phase, time_ns in times.items()}
        self.since_ns = self.until_ns
        self._clear()
        return Log(self.until_ns, SEEN_PHASES, "", values, step)


class _DrawnSamples:
    """What each step drew, in units of 1 / ``SAMPLE``. Steps that were not timed drew what those timed before them usually did."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._before: deque[int] = deque(maxlen=TOGETHER)
        self._usual_before: int | None = None

    def add(self, samples: Sequence[int]) -> None:
        """Add steps that were timed."""
        self._counts.update(samples)
        self._before.extend(samples[-TOGETHER:])
        self._usual_before = None

    def pass_by(self) -> None:
        """Add a step that was not timed."""
        if self._usual_before is None and self._before:
            self._usual_before = Counter(self._before).most_common(1)[0][0]
        if self._usual_before is not None:
            self._counts[self._usual_before] += 1

    def clear(self) -> None:
        """Forget all steps."""
        self._counts.clear()
        self._before.clear()
        self._usual_before = None

    @property
    def usual(self) -> int:
        """What nearly all steps drew; 0 if they drew nothing, or it differs."""
        samples, times = self._counts.most_common(1)[0] if self._counts else (0, 0)
        return samples if times >= _USUAL * self._counts.total() else 0


class SeenProcess:
    """The observed steps of one process."""

    def __init__(self, ring: RecordRing) -> None:
        self._ring = ring
        self._following: list[RecordRing] = []
        self._peaks = (0, 0)
        self._optimizers = StepsOfOptimizers()
        self._phases = _Phases()
        self._drawn = _DrawnSamples()
        self._drawn_since: int | None = 0
        self._drawn_by = 0
        self._phases_reported_at = 0
        self._lost = 0
        self._info: dict[str, object] = {}

    def follow(self, ring: RecordRing) -> None:
        """Go on with another ring of the same process after the current one: the process has replaced its program."""
        self._following.append(ring)

    def read(self, *, is_last: bool = False) -> Iterator[Event]:
        """Yield new events: the owner of the steps, their ends, and twice a second, or at the end, the times of their phases."""
        while self._following:
            yield from self._read(is_last=False)
            self._peaks = self._peak_memory
            self._ring.close()
            self._ring, self._lost = self._following.pop(0), 0
        yield from self._read(is_last=is_last)

    @property
    def _peak_memory(self) -> tuple[int, int]:
        allocated, reserved = map(max, self._peaks, self._ring.peak_memory)
        return allocated, reserved

    def _read(self, *, is_last: bool) -> Iterator[Event]:
        words = self._ring.read()
        if words:
            threads = [flags >> seen_ring.THREAD_SHIFT for flags in words[7::_WIDTH]]
            self._optimizers.add(words[::_WIDTH], words[1::_WIDTH], threads)
            if any(threads):  # records of other threads have no phases and samples
                words = [word for at, thread in enumerate(threads) if not thread for word in words[at * _WIDTH : (at + 1) * _WIDTH]]
            steps = [*self._steps(words, words[1::_WIDTH])]
            if words:
                self._phases.add(words, self._optimizers.leaders, self._optimizers.leader >> 32)
            yield from steps
        if is_last and any(peaks := self._peak_memory):
            yield Hello("workload", self._ring.pid, time.monotonic_ns(), {**self._reported_info(), PEAKS: list(peaks)})
        if is_last or self._phases.until_ns - (self._phases.since_ns or 0) >= _PHASES_EVERY_NS:
            yield from self._times(is_last=is_last)
        if self._ring.lost > self._lost:
            lost, self._lost = self._ring.lost - self._lost, self._ring.lost
            yield Log(time.monotonic_ns(), "warning", lost_text(lost), {LOST_STEPS: float(lost)})

    def _steps(self, words: Sequence[int], owners: Sequence[int]) -> Iterator[Event]:
        before = self._optimizers.count
        ends = self._optimizers.drain()
        if self._optimizers.count != before:
            self._phases_reported_at = 0
        self._draw(words, owners)
        info = self._reported_info()
        if info != self._info:
            self._info = info
            yield Hello("workload", self._ring.pid, time.monotonic_ns(), info)
        first = self._optimizers.reported - len(ends)
        for begin in range(0, len(ends), _STEPS_PER_EVENT):
            yield Steps(self._stepper, first + begin, tuple(ends[begin : begin + _STEPS_PER_EVENT]))

    def _times(self, *, is_last: bool) -> Iterator[Event]:
        step = self._optimizers.reported
        log = self._phases.drain(step - max(1, self._phases_reported_at), step, is_last=is_last)
        if log is not None:
            self._phases_reported_at = step
            yield log

    @property
    def _stepper(self) -> int:
        return seen_stepper(self._ring.pid, self._ring.rank, self._optimizers.count)

    def _draw(self, words: Sequence[int], owners: Sequence[int]) -> None:
        """Count the samples drawn by each step, for steps that were timed throughout."""
        samples, flags = words[6::_WIDTH], words[7::_WIDTH]
        leader, leaders = self._optimizers.leader, self._optimizers.leaders
        if leader >> 32 != self._drawn_by >> 32:
            self._drawn.clear()
        self._drawn_by = leader
        if self._drawn_since == 0 and not any(flags) and owners.count(leader) == len(owners):
            self._drawn.add(samples)
            return
        for number, drawn, flag in zip(owners, samples, flags, strict=True):
            if number >> 32 == seen_ring.BATCH != leader >> 32:
                continue  # prefetched before the first step: if a step uses it, its own record counts it
            self._drawn_since = None if flag & seen_ring.UNTIMED or self._drawn_since is None else self._drawn_since + drawn
            if number in leaders:
                if self._drawn_since is None:
                    self._drawn.pass_by()
                else:
                    self._drawn.add([self._drawn_since])
                self._drawn_since = 0

    def _reported_info(self) -> dict[str, object]:
        samples = self._drawn.usual
        info: dict[str, object] = {SEEN: self._stepper, LEADER: self._optimizers.leader, "steps_kind": KINDS.get(self._optimizers.kind)}
        if samples:
            each = samples * self._ring.ranks / seen_ring.SAMPLE
            info["samples_per_step"] = int(each) if each.is_integer() else each
        if self._optimizers.threads > 1:
            info["threads"] = self._optimizers.threads
        if self._ring.rank is not None:
            info |= {"rank": self._ring.rank, "ranks": self._ring.ranks}
        return info

    @property
    def pid(self) -> int:
        """The process."""
        return int(self._ring.pid)

    @property
    def rank(self) -> int | None:
        """Its rank; None if it has none."""
        return self._ring.rank

    def close(self) -> None:
        """Release the rings."""
        for ring in (self._ring, *self._following):
            ring.close()


class SeenSteps:
    """The observed steps of all processes of a run; phase times carry the rank or process number except for the process that leads.

    Args:
        folder: The run's folder, which contains the rings.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._processes: dict[str, SeenProcess | None] = {}
        self._leader: int | None = None

    @property
    def are_open(self) -> bool:
        """Whether any ring was found."""
        return bool(self._processes)

    def find_rings(self) -> None:
        """Find rings of processes that have begun to step.

        Of several found at once, the first to step comes first, as the parent does before a child that it forks; pids start over.
        """
        found: list[tuple[str, RecordRing]] = []
        for path in self._folder.glob(SEEN_FILES):
            if path.name not in self._processes:
                self._processes[path.name] = None
                with contextlib.suppress(OSError, ValueError, EventError):
                    found.append((path.name, RecordRing(path)))
        for name, ring in sorted(found, key=lambda each: each[1].oldest_ns):
            known = next((process for process in self._processes.values() if process is not None and process.pid == ring.pid), None)
            if known is not None:
                known.follow(ring)
                continue
            del self._processes[name]  # to the end: processes are read in this order
            self._processes[name] = SeenProcess(ring)

    def read(self, *, is_last: bool = False) -> list[Event]:
        """Return new events; with ``is_last``, also the phases that are otherwise reported only twice a second."""
        if is_last:
            self.find_rings()
        processes = [(number, process) for number, process in enumerate(self._processes.values(), 1) if process is not None]
        events = [(number, process, event) for number, process in processes for event in process.read(is_last=is_last)]
        for _, _, event in events:
            if isinstance(event, Hello) and leads(stepper := int(str(event.info[SEEN])), self._leader):
                self._leader = stepper
        return [self._told(event, process, number) for number, process, event in events]

    def _told(self, event: Event, process: SeenProcess, number: int) -> Event:
        """Return an event of a process, whose phase times are told apart from those of the process whose steps count."""
        is_of_leader = self._leader is not None and process_of(self._leader) == process.pid
        if is_of_leader or not isinstance(event, Log) or event.level != SEEN_PHASES:
            return event
        rank = process.rank
        return replace(
            event, values={of_process(key, number) if rank is None else of_rank(key, rank): value for key, value in event.values.items()}
        )

    def close(self) -> None:
        """Release all files."""
        for process in self._processes.values():
            if process is not None:
                process.close()
        self._processes.clear()


def left_in_seen_rings(folder: Path, events: Sequence[Event], known_ns: Callable[[int], Sequence[int]]) -> list[Steps]:
    """Return the observed steps that a killed recorder had not passed on.

    Args:
        folder: The run's folder.
        events: The run's stored events.
        known_ns: Returns the stored ends of the steps of an owner.
    """
    info = {hello.pid: hello.info for hello in events if isinstance(hello, Hello) and SEEN in hello.info}
    steps = []
    for path in sorted(folder.glob(SEEN_FILES)):
        with contextlib.suppress(OSError, ValueError, EventError):
            ring = RecordRing(path)
            words, hello_info = ring.read(), info.get(ring.pid)
            ring.close()
            if hello_info is not None:
                stored_ns = known_ns(int(hello_info[SEEN]))
                last_ns = stored_ns[-1] if len(stored_ns) else 0
                records = zip(words[::_WIDTH], words[1::_WIDTH], strict=True)
                ends = tuple(end for end, owner in records if owner == hello_info.get(LEADER) and end > last_ns)
                if ends:
                    steps.append(Steps(int(hello_info[SEEN]), len(stored_ns), ends))
    return steps
