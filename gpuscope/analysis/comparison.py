"""The comparison of groups of runs: the one result that the window, the command line and the reports show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.analysis.comparability import Comparability, Difference, comparability, differences, none_finished, other_things
from gpuscope.analysis.entry import Entry, entries
from gpuscope.analysis.group import Group
from gpuscope.analysis.processor_share import WORTH_TELLING, mean_others_share
from gpuscope.analysis.run_document import run_hash
from gpuscope.analysis.run_value import AS_POINTS, PER_RANK, WALL_TIME
from gpuscope.analysis.statistics.verdict import BETTER, CLAIM_REPEATS, NO_DIFFERENCE, NO_DIFFERENCE_WORDS, WORSE
from gpuscope.core.errors import UsageError
from gpuscope.core.figures import listed, listed_names, percent, ratio_interval, significant, times

SCHEMA = "gpuscope.comparison/1"
"""Name and version of a comparison's JSON document."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of groups of runs.

    Attributes:
        baseline: Name of the group that the ratios refer to.
        groups: In the order in which they were given.
        metrics: By metric key; a device's as "gpu:0/power_mean"; one entry a group, in the groups' order.
        differs: What differs between specs and environments.
        summary: In words.
        sentences: What the summary is made of: one sentence a group but the baseline, then how far they can be trusted.
        pairs: How far each group but the baseline may be compared to it, in the groups' order.
    """

    baseline: str
    groups: tuple[Group, ...]
    metrics: Mapping[str, tuple[Entry, ...]]
    differs: tuple[Difference, ...]
    summary: str
    sentences: tuple[str, ...] = ()
    pairs: tuple[Comparability, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the document that ``gpuscope compare --json`` prints: its schema is ``resources/comparison.schema.json``."""
        return {
            "schema": SCHEMA,
            "baseline": self.baseline,
            "groups": [_group_document(group) for group in self.groups],
            "metrics": {key: [entry.to_json() for entry in entries] for key, entries in self.metrics.items()},
            "comparability": [pair.to_json() for pair in self.pairs],
            "differs": [difference.to_json() for difference in self.differs],
            "summary": self.summary,
        }


def _group_document(group: Group) -> dict[str, Any]:
    runs = [run.run_id for run in group.runs]
    return {"name": group.name, "runs": runs, "n": len(runs), "sha256": {run.run_id: run_hash(run) for run in group.runs}}


def compare(groups: Sequence[Group], baseline: str | None = None) -> Comparison:
    """Compare groups with a baseline.

    Args:
        groups: At least two, with different names.
        baseline: Name of the group that ratios refer to; the first when not given.

    Raises:
        UsageError: Fewer than two groups, two of one name, or no group of the baseline's name.
    """
    if len(groups) < 2:
        runs = sum(len(group.runs) for group in groups)
        problem = f"all {runs} runs have the same spec, seeds aside, so they form one group" if runs > 1 else "one run cannot be compared"
        raise UsageError(problem, "Name runs of two specs, or make groups with --group NAME=RUN,RUN.")
    names = [group.name for group in groups]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"two groups are named {twice!r}", "Give every group a name of its own.")
    reference = next((group for group in groups if group.name == (baseline or names[0])), None)
    if reference is None:
        raise UsageError(f"there is no group {baseline!r} to be the baseline", f"The groups are {listed_names(names)}.")
    metrics = entries(groups, reference)
    summary = sentences(groups, reference, metrics)
    pairs = tuple(comparability(group, reference) for group in groups if group is not reference)
    return Comparison(reference.name, tuple(groups), metrics, differences(groups), " ".join(summary), summary, pairs)


def sentences_with_names(comparison: Comparison, shown: Callable[[str], str]) -> tuple[str, ...]:
    """Return a comparison's sentences with the groups' names as ``shown`` gives them."""
    groups = [replace(group, name=shown(group.name)) for group in comparison.groups]
    reference = next(shown_group for shown_group, whole in zip(groups, comparison.groups, strict=True) if whole.name == comparison.baseline)
    return sentences(groups, reference, comparison.metrics)


