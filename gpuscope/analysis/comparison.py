"""Runs side by side: a value per group and metric, its ratio to the baseline, and what differs.

This comparison gives ratios, never verdicts: a verdict needs repeats and their statistics. The value of a group is the
median over its runs.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.analysis.flat_document import flatten
from gpuscope.analysis.group_titles import group_titles
from gpuscope.analysis.ratio_band import ratio_band
from gpuscope.analysis.uncertainty import SOURCES_DISAGREE
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import significant
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import describe, metric, reduced_metrics
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState

NOT_COMPARABLE = "not-comparable"
ENERGY_WINDOW_S = 30.0
"""Power and energy are compared over windows of at least this many seconds."""
WALL_TIME = "wall_time"
"""Key of the time from a run's start to its exit, which every run has without a sensor."""

_POWER_KEYS = frozenset(key for key, one, _ in reduced_metrics() if one.family is Family.POWER)
_OF_THE_RUN = ("recorder.", "command")
"""What the environment tells of the run itself: it differs each time, or says again what the spec says."""
_HEADLINES = {
    "throughput": "throughput",
    WALL_TIME: "time from start to exit",
    "latency_p50": "median step time",
    "accuracy": "accuracy",
    "energy_per_sample": "energy per sample",
    "energy": "energy",
}
"""What the summary tells, in words."""
_STAND_INS = {"energy": "energy_per_sample", WALL_TIME: "throughput"}
"""Told only where the other is not."""


def _environment(run: RunRecord) -> Mapping[str, Any]:
    return {"host": run.host, **{key: value for key, value in run.environment.items() if not key.startswith(_OF_THE_RUN)}}


