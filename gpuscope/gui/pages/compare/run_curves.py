"""A run's readings, from the start of its measured window to the window's end, as curves."""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.compare.curve_axis import AxisPlaces, CurveAxis, axis_places, axis_series
from gpuscope.gui.pages.compare.group_curve import RunCurve
from gpuscope.gui.run_view.strip_plan import strip_templates
from gpuscope.gui.run_view.strip_template import CurveSource, Series, StripTemplate


@dataclass(frozen=True, slots=True)
class CurveKind:
    """What a curve shows, the same for all runs.

    Attributes:
        key: Tells it from the others.
        title: In words.
        unit: SI.
        is_share: Whether the unit "1" is that of a share.
        low: Lower end of the range, SI; None to take it from the data.
        high: Upper end of the range, SI; None to take it from the data.
        is_told: Whether the workload told it of itself, so that NaN is a value.
    """

    key: str
    title: str
    unit: str
    is_share: bool
    low: float | None
    high: float | None
    is_told: bool


@dataclass(frozen=True, slots=True, eq=False)
class RunCurves:
    """The curves of one run.

    Attributes:
        run_id: Whose they are.
        has_window: Whether there was a measured window; else the curves begin with the run.
        kinds: By their keys, in the order in which they are offered.
        by_time: By kind, over seconds from the window's start.
        places: Of the run on the other axes, as far as they are known: steps only where they were counted.
        unread: Keys of kinds that are in the store and were not read.
    """

    run_id: str
    has_window: bool
    kinds: dict[str, CurveKind] = field(default_factory=dict)
    by_time: dict[str, RunCurve] = field(default_factory=dict)
    places: dict[CurveAxis, AxisPlaces] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def has(self, axis: CurveAxis) -> bool:
        """Return whether there are curves over an axis."""
        return axis is CurveAxis.TIME or axis in self.places

    def curve(self, key: str, axis: CurveAxis) -> RunCurve | None:
        """Return the curve of a kind over an axis; None where there is none."""
        curve = self.by_time.get(key) if self.has(axis) else None
        return curve if curve is None or axis is CurveAxis.TIME else curve.over(self.places[axis])


@dataclass(frozen=True, slots=True)
class Part:
    """What is read of a run: a long one has more series than are looked at.

    Attributes:
        wanted: Keys of kinds; those that no sensor read are always there.
        there: Series of the run that have readings.
        known: What was read before, and need not be again.
    """

    wanted: Collection[str]
    there: Collection[Series]
    known: RunCurves | None = None

    def series(self, data: ShownRun) -> set[Series] | None:
        """Return the series that have to be read, by a run whose readings are not; None for all, where it does not tell which it has."""
        if not data.series_keys():
            return None
        known = self.known.by_time if self.known is not None else {}
        kinds = ((_kind(template, source).key, source.series) for template in strip_templates(data) for source in template.sources)
        wanted = {series for key, series in kinds if series is not None and key in self.wanted and key not in known}
        return wanted if self.known is not None else wanted | axis_series(data)

    def leaves_out(self, key: str, series: Series | None) -> bool:
        """Return whether a kind was not read."""
        return series is not None and key not in self.wanted


def run_curves(run_id: str, data: ShownRun, part: Part | None = None) -> RunCurves:
    """Return everything that can be drawn of a run, or of the part that was read; curves without a single value are left out."""
    window = data.window or _begun_window(data)
    start, end = window or (0.0, data.end_s)
    known = part.known if part is not None else None
    curves = RunCurves(run_id, window is not None, places=axis_places(data, start) if known is None else known.places)
    for template in strip_templates(data):
        for source in template.sources:
            kind = _kind(template, source)
            if known is not None and kind.key in known.by_time:
                curve: RunCurve | None = known.by_time[kind.key]
            elif part is not None and part.leaves_out(kind.key, source.series):
                curve = None
                if source.series in part.there:
                    curves.unread.add(kind.key)
            else:
                curve = _curve(source, data, start, end)
            if curve is not None:
                curves.by_time[kind.key] = curve
            if curve is not None or kind.key in curves.unread:
                curves.kinds[kind.key] = kind
    return curves


def _curve(source: CurveSource, data: ShownRun, start: float, end: float) -> RunCurve | None:
    times, values = _within(*source.read(data), start, end)
    is_there = np.isfinite(values).any() or (source.curve.is_told and values.size)
    return RunCurve.of(times - start, values) if is_there else None


def _begun_window(data: ShownRun) -> tuple[float, float] | None:
    """Return what has been measured so far of a run that still measures, or never came to the end of it."""
    begun = next((t_s for t_s, name in data.phases if name == "measured"), None)
    return None if begun is None else (begun, data.end_s)


def _kind(template: StripTemplate, source: CurveSource) -> CurveKind:
    several = len(template.sources) > 1 and source.curve.label != template.title
    title = f"{template.title}, {source.curve.label}" if several else template.title
    key = f"{template.key} {source.curve.key} {template.unit}"  # of one unit only: samples and steps a second are two things
    return CurveKind(key, title, template.unit, template.is_share, template.low, template.high, source.curve.is_told)


def _within(times: Floats, values: Floats, start: float, end: float) -> tuple[Floats, Floats]:
    first, last = times.searchsorted(start), times.searchsorted(end, side="right")
    return times[first:last], values[first:last]