_HEADLINES = {
    "throughput": "throughput",
    PER_RANK: "throughput per rank (scaling efficiency)",
    WALL_TIME: "time from start to exit",
    "latency_p50": "median step time",
    "latency_p99": "p99 step time",
    "accuracy": "accuracy",
    "energy_per_sample": "energy per sample",
    "energy": "energy",
}
"""Metrics that the sentences speak of, in words."""
_STAND_INS = {"energy": "energy_per_sample", WALL_TIME: "throughput", "latency_p50": "throughput"}
"""Metrics left out where the one that they stand in for is there."""
_FEW = 1.1
"""A smaller factor reads better in percent: "3 % faster", not "1.03 ×"."""
Metrics = Mapping[str, Sequence[Entry]]


def sentences(groups: Sequence[Group], reference: Group, metrics: Metrics) -> tuple[str, ...]:
    """Return one sentence a group but the baseline, then how far they can be trusted."""
    others = [_sentence(group, index, reference, metrics) for index, group in enumerate(groups) if group is not reference]
    return (*others, _trust(groups))


def _trust(groups: Sequence[Group]) -> str:
    counts = [len(group.compared) for group in groups]
    aside = sum(len(group.set_aside) for group in groups)
    sentence = "Intervals are those of 95 %; verdicts are corrected in two families of metrics."
    if max(counts) == 1:
        sentence = "One run a side: a ratio, not a verdict."
    elif min(counts) == 1:
        sentence = f"A group of one run gets a ratio, not a verdict. {sentence}"
    elif min(counts) < CLAIM_REPEATS:
        sentence = f"Only {min(counts)} repeats a side: a claim asks for {CLAIM_REPEATS}. {sentence}"
    slowed = [group.name for group in groups if group.is_all_slowed]
    sentence += _others_sentence(groups)
    sentence += f" Heat or a fault slowed every run of {listed_names(slowed)}." if slowed else ""
    return f"{sentence} {aside} slowed by heat or a fault {'was' if aside == 1 else 'were'} set aside." if aside else sentence


def _others_sentence(groups: Sequence[Group]) -> str:
    """Return what other programs took of the processor, group by group; "" off the processor, and where it is negligible."""
    shares = {group.name: share for group in groups if (share := mean_others_share(group.compared)) is not None}
    if max(shares.values(), default=0.0) < WORTH_TELLING:
        return ""
    return f" Other programs took {listed([f'{percent(share)} ({name})' for name, share in shares.items()])} of the processor meanwhile."


def _sentence(group: Group, index: int, reference: Group, metrics: Metrics) -> str:
    if other := other_things(group, reference):
        return f"{group.name} and {reference.name} are not comparable: {other}."
    entries = {key: metrics[key][index] for key in _HEADLINES if key in metrics}
    unfinished = none_finished(group, reference)
    if any(entry.difference is not None for entry in entries.values()):
        return _verdicts(group.name, reference.name, entries)
    sentence = _ratios(group.name, reference.name, {key: entry.ratio for key, entry in entries.items() if entry.ratio is not None})
    return f"{sentence} There is no verdict: {unfinished}." if unfinished else sentence


def _ratios(name: str, reference: str, ratios: Mapping[str, float]) -> str:
    phrases = [
        f"{times(ratio)} the {_HEADLINES[key]}"
        for key, ratio in ratios.items()
        if _STAND_INS.get(key) not in ratios or key == "latency_p50"
    ]
    if not phrases:
        return f"{name} and {reference} have no value in common that could be set in proportion."
    return f"{name} has {listed(phrases)} of {reference}."


def _verdicts(name: str, reference: str, entries: Mapping[str, Entry]) -> str:
    judged = _judged(entries)
    differ = [_clause(key, entry, reference) for key, entry in judged.items() if entry.verdict in (BETTER, WORSE)]
    same = [_unchanged(key, entry) for key, entry in judged.items() if entry.verdict == NO_DIFFERENCE]
    if not differ:
        return f"{name} and {reference}: {NO_DIFFERENCE_WORDS} in {listed(same)}."
    tail = f"; {NO_DIFFERENCE_WORDS} in {listed(same)}" if same else ""
    return f"{name} {listed(differ)}{tail}."


