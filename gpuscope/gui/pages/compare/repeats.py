"""Repeats the compared groups until the interval of each throughput ratio is narrow enough; new runs join their groups as they end."""

import itertools
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from gpuscope.analysis.comparability import other_things
from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.group import Group
from gpuscope.analysis.next_steps import group_obstacle
from gpuscope.core.errors import GpuscopeError
from gpuscope.core.figures import capitalized
from gpuscope.core.plan import AbOptions, Plan, PlanKind, PlanState
from gpuscope.core.run import RunState
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.compare.compared_groups import ComparedGroups
from gpuscope.gui.services.history import History
from gpuscope.gui.services.plans import Plans
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import set_tooltip
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.plan_bar import PlanBar, RepeatsResult, asked_precision, plus_minus
from gpuscope.recording.ab_plan import repeats_plan
from gpuscope.recording.variants import MOST_VARIANTS
from gpuscope.system.language import labelled

PRECISION = 0.01
"""Target half width of a ratio's interval; at this width, differences of 2 % are distinguishable."""


class Repeats(QObject):
    """The button that repeats the groups, and the progress bar.

    Args:
        plans: Starts, stops and follows the plan.
        history: Reads the plan's runs.
        notice: Shows errors and the result.
        page: Owner of the widgets.

    Attributes:
        button: Starts the repeats; if they are impossible, disabled with the reason as its tooltip.
        bar: Progress of the repeats.
    """

    def __init__(self, theme: Theme, plans: Plans, history: History, groups: ComparedGroups, notice: NoticeBar, page: QWidget) -> None:
        super().__init__(page)
        self._plans, self._groups, self._notice = plans, groups, notice
        self._comparison: Comparison | None = None
        label = self.tr("Repeat until throughput ratios are known to {0}").format(asked_precision(2.0 * PRECISION))
        self.button = Button(theme, label, "", "again", clicked=self._begin)
        self.bar = PlanBar(theme, plans, history, self._is_of_these)
        self.bar.progressed.connect(lambda _, result: self._groups.extend(result.groups))
        self.bar.ended.connect(self._conclude)
        self.bar.failed.connect(notice.show_error)
        self.bar.went_on.connect(notice.withdraw)
        plans.changed.connect(self._offer)

    def set_comparison(self, comparison: Comparison | None) -> None:
        """Set the comparison to repeat; None hides the button."""
        self._comparison = comparison
        self.button.setVisible(comparison is not None)
        self.bar.refresh()
        self._offer()

    def _offer(self) -> None:
        comparison = self._comparison
        if comparison is None:
            return
        reason = self.tr("It is being repeated.") if self.bar.plan is not None else obstacle(comparison.groups)
        tip = reason or self.tr("Runs all groups in turns until the 95 % interval of each ratio is that narrow; at most 50 times")
        self.button.setEnabled(not reason)
        set_tooltip(self.button, tip)

    def _is_of_these(self, plan: Plan) -> bool:
        """Return whether a plan repeats the current comparison, i.e. whether the runs it started with are all compared."""
        earlier = AbOptions.of(plan).earlier
        return len(earlier) > 1 and {run_id for ids in earlier.values() for run_id in ids} <= set(self._groups.choice.run_ids)

    def _begin(self) -> None:
        choice, records = self._groups.choice, self._groups.records
        sides = {group.name: [records[run_id] for run_id in group.run_ids if run_id in records] for group in choice.groups}
        baseline = choice.baseline_name
        ordered = {baseline: sides[baseline], **{name: runs for name, runs in sides.items() if name != baseline}}
        items, options = repeats_plan(ordered, 2.0 * PRECISION)
        name = self.tr("Repeats of {0} groups").format(len(ordered))
        self._notice.clear()
        self.button.setEnabled(False)
        self._plans.begin(PlanKind.AB, name, items, options.to_json(), self.bar.follow, self._show_error, self)

    def _show_error(self, error: GpuscopeError) -> None:
        self._offer()
        self._notice.show_error(error)

    def _conclude(self, plan: Plan, result: RepeatsResult) -> None:
        self._groups.extend(result.groups)
        self._offer()
        if plan.state is PlanState.FAILED:
            self._notice.show_text(labelled(plan.name, composed_text(plan.reason)), "bad", about=plan.plan_id)
        elif result.width is not None:
            text = QCoreApplication.translate("Repeats", "{0} runs of each: the widest interval of a throughput's ratio is {1}.")
            self._notice.show_text(text.format(result.repeats, plus_minus(result.width)), about=plan.plan_id)


def obstacle(groups: Sequence[Group]) -> str:
    """Return why groups cannot be repeated here, in the window's language; "" if they can."""
    if len(groups) > MOST_VARIANTS:
        return QCoreApplication.translate("Repeats", "More than {0} groups take too long to repeat.").format(MOST_VARIANTS)
    for group in groups:
        if all(run.state is RunState.FAILED for run in group.runs):
            return QCoreApplication.translate("Repeats", "Every run of {0} failed, and a repeat of it would too.").format(group.name)
    if reason := next(filter(None, map(group_obstacle, groups)), ""):
        return composed_text(reason)
    unlike = [other_things(other, group) for group, other in itertools.combinations(groups, 2)]
    return composed_text(f"{capitalized(unlike[0])}.") if unlike and all(unlike) else ""  # a repeat would not make them comparable
