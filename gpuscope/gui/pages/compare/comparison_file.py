"""A comparison as a file, written off the event loop: PDF, CSV or JSON by the file's ending."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from gpuscope.analysis.comparison import Comparison, Group, compare
from gpuscope.core.errors import UsageError
from gpuscope.recording.run_history import RunHistory

PDF, CSV, JSON = ".pdf", ".csv", ".json"


def write_comparison(groups: Sequence[tuple[str, Sequence[str]]], baseline: str, path: Path, store: RunHistory) -> Path:
    """Compares groups, (name, ids) each, and writes that to a file; returns its path.

    Raises:
        UsageError: A run has gone, or the path is none that can be written.
        UnavailableError: The file cannot be written, or PDFs cannot be made here.
    """
    from gpuscope.reports.output_file import refuse_bad_output, write_file

    refuse_bad_output(path)
    comparison = compare([Group(name, tuple(store.find_all(run_ids))) for name, run_ids in groups], baseline)
    match path.suffix.lower():
        case ".csv":
            from gpuscope.reports.comparison_report import comparison_table
            from gpuscope.reports.csv_report import table_pieces

            write_file(path, table_pieces(comparison_table(comparison)))
        case ".json":
            write_file(path, [json.dumps(comparison.to_json(), indent=1, allow_nan=False), "\n"])
        case ".pdf":
            write_file(path, [_pdf(comparison, store)])
        case _:
            raise UsageError(f"{path.name!r} does not say what it shall be", "Let its name end in .pdf, .csv or .json.")
    return path


def _pdf(comparison: Comparison, store: RunHistory) -> bytes:
    from gpuscope.recording.report_runs import recorded_runs
    from gpuscope.reports.pdf_report import pdf_report, refuse_without_typst

    refuse_without_typst()
    runs = recorded_runs(store, [run for group in comparison.groups for run in group.runs])
    return pdf_report(comparison, runs, datetime.now(UTC).astimezone())
