"""Reduce a series over a window to one number.

A gauge holds its value from one reading to the next (zero-order hold), but for at most three of its median intervals: a longer
interval is a gap. A counter's difference is interpolated linearly between its readings (for energy: its updates) at both edges of the
window; if slow readings miss an edge, a counter other than energy is reported over the part that they cover. All windows are
(start, end) in nanoseconds from the run's start.
"""

import re
from collections.abc import Sequence

import numpy as np

from gpuscope.analysis.series import DeviceSeries, Stamps, Values, interval_ns, update_period_s
from gpuscope.core.event import SLEPT
from gpuscope.core.metric import Family, Kind, Metric, Reduction
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import RunGap

Window = tuple[int, int]

HOLD_INTERVALS = 3
"""Number of reading intervals above which there is a gap (S1); a single late or failed reading is not a gap."""
_LONE_INTERVAL_NS = 1e9
"""Interval assumed for a series of one reading: utilization is read once per second (S3), which is the slowest of what has a mean."""
_EDGE_INTERVALS = 1.5
"""Largest distance of a counter's readings from a window edge, in intervals: one, plus half an interval for a late reading."""
_COVERAGE_NEEDED = 0.5
"""Minimum share of the window that readings must cover; below it the unobserved part would dominate the mean."""
_COVERAGE_WHOLE = 0.98
"""Coverage from which no note is added: the first and last interval of a 10 Hz sensor are 2 % of a 10 s window."""
_PERIODS_NEEDED, _PERIODS_GOOD = 10, 50
"""S9: one update more or less at an edge is 10 % of ten updates, and 2 % of fifty."""
TOO_SHORT = "too short to measure"
NO_READINGS = "the sensor gives no readings"
ENERGY_WINDOW_S = 30.0
"""Minimum window for comparing power and energy (S9): 300 updates of a 100 ms sensor."""


_PART = re.compile(r"over the (?:first|middle|last) ([\d.]+) of ([\d.]+) s")
"""Pattern of the note that :func:`reduce` adds if a counter's readings miss an edge of the window."""


class IncompleteError(Exception):
    """Raised if the readings do not determine the number; the message gives the reason."""


def reduce(series: DeviceSeries, metric: Metric, reduction: Reduction, window: Window) -> Quantity:
    """Return a series reduced over the window; missing, with the reason, if the readings do not determine it."""
    covered = covered_part(series, metric, window)
    try:
        value, note = _value(series, metric, reduction, covered)
    except IncompleteError as reason:
        return Quantity.missing(metric.unit, str(reason), series.source)
    quality = series.quality
    if quality is Quality.MISSING:
        return Quantity.missing(metric.unit, NO_READINGS, series.source)
    if covered != window:
        quality = Quality.DERIVED if quality is Quality.MEASURED else quality
        note = _part_note(covered, window)
    return Quantity(value, metric.unit, quality, series.source, None, note)


def covered_part(series: DeviceSeries, metric: Metric, window: Window) -> Window:
    """Return the part of a window that a counter's readings cover if they miss only its edges; else the whole window.

    Energy is reported over the whole window or not at all.
    """
    stamps, _ = series.readings()
    interval = interval_ns(stamps)
    if metric.kind is not Kind.COUNTER or metric.family is Family.POWER or interval is None:
        return window
    start, end = max(window[0], int(stamps[0])), min(window[1], int(stamps[-1]))
    left_out = max(start - window[0], window[1] - end)
    is_enough = left_out <= _EDGE_INTERVALS * interval and end - start >= _COVERAGE_NEEDED * (window[1] - window[0])
    return (start, end) if is_enough else window


def _part_note(part: Window, window: Window) -> str:
    seconds, whole = f"{(part[1] - part[0]) / 1e9:.2f}", f"{(window[1] - window[0]) / 1e9:.2f}"
    if part[1] == window[1]:
        return f"over the last {seconds} of {whole} s"
    return f"over the first {seconds} of {whole} s" if part[0] == window[0] else f"over the middle {seconds} of {whole} s"


