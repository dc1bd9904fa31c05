"""The Sweep page: a run for each value, or pair of values, of one or two knobs, in a picture that grows with the results."""

from functools import partial

from gpuscope.core import figures
from gpuscope.gui.pages.plan.plan_page import PlanPage
from gpuscope.gui.pages.sweep.sweep_board import SweepBoard
from gpuscope.gui.pages.sweep.sweep_export import sweep_file
from gpuscope.gui.pages.sweep.sweep_setup import SweepSetup
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.sweeps import SweepRequest, Sweeps, SweepState
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.file_export import ExportedFile
from gpuscope.system.language import duration_text


class SweepPage(PlanPage[SweepRequest, SweepState]):
    """Finds the knee of a sweep, and the point where memory runs out."""

    name = "sweep"
    request_type = SweepRequest

    def __init__(self, theme: Theme, sweeps: Sweeps, plans: Plans, live_runs: LiveRuns, starter: RunStarter, history: History) -> None:
        self.setup, self.board = SweepSetup(theme, sweeps, starter), SweepBoard(theme)
        super().__init__(theme, sweeps, plans, live_runs, history, self.setup, self.board)
        self.new.setText(self.tr("New sweep"))
        self._sweeps = sweeps
        self.board.run_wanted.connect(partial(self.wanted.emit, "run"))
        self.board.rest_wanted.connect(self.measure_rest)
        self.show_setup()

    def ask_start(self, request: SweepRequest) -> None:
        """Start a sweep, after confirmation if it is long."""
        forecast = self.setup.known_forecast
        if forecast is None or not forecast.is_long:
            self.start(request)
            return
        word, words = (self.tr("run"), self.tr("runs")) if len(request.axes) == 1 else (self.tr("cell"), self.tr("cells"))
        runs = figures.counted(forecast.cells, word, words)
        text = self.tr("{0} would take about {1}.").format(runs, duration_text(figures.rough_duration(forecast.seconds)))
        self.notice.show_text(text, "warn", self.tr("Start anyway"), partial(self.start, request))

    def measure_rest(self) -> None:
        """Continue with the cells that the budget left out."""
        if self.state is not None:
            self.begin_start()
            self._sweeps.measure_rest(self.state.plan.plan_id, self.end_start, self.show_failure, self)

    # Display

    def show_plan(self, state: SweepState) -> None:
        """Show a sweep."""
        self.board.show_state(state)

    def position_text(self, state: SweepState) -> str:
        """Return the position of the cell being measured."""
        return self.tr("cell {0} of {1}").format(*map(figures.grouped, state.present_part))

    def compared(self, state: SweepState) -> dict[str, list[str]]:  # noqa: ARG002 - the board shows the same state
        """Return the runs of all cells if there are few, otherwise those of the front."""
        return self.board.compared()

    def exported(self, state: SweepState) -> tuple[ExportedFile, str] | None:
        """Return the file with the cells and the displayed picture, and its name."""
        return sweep_file(state.view, self.board.picture.picture, self.theme.palette), self.tr("sweep")
