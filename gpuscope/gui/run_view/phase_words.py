"""The phases of a step in the window's language."""

from PySide6.QtCore import QCoreApplication


def phase_words(phase: str) -> str:
    """Return a phase of a step in words; one that is not known as it is."""
    words = {
        "data": QCoreApplication.translate("PhaseBars", "data"),
        "copy": QCoreApplication.translate("PhaseBars", "copy"),
        "forward": QCoreApplication.translate("PhaseBars", "forward"),
        "prefill": QCoreApplication.translate("PhaseBars", "prefill"),
        "decode": QCoreApplication.translate("PhaseBars", "decode"),
        "backward": QCoreApplication.translate("PhaseBars", "backward"),
        "optimizer": QCoreApplication.translate("PhaseBars", "optimizer"),
    }
    return words.get(phase, phase)
