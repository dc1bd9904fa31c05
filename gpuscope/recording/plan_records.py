"""The runs of a plan as its planner and its conductor look at them, each read once."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from gpuscope.core.errors import UsageError
from gpuscope.core.plan import ItemState, Plan
from gpuscope.core.run import RunRecord, RunState
from gpuscope.recording.run_history import RunHistory


class PlanRecords(Mapping[str, RunRecord]):
    """The records of a plan's runs, by their ids, read when they are looked at.

    Args:
        store_url: Where they are kept.
    """

    def __init__(self, store_url: str) -> None:
        self._history = RunHistory(store_url)
        self._records: dict[str, RunRecord] = {}
        self.plan: Plan | None = None
        """Whose runs they are, as it is now."""

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
        """Return a run as it is now; None when there is none."""
        self._records.pop(run_id, None)
        with suppress(KeyError):
            return self[run_id]
        return None

    def close(self) -> None:
        """Close the store."""
        self._history.close()
