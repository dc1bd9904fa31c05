"""The figures behind a chart as a table for keyboard and screen readers: a snapshot taken when it is opened."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QDialog, QTableView, QWidget

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.gui.accessibility import name_choice
from gpuscope.gui.fonts import legible
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button, CopyButton
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.reports.pictures.picture import ChartTable, TableCell

_SIZE = (640, 460)
"""Size in pixels: four columns of figures and some twelve rows; smaller than the smallest window."""
_DIGITS = 4
"""Significant digits of a cell, or as many as it has before the point."""
_COPIED_DIGITS = 6
"""Significant digits of a copied cell: more than any sensor provides, so that nothing is lost."""
_TIME = "t_s"
"""Header of a column of times, of which rows differ by milliseconds however late they are."""
_MEASURED_ROWS = 50
"""Rows measured to size the columns: by default Qt measures a thousand, which takes a tenth of a second."""
_MOST_COPIED = 100_000
"""Maximum rows copied at once: as many as a spreadsheet accepts without delay; the CSV has all."""
_LONGEST_TITLE = 60
"""Maximum characters of a chart's title in the choice."""
_Parent = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ChartTableModel(QAbstractTableModel):
    """The cells of one chart."""

    def __init__(self, table: ChartTable, headers: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table, self._headers = table, headers

    def rowCount(self, parent: _Parent = _NOWHERE) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._table.rows)

    def columnCount(self, parent: _Parent = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._headers)

    def data(self, index: _Parent, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell; figures are right-aligned."""
        cell = self._table.rows[index.row()][index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_text(cell, is_time=self._table.headers[index.column()] == _TIME)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if isinstance(cell, str) else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name of a column, or the number of a row."""
        is_level = orientation == Qt.Orientation.Horizontal
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section] if is_level else section + 1
        if role == Qt.ItemDataRole.TextAlignmentRole and is_level:
            is_text = bool(self._table.rows) and isinstance(self._table.rows[0][section], str)
            return (Qt.AlignmentFlag.AlignLeft if is_text else Qt.AlignmentFlag.AlignRight) | Qt.AlignmentFlag.AlignVCenter
        return None

    def text(self, most: int) -> str:
        """Return the first rows with the headers, tab-separated, as spreadsheets read them."""
        lines = ("\t".join(map(_copied_text, row)) for row in self._table.rows[:most])
        return "\n".join(("\t".join(self._headers), *lines))


def cell_text(cell: TableCell, *, is_time: bool = False) -> str:
    """Format a cell; a time has three decimals."""
    if isinstance(cell, str):
        return legible(cell)
    if cell is None or math.isnan(cell):
        return MISSING
    return figures.grouped(cell, 3) if is_time else figures.significant(cell, max(_DIGITS, len(f"{abs(cell):.0f}")))


def _copied_text(cell: TableCell) -> str:
    return cell_text(cell) if isinstance(cell, str) or cell is None or math.isnan(cell) else f"{cell:.{_COPIED_DIGITS}g}"


class _FigureView(QTableView):
    def keyboardSearch(self, search: str) -> None:
        """Do not look for a row that begins with what is typed: it asks for every cell of a column, and finds nothing of use."""


class ChartTableDialog(QDialog):
    """Shows one of several charts as a table.

    Args:
        charts: Title of each chart, and a function that returns its table, called whenever the chart is chosen.
        is_live: Whether the charts grow while the dialog shows what they had.

    Attributes:
        view: The table.
        choice: Choice of the chart; hidden if there is only one.
    """

    def __init__(
        self,
        theme: Theme,
        charts: Sequence[tuple[str, Callable[[], ChartTable]]],
        parent: QWidget | None = None,
        *,
        is_live: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Chart as a table"))
        self.resize(*_SIZE)
        self._charts, self._is_live = charts, is_live
        self.view, self.choice = _FigureView(), QComboBox()
        self._title, self._count = ElidedLabel("", "title"), label("", "small")
        self.choice.addItems([legible(title[:_LONGEST_TITLE]) for title, _ in charts])
        self.choice.setVisible(len(charts) > 1)
        self._title.setVisible(len(charts) == 1)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.view.setProperty("look", "list")
        self.view.setWordWrap(False)
        self.view.setTabKeyNavigation(False)
        self.view.setCornerButtonEnabled(False)
        self.view.horizontalHeader().setResizeContentsPrecision(_MEASURED_ROWS)
        self.copy = CopyButton(theme, self._text)
        self.choice.currentIndexChanged.connect(self._show)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.view, self.copy.click, context=Qt.ShortcutContext.WidgetShortcut)
        buttons = fill(horizontal(spacing=8), (self._count, 1), self.copy, Button(theme, self.tr("Close"), "main", clicked=self.accept))
        column = fill(vertical(self, (22, 18, 22, 18), spacing=12), self._title, self.choice)
        name_choice(self.choice, self.tr("Chart"))
        fill(column, (self.view, 1), buttons)
        self._show(0)
        self.view.setFocus()

    def _show(self, place: int) -> None:
        title, table = self._charts[place][0], self._charts[place][1]()
        before = self.view.model()
        self.view.setModel(ChartTableModel(table, [self._header(text) for text in table.headers], self))
        if before is not None:
            before.deleteLater()
        self._title.set_text(title)
        self.view.setAccessibleName(self.tr("Figures of {0}").format(title))
        count = self.tr("{0} rows, as of now") if self._is_live else self.tr("{0} rows")
        self._count.setText(count.format(figures.grouped(len(table.rows))))
        self.view.resizeColumnsToContents()
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.setCurrentIndex(self.view.model().index(0, 0))

    def _header(self, text: str) -> str:
        """Return the displayed text of a column header of the CSV file."""
        headers = {
            _TIME: self.tr("Time, s"),
            "curve": self.tr("Curve"),
            "group": self.tr("Group"),
            "metric": self.tr("Metric"),
            "part": self.tr("Part"),
            "value": self.tr("Value"),
            "interval_low": self.tr("Interval from"),
            "interval_high": self.tr("Interval to"),
            "rung": self.tr("Rung"),
            "factor before": self.tr("Factor before"),
            "factor with it": self.tr("Factor with it"),
        }
        return headers.get(text, legible(text))

    def _text(self) -> str:
        model = self.view.model()
        assert isinstance(model, ChartTableModel)
        return model.text(_MOST_COPIED)
