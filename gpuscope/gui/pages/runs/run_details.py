"""An opened run: its charts, figures, settings and environment, gaps and marks, and log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QSplitter, QTabBar, QWidget

from gpuscope.analysis.bottleneck import bottleneck
from gpuscope.analysis.run_value import damage_note
from gpuscope.core.figures import capitalized
from gpuscope.gui.pages.runs.report_tabs import figures_tab, gaps_tab, settings_tab
from gpuscope.gui.run_view.log_view import LogText, time_of_day
from gpuscope.gui.run_view.next_steps import NextSteps
from gpuscope.gui.run_view.run_view import RunView
from gpuscope.gui.services.user_settings import UserSettings
from gpuscope.gui.theme import Theme
from gpuscope.gui.turns import turns
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.empty_state import EmptyState
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import fill, framed, horizontal, vertical
from gpuscope.gui.widgets.notice_bar import NoticeBar
from gpuscope.gui.widgets.page_stack import PageStack
from gpuscope.gui.widgets.state_badge import MISHAP_TONES
from gpuscope.reports.run_report import run_report, sentences

if TYPE_CHECKING:
    from gpuscope.core.run import RunRecord
    from gpuscope.gui.data.shown_run import ShownRun

CHARTS, FIGURES, GAPS, LOG = 0, 1, 3, 4
"""Tab indices."""


class RunDetails(QWidget):
    """Shows a run on the whole page.

    Attributes:
        left: The user wants to return to the list.
        outcome: Why the run did not end well; hidden if it did.
        data: Data of the displayed run; None while it is being read.
    """

    left = Signal()

    def __init__(self, theme: Theme, settings: UserSettings, next_steps: NextSteps) -> None:
        super().__init__()
        self._theme, self._settings, self._next_steps = theme, settings, next_steps
        self.data: ShownRun | None = None
        self._output: list[str] = []
        self.run_view = RunView(theme, settings)
        self.run_view.figures.offer_more(lambda: self.choose_tab(FIGURES))
        self._tabs = QTabBar(expanding=False, drawBase=False)
        self._tabs.setAccessibleName(self.tr("Views of the run"))
        self._stack = PageStack()
        self._makers: dict[int, Callable[[], QWidget]] = {}
        self._built: set[int] = set()
        self._stack.addWidget(self.run_view)
        self._tabs.addTab(self.tr("Charts"))
        for title in (self.tr("Figures"), self.tr("Settings"), self.tr("Gaps and marks"), self.tr("Log")):
            self._tabs.addTab(title)
            self._stack.addWidget(QWidget())
        self._tabs.currentChanged.connect(self._show_tab)
        column = vertical(self, (0, 0, 0, 0), spacing=0)
        self.outcome = NoticeBar(theme)
        self._description = ElidedLabel("", "small")
        self._description.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fill(column, self._top(), self.outcome)
        steps = fill(horizontal(margins=(20, 8, 20, 8)), next_steps)
        fill(column, steps, (self._stack, 1))
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.left)  # active wherever the focus is while a run is open

    def _top(self) -> QWidget:
        top = framed("header")
        self.back = Button(self._theme, self.tr("All runs"), "flat", "back", clicked=self.left)
        self.back.setToolTip(self.tr("Back to the list (Esc)"))
        fill(horizontal(top, (12, 4, 20, 0), spacing=16), self.back, self._tabs, (self._description, 1))
        return top

    def show_description(self, tags: Sequence[str], note: str) -> None:
        """Show the run's tags and note beside the tabs; the tooltip has the full text if it is elided."""
        self._description.set_text(" · ".join([*tags, *([note] if note else [])]))

    @property
    def tab(self) -> int:
        """Index of the current tab."""
        return self._tabs.currentIndex()

    def choose_tab(self, tab: int) -> None:
        """Select a tab by index."""
        if 0 <= tab < self._tabs.count():
            self._tabs.setCurrentIndex(tab)

    def show_data(self, data: ShownRun | None) -> None:
        """Show a run, or nothing while one is being read."""
        self.data = data
        self._output = []
        if data is None or self.tab == CHARTS:
            self._show_charts()
        else:
            self.run_view.show_data(None)
            turns().later(self, self._show_charts)  # hidden now, and with the other tab they take too long
        self._forget_tabs()
        record = None if data is None else data.record
        self._show_outcome(record)
        self._next_steps.show_record(record)
        if data is not None and record is not None:
            report = cache(partial(run_report, record, marks=data.marks, settings=self._settings.known))
            self._makers = {
                FIGURES: lambda: figures_tab(self._theme, report(), bottleneck(record)),
                2: lambda: settings_tab(self._theme, report()),
                GAPS: lambda: gaps_tab(self._theme, report()),
                LOG: lambda: self._log(data, record),
            }
        self._show_tab(self.tab)

    def _show_charts(self) -> None:
        self.run_view.show_data(self.data)

    def _show_outcome(self, record: RunRecord | None) -> None:
        tone = None if record is None else MISHAP_TONES.get(record.state)
        damage = "" if record is None else damage_note(record)
        if record is not None and tone is None and damage:
            self.outcome.show_text(f"{capitalized(damage)}.", "warn", self.tr("Show the gaps"), lambda: self.choose_tab(GAPS))
        elif record is None or tone is None:
            self.outcome.clear()
        else:
            self.outcome.show_text(sentences(record)[0], tone, self.tr("Show the log"), lambda: self.choose_tab(LOG))

    def set_output(self, lines: Sequence[str]) -> None:
        """Set the last lines of the workload's output."""
        self._output = list(lines)
        self._show_charts()  # it empties the log
        self.run_view.log.set_output(lines)
        if self.data is not None and self.data.record is not None:
            data, record = self.data, self.data.record
            self._makers[LOG] = lambda: self._log(data, record)
            self._show_tab(self.tab)

    def is_ready(self) -> bool:
        """Whether the run is drawn."""
        return self.data is not None and (self.tab != CHARTS or self.run_view.is_ready())

    def start(self) -> None:
        """Start following the run when the page becomes visible."""
        self.run_view.start()

    def stop(self) -> None:
        """Stop following the run when the page is hidden."""
        self.run_view.stop()

    def _forget_tabs(self) -> None:
        self._makers = {}
        while self._built:
            self._replace(self._built.pop(), QWidget())

    def _replace(self, place: int, widget: QWidget) -> None:
        before = self._stack.widget(place)
        if before is not None:
            self._stack.removeWidget(before)
            before.deleteLater()
        self._stack.insertWidget(place, widget)

    def _show_tab(self, place: int) -> None:
        """Show a tab, building it the first time."""
        make = self._makers.pop(place, None)
        if make is not None:
            self._replace(place, make())
            self._built.add(place)
        self._stack.setCurrentIndex(place)

    def _log(self, data: ShownRun, record: RunRecord) -> QWidget:
        log_lines = [f"{time_of_day(record.started_at, line.t_s)}  {line.text}" for line in data.log]
        output_title, log_title = self.tr("Output of the workload, its last lines"), self.tr("Reported while it ran")
        if not self._output and not log_lines:
            text = self.tr("The run printed nothing, or its output is on another machine.")
            return EmptyState(self._theme, text)
        both = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        for title, lines in ((output_title, self._output), (log_title, log_lines)):
            if lines:
                both.addWidget(_lines(title, lines))
        return both


def _lines(title: str, lines: Sequence[str]) -> QFrame:
    frame = framed("panel")
    column = vertical(frame, (12, 12, 4, 4), spacing=4)
    heading = label(title, "heading")
    heading.setContentsMargins(8, 0, 0, 0)
    column.addWidget(heading)
    text = LogText(title)
    text.append_lines([(line, None) for line in lines])
    text.scroll_to_end()
    column.addWidget(text, 1)
    return frame
