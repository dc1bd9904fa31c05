"""Curves of recorded runs: what was recorded over a run's window, in pieces without gaps, with no more points than the eye can part.

Readings are thinned by the least and the greatest of each column of the paper, in the order in which they came, so that no
peak is lost. Steps become rates over equal numbers of steps, and medians of their durations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis.recorded_run import RecordedRun
from gpuscope.analysis.series import DeviceSeries, Values, interval_ns, median
from gpuscope.reports.pictures.picture import Axis, Chart, Legend, Piece, Polyline, Style, Weight
from gpuscope.reports.pictures.scale import scale, span

COLUMNS = 240
"""Columns of a chart: as many as the eye parts on paper."""
_ROOM = 0.05
"""Above and below the curves, as a share of their height."""
_MARKERS = 6
"""Markers on a curve: enough to know it by, few enough to see it."""
_TIME_INTERVALS = 6
"""More than on other axes, since a chart is wider than high."""
_HOLD_INTERVALS = 3
"""A reading holds for at most three of its usual intervals, as in analysis.reduction: what is longer is a gap."""


def window_s(run: RecordedRun) -> tuple[float, float]:
    """Return begin and end of what is drawn of a run, in seconds from its start: its window, else all of it."""
    record = run.record
    if record.duration_s is not None and record.window_start_s is not None:
        return record.window_start_s, record.window_start_s + record.duration_s
    ends = [float(series.after_ns[-1]) / 1e9 for series in run.series if series.after_ns.size]
    return 0.0, max(ends, default=0.0)


def readings(series: DeviceSeries, window: tuple[float, float]) -> list[Piece]:
    """Return the curve of a series within a window; x in seconds from the window's begin, y in SI units."""
    stamps = series.stamps_ns
    inside = (stamps >= window[0] * 1e9) & (stamps <= window[1] * 1e9)
    x, y = stamps[inside] / 1e9 - window[0], series.values[inside]
    usual = interval_ns(stamps)
    late = np.zeros(x.size, bool)
    if usual is not None:
        late[1:] = np.diff(x) * 1e9 > _HOLD_INTERVALS * usual
    return _pieces(x, y, late, (window[1] - window[0]) / COLUMNS)


def logged(run: RecordedRun, key: str) -> list[Piece]:
    """Return what the workload reported under a key over its measured steps; what is no finite number is a hole."""
    if key not in run.told:
        return []
    values, warmup_steps = run.told[key], run.record.warmup_steps or 0
    known = values.steps > (warmup_steps or -np.inf)
    x, y = values.steps[known] - warmup_steps, values.values[known]
    width = float(x.max() - x.min()) / COLUMNS if x.size else 0.0
    return _pieces(x, y, np.zeros(x.size, bool), width)


def _pieces(x: Values, y: Values, late: NDArray[np.bool_], width: float) -> list[Piece]:
    """Return a curve without its holes: values that are not finite, and the times before points that came late."""
    good = np.isfinite(y)
    begins = np.flatnonzero(good & (late | np.insert(~good, 0, False)[:-1]))
    parts = [slice(begin, end) for begin, end in pairwise([0, *begins.tolist(), x.size])]
    return [_thinned(x[part][good[part]], y[part][good[part]], width) for part in parts if good[part].any()]


def _thinned(x: Values, y: Values, width: float, columns: int = COLUMNS) -> Piece:
    """Return a piece with its ends and the least and greatest point of each column."""
    if width <= 0 or x.size <= 2 * columns:
        return Piece(x, y)
    column = np.floor(x / width).astype(np.int64)
    begins = np.flatnonzero(np.diff(column, prepend=column[0] - 1))
    parts = [(begin, y[begin:end]) for begin, end in pairwise([*begins.tolist(), x.size])]
    chosen = sorted({0, x.size - 1, *(begin + int(place) for begin, part in parts for place in (part.argmin(), part.argmax()))})
    return Piece(x[chosen], y[chosen])


def coarser(pieces: Sequence[Piece], columns: int) -> list[Piece]:
    """Return a curve for a chart of fewer columns: of each the least and greatest point."""
    ends = [float(edge) for piece in pieces for edge in (piece.x[0], piece.x[-1])]
    width = (max(ends) - min(ends)) / columns if ends else 0.0
    return [_thinned(piece.x, piece.y, width, columns) for piece in pieces]


