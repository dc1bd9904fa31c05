"""A file that the user names and the history's thread writes: asks where to, and says what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.core.errors import GpuscopeError
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

_LONGEST = 60
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))})
"""Names of devices on Windows, with whatever ending."""

Write = Callable[[Path, "RunHistory"], Path]
"""Writes a file, on the history's thread; returns its path."""


def open_folder(folder: Path, notice: NoticeBar) -> None:
    """Open a folder, or tell in the notice where it is and offer to copy that."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return
    words = QCoreApplication.translate("FolderOpening", "No file manager could be started. The folder is {0}").format(folder)
    copy = QCoreApplication.translate("FolderOpening", "Copy the path")
    notice.show_text(words, "warn", copy, lambda: QGuiApplication.clipboard().setText(str(folder)))


def file_name(names: Sequence[str], ending: str, first: str = "compare") -> str:
    """Return "compare fp32 bf16.pdf"; letters and digits of any script stay, whatever else is in a name becomes a space."""
    words: list[str] = []
    for name in names:
        kept = "".join(character if character.isalnum() or character in "._-" else " " for character in name[:200])
        words += [part for part in (one.strip("._-") for one in kept.split()) if part and part.lower() not in _RESERVED]
    while len(" ".join(words)) > _LONGEST and len(words) > 1:
        words.pop()
    return f"{' '.join([first, *words])[: _LONGEST + 8].rstrip()}{ending}"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """What shall be written, wherever the user wants it.

    Attributes:
        title: Of the dialog that asks where to.
        kind: For the dialog's filter: ``CSV table (*.csv)``; several are joined by ``;;``.
        ending: Of the file's name, with the dot; that of the first kind.
        write: Writes it.
    """

    title: str
    kind: str
    ending: str
    write: Write


class FileExport(QObject):
    """One file dialog at a time, and the way of its file.

    Signals:
        told: What is under way, in words; "" for nothing any more.
        written: A file is there: its path.

    Args:
        history: Reads the runs and has the file written.
        notice: Says where the file is, or why not.
        page: Parent of the dialog.

    Attributes:
        folder: Where the last file went; "" for the user's home.
        dialog: While it is open.
    """

    told = Signal(str)
    written = Signal(object)

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self.folder = ""
        self.dialog: QFileDialog | None = None

    def ask_where(self, file: ExportedFile, suggestion: str) -> None:
        """Ask for the name of a file, starting from a suggestion; then have it written."""
        dialog = self.dialog = QFileDialog(self._page, file.title)
        if QGuiApplication.platformName() == "offscreen":
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(file.kind.split(";;"))
        dialog.setDefaultSuffix(file.ending)
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(kind.rpartition("*")[2].rstrip(")")))
        dialog.setDirectory(self.folder if self.folder and Path(self.folder).is_dir() else QDir.homePath())
        dialog.selectFile(suggestion)
        dialog.fileSelected.connect(lambda chosen: self.write(file, Path(chosen)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._closed)
        dialog.open()

    def write(self, file: ExportedFile, path: Path) -> None:
        """Have a file written to a path; when that does not do, offer to ask for another."""
        self.folder = str(path.parent)
        self.told.emit(self.tr("Writing {0} …").format(path.name[:60]))
        self._history.ask(partial(file.write, path), self._written, partial(self._failed, file, path), self)

    def _closed(self) -> None:
        self.dialog = None

    def tell_written(self, path: Path) -> None:
        """Say where a file is, and offer to open its folder."""
        self._notice.show_text(
            self.tr("Saved to {0}").format(path), "info", self.tr("Open folder"), partial(open_folder, path.parent, self._notice)
        )

    def _written(self, path: Path) -> None:
        self.told.emit("")
        self.tell_written(path)
        self.written.emit(path)

    def _failed(self, file: ExportedFile, path: Path, error: GpuscopeError) -> None:
        self.told.emit("")
        self._notice.show_error(error, self.tr("Save elsewhere…"), partial(self.ask_where, file, path.name))
