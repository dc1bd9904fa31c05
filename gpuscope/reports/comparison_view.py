"""A comparison as it is shown: the single place that decides on its rows, figures, marks and words.

Window, PDF, HTML and terminal only lay this out and compute nothing themselves, so they cannot contradict each other. All strings are
English; the window translates the fixed ones (:func:`translated_texts`) through its vocabulary of the engine.
"""

import math
import re
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from gpuscope.analysis.comparability import REASONS, Comparability, Level, worst
from gpuscope.analysis.comparison import Comparison, sentences_with_names
from gpuscope.analysis.comparison_sentences import ComparisonSentences, interval_of_difference
from gpuscope.analysis.entry import MISSING_BASELINE, Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.phase_metrics import STEPS_TIMED, TIME_KEY, timed_steps
from gpuscope.analysis.processor_share import OTHERS_TEXT
from gpuscope.analysis.run_value import SHARED_DEVICE_TEXT, SHORT_COMMAND_TEXT, SHORT_WINDOW_TEXT
from gpuscope.analysis.statistics.verdict import CORRECTED, NO_DIFFERENCE, NOT_COMPARABLE
from gpuscope.core import figures
from gpuscope.core.figures import MISSING, DisplayUnit, capitalized, display_unit, listed_names, points_texts, ratio_texts
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import SHARES, definition, describe
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunState
from gpuscope.reports.comparison_rows import BETTER_TEXTS, DIFFERS, MARKS, OF_GROUPS, SO_FAR, Cell, MetricRow, unreal
from gpuscope.reports.comparison_settings import CommonGround, SettingRow, common_ground, setting_rows
from gpuscope.reports.group_names import elided_names, short_names
from gpuscope.reports.headlines import headline_keys
from gpuscope.reports.printable import printable, width
from gpuscope.system import language
from gpuscope.system.language import composed, translated
from gpuscope.system.settings import JOULE

WINDOW = "window"
"""Key of the length of the measured window, which is not among the metrics of a comparison."""

_KIN = ("latency_", "phase_time_", "phase_energy_", "model_size_bytes", "power_")
"""Prefixes of metrics that are read against each other and so share a unit: p50 and p99 both in ms."""
_MEMORY = ("memory_", "resident_memory")
"""Prefixes of memory metrics, separate for device memory and process memory, which may be a thousandth of it; across all devices."""
NAME_COLUMNS = 40
"""Maximum width of a group's name in a sentence, in columns."""

IN_LANGUAGE = ComparisonSentences(
    composed,
    language.listed,
    language.joined_sentences,
    language.joined_clauses,
    language.filled,
    language.remarked,
    language.about_subject,
)
"""Composes sentences in the current language; machine-readable documents stay in English."""


COUNTED = {level: f"{level.value}: {{0}} of {{1}}" for level in (Level.CAUTION, Level.NOT_COMPARABLE)}
"""How far groups may be compared, and how many of those beside the baseline this applies to."""
LEVEL_GLYPHS = {Level.COMPARABLE: "✓", Level.CAUTION: "!", Level.NOT_COMPARABLE: "✗"}


def translated_texts() -> Iterator[str]:
    """Yield the texts that the window translates."""
    for mark in (*MARKS.values(), *SO_FAR.values()):
        yield from (mark.label, mark.description)
    yield from BETTER_TEXTS.values()
    yield from (*(level.value for level in Level), *COUNTED.values())
    yield from (*REASONS, OTHERS_TEXT, SHORT_WINDOW_TEXT, SHORT_COMMAND_TEXT, SHARED_DEVICE_TEXT)


