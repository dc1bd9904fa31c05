"""Builds a run from another program's recording. None of its numbers has the quality "measured", since they are that program's.

Sensor readings of that program are "derived" (they were converted, and when and how they were read is unknown), values from its models
are "estimated"; the source of each names the program.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from gpuscope.analysis import uncertainty
from gpuscope.analysis.placement import place
from gpuscope.analysis.recorded_run import SummaryInput
from gpuscope.analysis.reduction import TOO_SHORT
from gpuscope.analysis.series import DeviceSeries, interval_ns
from gpuscope.analysis.summary import summarize
from gpuscope.bundles import limits
from gpuscope.core import figures
from gpuscope.core.event import Event, Gap, Hello
from gpuscope.core.event_json import encode
from gpuscope.core.metric_registry import metric, reduced_key
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.run import DeviceResult, RunGap, RunOrigin, RunRecord, RunState
from gpuscope.core.runspec import ATTACHED, RunSpec
from gpuscope.storage.chunks import MAX_CHUNK
from gpuscope.storage.run_intake import EventRow, IncomingReadings, IncomingRun
from gpuscope.storage.values import MISSING_BITS, SeriesHead

_EVENTS_AT_ONCE = 1024
"""Rows per write, so that a log of several days is never entirely in memory."""
_UNREADABLE = "the log has no value"
_LEAST_SPREAD = 0.5
"""Minimum relative half width of an estimate (measurement.md, S14)."""
_LEAST_DURATION_S = 5.0
"""Minimum window: the driver averages over a second, so in shorter windows edge effects dominate (measurement.md, S6)."""
_GAP_INTERVALS = 3
"""A pause between readings longer than this many median intervals is a gap (measurement.md, S1)."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A run as recorded in another program's file.

    Attributes:
        origin: Program, host and time of the import.
        identity: Text that uniquely identifies the run among that program's runs.
        name: Name of the run.
        started_at: Start time, UTC.
        duration_s: Time from start to end.
        what: What was recorded, as a command; () for the machine.
        options: Parameters that the program logged.
        environment: Other facts in the file.
        devices: Devices with recorded metrics, which are added to those derived from the series.
        series: Readings; NaN for missing ones.
        metrics: Metrics of the run.
        state: Final state.
        reason: Reason for the state; None for a normal end.
        note: The note that its user gave it there.
    """

    origin: RunOrigin
    identity: str
    name: str
    started_at: datetime
    duration_s: float
    what: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    devices: Sequence[DeviceResult] = ()
    series: Sequence[DeviceSeries] = ()
    metrics: Mapping[str, Quantity] = field(default_factory=dict)
    state: RunState = RunState.FINISHED
    reason: str | None = None
    note: str = ""


def foreign_run(recording: Recording, notes: list[str], events: Iterable[Event] = ()) -> IncomingRun:
    """Return a recording as a run that can be imported into the store.

    Args:
        recording: The recording.
        notes: Notes of the import, to which omissions are appended.
        events: Values that the program logged during the run, with stamps from the run's start.
    """
    gaps = _gaps(recording, notes)
    record = _record(recording, gaps)
    series = recording.series
    names = [(column.device, column.metric) for column in series]
    return IncomingRun(
        record,
        [SeriesHead(column.device, column.metric, _unit(column.metric), column.source, column.quality.value) for column in series],
        [(_call(recording.origin.tool, name), 1, (name,)) for name in names],
        0,
        _readings(recording),
        (),
        _events([_hello(recording), *_gap_events(gaps)], events),
    )


def _unit(key: str) -> str:
    definition = metric(key)
    return definition.unit if definition else ""


def _call(tool: str, name: tuple[str, str]) -> str:
    return f"{tool} {'/'.join(name)}"


def _record(recording: Recording, gaps: Sequence[RunGap]) -> RunRecord:
    origin = recording.origin
    spec = RunSpec(ATTACHED, command=recording.what, options=recording.options)
    devices, metrics = _numbers(recording, spec, gaps)
    return RunRecord(
        run_id=sha256(f"{origin.tool}\n{recording.identity}".encode("utf-8", "replace")).hexdigest()[:12],
        name=recording.name,
        state=recording.state,
        reason=recording.reason,
        spec=spec,
        environment={"recorded by": origin.tool, **recording.environment},
        started_at=recording.started_at,
        start_ns=0,
        host=origin.host,
        boot_id="",
        folder="",
        duration_s=recording.duration_s,
        window_start_s=0.0,
        wall_s=recording.duration_s,
        metrics=metrics,
        devices=devices,
        note=recording.note,
        origin=origin,
    )


def _numbers(recording: Recording, spec: RunSpec, gaps: Sequence[RunGap]) -> tuple[tuple[DeviceResult, ...], dict[str, Quantity]]:
    """Return devices and metrics: those derived from the readings over the whole run, and those that the program reports."""
    read = {(entry.device, key) for entry in recording.series for key in _reduced_keys(entry.metric)}
    plain = tuple(result.device for result in recording.devices)
    data = SummaryInput(plain, place(spec, plain), (0, int(recording.duration_s * 1e9)), tuple(recording.series), tuple(gaps))
    summary = summarize(data)
    numbers = {key: _lowered(item) for key, item in summary.metrics.items() if not item.is_missing}
    results = tuple(
        replace(
            own,
            metrics={
                key: _lowered(quantity)
                for key, quantity in result.metrics.items()
                if not quantity.is_missing or (own.device.key, key) in read  # for recorded metrics, keep the reason why a value is missing
            }
            | dict(own.metrics),
            gaps=result.gaps,
        )
        for own, result in zip(recording.devices, summary.devices, strict=True)
    )
    return results, numbers | dict(recording.metrics)


def _reduced_keys(name: str) -> list[str]:
    """Return the keys of the reductions of a metric."""
    definition = metric(name)
    return [] if definition is None else [reduced_key(definition, reduction) for reduction in definition.reductions]


def _lowered(quantity: Quantity) -> Quantity:
    """Return a quantity with its quality lowered from measured to derived, since another program took the readings."""
    return replace(quantity, quality=Quality.DERIVED) if quantity.quality is Quality.MEASURED else quantity


def estimated_energy(power: DeviceSeries, duration_s: float, blur_s: float, assumption: str) -> Quantity:
    """Return the integral of another program's power readings over a recording; missing, with the reason, if incomplete.

    It is an estimate, since how the sensor was read is unknown. Between readings, power is interpolated linearly (trapezoids).

    Args:
        power: Readings in watts.
        duration_s: Length of the recording, from the run's start.
        blur_s: Maximum offset in seconds between a reading's stamp and the time that it refers to.
        assumption: The assumption made about the readings, in words.
    """
    stamps, watts = power.readings()
    source = f"integral of {power.source}"
    reason = _no_integral(power, duration_s)
    if reason is not None:
        return Quantity.missing("J", reason, power.source)
    seconds = (stamps - stamps[0]) / 1e9
    joules = float(np.trapezoid(watts, seconds))
    scatter_w = float(np.sqrt(np.mean(np.diff(watts) ** 2) / 2))  # from successive differences, after von Neumann
    unseen = 2 * scatter_w / math.sqrt(watts.size) * float(seconds[-1])  # the share of the time that the sensor observes is unknown
    edges = uncertainty.edges_j(joules, duration_s, blur_s + float(np.median(np.diff(seconds))))
    spread = max(_LEAST_SPREAD * abs(joules), uncertainty.whole_j(joules, None, edges, unseen))
    return Quantity(joules, "J", Quality.ESTIMATED, source, spread, assumption)


def _no_integral(power: DeviceSeries, duration_s: float) -> str | None:
    """Return why readings cannot be integrated over a recording (measurement.md, S1); None if they can.

    There is no integration across an unreadable value, which counts as a gap of any length.
    """
    stamps, _ = power.readings()
    good = np.flatnonzero(~np.isnan(power.values))
    if stamps.size < 2:
        return "no power was read" if not stamps.size else "the power was read once"
    if duration_s < _LEAST_DURATION_S:
        return f"{TOO_SHORT}: the average of a second needs a window of {_LEAST_DURATION_S:g} s, this one has {duration_s:.3g} s"
    pauses_s = np.diff(stamps) / 1e9
    most_s = _GAP_INTERVALS * float(np.median(pauses_s))
    before_s, after_s = float(stamps[0]) / 1e9, duration_s - float(stamps[-1]) / 1e9
    if before_s > most_s or good[0] > 0:
        return f"incomplete: the power was first read {before_s:.2g} s into the recording"
    if after_s > most_s or good[-1] + 1 < power.values.size:
        return f"incomplete: the power was last read {after_s:.2g} s before the end"
    unread_s = float(pauses_s[(pauses_s > most_s) | (np.diff(good) > 1)].sum())
    return f"incomplete: {unread_s:.2g} s without power readings" if unread_s else None


def estimated_total(parts: Sequence[tuple[str, Quantity]]) -> Quantity:
    """Return the sum of the devices' estimated energies, also an estimate; missing if any of them is."""
    for device, part in parts:
        if part.value is None:
            return Quantity.missing("J", f"{device}: {part.reason}", part.source)
    joules = sum(part.value or 0.0 for _, part in parts)
    spread = sum(part.uncertainty or 0.0 for _, part in parts)  # sensors of the same model share their systematic error
    notes = "; ".join(dict.fromkeys(part.reason for _, part in parts if part.reason))
    source = "; ".join(f"{device}: {part.source}" for device, part in parts)
    return Quantity(joules, "J", Quality.ESTIMATED, source, spread, notes or None)


