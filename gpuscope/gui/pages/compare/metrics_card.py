"""The card with the table of metrics and the remarks on its figures."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.compare.comparison_columns import unreal_marks
from gpuscope.gui.pages.compare.comparison_table import ComparisonTable
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, set_tooltip, show_or_hide
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.reports.comparison_rows import MetricRow, legend, remarks
from gpuscope.reports.comparison_view import ComparisonView
from gpuscope.reports.live_reading import label_on

_MOST_NOTES = 4
"""Maximum number of remarks; more would push the curves out of a window of 800 pixels."""

_BESIDE_TABLE = 4
"""Pixels of the card beside its table: the frame and the margin on either side."""


class MetricsCard(QFrame):
    """Headline metrics, all others behind a button, and a switch that hides metrics without differences."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.setAccessibleName(self.tr("Metrics"))
        self._rows: Sequence[MetricRow] = ()
        self._names: Sequence[str] = ()
        self._baseline = 0
        self._is_whole = False
        self.table = ComparisonTable(theme)
        self.only_differing = Button(theme, self.tr("Only differing"), "flat", is_checkable=True)
        self.only_differing.setToolTip(self.tr("Hides metrics with the same figure in all groups"))
        self.only_differing.toggled.connect(self._show)
        self.fold = Button(theme, "", "flat", clicked=self._unfold)
        self._notes = label("", "faint", wraps=True, is_selectable=True)
        self._arrows = label("", "faint", wraps=True)
        self._verdicts = label("", "faint", wraps=True)
        for line in (self._arrows, self._verdicts):
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
        corrected = self.tr(
            "Verdicts are corrected for the number of metrics: speed, energy, memory and accuracy as one family, all others as another."
        )
        set_tooltip(self._verdicts, corrected)
        self._lay_out()

    def _lay_out(self) -> None:
        foot, legends = horizontal(margins=(6, 4, 14, 4)), vertical(spacing=0)
        fill(legends, self._arrows, self._verdicts)
        fill(foot, self.fold, self.only_differing, (legends, 1))
        self._notes.setContentsMargins(14, 4, 14, 10)
        column = vertical(self, (1, 4, 1, 1), spacing=0)  # the margins keep the table's square corners off the card's round ones
        fill(column, self.table, foot, self._notes, STRETCH)

    def whole_width(self) -> int:
        """Return the pixels at which no metric is elided; 0 without metrics."""
        whole = self.table.whole_width()
        return whole + _BESIDE_TABLE if whole else 0

    def show_comparison(self, view: ComparisonView) -> None:
        """Show a comparison; the expansion and the switch are unchanged."""
        self._rows, self._names, self._baseline = view.rows, view.names, view.baseline
        self._show()

    def _unfold(self) -> None:
        self._is_whole = not self._is_whole
        self._show()

    def shown_rows(self) -> list[MetricRow]:
        """Return the visible rows."""
        rows = [row for row in self._rows if row.is_headline or (self._is_whole and not row.is_missing)]
        return [row for row in rows if row.differs] if self.only_differing.isChecked() else rows

    def _show(self) -> None:
        rows = self.shown_rows()
        self.table.show_rows(rows, self._names, self._baseline)
        self._arrows.setText("   ".join((*unreal_marks(rows), self.tr("↑ higher is better   ↓ lower is better"))))
        self._verdicts.setText(legend(rows))
        hidden = sum(not row.is_headline and not row.is_missing for row in self._rows)
        more = self.tr("Show 1 more metric") if hidden == 1 else self.tr("Show {0} more metrics").format(hidden)
        self.fold.setText(self.tr("Headline metrics only") if self._is_whole else more)
        self.fold.setVisible(hidden > 0)
        show_or_hide(self._notes, "\n".join(self._all_notes(rows)))

    def _all_notes(self, rows: Sequence[MetricRow]) -> list[str]:
        never = [row for row in self._rows if row.is_missing and not row.is_headline] if self._is_whole else []
        remarked = [row for row in rows if not (row.is_missing and "energy" in row.key)]  # the panel for energy gives the reason
        translated_rows = [replace(row, label=label_on(row.device, row.label)) for row in (*remarked, *never)]
        notes = [composed_text(remark) for remark in remarks(translated_rows)]
        if not rows:
            notes = [self.tr("All groups show the same figures."), *notes]
        if len(notes) > _MOST_NOTES + 1 and not self._is_whole:
            rest = self.tr("{0} more remarks: the tooltips of the figures have them.").format(len(notes) - _MOST_NOTES)
            return [*notes[:_MOST_NOTES], rest]
        return notes
