"""What held a run back, on a card: the verdict, the figures that say so, what to try next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from gpuscope.analysis.bottleneck import NOT_KNOWN, Bottleneck
from gpuscope.gui.run_view.bottleneck_words import cure_words, evidence_words, verdict_words
from gpuscope.gui.widgets.labels import label

_SIDES = 18


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
