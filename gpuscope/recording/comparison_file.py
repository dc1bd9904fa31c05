"""A comparison as a file: PDF, CSV or JSON, by the file's ending."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.errors import UsageError
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.output_file import refuse_bad_output, write_file

PDF, CSV, JSON = ".pdf", ".csv", ".json"
_LATER = (".html", ".htm")
_CURE = "Let its name end in .pdf, .csv or .json."


def refuse_comparison_file(path: Path) -> None:
    """Checks a path before work is put into what goes there.

    Raises:
        UsageError: Its ending says nothing, its folder is missing, or it is a folder.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    ending = path.suffix.lower()
    if ending in _LATER:
        raise UsageError(f"{path.suffix} reports come with a later version", _CURE)
    if ending not in (PDF, CSV, JSON):
        raise UsageError(f"{path.name!r} does not say what it shall be", _CURE)
    refuse_bad_output(path)
    if ending == PDF:
        from gpuscope.reports.pdf_report import refuse_without_typst

        refuse_without_typst()


def write_comparison_file(reader: RunHistory, comparison: Comparison, path: Path) -> None:
    """Writes a comparison, whole or not at all.

    Args:
        reader: Gives the runs' curves for a PDF.
        comparison: What to write.
        path: Its ending says as what.

    Raises:
        UsageError: The path does not do.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    refuse_comparison_file(path)
    write_file(path, _pieces(reader, comparison, path.suffix.lower()))


def _pieces(reader: RunHistory, comparison: Comparison, ending: str) -> Iterable[str | bytes]:
    if ending == PDF:
        from gpuscope.recording.report_runs import recorded_runs
        from gpuscope.reports.pdf_report import pdf_report
        from gpuscope.system.settings import read_settings

        runs = recorded_runs(reader, [record for group in comparison.groups for record in group.runs])
        return [pdf_report(comparison, runs, datetime.now().astimezone(), read_settings())]
    if ending == CSV:
        from gpuscope.reports.comparison_report import comparison_table
        from gpuscope.reports.csv_report import table_pieces
        from gpuscope.system.settings import read_settings

        return table_pieces(comparison_table(comparison, read_settings().factors))
    from gpuscope.reports.json_text import json_text

    return [json_text(comparison.to_json(), indent=1), "\n"]
