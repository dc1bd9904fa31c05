"""The sweeps of the store: forecast, start and follow them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpuscope.core.plan import Plan, PlanKind
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.plan_follower import FollowedPlan, PlanFollower
from gpuscope.gui.services.worker import Failed

if TYPE_CHECKING:
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.sweep import SweepOptions
    from gpuscope.reports.sweep_view import SweepView


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """Settings of a new sweep.

    Attributes:
        asked: Workload, task, device.
        axes: Values of each axis as text, by the key of the knob: {"batch_size": "1..1024"}.
        budget_s: Limit on the wall time of the runs; None for no limit.
    """

    asked: RunSpec
    axes: Mapping[str, str]
    budget_s: float | None = None


@dataclass(frozen=True, slots=True)
class SweepForecast:
    """Forecast of a sweep.

    Attributes:
        sentence: Description of what it will do.
        cells: Number of cells.
        seconds: Approximate duration.
        is_long: Whether the user is asked to confirm the start.
    """

    sentence: str
    cells: int
    seconds: float
    is_long: bool


@dataclass(frozen=True)
class SweepState(FollowedPlan):
    """A sweep as last read."""

    view: SweepView

    @property
    def subject(self) -> str:
        """Workload and task."""
        return self.view.subject

    @property
    def part_states(self) -> list[str]:
        """State of each cell."""
        return [cell.state for cell in self.view.cells]

    @property
    def has_rest(self) -> bool:
        """Whether the budget left cells unmeasured and no conductor is working on the sweep."""
        from gpuscope.recording.sweep import rest_of

        return not self.is_live and bool(rest_of(self.plan))


class Sweeps(PlanFollower[SweepRequest, SweepState]):
    """Sweeps of one store."""

    kind = PlanKind.SWEEP

    def create(self, request: SweepRequest) -> str:
        """Store a sweep and return its plan's id."""
        from gpuscope.recording.plan_start import create_plan

        options = _options(request)
        return create_plan(self.store_url, self.kind, options.plan_name, options.items(), options.to_json())

    def derive(self, plan: Plan, records: PlanRecords, unit: str, *, is_live: bool) -> SweepState:
        """Compute the view."""
        from gpuscope.recording.sweep import sweep_view

        view = sweep_view(plan, records, unit)
        _ = view.sentence, view.label, view.front, view.measures  # computed here, not on the window's thread
        return SweepState(plan, is_live, view)

    def forecast(self, request: SweepRequest, then: Callable[[SweepForecast], None], failed: Failed, owner: QObject) -> None:
        """Describe what a sweep will do; ``failed`` gets the reason why it cannot be started."""

        def work() -> SweepForecast:
            options = _options(request)
            return SweepForecast(options.forecast, options.cells, options.forecast_s, options.is_long)

        self._worker.submit(work, then, failed, owner)

    def measure_rest(self, plan_id: str, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Continue a sweep with the cells that its budget left unmeasured; see :meth:`start`."""

        def work() -> str:
            from gpuscope.recording.sweep import lift_budget

            lift_budget(self.store_url, plan_id)
            return plan_id

        self._errands.submit(work, lambda _: self._plans.resume(plan_id, (), then, failed, owner), failed, owner)


def _options(request: SweepRequest) -> SweepOptions:
    from gpuscope.recording.sweep import split_axes, sweep_options
    from gpuscope.workloads.capabilities import Capabilities

    fixed, axes = split_axes(request.asked.workload, request.axes)
    return sweep_options(request.asked.with_values(fixed), axes, Capabilities.load(), budget_s=request.budget_s)
