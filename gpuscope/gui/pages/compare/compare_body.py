"""The cards below the header, scrollable, in two columns if there is room."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from gpuscope.gui.pages.compare.differences_panel import DifferencesPanel
from gpuscope.gui.pages.compare.metrics_card import MetricsCard
from gpuscope.gui.pages.compare.overlay import Overlay
from gpuscope.gui.pages.compare.pictures_card import PicturesCard
from gpuscope.gui.pages.compare.sentence_card import SentenceCard
from gpuscope.gui.pages.compare.why_card import WhyCard
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.layouts import fill, grid, scroll_down_only, vertical
from gpuscope.reports.comparison_view import ComparisonView

_TWO_COLUMNS_FROM = grown(980)
"""Width in pixels from which there are two columns: a table of two groups fits beside a panel of 300."""
_SHARES = (17, 8)
"""Stretch factors of table and panel; with two groups, intervals fit from 1280 pixels on."""
_LEAST_SIDE = grown(306)
"""Pixels that the panel keeps when the table takes more than its share, to write its metrics whole: three groups fit in "What differs"."""
_MARGIN, _GAP = 20, 14
"""Pixels around the cards, aligned with the title, and between them."""
_LEAST_PANEL, _HIGHEST_PANEL = grown(280), grown(460)
"""Limits in pixels of the pictures' height, which follows the table: less crowds the axes, more pushes the next card too far down."""


class CompareBody(QScrollArea):
    """All cards of a comparison.

    Attributes:
        sentence: The summary.
        metrics: The table of metrics.
        pictures: Plane, bars, distributions, roofline, phases.
        overlay: Curves over a common axis.
        differences: Differences in settings and environment.
        why: What limited each group, and what to try next.
    """

    def __init__(self, theme: Theme, starter: RunStarter | None = None) -> None:
        super().__init__()
        self.sentence, self.metrics, self.pictures = SentenceCard(theme), MetricsCard(theme), PicturesCard(theme)
        self.overlay, self.differences = Overlay(theme), DifferencesPanel(theme)
        self.why = WhyCard(theme, starter)
        self._columns = 0
        self._coming: list[Callable[[], None]] = []  # what shows the other cards
        self._side = QWidget()
        fill(vertical(self._side, (0, 0, 0, 0), spacing=_GAP), self.pictures, self.why, (self.differences, 1))
        inside = QWidget()
        self._grid = grid(_GAP, _GAP, parent=inside, margins=(_MARGIN, 16, _MARGIN, 16))
        self.setWidget(inside)
        scroll_down_only(self)
        self.metrics.installEventFilter(self)
        self._arrange(2)

    def show_comparison(self, view: ComparisonView) -> None:
        """Show a comparison in the sentence, the table, and the panel beside it, in a turn of the event loop each.

        The curves follow once read.
        """
        self.sentence.show_comparison(view)
        self.overlay.set_energy_unit(view.energy_unit)
        if not self._coming:
            turns().later(self, self._show_next)
        self._coming = [partial(self._show_metrics, view), partial(self._show_panel, view)]

    def _show_next(self) -> None:
        show = self._coming.pop(0)
        if self._coming:
            turns().later(self, self._show_next)  # before: a card that fails must not keep the others from showing
        show()

    def _show_metrics(self, view: ComparisonView) -> None:
        self.metrics.show_comparison(view)
        self._share()

    def _show_panel(self, view: ComparisonView) -> None:
        self.pictures.show_comparison(view)
        self.why.show_comparison(view.comparison)
        self.differences.show_comparison(view)

    def is_ready(self) -> bool:
        """Whether all cards show the comparison."""
        return not self._coming

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rearrange the cards for the new width."""
        super().resizeEvent(event)
        self.sentence.set_room(self.viewport().width() - 2 * _MARGIN)
        self._share()
        self._arrange(2 if self.width() >= _TWO_COLUMNS_FROM else 1)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for card in (self.sentence, self.metrics, self.overlay, self._side):
            self._grid.removeWidget(card)
        self._grid.addWidget(self.sentence, 0, 0, 1, columns)
        self._grid.addWidget(self.metrics, 1, 0)
        self._grid.addWidget(self.overlay, 2, 0)
        if columns == 2:
            self._grid.addWidget(self._side, 1, 1, 2, 1)
        else:
            self._grid.addWidget(self._side, 3, 0)
        for column, share in enumerate(_SHARES):
            self._grid.setColumnStretch(column, share if columns == 2 else 1 - column)
        self._grid.setRowStretch(2, 1)
        self._share()
        self._level()

    def _share(self) -> None:
        """Give the table more than its share if that lets it write its metrics whole, as far as the panel can spare it."""
        room = self.viewport().width() - 2 * _MARGIN - _GAP - _LEAST_SIDE
        self._grid.setColumnMinimumWidth(0, max(0, min(self.metrics.whole_width(), room)) if self._columns == 2 else 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the pictures as high as the table beside them."""
        if event.type() == QEvent.Type.Resize:
            self._level()
        return super().eventFilter(watched, event)

    def _level(self) -> None:
        high = self.metrics.height() if self._columns == 2 else 0
        self.pictures.setFixedHeight(min(_HIGHEST_PANEL, max(self.pictures.minimumSizeHint().height(), _LEAST_PANEL, high)))
