"""The demonstration in the window: this machine's quick ladder on the Ladder page, and its files."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from gpuscope.core.errors import GpuscopeError, UnavailableError
from gpuscope.core.plan import PlanState
from gpuscope.gui.main_window import MainWindow
from gpuscope.gui.pages.ladder_page import LadderPage
from gpuscope.gui.services.ladders import LadderRequest, LadderState, write_ladder
from gpuscope.gui.services.services import Services
from gpuscope.gui.window_request import DemoRequest
from gpuscope.recording.run_history import RunHistory


class DemoSession(QObject):
    """Runs the demonstration once. If the window closes, the ladder continues, but its files are not written.

    Args:
        window: Window that shows it.
        services: Services that start and read the ladder.
        request: Repeats, steps, and output files.
        close: Closes the window.

    Attributes:
        finished: The demonstration has ended: the error, or None.
    """

    finished = Signal(object)

    def __init__(self, window: MainWindow, services: Services, request: DemoRequest, close: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._services, self._request, self._close = window, services, request, close
        self._plan_id = ""

    def begin(self) -> None:
        """Determine this machine's ladder and start it."""
        self._services.ladders.demo(self._request.steps, self._request.repeats, self._start, self._fail, self)

    def _page(self) -> LadderPage:
        page = self._window.page("ladder")
        assert isinstance(page, LadderPage)
        return page

    def _start(self, request: LadderRequest) -> None:
        page = self._page()
        page.started.connect(self._follow)
        page.refused.connect(self._end)
        self._services.ladders.changed.connect(self._look)
        page.start(request)

    def _follow(self, plan_id: str) -> None:
        self._plan_id = plan_id
        self._services.plans.ended.connect(self._poll)  # the page polls only while it is visible
        self._poll()

    def _poll(self) -> None:
        self._services.ladders.poll()

    def _look(self, state: LadderState | None) -> None:
        """Write the files once the ladder has ended; a waiting one was read before its conductor started on it."""
        if state is None or state.plan.plan_id != self._plan_id or state.is_live or state.plan.state is PlanState.WAITING:
            return
        self._plan_id = ""
        self._services.plans.ended.disconnect(self._poll)
        if state.comparison is None:
            reason = state.plan.reason or state.view.sentence
            hint = self.tr("The cards of the rungs say why.")
            self._fail(UnavailableError(self.tr("the demonstration found nothing to compare: {0}").format(reason), hint))
            return
        self._services.history.ask(lambda history: self._write(state, history), self._written, self._fail, self)

    def _write(self, state: LadderState, history: RunHistory) -> tuple[Path, Path]:
        files = self._request.csv, self._request.csv.with_suffix(".pdf")
        for file in files:
            write_ladder(state, file, history)
        return files

    def _written(self, files: tuple[Path, Path]) -> None:
        self._page().notice.show_text(self.tr("Saved: {0} and {1}.").format(files[0], files[1].name))
        self._end(None)

    def _fail(self, error: GpuscopeError) -> None:
        self._page().notice.show_error(error)
        self._end(error)

    def _end(self, error: GpuscopeError | None) -> None:
        self.finished.emit(error)
        if QGuiApplication.platformName() == "offscreen":  # nobody can close it
            self._close()
