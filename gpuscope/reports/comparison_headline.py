"""The headline of a comparison: the verdict in a line; where there are no repeats, a ratio and no claim."""

from collections.abc import Sequence

from gpuscope.analysis import comparison_words
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.run_value import WALL_TIME
from gpuscope.analysis.statistics.verdict import BETTER, WORSE
from gpuscope.core.figures import listed, significant
from gpuscope.reports.comparison_view import ComparisonView

_NAMED = 4
"""Groups that a headline names one by one."""
_SPEEDS = ("throughput", WALL_TIME)
"""Metrics that a headline over several groups may quote, the first available one first."""
_WORDS = {BETTER: "faster", WORSE: "slower"}
_RATIOS = (
    ("throughput", ("has", "have"), "the throughput"),
    ("flops", ("has", "have"), "the FLOP/s"),
    (WALL_TIME, ("took", "took"), "the time"),
)


def headline(view: ComparisonView) -> str:
    """Return the comparison in one sentence: what differs measurably, else no more than ratios."""
    names = view.sentence_names
    base = names[view.baseline]
    others = [place for place in range(len(names)) if place != view.baseline]
    if len(others) == 1:
        entries = {key: row[others[0]] for key, row in view.comparison.metrics.items()}
        verdict = comparison_words.headline(names[others[0]], base, entries)
    else:
        verdict = _verdict(view, [(names[place], place) for place in others], base)
    return verdict or _ratios(view, [names[place] for place in others], others, base)


def _verdict(view: ComparisonView, others: Sequence[tuple[str, int]], base: str) -> str:
    """Return how several groups compare in speed; "" where one of them has no verdict on it."""
    for key in _SPEEDS:
        row = view.comparison.metrics.get(key, ())
        speeds = [(name, row[place].verdict, _factor(row[place])) for name, place in others if row and row[place].interval]
        if speeds and len(speeds) == len(others):
            return _named(speeds, base) if len(speeds) < _NAMED else _counted(speeds, base)
    return ""


def _factor(entry: Entry) -> float:
    """Return how many times faster or slower, at least 1."""
    return max(entry.ratio, 1 / entry.ratio) if entry.ratio else 1.0


_Speeds = Sequence[tuple[str, str, float]]
"""Name, verdict and factor of each group."""


def _named(speeds: _Speeds, base: str) -> str:
    differ = [(name, factor, _WORDS[verdict]) for name, verdict, factor in speeds if verdict in _WORDS]
    same = [name for name, verdict, _ in speeds if verdict not in _WORDS]
    parts = []
    for place, (name, factor, word) in enumerate(differ):
        last = place + 1 == len(differ) or differ[place + 1][2] != word
        parts.append(f"{name}{'' if place else ' is'} {factor:.2f}×{f' {word}' if last else ''}")
    if not same:
        return f"{listed(parts)} than {base}"
    alike = f"{listed(same)} {'is' if len(same) == 1 else 'are'} not measurably faster or slower"
    return f"{listed(parts)} than {base}; {alike}" if parts else f"{alike} than {base}"


def _counted(speeds: _Speeds, base: str) -> str:
    parts = []
    for verdict, word in _WORDS.items():
        factors = sorted(factor for _, outcome, factor in speeds if outcome == verdict)
        if factors:
            low, high = f"{factors[0]:.2f}", f"{factors[-1]:.2f}"
            count = str(len(factors)) if len(factors) == len(speeds) else f"{len(factors)} of {len(speeds)}"
            verb = "is" if len(factors) == 1 else "are"
            parts.append(f"{count} groups {verb} {low if low == high else f'{low} to {high}'}× {word}")
    return f"{listed(parts)} than {base}" if parts else f"None of {len(speeds)} groups is measurably faster or slower than {base}"


def _ratios(view: ComparisonView, names: Sequence[str], others: Sequence[int], base: str) -> str:
    for key, verb, noun in _RATIOS:
        row = view.comparison.metrics.get(key)
        ratios = [row[place].ratio for place in others] if row else []
        known = [ratio for ratio in ratios if ratio is not None]
        if known and len(known) == len(ratios) and len(names) < _NAMED:
            verbs = [f" {verb[0]}", *([""] * len(known))]
            phrases = [f"{name}{said} {_times(ratio)}" for name, said, ratio in zip(names, verbs, known, strict=False)]
            return f"{listed(phrases)} {noun} of {base}"
        if known:
            least, greatest = significant(min(known)), _times(max(known))
            span = greatest if greatest.startswith(f"{least}\u00a0") else f"{least} to {greatest}"
            some = f"{len(known)} of {len(ratios)}" if len(known) < len(ratios) else str(len(ratios))
            return f"{some} groups {verb[1]} {span} {noun} of {base}"
    return f"{names[0]} beside {base}" if len(names) == 1 else f"{len(names)} groups beside {base}"


def _times(ratio: float) -> str:
    return f"{significant(ratio)}\u00a0×"
