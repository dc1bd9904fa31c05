"""What can be measured on this machine, from which source and how often; what cannot, why, and the cure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gpuscope.core import figures
from gpuscope.core.device import NO_GPU, UNTRIED, Capability, Device, DeviceKind
from gpuscope.core.event import Table as Rows
from gpuscope.core.figures import MISSING
from gpuscope.core.metric import Kind
from gpuscope.core.metric_registry import metric
from gpuscope.core.slowdown import throttle_reasons
from gpuscope.reports.live_reading import live_label, live_number
from gpuscope.reports.model import Cell, Column, Report, Table
from gpuscope.system.language import composed, filled, joined_parts, remarked, translated
from gpuscope.system.settings import JOULE

Readings = Mapping[tuple[str, str], float | int | None]
Tables = Mapping[tuple[str, str], Rows]
"""Tabular facts about a device that are not time series, by (device, name)."""
NO_TABLES: Tables = {}

_SINCE_BOOT = frozenset({"disk_read", "disk_written", "network_received", "network_sent"})
_COLUMNS = (
    Column("metric", widest=18, wraps=True),
    Column("updates every", numeric=True, widest=8, wraps=True),
    Column("time sampled", numeric=True, widest=8, wraps=True),
    Column("uncertainty", numeric=True),
    Column("source", widest=None, wraps=True),
)
_WITHOUT_FIGURES = (Column("metric", widest=40, wraps=True), _COLUMNS[-1])
"""Columns for a device none of whose metrics has a figure between name and source."""
_NOTHING_KNOWN = (None, None, None)
_UNKNOWN = "–: not known for this source."
_NO_READING = "there was no reading yet"
_PROPERTIES = {
    "driver_version": ("driver", ""),
    "cuda_driver_version": ("CUDA", ""),
    "pci_address": ("PCI", ""),
    "memory_total": ("memory", "B"),
    "power_limit": ("power limit", "W"),
    "mig": ("MIG", ""),
    "wsl": ("WSL", ""),
    "energy_wrap_s": ("energy counter wraps after", "s"),
}
"""Label and unit of a device's properties, by key."""


@dataclass(frozen=True, slots=True)
class MissingMetrics:
    """Metrics that cannot be measured for the same reason.

    Attributes:
        devices: Keys of the devices that lack them.
        metrics: Keys of the metrics.
        reason: Why, in words.
        cure: One line on how to make them available; None if there is no way.
    """

    devices: tuple[str, ...]
    metrics: tuple[str, ...]
    reason: str
    cure: str | None


def device_report(devices: Sequence[Device]) -> Report:
    """Return the report of ``gpuscope devices``: one table per device."""
    measured = sum(capability.available for device in devices for capability in device.capabilities.values())
    there = sum(device.kind is not DeviceKind.PROCESSES and device.key != NO_GPU for device in devices)
    lead = (f"{figures.counted(there, 'device')}; {figures.counted(measured, 'metric')} can be measured here.",)
    tables = tuple(_device_table(device) for device in devices)
    has_unknown = any(None in row for table in tables for row in table.rows)
    return Report("", lead, (*tables, Table("", _COLUMNS, (), (_UNKNOWN,))) if has_unknown else tables)


def device_documents(devices: Sequence[Device]) -> dict[str, Any]:
    """Return the document that ``gpuscope devices --json`` prints."""
    return {"devices": [device.to_json() for device in devices]}


def _device_table(device: Device) -> Table:
    alike: dict[Capability, list[str]] = {}
    for key, capability in device.capabilities.items():
        if capability.available:
            alike.setdefault(replace(capability, note=None), []).append(metric_name(key))
    rows = tuple(_row(labels, capability) for capability, labels in alike.items())
    notes = (*_notes(device), *(_lack_text(lack) for lack in lacks([device])))
    columns: tuple[Column, ...] = _COLUMNS
    if all(row[1:-1] == _NOTHING_KNOWN for row in rows):
        columns, rows = _WITHOUT_FIGURES, tuple((row[0], row[-1]) for row in rows)
    return Table(f"{title(device)}{_facts(device)}", columns, rows, notes or (() if rows else ("Nothing is measured on it.",)))


def title(device: Device) -> str:
    """Return key and name of a device, with labels if it is simulated or has not been tested on real hardware."""
    labels = [str(label) for label in (device.simulated, device.properties.get(UNTRIED)) if label]
    return " ".join([f"{device.key}: {device.name}", *(f"[{label}]" for label in labels)])


def _facts(device: Device) -> str:
    facts = [] if device.uuid is None else [device.uuid]
    facts += [_property(key, value) for key, value in device.properties.items() if value is not None and key != UNTRIED]
    return remarked("", ", ".join(facts), "  ") if facts else ""


def _property(key: str, value: str | int | float) -> str:
    label, unit = _PROPERTIES.get(key, (key.replace("_", " "), ""))
    if isinstance(value, bool):
        return f"{translated(label)} {translated('on') if value else translated('off')}"
    return f"{translated(label)} {figures.figure(value, unit) if unit and isinstance(value, int | float) else value}"


def _row(labels: Sequence[str], capability: Capability) -> tuple[Cell, ...]:
    every = None if capability.period_s is None else figures.figure(capability.period_s, "s")
    share = None if capability.sampled_share is None else f"{figures.significant(100 * capability.sampled_share, 2)} %"
    return _listed(labels), every, share, uncertainty_text(capability), capability.source


def uncertainty_text(capability: Capability) -> str | None:
    """Return the relative uncertainty of the readings, ``± 7 %``; None if it is not known."""
    return None if capability.uncertainty is None else f"± {figures.significant(100 * capability.uncertainty, 1)} %"


