"""Import of runs from MLflow's file store (``mlruns``): metrics, system metrics, parameters and tags; artifacts are not imported.

A run is a folder with ``meta.yaml``, ``metrics/NAME`` (lines of "milliseconds value step"), ``params/NAME`` and ``tags/NAME``, as
written by mlflow/store/tracking/file_store.py. Links are not followed. Only flat ``key: value`` lines of the YAML are read.
"""

from __future__ import annotations

import math
import os
import re
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import numpy as np

from gpuscope.analysis.series import DeviceSeries
from gpuscope.bundles import limits
from gpuscope.bundles.foreign_run import Recording, foreign_run
from gpuscope.bundles.limits import RecordingFileError
from gpuscope.core import figures
from gpuscope.core.device import MACHINE, Capability, Device, DeviceKind
from gpuscope.core.event import Event, Log
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunOrigin, RunState
from gpuscope.storage.run_intake import IncomingRun
from gpuscope.system.paths import is_file, is_folder, is_there

TOOL = "MLflow"
_META = "meta.yaml"
_OWN = "mlflow."
"""Prefix of the tags that MLflow sets itself."""
_NOTE = "mlflow.note.content"
_TEXT = 4000
"""Maximum characters kept of a parameter or tag."""
_MB, _PERCENT = 1e6, 0.01
"""MLflow's megabyte, which is decimal, in bytes; and a percent as a share."""
_SYSTEM = (
    (re.compile(r"system/gpu_(0|[1-9][0-9]{0,2})_utilization_percentage"), "utilization", _PERCENT),
    (re.compile(r"system/gpu_(0|[1-9][0-9]{0,2})_power_usage_watts"), "power", 1.0),
    (re.compile(r"system/gpu_(0|[1-9][0-9]{0,2})_memory_usage_megabytes"), "memory_used", _MB),
    (re.compile(r"system/cpu_utilization_percentage"), "utilization", _PERCENT),
    (re.compile(r"system/system_memory_usage_megabytes"), "memory_used", _MB),
    (re.compile(r"system/network_receive_megabytes"), "network_received", _MB),
    (re.compile(r"system/network_transmit_megabytes"), "network_sent", _MB),
)
_ENDS = {"3": (RunState.FINISHED, None), "4": (RunState.FAILED, "MLflow: failed"), "5": (RunState.STOPPED, "MLflow: killed")}
_NO_END = "MLflow has no record of its end"
_NO_ENERGY = "MLflow's system metrics contain power readings but no energy"


@dataclass(slots=True)
class _Values:
    """One metric's values, in file order."""

    at_ms: array[int] = field(default_factory=lambda: array("q"))
    values: array[float] = field(default_factory=lambda: array("d"))
    steps: array[int] = field(default_factory=lambda: array("q"))


def mlflow_runs(folder: Path, imported_at: datetime, notes: list[str], progress: Callable[[float], None]) -> Iterator[IncomingRun]:
    """Yield the runs under a folder: of a store, an experiment, or a single run.

    Raises:
        RecordingFileError: The folder holds no such runs, or a run is damaged or exceeds the limits.
    """
    found = _run_folders(folder)
    if not found:
        raise RecordingFileError("it contains no run of an MLflow file store", "Give the folder mlruns, one of its experiments or a run.")
    run_folders = found if found == [folder] else [run_folder for run_folder in found if not _is_deleted(run_folder)]
    if deleted := len(found) - len(run_folders):
        notes.append(f"left out of {folder.name[:80]}: {figures.counted(deleted, 'run')}, deleted in MLflow")
    if len(run_folders) > limits.MLFLOW_RUNS:
        raise RecordingFileError(f"it holds more than {limits.MLFLOW_RUNS} runs", "Import one experiment at a time.")
    for place, run_folder in enumerate(run_folders):
        yield _run(run_folder, imported_at, notes)
        progress((place + 1) / len(run_folders))


def _run_folders(folder: Path) -> list[Path]:
    if _is_folder(folder / "metrics") or _is_folder(folder / "params"):
        return [folder]
    run_folders: list[Path] = []
    for child in _folders(folder):
        if _is_run(child):
            run_folders.append(child)
        elif _is_file(child / _META):  # an experiment
            run_folders += [run for run in _folders(child) if _is_run(run)]
    return run_folders


def _is_run(folder: Path) -> bool:
    return _is_file(folder / _META) and _is_folder(folder / "metrics")


def _is_deleted(folder: Path) -> bool:
    """Return whether a run was deleted in MLflow, which keeps it until ``mlflow gc``."""
    return _flat_yaml(_text(folder / _META)).get("lifecycle_stage") == "deleted"


