"""The user's commands on runs: confirmed here, executed by the history, reported in the page's notice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.run_columns import one_line
from gpuscope.gui.pages.runs.run_dialogs import CommandQuestion, NoteDialog, PurgeQuestion, TagsDialog
from gpuscope.gui.pages.runs.run_files import RunExport
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.pages.runs.run_table import RunTableModel, oldest_first
from gpuscope.gui.pages.runs.thin_out_dialog import ThinOutDialog
from gpuscope.gui.run_view.next_steps import WantedAgain, WantedForm
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.question_dialog import NameDialog, QuestionDialog
from gpuscope.gui.widgets.run_drag import ADD
from gpuscope.gui.widgets.undo_stack import Change, UndoStack

if TYPE_CHECKING:
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.storage.values import StoreSize

_SHORT = 60
"""Maximum length of a name in a sentence, in characters."""
_MANY = 100
"""Number of runs above which a deletion takes long enough to be announced."""
_DELETION = "deletion"
"""Kind of the changes that can no longer be undone once deleted runs are purged."""
Rows = Sequence[RunRow]


class RunCommands(QObject):
    """Executes actions on runs.

    Args:
        history: Executes the commands.
        model: Shows changes before the store confirms them.
        notice: Shows the results.
        page: Parent of the dialogs.

    Attributes:
        export: Writes files.
        changes: The undoable changes.
        wanted: Requests another page: its name, and the item to show.
        opened: The user wants to open a run; carries its row.
        deleted: Runs were deleted; carries their ids.
        changed: The disk space of the store has changed.
        described: Tags or a note were saved; carries the key of the column that shows them.
        dialog: The open dialog, or None.
    """

    wanted = Signal(str, object)
    opened = Signal(object)
    deleted = Signal(list)
    changed = Signal()
    described = Signal(str)

    def __init__(self, theme: Theme, history: History, model: RunTableModel, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._theme, self._history, self._model, self._notice, self._page = theme, history, model, notice, page
        self.dialog: QuestionDialog | None = None
        self.export = RunExport(history, notice, page)
        self.changes = UndoStack(page)
        self.changes.undone.connect(notice.show_done)
        self._commands: dict[str, Callable[[Rows], None]] = {
            run_actions.OPEN: lambda rows: self.opened.emit(rows[0]),
            run_actions.COMPARE: lambda rows: self.wanted.emit("compare", oldest_first(rows)),
            run_actions.ADD: lambda rows: self.wanted.emit("compare", (ADD, oldest_first(rows))),
            run_actions.RACE: lambda rows: self.wanted.emit("race", oldest_first(rows)),
            run_actions.PROFILE: lambda rows: self.wanted.emit("profile", oldest_first(rows)),
            run_actions.AGAIN: self._run_again,
            run_actions.FORM: lambda rows: self.wanted.emit("run", WantedForm(rows[0].record)),
            run_actions.RENAME: self._ask_name,
            run_actions.TAGS: self._ask_tags,
            run_actions.NOTE: self._ask_note,
            run_actions.SAMPLES: lambda rows: self.export.ask_samples(rows[0].run_id),
            run_actions.NUMBERS: lambda rows: self.export.ask_numbers([row.run_id for row in rows]),
            run_actions.BUNDLE: lambda rows: self.export.ask_bundle([row.run_id for row in rows]),
            run_actions.COPY_ID: self._copy_ids,
            run_actions.DELETE: self.delete,
        }
        model.renamed.connect(self._rename)

    def do(self, action: str, rows: Rows) -> None:
        """Execute an action on the given runs."""
        if rows:
            self._commands[action](rows)

    def _open(self, dialog: QuestionDialog, agreed: Callable[[], None]) -> None:
        """Open a dialog; ``agreed`` decides when to close it, so that typed text survives an error."""
        self.dialog = dialog
        dialog.agreed.connect(agreed)
        dialog.finished.connect(lambda: setattr(self, "dialog", None))
        dialog.open()

    # Another page

    def _run_again(self, rows: Rows) -> None:
        """Repeat a run; for an imported run, show its whole command first."""
        record = rows[0].record
        spec, origin = record.spec, record.origin
        if origin is None:
            self.wanted.emit("run", WantedAgain(record))
            return
        if origin.is_foreign:
            self._notice.show_text(self.tr("Recorded by {0}: it cannot be run again.").format(origin.tool), "warn")
            return
        command = spec.command if spec.is_command else ("gpuscope", *spec.command_line())
        question = CommandQuestion(self._theme, command, origin, self._page)

        def agreed() -> None:
            question.accept()
            self.wanted.emit("run", WantedForm(record))

        self._open(question, agreed)

    # Names, tags, notes

    def _rename(self, run_id: str, name: str) -> None:
        """Save a name that the list already shows."""
        before = next((record.name for record in self._history.runs if record.run_id == run_id), name)

        def renamed(_: None) -> None:
            self._model.settle_name(run_id)
            self._push_name(run_id, before)

        def failed(error: GpuscopeError) -> None:
            self._model.settle_name(run_id, before)
            self._notice.show_error(error)

        self._history.edit(run_id, name=name, then=renamed, failed=failed, owner=self)

    def _ask_name(self, rows: Rows) -> None:
        before, shown = rows[0].record.name, record_name(rows[0].record)
        dialog = NameDialog(self._theme, self.tr("Rename the run"), self.tr("Rename"), shown, parent=self._page)
        run_id = rows[0].run_id

        def renamed(_: None) -> None:
            dialog.accept()
            self._push_name(run_id, before)

        def agreed() -> None:
            name = before if dialog.text == shown else dialog.text  # a default name is shown in the window's language
            self._history.edit(run_id, name=name, then=renamed, failed=dialog.show_trouble, owner=dialog)

        self._open(dialog, agreed)

    def _push_name(self, run_id: str, before: str) -> None:
        def undo() -> None:
            self._history.edit(run_id, name=before, failed=self._notice.show_error, owner=self)

        self.changes.push(Change(self.tr("The run has its earlier name again."), undo))

    def _ask_note(self, rows: Rows) -> None:
        record = rows[0].record
        dialog = NoteDialog(self._theme, one_line(record_name(record)), record.note, self._page)

        def undo() -> None:
            self._history.edit(record.run_id, note=record.note, failed=self._notice.show_error, owner=self)

        def noted(_: None) -> None:
            dialog.accept()
            self.changes.push(Change(self.tr("The note is as it was."), undo))
            self.described.emit("note")

        def agreed() -> None:
            self._history.edit(record.run_id, note=dialog.text, then=noted, failed=dialog.show_trouble, owner=dialog)

        self._open(dialog, agreed)

    def _ask_tags(self, rows: Rows) -> None:
        dialog = TagsDialog(self._theme, [row.record.tags for row in rows], self._model.tags(), self._page)
        before = {row.run_id: row.record.tags for row in rows}

        def agreed() -> None:
            added, removed = dialog.added, dialog.removed
            waiting = set(before)
            for run_id in before:

                def kept(_: None, run_id: str = run_id) -> None:
                    waiting.discard(run_id)
                    if not waiting:
                        dialog.accept()
                        self._push_tags(before, added, removed)
                        self.described.emit("tags")

                self._history.edit(run_id, add_tags=added, remove_tags=removed, then=kept, failed=dialog.show_trouble, owner=dialog)

        self._open(dialog, agreed)

    def _push_tags(self, before: Mapping[str, Sequence[str]], added: Collection[str], removed: Collection[str]) -> None:
        """Push an undo that removes tags new to a run and restores those that were removed."""

        def undo() -> None:
            for run_id, tags in before.items():
                taken, given = set(removed) & set(tags), set(added) - set(tags)
                self._history.edit(run_id, add_tags=taken, remove_tags=given, failed=self._notice.show_error, owner=self)

        self.changes.push(Change(self.tr("The tags are as they were."), undo))

    # Deletion

    def delete(self, rows: Rows) -> None:
        """Delete runs, with an undo; refuse if any of them is live."""
        live = [row for row in rows if row.is_live]
        if live:
            text = self.tr("{0} is live and cannot be deleted. Stop it first.")
            self._notice.show_text(text.format(_quoted(live[0])), "warn")
            return
        self._delete([row.run_id for row in rows], _quoted(rows[0]) if len(rows) == 1 else "")

    def _delete(self, run_ids: Sequence[str], name: str = "", dialog: ThinOutDialog | None = None) -> None:
        def deleted(_: None) -> None:
            if dialog is not None:
                dialog.accept()
            self._model.drop(set(run_ids))
            text = self.tr("{0} is deleted.").format(name) if name else self.tr("{0} runs are deleted.").format(_count(run_ids))
            change = Change("", lambda: self.restore(run_ids), _DELETION)
            self.changes.push(change)
            self._notice.show_text(text, action=self.tr("Undo"), act=lambda: self.changes.undo(change))
            self.deleted.emit(list(run_ids))
            self.changed.emit()

        if len(run_ids) > _MANY:
            self._notice.show_text(self.tr("Deleting {0} runs …").format(_count(run_ids)))
        self._history.delete(run_ids, deleted, self._notice.show_error if dialog is None else dialog.show_trouble, dialog or self)

    def restore(self, run_ids: Sequence[str]) -> None:
        """Restore deleted runs."""

        def restored(_: None) -> None:
            text = self.tr("The run is back.") if len(run_ids) == 1 else self.tr("{0} runs are back.").format(_count(run_ids))
            self._notice.show_done(text)
            self.changed.emit()

        self._history.restore(run_ids, restored, self._notice.show_error, self)

    def restore_all(self) -> None:
        """Restore all deleted runs."""
        self._history.ask(_deleted_runs, self.restore, self._notice.show_error, self)

    def thin_out(self) -> None:
        """Ask which runs are no longer needed, and delete them, with an undo."""
        dialog = ThinOutDialog(self._theme, list(self._model.rows), self._page)
        self._history.ask(lambda store: store.run_bytes(), dialog.set_sizes, dialog.show_trouble, dialog)
        self._open(dialog, lambda: self._delete(dialog.run_ids, dialog=dialog))

    def purge(self) -> None:
        """Remove deleted runs permanently after confirmation, and free their space."""

        def sized(sizes: dict[str, int]) -> None:
            if not sizes:
                self._purge()
                return
            question = PurgeQuestion(self._theme, len(sizes), sum(sizes.values()), self._page)

            def agreed() -> None:
                question.accept()
                self._purge()

            self._open(question, agreed)

        self._history.ask(lambda store: store.run_bytes(deleted=True), sized, self._notice.show_error, self)

    def _purge(self) -> None:
        self._history.size(self._purge_from, self._notice.show_error, self)

    def _purge_from(self, before: StoreSize) -> None:
        def sized_again(after: StoreSize) -> None:
            freed = figures.figure(max(0, before.file_bytes - after.file_bytes), "B")
            self._notice.show_done(self.tr("{0} were freed.").format(freed))
            self.changed.emit()

        def purged(_: list[str]) -> None:
            self.changes.settle(_DELETION)
            self._history.size(sized_again, self._notice.show_error, self)

        self._notice.show_text(self.tr("Removing what was deleted …"))
        self._history.purge(purged, self._notice.show_error, self)

    def _copy_ids(self, rows: Rows) -> None:
        QGuiApplication.clipboard().setText("\n".join(row.run_id for row in rows))


def _deleted_runs(store: RunHistory) -> list[str]:
    from gpuscope.storage.editing import deleted_runs  # imports the store; runs on the history's thread

    return deleted_runs(store.url)


def _quoted(row: RunRow) -> str:
    name = one_line(record_name(row.record))
    return f"“{name if len(name) <= _SHORT else name[: _SHORT - 1] + '…'}”"


def _count(run_ids: Sequence[str]) -> str:
    return figures.figure(len(run_ids), "1")
