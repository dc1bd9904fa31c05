"""The tiles of a run that has ended: its headline figures, as in ``gpuscope show`` and the PDF."""

from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.metric_registry import metric, reduced_metrics
from gpuscope.core.run import RunRecord
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.run_view.reading_figures import span
from gpuscope.gui.run_view.strip_template import reality_label
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.reports.energy_account import RUN_KEYS
from gpuscope.reports.headlines import HeadlineFigure, of_device, run_headlines
from gpuscope.system.language import joined_parts
from gpuscope.system.settings import JOULE

_BELOW = {"latency_p50": "latency_p99", "power_mean": "power_peak"}
"""Metrics shown in small type below a figure instead of in a tile, by the key of that figure."""
_FAMILIES = {key: device_metric.family for key, device_metric, _ in reduced_metrics()}


def kept_figures(record: RunRecord, energy_unit: str = JOULE) -> list[Figure]:
    """Return the tiles of an ended run, most important first, with energies in joules or watt hours."""
    headlines = run_headlines(record, energy_unit)
    keys = {known.key for known in headlines}
    below = {_BELOW[known.name] for known in headlines if known.name in _BELOW and not known.device}
    on_gpu = any(":" in known.device for known in headlines)
    return [
        _tile(record, known)
        for known in headlines
        # most CPUs do not measure energy: no empty tiles for it
        if known.key not in below & keys and (on_gpu or not known.is_missing or known.key not in RUN_KEYS)
    ]


def _tile(record: RunRecord, known: HeadlineFigure) -> Figure:
    family = _FAMILIES.get(known.name) or getattr(metric(known.name), "family", None)
    label = of_device(known.device, known.label)
    more = joined_parts([composed_text(part) for part in (known.quantity.source, known.quantity.reason) if part])
    return Figure(known.key, label, family.value if family else "text", known.value, known.unit, _trust(record, known), more)


def _trust(record: RunRecord, known: HeadlineFigure) -> str:
    """Return a number's quality in a few words; the tooltip gives its source."""
    if known.is_missing:
        return composed_text(known.quantity.reason or "")
    parts = [reality_label(known.simulated, is_dated=False) if known.simulated else "", known.spread]
    if record.duration_s and known.key == ("energy" if record.spec.is_command else "throughput"):
        parts.append(QCoreApplication.translate("KeptFigures", "over {0}").format(span(record.duration_s)))
    parts.append(_beside(record, known))
    if known.name in ("memory_used_peak", "resident_memory_peak") and not record.spec.is_command:
        parts.append(QCoreApplication.translate("KeptFigures", "of the measured steps"))
    if known.key in ("loss", "accuracy"):
        parts.append(QCoreApplication.translate("KeptFigures", "on held-out data"))
    return " · ".join(part for part in parts if part)


def _beside(record: RunRecord, known: HeadlineFigure) -> str:
    """Return the tail or peak of a figure."""
    metrics = next((result.metrics for result in record.devices if result.device.key == known.device), record.metrics)
    other = metrics.get(_BELOW.get(known.name, ""))
    if other is None or other.value is None:
        return ""
    figure = figures.figure(other.value, other.unit)
    return f"p99 {figure}" if known.name == "latency_p50" else QCoreApplication.translate("KeptFigures", "peak {0}").format(figure)
