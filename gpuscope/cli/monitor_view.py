"""The live table: every device, then the processes on the GPUs, in the room that a terminal has."""

import platform
from dataclasses import dataclass

from gpuscope.cli.device_block import FULL, ONE_LINE, SHORT, DeviceBlock
from gpuscope.cli.styled_line import Glyphs, StyledLine
from gpuscope.core import figures
from gpuscope.core.device import RECORDER, Device, DeviceKind
from gpuscope.recording.machine_figures import NO_GPU
from gpuscope.recording.machine_state import MachineState, Row
from gpuscope.system.settings import JOULE

_LEAST_PROCESSES = 3
_LEVELS = ((FULL, FULL), (FULL, SHORT), (SHORT, SHORT), (FULL, ONE_LINE), (SHORT, ONE_LINE), (ONE_LINE, ONE_LINE))
"""How much of the processor and of the GPUs is shown: the first that there is room for."""
ORDERS = {"m": "memory_bytes", "c": "cpu", "p": "pid"}
"""What the processes are sorted by, by the key that asks for it."""
_ORDER_WORDS = {"memory_bytes": "memory", "cpu": "CPU", "pid": "pid"}


@dataclass(frozen=True, slots=True)
class MonitorView:
    """Lays the table out.

    Attributes:
        state: The readings.
        glyphs: What bars are made of.
        energy_unit: "J" or "Wh".
    """

    state: MachineState
    glyphs: Glyphs
    energy_unit: str = JOULE

    def lines(self, columns: int, rows: int, order: str = "memory_bytes", message: str = "") -> list[StyledLine]:
        """Return at most so many lines: devices in as much detail as there is room for, processes in what is left.

        Args:
            columns: Width; each line may still be longer, and is to be cut.
            rows: Height.
            order: What the processes are sorted by.
            message: Stands in the last line in the place of the keys.
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
            body = [*body[: max(0, room - 1)], StyledLine().add(f"{len(body) - room + 1} more lines: make the terminal higher", "muted")]
        return [self._title(columns), *body[:room], foot][:rows]

    def _title(self, columns: int) -> StyledLine:
        return StyledLine().add("gpuscope monitor", "strong").add(f"  {platform.node()}", "muted", max(0, columns - 16))

    def _foot(self, order: str) -> StyledLine:
        line = StyledLine().add("q", "strong").add(" quits", "muted")
        if self._rows():
            line.add("   processes by", "muted")
            for key, name in ORDERS.items():
                line.add(f"  {key}", "strong").add(f" {_ORDER_WORDS[name]}", "" if name == order else "muted")
        return line

    def _devices(self, columns: int, room: int) -> list[StyledLine]:
        """Return the devices at the first level of detail at which they fit, at least a line each."""
        blocks = [DeviceBlock(device, self.state, self.glyphs, columns, self.energy_unit) for device in self._shown()]
        found: list[StyledLine] = []
        for machine_level, level in _LEVELS:
            parts = [block.lines(machine_level if block.device.kind is DeviceKind.CPU else level) for block in blocks]
            parts += [self._lacking()]
            found = [line for part in parts for line in part]
            if len(found) + len(parts) <= room and level != ONE_LINE:
                return [line for part in parts if part for line in (StyledLine(), *part)]
            if len(found) <= room:
                break
        return found

    def _shown(self) -> list[Device]:
        return [one for one in self.state.devices if one.key not in (RECORDER, NO_GPU) and one.kind is not DeviceKind.PROCESSES]

    def _lacking(self) -> list[StyledLine]:
        """Say why there is no GPU, and the cure; nothing beside another GPU."""
        gpus = [one for one in self.state.devices if one.kind is DeviceKind.GPU]
        if [one.key for one in gpus] != [NO_GPU]:
            return []
        found = next(iter(gpus[0].capabilities.values()), None)
        reason, cure = (found.reason or "", found.cure or "") if found is not None else ("", "")
        line = StyledLine().add("no GPU", "strong").add(f"  {reason}", "muted")
        return [line, *([StyledLine().add(f"  {cure}", "muted")] if cure else [])]

    def _rows(self) -> list[tuple[str, Row]]:
        return [(device.key, row) for device in self._shown() for row in self.state.table(device.key, "processes")]

    def _processes(self, order: str) -> list[StyledLine]:
        rows = sorted(self._rows(), key=lambda one: _rank(one[1].get(order)), reverse=order != "pid")
        caveats = dict.fromkeys(note for device in self._shown() if (note := _process_note(device)))
        lines = [_process_line(device, row, self.glyphs.dash) for device, row in rows]
        if lines:
            lines = [StyledLine(), _process_heading(), *lines]
        return lines + [StyledLine().add(note, "muted") for note in caveats]


def _rank(value: object) -> float:
    return float(value) if isinstance(value, int | float) else -1.0


def _process_note(device: Device) -> str:
    """Return what is not told of a GPU's processes; "" when everything is, or where there are none to tell."""
    capability = device.capabilities.get("device_processes")
    if device.kind is not DeviceKind.GPU or capability is None:
        return ""
    if capability.available:
        return capability.note or ""
    return f"{device.key}: no processes: {capability.reason}" + (f". {capability.cure}" if capability.cure else "")


def _process_heading() -> StyledLine:
    return _process_columns("PID", "USER", "DEVICE", "MEMORY", "CPU", "NAME", "muted")


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


def _process_columns(pid: str, user: str, device: str, memory: str, cpu: str, name: str, look: str) -> StyledLine:
    line = StyledLine().add(pid, look, 9, right=True).add("  ").add(user[:12], look, 13).add(device, look, 8)
    return line.add(memory, look, 10, right=True).add(cpu, look, 8, right=True).add("  ").add(name, look)
