"""The step times of compared runs, read from the store when a picture needs them."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, Signal

from gpuscope.analysis.comparison_pictures import StepDistribution, step_distribution
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.services.history import History
from gpuscope.recording.run_history import RunHistory


class StepReading(QObject):
    """Asks the history for what is not read yet, a run at a time.

    Signals:
        changed: Another run was read, or could not be.
        failed: A GpuscopeError.

    Args:
        history: Reads the store.
        parent: Qt's.

    Attributes:
        distributions: By a run's id; None where a run has no step times.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self.distributions: dict[str, StepDistribution | None] = {}
        self._asked: dict[str, RunRecord] = {}

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return any(run_id not in self.distributions for run_id in self._asked)

    def read(self, runs: Iterable[RunRecord]) -> None:
        """Read those that were not read as they are now; forget all others."""
        wanted = {run.run_id: run for run in runs}
        new = [run for run_id, run in wanted.items() if _standing(self._asked.get(run_id)) != _standing(run)]
        self._asked = wanted
        self.distributions = {run_id: steps for run_id, steps in self.distributions.items() if run_id in wanted}
        for run in new:
            self.distributions.pop(run.run_id, None)
            self._history.ask(partial(_read, run), partial(self._store, run.run_id), partial(self._fail, run.run_id), self)

    def _store(self, run_id: str, steps: StepDistribution | None) -> None:
        if run_id in self._asked:
            self.distributions[run_id] = steps
            self.changed.emit()

    def _fail(self, run_id: str, error: GpuscopeError) -> None:
        self._store(run_id, None)
        self.failed.emit(error)


def _read(run: RunRecord, store: RunHistory) -> StepDistribution | None:
    try:
        return step_distribution(run, store.steps(run.run_id))
    except UsageError:  # too young to be in the store, or deleted
        return None


def _standing(run: RunRecord | None) -> tuple[object, ...]:
    return () if run is None else (run.state, run.steps)
