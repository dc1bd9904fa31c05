"""One device in the live table: its name, bars, and everything else that is read of it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gpuscope.cli.monitor_state import MonitorState
from gpuscope.cli.styled_line import Glyphs, StyledLine
from gpuscope.core import figures
from gpuscope.core.device import Device, DeviceKind
from gpuscope.core.figures import energy_in
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import metric
from gpuscope.core.throttle_reason import throttle_reasons

FULL, SHORT, ONE_LINE = range(3)
"""How much of a device is shown: everything; bars and the rest in one line; a single line."""
_INDENT = "  "
_BETWEEN = 3
_CELL = 38
_BAR_LABEL, _BAR_VALUE = 12, 17
_SHARES = (
    ("sm_activity", "SM activity"),
    ("tensor_activity", "Tensor cores"),
    ("memory_activity", "Memory bus"),
    ("memory_utilization", "Mem. control"),
)
_GAUGES = (
    ("clock", "clock"),
    ("memory_clock", "memory clock"),
    ("temperature", "temperature"),
    ("memory_temperature", "memory"),
    ("fan", "fan"),
    ("swap_used", "swap"),
    ("memory_reserved", "reserved"),
    ("device_processes", "processes"),
)
_FLOWS = (
    ("PCIe", "pcie_received", "pcie_sent"),
    ("NVLink", "nvlink_received", "nvlink_sent"),
    ("disk", "disk_read", "disk_written"),
    ("network", "network_received", "network_sent"),
)
_DISK_WORDS = {"disk": ("read", "written"), "network": ("received", "sent")}
_ONE_LINE_WORDS = 58
"""Columns that everything but name and bars takes in the single line."""
_MOST_CELLED_CORES = 16


@dataclass(frozen=True, slots=True)
class DeviceBlock:
    """Draws one device.

    Attributes:
        device: Which.
        state: Its readings.
        glyphs: What bars are made of.
        columns: Room.
        energy_unit: "J" or "Wh".
    """

    device: Device
    state: MonitorState
    glyphs: Glyphs
    columns: int
    energy_unit: str

    def lines(self, level: int) -> list[StyledLine]:
        """Return its lines, at a level of detail."""
        silence = self.state.silence(self.device.key) or self._lack
        if silence:
            return [self._head().add(f"{_INDENT}{silence}", "warn")]
        if level == ONE_LINE:
            return [self._one_line()]
        facts = list(_joined(self._facts(), self.columns))
        cells = self._bars()[: 3 if level == SHORT else None]
        lines = [self._head(), *self._grid(cells)]
        return lines + (facts[:1] if level == SHORT else [*self._cores(), *facts])

    @property
    def _lack(self) -> str:
        """Why nothing of it can be read; "" where something can."""
        able = self.device.capabilities.values()
        return "" if any(one.available for one in able) else next((one.reason for one in able if one.reason), "")

    def _head(self) -> StyledLine:
        device = self.device
        cores = device.properties.get("processors")
        line = StyledLine().add(device.key, "strong").add(f"{_INDENT}{device.name}")
        line.add(f"{_INDENT}{figures.counted(cores, 'core')}" if isinstance(cores, int) else "", "muted")
        for label in (device.simulated, device.properties.get("untried"), self._throttling):
            if label:
                line.add(f"{_INDENT}{label}", "warn")
        return line

    @property
    def _throttling(self) -> str:
        bits = self.state.value(self.device.key, "throttle")
        return "" if bits is None else ", ".join(throttle_reasons(int(bits)))

    def _bars(self) -> list[StyledLine]:
        found = [self._share_bar("Utilization", self.state.load(self.device.key), "utilization"), self._memory_bar(), self._power_bar()]
        found += [self._share_bar(label, self.state.value(self.device.key, key), key) for key, label in _SHARES if self._is_told(key)]
        return [one for one in found if one is not None]

    def _share_bar(self, label: str, share: float | None, key: str) -> StyledLine | None:
        if not self._is_told(key):
            return None
        return self._bar(label, share, self._dash if share is None else percent(share), _look(key, self.device))

    def _memory_bar(self) -> StyledLine | None:
        used, total = self.state.value(self.device.key, "memory_used"), _number(self.device, "memory_total")
        if not self._is_told("memory_used"):
            return None
        share = used / total if used is not None and total else None
        return self._bar("Memory", share, self._of(used, total, "B"), "memory")

    def _power_bar(self) -> StyledLine | None:
        key = next((key for key in ("power", "power_average") if self._is_told(key)), None)
        if key is None:
            return None
        power, limit = self.state.value(self.device.key, key), self._limit
        share = power / limit if power is not None and limit else None
        return self._bar("Power" if key == "power" else "Power, 1 s", share, self._of(power, limit, "W"), "power", has_bar=bool(limit))

    @property
    def _limit(self) -> float | None:
        return self.state.value(self.device.key, "power_limit") or _number(self.device, "power_limit")

    def _of(self, value: float | None, whole: float | None, unit: str) -> str:
        if value is None:
            return self._dash
        if not whole:
            return figures.figure(value, unit)
        number, _, prefix = figures.figure(whole, unit).rpartition(" ")
        size = whole / float(number.replace("\u202f", ""))
        return f"{figures.significant(value / size)} of {number} {prefix}"

    def _bar(self, label: str, share: float | None, value: str, look: str, *, has_bar: bool = True) -> StyledLine:
        cells = max(4, self._cell - len(_INDENT) - _BAR_LABEL - _BAR_VALUE - 2)
        line = StyledLine().add(_INDENT).add(label, "muted", _BAR_LABEL)
        if has_bar:
            line.add(" ").bar(share, cells, self.glyphs, look).add(" ")
        else:
            line.add(" " * (cells + 2))
        return line.add(value, "", _BAR_VALUE)

    @property
    def _cell(self) -> int:
        across = max(1, min(3, self.columns // _CELL))
        return self.columns // across

    def _grid(self, cells: Sequence[StyledLine]) -> list[StyledLine]:
        across = self.columns // self._cell
        rows = [cells[begin : begin + across] for begin in range(0, len(cells), across)]
        return [_side_by_side(row, self._cell) for row in rows]

    def _facts(self) -> Iterable[StyledLine]:
        state, key = self.state, self.device.key
        for name, label in _GAUGES:
            if self._is_told(name):
                yield _fact(label, _reading(name, state.value(key, name), self._dash), "temperature" if "temperature" in name else "")
        energy = state.energy(key)
        if self._is_told("energy"):
            yield _fact("energy", self._dash if energy is None else f"{self._energy_words(energy[0])} in {_clock(energy[1])}", "")
        for label, first, second in _FLOWS:
            if self._is_told(first) or self._is_told(second):
                yield self._flow(label, first, second)

    def _energy_words(self, joules: float) -> str:
        return figures.figure(energy_in(self.energy_unit, joules), self.energy_unit)

    def _flow(self, label: str, first: str, second: str) -> StyledLine:
        words = _DISK_WORDS.get(label, self.glyphs.arrows)
        line = StyledLine().add(label, "muted")
        for direction, key in zip(words, (first, second), strict=True):
            line.add(f" {direction} ", "muted").add(self._rate(key), "", 10)
        return line

    def _rate(self, key: str) -> str:
        known = metric(key)
        is_counter = known is not None and known.unit == "B"
        rate = self.state.rate(self.device.key, key) if is_counter else self.state.value(self.device.key, key)
        return self._dash if rate is None else f"{figures.figure(rate, 'B')}/s"

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
            lines.append(line.add(text[begin : begin + room], _look("utilization", self.device)))
            line = StyledLine().add(" " * (_BAR_LABEL + 1 + len(_INDENT)))
        return lines

    def _core_cells(self, shares: Sequence[tuple[object, object]]) -> list[StyledLine]:
        across = max(1, self.columns // 26)
        wide, cells = self.columns // across, []
        for number, share in shares:
            known = float(share) if isinstance(share, int | float) else None
            line = StyledLine().add(_INDENT).add(f"core {number}", "muted", 7).add(" ")
            line.bar(known, max(4, wide - 16), self.glyphs, _look("utilization", self.device))
            cells.append(line.add(self._dash if known is None else percent(known), "", 6, right=True))
        return [_side_by_side(cells[begin : begin + across], wide) for begin in range(0, len(cells), across)]

    def _level(self, share: object) -> str:
        if not isinstance(share, int | float):
            return "?"
        steps = len(self.glyphs.levels) - 1
        return self.glyphs.levels[min(steps, max(0, math.ceil(share * steps)))]

    def _one_line(self) -> StyledLine:
        state, key = self.state, self.device.key
        load, used, total = state.load(key), state.value(key, "memory_used"), _number(self.device, "memory_total")
        power, limit = state.value(key, "power"), self._limit
        line = StyledLine().add(key, "strong", 7)
        if self.device.simulated:
            line.add(f"{self.device.simulated.partition(' ')[0].rstrip(',')} ", "warn")
        cells = max(2, min(12, (self.columns - line.width - _ONE_LINE_WORDS) // 3))
        line.bar(load, cells, self.glyphs, _look("utilization", self.device)).add(
            self._dash if load is None else percent(load), "", 6, right=True
        )
        share = used / total if used is not None and total else None
        line.add("  ").bar(share, cells, self.glyphs, "memory").add(_reading("memory_used", used, self._dash), "", 10, right=True)
        if self._is_told("power"):
            share = power / limit if power is not None and limit else None
            line.add("  ").bar(share, cells, self.glyphs, "power").add(_reading("power", power, self._dash), "", 8, right=True)
        for name, wide in (("temperature", 9), ("clock", 10)):
            if self._is_told(name):
                line.add(_reading(name, state.value(key, name), self._dash), "", wide, right=True)
        return line.add(f"{_INDENT}{self._throttling}", "warn")

    @property
    def _dash(self) -> str:
        return self.glyphs.dash

    def _is_told(self, key: str) -> bool:
        capability = self.device.capabilities.get(key)
        return capability is not None and capability.available


def percent(share: float) -> str:
    """Return a share in whole per cent: it stands still while it is looked at."""
    return f"{round(100 * share)} %"


def _clock(seconds: float) -> str:
    whole = math.floor(seconds)
    return f"{whole} s" if whole < 60 else figures.duration(whole)


def _look(key: str, device: Device) -> str:
    known = metric(key)
    if known is None or (key == "utilization" and device.kind is DeviceKind.CPU):
        return Family.COMPUTE.value
    return known.family.value


def _number(device: Device, key: str) -> float | None:
    value = device.properties.get(key)
    return float(value) if isinstance(value, int | float) else None


def _reading(key: str, value: float | None, dash: str) -> str:
    known = metric(key)
    if value is None or known is None:
        return dash
    if key == "fan":
        return percent(value)
    if key in ("temperature", "memory_temperature"):
        return f"{round(value)} °C"
    return figures.figure(value, known.unit)


def _fact(label: str, value: str, look: str) -> StyledLine:
    return StyledLine().add(label, "muted").add(" ").add(value, look)


def _side_by_side(cells: Sequence[StyledLine], wide: int) -> StyledLine:
    line = StyledLine()
    for index, cell in enumerate(cells):
        line.add(" " * max(0, index * wide - line.width)).join(cell)
    return line


def _joined(facts: Iterable[StyledLine], columns: int) -> Iterable[StyledLine]:
    """Yield facts one behind the other, in as many lines as they need."""
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
