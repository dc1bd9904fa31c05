"""A ladder as it is climbed: the sentence, a card a rung, the waterfall and the plane."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.waterfall_view import WaterfallView
from gpuscope.gui.pages.ladder import ladder_texts
from gpuscope.gui.pages.ladder.rung_card import RungCardView
from gpuscope.gui.services.ladders import LadderState
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.reports.pictures.waterfall import waterfall

_MARGIN, _GAP = 20, 12
_CARDS, _PICTURES = 11, 13
"""Shares of the width; cards are text, which is not read faster when it is wider."""


class PictureCard(QFrame):
    """A picture under its heading."""

    def __init__(self, title: str, picture: QWidget) -> None:
        super().__init__()
        self.setProperty("look", "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(6)
        self.heading = label(title, "heading")
        column.addWidget(self.heading)
        column.addWidget(picture, 1)


class LadderBoard(QWidget):
    """Shows a ladder.

    Signals:
        again_wanted: A rung is to be measured once more: its key.
        compare_wanted: The rungs' runs are to be compared.
        save_wanted: A report is to be saved.
        screen_wanted: The ladder is to be shown over the whole screen.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    again_wanted = Signal(str)
    compare_wanted = Signal()
    save_wanted = Signal()
    screen_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state: LadderState | None = None
        self._running = ""
        self.cards: list[RungCardView] = []
        self.sentence = label("", "ladder-sentence", wraps=True)
        self.caption = label("", "muted", wraps=True)
        self.caption.setMinimumHeight(2 * self.caption.fontMetrics().lineSpacing())
        self.compare = Button(theme, self.tr("Open as comparison"), "", "compare")
        self.save = Button(theme, self.tr("Save report…"), "main", "export")
        self.full = Button(theme, "", "", "screen", self.tr("Full screen (F11)"))
        self.waterfall = WaterfallView(theme)
        self.plane = PictureView(theme)
        self._plane_card = PictureCard("", self.plane)
        self._list = QVBoxLayout()
        self._scroll = self._cards_area()
        self._lay_out()
        for button, wanted in ((self.compare, self.compare_wanted), (self.save, self.save_wanted), (self.full, self.screen_wanted)):
            button.clicked.connect(wanted)

    def _cards_area(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        self._list.setSpacing(8)
        column.addLayout(self._list)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        return scroll

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.caption, 1)
        for button in (self.full, self.compare, self.save):
            below.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        pictures = QVBoxLayout()
        pictures.setSpacing(_GAP)
        pictures.addWidget(PictureCard(self.tr("What each rung brought"), self.waterfall), 5)
        pictures.addWidget(self._plane_card, 4)
        body = QHBoxLayout()
        body.setSpacing(_GAP)
        body.addWidget(self._scroll, _CARDS)
        body.addLayout(pictures, _PICTURES)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 14, _MARGIN, 16)
        column.setSpacing(10)
        column.addWidget(self.sentence)
        column.addLayout(below)
        column.addLayout(body, 1)

    # What it is told

    def show_state(self, state: LadderState) -> None:
        """Show a ladder as it stands."""
        is_other = self._state is None or self._state.plan.plan_id != state.plan.plan_id
        self._state = state
        self.sentence.setText(ladder_texts.sentence(state))
        self.caption.setText(ladder_texts.caption(state))
        for button in (self.compare, self.save):
            button.setEnabled(state.comparison is not None)
        self.waterfall.show_waterfall(waterfall(state.view))
        keeps = self._plane_card.sizePolicy()
        keeps.setRetainSizeWhenHidden(state.is_live)  # the waterfall does not shrink when the plane comes
        self._plane_card.setSizePolicy(keeps)
        self._plane_card.setVisible(state.plane is not None)
        if state.plane is not None:
            axes = state.plane.x.title, state.plane.y.title
            self._plane_card.heading.setText(self.tr("{0} and {1}").format(axes[0], axes[1][:1].lower() + axes[1][1:]))
            self.plane.show_picture(state.plane, self._plane_card.heading.text())
        self._show_cards(state)
        running = next((card.step.key for card in state.view.cards if card.step.state == "running"), "")
        if is_other:
            self._scroll.verticalScrollBar().setValue(0)
        elif running != self._running:
            QTimer.singleShot(0, self, self._scroll_to_running)
        self._running = running

    def _show_cards(self, state: LadderState) -> None:
        cards = state.view.cards
        while len(self.cards) > len(cards):
            self.cards.pop().deleteLater()
        while len(self.cards) < len(cards):
            view = RungCardView(self._theme)
            view.again_wanted.connect(self.again_wanted)
            self.cards.append(view)
            self._list.addWidget(view)
        lines = {item.group: tuple(item.details.get("last_lines", ())) for item in state.plan.items}
        for view, card in zip(self.cards, cards, strict=True):
            settled = card.step.state in ("done", "failed", "stopped")
            can_repeat = settled and not state.is_live and bool(state.items_of(card.step.key))
            failed_lines = lines.get(card.step.key, ()) if card.step.state == "failed" else ()
            view.show_card(card, failed_lines, can_repeat=can_repeat)

    def show_live(self, live: LiveRun | None) -> None:
        """Show how the run of the present rung stands."""
        card = self.running_card()
        if card is not None:
            text = self.tr("Starting …") if live is None else ladder_texts.live_figures(live)
            card.show_live(text, 0.0 if live is None else live.data.progress.share)

    def running_card(self) -> RungCardView | None:
        """Return the card of the rung that is measured now."""
        return next((view for view in self.cards if view.card is not None and view.card.step.state == "running"), None)

    def _scroll_to_running(self) -> None:
        card = self.running_card()
        if card is not None:
            self._scroll.ensureWidgetVisible(card, 0, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show the buttons' words where there is room."""
        super().resizeEvent(event)
        lines = 1 if self.width() >= _ONE_LINE_FROM else 2
        self.sentence.setMinimumHeight(lines * self.sentence.fontMetrics().lineSpacing())
        self.compare.setText(self.tr("Open as comparison") if self.width() >= _WORDS_FROM else self.tr("Compare"))


_ONE_LINE_FROM = 1240
"""Pixels from which the longest sentence is one line; below, the room of the second is kept, so that nothing moves when it comes."""
_WORDS_FROM = 900
"""Pixels from which the caption has room beside the long words."""
