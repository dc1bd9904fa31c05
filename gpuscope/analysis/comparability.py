"""Whether two groups are comparable, from recorded facts alone: any differences other than the intended one.

Facts that differ for every run or follow from the spec do not count: folders, seeds, the recorder's overhead, the size of a model.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Any

from gpuscope.analysis.group import CODE_FACTS, Group
from gpuscope.analysis.processor_share import mean_others_share, others_share_text
from gpuscope.analysis.run_document import flatten, spec_settings
from gpuscope.analysis.run_value import SHARED_DEVICE, STEPPING, shared_device_note, short_window_note, speed
from gpuscope.analysis.statistics.estimate import CONFIDENCE, average, estimate
from gpuscope.analysis.statistics.trend import common_slope
from gpuscope.core.device import DeviceKind, device_of_fact
from gpuscope.core.figures import MISSING, counted, listed, percent, setting, significant
from gpuscope.core.run import RunRecord, RunState
from gpuscope.core.runspec import FIELDS, SAMPLES_PER_STEP
from gpuscope.core.slowdown import SLOWDOWN_METRICS

CLOCK_SHARE = 0.05
"""Relative difference of mean clocks above which a caution is raised; a card's boost clock varies less with temperature."""
SLOWED_SHARE = 0.01
"""Share of the time slowed by heat or the hardware above which a caution is raised; below it no figure's third digit changes."""
POWER_CAP_SHARE = 0.10
"""Difference of the shares of time at the power cap above which a caution is raised; repeats of one run differ by a few percent."""
OTHERS_SHARE = 0.05
"""CPU share of other programs above which a caution is raised: the smallest difference that five repeats usually detect."""
DRIFT_P, DRIFT_SHARE = 0.1, 0.5
"""Highest p-value of a drift of the speed within two groups, and least share of their difference that it explains, for a caution."""
_LONGEST_VALUE = 60
"""Maximum characters of a value quoted in a sentence; a path or a list of flags may be longer."""
_OF_MACHINE = (
    ("host", "machine"), ("cpu", "processor"), ("cpu_threads_allowed", "number of processors"), ("memory_bytes", "size of main memory"),
    ("os", "operating system"), ("kernel", "kernel"),
)  # fmt: skip
_OF_SOFTWARE = (("gpuscope", "version of gpuscope"), ("python", "Python"), ("torch", "torch"), ("cuda", "CUDA"))
_OF_GPU = (
    ("name", "GPU"), ("driver_version", "driver"), ("driver", "driver"), ("cuda_driver_version", "CUDA of the driver"),
    ("power_limit", "power limit"), ("power_limit_w", "power limit"),
)  # fmt: skip
_CLOCKS = (("clock_mean", "clock"), ("memory_clock_mean", "memory clock"))
_DIFFERENT_THINGS = "they ran different workloads ({0} and {1})"
_NONE_FINISHED = "no run of {0} finished"
_ONE_ENDED = {
    RunState.FAILED: "the run of {0} failed",
    RunState.STOPPED: "the run of {0} was stopped",
    RunState.INTERRUPTED: "the run of {0} was interrupted",
}
_ALL_ENDED = {
    RunState.FAILED: "every run of {0} failed",
    RunState.STOPPED: "every run of {0} was stopped",
    RunState.INTERRUPTED: "every run of {0} was interrupted",
}
_SOME_ENDED = {
    RunState.FAILED: ("{0} of {1} of {2} failed", "{0} of {1} of {2} failed"),
    RunState.STOPPED: ("{0} of {1} of {2} was stopped", "{0} of {1} of {2} were stopped"),
    RunState.INTERRUPTED: ("{0} of {1} of {2} was interrupted", "{0} of {1} of {2} were interrupted"),
    RunState.DAMAGED: ("{0} of {1} of {2} is damaged", "{0} of {1} of {2} are damaged"),
    RunState.SALVAGED: ("{0} of {1} of {2} was salvaged in part", "{0} of {1} of {2} were salvaged in part"),
}
"""Of one run, and of several."""
_SEVERAL = "more than one setting differs: {0}"
_OTHER = "different {0}: {1} and {2}"
_FELL = "all runs of {0} came before those of {1}, and in both the speed fell from run to run: that alone would be about {2} between them"
_ROSE = "all runs of {0} came before those of {1}, and in both the speed rose from run to run: that alone would be about {2} between them"
_BATTERY = "{0} ran on battery"
_UNCOMMITTED = "{0} ran with uncommitted changes, so the commit does not say which code it was"
_UNSTEADY = "{0} of {1} of {2} not steady when measured: their warm-up reached its limit"
_CLOCK_HIGHER = "the mean {0} of {1} is {2} higher"
_CLOCK_LOWER = "the mean {0} of {1} is {2} lower"
_POWER_CAP = "the power cap slowed {0} for {1} of the time, {2} in {3}"
_OTHER_USE = "other processes used {0} while {1} ran"
REASONS = (
    _DIFFERENT_THINGS, _NONE_FINISHED, *_ONE_ENDED.values(), *_ALL_ENDED.values(), _FELL, _ROSE, _SEVERAL, _OTHER, _BATTERY,
    _UNCOMMITTED, _UNSTEADY, _CLOCK_HIGHER, _CLOCK_LOWER, _POWER_CAP, _OTHER_USE,
    *dict.fromkeys(text for texts in _SOME_ENDED.values() for text in texts),
)  # fmt: skip
"""Templates of the sentences in :attr:`Comparability.reasons`; the window translates them."""
_NO_AXES = ("seed", "steps", "duration_s", "warmup_steps", "warmup_limit_s", "name", f"options.{SAMPLES_PER_STEP}")
"""Spec keys that set how much is run, not what is run."""


