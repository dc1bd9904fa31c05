"""A strip in one sentence, for screen readers: title, visible range, and the latest, lowest and highest value of each curve."""

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.core import figures
from gpuscope.gui.charts.strip import Curve, value_with_unit
from gpuscope.gui.charts.strip_data import StripData, Surroundings
from gpuscope.reports.pictures.scale import clock, number
from gpuscope.system.language import duration_text, joined_items, joined_parts, labelled

_MINUTES_FROM_S = 100.0
"""Seconds from which minutes are used: the selector above the charts also says "60 s"."""


def strip_sentence(data: StripData, around: Surroundings) -> str:
    """Describe a strip over the visible range: ``Utilization, last 60 s: 84 %, lowest 3 %, highest 99 %``."""
    parts = [(curve.label, _curve_text(data, curve, around)) for curve in data.shown_curves()]
    several = len(data.strip.curves) > 1
    words = joined_parts([f"{label} {text}" if several else text for label, text in parts])
    none = QCoreApplication.translate("ChartWords", "no curve is shown")
    return labelled(joined_items([data.strip.title, range_text(around)]), words or none)


def range_text(around: Surroundings) -> str:
    """Return the visible range in words."""
    view = around.view
    if around.axis != "time":
        text = QCoreApplication.translate("ChartWords", "from {0} to {1}")
        return text.format(*(number(end, 1.0 if around.is_count else view.length / 100) for end in (view.start, view.end)))
    if view.following and view.window is not None:
        return QCoreApplication.translate("ChartWords", "last {0}").format(_length(min(view.window, view.length)))
    return QCoreApplication.translate("ChartWords", "from {0} to {1}").format(clock(view.start), clock(view.end))


def _length(seconds: float) -> str:
    return duration_text(f"{seconds:.3g} s" if seconds < _MINUTES_FROM_S else figures.duration(seconds))


def _curve_text(data: StripData, curve: Curve, around: Surroundings) -> str:
    series, view = data.series[curve.key], around.view
    x = np.asarray(series.x)
    seen = np.asarray(series.y)[(x >= view.start) & (x <= view.end)]
    known = seen[np.isfinite(seen)]
    if not known.size:
        return QCoreApplication.translate("ChartWords", "no values")
    is_missing = around.is_blank(view.last, data.strip.key) or (data.strip.key, curve.key) in around.silent
    if not is_missing and (curve.is_logged or np.isfinite(seen[-1])):
        latest = value_with_unit(float(seen[-1]), data.strip)
    else:
        latest = QCoreApplication.translate("ChartWords", "no present value")
    lowest, highest = (value_with_unit(float(value), data.strip) for value in (known.min(), known.max()))
    return QCoreApplication.translate("ChartWords", "{0}, lowest {1}, highest {2}").format(latest, lowest, highest)
