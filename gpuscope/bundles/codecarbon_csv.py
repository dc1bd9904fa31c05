"""CodeCarbon's ``emissions.csv``: one row per run, energies in kWh.

A run that flushes its tracker appends a row each time, with all that it has used so far: the row with the longest duration counts.

Columns are documented at docs.codecarbon.io. Its GPU energy comes from NVML's counter; CPU and memory energy may be based on a constant
from a table (the file does not say), so they are treated as estimates, as is the sum. A GPU with 0 kWh was not read (codecarbon#1316).
"""

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path

from gpuscope.bundles import limits
from gpuscope.bundles.foreign_run import Recording, foreign_run
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.bundles.untrusted_input import csv_rows
from gpuscope.core import figures
from gpuscope.core.device import MACHINE, Device, DeviceKind
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunOrigin
from gpuscope.storage.run_intake import IncomingRun

TOOL = "CodeCarbon"
_J_PER_KWH = 3.6e6  # 1000 W · 3600 s
_MOST_W = 1e6
"""Implausible power: a rack of 72 GPUs takes about 130 kW. A larger value means other units, or garbage."""
_NEEDED = frozenset({"timestamp", "duration", "emissions", "energy_consumed"})
_ENERGIES = ("energy_consumed", "cpu_energy", "gpu_energy", "ram_energy")
_NUMBERS = (*_ENERGIES, "emissions", "cpu_power", "gpu_power", "gpu_count")
_LEFT_OUT = frozenset({"timestamp", "duration", "longitude", "latitude"})
_TABLE = "may be a constant of CodeCarbon's table: its file does not say"
_NOT_READ = "CodeCarbon reports 0 kWh for a GPU that was present: it was not read"
_NO_VALUE = "CodeCarbon has no value"


def is_header(line: str) -> bool:
    """Return whether a line is the header of an emissions.csv."""
    return {cell.strip().strip('"') for cell in line.split(",")} >= _NEEDED


def runs(path: Path, imported_at: datetime, notes: list[str], progress: Callable[[float], None]) -> Iterator[IncomingRun]:
    """Yield one run per row; of several rows of one run, only the longest.

    Raises:
        RecordingFileError: The file cannot be read, or a row lacks time, duration or energy, or has an invalid number.
    """
    rows = csv_rows(path, progress)
    _, header = next(rows, (0, []))
    counting = _counting_rows(path)
    skipped = followed = 0
    for count, (line, cells) in enumerate(rows):
        if count >= limits.CODECARBON_RUNS:
            raise RecordingFileError(f"it has more than {limits.CODECARBON_RUNS} runs")
        if len(cells) != len(header):
            skipped += 1
            continue
        row = dict(zip(header, cells, strict=True))
        if _number(row.get("duration", "")) is not None and counting.get(_identity(row), line) != line:
            followed += 1
            continue
        yield foreign_run(_recording(row, line, imported_at), notes)
    if skipped:
        notes.append(f"left out of {path.name[:80]}: {figures.counted(skipped, 'row')} whose number of cells differs from the header's")
    if followed:
        notes.append(f"left out of {path.name[:80]}: {figures.counted(followed, 'row')} of a run that a later row continues")


def _counting_rows(path: Path) -> dict[bytes, int]:
    """Return the line of the row that counts, by run."""
    rows = csv_rows(path, lambda _: None)
    _, header = next(rows, (0, []))
    longest: dict[bytes, tuple[float, int]] = {}
    for line, cells in islice(rows, limits.CODECARBON_RUNS):
        row = dict(zip(header, cells, strict=False))
        if row.get("run_id") and len(cells) == len(header) and (duration_s := _number(row.get("duration", ""))) is not None:
            key = _identity(row)
            longest[key] = max(longest.get(key, (duration_s, line)), (duration_s, line))
    return {key: line for key, (_, line) in longest.items()}


def _identity(row: Mapping[str, str]) -> bytes:
    """Return a digest of a row's run, and in the file of a tracker's tasks of its task."""
    return sha256(f"{row.get('run_id', '')}\n{row.get('task_name', '')}".encode("utf-8", "replace")).digest()


