"""The plan of a ladder: each rung is added to those below it that helped, and measured against them.

A quick ladder has one run per rung, compared with the run of the rung below. A thorough one interleaves repeats of both, so that each rung
gets an interval and a verdict.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Self

from gpuscope.analysis.comparison import Comparison, compare
from gpuscope.analysis.group import Group
from gpuscope.analysis.statistics.estimate import repeats_error
from gpuscope.analysis.statistics.verdict import BETTER
from gpuscope.core import figures
from gpuscope.core.errors import UsageError
from gpuscope.core.plan import ItemState, Plan, PlanItem, PlanState
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import FIELDS, RunSpec
from gpuscope.recording.plan_records import PlanRecords
from gpuscope.recording.planners import Planner, forecast_text
from gpuscope.recording.variants import Variant, interleaved
from gpuscope.reports.ladder_view import HELPED, BaseDrift, LadderStep, LadderView
from gpuscope.system.processes import slowdown_by_load
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.rungs import RUNGS, Fit, Ladder, Rung, fit, ladder

BASE = "base"
"""Group of the lowest step."""
AGAIN = " again"
"""End of the groups of runs that repeat a step at the end of a quick ladder, to see how much runs of one spec differ."""
BASE_AGAIN = f"{BASE}{AGAIN}"
"""Group of those that repeat the lowest step, which also show whether the machine has become slower."""
BELOW = "below "
"""Prefix of the group with a thorough ladder's repeats of the rung below."""
REPEATS = 5
"""Default number of repeats of each side of a thorough rung: as many as a claim requires (analysis, CLAIM_REPEATS)."""
QUICK_S = 3.0
"""Measured window of a quick run: eight rungs with their starts and compilations fit into two minutes on two cores."""
THOROUGH_S = 5.0
"""Measured window of a thorough run: with longer windows, the throughput of one spec varies less between runs than the machine drifts."""
_WARMUP_STEPS = 10
"""Enough for caches, allocator and threads; the first includes compilation. More would take minutes if a step takes seconds."""
_WARMUP_LIMIT_S = 20.0
"""Maximum warm-up of a thorough run, which ends once it is steady: GPUs reach their temperature later, but every repeat starts alike."""
_AROUND_S, _WARMUP_S = 6.0, 3.0
"""Seconds of a run outside its window on two cores: import, model and final checks; and warm-up until steady. For the forecast only."""
_QUICK_BUDGET_S = 90.0
"""Total run time of a quick ladder above which nothing is repeated: users do not wait longer for a quick look."""
_QUICK_REPEATS = 3
"""Repeats at the end of a quick ladder: with as many degrees of freedom Student's t is 3.2; with one more it would be 2.8."""
_SCATTER = 0.025
"""Relative standard deviation between runs of one spec, before a ladder has shown its machine's: 1 to 3 % on otherwise idle ones."""
_THROUGHPUT = "throughput"
_ADDED_TO = "added_to"
"""Key in an item's details: digest of the foothold that its rung was added to."""
_BELOW_IT = "below"
"""Key in an item's details: group of the runs that its rung is compared with."""
BASE_SENTENCE = "Base of the ladder: {0}, batch of {1}, in plain torch."