def _gaps(recording: Recording, notes: list[str]) -> list[RunGap]:
    """Return the gaps in the readings, by series; above a limit only the longest, with a note."""
    pauses = [_pauses(series) for series in recording.series]
    count = sum(len(part) for part in pauses)
    if count > limits.FOREIGN_GAPS:
        pauses = _longest(pauses)
        kept = figures.figure(limits.FOREIGN_GAPS, "1")
        notes.append(f"of {figures.figure(count, '1')} pauses in the readings of {recording.name[:80]} only the {kept} longest are kept")
    return [
        RunGap(begin / 1e9, end / 1e9, series.device, (series.metric,), _UNREADABLE if unreadable else "nothing was recorded")
        for series, part in zip(recording.series, pauses, strict=True)
        for begin, end, unreadable in part.tolist()
    ]


def _pauses(series: DeviceSeries) -> NDArray[np.int64]:
    """Return (start, end, whether a value between them was unreadable) for the gaps of a series, in nanoseconds; int64, shape (n, 3).

    A metric without any successful reading has no gaps: it is missing as a whole.
    """
    stamps = series.before_ns
    good = np.flatnonzero(~np.isnan(series.values))
    if good.size == 0:
        return np.zeros((0, 3), np.int64)
    ends = np.unique(np.concatenate([[0], good, [stamps.size - 1]]))  # include unreadable values at the edges
    steps = np.diff(stamps)
    most_ns = _GAP_INTERVALS * np.median(steps) if steps.size > 1 else np.inf
    begins, ends = ends[:-1], ends[1:]
    unreadable = np.isnan(series.values[begins]) | np.isnan(series.values[ends]) | (ends - begins > 1)
    pauses = np.stack([stamps[begins], stamps[ends], unreadable], axis=1)
    kept: NDArray[np.int64] = pauses[unreadable | (stamps[ends] - stamps[begins] > most_ns)]
    return kept


