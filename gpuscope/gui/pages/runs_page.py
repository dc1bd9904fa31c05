"""The Runs page: the list of recorded runs, and the details of an opened run."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.engine_texts import composed_text, engine_text, record_name, with_capital
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.runs import run_actions
from gpuscope.gui.pages.runs.run_columns import one_line, origin_text, started_text
from gpuscope.gui.pages.runs.run_commands import RunCommands
from gpuscope.gui.pages.runs.run_details import RunDetails
from gpuscope.gui.pages.runs.run_files import RunImport
from gpuscope.gui.pages.runs.run_list import ActionButton, RunList
from gpuscope.gui.pages.runs.run_row import RunRow, reading_of_numbers, standing_of
from gpuscope.gui.pages.runs.run_table import RunTableModel
from gpuscope.gui.run_view.next_steps import NextSteps
from gpuscope.gui.tables.column import counted_text
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ChartExport
from gpuscope.gui.widgets.first_choices import page_of
from gpuscope.gui.widgets.menus import open_menu
from gpuscope.gui.widgets.page_stack import PageStack

if TYPE_CHECKING:
    from gpuscope.gui.data.shown_run import ShownRun
    from gpuscope.gui.services.history import History
    from gpuscope.gui.services.live_runs import LiveRuns
    from gpuscope.gui.services.run_starter import RunStarter
    from gpuscope.gui.services.user_settings import UserSettings
    from gpuscope.storage.values import StoreSize

_LIVE_EVERY_MS = 1_000
"""Refresh interval of live rows, which show whole seconds."""
_AT_REST_S = 3.0
"""Time without a movement after which the mouse is taken to rest: the user looks, and would miss a run that is held back."""
_SIZE_AFTER_MS = 300
"""Delay after the last change of the list, so that a burst of changes reads the store's size once."""
_OUTPUT_LINES = 2_000
"""Output lines shown of an opened run, more than 20 screens; the file in the run's folder has all of them."""


