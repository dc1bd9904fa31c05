"""Import of a log of ``nvidia-smi --query-gpu=timestamp,… --format=csv -l``: one row per GPU and instant.

Fields are described by ``nvidia-smi --help-query-gpu``. Times are local, without a zone. The log has no energy; the energy of a run is
an estimate from its power, since the driver's averaging time depends on the GPU and is not in the log.
"""

from __future__ import annotations

import os
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import numpy as np

from gpuscope.analysis.series import DeviceSeries
from gpuscope.bundles import limits
from gpuscope.bundles.foreign_run import Recording, estimated_energy, estimated_total, foreign_run
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.untrusted_input import csv_rows
from gpuscope.core import figures
from gpuscope.core.device import Capability, Device, DeviceKind, gpu_facts
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunOrigin
from gpuscope.storage.run_intake import IncomingRun

TOOL = "nvidia-smi"
_MIB, _MHZ, _PERCENT = 2.0**20, 1e6, 0.01
_FIELDS: dict[str, tuple[str, float]] = {
    "power.draw.instant": ("power", 1.0),
    "power.draw": ("power", 1.0),
    "power.draw.average": ("power_average", 1.0),
    "enforced.power.limit": ("power_limit", 1.0),
    "power.limit": ("power_limit", 1.0),
    "utilization.gpu": ("utilization", _PERCENT),
    "utilization.memory": ("memory_utilization", _PERCENT),
    "memory.used": ("memory_used", _MIB),
    "memory.reserved": ("memory_reserved", _MIB),
    "clocks.current.sm": ("clock", _MHZ),
    "clocks.sm": ("clock", _MHZ),
    "clocks.current.memory": ("memory_clock", _MHZ),
    "clocks.mem": ("memory_clock", _MHZ),
    "temperature.gpu": ("temperature", 1.0),
    "temperature.memory": ("memory_temperature", 1.0),
    "fan.speed": ("fan", _PERCENT),
}
"""Metric and factor to SI units of each field; of several fields for a metric the first present is used."""
_IDENTITIES = ("index", "uuid", "gpu_uuid", "gpu_bus_id", "pci.bus_id")
_ALIASES = {"gpu_name": "name", "gpu_uuid": "uuid", "gpu_bus_id": "pci.bus_id"}
"""Fields by their second name, which nvidia-smi writes if it was asked for that."""
_UNITS = {1.0: ("W", "C"), _MIB: ("MiB",), _MHZ: ("MHz",), _PERCENT: ("%",)}
"""Units that a cell may contain, by factor to SI units; ``nounits`` omits them."""
_NUMBER = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,9})?")
_NO_VALUE = re.compile(r"\[[A-Za-z][A-Za-z/ ]{0,60}\]|N/A|Not Supported|Unknown Error|GPU is lost")
"""Text of nvidia-smi for a missing value: "[N/A]", "[Not Supported]", "[Unknown Error]"…, without brackets by old drivers."""
_FORMATS = ("%Y/%m/%d %H:%M:%S.%f", "%Y/%m/%d %H:%M:%S")
_UNNAMED = "NVIDIA GPU"
_NO_POWER = "the log has no column of power"
_INSTANT = "the power between two readings is assumed to lie between them"
_AVERAGE = "a reading is assumed to be the average of the preceding second"
_DRAW = (
    "power.draw is the average of the preceding second on Ampere (except GA100) and newer GPUs, and an instantaneous value on older ones;"
    " the range covers both"
)
_ASSUMPTIONS = {"power.draw.instant": (0.1, _INSTANT), "power.draw": (1.0, _DRAW), "power.draw.average": (1.0, _AVERAGE)}
"""By field, in order of preference for energy: maximum offset between a reading's stamp and the time that it refers to, in seconds (the
period of the instantaneous sensor, or the averaging time of 1 s: nvml.h), and the assumption made."""
_CELLS = 12_000_000
"""Maximum readings of all GPUs together: 24 hours of 13 fields at 10 Hz."""
_INSTANTS = 1_200_000
"""Maximum instants of one GPU: 33 hours at 10 Hz. Processing a series temporarily takes 70 bytes per instant."""


@dataclass(slots=True)
class _Gpu:
    """One GPU's readings."""

    key: str
    facts: dict[str, str]
    stamps_ns: array[int] = field(default_factory=lambda: array("q"))
    values: dict[str, array[float]] = field(default_factory=dict)


def is_header(line: str) -> bool:
    """Return whether a line is the header of such a log."""
    fields = [_field(cell) for cell in line.split(",")]
    return "timestamp" in fields and not _FIELDS.keys().isdisjoint(fields)


def runs(path: Path, imported_at: datetime, notes: list[str], progress: Callable[[float], None]) -> Iterator[IncomingRun]:
    """Yield the single run of a log.

    Raises:
        RecordingFileError: The log cannot be read, or lacks times or GPUs.
    """
    yield _Log(path, notes, progress).run(imported_at)


