"""What held a run back, on a card: the verdict, the figures that say so, what to try next."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from gpuscope.analysis.bottleneck import NOT_KNOWN, WORDS, Bottleneck
from gpuscope.analysis.bottleneck_cures import Cure
from gpuscope.analysis.bottleneck_signals import Evidence
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.widgets.labels import label

_SIDES = 18


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


class BottleneckCard(QFrame):
    """Shows one verdict.

    Args:
        found: What held the run back.
        parent: The widget that it belongs to.
    """

    def __init__(self, found: Bottleneck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "card")
        title, verdict = self.tr("What held it back"), verdict_words(found)
        self.setAccessibleName(f"{title}: {verdict}")
        grid = QGridLayout(self)
        grid.setContentsMargins(_SIDES, 12, _SIDES, 14)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(title, "heading"), 0, 0, 1, 2)
        grid.addWidget(_selectable(verdict), 1, 0, 1, 2)
        evidence = self.tr("What is known") if found.verdict == NOT_KNOWN else self.tr("Evidence")
        _add_lines(grid, evidence, [evidence_words(one) for one in found.evidence])
        _add_lines(grid, self.tr("To try"), [cure_words(one) for one in found.cures])


def _add_lines(grid: QGridLayout, title: str, lines: Sequence[str]) -> None:
    for place, line in enumerate(lines):
        row = grid.rowCount()
        if place == 0:
            grid.addWidget(label(title, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(_selectable(line), row, 1)


def _selectable(text: str) -> QLabel:
    made = label(text, wraps=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
