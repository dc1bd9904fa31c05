"""A comparison in sentences: one per group except the baseline, the best first, then a note on reliability.

They are in English by default, for machine-readable documents; ``say`` and ``listing`` translate them for display.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from gpuscope.analysis.comparability import none_finished, other_things
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.processor_share import WORTH_TELLING, mean_others_share
from gpuscope.analysis.run_value import AS_POINTS, PER_RANK, WALL_TIME
from gpuscope.analysis.statistics.verdict import BETTER, CLAIM_REPEATS, NO_DIFFERENCE, NO_DIFFERENCE_TEXT, WORSE
from gpuscope.core.figures import listed, percent, points_texts, ratio_texts, significant, times
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import describe

HEADLINES = {
    "throughput": "throughput",
    PER_RANK: "throughput per rank (scaling efficiency)",
    WALL_TIME: "time from start to exit",
    "latency_p50": "median step time",
    "latency_p99": "p99 step time",
    "accuracy": "accuracy",
    "energy_per_sample": "energy per sample",
    "energy": "energy",
}
"""Names of the metrics that the sentences mention."""
_STAND_INS = {"energy": "energy_per_sample", WALL_TIME: "throughput", "latency_p50": "throughput"}
"""Metrics that are omitted if the metric they substitute for is present."""
_FEW = 1.1
"""Smaller factors are shown in percent: "3 % faster", not "1.03 ×"."""
_OTHERS_ALIKE = 0.1
"""Difference of other programs' shares of the CPU below which the groups were disturbed alike, and one mean share is shown for all."""
_DIRECTIONS = {
    ("speed", True): "is {0} faster than {1}",
    ("speed", False): "is {0} slower than {1}",
    ("per rank", True): "is {0} faster per rank",
    ("per rank", False): "is {0} slower per rank",
    ("energy", True): "uses {0} more {1}",
    ("energy", False): "uses {0} less {1}",
    ("time", True): "takes {0} more {1}",
    ("time", False): "takes {0} less {1}",
    ("height", True): "has {0} higher {1}",
    ("height", False): "has {0} lower {1}",
    ("amount", True): "has {0} more {1}",
    ("amount", False): "has {0} less {1}",
}
"""Phrases for a difference, by kind of metric and whether the group's value is higher."""
_FACTORS = {
    ("speed", True): "is {0}\u00a0× faster than {1}",
    ("speed", False): "is {0}\u00a0× slower than {1}",
    ("per rank", True): "is {0}\u00a0× faster per rank",
    ("per rank", False): "is {0}\u00a0× slower per rank",
}
"""Phrases for differences shown as factors, which other languages word differently from those in percent."""
FEW_REPEATS = "Only {0} repeats per side: a claim needs {1}."
_FEW_OF_SOME = "Fewer than the {0} repeats that a claim needs: {1}."
_SO_FAR = "So far, {0}"
"""Before what rests on fewer repeats than a claim needs."""
Metrics = Mapping[str, Sequence[Entry]]


def _fill(text: str, *values: str) -> str:
    return text.format(*values)


def _remark(text: str, remark: str) -> str:
    return f"{text} ({remark})"


def _about(subject: str, clause: str) -> str:
    return f"{subject} {clause}"


