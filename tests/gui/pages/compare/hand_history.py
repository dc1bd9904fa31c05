"""A history that answers when a test tells it to."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Signal

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.run import RunRecord
from gpuscope.gui.turns import turns
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.system import paths
from tests.gui.turn_hands import finish_turns


class HandStore:
    """The runs of a history, with readings that are missing or unreadable."""

    def __init__(self, runs: Iterable[RunRecord]) -> None:
        self.runs = {one.run_id: one for one in runs}
        self.unreadable: dict[str, GpuscopeError] = {}

    def find(self, named: str) -> RunRecord:
        found = [one for run_id, one in self.runs.items() if run_id.startswith(named)]
        if len(found) != 1:
            raise UsageError(f"there is no run {named}", "Name another.")
        return found[0]

    def find_all(self, named: Iterable[str]) -> list[RunRecord]:
        return [self.find(one) for one in named]

    def checked(self, record: RunRecord) -> RunRecord:
        return record

    def device_series(self, run_id: str) -> Any:
        raise UsageError("no readings")

    def events(self, run_id: str, kinds: Any) -> Any:
        raise UsageError("no readings")

    @contextmanager
    def snapshot(self, run_id: str, *, skips_damage: bool = False) -> Iterator[Any]:
        raise self.unreadable.get(run_id, UsageError("no readings"))
        yield


class HandHistory(QObject):
    """Queues requests until :meth:`answer` answers them."""

    is_new = False

    runs_changed = Signal(list)
    failed = Signal(object)

    def __init__(self, runs: Iterable[RunRecord] = ()) -> None:
        super().__init__()
        self.store = HandStore(runs)
        self.store_url = paths.default_store_url()
        self.watching: list[bool] = []
        self.refreshes = 0
        self._asked: deque[Callable[[], None]] = deque()

    @property
    def runs(self) -> list[RunRecord]:
        return list(self.store.runs.values())

    def change(self, *runs: RunRecord, gone: Sequence[str] = ()) -> None:
        """Change the contents of the store, and emit ``runs_changed``."""
        self.store.runs |= {one.run_id: one for one in runs}
        for run_id in gone:
            del self.store.runs[run_id]
        self.runs_changed.emit(self.runs)

    def watch(self, on: bool) -> None:
        self.watching.append(on)

    def refresh(self) -> None:
        self.refreshes += 1

    def ask(self, work: Callable[[Any], Any], then: Any = None, failed: Any = None, owner: Any = None) -> None:
        self._submit(lambda: work(self.store), then, failed, owner)

    def compare(self, groups: Any, baseline: str | None, unit: str, then: Any, failed: Any = None, owner: Any = None) -> None:
        def work() -> ComparisonView:
            return ComparisonView(compare([Group(name, tuple(self.store.find_all(ids))) for name, ids in groups], baseline), unit)

        self._submit(work, then, failed, owner)

    def _submit(self, work: Callable[[], Any], then: Any, failed: Any, owner: QObject | None) -> None:
        def answer() -> None:
            call, told = then, None
            try:
                told = work()
            except GpuscopeError as error:
                call, told = failed, error
            if owner is None or shiboken6.isValid(owner):
                call(told)

        self._asked.append(answer)

    def answer(self) -> None:
        """Answer all requests, including those made meanwhile, and let what waits for a turn of the event loop have it."""
        while self._asked or turns()._work:
            if self._asked:
                self._asked.popleft()()
            else:
                finish_turns()

    def answer_one(self, *, last: bool = False) -> None:
        """Answer the oldest request, or the newest."""
        (self._asked.pop if last else self._asked.popleft)()()
