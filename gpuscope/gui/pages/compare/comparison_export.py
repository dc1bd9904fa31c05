"""The Export button: asks for a file, has it written off the event loop, and says where it is or why not."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.gui.pages.compare.comparison_file import write_comparison
from gpuscope.gui.pages.compare.file_name import file_name
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.group_names import short_names
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.recording.comparison_file import CSV, JSON, PDF


class ComparisonExport(QObject):
    """Button, menu and dialog.

    Signals:
        told: What is under way, in words; "" for nothing.

    Args:
        theme: For the button.
        history: Reads the runs, on its own thread.
        notice: Where it says what became of the file.
        page: Owns the dialog.

    Attributes:
        button: To be placed.
        menu: What it opens.
        folder: Where the last file went; "" for the user's home.
        dialog: While it is open.
    """

    told = Signal(str)

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._history, self._notice, self._page = history, notice, page
        self._choice = GroupChoice()
        self.folder = ""
        self.dialog: QFileDialog | None = None
        self.button = Button(theme, self.tr("Export"), "main", "down")
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the word
        self.menu = QMenu(page)
        for words, ending in ((self.tr("PDF report…"), PDF), (self.tr("CSV table…"), CSV), (self.tr("JSON document…"), JSON)):
            self.menu.addAction(words).triggered.connect(partial(self.ask, ending))
        self.button.clicked.connect(self._open_menu)
        self.set_groups(None)

    def set_groups(self, choice: GroupChoice | None) -> None:
        """Takes what is to be exported; None for nothing."""
        self._choice = choice or GroupChoice()
        self.button.setEnabled(choice is not None)

    def _open_menu(self) -> None:
        self.menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height() + 2)))

    def ask(self, ending: str, _checked: bool = False, *, path: Path | None = None) -> None:
        """Asks for a file of that ending, starting from a path that was asked for before."""
        filters = {PDF: self.tr("PDF report (*.pdf)"), CSV: self.tr("CSV table (*.csv)"), JSON: self.tr("JSON document (*.json)")}
        dialog = self.dialog = QFileDialog(self._page, self.tr("Export comparison"))
        if QGuiApplication.platformName() == "offscreen":
            dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([filters[ending]])
        dialog.setDefaultSuffix(ending)
        folder = path.parent if path is not None else Path(self.folder)
        dialog.setDirectory(str(folder) if str(folder) != "." and folder.is_dir() else QDir.homePath())
        _, names = short_names([group.name for group in self._choice.groups])
        dialog.selectFile(path.name if path is not None else file_name(names, ending))
        dialog.fileSelected.connect(lambda chosen: self.write(Path(chosen)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._closed)
        dialog.open()

    def write(self, path: Path) -> None:
        """Has the comparison written to a file."""
        self.folder = str(path.parent)
        groups = [(group.name, group.run_ids) for group in self._choice.groups]
        work = partial(write_comparison, groups, self._choice.baseline_name, path)
        self.told.emit(self.tr("Writing {0} …").format(path.name[:60]))
        self._history.ask(work, self._written, partial(self._failed, path), self)

    def _closed(self) -> None:
        self.dialog = None

    def _written(self, path: Path) -> None:
        self.told.emit("")
        self._notice.show_text(self.tr("Saved to {0}").format(path), "info", self.tr("Open folder"), partial(_open_folder, path))

    def _failed(self, path: Path, error: GpuscopeError) -> None:
        self.told.emit("")
        cure = error.hint.replace(" with -o", "")  # a flag of the command line, for whose users the hint was written
        if isinstance(error, UnavailableError) and cure != error.hint:
            cure = self.tr("Choose another folder, or free some space.")
        again = partial(self.ask, path.suffix.lower(), path=path)
        text = f"{error.message[:1].upper()}{error.message[1:]}. {cure}"
        self._notice.show_text(text, "bad", self.tr("Save elsewhere…"), again)


def _open_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
