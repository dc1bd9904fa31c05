"""The report dialog: preview, sections, paper size, and saving."""

from __future__ import annotations

from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.pages.compare.comparison_file import ComparedRuns, ReportPages, ReportRendering, write_comparison
from gpuscope.gui.pages.compare.report_options import ReportChoice, ReportOptions
from gpuscope.gui.pages.compare.report_sheets import ReportSheets
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import Gap, fill, framed, horizontal, vertical
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.recording.comparison_file import HTML, PDF
from gpuscope.reports.group_names import short_names

if TYPE_CHECKING:
    from gpuscope.core.errors import GpuscopeError
    from gpuscope.gui.services.history import History

_LARGEST, _AROUND = QSize(1320, 1000), 48
"""Maximum size in pixels, options beside a page in full width; and the margin around the dialog in the window."""
_INCHES = 8.27
"""Width of A4 in inches."""
_COARSEST, _FINEST = 72.0, 220.0
"""Bounds of the rendering resolution, in pixels per inch."""
_BLURRED = 1.2
"""Enlargement beyond which a page is blurred and rendered again."""


class ReportDialog(QDialog):
    """Previews and saves a report; closing the dialog cancels pending work.

    Signals:
        agreed: The user is about to save: the :class:`ReportChoice`.
        saved: Path of the written file.

    Args:
        theme: Theme of everything except the paper.
        history: Reads the runs, renders the pages and writes the file.
        choice: Initial choice.
        folder: Folder of the file saved last.
    """

    agreed = Signal(object)
    saved = Signal(object)

    def __init__(self, theme: Theme, history: History, choice: ReportChoice, folder: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Report of the comparison"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._runs = ComparedRuns((), "")
        self._is_writing, self._closed = False, Event()
        self._layout, self._drawn_at = choice.layout, 0.0
        self.notice = NoticeBar(theme)
        self.options = ReportOptions(theme, choice)
        self.sheets = ReportSheets(theme)
        self._rendering = ReportRendering(history, self)
        self.files = FileExport(history, self.notice, self)
        self.files.folder = folder
        self._waiting = label("", "muted", wraps=True)
        self._place, self._state = label("", "muted"), ElidedLabel("", "muted")
        self._back = Button(theme, "", "flat", "up", self.tr("Previous page"), clicked=lambda: self.sheets.go_to(self.sheets.page - 1))
        self._on = Button(theme, "", "flat", "down", self.tr("Next page"), clicked=lambda: self.sheets.go_to(self.sheets.page + 1))
        self._cancel = Button(theme, self.tr("Cancel"), clicked=self.reject)
        self.save = Button(theme, self.tr("Save…"), "main", clicked=self._ask_where)
        self.save.setDefault(True)
        self._lay_out()
        self._connect()
        around = parent.window().size() - QSize(_AROUND, _AROUND)
        self.resize(around.boundedTo(_LARGEST))

    def set_runs(self, runs: ComparedRuns) -> None:
        """Set the compared runs, initially and after changes; no groups if nothing is left to compare."""
        had_runs, changed = bool(self._runs.groups), self._runs != runs
        self._runs = runs
        if not changed:
            return
        self.notice.clear()
        if had_runs and runs.groups:
            self.notice.show_text(self.tr("The compared runs have changed; the report shows them as they are now."), "warn")
        elif had_runs:
            self.notice.show_text(self.tr("Runs were deleted, and nothing is left to compare."), "bad")
        self._render()

    def done(self, result: int) -> None:
        """Cancel pending work and close."""
        self._rendering.cancel()
        self._closed.set()
        super().done(result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Render the pages again if they have become much wider."""
        super().resizeEvent(event)
        if self._drawn_at and self._pixels_per_inch() > _BLURRED * self._drawn_at:
            self._render()

    # Layout

    def _lay_out(self) -> None:
        self.notice.setContentsMargins(6, 4, 6, -8)  # aligned with the content below
        self.sheets.setAccessibleName(self.tr("Preview of the report"))
        options = QScrollArea(widgetResizable=True)
        options.setWidget(self.options)
        options.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        options.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        options.setFixedWidth(self.options.width() + 14)
        across = fill(horizontal(margins=(18, 16, 18, 0), spacing=16), options, (self._framed_sheets(), 1))
        fill(vertical(self, (0, 0, 0, 0), spacing=0), self.notice, (across, 1), Gap(16), self._foot())

    def _framed_sheets(self) -> QFrame:
        frame = framed("raised")
        fill(vertical(frame, (1, 1, 1, 1)), self.sheets)
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self.sheets.viewport()).addWidget(self._waiting)
        return frame

    def _foot(self) -> QFrame:
        foot = framed("below")
        row = fill(horizontal(foot, (18, 10, 18, 12), spacing=8), (self._state, 1), self._place, self._back, self._on, Gap(16))
        fill(row, self._cancel, self.save)
        return foot

    def _connect(self) -> None:
        self.options.changed.connect(self._choose)
        self._rendering.rendered.connect(self._show_pages)
        self._rendering.failed.connect(self._show_failure)
        self.sheets.moved.connect(self._show_place)
        self.files.status_changed.connect(self._show_status)
        self.files.written.connect(self._finish)

    # The preview

    def _choose(self) -> None:
        if self.options.choice.layout != self._layout:
            self._render()
        else:
            self._update()

    def _render(self) -> None:
        self._rendering.cancel()
        if self._runs.groups:
            self._layout, self._drawn_at = self.options.choice.layout, self._pixels_per_inch()
            self._rendering.render(self._runs, self._layout, self._drawn_at)
        else:
            self.sheets.set_pages([])
        self._update()

    def _pixels_per_inch(self) -> float:
        """Return the resolution at which pages are sharp at their current width, within bounds."""
        return max(_COARSEST, min(self.sheets.paper_width * self.devicePixelRatioF() / _INCHES, _FINEST))

    def _show_pages(self, report: ReportPages) -> None:
        if self.notice.tone == "bad":
            self.notice.clear()
        self.sheets.set_pages(report.pages)
        self.options.set_absent(report.absent)
        if report.missing_fonts:
            text = self.tr("Some characters are printed as their names because fonts are missing: {0}. Reinstall gpuscope.")
            self.notice.show_text(text.format(", ".join(report.missing_fonts)), "warn")
        self._update()

    def _show_failure(self, error: GpuscopeError) -> None:
        self.sheets.set_pages([])
        self.notice.show_error(error, self.tr("Try again"), self._render)
        self._update()

    def _update(self) -> None:
        """Update the status text and the enabled buttons."""
        is_busy = self._rendering.is_busy
        self.sheets.fade(is_busy)
        self._waiting.setVisible(self.sheets.count == 0)
        self._waiting.setText(self.tr("Drawing the pages …") if is_busy else self.tr("There is no preview."))
        if not self._is_writing:
            self._state.set_text(self.tr("Drawing the pages …") if is_busy and self.sheets.count else "")
        has_pages = is_busy or self.sheets.count > 0 or self.options.choice.ending == HTML
        self.save.setEnabled(bool(self._runs.groups) and has_pages and not self._is_writing)
        self.options.setEnabled(bool(self._runs.groups) and not self._is_writing)
        self._show_place()

    def _show_place(self) -> None:
        page, count = self.sheets.page, self.sheets.count
        text = self.tr("Page {0} of {1}").format(page + 1, count) if count else ""
        self._place.setText(text)
        self.sheets.setAccessibleDescription(text)
        self._back.setEnabled(page > 0)
        self._on.setEnabled(page + 1 < count)

    # The file

    def _ask_where(self) -> None:
        runs, choice = self._runs, self.options.choice
        self.agreed.emit(choice)
        kinds = {PDF: self.tr("PDF report (*.pdf)"), HTML: self.tr("HTML report (*.html)")}
        write = partial(write_comparison, runs, choice.layout, self._closed)
        file = ExportedFile(self.tr("Save report"), kinds[choice.ending], choice.ending, write)
        _, names = short_names([name for name, _ in runs.groups])
        self.files.ask_where(file, file_name(names, choice.ending))

    def _show_status(self, text: str) -> None:
        self._is_writing = bool(text)
        self._state.set_text(text)
        self._update()

    def _finish(self, path: object) -> None:
        self.saved.emit(path)
        self.accept()
