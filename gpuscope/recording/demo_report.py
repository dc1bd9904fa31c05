"""The files that the demonstration leaves: its comparison as CSV and PDF."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.run import RunRecord
from gpuscope.recording.comparison_file import PDF, write_comparison_file
from gpuscope.recording.demo_plan import Question
from gpuscope.recording.run_history import RunHistory


def compare_demo(reader: RunHistory, questions: Sequence[Question], runs: Mapping[str, Sequence[str]]) -> tuple[Comparison, list[str]]:
    """Return the comparison of the demonstration's runs, and a sentence for each of its questions."""
    records = {name: tuple(reader.find_all(ids)) for name, ids in runs.items()}
    comparison = compare([Group(name, group) for name, group in records.items()], questions[0].baseline.name)
    return comparison, [_answer(record, records) for record in questions]


def _answer(question: Question, records: Mapping[str, tuple[RunRecord, ...]]) -> str:
    """Return in a sentence what a variant shows against its own baseline, which need not be that of the whole comparison."""
    names = (question.baseline.name, question.other.name)
    return compare([Group(name, records[name]) for name in names]).sentences[0]


def write_demo_report(reader: RunHistory, comparison: Comparison, csv: Path) -> Path:
    """Write the CSV and, beside it, the PDF, whose path is returned.

    Raises:
        UnavailableError: A file cannot be written.
    """
    pdf = csv.with_suffix(PDF)
    for path in (csv, pdf):
        write_comparison_file(reader, comparison, path)
    return pdf
