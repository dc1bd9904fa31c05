"""Exporting runs as bundles, CSV and JSON files, which are written on the history's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpuscope.core import figures
from gpuscope.gui.services.worker import Mailbox
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, Write
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory


class RunExport(FileExport):
    """Writes files of runs; the notice shows the progress and then the outcome."""

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._mailbox = Mailbox(self)
        self.told.connect(self._tell)

    def ask_samples(self, run_id: str) -> None:
        """Export every reading of a run, or all that was recorded of it, to a file that the user names."""
        kinds = (self.tr("Samples, CSV table (*.csv)"), self.tr("All that was recorded, JSON (*.json)"))
        self.ask_where(ExportedFile(self.tr("Export"), ";;".join(kinds), ".csv", partial(write_samples, run_id)), run_id)

    def ask_bundle(self, run_ids: Sequence[str]) -> None:
        """Export runs whole, for another machine, to a file that the user names."""
        kind = self.tr("Run bundle (*.gpuscope)")
        write = partial(write_bundle, list(run_ids), self._show_share)
        self.ask_where(ExportedFile(self.tr("Export"), kind, ".gpuscope", write), run_ids[0] if len(run_ids) == 1 else "runs")

    def _show_share(self, share: float) -> None:
        """Show how far the export is; called on the history's thread."""
        words = self.tr("Writing the bundle … {0}").format(figures.percent(share))
        self._mailbox.post(lambda: self._notice.show_text(words))

    def ask_numbers(self, run_ids: Sequence[str]) -> None:
        """Export all numbers of runs to a file that the user names."""
        self.ask_where(self._table(partial(write_numbers, list(run_ids))), "runs.csv")

    def _tell(self, words: str) -> None:
        if words:
            self._notice.show_text(words)

    def _table(self, write: Write) -> ExportedFile:
        return ExportedFile(self.tr("Export"), self.tr("CSV table (*.csv)"), ".csv", write)


def write_samples(run_id: str, path: Path, store: RunHistory) -> Path:
    """Write every reading of a run, a row an instant; into a .json file all that was recorded. Returns the file's path.

    Raises:
        GpuscopeError: It cannot be written, or the run is gone.
    """
    from gpuscope.recording.run_file import SAMPLES, csv_pieces, json_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    refuse_bad_output(path)
    record = store.find(run_id)
    write_file(path, json_pieces(store, record) if path.suffix.lower() == ".json" else csv_pieces(store, record, SAMPLES))
    return path


def write_bundle(run_ids: Sequence[str], progress: Callable[[float], None], path: Path, store: RunHistory) -> Path:
    """Write runs as a bundle that can be imported on another machine; return the file's path.

    Raises:
        GpuscopeError: It cannot be written, or a run is gone.
    """
    from gpuscope.bundles.bundle_writer import bundle_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    refuse_bad_output(path)
    write_file(path, bundle_pieces(store, store.find_all(run_ids), progress))
    return path


def write_numbers(run_ids: Sequence[str], path: Path, store: RunHistory) -> Path:
    """Write all numbers of runs, a row a run; return the file's path.

    Raises:
        GpuscopeError: It cannot be written, or a run is gone.
    """
    from gpuscope.reports.csv_report import table_pieces
    from gpuscope.reports.output_file import refuse_bad_output, write_file
    from gpuscope.reports.run_list import summary_table
    from gpuscope.system.settings import read_settings

    refuse_bad_output(path)
    write_file(path, table_pieces(summary_table(store.find_all(run_ids), read_settings().factors)))
    return path
