"""The processes on the GPUs, and the GPUs whose processes cannot be listed."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu

from gpuscope.core.device import NO_GPU, Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.machine.process_table import Process, process_model
from gpuscope.gui.tables.column import HEADER_HEIGHT, ROW_HEIGHT
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.text_size import grown
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label, show_or_hide
from gpuscope.gui.widgets.layouts import fill, horizontal, vertical
from gpuscope.gui.widgets.menus import open_menu

_TITLE_HEIGHT = grown(32)
"""Pixels, as of the heading of a table."""
_ROWS_BY_HEIGHT = ((640, 2), (840, 3))
"""(page height in pixels, maximum rows below that height); the device cards take precedence."""
_MOST_ROWS = 8
"""Maximum number of rows before scrolling; the curves need the room."""
_INDENT = 12
"""Pixels that, with the padding of the cells, align the table's text with the title."""


class ProcessPanel(QFrame):
    """The process list of the GPUs: hidden without GPUs, and reduced to a title line without processes.

    Signals:
        record_wanted: The user wants to record a process; carries its pid.
    """

    record_wanted = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("look", "below")
        self.model = process_model()
        self.model.setParent(self)
        self._title, self._note = label("", "heading"), ElidedLabel("", "small")
        self._table = RowTable(theme, self.model)
        self._dress_table()
        self._record = Button(theme, self.tr("Record this process"), "flat", clicked=self._want_record)
        self._record.setToolTip(self.tr("Record the selected process from now on; it continues when the recording ends"))
        self._table.chosen.connect(self._show_choice)
        self.model.layoutChanged.connect(self._show_choice)
        self._show_choice()
        self._page_height = 800
        head = fill(horizontal(margins=(20, 0, 20, 0), spacing=12), self._title, (self._note, 1), self._record)
        column = fill(vertical(self, (0, 1, 0, 0), spacing=0), (head, 1))
        body = fill(horizontal(margins=(_INDENT, 0, _INDENT, 0)), self._table)
        column.addLayout(body)
        self.hide()

    def _dress_table(self) -> None:
        table = self._table
        table.setAccessibleName(self.tr("Processes on the GPUs"))
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        header = table.horizontalHeader()
        header.setStretchLastSection(True)
        for place, column in enumerate(self.model.columns):
            if column.width:
                header.resizeSection(place, column.width)
        table.make_sortable()

    @property
    def _chosen_pid(self) -> int | None:
        pid = next((process.row.get("pid") for process in self._table.selected_rows()), None)
        return pid if isinstance(pid, int) else None

    def _show_choice(self) -> None:
        self._record.setVisible(bool(self.model.shown))
        self._record.setEnabled(self._chosen_pid is not None)

    def _want_record(self) -> None:
        if (pid := self._chosen_pid) is not None:
            self.record_wanted.emit(pid)

    def _open_menu(self, place: QPoint) -> None:
        if self._chosen_pid is not None:
            menu = QMenu(self)
            menu.addAction(self.tr("Record this process"), self._want_record)
            open_menu(menu, self._table.viewport().mapToGlobal(place))

    @property
    def note(self) -> str:
        """The GPUs whose processes cannot be listed, with the reasons, and further remarks."""
        return self._note.whole_text

    def show_now(self, data: ShownRun) -> None:
        """Show the latest process table of each GPU."""
        gpus = _gpus(data)
        tables = sum((gpu.key, "processes") in data.tables for gpu in gpus)
        self.model.show_rows(gpu_processes(data))
        if data.record is not None:
            self._show_texts("", self.tr("GPU processes and core loads are not read during a recording, so that it is not disturbed."))
        else:
            self._show_texts(self._title_text(tables), "; ".join(self._notes(gpus)))
        self.fit_into(self._page_height)

    def _title_text(self, tables: int) -> str:
        if not tables:
            return ""
        return self.tr("Processes") if self.model.shown else self.tr("No process is on a GPU")

    def _notes(self, gpus: Sequence[Device]) -> list[str]:
        notes: dict[str, None] = {}
        lacking: dict[tuple[str, str], list[str]] = {}
        for gpu in gpus:
            capability = gpu.capabilities.get("device_processes")
            if capability is not None and capability.available and capability.note:
                notes[capability.note] = None
            elif capability is not None and not capability.available:
                lacking.setdefault((capability.reason or "", capability.cure or ""), []).append(gpu.key)
        for (reason, cure), keys in lacking.items():
            text = self.tr("{0}: processes cannot be listed: {1}").format(", ".join(keys), reason)
            notes[f"{text}. {cure}" if cure else text] = None
        return list(notes)

    def _show_texts(self, title: str, note: str) -> None:
        show_or_hide(self._title, title)
        self._note.set_text(note)
        self.setVisible(bool(title or note))

    def fit_into(self, page_height: int) -> None:
        """Fit the number of rows to the height of the page in pixels."""
        self._page_height = page_height
        most = next((rows for below, rows in _ROWS_BY_HEIGHT if page_height < below), _MOST_ROWS)
        count = min(len(self.model.shown), most)
        table = HEADER_HEIGHT + count * ROW_HEIGHT if count else 0
        self._table.setVisible(count > 0)
        self._table.setFixedHeight(table)
        self._table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFixedHeight(_TITLE_HEIGHT + table)


def gpu_processes(data: ShownRun) -> list[Process]:
    """Return a row for each process on each GPU, from the drivers' latest process tables."""
    return [
        Process(gpu.key, row)
        for gpu in _gpus(data)
        if (gpu.key, "processes") in data.tables
        for row in data.tables[gpu.key, "processes"].rows
    ]


def _gpus(data: ShownRun) -> list[Device]:
    return [device for device in data.devices if device.kind is DeviceKind.GPU and device.key != NO_GPU]