def _recording(row: Mapping[str, str], line: int, imported_at: datetime) -> Recording:
    duration_s = _number(row.get("duration", ""))
    if duration_s is None or not 0 <= duration_s < 1e9:
        raise RecordingFileError(f"line {line}: the duration {row.get('duration', '')[:40]!r} is not valid")
    _check(row, line, duration_s)
    devices = [_gpu(row)] if _has_gpu(row) else []
    devices.append(_cpu(row))
    name = row.get("project_name") or TOOL
    return Recording(
        origin=RunOrigin(TOOL, "", imported_at),
        identity="\n".join(row.values()),
        name=" ".join(part for part in (name[:150], row.get("experiment_name", "")[:50], row.get("task_name", "")[:50]) if part),
        started_at=_ended_at(row.get("timestamp", ""), line) - timedelta(seconds=duration_s),
        duration_s=duration_s,
        what=(name[:150],),
        environment={f"codecarbon.{key[:80]}": value[:1000] for key, value in row.items() if key not in _LEFT_OUT and value},
        devices=devices,
        metrics=_metrics(row, devices),
    )


def _check(row: Mapping[str, str], line: int, duration_s: float) -> None:
    """Reject a row with numbers that CodeCarbon cannot have written; missing numbers (an empty cell, or "nan") are accepted."""
    for key in _NUMBERS:
        text = row.get(key, "")
        number = _number(text)
        if (number is None or number < 0) and text and text.lower() != "nan":
            raise RecordingFileError(f"line {line}, column {key}: {text[:40]!r} is not a number in CodeCarbon's format")
        if key in _ENERGIES and number is not None and number * _J_PER_KWH > _MOST_W * max(1.0, duration_s):
            raise RecordingFileError(f"line {line}: {number:g} kWh within {duration_s:g} s is more than 1 MW")
    if _number(row.get("energy_consumed", "")) is None:
        raise RecordingFileError(f"line {line}: it has no energy")


def _ended_at(text: str, line: int) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if not 1971 <= moment.year < 2200:
            raise ValueError
        return moment.astimezone(UTC)  # a time without a zone is local time
    except (ValueError, OverflowError, OSError):
        raise RecordingFileError(f"line {line}: {text[:40]!r} is not a time") from None


def _metrics(row: Mapping[str, str], devices: list[DeviceResult]) -> dict[str, Quantity]:
    """Return the run's energy, which is that of the GPUs, else of the CPU; and CodeCarbon's reported sum and emissions."""
    quantities = {
        "energy": devices[0].metrics["energy"],
        "codecarbon.energy_consumed": _energy(row, "energy_consumed", Quality.ESTIMATED, "sum"),
    }
    emitted = _number(row.get("emissions", ""))
    if emitted is not None:
        quantities["codecarbon.emissions"] = Quantity(emitted, "kg", Quality.ESTIMATED, f"{TOOL} emissions, CO₂ equivalent")
    return quantities


def _has_gpu(row: Mapping[str, str]) -> bool:
    return bool(_number(row.get("gpu_count", "")) or _number(row.get("gpu_energy", "")))


def _gpu(row: Mapping[str, str]) -> DeviceResult:
    energy = _energy(row, "gpu_energy", Quality.DERIVED, None)
    if energy.value == 0:
        energy = Quantity.missing("J", _NOT_READ, energy.source)
    power = _power(row, "gpu_power", Quality.DERIVED)
    metrics = {"energy": energy} | ({} if energy.is_missing else power)
    return DeviceResult(Device("gpu:0", DeviceKind.GPU, (row.get("gpu_model") or "GPUs, all together")[:200]), metrics)


def _cpu(row: Mapping[str, str]) -> DeviceResult:
    metrics = {
        "energy": _energy(row, "cpu_energy", Quality.ESTIMATED, _TABLE),
        "memory_energy": _energy(row, "ram_energy", Quality.ESTIMATED, "by CodeCarbon's model of the main memory"),
        **_power(row, "cpu_power", Quality.ESTIMATED),
    }
    return DeviceResult(Device(MACHINE, DeviceKind.CPU, (row.get("cpu_model") or "CPU")[:200]), metrics)


def _energy(row: Mapping[str, str], key: str, quality: Quality, note: str | None) -> Quantity:
    kwh = _number(row.get(key, ""))
    source = f"{TOOL} {key}, kWh"
    if kwh is None:
        return Quantity.missing("J", _NO_VALUE, source)
    return Quantity(kwh * _J_PER_KWH, "J", quality, source, None, note)


def _power(row: Mapping[str, str], key: str, quality: Quality) -> dict[str, Quantity]:
    watts = _number(row.get(key, ""))
    return {"power_mean": Quantity(watts, "W", quality, f"{TOOL} {key}")} if watts else {}


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e15 else None
