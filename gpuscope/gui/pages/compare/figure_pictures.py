"""The plane of time and energy, and headline metrics as bars, in the window's language; and why there is no plane."""

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.gui.engine_words import engine_words
from gpuscope.reports.comparison_view import MetricRow, metric_rows
from gpuscope.reports.pictures import comparison_pictures
from gpuscope.reports.pictures.comparison_pictures import Wording, bar_block
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.system.settings import JOULE


def plane(comparison: Comparison, energy_unit: str = JOULE) -> Chart | None:
    """Return the plane of the first pair of figures that two groups have, energy in joules or watt hours; None when there is none."""
    return comparison_pictures.plane(comparison, _wording(energy_unit))


def figure_bars(comparison: Comparison, energy_unit: str = JOULE) -> BarPicture:
    """Return the headline metrics that any group has, as bars, energy in joules or watt hours."""
    rows = [row for row in metric_rows(comparison, energy_unit) if row.is_headline and not row.is_missing]
    wording = _wording(energy_unit)
    return BarPicture(tuple(bar_block(comparison, row.key, _title(row), wording) for row in rows))


def why_no_plane(comparison: Comparison) -> str:
    """Return in words why there is no plane."""
    entries = comparison.metrics.get("energy") or comparison.metrics.get("energy_per_sample") or ()
    reasons = dict.fromkeys(entry.reason for entry in entries if entry.value is None and entry.reason)
    if reasons:
        return QCoreApplication.translate("ComparePage", "No energy was measured: {0}.").format("; ".join(list(reasons)[:2]))
    if entries:
        return QCoreApplication.translate("ComparePage", "Only one group has an energy.")
    return QCoreApplication.translate("ComparePage", "No energy was measured.")


def _wording(energy_unit: str) -> Wording:
    return Wording(energy_unit=energy_unit, say=engine_words)


def _title(row: MetricRow) -> str:
    return f"{row.label}, {row.device}" if row.device else row.label
