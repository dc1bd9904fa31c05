"""A comparison as it is shown: the one place where its rows, figures, marks and words are decided.

Window, PDF, HTML and terminal lay this out and work nothing out themselves, so that they cannot contradict each other. All strings are
English; the window translates those that are fixed (:func:`fixed_words`) through its vocabulary of the engine.
"""

import math
import re
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gpuscope.analysis.comparability import Comparability, Level, worst
from gpuscope.analysis.comparison import Comparison, told
from gpuscope.analysis.comparison_words import interval_of_difference
from gpuscope.analysis.entry import MISSING_BASELINE, Entry
from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NOT_COMPARABLE, WORSE
from gpuscope.core import figures
from gpuscope.core.device import unreal_word
from gpuscope.core.figures import DisplayUnit, display_unit
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import SHARES, describe, metric, reduced_metrics
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunState
from gpuscope.reports.comparison_settings import CommonGround, SettingRow, common_ground, setting_rows
from gpuscope.reports.group_names import elided_name, short_names
from gpuscope.reports.headlines import headline_keys, of_device
from gpuscope.reports.printable import width
from gpuscope.system.settings import JOULE

WINDOW = "window"
"""Key of the time over which a run was measured, which a comparison does not count among its metrics."""
MISSING = "–"
DIFFERS = "differs"
"""The verdict of a measurable difference where no direction is an improvement."""

_KIN = ("latency_", "phase_time_", "phase_energy_", "model_size_bytes", "power_")
"""How keys begin that are read against each other and so share one unit: p50 and p99 both in ms."""
_MEMORY = ("memory_", "resident_memory")
"""The same of memory, whichever device it is of: what a device holds, and what processes hold, which may be a thousandth of that."""
_CIRCUMSTANCE = re.compile(r" \([^()]*\)$")
"""The part of a reason that concerns one run alone, "(window of 32.2 s)": without it, runs have one reason in common."""
_SMALL, _LARGE = 0.1, 10.0
"""Ratios between these have as many decimals as their intervals."""
_CLOSE, _WIDE = 0.01, 0.1
"""Widths of an interval above one, and about or below it, from which two decimals say enough."""
_LISTED = 4
"""Labels that a remark names before it counts the rest."""
NAME_COLUMNS = 40
"""Columns of a group's name in a sentence."""


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """How a verdict is shown: by a glyph and a word, so that colour never has to tell it alone.

    Attributes:
        glyph: One character, of which every shipped font has a picture.
        token: Its colour in the window's palette.
        word: Short, for a table.
        words: In full, for tooltips and screen readers.
    """

    glyph: str
    token: str
    word: str
    words: str


MARKS = {
    BETTER: VerdictMark("✓", "good", "better", "better"),
    WORSE: VerdictMark("✗", "bad", "worse", "worse"),
    NO_DIFFERENCE: VerdictMark("≈", "muted", "no difference", "no measurable difference"),
    DIFFERS: VerdictMark("≠", "muted", "differs", "differs measurably; no direction is better"),
    NOT_COMPARABLE: VerdictMark("○", "faint", "no verdict", "no verdict"),
}
"""The one set of glyphs, by verdict."""
BETTER_WORDS = {Better.HIGHER: "higher is better", Better.LOWER: "lower is better", Better.NEITHER: ""}
LEVEL_GLYPHS = {Level.COMPARABLE: "✓", Level.CAUTION: "!", Level.NOT_COMPARABLE: "✗"}


def fixed_words() -> Iterator[str]:
    """Yield the texts that the window translates."""
    for mark in MARKS.values():
        yield from (mark.word, mark.words)
    yield from BETTER_WORDS.values()
    yield from (level.value for level in Level)


def verdict_mark(verdict: str) -> VerdictMark | None:
    """Return how a verdict is shown; None where there is none, as of the baseline."""
    return MARKS.get(verdict)


def legend() -> str:
    """Return what the glyphs stand for, in one line."""
    return "   ".join(f"{mark.glyph} {mark.word}" for mark in MARKS.values())


