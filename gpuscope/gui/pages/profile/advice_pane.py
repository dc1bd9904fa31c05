"""What to try: one card per finding, the most costly first, with a button for changes that gpuscope can try itself."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunRecord
from gpuscope.gui.engine_texts import composed_text, engine_text
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.run_view.next_steps import obstacle_text, try_button
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import STRETCH, Gap, fill, framed, horizontal, vertical
from gpuscope.profiles.advice import TITLES
from gpuscope.profiles.rules.finding import Finding
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.system.language import duration_text, joined_sentences


class CopiedLine(QWidget):
    """A line with a copy button; if it does not fit, it is elided in the middle and complete in its tooltip."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self.text = text
        self.button = Button(theme, "", "flat", "copy", self.tr("Copy"), clicked=lambda: QGuiApplication.clipboard().setText(text))
        row = horizontal(self, (0, 0, 0, 0), spacing=4)
        fill(row, ElidedLabel(text, "muted", elides=Qt.TextElideMode.ElideMiddle), self.button, STRETCH)


class AdvicePane(QWidget):
    """The findings of a profile.

    Args:
        shown: The profile; for a run, changes that gpuscope can make have a button.
        starter: Knows what this machine can run; None leaves that check to the Run page.

    Attributes:
        try_wanted: The user wants to try a change; carries a ``TriedChange``.
        export_wanted: The user wants to save the findings; carries their ProfileTable.
    """

    try_wanted = Signal(object)
    export_wanted = Signal(object)

    def __init__(self, theme: Theme, shown: ShownProfile, starter: RunStarter | None = None) -> None:
        super().__init__()
        self._theme, self._shown, self._starter = theme, shown, starter
        findings = shown.view.findings
        self.export = Button(theme, self.tr("Save as CSV…"), "", "export", clicked=lambda: self.export_wanted.emit(self.shown_table()))
        top = QHBoxLayout()
        fill(top, (label(joined_sentences([composed_text(note) for note in shown.view.advice.notes]), "small", wraps=True), 1), self.export)
        inside = QWidget()
        cards = vertical(inside, (0, 0, 0, 0), spacing=10)
        for finding in findings:
            cards.addWidget(self._card(finding))
        cards.addStretch(1)
        self.area = QScrollArea(widgetResizable=True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        fill(vertical(self, (0, 10, 0, 0), spacing=10), top, (self.area, 1))

    def shown_table(self) -> ProfileTable:
        """Return the findings as a table."""
        return self._shown.view.advice

    def _card(self, finding: Finding) -> QFrame:
        card = framed("card")
        column = vertical(card, (14, 10, 14, 12), spacing=5)
        fill(column, self._head(finding), label(composed_text(finding.seen), wraps=True), label(composed_text(finding.cure), wraps=True))
        change = f"gpuscope run {finding.change}" if finding.change else ""
        for text in (finding.code, change, *(place.text for place in finding.places)):
            if text:
                column.addWidget(CopiedLine(self._theme, text))
        if (button := self._try_button(finding)) is not None:
            fill(column, Gap(3), (button, 0, Qt.AlignmentFlag.AlignLeft))
        return card

    def _head(self, finding: Finding) -> QHBoxLayout:
        title = engine_text(TITLES[finding.rule])
        energy = "" if finding.cost_j is None else f", {figures.figure(finding.cost_j, 'J')}"
        head = fill(QHBoxLayout(), label(figures.capitalized(title), "strong"), STRETCH)
        fill(head, label(self.tr("at most {0}").format(f"{duration_text(figures.duration(finding.cost_s))}{energy}"), "strong"))
        return head

    def _try_button(self, finding: Finding) -> Button | None:
        """Return the button that tries a finding's remedy on the profiled run; None if gpuscope cannot."""
        from gpuscope.analysis.bottleneck_cures import change_for  # imported late: not needed until a profile is shown

        record = self._shown.profile.record
        if record is None or not _is_ours(record):
            return None
        cure = change_for(finding.changes, record.spec)
        return None if cure is None else try_button(self._theme, cure, record, self._starter, self.try_wanted.emit)


def _is_ours(record: RunRecord) -> bool:
    """Return whether a run is of one of gpuscope's own workloads and can be repeated here."""
    return not record.spec.is_command and not obstacle_text(record)