def _edges(run: RecordedRun) -> Values:
    """Return where each measured step begins, and the last one ends, in seconds from the window's begin; float64, shape (n,).

    The first begins with the window; that of a command began nobody knows when, so it is left out.
    """
    record = run.record
    if record.window_start_s is None or record.steps is None:
        return np.zeros(0)
    ends = run.steps_ns[record.warmup_steps or 0 :][: record.steps] / 1e9 - record.window_start_s
    return ends if record.spec.is_command else np.insert(ends, 0, 0.0)


def rate(run: RecordedRun) -> list[Piece]:
    """Return steps a second, or samples where they are known, over time: each point over an equal number of steps."""
    edges = _edges(run)
    if edges.size < 3:
        return []
    stride = max(1, -(-(edges.size - 1) // (COLUMNS // 2)))
    marks = edges[::stride]
    record = run.record
    each = record.samples / record.steps if record.samples and record.steps else 1.0
    lasted = np.diff(marks)
    good = lasted > 0
    return [Piece(((marks[1:] + marks[:-1]) / 2)[good], stride * each / lasted[good])] if good.any() else []


def step_times(run: RecordedRun) -> list[Piece]:
    """Return the seconds that steps took over the number of the step, the median of each column."""
    edges = _edges(run)
    if edges.size < 2:
        return []
    took = np.diff(edges)
    size = max(1, -(-took.size // COLUMNS))
    begins = np.arange(0, took.size, size)
    ends = np.minimum(begins + size, took.size)
    full = took.size // size  # columns of as many steps each; the last may have fewer
    medians = median(took[: full * size].reshape(full, size))
    rest = [median(took[full * size :])] if full < begins.size else []
    return [Piece(begins + (ends - begins + 1) / 2, np.append(medians, rest))]


@dataclass(frozen=True, slots=True)
class Curve:
    """One run's curve.

    Attributes:
        name: Of its group, which stands beside the last of its curves.
        style: Of its group.
        pieces: Without gaps, x and y in the units of the axes.
    """

    name: str
    style: Style
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a chart's axes show.

    Attributes:
        x_title: With its unit.
        x_end: The greatest x; the least is 0.
        low: The least y.
        high: The greatest.
    """

    x_title: str
    x_end: float
    low: float
    high: float


def frame(curves: Sequence[Curve], x_title: str, *, from_zero: bool, high: float | None = None) -> Frame:
    """Return the frame into which all curves fit; ``high`` widens it."""
    pieces = [piece for curve in curves for piece in curve.pieces]
    ends = [float(edge) for piece in pieces for edge in (piece.y.min(), piece.y.max())]
    least, greatest = span([*ends, *([] if high is None else [high])], from_zero=from_zero)
    room = (greatest - least) * _ROOM
    return Frame(x_title, max((float(piece.x[-1]) for piece in pieces), default=1.0), least if from_zero else least - room, greatest + room)


def curve_chart(curves: Sequence[Curve], within: Frame) -> Chart:
    """Return curves over each other; the first of a group carries markers, further ones are thinner."""
    drawn: set[Style] = set()
    marks = []
    for curve in curves:
        is_first = curve.style not in drawn
        drawn.add(curve.style)
        weight, markers = (Weight.CURVE, _MARKERS) if is_first else (Weight.THIN, 0)
        marks.append(Polyline(curve.name, curve.style, curve.pieces, weight, markers))
    x = scale(0.0, within.x_end, wanted=_TIME_INTERVALS, rounded=False)
    return Chart(Axis(x, within.x_title), Axis(scale(within.low, within.high, rounded=False)), tuple(marks), Legend.BESIDE)


def single_chart(curve: Curve, within: Frame) -> Chart:
    """Return the small chart of one run; what surrounds it says whose it is."""
    line = Polyline(curve.name, Style(curve.style.role), curve.pieces)
    x = scale(0.0, within.x_end, rounded=False)
    return Chart(Axis(x, within.x_title), Axis(scale(within.low, within.high, rounded=False)), (line,))
