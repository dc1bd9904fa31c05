"""The table of the comparison: metrics on the left stay, groups scroll sideways when there are many; as high as its rows."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QHeaderView, QTableView, QWidget

from gpuscope.gui.charts.ratio_bar import RatioScale
from gpuscope.gui.pages.compare import group_header
from gpuscope.gui.pages.compare.comparison_table_model import BASELINE, METRIC, ComparisonTableModel
from gpuscope.gui.pages.compare.group_header import GroupHeader
from gpuscope.gui.pages.compare.table_delegates import ROW_HEIGHT, SPREAD_WIDTH, FigureDelegate, MetricDelegate
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
        self._scale = RatioScale()
        self.model = ComparisonTableModel()
        self.model.setParent(self)
        self._metrics, self.groups = self._view(theme), self._view(theme)
        self._metrics.setItemDelegate(MetricDelegate(theme, self._metrics))
        self.groups.setItemDelegate(FigureDelegate(theme, lambda: self._scale, self.groups))
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

    def _view(self, theme: Theme) -> QTableView:
        view = QTableView()
        view.setModel(self.model)
        view.setHorizontalHeader(GroupHeader(theme, view))
        view.verticalHeader().hide()
        view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        view.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        view.setShowGrid(False)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setTabKeyNavigation(False)
        view.setStyleSheet("QTableView:focus { border: none; }")  # the cell shows where the focus is
        return view

    def show_rows(self, rows: Sequence[MetricRow], names: Sequence[str], baseline: int) -> None:
        """Show metrics.

        Args:
            rows: The metrics.
            names: Of the groups, as they are shown.
            baseline: Place of the baseline among them.
        """
        self._scale = _scale_of([row for row in rows if row.is_headline] or rows)
        self.model.show_rows(rows, names, baseline)
        columns = range(1, self.model.columnCount())
        for view in (self._metrics, self.groups):
            header = view.horizontalHeader()
            assert isinstance(header, GroupHeader)
            header.set_groups({column: self.model.group(column) for column in columns}, columns[1:])
            for column in range(self.model.columnCount()):
                view.setColumnHidden(column, (column == METRIC) is not (view is self._metrics))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share out the width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        others, beside = max(0, self.model.columnCount() - 2), SPREAD_WIDTH if self.model.has_spreads else 0
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
        height = group_header.HEIGHT + self.model.rowCount() * ROW_HEIGHT
        self.setFixedHeight(height + (_SCROLL_BAR if scrolls else 0))

    def _baseline_width(self) -> int:
        if self.model.columnCount() <= BASELINE:
            return _LEAST_BASELINE
        beside = SPREAD_WIDTH if self.model.has_spreads else 0
        return min(
            _WIDEST_BASELINE, max(_LEAST_BASELINE + beside, self.groups.horizontalHeader().sectionSizeFromContents(BASELINE).width())
        )

    def _repaint(self) -> None:
        for view in (self._metrics, self.groups):
            view.viewport().update()
            view.horizontalHeader().viewport().update()


def _scale_of(rows: Sequence[MetricRow]) -> RatioScale:
    return RatioScale(min(_MOST_REACH, RatioScale.of(cell.ratio for row in rows for cell in row.cells).reach))