@dataclass(frozen=True, slots=True)
class ComparisonSentences:
    """Writes a comparison as sentences.

    Attributes:
        say: Translates a text of this module into the reader's language.
        listing: Joins the parts of a sentence.
        joining: Joins sentences.
        clauses: Joins the clauses of a sentence.
        fill: Translates a template of this module and fills in its placeholders.
        remark: Adds a remark in brackets to a text.
        about: Puts a group's name before a clause about one of its metrics.
    """

    say: Callable[[str], str] = str
    listing: Callable[[Sequence[str]], str] = listed
    joining: Callable[[Sequence[str]], str] = " ".join
    clauses: Callable[[Sequence[str]], str] = listed
    fill: Callable[..., str] = _fill
    remark: Callable[[str, str], str] = _remark
    about: Callable[[str, str], str] = _about

    def of(self, groups: Sequence[Group], reference: Group, metrics: Metrics) -> tuple[str, ...]:
        """Return one sentence per group except the baseline, the best group's first, then a note on reliability."""
        others = sorted((index for index, group in enumerate(groups) if group is not reference), key=_rank(groups, reference, metrics))
        return (*(self._sentence(groups[index], index, reference, metrics) for index in others), self._trust(groups, metrics))

    def pair_headline(self, name: str, reference: str, entries: Mapping[str, Entry]) -> str:
        """Return a one-line headline of a group against the baseline: at most two differences, no intervals, no full stop.

        Args:
            name: Name of the group.
            reference: Name of the baseline.
            entries: The group's entries by metric key.

        Returns:
            The headline; "" if none of the metrics in :data:`HEADLINES` has a verdict.
        """
        judged = _judged({key: entries[key] for key in HEADLINES if key in entries})
        differ = [key for key, entry in judged.items() if entry.verdict in (BETTER, WORSE)]
        differ = [key for key in differ if judged[key].is_claim] or differ
        same = [self.say(HEADLINES[key]) for key, entry in judged.items() if entry.verdict == NO_DIFFERENCE]
        if differ:
            clauses = self.clauses([self._core(key, judged[key], reference) for key in differ[:2]])
            template = "{0} {1}" if differ[0] == "throughput" else "{0} {1} than {2}"
            return self.so_far(self._format(template, name, clauses, reference), [judged[key] for key in differ[:2]])
        return self._no_difference(name, reference, same) if same else ""

    def so_far(self, sentence: str, entries: Collection[Entry]) -> str:
        """Return a sentence on differences, marked as provisional if all of them rest on fewer repeats than a claim needs."""
        return self._format(_SO_FAR, sentence) if entries and all(entry.is_provisional for entry in entries) else sentence

    def _format(self, text: str, *values: object) -> str:
        return self.fill(text, *map(str, values))

    def qualification(self, groups: Sequence[Group]) -> str:
        """Return why the groups have too few runs for a claim, in one sentence; "" if they have enough."""
        counts = [len(group.compared) for group in groups]
        if max(counts) == 1:
            return self.say("One run per side: a ratio, not a verdict.")
        if min(counts) == 1:
            return self.say("A group of one run gets a ratio, not a verdict.")
        counts = [group.repeats for group in groups]
        if 2 <= min(counts) < CLAIM_REPEATS and (max(counts) < CLAIM_REPEATS or len(groups) == 2):
            return self._format(FEW_REPEATS, min(counts), CLAIM_REPEATS)
        few = [group.name for group, count in zip(groups, counts, strict=True) if count < CLAIM_REPEATS]
        return self._format(_FEW_OF_SOME, CLAIM_REPEATS, self.listing(few)) if few else ""

    def _trust(self, groups: Sequence[Group], metrics: Metrics) -> str:
        aside = sum(len(group.set_aside) for group in groups)
        has_intervals = any(entry.difference is not None for entries in metrics.values() for entry in entries)
        intervals = [self.say("Intervals are at the 95 % confidence level.")] if has_intervals else []
        parts = [*filter(None, [self.qualification(groups)]), *intervals, *self._others(groups)]
        if slowed := [group.name for group in groups if group.is_all_slowed]:
            parts.append(self._format("Heat or a fault slowed every run of {0}.", self.listing(slowed)))
        if aside:
            text = "1 slowed by heat or a fault was set aside." if aside == 1 else "{0} slowed by heat or a fault were set aside."
            parts.append(self._format(text, aside))
        return self.joining(parts)

    def _others(self, groups: Sequence[Group]) -> list[str]:
        """Return the CPU share of other programs, by group if the groups differ in it; empty if it is unknown or negligible."""
        shares = {group.name: share for group in groups if (share := mean_others_share(group.compared)) is not None}
        if max(shares.values(), default=0.0) < WORTH_TELLING:
            return []
        if len(shares) == len(groups) and max(shares.values()) - min(shares.values()) < _OTHERS_ALIKE:
            taken = percent(fmean(shares.values()))
        else:
            taken = self.listing([self.remark(percent(share), name) for name, share in shares.items()])
        return [self._format("Other programs used {0} of the processor meanwhile.", taken)]

    def _sentence(self, group: Group, index: int, reference: Group, metrics: Metrics) -> str:
        if other := other_things(group, reference):
            return self._format("{0} and {1} are not comparable: {2}.", group.name, reference.name, self.say(other))
        entries = {key: metrics[key][index] for key in HEADLINES if key in metrics}
        unfinished = none_finished(group, reference)
        if any(entry.difference is not None for entry in entries.values()):
            return self._verdicts(group.name, reference.name, entries)
        ratios = {key: entry.ratio for key, entry in entries.items() if entry.ratio is not None}
        sentence = self._ratios(group.name, reference.name, ratios)
        return self._format("{0} There is no verdict: {1}.", sentence, self.say(unfinished)) if unfinished else sentence

    def _ratios(self, name: str, reference: str, ratios: Mapping[str, float]) -> str:
        phrases = [
            self._format("{0} the {1}", times(ratio), self.say(HEADLINES[key]))
            for key, ratio in ratios.items()
            if _STAND_INS.get(key) not in ratios or key == "latency_p50"
        ]
        if not phrases:
            return self._format("{0} and {1} have no headline figure in common to compare.", name, reference)
        return self._format("{0} has {1} of {2}.", name, self.clauses(phrases), reference)

    def _verdicts(self, name: str, reference: str, entries: Mapping[str, Entry]) -> str:
        judged = _judged(entries)
        differing = {key: entry for key, entry in judged.items() if entry.verdict in (BETTER, WORSE)}
        is_mixed = any(entry.is_claim for entry in differing.values())
        differ = {key: self._clause(key, entry, reference, is_mixed=is_mixed) for key, entry in differing.items()}
        same = [self._unchanged(key, entry) for key, entry in judged.items() if entry.verdict == NO_DIFFERENCE]
        if not differ:
            return f"{self._no_difference(name, reference, same)}{self.say('.')}"
        clauses = self.clauses(list(differ.values()))
        is_speed = next(iter(differ)) in ("throughput", PER_RANK)
        statement = self._format("{0} {1}", name, clauses) if is_speed else self.about(name, clauses)
        statement = self.so_far(statement, differing.values())
        whole = self._format("{0}; no measurable difference in {1}", statement, self.listing(same)) if same else statement
        return f"{whole}{self.say('.')}"

    def _no_difference(self, name: str, reference: str, same: Sequence[str]) -> str:
        return self._format("{0} and {1}: {2} in {3}", name, reference, self.say(NO_DIFFERENCE_TEXT), self.listing(same))

    def _clause(self, key: str, entry: Entry, reference: str, *, is_mixed: bool) -> str:
        """Return how a metric differs, in words, with its interval, and with its repeats if they are too few beside those of others."""
        core = self._core(key, entry, reference, is_precise=True)
        remarks = [f"n = {entry.repeats}"] if is_mixed and entry.is_provisional else []
        if entry.ratio is not None and entry.interval is not None and key not in AS_POINTS:
            factor, *ends = _factor(entry.ratio, entry.interval)
            if key in ("throughput", PER_RANK):
                remarks = [f"n = {entry.n}"]
            is_factor = key in ("throughput", PER_RANK) and factor >= _FEW
            remarks.insert(0, ratio_texts(factor, (ends[0], ends[1]))[1] if is_factor else _percents(entry.ratio, entry.interval)[1])
        return self.remark(core, self.say(", ").join(remarks)) if remarks else core

    def _core(self, key: str, entry: Entry, reference: str, *, is_precise: bool = False) -> str:
        metric = self.say(HEADLINES[key])
        if entry.ratio is None or entry.interval is None or key in AS_POINTS:
            return self._format(_DIRECTIONS["height", _change(entry) > 0], self._points(key, entry), metric)
        change, _ = _percents(entry.ratio, entry.interval)
        as_percent = change if is_precise else f"{significant(abs(1.0 - entry.ratio) * 100.0, 2)} %"
        if key in ("throughput", PER_RANK):
            factor, *ends = _factor(entry.ratio, entry.interval)
            direction = "speed" if key == "throughput" else "per rank", entry.ratio >= 1
            if factor >= _FEW:
                shown = ratio_texts(factor, (ends[0], ends[1]) if is_precise else None)[0]
                return self._format(_FACTORS[direction], shown, reference)
            return self._format(_DIRECTIONS[direction], as_percent, reference)
        kind = "energy" if key.startswith("energy") else "time" if key == WALL_TIME else "height" if key.startswith("latency") else "amount"
        return self._format(_DIRECTIONS[kind, entry.ratio >= 1], as_percent, metric)

    def _unchanged(self, key: str, entry: Entry) -> str:
        metric = self.say(HEADLINES[key])
        return self.remark(metric, self._points(key, entry, signed=True)) if key in AS_POINTS else metric

    def _points(self, key: str, entry: Entry, *, signed: bool = False) -> str:
        if entry.difference is None:
            return "a"
        value, low, high = entry.difference
        if key not in AS_POINTS:
            return f"{abs(value):.1f} ± {(high - low) / 2:.1f} {entry.unit}"
        unit, (shown, *ends, half) = self.say("points"), points_texts(entry.difference)
        shown, *ends = (_signed(text) if signed else text[1:] for text in (shown, *ends))
        if low <= -1.0 or high >= 1.0:  # clipped to the valid range of an accuracy, so no longer symmetric
            return self._format("{0} ({1} to {2}) {3}", shown, *(ends if signed else sorted(ends, key=float)), unit)
        return f"{shown} ± {half} {unit}"


