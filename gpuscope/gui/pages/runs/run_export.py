"""Exporting runs as bundles, CSV and JSON files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpuscope.core import figures
from gpuscope.gui.pages.runs.run_files import write_bundle, write_numbers, write_samples
from gpuscope.gui.services.mailbox import Mailbox
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, Write
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.gui.services.history import History


class RunExport(FileExport):
    """Writes files of runs; that one is under way stands where later is said what became of it."""

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
        """Say how far it is; called on the history's thread, which says afterwards what became of it."""
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
