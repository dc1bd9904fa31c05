"""The ladders of the store: forecast, begun and followed."""

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
    from gpuscope.recording.plan_records import PlanRecords
    from gpuscope.recording.run_history import RunHistory
    from gpuscope.reports.ladder_view import LadderView
    from gpuscope.reports.pictures.picture import Chart

_RUNNING = ItemState.RUNNING.value


@dataclass(frozen=True, slots=True)
class LadderRequest:
    """What a new ladder shall climb.

    Attributes:
        asked: Workload, task, device, and what all rungs share.
        thorough: Whether rungs are repeated for an interval and a verdict.
        from_cpu: Whether a GPU's ladder begins on the CPU.
        repeats: Of each side of a thorough rung; None for the usual number.
    """

    asked: RunSpec
    thorough: bool = False
    from_cpu: bool = False
    repeats: int | None = None


@dataclass(frozen=True)
class LadderState(FollowedPlan):
    """A ladder as it was last read.

    Attributes:
        view: What is shown of it.
        comparison: Of its measured rungs; None with fewer than two.
        plane: Time and energy, or time and memory, of these; None where they lack the figures.
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
        """The rung that is measured now, from 1, and how many there are: one that is measured again has settled ones above it."""
        states = self.part_states
        return (1 + states.index(_RUNNING), len(states)) if _RUNNING in states else super().present_part

    @property
    def measures_base_again(self) -> bool:
        """Whether the lowest step is measured once more, at the end of a quick ladder."""
        from gpuscope.recording.ladder import BASE_AGAIN

        return any(item.state is ItemState.RUNNING for item in self.plan.of_group(BASE_AGAIN))

    def items_of(self, key: str) -> list[int]:
        """Return the numbers of the items to be run once more for a rung to be measured again; none where it was not reached yet."""
        from gpuscope.recording.ladder import rung_items

        return [item.number for item in rung_items(self.plan, key)]

    def groups(self) -> dict[str, list[str]]:
        """Return the ids of the runs by the title of their rung, the lowest first."""
        return {step.title: [run.run_id for run in step.runs] for step in self.view.steps if step.runs}


class Ladders(PlanFollower[LadderRequest, LadderState]):
    """Ladders of one store."""

    kind = PlanKind.LADDER

    def create(self, request: LadderRequest) -> str:
        """Store a ladder, and return its plan's id."""
        from gpuscope.recording.ladder import plan_name
        from gpuscope.recording.plan_start import create_plan

        options = _options(request)
        return create_plan(self.store_url, self.kind, plan_name(options), options=options)

    def derive(self, plan: Plan, records: PlanRecords, unit: str, *, is_live: bool) -> LadderState:
        """Work out view, comparison and plane."""
        from gpuscope.gui.engine_texts import engine_text
        from gpuscope.recording.ladder import ladder_comparison, ladder_view
        from gpuscope.reports.pictures.comparison_pictures import WITH_MEMORY, Wording, plane

        view = ladder_view(plan, records, unit)
        _ = view.cards, view.sentence, view.labels  # worked out here, not on the window's thread
        comparison = ladder_comparison(plan, records)
        wording = Wording(energy_unit=unit, say=engine_text, numbered=True)
        chart = None if comparison is None else plane(comparison, wording, WITH_MEMORY)
        return LadderState(plan, is_live, view, comparison, chart)

    def forecast(self, request: LadderRequest, then: Callable[[str], None], failed: Failed, owner: QObject) -> None:
        """Say in a sentence what a ladder is going to do, and how long it takes; fails with why there is none."""

        def work() -> str:
            from gpuscope.recording.ladder import forecast

            return forecast(_options(request))

        self._worker.submit(work, then, failed, owner)

    def demo(self, steps: int | None, repeats: int, then: Callable[[LadderRequest], None], failed: Failed, owner: QObject) -> None:
        """Find out what the demonstration climbs on this machine.

        Args:
            steps: Measured steps of each run; None for a few seconds of them.
            repeats: Of each side of a rung; from two on the ladder is a thorough one.
            then: Called with what to start.
            failed: Called with why nothing can be.
            owner: Neither is called once this object has been deleted.
        """

        def work() -> LadderRequest:
            from gpuscope.recording.ladder_request import demo_request

            asked, from_cpu = demo_request(steps)
            return LadderRequest(asked, repeats > 1, from_cpu, repeats if repeats > 1 else None)

        self._errands.submit(work, then, failed, owner)


def _options(request: LadderRequest) -> dict[str, object]:
    from gpuscope.recording.ladder import REPEATS, ladder_options
    from gpuscope.workloads.capabilities import Capabilities

    return ladder_options(
        request.asked,
        Capabilities.load(),
        thorough=request.thorough,
        from_cpu=request.from_cpu,
        repeats=request.repeats or REPEATS,
    )


def write_ladder(state: LadderState, path: Path, history: RunHistory) -> Path:
    """Write a ladder's comparison, of which a report begins with the ladder; for the history's thread.

    Raises:
        UsageError: The path does not do.
        UnavailableError: It cannot be written, or PDFs cannot be made here.
    """
    from gpuscope.recording.comparison_file import write_comparison_file

    assert state.comparison is not None
    write_comparison_file(history, state.comparison, path, ladder=state.view)
    return path
