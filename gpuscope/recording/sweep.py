"""The plan of a sweep: a run for each combination of values of one or two knobs, in an order that is useful even if stopped early.

An item's detail ``place`` is its cell; ``kind`` says why a cell was skipped.
A cell that runs out of memory is a result: it is reported as such, and larger batches with all else equal are skipped.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.field import Field
from gpuscope.core.lack_of_memory import is_out_of_memory
from gpuscope.core.plan import ItemState, Plan, PlanItem
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.core.sweep_axes import Place, SweepAxis, example, is_axis, parse_axis, spec_field, useful_order
from gpuscope.recording.planners import Planner, forecast_text
from gpuscope.reports.sweep_view import BUDGET, OUT_OF_MEMORY, THROUGHPUT, SweepCell, SweepView
from gpuscope.system.processes import slowdown_by_load
from gpuscope.workloads.capabilities import Capabilities

MOST_AXES = 2
"""Maximum number of settings that a sweep varies: a curve, or a map."""
_ASKED_FROM_S = 1800.0
"""Sweeps longer than half an hour require confirmation, since users do not wait that long at the screen."""
MOST_CELLS = 10_000
"""Maximum number of cells: more would take over a day, and be too small to see in a plot."""
DURATION_S = 2.0
"""Measured window of a cell: cells differ by factors, while the throughput of one spec varies by 1 to 3 % between such windows."""
_WARMUP_STEPS = 5
"""Enough for allocator and threads; at the largest batch of an axis a step may take seconds."""
_AROUND_S = 6.0
"""Seconds of a run outside its window on two cores: import, model and final checks. For the forecast only."""
_LEAST_AROUND_S = 1.0
"""Minimum time of a run outside its window, in seconds: a budget below window plus this time is shorter than one run."""
_GROWING = ("batch_size", "size", "ranks")
"""Knobs that increase memory use: if one value runs out of memory, larger ones do too."""
_OTHER_SPEEDS = ("flops", "bandwidth")


def split_axes(workload_key: str, values: Mapping[str, str]) -> tuple[dict[str, str], list[SweepAxis]]:
    """Split a user's values into fixed values and axes.

    Args:
        workload_key: The workload.
        values: Values as text, by key of a field or option.

    Raises:
        UsageError: There is no such workload, or a value is not a valid axis.
    """
    from gpuscope.workloads.workload_table import workload

    options: dict[str, Field] = workload(workload_key).all_options
    fixed: dict[str, str] = {}
    axes: list[SweepAxis] = []
    for key, text in values.items():
        knob = spec_field(key, options)
        if not is_axis(key, text, knob) or knob is None:
            fixed[key] = text
            continue
        axis = parse_axis(knob, text)
        if len(axis.values) > 1:
            axes.append(axis)
        else:
            fixed[key] = text if axis.values[0] is None else str(axis.values[0])
    return fixed, axes


@dataclass(frozen=True, slots=True)
class SweepOptions:
    """The options of a sweep's plan.

    Attributes:
        asked: The spec that all cells share.
        axes: One or two axes.
        budget_s: Total wall time of runs after which the rest is skipped; None for no limit.
        emulated: Whether to measure number formats that the device emulates.
        slowdown: Factor by which other programs lengthened a run's start when the sweep was requested.
    """

    asked: RunSpec
    axes: tuple[SweepAxis, ...]
    budget_s: float | None
    emulated: bool
    slowdown: float

    def to_json(self) -> dict[str, Any]:
        """Return the stored form."""
        return {
            "asked": self.asked.to_json(),
            "axes": [axis.to_json() for axis in self.axes],
            "budget_s": self.budget_s,
            "emulated": self.emulated,
            "slowdown": self.slowdown,
        }

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Self:
        """Return the options of a stored plan."""
        return cls(
            asked=RunSpec.from_json(options["asked"]),
            axes=tuple(SweepAxis.from_json(axis) for axis in options["axes"]),
            budget_s=options["budget_s"],
            emulated=bool(options["emulated"]),
            slowdown=float(options.get("slowdown", 1.0)),
        )

    @property
    def cells(self) -> int:
        """Number of cells."""
        return cell_count(self.axes)

    def items(self) -> list[PlanItem]:
        """Return the items of the plan in the order of their execution.

        Raises:
            UsageError: A value is out of range.
        """
        items = []
        for number, place in enumerate(useful_order(self.axes)):
            text = ", ".join(axis.value_label(index) for axis, index in zip(self.axes, place, strict=True))
            spec = self.asked.with_values(cell_values(self.axes, place))
            items.append(PlanItem(number, f"{self.asked.workload} sweep: {text}", spec, text, details={"place": list(place)}))
        return items

    @property
    def subject(self) -> str:
        """Subject of the sweep, in words: "mnist-mlp training"."""
        has_task = self.has_tasks and all(axis.key != "task" for axis in self.axes)
        return f"{self.asked.workload} {self.asked.task}" if has_task else self.asked.workload

    @property
    def has_tasks(self) -> bool:
        """Whether the workload has tasks: it is a model, not a kernel."""
        from gpuscope.workloads.workload_table import workload

        return bool(workload(self.asked.workload).tasks)

    @property
    def plan_name(self) -> str:
        """Name of the plan, made from its subject and axes."""
        return f"{self.subject}: {' × '.join(axis.label.lower() for axis in self.axes)}"

    @property
    def forecast_s(self) -> float:
        """Estimated duration of the sweep in seconds, at most its budget; other programs lengthen everything except the windows."""
        whole_s = self.cells * ((self.asked.duration_s or DURATION_S) + _AROUND_S * self.slowdown + self.asked.warmup_limit_s)
        return min(whole_s, self.budget_s or whole_s)

    @property
    def is_long(self) -> bool:
        """Whether the sweep takes so long, on an otherwise idle machine, that it requires confirmation."""
        return replace(self, slowdown=1.0).forecast_s > _ASKED_FROM_S

    @property
    def forecast(self) -> str:
        """The sweep's runs and their approximate duration, in a sentence."""
        budget = [f"at most {_time(self.budget_s)} of runs"] if self.budget_s else []
        runs = figures.counted(self.cells, "run" if len(self.axes) == 1 else "cell")
        return f"{self.plan_name}: {'; '.join([runs, *budget, forecast_text(self.forecast_s, self.slowdown)])}"


