"""The times of the phases of observed steps, of which the hooks time only a sample."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpuscope.core.event import SEEN_PHASES, Log
from gpuscope.core.workload_keys import phase_time_key
from gpuscope.probe.hooks import seen_ring

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_WIDTH = seen_ring.WORDS
_PHASES = ("data", "copy", "forward", "backward", "optimizer")
"""In the order of a record's words."""
_IF_ANY = {"data", "copy"}
"""Phases that a program without a loader, or without a device that has its own memory, does not have."""
_BEGUN_ALONE_NS = 5_000_000_000
"""Time without a timed record other than those after the begin of an epoch, after which those represent all: the program begins an epoch
every few steps (``next(iter(loader))``). Of steps that it does not begin anew, some are timed every second at least."""


@dataclass
class _TimedRecords:
    """Records whose phases were timed."""

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
class SeenPhases:
    """Times of the phases not reported yet.

    Attributes:
        since_ns: Start of the interval; None before the end of the program's first step, whose start is unknown.
        until_ns: End of the interval.
        timed: Records that were timed, which represent those that were not.
        begun: Those after the begin of an epoch, which represent none but themselves.
        left_out_ns: Time in records during which a profiler ran.
        left_out: Number of the program's steps ended by those records.
        occurred: Phases that the program has ever been in.
        kind: Kind of the program's steps so far.
    """

    since_ns: int | None = None
    until_ns: int = 0
    timed: _TimedRecords = field(default_factory=_TimedRecords)
    begun: _TimedRecords = field(default_factory=_TimedRecords)
    left_out_ns: int = 0
    left_out: int = 0
    occurred: set[str] = field(default_factory=set)
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
        flags = words[seen_ring.FLAGS_AT :: _WIDTH]
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
        self.kind, self.since_ns, self.occurred = kind, None, set()
        self._clear()

    def _clear(self) -> None:
        self.timed, self.begun = _TimedRecords(), _TimedRecords()
        self.left_out = self.left_out_ns = 0

    def _add(self, records: _TimedRecords, words: Sequence[int]) -> None:
        records.add(words, words[-_WIDTH] - self.until_ns)
        self.occurred.update(phase for phase, total_ns in zip(_PHASES, records.totals_ns, strict=True) if total_ns)

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
        for phase in _IF_ANY - self.occurred:
            del times[phase]
        values = {phase_time_key(phase): whole_ns / steps / 1e9 * time_ns / total_ns for phase, time_ns in times.items()}
        self.since_ns = self.until_ns
        self._clear()
        return Log(self.until_ns, SEEN_PHASES, "", values, step)
