"""The files that the demonstration leaves: its comparison as CSV and PDF."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.recording.comparison_file import PDF, write_comparison_file
from gpuscope.recording.demo_plan import Question, answer
from gpuscope.recording.run_history import RunHistory


def compare_demo(reader: RunHistory, questions: Sequence[Question], runs: Mapping[str, Sequence[str]]) -> tuple[Comparison, list[str]]:
    """Returns the comparison of the demonstration's runs, and a sentence for each of its questions."""
    records = {name: tuple(reader.find_all(ids)) for name, ids in runs.items()}
    comparison = compare([Group(name, group) for name, group in records.items()], questions[0].baseline.name)
    return comparison, [answer(one, records[one.baseline.name], records[one.other.name]) for one in questions]


def write_demo_report(reader: RunHistory, comparison: Comparison, csv: Path) -> Path:
    """Writes the CSV and, beside it, the PDF, whose path is returned.

    Raises:
        UnavailableError: A file cannot be written.
    """
    pdf = csv.with_suffix(PDF)
    for path in (csv, pdf):
        write_comparison_file(reader, comparison, path)
    return pdf