def _field(header: str) -> str:
    """Return the name of a column without its unit: ``power.draw`` for ``power.draw [W]``."""
    return header.partition("[")[0].strip()


class _LocalClock:
    """Converts the local times that nvidia-smi writes, in the order of the log, which resolves the hour that occurs twice in autumn."""

    def __init__(self) -> None:
        self._minute: datetime | None = None
        self._offsets = (timedelta(), timedelta())
        self._last = datetime.min

    def utc(self, moment: datetime) -> datetime:
        """Return a local time in UTC, both without a zone.

        Raises:
            RecordingFileError: This machine's calendar does not have it.
        """
        minute = moment.replace(second=0, microsecond=0)
        if minute != self._minute:  # looking up each time would take most of the import
            self._minute, self._offsets = minute, (_offset(minute, 0), _offset(minute, 1))
        first, second = (moment - offset for offset in self._offsets)
        self._last = second if first < self._last <= second else first
        return self._last


def _offset(moment: datetime, fold: int) -> timedelta:
    """Return this machine's distance from UTC; ``fold`` 1 for the second time that the clock shows the time."""
    try:
        return moment.replace(fold=fold).astimezone().utcoffset() or timedelta()
    except (OverflowError, ValueError, OSError):
        raise RecordingFileError("its times are out of range") from None


