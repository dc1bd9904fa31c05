"""The Run page: configure, start, watch and stop a run, and read its result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QKeyCombination, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.pages.page import Page
from gpuscope.gui.pages.run.form_drawer import FormDrawer
from gpuscope.gui.pages.run.form_presets import FormPresets, folder_of
from gpuscope.gui.pages.run.run_chooser import RunChooser
from gpuscope.gui.pages.run.run_repeats import RunRepeats
from gpuscope.gui.pages.run.run_stage import RunStage, WantedAction
from gpuscope.gui.pages.run.start_offers import StartOffers
from gpuscope.gui.pages.run.tried_runs import TriedRuns
from gpuscope.gui.run_view.next_steps import NextSteps, TriedChange, WantedAgain, WantedForm, WantedRepeats, WantedVariants
from gpuscope.gui.services.history import History
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.services.live_runs import LiveRuns
from gpuscope.gui.services.plans import Plans, specs_of
from gpuscope.gui.services.presets import Presets
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_export import ChartExport
from gpuscope.gui.widgets.first_choices import CHOOSE, COMMAND, LADDER, PROCESSES, START
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.gui.widgets.press_guard import PressGuard
from gpuscope.gui.widgets.question_dialog import CaptureDialog
from gpuscope.gui.widgets.sensor_choice import SensorChoice
from gpuscope.gui.widgets.spec_form import SpecForm
from gpuscope.gui.widgets.undo_stack import UndoStack
from gpuscope.recording.run_request import default_name
from gpuscope.system.redaction import REDACTED
from gpuscope.workloads import catalog

if TYPE_CHECKING:
    from gpuscope.gui.pages.run.vary_dialog import VaryDialog

_NARROW_BELOW = grown(1200)
"""Window width in pixels below which the form folds away for a run: rail, form and the bar over the strips need 1186 pixels."""


class RunPage(Page):
    """The form on the left; on the right a live run, followed by its result once it has ended.

    Signals:
        mini_wanted: The user wants to open or close the mini view.
    """

    name = "run"
    mini_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        live_runs: LiveRuns,
        starter: RunStarter,
        history: History,
        settings: UserSettings,
        plans: Plans,
        presets: Presets,
    ) -> None:
        super().__init__(theme)
        self._plans = plans
        self._dialog: VaryDialog | None = None
        self._live_runs, self._starter, self._history = live_runs, starter, history
        self._before: ShownRun | None = None
        self._is_starting = False
        self._queued: set[str] = set()  # ids of the plans in which a start from this page waits
        self._watched = self._watched_plan = ""  # id of the displayed run if it ended while it was displayed, and of its plan
        self._awaited = ""  # id of the plan begun here whose first run is to be shown
        self._presses = PressGuard()
        self._repeats = RunRepeats(theme, plans, history, self.notice, self._presses, self)
        self._first_pointer = QCursor.pos()  # until it moves, it is on the form by chance
        self._opening = ""  # id of the recorded run being read, while it is still wanted
        self._form = SpecForm(theme, starter)
        self._changes = UndoStack(self)
        self._changes.undone.connect(self.notice.show_done)
        FormPresets(theme, self._form, presets, history, self._changes, self.notice)
        self._drawer = FormDrawer(theme, self._form)
        self._chooser = RunChooser(theme)
        self.header.insert_beside_title(self._chooser)
        self._next_steps = NextSteps(theme, history, starter)
        self._stage = RunStage(theme, self.header, self.notice, history, settings, self._next_steps, plans)
        offers = [StartOffers(theme, SensorChoice(settings, self.notice, self), settings, starter) for _ in range(2)]
        self.notice.stay_above(self._stage.view.log)
        self._stage.add_offers(*offers)
        for offer in offers:
            offer.attach_wanted.connect(lambda: self.wanted.emit("machine", PROCESSES))
        self.charts = ChartExport(theme, history, self.notice, self)
        strips = self._stage.view.strips
        self.charts.offer_strips(strips.stack)
        self.notice.stay_left_of_values(strips.stack)
        mini = Button(theme, "", "flat", "mini", self.tr("Mini view: a small window on top of all others (Ctrl+M)"))
        mini.clicked.connect(self.mini_wanted)
        strips.add_actions(mini, self.charts.button(strips.stack))
        self._lay_out()
        self._connect()
        self._tried = TriedRuns(live_runs, plans, history, self)  # notified of ends after this page has shown the run as ended
        self._tried.ended.connect(self._compare_tried)
        self._tried.failed.connect(self.notice.show_error)
        self._stage.show_nothing()

    def _lay_out(self) -> None:
        right = fill(vertical(spacing=0), self._repeats, (self._stage, 1))
        body = QWidget()
        fill(horizontal(body, (0, 0, 0, 0), spacing=0), self._drawer, (right, 1))
        self.set_body(body)

    def _connect(self) -> None:
        self._form.start_wanted.connect(self._start)
        self._chooser.chosen.connect(self._choose)
        self._stage.first_chosen.connect(self.choose_first)
        for part in (self._stage, self._next_steps):
            part.wanted.connect(self._go)
        self._form.vary_wanted.connect(self._vary_form)
        for begun in (self._repeats.varied, self._repeats.resumed):
            begun.connect(self._await_plan)
        self._repeats.compare_wanted.connect(partial(self.wanted.emit, "compare"))
        self._live_runs.started.connect(self._on_run_started)
        self._live_runs.ended.connect(self._on_run_ended)
        self._plans.changed.connect(self._show_choice)
        self._plans.changed.connect(self._follow_plan)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # by their codes: in the window's language both may have one name
            QShortcut(QKeySequence(QKeyCombination(Qt.KeyboardModifier.ControlModifier, key)), self, self._start_or_explain)

    # Page interface

    def activated(self) -> None:
        """Start drawing; if no run is shown, show the newest live run."""
        if self._awaits_newest():
            turns().later(self, self._show_newest)  # once the form is painted: together they take too long
        self._stage.begin()
        self._repeats.refresh()  # this page may have been made after the plans changed
        self._show_choice()

    def deactivated(self) -> None:
        """Stop drawing."""
        self._stage.cease()

    def show_item(self, item: object) -> None:
        """Show a run by id, fill the form from a run, spec or script, repeat or vary a run, or focus the form."""
        if isinstance(item, tuple) and item[:1] == (CHOOSE,):
            self.choose_first(str(item[1]))
        elif isinstance(item, Path):
            self._form.set_script(item)
            self._drawer.open()
        elif isinstance(item, RunSpec):
            self._fill(item)
        elif isinstance(item, WantedForm):
            self._fill(item.record.spec, folder_of(item.record))
        elif isinstance(item, TriedChange):
            self._try(item)
        elif isinstance(item, WantedAgain):
            self._run_again(item.record)
        elif isinstance(item, WantedRepeats):
            self._repeats.repeat(item.record)
        elif isinstance(item, WantedAction):
            self._choose(item.run_id)
            self._stage.act(item)
        elif isinstance(item, WantedVariants):
            self._ask_variants(item.spec)
        elif isinstance(item, str):
            self._choose(item)

    def _go(self, page: str, item: object) -> None:
        """Show an item on its page, which may be this one."""
        if page == self.name:
            self.show_item(item)
        else:
            self.wanted.emit(page, item)

    def shown_item(self) -> object:
        """Return the id of the displayed run, or of the one being read."""
        is_stored = self._stage.live is not None or (self._stage.data is not None and self._stage.data.is_kept)
        return self._opening or (self._stage.run_id if is_stored else "") or None

    def choose_first(self, choice: str) -> None:
        """Apply a choice of the first screen: start this machine's ladder, or open the form."""
        if choice == LADDER:
            self.wanted.emit("ladder", START)
            return
        self._stage.show_form()
        self._drawer.open()
        if choice == COMMAND:
            self._form.begin_with_command()
        else:
            self._form.focus_wrong()

    def is_ready(self) -> bool:
        """Return whether the form has its answers and the run is drawn."""
        return self._stage.is_ready() and self._form.is_ready() and not (self._is_starting or self._opening or self._awaits_newest())

    def memory(self) -> dict[str, object]:
        """Return the state of the form and the view."""
        return {"form": self._form.memory(), "view": self._stage.view.memory()}

    def recall(self, memory: dict[str, object]) -> None:
        """Restore form and view."""
        form, view = memory.get("form"), memory.get("view")
        if isinstance(form, dict):
            self._form.recall(form)
        if isinstance(view, dict):
            self._stage.view.recall(view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the form away if a run needs the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._drawer.set_narrow(self._stage.data is not None and self.window().width() < _NARROW_BELOW)  # applies to ended runs too

    # Starting

    def _start(self) -> None:
        if (spec := self._form.spec()) is not None and not self._presses.is_repeat(self._asked_start(spec)):
            self._when_agreed(spec, lambda: self._start_spec(spec))

    def _asked_start(self, spec: RunSpec) -> tuple[object, ...]:
        form = self._form
        return spec, form.run_name(), form.baseline_s(), form.is_chain(), form.folder()

    def _when_agreed(self, spec: RunSpec, go_on: Callable[[], None]) -> None:
        """Call ``go_on``, after asking the user first if the run's profile may be large."""
        if spec.profile is None:
            go_on()
            return

        def ask(question: str) -> None:
            self._form.set_busy(False)
            if not question:
                go_on()
                return
            dialog = CaptureDialog(self.theme, question, self)
            dialog.agreed.connect(dialog.accept)
            dialog.accepted.connect(go_on)
            dialog.open()

        self._form.set_busy(True)
        self._starter.ask_capture(spec, ask, self)

    def _start_spec(self, spec: RunSpec) -> None:
        name = self._form.run_name()
        self._presses.begin(self._asked_start(spec))
        self._begin_start(spec, name)
        self._starter.start(
            spec,
            name,
            self._on_start,
            self._on_start_refused,
            self,
            queued=self._on_queued,
            baseline_s=self._form.baseline_s(),
            chain=self._form.is_chain(),
            folder=self._form.folder(),
        )

    def _try(self, change: TriedChange) -> None:
        """Start a variant of a run; the two are compared once it ends."""
        if self._is_starting:
            return

        def started(run_id: str) -> None:
            self._on_start(run_id)
            self._tried.follow_run(run_id, change)

        def queued(plan_id: str) -> None:
            self._queued.add(plan_id)
            self._end_waiting_start(self.tr("It starts when its device is free, and is compared when it has ended."))
            self._tried.follow_plan(plan_id, change)

        try:
            self._begin_start(change.spec, "")
        except GpuscopeError as error:
            self._end_start()
            self.notice.show_error(error)
            return
        self._starter.start(change.spec, "", started, self._on_start_refused, self, queued=queued)

    def _compare_tried(self, base_id: str, record: RunRecord) -> None:
        """Open the comparison of an ended variant; if the user has moved to another page or run, offer it in a notice."""
        if self.isVisible() and self._stage.run_id == record.run_id:
            self.wanted.emit("compare", [base_id, record.run_id])
        else:
            text = self.tr("{0} has ended.").format(record_name(record))
            self.notice.show_text(text, "info", self.tr("Compare"), lambda: self.wanted.emit("compare", [base_id, record.run_id]))

    # Variants

    def _vary_form(self) -> None:
        if (spec := self._form.spec()) is not None:
            self._ask_variants(spec)

    def _ask_variants(self, spec: RunSpec) -> None:
        """Open the dialog for varying a spec, and start the resulting A/B plan."""
        from gpuscope.gui.pages.run.vary_dialog import VaryDialog  # imports scipy and the store, too slow before the first paint

        if self._starter.capabilities is None or self._dialog is not None:
            return
        try:
            dialog = self._dialog = VaryDialog(self.theme, spec, self._starter.capabilities, self._history, self)
        except GpuscopeError as error:  # the spec is from another version
            self.notice.show_error(error)
            return

        def begin() -> None:
            dialog.accept()
            self._repeats.begin(*dialog.plan())

        dialog.agreed.connect(begin)
        dialog.finished.connect(lambda: setattr(self, "_dialog", None))
        dialog.open()

    def _await_plan(self, plan_id: str) -> None:
        """Show the first run of a plan begun here once it is live, or once the live run that is shown has ended."""
        self._queued.add(plan_id)
        if self._stage.live is None:
            self._awaited = plan_id
            self._follow_plan()

    def _begin_start(self, spec: RunSpec, name: str) -> None:
        self._is_starting, self._opening, self._awaited = True, "", ""
        self._form.set_busy(True)
        self.notice.clear()
        if self._stage.live is None:
            self._before = self._stage.data
            focused = QApplication.focusWidget()
            if focused is not None and self._stage.isAncestorOf(focused):
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._stage.show_starting(name or default_name(spec), spec if spec.is_command else catalog.resolve(spec))

    def _on_queued(self, plan_id: str) -> None:
        self._queued.add(plan_id)
        self._end_waiting_start(self.tr("It starts when its device is free; the sidebar shows the queue."))

    def _end_waiting_start(self, text: str) -> None:
        self._end_start()
        self._presses.extend()
        self._show_before()
        self.notice.show_text(text)

    def _on_start(self, run_id: str) -> None:
        self._end_start()
        self._presses.extend()
        self._before = None
        live, focused = self._live_runs.find(run_id), QApplication.focusWidget()
        is_in_form = focused is not None and self._drawer.isAncestorOf(focused)
        if live is None:
            self._open_kept(run_id)  # it has already ended
        else:
            self._show_live(live)
        self._show_choice()
        if self._drawer.is_narrow:
            self._drawer.close_form()
        if self.hasFocus():  # the pressed button has gone
            self._stage.focus_charts()
        elif is_in_form and self._drawer.is_narrow:
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # a second press must not stop what the first one has started
            QTimer.singleShot(QApplication.doubleClickInterval(), self, self._focus_stop)

    def _focus_stop(self) -> None:
        if self.hasFocus():
            self._stage.focus_stop()

    def _on_start_refused(self, error: GpuscopeError) -> None:
        self._end_start()
        self._presses.clear()
        self._show_before()
        self.notice.show_error(error)

    def _show_before(self) -> None:
        """Restore what was shown before a start that produced no run."""
        before, self._before = self._before, None
        if self._stage.data is None and before is not None:
            self._stage.show_kept(before)
        elif self._stage.data is None and self._live_runs.runs:
            self._show_live(self._live_runs.runs[0])  # it began elsewhere meanwhile
        elif self._stage.data is None:
            self._stage.show_nothing()

    def _end_start(self) -> None:
        self._is_starting = False
        self._form.set_busy(False)

    def _start_or_explain(self) -> None:
        self._form.want_start()
        if self._form.reason and not self._form.is_start_wanted:
            self._form.focus_wrong()

    def _fill(self, spec: RunSpec, folder: str = "") -> bool:
        """Fill the form with a spec and its working folder; return whether this version supports all of the spec."""
        try:
            self._form.set_spec(spec, folder)
        except GpuscopeError as error:
            self.notice.show_error(error)
            return False
        self._drawer.open()
        return True

    def _run_again(self, record: RunRecord) -> None:
        """Start the same run again, queued behind running ones; if the spec is not fully supported here, only fill the form and explain."""
        if self._is_starting or not self._fill(record.spec, folder_of(record)):
            return
        if any(REDACTED in word for word in (*record.spec.command, *record.spec.variables.values())):
            self.notice.show_text(self.tr("A secret of the command is not kept: type it again, then start."), "warn")
        elif not record.folder or record.spec.is_attached:
            self.notice.show_text(self.tr("It was not started here: look it through, then start."))
        elif self._form.reason:
            self._form.focus_wrong()
        else:
            self._form.want_start()

    # Choice of the displayed run

    def _on_run_started(self, live: LiveRun) -> None:
        """Show a run if none is displayed, or if it follows the displayed one in a plan; the rail's live card announces all others."""
        if self._awaits_newest() and not self._would_fold_used_form():
            self._show_live(live)
        self._follow_plan()
        self._show_choice()

    def _would_fold_used_form(self) -> bool:
        """Return whether a run would fold or move the form while the user types into it or has the mouse on it."""
        focused = QApplication.focusWidget()
        is_typing = isinstance(focused, QLineEdit | QPlainTextEdit) and self._drawer.isAncestorOf(focused)
        is_pointing = self._drawer.underMouse() and QCursor.pos() != self._first_pointer
        return self.window().width() < _NARROW_BELOW and (is_typing or is_pointing)

    def _follow_plan(self) -> None:
        """Replace a run that ended while it was displayed by the live run that follows it in its plan, or that was queued here.

        The first run of an A/B that was begun here replaces any run that is not live.
        """
        if not (self._watched or self._awaited) or self._is_starting or self._opening:
            return
        for live in self._live_runs.runs:
            for plan in self._plans.live:
                ids = {item.run_id for item in plan.items}
                follows = self._watched in ids or plan.plan_id in (self._watched_plan, *self._queued)  # a resumed plan has another run's id
                is_next = bool(self._watched) and follows
                if live.run_id in ids and (is_next or plan.plan_id == self._awaited):
                    self._show_live(live)
                    self._show_choice()
                    return

    def _on_run_ended(self, live: LiveRun) -> None:
        if live is self._stage.live:
            self._stage.finish()
            self._watched = live.run_id
            plans = (*self._plans.live, *self._plans.unfinished)
            self._watched_plan = next((plan.plan_id for plan in plans if any(item.run_id == live.run_id for item in plan.items)), "")
            self._follow_plan()
        self._show_choice()

    def _choose(self, run_id: str) -> None:
        live = self._live_runs.find(run_id)
        if live is not None:
            self._show_live(live)
        elif self._stage.run_id != run_id:
            self._open_kept(run_id)
        else:
            self._opening = self._watched = self._awaited = ""
        self._show_choice()

    def _awaits_newest(self) -> bool:
        return self._stage.data is None and not self._is_starting and not self._opening and bool(self._live_runs.runs)

    def _show_newest(self) -> None:
        """Show the newest live run unless a run has been shown or requested meanwhile."""
        if self._awaits_newest():
            self._show_live(self._live_runs.runs[0])
            self._show_choice()

    def _show_live(self, live: LiveRun) -> None:
        self._opening = self._watched = self._awaited = ""
        self._stage.show_live(live)

    def _open_kept(self, run_id: str) -> None:
        self._opening, self._watched, self._awaited = run_id, "", ""
        self._history.open_run(run_id, partial(self._on_run_read, run_id), partial(self._on_run_missing, run_id), self)

    def _on_run_read(self, run_id: str, data: ShownRun) -> None:
        if self._opening == run_id:  # otherwise the user has moved on in the meantime
            self._opening = ""
            self._stage.show_kept(data)
            self._show_choice()

    def _on_run_missing(self, run_id: str, error: GpuscopeError) -> None:
        if self._opening != run_id:
            return
        self._opening = ""
        if self._stage.data is None and self._live_runs.runs:
            self._show_live(self._live_runs.runs[0])
        elif self._stage.data is None:
            self._stage.show_nothing()
        self._show_choice()
        self.notice.show_error(error)

    def _show_choice(self) -> None:
        """Show chips for the live runs, and for the displayed run if it is not among them."""
        live, record = self._live_runs.runs, self._stage.record
        entries = [(run.run_id, record_name(run.record)) for run in live]
        if live and record is not None and self._live_runs.find(record.run_id) is None:
            entries.append((record.run_id, record_name(record)))
        self._chooser.show_runs(entries, self._stage.run_id)
        self._form.set_live([*(run.record.spec for run in live), *specs_of(self._plans.live)])
        self._fit()