_DOCUMENTS: tuple[tuple[Callable[[RunRecord], Mapping[str, Any]], str], ...] = (
    (lambda run: run.spec.to_json(), ""),
    (_environment, "environment."),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Runs that stand for one thing.

    Attributes:
        name: In words, unique within a comparison.
        runs: At least one.
    """

    name: str
    runs: tuple[RunRecord, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One metric of one group beside the baseline.

    Attributes:
        group: Name of the group.
        value: Median over the group's runs, in ``unit``; None when missing.
        unit: Of the value.
        quality: The least of the qualities that went in.
        ratio: The value by the baseline's; None when either is missing or zero.
        interval: 95 % interval of the ratio; None as long as there are no statistics.
        verdict: "better", "worse", "no-difference" or "not-comparable".
        reason: Why the verdict is what it is, and what is to be known beside the value.
        n: Runs whose values went in.
        simulated: The label of the devices whose readings are not those of real hardware; None for real ones.
        uncertainty: Half width (k = 2) that the sensors alone give the ratio, their gain left out where both sides were measured on
            the same devices; None when unknown, and for the baseline itself.
    """

    group: str
    value: float | None
    unit: str
    quality: Quality
    ratio: float | None
    interval: tuple[float, float] | None
    verdict: str
    reason: str
    n: int
    simulated: str | None = None
    uncertainty: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON form; a value that is NaN or infinite becomes null with a ``non_finite`` tag."""
        document: dict[str, Any] = {
            "group": self.group,
            "value": self.value,
            "unit": self.unit,
            "quality": self.quality.value,
            "ratio": self.ratio,
            "interval": None if self.interval is None else list(self.interval),
            "verdict": self.verdict,
            "reason": self.reason,
            "n": self.n,
            "simulated": self.simulated,
            "uncertainty": self.uncertainty,
        }
        if self.value is not None and not math.isfinite(self.value):
            document |= {"value": None, "non_finite": repr(self.value)}
        return document


@dataclass(frozen=True, slots=True)
class Difference:
    """A key of the specs ("precision") or of the environments ("environment.torch") with one value a group."""

    key: str
    values: tuple[Any, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON form."""
        return {"key": self.key, "values": list(self.values)}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Groups of runs side by side.

    Attributes:
        baseline: Name of the group that the ratios refer to.
        groups: In the order in which they were given.
        metrics: By metric key; a device's as "gpu:0/power_mean"; one entry a group, in the groups' order.
        differs: What differs between specs and environments.
        summary: In words.
        sentences: What the summary is made of: one sentence a group but the baseline, then how far they can be trusted.
    """

    baseline: str
    groups: tuple[Group, ...]
    metrics: Mapping[str, tuple[Entry, ...]]
    differs: tuple[Difference, ...]
    summary: str
    sentences: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Returns the document that ``gpuscope compare --json`` prints."""
        return {
            "baseline": self.baseline,
            "groups": [{"name": group.name, "runs": [run.run_id for run in group.runs], "n": len(group.runs)} for group in self.groups],
            "metrics": {key: [entry.to_json() for entry in entries] for key, entries in self.metrics.items()},
            "differs": [difference.to_json() for difference in self.differs],
            "summary": self.summary,
        }


def group_by_spec(runs: Iterable[RunRecord]) -> list[Group]:
    """Returns the runs of one spec, seeds aside, as one group each, in the order of their first runs, named by them."""
    by_identity: dict[str, list[RunRecord]] = {}
    for run in runs:
        known = by_identity.setdefault(run.spec.identity(), [])
        if all(other.run_id != run.run_id for other in known):
            known.append(run)
    titles = group_titles([members[0] for members in by_identity.values()])
    return [Group(title, tuple(members)) for title, members in zip(titles, by_identity.values(), strict=True)]


def compare(groups: Sequence[Group], baseline: str | None = None) -> Comparison:
    """Sets groups side by side.

    Args:
        groups: At least two, with different names.
        baseline: Name of the group that ratios refer to; the first when not given.

    Raises:
        UsageError: Fewer than two groups, two of one name, or no group of the baseline's name.
    """
    if len(groups) < 2:
        runs = sum(len(group.runs) for group in groups)
        what = f"all {runs} runs have the same spec, seeds aside, so they form one group" if runs > 1 else "one run cannot be compared"
        raise UsageError(what, "Name runs of two specs, or make groups with --group NAME=RUN,RUN.")
    names = [group.name for group in groups]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two groups are named {twice!r}", "Give every group a name of its own.")
    reference = next((group for group in groups if group.name == (baseline or names[0])), None)
    if reference is None:
        raise UsageError(f"there is no group {baseline!r} to be the baseline", f"The groups are {', '.join(names)}.")
    metrics = {key: _entries(key, groups, reference) for key in _metric_keys(groups)}
    sentences = _sentences(groups, reference, metrics)
    return Comparison(reference.name, tuple(groups), metrics, _differences(groups), " ".join(sentences), sentences)


def _metric_keys(groups: Sequence[Group]) -> list[str]:
    keys: dict[str, None] = {}
    for run in _runs(groups):
        keys |= dict.fromkeys(run.metrics)
    keys[WALL_TIME] = None
    for run in _runs(groups):
        keys |= {f"{result.device.key}/{key}": None for result in run.devices for key in result.metrics}
    return list(keys)


def _runs(groups: Sequence[Group]) -> list[RunRecord]:
    return [run for group in groups for run in group.runs]


def quantity(run: RunRecord, key: str) -> Quantity:
    """Returns a metric of a run as it is compared, a device's as "gpu:0/power_mean"; missing with the reason."""
    device, slash, name = key.rpartition("/")
    if key == WALL_TIME:
        return _wall_time(run)
    if slash:
        found = next((result.metrics.get(name) for result in run.devices if result.device.key == device), None)
    else:
        found = run.metrics.get(name)
    return found or Quantity.missing(describe(name)[1], f"not recorded in this run ({run.state.value})")


def _wall_time(run: RunRecord) -> Quantity:
    if run.wall_s is None:
        return Quantity.missing("s", f"its exit was not seen ({run.state.value})")
    return Quantity(run.wall_s, "s", Quality.MEASURED, "from the start of the process to its exit, by the clock")


def _entries(key: str, groups: Sequence[Group], reference: Group) -> tuple[Entry, ...]:
    base = _median(key, reference)
    return tuple(_entry(key, group, _median(key, group), reference, base) for group in groups)


def _median(key: str, group: Group) -> tuple[float | None, list[Quantity]]:
    import statistics  # 4 ms, and the window imports this module before it compares anything

    quantities = [quantity(run, key) for run in group.runs]
    values = [quantity.value for quantity in quantities if quantity.value is not None]
    if not values:
        return None, quantities
    return (math.nan if any(math.isnan(value) for value in values) else statistics.median(values)), quantities


def _entry(
    key: str, group: Group, found: tuple[float | None, list[Quantity]], reference: Group, base: tuple[float | None, list[Quantity]]
) -> Entry:
    value, quantities = found
    ratio, why = _ratio(key, group, value, reference, base[0])
    if ratio is not None and (apart := _disagreement(group, reference, (*quantities, *base[1]))):
        ratio, why = None, apart
    sides = (group.runs, quantities), (reference.runs, base[1])
    band = None if ratio is None or group is reference else ratio_band(key, *sides, ratio)
    present = [quantity for quantity in quantities if quantity.value is not None]
    notes = [note for note in (why, _notes(group, quantities)) if note]
    return Entry(
        group=group.name,
        value=value,
        unit=quantities[0].unit,
        quality=max((quantity.quality for quantity in present), key=list(Quality).index, default=Quality.MISSING),
        ratio=ratio,
        interval=None,
        verdict=NOT_COMPARABLE,
        reason="; ".join(dict.fromkeys(notes)),
        n=len(present),
        simulated=_simulated(key, group, present),
        uncertainty=band,
    )


def _disagreement(group: Group, reference: Group, quantities: Sequence[Quantity]) -> str | None:
    """Returns that the sources of an energy disagree in a run, so that no ratio is to be made of it."""
    is_apart = group is not reference and any(SOURCES_DISAGREE in (one.reason or "") for one in quantities)
    return f"{SOURCES_DISAGREE} on the energy of a run" if is_apart else None


def _ratio(key: str, group: Group, value: float | None, reference: Group, base: float | None) -> tuple[float | None, str]:
    if value is None:
        return None, ""
    if base is None:
        return None, "missing in the baseline"
    if base == 0 or not math.isfinite(base) or not math.isfinite(value):
        return None, "no ratio of these two values"
    if key == WALL_TIME and any(run.state is not RunState.FINISHED for run in (*group.runs, *reference.runs)):
        return None, "a run did not finish"
    if group is not reference and _needs_long_windows(key) and (short := _shortest_window_s(group, reference)) < ENERGY_WINDOW_S:
        return None, f"too short to compare: power and energy need windows of {ENERGY_WINDOW_S:g} s, the shortest here is {short:.3g} s"
    return value / base, "the baseline" if group is reference else _without_verdict(group, reference)


def _without_verdict(group: Group, reference: Group) -> str:
    if min(len(group.runs), len(reference.runs)) == 1:
        return "one repeat a side" if len(group.runs) == len(reference.runs) else "one repeat on one side"
    return "statistics over repeats come with a later version"


def _needs_long_windows(key: str) -> bool:
    name = key.rpartition("/")[2]
    known = metric(name)
    return name in _POWER_KEYS or (known is not None and known.family is Family.POWER)


def _shortest_window_s(*groups: Group) -> float:
    return min(run.duration_s or 0.0 for group in groups for run in group.runs)


def _notes(group: Group, quantities: Sequence[Quantity]) -> str:
    missing = [quantity.reason for quantity in quantities if quantity.value is None and quantity.reason]
    if missing and len(missing) == len(quantities):
        return missing[0]
    notes = [f"missing in {len(missing)} of {len(quantities)} runs ({missing[0]})"] if missing else []
    if len(quantities) - len(missing) > 1:
        notes.append(f"median of {len(quantities) - len(missing)} runs")
    ended = sorted({run.state.value for run in group.runs if run.state.value != "finished"})
    if ended:
        notes.append(f"includes a run that is {' and one that is '.join(ended)}")
    notes += [quantity.reason for quantity in quantities if quantity.value is not None and quantity.reason][:1]
    return "; ".join(notes)


def _simulated(key: str, group: Group, present: Sequence[Quantity]) -> str | None:
    """Returns the label of a simulated device that the value comes from: by its key, else by the label in its source."""
    device = key.rpartition("/")[0]
    for run in group.runs:
        for result in run.devices:
            label = result.device.simulated
            if label and (result.device.key == device or any(f"[{label}]" in quantity.source for quantity in present)):
                return label
    return None


def settings_compared(groups: Sequence[Group]) -> int:
    """Returns how many keys of specs and environments :func:`compare` holds against each other."""
    return sum(len(_keys(_flat(groups, document))) for document, _ in _DOCUMENTS)


def _differences(groups: Sequence[Group]) -> tuple[Difference, ...]:
    return tuple(one for document, prefix in _DOCUMENTS for one in _differing(_flat(groups, document), prefix))


def _flat(groups: Sequence[Group], document: Callable[[RunRecord], Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[flatten(document(run)) for run in group.runs] for group in groups]


def _keys(flat: Sequence[Sequence[Mapping[str, Any]]]) -> list[str]:
    keys = dict.fromkeys(key for runs in flat for run in runs for key in run)
    return [key for key in keys if not key.endswith("_reason")]


def _differing(flat: Sequence[Sequence[Mapping[str, Any]]], prefix: str) -> list[Difference]:
    differences = [Difference(f"{prefix}{key}", tuple(_shared([run.get(key) for run in runs]) for runs in flat)) for key in _keys(flat)]
    return [one for one in differences if any(value != one.values[0] for value in one.values)]


def _shared(values: Sequence[Any]) -> Any:
    """Returns the value that a group's runs share, or all that they have."""
    different = list(dict.fromkeys(values))
    return different[0] if len(different) == 1 else " | ".join("–" if value is None else str(value) for value in different)


def told(comparison: Comparison, shown: Callable[[str], str]) -> tuple[str, ...]:
    """Returns a comparison's sentences with the groups' names as ``shown`` gives them."""
    groups = [replace(group, name=shown(group.name)) for group in comparison.groups]
    reference = next(one for one, whole in zip(groups, comparison.groups, strict=True) if whole.name == comparison.baseline)
    return _sentences(groups, reference, comparison.metrics)


def _sentences(groups: Sequence[Group], reference: Group, metrics: Mapping[str, Sequence[Entry]]) -> tuple[str, ...]:
    sentences = [_sentence(group, index, reference, metrics) for index, group in enumerate(groups) if group is not reference]
    single = any(len(group.runs) == 1 for group in groups)
    caution = "One run a side: a ratio, not a verdict." if single else "Medians over the runs; no verdict, as there are no statistics yet."
    return (*sentences, caution)


def _sentence(group: Group, index: int, reference: Group, metrics: Mapping[str, Sequence[Entry]]) -> str:
    ours, theirs = (sorted({run.spec.workload for run in one.runs}) for one in (group, reference))
    if ours != theirs:
        both = f"{', '.join(ours)}; {', '.join(theirs)}"
        return f"{group.name} and {reference.name} ran different things ({both}): no ratio says which is better."
    ratios = {key: ratio for key in _HEADLINES if key in metrics and (ratio := metrics[key][index].ratio) is not None}
    told = [f"{significant(ratio)} × the {_HEADLINES[key]}" for key, ratio in ratios.items() if _STAND_INS.get(key) not in ratios]
    if not told:
        return f"{group.name} and {reference.name} have no value in common that could be set in proportion."
    listed = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"
    return f"{group.name} has {listed} of {reference.name}."
