"""A line below a page's header: the progress of the repeats being recorded, with a button to stop them, or to resume stopped ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.plan import AbOptions, ItemState, Plan, PlanKind, PlanState
from gpuscope.core.run import RunRecord
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.services.history import History
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel
from gpuscope.gui.widgets.layouts import fill, framed, horizontal, vertical
from gpuscope.system.language import labelled, translated

if TYPE_CHECKING:
    from gpuscope.recording.run_history import RunHistory

_SIDES = 20
"""Side margins in pixels, aligned with the title."""


@dataclass(frozen=True, slots=True)
class RepeatsResult:
    """Combined result of the runs of an A/B plan.

    Attributes:
        repeats: Runs of each variant, including those from before the plan.
        width: Full width of the widest interval, as a share; None while there are too few runs for an interval.
        groups: Ids of the runs that count, by variant.
        throughput: Mean throughput with its unit, for a plan with a single variant that reports it; "" otherwise.
    """

    repeats: int
    width: float | None
    groups: dict[str, list[str]]
    throughput: str = ""


def plus_minus(width: float) -> str:
    """Format half of an interval's width: ``± 1.8 %``."""
    return f"± {figures.percent(width / 2.0)}"


def asked_precision(share: float) -> str:
    """Format half of a requested width, unrounded: ``± 2 %``."""
    return f"± {figures.setting(100.0 * share / 2.0)} %"


def read_result(plan: Plan, store: RunHistory) -> RepeatsResult:
    """Read the result of an A/B plan's runs so far; to be called on the history's thread."""
    from gpuscope.analysis.statistics.estimate import mean
    from gpuscope.recording import ab_plan

    groups = ab_plan.run_ids(plan)
    records: dict[str, RunRecord] = {}
    for run_id in (run_id for ids in groups.values() for run_id in ids):
        with suppress(UsageError):  # deleted in the meantime
            records[run_id] = store.find(run_id)
    progress = ab_plan.progress_of(plan, records)
    throughput = ""
    if len(groups) == 1:
        measured = [record.metrics["throughput"] for record in records.values() if "throughput" in record.metrics]
        values = [quantity.value for quantity in measured if quantity.value is not None]
        throughput = figures.figure(mean(values), measured[0].unit) if values else ""
    return RepeatsResult(progress.repeats, progress.width, groups, throughput)