class _Log:
    """Reader for a log."""

    def __init__(self, path: Path, notes: list[str], progress: Callable[[float], None]) -> None:
        self._path, self._notes = path, notes
        self._gpus: dict[str, _Gpu] = {}
        self._clock = _LocalClock()
        self._first: datetime | None = None
        self._skipped = self._cells = 0
        self._bad_end: list[RecordingFileError] = []
        rows = csv_rows(path, progress)
        _, header = next(rows, (0, []))
        self._header = [_field(cell) for cell in header]
        self._measured = self._columns()
        self._hash = sha256("\n".join(header).encode("utf-8", "replace"))
        for line, cells in rows:
            if self._bad_end:
                raise self._bad_end[0]  # more rows follow, so that row was not truncated
            self._add_row(line, cells)
        if self._bad_end:
            if _ends_with_line(path):
                raise self._bad_end[0]
            self._skipped += 1
        if self._first is None:
            raise RecordingFileError("it has no row with readings")

    def _columns(self) -> dict[str, tuple[int, float]]:
        """Return column index and factor of each metric."""
        if "timestamp" not in self._header:
            raise RecordingFileError("it has no column timestamp", "Query it too: --query-gpu=timestamp,index,power.draw,…")
        columns: dict[str, tuple[int, float]] = {}
        for name, (metric, factor) in _FIELDS.items():
            if name in self._header:
                columns.setdefault(metric, (self._header.index(name), factor))
        return columns

    def _add_row(self, line: int, cells: list[str]) -> None:
        if [_field(cell) for cell in cells] == self._header:
            return  # the header of a second log appended to the first
        if len(cells) != len(self._header):
            self._skipped += 1  # the last line of a truncated log
            return
        moment = self._clock.utc(self._moment(line, cells[self._header.index("timestamp")]))
        numbers = self._numbers(line, cells)
        if numbers is None:
            return
        self._first = self._first or moment
        gpu = self._gpu(cells)
        stamp = int((moment - self._first).total_seconds() * 1e9)
        if gpu.stamps_ns and stamp <= gpu.stamps_ns[-1]:
            if self._identity() is None:
                raise RecordingFileError("it has several rows of one instant and does not say which GPU each is of", "Query index, too.")
            self._skipped += 1  # the clock was set back
            return
        self._add(gpu, stamp, cells, numbers)

    def _add(self, gpu: _Gpu, stamp: int, cells: list[str], numbers: dict[str, float]) -> None:
        self._hash.update("\n".join(cells).encode("utf-8", "replace"))
        self._cells += 1 + len(self._measured)
        if self._cells > _CELLS:
            raise RecordingFileError(f"it has more than {_CELLS} readings", "Split it.")
        if len(gpu.stamps_ns) >= _INSTANTS:
            raise RecordingFileError(f"it has more than {_INSTANTS} rows of one GPU", "Split it.")
        gpu.stamps_ns.append(stamp)
        for metric, number in numbers.items():
            gpu.values.setdefault(metric, array("d")).append(number)

    def _numbers(self, line: int, cells: list[str]) -> dict[str, float] | None:
        """Return a row's values by metric, in SI units; None for a row whose last cell may be truncated."""
        numbers: dict[str, float] = {}
        for metric, (place, factor) in self._measured.items():
            number = _number(cells[place], factor)
            if number is None or (number < 0 and not metric.endswith("temperature")):
                reason = f"{cells[place][:40]!r} is not a value in nvidia-smi's format"
                error = RecordingFileError(f"line {line}, column {place + 1} ({self._header[place]}): {reason}")
                if place + 1 < len(cells):
                    raise error
                self._bad_end.append(error)
                return None
            numbers[metric] = number
        return numbers

    def _moment(self, line: int, text: str) -> datetime:
        for format in _FORMATS:
            try:
                return datetime.strptime(text, format)
            except ValueError:
                continue
        raise RecordingFileError(f"line {line}: {text[:40]!r} is not a time in nvidia-smi's format")

    def _identity(self) -> int | None:
        return next((self._header.index(name) for name in _IDENTITIES if name in self._header), None)

    def _gpu(self, cells: list[str]) -> _Gpu:
        place = self._identity()
        identity = "0" if place is None else cells[place]
        if identity not in self._gpus:
            if len(self._gpus) >= limits.DEVICES:
                raise RecordingFileError(f"it is of more than {limits.DEVICES} GPUs")
            number = identity if identity.isdecimal() and len(identity) <= 4 else str(len(self._gpus))
            named = zip(self._header, cells, strict=True)
            facts = {_ALIASES.get(name, name): cell for name, cell in named if name not in _FIELDS and not _NO_VALUE.fullmatch(cell)}
            self._gpus[identity] = _Gpu(f"gpu:{int(number)}", facts)
        return self._gpus[identity]

    def run(self, imported_at: datetime) -> IncomingRun:
        """Return the whole log as a run."""
        assert self._first is not None
        if self._skipped:
            rows = figures.counted(self._skipped, "row")
            self._notes.append(f"left out of {self._path.name[:80]}: {rows} that could not be placed in time")
        series = [entry for gpu in self._gpus.values() for entry in self._series(gpu)]
        duration_s = max(gpu.stamps_ns[-1] for gpu in self._gpus.values()) / 1e9
        devices = [_device(gpu, self._source) for gpu in self._gpus.values()]
        energies = {gpu.key: self._energy(gpu.key, series, duration_s) for gpu in self._gpus.values()}
        keys = [gpu.key for gpu in self._gpus.values()]
        if len(set(keys)) < len(keys):
            raise RecordingFileError("two of its GPUs have one index")
        return foreign_run(
            Recording(
                origin=RunOrigin(TOOL, "", imported_at),
                identity=self._hash.hexdigest(),
                name=self._path.stem[:200],
                started_at=self._first.replace(tzinfo=UTC),
                duration_s=duration_s,
                environment={key: str(fact) for key, fact in gpu_facts(devices).items() if fact != _UNNAMED},
                devices=[DeviceResult(device, {"energy": energies[device.key]}) for device in devices],
                series=series,
                metrics={"energy": estimated_total(list(energies.items()))},
            ),
            self._notes,
        )

    def _energy(self, device: str, series: Sequence[DeviceSeries], duration_s: float) -> Quantity:
        """Return a GPU's estimated energy, from the preferred power field available."""
        powers = {entry.source.removeprefix(f"{TOOL} "): entry for entry in series if entry.device == device}
        for name, (blur_s, assumption) in _ASSUMPTIONS.items():
            if name in powers:
                return estimated_energy(powers[name], duration_s, blur_s, assumption)
        return Quantity.missing("J", _NO_POWER, TOOL)

    def _source(self, metric: str) -> str:
        return f"{TOOL} {self._header[self._measured[metric][0]]}"

    def _series(self, gpu: _Gpu) -> Iterator[DeviceSeries]:
        stamps = np.frombuffer(gpu.stamps_ns, np.int64)
        for metric, values in gpu.values.items():
            yield DeviceSeries(gpu.key, metric, stamps, stamps, np.frombuffer(values), Quality.DERIVED, self._source(metric))


def _device(gpu: _Gpu, source: Callable[[str], str]) -> Device:
    capabilities = {metric: Capability(True, source(metric)) for metric in gpu.values}
    memory = _number(gpu.facts.get("memory.total", ""), _MIB)
    known = {
        "driver_version": gpu.facts.get("driver_version"),
        "memory_total": None if memory is None else int(memory),
        "pci_address": gpu.facts.get("pci.bus_id"),
    }
    properties = {key: value for key, value in known.items() if value is not None}
    return Device(gpu.key, DeviceKind.GPU, gpu.facts.get("name", _UNNAMED)[:200], gpu.facts.get("uuid"), properties, capabilities)


def _number(cell: str, factor: float) -> float | None:
    """Parse a cell, with or without a unit, into SI units; NaN for "[N/A]" and the like, None if invalid."""
    number, _, unit = cell.partition(" ")
    if _NUMBER.fullmatch(number) and (not unit or unit in _UNITS[factor]):
        return float(number) * factor
    return float("nan") if _NO_VALUE.fullmatch(cell) else None


def _ends_with_line(path: Path) -> bool:
    """Return whether a file ends with a complete line: a killed logger leaves a partial one."""
    try:
        with path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"
    except OSError as error:
        raise RecordingFileError(f"it cannot be read: {error.strerror}") from None
