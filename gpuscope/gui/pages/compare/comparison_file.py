"""A comparison of groups of runs as a file, written off the event loop."""

from collections.abc import Sequence
from pathlib import Path

from gpuscope.analysis.comparison import compare
from gpuscope.analysis.group import Group
from gpuscope.recording.comparison_file import refuse_comparison_file, write_comparison_file
from gpuscope.recording.run_history import RunHistory


def write_comparison(groups: Sequence[tuple[str, Sequence[str]]], baseline: str, path: Path, store: RunHistory) -> Path:
    """Compares groups, (name, ids) each, and writes that to a file; returns its path.

    Raises:
        UsageError: A run has gone, or the path is none that can be written.
        UnavailableError: The file cannot be written, or PDFs cannot be made here.
    """
    refuse_comparison_file(path)
    comparison = compare([Group(name, tuple(store.find_all(run_ids))) for name, run_ids in groups], baseline)
    write_comparison_file(store, comparison, path)
    return path
