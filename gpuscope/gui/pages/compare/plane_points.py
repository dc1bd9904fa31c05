"""What time and energy the runs took, as points of a plane; or why there are none. And headline metrics as bars."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.entry import Entry
from gpuscope.analysis.run_value import WALL_TIME, quantity
from gpuscope.core.figures import DisplayUnit, display_unit
from gpuscope.core.metric import Better
from gpuscope.core.metric_registry import SHARES
from gpuscope.core.run import RunRecord
from gpuscope.gui.pages.compare.group_bars import Bar, BarBlock
from gpuscope.reports.comparison_view import MetricRow, metric_rows
from gpuscope.system.settings import JOULE

_PAIRS = (("throughput", "energy_per_sample"), ("step_rate", "energy_per_step"), (WALL_TIME, "energy"))
"""What says how fast, and what says how many joules."""


@dataclass(frozen=True, slots=True)
class Plane:
    """Points with the titles of their axes.

    Attributes:
        points: (group's name, its place, horizontal, vertical) of each run that has both, as shown.
        x_title: What the horizontal axis counts.
        y_title: What the vertical one counts.
        x_better: Its better end.
    """

    points: Sequence[tuple[str, int, float, float]]
    x_title: str
    y_title: str
    x_better: Better


def plane(comparison: Comparison, energy_unit: str = JOULE) -> Plane | None:
    """Return the plane of the first pair of figures that two groups have, energy in joules or watt hours; None when there is none."""
    for x_key, y_key in _PAIRS:
        found = [
            (group.name, index, x, y)
            for index, group in enumerate(comparison.groups)
            for run in group.runs
            if (x := run_value(run, x_key)) is not None and (y := run_value(run, y_key)) is not None
        ]
        if len({point[1] for point in found}) > 1:
            return _plane(found, x_key, y_key, energy_unit)
    return None


def _plane(found: list[tuple[str, int, float, float]], x_key: str, y_key: str, energy_unit: str) -> Plane:
    x_si = {"throughput": "samples/s", "step_rate": "steps/s"}.get(x_key, "s")
    x_unit = display_unit(x_si, [point[2] for point in found])
    y_unit = display_unit("J", [point[3] for point in found], energy_unit=energy_unit)
    points = [(name, index, x_unit.shown(x), y_unit.shown(y)) for name, index, x, y in found]
    is_time = x_key == WALL_TIME
    x_title = QCoreApplication.translate("ComparePage", "start to exit, {0}").format(x_unit.name) if is_time else x_unit.name
    return Plane(points, x_title, _y_title(y_key).format(y_unit.name), Better.LOWER if is_time else Better.HIGHER)


def _y_title(key: str) -> str:
    titles = {
        "energy_per_sample": QCoreApplication.translate("ComparePage", "{0} a sample"),
        "energy_per_step": QCoreApplication.translate("ComparePage", "{0} a step"),
    }
    return titles.get(key, "{0}")


def run_value(run: RunRecord, key: str) -> float | None:
    """Return a metric of a run, a device's as "gpu:0/power_mean"; None when it is missing."""
    return quantity(run, key).value


def why_no_plane(comparison: Comparison) -> str:
    """Return in words why there is no plane."""
    entries = comparison.metrics.get("energy") or comparison.metrics.get("energy_per_sample") or ()
    reasons = dict.fromkeys(entry.reason for entry in entries if entry.value is None and entry.reason)
    if reasons:
        return QCoreApplication.translate("ComparePage", "No energy was measured: {0}.").format("; ".join(list(reasons)[:2]))
    if entries:
        return QCoreApplication.translate("ComparePage", "Only one group has an energy.")
    return QCoreApplication.translate("ComparePage", "No energy was measured.")


def bar_blocks(comparison: Comparison, energy_unit: str = JOULE) -> list[BarBlock]:
    """Return the headline metrics that any group has, as bars, energy in joules or watt hours."""
    return [_block(comparison, row, energy_unit) for row in metric_rows(comparison, energy_unit) if row.is_headline and not row.is_missing]


def _block(comparison: Comparison, row: MetricRow, energy_unit: str) -> BarBlock:
    entries = comparison.metrics[row.key]
    is_share = row.key.rpartition("/")[2] in SHARES
    unit = display_unit(entries[0].unit, [entry.value for entry in entries], share=is_share, energy_unit=energy_unit)
    base = next(entry.value for entry in entries if entry.group == comparison.baseline)
    bars = tuple(_bar(comparison, index, row, unit, entry, base) for index, entry in enumerate(entries))
    title = f"{row.label}, {row.device}" if row.device else row.label
    return BarBlock(title, row.unit, row.better, bars)


def _bar(comparison: Comparison, index: int, row: MetricRow, unit: DisplayUnit, entry: Entry, base: float | None) -> Bar:
    values = (run_value(run, row.key) for run in comparison.groups[index].runs)
    runs = tuple(unit.shown(value) for value in values if value is not None)
    value = None if entry.value is None else unit.shown(entry.value)
    ends = row.cells[index].interval
    interval = None if ends is None or base is None else (unit.shown(base * ends[0]), unit.shown(base * ends[1]))
    return Bar(entry.group, index, value, row.cells[index].value, runs, interval)
