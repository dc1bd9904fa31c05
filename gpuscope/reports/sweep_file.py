"""A sweep as a file: a report as PDF, its cells as CSV or JSON, or its picture as SVG, by the file's ending."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from gpuscope.core.errors import UsageError
from gpuscope.reports.output_file import refuse_bad_output, write_file
from gpuscope.reports.sweep_view import SweepView

ENDINGS = (".pdf", ".csv", ".json", ".svg")
_PICTURE = (720.0, 420.0)
"""Size of the picture in points: enough for a heat map of 11 by 4 cells with its figures in full."""


def refuse_sweep_file(path: Path) -> None:
    """Check an output path before its content is produced.

    Raises:
        UsageError: Its ending is unknown, its folder is missing, or it is a folder.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(f"{path.name} is not a file type for sweeps", f"Name one that ends in {', '.join(ENDINGS)}.")
    refuse_bad_output(path)
    if path.suffix.lower() == ".pdf":
        from gpuscope.reports.pdf_report import refuse_without_typst

        refuse_without_typst()


def write_sweep_file(view: SweepView, path: Path) -> None:
    """Write a sweep to a file, atomically.

    Raises:
        UsageError: The path is not valid for a sweep.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    refuse_sweep_file(path)
    write_file(path, _pieces(view, path.suffix.lower()))


def _pieces(view: SweepView, ending: str) -> Iterable[str | bytes]:
    match ending:
        case ".pdf":
            from gpuscope.reports.pdf_sweep import sweep_pdf

            return [sweep_pdf(view, datetime.now().astimezone())]
        case ".csv":
            from gpuscope.reports.csv_report import table_pieces

            return table_pieces(view.csv_table())
        case ".json":
            from gpuscope.reports.json_text import json_text

            return [json_text(view.to_json(), 2), "\n"]
        case _:
            from gpuscope.reports.pictures.svg_canvas import PAPER, svg
            from gpuscope.reports.pictures.sweep_picture import sweep_drawing, sweep_picture

            return [svg(sweep_drawing(sweep_picture(view), *_PICTURE, PAPER), ground=True)]