def covered_share(quantity: Quantity) -> float:
    """Return the share of the window that a reduced counter covers: 1 unless its note says otherwise."""
    match = _PART.search(quantity.reason or "")
    return float(match[1]) / float(match[2]) if match and float(match[2]) else 1.0


def _value(series: DeviceSeries, metric: Metric, reduction: Reduction, window: Window) -> tuple[float, str | None]:
    stamps, values = series.readings()
    if stamps.size == 0:
        raise IncompleteError("there is no reading")
    note = None
    if metric.family is Family.POWER and reduction is not Reduction.LAST:
        note = require_periods(update_period_s(stamps, values, series.period_s), window)
    if metric.kind is Kind.COUNTER:
        if metric.family is Family.POWER:
            return counter_delta(*updates(stamps, values), window, "seen to move"), note
        return counter_delta(stamps, values, window), note
    if reduction is Reduction.MEAN:
        mean, coverage = time_weighted_mean(series.stamps_ns, series.values, window)
        return mean, coverage or note
    return _extreme(stamps, values, reduction, window), note


def _extreme(stamps: Stamps, values: Values, reduction: Reduction, window: Window) -> float:
    start, end = window
    if reduction is Reduction.LAST:
        before_end = values[stamps <= end]
        if before_end.size == 0:
            raise IncompleteError("the readings begin after the window")
        return float(before_end[-1])
    inside = values[(stamps >= start) & (stamps <= end)]
    if inside.size == 0:
        raise IncompleteError(f"no reading falls into the window of {(end - start) / 1e9:.3g} s")
    return float(inside.max() if reduction is Reduction.PEAK else inside.min())


def require_periods(period_s: float | None, window: Window) -> str | None:
    """Check that a window is long enough for a power or energy sensor: at least ten update periods, fifty for a good value.

    Returns:
        A note for fewer than fifty periods; None otherwise.

    Raises:
        IncompleteError: The window is too short, or the period is unknown.
    """
    duration_s = (window[1] - window[0]) / 1e9
    if period_s is None:
        raise IncompleteError(f"{TOO_SHORT}: the sensor changed too rarely to find its update period (window of {duration_s:.3g} s)")
    periods = duration_s / period_s
    if periods < _PERIODS_NEEDED:
        needed = _PERIODS_NEEDED * period_s
        raise IncompleteError(
            f"{TOO_SHORT}: the window of {duration_s:.3g} s holds {periods:.1f} updates of the sensor; {needed:.2g} s are needed"
        )
    return f"the window holds only {periods:.0f} updates of the sensor" if periods < _PERIODS_GOOD else None


def time_weighted_mean(stamps_ns: Stamps, values: Values, window: Window) -> tuple[float, str | None]:
    """Return the mean over the window with each reading held until the next, and a note if the readings cover only a part.

    Args:
        stamps_ns: When each reading was taken; shape (n,), not decreasing.
        values: The readings; NaN for a failed reading, which ends the hold of the previous one.
        window: Start and end in nanoseconds.

    Raises:
        IncompleteError: No reading falls into the window, or the readings cover less than half of it.
    """
    start, end = window
    good = ~np.isnan(values)
    if not np.any(good & (stamps_ns >= start) & (stamps_ns <= end)):
        raise IncompleteError(f"no reading falls into the window of {(end - start) / 1e9:.3g} s")
    hold = longest_hold_ns(stamps_ns)
    until = np.append(stamps_ns[1:], np.int64(end)).astype(np.float64)
    until = np.minimum(np.minimum(until, stamps_ns + hold), end)
    weights = np.clip(until - np.maximum(stamps_ns, start), 0.0, None)
    weights[~good] = 0.0
    covered = float(weights.sum()) / (end - start) if end > start else 0.0
    if covered < _COVERAGE_NEEDED:
        raise IncompleteError(f"readings cover only {covered:.0%} of the window")
    used = weights > 0
    mean = float(np.average(values[used], weights=weights[used]))
    return mean, None if covered >= _COVERAGE_WHOLE else f"readings cover {covered:.0%} of the window"


def longest_hold_ns(stamps_ns: Stamps) -> float:
    """Return how long a reading is held if no other follows: three of their median intervals, of a single one :data:`_LONE_INTERVAL_NS`."""
    return HOLD_INTERVALS * (interval_ns(stamps_ns) or _LONE_INTERVAL_NS)


