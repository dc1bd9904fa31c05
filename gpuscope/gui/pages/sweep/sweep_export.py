"""The files of a sweep: its report as PDF, its cells as CSV or JSON, its picture as PNG or SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import UsageError
from gpuscope.gui.charts.painter_canvas import WINDOW
from gpuscope.gui.theme import Palette
from gpuscope.gui.widgets.chart_export import PNG, SVG, png_bytes
from gpuscope.gui.widgets.file_export import ExportedFile
from gpuscope.reports.pictures.svg_canvas import svg
from gpuscope.reports.pictures.sweep_picture import SweepPicture, sweep_drawing
from gpuscope.reports.sweep_view import SweepView

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory

_SIZE = (960.0, 540.0)
"""Size of the picture in logical pixels."""


class SavedSweep:
    """A snapshot of a sweep, written in the format of the file's suffix.

    Args:
        picture: The displayed picture.
    """

    def __init__(self, view: SweepView, picture: SweepPicture, palette: Palette) -> None:
        self._view, self._palette = view, palette
        self._drawing = sweep_drawing(picture, *_SIZE, WINDOW)

    def file(self) -> ExportedFile:
        """Return the export, with its file formats."""
        kinds = (
            QCoreApplication.translate("SweepExport", "PDF report (*.pdf)"),
            QCoreApplication.translate("SweepExport", "CSV table of the cells (*.csv)"),
            QCoreApplication.translate("SweepExport", "Picture (*.png)"),
            QCoreApplication.translate("SweepExport", "Drawing (*.svg)"),
            QCoreApplication.translate("SweepExport", "JSON document (*.json)"),
        )
        return ExportedFile(QCoreApplication.translate("SweepExport", "Save the sweep"), ";;".join(kinds), ".pdf", self.write)

    def write(self, path: Path, _store: RunHistory) -> Path:
        """Write the sweep; runs on the history's thread.

        Raises:
            UsageError: The suffix is of no supported format.
            UnavailableError: The file cannot be written, or PDFs cannot be created here.
        """
        from gpuscope.reports.output_file import write_file
        from gpuscope.reports.sweep_file import ENDINGS, write_sweep_file

        ending = path.suffix.lower()
        if ending == PNG:
            write_file(path, [png_bytes(self._drawing, self._palette)])
        elif ending == SVG:
            write_file(path, [svg(self._drawing, dark=self._palette.is_dark, ground=True).encode()])
        elif ending in ENDINGS:
            write_sweep_file(self._view, path)
        else:
            raise UsageError(
                QCoreApplication.translate("SweepExport", "{0} is not a file type for sweeps").format(path.name),
                QCoreApplication.translate("SweepExport", "Name one that ends in .pdf, .csv, .png, .svg or .json."),
            )
        return path
