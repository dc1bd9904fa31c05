"""An A/B as a plan: variants in interleaved repeats, as many as requested or until the intervals are narrow enough.

Options of the plan: ``repeats``, at least so many of each; ``until``, how wide the interval of each throughput's ratio may be, as a share,
or None; ``earlier``, by the group the ids of runs from before the plan that count as repeats too. An item's group is its variant's name,
its detail ``repeat`` the number of its repeat from 0. A plan of a single variant repeats it until the interval of its mean is that narrow.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from gpuscope.analysis.repeats_plan import MOST_REPEATS, is_mean_narrow, is_narrow, mean_width, ratio_width
from gpuscope.analysis.statistics.verdict import CLAIM_REPEATS
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem
from gpuscope.core.run import RunRecord
from gpuscope.recording.planners import Planner
from gpuscope.recording.variants import Variant, interleaved

_ERRORS = {2: UsageError, 3: UnavailableError}


def ab_items(variants: Sequence[Variant], repeats: int) -> list[PlanItem]:
    """Return the items of interleaved repeats of variants, the baseline first."""
    rounds = islice(interleaved(variants), repeats)
    order = [(number, variant) for number, variants_in_turn in enumerate(rounds) for variant in variants_in_turn]
    return [_item(place, variant, number) for place, (number, variant) in enumerate(order)]


def repeats_plan(groups: Mapping[str, Sequence[RunRecord]], share: float) -> tuple[list[PlanItem], dict[str, Any]]:
    """Return items and options of a plan that repeats what runs did, in turns, until their intervals are narrow; those runs count too.

    Args:
        groups: By name the runs of one spec each, the baseline first; a single group is repeated until its mean is known that well.
        share: How wide an interval may be from end to end, as a share of ratio or mean.
    """
    items = []
    for place, (name, runs) in enumerate(groups.items()):
        first, seeds = runs[0], [run.spec.seed for run in runs]
        spec = first.spec if first.spec.is_command else replace(first.spec, seed=max(seeds) + 1)
        folder = str(first.environment.get("working_folder", "")) if first.spec.is_command else ""
        details = {"repeat": 0, **({"folder": folder} if folder and Path(folder).is_dir() else {})}
        items.append(PlanItem(place, first.name, spec, name, details=details))
    options = {
        "repeats": 1,
        "until": share,
        "earlier": {name: [run.run_id for run in runs] for name, runs in groups.items()},
        "cooling": any(item.spec.device != "cpu" for item in items if not item.spec.is_command),
    }
    return items, options


def _item(place: int, variant: Variant, number: int) -> PlanItem:
    return PlanItem(place, f"ab: {variant.name}", variant.repeat(number).spec, variant.name, details={"repeat": number})


@dataclass(frozen=True, slots=True)
class AbProgress:
    """How far an A/B has come.

    Attributes:
        repeats: Runs of each variant so far, those from before the plan included.
        width: The widest interval so far from end to end, as a share; None while there are too few runs for one.
    """

    repeats: int
    width: float | None


def progress_of(plan: Plan, records: Mapping[str, RunRecord]) -> AbProgress:
    """Return how far a plan has come; runs that were deleted are left out."""
    baseline, *others = _sides(plan, records).values()
    widths = [ratio_width(baseline, other) for other in others] if others else [mean_width(baseline)]
    known = [width for width in widths if width is not None]
    return AbProgress(min(map(len, (baseline, *others))), max(known) if len(known) == len(widths) else None)


def run_ids(plan: Plan) -> dict[str, list[str]]:
    """Return by group the ids of the runs that count, those from before the plan first."""
    earlier: Mapping[str, Sequence[str]] = plan.options.get("earlier", {})
    done = [item for item in plan.items if item.state is ItemState.DONE]
    names = dict.fromkeys(item.group for item in plan.items)
    return {name: [*earlier.get(name, ()), *(str(item.run_id) for item in done if item.group == name)] for name in names}


def _sides(plan: Plan, records: Mapping[str, RunRecord]) -> dict[str, list[RunRecord]]:
    sides: dict[str, list[RunRecord]] = {}
    for name, ids in run_ids(plan).items():
        sides[name] = []
        for run_id in ids:
            with suppress(KeyError):  # deleted since
                sides[name].append(records[run_id])
    return sides


def failure_of(plan: Plan) -> GpuscopeError | None:
    """Return why an A/B cannot go on, with the exit code of what refused the run; None while nothing failed."""
    failed = next((item for item in plan.items if item.state is ItemState.FAILED), None)
    if failed is None:
        return None
    error = _ERRORS.get(failed.details.get("exit_code", 1), GpuscopeError)
    return error(f"the run of {failed.group} failed", failed.reason or "Its last lines say why.")


class AbPlanner(Planner):
    """Repeats the variants in turns; a variant that fails ends it, since its repeats would fail too."""

    is_open = True

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        """Return the next repeat.

        Raises:
            GpuscopeError: A run failed.
        """
        if (failure := failure_of(plan)) is not None:
            raise failure
        return super().next(plan, records) or self._another(plan, records)

    def _another(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        """Return the first item of another repeat of all variants, or the next of one that was begun; None when it is enough."""
        share = plan.options.get("until")
        count = len(dict.fromkeys(item.group for item in plan.items))
        variants = [Variant(item.group, item.spec) for item in plan.items[:count]]
        number, place = divmod(len(plan.items), len(variants))
        if place == 0 and (share is None or self._is_enough(plan, records, float(share))):
            return None
        in_turn = next(islice(interleaved(variants), number, None))
        first = next(item for item in plan.items[:count] if item.group == in_turn[place].name)
        details = {**first.details, "repeat": number}
        return PlanItem(len(plan.items), first.name, in_turn[place].repeat(number).spec, first.group, details=details)

    @staticmethod
    def _is_enough(plan: Plan, records: Mapping[str, RunRecord], share: float) -> bool:
        repeats = min(map(len, run_ids(plan).values()))
        if repeats >= MOST_REPEATS:
            return True
        if repeats < CLAIM_REPEATS:  # two that agree by chance are not enough
            return False
        baseline, *others = _sides(plan, records).values()
        return all(is_narrow(baseline, other, share) for other in others) if others else is_mean_narrow(baseline, share)
