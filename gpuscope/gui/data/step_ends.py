"""Ends of steps, thinned to what a chart needs, and the rates derived from them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpuscope.gui.data.reading_table import Floats, ReadingTable

GRID_NS = 20_000_000
"""Only the first end within each cell of this grid is kept: at most fifty per second, however short the steps are."""
WINDOW_S = 0.25
"""A step rate is taken over the shortest stretch of whole steps that lasts at least this many seconds."""
_FINISHED, _RATE = "finished", "rate"


class StepEnds:
    """The steps of one process. One thread writes, others read.

    Attributes:
        finished: Steps finished so far, warm-up included; exact.
    """

    def __init__(self) -> None:
        self.finished = 0
        self._samples = 1
        self._pid: int | None = None
        self._last: tuple[float, int] | None = None
        self._cell = -1
        self._kept: ReadingTable[str] = ReadingTable((_FINISHED,))
        self._edges: ReadingTable[str] = ReadingTable((_RATE,))
        """Where one window of the rate ends and the next begins."""
        self._finished_by_edge = np.nan
        """Steps finished by the newest of them."""

    def count(self, samples: int) -> None:
        """Set the number of samples per step; rates, including earlier ones, are in samples per second."""
        if samples != self._samples:
            times, rates = self._edges.column(_RATE)
            self._edges = ReadingTable((_RATE,))
            self._edges.extend(times, {_RATE: rates * (samples / self._samples)})
            self._samples = samples

    def add(self, pid: int, first: int, ends_ns: NDArray[np.int64] | Sequence[int]) -> None:
        """Add the ends of successive steps; ignore those of other processes than the first, and those already known.

        Args:
            pid: The process that took the steps.
            first: Zero-based index of the first of these steps.
            ends_ns: Nanoseconds from the run's start, increasing.
        """
        if self._pid is None:
            self._pid = pid
        known = self.finished - first
        ends = np.asarray(ends_ns, np.int64)[max(0, known) :]
        if pid != self._pid or not ends.size:
            return
        finished = np.arange(self.finished if known >= 0 else first, first + len(ends_ns)) + 1.0
        cells = ends // GRID_NS
        new = np.diff(cells, prepend=self._cell) != 0
        self._cell = int(cells[-1])
        self._keep(ends[new] / 1e9, finished[new])
        self._last = (float(ends[-1]) / 1e9, int(finished[-1]))
        self.finished = int(finished[-1])

    def settle(self) -> None:
        """Keep the very last end, which the grid may have left out."""
        if self._last is not None and self._kept.last_time != self._last[0]:
            self._keep(np.array([self._last[0]]), np.array([float(self._last[1])]))
        times, finished = self._kept.column(_FINISHED)
        if len(self._edges) == 1 and times.size > 1:
            self._add_edges(times[-1:], finished[-1:])

    def _keep(self, times: Floats, finished: Floats) -> None:
        if not times.size:
            return
        self._kept.extend(times, {_FINISHED: finished})
        edges, edge = [], self._edges.last_time
        at = 0
        while at < times.size:
            if edge is not None:
                at += int(np.searchsorted(times[at:], edge + WINDOW_S))
                if at >= times.size:
                    break
            edges.append(at)
            edge = float(times[at])
        self._add_edges(times[edges], finished[edges])

    def _add_edges(self, times: Floats, finished: Floats) -> None:
        if times.size:
            before_s = self._edges.last_time
            seconds = np.diff(times, prepend=np.nan if before_s is None else before_s)
            self._edges.extend(times, {_RATE: self._samples * np.diff(finished, prepend=self._finished_by_edge) / seconds})
            self._finished_by_edge = float(finished[-1])

    def ends(self) -> tuple[Floats, Floats]:
        """Return (seconds from the start, steps finished by then) of the kept ends."""
        return self._kept.column(_FINISHED)

    def rates(self) -> tuple[Floats, Floats]:
        """Return (seconds, steps or samples a second): each over the window that ends there, see :data:`WINDOW_S`."""
        times, rates = self._edges.column(_RATE)
        return times[1:], rates[1:]

    def at(self, time_s: float) -> int:
        """Return how many steps were finished by a time, interpolated linearly between the kept ends."""
        times, finished = self._kept.column(_FINISHED)
        if not times.size or time_s < times[0]:
            return 0
        if self._last is not None and time_s >= self._last[0]:
            return self._last[1]
        return int(np.interp(time_s, times, finished) + 1e-9)
