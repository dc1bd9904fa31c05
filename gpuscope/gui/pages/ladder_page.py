"""The Ladder page: one optimization added to another, each measured, as the ladder is climbed."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import PlanState
from gpuscope.core.run import RunState
from gpuscope.gui.pages.ladder.ladder_board import LadderBoard
from gpuscope.gui.pages.ladder.ladder_screen import LadderScreen
from gpuscope.gui.pages.ladder.ladder_setup import LadderSetup
from gpuscope.gui.pages.page import Page
from gpuscope.gui.services.history import History
from gpuscope.gui.services.ladders import LadderRequest, Ladders, LadderState, write_ladder
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.first_choices import START
from gpuscope.reports.ladder_view import LadderView

POLL_MS = 500
"""Between two looks at a ladder that is climbed: half a second late is not noticed beside rungs of seconds."""
_SETTLED = ("done", "failed", "skipped")
_BADGES = {
    PlanState.FINISHED: RunState.FINISHED,
    PlanState.STOPPED: RunState.STOPPED,
    PlanState.FAILED: RunState.FAILED,
    PlanState.DAMAGED: RunState.DAMAGED,
}


class LadderPage(Page):
    """What each optimization buys here.

    It shows, by :meth:`show_item`, a plan's id, begins this machine's quick ladder with :data:`first_choices.START`, or any with a
    :class:`LadderRequest`.

    Signals:
        started: A ladder that was begun, resumed or measured anew here is conducted: its plan's id.
        refused: It could not be: a GpuscopeError.

    Args:
        theme: Gives the colours.
        ladders: Those of the store.
        plans: Stops and resumes them.
        live_runs: Give the figures of the rung that is measured now.
        starter: Knows what can be run here.
        history: Its thread writes files.
    """

    name = "ladder"
    started = Signal(str)
    refused = Signal(object)

    def __init__(self, theme: Theme, ladders: Ladders, plans: Plans, live_runs: LiveRuns, starter: RunStarter, history: History) -> None:
        super().__init__(theme, "")
        self.setAccessibleName(self.tr("Ladder"))
        self._ladders, self._plans, self._live_runs = ladders, plans, live_runs
        self._is_choosing = self._is_starting = self._is_stopping = False
        self._writing = ""
        self.setup = LadderSetup(theme, ladders, starter)
        self.board = LadderBoard(theme)
        self._screen: LadderScreen | None = None
        self._stack = QStackedWidget()
        self._stack.addWidget(self.setup)
        self._stack.addWidget(self.board)
        self.set_body(self._stack)
        self.export = FileExport(history, self.notice, self)
        self.new = Button(theme, self.tr("New ladder"), "")
        self.stop = Button(theme, self.tr("Stop"), "destructive", "stop")
        self.resume = Button(theme, self.tr("Resume"), "", "start")
        for button in (self.new, self.resume, self.stop):
            self.header.add_action(button)
        self._timer = QTimer(self, interval=POLL_MS)
        self._connect()
        self._show_setup()

    def _connect(self) -> None:
        self._timer.timeout.connect(self._tick)
        self._ladders.changed.connect(self._show_state)
        self._ladders.failed.connect(self.notice.show_error)
        self.setup.start_wanted.connect(self.start)
        self.setup.opened.connect(self.open)
        self.board.again_wanted.connect(self.measure_again)
        self.board.compare_wanted.connect(self._compare)
        self.board.save_wanted.connect(self.save_report)
        self.board.screen_wanted.connect(self.toggle_screen)
        self.export.told.connect(self._tell_export)
        self.new.clicked.connect(self._choose_new)
        self.stop.clicked.connect(self._stop)
        self.resume.clicked.connect(self._resume)
        QShortcut(QKeySequence(Qt.Key.Key_F11), self, self.toggle_screen)

    @property
    def state(self) -> LadderState | None:
        """The ladder that is followed."""
        return self._ladders.state

    # What the window asks

    def activated(self) -> None:
        """Follow the ladder, and read which there are."""
        self._ladders.poll()
        self._ladders.listed(self.setup.show_earlier, self)
        self._pace()

    def deactivated(self) -> None:
        """Look no more, unless the ladder is on the projector."""
        if self._screen is None:
            self._timer.stop()

    def show_item(self, item: object) -> None:
        """Show a ladder by its plan's id, or begin one."""
        match item:
            case LadderRequest():
                self.start(item)
            case str() if item == START:
                self._is_starting = True
                self._ladders.demo(None, 1, self.start, self._fail, self)
            case str():
                self.open(item)
            case _:
                pass

    def is_ready(self) -> bool:
        """Whether the ladder, or the form, is drawn."""
        return self._ladders.has_read and (self._stack.currentWidget() is self.board or self.setup.is_ready())

    def memory(self) -> dict[str, object]:
        """Return where files went."""
        return {"folder": self.export.folder}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore it."""
        if isinstance(folder := memory.get("folder"), str):
            self.export.folder = folder

    # What the user does

    def open(self, plan_id: str) -> None:
        """Show a ladder by its plan's id."""
        self._is_choosing = False
        self.notice.clear()
        self._ladders.follow(plan_id)
        if self.state is not None and self.state.plan.plan_id == plan_id:
            self._show_state(self.state)

    def start(self, request: LadderRequest) -> None:
        """Begin a ladder."""
        self.notice.clear()
        self._is_choosing, self._is_starting = False, True
        self.setup.start.setEnabled(False)
        self.header.set_left(self.tr("Starting …"))
        self._ladders.start(request, self._resumed, self._fail, self)

    def _fail(self, error: GpuscopeError) -> None:
        self._is_stopping = False
        self._end_start()
        self.notice.show_error(error)
        self.refused.emit(error)

    def _choose_new(self) -> None:
        self._is_choosing = True
        self._ladders.listed(self.setup.show_earlier, self)
        self._show_setup()

    def _stop(self) -> None:
        if self.state is not None:
            self._is_stopping = True
            self._show_actions(self.state)
            self._plans.stop(self.state.plan.plan_id, self._fail)

    def _resume(self) -> None:
        if self.state is not None:
            self._is_starting = True
            self._show_actions(self.state)
            self._plans.resume(self.state.plan.plan_id, (), self._resumed, self._fail, self)

    def _resumed(self, plan_id: str) -> None:
        self._end_start()
        self.started.emit(plan_id)

    def _end_start(self) -> None:
        self._is_starting = False
        self.setup.start.setEnabled(True)
        self.header.set_left("")
        self._ladders.poll()
        self._pace()

    def measure_again(self, key: str) -> None:
        """Run a rung once more."""
        if self.state is not None and (numbers := self.state.items_of(key)):
            self._is_starting = True
            self.header.set_left(self.tr("Starting …"))
            self._plans.resume(self.state.plan.plan_id, numbers, self._resumed, self._fail, self)

    def _compare(self) -> None:
        if self.state is not None:
            self.wanted.emit("compare", ("groups", self.state.groups()))

    def save_report(self) -> None:
        """Ask where to, and write the ladder as a report or a table."""
        state = self.state
        if state is None or state.comparison is None:
            return
        kinds = ";;".join((self.tr("PDF report (*.pdf)"), self.tr("CSV table (*.csv)"), self.tr("HTML report (*.html)")))
        file = ExportedFile(self.tr("Save the ladder"), kinds, ".pdf", partial(write_ladder, state))
        self.export.ask_where(file, file_name([state.view.subject], ".pdf", self.tr("ladder")))

    def write(self, paths: list[Path]) -> None:
        """Write the ladder to files, by their endings."""
        state = self.state
        assert state is not None
        for path in paths:
            self.export.write(ExportedFile("", "", path.suffix, partial(write_ladder, state)), path)

    def toggle_screen(self) -> None:
        """Show the ladder over the whole screen, or on the page again."""
        if self._screen is not None:
            self._leave_screen()
        elif self.state is not None and self._stack.currentWidget() is self.board:
            screen = self._screen = LadderScreen(self.theme, self)
            screen.left.connect(self._leave_screen)
            screen.show_state(self.state)
            screen.open()

    def _leave_screen(self) -> None:
        screen, self._screen = self._screen, None
        if screen is not None:
            screen.hide()
            screen.deleteLater()

    @property
    def screen_view(self) -> LadderScreen | None:
        """The window over the whole screen, while it is there."""
        return self._screen

    # What it shows

    def _tick(self) -> None:
        self._ladders.poll()
        self._show_live()

    def _pace(self) -> None:
        """Look while there is something to see: a ladder that is climbed, on a page that is seen."""
        is_live = self.state is not None and self.state.is_live
        if (is_live or self._is_starting) and (self.isVisible() or self._screen is not None):
            self._timer.start()
        else:
            self._timer.stop()

    def _show_state(self, state: LadderState | None) -> None:
        if state is None or self._is_choosing:
            self._show_setup()
        else:
            if not state.is_live:
                self._is_stopping = False
            self.header.set_title(self.tr("Ladder"), state.plan.name)
            self.board.show_state(state)
            self._stack.setCurrentWidget(self.board)
            self._show_actions(state)
            if self._screen is not None:
                self._screen.show_state(state)
            self._show_live()
        self._pace()

    def _show_setup(self) -> None:
        self._stack.setCurrentWidget(self.setup)
        self.header.set_title(self.tr("Ladder"))
        self.header.set_state(None)
        self.header.set_progress(None)
        for button in (self.new, self.stop, self.resume):
            button.hide()

    def _show_actions(self, state: LadderState) -> None:
        words = None
        if state.is_live:
            words = self.tr("stopping") if self._is_stopping else self.tr("waiting") if state.plan.state is PlanState.WAITING else None
        self.header.set_state(RunState.RUNNING if state.is_live else _BADGES.get(state.plan.state, RunState.INTERRUPTED), words)
        self.new.setVisible(True)
        self.stop.setVisible(state.is_live)
        self.stop.setEnabled(not self._is_stopping)
        self.resume.setVisible(state.can_resume and not self._is_starting)

    def _show_live(self) -> None:
        state = self.state
        if state is None or self._stack.currentWidget() is not self.board:
            return
        live = self._live_run(state)
        self.board.show_live(live)
        if self._screen is not None:
            self._screen.show_live(live)
        share = None if live is None else live.data.progress.share
        self.header.set_progress(share_done(state.view, share) if state.is_live else None)
        if not self._is_starting and not self._writing:
            self.header.set_left(self._standing(state) if state.is_live else "")

    def _standing(self, state: LadderState) -> str:
        steps = state.view.steps
        settled = sum(step.state in _SETTLED for step in steps)
        return self.tr("rung {0} of {1}").format(min(settled + 1, len(steps)), len(steps))

    def _tell_export(self, text: str) -> None:
        self._writing = text
        self.header.set_left(text)

    def _live_run(self, state: LadderState) -> LiveRun | None:
        return self._live_runs.find(state.live_run) if state.live_run else None


def share_done(view: LadderView, of_present: float | None) -> float:
    """Return which share of the rungs is settled, that of the present one counted in."""
    settled = sum(step.state in _SETTLED for step in view.steps)
    return min(1.0, (settled + (of_present or 0.0)) / max(1, len(view.steps)))