def pair_headline(name: str, reference: str, entries: Mapping[str, Entry]) -> str:
    """Return what one group shows against the baseline in a line, without the intervals: at most two differences, no full stop.

    Args:
        name: Of the group.
        reference: Of the baseline.
        entries: The group's entries by metric key; "" where none of them that is reported in words has a verdict.
    """
    judged = _judged({key: entries[key] for key in _HEADLINES if key in entries})
    differ = [_core(key, entry, reference) for key, entry in judged.items() if entry.verdict in (BETTER, WORSE)]
    same = [_HEADLINES[key] for key, entry in judged.items() if entry.verdict == NO_DIFFERENCE]
    if differ:
        return f"{name} {listed(differ[:2])}" + ("" if " than " in differ[0] else f" than {reference}")
    return f"{name} and {reference}: {NO_DIFFERENCE_WORDS} in {listed(same)}" if same else ""


def _judged(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    known = {key: entry for key, entry in entries.items() if entry.difference is not None}
    return {key: entry for key, entry in known.items() if _STAND_INS.get(key) not in known}


def _clause(key: str, entry: Entry, reference: str) -> str:
    """Return in words how a metric differs, with its interval."""
    core = _core(key, entry, reference)
    if entry.ratio is None or entry.interval is None or key in AS_POINTS:
        return core
    if key in ("throughput", PER_RANK):
        factor, low, high = _factor(entry.ratio, entry.interval)
        as_percent = f"{significant((low - 1) * 100, 2)}–{significant((high - 1) * 100, 2)} %"
        return f"{core} ({ratio_interval((low, high)) if factor >= _FEW else as_percent}, n = {entry.n})"
    ends = [abs(1.0 - bound) * 100.0 for bound in entry.interval]
    return f"{core} ({significant(min(ends), 2)}–{significant(max(ends), 2)} %)"


def _core(key: str, entry: Entry, reference: str) -> str:
    if entry.ratio is None or entry.interval is None or key in AS_POINTS:
        return f"has {_points(key, entry)} {'higher' if _change(entry) > 0 else 'lower'} {_HEADLINES[key]}"
    if key in ("throughput", PER_RANK):
        factor, _, _ = _factor(entry.ratio, entry.interval)
        of = f" than {reference}" if key == "throughput" else " per rank"
        amount = times(factor) if factor >= _FEW else f"{significant((factor - 1) * 100, 2)} %"
        return f"is {amount} {'faster' if entry.ratio >= 1 else 'slower'}{of}"
    verb = "uses" if key.startswith("energy") else "takes" if key == WALL_TIME else "has"
    less, more = ("lower", "higher") if key.startswith("latency") else ("less", "more")
    return f"{verb} {significant(abs(1.0 - entry.ratio) * 100.0, 2)} % {less if entry.ratio < 1 else more} {_HEADLINES[key]}"


def _factor(ratio: float, interval: tuple[float, float]) -> tuple[float, float, float]:
    """Return how many times faster or slower, at least 1, with the ends of its interval."""
    return (ratio, *interval) if ratio >= 1 else (1 / ratio, 1 / interval[1], 1 / interval[0])


def _unchanged(key: str, entry: Entry) -> str:
    return f"{_HEADLINES[key]} ({_points(key, entry, signed=True)})" if key in AS_POINTS else _HEADLINES[key]


def interval_of_difference(key: str, entry: Entry) -> str:
    """Return the 95 % interval of the difference of a metric shown in points: ``−0.2 to +0.4 points``; "" for any other metric."""
    if key not in AS_POINTS or entry.difference is None:
        return ""
    low, high = (f"{100 * end:+z.1f}".replace("-", "−") for end in entry.difference[1:])
    return f"{low} to {high} points"


def _points(key: str, entry: Entry, *, signed: bool = False) -> str:
    if entry.difference is None:
        return "a"
    value, low, high = entry.difference
    factor, unit = (100.0, "points") if key in AS_POINTS else (1.0, entry.unit)
    half = (high - low) / 2 * factor
    shown = f"{value * factor:+z.1f}".replace("-", "−").replace("+0.0", "0.0") if signed else f"{abs(value) * factor:.1f}"
    if key in AS_POINTS and (low <= -1.0 or high >= 1.0):  # cut to what an accuracy can be, so no longer even on both sides
        ends = (low, high) if signed else sorted((abs(low), abs(high)))
        words = [f"{factor * end:{'+z' if signed else ''}.1f}".replace("-", "−") for end in ends]
        return f"{shown} ({words[0]} to {words[1]}) {unit}"
    return f"{shown} ± {half:.1f} {unit}"


def _change(entry: Entry) -> float:
    return 0.0 if entry.difference is None else entry.difference[0]
