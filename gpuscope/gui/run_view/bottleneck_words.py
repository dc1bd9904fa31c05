"""What held a run back, in the window's language."""

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.bottleneck import NOT_KNOWN, WORDS, Bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.bottleneck_evidence import Evidence
from gpuscope.gui.engine_words import engine_words


def verdict_words(found: Bottleneck) -> str:
    """Returns the verdict as a sentence, or why there is none."""
    if found.verdict != NOT_KNOWN:
        return engine_words(WORDS[found.verdict])
    reasons = "; ".join(engine_words(reason) for reason in found.reasons)
    return QCoreApplication.translate("Bottleneck", "What held it back is not known: {0}.").format(reasons)


def evidence_words(one: Evidence) -> str:
    """Returns a figure with what it is and which rule it fulfils."""
    return f"{engine_words(one.label)}: {one.figure}" + (f" ({one.rule})" if one.rule else "")


def cure_words(one: Cure) -> str:
    """Returns what to try, with the command line's words for it."""
    return f"{engine_words(one.words)} {one.arguments}".strip()


def summary_words(found: Bottleneck) -> tuple[str, str]:
    """Returns the verdict with its first figure, and what to try first; "" where there is nothing."""
    verdict = verdict_words(found)
    if found.verdict != NOT_KNOWN:
        verdict = f"{verdict} {evidence_words(found.evidence[0])}."
    first = QCoreApplication.translate("Bottleneck", "To try: {0}").format(cure_words(found.cures[0])) if found.cures else ""
    return verdict, first