class PlanBar(QWidget):
    """Shows the newest live A/B plan that belongs to its page, else the last one that ended unfinished; hidden while there is none.

    Signals:
        progressed: (plan, result): another run of the plan has ended.
        ended: (plan, result): the plan has finished, was stopped, or failed.
        resumed: The user has resumed a plan, which is conducted again; carries its id.
        went_on: A plan that was reported as ended is live again; carries its id.
        failed: A GpuscopeError: the plan cannot be asked to stop, or cannot be resumed.

    Args:
        plans: The live plans.
        history: Reads their runs.
        is_wanted: Returns whether to show a plan here.

    Attributes:
        plan: The shown live plan; None while there is none.
        unfinished: The shown plan that can be resumed; None while there is none.
    """

    progressed = Signal(object, object)
    ended = Signal(object, object)
    resumed = Signal(str)
    went_on = Signal(str)
    failed = Signal(object)

    def __init__(self, theme: Theme, plans: Plans, history: History, is_wanted: Callable[[Plan], bool]) -> None:
        super().__init__()
        self._plans, self._history, self._is_wanted = plans, history, is_wanted
        self.plan: Plan | None = None
        self.unfinished: Plan | None = None
        self._result: RepeatsResult | None = None
        self._announced: set[str] = set()
        self._text = ElidedLabel("")
        self._stop = Button(theme, self.tr("Stop repeating"), "destructive", "stop", clicked=self._stop_plan)
        self._resume, self._away = Button(theme, self.tr("Resume"), "", "start"), Button(theme, "", "flat", "close", self.tr("Dismiss"))
        self._resume.clicked.connect(self._resume_plan)
        self._away.clicked.connect(self._dismiss)
        bar = framed("notice")
        row = fill(horizontal(bar, (12, 6, 6, 6)), (self._text, 1))
        for button in (self._stop, self._resume, self._away):
            row.addWidget(button)
            button.hide()
        fill(vertical(self, (_SIDES, 8, _SIDES, 0)), bar)
        plans.changed.connect(self.refresh)
        plans.ended.connect(self._end)
        self.hide()

    @property
    def text(self) -> str:
        """The shown text; "" while there is no plan to follow or resume."""
        return "" if self.plan is None and self.unfinished is None else self._text.whole_text

    def follow(self, plan_id: str) -> None:
        """Show a plan that has just been started; its end is reported even if it has already ended."""
        self._plans.read(plan_id, self._apply_begun, None, self)

    def refresh(self) -> None:
        """Update which of the live or unfinished plans is shown."""
        self._show(self._first(self._plans.live))
        self._show_unfinished(None if self.plan is not None else self._first(self._plans.unfinished))

    def _first(self, plans: Sequence[Plan]) -> Plan | None:
        return next((plan for plan in plans if plan.kind is PlanKind.AB and self._is_wanted(plan)), None)

    def _show_unfinished(self, plan: Plan | None) -> None:
        before, self.unfinished = self.unfinished, plan
        for button in (self._resume, self._away):
            button.setVisible(plan is not None)
        if plan is not None:
            self._resume.setEnabled(True)
            self._text.set_text(standing(plan, None))
            self.show()
        elif before is not None and self.plan is None:
            self.hide()  # it was dismissed, or another comparison is shown

    def _apply_begun(self, plan: Plan) -> None:
        if plan.state in (PlanState.RUNNING, PlanState.WAITING):
            if self.plan is None and self._is_wanted(plan):
                self._show(plan)
        else:
            self._end(plan)

    def _show(self, plan: Plan | None) -> None:
        before, self.plan = self.plan, plan
        self._stop.setVisible(plan is not None)
        if plan is None:
            self._keep_place(before)
            return
        self.show()
        if before is None or before.plan_id != plan.plan_id:
            self._result = None
        self._stop.setEnabled(not self._plans.is_stopping(plan.plan_id))
        if plan.plan_id in self._announced:
            self._announced.discard(plan.plan_id)
            self.went_on.emit(plan.plan_id)
        self._text.set_text(standing(plan, self._result))
        self._history.ask(partial(read_result, plan), partial(self._apply_progress, plan), lambda _: None, self)

    def _keep_place(self, before: Plan | None) -> None:
        """Show that a plan has ended until the page is left, so that the content below does not move by itself."""
        if before is not None and self.isVisible():
            self._text.set_text(self.tr("{0} has ended.").format(before.name))
        elif not self.isVisible():
            self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the bar of a plan that has ended when the page is left."""
        super().hideEvent(event)
        if self.plan is None and self.unfinished is None and not event.spontaneous():
            self.hide()

    def _apply_progress(self, plan: Plan, result: RepeatsResult) -> None:
        if self.plan is not None and self.plan.plan_id == plan.plan_id:
            self._result = result
            self._text.set_text(standing(self.plan, result))
            self.progressed.emit(plan, result)

    def _end(self, plan: Plan) -> None:
        if plan.kind is not PlanKind.AB or plan.plan_id in self._announced or not self._is_wanted(plan):
            return
        self._announced.add(plan.plan_id)
        if not plan.state.can_resume:
            self._plans.dismiss(plan.plan_id)  # it was resumed, and has ended before it was seen live
        if self.plan is not None and self.plan.plan_id == plan.plan_id:
            self._show(None)
        self._history.ask(partial(read_result, plan), partial(self.ended.emit, plan), lambda _: None, self)

    def _stop_plan(self) -> None:
        if self.plan is not None:
            self._stop.setEnabled(False)
            self._plans.stop(self.plan.plan_id, self._show_going_on)

    def _resume_plan(self) -> None:
        if self.unfinished is not None:
            self._resume.setEnabled(False)
            self._plans.resume(self.unfinished.plan_id, (), self._go_on, self._show_not_resumed, self)

    def _go_on(self, plan_id: str) -> None:
        self.resumed.emit(plan_id)
        self._announced.discard(plan_id)
        self.follow(plan_id)

    def _show_not_resumed(self, error: GpuscopeError) -> None:
        self._resume.setEnabled(True)
        self.failed.emit(error)

    def _dismiss(self) -> None:
        if self.unfinished is not None:
            self._plans.dismiss(self.unfinished.plan_id)

    def _show_going_on(self, error: GpuscopeError) -> None:
        self._stop.setEnabled(True)
        self.failed.emit(error)


def standing(plan: Plan, result: RepeatsResult | None) -> str:
    """Describe the progress of an A/B plan: ``mnist-mlp: 4 runs so far, ± 3.1 %; goes on until ± 2 %``."""
    if plan.state is PlanState.WAITING and plan.reason:
        return labelled(plan.name, with_capital(composed_text(plan.reason)))
    if plan.state.can_resume:
        return labelled(plan.name, _unfinished_words(plan))
    share = AbOptions.of(plan).until
    if share is None:
        done = sum(item.state is ItemState.DONE for item in plan.items)
        return QCoreApplication.translate("PlanBar", "{0}: run {1} of {2}").format(plan.name, min(done + 1, plan.total), plan.total)
    is_single = len({item.group for item in plan.items}) == 1
    if result is None or not result.repeats:
        return QCoreApplication.translate("PlanBar", "{0}: the first run; goes on until {1}").format(plan.name, asked_precision(share))
    if result.repeats == 1:
        runs = (
            QCoreApplication.translate("PlanBar", "1 run so far") if is_single else QCoreApplication.translate("PlanBar", "1 run of each")
        )
    elif is_single:
        runs = QCoreApplication.translate("PlanBar", "{0} runs so far")
    else:
        runs = QCoreApplication.translate("PlanBar", "{0} runs of each")
    parts = [runs.format(result.repeats), *([plus_minus(result.width)] if result.width is not None else [])]
    return QCoreApplication.translate("PlanBar", "{0}: {1}; goes on until {2}").format(
        plan.name, translated(", ").join(parts), asked_precision(share)
    )


def _unfinished_words(plan: Plan) -> str:
    """Describe where a plan ended: ``stopped; 1 of 6 runs done``."""
    state = {
        PlanState.STOPPED: QCoreApplication.translate("PlanBar", "stopped"),
        PlanState.FAILED: QCoreApplication.translate("PlanBar", "failed"),
    }.get(plan.state, QCoreApplication.translate("PlanBar", "interrupted"))
    done = sum(item.state is ItemState.DONE for item in plan.items)
    if AbOptions.of(plan).until is not None:  # how many there would have been is not known
        return QCoreApplication.translate("PlanBar", "{0}; runs done: {1}").format(state, done)
    return QCoreApplication.translate("PlanBar", "{0}; {1} of {2} runs done").format(state, done, plan.total)


def conclusion(plan: Plan, result: RepeatsResult) -> str:
    """Describe the result of repeats of a single variant in a sentence."""
    known = "" if result.width is None else plus_minus(result.width)
    if result.throughput and known:
        return QCoreApplication.translate("PlanBar", "{0} runs: {1} {2}.").format(result.repeats, result.throughput, known)
    return QCoreApplication.translate("PlanBar", "{0} has ended; runs so far: {1}{2}.").format(
        plan.name, result.repeats, f"{translated(', ')}{known}" if known else ""
    )
