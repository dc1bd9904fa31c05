"""Export and import of runs off the event loop: bundles, CSV and JSON files, and recordings of other programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from gpuscope.core import figures
from gpuscope.gui.fonts import shortened
from gpuscope.gui.services.worker import Mailbox
from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.bundles.recording_import import Imported
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory


class RunExport(FileExport):
    """Writes files of runs; the notice shows the progress, then the result."""

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._mailbox = Mailbox(self)
        self.status_changed.connect(self._show_status)

    def ask_samples(self, run_id: str) -> None:
        """Ask for a path, and export all samples of a run as CSV or everything recorded as JSON."""
        kinds = (self.tr("Samples, CSV table (*.csv)"), self.tr("All that was recorded, JSON (*.json)"))
        self.ask_where(ExportedFile(self.tr("Export"), ";;".join(kinds), ".csv", partial(write_samples, run_id)), run_id)

    def ask_bundle(self, run_ids: Sequence[str]) -> None:
        """Ask for a path, and export complete runs as a bundle for another machine."""
        kind = self.tr("Run bundle (*.gpuscope)")
        write = partial(write_bundle, list(run_ids), self._show_share)
        self.ask_where(ExportedFile(self.tr("Export"), kind, ".gpuscope", write), run_ids[0] if len(run_ids) == 1 else "runs")

    def _show_share(self, share: float) -> None:
        """Show the export's progress; called on the history's thread."""
        text = self.tr("Writing the bundle … {0}").format(figures.percent(share))
        self._mailbox.post(lambda: self._notice.show_text(text))

    def ask_numbers(self, run_ids: Sequence[str]) -> None:
        """Ask for a path, and export all metrics of runs as CSV."""
        write = partial(write_numbers, list(run_ids))
        self.ask_where(ExportedFile(self.tr("Export"), self.tr("CSV table (*.csv)"), ".csv", write), "runs.csv")

    def _show_status(self, text: str) -> None:
        if text:
            self._notice.show_text(text)


def write_samples(run_id: str, path: Path, store: RunHistory) -> None:
    """Write all samples of a run, one row per instant, or for a .json file everything recorded.

    Raises:
        GpuscopeError: The file cannot be written, or the run is gone.
    """
    from gpuscope.recording.run_file import SAMPLES, csv_pieces, json_pieces
    from gpuscope.reports.output_file import write_file

    record = store.find(run_id)
    write_file(path, json_pieces(store, record) if path.suffix.lower() == ".json" else csv_pieces(store, record, SAMPLES))


def write_bundle(run_ids: Sequence[str], progress: Callable[[float], None], path: Path, store: RunHistory) -> None:
    """Write runs as a bundle for import on another machine.

    Raises:
        GpuscopeError: The file cannot be written, or a run is gone.
    """
    from gpuscope.bundles.bundle_writer import bundle_pieces
    from gpuscope.reports.output_file import write_file

    write_file(path, bundle_pieces(store, store.find_all(run_ids), progress))


def write_numbers(run_ids: Sequence[str], path: Path, store: RunHistory) -> None:
    """Write all metrics of runs, one row per run.

    Raises:
        GpuscopeError: The file cannot be written, or a run is gone.
    """
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.output_file import write_file
    from gpuscope.reports.run_list import summary_table
    from gpuscope.system.settings import read_settings

    write_file(path, table_pieces(summary_table(store.find_all(run_ids), read_settings().factors)))


_ENDINGS = (".gpuscope", ".csv")
_LONGEST_NAME = 60
"""Maximum length of a file name in a notice, in characters."""
_NOTES = 3
"""Maximum number of notes in a notice; the command line prints all of them."""


def importable(data: QMimeData) -> list[Path]:
    """Return the dragged files and folders that may be recordings."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in _ENDINGS or path.is_dir()]


class RunImport(QObject):
    """Imports files chosen in a dialog or dropped, one after another.

    Attributes:
        opened: The user wants to open an imported run, or it opens on its own; carries its id.
        dialog: The open file dialog, or None.
    """

    opened = Signal(str)

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self._mailbox = Mailbox(self)
        self._folder = ""
        self.dialog: QFileDialog | None = None

    def ask_which(self) -> None:
        """Open the file dialog."""
        dialog = self.dialog = file_dialog(self._page, self.tr("Import runs"), QFileDialog.FileMode.ExistingFiles, self._folder)
        kinds = (
            self.tr("Recordings (*.gpuscope *.csv)"),
            self.tr("Run bundles (*.gpuscope)"),
            self.tr("Logs of nvidia-smi and CodeCarbon (*.csv)"),
        )
        dialog.setNameFilters(kinds)
        dialog.filesSelected.connect(lambda chosen: self.import_paths([Path(name) for name in chosen]))
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self) -> None:
        self.dialog = None

    def import_paths(self, paths: Sequence[Path], *, opens: bool = False) -> None:
        """Import files and folders in the background.

        Args:
            paths: The files and folders.
            opens: Whether to open the run afterwards if there is a single path with a single run.
        """
        for path in paths:
            self._folder = str(path.parent)
            self._show(path.name, 0)
            done = partial(self._on_imported, opens=opens and len(paths) == 1)
            self._history.import_recording(path, _Progress(self, path.name), done, self._notice.show_error, self)

    def post(self, name: str, percent: int) -> None:
        """Show the import's progress in percent; may be called on any thread."""
        self._mailbox.post(partial(self._show, name, percent))

    def _show(self, name: str, percent: int) -> None:
        self._notice.show_text(self.tr("Importing {0} … {1} %").format(shortened(name, _LONGEST_NAME), percent))

    def _on_imported(self, imported: Imported, *, opens: bool) -> None:
        first = imported.run_ids[0]
        if opens and len(imported.run_ids) == 1:
            self.opened.emit(first)
        text = " ".join([self._count_text(imported), *imported.notes[:_NOTES]])
        tone = "warn" if imported.notes else "info"
        self._notice.show_text(text, tone, self.tr("Open the run"), lambda: self.opened.emit(first))

    def _count_text(self, imported: Imported) -> str:
        parts = []
        came = len(imported.new) + len(imported.restored)
        if came:
            parts.append(
                self.tr("One run is imported.") if came == 1 else self.tr("{0} runs are imported.").format(figures.figure(came, "1"))
            )
        if imported.present:
            there = len(imported.present)
            text = self.tr("One run was here already.") if there == 1 else self.tr("{0} runs were here already.")
            parts.append(text.format(figures.figure(there, "1")))
        return " ".join(parts)


class _Progress:
    """Reports progress in whole percent, on the reading thread."""

    def __init__(self, owner: RunImport, name: str) -> None:
        self._owner, self._name = owner, name
        self._percent = 0

    def __call__(self, share: float) -> None:
        percent = int(share * 100)
        if percent > self._percent:
            self._percent = percent
            self._owner.post(self._name, percent)