@dataclass(frozen=True, slots=True)
class Cell:
    """What one group shows in a row.

    Attributes:
        group: Its name.
        value: The figure in the row's unit, or "–".
        spread: How far an energy may be off, as a share, ``± 7 %``; "" where that is not known.
        ratio: To the baseline; None when there is none, and for the baseline itself.
        ratio_text: The same as shown, or "–"; of what is judged in points the difference, "+0.1".
        interval: 95 % interval of the ratio; None when there is none.
        interval_text: The same as shown, "1.79–1.85", or of what is judged in points "−0.2 to +0.4 points"; "" when there is none.
        verdict: A key of :data:`MARKS`; "" for the baseline, where a value is missing, and where no side has repeats.
        evidence: Number of runs, corrected probability and effect size in words; "" below two repeats a side.
        reason: Why the verdict is what it is, or why the value is missing.
        remarks: What limits the value itself, a clause each; why it is missing.
        is_missing: Whether there is no value.
        simulated: The label of devices that are not real; None for real ones.
    """

    group: str
    value: str
    spread: str
    ratio: float | None
    ratio_text: str
    interval: tuple[float, float] | None
    interval_text: str
    verdict: str
    evidence: str
    reason: str
    remarks: tuple[str, ...]
    is_missing: bool
    simulated: str | None

    @property
    def mark(self) -> VerdictMark | None:
        """How its verdict is shown."""
        return MARKS.get(self.verdict)

    @property
    def marked_word(self) -> str:
        """Glyph and word of its verdict, ``✓ better``; "" where there is none."""
        return f"{self.mark.glyph}\u00a0{self.mark.word}" if self.mark else ""

    @property
    def ratio_words(self) -> str:
        """The ratio with its interval, ``1.31 (1.30–1.32)``, alone ``1.31 ×``; "–" when there is none."""
        if self.interval_text:
            return f"{self.ratio_text} ({self.interval_text})"
        return MISSING if self.ratio is None else f"{self.ratio_text}\u00a0×"

    @property
    def is_in_points(self) -> bool:
        """Whether the difference stands in place of the ratio, in points."""
        return self.interval_text.endswith(" points")

    @property
    def is_claim(self) -> bool:
        """Whether it is measurably better or worse than the baseline."""
        return self.verdict in (BETTER, WORSE)


@dataclass(frozen=True, slots=True)
class MetricRow:
    """One metric of all groups.

    Attributes:
        key: As in the comparison ("gpu:0/power_mean").
        label: In words, sentence case, without the device.
        device: Key of its device; "" for a metric of the run.
        display: The one unit of all its figures, which it shares with the rows that it is read against.
        better: Which direction is an improvement.
        help: What the number is, and what it is not.
        cells: One a group, in the groups' order.
        is_headline: Whether it is seen at once.
        differs: Whether a group shows something else than the baseline.
        quality: What its figures are worth: the word that all share, or the words; "simulated" when none is of real hardware.
    """

    key: str
    label: str
    device: str
    display: DisplayUnit
    better: Better
    help: str
    cells: tuple[Cell, ...]
    is_headline: bool
    differs: bool
    quality: str

    @property
    def unit(self) -> str:
        """The name of its unit, with the prefix."""
        return self.display.name

    @property
    def full_label(self) -> str:
        """The label with its device: ``gpu:0 power, mean``."""
        return of_device(self.device, self.label)

    @property
    def is_missing(self) -> bool:
        """Whether no group has a value."""
        return all(cell.is_missing for cell in self.cells)

    @property
    def is_simulated_whole(self) -> bool:
        """Whether all values come from devices that are not real."""
        return not self.is_missing and all(cell.simulated or cell.is_missing for cell in self.cells)


