"""The Export button of the Compare page."""

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.pages.compare.comparison_file import write_comparison
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.group_names import short_names
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport
from gpuscope.gui.widgets.file_name import file_name
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.recording.comparison_file import CSV, HTML, JSON, PDF


class ComparisonExport(FileExport):
    """Button and menu, and the files that they make.

    Args:
        theme: For the button.
        history: Reads the runs, on its own thread.
        notice: Where it says what became of the file.
        page: Owns the dialog.

    Attributes:
        button: To be placed.
        menu: What it opens.
    """

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._choice = GroupChoice()
        self.button = Button(theme, self.tr("Export"), "main", "down")
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow stands behind the word
        self.menu = QMenu(page)
        documents = (self.tr("PDF report…"), PDF), (self.tr("HTML report…"), HTML)
        for words, ending in (*documents, (self.tr("CSV table…"), CSV), (self.tr("JSON document…"), JSON)):
            self.menu.addAction(words).triggered.connect(partial(self.ask, ending))
        self.button.clicked.connect(self._open_menu)
        self.set_groups(None)

    def set_groups(self, choice: GroupChoice | None) -> None:
        """Takes what is to be exported; None for nothing."""
        self._choice = choice or GroupChoice()
        self.button.setEnabled(choice is not None)

    def _open_menu(self) -> None:
        self.menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height() + 2)))

    def ask(self, ending: str, _checked: bool = False) -> None:
        """Asks where to, and writes the comparison as a file of that ending."""
        _, names = short_names([group.name for group in self._choice.groups])
        self.ask_where(self.file(ending), file_name(names, ending))

    def file(self, ending: str) -> ExportedFile:
        """Returns the comparison as it is now, as a file of an ending."""
        kinds = {
            PDF: self.tr("PDF report (*.pdf)"),
            HTML: self.tr("HTML report (*.html)"),
            CSV: self.tr("CSV table (*.csv)"),
            JSON: self.tr("JSON document (*.json)"),
        }
        groups = [(group.name, group.run_ids) for group in self._choice.groups]
        work = partial(write_comparison, groups, self._choice.baseline_name)
        return ExportedFile(self.tr("Export comparison"), kinds[ending], ending, work)