def updates(stamps_ns: Stamps, values: Values) -> tuple[Stamps, Values]:
    """Return a counter's first reading and those at which its value changed: it is constant between updates. None of no readings."""
    moved = np.append(True, np.diff(values) != 0)[: values.size]
    return stamps_ns[moved], values[moved]


def counter_delta(stamps_ns: Stamps, values: Values, window: Window, seen: str = "read") -> float:
    """Return a counter's increase within the window, interpolated linearly between its readings.

    Args:
        stamps_ns: When each reading was taken; shape (n,), rising.
        values: The readings; shape (n,).
        window: Start and end in nanoseconds.
        seen: Verb for a reading in error messages.

    Raises:
        IncompleteError: The readings do not reach both edges, or the counter went backwards between them.
    """
    start, end = window
    if stamps_ns.size < 2 or stamps_ns[0] > start:
        late_s = (stamps_ns[0] - start) / 1e9 if stamps_ns.size else 0.0
        raise IncompleteError(
            f"the counter was first read {late_s:.2g} s into the window" if late_s > 0 else "the counter was not read often enough"
        )
    if stamps_ns[-1] < end:
        raise IncompleteError(f"the counter was last {seen} {(end - stamps_ns[-1]) / 1e9:.2g} s before the window's end")
    first = int(np.searchsorted(stamps_ns, start, side="right")) - 1
    last = int(np.searchsorted(stamps_ns, end, side="left"))
    used = slice(first, last + 1)
    if np.any(np.diff(values[used]) < 0):
        raise IncompleteError("the counter went backwards within the window (a reset)")
    # In seconds from the first reading used: nanoseconds since boot would cost precision at the edges.
    at = (stamps_ns[used] - stamps_ns[first]) / 1e9
    edges = np.interp([(start - stamps_ns[first]) / 1e9, (end - stamps_ns[first]) / 1e9], at, values[used] - values[first])
    return float(edges[1] - edges[0])


def gap_note(gaps: Sequence[RunGap], key: str, window: Window) -> str | None:
    """Return a note on how much of a window has no readings of a metric, and why; None without a gap."""
    unread = _unread(gaps, key, window)
    return None if unread is None else f"{unread[0]:.2g} s of the window without readings ({unread[1]})"


def incomplete_note(gaps: Sequence[RunGap], key: str, window: Window) -> str | None:
    """Return why a sum over a window with such a gap is not given, in one text of its own for translators; None without a gap."""
    unread = _unread(gaps, key, window)
    return None if unread is None else f"incomplete: {unread[0]:.2g} s of the window without readings ({unread[1]})"


def _unread(gaps: Sequence[RunGap], key: str, window: Window) -> tuple[float, str] | None:
    """Return how many seconds of a window have no readings of a metric, and the first gap's reason; None without a gap."""
    inside = _inside(gaps, key, window)
    if not inside:
        return None
    start_s, end_s = window[0] / 1e9, window[1] / 1e9
    unread_s, until_s = 0.0, start_s
    for begin_s, stop_s in sorted((gap.start_s, end_s if gap.end_s is None else min(gap.end_s, end_s)) for gap in inside):
        unread_s += max(0.0, stop_s - max(begin_s, until_s))  # gaps may overlap
        until_s = max(until_s, stop_s)
    return unread_s, inside[0].reason


def suspend_note(gaps: Sequence[RunGap], key: str, window: Window) -> str | None:
    """Return a note if the computer was suspended within the window, else None. Counters are not trusted across a suspend."""
    return next((gap.reason for gap in _inside(gaps, key, window) if gap.reason.startswith(SLEPT)), None)


def _inside(gaps: Sequence[RunGap], key: str, window: Window) -> list[RunGap]:
    start_s, end_s = window[0] / 1e9, window[1] / 1e9
    affecting = [gap for gap in gaps if not gap.metrics or key in gap.metrics]
    return [gap for gap in affecting if gap.start_s < end_s and (gap.end_s is None or gap.end_s > start_s)]
