"""A ladder in full screen, legible from the last row of a room: the sentence, the waterfall, and the rung being measured."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuscope.gui.charts.waterfall_view import WaterfallView
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.fonts import font
from gpuscope.gui.pages.ladder import ladder_texts
from gpuscope.gui.pages.plan.plan_board import caption_text
from gpuscope.gui.services.ladders import LadderState
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.theme import BODY_PX, LARGE_PX, STRONG, Theme
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import fill
from gpuscope.gui.widgets.screen_window import ScreenWindow
from gpuscope.reports.pictures.waterfall import waterfall
from gpuscope.system.language import labelled

_SENTENCE, _LINE = 0.047, 0.026
"""Font sizes as fractions of the screen's height; letters of 1/40 are legible from five metres on a screen of two metres."""


class LadderScreen(ScreenWindow):
    """A full-screen window with a ladder.

    Signals:
        left: The user pressed Esc or F11, or the window was closed.

    Args:
        parent: Widget whose screen is covered.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = label("", wraps=True)
        self.now = label("", wraps=True)
        self.caption = label("", "muted", wraps=True)
        self.waterfall = WaterfallView(theme, fills=True)
        self._state: LadderState | None = None
        self._column = fill(QVBoxLayout(self), self.sentence, (self.waterfall, 1), self.now, self.caption)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def open(self) -> None:
        """Cover the screen of the parent, and take the keys."""
        super().open()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_state(self, state: LadderState) -> None:
        """Show the current state of a ladder."""
        self._state = state
        self.sentence.setText(ladder_texts.sentence(state))
        self.caption.setText(caption_text(state.plan, state.view.labels))
        self.waterfall.show_waterfall(waterfall(state.view))
        self.show_live(None)

    def show_live(self, live: LiveRun | None) -> None:
        """Show the rung being measured; the line keeps its place if there is none."""
        card = None if self._state is None else next((card for card in self._state.view.cards if card.step.state == "running"), None)
        if card is None:
            self.now.setText(" ")
            return
        figures = "" if live is None else f"{ladder_texts.BETWEEN}{ladder_texts.live_figures(live)}"
        self.now.setText(labelled(composed_text(card.step.title), f"{composed_text(card.step.sentence)}{figures}"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Scale the type to the screen."""
        super().resizeEvent(event)
        height = self.height()
        self._column.setContentsMargins(*(round(share * height) for share in (0.05, 0.045, 0.05, 0.035)))
        self._column.setSpacing(round(0.025 * height))
        self.sentence.setFont(font(max(LARGE_PX, _SENTENCE * height), STRONG))
        for line in (self.now, self.caption):
            line.setFont(font(max(BODY_PX, _LINE * height)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave on Esc or F11."""
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.left.emit()
        else:
            super().keyPressEvent(event)
