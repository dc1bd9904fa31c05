"""The figures of a run that has ended: the numbers of its record, the same that ``gpuscope show`` tells."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from gpuscope.core.device import MACHINE, WORKLOAD
from gpuscope.core.figures import beside, in_unit, spread
from gpuscope.core.metric import Family
from gpuscope.core.metric_registry import SHARES
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunRecord
from gpuscope.gui.run_view.reading_figures import figure, span
from gpuscope.gui.run_view.run_figures import labelled
from gpuscope.gui.widgets.figure_tile import MISSING, Figure
from gpuscope.system.settings import JOULE

_FAMILIES = {
    "throughput": Family.THROUGHPUT,
    "step_rate": Family.THROUGHPUT,
    "latency_p50": Family.THROUGHPUT,
    "loss": Family.LOSS,
    "accuracy": Family.LOSS,
    "energy": Family.POWER,
    "energy_per_sample": Family.POWER,
    "energy_per_step": Family.POWER,
    "power_mean": Family.POWER,
    "memory_used_peak": Family.MEMORY,
    "utilization_mean": Family.COMPUTE,
    "resident_memory_peak": Family.MEMORY,
}


def kept_figures(record: RunRecord, placed_on: tuple[str, ...], energy_unit: str = JOULE) -> list[Figure]:
    """Return the figures of a run that has ended, the most wanted first.

    Args:
        record: With its numbers.
        placed_on: Keys of the devices that it computed on.
        energy_unit: "J" or "Wh".
    """
    of = {result.device.key: result.metrics for result in record.devices}
    steps = [_duration(record)] if record.spec.is_command else []
    steps += [_figure(record, record.metrics, key) for key in _step_keys(record)]
    learned = [_figure(record, record.metrics, key) for key in ("loss", "accuracy") if key in record.metrics]
    wanted = {key: in_unit(quantity, energy_unit) for key, quantity in record.metrics.items()}
    energies = [_figure(record, wanted, key) for key in ("energy", *_energy_each(record))]
    gpu = next((key for key in placed_on if key != MACHINE), None)
    if gpu is not None:
        device = [_figure(record, of.get(gpu, {}), key) for key in ("power_mean", "memory_used_peak")]
        placed = [result.device for result in record.devices if result.device.key in placed_on]
        return [*steps, *labelled([device[0], *energies, device[1]], placed), *learned]
    processes = [] if record.spec.is_machine else [_figure(record, of.get(WORKLOAD, {}), "resident_memory_peak")]
    of_cpu = [energy for energy in energies if energy.value != MISSING]  # most processors tell no energy to whoever asks
    return [*steps, *learned, *of_cpu, _figure(record, of.get(MACHINE, {}), "utilization_mean"), *processes]


def _energy_each(record: RunRecord) -> tuple[str, ...]:
    """Return the energy by what the run counted; a command may have told of nothing."""
    if not record.spec.is_command or record.samples is not None:
        return ("energy_per_sample",)
    return () if record.steps is None else ("energy_per_step",)


def _step_keys(record: RunRecord) -> tuple[str, ...]:
    """Return the figures of the steps; a command has them where it told of steps, and may not have told of samples."""
    if record.spec.is_command and record.steps is None:
        return ()
    return ("step_rate", "latency_p50") if record.spec.is_command and record.samples is None else ("throughput", "latency_p50")


def _labels() -> dict[str, str]:
    return {
        "throughput": QCoreApplication.translate("KeptFigures", "Throughput"),
        "step_rate": QCoreApplication.translate("KeptFigures", "Throughput"),
        "latency_p50": QCoreApplication.translate("KeptFigures", "Step time"),
        "loss": QCoreApplication.translate("KeptFigures", "Loss"),
        "accuracy": QCoreApplication.translate("KeptFigures", "Accuracy"),
        "energy": QCoreApplication.translate("KeptFigures", "Energy"),
        "energy_per_sample": QCoreApplication.translate("KeptFigures", "Energy a sample"),
        "energy_per_step": QCoreApplication.translate("KeptFigures", "Energy a step"),
        "power_mean": QCoreApplication.translate("KeptFigures", "Power, mean"),
        "memory_used_peak": QCoreApplication.translate("KeptFigures", "Memory, peak"),
        "utilization_mean": QCoreApplication.translate("KeptFigures", "CPU, mean"),
        "resident_memory_peak": QCoreApplication.translate("KeptFigures", "Process memory, peak"),
    }


def _duration(record: RunRecord) -> Figure:
    """Return how long a command took, from its start to its exit."""
    trust = (
        QCoreApplication.translate("KeptFigures", "from start to exit")
        if record.took_s is not None
        else QCoreApplication.translate("KeptFigures", "its end was not seen")
    )
    return figure("duration", QCoreApplication.translate("KeptFigures", "Duration"), Family.THROUGHPUT, record.took_s, "s", trust)


def _figure(record: RunRecord, metrics: Mapping[str, Quantity], key: str) -> Figure:
    quantity = metrics.get(key) or Quantity.missing("", QCoreApplication.translate("KeptFigures", "not recorded"))
    unit = "" if quantity.unit == "1" and key not in SHARES else quantity.unit
    plain = figure(key, _labels()[key], _FAMILIES[key], quantity.value, unit, _trust(record, metrics, key, quantity), share=key in SHARES)
    value = f"~{plain.value}" if quantity.quality is Quality.ESTIMATED else plain.value
    more = "; ".join(part for part in (quantity.source, quantity.reason) if part)
    return Figure(plain.key, plain.label, plain.colour, value, plain.unit, plain.trust, more)


def _trust(record: RunRecord, metrics: Mapping[str, Quantity], key: str, quantity: Quantity) -> str:
    """Return how far a number can be trusted in a few words; its source stands in the tooltip."""
    if quantity.value is None:
        return quantity.reason or ""
    parts = []
    if quantity.uncertainty and quantity.value:
        parts.append(spread(abs(quantity.uncertainty / quantity.value)))
    if record.duration_s and key == ("energy" if record.spec.is_command else "throughput"):
        parts.append(QCoreApplication.translate("KeptFigures", "over {0}").format(span(record.duration_s)))
    companion = {
        "latency_p50": ("p99", "latency_p99"),
        "power_mean": (QCoreApplication.translate("KeptFigures", "peak"), "power_peak"),
    }.get(key)
    other = metrics.get(companion[1]) if companion else None
    if companion and other is not None and other.value is not None:
        companion_text = f"{companion[0]} {beside(other.value, quantity.value, quantity.unit)}"
        parts.append(f"p50 · {companion_text}" if key == "latency_p50" else companion_text)
    if key in ("resident_memory_peak", "memory_used_peak") and not record.spec.is_command:
        parts.append(QCoreApplication.translate("KeptFigures", "of the measured steps"))
    if key in ("loss", "accuracy"):
        parts.append(QCoreApplication.translate("KeptFigures", "on data held apart"))
    return " · ".join(part for part in parts if part)
