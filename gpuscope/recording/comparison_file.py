"""A comparison as a file: PDF, HTML, CSV or JSON, by the file's ending."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.errors import UsageError
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.output_file import refuse_bad_output, write_file

PDF, HTML, CSV, JSON = ".pdf", ".html", ".csv", ".json"
_CURE = "Let its name end in .pdf, .html, .csv or .json."


def refuse_comparison_file(path: Path) -> None:
    """Checks a path before work is put into what goes there.

    Raises:
        UsageError: Its ending says nothing, its folder is missing, or it is a folder.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    ending = path.suffix.lower()
    if ending not in (PDF, HTML, CSV, JSON):
        raise UsageError(f"{path.name!r} does not say what it shall be", _CURE)
    refuse_bad_output(path)
    if ending == PDF:
        from gpuscope.reports.pdf_report import refuse_without_typst

        refuse_without_typst()


def write_comparison_file(reader: RunHistory, comparison: Comparison, path: Path) -> None:
    """Writes a comparison, whole or not at all.

    Args:
        reader: Gives the runs' curves for a report.
        comparison: What to write.
        path: Its ending says as what.

    Raises:
        UsageError: The path does not do.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    refuse_comparison_file(path)
    write_file(path, _pieces(reader, comparison, path.suffix.lower()))


def _pieces(reader: RunHistory, comparison: Comparison, ending: str) -> Iterable[str | bytes]:
    if ending in (PDF, HTML):
        return _report(reader, comparison, ending)
    if ending == CSV:
        from gpuscope.reports.comparison_report import comparison_table
        from gpuscope.reports.csv_report import table_pieces
        from gpuscope.system.settings import read_settings

        return table_pieces(comparison_table(comparison, read_settings().factors))
    from gpuscope.reports.json_text import json_text

    return [json_text(comparison.to_json(), indent=1), "\n"]


def _report(reader: RunHistory, comparison: Comparison, ending: str) -> list[str | bytes]:
    from gpuscope.recording.report_runs import recorded_runs
    from gpuscope.system.settings import read_settings

    runs = recorded_runs(reader, [record for group in comparison.groups for record in group.runs])
    about = comparison, runs, datetime.now().astimezone(), read_settings()
    if ending == HTML:
        from gpuscope.reports.html_report import html_report

        return [html_report(*about)]
    from gpuscope.reports.pdf_report import pdf_report

    return [pdf_report(*about)]
