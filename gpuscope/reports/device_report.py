"""What can be measured on this machine, from which source, how often; what not, why, and the cure."""

from collections.abc import Mapping, Sequence
from typing import Any

from gpuscope.core import figures
from gpuscope.core.device import Capability, Device
from gpuscope.core.metric import metric
from gpuscope.reports.model import Cell, Column, Report, Table

Readings = Mapping[tuple[str, str], float | int | None]

_SINCE_BOOT = frozenset({"disk_read", "disk_written", "network_received", "network_sent"})
_SHARES = frozenset({"utilization", "memory_utilization"})


def device_report(devices: Sequence[Device]) -> Report:
    """Returns the report of ``gpuscope devices``: a table a device."""
    measured = sum(capability.available for device in devices for capability in device.capabilities.values())
    lead = (f"{figures.counted(len(devices), 'device')}; {figures.counted(measured, 'thing')} can be measured here.",)
    return Report("", lead, tuple(_device_table(device) for device in devices))


def device_documents(devices: Sequence[Device]) -> dict[str, Any]:
    """Returns what ``gpuscope devices --json`` prints."""
    return {"devices": [device.to_json() for device in devices]}


def _device_table(device: Device) -> Table:
    columns = (Column("metric"), Column("measured"), Column("every", numeric=True), Column("source, or why not", widest=None))
    rows = [_row(key, capability) for key, capability in device.capabilities.items() if capability.available]
    lacking: dict[str, list[str]] = {}
    for key, capability in device.capabilities.items():
        if not capability.available:
            lacking.setdefault(_why_not(capability), []).append(metric_words(key))
    rows += [(", ".join(labels), "no", None, why) for why, labels in lacking.items()]
    return Table(f"{_title(device)}{_facts(device)}", columns, tuple(rows), () if rows else ("Nothing is measured on it.",))


def _title(device: Device) -> str:
    label = f" [{device.simulated}]" if device.simulated else ""
    return f"{device.key}: {device.name}{label}"


def _facts(device: Device) -> str:
    facts = [] if device.uuid is None else [device.uuid]
    facts += [f"{key} {_property(key, value)}" for key, value in device.properties.items() if value is not None]
    return f"  ({', '.join(facts)})" if facts else ""


def _property(key: str, value: object) -> str:
    for ending, unit in (("_bytes", "B"), ("memory_total", "B"), ("_w", "W"), ("_hz", "Hz")):
        if key.endswith(ending) and isinstance(value, (int, float)):
            return figures.figure(value, unit)
    return str(value)


def _row(key: str, capability: Capability) -> tuple[Cell, ...]:
    every = None if capability.period_s is None else figures.figure(capability.period_s, "s")
    return metric_words(key), "yes", every, capability.source


def _why_not(capability: Capability) -> str:
    why = capability.reason or "no reason given"
    return f"{why}. {capability.cure}" if capability.cure else why


def snapshot_report(devices: Sequence[Device], readings: Readings) -> Report:
    """Returns the machine at one instant: a line a reading."""
    rows = tuple(
        (_title(device), _counted_words(key), reading_words(key, readings.get((device.key, key))))
        for device in devices
        for key, capability in device.capabilities.items()
        if capability.available
    )
    return Report("", (), (Table("", (Column("device", widest=40), Column("metric"), Column("value", numeric=True)), rows),))


def metric_words(key: str) -> str:
    """Returns the label of a device's metric."""
    known = metric(key)
    return known.label if known else key


def _counted_words(key: str) -> str:
    return f"{metric_words(key)}, since boot" if key in _SINCE_BOOT else metric_words(key)


def reading_words(key: str, value: float | int | None) -> str:
    """Returns one reading as shown; "–" when there is none."""
    known = metric(key)
    if value is None or known is None:
        return "–" if value is None else str(value)
    return figures.percent(float(value)) if key in _SHARES else figures.figure(float(value), known.unit)


def snapshot_document(devices: Sequence[Device], readings: Readings) -> dict[str, Any]:
    """Returns what ``gpuscope monitor --json`` prints: the devices, each available metric with its value and unit."""
    documents = [device.to_json() for device in devices]
    for device, document in zip(devices, documents, strict=True):
        for key in document["metrics"]:
            known = metric(key)
            document["metrics"][key] |= {"value": readings.get((device.key, key)), "unit": known.unit if known else ""}
    return {"devices": documents}
