"""All processes of this machine, to choose which to record."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget

from gpuscope.core.errors import GpuscopeError
from gpuscope.gui.engine_texts import error_text
from gpuscope.gui.pages.machine.process_table import RECORD, ListedProcessModel, Process, listed_processes
from gpuscope.gui.services.running_processes import ProcessLoad, RunningProcesses
from gpuscope.gui.tables.column import counted_text
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import label
from gpuscope.gui.widgets.layouts import STRETCH, fill, horizontal, vertical
from gpuscope.gui.widgets.search_field import SearchField

_FILTER_WIDTH = 320
"""Pixels, as of the filter of the runs list."""
_FOR_COMMAND = 180
"""Minimum pixels of the command line; other columns are hidden to keep it."""
_OF_GPUS = ("device", "memory")
"""Columns that are empty if no process is on a GPU."""
_GIVE_WAY = ("user", "started", "resident", *_OF_GPUS)
"""Columns that are hidden in a narrow window, in order of hiding."""


class ProcessBrowser(QWidget):
    """The list with a filter; reads processes only between :meth:`begin` and :meth:`cease`.

    Signals:
        record_wanted: The user wants to record a process; carries its pid.
        left: The user wants to return to the readings.

    Args:
        processes: Lists the running processes.
        on_gpus: Returns the rows of the GPUs' own process lists.
    """

    record_wanted = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme, processes: RunningProcesses, on_gpus: Callable[[], list[Process]]) -> None:
        super().__init__()
        self._processes, self._on_gpus = processes, on_gpus
        self._is_fresh = self._has_gpus = False
        self.model = ListedProcessModel(self)
        self.table: RowTable[Process] = RowTable(theme, self.model)
        self.filter = SearchField(theme, self.tr("Filter by name, command, user, PID…"), self.tr("Filter"))
        self.filter.setFixedWidth(_FILTER_WIDTH)
        self._count = label("", "small")
        self._again, back = Button(theme, self.tr("Sort again"), "flat", "again"), Button(theme, self.tr("Readings"), "flat", "back")
        self._again.setToolTip(self.tr("Put the busiest first again; until then rows keep their place"))
        back.setToolTip(self.tr("Back to the readings (Esc)"))
        hint = label(
            self.tr(
                "“Record this” records a program from now on, with its children. It is only observed, and goes on when the recording ends."
            ),
            "small",
            wraps=True,
        )
        bar = fill(horizontal(margins=(12, 9, 20, 5), spacing=10), back, self.filter, self._count, STRETCH, self._again)
        column = fill(vertical(self, (0, 0, 0, 0), spacing=0), bar)
        below = fill(horizontal(margins=(20, 0, 20, 8)), hint)
        column.addLayout(below)
        around = fill(horizontal(margins=(12, 0, 12, 0)), self.table)
        column.addLayout(around, 1)
        self._dress_table()
        self._connect(back)

    def _dress_table(self) -> None:
        table = self.table
        table.setAccessibleName(self.tr("Processes of this machine"))
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = table.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)  # otherwise the view immediately sorts by its first column
        for place, column in enumerate(self.model.columns):
            header.resizeSection(place, column.width or _FOR_COMMAND)
        table.make_sortable()
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.verticalScrollBar().rangeChanged.connect(lambda: self._fit())
        table.setMouseTracking(True)

    def _connect(self, back: Button) -> None:
        self.filter.textChanged.connect(self._filter)
        self.filter.returnPressed.connect(self._record_first)
        self._again.clicked.connect(self._begin_anew)
        back.clicked.connect(self.left)
        self.table.clicked.connect(self._record_clicked)
        self.table.opened.connect(self._record)
        self.table.entered.connect(self._show_pointer)
        self._processes.listed.connect(self._show)
        self._processes.failed.connect(self._show_error)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, lambda: self.left.emit(), context=Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def begin(self, *, is_busy: bool) -> None:
        """Start a new list.

        Args:
            is_busy: Whether a recording is running, which listing must not disturb.
        """
        self._is_fresh = True
        self._processes.start(is_busy=is_busy)

    def cease(self) -> None:
        """Stop listing."""
        self._processes.stop()

    def is_ready(self) -> bool:
        """Return whether processes are listed."""
        return self.model.count > 0

    def resizeEvent(self, event: object) -> None:
        """Give the command line the width left by the other columns."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        header, room = self.table.horizontalHeader(), self.table.viewport().width()
        widths = {column.key: column.width for column in self.model.columns}
        hidden = set() if self._has_gpus else set(_OF_GPUS)
        for key in _GIVE_WAY:
            if room - sum(width for name, width in widths.items() if name not in hidden) >= _FOR_COMMAND:
                break
            hidden.add(key)
        for place, column in enumerate(self.model.columns):
            header.setSectionHidden(place, column.key in hidden)
            if not column.width:
                header.resizeSection(place, max(_FOR_COMMAND, room - sum(width for name, width in widths.items() if name not in hidden)))

    def _begin_anew(self) -> None:
        self._is_fresh = True
        self._processes.refresh()

    def _show(self, listed: list[ProcessLoad]) -> None:
        rows = listed_processes(listed, self._on_gpus())
        if self._is_fresh:
            self._is_fresh = False
            self._has_gpus = any(row.device for row in rows)
            self.model.begin(rows)
        else:
            self.model.follow(rows)
        self._fit()
        self._show_count()

    def _filter(self, text: str) -> None:
        self.model.set_filter(text)
        self._show_count()

    def _show_count(self) -> None:
        shown, count = len(self.model.shown), self.model.count
        self._count.setText(counted_text(shown, count) if shown or not count else self.tr("No process matches the filter."))

    def _show_error(self, error: GpuscopeError) -> None:
        self._count.setText(error_text(error))

    def _record_first(self) -> None:
        """Record the process if the filter leaves exactly one."""
        if len(self.model.shown) == 1:
            self._record(self.model.shown[0])

    def _record_clicked(self, index: QModelIndex) -> None:
        if self.model.columns[index.column()].key == RECORD:
            self._record(self.model.row(index))

    def _record(self, process: Process) -> None:
        pid = process.row.get("pid")
        if isinstance(pid, int) and not process.refusal:
            self.record_wanted.emit(pid)

    def _show_pointer(self, index: QModelIndex) -> None:
        is_link = self.model.columns[index.column()].key == RECORD and not self.model.row(index).refusal
        self.table.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor)
