"""The ladders of the store: forecast, start and follow them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpuscope.core.plan import ItemState, Plan, PlanKind
from gpuscope.core.runspec import RunSpec
from gpuscope.gui.services.plan_follower import FollowedPlan, PlanFollower
from gpuscope.gui.services.worker import Failed

if TYPE_CHECKING:
    from pathlib import Path

    from gpuscope.analysis.comparison import Comparison
    from gpuscope.recording.ladder import LadderOptions
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.ladder_view import LadderStep, LadderView
    from gpuscope.reports.pictures.picture import Chart

_RUNNING = ItemState.RUNNING.value


@dataclass(frozen=True, slots=True)
class LadderRequest:
    """Settings of a new ladder.

    Attributes:
        asked: Workload, task, device, and settings shared by all rungs.
        thorough: Whether rungs are repeated for an interval and a verdict.
        from_cpu: Whether a GPU's ladder starts on the CPU.
        repeats: Repeats of each side of a thorough rung; None for the usual number.
    """

    asked: RunSpec
    thorough: bool = False
    from_cpu: bool = False
    repeats: int | None = None


@dataclass(frozen=True)
class LadderState(FollowedPlan):
    """A ladder as it was last read.

    Attributes:
        view: View model of the ladder.
        comparison: Comparison of its measured rungs; None with fewer than two.
        plane: Chart of their time and energy, or time and memory; None if the figures are missing.
    """

    view: LadderView
    comparison: Comparison | None
    plane: Chart | None

    @property
    def subject(self) -> str:
        """Workload and task."""
        return self.view.subject

    @property
    def part_states(self) -> list[str]:
        """State of each rung."""
        return [step.state for step in self.view.steps]

    @property
    def present_part(self) -> tuple[int, int]:
        """Number of the rung being measured, from 1, and number of rungs: a rung being remeasured has settled ones above it."""
        states = self.part_states
        return (1 + states.index(_RUNNING), len(states)) if _RUNNING in states else super().present_part

    @property
    def repeated(self) -> LadderStep | None:
        """The rung of which a repeat is being measured, at the end of a quick ladder; None for none."""
        from gpuscope.recording.ladder import AGAIN

        groups = [item.group for item in self.plan.items if item.state is ItemState.RUNNING and item.group.endswith(AGAIN)]
        return next((step for step in self.view.steps if f"{step.key}{AGAIN}" in groups), None)

    def items_of(self, key: str) -> list[int]:
        """Return the numbers of the items to rerun to measure a rung again; empty if the ladder has not reached it."""
        from gpuscope.recording.ladder import rung_items

        return [item.number for item in rung_items(self.plan, key)]

    def groups(self) -> dict[str, list[str]]:
        """Return the ids of the runs by title of their rung, lowest rung first."""
        return {step.title: [run.run_id for run in step.runs] for step in self.view.steps if step.runs}


class Ladders(PlanFollower[LadderRequest, LadderState]):
    """Ladders of one store."""

    kind = PlanKind.LADDER

    def create(self, request: LadderRequest) -> str:
        """Store a ladder and return its plan's id."""
        from gpuscope.recording.plan_start import create_plan

        options = _options(request)
        return create_plan(self.store_url, self.kind, options.plan_name, options=options.to_json())

    def derive(self, plan: Plan, records: PlanRecords, unit: str, *, is_live: bool) -> LadderState:
        """Compute view, comparison and plane."""
        from gpuscope.gui.engine_texts import engine_text
        from gpuscope.recording.ladder import ladder_comparison, ladder_view
        from gpuscope.reports.pictures.comparison_pictures import WITH_MEMORY, Wording, plane

        view = ladder_view(plan, records, unit)
        _ = view.cards, view.sentence, view.labels  # computed here, not on the window's thread
        comparison = ladder_comparison(plan, records)
        names = None if comparison is None else [engine_text(group.name) for group in comparison.groups]
        wording = Wording(names, energy_unit=unit, numbered=True)
        chart = None if comparison is None else plane(comparison, wording, WITH_MEMORY)
        return LadderState(plan, is_live, view, comparison, chart)

    def forecast(self, request: LadderRequest, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Describe in a sentence what a ladder will do and how long it takes; ``failed`` gets the reason why it cannot be started."""
        self._worker.submit(lambda: _options(request).forecast, then, failed, owner)

    def demo(self, steps: int | None, repeats: int, then: Callable[[LadderRequest], None], failed: Failed, owner: QObject) -> None:
        """Determine the demonstration ladder for this machine; ``failed`` gets the reason why none can be started.

        Its runs have ``steps`` measured steps, or a few seconds' worth; with two or more ``repeats`` of a rung's sides it is thorough.
        """

        def work() -> LadderRequest:
            from gpuscope.recording.ladder_request import demo_request

            asked, from_cpu = demo_request(steps)
            return LadderRequest(asked, repeats > 1, from_cpu, repeats if repeats > 1 else None)

        self._errands.submit(work, then, failed, owner)


def _options(request: LadderRequest) -> LadderOptions:
    from gpuscope.recording.ladder import REPEATS, ladder_options
    from gpuscope.workloads.capabilities import Capabilities

    return ladder_options(
        request.asked, Capabilities.load(), thorough=request.thorough, from_cpu=request.from_cpu, repeats=request.repeats or REPEATS
    )


def write_ladder(state: LadderState, path: Path, history: RunHistory) -> None:
    """Write a ladder's comparison to a file; a report starts with the ladder. To be called on the history's thread.

    Raises:
        UsageError: The file ending is unknown, the folder is missing, or the path is a folder.
        UnavailableError: It cannot be written, or PDFs cannot be created here.
    """
    from gpuscope.recording.comparison_file import write_comparison_file

    assert state.comparison is not None
    write_comparison_file(history, state.comparison, path, ladder=state.view)
