"""What to try: a card a finding, the dearest first."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.widgets.labels import label
from gpuscope.profiles.advice import TITLES
from gpuscope.profiles.rules.finding import Finding
from gpuscope.reports.profile_view import OVERLAP, ProfileView


class AdvicePane(QScrollArea):
    """The findings of a profile.

    Args:
        view: The profile, laid out.
        parent: The widget that it belongs to.
    """

    def __init__(self, view: ProfileView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        for finding in view.findings:
            column.addWidget(_card(finding))
        if len(view.findings) > 1:
            column.addWidget(label(composed_text(OVERLAP), "small", wraps=True))
        column.addStretch(1)
        self.setWidget(inside)


def _card(finding: Finding) -> QFrame:
    card = QFrame()
    card.setProperty("look", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(14, 10, 14, 12)
    column.setSpacing(5)
    head = QHBoxLayout()
    title = engine_text(TITLES[finding.rule])
    head.addWidget(label(f"{title[:1].upper()}{title[1:]}", "strong"))
    head.addStretch(1)
    energy = "" if finding.cost_j is None else f", {figures.figure(finding.cost_j, 'J')}"
    cost = f"{figures.duration(finding.cost_s)}{energy}"
    head.addWidget(label(QCoreApplication.translate("AdvicePane", "at most {0}").format(cost), "strong"))
    column.addLayout(head)
    column.addWidget(label(composed_text(finding.seen), wraps=True))
    column.addWidget(label(composed_text(finding.cure), wraps=True))
    change = f"gpuscope run {finding.change}" if finding.change else ""
    for text in (finding.code, change, "; ".join(place.text for place in finding.places)):
        if text:
            line = label(text, "muted", wraps=True)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(line)
    return card
