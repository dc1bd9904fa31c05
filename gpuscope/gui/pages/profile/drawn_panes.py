"""The tabs that draw the whole capture beside the timeline: the flame graph, and memory over time above its table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.gui import icons
from gpuscope.gui.charts.flame_graph import FlameGraphView
from gpuscope.gui.charts.memory_timeline import MemoryTimeline
from gpuscope.gui.pages.profile.part_pane import PartPane
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.services.profile_reading import NamedStack, ProfileReading
from gpuscope.gui.tables.column import ROW_HEIGHT
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.profiles.stacks import FlameGraph

_NARROWEST, _WIDEST = 130, 260
"""Pixels of the search: a word, and the name of an operator."""
_TABLE_HEAD, _MOST_ROWS = 96, 4
"""Pixels above the rows of the table of peaks (filter, headings, margins), and rows that it shows without scrolling."""


class Choice(QWidget):
    """Chips of which one is on; hidden where there is one alone.

    Args:
        theme: Gives the colours.
        titles: Their words.
    """

    def __init__(self, theme: Theme, titles: Sequence[str]) -> None:
        super().__init__()
        self.group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for place, title in enumerate(titles):
            chip = Button(theme, title, "chip")
            chip.setCheckable(True)
            chip.setChecked(place == 0)
            self.group.addButton(chip, place)
            row.addWidget(chip)
        self.setVisible(len(titles) > 1)


def _card(inside: QWidget) -> QFrame:
    card = QFrame()
    card.setProperty("look", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(1, 1, 1, 1)
    column.addWidget(inside)
    return card


class FlamePane(QWidget):
    """The flame graph under its search: by host time, by the device time that was launched.

    Args:
        theme: Gives the colours.
        reading: Works out the graphs.
        shown: The profile.
    """

    def __init__(self, theme: Theme, reading: ProfileReading, shown: ShownProfile) -> None:
        super().__init__()
        self.is_ready = False
        self._theme = theme
        self._calls: FlameGraph | None = None
        self.graph = FlameGraphView(theme)
        self.graph.show_graph(None, empty=self.tr("Working out the flame graph …"))
        self.choice = Choice(theme, [self.tr("Host time"), *([] if shown.profile.profile.by_host else [self.tr("Device time")])])
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(self.tr("Search (Ctrl+F)"))
        self.filter.setAccessibleName(self.tr("Search"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(_NARROWEST)
        self.filter.setMaximumWidth(_WIDEST)
        self.filter.addAction(icons.icon("search", theme.palette.muted), QLineEdit.ActionPosition.LeadingPosition)
        self._found = label("", "small")
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.choice)
        top.addWidget(self.filter, 100)
        top.addWidget(self._found)
        top.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(_card(self.graph), 1)
        self.filter.textChanged.connect(self._search)
        self.choice.group.idClicked.connect(self._show)
        reading.find_flame_graph(shown.profile, self._take, self)

    def focus_filter(self) -> None:
        """Let the user type what to search."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def leave_filter(self) -> None:
        """Clear the search; where it is empty, show all calls again."""
        if self.filter.text():
            self.filter.clear()
        else:
            self.graph.focus_on(-1)
            self.graph.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self, calls: FlameGraph) -> None:
        self._calls, self.is_ready = calls, True
        self._show(self.choice.group.checkedId())

    def _show(self, place: int) -> None:
        if self._calls is not None:
            self.graph.show_graph(self._calls, by_device=place == 1)
            self._search(self.filter.text())

    def _search(self, text: str) -> None:
        count, share = self.graph.search(text)
        found = self.tr("{0} found, {1} of the time").format(figures.figure(count, "1"), figures.percent(share))
        self._found.setText(found if text.strip() and self._calls is not None else "")


class MemoryPane(QWidget):
    """Memory over time by owner, above the table of peaks.

    Args:
        theme: Gives the colours.
        reading: Works out who held what.
        shown: The profile.
        tables: The tables below it.
    """

    def __init__(self, theme: Theme, reading: ProfileReading, shown: ShownProfile, tables: PartPane) -> None:
        super().__init__()
        self.is_ready = False
        self.tables = tables
        self._theme = theme
        self._stacks: Sequence[NamedStack] = ()
        self.chart = MemoryTimeline(theme)
        self.chart.show_memory(None, self.tr("Working out who held memory …"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 10, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(_card(self.chart), 1)
        self._column.addWidget(tables)
        tables.setFixedHeight(_TABLE_HEAD + ROW_HEIGHT * min(_MOST_ROWS, len(shown.view.memory.rows)))
        reading.find_memory(shown.profile, self._take, self)

    def focus_filter(self) -> None:
        """Let the user type a filter of the table."""
        self.tables.focus_filter()

    def leave_filter(self) -> None:
        """Leave the filter of the table."""
        self.tables.leave_filter()

    def _take(self, stacks: list[NamedStack]) -> None:
        self._stacks, self.is_ready = stacks, True
        choice = Choice(self._theme, [stack.name for stack in stacks])
        choice.group.idClicked.connect(self._show)
        self._column.insertWidget(0, choice, 0, Qt.AlignmentFlag.AlignLeft)
        choice.setVisible(len(stacks) > 1)
        self._show(0)

    def _show(self, place: int) -> None:
        self.chart.show_memory(self._stacks[place].stack if self._stacks else None)
