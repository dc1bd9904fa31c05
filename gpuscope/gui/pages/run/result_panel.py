"""How a run ended, the last lines of its output where they say why, and the buttons for what comes next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.run_view.next_steps import NextSteps
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.command_preview import CodeBox
from gpuscope.gui.widgets.flow_layout import FlowLayout
from gpuscope.gui.widgets.labels import label

MOST_LINES = 6
"""Of the output: the end of a traceback with its message."""
_LONGEST_LINE = 400
"""Characters; a wrapped line takes at most three rows."""
_LONGEST_WORDS = 2000
"""Characters that are laid out; a foreign reason may be as long as a log."""
_LOOKS = {
    RunState.FAILED: "notice-bad",
    RunState.DAMAGED: "notice-bad",
    RunState.INTERRUPTED: "notice-warn",
    RunState.SALVAGED: "notice-warn",
}
"""Whoever stopped a run knows that; it is no warning."""
_SIDES, _ABOVE = 12, 8
"""Pixels around the card."""


class ResultPanel(QWidget):
    """A few sentences and two buttons; hidden while there is no result.

    Signals:
        again_wanted: "Run again" was pressed.
        open_wanted: "Open in Runs" was pressed.
    """

    again_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = label("", "strong", wraps=True)
        self._rest = label("", "small", wraps=True)
        self._cause, self._try = label("", wraps=True), label("", "small", wraps=True)
        for line in (self._first, self._rest, self._cause, self._try):
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._output = CodeBox()
        self._output.setAccessibleName(self.tr("Last lines of the output"))
        self._again = Button(theme, self.tr("Run again"), "", "again")
        self._open = Button(theme, self.tr("Open in Runs"), "", "runs")
        self._again.clicked.connect(self.again_wanted)
        self._open.clicked.connect(self.open_wanted)
        words_column = QVBoxLayout()
        words_column.setSpacing(4)
        words_column.addWidget(self._first)
        for line in (self._rest, self._cause, self._try):
            words_column.addWidget(line)
        words_column.addWidget(self._output)
        self._card = QFrame()
        self._inside = QVBoxLayout(self._card)
        self._inside.setContentsMargins(14, 9, 10, 9)
        self._inside.setSpacing(8)
        self._inside.addLayout(words_column)
        self._row = FlowLayout()
        for button in (self._again, self._open):
            self._row.addWidget(button)
        self._inside.addLayout(self._row)
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDES, _ABOVE, _SIDES, _ABOVE)
        column.addWidget(self._card)
        self.hide()

    def add_steps(self, steps: NextSteps) -> None:
        """Offer further steps beside the two buttons."""
        for button in (self._again, self._open):
            self._row.removeWidget(button)
        steps.add_in_front(self._again, self._open)
        self._inside.addWidget(steps)

    @property
    def text(self) -> str:
        """The displayed text including the output; "" while hidden."""
        lines = (self._first, self._rest, self._cause, self._try)
        return "" if self.isHidden() else "\n".join([*(line.text() for line in lines), self._output.toPlainText()]).strip()

    def show_result(self, record: RunRecord, energy_unit: str) -> None:
        """Show how a run ended, with energy in joules or watt hours."""
        from gpuscope.reports.run_report import sentences  # no run has ended while the first charts are drawn

        cause = self._show_cause(record)
        first, *others = sentences(record, energy_unit)
        rest = [sentence for sentence in others if sentence != cause]
        set_look(self._card, _LOOKS.get(record.state, "card"))
        self._first.setText(first[:_LONGEST_WORDS])
        self._rest.setText(" ".join(rest)[:_LONGEST_WORDS])
        self._rest.setVisible(bool(rest))
        self._output.hide()
        self._output.clear()
        self.set_missing("")
        self.setAccessibleName(first[:_LONGEST_WORDS])
        self.show()

    def _show_cause(self, record: RunRecord) -> str:
        """Show and return the bottleneck of a run that finished; "" for one that failed, whose error matters instead."""
        from gpuscope.analysis.bottleneck import bottleneck
        from gpuscope.gui.run_view.bottleneck_card import summary_texts

        texts = ("", "") if record.state in _LOOKS else summary_texts(bottleneck(record))
        for line, text in zip((self._cause, self._try), texts, strict=True):
            line.setText(text)
            line.setVisible(bool(text))
        return texts[0]

    def show_output(self, lines: Sequence[str]) -> None:
        """Show the last lines of the output."""
        last = [line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…" for line in lines[-MOST_LINES:]]
        self._output.setPlainText("\n".join(last))
        self._output.setVisible(bool(last))

    def set_missing(self, reason: str) -> None:
        """Set why the run is not in the store; "" when it is."""
        self._open.setEnabled(not reason)
        self._open.setToolTip(reason)
