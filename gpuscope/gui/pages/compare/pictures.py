"""The pictures that a comparison can be seen as, in the window's language: time and energy, figures, step times, roofline, phases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import geometric_mean

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.comparison_pictures import ENERGY, RooflinePoint, StepDistribution, phase_shares, pooled, roofline_point
from gpuscope.analysis.series import Values
from gpuscope.core.figures import display_unit, figure
from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.gui.engine_words import engine_words
from gpuscope.gui.run_view.energy_panel import phase_words
from gpuscope.reports.comparison_view import MetricRow, metric_rows
from gpuscope.reports.pictures import comparison_pictures
from gpuscope.reports.pictures.comparison_pictures import Wording, bar_block
from gpuscope.reports.pictures.picture import (
    REFERENCE,
    Axis,
    Bar,
    BarBlock,
    BarPicture,
    Chart,
    Legend,
    Mark,
    Piece,
    Point,
    Polyline,
    Segment,
    Weight,
    group_style,
)
from gpuscope.reports.pictures.scale import log_scale, scale_of
from gpuscope.system.settings import JOULE


class PictureKind(StrEnum):
    """One of them."""

    PLANE = "plane"
    BARS = "bars"
    ECDF = "ecdf"
    HISTOGRAM = "histogram"
    ROOFLINE = "roofline"
    PHASE_TIMES = "phase-times"
    PHASE_ENERGIES = "phase-energies"


@dataclass(frozen=True, slots=True)
class PictureWords:
    """What is said of a picture: its title in the menu and above it, and how to read it, below it."""

    title: str
    note: str = ""


def picture_words(kind: PictureKind) -> PictureWords:
    """Return what is said of a picture."""
    words = {
        PictureKind.PLANE: PictureWords(QCoreApplication.translate("Pictures", "Time and energy")),
        PictureKind.BARS: PictureWords(
            QCoreApplication.translate("Pictures", "Figures"),
            QCoreApplication.translate("Pictures", "Marks: single runs. Whiskers: 95 % interval of the ratio, at the baseline's value."),
        ),
        PictureKind.ECDF: PictureWords(QCoreApplication.translate("Pictures", "Step times, cumulative")),
        PictureKind.HISTOGRAM: PictureWords(QCoreApplication.translate("Pictures", "Step times, histogram")),
        PictureKind.ROOFLINE: PictureWords(
            QCoreApplication.translate("Pictures", "Roofline"),
            QCoreApplication.translate(
                "Pictures", "Dashed: the device's ceilings, as a copy and a matrix product beside the run gave them."
            ),
        ),
        PictureKind.PHASE_TIMES: PictureWords(
            QCoreApplication.translate("Pictures", "Phases of a step, time"),
            QCoreApplication.translate("Pictures", "Median time of each phase in the steps whose phases were timed."),
        ),
        PictureKind.PHASE_ENERGIES: PictureWords(
            QCoreApplication.translate("Pictures", "Phases of a step, energy"),
            QCoreApplication.translate("Pictures", "Power folded on the phases of the steps: a statistical estimate."),
        ),
    }
    return words[kind]


def plane(comparison: Comparison, energy_unit: str = JOULE) -> Chart | None:
    """Return the plane of the first pair of figures that two groups have, energy in joules or watt hours; None when there is none."""
    return comparison_pictures.plane(comparison, _wording(energy_unit))


def figure_bars(comparison: Comparison, energy_unit: str = JOULE) -> BarPicture:
    """Return the headline metrics that any group has, as bars, energy in joules or watt hours."""
    rows = [row for row in metric_rows(comparison, energy_unit) if row.is_headline and not row.is_missing]
    wording = _wording(energy_unit)
    return BarPicture(tuple(bar_block(comparison, row.key, _title(row), wording) for row in rows))


def why_no_plane(comparison: Comparison) -> str:
    """Return in words why there is no plane."""
    entries = comparison.metrics.get("energy") or comparison.metrics.get("energy_per_sample") or ()
    reasons = dict.fromkeys(entry.reason for entry in entries if entry.value is None and entry.reason)
    if reasons:
        return QCoreApplication.translate("ComparePage", "No energy was measured: {0}.").format("; ".join(list(reasons)[:2]))
    if entries:
        return QCoreApplication.translate("ComparePage", "Only one group has an energy.")
    return QCoreApplication.translate("ComparePage", "No energy was measured.")


def _wording(energy_unit: str) -> Wording:
    return Wording(energy_unit=energy_unit, say=engine_words)


def _title(row: MetricRow) -> str:
    return f"{row.label}, {row.device}" if row.device else row.label


_BINS = 48
_MOST_SHARE = 0.999
"""Of the steps that are drawn: the few longest would squeeze all others."""
_BESIDE = 4.0
"""How far a roofline goes on beside the points, as a factor."""
_PHASE_ROLES = dict(zip(STEP_PHASES, ("host", "memory", "compute", "power", "throughput", "clock", "loss"), strict=True))

Groups = Sequence[tuple[str, Sequence[str]]]
Distributions = Mapping[str, StepDistribution | None]


def group_distributions(groups: Groups, runs: Distributions) -> dict[int, StepDistribution]:
    """Return the step times of each group that has any, by its place.

    Args:
        groups: (name, ids of its runs) each.
        runs: By id, as far as they are read.
    """
    distributions = {}
    for index, (_, run_ids) in enumerate(groups):
        known = [steps for run_id in run_ids if (steps := runs.get(run_id)) is not None]
        if known:
            distributions[index] = pooled(known)
    return distributions


def cumulative(groups: Groups, runs: Distributions) -> Chart | None:
    """Return which share of the steps took no longer; None where no group has step times."""
    known = group_distributions(groups, runs)
    if not known:
        return None
    reach = _reach(known)
    unit = display_unit("s", [reach])
    lines = []
    for index, steps in known.items():
        shares = np.linspace(0.0, 100.0, steps.durations_s.size)
        seen = steps.durations_s <= reach
        median = (float(steps.durations_s[steps.durations_s.size // 2]) / unit.size, 50.0)
        lines.append(_line(groups[index][0], index, steps.durations_s[seen] / unit.size, shares[seen], median))
    return _lines_chart(unit.name, QCoreApplication.translate("Pictures", "steps that took no longer"), lines, Legend.LOWER)


def histogram(groups: Groups, runs: Distributions) -> Chart | None:
    """Return the share of the steps by their duration; None where no group has step times."""
    known = group_distributions(groups, runs)
    if not known:
        return None
    least, reach = min(float(steps.durations_s[0]) for steps in known.values()), _reach(known)
    unit = display_unit("s", [reach])
    edges = np.linspace(least, reach if reach > least else least * 1.01 + 1e-9, _BINS + 1)
    lines = []
    for index, steps in known.items():
        counts = np.histogram(steps.durations_s, edges)[0] * 100.0 / steps.durations_s.size
        x, y = np.repeat(edges, 2) / unit.size, np.concatenate([[0.0], np.repeat(counts, 2), [0.0]])
        lines.append(_line(groups[index][0], index, x, y, (float(x[y.argmax()]), float(y.max()))))
    return _lines_chart(unit.name, QCoreApplication.translate("Pictures", "steps"), lines, Legend.UPPER)


def _line(name: str, index: int, x: Values, y: Values, marked: tuple[float, float]) -> Polyline:
    return Polyline(name, group_style(index), (Piece(x, y),), marked=(marked,))


def _lines_chart(unit: str, y_title: str, lines: Sequence[Polyline], legend: Legend) -> Chart:
    xs = [float(end) for line in lines for piece in line.pieces for end in (piece.x[0], piece.x[-1])]
    ys = [float(end) for line in lines for piece in line.pieces for end in (piece.y.min(), piece.y.max())]
    x = Axis(scale_of(xs), QCoreApplication.translate("Pictures", "step time"), unit)
    return Chart(x, Axis(scale_of(ys), y_title, "%"), tuple(lines), legend)


def longest_words(groups: Groups, runs: Distributions) -> str:
    """Return what lies beyond the picture: of how many steps it is, and how long the longest one took."""
    known = group_distributions(groups, runs)
    steps = sum(distribution.steps for distribution in known.values())
    longest = max(float(distribution.durations_s[-1]) for distribution in known.values())
    words = QCoreApplication.translate(
        "Pictures", "{0} steps by the host's clock; the one in a thousand that is longer is cut. Longest: {1}."
    )
    return words.format(figure(float(steps), "1"), figure(longest, "s"))


def _reach(known: Mapping[int, StepDistribution]) -> float:
    return max(float(np.quantile(steps.durations_s, _MOST_SHARE, method="lower")) for steps in known.values())


def roofline(comparison: Comparison) -> Chart | None:
    """Return the runs below the ceilings of their devices; None where no workload told FLOP, bytes and ceilings."""
    known = {
        index: (group.name, [point for run in group.runs if (point := roofline_point(run)) is not None])
        for index, group in enumerate(comparison.groups)
    }
    told = {index: (name, points) for index, (name, points) in known.items() if points}
    if not told:
        return None
    unit = display_unit("FLOP/s", [point.ceiling_flops for _, points in told.values() for point in points])
    marks: list[Mark] = [_roof(points, unit.size) for _, points in told.values()]
    for index, (name, points) in told.items():
        marks += [Point(name, group_style(index), point.intensity, unit.shown(point.flops)) for point in points]
    pieces = [piece for mark in marks if isinstance(mark, Polyline) for piece in mark.pieces]
    runs = [mark for mark in marks if isinstance(mark, Point)]
    x = log_scale([*(float(end) for piece in pieces for end in piece.x), *(run.x for run in runs)])
    y = log_scale([*(float(end) for piece in pieces for end in piece.y), *(run.y for run in runs)])
    across = Axis(
        x, QCoreApplication.translate("Pictures", "arithmetic intensity"), QCoreApplication.translate("Pictures", "FLOP per byte")
    )
    up = Axis(y, QCoreApplication.translate("Pictures", "performance"), unit.name)
    return Chart(across, up, tuple(marks), Legend.LOWER)


def _roof(runs: Sequence[RooflinePoint], size: float) -> Polyline:
    """Return the two ceilings of a group's device, by the means of its runs: bandwidth up to the ridge, then FLOP/s."""
    flops = geometric_mean([run.ceiling_flops for run in runs])
    bandwidth = geometric_mean([run.ceiling_bandwidth for run in runs])
    ridge = flops / bandwidth
    low, high = min(ridge, *(run.intensity for run in runs)) / _BESIDE, max(ridge, *(run.intensity for run in runs)) * _BESIDE
    roof = Piece(np.array([low, ridge, high]), np.array([low * bandwidth, flops, flops]) / size)
    return Polyline(QCoreApplication.translate("Pictures", "ceiling"), REFERENCE, (roof,), Weight.REFERENCE, is_group=False)


def phase_bars(comparison: Comparison, prefix: str, energy_unit: str) -> BarPicture | None:
    """Return the phases of all groups in seconds or joules; None where no group has any."""
    shares = phase_shares(comparison, prefix)
    if not any(group.parts for group in shares):
        return None
    wholes = [sum(group.parts.values()) for group in shares]
    unit = display_unit("J" if prefix == ENERGY else "s", wholes, energy_unit=energy_unit)
    bars = []
    for group, whole in zip(shares, wholes, strict=True):
        parts = tuple(
            Segment(
                phase_words(phase),
                unit.shown(value),
                f"{unit.figure(value)} {unit.name} ({value / (whole or 1.0):.0%})",
                _PHASE_ROLES.get(phase, "muted"),
            )
            for phase, value in group.parts.items()
        )
        bars.append(Bar(group.group, parts, f"{unit.figure(whole)} {unit.name}" if parts else group.reason))
    return BarPicture((BarBlock(QCoreApplication.translate("Pictures", "Phases of a step"), unit.name, tuple(bars)),), is_stacked=True)
