"""Rows and columns of the Machine page's two process lists: the processes on GPUs, and all processes with an offer to record them."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QObject, Qt

from gpuscope.core import figures
from gpuscope.core.figures import MISSING
from gpuscope.gui.engine_texts import engine_text
from gpuscope.gui.pages.runs.run_columns import started_text
from gpuscope.gui.services.running_processes import ProcessLoad
from gpuscope.gui.tables.column import Column
from gpuscope.gui.tables.row_table_model import Order, RowTableModel
from gpuscope.gui.text_size import grown
from gpuscope.reports.printable import printable

_LONGEST = 200
"""Maximum length of a process name in characters; more does not fit the column."""
Facts = Mapping[str, str | float | int | None]
RECORD = "record"
"""Key of the column that records a process on a click."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process.

    Attributes:
        device: Key of the process's GPU; several are separated by ", ", "" for none.
        row: Properties by key; ``memory_bytes`` is GPU memory.
        started: Start time; None if unknown.
        refusal: Why the process cannot be recorded; "" if it can.
    """

    device: str
    row: Facts
    started: datetime | None = None
    refusal: str = ""

    @property
    def identity(self) -> tuple[str, object]:
        """Key that stays the same while the figures change."""
        return self.device, self.row.get("pid")


def process_columns() -> tuple[Column[Process], ...]:
    """Return the columns of the table of processes on the GPUs."""
    return (
        _named("name", lambda: QCoreApplication.translate("ProcessTable", "Process"), 240),
        _pid(),
        _named("user", lambda: QCoreApplication.translate("ProcessTable", "User"), 110),
        _device(),
        _bytes("memory", "memory_bytes", lambda: QCoreApplication.translate("ProcessTable", "Memory")),
        _processor(),
        Column(key="kind", heading=lambda: QCoreApplication.translate("ProcessTable", "Kind"), text=_kind, sort_key=_kind),
    )


def listed_columns() -> tuple[Column[Process], ...]:
    """Return the columns of the list of all processes."""
    return (
        _named("name", lambda: QCoreApplication.translate("ProcessTable", "Process"), 130),
        _pid(),
        replace(_named("command", lambda: QCoreApplication.translate("ProcessTable", "Command"), 0), elides=Qt.TextElideMode.ElideMiddle),
        _named("user", lambda: QCoreApplication.translate("ProcessTable", "User"), 90),
        Column(
            key="started",
            heading=lambda: QCoreApplication.translate("ProcessTable", "Since"),
            text=lambda process: MISSING if process.started is None else started_text(process.started, datetime.now().astimezone()),
            sort_key=lambda process: process.started,
            width=grown(124),
            sorts_down=True,
        ),
        _processor(),
        _bytes("resident", "resident_bytes", lambda: QCoreApplication.translate("ProcessTable", "Memory")),
        _device(),
        _bytes("memory", "memory_bytes", lambda: QCoreApplication.translate("ProcessTable", "GPU memory")),
        Column(
            key=RECORD,
            heading=lambda: "",
            text=lambda process: process.refusal or QCoreApplication.translate("ProcessTable", "Record this"),
            colour=lambda process: "faint" if process.refusal else "accent",
            width=grown(140),
        ),
    )


def _pid() -> Column[Process]:
    return _numbered("pid", "pid", lambda: QCoreApplication.translate("ProcessTable", "PID"), lambda process: _text(process, "pid"), 76)


def _device() -> Column[Process]:
    return Column(
        key="device",
        heading=lambda: QCoreApplication.translate("ProcessTable", "Device"),
        text=lambda process: process.device or MISSING,
        sort_key=lambda process: (len(process.device), process.device) if process.device else None,  # sorts gpu:10 after gpu:9
        width=grown(90),
    )


def _bytes(key: str, fact: str, heading: Callable[[], str]) -> Column[Process]:
    def text(process: Process) -> str:
        taken = _number(process, fact)
        return MISSING if taken is None else figures.figure(taken, "B")

    return _numbered(key, fact, heading, text, 96)


def _processor() -> Column[Process]:
    return _numbered("cpu", "cpu", lambda: QCoreApplication.translate("ProcessTable", "CPU"), _cpu, 80)


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
        width=grown(width),
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


def _cpu(process: Process) -> str:
    cores = _number(process, "cpu")
    return MISSING if cores is None else f"{round(100 * cores)} %"


def _kind(process: Process) -> str:
    kind = process.row.get("kind")
    return MISSING if kind is None else engine_text(str(kind))


def process_model() -> RowTableModel[Process]:
    """Return the model of the processes on the GPUs, sorted by memory in descending order."""
    columns = process_columns()
    memory = next(place for place, column in enumerate(columns) if column.key == "memory")
    return RowTableModel(columns, lambda process: process.identity, Order(memory, descending=True))


def listed_processes(listed: Sequence[ProcessLoad], on_gpus: Iterable[Process]) -> list[Process]:
    """Return all processes, those on a GPU first, then by load.

    Args:
        listed: All processes of the machine.
        on_gpus: A row for each GPU that a process is on, as reported by the drivers.
    """
    rows: dict[object, list[Process]] = {}
    for process in on_gpus:
        rows.setdefault(process.row.get("pid"), []).append(process)
    found = [_listed(entry, rows.get(entry.process.pid, [])) for entry in listed]
    return sorted(
        found, key=lambda process: (not process.device, -(_number(process, "memory_bytes") or 0), -(_number(process, "cpu") or 0))
    )


def _listed(entry: ProcessLoad, on_gpus: Sequence[Process]) -> Process:
    process = entry.process
    taken = [memory for row in on_gpus if (memory := _number(row, "memory_bytes")) is not None]
    facts: Facts = {
        "pid": process.pid,
        "created": process.created,
        "name": process.name,
        "command": process.command,
        "user": process.user,
        "cpu": entry.cores,
        "resident_bytes": process.memory_bytes,
        "memory_bytes": sum(taken) if taken else None,
    }
    refusal = "" if process.is_readable else QCoreApplication.translate("ProcessTable", "belongs to {0}").format(process.user)
    return Process(", ".join(row.device for row in on_gpus), facts, process.started, refusal)


class ListedProcessModel(RowTableModel[Process]):
    """All processes, reordered only when the user sorts or restarts the list, so that rows do not move under the pointer.

    Figures are updated in place, an ended process stays and is marked as ended, and a new process is added at the end.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(listed_columns(), _key, None, parent)
        self._rows: dict[Hashable, Process] = {}
        self._ended: set[Hashable] = set()
        self._words: tuple[str, ...] = ()

    def begin(self, rows: Iterable[Process]) -> None:
        """Show a new list, in its own order or in the user's sort order if there is one."""
        self._rows = {_key(row): row for row in self._arranged(list(rows))}
        self._show()

    def follow(self, rows: Iterable[Process]) -> None:
        """Update the figures of the list."""
        fresh = {_key(row): row for row in rows}
        ended = QCoreApplication.translate("ProcessTable", "has ended")
        there = {key: fresh.pop(key) if key in fresh else replace(row, refusal=ended) for key, row in self._rows.items()}
        self._ended = {key for key in self._rows if there[key].refusal == ended}
        self._rows = there | fresh
        self._show()

    def set_filter(self, text: str) -> None:
        """Show only processes whose name, command, user, pid or device contain every word of a text; ended ones go, as rows move anyway."""
        self._words = tuple(text.casefold().split())
        self._rows = {key: row for key, row in self._rows.items() if key not in self._ended}
        self._show()

    @property
    def count(self) -> int:
        """Number of processes, including filtered ones."""
        return len(self._rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort once by a column; later updates keep the order."""
        if 0 <= column < len(self.columns) and self.columns[column].sort_key is not None:
            self._order = Order(column, order == Qt.SortOrder.DescendingOrder)
            self.begin(self._rows.values())

    def _show(self) -> None:
        self._replace([row for row in self._rows.values() if self._passes(row)])

    def _passes(self, row: Process) -> bool:
        if not self._words:
            return True
        whole = " ".join((*(str(row.row.get(key)) for key in ("name", "command", "user", "pid")), row.device)).casefold()
        return all(word in whole for word in self._words)


def _key(process: Process) -> Hashable:
    return process.row.get("pid"), process.row.get("created")
