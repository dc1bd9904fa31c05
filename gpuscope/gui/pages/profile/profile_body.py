"""The body of a profile: the sentence, the breakdown of device time, and a tab for each part."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from gpuscope.gui.charts.time_bar import TimeBar, TimePart
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.profile import profile_parts
from gpuscope.gui.pages.profile.advice_pane import AdvicePane
from gpuscope.gui.pages.profile.flame_pane import FlamePane
from gpuscope.gui.pages.profile.memory_pane import MemoryPane
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import DIFFERENCE, MEMORY, ROOFLINE, TIMELINE, ProfilePart, ShownProfile, time_bars
from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.pages.profile.roofline_pane import RooflinePane, measuring_spec
from gpuscope.gui.pages.profile.timeline_pane import TimelinePane
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.services.run_starter import RunStarter
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label, show_or_hide
from gpuscope.gui.widgets.layouts import Gap, fill, vertical
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.system.language import joined_sentences

Searched = PartPane | TimelinePane | FlamePane | ProfileTablePane
"""Panes with a search field."""
_Pane = PartPane | TimelinePane | FlamePane | AdvicePane


class ProfileBody(QWidget):
    """One profile.

    Args:
        reading: Computes timeline, flame graph and memory.
        starter: Knows what this machine can run; None leaves that check to the Run page.

    Attributes:
        columns: The user's column settings, by part key, then table key.
        export_wanted: The user wants to save a table; carries the ProfileTable.
        trace_wanted: The user wants to save the trace with the run's curves in it.
        chart_menu_wanted: The user wants the menu for saving a chart; carries an ``ExportedChart`` and a screen position.
        try_wanted: The user wants to try a change of the profiled run, or another run; carries a ``TriedChange`` or a ``RunSpec``.
        shown: The displayed profile.
        part: Key of the tab chosen last.
    """

    export_wanted = Signal(object)
    trace_wanted = Signal()
    chart_menu_wanted = Signal(object, QPoint)
    try_wanted = Signal(object)

    def __init__(self, theme: Theme, reading: ProfileReading, starter: RunStarter | None = None) -> None:
        super().__init__()
        self._theme, self._reading, self._starter = theme, reading, starter
        self._parts = profile_parts.profile_parts()
        self.shown: ShownProfile | None = None
        self.part = self._parts[0].key
        self.columns: dict[str, dict[str, object]] = {}
        self.sentence = label("", "sentence", wraps=True)
        self.more = label("", "muted", wraps=True)
        self.bar = TimeBar(theme)
        self.tabs = QTabBar(expanding=False, drawBase=False, usesScrollButtons=True)
        self.tabs.setProperty("look", "parts")
        self.tabs.setAccessibleName(self.tr("Parts of the profile"))
        for part in self._parts:
            self.tabs.addTab(part.title)
        self._stack = QStackedWidget()
        policy = self._stack.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # or what is above would be spread over its room
        self._stack.setSizePolicy(policy)
        self._panes: dict[str, _Pane] = {}
        self._column = vertical(self, (20, 14, 20, 14), spacing=8)
        fill(self._column, self.sentence, self.more, Gap(4), self.bar, self.tabs, (self._stack, 1))
        self.tabs.currentChanged.connect(self._choose_tab)

    @property
    def front(self) -> _Pane | None:
        """The pane in front; None for a part without one."""
        front = self._stack.currentWidget()
        return front if isinstance(front, _Pane) and not self._stack.isHidden() else None

    @property
    def pane(self) -> ProfileTablePane | None:
        """The table in front."""
        return self.front.pane if isinstance(self.front, PartPane) else None

    def shown_table(self) -> ProfileTable | None:
        """Return the table in front with its visible rows; None if there is none."""
        return None if self.front is None or isinstance(self.front, TimelinePane) else self.front.shown_table()

    def is_ready(self) -> bool:
        """Whether the pane in front is drawn."""
        return not isinstance(self.front, TimelinePane | FlamePane | MemoryPane) or self.front.is_ready

    def show_profile(self, shown: ShownProfile) -> None:
        """Show a profile, on the tab chosen last if the profile has it."""
        self.shown = shown
        self._forget_panes()
        with QSignalBlocker(self.tabs):  # disabling the current tab would select another
            for place, part in enumerate(self._parts):
                self.tabs.setTabEnabled(place, part.is_there(shown))
                self.tabs.setTabToolTip(place, "" if part.is_there(shown) else part.lack)
        self.choose_part(self.part)
        self._fit_tabs()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tabs that there is room for."""
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Hide the tabs of parts that the profile lacks where there is no room for all."""
        margins, places = self._column.contentsMargins(), range(self.tabs.count())
        with QSignalBlocker(self.tabs):
            for place in places:
                self.tabs.setTabVisible(place, True)
            if self.tabs.sizeHint().width() > self.width() - margins.left() - margins.right():
                for place in places:
                    self.tabs.setTabVisible(place, self.tabs.isTabEnabled(place) or place == self.tabs.currentIndex())

    def choose_part(self, key: str) -> None:
        """Select a tab; if the profile lacks it, show the first available one, and remember the choice for other profiles."""
        self.part = key
        able = [place for place in range(self.tabs.count()) if self.tabs.isTabEnabled(place)]
        first = self._first_part(able)
        chosen = next((place for place in able if self._parts[place].key == key), first)
        with QSignalBlocker(self.tabs):
            self.tabs.setCurrentIndex(chosen)
        self._show_part(chosen)

    def _first_part(self, able: Sequence[int]) -> int:
        """Return the index of the default tab: the flame graph for profiles of stacks alone, otherwise the first available one."""
        if self.shown is not None and self.shown.profile.profile.functions:
            able = [place for place in able if self._parts[place].key == profile_parts.FLAME] or able
        return able[0] if able else 0

    def _choose_tab(self, place: int) -> None:
        self.part = self._parts[place].key
        self._show_part(place)

    def _show_part(self, place: int) -> None:
        shown = self.shown
        if shown is None:
            return
        part = self._parts[place]
        self._show_head(shown, is_difference=part.key == DIFFERENCE)
        is_empty = part.key == DIFFERENCE and not part.shown_tables(shown)  # of captures that cannot be compared, which the sentence says
        if part.key not in self._panes and part.is_there(shown) and not is_empty:
            pane = self._panes[part.key] = self._pane_of(part, shown)
            self._stack.addWidget(pane)
        if part.key in self._panes:
            self._stack.setCurrentWidget(self._panes[part.key])
        self._stack.setVisible(part.key in self._panes)

    def _pane_of(self, part: ProfilePart, shown: ShownProfile) -> _Pane:
        match part.key:
            case profile_parts.TIMELINE:
                return self._timeline(shown)
            case profile_parts.FLAME:
                return FlamePane(self._theme, self._reading, shown)
            case profile_parts.ADVICE:
                return self._advice(shown)
            case _:
                return self._tables(part, shown)

    def _tables(self, part: ProfilePart, shown: ShownProfile) -> PartPane:
        tables = part.shown_tables(shown)
        titles = [part.choices(table.key) for table in tables]
        is_memory = part.key == MEMORY and bool(shown.profile.profile.memory)
        columns = self.columns.setdefault(part.key, {})
        chart = shown.view.roofline_chart if part.key == ROOFLINE else None
        pane: PartPane
        if is_memory:
            pane = MemoryPane(self._theme, tables, titles, columns, self._reading, shown)
        elif chart is not None:
            pane = RooflinePane(self._theme, tables, titles, columns, chart, measuring_spec(shown))
            pane.measure_wanted.connect(self.try_wanted)
            pane.chart_menu_wanted.connect(self.chart_menu_wanted)
        else:
            pane = PartPane(self._theme, tables, titles, columns)
        pane.export_wanted.connect(self.export_wanted)
        pane.located.connect(self._show_in_timeline)
        return pane

    def _timeline(self, shown: ShownProfile) -> TimelinePane:
        pane = TimelinePane(self._theme, self._reading, shown)
        pane.located.connect(self._show_in_table)
        pane.trace_wanted.connect(self.trace_wanted)
        return pane

    def _advice(self, shown: ShownProfile) -> AdvicePane:
        pane = AdvicePane(self._theme, shown, self._starter)
        pane.export_wanted.connect(self.export_wanted)
        pane.try_wanted.connect(self.try_wanted)
        return pane

    def _show_in_timeline(self, name: str) -> None:
        """Show a kernel or operator in the timeline."""
        self.choose_part(TIMELINE)
        pane = self._panes[TIMELINE]
        assert isinstance(pane, TimelinePane)
        pane.mark(name)

    def _show_in_table(self, key: str, name: str, operator: str) -> None:
        """Show a slice of the timeline in its table."""
        assert self.shown is not None
        profile = self.shown.profile.profile
        kernels = [(row.name, row.operator or "") for row in profile.kernels]
        rows = kernels if key == "kernels" else [(row.name, "") for row in profile.operators]
        self.choose_part(key)
        if (name, operator) in rows and isinstance(self.front, PartPane):
            self.front.show_table(0)
            self.front.pane.choose(rows.index((name, operator)))

    def _show_head(self, shown: ShownProfile, *, is_difference: bool) -> None:
        difference = shown.opened.difference
        if is_difference and difference is not None:
            headline, *others = difference.sentences
            bars = [bar for each in shown.opened.profiles for bar in time_bars(each.view, each.name)]
        else:
            headline, others = shown.view.headline, list(shown.view.details)
            bars = time_bars(shown.view)
        self._show_texts(headline, others, bars)

    def _show_texts(self, headline: str, others: Sequence[str], bars: Sequence[tuple[str, Sequence[TimePart]]]) -> None:
        self.sentence.setText(composed_text(headline))
        show_or_hide(self.more, joined_sentences([composed_text(other) for other in others if other]))
        self.bar.show_bars(bars)
        self.bar.setVisible(bool(bars))

    def _forget_panes(self) -> None:
        for pane in self._panes.values():
            self._stack.removeWidget(pane)
            pane.deleteLater()
        self._panes.clear()
