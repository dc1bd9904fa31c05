"""Importing run bundles and recordings of other programs: asks which, has them read off the event loop, says what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gpuscope.core import figures
from gpuscope.gui.services.worker import Mailbox
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.bundles.recording_import import Imported
    from gpuscope.gui.services.history import History

_ENDINGS = (".gpuscope", ".csv")
_LONGEST_NAME = 60
_NOTES = 3
"""Notes that fit a notice; the command line prints all of them."""


def importable(data: QMimeData) -> list[Path]:
    """Return the files and folders among what is dragged that may be recordings."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in _ENDINGS or path.is_dir()]


class RunImport(QObject):
    """One file dialog at a time, and the way of its files into the history, one after another.

    Args:
        history: Has them read.
        notice: Says how far it is, and what became of it.
        page: Parent of the dialog.

    Attributes:
        opened: A run that came in shall be opened: its id.
        dialog: While it is open.
    """

    opened = Signal(str)

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self._mailbox = Mailbox(self)
        self._folder = ""
        self.dialog: QFileDialog | None = None

    def ask_which(self) -> None:
        """Ask for files."""
        dialog = self.dialog = QFileDialog(self._page, self.tr("Import runs"))
        if QGuiApplication.platformName() == "offscreen":
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        kinds = (
            self.tr("Recordings (*.gpuscope *.csv)"),
            self.tr("Run bundles (*.gpuscope)"),
            self.tr("Logs of nvidia-smi and CodeCarbon (*.csv)"),
        )
        dialog.setNameFilters(kinds)
        dialog.setDirectory(self._folder if self._folder and Path(self._folder).is_dir() else QDir.homePath())
        dialog.filesSelected.connect(lambda chosen: self.take([Path(name) for name in chosen]))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self) -> None:
        self.dialog = None

    def take(self, paths: Sequence[Path]) -> None:
        """Bring files and folders into the history; returns at once."""
        for path in paths:
            self._folder = str(path.parent)
            self._show(path.name, 0)
            self._history.import_recording(path, _Progress(self, path.name), self._taken, self._notice.show_error, self)

    def post(self, name: str, percent: int) -> None:
        """Show how far the import is; may be called on any thread."""
        self._mailbox.post(partial(self._show, name, percent))

    def _show(self, name: str, percent: int) -> None:
        shown = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
        self._notice.show_text(self.tr("Importing {0} … {1} %").format(shown, percent))

    def _taken(self, imported: Imported) -> None:
        first = imported.run_ids[0]
        words = " ".join([self._count_words(imported), *imported.notes[:_NOTES]])
        tone = "warn" if imported.notes else "info"
        self._notice.show_text(words, tone, self.tr("Open the run"), lambda: self.opened.emit(first))

    def _count_words(self, imported: Imported) -> str:
        parts = []
        came = len(imported.new) + len(imported.restored)
        if came:
            parts.append(
                self.tr("One run is imported.") if came == 1 else self.tr("{0} runs are imported.").format(figures.figure(came, "1"))
            )
        if imported.present:
            there = len(imported.present)
            words = self.tr("One run was here already.") if there == 1 else self.tr("{0} runs were here already.")
            parts.append(words.format(figures.figure(there, "1")))
        return " ".join(parts)


class _Progress:
    """Reports progress in whole percents, on the thread that reads."""

    def __init__(self, owner: RunImport, name: str) -> None:
        self._owner, self._name = owner, name
        self._percent = 0

    def __call__(self, share: float) -> None:
        percent = int(share * 100)
        if percent > self._percent:
            self._percent = percent
            self._owner.post(self._name, percent)
