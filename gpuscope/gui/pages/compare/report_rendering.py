"""Has a report's pages drawn on the history's thread; only what was asked last is of use."""

from __future__ import annotations

from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuscope.gui.pages.compare.comparison_file import ComparedRuns, ReportPages, report_pages

if TYPE_CHECKING:
    from gpuscope.core.errors import GpuscopeError
    from gpuscope.gui.services.history import History
    from gpuscope.reports.report_layout import ReportLayout


class ReportRendering(QObject):
    """One rendering at a time; another question lets it end at its next stage and begins when it has.

    Signals:
        rendered: A :class:`ReportPages`.
        failed: A GpuscopeError: why there are no pages.
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
        """Whether pages will come."""
        return self._next is not None or (self._cancelled is not None and not self._cancelled.is_set())

    def render(self, runs: ComparedRuns, layout: ReportLayout, pixels_per_inch: float) -> None:
        """Ask for the pages of a report, and for no others any more."""
        self.cancel()
        self._next = runs, layout, pixels_per_inch
        if self._cancelled is None:
            self._begin(self._next)

    def cancel(self) -> None:
        """Want no pages any more."""
        self._next = None
        if self._cancelled is not None:
            self._cancelled.set()

    def _begin(self, about: tuple[ComparedRuns, ReportLayout, float]) -> None:
        self._next, self._cancelled = None, Event()
        work = partial(report_pages, *about, self._cancelled)
        self._history.ask(work, self._take, self._fail, self)

    def _take(self, pages: ReportPages) -> None:
        if self._is_wanted():
            self.rendered.emit(pages)

    def _fail(self, error: GpuscopeError) -> None:
        if self._is_wanted():
            self.failed.emit(error)

    def _is_wanted(self) -> bool:
        """End the rendering; begin the next one; return whether this one's answer is still of use."""
        cancelled, self._cancelled = self._cancelled, None
        if self._next is not None:
            self._begin(self._next)
        return cancelled is not None and not cancelled.is_set()
