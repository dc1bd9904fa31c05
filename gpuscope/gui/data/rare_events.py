"""Rare events of a run: log lines, marks, phases, gaps, logged values."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpuscope.core.event import ALERT, LEVELS_WITHOUT_VALUES, SILENT_LEVELS, Gap, Log, Phase, Result
from gpuscope.core.run import RunGap
from gpuscope.gui.data.reading_table import Floats, ReadingTable
from gpuscope.reports.printable import printable

LINES_KEPT = 2000
"""Newest log lines in memory: a workload may print without end."""
MOST = 1000
"""Maximum number of gaps, marks and phases (the newest are kept) and of keys of logged values (the first are kept)."""
_LONGEST_LINE = 4096
"""Characters kept of a log line: bounds the log in memory to 8 MB of ASCII, whatever a workload prints."""
_STEP, _VALUE = "step", "value"


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a run's log: seconds from its start, level (one of Log's), text without control characters."""

    t_s: float
    level: str
    text: str


class RareEvents:
    """The events recorded so far. One thread writes, others read.

    Attributes:
        line_count: Log lines so far, including those that have been dropped.
        facts: Facts that the workload reported about itself.
    """

    def __init__(self) -> None:
        self.line_count = 0
        self.facts: Mapping[str, Any] = {}
        self._lines: deque[LogLine] = deque(maxlen=LINES_KEPT)
        self._marks: deque[tuple[float, str]] = deque(maxlen=MOST)
        self._phases: deque[tuple[float, str]] = deque(maxlen=MOST)
        self._gaps: dict[tuple[str, tuple[str, ...], int], RunGap] = {}
        self._open: dict[tuple[str, tuple[str, ...], int], RunGap] = {}
        self._logged: dict[str, ReadingTable[str]] = {}

    def add(self, event: Log | Phase | Gap | Result, start_ns: int) -> None:
        """Add an event."""
        match event:
            case Log():
                self._add_log(event, (event.t_ns - start_ns) / 1e9)
            case Phase():
                self._phases.append(((event.t_ns - start_ns) / 1e9, event.name))
            case Gap():
                self._add_gap(event, start_ns)
            case Result():
                self.facts = dict(event.facts)

    def _add_log(self, event: Log, t_s: float) -> None:
        if event.level in SILENT_LEVELS:
            return
        text = printable(event.text[:_LONGEST_LINE])
        if text:
            self._lines.append(LogLine(t_s, event.level, text))
            self.line_count += 1
        if event.level in ("mark", ALERT):
            self._marks.append((t_s, text))
        if event.level not in LEVELS_WITHOUT_VALUES:
            step = np.nan if event.step is None else float(event.step)
            for key, value in event.values.items():
                self._table(key).append(t_s, (_STEP, _VALUE), (step, value))

    def _table(self, key: str) -> ReadingTable[str]:
        known = self._logged.get(key)
        if known is None:
            known = ReadingTable((_STEP, _VALUE))
            if len(self._logged) < MOST:
                self._logged = {**self._logged, key: known}
        return known

    def _add_gap(self, event: Gap, start_ns: int) -> None:
        end_s = None if event.end_ns is None else (event.end_ns - start_ns) / 1e9
        gap = RunGap((event.start_ns - start_ns) / 1e9, end_s, event.device, event.metrics, event.reason)
        key = (event.device, event.metrics, event.start_ns)
        if end_s == gap.start_s:  # a gap of zero length withdraws the gap
            self._gaps = {other: known for other, known in self._gaps.items() if other != key}
            self._open.pop(key, None)
        else:
            self._keep_gap(key, gap)

    def add_gap(self, gap: RunGap) -> None:
        """Add a gap that no event reported: the store detected it."""
        self._keep_gap((gap.device, gap.metrics, -1 - round(gap.start_s * 1e9)), gap)

    def _keep_gap(self, key: tuple[str, tuple[str, ...], int], gap: RunGap) -> None:
        gaps = {**self._gaps, key: gap}
        while len(gaps) > MOST:
            del gaps[next(iter(gaps))]
        self._gaps = gaps
        self._open = {other: lasting for other, lasting in ({**self._open, key: gap}).items() if lasting.end_s is None and other in gaps}

    def end_gaps(self, t_s: float) -> None:
        """Close the open gaps: their sender is gone."""
        self._gaps = {**self._gaps, **{key: replace(gap, end_s=t_s) for key, gap in self._open.items()}}
        self._open = {}

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The newest lines of the log."""
        return tuple(self._lines)

    @property
    def marks(self) -> tuple[tuple[float, str], ...]:
        """(seconds, text) of the newest marks."""
        return tuple(self._marks)

    @property
    def phases(self) -> tuple[tuple[float, str], ...]:
        """(seconds, name) of the newest phases."""
        return tuple(self._phases)

    @property
    def gaps(self) -> tuple[RunGap, ...]:
        """The newest gaps; the events that open and close a gap are merged."""
        return tuple(self._gaps.values())

    def logged_keys(self) -> tuple[str, ...]:
        """Return the keys of the logged values, in order of appearance."""
        return tuple(self._logged)

    def logged(self, key: str) -> tuple[Floats, Floats, Floats]:
        """Return (seconds, step or NaN, value), float64 [n]; empty for an unknown key."""
        if key not in self._logged:
            return np.zeros(0), np.zeros(0), np.zeros(0)
        times, values = self._logged[key].column(_VALUE)
        return times, self._logged[key].column(_STEP)[1][: times.size], values[: times.size]
