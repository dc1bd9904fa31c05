"""How the verdicts of a comparison stand in a report: a mark and a word beside each ratio, every reason once."""

from collections.abc import Sequence

from gpuscope.analysis.entry import Entry
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NOT_COMPARABLE, WORSE
from gpuscope.core import figures
from gpuscope.reports import pdf_blocks as blocks
from gpuscope.reports.pdf_blocks import Block, Cell
from gpuscope.reports.pdf_context import ReportContext, ratio
from gpuscope.reports.report_layout import Section

MARKS = {BETTER: "▲", WORSE: "▼", NO_DIFFERENCE: "≈"}
_WORDS = {BETTER: "better", WORSE: "worse", NO_DIFFERENCE: "no difference"}
_DIFFERS = "≠"
"""Where no direction is an improvement."""
_CORRECTED = " (corrected p = "
_SMALL, _LARGE = 0.1, 10.0
"""Ratios between these have as many digits behind the point as their intervals."""
_CLOSE, _WIDE = 0.01, 0.1
"""Widths of an interval above one, and about or below it, from which two such digits say enough."""
_LISTED = 12
"""Metrics that a reason names one by one."""


def are_judged(context: ReportContext) -> bool:
    """Whether there are repeats, and so any verdict."""
    return any(entry.difference is not None for row in context.comparison.metrics.values() for entry in row)


def mark(entry: Entry) -> str:
    """Return the sign of an entry's verdict, which a printer without colours keeps; "" where there is none."""
    if entry.difference is not None and entry.verdict == NOT_COMPARABLE:
        return _DIFFERS
    return MARKS.get(entry.verdict, "")


def marked_word(entry: Entry) -> str:
    """Return an entry's verdict: ``▲ better``; "–" where there is none."""
    return f"{mark(entry)}\u00a0{_WORDS.get(entry.verdict, 'differs')}" if mark(entry) else "–"


def is_claim(entry: Entry) -> bool:
    """Whether an entry is measurably better or worse than the baseline."""
    return entry.verdict in (BETTER, WORSE)


def ratio_words(entry: Entry) -> str:
    """Return an entry's ratio with its interval: ``1.31 (1.30–1.32)``; in a word or two why there is none."""
    if entry.ratio is None or entry.interval is None:
        return ratio(entry)
    low, high = entry.interval
    if not (min(low, entry.ratio) >= _SMALL and max(high, entry.ratio) <= _LARGE):
        return f"{figures.significant(entry.ratio)} ({figures.interval_words(entry.interval)})"
    digits = 2 if high - low >= (_CLOSE if low >= 1 else _WIDE) else 3
    return f"{entry.ratio:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def ratio_cell(entry: Entry, sub: str = "") -> Cell:
    """Return the cell of a ratio: heavy where the difference is measurable, muted where there is no ratio."""
    cell = {"text": ratio_words(entry), "strong": is_claim(entry), "tone": "muted" if entry.ratio is None else ""}
    return {**cell, "sub": sub} if sub else cell


def short_ratio_cell(entry: Entry) -> Cell:
    """Return the cell of a ratio where room is scarce: its mark beside it, its interval below."""
    words = " ".join(part for part in (ratio(entry), mark(entry)) if part)
    cell = {"text": words.replace(" ", "\u00a0"), "strong": is_claim(entry), "tone": "muted" if entry.ratio is None else ""}
    return cell if entry.interval is None else {**cell, "sub": figures.interval_words(entry.interval)}


def legend(context: ReportContext) -> list[Block]:
    """Return what marks and heavy type mean; nothing where there are no verdicts."""
    if not are_judged(context):
        return []
    reasons_follow = " The reasons of all verdicts follow the table of every metric." if Section.METRICS in context.layout.sections else ""
    if context.side_by_side:
        return [blocks.note(f"Ratios in heavy type differ measurably from the baseline.{reasons_follow}")]
    marks = "▲ better, ▼ worse, ≈ no measurable difference, ≠ different where no direction is better"
    return [blocks.note(f"Below each ratio its 95 % interval. {marks}.{reasons_follow}")]


def reasons(context: ReportContext) -> list[Block]:
    """Return the table of why the verdicts are what they are, each reason once with the metrics that it is of."""
    found: dict[str, dict[str, list[int]]] = {}
    for key, row in context.comparison.metrics.items():
        for look, entry in zip(context.looks, row, strict=True):
            for reason in _own_reasons(entry) if entry.group != context.comparison.baseline and entry.value is not None else ():
                found.setdefault(reason, {}).setdefault(context.full_label(key), []).append(look.number)
    if not found:
        return []
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    rows: list[list[Cell]] = [[context.shown(_capital(reason), 200), _metrics(context, labels)] for reason, labels in ordered]
    columns = [blocks.column("Reason", width="wide"), blocks.column("Metrics", width="wide")]
    return [blocks.heading("Why the verdicts are what they are", 3), blocks.table(columns, rows, size=7.8)]


def _own_reasons(entry: Entry) -> list[str]:
    """Return the reasons of the verdict itself, without notes beside the value and figures that differ from metric to metric."""
    notes = entry.note.split("; ")
    return [part.partition(_CORRECTED)[0] for part in entry.reason.split("; ") if part and part not in notes]


def _metrics(context: ReportContext, labels: dict[str, list[int]]) -> str:
    """Return the metrics of a reason, with the groups where it is not of all that are compared."""
    others = len(context.groups) - 1
    told = [label if len(numbers) == others else f"{label} ({_names(context, numbers)})" for label, numbers in labels.items()]
    return _shortened(told)


def _names(context: ReportContext, numbers: Sequence[int]) -> str:
    if not context.side_by_side:
        return f"group {', '.join(map(str, numbers))}" if len(numbers) == 1 else f"groups {', '.join(map(str, numbers))}"
    return ", ".join(context.looks[number - 1].label for number in numbers)


def _shortened(words: Sequence[str]) -> str:
    return ", ".join(words[:_LISTED]) + (f" and {len(words) - _LISTED} more" if len(words) > _LISTED else "")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
