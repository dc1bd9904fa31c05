"""The demonstration in the window: its runs one after another on the Run page, then all of them on the Compare page, and its files."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.services import Services
from gpuscope.gui.services.worker import Worker
from gpuscope.gui.widgets.state_badge import state_word
from gpuscope.gui.window_request import DemoRequest
from gpuscope.recording import demo_plan
from gpuscope.recording.demo_plan import Question
from gpuscope.recording.variants import Variant


class DemoSession(QObject):
    """Runs the demonstration once. Runs that are under way go on when the window closes; those still to come are left out.

    Args:
        window: Shows it.
        services: Start its runs and read them.
        request: Repeats, steps, and where the files go.
        close: Closes the window.

    Attributes:
        finished: It is over: what went wrong, or None.
    """

    finished = Signal(object)

    def __init__(self, window: MainWindow, services: Services, request: DemoRequest, close: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._services, self._request, self._close = window, services, request, close
        self._worker = Worker("demonstration", self)
        self._questions: list[Question] = []
        self._left: deque[Variant] = deque()
        self._count = 0
        self._waiting_for: str | None = None
        self._runs: dict[str, list[str]] = {}
        self._intro = self._words = ""
        services.live_runs.ended.connect(self._run_ended)

    def begin(self) -> None:
        """Find out what can be compared here, and start the first run."""
        self._worker.submit(lambda: demo_plan.questions(self._request.steps), self._planned, self._fail, self)

    def close(self) -> None:
        """End its thread."""
        self._worker.close()

    def _planned(self, plan: tuple[list[Question], list[str]]) -> None:
        self._questions, absent = plan
        self._left.extend(demo_plan.run_order(self._questions, self._request.repeats))
        self._count = len(self._left)
        self._runs = {one.name: [] for one in self._left}
        words = "; ".join(self.tr("{0} against {1}").format(one.other.name, one.baseline.name) for one in self._questions)
        left_out = self.tr(" Left out: {0}.").format("; ".join(absent)) if absent else ""
        self._intro = self.tr("A small comparison: {0}.").format(words) + left_out
        self._next()

    def _next(self) -> None:
        if not self._left:
            self._compare()
            return
        variant = self._left.popleft()
        number = self._count - len(self._left)
        self._words = self.tr("{0} Run {1} of {2}: {3}.").format(self._intro, number, self._count, variant.name)
        self._tell(self._words)
        self._services.starter.start(
            variant.spec, demo_plan.run_name(variant), lambda run_id: self._started(variant, run_id), self._fail, self
        )

    def _started(self, variant: Variant, run_id: str) -> None:
        self._runs[variant.name].append(run_id)
        self._tell(self._words)  # the page has made room for the run
        if self._services.live_runs.find(run_id) is None:  # it has ended already
            self._services.history.ask(lambda store: store.find(run_id), self._take_end, self._fail, self)
        else:
            self._waiting_for = run_id

    def _run_ended(self, run: LiveRun) -> None:
        if run.run_id == self._waiting_for:
            self._waiting_for = None
            self._take_end(run.record)

    def _take_end(self, record: RunRecord) -> None:
        if record.state is RunState.FINISHED:
            self._next()
            return
        reason = record.reason or self.tr("The run's page says why.")
        self._fail(GpuscopeError(self.tr("the demonstration ends: {0} is {1}").format(record.name, state_word(record.state)), reason))

    def _compare(self) -> None:
        self._tell(self.tr("All runs are done; the report is being written."))
        self._window.show_page("compare", ("groups", {name: list(ids) for name, ids in self._runs.items()}))
        self._worker.submit(self._write, self._written, self._fail, self)

    def _write(self) -> tuple[list[str], Path, Path]:
        from gpuscope.recording.demo_report import compare_demo, write_demo_report
        from gpuscope.recording.run_history import RunHistory

        with RunHistory(self._services.store_url) as reader:
            comparison, answers = compare_demo(reader, self._questions, self._runs)
            return answers, self._request.csv, write_demo_report(reader, comparison, self._request.csv)

    def _written(self, result: tuple[list[str], Path, Path]) -> None:
        answers, csv, pdf = result
        self._tell(self.tr("{0} Saved: {1} and {2}.").format(" ".join(answers), csv, pdf.name), page="compare")
        self._end(None)

    def _fail(self, error: GpuscopeError) -> None:
        self._left.clear()
        page = self._window.page(self._window.current_page or "run")
        page.notice.show_error(error)
        self._end(error)

    def _end(self, error: GpuscopeError | None) -> None:
        self.finished.emit(error)
        if QGuiApplication.platformName() == "offscreen":  # nobody is there to close it
            self._close()

    def _tell(self, words: str, page: str = "run") -> None:
        self._window.page(page).notice.show_text(words)
