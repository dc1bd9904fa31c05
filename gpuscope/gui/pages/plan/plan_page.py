"""Base of the page of one kind of plan: its form, or the followed plan with its actions."""

from functools import partial
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import Plan, PlanState
from gpuscope.core.run import RunState
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.plan.plan_board import PlanBoard
from gpuscope.gui.pages.plan.plan_setup import AnyPlanSetup
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plan_follower import FollowedPlan, PlanFollower
from gpuscope.gui.services.plans import Plans, specs_of
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.file_export import ExportedFile, FileExport, file_name
from gpuscope.gui.widgets.press_guard import PressGuard
from gpuscope.gui.widgets.undo_stack import Change, UndoStack

POLL_MS = 500
"""Polling interval of a live plan; half a second of delay is unnoticeable, as runs take seconds."""
_BADGES = {
    PlanState.FINISHED: RunState.FINISHED,
    PlanState.STOPPED: RunState.STOPPED,
    PlanState.FAILED: RunState.FAILED,
    PlanState.DAMAGED: RunState.DAMAGED,
}
Request = TypeVar("Request")
State = TypeVar("State", bound=FollowedPlan)


class PlanPage(Page, Generic[Request, State]):
    """Shows the form if no plan is followed, otherwise the followed plan, wherever it was started.

    :meth:`show_item` accepts a plan id, or a request to start. A subclass implements :meth:`show_plan`, :meth:`position_text`,
    :meth:`compared` and :meth:`exported`, sets the text of :attr:`new`, and ends its constructor with :meth:`show_setup`.

    Signals:
        started: A plan started or resumed on this page is running; carries its id.
        refused: A plan could not be started or resumed; carries a GpuscopeError.

    Args:
        follower: Starts, lists and follows plans of this kind.
        plans: Stops, resumes and deletes plans.
        live_runs: Source of the live readings of the run being measured.
        history: Its thread writes the exported files.
        setup: The form.
        board: Shows the plan.
    """

    request_type: ClassVar[type]
    started = Signal(str)
    refused = Signal(object)

    def __init__(
        self,
        theme: Theme,
        follower: PlanFollower[Request, State],
        plans: Plans,
        live_runs: LiveRuns,
        history: History,
        setup: AnyPlanSetup,
        board: PlanBoard,
    ) -> None:
        super().__init__(theme)
        self.follower, self.plans, self._live_runs = follower, plans, live_runs
        self._is_choosing = self._is_starting = self._is_stopping = False
        self._writing = self._warned = ""
        self._presses = PressGuard()
        self._setup, self._board = setup, board
        self.new = Button(theme, "", "", clicked=self._choose_new)
        self.stop = Button(theme, self.tr("Stop"), "destructive", "stop", clicked=self._stop)
        self.resume = Button(theme, self.tr("Resume"), "", "start", clicked=lambda: self.resume_plan(()))
        self.header.add_actions(self.new, self.resume, self.stop)  # before the body, so that Tab reaches them first
        self._stack = QStackedWidget()
        self._stack.addWidget(setup)
        self._stack.addWidget(board)
        self.set_body(self._stack)
        self.export = FileExport(history, self.notice, self)
        self.changes = UndoStack(self)
        self._timer = QTimer(self, interval=POLL_MS)
        self._connect()

    def _connect(self) -> None:
        self._timer.timeout.connect(self._tick)
        self.follower.changed.connect(self._show_state)
        self.follower.failed.connect(self.notice.show_error)
        for changed in (self._live_runs.started, self._live_runs.ended, self.plans.changed):
            changed.connect(self._announce_live)
        self._setup.start_wanted.connect(self.ask_start)
        self._setup.opened.connect(self.open)
        self._setup.delete_wanted.connect(self._ask_delete)
        self._board.compare_wanted.connect(self._compare)
        self._board.save_wanted.connect(self.save_report)
        self.export.status_changed.connect(self._show_export)

    # Implemented by subclasses

    def show_plan(self, state: State) -> None:
        """Show a plan on the board."""
        raise NotImplementedError

    def position_text(self, state: State) -> str:
        """Return the position of the part being measured, and the number of parts."""
        raise NotImplementedError

    def compared(self, state: State) -> dict[str, list[str]]:
        """Return the ids of the runs to compare, by group."""
        raise NotImplementedError

    def exported(self, state: State) -> tuple[ExportedFile, str] | None:
        """Return the file to save and the first word of its suggested name; None if there is nothing to save."""
        raise NotImplementedError

    def ask_start(self, request: Request) -> None:
        """Start the plan chosen in the form."""
        self.start(request)

    def show_live(self, live: LiveRun | None) -> None:
        """Show the run being recorded."""
        self._board.show_live(live)

    @property
    def is_seen(self) -> bool:
        """Whether the plan is visible."""
        return self.isVisible()

    # Page interface

    @property
    def state(self) -> State | None:
        """The followed plan, if any."""
        return self.follower.state

    @property
    def shows_board(self) -> bool:
        """Whether a plan is shown instead of the form."""
        return self._stack.currentWidget() is self._board

    def activated(self) -> None:
        """Start following the plan, and list the earlier plans."""
        self._announce_live()
        if not self.shows_board:
            self._show_state(self.state)  # the follower may have read it for this page in another language, and reports changes only
        self.follower.poll()
        self.follower.listed(self._setup.show_earlier, self)
        self._pace()

    def deactivated(self) -> None:
        """Stop polling."""
        self._timer.stop()

    def show_item(self, item: object) -> None:
        """Show a plan by its id, or start a request."""
        if isinstance(item, self.request_type):
            self.start(item)  # type: ignore[arg-type]
        elif isinstance(item, str):
            self.open(item)

    def is_ready(self) -> bool:
        """Whether the plan or the form is drawn."""
        return self.follower.has_read and (self.shows_board or self._setup.is_ready())

    def memory(self) -> dict[str, object]:
        """Return the export folder and the choice in the form."""
        return {"folder": self.export.folder, "form": self._setup.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore the export folder and the choice in the form."""
        if isinstance(folder := memory.get("folder"), str):
            self.export.folder = folder
        if isinstance(form := memory.get("form"), dict):
            self._setup.recall(form)

    # User input

    def open(self, plan_id: str) -> None:
        """Show a plan by its id."""
        self.notice.clear()
        self.follower.follow(plan_id)
        self._show_chosen(plan_id)

    def _show_chosen(self, plan_id: str) -> None:
        """Show a plan instead of the form as soon as it has been read."""
        self._is_choosing = False
        if self.state is not None and self.state.plan.plan_id == plan_id:
            self._show_state(self.state)

    def start(self, request: Request) -> None:
        """Start a plan, unless the request repeats the last one as the second press of a double click does."""
        if self._presses.is_repeat(request):
            return
        self._presses.begin(request)
        self.notice.clear()
        self.begin_start()
        self.follower.start(request, self.end_start, self.show_failure, self)

    def begin_start(self) -> None:
        """Show that a plan is being started; :meth:`end_start` or :meth:`show_failure` follows."""
        self._is_starting = True
        self._take_focus_from(self._setup.start, self.resume, self._board)
        self._setup.start.setEnabled(False)
        self.header.set_left(self.tr("Starting …"))
        self._show_start()

    def end_start(self, plan_id: str) -> None:
        """Follow a plan that has started."""
        self._presses.extend()
        self._forget_start()
        self._show_chosen(plan_id)
        self.started.emit(plan_id)

    def show_failure(self, error: GpuscopeError) -> None:
        """Show why a plan could not be started, resumed or stopped."""
        self._is_stopping = False
        self._presses.clear()
        self._forget_start()
        self.notice.show_error(error)
        self.refused.emit(error)

    def _forget_start(self) -> None:
        self._is_starting = False
        self._setup.start.setEnabled(True)
        self.header.set_left("")
        self._show_start()
        self.follower.poll()
        self._pace()

    def _choose_new(self) -> None:
        self._is_choosing = True
        self.follower.listed(self._setup.show_earlier, self)
        self.show_setup()

    def _ask_delete(self, plan: Plan) -> None:
        """Delete a plan, with an undo; a damaged plan cannot be restored and is deleted only after confirmation."""
        if plan.state is not PlanState.DAMAGED:
            self._delete(plan.plan_id)
            return
        text = self.tr("Delete “{0}”? Its runs stay; their joint result is lost.").format(composed_text(plan.name))
        self.notice.show_text(text, "warn", self.tr("Delete"), partial(self._delete, plan.plan_id))

    def _delete(self, plan_id: str) -> None:
        self.plans.delete(plan_id, self._forget, self.notice.show_error, self)

    def _forget(self, plan: Plan) -> None:
        self.follower.listed(self._setup.show_earlier, self)
        if self.state is not None and self.state.plan.plan_id == plan.plan_id:
            self.follower.follow("")
        if plan.state is not PlanState.DAMAGED:
            change = Change("", partial(self.plans.restore, plan, self._show_restored, self.notice.show_error, self))
            self.changes.push(change)
            text = self.tr("“{0}” is deleted; its runs stay.").format(composed_text(plan.name))
            self.notice.show_text(text, action=self.tr("Undo"), act=lambda: self.changes.undo(change))

    def _show_restored(self, _plan_id: str) -> None:
        self.follower.listed(self._setup.show_earlier, self)
        self.notice.show_done(self.tr("It is back."))

    def _stop(self) -> None:
        if self.state is not None:
            self._is_stopping = True
            self._show_actions(self.state)
            self.plans.stop(self.state.plan.plan_id, self.show_failure)

    def resume_plan(self, again: tuple[int, ...]) -> None:
        """Resume the followed plan, and run the given items again."""
        if self.state is not None:
            self.begin_start()
            self.plans.resume(self.state.plan.plan_id, again, self.end_start, self.show_failure, self)

    def _compare(self) -> None:
        if self.state is not None:
            self.wanted.emit("compare", ("groups", self.compared(self.state)))

    def save_report(self) -> None:
        """Ask for a path, and write the plan's export."""
        saved = None if self.state is None else self.exported(self.state)
        if saved is not None and self.state is not None:
            file, first = saved
            self.export.ask_where(file, file_name([self.state.subject], file.ending, first))

    # Display

    def _announce_live(self) -> None:
        self._setup.set_live([*(run.record.spec for run in self._live_runs.runs), *specs_of(self.plans.live)])

    def _tick(self) -> None:
        self.follower.poll()
        self._show_progress()

    def _pace(self) -> None:
        """Poll only while a plan is live or starting and the page is visible."""
        is_live = self.state is not None and self.state.is_live
        if (is_live or self._is_starting) and self.is_seen:
            self._timer.start()
        else:
            self._timer.stop()

    def _show_state(self, state: State | None) -> None:
        if state is None or self._is_choosing:
            self.show_setup()
        else:
            if not state.is_live:
                self._is_stopping = False
            self.header.set_title(self.accessibleName(), composed_text(state.plan.name))
            self.show_plan(state.begun() if self._is_starting and state.can_resume else state)
            self._take_focus_from(self._setup)
            self._stack.setCurrentWidget(self._board)
            self._show_actions(state)
            self._show_progress()
        self._pace()

    def _show_start(self) -> None:
        """Show on the board that a start has begun, or is over."""
        if self.shows_board:
            self._show_state(self.state)

    def _take_focus_from(self, *widgets: QWidget) -> None:
        """Take the focus from what is about to be hidden or disabled: Qt would give it to whatever is next."""
        focused = QApplication.focusWidget()
        if focused is not None and any(widget is focused or widget.isAncestorOf(focused) for widget in widgets):
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_setup(self) -> None:
        """Show the form."""
        self._stack.setCurrentWidget(self._setup)
        self.header.set_title(self.accessibleName())
        self.header.set_state(None)
        self.header.set_progress(None)
        if not self._is_starting and not self._writing:
            self.header.set_left("")
        for button in (self.new, self.stop, self.resume):
            button.hide()

    def _show_actions(self, state: State) -> None:
        text = self.tr("starting …") if self._is_starting else None
        if state.is_live:
            text = self.tr("stopping") if self._is_stopping else self.tr("waiting") if state.plan.state is PlanState.WAITING else None
        self.header.set_state(
            RunState.RUNNING if state.is_live or self._is_starting else _BADGES.get(state.plan.state, RunState.INTERRUPTED), text
        )
        self.new.setVisible(True)
        begins = self._is_starting and self.resume.isHidden()
        can_stop = state.is_live and (not self._is_stopping or bool(self._warned))  # a second stop ends the wait for a full disk
        if not can_stop:
            self._take_focus_from(self.stop)
        self.stop.setVisible(state.is_live or begins)
        self.stop.setEnabled(can_stop)
        self.resume.setVisible(state.can_resume and not begins)
        self.resume.setEnabled(not self._is_starting)  # it stays, so that nothing else comes under the pointer

    def _show_progress(self) -> None:
        state = self.state
        if state is None or not self.shows_board:
            return
        live = self._live_runs.find(state.live_run) if state.live_run else None
        self.show_live(live)
        self._show_warning(next((text for run in self._live_runs.runs if (text := run.data.store_warning)), ""))
        share = None if live is None else live.data.progress.share
        self.header.set_progress(state.share_done(share) if state.is_live else None)
        if not self._writing:
            is_measuring = state.is_live and state.plan.state is not PlanState.WAITING
            self.header.set_left(self.position_text(state) if is_measuring else "")

    def _show_warning(self, text: str) -> None:
        """Show why a full disk holds up the plan, for as long as it does."""
        if text != self._warned:
            if text:
                self.notice.show_text(with_capital(text), "warn")
            elif self.notice.text == with_capital(self._warned):
                self.notice.clear()
            self._warned = text
            self.stop.setEnabled(not self._is_stopping or bool(text))

    def _show_export(self, text: str) -> None:
        self._writing = text
        self.header.set_left(text)