@dataclass(frozen=True, slots=True)
class LadderOptions:
    """The options of a ladder's plan.

    Attributes:
        asked: Workload, task, device, and options shared by all rungs.
        is_thorough: Whether each rung has repeats and a verdict.
        from_cpu: Whether the ladder of a GPU begins on the CPU.
        repeats: Number of repeats of each side of a rung; 1 for a quick ladder.
        base_title: Title of the lowest step.
        base: Spec of the lowest step.
        rungs: Keys of the rungs, the lowest first.
        slowdown: Factor by which other programs lengthened a run's start when the ladder was requested.
        fitting: Number of rungs that fit the lowest step.
    """

    asked: RunSpec
    is_thorough: bool
    from_cpu: bool
    repeats: int
    base_title: str
    base: RunSpec
    rungs: tuple[str, ...]
    slowdown: float
    fitting: int

    def to_json(self) -> dict[str, Any]:
        """Return the stored form, with the total number of items for the display of progress."""
        return {
            "asked": self.asked.to_json(),
            "thorough": self.is_thorough,
            "from_cpu": self.from_cpu,
            "repeats": self.repeats,
            "base": {"title": self.base_title, "spec": self.base.to_json()},
            "rungs": list(self.rungs),
            "slowdown": self.slowdown,
            "fitting": self.fitting,
            "expected": len(self.rungs) + (self.fitting * (2 * self.repeats - 1) if self.is_thorough else 1),
        }

    @classmethod
    def from_json(cls, options: Mapping[str, Any]) -> Self:
        """Return the options of a stored plan."""
        rungs = tuple(options["rungs"])
        return cls(
            asked=RunSpec.from_json(options["asked"]),
            is_thorough=bool(options["thorough"]),
            from_cpu=bool(options.get("from_cpu")),
            repeats=int(options["repeats"]),
            base_title=str(options["base"]["title"]),
            base=RunSpec.from_json(options["base"]["spec"]),
            rungs=rungs,
            slowdown=float(options.get("slowdown", 1.0)),
            fitting=int(options.get("fitting", len(rungs))),
        )

    @property
    def subject(self) -> str:
        """Subject of the ladder, in words: "cifar-cnn inference"."""
        return f"{self.asked.workload} {self.asked.task}"

    @property
    def plan_name(self) -> str:
        """Name of the plan, made from workload, task and device."""
        return f"{self.subject} on {self.asked.device}"

    @property
    def known_rungs(self) -> tuple[Rung, ...]:
        """The rungs, the lowest first, without those that this version of gpuscope does not know."""
        return tuple(RUNGS[key] for key in self.rungs if key in RUNGS)

    @property
    def expected_runs(self) -> int:
        """Number of runs: those of the rungs that fit the lowest step, and in a quick ladder of that step and of the repeats."""
        return 2 * self.repeats * self.fitting if self.is_thorough else 1 + self.fitting + _QUICK_REPEATS

    @property
    def forecast_s(self) -> float:
        """Estimated duration of the ladder in seconds: all rungs that fit its lowest step, each run with its start and checks.

        The CPU load by other processes when the ladder was requested lengthens everything except the measured windows.
        """
        warmup_s = min(self.asked.warmup_limit_s, _WARMUP_S * self.slowdown)
        return self.expected_runs * ((self.asked.duration_s or 0.0) + _AROUND_S * self.slowdown + warmup_s)

    @property
    def forecast(self) -> str:
        """The ladder's runs and their approximate duration, in a sentence."""
        rungs = figures.counted(1 + len(self.rungs), "rung")  # including the lowest, as the ladder is displayed
        repeats = f", {self.repeats} repeats each of it and of what lies below" if self.is_thorough else ""
        return f"{self.plan_name}: {rungs}{repeats}; {forecast_text(self.forecast_s, self.slowdown)}"


def ladder_options(
    asked: RunSpec, capabilities: Capabilities, *, thorough: bool = False, from_cpu: bool = False, repeats: int = REPEATS
) -> LadderOptions:
    """Return the options of a ladder's plan.

    Args:
        asked: Workload, task, device, and options shared by all rungs; if it has no duration, that of the kind of ladder is used.
        capabilities: What this machine can run.
        thorough: Whether each rung has repeats and a verdict.
        from_cpu: Whether the ladder of a GPU begins on the CPU.
        repeats: Number of repeats of each side, for a thorough ladder.

    Raises:
        GpuscopeError: There is no such ladder, or its lowest step cannot run here.
    """
    timed = (
        asked
        if asked.duration_s is not None or asked.steps != FIELDS["steps"].default
        else asked.with_values({"duration_s": THOROUGH_S if thorough else QUICK_S})
    )
    if thorough:
        timed = timed if timed.warmup_limit_s else timed.with_values({"warmup_limit_s": _WARMUP_LIMIT_S})
    else:
        timed = timed.with_values({"warmup_steps": min(timed.warmup_steps, _WARMUP_STEPS)})
    climb = ladder(timed, capabilities, from_cpu=from_cpu)
    return LadderOptions(
        asked=timed,
        is_thorough=thorough,
        from_cpu=from_cpu,
        repeats=repeats if thorough else 1,
        base_title=climb.name,
        base=climb.spec,
        rungs=tuple(rung.key for rung in climb.rungs),
        slowdown=slowdown_by_load(capabilities.cpu_count),
        fitting=sum(fit(rung, climb.spec, timed, capabilities).spec is not None for rung in climb.rungs),
    )


def options_of(plan: Plan) -> LadderOptions:
    """Return the options of a ladder."""
    return LadderOptions.from_json(plan.options)


def ladder_comparison(plan: Plan, records: Mapping[str, RunRecord]) -> Comparison | None:
    """Return the comparison of all measured rungs with the lowest step; None if fewer than two were measured."""
    groups = [Group(step.title, step.runs) for step in ladder_steps(plan, records) if step.runs]
    return compare(groups) if len(groups) > 1 else None


