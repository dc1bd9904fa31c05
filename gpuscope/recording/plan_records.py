"""The runs of a plan for its planner and its conductor, each read once."""

import itertools
import math
import statistics
from collections.abc import Iterator, Mapping
from contextlib import suppress

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import ItemState, Plan
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_history import RunHistory

_PARTS = 6
"""Number of parts of a window, half a second each in a quick look: a machine's fluctuations last longer than a step, and several fit
into a window."""
_LEAST_STEPS = 4
"""Minimum number of steps in a part: with fewer, a single delayed step would dominate its time."""


class PlanRecords(Mapping[str, RunRecord]):
    """The records of a plan's runs, by their ids, read on access."""

    def __init__(self, store_url: str) -> None:
        self._history = RunHistory(store_url)
        self._records: dict[str, RunRecord] = {}
        self._errors: dict[str, float | None] = {}
        self.plan: Plan | None = None
        """The plan in its current state."""

    def __getitem__(self, run_id: str) -> RunRecord:
        record = self._records.get(run_id)
        if record is None:
            try:
                record = self._history.find(run_id)
            except UsageError:
                raise KeyError(run_id) from None
            if record.state is not RunState.RUNNING:
                self._records[run_id] = record
        return record

    def __iter__(self) -> Iterator[str]:
        items = () if self.plan is None else self.plan.items
        return (item.run_id for item in items if item.run_id is not None and item.state is ItemState.DONE)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, run_id: str) -> RunRecord | None:
        """Return a run in its current state; None if there is no such run."""
        self._records.pop(run_id, None)
        with suppress(KeyError):
            return self[run_id]
        return None

    def mean_error(self, record: RunRecord) -> float | None:
        """Return the relative standard error of a run's speed, from that of sixths of its measured steps; None with too few steps."""
        if record.run_id not in self._errors:
            ends_ns = self._history.steps(record.run_id)[record.warmup_steps or 0 :]
            edges = [float(ends_ns[at]) for at in range(0, len(ends_ns), max(1, (len(ends_ns) - 1) // _PARTS))][: _PARTS + 1]
            self._errors[record.run_id] = None if len(ends_ns) <= _PARTS * _LEAST_STEPS else _deviation(edges) / math.sqrt(_PARTS)
        return self._errors[record.run_id]

    def close(self) -> None:
        """Close the store."""
        self._history.close()


def _deviation(edges: list[float]) -> float:
    times = [math.log(end - begin) for begin, end in itertools.pairwise(edges)]
    return statistics.stdev(times)
