"""The live table: all devices, then the processes on the GPUs, fitted to a terminal's size."""

import math
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gpuscope.cli.styled_line import Glyphs, StyledLine
from gpuscope.core import figures
from gpuscope.core.device import NO_GPU, RECORDER, Device, DeviceKind
from gpuscope.core.figures import MISSING, counted
from gpuscope.core.metric import Family
from gpuscope.recording.machine_figures import LiveFigure, machine_figures, silence, throttling
from gpuscope.recording.machine_state import MachineState, Row
from gpuscope.reports.live_reading import live_percent
from gpuscope.system.settings import JOULE

FULL, SHORT, ONE_LINE = range(3)
"""Level of detail of a device: everything; the main bars and one line of facts; a single line."""
_INDENT = "  "
_BETWEEN = 3
"""Columns between facts; fewer would not separate them, as they contain single spaces."""
_CELL = 40
"""Columns that one bar needs; a wider terminal shows two or three side by side."""
_BAR_LABEL, _BAR_VALUE = 12, 19
"""Columns that fit the longest label and the longest figure of a bar."""
_BARS = ("utilization", "memory_used", "power", "sm_activity", "tensor_activity", "memory_activity", "memory_utilization")
"""Figures shown as bars, since they are parts of a whole; all others are listed in a line."""
_ONE_LINE_COLUMNS = 58
"""Columns that everything but the name and the bars takes in the single line."""
_MOST_CELLED_CORES = 16
"""Up to this many cores have a bar each; with more, each has one character."""
_LOAD = Family.COMPUTE.value

_LEAST_PROCESSES = 3
"""Number of processes shown in any case, since what keeps the machine busy is the first question."""
_LEVELS = ((FULL, FULL), (FULL, SHORT), (SHORT, SHORT), (FULL, ONE_LINE), (SHORT, ONE_LINE), (ONE_LINE, ONE_LINE))
"""Levels of detail of the CPU and of the GPUs; the first pair that fits is used."""
ORDERS = {"m": "memory_bytes", "c": "cpu", "p": "pid"}
"""Sort orders of the processes, by the key that selects them."""
_ORDER_LABELS = {"memory_bytes": "memory", "cpu": "CPU", "pid": "pid"}