def _is_file(path: Path) -> bool:
    return is_file(path) and not path.is_symlink()


def _is_folder(path: Path) -> bool:
    return is_folder(path) and not path.is_symlink()


def _folders(folder: Path) -> list[Path]:
    return sorted(Path(entry.path) for entry in _entries(folder) if entry.is_dir(follow_symlinks=False))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    listed = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                listed.append(entry)
                if len(listed) > limits.MLFLOW_RUNS:
                    raise RecordingFileError(f"{folder.name[:80]} holds more than {limits.MLFLOW_RUNS} entries")
    except OSError as error:
        raise RecordingFileError(f"{folder.name[:80]} cannot be read: {error.strerror}") from None
    return listed


def _files(folder: Path, depth: int = 4) -> Iterator[tuple[str, Path]]:
    """Yield (name, path) of the files under a folder; a name may contain slashes."""
    if not _is_folder(folder):
        return
    for entry in sorted(_entries(folder), key=lambda entry: entry.name):
        if entry.is_file(follow_symlinks=False):
            yield entry.name, Path(entry.path)
        elif depth and entry.is_dir(follow_symlinks=False):
            yield from ((f"{entry.name}/{name}", path) for name, path in _files(Path(entry.path), depth - 1))


def _text(path: Path) -> str:
    """Return a small file's text; "" if it does not exist."""
    return _read(path, limits.MLFLOW_TEXT_BYTES).decode("utf-8", "replace").replace("\0", "�") if is_there(path) else ""