class Level(StrEnum):
    """Comparability of two groups."""

    COMPARABLE = "comparable"
    CAUTION = "comparable with caution"
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True, slots=True)
class Comparability:
    """Comparability of a group with the baseline.

    Attributes:
        group: Name of the group.
        level: How comparable they are.
        reasons: Why they are not fully comparable; empty if they are.
        axes: Spec keys that differ, and for a command "git_commit", "script" or "git_changes": the intended differences.
    """

    group: str
    level: Level
    reasons: tuple[str, ...]
    axes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"group": self.group, "level": self.level.value, "reasons": list(self.reasons), "axes": list(self.axes)}


def comparability(group: Group, reference: Group) -> Comparability:
    """Return how comparable a group is with a reference group."""
    refused = tuple(reason for reason in (other_things(group, reference), none_finished(group, reference)) if reason)
    axes = tuple(_axes(group, reference))
    if refused:
        return Comparability(group.name, Level.NOT_COMPARABLE, refused, axes)
    cautions = [*_drift(group, reference), *_several(axes), *_facts(group, reference, axes), *_measured(group, reference)]
    return Comparability(group.name, Level.CAUTION if cautions else Level.COMPARABLE, tuple(dict.fromkeys(cautions)), axes)


def worst(pairs: Iterable[Comparability]) -> Level:
    """Return the worst level of several pairs."""
    return max((pair.level for pair in pairs), key=list(Level).index, default=Level.COMPARABLE)


def other_things(group: Group, reference: Group) -> str:
    """Return a sentence if two groups ran different things, so that no ratio makes sense; "" if they ran the same."""
    group_values, reference_values = ({(run.spec.workload, run.spec.task) for run in side.runs} for side in (group, reference))
    if group_values == reference_values:
        return ""
    has_tasks = {workload for workload, _ in group_values} == {workload for workload, _ in reference_values}
    return _DIFFERENT_THINGS.format(
        *(", ".join(sorted({" ".join(run[: 1 + has_tasks]) for run in side})) for side in (group_values, reference_values))
    )


def none_finished(group: Group, reference: Group) -> str:
    """Return a sentence if no run of a side finished, so that there can be no verdict; "" if each side has a finished or live run."""
    for side in (group, reference):
        states = {run.state for run in side.runs}
        if not states & {RunState.FINISHED, RunState.RUNNING}:
            texts = _ONE_ENDED if len(side.runs) == 1 else _ALL_ENDED
            return (texts.get(states.pop(), _NONE_FINISHED) if len(states) == 1 else _NONE_FINISHED).format(side.name)
    return ""


def _axes(group: Group, reference: Group) -> Iterable[str]:
    """Yield the intended differences: spec keys, and for a user's command the facts that identify its code."""
    specs = [[spec_settings(run.spec) for run in side.runs] for side in (group, reference)]
    for key in dict.fromkeys(key for side in specs for spec in side for key in spec):
        if key not in _NO_AXES and {str(spec.get(key)) for spec in specs[0]} != {str(spec.get(key)) for spec in specs[1]}:
            yield key
    edits = [
        fact
        for fact in CODE_FACTS
        if _is_own_code(group) and _differing(group, reference, lambda run, fact=fact: run.environment.get(fact))
    ]
    yield from edits[:1]  # one edit may show in all three


