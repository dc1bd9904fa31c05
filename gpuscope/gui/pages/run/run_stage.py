"""The right side of the Run page: a live or ended run, with header and actions."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QScrollArea, QWidget

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import Plan, PlanKind
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import error_text, with_capital
from gpuscope.gui.pages.run import run_words
from gpuscope.gui.pages.run.mark_prompt import MarkPrompt
from gpuscope.gui.pages.run.profile_request import ProfileRequest
from gpuscope.gui.pages.run.result_panel import MOST_LINES, ResultPanel
from gpuscope.gui.pages.run.run_words import StopCountdown
from gpuscope.gui.run_view.next_steps import NextSteps, WantedAgain
from gpuscope.gui.run_view.run_view import RunView
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.first_choices import FirstChoices
from gpuscope.gui.widgets.header import Header
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.layouts import fill, vertical
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.page_stack import PageStack
from gpuscope.recording.run_store import UNWRITTEN

_TICK_MS = 250
"""Refresh interval of the header, which counts seconds; keeps it accurate to a quarter of a second."""
_OUTPUT_EVERY = 4
"""Ticks between two reads of the output."""
_OUTPUT_LINES = 200
"""Output lines read of a live run; the log view keeps earlier lines."""
_LONGEST_NAME = 200
"""Maximum length of a name in a sentence, in characters."""


STOP, MARK, PROFILE = "stop", "mark", "profile"


@dataclass(frozen=True, slots=True)
class WantedAction:
    """Item that makes the Run page show a live run and press the button of an action: ``STOP``, ``MARK`` or ``PROFILE``."""

    run_id: str
    action: str


class RunStage(QWidget):
    """Shows one run at a time, or the empty state.

    Signals:
        wanted: The user wants to repeat the displayed run, or to open it or its profile: the page's name, and the page's item.
        first_chosen: The user made one of the choices offered for a store without runs.

    Args:
        header: Header of the page.
        notice: Shows errors.
        history: Provides the recorded runs.
        next_steps: Offers next steps for an ended run.
        plans: The live plans, one of which the displayed run may belong to.

    Attributes:
        live: The displayed run while it is live; otherwise None.
        data: Data of the displayed run; None without a run.
        view: Figures, strips and log.
    """

    wanted = Signal(str, object)
    first_chosen = Signal(str)

    def __init__(
        self, theme: Theme, header: Header, notice: NoticeBar, history: History, settings: UserSettings, next_steps: NextSteps, plans: Plans
    ) -> None:
        super().__init__()
        self._plans = plans
        self._settings, self._next_steps = settings, next_steps
        self._header, self._notice, self._history = header, notice, history
        self.data: ShownRun | None = None
        self.live: LiveRun | None = None
        self._is_active = self._is_deleted = self._is_idle = False
        self._ticks = 0
        self._countdown = StopCountdown()
        self._shown_version = 0
        self.view, self._result = RunView(theme, settings, offers_longer=True), ResultPanel(theme)
        self._empty = EmptyState(theme)  # without a button: the form beside it has the one that starts
        self._choices = FirstChoices(theme)
        self._first = QScrollArea(widgetResizable=True)  # scrolls by itself: with large text, Start beside it stays in sight
        self._first.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._first.setWidget(self._choices)
        self._is_new = history.is_new
        self._choices.chosen.connect(self.first_chosen)
        self._result.add_steps(next_steps)
        self.view.longer_wanted.connect(self._want_longer)
        self._result.again_wanted.connect(lambda: self._want_again(self.record))
        self._result.open_wanted.connect(lambda: self.wanted.emit("runs", self.run_id))
        self._stack = PageStack()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._first)
        self._stack.addWidget(self.view)
        fill(vertical(self, (0, 0, 0, 0), spacing=0), (self._stack, 1))
        self.view.log.add_page(self.tr("Result"), self._result, self._result.below)
        self._make_actions(theme)
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._tick)
        history.runs_changed.connect(self._check_deletion)
        history.runs_changed.connect(self._offer_first_choices)

    def _make_actions(self, theme: Theme) -> None:
        self._mark = Button(theme, self.tr("Mark"), clicked=lambda: self._prompt.open_below(self._mark))
        self._mark.setToolTip(self.tr("Set a mark with a short text now"))
        self._stop = Button(theme, self.tr("Stop"), "destructive", "stop", clicked=self._stop_run)
        QShortcut(QKeySequence("Shift+F5"), self._stop, self._stop.click)  # the button's own would be lost with its next text
        self._stop_tip = self.tr("Stop the run cleanly; the recording is kept (Shift+F5)")
        self._stop.setToolTip(self._stop_tip)
        self._prompt = MarkPrompt(self)
        self._prompt.given.connect(self._set_mark)
        self.profile = ProfileRequest(theme, self._notice, self)
        self.profile.button.clicked.connect(self._keep_keyboard)
        self.profile.open_wanted.connect(partial(self.wanted.emit, "profile"))
        self._header.add_actions(self.profile.button, self._mark, self._stop)

    @property
    def record(self) -> RunRecord | None:
        """Record of the displayed run."""
        return None if self.data is None else self.data.record

    @property
    def run_id(self) -> str:
        """Id of the displayed run; "" without a run."""
        record = self.record
        return "" if record is None else record.run_id

    # Interface of the page

    def add_offers(self, below_choices: QWidget, below_sentence: QWidget) -> None:
        """Add further offers below the first choices and below the empty state's sentence."""
        self._choices.add_below(below_choices)
        self._empty.add_below(below_sentence)
        self._offers = below_sentence

    def begin(self) -> None:
        """Start drawing."""
        self._is_active = True
        if self.data is not None:
            self.view.start()
            self._timer.start()
        self._tick()
        self._check_deletion()

    def cease(self) -> None:
        """Stop drawing."""
        self._is_active = False
        self._timer.stop()
        self.view.stop()
        self._prompt.hide()

    def is_ready(self) -> bool:
        """Return whether all data is drawn."""
        return self.data is None or (self.view.is_ready() and (self.live is None or self._shown_version > 0))

    def show_nothing(self) -> None:
        """Show the empty state, which explains how to start a run."""
        self._show(None, None)
        self._header.set_title(self.tr("Run"))
        sentence = self.tr("Choose a workload on the left and start it: its curves appear here.")
        self._empty.show_texts(sentence, "", self.tr("A run goes on when the window is closed."))
        self._offers.show()
        self._is_idle = True
        self._offer_first()

    def show_form(self) -> None:
        """Replace the first choices by the empty state, since the user chose the form."""
        self._is_new = False
        self._offer_first()

    def _offer_first_choices(self, runs: list[RunRecord]) -> None:
        """Offer the first choices if the store turned out to be empty; withdraw them if it is not."""
        if self._is_new is bool(runs) and self.data is None:
            self._is_new = not runs
            self._offer_first()

    def _offer_first(self) -> None:
        if self._is_idle:
            self._stack.setCurrentWidget(self._first if self._is_new else self._empty)

    def show_starting(self, name: str, spec: RunSpec) -> None:
        """Show that a run is being started."""
        self._show(None, None)
        self._header.set_title(*run_words.title_and_detail(name, spec))
        self._header.set_state(RunState.RUNNING, self.tr("starting …"))
        self._offers.hide()
        self._empty.show_texts(self.tr("Starting {0} …").format(name[:_LONGEST_NAME]), "", self.tr("Its curves appear here."))

    def show_live(self, live: LiveRun) -> None:
        """Show a live run with its data from the start."""
        if live is not self.live:
            if not self._notice.is_offer:  # keeps the offer of an ended A/B while a queued run starts
                self._notice.clear()
            self._show(live.data, live)
            live.notice.connect(self._on_notice)
            self._repeat_store_warning(live.data)

    def show_kept(self, data: ShownRun) -> None:
        """Show a recorded run."""
        self._show(data, None)
        if data.ended:
            self._show_result()

    def finish(self) -> None:
        """Show how the displayed live run ended, and keep displaying it."""
        assert self.live is not None
        if self._prompt.isVisible():
            self._notice.show_text(self.tr("The run ended before the mark was set."), "warn")
        self.profile.finish()
        self._let_go()
        self.view.strips.show_whole()
        self._show_result()

    def _show(self, data: ShownRun | None, live: LiveRun | None) -> None:
        self._is_idle = False
        self._let_go()
        self._show_deletion(False)
        self.data, self.live = data, live
        self._result.clear()
        self._header.set_left("")
        self._header.set_state(None)
        self._header.set_progress(None)
        if self.record is not None:
            self._header.set_title(*run_words.title_and_detail(self.record.name, self.record.spec))
        self.view.show_data(data)
        self.view.log.show_page(False)
        self._stack.setCurrentWidget(self._empty if data is None else self.view)
        for button in (self._mark, self._stop):
            button.setVisible(live is not None)
        self.profile.follow(live)
        if self._is_active:
            self.begin()

    def _let_go(self) -> None:
        """Stop following the live run; its data stays on screen."""
        self._prompt.hide()
        self._keep_keyboard()
        for button in (self._mark, self._stop):
            button.hide()
        self.profile.follow(None)
        if self.live is not None:
            self.live.notice.disconnect(self._on_notice)
        self.live = None

    # Live runs

    def _tick(self) -> None:
        data, live = self.data, self.live
        if data is None or live is None:
            return
        self._shown_version = data.version
        self.profile.tick()
        is_held = _is_held(data)
        plan = ending_plan(self._plans, live.run_id)
        is_asked = self._countdown.is_stopping(live.run_id) or (plan is not None and self._plans.is_stopping(plan.plan_id))
        is_stopping = is_asked and not is_held
        data.progress.is_stopping = is_asked
        self._header.set_left(run_words.standing(data))
        self._header.set_progress(data.progress.share)
        state = self.tr("ended, not stored yet") if is_held else self._stopping_text(live.run_id) if is_stopping else None
        self._header.set_state(RunState.RUNNING, state)
        self._stop.setEnabled(not is_stopping)
        self._stop.setText(self.tr("Discard") if is_held else stop_text(live.record.spec, plan))
        set_tooltip(self._stop, self.tr("Stop waiting; data that is not stored yet is lost") if is_held else self._stop_tip_of(live, plan))
        self._ticks += 1
        if self._ticks % _OUTPUT_EVERY == 0:
            live.output(partial(self._on_output, live), _OUTPUT_LINES, self)

    def _keep_keyboard(self) -> None:
        """Give the charts the keyboard focus of a button of the header that is hidden or disabled: Qt would give it to whatever is next."""
        if any(button.hasFocus() for button in (self._mark, self._stop, self.profile.button)):
            self.focus_charts()

    def focus_charts(self) -> None:
        """Give the charts the keyboard focus."""
        self.view.strips.stack.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_stop(self) -> None:
        """Give Stop the keyboard focus, or the charts if the run has ended."""
        if self.live is None:
            self.focus_charts()
        else:
            self._stop.setFocus(Qt.FocusReason.OtherFocusReason)

    def act(self, wanted: WantedAction) -> None:
        """Press the button of an action, or its warning, if its run is displayed and still live."""
        if self.live is None or self.run_id != wanted.run_id:
            return
        self._tick()
        {STOP: self._stop, MARK: self._mark, PROFILE: self.profile.button}[wanted.action].click()

    def _stop_tip_of(self, live: LiveRun, plan: Plan | None) -> str:
        if plan is not None:
            return self.tr("Stop this run and “{0}”, which it belongs to; the recordings are kept (Shift+F5)").format(plan.name)
        spec = live.record.spec
        if spec.is_attached and spec.command:
            return self.tr("End the recording; the process goes on (Shift+F5)")
        return self._stop_tip

    def _on_output(self, live: LiveRun, lines: list[str]) -> None:
        if live is self.live:
            self.view.log.set_output(lines)

    def _on_notice(self, text: str) -> None:
        """Show a banner for warnings, and for messages that appear neither in the log nor beside the curves."""
        if self.data is None:
            return
        levels = {line.text: line.level for line in self.data.log}
        is_shown = text in levels or text in {gap.reason for gap in self.data.gaps}
        if levels.get(text) == "over":
            self._notice.show_text(with_capital(text))
        elif not is_shown or levels.get(text) in ("warning", "error"):
            self._notice.show_text(with_capital(text), "warn")

    def _repeat_store_warning(self, data: ShownRun) -> None:
        """Repeat the warning that the store cannot be written, for a run that was hidden when it was issued."""
        if text := data.store_warning:
            self._on_notice(text)

    def _stopping_text(self, run_id: str) -> str:
        left = self._countdown.left_s(run_id)
        return self.tr("stopping, {0} s").format(left) if left else self.tr("stopping")

    def _stop_run(self) -> None:
        live = self.live
        if live is None:
            return

        def fail(error: GpuscopeError) -> None:
            self._countdown.forget(live.run_id)
            self._notice.show_error(error)
            self._tick()

        if _is_held(live.data):
            live.stop(None, fail, self, again=True)
            return
        self._countdown.begin(live.run_id)
        self.focus_charts()  # the button is about to be disabled
        self._tick()
        if (plan := ending_plan(self._plans, live.run_id)) is not None:
            self._plans.stop(plan.plan_id, fail)  # asked for the run alone, it would go on if that has just finished
        else:
            live.stop(None, fail, self)

    def _set_mark(self, text: str) -> None:
        if self.live is not None:
            self.live.mark(text, None, self._fail_mark, self)

    def _fail_mark(self, error: GpuscopeError) -> None:
        self._notice.show_text(self.tr("The mark was not set: {0}").format(error_text(error)), "bad")

    # Ended runs

    def _show_result(self) -> None:
        record = self.record
        if self.data is None or record is None:
            return
        self._countdown.forget(record.run_id)
        self._header.set_state(record.state)
        self._header.set_left(run_words.outcome(self.data, record))
        self._header.set_progress(None)
        self._result.show_result(record, self._settings.known.energy_unit)
        self.view.log.show_page(True)
        self._next_steps.show_record(record if self.data.is_kept else None)
        if not self.data.is_kept:
            self._result.set_missing(self.tr("The run could not be stored."))
        self._history.output_lines(record, _OUTPUT_LINES, partial(self._on_last_output, record), self)

    def _want_longer(self) -> None:
        """Request the same run, long enough for its energy to be measured well."""
        self._want_again(None if self.record is None else run_words.longer(self.record))

    def _want_again(self, record: RunRecord | None) -> None:
        if record is not None:
            self.wanted.emit("run", WantedAgain(record))

    def _on_last_output(self, record: RunRecord, lines: list[str]) -> None:
        if self.run_id != record.run_id:
            return
        self.view.log.set_output(lines)
        if record.state in (RunState.FAILED, RunState.INTERRUPTED):
            self._result.show_output(lines[-MOST_LINES:])

    def _check_deletion(self) -> None:
        """Check whether an ended run has been deleted from the store or restored."""
        run_id = self.run_id
        if not run_id or self.live is not None or not self._is_active or self.data is None or not self.data.is_kept:
            return

        def show(is_deleted: bool) -> None:
            if self.run_id == run_id and self.live is None and self._is_deleted != is_deleted:
                self._show_deletion(is_deleted)

        def fail(error: GpuscopeError) -> None:
            if isinstance(error, UsageError):
                show(True)

        self._history.ask(lambda store: store.find(run_id), lambda _: show(False), fail, self)

    def _show_deletion(self, is_deleted: bool) -> None:
        was_deleted, self._is_deleted = self._is_deleted, is_deleted
        self._result.set_missing(self.tr("The run was deleted.") if is_deleted else "")
        if is_deleted:
            self._next_steps.show_record(None)
        elif was_deleted:
            self._next_steps.show_record(self.record)
        text = self.tr("This run was deleted. It is shown from memory.")
        if is_deleted:
            self._notice.show_text(text, "warn")
        elif self._notice.text == text:
            self._notice.clear()


def ending_plan(plans: Plans, run_id: str) -> Plan | None:
    """Return the live plan that ends when this run is stopped; None if only the run ends."""
    ending = (plan for plan in plans.live if plan.kind.ends_with_a_stopped_run)
    return next((plan for plan in ending if any(item.run_id == run_id for item in plan.items)), None)


def stop_text(spec: RunSpec, plan: Plan | None) -> str:
    """Return the text of the button that stops a run with this spec and the plan that ends with it."""
    if plan is not None:
        sweep, chain = QCoreApplication.translate("RunStage", "Stop the sweep"), QCoreApplication.translate("RunStage", "Stop the chain")
        repeats = QCoreApplication.translate("RunStage", "Stop repeating")
        return {PlanKind.SWEEP: sweep, PlanKind.CHAIN: chain}.get(plan.kind, repeats)
    return QCoreApplication.translate("RunStage", "End recording") if spec.is_attached else QCoreApplication.translate("RunStage", "Stop")


def _is_held(data: ShownRun) -> bool:
    """Return whether a run has ended but its recorder waits for the store to become writable."""
    return data.end is not None and bool(data.progress.values.get(UNWRITTEN))
