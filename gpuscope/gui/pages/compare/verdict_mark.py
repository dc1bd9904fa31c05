"""The marks of verdicts and the fixed words of a comparison in the window's language."""

from dataclasses import replace

from gpuscope.core.metric import Better
from gpuscope.gui.engine_words import engine_words
from gpuscope.reports import comparison_view
from gpuscope.reports.comparison_view import BETTER_WORDS, MARKS, VerdictMark


def verdict_mark(verdict: str) -> VerdictMark | None:
    """Return how a verdict is shown; None where there is none, as of the baseline."""
    mark = comparison_view.verdict_mark(verdict)
    return None if mark is None else replace(mark, word=engine_words(mark.word), words=engine_words(mark.words))


def legend() -> str:
    """Return what the glyphs stand for, in one line."""
    return "   ".join(f"{mark.glyph} {engine_words(mark.word)}" for mark in MARKS.values())


def better_words(better: Better) -> str:
    """Return in words which direction is an improvement; "" where neither is."""
    return engine_words(BETTER_WORDS[better])
