"""State of the sensors: whether each metric currently gives readings, and the figures at the top of the page."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import MACHINE, NO_GPU, RECORDER, WORKLOAD, Device, DeviceKind
from gpuscope.core.event import SWITCHED_OFF
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.engine_texts import composed_text
from gpuscope.gui.services.monitor_feed import PAUSES
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.recording.helper_keeper import TABLE, HelperHealth
from gpuscope.reports.printable import width
from gpuscope.storage.values import StoreSize

LIVE, WAITING, SILENT, OFF, MISSING = "live", "waiting", "silent", "off", "missing"
_LONGEST_REASON = 64
"""Columns of text that a row holds in a window of 1024 pixels."""


@dataclass(frozen=True, slots=True)
class MetricState:
    """State of a metric.

    Attributes:
        kind: One of the state constants of this module.
        label: The state in a word or two.
        tone: Name of a palette colour.
        reason: Why there are no readings; "" if there are or they are still awaited.
    """

    kind: str
    label: str
    tone: str
    reason: str = ""


def metric_state(data: ShownRun, device: Device, metric: str) -> MetricState:
    """Return the state of a metric of a device."""
    capability = device.capabilities[metric]
    reason = capability.reason or ""
    if reason.startswith(SWITCHED_OFF.format("")):
        return MetricState(OFF, QCoreApplication.translate("MetricState", "switched off"), "bad", reason)
    if not capability.available:
        return MetricState(MISSING, QCoreApplication.translate("MetricState", "missing"), "warn" if capability.cure else "muted", reason)
    if data.is_in_gap(device.key, metric):
        return MetricState(SILENT, QCoreApplication.translate("MetricState", "no reading"), "bad", _gap_reason(data, device.key, metric))
    if data.latest(device.key, metric) is None:
        return MetricState(WAITING, QCoreApplication.translate("MetricState", "waiting"), "muted")
    return MetricState(LIVE, QCoreApplication.translate("MetricState", "live"), "good")


def _gap_reason(data: ShownRun, device: str, metric: str) -> str:
    lasting = (gap for gap in reversed(data.gaps) if gap.end_s is None and gap.device in ("", device))
    return next((composed_text(gap.reason) for gap in lasting if not gap.metrics or metric in gap.metrics), "")


def device_title(key: str) -> str:
    """Return a device's short name: its key, but the machine's is CPU, as on all pages."""
    return QCoreApplication.translate("HealthState", "CPU") if key == MACHINE else key


def is_listed_above(reason: str, cure: str | None) -> bool:
    """Return whether a reason why a metric is missing stands above the table: it has a remedy, or is too long for a row."""
    return cure is not None or width(composed_text(reason)) > _LONGEST_REASON


def shown_devices(data: ShownRun) -> list[Device]:
    """Return the devices of this machine, GPUs first; includes the workload's processes only for a run."""
    devices = [device for device in data.devices if device.key != NO_GPU and (device.key != WORKLOAD or data.record is not None)]
    return sorted(devices, key=lambda device: (device.kind is not DeviceKind.GPU, device.kind is DeviceKind.PROCESSES))


_OVER_S = 10.0
"""Seconds over which the recorder's own cost is averaged; shorter averages would show the clock's 10 ms ticks."""
_AIM = 0.02
"""Share of a core that reading may cost; a higher cost is highlighted."""
_LEAST_SHARE = 0.001
"""Smallest displayed share: a process clock ticks every 10 ms, so less is indistinguishable from zero over 10 s."""

_PLAIN = "muted"
"""Colour of the squares: these figures are no metrics, whose families have the other colours."""


def _square(is_trouble: bool) -> str:
    return "bad" if is_trouble else _PLAIN


def health_figures(data: ShownRun, states: dict[tuple[str, str], MetricState], store: StoreSize | str | None) -> list[Figure]:
    """Return the figures at the top of the page, most important first, including the store's size or the error of reading it."""
    health = helper_health(data)
    return [_metrics(states), _cost(data), _helper(health), _missed(data, health), _store(store)]


def helper_health(data: ShownRun) -> HelperHealth | None:
    """Return the health of the sensor helper; None until it has reported."""
    table = data.tables.get((RECORDER, TABLE))
    return None if table is None else HelperHealth.of(table)


