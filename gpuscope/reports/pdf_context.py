"""What every part of the PDF report starts from: the comparison, its runs with their curves, and how its groups look."""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import MISSING_BASELINE, Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.analysis.statistics.verdict import NOT_COMPARABLE
from gpuscope.core.device import MACHINE, WORKLOAD, unreal_word
from gpuscope.core.figures import DisplayUnit, display_unit, significant
from gpuscope.core.metric_registry import SHARES, describe
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord, RunState
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_look import GroupLook, group_looks
from gpuscope.reports.report_layout import WHOLE, ReportLayout
from gpuscope.system.settings import JOULE

WINDOW = "window"
"""Key of the time over which a run was measured, which a comparison does not count among its metrics."""
_SIDE_BY_SIDE = 3
"""Groups up to which a table has a column for each and for its ratio."""
TOO_SHORT = "too short to compare"


@dataclass(frozen=True)
class ReportContext:
    """A comparison as its report sees it.

    Attributes:
        comparison: The groups and their figures.
        recorded: Their runs with their curves, by id.
        coverage: What the shipped fonts can show.
        energy_unit: In which energies stand: "J" or "Wh".
        layout: Which sections it has, on which paper.
    """

    comparison: Comparison
    recorded: Mapping[str, RecordedRun]
    coverage: GlyphCoverage
    energy_unit: str = JOULE
    layout: ReportLayout = WHOLE

    @cached_property
    def looks(self) -> tuple[GroupLook, ...]:
        """The groups' looks, in the comparison's order."""
        return group_looks(self.comparison.groups, self.coverage)

    @cached_property
    def metrics(self) -> Mapping[str, Sequence[Entry]]:
        """The comparison's metrics, and the window over which the runs were measured."""
        return {WINDOW: self._windows(), **self.comparison.metrics}

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups."""
        return self.comparison.groups

    @property
    def baseline(self) -> int:
        """The place of the baseline among the groups."""
        return next(place for place, group in enumerate(self.groups) if group.name == self.comparison.baseline)

    @property
    def side_by_side(self) -> bool:
        """Whether the groups are few enough for a column each, with their ratios."""
        return len(self.groups) <= _SIDE_BY_SIDE

    def runs(self) -> Iterator[tuple[GroupLook, RunRecord]]:
        """Yield every run with its group's look."""
        for look, group in zip(self.looks, self.groups, strict=True):
            for record in group.runs:
                yield look, record

    def shown(self, text: object, widest: int | None = None) -> str:
        """Return text in which every character can be shown and nothing acts."""
        return self.coverage.showable(str(text), widest)

    def label(self, key: str) -> str:
        """Return a metric in words, without its device."""
        return "Measured window" if key == WINDOW else self.shown(describe(key.rpartition("/")[2])[0], 60)

    def full_label(self, key: str) -> str:
        """Return a metric in words, with its device."""
        return self.shown(of_device(key.rpartition("/")[0], self.label(key)), 80)

    def unit(self, key: str) -> DisplayUnit:
        """Return the unit in which a metric's figures stand side by side."""
        entries = self.metrics[key]
        return display_unit(entries[0].unit, [entry.value for entry in entries], share=is_share(key), energy_unit=self.energy_unit)

    def has_value(self, key: str) -> bool:
        """Whether any group has a value of a metric."""
        return any(entry.value is not None for entry in self.metrics.get(key, ()))

    def simulated(self, record: RunRecord) -> dict[str, str]:
        """Return the devices of a run whose readings are not those of real hardware, with their labels."""
        return {result.device.key: result.device.simulated for result in record.devices if result.device.simulated}

    def _windows(self) -> tuple[Entry, ...]:
        lengths = [[record.duration_s for record in group.runs if record.duration_s is not None] for group in self.groups]
        medians = [statistics.median(known) if known else None for known in lengths]
        is_whole = [all(record.state is RunState.FINISHED for record in group.runs) for group in self.groups]
        entries = []
        for group, value, whole in zip(self.groups, medians, is_whole, strict=True):
            base = medians[self.baseline]
            ratio = value / base if value and base and whole and is_whole[self.baseline] else None
            reason = "the run has no such time" if value is None else "" if whole else "a run did not finish"
            quantity = Quantity.missing("s", reason) if value is None else Quantity(value, "s", Quality.MEASURED, "", None, reason or None)
            entries.append(Entry(group.name, quantity, ratio, None, NOT_COMPARABLE, reason, len(group.runs)))
        return tuple(entries)


def of_device(device: str, label: str) -> str:
    """Return a label with its device: ``gpu:0 power, mean``; ``CPU utilization``; ``Main memory used``; ``Workload's CPU time``."""
    if not device:
        return label
    small = label[:1].lower() + label[1:] if not label[:2].isupper() else label
    if device == MACHINE:
        return f"Main {small}" if small.startswith("memory") else f"CPU {small}"
    return f"Workload's {small}" if device == WORKLOAD else f"{device} {small}"


def is_share(key: str) -> bool:
    """Whether a metric is read as a percentage."""
    return key.rpartition("/")[2] in SHARES


def figure(entry: Entry, unit: DisplayUnit) -> str:
    """Return an entry's figure without its unit: "~" before an estimate, "–" when it is missing."""
    if entry.value is None:
        return "–"
    return f"{'~' if entry.quality is Quality.ESTIMATED else ''}{unit.figure(entry.value)}"


def quality(entries: Sequence[Entry]) -> str:
    """Return what figures are worth: the word that all share, or the words; "simulated" when none is of real hardware."""
    if words := unreal(entries):
        return words
    return " / ".join(dict.fromkeys(entry.quality.value for entry in entries if entry.value is not None)) or "missing"


def unreal(entries: Sequence[Entry]) -> str:
    """Return "simulated", "recorded" where all figures that are there come from such devices; "" where one is of real hardware."""
    labels = [entry.simulated for entry in entries if entry.value is not None]
    return " / ".join(dict.fromkeys(unreal_word(label) for label in labels if label)) if all(labels) else ""


def times(value: float) -> str:
    """Return a ratio as it is read: ``0.849 ×``, on one line."""
    return f"{significant(value)}\u00a0×"


def ratio(entry: Entry) -> str:
    """Return an entry's ratio to the baseline in words, or in one or two why there is none."""
    if entry.ratio is not None:
        return times(entry.ratio)
    return "too short" if TOO_SHORT in entry.reason else "–"


def remarks(entry: Entry) -> list[str]:
    """Return what is to be known beside an entry, without what the summary says already."""
    return [part for part in entry.note.split("; ") if part and part != MISSING_BASELINE]