@dataclass(frozen=True)
class ComparisonView:
    """A comparison as every surface shows it.

    Attributes:
        comparison: What was worked out of the runs.
        energy_unit: In which energies stand: "J" or "Wh".
    """

    comparison: Comparison
    energy_unit: str = JOULE

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The groups' whole names."""
        return tuple(group.name for group in self.comparison.groups)

    @cached_property
    def short_names(self) -> tuple[str, ...]:
        """The groups' names without the words that all of them share."""
        return tuple(short_names(self.names)[1])

    @property
    def shared_words(self) -> str:
        """The words that all names share; "" when there are none."""
        return short_names(self.names)[0]

    @cached_property
    def sentence_names(self) -> tuple[str, ...]:
        """The groups' names as they stand in sentences: whole, or where one is long, all of them short."""
        if max(map(width, self.names)) <= NAME_COLUMNS:
            return self.names
        return tuple(elided_name(name, NAME_COLUMNS) for name in self.short_names)

    @property
    def baseline(self) -> int:
        """The place of the baseline among the groups."""
        return self.names.index(self.comparison.baseline)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """One sentence a group but the baseline, then how far they can be trusted."""
        return told(self.comparison, dict(zip(self.names, self.sentence_names, strict=True)).__getitem__)

    @cached_property
    def entries(self) -> Mapping[str, Sequence[Entry]]:
        """The comparison's entries by metric, and those of the window over which the runs were measured."""
        return {**self.comparison.metrics, WINDOW: _windows(self.comparison)}

    @cached_property
    def is_judged(self) -> bool:
        """Whether there are repeats, and so any verdict."""
        return any(entry.difference is not None for row in self.comparison.metrics.values() for entry in row)

    @cached_property
    def rows(self) -> tuple[MetricRow, ...]:
        """All metrics, headlines first, then those of the run, then each device's."""
        headlines = _headlines(self.comparison)
        rest = [key for key in self.entries if key not in headlines]
        rest.sort(key=lambda key: "/" in key)  # the window is the run's; else as compared
        return tuple(self._row(key, is_headline=key in headlines) for key in (*headlines, *rest))

    @cached_property
    def by_key(self) -> Mapping[str, MetricRow]:
        """The rows by the key of their metric."""
        return {row.key: row for row in self.rows}

    @property
    def headlines(self) -> tuple[MetricRow, ...]:
        """The rows that are seen at once; of what no group has, only the energy is among them."""
        return tuple(row for row in self.rows if row.is_headline)

    @cached_property
    def settings(self) -> tuple[SettingRow, ...]:
        """What differs between specs and environments, the spec first."""
        return tuple(setting_rows(self.comparison))

    @cached_property
    def ground(self) -> CommonGround:
        """In what the groups differ and what they share, in a few words."""
        return common_ground(self.comparison)

    @cached_property
    def comparability(self) -> "ComparabilityView":
        """How far the groups may be compared."""
        return comparability_view(self.comparison.pairs, self.comparison.baseline)

    def unit(self, key: str) -> DisplayUnit:
        """Return the unit of a metric's figures: it suits the largest of all rows that are read against each other."""
        name, kin = key.rpartition("/")[2], _kin(key)
        entries = self.entries[key]
        keys = [key] if kin is None else [other for other in self.entries if _kin(other) == kin]
        unit = entries[0].unit or describe(name)[1]
        values = [entry.value for other in keys for entry in self.entries[other] if entry.unit == unit]
        return display_unit(unit, values, share=name in SHARES, energy_unit=self.energy_unit)

    def _row(self, key: str, *, is_headline: bool) -> MetricRow:
        device, _, name = key.rpartition("/")
        entries, unit = self.entries[key], self.unit(key)
        label, _, better = ("Measured window", "", Better.NEITHER) if key == WINDOW else describe(name)
        cells = tuple(self._cell(key, entry, unit) for entry in entries)
        differs = any(cell.value != cells[self.baseline].value for cell in cells)
        return MetricRow(key, label, device, unit, better, _help(name), cells, is_headline, differs, _quality(entries))

    def _cell(self, key: str, entry: Entry, unit: DisplayUnit) -> Cell:
        is_other, is_missing = entry.group != self.comparison.baseline, entry.value is None
        ratio = entry.ratio if is_other and entry.ratio is not None and math.isfinite(entry.ratio) else None
        interval = entry.interval if ratio is not None else None
        ratio_text, interval_text = _ratio_texts(ratio, interval)
        if is_other and entry.difference is not None and (points := interval_of_difference(key, entry)):
            ratio_text, interval_text = f"{100 * entry.difference[0]:+z.1f}".replace("-", "−"), points
        return Cell(
            group=entry.group,
            value=figure(entry, unit),
            spread=_spread(entry),
            ratio=ratio,
            ratio_text=ratio_text,
            interval=interval,
            interval_text=interval_text,
            verdict=_verdict(entry) if self.is_judged and is_other and not is_missing else "",
            evidence=_evidence(entry),
            reason=entry.note if is_missing else entry.reason,
            remarks=(entry.note,) if is_missing else tuple(part for part in entry.note.split("; ") if part and part != MISSING_BASELINE),
            is_missing=is_missing,
            simulated=entry.simulated,
        )


