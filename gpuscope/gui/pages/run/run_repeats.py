"""Repeats and variants begun from the Run page, and the line that shows their progress."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.core.plan import AbOptions, Plan, PlanItem, PlanKind, PlanState
from gpuscope.core.run import RunRecord
from gpuscope.gui.engine_texts import composed_text, record_name
from gpuscope.gui.run_view.next_steps import GROUPS, PRECISION
from gpuscope.gui.services.history import History
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.plan_bar import PlanBar, RepeatsResult, conclusion
from gpuscope.gui.widgets.press_guard import PressGuard
from gpuscope.system.language import labelled


class RunRepeats(PlanBar):
    """Starts A/B plans, follows them whichever window started them, and reports their results.

    Signals:
        compare_wanted: The groups of a plan are to be compared; carries the item of the Compare page.
        varied: An A/B of several variants has begun here; carries the plan's id.

    Args:
        plans: Starts, stops and follows the plans.
        history: Reads the plans' runs.
        notice: Shows errors and the results.
        presses: Recognizes the second press of a double click; shared with the page's other start buttons.
    """

    compare_wanted = Signal(object)
    varied = Signal(str)

    def __init__(self, theme: Theme, plans: Plans, history: History, notice: NoticeBar, presses: PressGuard, page: QWidget) -> None:
        super().__init__(theme, plans, history, lambda _: True)
        self._notice, self._presses, self._page = notice, presses, page
        self._begun: set[str] = set()  # ids of the plans begun here
        self.ended.connect(self._conclude)
        self.failed.connect(notice.show_error)
        self.went_on.connect(notice.withdraw)

    def repeat(self, record: RunRecord) -> None:
        """Repeat a run until its throughput is known to the target precision."""
        from gpuscope.recording.ab_plan import repeats_plan

        items, options = repeats_plan({record.name: [record]}, 2.0 * PRECISION)
        self.begin(self.tr("Repeats of {0}").format(record_name(record)), items, options)

    def begin(self, name: str, items: Sequence[PlanItem], options: AbOptions) -> None:
        """Begin an A/B plan."""
        asked = (name, *items)
        if self._presses.is_repeat(asked):
            return

        def begun(plan_id: str) -> None:
            self._presses.extend()
            self._begun.add(plan_id)
            if len({item.group for item in items}) > 1:
                self.varied.emit(plan_id)
            self.follow(plan_id)

        def refused(error: GpuscopeError) -> None:
            self._presses.clear()
            self._notice.show_error(error)

        self._presses.begin(asked)
        self._notice.clear()
        self._plans.begin(PlanKind.AB, name, items, options.to_json(), begun, refused, self)

    def _conclude(self, plan: Plan, result: RepeatsResult) -> None:
        """Show the result of repeats; open the comparison of variants if it was started here and the page is visible."""
        is_comparison = len(result.groups) > 1 and all(result.groups.values())
        comparison = (GROUPS, result.groups)
        action, act = (self.tr("Compare"), lambda: self.compare_wanted.emit(comparison)) if is_comparison else ("", None)
        if plan.state is PlanState.FAILED:
            self._notice.show_text(labelled(plan.name, composed_text(plan.reason)), "bad", action, act, plan.plan_id)
        elif is_comparison and plan.state is PlanState.FINISHED and plan.plan_id in self._begun and self._page.isVisible():
            self.compare_wanted.emit(comparison)
        elif is_comparison:
            ended = self.tr("{0} has ended; runs of each so far: {1}.")
            text = self.tr("{0} is stopped; runs of each so far: {1}.") if plan.state.can_resume else ended
            self._notice.show_text(text.format(plan.name, result.repeats), "info", action, act, plan.plan_id)
        elif len(result.groups) == 1:  # an A/B that lacks a variant has no result; the line above says where it was stopped
            self._notice.show_text(conclusion(plan, result), about=plan.plan_id)
