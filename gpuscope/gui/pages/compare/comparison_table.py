"""The table of the comparison: metrics on the left stay, groups scroll sideways when there are many; as high as its rows."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QWidget

from gpuscope.gui.charts.ratio_bar import RatioScale
from gpuscope.gui.pages.compare.comparison_columns import BASELINE, METRIC, PAD, SPREAD_WIDTH, Layout, comparison_columns, groups_in_order
from gpuscope.gui.pages.compare.group_header import GroupHeader
from gpuscope.gui.tables.column import HEADER_HEIGHT, ROW_HEIGHT
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.reports.comparison_view import MetricRow

_METRIC_WIDTH, _LEAST_METRIC = 268, 208
_LEAST_BASELINE, _WIDEST_BASELINE = 84, 150
_LEAST_GROUP, _GOOD_GROUP, _WIDEST_GROUP = 200, 310, 520
_SCROLL_BAR = 10
_MOST_REACH = math.log(8.0)
"""One absurd ratio must not squeeze all others: a bar that goes beyond is cut, with an arrow."""


class ComparisonTable(QWidget):
    """Two views of one model, side by side, with one selection."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layout_ = Layout()
        self._groups: tuple[tuple[str, ...], int] = ((), 0)
        self.model: RowTableModel[MetricRow] = RowTableModel(comparison_columns((), 0, Layout), lambda row: row.key)
        self.model.setParent(self)
        self._metrics, self.groups = self._view(theme), self._view(theme)
        selection = QItemSelectionModel(self.model, self)
        for view in (self._metrics, self.groups):
            view.setSelectionModel(selection)
        self._metrics.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Metrics of the groups"))
        self._metrics.setAccessibleName(self.tr("Metrics"))
        self.groups.setAccessibleName(self.tr("Figures of the groups and their ratios to the baseline"))
        self.setFocusProxy(self.groups)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._metrics)
        row.addWidget(self.groups, 1)
        theme.changed.connect(self._repaint)

    def _view(self, theme: Theme) -> RowTable[MetricRow]:
        view = RowTable(theme, self.model, pad=PAD, focus_on_cell=True)
        view.setHorizontalHeader(GroupHeader(theme, view))
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return view

    def show_rows(self, rows: Sequence[MetricRow], names: Sequence[str], baseline: int) -> None:
        """Show metrics.

        Args:
            rows: The metrics.
            names: Of the groups, as they are shown.
            baseline: Place of the baseline among them.
        """
        has_spreads = any(cell.spread for row in rows for cell in row.cells)
        has_intervals = any(cell.interval_text for row in rows for cell in row.cells)
        scale = _scale_of([row for row in rows if row.is_headline] or rows)
        self.layout_ = Layout(scale, SPREAD_WIDTH if has_spreads else 0, has_intervals)
        groups = (tuple(names), baseline)
        if groups == self._groups:
            self.model.show_rows(rows)
        else:
            self._groups = groups
            self.model.show_table(comparison_columns(names, baseline, lambda: self.layout_), rows)
        self._show_heads()
        self._fit()
        self._repaint()

    def _show_heads(self) -> None:
        places = groups_in_order(*self._groups)
        for view in (self._metrics, self.groups):
            header = view.horizontalHeader()
            assert isinstance(header, GroupHeader)
            header.set_groups(dict(enumerate(places, BASELINE)), range(BASELINE + 1, self.model.columnCount()), self.layout_)
            for column in range(self.model.columnCount()):
                view.setColumnHidden(column, (column == METRIC) is not (view is self._metrics))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share out the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        others, beside = max(0, self.model.columnCount() - 2), self.layout_.spread_width
        least = _LEAST_GROUP + beside
        room = self.width() - _LEAST_METRIC - others * least
        baseline = self._baseline_width()
        if room >= _LEAST_BASELINE + beside:
            baseline = min(baseline, room)  # its name is elided before a ratio goes out of sight
        wanted = _METRIC_WIDTH + baseline + others * (_GOOD_GROUP + beside)
        metric = min(_METRIC_WIDTH, max(_LEAST_METRIC, _METRIC_WIDTH + self.width() - wanted))
        room = self.width() - metric - baseline
        each = min(_WIDEST_GROUP + beside, max(least, room // others)) if others else 0
        spare = max(0, room - others * each)
        self._metrics.setFixedWidth(metric + spare)
        self._metrics.setColumnWidth(METRIC, metric + spare)
        self.groups.setColumnWidth(BASELINE, baseline)
        for column in range(BASELINE + 1, self.model.columnCount()):
            self.groups.setColumnWidth(column, each)
        scrolls = baseline + others * each > self.width() - metric - spare
        height = HEADER_HEIGHT + self.model.rowCount() * ROW_HEIGHT
        self.setFixedHeight(height + (_SCROLL_BAR if scrolls else 0))

    def _baseline_width(self) -> int:
        if self.model.columnCount() <= BASELINE:
            return _LEAST_BASELINE
        beside = self.layout_.spread_width
        return min(
            _WIDEST_BASELINE, max(_LEAST_BASELINE + beside, self.groups.horizontalHeader().sectionSizeFromContents(BASELINE).width())
        )

    def _repaint(self) -> None:
        for view in (self._metrics, self.groups):
            view.viewport().update()
            view.horizontalHeader().viewport().update()


def _scale_of(rows: Sequence[MetricRow]) -> RatioScale:
    return RatioScale(min(_MOST_REACH, RatioScale.of(cell.ratio for row in rows for cell in row.cells).reach))
