"""The view of a two-level model."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QStyleOptionViewItem, QTreeView

from gpuscope.gui.focus_origin import shows_focus
from gpuscope.gui.tables.cell_delegate import SELECTED_MARK, CellDelegate
from gpuscope.gui.tables.column import HEADER_HEIGHT
from gpuscope.gui.tables.two_level_model import TwoLevelModel
from gpuscope.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_FLAG = QItemSelectionModel.SelectionFlag
_MOST_SPANNED = 300
"""Maximum number of spanned sections: Qt keeps them in a list, and thousands would slow each reset."""


class TwoLevelTree(QTreeView):
    """A tree view of one :class:`TwoLevelModel`. Current row, selection and scroll position survive a reset of the model."""

    def __init__(self, theme: Theme, model: TwoLevelModel[Any, Any]) -> None:
        super().__init__()
        self._theme, self._branches = theme, model
        self._held: tuple[tuple[str, str] | None, list[tuple[str, str] | None], int] = (None, [], 0)
        self.setItemDelegate(CellDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setProperty("look", "rows")  # the current row shows the focus
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        model.modelAboutToBeReset.connect(self._hold)  # before Qt's view handles it
        self.setModel(model)
        model.modelReset.connect(self._restore)
        self._dress_header()
        theme.changed.connect(self.viewport().update)

    def _dress_header(self) -> None:
        header = self.header()
        header.setFixedHeight(HEADER_HEIGHT)
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        for place, column in enumerate(self._branches.columns):
            if column.width:
                header.resizeSection(place, column.width)
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the least important columns, by their ranks, where the one that takes the remaining width would have too little."""
        super().resizeEvent(event)
        columns = self._branches.columns
        left = event.size().width() - sum(column.width or column.whole_width for column in columns)
        ranked = [(place, column) for place, column in enumerate(columns) if column.rank > 0]
        for place, column in sorted(ranked, key=lambda entry: -entry[1].rank):
            self.setColumnHidden(place, left < 0)
            left += column.width if left < 0 else 0

    def opened_sections(self) -> Iterable[int]:
        """Return the indices of the sections to expand after a reset; by default all."""
        return range(self._branches.rowCount())

    def _hold(self) -> None:
        model, selected = self._branches, self.selectionModel().selectedRows()
        self._held = model.key(self.currentIndex()), [model.key(index) for index in selected], self.verticalScrollBar().value()

    def _restore(self) -> None:
        for place in range(min(_MOST_SPANNED, self._branches.rowCount())):
            self.setFirstColumnSpanned(place, QModelIndex(), True)
        for place in self.opened_sections():
            self.expand(self._branches.index(place, 0))
        current, selected, scrolled = self._held
        selection = self.selectionModel()
        if current is not None:
            selection.setCurrentIndex(self._branches.place(current), _FLAG.NoUpdate)
        for key in selected:
            if key is not None:
                selection.select(self._branches.place(key), _FLAG.Select | _FLAG.Rows)
        self.verticalScrollBar().setValue(scrolled)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Repaint the frame of the current row; Qt repaints only its cell."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row with the line under it, the bar of a selected row, and the frame of the current one."""
        super().drawRow(painter, options, index)
        line, current = options.rect, self.currentIndex()
        has_focus = shows_focus(self) and current.row() == index.row() and current.parent() == index.parent()
        colours = self._theme.palette
        painter.fillRect(0, line.bottom(), self.viewport().width(), 1, QColor(colours.accent if has_focus else colours.grid))
        if self.selectionModel().isSelected(index):
            painter.fillRect(0, line.top(), SELECTED_MARK, line.height(), QColor(colours.accent))
        if has_focus:
            painter.fillRect(0, line.top(), self.viewport().width(), 1, QColor(colours.accent))
            painter.fillRect(0, line.top(), 3, line.height(), QColor(colours.accent))
