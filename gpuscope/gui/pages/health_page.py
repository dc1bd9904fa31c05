"""The Health page: availability and accuracy of each metric by device, and the cost of reading it."""

import platform
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from gpuscope.core.device import WORKLOAD
from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.pages.health.health_state import SILENT, health_figures, helper_health
from gpuscope.gui.pages.health.lack_list import LackList
from gpuscope.gui.pages.health.metric_tree import MetricTree
from gpuscope.gui.pages.page import Page
from gpuscope.gui.run_view.figure_row import FigureRow
from gpuscope.gui.services.history import History
from gpuscope.gui.services.monitor_feed import MonitorFeed
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import Gap, fill, framed, horizontal, vertical
from gpuscope.gui.widgets.page_stack import PageStack
from gpuscope.storage.values import StoreSize

_EVERY_MS = 500
"""Refresh interval. States change about once a second; refreshing twice as often shows each change promptly."""
_STORE_EVERY = 20
"""Refreshes between two queries of the store's size."""
_SETTLED_S, _PERIODS_S = 3.0, 22.0
"""Seconds until every sensor was read once, and until the helper has measured the update periods (20 s)."""
_FRAME = 1
"""Pixels of the frame around the list of what is missing, invisible without the focus (see the style sheet)."""


class HealthPage(Page):
    """Shows the quality of the readings; the feed runs only while the page is visible.

    Args:
        feed: Readings, shared with the Machine page.
        history: Access to the store.
    """

    name: ClassVar[str] = "health"

    def __init__(self, theme: Theme, feed: MonitorFeed, history: History) -> None:
        super().__init__(theme)
        self.header.set_title(self.tr("Health"), platform.node())
        self._feed, self._history = feed, history
        self._is_seen = False
        self._polls = 0
        self._data: ShownRun | None = None
        self._store: StoreSize | str | None = None
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._poll)
        self._again = Button(theme, self.tr("Retry the GPU sensors"), "main", "again", clicked=self._try_again)
        self._again.hide()
        self.header.add_actions(self._again)
        self._figures = FigureRow(theme)
        self._sentence = label("", "sentence", wraps=True)
        self._lacks = LackList(theme)
        self._tree = MetricTree(theme)
        self._row_note = label("", "small", wraps=True)
        self._empty = EmptyState(theme, self.tr("Waiting for the first reading of this machine's sensors"))
        self._empty.wanted.connect(self._retry)
        self._body = PageStack()
        self._body.addWidget(self._empty)
        self._body.addWidget(self._health())
        self.set_body(self._body)
        feed.failed.connect(self._show_failure)

    def _health(self) -> QWidget:
        page = QWidget()
        column = fill(vertical(page, (0, 0, 0, 0), spacing=0), self._figures)
        inside = fill(vertical(margins=(20, 14, 20, 12), spacing=10), self._sentence)
        wide = horizontal(spacing=0)  # its frame, which shows the focus, lies outside the cards, which stand above the table
        fill(wide, Gap(-_FRAME), (self._lacks, 1), Gap(-_FRAME))
        fill(inside, wide, (self._table(), 1), self._row_note)
        column.addLayout(inside, 1)
        self._row_note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row_note.hide()
        self._tree.described.connect(partial(show_or_hide, self._row_note))
        return page

    def _table(self) -> QFrame:
        frame = framed("card")
        fill(vertical(frame, (1, 4, 1, 4)), self._tree)
        return frame

    def activated(self) -> None:
        """Start reading."""
        if not self._is_seen:
            self._is_seen = True
            self._polls = 0
            self._feed.start()
            self._timer.start()
            self._poll()

    def deactivated(self) -> None:
        """Stop reading."""
        if self._is_seen:
            self._is_seen = False
            self._timer.stop()
            self._feed.stop()

    def is_ready(self) -> bool:
        """Whether readings exist, update periods are known or overdue, and the store's size was queried."""
        data = self._data
        if data is None or self._store is None or self._body.currentIndex() == 0:
            return False
        waits = any(device.awaits_periods for device in data.devices)
        return data.end_s > (_PERIODS_S if waits else _SETTLED_S)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the lines for the new width."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self._lacks, self._lacks.fit)

    def _poll(self) -> None:
        if self._polls % _STORE_EVERY == 0:
            self._history.size(self._show_store, self._miss_store, self)
        self._polls += 1
        data = self._data = self._feed.data
        has_readings = bool(data.devices and data.end_s)
        if has_readings:
            self._show(data)
        self._body.setCurrentIndex(int(has_readings))
        self.header.set_left(self._feed.source_text if has_readings else "")

    def _show(self, data: ShownRun) -> None:
        self._tree.show_data(data)
        states = self._tree.rows.states
        self._figures.show_figures(health_figures(data, states, self._store))
        self._lacks.show_devices([device for device in data.devices if device.key != WORKLOAD])
        silent = sum(state.kind == SILENT for state in states.values())
        self._show_sentence(data, silent)

    def _show_sentence(self, data: ShownRun, silent: int) -> None:
        health = helper_health(data)
        is_off = health is not None and health.off is not None
        self._again.setVisible(is_off)
        if health is not None and health.off is not None:
            text = self.tr("GPU sensors are {0}").format(health.off)
        elif silent:
            text = self.tr("Metrics without readings at the moment: {0}").format(silent)
        elif any(device.awaits_periods for device in data.devices):
            text = self.tr("Sensors are being read; their update periods are being measured")
        else:
            text = self.tr("All metrics that this machine can measure are being read")
        if text != self._sentence.text():
            self._sentence.setText(text)
            self._sentence.setAccessibleName(text)

    def _show_store(self, size: StoreSize) -> None:
        self._store = size

    def _miss_store(self, error: GpuscopeError) -> None:
        self._store = error_text(error)

    def _try_again(self) -> None:
        self._again.hide()
        self._feed.try_again()

    def _show_failure(self, error: GpuscopeError) -> None:
        if self._is_seen:
            self.notice.show_error(error, self.tr("Try again"), self._retry)

    def _retry(self) -> None:
        self.notice.clear()
        self._feed.retry()
