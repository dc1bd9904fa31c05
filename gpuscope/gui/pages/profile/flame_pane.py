"""The Flame graph tab: by host or device time, with functions or modules alone, under its search."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.gui import icons
from gpuscope.gui.charts.flame_graph import FlameGraphView
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.stacks import FlameGraph
from gpuscope.profiles.trace import Category

_NARROWEST, _WIDEST = 130, 260
"""Pixels of the search: a word, and the name of an operator."""


class FlamePane(QWidget):
    """The flame graph of one profile; its graphs are worked out beside the window.

    Args:
        theme: Gives the colours.
        reading: Works out the graphs.
        shown: The profile.
        parent: The widget that it belongs to.
    """

    def __init__(self, theme: Theme, reading: ProfileReading, shown: ShownProfile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading, self._profile = reading, shown.profile.profile
        self.is_ready = False
        self.graph = FlameGraphView(theme)
        self.filter = QLineEdit()
        self._found = label("", "small")
        has_device = self._profile.trace.has_device_work
        times = [self.tr("Host time"), self.tr("Device time")] if has_device else []
        self.times, self.kinds = QButtonGroup(self), QButtonGroup(self)
        top = QHBoxLayout()
        top.setSpacing(8)
        self._add_chips(theme, top, self.times, times, chosen=1)
        self._add_chips(theme, top, self.kinds, [self.tr("Functions"), self.tr("Modules")] if self._has_functions() else [], chosen=0)
        self._arrange(theme, top)
        self.filter.textChanged.connect(self._search)
        self.times.idClicked.connect(lambda _: self._show())
        self.kinds.idClicked.connect(lambda _: self._show())
        self._show()

    def focus_filter(self) -> None:
        """Let the user type what to search."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def leave_filter(self) -> None:
        """Clear the search; where it is empty, leave it."""
        if self.filter.text():
            self.filter.clear()
        else:
            self.graph.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_functions(self) -> bool:
        return bool((self._profile.trace.slices.category == Category.PYTHON).any())

    def _add_chips(self, theme: Theme, row: QHBoxLayout, group: QButtonGroup, titles: list[str], chosen: int) -> None:
        for place, title in enumerate(titles):
            chip = Button(theme, title, "chip")
            chip.setCheckable(True)
            chip.setChecked(place == chosen)
            group.addButton(chip, place)
            row.addWidget(chip)
        if titles:
            row.addSpacing(8)

    def _arrange(self, theme: Theme, top: QHBoxLayout) -> None:
        self.filter.setPlaceholderText(self.tr("Search (Ctrl+F)"))
        self.filter.setAccessibleName(self.tr("Search"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setMinimumWidth(_NARROWEST)
        self.filter.setMaximumWidth(_WIDEST)
        self.filter.addAction(icons.icon("search", theme.palette.muted), QLineEdit.ActionPosition.LeadingPosition)
        top.addWidget(self.filter, 100)
        top.addWidget(self._found)
        top.addStretch(1)
        card = QFrame()
        card.setProperty("look", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.graph)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(card, 1)

    def _show(self) -> None:
        """Show the chosen graph once it is worked out."""
        self.is_ready = False
        self.graph.show_graph(None, empty=self.tr("Working out the flame graph …"))
        modules = self.kinds.checkedId() == 1
        self._reading.work_out(partial(_graph, self._profile, modules), partial(self._take, modules), self)

    def _take(self, modules: bool, graph: FlameGraph) -> None:
        if modules != (self.kinds.checkedId() == 1):
            return
        self.is_ready = True
        self.graph.show_graph(graph, by_device=self.times.checkedId() == 1)
        self._search(self.filter.text())

    def _search(self, text: str) -> None:
        count, share = self.graph.search(text)
        told = self.tr("{0} found, {1}").format(figures.figure(count, "1"), figures.percent(share))
        self._found.setText(told if text.strip() and self.is_ready else "")


def _graph(profile: Profile, modules: bool) -> FlameGraph:
    return profile.module_graph if modules else profile.flame_graph