def options_of(plan: Plan) -> SweepOptions:
    """Return the options of a sweep."""
    return SweepOptions.from_json(plan.options)


def sweep_options(
    asked: RunSpec, axes: Sequence[SweepAxis], capabilities: Capabilities, *, budget_s: float | None = None, emulated: bool = False
) -> SweepOptions:
    """Return the options of a sweep's plan.

    Args:
        asked: Workload and options shared by all cells; if it has neither duration nor steps, a short window is used.
        axes: One or two axes.
        capabilities: What this machine can run.
        budget_s: Total wall time of runs after which the rest is skipped; None for no limit.
        emulated: Whether to measure number formats that the device emulates.

    Raises:
        GpuscopeError: There is no such sweep, none of its cells can run here, or its budget is shorter than one run.
    """
    _refuse_axes(asked, axes)
    keys = {axis.key for axis in axes}
    has_length = asked.duration_s is not None or asked.steps != FIELDS["steps"].default or keys & {"steps", "duration_s"}
    timed = asked if has_length else asked.with_values({"duration_s": DURATION_S})
    if "warmup_steps" not in keys:
        timed = timed.with_values({"warmup_steps": min(timed.warmup_steps, _WARMUP_STEPS)})
    shortest_s = (timed.duration_s or 0.0) + _LEAST_AROUND_S
    if budget_s is not None and budget_s < shortest_s:
        raise UsageError(
            f"a budget of {_time(budget_s)} is shorter than one run, which takes {_time(shortest_s)} at least",
            "Give a larger --budget, or a shorter --duration.",
        )
    _refuse_hopeless(timed, axes, capabilities)
    return SweepOptions(timed, tuple(axes), budget_s, emulated, slowdown_by_load(capabilities.cpu_count))


def _time(seconds: float) -> str:
    """Format a time as a user would write it: ``10 s``, ``2.5 s``, ``10 min 00 s``."""
    return f"{figures.setting(seconds)} s" if seconds < 60 else figures.duration(seconds)