def comparison_view(comparison: Comparison, energy_unit: str = JOULE) -> ComparisonView:
    """Return a comparison as it is shown, with energies in "J" or "Wh"."""
    return ComparisonView(comparison, energy_unit)


def metric_rows(comparison: Comparison, energy_unit: str = JOULE) -> list[MetricRow]:
    """Return the rows of a comparison, headlines first."""
    return list(ComparisonView(comparison, energy_unit).rows)


def figure(entry: Entry, unit: DisplayUnit) -> str:
    """Return an entry's figure without its unit: "~" before an estimate, "–" when it is missing."""
    if entry.value is None:
        return MISSING
    return f"{'~' if entry.quality is Quality.ESTIMATED else ''}{unit.figure(entry.value)}"


def unreal(entries: Iterable[Entry | Cell]) -> str:
    """Return "simulated", "recorded" where all figures that are there come from such devices; "" where one is of real hardware."""
    labels = [entry.simulated for entry in entries if (entry.value not in (None, MISSING))]
    return " / ".join(dict.fromkeys(unreal_word(label) for label in labels if label)) if all(labels) else ""


def _quality(entries: Sequence[Entry]) -> str:
    worth = " / ".join(dict.fromkeys(entry.quality.value for entry in entries if entry.value is not None))
    return unreal(entries) or worth or "missing"


def _verdict(entry: Entry) -> str:
    return DIFFERS if entry.difference is not None and entry.verdict == NOT_COMPARABLE else entry.verdict


def _ratio_texts(ratio: float | None, interval: tuple[float, float] | None) -> tuple[str, str]:
    """Return a ratio and its interval, both with as many decimals as the interval's width allows."""
    if ratio is None or interval is None:
        return MISSING if ratio is None else figures.significant(ratio), ""
    low, high = interval
    if not (min(low, ratio) >= _SMALL and max(high, ratio) <= _LARGE):
        return figures.significant(ratio), figures.interval_words(interval)
    decimals = 2 if high - low >= (_CLOSE if low >= 1 else _WIDE) else 3
    return f"{ratio:.{decimals}f}", f"{low:.{decimals}f}–{high:.{decimals}f}"


def _evidence(entry: Entry) -> str:
    if entry.corrected_p is None:
        return ""
    p = f"= {figures.significant(entry.corrected_p, 2)}" if entry.corrected_p >= 1e-4 else "< 0.0001"
    evidence = f"n = {entry.n}, corrected p {p}"
    if entry.effect_size is None or not math.isfinite(entry.effect_size):
        return evidence
    return f"{evidence}, effect size (Hedges' g) {figures.significant(entry.effect_size, 2)}"


def _spread(entry: Entry) -> str:
    """Return the uncertainty of an energy; that of other metrics shows in the intervals of the ratios."""
    if entry.unit != "J" or not entry.value or not entry.value_uncertainty:
        return ""
    return figures.spread(abs(entry.value_uncertainty / entry.value))


def _help(name: str) -> str:
    if name == WINDOW:
        return "How long a run was measured, the median of the runs."
    known = metric(name)
    if known is not None:
        return known.help
    return next((device_metric.help for key, device_metric, _ in reduced_metrics() if key == name), "")


def _kin(key: str) -> tuple[str, str] | None:
    """Return the key that a metric shares with those it is read against; None when it has none."""
    device, _, name = key.rpartition("/")
    if memory := next((begin for begin in _MEMORY if name.startswith(begin)), None):
        return "", memory
    return next(((device, begin) for begin in _KIN if name.startswith(begin)), None)


def _headlines(comparison: Comparison) -> list[str]:
    values = {key: [entry.value for entry in entries] for key, entries in comparison.metrics.items()}
    return headline_keys(values)


