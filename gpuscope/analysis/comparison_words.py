"""The sentences of a comparison."""

from collections.abc import Mapping, Sequence

from gpuscope.analysis.comparability import none_finished, other_things
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.processor_share import WORTH_TELLING, mean_others_share
from gpuscope.analysis.run_value import AS_POINTS, PER_RANK, WALL_TIME
from gpuscope.analysis.statistics.verdict import BETTER, CLAIM_REPEATS, NO_DIFFERENCE, WORSE
from gpuscope.core.figures import listed, percent, significant

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
"""A smaller factor reads better in percent: "3 % faster", not "1.03×"."""
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
    sentence += _shared_words(groups)
    sentence += f" Heat or a fault slowed every run of {listed(slowed)}." if slowed else ""
    return f"{sentence} {aside} slowed by heat or a fault {'was' if aside == 1 else 'were'} set aside." if aside else sentence


def _shared_words(groups: Sequence[Group]) -> str:
    """Return what other programs took of the processor, group by group; "" off the processor, and where it is too little to tell."""
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
        f"{significant(ratio)} × the {_HEADLINES[key]}"
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
        return f"{name} and {reference}: no measurable difference in {listed(same)}."
    tail = f"; no measurable difference in {listed(same)}" if same else ""
    return f"{name} {listed(differ)}{tail}."


def headline(name: str, reference: str, entries: Mapping[str, Entry]) -> str:
    """Return what one group shows against the baseline in a line, without the intervals: at most two differences, no full stop.

    Args:
        name: Of the group.
        reference: Of the baseline.
        entries: The group's entries by metric key; "" where none of them that is told in words has a verdict.
    """
    judged = _judged({key: entries[key] for key in _HEADLINES if key in entries})
    differ = [_core(key, entry, reference) for key, entry in judged.items() if entry.verdict in (BETTER, WORSE)]
    same = [_HEADLINES[key] for key, entry in judged.items() if entry.verdict == NO_DIFFERENCE]
    if differ:
        return f"{name} {listed(differ[:2])}" + ("" if " than " in differ[0] else f" than {reference}")
    return f"{name} and {reference}: no measurable difference in {listed(same)}" if same else ""


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
        return f"{core} ({f'{low:.2f}–{high:.2f}' if factor >= _FEW else as_percent}, n = {entry.n})"
    ends = [abs(1.0 - bound) * 100.0 for bound in entry.interval]
    return f"{core} ({significant(min(ends), 2)}–{significant(max(ends), 2)} %)"


def _core(key: str, entry: Entry, reference: str) -> str:
    if entry.ratio is None or entry.interval is None or key in AS_POINTS:
        return f"has {_points(key, entry)} {'higher' if _change(entry) > 0 else 'lower'} {_HEADLINES[key]}"
    if key in ("throughput", PER_RANK):
        factor, _, _ = _factor(entry.ratio, entry.interval)
        of = f" than {reference}" if key == "throughput" else " per rank"
        amount = f"{factor:.2f}×" if factor >= _FEW else f"{significant((factor - 1) * 100, 2)} %"
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