def _percents(ratio: float, interval: tuple[float, float]) -> tuple[str, str]:
    """Return a ratio as a change in percent and its interval, with the digits, two to four, that it takes to tell the three apart."""
    numbers = [abs(1.0 - number) * 100.0 for number in (ratio, *interval)]
    shown = ([significant(number, digits) for number in numbers] for digits in (2, 3, 4))
    change, *ends = next((texts for texts in shown if len(set(texts)) == len(texts)), [significant(number, 2) for number in numbers])
    low, high = ends if numbers[1] <= numbers[2] else reversed(ends)
    return f"{change} %", f"{low}–{high} %"


def _signed(text: str) -> str:
    """Return a signed figure, zero without its sign."""
    return text if text.strip("+0.") else text[1:]


def interval_of_difference(key: str, entry: Entry, say: Callable[[str], str] = str) -> str:
    """Return the 95 % interval of the difference of a metric in points: ``−0.2 to +0.4 points``; "" for any other metric."""
    if key not in AS_POINTS or entry.difference is None:
        return ""
    return say("{0} to {1} points").format(*points_texts(entry.difference)[1:3])


def _judged(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    with_difference = {key: entry for key, entry in entries.items() if entry.difference is not None}
    return {key: entry for key, entry in with_difference.items() if _STAND_INS.get(key) not in with_difference}


def _rank(groups: Sequence[Group], reference: Group, metrics: Metrics) -> Callable[[int], tuple[bool, bool, float]]:
    """Return the order of the groups: by how much better each is in the first metric of the headlines; groups without a ratio last."""
    others = [index for index, group in enumerate(groups) if group is not reference and not other_things(group, reference)]
    key = next((key for key in HEADLINES if key in metrics and any(metrics[key][index].ratio for index in others)), "")
    is_higher_better = describe(key)[2] is Better.HIGHER

    def rank(index: int) -> tuple[bool, bool, float]:
        entry = metrics[key][index] if key and index in others else None
        if entry is None or not entry.ratio:
            return True, True, 0.0
        return False, entry.verdict != BETTER, -entry.ratio if is_higher_better else entry.ratio

    return rank


def _factor(ratio: float, interval: tuple[float, float]) -> tuple[float, float, float]:
    """Return the factor faster or slower, at least 1, with the ends of its interval."""
    return (ratio, *interval) if ratio >= 1 else (1 / ratio, 1 / interval[1], 1 / interval[0])


def _change(entry: Entry) -> float:
    return 0.0 if entry.difference is None else entry.difference[0]
