"""The processes on the GPUs, and what is not told of them."""

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QHeaderView, QMenu, QTableView, QVBoxLayout, QWidget

from gpuscope.core.device import Device, DeviceKind
from gpuscope.gui.data.run_data import RunData
from gpuscope.gui.pages.machine.process_table_model import Process, ProcessTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.recording.machine_figures import NO_GPU

_ROW_HEIGHT, _HEADER_HEIGHT, _TITLE_HEIGHT = 26, 28, 32
_ROWS_BY_HEIGHT = ((640, 2), (840, 3))
_MOST_ROWS = 8
_INDENT = 12
"""With that of its cells the table's text stands below the title's."""
_WIDTHS = (240, 80, 110, 90, 100, 70)


class ProcessPanel(QFrame):
    """Takes no room where there is nothing to tell; a title line where no process is on a GPU.

    Signals:
        record_wanted: A process shall be recorded: its pid.

    Args:
        theme: Gives the colours.
        parent: The widget that it belongs to.
    """

    record_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "below")
        self._model = ProcessTableModel()
        self._title, self._note = label("", "heading"), ElidedLabel("", "small")
        self._table = QTableView()
        self._dress_table()
        self._record = Button(theme, self.tr("Record this process"), "flat")
        tip = self.tr("Make a run of the process that is chosen, from now on; the process goes on when the recording ends")
        self._record.setToolTip(tip)
        self._record.clicked.connect(self._want_record)
        self._table.selectionModel().selectionChanged.connect(self._show_choice)
        self._model.layoutChanged.connect(self._show_choice)
        self._show_choice()
        self._page_height = 800
        head = QHBoxLayout()
        head.setContentsMargins(20, 0, 20, 0)
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._note, 1)
        head.addWidget(self._record)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 1, 0, 0)
        column.setSpacing(0)
        column.addLayout(head, 1)
        body = QHBoxLayout()
        body.setContentsMargins(_INDENT, 0, _INDENT, 0)
        body.addWidget(self._table)
        column.addLayout(body)
        self.hide()

    def _dress_table(self) -> None:
        table = self._table
        table.setModel(self._model)
        table.setAccessibleName(self.tr("Processes on the GPUs"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setCornerButtonEnabled(False)
        table.setProperty("look", "rows")
        rows, header = table.verticalHeader(), table.horizontalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(_ROW_HEIGHT)
        header.setFixedHeight(_HEADER_HEIGHT)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        for place, width in enumerate(_WIDTHS):
            header.resizeSection(place, width)
        header.setSortIndicator(*self._model.order)
        table.setSortingEnabled(True)

    @property
    def _chosen_pid(self) -> int | None:
        row = next((index.row() for index in self._table.selectionModel().selectedRows()), None)
        pid = None if row is None or row >= len(self._model.processes) else self._model.processes[row].row.get("pid")
        return pid if isinstance(pid, int) else None

    def _show_choice(self) -> None:
        self._record.setVisible(bool(self._model.processes))
        self._record.setEnabled(self._chosen_pid is not None)

    def _want_record(self) -> None:
        if (pid := self._chosen_pid) is not None:
            self.record_wanted.emit(pid)

    def _open_menu(self, place: QPoint) -> None:
        if self._chosen_pid is not None:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(self.tr("Record this process"), self._want_record)
            menu.popup(self._table.viewport().mapToGlobal(place))

    @property
    def model(self) -> ProcessTableModel:
        """What the table shows."""
        return self._model

    @property
    def note(self) -> str:
        """What is not told."""
        return self._note.whole_text

    def show_now(self, data: RunData) -> None:
        """Show the newest table of each GPU."""
        gpus = [one for one in data.devices if one.kind is DeviceKind.GPU and one.key != NO_GPU]
        tables = [(gpu.key, table) for gpu in gpus if (table := data.tables.get((gpu.key, "processes"))) is not None]
        self._model.show_processes([Process(key, row) for key, table in tables for row in table.rows])
        if data.record is not None:
            self._tell(
                "", self.tr("Processes and the load of each core are not read while a run is recorded, so that it is not disturbed.")
            )
        else:
            self._tell(self._count_words(len(tables)), "; ".join(self._notes(gpus)))
        self.fit_into(self._page_height)

    def _count_words(self, told: int) -> str:
        if not told:
            return ""
        return self.tr("Processes") if self._model.processes else self.tr("No process is on a GPU")

    def _notes(self, gpus: list[Device]) -> list[str]:
        found: dict[str, None] = {}
        lacking: dict[tuple[str, str], list[str]] = {}
        for gpu in gpus:
            capability = gpu.capabilities.get("device_processes")
            if capability is not None and capability.available and capability.note:
                found[capability.note] = None
            elif capability is not None and not capability.available:
                lacking.setdefault((capability.reason or "", capability.cure or ""), []).append(gpu.key)
        for (reason, cure), keys in lacking.items():
            words = self.tr("{0}: processes are not told: {1}").format(", ".join(keys), reason)
            found[f"{words}. {cure}" if cure else words] = None
        return list(found)

    def _tell(self, title: str, note: str) -> None:
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._note.set_text(note)
        self.setVisible(bool(title or note))

    def fit_into(self, page_height: int) -> None:
        """Take room for some rows, by the height of the page."""
        self._page_height = page_height
        most = next((rows for below, rows in _ROWS_BY_HEIGHT if page_height < below), _MOST_ROWS)
        count = min(len(self._model.processes), most)
        table = _HEADER_HEIGHT + count * _ROW_HEIGHT + 2 if count else 0
        self._table.setVisible(count > 0)
        self._table.setFixedHeight(table)
        self._table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFixedHeight(_TITLE_HEIGHT + table)
