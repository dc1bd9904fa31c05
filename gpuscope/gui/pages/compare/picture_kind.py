"""The pictures that a comparison can be seen as."""

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication


class PictureKind(StrEnum):
    """One of them."""

    PLANE = "plane"
    BARS = "bars"
    ECDF = "ecdf"
    HISTOGRAM = "histogram"
    ROOFLINE = "roofline"
    PHASE_TIMES = "phase-times"
    PHASE_ENERGIES = "phase-energies"


@dataclass(frozen=True, slots=True)
class PictureWords:
    """What is said of a picture: its title in the menu and above it, and how to read it, below it."""

    title: str
    note: str = ""


def picture_words(kind: PictureKind) -> PictureWords:
    """Return what is said of a picture."""
    words = {
        PictureKind.PLANE: PictureWords(QCoreApplication.translate("Pictures", "Time and energy")),
        PictureKind.BARS: PictureWords(
            QCoreApplication.translate("Pictures", "Figures"),
            QCoreApplication.translate("Pictures", "Marks: single runs. Whiskers: 95 % interval of the ratio, at the baseline's value."),
        ),
        PictureKind.ECDF: PictureWords(QCoreApplication.translate("Pictures", "Step times, cumulative")),
        PictureKind.HISTOGRAM: PictureWords(QCoreApplication.translate("Pictures", "Step times, histogram")),
        PictureKind.ROOFLINE: PictureWords(
            QCoreApplication.translate("Pictures", "Roofline"),
            QCoreApplication.translate(
                "Pictures", "Dashed: the device's ceilings, as a copy and a matrix product beside the run gave them."
            ),
        ),
        PictureKind.PHASE_TIMES: PictureWords(
            QCoreApplication.translate("Pictures", "Phases of a step, time"),
            QCoreApplication.translate("Pictures", "Median time of each phase in the steps whose phases were timed."),
        ),
        PictureKind.PHASE_ENERGIES: PictureWords(
            QCoreApplication.translate("Pictures", "Phases of a step, energy"),
            QCoreApplication.translate("Pictures", "Power folded on the phases of the steps: a statistical estimate."),
        ),
    }
    return words[kind]