class RunsPage(Page):
    """The list of runs, or an opened run in its place.

    Args:
        history: The runs of the store.
        live_runs: The runs being recorded on this machine.
        starter: Knows what can be run here; None leaves the check to the Run page.
    """

    name = "runs"

    def __init__(self, theme: Theme, history: History, live_runs: LiveRuns, settings: UserSettings, starter: RunStarter | None) -> None:
        super().__init__(theme)
        self._history, self._live_runs = history, live_runs
        self._opened: RunRecord | None = None
        self._wanted_run: str | None = None
        self._place = 0
        self._held: frozenset[str] = frozenset()  # ids of runs that would move the rows under the mouse
        self._pointer = (QPoint(), 0.0)  # last place of the mouse, and when it came there
        self._was_listed = self._is_listed = self._is_sized = self._is_in_trouble = False
        self._deleted_bytes = (0, 0)
        self.model = RunTableModel(self)
        self._settings = settings
        settings.energy_changed.connect(self._show_energy_unit)
        self.list = RunList(theme, self.model)
        self.next_steps = NextSteps(theme, history, starter)
        self.details = RunDetails(theme, settings, self.next_steps)
        self.charts = ChartExport(theme, history, self.notice, self)
        strips = self.details.run_view.strips
        self.charts.offer_strips(strips.stack)
        strips.add_actions(self.charts.button(strips.stack))
        self.commands = RunCommands(theme, history, self.model, self.notice, self)
        self.import_ = RunImport(history, self.notice, self)
        self._stack = PageStack()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.details)
        self.set_body(self._stack)
        self.notice.stay_above(self.list.store_bar, self.details.run_view.log)
        self.notice.stay_left_of_values(strips.stack)
        self.notice.let_scroll(self.list.table)
        self._add_header_actions()
        self._timer = QTimer(self, interval=_LIVE_EVERY_MS)
        self._size_timer = QTimer(self, interval=_SIZE_AFTER_MS, singleShot=True)
        self._connect()
        self._show_list_header()

    def _add_header_actions(self) -> None:
        actions = self.list.actions_
        self._list_actions = [
            ActionButton(self.theme, actions.action(run_actions.OPEN), "open", ""),
            ActionButton(self.theme, actions.action(run_actions.RACE), "start", ""),
            ActionButton(self.theme, actions.action(run_actions.COMPARE), "compare", "main"),
        ]
        self._again = Button(self.theme, self.tr("Run again"), "", "again", clicked=lambda: self._do_with_opened(run_actions.AGAIN))
        self._more = Button(self.theme, "", "", "more", self.tr("More actions"), clicked=self._open_more)
        self.header.add_actions(*self._list_actions, self._again, self._more)
        for action_button in self._list_actions:
            action_button.show_text(True)

    def _connect(self) -> None:
        self._history.runs_changed.connect(self._on_runs_read)
        self._history.failed.connect(self._on_failure)
        self._history.note.connect(self._show_note)
        self._timer.timeout.connect(self._tick)
        self._size_timer.timeout.connect(self._ask_size)
        self.list.first_chosen.connect(lambda choice: self.wanted.emit(*page_of(choice)))
        self.list.import_wanted.connect(self.import_.ask_which)
        self.list.dropped.connect(self.import_.import_paths)
        self.import_.opened.connect(self.show_item)
        self.list.table.opened.connect(self.open_row)
        self.list.table.drag_cancelled.connect(lambda: self.wanted.emit(self.name, None))  # return from the page that the drag had opened
        self.list.actions_.wanted.connect(self._do_with_selected)
        self.list.store_bar.thin_out_wanted.connect(self.commands.thin_out)
        self.list.store_bar.purge_wanted.connect(self.commands.purge)
        self.list.store_bar.restore_wanted.connect(self.commands.restore_all)
        self.list.retry_wanted.connect(self._history.refresh)
        self.commands.wanted.connect(self.wanted)
        self.commands.opened.connect(self.open_row)
        self.commands.deleted.connect(self._leave_deleted)
        self.commands.described.connect(self.list.table.columns.reveal)
        self.commands.changed.connect(self._size_timer.start)
        self.next_steps.wanted.connect(self.wanted)
        self.details.left.connect(self.show_list)
        self.model.counted.connect(self._show_list_header)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._find)
        QShortcut(QKeySequence("Ctrl+I"), self, self.import_.ask_which)

    def _show_energy_unit(self) -> None:
        self.model.set_energy_unit(self._settings.known.energy_unit)

    def _show_note(self, text: str) -> None:
        self.notice.show_text(composed_text(with_capital(text) + "."), "warn")

    # Page interface

    def activated(self) -> None:
        """Refresh the list, and start polling for changes."""
        if self._history.is_listed and not self._is_listed:
            self._on_runs_read(self._history.runs)
        self._history.watch(True)
        self._timer.start()
        if self._opened is not None:
            self.details.start()
        self._update_live_rows()

    def deactivated(self) -> None:
        """Stop polling."""
        self._history.watch(False)
        self._timer.stop()
        self.details.stop()

    def show_item(self, item: object) -> None:
        """Open the run with that id, or import a list of files and folders."""
        if isinstance(item, list):
            self.import_.import_paths(item)
        elif isinstance(item, str):
            row = self.model.find(item)
            if row is None:
                self._read(item)
            else:
                self.open_row(row)

    def go_back(self) -> bool:
        """Return from an opened run to the list."""
        is_open = self._opened is not None
        if is_open:
            self.show_list()
        return is_open

    def is_ready(self) -> bool:
        """Whether the list, and an opened run, is drawn."""
        return self._is_listed and self._is_sized and (self._stack.currentWidget() is self.list or self.details.is_ready())

    def memory(self) -> dict[str, object]:
        """Return the list's sort order and columns, and the state of the details view."""
        return {**self.list.table.memory(), "tab": self.details.tab, "view": self.details.run_view.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore what :meth:`memory` returned."""
        self.list.table.recall(memory)
        tab, view = memory.get("tab"), memory.get("view")
        if isinstance(tab, int):
            self.details.choose_tab(tab)
        if isinstance(view, dict):
            self.details.run_view.recall(view)

    # The list

    def _on_runs_read(self, records: list[RunRecord]) -> None:
        if self._is_in_trouble:
            self._is_in_trouble = False
            self.notice.clear()
        self._is_listed = True
        self._held = self._held_back(records)
        self.model.set_runs(record for record in records if record.run_id not in self._held)
        self._update_live_rows()
        self.list.show_runs()
        self._read_numbers()
        self._follow_opened()
        self._size_timer.start()

    def _held_back(self, records: Sequence[RunRecord]) -> frozenset[str]:
        """Return the runs begun meanwhile that are to be listed later: at the top, they would move the rows under the mouse."""
        if not self.model.rows or not self._is_pointed_at():
            return frozenset()
        new = (record for record in records if self.model.find(record.run_id) is None)
        return frozenset(record.run_id for record in new if record.state is RunState.RUNNING or record.run_id in self._held)

    def _is_pointed_at(self) -> bool:
        """Return whether the mouse moves over the rows."""
        place, rows = QCursor.pos(), self.list.table.viewport()
        if place != self._pointer[0]:
            self._pointer = place, time.monotonic()
        is_over = rows.isVisible() and rows.rect().contains(rows.mapFromGlobal(place))
        return is_over and time.monotonic() - self._pointer[1] < _AT_REST_S

    def _tick(self) -> None:
        if not self._is_pointed_at() and self._held:
            self._on_runs_read(self._history.runs)
        self._update_live_rows()

    def _read_numbers(self) -> None:
        records = [row.record for row in self.model.without_numbers() if not row.is_live]
        if records:
            self._history.ask(reading_of_numbers(records), self.model.set_numbers, None, self)

    def _on_failure(self, error: GpuscopeError) -> None:
        self._is_listed = self._is_sized = self._is_in_trouble = True
        self.notice.show_error(error)
        self.list.show_trouble()

    def _update_live_rows(self) -> None:
        """Update the live rows if any of them is in view."""
        if self._live_runs.runs and self.list.table.live_are_seen():
            self.model.set_standings({live.run_id: standing_of(live) for live in self._live_runs.runs})

    def _show_list_header(self) -> None:
        if self._opened is not None:
            return
        shown, count = len(self.model.shown), len(self.model.rows)
        self.header.set_title(self.tr("Runs"), counted_text(shown, count) if count else "")
        self.header.set_state(None)
        self._show_actions()

    def _show_actions(self) -> None:
        is_open = self._opened is not None
        for button in self._list_actions:
            button.setVisible(not is_open and len(self.model.rows) > 0)
        self._again.setVisible(self._opened is not None and (self._opened.origin is None or not self._opened.origin.is_foreign))
        self._more.setVisible(is_open)

    def _ask_size(self) -> None:
        count = self._history.deleted_count
        if count and count != self._deleted_bytes[0]:
            self._history.ask(
                lambda store: sum(store.run_bytes(deleted=True).values()), lambda size: self._show_deleted_size(count, size), None, self
            )
        elif not count:
            self._deleted_bytes = (0, 0)
        self._history.size(self._show_size, self._on_failure, self)

    def _show_deleted_size(self, count: int, size: int) -> None:
        self._deleted_bytes = (count, size)

    def _show_size(self, size: StoreSize) -> None:
        self._is_sized = True
        count, deleted_bytes = self._deleted_bytes
        self.list.store_bar.show_store(size.runs, size.file_bytes, size.reusable_bytes + deleted_bytes, count)

    def _do_with_selected(self, action: str) -> None:
        if action == run_actions.RENAME:
            self.list.table.rename()
        else:
            rows = self.list.rows
            self._place = (rows and self.model.place_of(rows[0].run_id)) or 0
            self.commands.do(action, rows)

    def _find(self) -> None:
        if self._opened is not None:
            self.show_list()
        self.list.focus_filter()

    # An opened run

    def open_row(self, row: RunRow) -> None:
        """Open a live run on the Run page, or a recorded run here."""
        if row.is_live:
            self.wanted.emit("run", row.run_id)
            return
        self._was_listed = True
        self._show_opened(row.record)
        self.details.show_data(None)
        self._stack.setCurrentWidget(self.details)
        self._read(row.run_id)

    def _read(self, run_id: str) -> None:
        self._wanted_run = run_id
        self._history.open_run(run_id, partial(self._show_run, run_id), partial(self._show_unreadable, run_id), self)

    def _show_run(self, run_id: str, data: ShownRun) -> None:
        record = data.record
        if record is None or self._wanted_run != run_id:
            return  # the user has moved on in the meantime
        self._was_listed = True  # every later list contains the run unless it is deleted
        self._show_opened(record)
        self.details.show_data(data)
        self._stack.setCurrentWidget(self.details)
        if self.isVisible():
            self.details.start()
        self._history.output_lines(record, _OUTPUT_LINES, partial(self._show_output, data), self)

    def _show_output(self, data: ShownRun, lines: list[str]) -> None:
        if self.details.data is data:  # the user has not moved on in the meantime
            self.details.set_output(lines)

    def _show_unreadable(self, run_id: str, error: GpuscopeError) -> None:
        if self._wanted_run != run_id:
            return
        row = self.model.find(run_id)
        if row is not None and row.record.state is RunState.DAMAGED:
            from gpuscope.gui.data.shown_run import ShownRun

            self._show_run(run_id, ShownRun(row.record))  # the readings are unreadable, so show what the list has
        else:
            self.show_list()
        self.notice.show_error(error)

    def _show_opened(self, record: RunRecord) -> None:
        self._opened = record
        self.header.set_title(one_line(record_name(record)), _setting_text(record))
        self.header.set_state(record.state)
        self.details.show_description(record.tags, record.note)
        self._show_actions()

    def show_list(self) -> None:
        """Return to the list, with the opened run selected."""
        opened, self._opened = self._opened, None
        self._was_listed, self._wanted_run = False, None
        self.details.stop()
        self.details.show_data(None)
        self._stack.setCurrentWidget(self.list)
        self._show_list_header()
        if opened is not None:
            self.list.table.choose_run(opened.run_id)
            self.list.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow_opened(self) -> None:
        """Update the opened run after it was renamed, or report that it was deleted."""
        if self._opened is None:
            return
        row = self.model.find(self._opened.run_id)
        if row is not None:
            self._was_listed = True
            self._show_opened(row.record)
        elif self._was_listed:
            self._was_listed = False
            run_id = self._opened.run_id
            text = self.tr("This run was deleted. It can be viewed until it is closed.")
            self.notice.show_text(text, "warn", self.tr("Bring it back"), lambda: self._bring_back(run_id))

    def _bring_back(self, run_id: str) -> None:
        def gone(error: GpuscopeError) -> None:
            self.notice.show_text(self.tr("It is gone: {0}.").format(error.message), "warn")

        self._history.restore([run_id], lambda _: self.notice.show_done(self.tr("The run is back.")), gone, self)

    def _leave_deleted(self, run_ids: list[str]) -> None:
        if self._opened is None:
            self.list.table.choose_place(self._place)
            if not isinstance(self.focusWidget(), QLineEdit):  # the bin, disabled for a moment, has passed the focus on to Import
                self.list.table.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._opened.run_id in run_ids:
            self.show_list()

    def _opened_row(self) -> RunRow | None:
        if self._opened is None:
            return None
        return self.model.find(self._opened.run_id) or RunRow(self._opened)

    def _do_with_opened(self, action: str) -> None:
        row = self._opened_row()
        if row is not None:
            self.commands.do(action, [row])

    def _open_more(self) -> None:
        """Open the menu of further actions on the opened run."""
        open_menu(self.list.actions_.menu_for_opened(self._more, self._do_with_opened), self._more)


def _setting_text(record: RunRecord) -> str:
    """Return a short description of the settings, start time and origin of a run."""
    spec = record.spec
    parts = [] if spec.is_command else [spec.workload, engine_text(spec.task), spec.device, spec.precision]
    if not spec.is_command and spec.batch_size is not None:
        parts.append(QCoreApplication.translate("RunsPage", "batch {0}").format(figures.figure(spec.batch_size, "1")))
    parts += spec.changes
    parts.append(started_text(record.started_at, datetime.now().astimezone()))
    return " · ".join([*parts, *([] if record.origin is None else [origin_text(record.origin)])])
