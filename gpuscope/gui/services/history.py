"""The runs of the store: list, open, edit, compare, all off the event loop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Signal

from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.services.worker import PATIENCE_S, Failed, Mailbox, Worker, known_error
from gpuscope.system import paths

if TYPE_CHECKING:
    from gpuscope.bundles.recording_import import Imported
    from gpuscope.gui.data.shown_run import ShownRun
    from gpuscope.gui.services.run_listing import RunListing
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.comparison_view import ComparisonView
    from gpuscope.storage.values import StoreSize

_POLL_S = 1.0
"""Runs of other processes appear within a second; an unchanged store costs one cheap check."""
T = TypeVar("T")
Then = Callable[[T], None]


class History(QObject):
    """All runs of one store.

    Signals:
        runs_changed: The runs, live ones first, then newest first, with their true states; the first 200 are sent ahead of the whole list.
        failed: A GpuscopeError: the store cannot be read; :attr:`runs` is unchanged.
        note: A message for the user about how the store is read.

    Attributes:
        runs: The runs as last reported.
        is_listed: Whether they have been reported at all; an empty store is reported once.
        deleted_count: Deleted runs that can be restored.
    """

    runs_changed = Signal(list)
    failed = Signal(object)
    note = Signal(str)

    def __init__(self, store_url: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store_url = store_url
        self.runs: list[RunRecord] = []
        self.deleted_count = 0
        self.is_listed = False
        self._mailbox = Mailbox(self)
        self._worker = Worker("runs", self)
        self._reader: RunHistory | None = None
        self._opening = threading.Lock()
        self._changed = threading.Condition()
        self._is_asked = self._is_watching = self._is_closed = False
        self._thread: threading.Thread | None = None

    def refresh(self) -> None:
        """Reload the list."""
        self._wake(is_asked=True)

    def look(self) -> None:
        """Reload the list if something has changed, and if it has been loaded before."""
        self._wake(is_asked=False)

    def watch(self, on: bool) -> None:
        """Start or stop checking the store and live runs for changes every :data:`_POLL_S`."""
        self._is_watching = on
        self._wake(is_asked=on)

    def close(self) -> None:
        """Finish the changes that the user has requested, and wait for the threads."""
        self._mailbox.close()
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._worker.close()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)
        if self._reader is not None:
            self._reader.close()

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever recorded in the store: no runs are listed, and its folder of runs is empty or missing."""
        if self.runs:
            return False
        with suppress(OSError), os.scandir(paths.runs_folder(self.store_url)) as entries:
            return not any(entries)
        return True

    # One run

    def open_run(self, run_id: str, then: Then[ShownRun], failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Read a run with all its data."""
        self._submit(partial(self._opened, run_id), then, failed, owner)

    def edit(
        self,
        run_id: str,
        *,
        name: str | None = None,
        note: str | None = None,
        add_tags: Collection[str] = (),
        remove_tags: Collection[str] = (),
        then: Then[None] | None = None,
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Change a run's name, note or tags; None leaves a field unchanged."""
        change = partial(self._edited, run_id, name=name, note=note, add_tags=add_tags, remove_tags=remove_tags)
        self._submit(change, then, failed, owner, changes=True)

    def output_lines(self, record: RunRecord, count: int, then: Then[list[str]], owner: QObject | None = None) -> None:
        """Read the last lines of a run's output; empty if it is not on this machine."""

        def work() -> list[str]:
            from gpuscope.recording.run_history import last_lines

            return last_lines(record, count)

        self._submit(work, then, None, owner)

    # Several runs

    def delete(
        self, run_ids: Sequence[str], then: Then[None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Delete runs, all or none; :meth:`restore` undoes it until :meth:`purge`. Live runs are refused."""
        self._submit(partial(self._deleted, list(run_ids)), then, failed, owner, changes=True)

    def restore(
        self, run_ids: Sequence[str], then: Then[None] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Restore deleted runs, all or none."""

        def work() -> None:
            from gpuscope.storage import editing

            editing.restore_runs(self.store_url, list(run_ids))

        self._submit(work, then, failed, owner, changes=True)

    def purge(self, then: Then[list[str]] | None = None, failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Remove all deleted runs and their output permanently, and free the space; ``then`` gets their ids."""
        self._submit(self._purged, then, failed, owner, changes=True)

    def size(self, then: Then[StoreSize], failed: Failed | None = None, owner: QObject | None = None) -> None:
        """Query the store's size on disk."""
        self._submit(lambda: self._store().size(), then, failed, owner)

    def ask(
        self, work: Callable[[RunHistory], T], then: Then[T] | None = None, failed: Failed | None = None, owner: QObject | None = None
    ) -> None:
        """Run a store query that only a single page needs (an export, sort keys)."""
        self._submit(lambda: work(self._store()), then, failed, owner)

    def import_recording(
        self,
        path: Path,
        progress: Callable[[float], None],
        then: Then[Imported],
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Import a run bundle or another program's recording; ``progress`` gets the share done (0 to 1), on another thread."""

        def work() -> Imported:
            from gpuscope.bundles.recording_import import import_recording

            return import_recording(self.store_url, path, progress)

        self._submit(work, then, failed, owner, changes=True)

    def compare(
        self,
        groups: Sequence[tuple[str, Sequence[str]]],
        baseline: str | None,
        energy_unit: str,
        then: Then[ComparisonView],
        failed: Failed | None = None,
        owner: QObject | None = None,
    ) -> None:
        """Compare groups of runs, each (name, ids); ratios are relative to the group ``baseline``, by default the first."""
        self._submit(partial(self._compared, groups, baseline, energy_unit), then, failed, owner)

    # On the worker's thread

    def _opened(self, run_id: str) -> ShownRun:
        from gpuscope.gui.data.shown_run import ShownRun

        store = self._store()
        record = store.find(run_id)
        try:
            return ShownRun.from_store(store, record)
        except UsageError:
            return ShownRun(record)  # not in the store yet

    def _edited(self, run_id: str, *, name: str | None, note: str | None, add_tags: Collection[str], remove_tags: Collection[str]) -> None:
        from gpuscope.storage import editing

        try:
            editing.edit_run(self.store_url, run_id, name=name, note=note, add_tags=add_tags, remove_tags=remove_tags)
        except UsageError:
            if any(record.run_id == run_id for record in self._store().young(())):
                raise UsageError(
                    QCoreApplication.translate("History", "the run is too young to be in the store"),
                    QCoreApplication.translate("History", "Try again in a few seconds."),
                ) from None
            raise

    def _deleted(self, run_ids: list[str]) -> None:
        from gpuscope.storage import editing

        live = [record for record in self._store().find_all(run_ids) if record.state is RunState.RUNNING]
        if live:
            refusal = QCoreApplication.translate("History", "{0} is live and cannot be deleted").format(live[0].name)
            raise UsageError(refusal, QCoreApplication.translate("History", "Stop it first."))
        editing.delete_runs(self.store_url, run_ids)

    def _purged(self) -> list[str]:
        from gpuscope.recording.run_folder import remove_run_folder
        from gpuscope.storage import editing

        return editing.purge(self.store_url, partial(remove_run_folder, self.store_url))

    def _compared(self, groups: Sequence[tuple[str, Sequence[str]]], baseline: str | None, energy_unit: str) -> ComparisonView:
        from gpuscope.analysis.comparison import compare
        from gpuscope.analysis.group import Group
        from gpuscope.reports.comparison_view import ComparisonView

        store = self._store()
        compared = compare([Group(name, tuple(store.find_all(run_ids))) for name, run_ids in groups], baseline)
        return ComparisonView(compared, energy_unit).worked_out()

    # On either thread

    def _submit(
        self, function: Callable[[], T], then: Then[T] | None, failed: Failed | None, owner: QObject | None, *, changes: bool = False
    ) -> None:
        def answer(result: T) -> None:
            if changes:
                self.refresh()
            if then is not None:
                then(result)

        self._worker.submit(function, answer, failed or self.failed.emit, owner, lasting=changes)

    def _store(self) -> RunHistory:
        from gpuscope.recording.run_history import RunHistory

        with self._opening:
            if self._reader is None:
                self._reader = RunHistory(self.store_url)
            return self._reader

    # The list

    def _wake(self, *, is_asked: bool) -> None:
        with self._changed:
            self._is_asked |= is_asked
            self._changed.notify()
            if self._thread is None and is_asked and not self._is_closed:  # a timer may ask after the end
                self._thread = threading.Thread(target=self._list_on, name="list of runs", daemon=True)
                self._thread.start()

    def _list_on(self) -> None:
        listing, trouble = None, None
        while (is_asked := self._next_poll()) is not None:
            try:
                listing = listing or self._listing()
                listing.refresh(self._store(), whole=is_asked, anew=trouble is not None)
                trouble = None
            except Exception as error:  # noqa: BLE001 - reported to the user; a bug is also logged
                if trouble is None or is_asked or str(error) != str(trouble):
                    self._mailbox.post(partial(self.failed.emit, known_error(error)))
                trouble = error

    def _listing(self) -> RunListing:
        from gpuscope.gui.services.run_listing import RunListing

        return RunListing(self.store_url, self._publish)

    def _next_poll(self) -> bool | None:
        """Wait until the list is due; return whether a refresh was requested, None when closed."""
        with self._changed:
            if not self._is_asked and not self._is_closed:
                self._changed.wait(_POLL_S if self._is_watching else None)
            is_asked, self._is_asked = self._is_asked, False
            return None if self._is_closed else is_asked

    def _publish(self, runs: list[RunRecord], deleted_count: int, notes: Sequence[str]) -> None:
        def publish() -> None:
            self.runs, self.deleted_count, self.is_listed = runs, deleted_count, True
            self.runs_changed.emit(runs)
            for text in notes:
                self.note.emit(text)

        self._mailbox.post(publish)
