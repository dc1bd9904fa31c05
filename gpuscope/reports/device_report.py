"""What can be measured on this machine, from which source, how often; what not, why, and the cure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuscope.core import figures
from gpuscope.core.device import UNTRIED, Capability, Device
from gpuscope.core.metric import metric
from gpuscope.reports.lack import Lack, lacks
from gpuscope.reports.model import Cell, Column, Report, Table

Readings = Mapping[tuple[str, str], float | int | None]

_SINCE_BOOT = frozenset({"disk_read", "disk_written", "network_received", "network_sent"})
_SHARES = frozenset({"utilization", "memory_utilization"})
_COLUMNS = (
    Column("metric", widest=29, wraps=True),
    Column("every", numeric=True),
    Column("sampled", numeric=True),
    Column("within", numeric=True),
    Column("source", widest=None, wraps=True),
)
_PROPERTIES = {
    "driver_version": ("driver", ""),
    "cuda_driver_version": ("CUDA", ""),
    "pci_address": ("PCI", ""),
    "memory_total": ("memory", "B"),
    "power_limit": ("power limit", "W"),
    "mig": ("MIG", ""),
    "wsl": ("WSL", ""),
    "energy_wrap_s": ("energy counter goes round in", "s"),
}
"""Words and unit of a device's properties, by key."""


def device_report(devices: Sequence[Device]) -> Report:
    """Returns the report of ``gpuscope devices``: a table a device."""
    measured = sum(capability.available for device in devices for capability in device.capabilities.values())
    lead = (f"{figures.counted(len(devices), 'device')}; {figures.counted(measured, 'metric')} can be measured here.",)
    return Report("", lead, tuple(_device_table(device) for device in devices))


def device_documents(devices: Sequence[Device]) -> dict[str, Any]:
    """Returns what ``gpuscope devices --json`` prints."""
    return {"devices": [device.to_json() for device in devices]}


def _device_table(device: Device) -> Table:
    alike: dict[Capability, list[str]] = {}
    for key, capability in device.capabilities.items():
        if capability.available:
            alike.setdefault(replace(capability, note=None), []).append(metric_words(key))
    rows = tuple(_row(labels, capability) for capability, labels in alike.items())
    notes = (*_notes(device), *(_lack_words(lack) for lack in lacks([device])))
    return Table(f"{title(device)}{_facts(device)}", _COLUMNS, rows, notes or (() if rows else ("Nothing is measured on it.",)))


def title(device: Device) -> str:
    """Returns key and name of a device, with what sets it apart from real and tried hardware."""
    labels = [str(label) for label in (device.simulated, device.properties.get(UNTRIED)) if label]
    return " ".join([f"{device.key}: {device.name}", *(f"[{label}]" for label in labels)])


def _facts(device: Device) -> str:
    facts = [] if device.uuid is None else [device.uuid]
    facts += [_property(key, value) for key, value in device.properties.items() if value is not None and key != UNTRIED]
    return f"  ({', '.join(facts)})" if facts else ""


def _property(key: str, value: str | int | float) -> str:
    words, unit = _PROPERTIES.get(key, (key.replace("_", " "), ""))
    if isinstance(value, bool):
        return f"{words} {'on' if value else 'off'}"
    return f"{words} {figures.figure(value, unit) if unit and isinstance(value, int | float) else value}"


def _row(labels: Sequence[str], capability: Capability) -> tuple[Cell, ...]:
    every = None if capability.period_s is None else figures.figure(capability.period_s, "s")
    share = None if capability.sampled_share is None else f"{figures.significant(100 * capability.sampled_share, 2)} %"
    return _listed(labels), every, share, uncertainty_words(capability), capability.source


def uncertainty_words(capability: Capability) -> str | None:
    """Returns how far the readings may be off, ``± 7 %``; None when that is not known."""
    return None if capability.uncertainty is None else f"± {figures.significant(100 * capability.uncertainty, 1)} %"


def _notes(device: Device) -> list[str]:
    """Returns what else is to be known of what is measured, each note once."""
    found: dict[str, list[str]] = {}
    for key, one in device.capabilities.items():
        if one.available and one.note:
            found.setdefault(one.note, []).append(metric_words(key))
    return [f"{_listed(labels)}: {_sentence(note)}" for note, labels in found.items()]


def _lack_words(lack: Lack) -> str:
    words = f"Not measured: {_listed([metric_words(key) for key in lack.metrics])}: {_sentence(lack.reason)}"
    return f"{words} {lack.cure}" if lack.cure else words


def _listed(labels: Sequence[str]) -> str:
    """Returns labels, some of which have commas of their own, in a row."""
    return "; ".join(labels)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def snapshot_report(devices: Sequence[Device], readings: Readings) -> Report:
    """Returns the machine at one instant: a line a reading."""
    rows = tuple(
        (title(device), _counted_words(key), reading_words(key, readings.get((device.key, key))))
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
