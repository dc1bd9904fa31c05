"""Curves of compared runs: conversion between axes, decimation, binning, and aggregation by group."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from gpuscope.gui.charts.series import Series
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun

_MOST_PLACES = 20_000
"""Maximum number of axis positions kept per run; exceeds the pixel columns of any screen."""

_POWERS = ("power", "power_average")


class CurveAxis(StrEnum):
    """The axis of the curves, from the start of a run's measured window."""

    TIME = "time"
    STEPS = "steps"
    SAMPLES = "samples"
    ENERGY = "energy"


@dataclass(frozen=True, slots=True, eq=False)
class AxisPlaces:
    """Piecewise linear mapping of a run's time to another axis.

    Attributes:
        times: Seconds from the window's start, float64 [n], ascending.
        places: Measured steps, samples or joules so far, float64 [n], non-decreasing.
    """

    times: Floats
    places: Floats

    @classmethod
    def thinned(cls, times: Floats, places: Floats) -> "AxisPlaces":
        """Return the mapping, decimated to the drawable resolution; the last point is kept."""
        stride = -(-times.size // _MOST_PLACES)
        kept = np.append(np.arange(0, times.size - 1, stride), times.size - 1) if stride > 1 else slice(None)
        return cls(times[kept], places[kept])

    def at(self, times: Floats) -> Floats:
        """Return the positions at other times."""
        return np.interp(times, self.times, self.places)


def axis_places(data: ShownRun, start_s: float) -> dict[CurveAxis, AxisPlaces]:
    """Return the run's mapping to every known axis except time.

    Args:
        data: The run.
        start_s: Start of its measured window, in seconds from the run's start.
    """
    axes = {}
    ends = data.step_ends()
    if ends.size:
        counts = data.step_counts()[: ends.size] - float(data.step_at(start_s))
        axes[CurveAxis.STEPS] = AxisPlaces.thinned(ends - start_s, counts)
        if samples := data.progress.samples_per_step:
            steps = axes[CurveAxis.STEPS]
            axes[CurveAxis.SAMPLES] = AxisPlaces(steps.times, steps.places * samples)
    energy = _energy_places(data, start_s)
    if energy is not None:
        axes[CurveAxis.ENERGY] = energy
    return axes


def _energy_places(data: ShownRun, start_s: float) -> AxisPlaces | None:
    """Return cumulative joules over time, summed over the run's energy devices; None without energy."""
    curves = [curve for device in _metered(data) if (curve := _energy_curve(data, device)) is not None]
    if not curves:
        return None
    times = max((times for times, _ in curves), key=lambda column: column.size)
    joules = np.sum([np.interp(times, *curve) for curve in curves], axis=0)
    joules -= np.interp(start_s, times, joules)
    return AxisPlaces.thinned(times - start_s, joules)


def axis_series(data: ShownRun) -> set[tuple[str, str]]:
    """Return the (device, metric) pairs of readings that the axes may need."""
    return {(device, key) for device in _metered(data) for key in ("energy", *_POWERS)}


def _metered(data: ShownRun) -> list[str]:
    energy = data.record.metrics.get("energy") if data.record is not None else None
    source = energy.source if energy is not None and energy.value is not None else ""
    return [device.key for device in data.devices if f"{device.key}: " in source]


def _energy_curve(data: ShownRun, device: str) -> tuple[Floats, Floats] | None:
    """Return (seconds, joules) of a device, from its energy counter or else by integrating its power."""
    times, counted = _finite(*data.series(device, "energy"))
    if times.size > 1:
        return times, np.maximum.accumulate(counted)
    for key in _POWERS:
        times, watts = _finite(*data.series(device, key))
        if times.size > 1:
            return times, np.concatenate([[0.0], np.cumsum(np.diff(times) * (watts[1:] + watts[:-1]) / 2.0)])
    return None


def _finite(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    known = np.isfinite(values)
    return times[known], values[known]


@dataclass(frozen=True, slots=True, eq=False)
class Bins:
    """Non-empty bins aligned at 0; widths are powers of two, so that the bins of two runs align.

    Attributes:
        width: Bin width in units of the axis; 0 for unbinned readings.
        x: Centres, float64 [n], ascending.
        mean: Mean of the finite readings in each bin, NaN if there are none; float64 [n], as the following two.
        low: Minimum.
        high: Maximum.
        count: Number of finite readings, float64 [n].
    """

    width: float
    x: Floats
    mean: Floats
    low: Floats
    high: Floats
    count: Floats

    @classmethod
    def of_readings(cls, x: Floats, y: Floats) -> "Bins":
        """Return unbinned readings."""
        return cls(0.0, x, y, y, y, np.isfinite(y).astype(np.float64))

    def widened(self, width: float) -> "Bins":
        """Return wider bins, or the same bins if they are wide enough."""
        if width <= self.width or not self.x.size:
            return self
        places = np.floor(self.x / width)
        begins = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
        known = self.count > 0
        count = np.add.reduceat(self.count, begins)
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            mean = np.add.reduceat(np.where(known, self.mean * self.count, 0.0), begins) / count
            low = np.fmin.reduceat(np.where(known, self.low, np.nan), begins)
            high = np.fmax.reduceat(np.where(known, self.high, np.nan), begins)
        return Bins(width, (places[begins] + 0.5) * width, mean, low, high, count)


_COLUMNS = 3000
"""Columns of the widest chart; a curve keeps two points per column."""


@dataclass(frozen=True, slots=True, eq=False)
class RunCurve:
    """A curve.

    Attributes:
        x: Axis positions, float64 [n], ascending.
        y: SI values; for a long series, the extremes of blocks, so that no peak is lost. Not suitable for computing means.
        bins: Input for means: single readings, or the bins of a long series.
    """

    x: Floats
    y: Floats
    bins: Bins

    @classmethod
    def of(cls, x: Floats, y: Floats) -> "RunCurve":
        """Return the curve of readings, given as ascending positions and SI values."""
        bins = Bins.of_readings(x, y)
        if x.size <= 2 * _COLUMNS:
            return cls(x, y, bins)
        begin, end = float(x[0]), float(x[-1])
        series = Series()
        series.set(x, y)
        drawn_x, drawn_y = series.part(begin, end, _COLUMNS)
        return cls(np.array(drawn_x), np.array(drawn_y), bins.widened(_width(end - begin)))

    def over(self, axis: AxisPlaces) -> "RunCurve":
        """Return a curve over time converted to another axis."""
        x = axis.at(self.bins.x)
        bins = replace(self.bins, width=0.0, x=x)
        is_long = self.bins.width > 0 and x.size > 0
        return RunCurve(axis.at(self.x), self.y, bins.widened(_width(float(x[-1] - x[0]))) if is_long else bins)


def _width(span: float) -> float:
    """Return the smallest power-of-two bin width with which a chart's columns cover a span."""
    return 2.0 ** math.ceil(math.log2(span / _COLUMNS)) if span > 0 else 1.0


@dataclass(frozen=True, slots=True, eq=False)
class GroupCurve:
    """Aggregated curve of a group.

    Attributes:
        x: Axis positions, float64 [n], ascending.
        mean: Mean over the runs, SI; NaN where a run has no value.
        low: Minimum over the runs; None for a single run.
        high: Maximum over the runs; None for a single run.
    """

    x: Floats
    mean: Floats
    low: Floats | None
    high: Floats | None


def group_curve(curves: Sequence[RunCurve]) -> GroupCurve | None:
    """Return a group's curve computed from those of its runs; None without curves or overlap.

    Several runs are averaged in bins of the largest width among them, then interpolated linearly at the positions of the run with
    the most positions within their common range.
    """
    curves = [curve for curve in curves if curve.x.size]
    if not curves:
        return None
    if len(curves) == 1:
        return GroupCurve(curves[0].x, curves[0].y, None, None)
    width = max(curve.bins.width for curve in curves)
    runs = [curve.bins.widened(width) for curve in curves]
    begin, end = max(bins.x[0] for bins in runs), min(bins.x[-1] for bins in runs)
    densest = max((bins.x for bins in runs), key=lambda x: np.count_nonzero((x >= begin) & (x <= end)))
    x = densest[(densest >= begin) & (densest <= end)]
    if not x.size:
        return None
    with np.errstate(invalid="ignore"):
        mean = np.mean([np.interp(x, bins.x, bins.mean) for bins in runs], axis=0)
        low = np.min([np.interp(x, bins.x, bins.low) for bins in runs], axis=0)
        high = np.max([np.interp(x, bins.x, bins.high) for bins in runs], axis=0)
    return GroupCurve(x, mean, low, high)