def _refuse_axes(asked: RunSpec, axes: Sequence[SweepAxis]) -> None:
    hint = f"For example: gpuscope sweep mnist-mlp --batch-size {example(FIELDS['batch_size'])} --precision fp32,bf16"
    if asked.is_command:
        raise UsageError("a command has no settings to sweep", hint)
    if not axes:
        raise UsageError("no axis: nothing is swept", hint)
    if len(axes) > MOST_AXES:
        labels = [axis.label.lower() for axis in axes]
        raise UsageError(
            f"{len(axes)} axes ({figures.listed(labels)}) cannot be shown in one picture",
            "Sweep one or two at a time, the others fixed at a value each.",
        )
    if len({axis.key for axis in axes}) < len(axes):
        raise UsageError(f"{axes[0].label} is given twice", "Give each axis once.")
    if (count := cell_count(axes)) > MOST_CELLS:
        raise UsageError(
            f"{figures.counted(count, 'cell')} are too many",
            f"At most {figures.grouped(MOST_CELLS)} can be swept, which takes a day or longer. Take a coarser range, such as 1..1024:x4.",
        )


def cell_count(axes: Sequence[SweepAxis]) -> int:
    """Return the number of cells."""
    return math.prod(len(axis.values) for axis in axes)


def cell_values(axes: Sequence[SweepAxis], place: Place) -> dict[str, object]:
    """Return the values of a cell by key, without those that are None."""
    values = {axis.key: axis.values[index] for axis, index in zip(axes, place, strict=True)}
    return {key: value for key, value in values.items() if value is not None}


def _refuse_hopeless(asked: RunSpec, axes: Sequence[SweepAxis], capabilities: Capabilities) -> None:
    """Raise the first cell's error if no corner of the sweep can run, such as for a missing device or missing packages."""
    from gpuscope.workloads import catalog

    first: GpuscopeError | None = None
    for place in useful_order(axes)[: max(4, len(axes[0].values))]:
        try:
            refusal = catalog.refusal(catalog.resolve(asked.with_values(cell_values(axes, place))), capabilities)
        except GpuscopeError as invalid:
            refusal = invalid
        if refusal is None or is_out_of_memory(refusal.message):
            return
        first = first or refusal
    if first is not None:
        raise first


class SweepPlanner(Planner):
    """Chooses the next cell to run, and the cells to skip."""

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        """Return the next waiting cell: to be run, or skipped for lack of memory or time, or because it cannot run here."""
        item = super().next(plan, records)
        if item is None:
            return None
        if (reason := _spent(plan, records)) is not None:
            return _skipped(item, reason, BUDGET)
        if (smaller := _without_memory_below(item, plan)) is not None:
            return _skipped(item, f"{smaller.group} is out of memory already", OUT_OF_MEMORY)
        return _refused(item, emulated=options_of(plan).emulated) or item

    def finish(self, plan: Plan, records: Mapping[str, RunRecord]) -> Mapping[str, Any] | None:
        """Return the sentence, which is shown in the list of plans, as an option."""
        return {"sentence": sweep_view(plan, records).sentence}


def _skipped(item: PlanItem, reason: str, kind: str, cure: str = "") -> PlanItem:
    skipped = replace(item, state=ItemState.SKIPPED, reason=reason)
    return skipped.with_details(kind=kind, **({"cure": cure} if cure else {}))


def _spent(plan: Plan, records: Mapping[str, RunRecord]) -> str | None:
    """Return a reason if the budget is spent, else None."""
    budget_s = options_of(plan).budget_s
    if budget_s is None or wall_s(plan, records) < budget_s:
        return None
    return f"the budget of {_time(budget_s)} is spent"


def wall_s(plan: Plan, records: Mapping[str, RunRecord]) -> float:
    """Return the total wall time of a plan's runs, including interrupted runs that were repeated, but without deleted runs."""
    ids = [run_id for item in plan.items for run_id in (*item.earlier_runs, item.run_id) if run_id is not None]
    return sum(record.took_s or 0.0 for run_id in ids if (record := records.get(run_id)) is not None)


