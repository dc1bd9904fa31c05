"""What held a run back, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.bottleneck import NOT_KNOWN, WORDS, Bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.bottleneck_signals import Evidence
from gpuscope.gui.engine_words import engine_words


def verdict_words(found: Bottleneck) -> str:
    """Return the verdict as a sentence, or why there is none."""
    if found.verdict != NOT_KNOWN:
        return engine_words(WORDS[found.verdict]).format(found.detail)
    reasons = "; ".join(engine_words(reason).format(found.detail) for reason in found.reasons)
    return QCoreApplication.translate("Bottleneck", "What held it back is not known: {0}.").format(reasons)


def evidence_words(one: Evidence) -> str:
    """Return a figure with what it is and which rule it fulfils."""
    return f"{engine_words(one.label)}: {one.figure}" + (f" ({one.rule})" if one.rule else "")


def cure_words(one: Cure) -> str:
    """Return what to try, with the command line's words for it."""
    return f"{engine_words(one.words).rstrip('.')}: {one.arguments}" if one.values else engine_words(one.words)


def summary_words(found: Bottleneck) -> tuple[str, str]:
    """Return the verdict, and its first figure with what to try first; "" where it is not known."""
    if found.verdict == NOT_KNOWN:
        return verdict_words(found), ""
    cure = QCoreApplication.translate("Bottleneck", "To try: {0}").format(cure_words(found.cures[0]))
    figure = f"{evidence_words(found.evidence[0])}. " if found.evidence else ""
    return verdict_words(found), f"{figure}{cure}"
