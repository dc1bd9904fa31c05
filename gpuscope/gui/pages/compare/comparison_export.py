"""The Export button of the Compare page."""

from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtWidgets import QMenu, QWidget

from gpuscope.gui.pages.compare.comparison_file import ComparedRuns, write_comparison
from gpuscope.gui.pages.compare.group_choice import GroupChoice
from gpuscope.gui.pages.compare.report_dialog import ReportDialog
from gpuscope.gui.pages.compare.report_options import ReportChoice
from gpuscope.gui.services.history import History
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import MenuButton
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.recording.comparison_file import CSV, JSON
from gpuscope.reports.group_names import short_names
from gpuscope.reports.report_layout import WHOLE


class ComparisonExport(FileExport):
    """Export button with its menu, and the files it writes.

    Attributes:
        button: The button, placed by the page.
        report_choice: Options of the last saved report.
        report: The open report dialog, or None.
    """

    def __init__(self, theme: Theme, history: History, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(history, notice, page)
        self._theme, self._choice = theme, GroupChoice()
        self.report_choice = ReportChoice()
        self.report: ReportDialog | None = None
        self.button = MenuButton(theme, self.tr("Export"), "main")
        self.menu = QMenu(page)
        self.menu.addAction(self.tr("PDF or HTML report…")).triggered.connect(self.open_report)
        for title, ending in ((self.tr("CSV table…"), CSV), (self.tr("JSON document…"), JSON)):
            self.menu.addAction(title).triggered.connect(partial(self.ask, ending))
        self.button.clicked.connect(lambda: self.button.popup(self.menu))
        self.set_groups(None)

    def set_groups(self, choice: GroupChoice | None) -> None:
        """Set the groups to export, or None to disable the button."""
        self._choice = choice or GroupChoice()
        self.button.setEnabled(choice is not None)
        set_tooltip(self.button, self.tr("There is nothing to export until runs are compared.") if choice is None else "")
        if self.report is not None:
            self.report.set_runs(self._compared())

    def open_report(self, _checked: bool = False) -> None:
        """Open the report dialog."""
        report = self.report = ReportDialog(self._theme, self._history, self.report_choice, self.folder, self._page)
        report.agreed.connect(self._remember)
        report.saved.connect(self._report_saved)
        report.finished.connect(self._report_closed)
        report.open()
        report.set_runs(self._compared())

    def _remember(self, choice: ReportChoice) -> None:
        self.report_choice = choice

    def _report_saved(self, path: Path) -> None:
        self.folder = str(path.parent)
        self.show_written(path)

    def _report_closed(self) -> None:
        self.report = None

    def _compared(self) -> ComparedRuns:
        groups = tuple((group.name, group.run_ids) for group in self._choice.groups)
        return ComparedRuns(groups, self._choice.baseline_name)

    def ask(self, ending: str, _checked: bool = False) -> None:
        """Ask for a path and write the comparison in the format given by the suffix."""
        _, names = short_names([group.name for group in self._choice.groups])
        self.ask_where(self.file(ending), file_name(names, ending))

    def file(self, ending: str) -> ExportedFile:
        """Return the current comparison as a file with that suffix."""
        kinds = {CSV: self.tr("CSV table (*.csv)"), JSON: self.tr("JSON document (*.json)")}
        work = partial(write_comparison, self._compared(), WHOLE, Event())
        return ExportedFile(self.tr("Export comparison"), kinds[ending], ending, work)