@dataclass(frozen=True, slots=True)
class DeviceBlock:
    """Draws one device.

    Attributes:
        state: The readings.
        glyphs: The characters of bars.
        columns: Available width.
        energy_unit: "J" or "Wh".
    """

    device: Device
    state: MachineState
    glyphs: Glyphs
    columns: int
    energy_unit: str

    def lines(self, level: int) -> list[StyledLine]:
        """Return its lines, at a level of detail."""
        silent = silence(self.state, self.device)
        if silent is not None:
            return [self._head().add(f"{_INDENT}{silent.short}", "warn" if silent.is_bad else "muted")]
        shown = {figure.key: figure for figure in machine_figures(self.state, self.device, self.energy_unit)}
        if level == ONE_LINE:
            return [self._one_line(shown)]
        facts = list(_joined((self._fact(figure) for key, figure in shown.items() if key not in _BARS), self.columns))
        bars = [self._bar(shown[key]) for key in _BARS if key in shown]
        lines = [self._head(), *self._grid(bars[: 3 if level == SHORT else None])]
        return lines + (facts[:1] if level == SHORT else [*self._cores(), *facts])

    def _head(self) -> StyledLine:
        device = self.device
        cores = device.properties.get("processors")
        line = StyledLine().add(device.key, "strong").add(f"{_INDENT}{device.name}")
        line.add(f"{_INDENT}{counted(cores, 'core')}" if isinstance(cores, int) else "", "muted")
        for label in (device.simulated, device.properties.get("untried"), self._throttling):
            if label:
                line.add(f"{_INDENT}{label}", "warn")
        return line

    @property
    def _throttling(self) -> str:
        return ", ".join(throttling(self.state, self.device))

    def _written(self, text: str) -> str:
        """Return a figure in characters that the terminal can show."""
        return self.glyphs.dash if text == MISSING else text

    def _bar(self, figure: LiveFigure) -> StyledLine:
        cells = max(4, self._cell - len(_INDENT) - _BAR_LABEL - _BAR_VALUE - 2)
        line = StyledLine().add(_INDENT).add(figure.label, "muted", _BAR_LABEL)
        if figure.share is not None or figure.missing is not None:
            line.add(" ").bar(figure.share, cells, self.glyphs, figure.family.value).add(" ")
        else:
            line.add(" " * (cells + 2))
        text = figure.shown if figure.key == "utilization" else figure.in_line  # the heading states the number of cores
        return line.add(self._written(text), "", _BAR_VALUE)

    @property
    def _cell(self) -> int:
        across = max(1, min(3, self.columns // _CELL))
        return self.columns // across

    def _grid(self, cells: Sequence[StyledLine]) -> list[StyledLine]:
        across = self.columns // self._cell
        rows = [cells[begin : begin + across] for begin in range(0, len(cells), across)]
        return [_side_by_side(row, self._cell) for row in rows]

    def _fact(self, figure: LiveFigure) -> StyledLine:
        text = figure.shown if figure.key == "clock" else figure.in_line  # the heading states why it is throttled
        style = figure.family.value if figure.family is Family.TEMPERATURE else ""
        return StyledLine().add(figure.label, "muted").add(" ").add(self._written(text), style)

    def _cores(self) -> list[StyledLine]:
        rows = self.state.table(self.device.key, "cores")
        shares = [(row.get("core"), row.get("utilization")) for row in rows]
        if not shares:
            return []
        if len(shares) <= _MOST_CELLED_CORES and self.columns >= 26:
            return self._core_cells(shares)
        line, lines = StyledLine().add(_INDENT).add("Cores", "muted", _BAR_LABEL + 1), []
        room = max(8, self.columns - line.width)
        text = "".join(self._level(share) for _, share in shares)
        for begin in range(0, len(text), room):
            lines.append(line.add(text[begin : begin + room], _LOAD))
            line = StyledLine().add(" " * (_BAR_LABEL + 1 + len(_INDENT)))
        return lines

    def _core_cells(self, shares: Sequence[tuple[object, object]]) -> list[StyledLine]:
        across = max(1, self.columns // 26)
        wide, cells = self.columns // across, []
        for number, share in shares:
            load = float(share) if isinstance(share, int | float) else None
            line = StyledLine().add(_INDENT).add(f"core {number}", "muted", 7).add(" ")
            line.bar(load, max(4, wide - 16), self.glyphs, _LOAD)
            cells.append(line.add(self.glyphs.dash if load is None else f"{live_percent(load)} %", "", 6, right=True))
        return [_side_by_side(cells[begin : begin + across], wide) for begin in range(0, len(cells), across)]

    def _level(self, share: object) -> str:
        if not isinstance(share, int | float):
            return "?"
        steps = len(self.glyphs.levels) - 1
        return self.glyphs.levels[min(steps, max(0, math.ceil(share * steps)))]

    def _one_line(self, shown: Mapping[str, LiveFigure]) -> StyledLine:
        line = StyledLine().add(self.device.key, "strong", 7)
        if self.device.simulated:
            line.add(f"{self.device.simulated.partition(' ')[0].rstrip(',')} ", "warn")
        cells = max(2, min(12, (self.columns - line.width - _ONE_LINE_COLUMNS) // 3))
        for key, wide in (("utilization", 6), ("memory_used", 10), ("power", 8)):
            if (figure := shown.get(key)) is not None:
                line.add("" if key == "utilization" else "  ").bar(figure.share, cells, self.glyphs, figure.family.value)
                line.add(self._written(figure.shown), "", wide, right=True)
        for key, wide in (("temperature", 9), ("clock", 10)):
            if (figure := shown.get(key)) is not None:
                line.add(self._written(figure.shown), "", wide, right=True)
        return line.add(f"{_INDENT}{self._throttling}", "warn")


def _side_by_side(cells: Sequence[StyledLine], wide: int) -> StyledLine:
    line = StyledLine()
    for index, cell in enumerate(cells):
        line.add(" " * max(0, index * wide - line.width)).join(cell)
    return line


def _joined(facts: Iterable[StyledLine], columns: int) -> Iterable[StyledLine]:
    """Yield facts joined into as many lines as they need."""
    line = StyledLine().add(_INDENT)
    for fact in facts:
        if line.width > len(_INDENT) and line.width + _BETWEEN + fact.width > columns:
            yield line
            line = StyledLine().add(_INDENT)
        if line.width > len(_INDENT):
            line.add(" " * _BETWEEN)
        line.join(fact)
    if line.width > len(_INDENT):
        yield line


@dataclass(frozen=True, slots=True)
class MonitorView:
    """Lays out the table.

    Attributes:
        state: The readings.
        glyphs: The characters of bars.
        energy_unit: "J" or "Wh".
    """

    state: MachineState
    glyphs: Glyphs
    energy_unit: str = JOULE

    def lines(self, columns: int, rows: int, order: str = "memory_bytes", message: str = "") -> list[StyledLine]:
        """Return at most ``rows`` lines: devices in as much detail as fits, and processes in the remaining space.

        Args:
            columns: Width; lines may still be longer, and must be cut.
            rows: Height.
            order: Sort order of the processes.
            message: A message to show in the last line instead of the keys.
        """
        foot = StyledLine().add(message, "warn") if message else self._foot(order)
        if not self.state.has_readings:
            return [self._title(columns), StyledLine().add("waiting for the first reading of the sensors", "muted"), foot][:rows]
        room = max(0, rows - 2)
        processes = self._processes(order)
        wanted = min(len(processes), _LEAST_PROCESSES + 2)
        devices = self._devices(columns, room - wanted)
        body = [*devices, *processes]
        if len(body) > room:
            body = [*body[: max(0, room - 1)], StyledLine().add(f"{len(body) - room + 1} more lines: make the terminal taller", "muted")]
        return [self._title(columns), *body[:room], foot][:rows]

    def _title(self, columns: int) -> StyledLine:
        return StyledLine().add("gpuscope monitor", "strong").add(f"  {platform.node()}", "muted", max(0, columns - 16))

    def _foot(self, order: str) -> StyledLine:
        line = StyledLine().add("q", "strong").add(" quits", "muted")
        if self._rows():
            line.add("   processes by", "muted")
            for key, name in ORDERS.items():
                line.add(f"  {key}", "strong").add(f" {_ORDER_LABELS[name]}", "" if name == order else "muted")
        return line

    def _devices(self, columns: int, room: int) -> list[StyledLine]:
        """Return the devices at the first level of detail that fits, with at least one line each."""
        blocks = [DeviceBlock(device, self.state, self.glyphs, columns, self.energy_unit) for device in self._shown()]
        lines: list[StyledLine] = []
        for machine_level, level in _LEVELS:
            parts = [block.lines(machine_level if block.device.kind is DeviceKind.CPU else level) for block in blocks]
            parts += [self._lacking()]
            lines = [line for part in parts for line in part]
            if len(lines) + len(parts) <= room and level != ONE_LINE:
                return [line for part in parts if part for line in (StyledLine(), *part)]
            if len(lines) <= room:
                break
        return lines

    def _shown(self) -> list[Device]:
        return [device for device in self.state.devices if device.key not in (RECORDER, NO_GPU) and device.kind is not DeviceKind.PROCESSES]

    def _lacking(self) -> list[StyledLine]:
        """Return why there is no GPU, and the cure; empty if there is one."""
        gpus = [device for device in self.state.devices if device.kind is DeviceKind.GPU]
        if [gpu.key for gpu in gpus] != [NO_GPU]:
            return []
        capability = next(iter(gpus[0].capabilities.values()), None)
        reason, cure = (capability.reason or "", capability.cure or "") if capability is not None else ("", "")
        line = StyledLine().add("no GPU", "strong").add(f"  {reason}", "muted")
        return [line, *([StyledLine().add(f"  {cure}", "muted")] if cure else [])]

    def _rows(self) -> list[tuple[str, Row]]:
        return [(device.key, row) for device in self._shown() for row in self.state.table(device.key, "processes")]

    def _processes(self, order: str) -> list[StyledLine]:
        rows = sorted(self._rows(), key=lambda row: _rank(row[1].get(order)), reverse=order != "pid")
        caveats = dict.fromkeys(note for device in self._shown() if (note := _process_note(device)))
        lines = [_process_line(device, row, self.glyphs.dash) for device, row in rows]
        if lines:
            lines = [StyledLine(), _process_columns("PID", "USER", "DEVICE", "MEMORY", "CPU", "NAME", "muted"), *lines]
        return lines + [StyledLine().add(note, "muted") for note in caveats]


def _rank(value: object) -> float:
    return float(value) if isinstance(value, int | float) else -1.0


def _process_note(device: Device) -> str:
    """Return the note on a GPU's process list: what is missing, or why there is none; "" if it is complete."""
    capability = device.capabilities.get("device_processes")
    if device.kind is not DeviceKind.GPU or capability is None:
        return ""
    if capability.available:
        return capability.note or ""
    return f"{device.key}: no processes: {capability.reason}" + (f". {capability.cure}" if capability.cure else "")


def _process_line(device: str, row: Row, dash: str) -> StyledLine:
    memory, cpu = row.get("memory_bytes"), row.get("cpu")
    return _process_columns(
        str(row.get("pid")),
        str(row.get("user") or dash),
        device,
        figures.figure(memory, "B") if isinstance(memory, int | float) else dash,
        f"{round(100 * cpu)} %" if isinstance(cpu, int | float) else dash,
        str(row.get("name") or dash),
        "",
    )


def _process_columns(pid: str, user: str, device: str, memory: str, cpu: str, name: str, style: str) -> StyledLine:
    line = StyledLine().add(pid, style, 9, right=True).add("  ").add(user[:12], style, 13).add(device, style, 8)
    return line.add(memory, style, 10, right=True).add(cpu, style, 8, right=True).add("  ").add(name, style)
