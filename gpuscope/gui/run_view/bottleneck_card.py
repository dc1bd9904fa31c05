"""The bottleneck card: the verdict, the evidence, and what to try next."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QGridLayout

from gpuscope.analysis.bottleneck import NOT_KNOWN, Bottleneck
from gpuscope.analysis.bottleneck_signals import Evidence
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import grid
from gpuscope.reports.run_report import cure_sentence, headed_verdict, other_verdicts, verdict_sentence
from gpuscope.system.language import joined_sentences, labelled, remarked

_SIDES = 18
"""Pixels left and right of the text."""


def evidence_text(evidence: Evidence) -> str:
    """Return a line with a figure, its label, and the matching rule."""
    text = labelled(engine_text(evidence.label), evidence.figure)
    return remarked(text, evidence.rule) if evidence.rule else text


def summary_texts(bottleneck: Bottleneck) -> tuple[str, str]:
    """Return the verdict, and the first further evidence with the first cure ("" if the verdict is unknown)."""
    if bottleneck.verdict == NOT_KNOWN:
        return verdict_sentence(bottleneck), ""
    cure = QCoreApplication.translate("Bottleneck", "To try: {0}").format(cure_sentence(bottleneck.cures[0]))
    figure = [f"{evidence_text(item)}{engine_text('.')}" for item in bottleneck.evidence_beside[:1]]
    return verdict_sentence(bottleneck), joined_sentences([*figure, cure])


class BottleneckCard(QFrame):
    """Shows one verdict.

    Args:
        bottleneck: What held the run back.
    """

    def __init__(self, bottleneck: Bottleneck) -> None:
        super().__init__()
        self.setProperty("look", "card")
        title, verdict = self.tr("What held it back"), headed_verdict(bottleneck)
        self.setAccessibleName(labelled(title, verdict))
        rows = grid(16, 6, 1, parent=self, margins=(_SIDES, 12, _SIDES, 14))
        rows.addWidget(label(title, "heading"), 0, 0, 1, 2)
        rows.addWidget(label(verdict, wraps=True, is_selectable=True), 1, 0, 1, 2)
        _add_lines(rows, self.tr("Also"), other_verdicts(bottleneck))
        evidence = self.tr("What is known") if bottleneck.verdict == NOT_KNOWN else self.tr("Evidence")
        _add_lines(rows, evidence, [evidence_text(item) for item in bottleneck.evidence])
        _add_lines(rows, self.tr("To try"), [cure_sentence(cure) for cure in bottleneck.cures])


def _add_lines(rows: QGridLayout, title: str, lines: Sequence[str]) -> None:
    for place, line in enumerate(lines):
        row = rows.rowCount()
        if place == 0:
            rows.addWidget(label(title, "muted"), row, 0, Qt.AlignmentFlag.AlignTop)
        rows.addWidget(label(line, wraps=True, is_selectable=True), row, 1)
