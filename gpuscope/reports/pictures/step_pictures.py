"""The pictures of a comparison's steps that window and reports share: durations, phases, and the roofline."""

from collections.abc import Mapping, Sequence
from statistics import geometric_mean

import numpy as np

from gpuscope.analysis.comparison import Comparison
from gpuscope.analysis.phase_metrics import STEPS_TIMED, are_phase_means, timed_steps
from gpuscope.analysis.plot_data import ENERGY, RooflinePoint, StepDistribution, phase_shares, pooled, roofline_point
from gpuscope.analysis.series import Values
from gpuscope.core.figures import display_unit, figure
from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.reports.pictures.colours import PHASE_ROLES
from gpuscope.reports.pictures.comparison_pictures import PLAIN, Wording, group_names
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
from gpuscope.system.language import joined_sentences, translated

CUMULATIVE_TITLE = "Step times, cumulative"
HISTOGRAM_TITLE = "Step times, histogram"
ROOFLINE_TITLE = "Roofline"
PHASE_TIME_TITLE = "Phases of a step, time"
PHASE_ENERGY_TITLE = "Phases of a step, energy"
ROOFLINE_NOTE = "Dashed: the device's ceilings, as measured by a copy and a matrix product after the run."
PHASE_TIME_NOTE = "Median time of each phase in the steps whose phases were timed."
PHASE_MEAN_NOTE = "Mean time of each phase of the observed steps."
PHASE_ENERGY_NOTE = "Power folded on the phases of the steps: a statistical estimate."
_LONGEST = "{0} steps by the host's clock; the longest 0.1 % are cut off. Longest: {1}."
CEILING, INTENSITY, FLOP_PER_BYTE, PERFORMANCE = "ceiling", "arithmetic intensity", "FLOP per byte", "performance"
_NO_LONGER, _STEPS, _STEP_TIME = "steps that took no longer", "steps", "step time"
_PHASES = "Phases of a step"
STEP_TEXTS = (
    CUMULATIVE_TITLE, HISTOGRAM_TITLE, ROOFLINE_TITLE, PHASE_TIME_TITLE, PHASE_ENERGY_TITLE, ROOFLINE_NOTE, PHASE_TIME_NOTE,
    PHASE_MEAN_NOTE, PHASE_ENERGY_NOTE, STEPS_TIMED, _LONGEST, _NO_LONGER, _STEPS, _STEP_TIME, _PHASES, *STEP_PHASES,
)  # fmt: skip
"""The texts of these pictures, for translators."""
_BINS = 48
"""Bins of the histogram: about one per seven pixels of a card, so that bins are visible and their noise does not hide the shape."""
_BESIDE = 4.0
"""Factor by which a roof extends beyond the outermost points and the ridge."""
_MOST_SHARE = 0.999
"""Share of the steps that is drawn: the few longest would squeeze all others."""

Groups = Sequence[tuple[str, Sequence[str]]]
"""(name, ids of its runs) of each group."""
Distributions = Mapping[str, StepDistribution | None]
"""Step times by run id, as far as they have been read."""


def group_distributions(groups: Groups, runs: Distributions) -> dict[int, StepDistribution]:
    """Return the step times of each group that has any, by its index."""
    distributions = {}
    for index, (_, run_ids) in enumerate(groups):
        known = [steps for run_id in run_ids if (steps := runs.get(run_id)) is not None]
        if known:
            distributions[index] = pooled(known)
    return distributions


def cumulative(groups: Groups, runs: Distributions) -> Chart | None:
    """Return a chart of the share of steps that took no longer than a given time; None if no group has step times."""
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
    return _lines_chart(unit.name, _NO_LONGER, lines, Legend.LOWER)


def histogram(groups: Groups, runs: Distributions) -> Chart | None:
    """Return a chart of the share of steps by duration; None if no group has step times."""
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
    return _lines_chart(unit.name, _STEPS, lines, Legend.UPPER)


def _line(name: str, index: int, x: Values, y: Values, marked: tuple[float, float]) -> Polyline:
    return Polyline(name, group_style(index), (Piece(x, y),), marked=(marked,))


def _lines_chart(unit: str, y_title: str, lines: Sequence[Polyline], legend: Legend) -> Chart:
    xs = [float(end) for line in lines for piece in line.pieces for end in (piece.x[0], piece.x[-1])]
    ys = [float(end) for line in lines for piece in line.pieces for end in (piece.y.min(), piece.y.max())]
    return Chart(Axis(scale_of(xs), translated(_STEP_TIME), unit), Axis(scale_of(ys), translated(y_title), "%"), tuple(lines), legend)


