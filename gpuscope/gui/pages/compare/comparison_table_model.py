"""The comparison's table: metrics, the baseline's figures, and each other group's with its ratio."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from gpuscope.gui.pages.compare.verdict_mark import better_words, verdict_mark
from gpuscope.gui.run_view.series_inventory import short_label
from gpuscope.gui.widgets.labels import plain_tooltip
from gpuscope.reports.comparison_view import Cell, MetricRow

AnyIndex = QModelIndex | QPersistentModelIndex
METRIC, BASELINE = 0, 1
_NOWHERE = QModelIndex()
_DISPLAY = Qt.ItemDataRole.DisplayRole


class ComparisonTableModel(QAbstractTableModel):
    """One row a metric; the baseline is the first of the groups."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[MetricRow] = ()
        self._names: Sequence[str] = ()
        self._order: Sequence[int] = ()

    def show_rows(self, rows: Sequence[MetricRow], names: Sequence[str], baseline: int) -> None:
        """Take what is to be seen.

        Args:
            rows: Metrics.
            names: Of the groups, as they are shown.
            baseline: Place of the baseline among them.
        """
        self.beginResetModel()
        self._rows, self._names = rows, names
        self._order = [baseline, *(index for index in range(len(names)) if index != baseline)] if names else []
        self.endResetModel()

    def row(self, index: AnyIndex) -> MetricRow:
        """Return the metric of a row."""
        return self._rows[index.row()]

    def cell(self, index: AnyIndex) -> Cell:
        """Return what a group shows there; only for columns of groups."""
        return self._rows[index.row()].cells[self.group(index.column())]

    @property
    def has_spreads(self) -> bool:
        """Whether some figure tells how far it may be off."""
        return any(cell.spread for row in self._rows for cell in row.cells)

    def group(self, column: int) -> int:
        """Return the place of a column's group among the groups."""
        return self._order[column - 1]

    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many metrics are seen."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        """Return how many groups there are, and one."""
        return 0 if parent.isValid() else len(self._order) + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: N802 - Qt's name
        """Return the names of the groups."""
        if orientation is not Qt.Orientation.Horizontal or section > len(self._order):
            return None
        if role == _DISPLAY:
            return self.tr("Metric") if section == METRIC else self._names[self.group(section)]
        if role == Qt.ItemDataRole.ToolTipRole and section != METRIC:
            return plain_tooltip(self._header_words(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        return None

    def _header_words(self, section: int) -> str:
        name, baseline = self._names[self.group(section)], self._names[self._order[0]]
        return self.tr("{0}, the baseline").format(name) if section == BASELINE else self.tr("{0} by {1}").format(name, baseline)

    def data(self, index: AnyIndex, role: int = _DISPLAY) -> Any:
        """Return the words of a cell; the delegates draw more than these."""
        if not index.isValid():
            return None
        row = self.row(index)
        if role == _DISPLAY:
            return self._metric_words(row) if index.column() == METRIC else self._cell_words(row, self.cell(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(self._metric_tooltip(row) if index.column() == METRIC else self._cell_tooltip(row, self.cell(index)))
        return None

    def _metric_words(self, row: MetricRow) -> str:
        return ", ".join(part for part in (row.label, row.unit, row.device) if part)

    def _metric_tooltip(self, row: MetricRow) -> str:
        better = better_words(row.better)
        return "\n".join(part for part in (row.help, better[:1].upper() + better[1:] + "." if better else "") if part)

    def _cell_words(self, row: MetricRow, cell: Cell) -> str:
        if cell.is_missing:
            return self.tr("missing: {0}").format(cell.reason)
        simulated = f", {short_label(cell.simulated, is_dated=False)}" if cell.simulated else ""
        ratio = "" if cell.ratio is None else self.tr(", {0} times the baseline").format(cell.ratio_text)
        interval = f" ({cell.interval_text})" if cell.interval_text else ""
        mark = verdict_mark(cell.verdict)
        return _whole(cell, row) + ratio + interval + (f", {mark.words}" if mark else "") + simulated

    def _cell_tooltip(self, row: MetricRow, cell: Cell) -> str:
        simulated = self.tr("Not real hardware: {0}.").format(cell.simulated) if cell.simulated else ""
        shown = "" if cell.is_missing else _whole(cell, row)
        return "\n".join(part for part in (shown, *_judgement(cell), _sentence(cell.reason), _sentence(cell.evidence), simulated) if part)


def _judgement(cell: Cell) -> list[str]:
    """Return the ratio with its interval, and the verdict."""
    mark = verdict_mark(cell.verdict)
    interval = f" ({cell.interval_text})" if cell.interval_text else ""
    ratio = "" if cell.ratio is None else f"{cell.ratio_text} ×{interval}"
    return [" – ".join(part for part in (ratio, f"{mark.glyph} {mark.words}" if mark else "") if part)]


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _whole(cell: Cell, row: MetricRow) -> str:
    return " ".join(part for part in (cell.value, row.unit, cell.spread) if part)