def ladder_view(plan: Plan, records: Mapping[str, RunRecord], energy_unit: str = "J") -> LadderView:
    """Return a ladder in the form in which it is displayed."""
    options, drift = options_of(plan), _base_drift(plan, records)
    spread = None if options.is_thorough else _spread(plan, records)
    return LadderView(options.subject, ladder_steps(plan, records), options.is_thorough, energy_unit, drift, spread)


def _spread(plan: Plan, records: Mapping[str, RunRecord]) -> float | None:
    """Return the error of a quick factor as a share, the half width of its 95 % interval; None with fewer than two runs.

    Runs of one spec show how much runs differ. While there are fewer than two repeats, the usual scatter and the error of a window's mean,
    from the variation of speed within the windows, are assumed as well.
    """
    runs = _runs(plan.items, records)
    if len(runs) < 2:
        return None
    speeds: dict[str, list[float]] = {}
    for run in runs:
        if rate := _rate(run):
            speeds.setdefault(run.spec.identity(), []).append(math.log(rate))
    errors = [error for run in runs if isinstance(records, PlanRecords) and (error := records.mean_error(run)) is not None]
    within = math.sqrt(sum(error**2 for error in errors) / len(errors)) if errors else 0.0
    return math.expm1(repeats_error(speeds.values(), math.hypot(_SCATTER, within)))


def _rate(record: RunRecord) -> float | None:
    """Return a run's throughput; None if it is not known."""
    return record.metrics[_THROUGHPUT].finite if _THROUGHPUT in record.metrics else None


def _base_drift(plan: Plan, records: Mapping[str, RunRecord]) -> BaseDrift | None:
    """Return the drift of the lowest step between beginning and end; an empty drift if no time was left to measure it, None if unknown."""
    if not plan.of_group(BASE_AGAIN) and plan.state is PlanState.FINISHED and _has_taken_long(plan, records, BASE):
        return BaseDrift()
    first, last = _runs(plan.of_group(BASE), records)[-1:], _runs(plan.of_group(BASE_AGAIN), records)[-1:]
    if not first or not last or last[0].started_at <= first[0].started_at:
        return None
    rates = [_rate(record) for record in (*first, *last)]
    return BaseDrift(last[0].run_id, rates[1] / rates[0]) if rates[0] and rates[1] else None


def ladder_steps(plan: Plan, records: Mapping[str, RunRecord]) -> list[LadderStep]:
    """Return the steps of a ladder, the lowest first, including those that wait."""
    options = options_of(plan)
    return [_base_step(plan, options, records), *(_rung_step(rung, plan, options, records) for rung in options.known_rungs)]


def _base_step(plan: Plan, options: LadderOptions, records: Mapping[str, RunRecord]) -> LadderStep:
    sentence = BASE_SENTENCE.format(options.base.precision.upper(), options.base.batch_size)
    first = options.rungs[:1] if options.is_thorough else ()
    items = plan.of_group(BASE) or (plan.of_group(f"{BELOW}{first[0]}") if first else ())
    return LadderStep(
        BASE,
        options.base_title,
        sentence,
        state=_state(items, options),
        runs=_runs(items, records),
        is_kept=True,
        reason=_reason(items),
    )


def _rung_step(rung: Rung, plan: Plan, options: LadderOptions, records: Mapping[str, RunRecord]) -> LadderStep:
    items = plan.of_group(rung.key)
    runs = _runs(items, records)
    below = _below(items, plan, records)
    return LadderStep(
        key=rung.key,
        title=rung.title,
        sentence=rung.sentence,
        caveat=rung.caveat,
        reliefs=tuple(relief.value for relief in rung.reliefs),
        state=_state(items, options),
        runs=runs,
        below=below,
        is_kept=_has_helped(options, runs, below),
        reason=_reason(items),
        cure=next((item.cure for item in items), ""),
    )


def _below(items: Sequence[PlanItem], plan: Plan, records: Mapping[str, RunRecord]) -> tuple[RunRecord, ...]:
    return _runs(plan.of_group(str(items[0].details.get(_BELOW_IT, ""))), records) if items else ()


def _runs(items: Sequence[PlanItem], records: Mapping[str, RunRecord]) -> tuple[RunRecord, ...]:
    """Return the finished runs of items, without those deleted since."""
    ids = [item.run_id for item in items if item.run_id is not None and item.state is ItemState.DONE]
    candidates = map(records.get, ids)
    return tuple(record for record in candidates if record is not None and record.state is RunState.FINISHED)


