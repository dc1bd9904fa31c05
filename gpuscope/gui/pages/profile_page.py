"""The Profile page: profiler recordings of a run, or of any program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFileDialog, QMenu, QStackedWidget

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.runspec import RunSpec
from gpuscope.gui import icons
from gpuscope.gui.engine_texts import with_capital
from gpuscope.gui.fonts import legible
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.profile.memory_pane import MemoryBody
from gpuscope.gui.pages.profile.profile_body import ProfileBody, Searched
from gpuscope.gui.pages.profile.profile_parts import DIFFERENCE, ShownProfile
from gpuscope.gui.pages.profile.timeline_pane import TimelinePane
from gpuscope.gui.pages.runs.run_columns import started_text
from gpuscope.gui.services.history import History
from gpuscope.gui.services.opened_profiles import Opened, OpenedMemory, OpenedProfile, OpenedProfiles
from gpuscope.gui.services.profile_reading import ProfiledRun, ProfileReading, items_of
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, keeps_its_place, menu_text
from gpuscope.gui.widgets.chart_export import ChartExport
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.menus import escaped, open_menu
from gpuscope.reports.profile_table import ProfileTable

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory

_LONGEST = 60
"""Maximum length of a run's name in the menu, in characters."""
_WIDEST_CHOICE = grown(300)
"""Maximum width of the list of profiles in pixels; the title has the whole names."""
_SHORT_ID = 6
"""Characters of a run's id, as `gpuscope runs` prints them."""
_FIRST_SPEC = RunSpec("mnist-mlp", steps=300, profile="steps=100:110")
_RECORDING = "gpuscope run --profile steps=100:110 …"
"""Spec that "Profile a run" fills into the form: the smallest workload, with ten steps profiled."""


