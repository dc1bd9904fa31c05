"""Exporting runs: asks where to, and says what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.pages.runs.run_files import write_numbers, write_samples
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory

Write = Callable[[Path, "RunHistory"], Path]


class RunExport(QObject):
    """Writes CSV files of runs.

    Args:
        history: Reads and writes.
        notice: Says what became of it.
        page: Parent of the file dialog.

    Attributes:
        folder: Where the last file went; "" for the user's home.
        dialog: While it is open.
    """

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self.folder = ""
        self.dialog: QFileDialog | None = None

    def ask_samples(self, run_id: str) -> None:
        """Exports every reading of a run to a file that the user names."""
        self._ask(f"{run_id}.csv", partial(write_samples, run_id))

    def ask_numbers(self, run_ids: Sequence[str]) -> None:
        """Exports all numbers of runs to a file that the user names."""
        self._ask("runs.csv", partial(write_numbers, list(run_ids)))

    def _ask(self, suggestion: str, write: Write) -> None:
        dialog = self.dialog = QFileDialog(self._page, self.tr("Export"))
        if QGuiApplication.platformName() == "offscreen":
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("CSV table (*.csv)")])
        dialog.setDefaultSuffix("csv")
        dialog.setDirectory(self.folder if Path(self.folder).is_dir() and self.folder else QDir.homePath())
        dialog.selectFile(suggestion)
        dialog.fileSelected.connect(lambda chosen: self.write(Path(chosen), write))
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def write(self, path: Path, write: Write) -> None:
        """Has a file written."""
        self.folder = str(path.parent)
        self._notice.show_text(self.tr("Writing {0} …").format(path.name[:60]))
        self._history.ask(partial(write, path), self._tell, partial(self._tell_failure, path.name, write), self)

    def _tell(self, path: Path) -> None:
        def open_folder() -> None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

        self._notice.show_text(self.tr("Saved to {0}").format(path), action=self.tr("Open folder"), act=open_folder)

    def _tell_failure(self, name: str, write: Write, error: GpuscopeError) -> None:
        cure = error.hint.replace(" with -o", "")  # a flag of the command line, for whose users the hint was written
        words = f"{error.message[:1].upper()}{error.message[1:]}. {cure}".strip()
        self._notice.show_text(words, "bad", self.tr("Save elsewhere …"), lambda: self._ask(name, write))