def _has_taken_long(plan: Plan, records: Mapping[str, RunRecord], key: str) -> bool:
    """Return whether a quick ladder leaves no time to repeat a step."""
    if options_of(plan).is_thorough:
        return False
    again = _runs(plan.of_group(key), records)[-1:]
    return sum(record.wall_s or 0.0 for record in (*_runs(plan.items, records), *again)) > _QUICK_BUDGET_S


def _state(items: Sequence[PlanItem], options: LadderOptions) -> str:
    """Return the state of a rung from those of its items, unsettled ones taking precedence; "waiting" between two of its repeats."""
    states = [item.state for item in items]
    for state in (ItemState.RUNNING, ItemState.WAITING, ItemState.STOPPED, ItemState.SKIPPED):
        if state in states:
            return state.value
    if states.count(ItemState.DONE) < min(len(states), 1) or not states:
        return ItemState.FAILED.value if states else ItemState.WAITING.value
    return ItemState.DONE.value if len(states) >= options.repeats else ItemState.WAITING.value


def _reason(items: Sequence[PlanItem]) -> str:
    return next((item.reason for item in items if item.reason), "")


def _has_helped(options: LadderOptions, runs: Sequence[RunRecord], below: Sequence[RunRecord]) -> bool:
    """Return whether a rung is kept below the next ones: measurably better or, in a quick look, faster than chance would explain."""
    if not runs or not below:
        return False
    if options.is_thorough:
        if min(len(runs), len(below)) < 2:
            return False
        entry = compare([Group("below", tuple(below)), Group("this", tuple(runs))]).metrics[_THROUGHPUT][1]
        return entry.verdict == BETTER
    values = [_rate(record) for record in (runs[-1], below[-1])]
    return values[0] is not None and bool(values[1]) and values[0] / values[1] >= HELPED  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class _Foothold:
    """The spec that the next rung is added to, and its group."""

    group: str
    spec: RunSpec

    @property
    def digest(self) -> str:
        """Digest of group and spec; equal exactly for equal footholds."""
        return hashlib.blake2b(f"{self.group} {self.spec.identity()}".encode(), digest_size=6).hexdigest()


class LadderPlanner(Planner):
    """Chooses the next rung to run."""

    is_open = True

    def next(self, plan: Plan, records: Mapping[str, RunRecord]) -> PlanItem | None:
        """Return the next run of the ladder: one that waits, else the next repeat of the current rung, else the next rung.

        A rung that waits to be measured again is planned anew, so that a skipped rung runs if it has become available. If measuring a rung
        again changed the foothold of the rungs above it, they are measured again too, since the factors of a ladder multiply.
        """
        options = options_of(plan)
        climb = _climb(options)
        waiting = next((item for item in plan.items if item.state is ItemState.WAITING), None)
        if waiting is None and not options.is_thorough:
            if not plan.items:
                return PlanItem(0, _name(options, climb.name), climb.spec, BASE, details={"title": climb.name})
            if not any(item.state is ItemState.DONE for item in plan.of_group(BASE)):
                return None
        if waiting is not None and (waiting.group == BASE or _rung_key(waiting) not in climb.keys):
            return waiting
        kept = [step.key for step in ladder_steps(plan, records) if step.is_kept and step.key != BASE]
        for place, rung in enumerate(climb.rungs):
            if waiting is not None and _rung_key(waiting) != rung.key:
                continue
            foothold = _foothold(plan, [key for key in kept if key in climb.keys[:place]], climb)
            items = rung_items(plan, rung.key)
            if waiting is None and len(items) < _wanted(items, options):
                return _planned(rung, len(items), len(plan.items), options, foothold)
            outdated = (at for at, item in enumerate(items) if item is waiting or _is_outdated(item, foothold))
            if (at := next(outdated, None)) is not None:
                return _planned_again(items[at], _planned(rung, at, items[at].number, options, foothold))
        return waiting or self._repeat(plan, records, kept)

    def _repeat(self, plan: Plan, records: Mapping[str, RunRecord], kept: Sequence[str]) -> PlanItem | None:
        """Return the next of the last runs of a quick ladder, which repeat the lowest step and the highest ones, while there is time."""
        options = options_of(plan)
        done = sum(item.group.endswith(AGAIN) for item in plan.items)
        if options.is_thorough or done >= _QUICK_REPEATS or len(_runs(plan.items, records)) < 2:
            return None
        keys = [BASE, *reversed(kept[1 - _QUICK_REPEATS :])]
        key = keys[done % len(keys)]
        if not _runs(plan.of_group(key), records) or _has_taken_long(plan, records, key):
            return None
        item = plan.of_group(key)[-1]
        title = f"{item.title}, again"
        return PlanItem(len(plan.items), _name(options, title), item.spec, f"{key}{AGAIN}", details={"title": title})

    def runs_ahead(self, plan: Plan) -> int:
        """Return the expected runs that have not ended, at least one."""
        return max(1, options_of(plan).expected_runs - sum(item.state in (ItemState.DONE, ItemState.FAILED) for item in plan.items))

    def finish(self, plan: Plan, records: Mapping[str, RunRecord]) -> Mapping[str, Any] | None:
        """Return the sentence and the total, which are shown in the list of plans, as options."""
        view = ladder_view(plan, records)
        return {"sentence": view.sentence, "total": view.total}