@dataclass(frozen=True)
class ComparisonView:
    """A comparison as every surface shows it.

    Attributes:
        comparison: The computed comparison.
        energy_unit: Unit of energies: "J" or "Wh".
    """

    comparison: Comparison
    energy_unit: str = JOULE

    def __post_init__(self) -> None:
        """Protect the groups' names from translation within sentences."""
        language.keep_names((*self.names, *self.short_names, *self.column_names))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The groups' whole names."""
        return tuple(group.name for group in self.comparison.groups)

    @cached_property
    def short_names(self) -> tuple[str, ...]:
        """The groups' names without the words that all of them share."""
        return tuple(short_names(self.names)[1])

    @cached_property
    def column_names(self) -> tuple[str, ...]:
        """The groups' short names where a long one would be too wide: in a terminal and in sentences."""
        return tuple(elided_names([printable(name) for name in self.short_names], NAME_COLUMNS))

    @property
    def shared_name(self) -> str:
        """The words that all names share; "" when there are none."""
        return short_names(self.names)[0]

    @cached_property
    def sentence_names(self) -> tuple[str, ...]:
        """The groups' names for use in sentences: whole, or all of them shortened if any is too long."""
        if max(map(width, self.names)) <= NAME_COLUMNS:
            return self.names
        return self.column_names

    def shortened(self, text: str) -> str:
        """Return a text with the names of groups as sentences have them, so that one page names each group in one way."""
        for name, short in sorted(zip(self.names, self.sentence_names, strict=True), key=lambda pair: -len(pair[0])):
            text = text.replace(name, short)
        return text

    def worked_out(self) -> Self:
        """Work out all parts now, e.g. in a thread that shows nothing, instead of when each is first laid out; return the view."""
        _ = self.sentences, self.rows, self.settings, self.ground, self.comparability
        return self

    @property
    def baseline(self) -> int:
        """Index of the baseline among the groups."""
        return self.names.index(self.comparison.baseline)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """One sentence per group except the baseline, then one on how far they can be trusted."""
        return sentences_with_names(self.comparison, dict(zip(self.names, self.sentence_names, strict=True)).__getitem__, IN_LANGUAGE)

    @property
    def qualification(self) -> str:
        """Why there are too few runs for a claim, the start of the last of the sentences; "" if there are enough."""
        return self.shortened(IN_LANGUAGE.qualification(self.comparison.groups))

    @cached_property
    def entries(self) -> Mapping[str, Sequence[Entry]]:
        """The comparison's entries by metric, and those of the measured window."""
        return {**self.comparison.metrics, WINDOW: _windows(self.comparison)}

    @cached_property
    def is_judged(self) -> bool:
        """Whether there are repeats, and therefore verdicts."""
        return any(entry.difference is not None for row in self.comparison.metrics.values() for entry in row)

    @cached_property
    def rows(self) -> tuple[MetricRow, ...]:
        """All metrics: headlines first, then those of the run, then each device's."""
        headlines = headline_keys({key: [entry.value for entry in entries] for key, entries in self.comparison.metrics.items()})
        rest = [key for key in self.entries if key not in headlines]
        rest.sort(key=lambda key: "/" in key)  # the window is a metric of the run; otherwise the comparison's order
        return tuple(self._row(key, is_headline=key in headlines) for key in (*headlines, *rest))

    @cached_property
    def by_key(self) -> Mapping[str, MetricRow]:
        """The rows by metric key."""
        return {row.key: row for row in self.rows}

    @property
    def headlines(self) -> tuple[MetricRow, ...]:
        """The rows shown first; of the metrics that no group has, only energy is included."""
        return tuple(row for row in self.rows if row.is_headline)

    @cached_property
    def settings(self) -> tuple[SettingRow, ...]:
        """The settings that differ between specs and environments, those of the spec first."""
        return tuple(setting_rows(self.comparison))

    @cached_property
    def ground(self) -> CommonGround:
        """The differences between the groups and what they share, in a few words."""
        return common_ground(self.comparison)

    @cached_property
    def comparability(self) -> "ComparabilityView":
        """The comparability of the groups, without the reasons that the sentences give."""
        found = comparability_view(self.comparison.pairs, self.comparison.baseline)
        return replace(found, reasons=self.unsaid(found.reasons))

    def unsaid(self, reasons: Sequence[str]) -> tuple[str, ...]:
        """Return the reasons for caution without those that the last sentence gives: the CPU share of other programs, by group."""
        said = tuple(f"{name}: {OF_GROUPS}" for name in self.names)
        return tuple(reason for reason in reasons if not reason.startswith(said))

    @cached_property
    def _keys_of_kin(self) -> Mapping[tuple[str, str] | None, list[str]]:
        kin: dict[tuple[str, str] | None, list[str]] = {}
        for key in self.entries:
            kin.setdefault(_kin(key), []).append(key)
        return kin

    def unit(self, key: str) -> DisplayUnit:
        """Return the unit of a metric's figures, chosen for the values of all the rows that are read against each other."""
        name, kin = key.rpartition("/")[2], _kin(key)
        entries = self.entries[key]
        keys = [key] if kin is None else self._keys_of_kin[kin]
        unit = entries[0].unit or describe(name)[1]
        values = [entry.value for other in keys for entry in self.entries[other] if entry.unit == unit]
        return display_unit(unit, values, share=name in SHARES, energy_unit=self.energy_unit)

    def _row(self, key: str, *, is_headline: bool) -> MetricRow:
        device = key.rpartition("/")[0]
        entries, unit = self.entries[key], self.unit(key)
        label, _, better = ("Measured window", "", Better.NEITHER) if key == WINDOW else describe(key)
        cells = tuple(self._cell(key, entry, unit) for entry in entries)
        if key.startswith(TIME_KEY):
            cells = tuple(map(self._timed, cells, self.comparison.groups))
        differs = any(cell.value != cells[self.baseline].value for cell in cells)
        return MetricRow(key, label, device, unit, better, _help(key), cells, is_headline, differs, _quality(entries))

    @staticmethod
    def _timed(cell: Cell, group: Group) -> Cell:
        """Return the cell of a phase time with a remark on how many of the steps were timed, if that is not all of them."""
        counts = None if cell.is_missing else timed_steps(group.runs)
        if counts is None:
            return cell
        return replace(cell, remarks=(*cell.remarks, STEPS_TIMED.format(*(figures.figure(float(count), "1") for count in counts))))

    def _cell(self, key: str, entry: Entry, unit: DisplayUnit) -> Cell:
        is_other, is_missing = entry.group != self.comparison.baseline, entry.value is None
        ratio = entry.ratio if is_other and entry.ratio is not None and math.isfinite(entry.ratio) else None
        interval = entry.interval if ratio is not None else None
        ratio_text, interval_text = ratio_texts(ratio, interval)
        points = interval_of_difference(key, entry, translated) if is_other else ""
        if points and entry.difference is not None:
            ratio_text, interval_text = points_texts(entry.difference)[0], points
        return Cell(
            group=entry.group,
            value=_figure(entry, unit),
            spread=_spread(entry),
            ratio=ratio,
            ratio_text=ratio_text,
            is_in_points=bool(points),
            interval=interval,
            interval_text=interval_text,
            verdict=_verdict(entry) if self.is_judged and is_other and not is_missing else "",
            is_provisional=entry.is_provisional,
            evidence=_evidence(entry),
            reason=entry.note if is_missing else entry.reason,
            remarks=(entry.note,) if is_missing else (*_against_interval(entry), *_notes(entry)),
            is_missing=is_missing,
            simulated=entry.simulated,
        )


