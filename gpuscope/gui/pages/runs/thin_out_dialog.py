"""Deletes old runs by criteria, after showing the space they take."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QCheckBox, QWidget

from gpuscope.core import figures
from gpuscope.core.run import RunState
from gpuscope.gui.pages.runs.run_row import RunRow
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.focus_wheel import FocusSpinBox
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import marked
from gpuscope.gui.widgets.question_dialog import QuestionDialog

_DAYS_A_MONTH = 30.4
"""Average over a year."""
_UNLUCKY = (RunState.FAILED, RunState.STOPPED, RunState.INTERRUPTED)


class ThinOutDialog(QuestionDialog):
    """Finds runs to delete by age, state, tags and note; live runs are never included."""

    def __init__(self, theme: Theme, rows: Sequence[RunRow], parent: QWidget | None = None) -> None:
        super().__init__(theme, "", "", "destructive", parent)
        self._heading.set_text(self.tr("Thin out runs"))
        self._rows = rows
        self._sizes: Mapping[str, int] | None = None
        self._is_old = QCheckBox(self.tr("older than"))
        self._months = FocusSpinBox()
        self._months.setRange(1, 120)
        self._months.setValue(6)
        self._months.setAccessibleName(self.tr("Months"))
        self._is_unlucky = QCheckBox(self.tr("failed, stopped or interrupted"))
        self._is_untagged = QCheckBox(self.tr("without a tag or a note"))
        self._preview = label("", "heading", wraps=True)
        self._lay_out()
        for box, on in ((self._is_old, True), (self._is_unlucky, False), (self._is_untagged, True)):
            box.setChecked(on)
            box.toggled.connect(self._update)
        self._months.valueChanged.connect(self._update)
        self._update()
        self._is_old.setFocus()

    def _lay_out(self) -> None:
        age = marked(self._is_old, spacing=8)
        age.insertWidget(2, self._months)
        age.insertWidget(3, label(self.tr("months")))
        self.body.addWidget(label(self.tr("Delete the runs that match all of these:"), "muted"))
        self.body.addLayout(age)
        self.body.addLayout(marked(self._is_unlucky))
        self.body.addLayout(marked(self._is_untagged))
        self.body.addSpacing(4)
        self.body.addWidget(self._preview)
        text = self.tr("Live runs are kept. Deleted runs can be restored until they are removed for good; only that frees space.")
        self.body.addWidget(label(text, "small", wraps=True))

    def set_sizes(self, sizes: Mapping[str, int]) -> None:
        """Set the size of each run in the store, in bytes, by id."""
        self._sizes = sizes
        self._update()

    @property
    def run_ids(self) -> list[str]:
        """Ids of the runs that match all checked criteria; empty if none is checked."""
        if not any(box.isChecked() for box in (self._is_old, self._is_unlucky, self._is_untagged)):
            return []
        before = datetime.now(UTC) - timedelta(days=self._months.value() * _DAYS_A_MONTH)
        return [row.run_id for row in self._rows if not row.is_live and self._is_meant(row, before)]

    def _is_meant(self, row: RunRow, before: datetime) -> bool:
        record = row.record
        if self._is_old.isChecked() and record.started_at >= before:
            return False
        if self._is_unlucky.isChecked() and record.state not in _UNLUCKY:
            return False
        return not (self._is_untagged.isChecked() and (record.tags or record.note))

    def _update(self) -> None:
        self._months.setEnabled(self._is_old.isChecked())
        run_ids = self.run_ids
        count = figures.figure(len(run_ids), "1")
        several = self.tr("Delete {0} runs").format(count) if run_ids else self.tr("Delete")
        self.do.setText(self.tr("Delete one run") if len(run_ids) == 1 else several)
        self.do.setEnabled(bool(run_ids))
        text = self.tr("{0} of {1} runs").format(count, figures.figure(len(self._rows), "1"))
        if self._sizes is not None and run_ids:
            taken = sum(self._sizes.get(run_id, 0) for run_id in run_ids)
            text = self.tr("{0}, about {1}").format(text, figures.figure(taken, "B"))
        self._preview.setText(text)
