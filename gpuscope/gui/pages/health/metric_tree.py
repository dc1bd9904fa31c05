"""The table of devices and metrics."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView, QWidget

from gpuscope.core.device import DeviceKind
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.health.metric_tree_model import EVERY, METRIC, SAMPLED, STATE, WITHIN, AnyIndex, MetricTreeModel
from gpuscope.gui.theme import Theme

_WIDTHS = {METRIC: 240, STATE: 96, EVERY: 104, SAMPLED: 78, WITHIN: 92}
_OPEN_GPUS = 2
"""So many GPUs are open at first; of more, the first alone."""


class MetricTree(QTreeView):
    """Keys walk through it; what it tells of the row under the cursor comes by :attr:`told`.

    Attributes:
        told: All that is known of the current row, in sentences.
    """

    told = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = MetricTreeModel(theme)
        self.setModel(self.rows)
        self._closed: set[str] = set()
        self._known: set[str] = set()
        self.setAccessibleName(self.tr("Devices and their metrics"))
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(True)
        for column, width in _WIDTHS.items():
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        header.setMinimumSectionSize(56)
        self.collapsed.connect(lambda index: self._closed.add(self.rows.device(index).key))
        self.expanded.connect(lambda index: self._closed.discard(self.rows.device(index).key))
        theme.changed.connect(self.viewport().update)

    def show_data(self, data: RunData) -> None:
        """Show what is known now; what was closed stays closed."""
        place = self._place()
        is_new = self.rows.refresh(data)
        for column in (EVERY, SAMPLED, WITHIN):
            self.setColumnHidden(column, not self.rows.can_tell(column))
        if not is_new:
            return
        keys = [device.key for device in self.rows.devices]
        gpus = [one.key for one in self.rows.devices if one.kind is DeviceKind.GPU]
        self._closed.update(key for key in gpus[1:] if len(gpus) > _OPEN_GPUS and key not in self._known)
        self._known.update(keys)
        for row, key in enumerate(keys):
            self.setFirstColumnSpanned(row, QModelIndex(), True)
            self.setExpanded(self.rows.index(row, 0), key not in self._closed)
        self._restore(place)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:  # noqa: N802 - Qt's name
        """Tell what is known of the row."""
        super().currentChanged(current, previous)
        self.told.emit(self.rows.words(current) if current.isValid() else "")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the current row in view: what is told of it takes room from the table."""
        super().resizeEvent(event)
        if event.size().height() < event.oldSize().height() and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def _place(self) -> tuple[str, str | None, int] | None:
        current = self.currentIndex()
        if not current.isValid():
            return None
        return self.rows.device(current).key, self.rows.metric_key(current), self.verticalScrollBar().value()

    def _restore(self, place: tuple[str, str | None, int] | None) -> None:
        """Put the cursor back to the row that it was on, after all rows were made anew."""
        if place is None:
            return
        device, metric, scrolled = place
        for row, one in enumerate(self.rows.devices):
            if one.key == device:
                top = self.rows.index(row, 0)
                below = (self.rows.index(at, 0, top) for at in range(self.rows.rowCount(top)))
                self.setCurrentIndex(next((index for index in below if self.rows.metric_key(index) == metric), top))
                self.verticalScrollBar().setValue(scrolled)
