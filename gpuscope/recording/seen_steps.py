"""Reads the steps that the hooks observed in a program (layout: ``probe.hooks.seen_ring``)."""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gpuscope.core.errors import EventError
from gpuscope.core.event import SEEN_PHASES, Event, Hello, Log, Steps
from gpuscope.core.steppers import leads, process_of, seen_stepper
from gpuscope.core.workload_keys import of_process, of_rank
from gpuscope.probe.hooks import seen_ring
from gpuscope.probe.hooks.step_watch import TOGETHER
from gpuscope.recording.mapped_ring import MappedRing, RingKind
from gpuscope.recording.run_folder import SEEN_FILES
from gpuscope.recording.seen_phases import SeenPhases
from gpuscope.recording.steps_of_optimizers import StepsOfOptimizers
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
_PHASES_EVERY_NS = 500_000_000
"""Interval between reports of phases: accumulated times are reported, so a low rate loses nothing."""
_STEPS_PER_EVENT = 4096
"""Maximum number of ends in one event."""
_USUAL = 0.9
"""Share of the steps that must have drawn the same number of samples for it to be reported: an occasional test does not prevent that."""


class RecordRing(MappedRing):
    """The reading end of one process's ring of records.

    Attributes:
        rank: Its rank; None if it has none.
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
        self._phases = SeenPhases()
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
            threads = [flags >> seen_ring.THREAD_SHIFT for flags in words[seen_ring.FLAGS_AT :: _WIDTH]]
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
        samples, flags = words[seen_ring.SAMPLES_AT :: _WIDTH], words[seen_ring.FLAGS_AT :: _WIDTH]
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
