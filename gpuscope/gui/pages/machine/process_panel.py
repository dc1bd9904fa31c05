"""The processes on the GPUs, and which GPUs' processes cannot be listed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.tables.column import HEADER_HEIGHT, MISSING, ROW_HEIGHT, Column
from gpuscope.gui.tables.row_table import RowTable
from gpuscope.gui.tables.row_table_model import Order, RowTableModel
from gpuscope.gui.theme import Theme
from gpuscope.gui.widgets.buttons import Button
from gpuscope.gui.widgets.labels import ElidedLabel, label
from gpuscope.recording.machine_figures import NO_GPU
from gpuscope.reports.printable import printable

_TITLE_HEIGHT = 32
"""Pixels, as of the heading of a table."""
_ROWS_BY_HEIGHT = ((640, 2), (840, 3))
"""(height of the page in pixels, most rows below it): the cards of the devices come first."""
_MOST_ROWS = 8
"""Rows beyond which processes are scrolled: the curves need the room."""
_INDENT = 12
"""With that of its cells the table's text stands below the title's."""
_LONGEST = 200
"""Characters of a process name; more do not fit the column."""
Facts = Mapping[str, str | float | int | None]


@dataclass(frozen=True, slots=True)
class Process:
    """A process on a device.

    Attributes:
        device: The device's key.
        row: Its facts as the driver reports them.
    """

    device: str
    row: Facts

    @property
    def identity(self) -> tuple[str, object]:
        """Identifies it while its figures change."""
        return self.device, self.row.get("pid")


def process_columns() -> tuple[Column[Process], ...]:
    """Return the columns of the table."""
    return (
        _named("name", lambda: QCoreApplication.translate("ProcessTable", "Process"), 240),
        _numbered("pid", "pid", lambda: QCoreApplication.translate("ProcessTable", "PID"), lambda process: _text(process, "pid"), 80),
        _named("user", lambda: QCoreApplication.translate("ProcessTable", "User"), 110),
        Column(
            key="device",
            heading=lambda: QCoreApplication.translate("ProcessTable", "Device"),
            text=lambda process: process.device,
            sort_key=lambda process: (len(process.device), process.device),  # gpu:10 comes after gpu:9
            width=90,
        ),
        _numbered("memory", "memory_bytes", lambda: QCoreApplication.translate("ProcessTable", "Memory"), _memory, 100),
        _numbered("cpu", "cpu", lambda: QCoreApplication.translate("ProcessTable", "CPU"), _cpu, 80),
        Column(
            key="kind",
            heading=lambda: QCoreApplication.translate("ProcessTable", "Kind"),
            text=_kind,
            sort_key=_kind,
        ),
    )


def _named(fact: str, heading: Callable[[], str], width: int) -> Column[Process]:
    return Column(
        key=fact,
        heading=heading,
        text=lambda process: _text(process, fact),
        sort_key=lambda process: _name_rank(process, fact),
        width=width,
    )


def _numbered(key: str, fact: str, heading: Callable[[], str], text: Callable[[Process], str], width: int) -> Column[Process]:
    return Column(
        key=key,
        heading=heading,
        text=text,
        sort_key=lambda process: _number(process, fact),
        is_numeric=True,
        has_unit=True,
        width=width,
    )


def _text(process: Process, key: str) -> str:
    value = process.row.get(key)
    return MISSING if value is None else printable(str(value), _LONGEST)


def _name_rank(process: Process, key: str) -> str | None:
    value = process.row.get(key)
    return None if value is None else str(value).casefold()


def _number(process: Process, key: str) -> float | None:
    value = process.row.get(key)
    return float(value) if isinstance(value, int | float) else None


def _memory(process: Process) -> str:
    taken = _number(process, "memory_bytes")
    return MISSING if taken is None else figures.figure(taken, "B")


def _cpu(process: Process) -> str:
    cores = _number(process, "cpu")
    return MISSING if cores is None else f"{round(100 * cores)} %"


def _kind(process: Process) -> str:
    kind = process.row.get("kind")
    return MISSING if kind is None else engine_text(str(kind))


def process_model() -> RowTableModel[Process]:
    """Return the model of the processes, those with the most memory first."""
    columns = process_columns()
    memory = next(place for place, column in enumerate(columns) if column.key == "memory")
    return RowTableModel(columns, lambda process: process.identity, Order(memory, descending=True))


class ProcessPanel(QFrame):
    """Hidden without GPUs; only a title line without processes.

    Signals:
        record_wanted: The user asked to record a process: its pid.

    Args:
        theme: Source of the colours.
        parent: Parent widget.
    """

    record_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "below")
        self._model = process_model()
        self._model.setParent(self)
        self._title, self._note = label("", "heading"), ElidedLabel("", "small")
        self._table = RowTable(theme, self._model)
        self._dress_table()
        self._record = Button(theme, self.tr("Record this process"), "flat")
        tip = self.tr("Record the selected process from now on; it continues when the recording ends")
        self._record.setToolTip(tip)
        self._record.clicked.connect(self._want_record)
        self._table.chosen.connect(self._show_choice)
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
        table.setAccessibleName(self.tr("Processes on the GPUs"))
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        header = table.horizontalHeader()
        header.setStretchLastSection(True)
        for place, column in enumerate(self._model.columns):
            if column.width:
                header.resizeSection(place, column.width)
        table.make_sortable()

    @property
    def _chosen_pid(self) -> int | None:
        pid = next((process.row.get("pid") for process in self._table.selected_rows()), None)
        return pid if isinstance(pid, int) else None

    def _show_choice(self) -> None:
        self._record.setVisible(bool(self._model.shown))
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
    def model(self) -> RowTableModel[Process]:
        """The shown processes."""
        return self._model

    @property
    def note(self) -> str:
        """Which processes cannot be listed, and why."""
        return self._note.whole_text

    def show_now(self, data: ShownRun) -> None:
        """Show the newest table of each GPU."""
        gpus = [device for device in data.devices if device.kind is DeviceKind.GPU and device.key != NO_GPU]
        tables = [(gpu.key, table) for gpu in gpus if (table := data.tables.get((gpu.key, "processes"))) is not None]
        self._model.show_rows([Process(key, row) for key, table in tables for row in table.rows])
        if data.record is not None:
            self._tell("", self.tr("Processes and core loads are not read during a recording, so that it is not disturbed."))
        else:
            self._tell(self._count_words(len(tables)), "; ".join(self._notes(gpus)))
        self.fit_into(self._page_height)

    def _count_words(self, tables: int) -> str:
        if not tables:
            return ""
        return self.tr("Processes") if self._model.shown else self.tr("No process is on a GPU")

    def _notes(self, gpus: list[Device]) -> list[str]:
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

    def _tell(self, title: str, note: str) -> None:
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._note.set_text(note)
        self.setVisible(bool(title or note))

    def fit_into(self, page_height: int) -> None:
        """Fit the number of rows to the height of the page."""
        self._page_height = page_height
        most = next((rows for below, rows in _ROWS_BY_HEIGHT if page_height < below), _MOST_ROWS)
        count = min(len(self._model.shown), most)
        table = HEADER_HEIGHT + count * ROW_HEIGHT if count else 0
        self._table.setVisible(count > 0)
        self._table.setFixedHeight(table)
        self._table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFixedHeight(_TITLE_HEIGHT + table)