def _notes(entry: Entry) -> tuple[str, ...]:
    return tuple(part for part in language.parts_of(entry.note) if part and part != MISSING_BASELINE)


def _against_interval(entry: Entry) -> tuple[str, ...]:
    """Return why there is no measurable difference although the interval excludes 1; () for any other verdict."""
    if entry.verdict != NO_DIFFERENCE or entry.interval is None or entry.interval[0] <= 1.0 <= entry.interval[1]:
        return ()
    return (language.parts_of(entry.reason)[0].partition(CORRECTED)[0],)


def _figure(entry: Entry, unit: DisplayUnit) -> str:
    """Return an entry's figure without its unit: "~" before an estimate, "–" when it is missing."""
    if entry.value is None:
        return MISSING
    return f"{'~' if entry.quality is Quality.ESTIMATED else ''}{unit.figure(entry.value)}"


def _quality(entries: Sequence[Entry]) -> str:
    worth = " / ".join(dict.fromkeys(entry.quality.value for entry in entries if entry.value is not None))
    return unreal(entries) or worth or "missing"


def _verdict(entry: Entry) -> str:
    return DIFFERS if entry.difference is not None and entry.verdict == NOT_COMPARABLE else entry.verdict


def _evidence(entry: Entry) -> str:
    if entry.corrected_p is None:
        return ""
    p = f"= {figures.significant(entry.corrected_p, 2)}" if entry.corrected_p >= 1e-4 else "< 0.0001"
    evidence = f"n = {entry.n}, corrected p {p}"
    if entry.effect_size is None or not math.isfinite(entry.effect_size):
        return evidence
    return f"{evidence}, effect size (Hedges' g) {figures.significant(entry.effect_size, 2)}"


