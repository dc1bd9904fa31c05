"""Compared runs, looked up in the store off the event loop."""

from collections.abc import Iterable
from dataclasses import dataclass

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.compare.run_curves import RunCurves, run_curves
from gpuscope.recording.run_history import RunHistory


@dataclass(frozen=True, slots=True)
class FoundRuns:
    """What a look-up gave.

    Attributes:
        records: The runs, each once, in the order asked for.
        gone: Ids that name no run, or more than one.
    """

    records: tuple[RunRecord, ...]
    gone: tuple[str, ...]


def find_runs(run_ids: Iterable[str], store: RunHistory) -> FoundRuns:
    """Returns the runs of those ids or prefixes, as far as there are such."""
    records: dict[str, RunRecord] = {}
    gone = []
    for run_id in run_ids:
        try:
            record = store.find(run_id)
        except UsageError:
            gone.append(run_id)
        else:
            records[record.run_id] = record
    return FoundRuns(tuple(records.values()), tuple(gone))


def read_curves(run_id: str, store: RunHistory) -> RunCurves:
    """Returns what can be drawn of a run; of one that is too young to be in the store nothing.

    Raises:
        UsageError: There is no such run.
    """
    record = store.find(run_id)
    try:
        return run_curves(run_id, RunData.from_store(store, record))
    except UsageError:
        return RunCurves(run_id, False)
