"""The Flame graph tab: by host or device time, of functions or modules alone; beside it the calls aggregated by name."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Qt
from PySide6.QtWidgets import QSplitter, QWidget

from gpuscope.core import figures
from gpuscope.gui.charts.flame_graph import FlameGraphView
from gpuscope.gui.pages.profile.profile_parts import ShownProfile
from gpuscope.gui.pages.profile.profile_rows import ProfileRows
from gpuscope.gui.pages.profile.searched_pane import SearchedPane, card, chips
from gpuscope.gui.services.profile_reading import ProfileReading
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import ChoiceGroup
from gpuscope.gui.widgets.chart_menu import ChartMenu, TabledChart
from gpuscope.gui.widgets.labels import label
from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.profiles.profile import Profile
from gpuscope.profiles.trace import MODULE_PREFIX, Category
from gpuscope.reports.pictures.picture import ChartTable
from gpuscope.reports.profile_table import ProfileTable
from gpuscope.reports.profile_view import call_table

_TABLE, _LEAST_NAME = grown(330), grown(130)
"""Pixels: initial width of the table in a window of 1000, which fits a name and two figures; and minimum width of the name."""


class FlamePane(SearchedPane):
    """The flame graph of a profile and its table; both are computed in the background.

    Selecting a row of the table dims all other calls; clicking a call selects its row. Searching dims all calls whose names do not
    match.
    """

    def __init__(self, theme: Theme, reading: ProfileReading, shown: ShownProfile) -> None:
        super().__init__(theme, QCoreApplication.translate("FlamePane", "Search"))
        self._reading, self._profile = reading, shown.profile.profile
        self.is_ready = False
        self.graph = FlameGraphView(theme)
        self.table: ProfileRows | None = None
        self._search_result = label("", "small")
        self.times, self.kinds = ChoiceGroup(self), ChoiceGroup(self)
        times = [self.tr("Host time"), self.tr("Device time")] if self._profile.trace.has_device_work else []
        kinds = [self.tr("Functions"), self.tr("Modules")] if self._has_functions() else []
        self._arrange([*chips(theme, self.times, times, chosen=1), *chips(theme, self.kinds, kinds)])
        self.filter.textChanged.connect(self._search)
        self.times.idClicked.connect(lambda _: self._show())
        self.kinds.idClicked.connect(lambda _: self._show())
        self.graph.selected.connect(self._choose_row)
        self._show()

    def leave_filter(self) -> None:
        """Undo one step: clear the search, or the row selection, or widen the focus to the caller; or leave the field."""
        rows, table = self.graph.rows, self.table
        if self.filter.text() or rows is None:
            super().leave_filter()
        elif self.graph.highlighted is not None and table is not None:
            table.clearSelection()
        elif self.graph.focus_node >= 0:
            self.graph.focus_on(int(rows.graph.parent[self.graph.focus_node]))
        else:
            super().leave_filter()

    def shown_table(self) -> ProfileTable | None:
        """Return the visible rows of the table; None while it is being computed."""
        return self.table.shown_table() if self.table is not None else None

    def _charts(self) -> list[TabledChart]:
        return [] if self.table is None else [TabledChart(self.table.accessibleName(), partial(_plain_table, self.table.shown_table()))]

    def _has_functions(self) -> bool:
        """Return whether the Modules view would leave something out: Python functions, if there are operators or modules besides."""
        trace = self._profile.trace
        has_functions = bool((trace.slices.category == Category.PYTHON).any())
        return has_functions and (bool(self._profile.operators) or any(name.startswith(MODULE_PREFIX) for name in trace.names))

    def _arrange(self, choices: list[QWidget]) -> None:
        for place, choice in enumerate(choices):
            self.top.insertWidget(place, choice)
        for group in filter(None, (self.kinds.buttons(), self.times.buttons())):
            self.top.insertSpacing(self.top.indexOf(group[-1]) + 1, 8)
        self.top.addWidget(self._search_result)
        self.top.addStretch(1)
        charts = ChartMenu(self._theme, self)
        charts.offer(self.graph, lambda _place: self._charts())
        self.top.addWidget(charts.button(self.graph))
        self._split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=10)
        self._split.setProperty("look", "cards")
        self._split.addWidget(card(self.graph))
        self._beside = card()
        self._split.addWidget(self._beside)
        self._split.setStretchFactor(0, 2)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([2 * _TABLE, _TABLE])
        self._searched = self.graph
        self.column.addWidget(self._split, 1)

    def _show(self) -> None:
        """Show the chosen graph once it is computed."""
        self.is_ready = False
        self.graph.show_rows(None, self.tr("Computing the flame graph …"))
        modules = self.kinds.checkedId() == 1
        by_device = self.times.checkedId() == 1
        self._reading.work_out(partial(_rows, self._profile, modules, by_device), partial(self._show_rows, modules, by_device), self)

    def _show_rows(self, modules: bool, by_device: bool, worked_out: tuple[FlameRows, ProfileTable]) -> None:
        if (modules, by_device) != (self.kinds.checkedId() == 1, self.times.checkedId() == 1):
            return
        self.is_ready = True
        rows, table = worked_out
        self.graph.show_rows(rows)
        self._show_table(table)
        self._search(self.filter.text())

    def _show_table(self, table: ProfileTable) -> None:
        self._beside.setVisible(bool(table.rows))
        if not table.rows:
            return
        before, self.table = self.table, ProfileRows(self._theme, table, _LEAST_NAME)
        needed = sum(column.width for column in self.table.rows.columns if not column.rank)  # keeps figures from being clipped
        self.table.setMinimumWidth(needed + self.table.verticalScrollBar().sizeHint().width())
        self.table.chosen.connect(self._highlight)
        inside = self._beside.layout()
        assert inside is not None
        inside.addWidget(self.table)
        if before is not None:
            inside.removeWidget(before)
            before.deleteLater()

    def _search(self, text: str) -> None:
        count, share = self.graph.search(text)
        result = self.tr("{0} found, {1}").format(figures.figure(count, "1"), figures.percent(share))
        self._search_result.setText(result if text.strip() and self.is_ready else "")
        if self.table is not None:
            self.table.filter_by(text)
            self.table.clearSelection()

    def _highlight(self) -> None:
        """Dim all calls except those of the selected row, or without a selection those that match the search."""
        rows, table = self.graph.rows, self.table
        if rows is None or table is None:
            return
        place = table.chosen_place()
        text = self.filter.text().strip()
        by_text = rows.matching(text) if text else None
        self.graph.highlight(by_text if place is None else rows.named(int(rows.by_name.name[place])))

    def _choose_row(self, node: int) -> None:
        """Select the row of a call, which has the total of all calls of that name; the highlighting is unchanged."""
        rows, table = self.graph.rows, self.table
        if rows is None or table is None or node < 0:
            return
        places = (rows.by_name.name == rows.graph.name[node]).nonzero()[0]
        with QSignalBlocker(table):
            if places.size:
                table.choose(int(places[0]))
            else:
                table.clearSelection()


def _plain_table(table: ProfileTable) -> ChartTable:
    """Return the calls by name, with numbers in SI units."""
    headers = [f"{column.label} [{column.unit}]" if column.unit not in ("", "1") else column.label for column in table.columns]
    return ChartTable(headers, table.rows)


def _rows(profile: Profile, modules: bool, by_device: bool) -> tuple[FlameRows, ProfileTable]:
    rows = FlameRows(profile.module_graph if modules else profile.flame_graph, by_device)
    table = call_table(rows)
    table.units()
    return rows, table
