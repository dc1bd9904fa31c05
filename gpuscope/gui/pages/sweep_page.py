"""The Sweep page: a run for each value, or each pair of values, of one or two knobs, and the picture as it grows."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import PlanState
from gpuscope.core.run import RunState
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.sweep.sweep_board import SweepBoard
from gpuscope.gui.pages.sweep.sweep_export import SavedSweep
from gpuscope.gui.pages.sweep.sweep_setup import SweepSetup
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.sweeps import SweepForecast, SweepRequest, Sweeps, SweepState
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_export import FileExport, file_name

POLL_MS = 500
"""Between two looks at a sweep that is measured: half a second late is not noticed beside runs of seconds."""
_SETTLED = ("done", "failed", "skipped")
_BADGES = {
    PlanState.FINISHED: RunState.FINISHED,
    PlanState.STOPPED: RunState.STOPPED,
    PlanState.FAILED: RunState.FAILED,
    PlanState.DAMAGED: RunState.DAMAGED,
}


class SweepPage(Page):
    """Where the knee is, and where memory ends.

    It shows, by :meth:`show_item`, a plan's id, or begins a :class:`SweepRequest`.

    Signals:
        started: A sweep that was begun or resumed here is conducted: its plan's id.

    Args:
        theme: Gives the colours.
        sweeps: Those of the store.
        plans: Stops and resumes them.
        live_runs: Give the share of the run that is measured now.
        starter: Knows what can be run here.
        history: Its thread writes files.
    """

    name = "sweep"
    started = Signal(str)

    def __init__(self, theme: Theme, sweeps: Sweeps, plans: Plans, live_runs: LiveRuns, starter: RunStarter, history: History) -> None:
        super().__init__(theme, "")
        self.setAccessibleName(self.tr("Sweep"))
        self._sweeps, self._plans, self._live_runs = sweeps, plans, live_runs
        self._is_choosing = self._is_starting = self._is_stopping = False
        self._writing = ""
        self.setup = SweepSetup(theme, sweeps, starter)
        self.board = SweepBoard(theme)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.setup)
        self._stack.addWidget(self.board)
        self.set_body(self._stack)
        self.export = FileExport(history, self.notice, self)
        self.new = Button(theme, self.tr("New sweep"), "")
        self.stop = Button(theme, self.tr("Stop"), "destructive", "stop")
        self.resume = Button(theme, self.tr("Resume"), "", "start")
        for button in (self.new, self.resume, self.stop):
            self.header.add_action(button)
        self._timer = QTimer(self, interval=POLL_MS)
        self._connect()
        self._show_setup()

    def _connect(self) -> None:
        self._timer.timeout.connect(self._tick)
        self._sweeps.changed.connect(self._show_state)
        self._sweeps.failed.connect(self.notice.show_error)
        self.setup.start_wanted.connect(self._start_asked)
        self.setup.opened.connect(self.open)
        self.board.run_wanted.connect(lambda run_id: self.wanted.emit("run", run_id))
        self.board.compare_wanted.connect(lambda: self.wanted.emit("compare", ("groups", self.board.compared())))
        self.board.save_wanted.connect(self.save_report)
        self.board.rest_wanted.connect(self.measure_rest)
        self.export.told.connect(self._tell_export)
        self.new.clicked.connect(self._choose_new)
        self.stop.clicked.connect(self._stop)
        self.resume.clicked.connect(self._resume)

    @property
    def state(self) -> SweepState | None:
        """The sweep that is followed."""
        return self._sweeps.state

    # What the window asks

    def activated(self) -> None:
        """Follow the sweep, and read which there are."""
        self._sweeps.poll()
        self._sweeps.listed(self.setup.show_earlier, self)
        self._pace()

    def deactivated(self) -> None:
        """Look no more."""
        self._timer.stop()

    def show_item(self, item: object) -> None:
        """Show a sweep by its plan's id, or begin one."""
        if isinstance(item, SweepRequest):
            self.start(item)
        elif isinstance(item, str):
            self.open(item)

    def is_ready(self) -> bool:
        """Whether the sweep, or the form, is drawn."""
        return self._sweeps.has_read and (self._stack.currentWidget() is self.board or self.setup.is_ready())

    def memory(self) -> dict[str, object]:
        """Return where files went."""
        return {"folder": self.export.folder}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore it."""
        if isinstance(folder := memory.get("folder"), str):
            self.export.folder = folder

    # What the user does

    def open(self, plan_id: str) -> None:
        """Show a sweep by its plan's id."""
        self._is_choosing = False
        self.notice.clear()
        self._sweeps.follow(plan_id)
        if self.state is not None and self.state.plan.plan_id == plan_id:
            self._show_state(self.state)

    def _start_asked(self, request: SweepRequest, forecast: SweepForecast) -> None:
        """Begin a sweep; ask first when it is a long one."""
        if not forecast.is_long:
            self.start(request)
            return
        text = self.tr("{0} would take about {1}.").format(
            figures.counted(forecast.cells, self.tr("cell"), self.tr("cells")), figures.duration(forecast.seconds)
        )
        self.notice.show_text(text, "warn", self.tr("Start all the same"), lambda: self.start(request))

    def start(self, request: SweepRequest) -> None:
        """Begin a sweep."""
        self.notice.clear()
        self._is_choosing = False
        self._begin_start()
        self._sweeps.start(request, self._resumed, self._fail, self)

    def _begin_start(self) -> None:
        self._is_starting = True
        self.setup.start.setEnabled(False)
        self.header.set_left(self.tr("Starting …"))

    def _fail(self, error: GpuscopeError) -> None:
        self._is_stopping = False
        self._end_start()
        self.notice.show_error(error)

    def _choose_new(self) -> None:
        self._is_choosing = True
        self._sweeps.listed(self.setup.show_earlier, self)
        self._show_setup()

    def _stop(self) -> None:
        if self.state is not None:
            self._is_stopping = True
            self._show_actions(self.state)
            self._plans.stop(self.state.plan.plan_id, self._fail)

    def _resume(self) -> None:
        if self.state is not None:
            self._begin_start()
            self._show_actions(self.state)
            self._plans.resume(self.state.plan.plan_id, (), self._resumed, self._fail, self)

    def measure_rest(self) -> None:
        """Go on with the cells that the budget left out."""
        if self.state is not None:
            self._begin_start()
            self._sweeps.measure_rest(self.state.plan.plan_id, self._resumed, self._fail, self)

    def _resumed(self, plan_id: str) -> None:
        self._end_start()
        self.started.emit(plan_id)

    def _end_start(self) -> None:
        self._is_starting = False
        self.setup.start.setEnabled(True)
        self.header.set_left("")
        self._sweeps.poll()
        self._pace()

    def save_report(self) -> None:
        """Ask where to, and write the cells or the picture."""
        if self.state is not None:
            saved = SavedSweep(self.state.view, self.board.picture.picture, self.theme.palette)
            self.export.ask_where(saved.file(), file_name([self.state.view.subject], ".pdf", self.tr("sweep")))

    # What it shows

    def _tick(self) -> None:
        self._sweeps.poll()
        self._show_progress()

    def _pace(self) -> None:
        """Look while there is something to see: a sweep that is measured, on a page that is seen."""
        is_live = self.state is not None and self.state.is_live
        if (is_live or self._is_starting) and self.isVisible():
            self._timer.start()
        else:
            self._timer.stop()

    def _show_state(self, state: SweepState | None) -> None:
        if state is None or self._is_choosing:
            self._show_setup()
        else:
            if not state.is_live:
                self._is_stopping = False
            self.header.set_title(self.tr("Sweep"), state.plan.name)
            self.board.show_state(state)
            self._stack.setCurrentWidget(self.board)
            self._show_actions(state)
            self._show_progress()
        self._pace()

    def _show_setup(self) -> None:
        self._stack.setCurrentWidget(self.setup)
        self.header.set_title(self.tr("Sweep"))
        self.header.set_state(None)
        self.header.set_progress(None)
        for button in (self.new, self.stop, self.resume):
            button.hide()

    def _show_actions(self, state: SweepState) -> None:
        words = None
        if state.is_live:
            words = self.tr("stopping") if self._is_stopping else self.tr("waiting") if state.plan.state is PlanState.WAITING else None
        self.header.set_state(RunState.RUNNING if state.is_live else _BADGES.get(state.plan.state, RunState.INTERRUPTED), words)
        self.new.setVisible(True)
        self.stop.setVisible(state.is_live)
        self.stop.setEnabled(not self._is_stopping)
        self.resume.setVisible(state.can_resume and not self._is_starting)

    def _show_progress(self) -> None:
        state = self.state
        if state is None or self._stack.currentWidget() is not self.board:
            return
        settled, count = sum(cell.state in _SETTLED for cell in state.view.cells), len(state.view.cells)
        live = self._live_runs.find(state.live_run) if state.live_run else None
        present = 0.0 if live is None else live.data.progress.share or 0.0
        self.header.set_progress(min(1.0, (settled + present) / max(1, count)) if state.is_live else None)
        if not self._is_starting and not self._writing:
            self.header.set_left(self.tr("cell {0} of {1}").format(min(settled + 1, count), count) if state.is_live else "")

    def _tell_export(self, text: str) -> None:
        self._writing = text
        self.header.set_left(text)
