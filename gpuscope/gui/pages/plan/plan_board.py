"""The board of a plan: the sentence in large type, a caption on the quality of its figures, and the body of its kind."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QWidget

from gpuscope.core.plan import Plan, PlanState
from gpuscope.gui.charts.drawing_view import DrawingView
from gpuscope.gui.engine_texts import composed_text, with_capital
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.system.language import joined_sentences

GAP = 12
"""Pixels between the cards of a board."""
_MARGIN = 20
_ONE_LINE_FROM = grown(1240)
"""Width in pixels from which the longest sentence fits one line; below, two lines are reserved, so that nothing moves as it grows."""
_TEXT_FROM = grown(900)
"""Width in pixels from which the button captions are unabridged."""


class PictureCard(QFrame):
    """Card of a picture with an optional heading; a note replaces the picture until there is something to draw."""

    def __init__(self, picture: DrawingView, title: str = "") -> None:
        super().__init__()
        self.setProperty("look", "card")
        self.column = vertical(self, (14, 10, 14, 10), spacing=6)
        self.heading = label(title, "heading")
        if not title:
            self.heading.hide()
        self._top = fill(QHBoxLayout(), (self.heading, 1))
        fill(self.column, self._top, (picture, 1))
        self.picture = picture
        self.caption = label("", "muted", wraps=True)
        self.caption.setMinimumWidth(1)  # keeps long words from widening the card
        self.caption.hide()
        self.column.addWidget(self.caption)
        self._note = label("", "muted", wraps=True)
        self._note.hide()
        self.column.addWidget(self._note, 1, Qt.AlignmentFlag.AlignTop)

    def hasHeightForWidth(self) -> bool:
        """Return False: a caption that wraps must not make Qt take the picture's preferred height for its minimum."""
        return False

    def add_controls(self, *widgets: QWidget) -> None:
        """Add controls to the right of the heading."""
        fill(self._top, *((widget, 0, Qt.AlignmentFlag.AlignRight) for widget in widgets))

    @property
    def note(self) -> str:
        """The note in place of the picture; "" if the picture is shown."""
        return "" if self._note.isHidden() else self._note.text()

    def show_note(self, text: str) -> None:
        """Show in place of the picture what will be drawn and when, so that nothing moves later; "" shows the picture."""
        show_or_hide(self._note, text)
        self.picture.setVisible(not text)
        self.caption.setVisible(bool(self.caption.text()) and not text)

    def show_caption(self, text: str) -> None:
        """Show below the picture what its marks are; "" for a picture that needs no explanation."""
        self.caption.setText(text)
        self.caption.setVisible(bool(text) and not self.note)


def caption_text(plan: Plan, labels: Iterable[str]) -> str:
    """Return the line below the sentence: why the plan waits or ended early, and the labels on the quality of its figures."""
    reason = plan.reason if plan.state is not PlanState.FINISHED else None
    parts = [f"{with_capital(reason.removesuffix('.'))}." if reason else "", *labels]
    return joined_sentences([composed_text(part) for part in parts if part])


def sentence_text(clause: str, *, is_done: bool) -> str:
    """Return the sentence of a plan, capitalized, and marked as preliminary until the plan is done."""
    sentence = with_capital(composed_text(clause))
    return sentence if is_done else QCoreApplication.translate("PlanBoard", "So far: {0}").format(sentence)


def lack_text(subject: str, *, is_measured: bool) -> str:
    """Return the sentence of a plan that is not live and has found nothing."""
    text = (
        QCoreApplication.translate("PlanBoard", "One measurement of {0}: too few to compare.")
        if is_measured
        else QCoreApplication.translate("PlanBoard", "No measurement of {0} yet.")
    )
    return text.format(composed_text(subject))


class PlanBoard(QWidget):
    """Shows a plan; each kind of plan adds its body with :meth:`lay_out`.

    Signals:
        compare_wanted: The user wants to compare the plan's runs.
        save_wanted: The user wants to save the plan's report.
    """

    compare_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._plan_id, self._grows = "", False
        self.sentence = label("", "plan-sentence", wraps=True)
        self.caption = label("", "muted", wraps=True)
        self.compare = Button(theme, self.tr("Open as comparison"), "", "compare", clicked=self.compare_wanted)
        self.save = Button(theme, self.tr("Save report…"), "main", "export", clicked=self.save_wanted)

    def lay_out(self, actions: Sequence[QWidget], body: QLayout) -> None:
        """Place the sentence, the caption with the kind's own actions and the common ones, and the body."""
        below = fill(horizontal(spacing=8), (self.caption, 1))
        for button in (*actions, self.compare, self.save):
            below.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        fill(vertical(self, (_MARGIN, 12, _MARGIN, 14), spacing=10), self.sentence, below, (body, 1))

    def follow(self, plan: Plan, *, is_live: bool) -> None:
        """Reserve room for the longest sentence and caption of a plan that is live; it stays until another plan is shown."""
        if plan.plan_id != self._plan_id:
            self._plan_id, self._grows = plan.plan_id, False
        self._grows = self._grows or is_live
        self._reserve()

    def _reserve(self) -> None:
        lines = 1 if self.width() >= _ONE_LINE_FROM else 2
        for text, most in ((self.sentence, lines), (self.caption, 1 + lines)):
            text.setMinimumHeight(most * text.fontMetrics().lineSpacing() if self._grows else 0)

    def show_live(self, live: LiveRun | None) -> None:
        """Show the run being recorded; boards that leave this to the header do nothing."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reserve room for what may grow, and shorten button captions if the window is narrow."""
        super().resizeEvent(event)
        self._reserve()
        self.compare.setText(self.tr("Open as comparison") if self.width() >= _TEXT_FROM else self.tr("Compare"))
