"""A comparison of groups of runs as a file, or as pictures of a report's pages, made off the event loop."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtGui import QImage

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.errors import CancelledError
from gpuscope.recording.comparison_file import GoOn, comparison_pictures, refuse_comparison_file, write_comparison_file
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.report_layout import ReportLayout, Section


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    """What is compared.

    Attributes:
        groups: (name, ids of its runs) each.
        baseline: Name of the group that ratios refer to.
    """

    groups: Sequence[tuple[str, Sequence[str]]]
    baseline: str


@dataclass(frozen=True, slots=True)
class ReportPages:
    """A report as it will be.

    Attributes:
        pages: Of the PDF.
        absent: Sections that these runs have nothing for, chosen or not.
        missing_fonts: Names of fonts that are not where they were shipped.
    """

    pages: Sequence[QImage]
    absent: frozenset[Section] = frozenset()
    missing_fonts: Sequence[str] = ()


def write_comparison(runs: ComparedRuns, layout: ReportLayout, cancelled: Event, path: Path, store: RunHistory) -> Path:
    """Compare groups and write that to a file, unless it is cancelled before; return its path.

    Raises:
        UsageError: A run has gone, or the path is none that can be written.
        UnavailableError: The file cannot be written, or PDFs cannot be made here.
        CancelledError: It was cancelled; nothing is written.
    """
    refuse_comparison_file(path)
    write_comparison_file(store, _compared(runs, store), path, layout, _unless(cancelled))
    return path


def report_pages(runs: ComparedRuns, layout: ReportLayout, pixels_per_inch: float, cancelled: Event, store: RunHistory) -> ReportPages:
    """Compare groups and draw the pages of their report.

    Raises:
        UsageError: A run has gone.
        UnavailableError: PDFs cannot be made here.
        CancelledError: It was cancelled.
    """
    go_on = _unless(cancelled)
    go_on()
    made = comparison_pictures(store, _compared(runs, store), layout, pixels_per_inch, go_on)
    go_on()
    return ReportPages([QImage.fromData(page) for page in made.pages], made.absent, made.missing_fonts)


def _compared(runs: ComparedRuns, store: RunHistory) -> Comparison:
    return compare([Group(name, tuple(store.find_all(run_ids))) for name, run_ids in runs.groups], runs.baseline)


def _unless(cancelled: Event) -> GoOn:
    def go_on() -> None:
        if cancelled.is_set():
            raise CancelledError("cancelled")

    return go_on