def _spread(entry: Entry) -> str:
    """Return the uncertainty of an energy; for other metrics the intervals of the ratios show it."""
    if entry.unit != "J" or not entry.value or not entry.value_uncertainty:
        return ""
    return figures.spread(abs(entry.value_uncertainty / entry.value))


def _help(key: str) -> str:
    if key == WINDOW:
        return "Length of the measured window, the median of the runs."
    return definition(key)


def _kin(key: str) -> tuple[str, str] | None:
    """Return a key that is common to metrics read against each other; None if the metric is read alone."""
    device, _, name = key.rpartition("/")
    if memory := next((begin for begin in _MEMORY if name.startswith(begin)), None):
        return "", memory
    return next(((device, begin) for begin in _KIN if name.startswith(begin)), None)


def _windows(comparison: Comparison) -> tuple[Entry, ...]:
    """Return the medians of the groups' measured windows; without a ratio where a run did not finish, as it would be meaningless."""
    lengths = [[record.duration_s for record in group.compared if record.duration_s is not None] for group in comparison.groups]
    medians = [statistics.median(known) if known else None for known in lengths]
    is_whole = [all(record.state is RunState.FINISHED for record in group.compared) for group in comparison.groups]
    baseline = next(place for place, group in enumerate(comparison.groups) if group.name == comparison.baseline)
    entries = []
    for group, value, whole in zip(comparison.groups, medians, is_whole, strict=True):
        base = medians[baseline]
        ratio = value / base if value and base and whole and is_whole[baseline] else None
        reason = "the run has no such time" if value is None else "" if whole else "a run did not finish"
        quantity = Quantity.missing("s", reason) if value is None else Quantity(value, "s", Quality.MEASURED, "", None, reason or None)
        entries.append(Entry(group.name, quantity, ratio, None, NOT_COMPARABLE, reason, len(group.compared)))
    return tuple(entries)


@dataclass(frozen=True, slots=True)
class ComparabilityView:
    """The comparability of groups: one level for all pairs.

    Attributes:
        level: The worst level of all pairs.
        counts: How many pairs have it, and how many there are; None if all do.
        reasons: In whole sentences; a reason shared by several groups appears once.
    """

    level: Level
    counts: tuple[int, int] | None
    reasons: tuple[str, ...]

    @property
    def badge(self) -> str:
        """Glyph and level in words: ``! comparable with caution: 1 of 2``."""
        text = COUNTED[self.level].format(*self.counts) if self.counts else self.level.value
        return f"{LEVEL_GLYPHS[self.level]} {text}"


def _first_place(name: str, text: str) -> int:
    """Return where a text first has a name that is not part of a word; -1 for nowhere."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return -1 if found is None else found.start()


def comparability_view(pairs: Sequence[Comparability], baseline: str = "") -> ComparabilityView:
    """Return the comparability over all pairs.

    Args:
        pairs: Each group paired with the baseline.
        baseline: Name of the baseline; names at the start of a sentence are not capitalized.
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
        begins_with_name = any(_first_place(name, reason) == 0 for name in names)
        if len(concerned) == len(pairs) or begins_with_name or any(_first_place(name, reason) >= 0 for name in concerned):
            sentences.append(f"{reason}." if begins_with_name else f"{capitalized(reason)}.")
        else:
            sentences.append(f"{listed_names(concerned)}: {reason}.")
    return ComparabilityView(level, (alike, len(pairs)) if alike < len(pairs) else None, tuple(sentences))
