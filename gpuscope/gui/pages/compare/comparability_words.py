"""How far the groups may be compared: one level for all pairs, and the reasons of those that are not freely comparable."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparability import Comparability, Level, worst

_TONES = {Level.COMPARABLE: "good", Level.CAUTION: "warn", Level.NOT_COMPARABLE: "bad"}
_GLYPHS = {Level.COMPARABLE: "✓", Level.CAUTION: "!", Level.NOT_COMPARABLE: "✗"}


@dataclass(frozen=True, slots=True)
class ComparabilityWords:
    """What is seen of it.

    Attributes:
        badge: A glyph and the level in words; of several pairs how many have it.
        tone: Of the badge: "good", "warn" or "bad".
        reasons: In whole sentences, the same ones of several groups once.
    """

    badge: str
    tone: str
    reasons: tuple[str, ...]


def comparability_words(pairs: Sequence[Comparability]) -> ComparabilityWords:
    """Return what is seen of the pairs."""
    level = worst(pairs)
    badge = f"{_GLYPHS[level]} {_words(level)}"
    alike = sum(pair.level is level for pair in pairs)
    if alike < len(pairs):
        badge = QCoreApplication.translate("Comparability", "{0}: {1} of {2}").format(badge, alike, len(pairs))
    return ComparabilityWords(badge, _TONES[level], tuple(_sentences(pairs)))


def _words(level: Level) -> str:
    return {
        Level.COMPARABLE: QCoreApplication.translate("Comparability", "comparable"),
        Level.CAUTION: QCoreApplication.translate("Comparability", "comparable with caution"),
        Level.NOT_COMPARABLE: QCoreApplication.translate("Comparability", "not comparable"),
    }[level]


def _sentences(pairs: Sequence[Comparability]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for pair in pairs:
        for reason in pair.reasons:
            groups.setdefault(reason, []).append(pair.group)
    told = []
    for reason, names in groups.items():
        if len(names) == len(pairs) or any(name in reason for name in names):
            told.append(f"{reason}." if reason.startswith(tuple(names)) else f"{reason[:1].upper()}{reason[1:]}.")
        else:
            told.append(f"{', '.join(names)}: {reason}.")
    return told
