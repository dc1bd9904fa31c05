"""The Sweep page: a run for each value, or each pair of values, of one or two knobs, and the picture as it grows."""

from functools import partial

from gpuscope.core import figures
from gpuscope.gui.pages.plan.plan_page import PlanPage
from gpuscope.gui.pages.sweep.sweep_board import SweepBoard
from gpuscope.gui.pages.sweep.sweep_export import SavedSweep
from gpuscope.gui.pages.sweep.sweep_setup import SweepSetup
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.sweeps import SweepRequest, Sweeps, SweepState
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.file_export import ExportedFile


class SweepPage(PlanPage[SweepRequest, SweepState]):
    """Where the knee is, and where memory ends.

    Args:
        theme: Gives the colours.
        sweeps: Those of the store.
        plans: Stops and resumes them.
        live_runs: Give the share of the run that is measured now.
        starter: Knows what can be run here.
        history: Its thread writes files.
    """

    name = "sweep"
    request_type = SweepRequest

    def __init__(self, theme: Theme, sweeps: Sweeps, plans: Plans, live_runs: LiveRuns, starter: RunStarter, history: History) -> None:
        self.setup, self.board = SweepSetup(theme, sweeps, starter), SweepBoard(theme)
        super().__init__(theme, sweeps, plans, live_runs, history, self.setup, self.board)
        self.setAccessibleName(self.tr("Sweep"))
        self.new.setText(self.tr("New sweep"))
        self._sweeps = sweeps
        self.board.run_wanted.connect(partial(self.wanted.emit, "run"))
        self.board.rest_wanted.connect(self.measure_rest)
        self.show_setup()

    def ask_start(self, request: SweepRequest) -> None:
        """Begin a sweep; ask first when it is a long one."""
        forecast = self.setup.known_forecast
        if forecast is None or not forecast.is_long:
            self.start(request)
            return
        text = self.tr("{0} would take about {1}.").format(
            figures.counted(forecast.cells, self.tr("cell"), self.tr("cells")), figures.duration(forecast.seconds)
        )
        self.notice.show_text(text, "warn", self.tr("Start all the same"), partial(self.start, request))

    def measure_rest(self) -> None:
        """Go on with the cells that the budget left out."""
        if self.state is not None:
            self.begin_start()
            self._sweeps.measure_rest(self.state.plan.plan_id, self.end_start, self.show_failure, self)

    # What a sweep shows

    def show_plan(self, state: SweepState) -> None:
        """Show a sweep."""
        self.board.show_state(state)

    def position_text(self, state: SweepState) -> str:
        """Return which cell is measured now."""
        return self.tr("cell {0} of {1}").format(*map(figures.grouped, state.present_part))

    def compared(self, state: SweepState) -> dict[str, list[str]]:  # noqa: ARG002 - the board shows the same state
        """Return the runs of all cells where they are few, else of the front."""
        return self.board.compared()

    def exported(self, state: SweepState) -> tuple[ExportedFile, str] | None:
        """Return the cells and the picture that is seen."""
        return SavedSweep(state.view, self.board.picture.picture, self.theme.palette).file(), self.tr("sweep")
