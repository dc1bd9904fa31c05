"""How a run ended, what limited it, and the buttons for next steps."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from gpuscope.core.run import RunRecord, RunState
from gpuscope.gui.fonts import shortened
from gpuscope.gui.run_view.next_steps import NextSteps
from gpuscope.gui.stylesheet import set_look
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ReservedLabel
from gpuscope.gui.widgets.layouts import vertical
from gpuscope.gui.widgets.state_badge import MISHAP_TONES
from gpuscope.system.language import joined_sentences

MOST_LINES = 6
"""Maximum number of output lines in the tooltip: the end of a traceback with its message."""
_LONGEST_LINE = 400
"""Maximum length of an output line in characters."""
_LONGEST_WORDS = 2000
"""Maximum number of characters laid out; a reason from outside may be as long as a log."""
_LINES = 2
"""Number of text lines, for what the figures above do not show; the tooltip has the full text."""
_SIDE = 8
"""Pixels at the left and right."""


class ResultPanel(QWidget):
    """Two lines of text, with the buttons below them, in place of the log, so that nothing moves when a run ends.

    Signals:
        again_wanted: The user pressed "Run again".
        open_wanted: The user pressed "Open in Runs".

    Attributes:
        below: The buttons, in as many rows as they take; scrolls if there is no room for all.
    """

    again_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sentences: tuple[str, ...] = ()
        self._shown = ""
        self._output: tuple[str, ...] = ()
        self._message = ReservedLabel(_LINES)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._again = Button(theme, self.tr("Run again"), "", "again", clicked=self.again_wanted)
        self._open = Button(theme, self.tr("Open in Runs"), "", "runs", clicked=self.open_wanted)
        self.below = QScrollArea(widgetResizable=True)
        self.below.setFrameShape(QFrame.Shape.NoFrame)
        self.below.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.below.setViewportMargins(_SIDE, 0, _SIDE, 0)
        vertical(self, (_SIDE, 5, _SIDE, 0)).addWidget(self._message)

    def add_steps(self, steps: NextSteps) -> None:
        """Add further steps beside the two buttons."""
        steps.add_in_front(self._again, self._open)
        self.below.setWidget(steps)

    @property
    def text(self) -> str:
        """The full text of the result with the last lines of the output; "" without a result."""
        return "\n".join([*self._sentences, *self._output]).strip()

    def clear(self) -> None:
        """Clear the result, since another run is shown."""
        self._sentences, self._output, self._shown = (), (), ""
        self._show()

    def show_result(self, record: RunRecord, energy_unit: str) -> None:
        """Show how a run ended; energy in the tooltip is in joules or watt hours."""
        from gpuscope.reports.run_report import learning_sentence, sentences  # imported late: not needed for the first paint

        cause = _cause(record)
        first, *others = sentences(record, energy_unit)
        rest = [sentence for sentence in others if sentence not in cause]
        self._sentences = tuple(line for line in (first, joined_sentences(rest), *cause) if line)
        is_plain = record.state is RunState.FINISHED and any(cause)
        learned = learning_sentence(record.metrics)
        self._shown = joined_sentences([line for line in (learned, *cause) if line]) if is_plain else first
        self._output = ()
        set_look(self._message, MISHAP_TONES.get(record.state, ""))
        self.set_missing("")
        self.setAccessibleName(first[:_LONGEST_WORDS])
        self._show()

    def show_output(self, lines: Sequence[str]) -> None:
        """Show the last line of the output, which says why a run failed; the tooltip has a few more lines."""
        self._output = tuple(shortened(line, _LONGEST_LINE) for line in lines[-MOST_LINES:])
        self._show()

    def _show(self) -> None:
        last = next((line.strip() for line in reversed(self._output) if line.strip()), "")
        if last in self._shown:  # the reason is the end of a traceback
            last = ""
        both = "\n".join(line for line in (self._shown, last) if line)[:_LONGEST_WORDS]
        self._message.set_text(both if self._message.has_room(both) else self._shown[:_LONGEST_WORDS], self.text[:_LONGEST_WORDS])

    def set_missing(self, reason: str) -> None:
        """Set why the run is not in the store; "" if it is."""
        self._open.setEnabled(not reason)
        self._open.setToolTip(reason)


def _cause(record: RunRecord) -> tuple[str, str]:
    """Return what limited a finished run, and what to try; ("", "") for a failed run, whose error matters instead."""
    from gpuscope.analysis.bottleneck import bottleneck
    from gpuscope.gui.run_view.bottleneck_card import summary_texts

    return ("", "") if record.state in MISHAP_TONES else summary_texts(bottleneck(record))
