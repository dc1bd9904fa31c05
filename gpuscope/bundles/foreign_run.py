"""A run made from what another program recorded. Its numbers are that program's, so none of them is called measured here.

What that program read from a sensor is "derived" (it was converted, and when and how it was read is not known here), what it made from a
model "estimated"; the source of each names the program.
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
"""Rows of one write: a log of days never lies in memory as a whole."""
_UNREADABLE = "the log has no value"
_LEAST_SPREAD = 0.5
"""Half width of an estimate's range, as a share, at the least (measurement.md, S14)."""
_LEAST_DURATION_S = 5.0
"""The driver's average is that of a second: in shorter windows its edges outweigh the rest (measurement.md, S6)."""
_GAP_INTERVALS = 3
"""A pause longer than this many usual intervals between two readings is a gap (measurement.md, S1)."""


@dataclass(frozen=True, slots=True)
class Recording:
    """What another program's file holds of a run.

    Attributes:
        origin: Which program, where, and when it was imported.
        identity: What identifies the run among all others of that program.
        name: Its name.
        started_at: UTC.
        duration_s: From its start to its end.
        what: What was recorded, as a command; () for the machine.
        options: Parameters that the program logged.
        environment: Everything else in it.
        devices: What was recorded on which device; their numbers are added to those that follow from the series.
        series: Readings; missing ones are NaN.
        metrics: Numbers of the run.
        state: How it ended.
        reason: Why; None for a good end.
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


def foreign_run(recording: Recording, notes: list[str], events: Iterable[Event] = ()) -> IncomingRun:
    """Return a recording as a run that can be taken in.

    Args:
        recording: What the file holds.
        notes: Of the import; what is left out of the run is added.
        events: Values that the program logged while it ran, stamps from the run's start.
    """
    gaps = _gaps(recording, notes)
    record = _record(recording, gaps)
    names = [(column.device, column.metric) for column in recording.series]
    return IncomingRun(
        record,
        [
            SeriesHead(column.device, column.metric, _unit(column.metric), column.source, column.quality.value)
            for column in recording.series
        ],
        [(_call(recording.origin.tool, name), 1, (name,)) for name in names],
        0,
        _readings(recording),
        (),
        _events([_hello(recording), *_gap_events(gaps)], events),
    )


def _unit(key: str) -> str:
    known = metric(key)
    return known.unit if known else ""


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
        origin=origin,
    )


def _numbers(recording: Recording, spec: RunSpec, gaps: Sequence[RunGap]) -> tuple[tuple[DeviceResult, ...], dict[str, Quantity]]:
    """Return devices and numbers: what the readings come to over the whole run, and what the program reports."""
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
                if not quantity.is_missing or (own.device.key, key) in read  # of what the program recorded, why there is no number
            }
            | dict(own.metrics),
            gaps=result.gaps,
        )
        for own, result in zip(recording.devices, summary.devices, strict=True)
    )
    return results, numbers | dict(recording.metrics)


def _reduced_keys(name: str) -> list[str]:
    """Return the numbers that follow from the readings of a metric."""
    definition = metric(name)
    return [] if definition is None else [reduced_key(definition, reduction) for reduction in definition.reductions]


def _lowered(quantity: Quantity) -> Quantity:
    """Return a number that follows from another program's readings: not measured here."""
    return replace(quantity, quality=Quality.DERIVED) if quantity.quality is Quality.MEASURED else quantity


