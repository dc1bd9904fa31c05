"""A comparison as a file: PDF, HTML, CSV or JSON, by the file's ending."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.errors import UsageError
from gpuscope.core.run import RunRecord
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.output_file import refuse_bad_output, write_file
from gpuscope.reports.report_layout import WHOLE, ReportLayout
from gpuscope.system.imports import without_collections

if TYPE_CHECKING:
    from gpuscope.analysis.recorded_run import RecordedRun
    from gpuscope.reports.ladder_view import LadderView
    from gpuscope.reports.pdf_report import PagePictures

PDF, HTML, CSV, JSON = ".pdf", ".html", ".csv", ".json"
GoOn = Callable[[], None]
"""Raises an exception to cancel the work."""
_HINT = "Use a name that ends in .pdf, .html, .csv or .json."


def refuse_comparison_file(path: Path) -> None:
    """Check an output path before doing the work.

    Raises:
        UsageError: The file ending is unknown, the folder is missing, or the path is a folder.
        UnavailableError: The file cannot be written, or PDFs cannot be created here.
    """
    ending = path.suffix.lower()
    if ending not in (PDF, HTML, CSV, JSON):
        raise UsageError(f"{path.name!r} has no known file ending", _HINT)
    refuse_bad_output(path)
    if ending == PDF:
        from gpuscope.reports.pdf_report import refuse_without_typst

        refuse_without_typst()


def write_comparison_file(
    reader: RunHistory,
    comparison: Comparison,
    path: Path,
    layout: ReportLayout = WHOLE,
    go_on: GoOn = lambda: None,
    *,
    ladder: LadderView | None = None,
) -> None:
    """Write a comparison to a file, atomically.

    Args:
        reader: Provides the runs' curves for a report.
        comparison: The comparison to write.
        path: The output file; its ending determines the format.
        layout: Sections and paper size of a report; CSV and JSON contain everything.
        go_on: Called from time to time before anything is written; an exception from it cancels the work and leaves no file.
        ladder: The ladder whose rungs are the groups: a report begins with it.

    Raises:
        UsageError: The path is unsuitable.
        UnavailableError: The file cannot be written, or PDFs cannot be created here.
    """
    refuse_comparison_file(path)
    ending = path.suffix.lower()
    pieces = _report(reader, comparison, ending, layout, go_on, ladder) if ending in (PDF, HTML) else _table(comparison, ending)
    go_on()
    write_file(path, pieces)


def _table(comparison: Comparison, ending: str) -> Iterable[str]:
    if ending == CSV:
        from gpuscope.reports.comparison_report import comparison_table
        from gpuscope.reports.csv_report import table_pieces
        from gpuscope.system.settings import read_settings

        return table_pieces(comparison_table(comparison, read_settings().factors))
    from gpuscope.reports.json_text import json_text

    return [json_text(comparison.to_json(), indent=1), "\n"]


def comparison_pictures(
    reader: RunHistory, comparison: Comparison, layout: ReportLayout, pixels_per_inch: float, go_on: GoOn
) -> PagePictures:
    """Return the pages of the PDF that :func:`write_comparison_file` would write; ``go_on`` is as for that function.

    Raises:
        UnavailableError: PDFs cannot be created here.
    """
    from gpuscope.reports.pdf_report import page_pictures
    from gpuscope.system.settings import read_settings

    comparison = _checked(reader, comparison, go_on)
    runs = _recorded(reader, comparison, go_on)
    return page_pictures(comparison, runs, datetime.now().astimezone(), read_settings(), layout, pixels_per_inch)


def _checked(reader: RunHistory, comparison: Comparison, go_on: GoOn) -> Comparison:
    """Return the comparison with damaged readings added to its runs' gaps, which a report lists."""

    def checked(record: RunRecord) -> RunRecord:
        go_on()
        return reader.checked(record)

    groups = (replace(group, runs=tuple(map(checked, group.runs))) for group in comparison.groups)
    return replace(comparison, groups=tuple(groups))


def _recorded(reader: RunHistory, comparison: Comparison, go_on: GoOn) -> list[RecordedRun]:
    from gpuscope.recording.run_file import recorded_runs

    runs = []
    for record in (record for group in comparison.groups for record in group.runs):
        go_on()
        runs += recorded_runs(reader, [record])
    go_on()
    return runs


def _report(
    reader: RunHistory, comparison: Comparison, ending: str, layout: ReportLayout, go_on: GoOn, ladder: LadderView | None
) -> list[str | bytes]:
    with without_collections():
        from gpuscope.reports.pdf_report import pdf_report
        from gpuscope.system.settings import read_settings

    comparison = _checked(reader, comparison, go_on)
    about = comparison, _recorded(reader, comparison, go_on), datetime.now().astimezone(), read_settings(), layout
    if ending == PDF:
        return [pdf_report(*about, ladder)]
    from gpuscope.reports.html_report import html_report

    return [html_report(*about, ladder)]
