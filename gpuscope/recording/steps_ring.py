"""Reads the ends of steps from a workload's ring (layout: ``probe.ring``)."""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from gpuscope.core import figures
from gpuscope.core.device import WORKLOAD
from gpuscope.core.errors import EventError
from gpuscope.core.event import Gap, Log, SamplesTally, Steps
from gpuscope.probe.ring import FILE_BYTES, FIRST_SAMPLES, HEAD, HEADER_BYTES, MAGIC, SAMPLED, SAMPLES, SLOTS, VERSION
from gpuscope.recording.mapped_ring import MappedRing, RingKind
from gpuscope.recording.run_folder import RING_FILES

LOST_STEPS = "lost_steps"
"""Key of the number of lost steps in the values of a warning."""
_KIND = RingKind(MAGIC, VERSION, SLOTS, FILE_BYTES, "the steps ring is cut short", "the steps ring is not of this version")


def lost_text(steps: int) -> str:
    """Return a clause on steps that were overwritten before they were read."""
    return f"{figures.counted(steps, 'step')} came too fast to be read and went missing"


class StepsRing(MappedRing):
    """The reading end of one process's ring.

    The writer stores the slot first and then the head, without a lock. A reader that is more than a ring behind has lost
    steps; it counts them and continues with the oldest that can still be trusted.

    Attributes:
        taken: Number of steps returned or lost so far; the index of the next.
        lost: Number of steps overwritten before they were read.
        last_ns: The last stamp returned; 0 before the first.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, _KIND)
        self.taken = 0
        self.lost = 0
        self.last_ns = 0
        self._doubted = -1

    def read(self) -> tuple[int, list[int]]:
        """Return the steps that ended since the last call.

        Returns:
            The index of the first step, and the stamps in monotonic nanoseconds, increasing except for parallel threads (equal stamps).
        """
        head = max(self.taken, self._words[HEAD])  # it decreases by one if a step turns out to have only begun
        if head - self.taken > SLOTS:
            self._skip(head - SLOTS)
        stamps = self._between(self.taken, head, HEADER_BYTES // 8)
        after = self._words[HEAD]
        if after - self.taken >= SLOTS:  # the writer wrapped around during the copy: discard slots that it may have touched
            overwritten = min(len(stamps), after - SLOTS + 1 - self.taken)
            self._skip(self.taken + overwritten)
            stamps = stamps[overwritten:]
        first = self.taken
        stamps = self._in_order(stamps)
        self.taken += len(stamps)
        if stamps:
            self.last_ns = stamps[-1]
        return first, stamps

    @property
    def samples(self) -> tuple[int, int, int]:
        """Total samples of the steps that reported them, samples of the first step, and the number of steps that reported them."""
        total, first, counted = (self._words[index] for index in (SAMPLES, FIRST_SAMPLES, SAMPLED))
        return total, first, counted

    def _in_order(self, stamps: list[int]) -> list[int]:
        """Cut at the first stamp that does not increase: its store may not be visible yet, so it is read again next time.

        If it is unchanged then, it was written so by threads that step in parallel: such stamps are replaced by their predecessors.
        """
        last = self.last_ns
        for index, stamp in enumerate(stamps):
            if stamp <= last:
                if stamp == 0 or self._doubted != self.taken + index:
                    self._doubted = self.taken + index
                    return stamps[:index]
                return list(accumulate(stamps, max, initial=self.last_ns))[1:]
            last = stamp
        return stamps

    def _skip(self, to: int) -> None:
        self.lost += to - self.taken
        self.taken = to


class StepsRings:
    """The rings of all processes of a run that take steps."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rings: dict[str, StepsRing] = {}
        self._trouble: list[Log | Gap] = []

    @property
    def are_open(self) -> bool:
        """Whether any ring is open."""
        return bool(self._rings)

    def open(self, info: Mapping[str, Any]) -> None:
        """Open the ring named in a workload's hello; if it cannot be read, note a warning."""
        name = info.get("ring")
        if not isinstance(name, str):
            if info.get("ring_reason"):
                self._warn(str(info["ring_reason"]))
            return
        if name in self._rings or "/" in name:
            return
        try:
            self._rings[name] = StepsRing(self._folder / name)
        except (OSError, ValueError, EventError) as error:  # ValueError: a name with a NUL
            self._warn(f"steps are not recorded: {error}")

    def read(self) -> list[Steps]:
        """Return the steps of all processes since the last call."""
        steps = []
        for ring in self._rings.values():
            lost, last_ns = ring.lost, ring.last_ns
            first, stamps = ring.read()
            if stamps:
                steps.append(Steps(ring.pid, first, tuple(stamps)))
            if ring.lost > lost:
                self._overrun(ring.lost - lost, last_ns, stamps)
        return steps

    def _overrun(self, lost: int, last_ns: int, stamps: Sequence[int]) -> None:
        message = lost_text(lost)
        self._warn(message, {LOST_STEPS: float(lost)})
        if stamps and last_ns:
            self._trouble.append(Gap(WORKLOAD, ("steps",), last_ns, stamps[0], message))

    def _warn(self, text: str, values: Mapping[str, float] | None = None) -> None:
        self._trouble.append(Log(time.monotonic_ns(), "warning", text, values or {}))

    def drain_trouble(self) -> list[Log | Gap]:
        """Return failures since the last call: warnings, with the number of lost steps, and gaps."""
        trouble, self._trouble = self._trouble, []
        return trouble

    def samples(self) -> list[Log]:
        """Return the samples reported by the processes so far, one event per process that reported any."""
        return [tally for ring in self._rings.values() if (tally := _samples_tally(ring, time.monotonic_ns())) is not None]

    def close(self) -> None:
        """Release all files."""
        for ring in self._rings.values():
            ring.close()
        self._rings.clear()


def _samples_tally(ring: StepsRing, now_ns: int) -> Log | None:
    """Return the samples that a process reported so far; None if it reported none."""
    tally = SamplesTally(ring.pid, *ring.samples)
    return tally.to_log(now_ns) if tally.steps else None


def left_samples(folder: Path) -> list[Log]:
    """Return the samples in the rings that a killed recorder left, one event per process that reported any, at its last step."""
    tallies = []
    for ring in _left_rings(folder):
        ring.read()
        tallies.append(_samples_tally(ring, ring.last_ns))
        ring.close()
    return [tally for tally in tallies if tally is not None]


def _left_rings(folder: Path) -> Iterator[StepsRing]:
    """Open the rings in a folder, without those that were never finished or are damaged."""
    for path in sorted(folder.glob(RING_FILES)):
        try:
            ring = StepsRing(path)
        except (OSError, ValueError, EventError):
            continue
        yield ring


def left_in_rings(folder: Path, last_ns: Callable[[int], int]) -> list[Steps]:
    """Return the steps that a killed recorder had not read or not passed on: the files outlive it.

    Args:
        folder: The run's folder.
        last_ns: Returns the stamp of the last known step of a process; 0 for none.
    """
    steps = []
    for ring in _left_rings(folder):
        first, stamps = ring.read()
        stamps += ring.read()[1]  # of threads that stepped in parallel: see StepsRing
        ring.close()
        stored_count = bisect_right(stamps, last_ns(ring.pid))
        if stored_count < len(stamps):
            steps.append(Steps(ring.pid, first + stored_count, tuple(stamps[stored_count:])))
    return steps
