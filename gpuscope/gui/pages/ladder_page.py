"""The Ladder page: optimizations added one after another, with a measurement of each rung."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut

from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.ladder.ladder_board import LadderBoard
from gpuscope.gui.pages.ladder.ladder_screen import LadderScreen
from gpuscope.gui.pages.ladder.ladder_setup import LadderSetup
from gpuscope.gui.pages.plan.plan_page import PlanPage
from gpuscope.gui.services.history import History
from gpuscope.gui.services.ladders import LadderRequest, Ladders, LadderState, write_ladder
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.file_export import ExportedFile
from gpuscope.gui.widgets.first_choices import START


class LadderPage(PlanPage[LadderRequest, LadderState]):
    """Shows what each optimization gains on this machine.

    Beyond what every plan page does, it starts this machine's quick ladder when shown :data:`first_choices.START`.

    Attributes:
        screen_view: The full-screen window while it is open.
    """

    name = "ladder"
    request_type = LadderRequest

    def __init__(self, theme: Theme, ladders: Ladders, plans: Plans, live_runs: LiveRuns, starter: RunStarter, history: History) -> None:
        self.setup, self.board = LadderSetup(theme, ladders, starter), LadderBoard(theme)
        super().__init__(theme, ladders, plans, live_runs, history, self.setup, self.board)
        self.new.setText(self.tr("New ladder"))
        self._ladders = ladders
        self.screen_view: LadderScreen | None = None
        self.board.again_wanted.connect(self.measure_again)
        self.board.screen_wanted.connect(self.toggle_screen)
        QShortcut(QKeySequence(Qt.Key.Key_F11), self, self.toggle_screen)
        self.show_setup()

    def show_item(self, item: object) -> None:
        """Show a ladder by its plan id; for ``START``, start the quick ladder."""
        if item == START:
            self.begin_start()
            self._ladders.demo(None, 1, self.start, self.show_failure, self)
        else:
            super().show_item(item)

    def measure_again(self, key: str) -> None:
        """Measure a rung again."""
        if self.state is not None and (numbers := self.state.items_of(key)):
            self.resume_plan(tuple(numbers))

    # Display

    def show_plan(self, state: LadderState) -> None:
        """Show a ladder on the page, and full screen if that is open."""
        self.board.show_state(state)
        if self.screen_view is not None:
            self.screen_view.show_state(state)

    def show_live(self, live: LiveRun | None) -> None:
        """Show the live run of the current rung."""
        super().show_live(live)
        if self.screen_view is not None:
            self.screen_view.show_live(live)

    def position_text(self, state: LadderState) -> str:
        """Return the position of the rung being measured."""
        if (step := state.repeated) is not None:
            return self.tr("{0} once more").format(engine_text(step.title)) if step.below else self.tr("the base once more")
        return self.tr("rung {0} of {1}").format(*state.present_part)

    def compared(self, state: LadderState) -> dict[str, list[str]]:
        """Return the run ids of each rung."""
        return state.groups()

    def exported(self, state: LadderState) -> tuple[ExportedFile, str] | None:
        """Return the file to export and its name; None with fewer than two measured rungs."""
        if state.comparison is None:
            return None
        kinds = ";;".join((self.tr("PDF report (*.pdf)"), self.tr("CSV table (*.csv)"), self.tr("HTML report (*.html)")))
        return ExportedFile(self.tr("Save the ladder"), kinds, ".pdf", partial(write_ladder, state)), self.tr("ladder")

    # Full screen

    @property
    def is_seen(self) -> bool:
        """Whether the ladder is visible, on the page or full screen."""
        return super().is_seen or self.screen_view is not None

    def deactivated(self) -> None:
        """Stop refreshing, unless the ladder is shown full screen."""
        if self.screen_view is None:
            super().deactivated()

    def toggle_screen(self) -> None:
        """Toggle between full screen and the page."""
        if self.screen_view is not None:
            self._leave_screen()
        elif self.state is not None and self.shows_board:
            screen = self.screen_view = LadderScreen(self.theme, self)
            screen.left.connect(self._leave_screen)
            screen.show_state(self.state)
            screen.open()

    def _leave_screen(self) -> None:
        screen, self.screen_view = self.screen_view, None
        if screen is not None:
            screen.hide()
            screen.deleteLater()