def _metrics(states: dict[tuple[str, str], MetricState]) -> Figure:
    kinds = Counter(state.kind for state in states.values())
    label = QCoreApplication.translate("HealthFigures", "Metrics live")
    trust = QCoreApplication.translate("HealthFigures", "{0} cannot be measured here").format(kinds[MISSING]) if kinds[MISSING] else ""
    unit = QCoreApplication.translate("HealthFigures", "of {0}").format(kinds.total())
    return Figure("metrics", label, _PLAIN, str(kinds[LIVE]), unit, trust)


def _cost(data: ShownRun) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Cost of the readings")
    more = QCoreApplication.translate(
        "HealthFigures", "Processor time of the process that reads the sensors and of the sensor helper, over the last 10 s."
    )
    times, values = data.series(RECORDER, "cpu_time")
    recent = times >= (times[-1] - _OVER_S) if times.size else None
    if recent is None or recent.sum() < 2:
        return Figure("cost", label, _PLAIN, trust=QCoreApplication.translate("HealthFigures", "not measured yet"), more=more)
    has_settled = bool(times[-1] - times[0] > 2 * _OVER_S)  # starting costs more than reading
    times, values = times[recent], values[recent]
    grown = np.diff(values[np.isfinite(values)])
    share = float(grown[grown > 0].sum() / (times[-1] - times[0]))  # the clock restarts at 0 with each new helper or recorder
    is_over = share > _AIM and has_settled
    over, under = (
        QCoreApplication.translate("HealthFigures", "of one core; above the aim of 2 %"),
        QCoreApplication.translate("HealthFigures", "of one core; the aim is 2 %"),
    )
    shown = figures.significant(100 * share, 2) if share >= _LEAST_SHARE else "< 0.1"
    return Figure("cost", label, _square(is_over), shown, "%", over if is_over else under, more, is_bad=is_over)


def _helper(health: HelperHealth | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Helper restarts")
    if health is None:
        return Figure("helper", label, _PLAIN, trust=QCoreApplication.translate("HealthFigures", "not reported yet"))
    if health.off:
        trust = QCoreApplication.translate("HealthFigures", "GPU sensors are switched off")
    elif not health.crashes and not health.hangs:
        trust = QCoreApplication.translate("HealthFigures", "no crash, no hang")
    else:
        trust = QCoreApplication.translate("HealthFigures", "crashes {0}, hangs {1}").format(health.crashes, health.hangs)
    more = QCoreApplication.translate(
        "HealthFigures", "The sensor helper is the process that loads the vendors' libraries; it is restarted."
    )
    is_wrong = bool(health.off or health.crashes or health.hangs)
    return Figure("helper", label, _square(is_wrong), str(health.restarts), "", trust, more)


def _missed(data: ShownRun, health: HelperHealth | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Gaps")
    gaps = [gap for gap in data.gaps if gap.reason not in PAUSES]
    parts = [composed_text(gaps[-1].reason)] if gaps else [QCoreApplication.translate("HealthFigures", "none since the start")]
    if health is not None and health.skipped:
        parts.append(QCoreApplication.translate("HealthFigures", "readings skipped: {0}").format(health.skipped))
    if health is not None and health.garbage:
        parts.append(QCoreApplication.translate("HealthFigures", "malformed lines: {0}").format(health.garbage))
    return Figure("gaps", label, _square(bool(gaps)), str(len(gaps)), "", "; ".join(reversed(parts)), "\n".join(parts))


def _store(store: StoreSize | str | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Store")
    if not isinstance(store, StoreSize):
        trust = store if store is not None else QCoreApplication.translate("HealthFigures", "not read yet")
        return Figure("store", label, _square(store is not None), trust=trust)
    value, _, unit = figures.figure(store.file_bytes, "B").rpartition(" ")
    single, many = QCoreApplication.translate("HealthFigures", "1 run"), QCoreApplication.translate("HealthFigures", "{0} runs")
    runs = single if store.runs == 1 else many.format(figures.figure(store.runs, "1"))
    return Figure("store", label, _PLAIN, value, unit, runs)
