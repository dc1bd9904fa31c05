"""Compared runs, looked up in the store off the event loop."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.compare.run_curves import Part, RunCurves, run_curves
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
    """Return the runs of those ids or prefixes, as far as there are such."""
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


def read_curves(run_id: str, wanted: Collection[str], known: RunCurves | None, store: RunHistory) -> RunCurves:
    """Return what can be drawn of a run; of one that is too young to be in the store nothing.

    Args:
        run_id: The run.
        wanted: Keys of the kinds of curves that are looked at.
        known: What was read of it before, which is not read again.
        store: The store.

    Raises:
        UsageError: There is no such run.
    """
    data = ShownRun(store.find(run_id))
    try:
        with store.whole(run_id, skips_damage=True) as whole:
            part = Part(wanted, whole.with_numbers(), known)
            data.load(whole, part.series)
    except UsageError:
        return RunCurves(run_id, False)
    return run_curves(run_id, data, part)
