"""A profile on its page: the sentence, what the device's time was spent on, and a tab for each part."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from gpuscope.gui.charts.time_bar import TimeBar, TimePart
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import DIFFERENCE, ShownProfile, profile_parts, time_bars
from gpuscope.gui.pages.profile.profile_table import ProfileTablePane
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.labels import label


class ProfileBody(QWidget):
    """One profile.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.

    Attributes:
        export_wanted: A table is to be saved: the ProfileTable.
    """

    export_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts = profile_parts()
        self._shown: ShownProfile | None = None
        self._wanted = self._parts[0].key
        self.sentence = label("", "sentence", wraps=True)
        self.more = label("", "muted", wraps=True)
        self.bar = TimeBar(theme)
        self.tabs = QTabBar()
        self.tabs.setProperty("look", "parts")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName(self.tr("Parts of the profile"))
        for part in self._parts:
            self.tabs.addTab(part.title)
        self._stack = QStackedWidget()
        self._panes: dict[str, PartPane] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(8)
        column.addWidget(self.sentence)
        column.addWidget(self.more)
        column.addSpacing(4)
        column.addWidget(self.bar)
        column.addWidget(self.tabs)
        column.addWidget(self._stack, 1)
        self.tabs.currentChanged.connect(self._choose_tab)

    @property
    def shown(self) -> ShownProfile | None:
        """The profile that is shown."""
        return self._shown

    @property
    def part(self) -> str:
        """Which tab was chosen last."""
        return self._wanted

    @property
    def pane(self) -> ProfileTablePane | None:
        """The table in front."""
        part = self._stack.currentWidget()
        return part.pane if isinstance(part, PartPane) else None

    def show_profile(self, shown: ShownProfile) -> None:
        """Show a profile, on the tab that was chosen last where it has it."""
        self._shown = shown
        self._forget_panes()
        was_blocked = self.tabs.blockSignals(True)  # disabling the tab in front would bring another to the front
        for place, part in enumerate(self._parts):
            has_rows = bool(part.shown_tables(shown))
            self.tabs.setTabEnabled(place, has_rows)
            self.tabs.setTabToolTip(place, "" if has_rows else part.lack)
        self.tabs.blockSignals(was_blocked)
        self.choose_part(self._wanted)

    def choose_part(self, key: str) -> None:
        """Bring a tab to the front; where the profile lacks it, its first one, until another profile has it."""
        self._wanted = key
        able = [place for place in range(self.tabs.count()) if self.tabs.isTabEnabled(place)]
        chosen = next((place for place in able if self._parts[place].key == key), able[0] if able else 0)
        was_blocked = self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(chosen)
        self.tabs.blockSignals(was_blocked)
        self._show_part(chosen)

    def _choose_tab(self, place: int) -> None:
        self._wanted = self._parts[place].key
        self._show_part(place)

    def _show_part(self, place: int) -> None:
        shown = self._shown
        if shown is None:
            return
        part = self._parts[place]
        self._show_head(shown, is_difference=part.key == DIFFERENCE)
        tables = part.shown_tables(shown)
        if part.key not in self._panes and tables:
            pane = self._panes[part.key] = PartPane(self._theme, tables, [part.choices(table.key) for table in tables])
            pane.export_wanted.connect(self.export_wanted)
            self._stack.addWidget(pane)
        if part.key in self._panes:
            self._stack.setCurrentWidget(self._panes[part.key])
        self._stack.setVisible(part.key in self._panes)

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
        self.more.setText(" ".join(filter(None, map(composed_text, others))))
        self.more.setVisible(bool(self.more.text()))
        self.bar.show_bars(bars)
        self.bar.setVisible(bool(bars))

    def _forget_panes(self) -> None:
        for pane in self._panes.values():
            self._stack.removeWidget(pane)
            pane.deleteLater()
        self._panes.clear()