def step_note(groups: Groups, runs: Distributions) -> str:
    """Return a note on the number of steps in a picture of step times, and on the longest step, which lies outside it."""
    known = group_distributions(groups, runs).values()
    longest = max(float(distribution.durations_s[-1]) for distribution in known)
    return translated(_LONGEST).format(figure(float(sum(distribution.steps for distribution in known)), "1"), figure(longest, "s"))


def phase_time_note(comparison: Comparison) -> str:
    """Return a note on the picture of phase times, with the number of steps that were timed if that is not all of them."""
    runs = [run for group in comparison.groups for run in group.runs]
    counts, note = timed_steps(runs), translated(PHASE_MEAN_NOTE if are_phase_means(runs) else PHASE_TIME_NOTE)
    if counts is None:
        return note
    timed, whole = (figure(float(count), "1") for count in counts)
    return joined_sentences([note, f"{translated(STEPS_TIMED).format(timed, whole)}{translated('.')}"])


def _reach(known: Mapping[int, StepDistribution]) -> float:
    return max(float(np.quantile(steps.durations_s, _MOST_SHARE, method="lower")) for steps in known.values())


def roofline(comparison: Comparison, wording: Wording = PLAIN) -> Chart | None:
    """Return a chart of runs below their devices' ceilings; None if no workload reported FLOP, bytes and ceilings."""
    names = group_names(comparison, wording)
    by_group = ((point for run in group.runs if (point := roofline_point(run)) is not None) for group in comparison.groups)
    known = {index: points for index, group_points in enumerate(by_group) if (points := list(group_points))}
    if not known:
        return None
    unit = display_unit("FLOP/s", [point.ceiling_flops for points in known.values() for point in points])
    roofs = [_roof(points, unit.size) for points in known.values()]
    runs = [
        Point(names[index], group_style(index), point.intensity, unit.shown(point.flops))
        for index, points in known.items()
        for point in points
    ]
    pieces = [piece for roof in roofs for piece in roof.pieces]
    x = log_scale([*(float(end) for piece in pieces for end in piece.x), *(run.x for run in runs)])
    y = log_scale([*(float(end) for piece in pieces for end in piece.y), *(run.y for run in runs)])
    marks: tuple[Mark, ...] = (*roofs, *runs)
    across = Axis(x, translated(INTENSITY), translated(FLOP_PER_BYTE))
    return Chart(across, Axis(y, translated(PERFORMANCE), unit.name), marks, Legend.ABOVE)


def _roof(runs: Sequence[RooflinePoint], size: float) -> Polyline:
    """Return the two ceilings of a group's device, as means over its runs: bandwidth up to the ridge, then FLOP/s."""
    flops = geometric_mean([run.ceiling_flops for run in runs])
    bandwidth = geometric_mean([run.ceiling_bandwidth for run in runs])
    ridge = flops / bandwidth
    low, high = min(ridge, *(run.intensity for run in runs)) / _BESIDE, max(ridge, *(run.intensity for run in runs)) * _BESIDE
    roof = Piece(np.array([low, ridge, high]), np.array([low * bandwidth, flops, flops]) / size)
    return Polyline(translated(CEILING), REFERENCE, (roof,), Weight.REFERENCE, is_group=False)


def phase_bars(comparison: Comparison, prefix: str, wording: Wording = PLAIN) -> BarPicture | None:
    """Return the phases of all groups as stacked bars, in seconds (``plot_data.TIME``) or joules (``ENERGY``); None if no group has any."""
    shares, names = phase_shares(comparison, prefix), group_names(comparison, wording)
    if not any(group.parts for group in shares):
        return None
    wholes = [sum(group.parts.values()) for group in shares]
    unit = display_unit("J" if prefix == ENERGY else "s", wholes, energy_unit=wording.energy_unit)
    bars = []
    for name, group, whole in zip(names, shares, wholes, strict=True):
        parts = tuple(
            Segment(
                translated(phase),
                unit.shown(value),
                f"{unit.figure(value)} {unit.name} ({value / (whole or 1.0):.0%})",
                PHASE_ROLES.get(phase, "muted"),
            )
            for phase, value in group.parts.items()
        )
        bars.append(Bar(name, parts, f"{unit.figure(whole)} {unit.name}" if parts else group.reason))
    return BarPicture((BarBlock(translated(_PHASES), unit.name, tuple(bars)),), is_stacked=True)
