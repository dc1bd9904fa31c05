"""A comparison as a file or as rendered report pages, produced off the event loop."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.core.errors import CancelledError, GpuscopeError
from gpuscope.gui.services.history import History
from gpuscope.recording.comparison_file import GoOn, comparison_pictures, refuse_comparison_file, write_comparison_file
from gpuscope.recording.run_history import RunHistory
from gpuscope.reports.report_layout import ReportLayout, Section


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    """The compared groups, by run ids.

    Attributes:
        groups: (name, run ids) of each group.
        baseline: Name of the reference group.
    """

    groups: Sequence[tuple[str, Sequence[str]]]
    baseline: str


@dataclass(frozen=True, slots=True)
class ReportPages:
    """Preview of a report.

    Attributes:
        pages: Pages of the PDF.
        absent: Sections without data for these runs, selected or not.
        missing_fonts: Names of shipped fonts that are missing.
    """

    pages: Sequence[QImage]
    absent: frozenset[Section] = frozenset()
    missing_fonts: Sequence[str] = ()


def write_comparison(runs: ComparedRuns, layout: ReportLayout, cancelled: Event, path: Path, store: RunHistory) -> None:
    """Compare groups and write the result to a file unless cancelled.

    Raises:
        UsageError: A run is gone, or the path is not writable.
        UnavailableError: The file cannot be written, or PDFs cannot be created here.
        CancelledError: Cancelled; nothing is written.
    """
    refuse_comparison_file(path)
    write_comparison_file(store, _compared(runs, store), path, layout, _unless(cancelled))


def report_pages(runs: ComparedRuns, layout: ReportLayout, pixels_per_inch: float, cancelled: Event, store: RunHistory) -> ReportPages:
    """Compare groups and render the pages of their report.

    Raises:
        UsageError: A run is gone.
        UnavailableError: PDFs cannot be created here.
        CancelledError: Cancelled.
    """
    go_on = _unless(cancelled)
    go_on()
    pictures = comparison_pictures(store, _compared(runs, store), layout, pixels_per_inch, go_on)
    go_on()
    return ReportPages([QImage.fromData(page) for page in pictures.pages], pictures.absent, pictures.missing_fonts)


def _compared(runs: ComparedRuns, store: RunHistory) -> Comparison:
    return compare([Group(name, tuple(store.find_all(run_ids))) for name, run_ids in runs.groups], runs.baseline)


def _unless(cancelled: Event) -> GoOn:
    def go_on() -> None:
        if cancelled.is_set():
            raise CancelledError("cancelled")

    return go_on


class ReportRendering(QObject):
    """Renders one report at a time; a new request cancels the current one at its next stage, then starts.

    Signals:
        rendered: A :class:`ReportPages`.
        failed: A GpuscopeError: rendering failed.
    """

    rendered = Signal(object)
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject) -> None:
        super().__init__(parent)
        self._history = history
        self._cancelled: Event | None = None
        self._next: tuple[ComparedRuns, ReportLayout, float] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a result is pending."""
        return self._next is not None or (self._cancelled is not None and not self._cancelled.is_set())

    def render(self, runs: ComparedRuns, layout: ReportLayout, pixels_per_inch: float) -> None:
        """Request the pages of a report, replacing earlier requests."""
        self.cancel()
        self._next = runs, layout, pixels_per_inch
        if self._cancelled is None:
            self._begin(self._next)

    def cancel(self) -> None:
        """Cancel all requests."""
        self._next = None
        if self._cancelled is not None:
            self._cancelled.set()

    def _begin(self, about: tuple[ComparedRuns, ReportLayout, float]) -> None:
        self._next, self._cancelled = None, Event()
        work = partial(report_pages, *about, self._cancelled)
        self._history.ask(work, self._show_pages, self._fail, self)

    def _show_pages(self, pages: ReportPages) -> None:
        if self._is_wanted():
            self.rendered.emit(pages)

    def _fail(self, error: GpuscopeError) -> None:
        if self._is_wanted():
            self.failed.emit(error)

    def _is_wanted(self) -> bool:
        """Conclude a rendering and start the next; return whether the result is still wanted."""
        cancelled, self._cancelled = self._cancelled, None
        if self._next is not None:
            self._begin(self._next)
        return cancelled is not None and not cancelled.is_set()