def _drift(group: Group, reference: Group) -> Iterable[str]:
    """Yield a drift of the machine that may explain the difference of groups whose runs were recorded one group after the other.

    After a pause between the groups that is longer than either of them, no drift can be inferred.
    """
    earlier, later = sorted((group, reference), key=lambda side: min(run.started_at for run in side.compared))
    pairs = [[(run.started_at.timestamp(), math.log(value)) for run in side.compared if (value := speed(run))] for side in (earlier, later)]
    if min(map(len, pairs)) < 2:
        return
    starts = [[start_s for start_s, _ in side] for side in pairs]
    if not 0.0 < min(starts[1]) - max(starts[0]) <= max(max(side) - min(side) for side in starts):
        return
    apart = estimate(*([logarithm for _, logarithm in side] for side in reversed(pairs)), as_difference=True).spread
    slope, p_value = common_slope(*pairs)
    drift = slope * (fmean(starts[1]) - fmean(starts[0]))
    if apart.p_value <= 1.0 - CONFIDENCE and p_value <= DRIFT_P and drift / apart.value >= DRIFT_SHARE:
        yield (_FELL if drift < 0 else _ROSE).format(earlier.name, later.name, f"{significant(100.0 * abs(math.expm1(drift)), 2)} %")


def _several(axes: Sequence[str]) -> Iterable[str]:
    if len(axes) > 1:
        axes = [FIELDS[axis].label.lower() if axis in FIELDS else CODE_FACTS.get(axis, axis) for axis in axes]
        yield _SEVERAL.format(listed(axes if len(axes) <= 4 else (*axes[:3], f"{len(axes) - 3} more")))


def _facts(group: Group, reference: Group, axes: Sequence[str]) -> Iterable[str]:
    """Yield differences between the two environments, and problems of either."""
    facts = [*_OF_MACHINE, *_OF_SOFTWARE]
    gpus = sorted({device_of_fact(key) for run in (*group.runs, *reference.runs) for key in run.environment} - {""})
    facts += [(f"{gpu}.{key}", label) for gpu in gpus for key, label in _OF_GPU]
    packages = {key for run in (*group.runs, *reference.runs) for key in run.environment if key.startswith(("packages.", "variables."))}
    facts += [(key, key.partition(".")[2]) for key in sorted(packages)]
    for key, label in facts:
        if values := _differing(group, reference, lambda run, key=key: _fact(run, key)):
            yield _OTHER.format(label, *values)
    for side in (group, reference):
        yield from _shortcomings(side, axes)


def _shortcomings(side: Group, axes: Sequence[str]) -> Iterable[str]:
    if any(run.environment.get("power_source") == "battery" for run in side.runs):
        yield _BATTERY.format(side.name)
    for run in side.compared:
        if others := shared_device_note(run):
            yield f"{side.name}: {others}"
            break
    if _is_own_code(side) and not CODE_FACTS.keys() & set(axes) and any(_is_of_unknown_code(run) for run in side.runs):
        yield _UNCOMMITTED.format(side.name)
    if side.unsteady:
        compared = counted(len(side.compared), "run")
        yield _UNSTEADY.format(side.unsteady, compared, side.name)
    if note := short_window_note(side.compared):
        yield f"{side.name}: {note}"
    share = mean_others_share(side.compared)
    if share is not None and share > OTHERS_SHARE:
        yield f"{side.name}: {others_share_text(share)}"
    for state, (of_one, of_several) in _SOME_ENDED.items():
        if count := sum(run.state is state for run in side.runs):
            yield (of_one if count == 1 else of_several).format(count, counted(len(side.runs), "run"), side.name)


def _measured(group: Group, reference: Group) -> Iterable[str]:
    """Yield differences in the devices' metrics: clocks, other processes, slowdowns."""
    sides = (_device_means(group), _device_means(reference))
    gpus = {result.device.key for run in (*group.runs, *reference.runs) for result in run.devices if result.device.kind is DeviceKind.GPU}
    for device in dict.fromkeys([*sides[0], *sides[1]]):
        group_values, reference_values = (side.get(device, {}) for side in sides)
        for key, label in _CLOCKS if device in gpus else ():
            if (
                key in group_values
                and group_values[key]
                and reference_values.get(key)
                and abs(share := group_values[key] / reference_values[key] - 1.0) > CLOCK_SHARE
            ):
                yield (_CLOCK_HIGHER if share > 0 else _CLOCK_LOWER).format(label, device, percent(abs(share)))
        for side, means in ((group, group_values), (reference, reference_values)):
            yield from _other_use_of(side, device, means)
        caps = [means.get("slowed_power_cap", 0.0) for means in (group_values, reference_values)]
        if abs(caps[0] - caps[1]) > POWER_CAP_SHARE:
            yield _POWER_CAP.format(device, percent(caps[0]), percent(caps[1]), reference.name)


