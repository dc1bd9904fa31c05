"""The pictures of a comparison, in the window's language: time and energy, figures, step times, roofline, phases."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.core.device import split_reason
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.reports.comparison_rows import MetricRow
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.live_reading import label_on
from gpuscope.reports.pictures import comparison_pictures, step_pictures
from gpuscope.reports.pictures.comparison_pictures import Wording, bar_block
from gpuscope.reports.pictures.picture import BarPicture, Chart
from gpuscope.system.language import joined_items, joined_parts
from gpuscope.system.settings import JOULE


class PictureKind(StrEnum):
    """The kinds of pictures."""

    PLANE = "plane"
    BARS = "bars"
    ECDF = "ecdf"
    HISTOGRAM = "histogram"
    ROOFLINE = "roofline"
    PHASE_TIMES = "phase-times"
    PHASE_ENERGIES = "phase-energies"


@dataclass(frozen=True, slots=True)
class PictureTexts:
    """Texts of a picture: the title shown in the menu and above it, and a note below it on how to read it."""

    title: str
    note: str = ""


def picture_texts(kind: PictureKind) -> PictureTexts:
    """Return the title and the note of a picture."""
    match kind:
        case PictureKind.PLANE:
            return PictureTexts(QCoreApplication.translate("Pictures", "Time and energy"))
        case PictureKind.BARS:
            note = QCoreApplication.translate(
                "Pictures", "Marks: single runs. Whiskers: 95 % interval of the ratio, at the baseline's value."
            )
            return PictureTexts(QCoreApplication.translate("Pictures", "Figures"), note)
    title, note = _STEP_PICTURES[kind]
    return PictureTexts(engine_text(title), engine_text(note))


_STEP_PICTURES = {
    PictureKind.ECDF: (step_pictures.CUMULATIVE_TITLE, ""),
    PictureKind.HISTOGRAM: (step_pictures.HISTOGRAM_TITLE, ""),
    PictureKind.ROOFLINE: (step_pictures.ROOFLINE_TITLE, step_pictures.ROOFLINE_NOTE),
    PictureKind.PHASE_TIMES: (step_pictures.PHASE_TIME_TITLE, step_pictures.PHASE_TIME_NOTE),
    PictureKind.PHASE_ENERGIES: (step_pictures.PHASE_ENERGY_TITLE, step_pictures.PHASE_ENERGY_NOTE),
}


def plane(comparison: Comparison, energy_unit: str = JOULE) -> Chart | None:
    """Return the time-energy plane of the first pair of metrics known for two groups, in joules or watt hours; None if there is none."""
    return comparison_pictures.plane(comparison, Wording(energy_unit=energy_unit))


def figure_bars(view: ComparisonView) -> BarPicture:
    """Return bars of the headline metrics known for any group."""
    rows = [row for row in view.headlines if not row.is_missing]
    worded = Wording(energy_unit=view.energy_unit)
    return BarPicture(tuple(bar_block(view.comparison, row.key, _title(row), worded) for row in rows))


def why_no_plane(comparison: Comparison) -> str:
    """Return the reason why there is no plane."""
    entries = comparison.metrics.get("energy") or comparison.metrics.get("energy_per_sample") or ()
    reasons = dict.fromkeys(entry.reason for entry in entries if entry.value is None and entry.reason)
    device, why = split_reason(next(iter(reasons), ""))
    if device and len(reasons) == 1:
        return QCoreApplication.translate("ComparePage", "No energy was measured on {0}: {1}.").format(device, composed_text(why))
    if reasons:
        return QCoreApplication.translate("ComparePage", "No energy was measured: {0}.").format(
            joined_parts([composed_text(reason) for reason in list(reasons)[:2]])
        )
    if entries:
        return QCoreApplication.translate("ComparePage", "Only one group has a measured energy.")
    return QCoreApplication.translate("ComparePage", "No energy was measured.")


def _title(row: MetricRow) -> str:
    return joined_items((label_on(row.device, row.label), engine_text(row.device))) if row.device else label_on("", row.label)