def _without_memory_below(item: PlanItem, plan: Plan) -> PlanItem | None:
    """Return a cell that ran out of memory with a smaller value of a :data:`_GROWING` knob and all else equal; None if there is none."""
    place = _place(item)
    for number, axis in enumerate(options_of(plan).axes):
        if axis.key not in _GROWING or not axis.is_numeric:
            continue
        for other in plan.items:
            other_place = _place(other)
            is_below = other_place[number] < place[number] and all(other_place[k] == place[k] for k in range(len(place)) if k != number)
            if is_below and lacks_memory(other):
                return other
    return None


def lacks_memory(item: PlanItem) -> bool:
    """Return whether an item ran out of memory, or was skipped since it would."""
    if item.state is ItemState.SKIPPED:
        return _kind(item) == OUT_OF_MEMORY
    return item.state is ItemState.FAILED and is_out_of_memory(item.reason or "")


def _refused(item: PlanItem, *, emulated: bool) -> PlanItem | None:
    """Return a cell as skipped, with the reason, if it cannot run here; None if it can."""
    from gpuscope.workloads.listing import UNAVAILABLE, UNFIT, prospect
    from gpuscope.workloads.number_formats import EMULATED

    answer = prospect(item.spec, Capabilities.load())
    if answer.kind in (UNAVAILABLE, UNFIT):
        return _skipped(item, answer.reason, OUT_OF_MEMORY if is_out_of_memory(answer.reason) else "", answer.cure)
    if answer.kind == EMULATED and not emulated:
        return _skipped(item, answer.reason, "emulated", "Use --emulated to measure it anyway.")
    return None


def sweep_view(plan: Plan, records: Mapping[str, RunRecord], energy_unit: str = "J") -> SweepView:
    """Return a sweep in the form in which it is displayed."""
    options, cells = options_of(plan), tuple(_cells(plan, records))
    return SweepView(options.subject, options.axes, cells, _speed(options, cells), energy_unit, options.budget_s)


def _cells(plan: Plan, records: Mapping[str, RunRecord]) -> Iterator[SweepCell]:
    for item in plan.items:
        record = records.get(item.run_id) if item.run_id is not None and item.state is ItemState.DONE else None
        run = record if record is not None and record.state is RunState.FINISHED else None
        kind = OUT_OF_MEMORY if lacks_memory(item) else _kind(item) if item.state is ItemState.SKIPPED else ""
        yield SweepCell(_place(item), item.state.value, run, item.run_id, " ".join((item.reason or "").split()), kind)


def _place(item: PlanItem) -> Place:
    return tuple(item.details["place"])


def _kind(item: PlanItem) -> str:
    return str(item.details.get("kind") or "")


def _speed(options: SweepOptions, cells: Sequence[SweepCell]) -> str:
    """Return the metric for a cell's speed: for a kernel, its arithmetic or memory traffic, since its samples differ in size."""
    if options.has_tasks:
        return THROUGHPUT
    runs = [cell.run for cell in cells if cell.run is not None]
    have = (key for key in _OTHER_SPEEDS if runs and all(key in run.metrics and run.metrics[key].finite is not None for run in runs))
    return next(have, THROUGHPUT)


def rest_of(plan: Plan) -> list[int]:
    """Return the numbers of the cells skipped because of the budget, which can be measured later."""
    return [item.number for item in plan.items if item.state is ItemState.SKIPPED and _kind(item) == BUDGET]


def lift_budget(store_url: str, plan_id: str) -> None:
    """Reset the cells skipped because of the budget to waiting, and remove the budget; the caller must resume the plan.

    Raises:
        UsageError: There is no such plan, or it is being conducted.
    """
    from gpuscope.recording.plan_start import run_again
    from gpuscope.storage.plans import PlanWriter

    writer = PlanWriter(store_url)
    rest = rest_of(writer.read(plan_id))
    run_again(store_url, plan_id, rest)
    plan = writer.read(plan_id)
    waiting = [
        replace(plan.items[number], details={key: value for key, value in plan.items[number].details.items() if key != "kind"})
        for number in rest
    ]
    writer.update(replace(plan, options={**plan.options, "budget_s": None}), waiting)