class ProfilePage(Page):
    """Shows profiles of runs and trace files; :meth:`show_item` accepts a run id, a file path, or a list of these.

    Args:
        history: Provides the runs and writes files.
        starter: Knows what this machine can run; None leaves that check to the Run page.
    """

    name: ClassVar[str] = "profile"

    def __init__(self, theme: Theme, history: History, starter: RunStarter | None = None) -> None:
        super().__init__(theme)
        self._items: tuple[str, ...] = ()
        self._opened = OpenedProfiles(())
        self._kept_runs: list[ProfiledRun] = []
        self._is_reading = self._is_recalled = self._keeps_tab = False
        self.reading = ProfileReading(history, self)
        self.export = FileExport(history, self.notice, self)
        self.charts = ChartExport(theme, history, self.notice, self)
        self.dialog: QFileDialog | None = None
        self.menu: QMenu | None = None
        self._folder = ""
        self.body = ProfileBody(theme, self.reading, starter)
        self.empty = EmptyState(theme)
        self.example = Button(theme, self.tr("Profile a run"), "link", clicked=lambda: self.wanted.emit("run", _FIRST_SPEC))
        self.example.setToolTip(self.tr("Fill the form of the Run page with a small run and ten steps to profile"))
        self.newest = Button(theme, "", "link", clicked=lambda: self.open_items((self._kept_runs[0].run_id,)))
        self.others = Button(theme, self.tr("Open another profile…"), "link", clicked=lambda: self._offer(self.others))
        for link in (self.newest, self.others):
            link.hide()
            keeps_its_place(link)
        for link in (self.example, self.newest, self.others):
            self.empty.add_below(link)
        self.open = Button(theme, self.tr("Open…"), "", "folder", clicked=lambda: self._offer(self.open))
        self.open.setToolTip(self.tr("Open a trace of torch.profiler, or several ranks of one job (Ctrl+O)"))
        self.against = Button(theme, self.tr("Compare with…"), "", "compare", clicked=self._offer_others)
        self.against.setToolTip(self.tr("Compare this profile with another: what is new, gone, faster, slower"))
        self.against.hide()
        self.chooser = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.chooser.setMaximumWidth(_WIDEST_CHOICE)
        self.chooser_label = label(self.tr("Shown"), "muted")
        self.chooser_label.setBuddy(self.chooser)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.body)
        self.memory_body = MemoryBody(theme)
        self._stack.addWidget(self.memory_body)
        self.set_body(self._stack)
        self.header.insert_beside_title(self.chooser)
        self.header.insert_beside_title(self.chooser_label)
        self.chooser.setAccessibleName(self.chooser_label.text())
        self.header.add_actions(self.against, self.open)
        self.setAcceptDrops(True)
        self._connect()
        self._show_empty()

    def _connect(self) -> None:
        self.reading.progressed.connect(self._show_progress)
        self.reading.opened.connect(self._show)
        self.reading.failed.connect(self._fail)
        self.empty.wanted.connect(self._act)
        self.chooser.activated.connect(self._choose)
        self.body.export_wanted.connect(self._save)
        self.memory_body.export_wanted.connect(self._save)
        self.body.trace_wanted.connect(self._save_trace)
        self.body.chart_menu_wanted.connect(lambda chart, place: open_menu(self.charts.menu([chart]), place))
        self.body.try_wanted.connect(lambda change: self.wanted.emit("run", change))
        self.export.status_changed.connect(self.header.set_left)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Open), self, lambda: self.ask_which())
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._find)
        QShortcut(QKeySequence("/"), self, self._find)  # as in Perfetto
        QShortcut(QKeySequence("Ctrl+E"), self, self._save_shown)
        QShortcut(QKeySequence("Escape"), self, self._escape)

    # Page interface

    def show_item(self, item: object) -> None:
        """Open profiles by run id or file path; several open together."""
        if items := items_of(item):
            self.open_items(items)

    def open_items(self, items: tuple[str, ...]) -> None:
        """Open profiles of runs and files; the current profile stays until they are read."""
        self._items, self._keeps_tab, self._is_recalled = items, self._is_recalled, False
        self._is_reading = True
        self.notice.clear()
        self._show_progress(Path(items[0]).name, 0.0)
        self.reading.read(items)

    def activated(self) -> None:
        """Reopen what was shown last time, and find the runs that have profiles."""
        self.reading.find_runs(self._offer_runs)
        if self._is_recalled:
            self.open_items(self._items)

    def is_ready(self) -> bool:
        """Whether the requested profile is drawn."""
        return not self._is_reading and (self._stack.currentWidget() is not self.body or self.body.is_ready())

    def memory(self) -> dict[str, object]:
        """Return the open items, the part, the columns, and the folders of the dialogs."""
        shown = {"items": list(self._items), "part": self.body.part, "columns": self.body.columns}
        return {**shown, "folder": self._folder, "export": self.export.folder}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore the saved state; files are read once the page is visible."""
        items, part, folder, export = (memory.get(key) for key in ("items", "part", "folder", "export"))
        if isinstance(items, list) and items and all(isinstance(item, str) for item in items):
            self._items, self._is_recalled = tuple(items), True
        if isinstance(part, str):
            self.body.choose_part(part)
        if isinstance(columns := memory.get("columns"), dict):
            self.body.columns = {str(key): dict(chosen) for key, chosen in columns.items() if isinstance(chosen, dict)}
        if isinstance(folder, str):
            self._folder = folder
        if isinstance(export, str):
            self.export.folder = export

    # Display

    def _offer_runs(self, runs: list[ProfiledRun]) -> None:
        self._kept_runs = runs
        self._show_newest()
        self._show_open()

    def _show_open(self) -> None:
        """Offer "Open…" where it offers more than the button of the empty page."""
        self.open.setVisible(bool(self._opened.every or self._kept_runs))

    def _show_newest(self) -> None:
        """Offer the newest profile of a run where none is shown."""
        if self._kept_runs:
            self.newest.setText(escaped(self.tr("Open the profile of {0}").format(legible(self._kept_runs[0].name[:_LONGEST]))))
        self.newest.setVisible(bool(self._kept_runs) and not self._is_reading)
        self.others.setVisible(len(self._kept_runs) > 1 and not self._is_reading)

    def _show_empty(self) -> None:
        self._stack.setCurrentWidget(self.empty)
        self.example.show()
        self._show_newest()
        self._show_chooser(False)
        self.header.set_title(self.tr("Profile"))
        self.empty.show_texts(
            self.tr("See which operators and kernels took the time in a trace."),
            self.tr("Open trace…"),
            self.tr("Drop a trace of torch.profiler (.json or .json.gz) here, or record one:"),
            _RECORDING,
        )
        self._show_open()

    def _show_chooser(self, is_shown: bool) -> None:
        for part in (self.chooser_label, self.chooser):
            part.setVisible(is_shown)

    def _show_progress(self, name: str, share: float) -> None:
        if not self._is_reading:
            return
        self.header.set_progress(share)
        self.example.hide()
        self.newest.hide()
        self.others.hide()
        if not self._opened.every:
            self._stack.setCurrentWidget(self.empty)
            text = self.tr("Reading {0}: {1}").format(name, figures.percent(round(share, 2)))
            self.empty.show_texts(text, self.tr("Cancel"))
        else:
            self.header.set_left(self.tr("Reading {0} … (Esc cancels)").format(name))

    def _show(self, opened: OpenedProfiles) -> None:
        self._end_reading()
        self._opened = opened
        self._show_open()
        self.chooser.clear()
        self.chooser.addItems([self._name_of(each) for each in opened.every])
        self._show_chooser(len(opened.every) > 1)
        if opened.difference is not None and not self._keeps_tab:
            self.body.choose_part(DIFFERENCE)
            self.chooser.setCurrentIndex(len(opened.profiles) - 1)
        self._choose(self.chooser.currentIndex())

    def _choose(self, place: int) -> None:
        opened, chosen = self._opened, self._opened.every[place]
        is_memory = isinstance(chosen, OpenedMemory)
        self.against.setVisible(not is_memory)
        self._stack.setCurrentWidget(self.memory_body if is_memory else self.body)
        if isinstance(chosen, OpenedMemory):
            self.header.set_title(self.tr("Profile"), chosen.view.title)
            self.memory_body.show_memory(chosen)
            return
        title = chosen.view.title_of(chosen.name)
        if opened.difference is not None:
            title = self.tr("{0} against {1}").format(*(self._name_of(each) for each in (opened.profiles[-1], opened.profiles[0])))
        self.header.set_title(self.tr("Profile"), title)
        self.body.show_profile(ShownProfile(chosen, opened))

    def _name_of(self, opened: Opened) -> str:
        """Return the name of a profile; with the start of its run if other runs with a profile have that name."""
        read = [each.record for each in self._opened.profiles if each.record is not None]
        runs = {run.run_id: run for run in (*self._kept_runs, *(ProfiledRun(run.run_id, run.name, run.started_at) for run in read))}
        run = runs.get(opened.item)
        if run is None or sum(other.name == run.name for other in runs.values()) < 2:
            return opened.name
        return f"{opened.name}, {run_texts(list(runs.values()), datetime.now().astimezone())[run.run_id][1]}"

    def _fail(self, error: GpuscopeError) -> None:
        self._end_reading()
        if self._opened.every:
            self.notice.show_error(error, self.tr("Open another…"), lambda: self.ask_which())
            return
        self._show_empty()
        self.empty.show_texts(f"{with_capital(error.message)}.", self.tr("Open trace…"), error.hint)

    def _end_reading(self) -> None:
        self._is_reading = False
        self.header.set_progress(None)
        self.header.set_left("")

    # User input

    def _act(self) -> None:
        if self._is_reading:
            self.cancel()
        else:
            self.ask_which()

    def cancel(self) -> None:
        """Cancel reading."""
        self.reading.cancel()
        self._end_reading()
        if not self._opened.every:
            self._show_empty()

    def _offer(self, button: Button) -> None:
        """Open a menu of profiles to open below a button: a file, or a run that has a profile."""
        self._open_menu(button, self.ask_which, lambda run: self.open_items((run.run_id,)))

    def _offer_others(self) -> None:
        """Open a menu of profiles to compare the current one with."""
        shown = self.body.shown
        assert shown is not None
        item = shown.profile.item
        self._open_menu(self.against, lambda: self.ask_which(item), partial(self._compare_with, shown.profile), without=item)

    def _compare_with(self, opened: OpenedProfile, run: ProfiledRun) -> None:
        """Compare an open profile with that of a run; of two runs, the one that started first is the one before."""
        is_later = opened.record is not None and opened.record.started_at < run.started_at
        self.open_items((opened.item, run.run_id) if is_later else (run.run_id, opened.item))

    def _open_menu(self, button: Button, ask: Callable[[], None], choose: Callable[[ProfiledRun], None], without: str = "") -> None:
        menu = self.menu = QMenu(self)
        menu.addAction(icons.icon("folder", self.theme.palette.muted), self.tr("Trace file…"), ask)
        runs = [run for run in self._kept_runs if run.run_id != without]
        if runs:
            menu.addSeparator()
        texts = run_texts(runs, datetime.now().astimezone())
        for run in runs:
            menu.addAction(icons.icon("runs", self.theme.palette.muted), "\t".join(texts[run.run_id]), partial(choose, run))
        open_menu(menu, button)

    def ask_which(self, after: str = "") -> None:
        """Ask which files to open; with ``after``, the path or run id of a profile, ask which one file to compare it with."""
        mode = QFileDialog.FileMode.ExistingFile if after else QFileDialog.FileMode.ExistingFiles
        dialog = self.dialog = file_dialog(self, self.tr("Open trace"), mode, self._folder)
        dialog.setNameFilters(
            [
                self.tr("Traces and memory records (*.json *.json.gz *.zip *.pftrace *.perfetto-trace *.pickle *.pkl *.raw.gz)"),
                self.tr("All files (*)"),
            ]
        )
        dialog.filesSelected.connect(lambda paths: self._open_files([*paths, after] if after else paths))
        dialog.finished.connect(lambda: setattr(self, "dialog", None))
        dialog.open()

    def _open_files(self, paths: list[str]) -> None:
        if paths:
            self._folder = str(Path(paths[0]).parent)
            self.open_items(tuple(paths))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of files."""
        if dropped_files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._open_files(dropped_files(event.mimeData()))

    def _find(self) -> None:
        if (pane := self._searched_pane()) is not None:
            pane.focus_filter()

    def _searched_pane(self) -> Searched | None:
        shown = self._stack.currentWidget()
        if isinstance(shown, MemoryBody):
            return shown.pane
        return self.body.front if shown is self.body and isinstance(self.body.front, Searched) else None

    def _escape(self) -> None:
        if self._is_reading:
            self.cancel()
        elif (pane := self._searched_pane()) is not None:
            pane.leave_filter()

    def _save_shown(self) -> None:
        shown = self._stack.currentWidget()
        table = shown.shown_table() if isinstance(shown, ProfileBody | MemoryBody) else None
        if table is not None:
            self._save(table)
        elif shown is self.body and isinstance(self.body.front, TimelinePane) and not self.body.front.save_trace.isHidden():
            self._save_trace()

    def _save(self, table: ProfileTable) -> None:
        name = self._opened.every[self.chooser.currentIndex()].name
        file = ExportedFile(self.tr("Save the table"), self.tr("CSV table (*.csv)"), ".csv", partial(_write_table, table))
        self.export.ask_where(file, file_name([name, table.key], ".csv", "profile"))

    def _save_trace(self) -> None:
        """Save the trace of the shown profile, with the curves of its run in it."""
        assert self.body.shown is not None
        opened = self.body.shown.profile
        kinds = ";;".join((self.tr("Compressed trace (*.json.gz)"), self.tr("Trace (*.json)")))
        file = ExportedFile(self.tr("Save the trace for Perfetto"), kinds, ".json.gz", partial(_write_trace, opened))
        self.export.ask_where(file, file_name([opened.name], ".json.gz", "perfetto"))