def _longest(pauses: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """Return the longest gaps, by series."""
    lasted = np.concatenate([part[:, 1] - part[:, 0] for part in pauses])
    kept = np.zeros(lasted.size, bool)
    kept[np.argpartition(lasted, -limits.FOREIGN_GAPS)[-limits.FOREIGN_GAPS :]] = True
    ends = np.cumsum([len(part) for part in pauses])
    return [part[mine] for part, mine in zip(pauses, np.split(kept, ends[:-1]), strict=True)]


def _readings(recording: Recording) -> Iterator[IncomingReadings]:
    for at, column in enumerate(recording.series):
        values = column.values.copy()
        values.view(np.uint64)[np.isnan(values)] = MISSING_BITS
        for begin in range(0, values.size, MAX_CHUNK):
            part = slice(begin, begin + MAX_CHUNK)
            call = _call(recording.origin.tool, (column.device, column.metric))
            yield IncomingReadings(call, column.before_ns[part], column.after_ns[part], [(at, values[part])])


def _hello(recording: Recording) -> Hello:
    """Return the hello that a sensor helper would send about its devices and calls before its first reading."""
    tool = recording.origin.tool
    info = {
        "devices": [result.device.to_json() for result in recording.devices],
        "calls": {_call(tool, (column.device, column.metric)): [[column.device, column.metric]] for column in recording.series},
        "periods": {
            _call(tool, (column.device, column.metric)): (interval_ns(column.before_ns) or 0.0) / 1e9 for column in recording.series
        },
        "quality": {f"{column.device}/{column.metric}": [column.quality.value, column.source] for column in recording.series},
        "pending": [],
    }
    return Hello("helper", 0, 0, info)


def _events(first: Sequence[Event], following: Iterable[Event]) -> Iterator[list[EventRow]]:
    rows: list[EventRow] = []
    for at, event in enumerate(chain(first, following)):
        rows.append((event.KIND, 0, at, encode(event)))
        if len(rows) == _EVENTS_AT_ONCE:
            yield rows
            rows = []
    if rows:
        yield rows


def _gap_events(gaps: Sequence[RunGap]) -> Iterator[Gap]:
    for gap in gaps:
        end_ns = None if gap.end_s is None else int(gap.end_s * 1e9)
        yield Gap(gap.device, gap.metrics, int(gap.start_s * 1e9), end_ns, gap.reason)
