"""A plan as it goes: the sentence in large type, what its figures are worth, and below them what its page shows of it."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from gpuscope.core.plan import Plan, PlanState
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label

GAP = 12
"""Pixels between the cards of a board."""
_MARGIN = 20
_ONE_LINE_FROM = grown(1240)
"""Pixels from which the longest sentence is one line; below, the room of the second is kept, so that nothing moves when it comes."""
_WORDS_FROM = grown(900)
"""Pixels from which the caption has room beside the long words."""


class PictureCard(QFrame):
    """A picture, under a heading if it has one; a note stands in its place until there is something to draw."""

    def __init__(self, picture: QWidget, title: str = "") -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 10, 14, 10)
        self.column.setSpacing(6)
        self.heading = label(title, "heading")
        self.heading.setVisible(bool(title))
        self._top = QHBoxLayout()
        self._top.addWidget(self.heading, 1)
        self.column.addLayout(self._top)
        self.column.addWidget(picture, 1)
        self._picture = picture
        self._note = label("", "muted", wraps=True)
        self._note.hide()
        self.column.addWidget(self._note, 1, Qt.AlignmentFlag.AlignTop)

    def add_control(self, widget: QWidget) -> None:
        """Add a control to the right of the heading."""
        self._top.addWidget(widget, 0, Qt.AlignmentFlag.AlignRight)

    @property
    def note(self) -> str:
        """What stands in the place of the picture; "" while that is drawn."""
        return "" if self._note.isHidden() else self._note.text()

    def show_note(self, text: str) -> None:
        """Say what will be drawn, and from when on, so that nothing moves when it comes; "" shows the picture."""
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._picture.setVisible(not text)


def caption_text(plan: Plan, labels: Iterable[str]) -> str:
    """Return the line below the sentence: why the plan waits or has ended early, and what its figures are worth."""
    reason = plan.reason if plan.state is not PlanState.FINISHED else None
    parts = [f"{with_capital(composed_text(reason))}." if reason else "", *map(composed_text, labels)]
    return " ".join(part for part in parts if part)


def sentence_text(clause: str, *, is_done: bool) -> str:
    """Return what a plan says so far, or says in the end, with a capital where its first word has one."""
    sentence = with_capital(composed_text(clause))
    return sentence if is_done else QCoreApplication.translate("PlanBoard", "So far: {0}").format(sentence)


class PlanBoard(QWidget):
    """Shows a plan; each kind adds its body by :meth:`lay_out`.

    Signals:
        compare_wanted: Its runs are to be compared.
        save_wanted: It is to be saved.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    compare_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.sentence = label("", "plan-sentence", wraps=True)
        self.caption = label("", "muted", wraps=True)
        self.compare = Button(theme, self.tr("Open as comparison"), "", "compare")
        self.save = Button(theme, self.tr("Save report…"), "main", "export")
        self.compare.clicked.connect(self.compare_wanted)
        self.save.clicked.connect(self.save_wanted)

    def lay_out(self, actions: Sequence[QWidget], body: QLayout) -> None:
        """Place sentence, caption with the kind's own actions and those of every plan, and the body."""
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.caption, 1)
        for button in (*actions, self.compare, self.save):
            below.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 12, _MARGIN, 14)
        column.setSpacing(10)
        column.addWidget(self.sentence)
        column.addLayout(below)
        column.addLayout(body, 1)

    def show_live(self, live: LiveRun | None) -> None:
        """Show how the run stands that is recorded now; a board may leave that to the header."""

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the room of the longest sentence and caption, and show the buttons' words where there is room."""
        super().resizeEvent(event)
        lines = 1 if self.width() >= _ONE_LINE_FROM else 2
        self.sentence.setMinimumHeight(lines * self.sentence.fontMetrics().lineSpacing())
        self.caption.setMinimumHeight((1 + lines) * self.caption.fontMetrics().lineSpacing())
        self.compare.setText(self.tr("Open as comparison") if self.width() >= _WORDS_FROM else self.tr("Compare"))
