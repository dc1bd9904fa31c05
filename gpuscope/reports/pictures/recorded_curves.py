"""Curves of recorded runs over their windows, in contiguous pieces, with no more points than the eye can distinguish.

Readings are thinned to the minimum and maximum of each column of the paper, in chronological order, so that no peak is lost. Steps become
rates over equal numbers of steps, and medians of their durations.
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
"""Columns of a chart: as many as the eye can distinguish on paper."""
_ROOM = 0.05
"""Margin above and below the curves, relative to their height."""
_MARKERS = 6
"""Markers per curve: enough to identify it, few enough not to hide it."""
_TIME_INTERVALS = 6
"""Tick intervals of the time axis: more than on other axes, since charts are wider than high."""
_HOLD_INTERVALS = 3
"""A reading is valid for at most three of its usual intervals, as in analysis.reduction; anything longer is a gap."""


def window_s(run: RecordedRun) -> tuple[float, float]:
    """Return start and end of the drawn part of a run, in seconds since its start: its window, else the whole run.

    For a command whose steps were counted, it begins at the end of the first step: the window includes a start-up, whose length varies.
    """
    record = run.record
    if record.duration_s is not None and record.window_start_s is not None:
        begin, end = record.window_start_s, record.window_start_s + record.duration_s
        first_s = run.steps_ns[record.warmup_steps or 0 :][:1] / 1e9
        return (float(first_s[0]), end) if record.spec.is_command and record.steps and first_s.size and first_s[0] < end else (begin, end)
    ends = [float(series.after_ns[-1]) / 1e9 for series in run.series if series.after_ns.size]
    return 0.0, max(ends, default=0.0)


def readings(series: DeviceSeries, window: tuple[float, float]) -> list[Piece]:
    """Return the curve of a series within a window; x in seconds since the window's start, y in SI units."""
    stamps = series.stamps_ns
    inside = (stamps >= window[0] * 1e9) & (stamps <= window[1] * 1e9)
    x, y = stamps[inside] / 1e9 - window[0], series.values[inside]
    usual = interval_ns(stamps)
    late = np.zeros(x.size, bool)
    if usual is not None:
        late[1:] = np.diff(x) * 1e9 > _HOLD_INTERVALS * usual
    return _pieces(x, y, late, (window[1] - window[0]) / COLUMNS)


def logged(run: RecordedRun, key: str) -> list[Piece]:
    """Return the values that the workload reported for a key over its measured steps; non-finite values leave holes.

    A value reported without a step belongs to the steps ended by then.
    """
    if key not in run.reported:
        return []
    values, warmup_steps = run.reported[key], run.record.warmup_steps or 0
    steps = values.steps
    if run.steps_ns.size:
        steps = np.where(np.isnan(steps), np.searchsorted(run.steps_ns, values.stamps_ns, "right"), steps)
    known = steps > (warmup_steps or -np.inf)
    x, y = steps[known] - warmup_steps, values.values[known]
    width = float(x.max() - x.min()) / COLUMNS if x.size else 0.0
    return _pieces(x, y, np.zeros(x.size, bool), width)


def _pieces(x: Values, y: Values, late: NDArray[np.bool_], width: float) -> list[Piece]:
    """Return the pieces of a curve, split at non-finite values and before late points."""
    good = np.isfinite(y)
    begins = np.flatnonzero(good & (late | np.insert(~good, 0, False)[:-1]))
    parts = [slice(begin, end) for begin, end in pairwise([0, *begins.tolist(), x.size])]
    return [_thinned(x[part][good[part]], y[part][good[part]], width) for part in parts if good[part].any()]


def _thinned(x: Values, y: Values, width: float, columns: int = COLUMNS) -> Piece:
    """Return a piece reduced to its ends and the minimum and maximum of each column."""
    if width <= 0 or x.size <= 2 * columns:
        return Piece(x, y)
    column = np.floor(x / width).astype(np.int64)
    begins = np.flatnonzero(np.diff(column, prepend=column[0] - 1))
    parts = [(begin, y[begin:end]) for begin, end in pairwise([*begins.tolist(), x.size])]
    chosen = sorted({0, x.size - 1, *(begin + int(place) for begin, part in parts for place in (part.argmin(), part.argmax()))})
    return Piece(x[chosen], y[chosen])


def coarser(pieces: Sequence[Piece], columns: int) -> list[Piece]:
    """Return a curve reduced to the minimum and maximum of fewer columns."""
    ends = [float(edge) for piece in pieces for edge in (piece.x[0], piece.x[-1])]
    width = (max(ends) - min(ends)) / columns if ends else 0.0
    return [_thinned(piece.x, piece.y, width, columns) for piece in pieces]


def _edges(run: RecordedRun) -> Values:
    """Return the starts of the measured steps and the end of the last one, in seconds since the drawn part's start; float64, shape (n,).

    The first step starts with the window; for a command its start is unknown, so it is omitted.
    """
    record = run.record
    if record.window_start_s is None or record.steps is None:
        return np.zeros(0)
    ends = run.steps_ns[record.warmup_steps or 0 :][: record.steps] / 1e9 - window_s(run)[0]
    return ends if record.spec.is_command else np.insert(ends, 0, 0.0)


def rate(run: RecordedRun) -> list[Piece]:
    """Return samples per second over time, or steps per second if samples are not known; each point covers the same number of steps."""
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
    """Return the step times in seconds over the step number, as medians per column."""
    edges = _edges(run)
    if edges.size < 2:
        return []
    took = np.diff(edges)
    size = max(1, -(-took.size // COLUMNS))
    begins = np.arange(0, took.size, size)
    ends = np.minimum(begins + size, took.size)
    full = took.size // size  # columns with equal numbers of steps; the last may have fewer
    medians = median(took[: full * size].reshape(full, size))
    rest = [median(took[full * size :])] if full < begins.size else []
    return [Piece(begins + (ends - begins + 1) / 2, np.append(medians, rest))]


@dataclass(frozen=True, slots=True)
class Curve:
    """One run's curve.

    Attributes:
        name: Name of its group, shown beside the last of its curves.
        style: Style of its group.
        pieces: Contiguous pieces, x and y in the units of the axes.
    """

    name: str
    style: Style
    pieces: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Frame:
    """The ranges of a chart's axes.

    Attributes:
        x_title: Title of the x axis with its unit.
        x_end: Maximum x; the minimum is 0.
        low: Minimum y.
        high: Maximum y.
    """

    x_title: str
    x_end: float
    low: float
    high: float


def frame(curves: Sequence[Curve], x_title: str, *, from_zero: bool, high: float | None = None) -> Frame:
    """Return the frame that contains all curves, and ``high`` if it is given."""
    pieces = [piece for curve in curves for piece in curve.pieces]
    ends = [float(edge) for piece in pieces for edge in (piece.y.min(), piece.y.max())]
    least, greatest = span([*ends, *([] if high is None else [high])], from_zero=from_zero)
    room = (greatest - least) * _ROOM
    return Frame(x_title, max((float(piece.x[-1]) for piece in pieces), default=1.0), least if from_zero else least - room, greatest + room)


def curve_chart(curves: Sequence[Curve], within: Frame) -> Chart:
    """Return a chart of overlaid curves; the first of a group carries markers, further ones are thinner."""
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
    """Return the small chart of one run, without a legend, since its context identifies the run."""
    line = Polyline(curve.name, Style(curve.style.role), curve.pieces)
    x = scale(0.0, within.x_end, rounded=False)
    return Chart(Axis(x, within.x_title), Axis(scale(within.low, within.high, rounded=False)), (line,))
