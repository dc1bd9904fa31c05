"""The badge of how far groups may be compared."""

from gpuscope.analysis.comparability import Comparability, Level
from gpuscope.gui.pages.compare.comparability_words import comparability_words


def pair(group: str, level: Level, *reasons: str) -> Comparability:
    return Comparability(group, level, reasons, ())


def test_the_badge_has_a_glyph_and_words_of_the_worst_pair() -> None:
    assert comparability_words([pair("a", Level.COMPARABLE)]).badge == "✓ comparable"
    found = comparability_words([pair("a", Level.COMPARABLE), pair("b", Level.NOT_COMPARABLE, "they ran different things")])
    assert (found.badge, found.tone) == ("✗ not comparable: 1 of 2", "bad")
    assert found.reasons == ("b: they ran different things.",)


def test_a_reason_of_all_pairs_is_told_once() -> None:
    found = comparability_words(
        [pair("a", Level.CAUTION, "other driver: 1; 2"), pair("b", Level.CAUTION, "other driver: 1; 2", "b ran on battery")]
    )
    assert (found.badge, found.tone) == ("! comparable with caution", "warn")
    assert found.reasons == ("Other driver: 1; 2.", "b ran on battery.")