def _other_use_of(side: Group, device: str, means: Mapping[str, float]) -> Iterable[str]:
    ranks = max(run.spec.ranks for run in side.runs)
    if means.get("device_processes_peak", 0.0) > ranks:
        yield _OTHER_USE.format(device, side.name)
    for slowdown in SLOWDOWN_METRICS[1:]:
        if means.get(slowdown.key, 0.0) > SLOWED_SHARE:
            yield f"{slowdown.label.lower()}: {device} for {percent(means[slowdown.key])} of the time in {side.name}"


def _device_means(side: Group) -> dict[str, dict[str, float]]:
    """Return the mean of each device metric over the compared runs of a group."""
    values: dict[str, dict[str, list[float]]] = {}
    for run in side.compared:
        for result in run.devices:
            for key, quantity in result.metrics.items():
                if quantity.value is not None:
                    values.setdefault(result.device.key, {}).setdefault(key, []).append(quantity.value)
    return {device: {key: average(run_means) for key, run_means in metrics.items()} for device, metrics in values.items()}


def _fact(run: RunRecord, key: str) -> Any:
    if key == "host":
        return run.host
    if key.endswith(".power_limit") and not {key, f"{key}_w"} & run.environment.keys():
        return _read_limit(run, device_of_fact(key))
    return run.environment.get(key)


def _read_limit(run: RunRecord, device: str) -> float | None:
    """Return a GPU's power limit as read during the run, since only NVIDIA's driver reports it in advance; None if it was not read."""
    limits = (result.metrics.get("power_limit_last") for result in run.devices if result.device.key == device)
    return next((limit.value for limit in limits if limit is not None), None)


def _is_own_code(side: Group) -> bool:
    """Return whether the folder's commit identifies the code that ran: true for a command, not for a built-in workload."""
    return any(run.spec.is_command for run in side.runs)


def _is_of_unknown_code(run: RunRecord) -> bool:
    return run.environment.get("git_dirty") == "yes" and not run.environment.get("git_changes")


def _values(side: Group, fact: Any) -> set[str]:
    return {str(value) for run in side.runs if (value := fact(run)) not in (None, "")}


def _differing(group: Group, reference: Group, fact: Any) -> tuple[str, ...]:
    """Return each side's values of a fact if both have it and they differ or a side has several values; () otherwise."""
    group_values, reference_values = _values(group, fact), _values(reference, fact)
    if not group_values or not reference_values or (group_values == reference_values and len(group_values) == 1):
        return ()
    return tuple(", ".join(setting(value)[:_LONGEST_VALUE] for value in sorted(side)) for side in (group_values, reference_values))


_OF_THE_RUN = ("recorder.", "command", "plan", "engine_conversion", SHARED_DEVICE, STEPPING)
"""Prefixes of environment facts about the run itself, which differ for every run or repeat the spec: how long a conversion took."""


def _environment(run: RunRecord) -> Mapping[str, Any]:
    return {"host": run.host, **{key: value for key, value in run.environment.items() if not key.startswith(_OF_THE_RUN)}}


_DOCUMENTS: tuple[tuple[Callable[[RunRecord], Mapping[str, Any]], str], ...] = (
    (lambda run: spec_settings(run.spec), ""),
    (_environment, "environment."),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A key of the specs ("precision") or environments ("environment.torch") that differs, with one value per group."""

    key: str
    values: tuple[Any, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"key": self.key, "values": list(self.values)}


def settings_compared(groups: Sequence[Group]) -> int:
    """Return the number of spec and environment keys that :func:`differences` compares."""
    return sum(len(_keys(_flat(groups, document))) for document, _ in _DOCUMENTS)


def differences(groups: Sequence[Group]) -> tuple[Difference, ...]:
    """Return the differences between the groups' specs and environments, in key order."""
    return tuple(difference for document, prefix in _DOCUMENTS for difference in _differing_keys(_flat(groups, document), prefix))


def _flat(groups: Sequence[Group], document: Callable[[RunRecord], Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[flatten(document(run)) for run in group.runs] for group in groups]


def _keys(flat: Sequence[Sequence[Mapping[str, Any]]]) -> list[str]:
    keys = dict.fromkeys(key for runs in flat for run in runs for key in run)
    return [key for key in keys if not key.endswith("_reason")]


def _differing_keys(flat: Sequence[Sequence[Mapping[str, Any]]], prefix: str) -> list[Difference]:
    differences = [Difference(f"{prefix}{key}", tuple(_shared([run.get(key) for run in runs]) for runs in flat)) for key in _keys(flat)]
    return [difference for difference in differences if any(value != difference.values[0] for value in difference.values)]


def _shared(values: Sequence[Any]) -> Any:
    """Return the value that a group's runs share, or all their values joined; None if there is none, and for an empty text."""
    different = list(dict.fromkeys(None if value == "" else value for value in values))
    return different[0] if len(different) == 1 else " | ".join(MISSING if value is None else str(value) for value in different)
