"""The roofline, and the phases of a step, of compared groups as they are drawn."""

from statistics import geometric_mean

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.comparison_pictures import ENERGY, RooflinePoint, phase_shares, roofline_point
from gpuscope.core.figures import display_unit
from gpuscope.gui.charts.line_chart import ChartLine, LinePicture
from gpuscope.gui.charts.stacked_bars import StackedBar
from gpuscope.gui.run_view.phase_words import phase_words

_BESIDE = 4.0
"""How far a roofline goes on beside the points, as a factor."""


def roofline(comparison: Comparison) -> LinePicture | None:
    """Return the runs below the ceilings of their devices; None where no workload told FLOP, bytes and ceilings."""
    found = [
        (group.name, index, point)
        for index, group in enumerate(comparison.groups)
        for run in group.runs
        if (point := roofline_point(run)) is not None
    ]
    if not found:
        return None
    unit = display_unit("FLOP/s", [max(point.ceiling_flops for _, _, point in found)])
    points = [(name, index, point.intensity, unit.shown(point.flops)) for name, index, point in found]
    roofs = [
        _roof(index, [one for _, other, one in found if other == index], unit.size) for index in dict.fromkeys(one[1] for one in found)
    ]
    x_title = QCoreApplication.translate("Pictures", "FLOP per byte")
    return LinePicture(x_title, unit.name, [roof for pair in roofs for roof in pair], points, is_log=True)


def _roof(_index: int, runs: list[RooflinePoint], size: float) -> list[ChartLine]:
    """Return the two ceilings of a group's device, by the means of its runs."""
    flops = geometric_mean([run.ceiling_flops for run in runs])
    bandwidth = geometric_mean([run.ceiling_bandwidth for run in runs])
    ridge = flops / bandwidth
    low, high = min(ridge, *(run.intensity for run in runs)) / _BESIDE, max(ridge, *(run.intensity for run in runs)) * _BESIDE
    slope = ChartLine("", None, np.array([low, ridge]), np.array([low * bandwidth, flops]) / size)
    name = QCoreApplication.translate("Pictures", "ceiling")
    return [slope, ChartLine(name, None, np.array([ridge, high]), np.array([flops, flops]) / size)]


def phase_bars(comparison: Comparison, prefix: str, energy_unit: str) -> list[StackedBar]:
    """Return the phases of all groups in seconds or joules; none where no group has any."""
    found = phase_shares(comparison, prefix)
    if not any(one.parts for one in found):
        return []
    unit = display_unit("J" if prefix == ENERGY else "s", [sum(one.parts.values()) for one in found], energy_unit=energy_unit)
    bars = []
    for one in found:
        whole = sum(one.parts.values())
        parts = tuple(
            (phase_words(phase), value, f"{unit.figure(value)} {unit.name} ({value / (whole or 1.0):.0%})")
            for phase, value in one.parts.items()
        )
        bars.append(StackedBar(one.group, f"{unit.figure(whole)} {unit.name}" if parts else "", parts, one.reason))
    return bars