def estimated_energy(power: DeviceSeries, duration_s: float, blur_s: float, assumption: str) -> Quantity:
    """Return the integral of another program's power readings over a recording, or why there is none.

    It is an estimate: how the sensor was read is not known here. Between two readings the power is taken to change evenly (trapezoids).

    Args:
        power: Readings in watts.
        duration_s: Length of the recording, from the run's start.
        blur_s: How far from its stamp what a reading stands for may lie, in seconds.
        assumption: What of the readings is assumed, in words.
    """
    stamps, watts = power.readings()
    source = f"integral of {power.source}"
    reason = _no_integral(power, duration_s)
    if reason is not None:
        return Quantity.missing("J", reason, power.source)
    seconds = (stamps - stamps[0]) / 1e9
    joules = float(np.trapezoid(watts, seconds))
    scatter_w = float(np.sqrt(np.mean(np.diff(watts) ** 2) / 2))  # from one reading to the next, after von Neumann
    unseen = 2 * scatter_w / math.sqrt(watts.size) * float(seconds[-1])  # which share of the time the sensor looks at is not known
    edges = uncertainty.edges_j(joules, duration_s, blur_s + float(np.median(np.diff(seconds))))
    spread = max(_LEAST_SPREAD * abs(joules), uncertainty.whole_j(joules, None, edges, unseen))
    return Quantity(joules, "J", Quality.ESTIMATED, source, spread, assumption)


def _no_integral(power: DeviceSeries, duration_s: float) -> str | None:
    """Return why readings have no integral over a recording (measurement.md, S1); None where they have one.

    None is integrated across an unreadable value, which is a gap however short.
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
    return f"incomplete: {unread_s:.2g} s without readings of power" if unread_s else None


def estimated_total(parts: Sequence[tuple[str, Quantity]]) -> Quantity:
    """Return the sum of estimated energies by device; missing when one of them is. It is an estimate too."""
    for device, part in parts:
        if part.value is None:
            return Quantity.missing("J", f"{device}: {part.reason}", part.source)
    joules = sum(part.value or 0.0 for _, part in parts)
    spread = sum(part.uncertainty or 0.0 for _, part in parts)  # sensors of one make err the same way
    notes = "; ".join(dict.fromkeys(part.reason for _, part in parts if part.reason))
    source = "; ".join(f"{device}: {part.source}" for device, part in parts)
    return Quantity(joules, "J", Quality.ESTIMATED, source, spread, notes or None)


def _gaps(recording: Recording, notes: list[str]) -> list[RunGap]:
    """Return the pauses in readings in their order; of very many the longest, which is noted."""
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
    """Return (start, end, whether a value between them was unreadable) of the pauses of a series, in nanoseconds; int64, shape (n, 3).

    A metric that was never read has none: all of it is missing.
    """
    stamps = series.before_ns
    good = np.flatnonzero(~np.isnan(series.values))
    if good.size == 0:
        return np.zeros((0, 3), np.int64)
    ends = np.unique(np.concatenate([[0], good, [stamps.size - 1]]))  # what is unreadable at an edge lies between it and a reading
    steps = np.diff(stamps)
    most_ns = _GAP_INTERVALS * np.median(steps) if steps.size > 1 else np.inf
    begins, ends = ends[:-1], ends[1:]
    unreadable = np.isnan(series.values[begins]) | np.isnan(series.values[ends]) | (ends - begins > 1)
    pauses = np.stack([stamps[begins], stamps[ends], unreadable], axis=1)
    kept: NDArray[np.int64] = pauses[unreadable | (stamps[ends] - stamps[begins] > most_ns)]
    return kept


def _longest(pauses: Sequence[NDArray[np.int64]]) -> list[NDArray[np.int64]]:
    """Return the longest of the pauses, by series."""
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
    """Return what a sensor helper says of its devices and calls before its first reading."""
    tool = recording.origin.tool
    info = {
        "devices": [result.device.to_json() for result in recording.devices],
        "calls": {_call(tool, (column.device, column.metric)): [[column.device, column.metric]] for column in recording.series},
        "periods": {_call(tool, (column.device, column.metric)): _period_s(column) for column in recording.series},
        "quality": {f"{column.device}/{column.metric}": [column.quality.value, column.source] for column in recording.series},
        "pending": [],
    }
    return Hello("helper", 0, 0, info)


def _period_s(series: DeviceSeries) -> float:
    return (interval_ns(series.before_ns) or 0.0) / 1e9


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