def _windows(comparison: Comparison) -> tuple[Entry, ...]:
    """Return the median of the groups' measured windows; their ratio says nothing where a run did not finish."""
    lengths = [[record.duration_s for record in group.runs if record.duration_s is not None] for group in comparison.groups]
    medians = [statistics.median(known) if known else None for known in lengths]
    is_whole = [all(record.state is RunState.FINISHED for record in group.runs) for group in comparison.groups]
    baseline = next(place for place, group in enumerate(comparison.groups) if group.name == comparison.baseline)
    entries = []
    for group, value, whole in zip(comparison.groups, medians, is_whole, strict=True):
        base = medians[baseline]
        ratio = value / base if value and base and whole and is_whole[baseline] else None
        reason = "the run has no such time" if value is None else "" if whole else "a run did not finish"
        quantity = Quantity.missing("s", reason) if value is None else Quantity(value, "s", Quality.MEASURED, "", None, reason or None)
        entries.append(Entry(group.name, quantity, ratio, None, NOT_COMPARABLE, reason, len(group.runs)))
    return tuple(entries)


def remarks(rows: Sequence[MetricRow]) -> list[str]:
    """Return what limits the figures of some rows, a sentence each: why figures are missing or have no ratio, what is not real.

    The same words stand once, with the labels of all rows that they concern, and with the groups where it is not all of them.
    """
    said: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for row in rows:
        by_remark: dict[str, list[str]] = {}
        for cell in row.cells:
            for remark in cell.remarks:
                if text := _CIRCUMSTANCE.sub("", remark) if cell.is_missing else remark:
                    by_remark.setdefault(text, []).append(cell.group)
        for text, named in by_remark.items():
            concerned = len(row.cells) - (1 if text.startswith(_OF_RATIOS) else 0)  # a ratio is of all groups but the baseline
            said.setdefault((text, () if len(named) >= concerned else tuple(named)), []).append(row.full_label)
    ordered = sorted(said.items(), key=lambda item: item[0][0].startswith(_OF_RATIOS))
    sentences = []
    for (text, groups), labels in ordered:
        where = f" of {_listed(groups)}" if groups else ""
        told_of = f"No ratio of {_listed(labels)}" if text.startswith(_OF_RATIOS) else _listed(labels)
        sentences.append(f"{told_of}{where}: {text}.")
    unreal_labels = dict.fromkeys(cell.simulated for row in rows for cell in row.cells if cell.simulated)
    return [*sentences, *(f"Marked figures are not of real hardware: {label}." for label in unreal_labels)]


_OF_RATIOS = "too short to compare"
"""How a remark begins that speaks of the ratio and not of the value."""


def _listed(items: Sequence[str]) -> str:
    different = list(dict.fromkeys(items))
    if len(different) > _LISTED:
        different = [*different[: _LISTED - 1], f"{len(different) - _LISTED + 1} more"]
    return figures.listed(different)


@dataclass(frozen=True, slots=True)
class ComparabilityView:
    """How far groups may be compared: one level for all pairs.

    Attributes:
        level: The worst of all pairs.
        counted: How many pairs have it, "1 of 2"; "" where all do.
        reasons: In whole sentences, one that several groups share once.
    """

    level: Level
    counted: str
    reasons: tuple[str, ...]

    @property
    def badge(self) -> str:
        """Glyph and level in words: ``! comparable with caution: 1 of 2``."""
        text = f"{LEVEL_GLYPHS[self.level]} {self.level.value}"
        return f"{text}: {self.counted}" if self.counted else text


def comparability_view(pairs: Sequence[Comparability], baseline: str = "") -> ComparabilityView:
    """Return how far the groups of some pairs may be compared.

    Args:
        pairs: Each group beside the baseline.
        baseline: Its name; a sentence that begins with a name leaves it as the user wrote it.
    """
    names = tuple(name for name in (*(pair.group for pair in pairs), baseline) if name)
    level = worst(pairs)
    alike = sum(pair.level is level for pair in pairs)
    groups: dict[str, list[str]] = {}
    for pair in pairs:
        for reason in pair.reasons:
            groups.setdefault(reason, []).append(pair.group)
    sentences = []
    for reason, concerned in groups.items():
        if len(concerned) == len(pairs) or any(name in reason for name in concerned):
            sentences.append(f"{reason}." if reason.startswith(names) else f"{reason[:1].upper()}{reason[1:]}.")
        else:
            sentences.append(f"{', '.join(concerned)}: {reason}.")
    return ComparabilityView(level, f"{alike} of {len(pairs)}" if alike < len(pairs) else "", tuple(sentences))
