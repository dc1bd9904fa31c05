"""The shared input of all parts of the PDF report: the comparison, its runs with their curves, and the looks of its groups."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.group import Group
from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.core.figures import DisplayUnit
from gpuscope.core.run import RunRecord
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.glyph_coverage import GlyphCoverage
from gpuscope.reports.group_names import GroupLook, group_looks
from gpuscope.reports.headlines import of_device
from gpuscope.reports.report_layout import WHOLE, ReportLayout
from gpuscope.system.language import translated
from gpuscope.system.settings import JOULE

_SIDE_BY_SIDE = 3
"""Most groups for which a table has columns for each group's figure and ratio."""


@dataclass(frozen=True)
class ReportContext:
    """A comparison with everything its report needs.

    Attributes:
        comparison: The groups and their figures.
        recorded: Their runs with their curves, by id.
        coverage: The characters that can be shown.
        energy_unit: Unit of energies: "J" or "Wh".
        layout: The report's sections and paper size.
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
    def view(self) -> ComparisonView:
        """The comparison as every surface shows it."""
        return ComparisonView(self.comparison, self.energy_unit)

    @property
    def metrics(self) -> Mapping[str, Sequence[Entry]]:
        """The comparison's entries by metric, and those of the measured window."""
        return self.view.entries

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups."""
        return self.comparison.groups

    @property
    def baseline(self) -> int:
        """Index of the baseline among the groups."""
        return self.view.baseline

    @property
    def side_by_side(self) -> bool:
        """Whether the groups are few enough for columns of their own, with ratios."""
        return len(self.groups) <= _SIDE_BY_SIDE

    def runs(self) -> Iterator[tuple[GroupLook, RunRecord]]:
        """Yield every run with its group's look."""
        for look, group in zip(self.looks, self.groups, strict=True):
            for record in group.runs:
                yield look, record

    def shown(self, text: object, widest: int | None = None) -> str:
        """Return text without control characters in which every character can be shown."""
        return self.coverage.showable(str(text), widest)

    def label(self, key: str) -> str:
        """Return a metric in words, without its device."""
        return self.shown(translated(self.view.by_key[key].label), 60)

    def full_label(self, key: str) -> str:
        """Return a metric in words, with its device."""
        return self.shown(of_device(key.rpartition("/")[0], self.view.by_key[key].label), 80)

    def unit(self, key: str) -> DisplayUnit:
        """Return the common unit of a metric's figures."""
        return self.view.unit(key)

    def has_value(self, key: str) -> bool:
        """Return whether any group has a value of a metric."""
        return any(entry.value is not None for entry in self.metrics.get(key, ()))

    def simulated(self, record: RunRecord) -> dict[str, str]:
        """Return the labels of a run's devices that are not real hardware, by device key."""
        return {result.device.key: result.device.simulated for result in record.devices if result.device.simulated}
