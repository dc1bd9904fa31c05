"""A run's readings within its measured window, as curves."""

from collections.abc import Collection
from dataclasses import dataclass, field

import numpy as np

from gpuscope.core.errors import UsageError
from gpuscope.gui.data.reading_table import Floats
from gpuscope.gui.data.shown_run import ShownRun
from gpuscope.gui.pages.compare.curves import AxisPlaces, CurveAxis, RunCurve, axis_places, axis_series
from gpuscope.gui.run_view.run_strips import strip_templates
from gpuscope.gui.run_view.strip_template import CurveSource, Series, StripTemplate
from gpuscope.recording.run_history import RunHistory
from gpuscope.system.language import translated


@dataclass(frozen=True, slots=True)
class CurveKind:
    """Kind of a curve, shared by all runs.

    Attributes:
        key: Unique among the kinds.
        title: Displayed title.
        unit: SI unit.
        is_share: Whether the unit "1" denotes a fraction, displayed in percent.
        low: Lower end of the range, SI; None to derive it from the data.
        high: Upper end of the range, SI; None to derive it from the data.
        is_logged: Whether the workload logged the values; if so, NaN counts as a value.
    """

    key: str
    title: str
    unit: str
    is_share: bool
    low: float | None
    high: float | None
    is_logged: bool


@dataclass(frozen=True, slots=True, eq=False)
class RunCurves:
    """The curves of one run.

    Attributes:
        has_window: Whether the run has a measured window; otherwise the curves start with the run.
        kinds: Kinds by key, in menu order.
        by_time: Curves by key of their kind, over seconds from the start of the drawn part.
        places: Mappings to the other axes, as far as known: steps only if they were counted.
        unread: Keys of kinds that are stored but were not read.
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
        """Return the curve of a kind over an axis; None if there is none."""
        curve = self.by_time.get(key) if self.has(axis) else None
        return curve if curve is None or axis is CurveAxis.TIME else curve.over(self.places[axis])


@dataclass(frozen=True, slots=True)
class Part:
    """Selection of the series to read, since a long run has more than are viewed.

    Attributes:
        wanted: Keys of the kinds to read; kinds without a sensor series are always read.
        there: Series that have readings.
        known: Curves read earlier, which are not read again.
    """

    wanted: Collection[str]
    there: Collection[Series]
    known: RunCurves | None = None

    def series(self, data: ShownRun) -> set[Series] | None:
        """Return the series to read for a run without loaded readings; None for all, if the run does not list its series."""
        if not data.series_keys():
            return None
        known = self.known.by_time if self.known is not None else {}
        kinds = ((_kind(template, source).key, source.series) for template in strip_templates(data) for source in template.sources)
        wanted = {series for key, series in kinds if series is not None and key in self.wanted and key not in known}
        return wanted if self.known is not None else wanted | axis_series(data)

    def leaves_out(self, key: str, series: Series | None) -> bool:
        """Return whether a kind is not to be read."""
        return series is not None and key not in self.wanted


def run_curves(run_id: str, data: ShownRun, part: Part | None = None) -> RunCurves:
    """Return the curves of a run, or of the selected part, except those without values."""
    window = data.window or _begun_window(data)
    start, end = _from_first_step(data, window or (0.0, data.end_s))
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


def read_curves(run_id: str, wanted: Collection[str], known: RunCurves | None, store: RunHistory) -> RunCurves:
    """Return the wanted kinds of curves of a run, besides those already known; empty for a run that is not in the store yet.

    Raises:
        UsageError: No run has this id.
    """
    data = ShownRun(store.find(run_id))
    try:
        with store.snapshot(run_id, skips_damage=True) as snapshot:
            part = Part(wanted, snapshot.with_numbers(), known)
            data.load(snapshot, part.series)
    except UsageError:
        return RunCurves(run_id, False)
    return run_curves(run_id, data, part)


def _curve(source: CurveSource, data: ShownRun, start: float, end: float) -> RunCurve | None:
    times, values = _within(*source.read(data), start, end)
    is_there = np.isfinite(values).any() or (source.curve.is_logged and values.size)
    return RunCurve.of(times - start, values) if is_there else None


def _from_first_step(data: ShownRun, window: tuple[float, float]) -> tuple[float, float]:
    """Return the drawn part of a window: of a command from its first step, as in reports, since start-ups differ in length."""
    if data.record is None or not data.record.spec.is_command:
        return window
    ends = data.step_ends()
    first = ends[ends.searchsorted(window[0]) :][:1]
    return (float(first[0]), window[1]) if first.size and first[0] < window[1] else window


def _begun_window(data: ShownRun) -> tuple[float, float] | None:
    """Return the measured window so far of a run that is still measuring or was interrupted."""
    begun = next((t_s for t_s, name in data.phases if name == "measured"), None)
    return None if begun is None else (begun, data.end_s)


def _kind(template: StripTemplate, source: CurveSource) -> CurveKind:
    several = len(template.sources) > 1 and source.curve.label != template.title
    title = f"{template.title}{translated(', ')}{source.curve.label}" if several else template.title
    key = f"{template.key} {source.curve.key} {template.unit}"  # includes the unit, since samples/s and steps/s are different kinds
    return CurveKind(key, title, template.unit, template.is_share, template.low, template.high, source.curve.is_logged)


def _within(times: Floats, values: Floats, start: float, end: float) -> tuple[Floats, Floats]:
    first, last = times.searchsorted(start), times.searchsorted(end, side="right")
    return times[first:last], values[first:last]
