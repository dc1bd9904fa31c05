"""How a verdict is told: a glyph, a colour and a word, so that none of them has to be told by the colour."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.statistics.verdict import BETTER, NO_DIFFERENCE, NOT_COMPARABLE, WORSE


@dataclass(frozen=True, slots=True)
class VerdictMark:
    """What is seen of a verdict.

    Attributes:
        glyph: One character.
        token: Of its colour in the palette.
        word: Short, for a table.
        words: Whole, for tooltips and screen readers.
    """

    glyph: str
    token: str
    word: str
    words: str


def verdict_mark(verdict: str) -> VerdictMark | None:
    """Return how a verdict is told; None where there is none, as of the baseline."""
    return _marks().get(verdict)


def legend() -> str:
    """Return what the glyphs stand for, in one line."""
    return "   ".join(f"{mark.glyph} {mark.word}" for mark in _marks().values())


def _marks() -> dict[str, VerdictMark]:
    better, worse = QCoreApplication.translate("Verdict", "better"), QCoreApplication.translate("Verdict", "worse")
    same, same_whole = (
        QCoreApplication.translate("Verdict", "no difference"),
        QCoreApplication.translate("Verdict", "no measurable difference"),
    )
    none, none_whole = QCoreApplication.translate("Verdict", "no verdict"), QCoreApplication.translate("Verdict", "not comparable")
    return {
        BETTER: VerdictMark("✓", "good", better, better),
        WORSE: VerdictMark("✗", "bad", worse, worse),
        NO_DIFFERENCE: VerdictMark("=", "muted", same, same_whole),
        NOT_COMPARABLE: VerdictMark("○", "faint", none, none_whole),
    }
