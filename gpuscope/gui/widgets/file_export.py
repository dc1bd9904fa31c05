"""Export to a file: asks for its path, writes it on the history's thread, and reports the outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from gpuscope.gui.widgets.file_dialog import file_dialog
from gpuscope.gui.widgets.notice_bar import NoticeBar

if TYPE_CHECKING:
    from gpuscope.core.errors import GpuscopeError
    from gpuscope.gui.services.history import History
    from gpuscope.recording.run_history import RunHistory

_LONGEST = 60
"""Maximum characters of a proposed name: far below the 255 bytes of file systems, and fully visible in a file dialog."""
_RESERVED = frozenset({"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))})
"""Device names on Windows, reserved with any suffix."""

Write = Callable[[Path, "RunHistory"], None]
"""Writes a file, on the history's thread."""


def open_folder(folder: Path, notice: NoticeBar) -> None:
    """Open a folder, or show its path in the notice and offer to copy it."""
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        return
    message = QCoreApplication.translate("FolderOpening", "No file manager could be started. The folder is {0}").format(folder)
    copy = QCoreApplication.translate("FolderOpening", "Copy the path")
    notice.show_text(message, "warn", copy, lambda: QGuiApplication.clipboard().setText(str(folder)))


def file_name(names: Sequence[str], ending: str, first: str = "compare") -> str:
    """Return a name such as "compare fp32 bf16.pdf"; letters and digits of any script stay, other characters become spaces."""
    parts: list[str] = []
    for name in names:
        kept = "".join(character if character.isalnum() or character in "._-" else " " for character in name[:200])
        parts += [piece for piece in (word.strip("._-") for word in kept.split()) if piece and piece.lower() not in _RESERVED]
    while len(" ".join(parts)) > _LONGEST and len(parts) > 1:
        parts.pop()
    return f"{' '.join([first, *parts])[: _LONGEST + 8].rstrip()}{ending}"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to export.

    Attributes:
        title: Title of the file dialog.
        kind: Filter of the dialog: ``CSV table (*.csv)``; several are joined by ``;;``.
        ending: Suffix of the first kind, with the dot.
        write: Writes the file.
    """

    title: str
    kind: str
    ending: str
    write: Write


class FileExport(QObject):
    """One file dialog at a time, and the export of its file.

    Signals:
        status_changed: Status of the export has changed: its text; "" when done.
        written: A file was written: its path.

    Attributes:
        folder: Folder of the last file; "" for the user's home.
        dialog: The open dialog, or None.
    """

    status_changed = Signal(str)
    written = Signal(object)

    def __init__(self, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self.folder = ""
        self.dialog: QFileDialog | None = None

    def ask_where(self, file: ExportedFile, suggestion: str) -> None:
        """Ask for the path of a file, suggesting a name, then write the file."""
        dialog = self.dialog = file_dialog(self._page, file.title, QFileDialog.FileMode.AnyFile, self.folder)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(file.kind.split(";;"))
        dialog.setDefaultSuffix(file.ending)
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(kind.rpartition("*")[2].rstrip(")")))
        dialog.selectFile(suggestion)
        dialog.fileSelected.connect(lambda chosen: self.write(file, Path(chosen)))
        dialog.finished.connect(self._closed)
        dialog.open()

    def write(self, file: ExportedFile, path: Path) -> None:
        """Write a file to a path; on failure, offer to choose another path."""
        self.folder = str(path.parent)
        self.status_changed.emit(self.tr("Writing {0} …").format(path.name[:60]))
        self._history.ask(partial(file.write, path), lambda _: self._written(path), partial(self._failed, file, path), self)

    def _closed(self) -> None:
        self.dialog = None

    def show_written(self, path: Path) -> None:
        """Show the file's path, and offer to open its folder."""
        self._notice.show_text(
            self.tr("Saved to {0}").format(path), "info", self.tr("Open folder"), partial(open_folder, path.parent, self._notice)
        )

    def _written(self, path: Path) -> None:
        self.status_changed.emit("")
        self.show_written(path)
        self.written.emit(path)

    def _failed(self, file: ExportedFile, path: Path, error: GpuscopeError) -> None:
        self.status_changed.emit("")
        self._notice.show_error(error, self.tr("Save elsewhere…"), partial(self.ask_where, file, path.name))
