"""An A/B as a plan: variants in interleaved repeats, as many as requested or until the intervals are narrow enough.

An item's group is its variant's name, and its detail ``repeat`` is the number of the repeat, from 0. A plan of a single variant repeats
it until the interval of its mean is narrow enough.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from gpuscope.analysis.group import Group
from gpuscope.analysis.repeats_plan import MOST_REPEATS, is_mean_narrow, is_narrow, mean_width, ratio_width
from gpuscope.analysis.statistics.verdict import CLAIM_REPEATS
from gpuscope.core.errors import GpuscopeError, error_type
from gpuscope.core.plan import AbOptions, ItemState, Plan, PlanItem
from gpuscope.core.run import RunRecord
from gpuscope.recording.planners import Planner
from gpuscope.recording.variants import Variant, interleaved


def repeat_of(item: PlanItem) -> int:
    """Return the number of the repeat that an item is, from 0."""
    return int(item.details["repeat"])


def ab_items(variants: Sequence[Variant], repeats: int) -> list[PlanItem]:
    """Return the items of interleaved repeats of variants, the baseline first."""
    rounds = islice(interleaved(variants), repeats)
    order = [(number, variant) for number, variants_in_turn in enumerate(rounds) for variant in variants_in_turn]
    return [
        PlanItem(place, f"ab: {variant.name}", variant.repeat(number).spec, variant.name, details={"repeat": number})
        for place, (number, variant) in enumerate(order)
    ]


def repeats_plan(groups: Mapping[str, Sequence[RunRecord]], share: float) -> tuple[list[PlanItem], AbOptions]:
    """Return items and options of a plan that repeats existing runs, interleaved, until their intervals are narrow; those runs count too.

    Args:
        groups: Runs of one spec each, by name, the baseline first; a single group is repeated until the interval of its mean is narrow.
        share: Maximum width of an interval from end to end, as a share of the ratio or mean.
    """
    items = []
    for place, (name, runs) in enumerate(groups.items()):
        first, seeds = runs[0], [run.spec.seed for run in runs]
        spec = first.spec if first.spec.is_command else replace(first.spec, seed=max(seeds) + 1)
        folder = str(first.environment.get("working_folder", "")) if first.spec.is_command else ""
        details = {"repeat": 0, **({"folder": folder} if folder and Path(folder).is_dir() else {})}
        items.append(PlanItem(place, first.name, spec, name, details=details))
    earlier = {name: [run.run_id for run in runs] for name, runs in groups.items()}
    return items, AbOptions(1, share, earlier, any(item.spec.device != "cpu" for item in items if not item.spec.is_command))


@dataclass(frozen=True, slots=True)
class AbProgress:
    """Progress of an A/B.

    Attributes:
        repeats: Runs of each variant so far, including those from before the plan; the least of all variants.
        width: Width of the widest interval so far from end to end, as a share; None while there are too few runs.
    """

    repeats: int
    width: float | None


def progress_of(plan: Plan, records: Mapping[str, RunRecord]) -> AbProgress:
    """Return the progress of a plan; deleted runs are ignored."""
    baseline, *others = _sides(plan, records).values()
    widths = [ratio_width(baseline, other) for other in others] if others else [mean_width(baseline)]
    finite_widths = [width for width in widths if width is not None]
    return AbProgress(min(map(len, (baseline, *others))), max(finite_widths) if len(finite_widths) == len(widths) else None)


def run_ids(plan: Plan) -> dict[str, list[str]]:
    """Return the ids of the runs that count, by group, with those from before the plan first."""
    earlier = AbOptions.of(plan).earlier
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


def _compared(side: Sequence[RunRecord]) -> int:
    """Return how many of the runs a comparison counts: those that heat or a fault slowed are set aside."""
    return len(Group("", tuple(side)).compared) if side else 0


def failure_of(plan: Plan) -> GpuscopeError | None:
    """Return an error, with the exit code of the failed run, if an A/B cannot go on; None if no run has failed."""
    failed = next((item for item in plan.items if item.state is ItemState.FAILED), None)
    if failed is None:
        return None
    error = error_type(1 if failed.exit_code is None else failed.exit_code)
    return error(f"the run of {failed.group} failed", failed.reason or "Its last lines say why.")


class AbPlanner(Planner):
    """Repeats the variants in turn; a failed run ends the plan, since its repeats would fail too."""

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
        """Return the first item of another repeat of all variants, or the next item of a repeat in progress; None if there are enough."""
        share = AbOptions.of(plan).until
        count = len(dict.fromkeys(item.group for item in plan.items))
        variants = [Variant(item.group, item.spec) for item in plan.items[:count]]
        number, place = divmod(len(plan.items), len(variants))
        if place == 0 and (share is None or self._is_enough(plan, records, share)):
            return None
        in_turn = next(islice(interleaved(variants), number, None))
        first = next(item for item in plan.items[:count] if item.group == in_turn[place].name)
        another = PlanItem(len(plan.items), first.name, in_turn[place].repeat(number).spec, first.group, details=first.details)
        return another.with_details(repeat=number)

    @staticmethod
    def _is_enough(plan: Plan, records: Mapping[str, RunRecord], share: float) -> bool:
        if min(map(len, run_ids(plan).values())) >= MOST_REPEATS:
            return True
        baseline, *others = _sides(plan, records).values()
        if min(_compared(side) for side in (baseline, *others)) < CLAIM_REPEATS:  # two runs may agree by chance
            return False
        return all(is_narrow(baseline, other, share) for other in others) if others else is_mean_narrow(baseline, share)