def _notes(device: Device) -> list[str]:
    """Return the notes on a device's metrics, each once, with the metrics it applies to."""
    by_note: dict[str, list[str]] = {}
    for key, capability in device.capabilities.items():
        if capability.available and capability.note:
            by_note.setdefault(capability.note, []).append(metric_name(key))
    return [f"{_listed(labels)}: {_sentence(note)}" for note, labels in by_note.items()]


def _lack_text(lack: MissingMetrics) -> str:
    names = joined_parts([translated(metric_name(key)) for key in lack.metrics])
    text = filled("Not measured: {0}: {1}", names, composed(_sentence(lack.reason)))
    return f"{text} {composed(lack.cure)}" if lack.cure else text


def _listed(labels: Sequence[str]) -> str:
    """Return labels joined by semicolons, since some contain commas."""
    return "; ".join(labels)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def snapshot_report(devices: Sequence[Device], readings: Readings, tables: Tables = NO_TABLES, energy_unit: str = JOULE) -> Report:
    """Return the machine at one instant: one line per reading, the load per core, and GPU processes; energy in "J" or "Wh"."""
    rows = tuple(
        (title(device), _counter_name(key), reading_text(key, readings.get((device.key, key)), energy_unit))
        for device in devices
        for key, capability in device.capabilities.items()
        if capability.available
    )
    cores = tuple(
        (title(device), f"Core {row.get('core')}", reading_text("utilization", _as_number(row.get("utilization"))))
        for device in devices
        for row in _rows(tables, device, "cores")
    )
    columns = (Column("device", widest=40), Column("metric"), Column("value", numeric=True))
    return Report("", (), (Table("", columns, rows + cores), _process_table(devices, tables)))


def _process_table(devices: Sequence[Device], tables: Tables) -> Table:
    rows = tuple(
        (device.key, _as_number(row.get("pid")), row.get("user"), row.get("name"), _memory(row), _cpu(row))
        for device in devices
        for row in _rows(tables, device, "processes")
    )
    columns = (
        Column("device"),
        Column("pid"),
        Column("user", foreign=True),
        Column("name", foreign=True),
        Column("memory", numeric=True),
        Column("CPU", numeric=True),
    )
    capabilities = [device.capabilities["device_processes"] for device in devices if "device_processes" in device.capabilities]
    return Table(
        "Processes",
        columns,
        rows,
        tuple(dict.fromkeys(capability.note for capability in capabilities if capability.available and capability.note)),
    )


def _rows(tables: Tables, device: Device, name: str) -> Sequence[Mapping[str, str | float | int | None]]:
    table = tables.get((device.key, name))
    return () if table is None else table.rows


def _memory(row: Mapping[str, str | float | int | None]) -> str | None:
    taken = _as_number(row.get("memory_bytes"))
    return None if taken is None else figures.figure(taken, "B")


def _cpu(row: Mapping[str, str | float | int | None]) -> str | None:
    cores = _as_number(row.get("cpu"))
    return None if cores is None else figures.percent(cores)


def _as_number(value: str | float | int | None) -> float | int | None:
    return value if isinstance(value, int | float) else None


def metric_name(key: str) -> str:
    """Return the label of a device's metric."""
    known = metric(key)
    return known.label if known else key


def _counter_name(key: str) -> str:
    return f"{metric_name(key)}, since boot" if key in _SINCE_BOOT else live_label(key)


def reading_text(key: str, value: float | int | None, energy_unit: str = JOULE) -> str:
    """Return one reading as shown, with energy in "J" or "Wh"; "–" if it is missing."""
    known = metric(key)
    if value is None or known is None:
        return MISSING if value is None else str(value)
    if key == "throttle":
        return ", ".join(throttle_reasons(int(value))) or "none"
    if known.kind is Kind.COUNTER and known.unit == "B":
        return figures.figure(float(value), "B")  # a total since boot, scaled by its own magnitude
    return " ".join(live_number(key, float(value), energy_unit)).rstrip()


def snapshot_document(devices: Sequence[Device], readings: Readings, tables: Tables = NO_TABLES) -> dict[str, Any]:
    """Return the document that ``gpuscope monitor --json`` prints: the devices, their metrics with value and unit, and their tables."""
    documents = [device.to_json() for device in devices]
    for device, document in zip(devices, documents, strict=True):
        for key, entry in document["metrics"].items():
            known, value = metric(key), readings.get((device.key, key))
            entry |= {
                "value": value,
                "unit": known.unit if known else "",
                "reason": entry["reason"] or (_NO_READING if value is None else None),
            }
        document["tables"] = {name: [dict(row) for row in table.rows] for (key, name), table in tables.items() if key == device.key}
    return {"devices": documents}


def lacks(devices: Sequence[Device]) -> list[MissingMetrics]:
    """Return the metrics that some devices lack, with devices grouped that lack the same metrics for the same reason."""
    groups: dict[tuple[tuple[str, ...], str, str | None], list[str]] = {}
    for device in devices:
        metrics: dict[tuple[str, str | None], list[str]] = {}
        for key, capability in device.capabilities.items():
            if not capability.available:
                metrics.setdefault((capability.reason or "no reason given", capability.cure), []).append(key)
        for (reason, cure), keys in metrics.items():
            groups.setdefault((tuple(keys), reason, cure), []).append(device.key)
    return [MissingMetrics(tuple(keys), metrics, reason, cure) for (metrics, reason, cure), keys in groups.items()]