def rung_items(plan: Plan, key: str) -> list[PlanItem]:
    """Return the items of a rung in order; in a thorough ladder, including the repeats of the rung below."""
    return [item for item in plan.items if _rung_key(item) == key]


def items_again(plan: Plan, name: str) -> list[int]:
    """Return the numbers of the items to rerun to measure a rung again.

    Args:
        plan: The ladder.
        name: The rung's key, or its title.

    Raises:
        UsageError: The ladder has no such rung, or has not reached it yet.
    """
    title_by_group = {item.group: item.title for item in plan.items if not item.group.startswith(BELOW)}
    key = next((key for key, title in title_by_group.items() if name.lower() in (key.lower(), title.lower())), name)
    numbers = [item.number for item in rung_items(plan, key)]
    if not numbers:
        raise UsageError(f"plan {plan.plan_id} has no rung {name!r}", f"Its rungs: {', '.join(title_by_group) or 'none yet'}.")
    return numbers


def _rung_key(item: PlanItem) -> str:
    return item.group.removeprefix(BELOW)


def _wanted(items: Sequence[PlanItem], options: LadderOptions) -> int:
    """Return the total number of items of a rung: a skipped or failed rung is not repeated."""
    if not options.is_thorough or any(item.state in (ItemState.SKIPPED, ItemState.FAILED) for item in items):
        return 1
    return 2 * options.repeats


def _planned(rung: Rung, at: int, number: int, options: LadderOptions, foothold: _Foothold) -> PlanItem:
    """Return the item of a rung at an index among its items, with a number in the plan."""
    answer = _fit(rung, foothold.spec, options.asked)
    about = {
        "title": rung.title,
        "sentence": rung.sentence,
        _BELOW_IT: f"{BELOW}{rung.key}" if options.is_thorough else foothold.group,
        _ADDED_TO: foothold.digest,
    }
    if answer.spec is None:
        about["cure"] = answer.cure
        return PlanItem(number, _name(options, rung.title), foothold.spec, rung.key, ItemState.SKIPPED, reason=answer.reason, details=about)
    if not options.is_thorough:
        return PlanItem(number, _name(options, rung.title), answer.spec, rung.key, details=about)
    pair = (Variant(f"{BELOW}{rung.key}", foothold.spec), Variant(rung.key, answer.spec))
    repeat, variants = max(enumerate(islice(interleaved(pair), at // 2 + 1)))
    variant = variants[at % 2].repeat(repeat)
    title = rung.title if variant.name == rung.key else f"below {rung.title}"
    return PlanItem(number, _name(options, title), variant.spec, variant.name, details=about)


def _planned_again(item: PlanItem, planned: PlanItem) -> PlanItem:
    """Return the planned replacement of an item, which remembers the item's earlier runs."""
    earlier = item.waiting_again().earlier_runs
    return planned.with_details(earlier_runs=list(earlier)) if earlier else planned


def _is_outdated(item: PlanItem, foothold: _Foothold) -> bool:
    """Return whether an item was added to a foothold other than the current one."""
    return bool(item.details.get(_ADDED_TO, foothold.digest) != foothold.digest)


def _climb(options: LadderOptions) -> Ladder:
    from gpuscope.workloads import catalog

    return Ladder(options.base_title, catalog.resolve(options.base), options.known_rungs)


def _foothold(plan: Plan, kept: Sequence[str], climb: Ladder) -> _Foothold:
    """Return the highest rung that helped, else the lowest step."""
    if not kept:
        return _Foothold(BASE, climb.spec)
    highest = plan.of_group(kept[-1])[0]
    return _Foothold(highest.group, replace(highest.spec, seed=climb.spec.seed))


def _fit(rung: Rung, below: RunSpec, asked: RunSpec) -> Fit:
    from gpuscope.workloads import catalog

    return fit(rung, catalog.resolve(below), asked, Capabilities.load())


def _name(options: LadderOptions, title: str) -> str:
    return f"ladder: {title}, {options.subject}"
