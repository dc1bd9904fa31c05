"""A history that answers at once and keeps a list of requests."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from gpuscope.bundles.recording_import import Imported
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.storage.values import StoreSize

Then = Callable[[Any], None] | None
Failed = Callable[[GpuscopeError], None] | None


class FakeHistory(QObject):
    """Stands in for the service; every request fails with ``trouble`` if it is set."""

    runs_changed = Signal(list)
    failed = Signal(object)
    note = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[RunRecord] = []
        self.deleted_count = 0
        self.is_listed = False
        self.store_size = StoreSize(84 * 2**20, 12 * 2**20, 3)
        self.run_bytes: dict[str, int] = {}
        self.trouble: GpuscopeError | None = None
        self.calls: list[tuple[Any, ...]] = []
        self.asked: list[Any] = []
        self.imported = Imported(["cccccccccccc"])

    def _answer(self, result: object, then: Then, failed: Failed) -> None:
        if self.trouble is not None:
            (failed or self.failed.emit)(self.trouble)
        elif then is not None:
            then(result)

    def tell(self, runs: list[RunRecord]) -> None:
        self.runs, self.is_listed = runs, True
        self.runs_changed.emit(runs)

    def refresh(self) -> None:
        self.calls.append(("refresh",))

    def watch(self, on: bool) -> None:
        self.calls.append(("watch", on))

    def edit(
        self,
        run_id: str,
        *,
        name: str | None = None,
        note: str | None = None,
        add_tags: Collection[str] = (),
        remove_tags: Collection[str] = (),
        then: Then = None,
        failed: Failed = None,
        owner: QObject | None = None,
    ) -> None:
        self.calls.append(("edit", run_id, name, note, sorted(add_tags), sorted(remove_tags)))
        self._answer(None, then, failed)

    def delete(self, run_ids: Sequence[str], then: Then = None, failed: Failed = None, owner: QObject | None = None) -> None:
        self.calls.append(("delete", list(run_ids)))
        self._answer(None, then, failed)

    def restore(self, run_ids: Sequence[str], then: Then = None, failed: Failed = None, owner: QObject | None = None) -> None:
        self.calls.append(("restore", list(run_ids)))
        self._answer(None, then, failed)

    def purge(self, then: Then = None, failed: Failed = None, owner: QObject | None = None) -> None:
        self.calls.append(("purge",))
        self.store_size = StoreSize(72 * 2**20, 0, 3)
        self._answer([], then, failed)

    def size(self, then: Then, failed: Failed = None, owner: QObject | None = None) -> None:
        self._answer(self.store_size, then, failed)

    def import_recording(
        self, path: Path, progress: Callable[[float], None], then: Then, failed: Failed = None, owner: QObject | None = None
    ) -> None:
        self.calls.append(("import", path))
        self._answer(self.imported, then, failed)

    def ask(self, work: Callable[[Any], Any], then: Then = None, failed: Failed = None, owner: QObject | None = None) -> None:
        self.asked.append(work)
        if self.trouble is not None:
            self._answer(None, then, failed)
            return
        try:
            result = work(self.store)
        except GpuscopeError as error:
            (failed or self.failed.emit)(error)
        else:
            self._answer(result, then, failed)

    @property
    def store(self) -> "FakeStore":
        return FakeStore(self)


class FakeStore:
    """The store passed to work submitted to the history."""

    def __init__(self, history: FakeHistory) -> None:
        self._history = history

    def run_bytes(self, *, deleted: bool = False) -> dict[str, int]:
        return self._history.run_bytes

    def find_all(self, run_ids: Sequence[str]) -> list[RunRecord]:
        return [next(record for record in self._history.runs if record.run_id == run_id) for run_id in run_ids]

    def find(self, run_id: str) -> RunRecord:
        return self.find_all([run_id])[0]

    def checked(self, record: RunRecord) -> RunRecord:
        return record

    @contextmanager
    def snapshot(self, run_id: str, *, skips_damage: bool = False) -> Iterator["FakeWhole"]:
        yield FakeWhole()


class FakeWhole:
    """A whole run without data."""

    def calls(self) -> list[str]:
        return []

    def series(self) -> list[Any]:
        return []
