"""The board of a ladder: summary sentence, one card per rung, waterfall and plane."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from gpuscope.core.figures import uncapitalized
from gpuscope.gui.charts.picture_view import PictureView
from gpuscope.gui.charts.waterfall_view import WaterfallView
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.ladder import ladder_texts
from gpuscope.gui.pages.ladder.rung_card import RungCardView
from gpuscope.gui.pages.plan.plan_board import GAP, PictureCard, PlanBoard, caption_text
from gpuscope.gui.services.ladders import LadderState
from gpuscope.gui.services.live_run import LiveRun
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.chart_menu import ChartMenu
from gpuscope.gui.widgets.layouts import NO_MOST, STRETCH, fill, horizontal, scroll_down_only, vertical
from gpuscope.reports.ladder_view import FACTOR_NOTE
from gpuscope.reports.pictures.waterfall import WIDEST, waterfall

_CARDS, _PICTURES = 11, 13
"""Stretch factors of cards and pictures; the text of the cards gains nothing from more width."""


class LadderBoard(PlanBoard):
    """Shows a ladder.

    Signals:
        again_wanted: The user wants a rung measured again; carries its key.
        screen_wanted: The user wants the ladder full screen.
    """

    again_wanted = Signal(str)
    screen_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._state: LadderState | None = None
        self._running = ""
        self.cards: list[RungCardView] = []
        self.full = Button(theme, "", "", "screen", self.tr("Full screen (F11)"), clicked=self.screen_wanted)
        self.waterfall = WaterfallView(theme)
        self.plane = PictureView(theme)
        self._waterfall_card, self._plane_card = (
            PictureCard(self.waterfall, self.tr("What each rung gained")),
            PictureCard(self.plane, " "),
        )
        self._list = QVBoxLayout()
        self._scroll = self._cards_area()
        self._arrange()
        menu = ChartMenu(theme, self)
        for card in (self._waterfall_card, self._plane_card):
            card.add_controls(menu.button_of_picture(card.picture))

    def _cards_area(self) -> QScrollArea:
        inside = QWidget()
        column = vertical(inside, (0, 0, 6, 0))
        self._list.setSpacing(8)
        fill(column, self._list, STRETCH)
        scroll = QScrollArea()
        scroll_down_only(scroll)
        scroll.setWidget(inside)
        return scroll

    def _arrange(self) -> None:
        pictures = fill(vertical(spacing=GAP), (self._waterfall_card, 5), (self._plane_card, 4))
        body = fill(horizontal(spacing=GAP), (self._scroll, _CARDS), (pictures, _PICTURES))
        self.lay_out([self.full], body)

    # Display

    def show_state(self, state: LadderState) -> None:
        """Show the current state of a ladder."""
        is_other = self._state is None or self._state.plan.plan_id != state.plan.plan_id
        self._state = state
        self.follow(state.plan, is_live=state.is_live)
        self.sentence.setText(ladder_texts.sentence(state))
        self.caption.setText(caption_text(state.plan, state.view.labels))
        for button in (self.compare, self.save):
            button.setEnabled(state.comparison is not None)
        self.waterfall.show_waterfall(waterfall(state.view))
        self._waterfall_card.show_caption(composed_text(FACTOR_NOTE))
        awaits = state.plane is None and state.is_live
        self._plane_card.setVisible(state.plane is not None or awaits)
        self._plane_card.show_note(self.tr("Drawn from the second measured rung on.") if awaits else "")
        if awaits:
            self._plane_card.heading.setText(self.tr("Time and what it costs"))
        if state.plane is not None:
            axes = state.plane.x.title, state.plane.y.title
            self._plane_card.heading.setText(self.tr("{0} and {1}").format(axes[0], uncapitalized(axes[1])))
            self.plane.show_picture(state.plane, self._plane_card.heading.text())
            self._plane_card.show_caption(state.plane.note)
        self._limit_waterfall()
        self._show_cards(state)
        running = next((card.step.key for card in state.view.cards if card.step.state == "running"), "")
        if is_other:
            self._scroll.verticalScrollBar().setValue(0)
        if running and (is_other or running != self._running):
            QTimer.singleShot(0, self, self._scroll_to_running)
        self._running = running

    def _limit_waterfall(self) -> None:
        """Leave to the picture below what the rows of the waterfall do not take."""
        spare = (WIDEST - 1) * self.waterfall.sizeHint().height()
        is_alone = self._plane_card.isHidden()
        self._waterfall_card.setMaximumHeight(NO_MOST if is_alone else self._waterfall_card.sizeHint().height() + spare)

    def _show_cards(self, state: LadderState) -> None:
        cards = state.view.cards
        while len(self.cards) > len(cards):
            self.cards.pop().deleteLater()
        while len(self.cards) < len(cards):
            view = RungCardView(self.theme)
            view.again_wanted.connect(self.again_wanted)
            self.cards.append(view)
            self._list.addWidget(view)
        lines = {item.group: item.last_lines for item in state.plan.items}
        numbers = {title: number for number, title in enumerate(state.groups(), 1)} if state.comparison is not None else {}
        for view, card in zip(self.cards, cards, strict=True):
            settled = card.step.state in ("done", "failed", "stopped", "skipped")
            can_repeat = settled and not state.is_live and bool(state.items_of(card.step.key))
            failed_lines = lines.get(card.step.key, ()) if card.step.state == "failed" else ()
            view.show_card(card, failed_lines, number=numbers.get(card.step.title), can_repeat=can_repeat)

    def show_live(self, live: LiveRun | None) -> None:
        """Show the live run of the current rung."""
        card = self.running_card()
        if card is not None:
            text = self.tr("Starting …") if live is None else ladder_texts.live_figures(live)
            card.show_live(text, 0.0 if live is None else live.data.progress.share)

    def running_card(self) -> RungCardView | None:
        """Return the card of the rung being measured."""
        return next((view for view in self.cards if view.card is not None and view.card.step.state == "running"), None)

    def _scroll_to_running(self) -> None:
        card = self.running_card()
        if card is not None:
            self._scroll.ensureWidgetVisible(card, 0, 40)
