"""The files of a sweep: its report as PDF, its cells as CSV or JSON, its picture as PNG or SVG."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from gpuscope.core.errors import UsageError
from gpuscope.gui.charts.painter_canvas import WINDOW
from gpuscope.gui.theme import Palette
from gpuscope.gui.widgets.chart_export import PNG, SVG, drawn_pieces
from gpuscope.gui.widgets.file_export import ExportedFile
from gpuscope.reports.output_file import write_file
from gpuscope.reports.pictures.drawing import Drawing
from gpuscope.reports.pictures.sweep_picture import SweepPicture, sweep_drawing
from gpuscope.reports.sweep_view import SweepView

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory

_SIZE = (960.0, 540.0)
"""Size of the picture in logical pixels."""


def sweep_file(view: SweepView, picture: SweepPicture, palette: Palette) -> ExportedFile:
    """Return the export of a sweep as it is now, with its file formats; ``picture`` is the displayed one."""
    kinds = (
        QCoreApplication.translate("SweepExport", "PDF report (*.pdf)"),
        QCoreApplication.translate("SweepExport", "CSV table of the cells (*.csv)"),
        QCoreApplication.translate("SweepExport", "Picture (*.png)"),
        QCoreApplication.translate("SweepExport", "Drawing (*.svg)"),
        QCoreApplication.translate("SweepExport", "JSON document (*.json)"),
    )
    write = partial(_write, view, sweep_drawing(picture, *_SIZE, WINDOW), palette)
    return ExportedFile(QCoreApplication.translate("SweepExport", "Save the sweep"), ";;".join(kinds), ".pdf", write)


def _write(view: SweepView, drawing: Drawing, palette: Palette, path: Path, _store: RunHistory) -> None:
    """Write a sweep in the format of the file's suffix.

    Raises:
        UsageError: The suffix is of no supported format.
        UnavailableError: The file cannot be written, or PDFs cannot be created here.
    """
    from gpuscope.reports.sweep_file import ENDINGS, write_sweep_file

    ending = path.suffix.lower()
    if ending in (PNG, SVG):
        write_file(path, drawn_pieces(drawing, ending, palette))
    elif ending in ENDINGS:
        write_sweep_file(view, path)
    else:
        raise UsageError(
            QCoreApplication.translate("SweepExport", "{0} is not a file type for sweeps").format(path.name),
            QCoreApplication.translate("SweepExport", "Name one that ends in .pdf, .csv, .png, .svg or .json."),
        )