def run_texts(runs: Sequence[ProfiledRun], now: datetime) -> dict[str, tuple[str, str]]:
    """Return the name and the start of each run, by id; runs of one name that started in the same minute also have their id.

    Args:
        runs: The runs.
        now: Current time, in the user's time zone.
    """
    texts = {run.run_id: (menu_text(legible(run.name)), started_text(run.started_at, now)) for run in runs}
    counts = Counter(texts.values())
    return {
        run_id: (name, f"{start} · {run_id[:_SHORT_ID]}" if counts[name, start] > 1 else start) for run_id, (name, start) in texts.items()
    }


def dropped_files(data: QMimeData) -> list[str]:
    """Return the local files of a drag."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile() and Path(url.toLocalFile()).is_file()]


def _write_trace(opened: OpenedProfile, path: Path, store: RunHistory) -> None:
    """Write a trace with the curves of its run, on the history's thread.

    Raises:
        UsageError: The run has no readings from the time of the trace, or the folder is missing.
        UnavailableError: The file cannot be written.
    """
    from gpuscope.recording.captures import write_for_perfetto
    from gpuscope.reports.output_file import refuse_bad_output

    assert opened.record is not None
    refuse_bad_output(path)
    series = store.device_series(opened.record.run_id)
    write_for_perfetto(opened.record, series, opened.path, opened.profile.trace, path, replaces=True)


def _write_table(table: ProfileTable, path: Path, _store: RunHistory) -> None:
    """Write a table as CSV, on the history's thread.

    Raises:
        UnavailableError: The file cannot be written.
    """
    from gpuscope.reports.output_file import write_file
    from gpuscope.reports.profile_text import table_csv

    write_file(path, table_csv(table))