def _read(path: Path, most: int) -> bytes:
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise RecordingFileError(f"{path.name[:80]} cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise RecordingFileError(f"{path.name[:80]} is larger than {most} bytes")
    return data


def _flat_yaml(text: str) -> dict[str, str]:
    pairs = (line.partition(": ") for line in text.splitlines() if line[:1].isalpha())
    return {key: value.strip().strip("'\"") for key, _, value in pairs}


def _texts(folder: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    characters = 0
    for name, path in _files(folder):
        if len(texts) >= limits.MLFLOW_FILES:
            raise RecordingFileError(f"{folder.name} holds more than {limits.MLFLOW_FILES} entries")
        text = texts[_scrubbed(name)] = _text(path)[:_TEXT]
        characters += len(text)
        if characters > limits.MLFLOW_CHARACTERS:
            raise RecordingFileError(f"{folder.name} holds more than {limits.MLFLOW_CHARACTERS} characters")
    return texts


def _scrubbed(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")[:500]


def _run(folder: Path, imported_at: datetime, notes: list[str]) -> IncomingRun:
    meta = _flat_yaml(_text(folder / _META))
    start_ms = _integer(meta.get("start_time"))
    if start_ms is None or not 0 < start_ms < 7_000_000_000_000:
        raise RecordingFileError(f"the run {folder.name[:80]} reports no start")
    metrics = _metrics(folder / "metrics", start_ms, notes)
    end_ms = _integer(meta.get("end_time"))
    last_ms = max([start_ms, *(max(values_of.at_ms) for values_of in metrics.values())])
    ended_ms = last_ms if end_ms is None or not start_ms <= end_ms < 7_000_000_000_000 else end_ms
    tags, params = _texts(folder / "tags"), _texts(folder / "params")
    series = [column for name, values in metrics.items() if (column := _system_series(name, values, start_ms)) is not None]
    own_metrics = {name: values for name, values in metrics.items() if not any(pattern.fullmatch(name) for pattern, _, _ in _SYSTEM)}
    state, reason = _ENDS.get(meta.get("status", ""), (RunState.INTERRUPTED, _NO_END))
    recording = Recording(
        origin=RunOrigin(TOOL, "", imported_at),
        identity=f"{meta.get('run_uuid') or meta.get('run_id') or folder.name} {meta.get('status')} {end_ms}",
        name=(tags.get("mlflow.runName") or meta.get("run_name") or folder.name)[:200],  # the writer of YAML folds and quotes a name
        started_at=datetime.fromtimestamp(start_ms / 1e3, UTC),
        duration_s=(ended_ms - start_ms) / 1e3,
        what=((tags.get("mlflow.source.name") or f"experiment {meta.get('experiment_id', '')}")[:_TEXT],),
        options=params,
        environment={_fact(name, tags): value for name, value in tags.items() if name != _NOTE},
        devices=_devices(series),
        series=series,
        metrics={f"mlflow.{name}": _last(name, values) for name, values in own_metrics.items()}
        | {"energy": Quantity.missing("J", _NO_ENERGY, TOOL)},
        state=state,
        reason=reason,
        note=tags.get(_NOTE, ""),
    )
    return foreign_run(recording, notes, _events(own_metrics, start_ms))


def _fact(tag: str, tags: Mapping[str, str]) -> str:
    """Return the key of a tag among a run's facts: "mlflow.team" for a "team", "mlflow.tags.user" for a "user" beside MLflow's own."""
    if tag.startswith(_OWN):
        return tag
    return f"{_OWN}tags.{tag}" if f"{_OWN}{tag}" in tags else f"{_OWN}{tag}"


def _integer(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and text.isascii() and len(text) < 16 else None


def _metrics(folder: Path, start_ms: int, notes: list[str]) -> dict[str, _Values]:
    metrics: dict[str, _Values] = {}
    count = skipped = 0
    for name, path in _files(folder):
        if len(metrics) >= limits.MLFLOW_FILES:
            raise RecordingFileError(f"a run has more than {limits.MLFLOW_FILES} metrics")
        values = _Values()
        for line in BytesIO(_read(path, limits.MLFLOW_FILE_BYTES)):
            skipped += not _add(values, line, start_ms)
            count += 1
            if count > limits.MLFLOW_VALUES:
                raise RecordingFileError(f"a run has more than {limits.MLFLOW_VALUES} values")
        if values.at_ms:
            metrics[_scrubbed(name)] = values
    if skipped:
        left_out = f"{figures.counted(skipped, 'line')} of metrics without a value, or of a time before its start"
        notes.append(f"left out of the run {folder.parent.name[:80]}: {left_out}")
    return metrics


def _add(values: _Values, line: bytes, start_ms: int) -> bool:
    """Parse a line "milliseconds value step …" and add it; return whether it was valid."""
    parts = line[:400].split()
    try:
        at_ms, value, step = int(parts[0]), float(parts[1]), int(parts[2]) if len(parts) > 2 else 0
    except (ValueError, IndexError):
        return False
    if not start_ms <= at_ms < 7_000_000_000_000 or not -(2**53) < step < 2**53:
        return False
    values.at_ms.append(at_ms)
    values.values.append(value)
    values.steps.append(step)
    return True


def _system_series(name: str, values: _Values, start_ms: int) -> DeviceSeries | None:
    for pattern, metric, factor in _SYSTEM:
        match = pattern.fullmatch(name)
        if match is not None:
            device = f"gpu:{int(match[1])}" if pattern.groups else MACHINE
            order = np.argsort(np.frombuffer(values.at_ms, np.int64), kind="stable")
            stamps = (np.frombuffer(values.at_ms, np.int64)[order] - start_ms) * 1_000_000
            return DeviceSeries(
                device, metric, stamps, stamps, np.frombuffer(values.values)[order] * factor, Quality.DERIVED, f"{TOOL} {name}"
            )
    return None


def _devices(series: list[DeviceSeries]) -> list[DeviceResult]:
    capabilities: dict[str, dict[str, Capability]] = {}
    for column in series:
        capabilities.setdefault(column.device, {})[column.metric] = Capability(True, column.source)
    kinds = {MACHINE: (DeviceKind.CPU, "CPU and main memory")}
    gpu = (DeviceKind.GPU, "GPU")
    return [DeviceResult(Device(key, *kinds.get(key, gpu), None, {}, able)) for key, able in sorted(capabilities.items())]


def _last(name: str, values: _Values) -> Quantity:
    """Return the value that MLflow shows of a metric: that of the greatest step, the latest of these, the greatest of these."""
    last = max(range(len(values.at_ms)), key=lambda at: (values.steps[at], values.at_ms[at], _or_least(values.values[at])))
    return Quantity(values.values[last], "1", Quality.DERIVED, f"{TOOL} metric {name}, its last value")


def _or_least(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _events(metrics: Mapping[str, _Values], start_ms: int) -> Iterator[Event]:
    """Yield the values in order of time, with steps if the program logged any."""
    names = list(metrics)
    at_ms = np.concatenate([np.frombuffer(history.at_ms, np.int64) for history in metrics.values()]) if names else np.zeros(0, np.int64)
    ends = np.cumsum([len(history.at_ms) for history in metrics.values()])
    for place in np.argsort(at_ms, kind="stable").tolist():
        which = int(np.searchsorted(ends, place, "right"))
        values = metrics[names[which]]
        at = place - (int(ends[which - 1]) if which else 0)
        step = values.steps[at] if values.steps[-1] or values.steps[at] else None
        yield Log(
            (values.at_ms[at] - start_ms) * 1_000_000,
            "values",
            "",
            {names[which]: values.values[at]},
            None if step is None or step < 0 else step,
        )
