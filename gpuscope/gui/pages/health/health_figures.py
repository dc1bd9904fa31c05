"""What the sensors cost, how their helper fares, what was missed, and how the store stands."""

from collections import Counter

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.core.device import RECORDER
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.health.metric_state import LIVE, MISSING, MetricState
from gpuscope.gui.widgets.figure_tile import Figure
from gpuscope.recording.helper_health import TABLE, HelperHealth
from gpuscope.storage.values import StoreSize

_OVER_S = 10.0
"""Seconds over which the recorder's own cost is averaged: shorter, and the 10 ms ticks of the clock show."""
_LEAST_SHARE = 0.001
"""The clock of a process moves by 10 ms: over 10 s less than this cannot be told from nothing."""


def health_figures(data: ShownRun, states: dict[tuple[str, str], MetricState], store: StoreSize | str | None) -> list[Figure]:
    """Return the figures of the page's top, the most wanted first; the store's size, or why it cannot be read."""
    health = helper_health(data)
    return [_metrics(states), _cost(data), _helper(health), _missed(data, health), _store(store)]


def helper_health(data: ShownRun) -> HelperHealth | None:
    """Return how the sensor helper fares; None before it was told."""
    table = data.tables.get((RECORDER, TABLE))
    return None if table is None else HelperHealth.of(table)


def _metrics(states: dict[tuple[str, str], MetricState]) -> Figure:
    kinds = Counter(state.kind for state in states.values())
    able = sum(kinds.values()) - kinds[MISSING]
    label = QCoreApplication.translate("HealthFigures", "Metrics live")
    trust = QCoreApplication.translate("HealthFigures", "{0} cannot be measured here").format(kinds[MISSING]) if kinds[MISSING] else ""
    unit = QCoreApplication.translate("HealthFigures", "of {0}").format(able)
    return Figure("metrics", label, "compute", str(kinds[LIVE]), unit, trust)


def _cost(data: ShownRun) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Cost of the readings")
    more = QCoreApplication.translate(
        "HealthFigures", "Processor time of whoever reads the sensors and of the sensor helper, over the last 10 s."
    )
    times, values = data.series(RECORDER, "cpu_time")
    recent = times >= (times[-1] - _OVER_S) if times.size else None
    if recent is None or recent.sum() < 2:
        return Figure("cost", label, "host", trust=QCoreApplication.translate("HealthFigures", "not measured yet"), more=more)
    times, values = times[recent], values[recent]
    grown = np.diff(values[np.isfinite(values)])
    share = float(grown[grown > 0].sum() / (times[-1] - times[0]))  # where a helper or a recorder took over, its clock begins anew
    trust = QCoreApplication.translate("HealthFigures", "of one core; the aim is 2 %")
    return Figure("cost", label, "host", figures.significant(100 * share, 2) if share >= _LEAST_SHARE else "< 0.1", "%", trust, more)


def _helper(health: HelperHealth | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Helper restarts")
    if health is None:
        return Figure("helper", label, "clock", trust=QCoreApplication.translate("HealthFigures", "not told yet"))
    if health.off:
        trust = QCoreApplication.translate("HealthFigures", "GPU sensors are switched off")
    elif not health.crashes and not health.hangs:
        trust = QCoreApplication.translate("HealthFigures", "no crash, no hang")
    else:
        trust = QCoreApplication.translate("HealthFigures", "crashes {0}, hangs {1}").format(health.crashes, health.hangs)
    more = QCoreApplication.translate(
        "HealthFigures", "The sensor helper is the process that loads the vendors’ libraries; it is started anew."
    )
    return Figure("helper", label, "clock", str(health.restarts), "", trust, more)


def _missed(data: ShownRun, health: HelperHealth | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Gaps")
    gaps = data.gaps
    parts = [gaps[-1].reason] if gaps else [QCoreApplication.translate("HealthFigures", "none since the start")]
    if health is not None and health.skipped:
        parts.append(QCoreApplication.translate("HealthFigures", "readings left out: {0}").format(health.skipped))
    if health is not None and health.garbage:
        parts.append(QCoreApplication.translate("HealthFigures", "lines not understood: {0}").format(health.garbage))
    return Figure("gaps", label, "temperature", str(len(gaps)), "", "; ".join(reversed(parts)), "\n".join(parts))


def _store(store: StoreSize | str | None) -> Figure:
    label = QCoreApplication.translate("HealthFigures", "Store")
    if not isinstance(store, StoreSize):
        trust = store if store is not None else QCoreApplication.translate("HealthFigures", "not read yet")
        return Figure("store", label, "memory", trust=trust)
    value, _, unit = figures.figure(store.file_bytes, "B").rpartition(" ")
    one, many = QCoreApplication.translate("HealthFigures", "1 run"), QCoreApplication.translate("HealthFigures", "{0} runs")
    runs = one if store.runs == 1 else many.format(figures.figure(store.runs, "1"))
    return Figure("store", label, "memory", value, unit, runs)
