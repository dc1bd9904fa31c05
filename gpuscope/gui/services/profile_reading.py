"""Reads profiles for the window on a thread: a trace of gigabytes shows its progress and can be cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.gui.engine_texts import record_name
from gpuscope.gui.services.history import History
from gpuscope.gui.services.opened_profiles import OpenedProfile, OpenedProfiles, ProfileSource, opened, side_by_side
from gpuscope.gui.services.worker import Errands, Mailbox, T

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gpuscope.profiles.lanes import TraceLanes
    from gpuscope.profiles.phases import Phase
    from gpuscope.recording.run_history import RunHistory

_LOOKED_AT, _MOST_KEPT = 200, 8
"""Number of newest runs searched for profiles, and maximum number of runs offered."""
_CURVES = ("power", "utilization")
"""Metrics drawn below a timeline."""


@dataclass(frozen=True, slots=True)
class RunCurve:
    """Readings of a run on the time axis of its profile.

    Attributes:
        title: Device and metric.
        unit: Displayed unit.
        family: Name of the metric's palette colour.
        time_ns: Times from the trace's origin.
        values: In the displayed unit.
        simulated: Label of a device that is not real hardware; "" for others.
    """

    title: str
    unit: str
    family: str
    time_ns: NDArray[np.float64]
    values: NDArray[np.float64]
    simulated: str = ""


@dataclass(frozen=True, slots=True)
class RunTrack:
    """Readings and phases of a run during its profile, on the profile's time axis.

    Attributes:
        curves: Power and utilization.
        phases: The phases that the run reported.
    """

    curves: Sequence[RunCurve]
    phases: Sequence[Phase]


@dataclass(frozen=True, slots=True)
class ProfiledRun:
    """A run that has a profile: its id, its name, and its start."""

    run_id: str
    name: str
    started_at: datetime


class _GivenUpError(GpuscopeError):
    """The request was cancelled or replaced by another."""


class ProfileReading(QObject):
    """Reads the profiles that a page requests; a new request replaces the previous one.

    Attributes:
        progressed: Files are being read: name of the file, and the share of all files read so far, 0 to 1.
        opened: A request is complete: its :class:`OpenedProfiles`.
        failed: A GpuscopeError: nothing was opened.
    """

    progressed = Signal(str, float)
    opened = Signal(object)
    failed = Signal(object)

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._mailbox = Mailbox(self)
        self._errands = Errands("profile", self)
        self._stop = threading.Event()
        self.destroyed.connect(lambda: self._stop.set())  # of the request at that time, which nobody waits for

    def read(self, items: Sequence[str]) -> None:
        """Read profiles.

        Args:
            items: Paths of files and ids of runs; a run stands for its newest capture. Two items are compared unless they are ranks of
                one job.
        """
        self._stop.set()
        stop = self._stop = threading.Event()
        self._history.ask(partial(_sources, tuple(items)), partial(self._read_sources, stop), partial(self._fail, stop), self)

    def find_runs(self, then: Callable[[list[ProfiledRun]], None]) -> None:
        """Find runs with a profile, newest first."""
        self._history.ask(_profiled_runs, then, lambda _: None, self)

    def find_lanes(self, opened: OpenedProfile, then: Callable[[tuple[TraceLanes, Sequence[Phase]]], None], owner: QObject) -> None:
        """Compute the lanes of a profile's timeline and the phases of its steps."""
        self._errands.submit(partial(_lanes, opened), then, self.failed.emit, owner)

    def work_out(self, work: Callable[[], T], then: Callable[[T], None], owner: QObject) -> None:
        """Compute a part of a profile on a thread because it takes too long for the event loop."""
        self._errands.submit(work, then, self.failed.emit, owner)

    def find_track(self, opened: OpenedProfile, then: Callable[[RunTrack], None], owner: QObject) -> None:
        """Read the readings and phases of a profile's run during the profile."""
        self._history.ask(partial(_track, opened), then, lambda _: None, owner)

    def cancel(self) -> None:
        """Cancel the current request."""
        self._stop.set()

    def close(self) -> None:
        """Cancel the current request and wait for the threads."""
        self._stop.set()
        self._mailbox.close()
        self._errands.close()

    def _read_sources(self, stop: threading.Event, sources: list[ProfileSource]) -> None:
        if not stop.is_set():
            self._errands.submit(partial(self._work, stop, sources), partial(self._emit_opened, stop), partial(self._fail, stop), self)

    def _work(self, stop: threading.Event, sources: list[ProfileSource]) -> OpenedProfiles:
        """Read the files and compute all tables, on a thread."""

        def progress(number: int, share: float) -> None:
            if stop.is_set():
                raise _GivenUpError("given up")
            whole = (number + share) / len(sources)
            self._mailbox.post(lambda: None if stop.is_set() else self.progressed.emit(sources[number].path.name, whole))

        return side_by_side([(source.item, opened(source, partial(progress, number))) for number, source in enumerate(sources)])

    def _emit_opened(self, stop: threading.Event, read: OpenedProfiles) -> None:
        if not stop.is_set():
            self.opened.emit(read)

    def _fail(self, stop: threading.Event, error: GpuscopeError) -> None:
        if not stop.is_set():
            self.failed.emit(error)


def items_of(item: object) -> tuple[str, ...]:
    """Return the items requested by another page, the command line or a drop: a single item or a list; () for anything else."""
    match item:
        case str() | Path():
            return (str(item),)
        case list() | tuple():
            return tuple(map(str, item))
        case _:
            return ()


# On threads


def _sources(items: tuple[str, ...], store: RunHistory) -> list[ProfileSource]:
    """Return the files of these items, on the history's thread.

    Raises:
        UsageError: An item is neither a file nor a run.
        UnavailableError: A run has no profile.
    """
    from gpuscope.recording.trace_paths import is_trace_path, trace_files
    from gpuscope.reports.profile_difference_view import trace_names

    traces = {item: trace_files(Path(item).absolute()) for item in items if is_trace_path(item)}
    files = [path for paths in traces.values() for path in paths]
    names = dict(zip(files, trace_names(files), strict=True))
    sources: list[ProfileSource] = []
    for number, item in enumerate(items):
        if item in traces:
            sources += [ProfileSource(number, path, names[path]) for path in traces[item]]
        else:
            sources += _of_run(number, item, store)
    return sources


def _of_run(number: int, item: str, store: RunHistory) -> list[ProfileSource]:
    from gpuscope.recording.captures import newest_profiles

    record = store.find(item)
    files = newest_profiles(Path(record.folder)) if record.folder else []
    if not files:
        raise UnavailableError(
            QCoreApplication.translate("ProfileReading", "{0} has no profile").format(record_name(record)),
            QCoreApplication.translate("ProfileReading", "Run it again with a profile: the field “Profile” of the form, or --profile."),
        )
    names = [record_name(record)] if len(files) == 1 else [f"{record_name(record)}: {path.name}" for path in files]
    series, ceilings = store.device_series(record.run_id), store.ceilings(record)
    return [ProfileSource(number, path, name, record, series, ceilings) for path, name in zip(files, names, strict=True)]


def _profiled_runs(store: RunHistory) -> list[ProfiledRun]:
    from gpuscope.recording.captures import profile_files

    found: list[ProfiledRun] = []
    for record in store.runs(limit=_LOOKED_AT):
        if record.folder and profile_files(Path(record.folder)):
            found.append(ProfiledRun(record.run_id, record_name(record), record.started_at))
            if len(found) == _MOST_KEPT:
                break
    return found


def _lanes(opened: OpenedProfile) -> tuple[TraceLanes, Sequence[Phase]]:
    from gpuscope.profiles.lanes import trace_lanes
    from gpuscope.profiles.phases import step_phases

    lanes = trace_lanes(opened.profile.tree)
    lanes.prepare()
    return lanes, step_phases(opened.profile.tree)


def _track(opened: OpenedProfile, store: RunHistory) -> RunTrack:
    return RunTrack(_curves(opened, store), _phases(opened, store))


def _phases(opened: OpenedProfile, store: RunHistory) -> list[Phase]:
    """Return the phases that the run reported, clipped to the capture."""
    from gpuscope.core.event import Phase as ReportedPhase
    from gpuscope.profiles.phases import Phase

    record, trace = opened.record, opened.profile.trace
    assert record is not None
    start_ns = int(record.started_at.timestamp() * 1e9) - trace.origin_ns
    try:
        events = store.events(record.run_id, [ReportedPhase.KIND])
    except UsageError:  # the run is too new to be in the store
        return []
    reported = [event for event in events if isinstance(event, ReportedPhase)]
    stamps = [event.t_ns - record.start_ns + start_ns for event in reported] + [trace.span_ns]
    stretches = [
        (event.name, max(0, begin), min(end, trace.span_ns)) for event, begin, end in zip(reported, stamps, stamps[1:], strict=False)
    ]
    return [Phase(name, begin, end) for name, begin, end in stretches if name and begin < end]


def _curves(opened: OpenedProfile, store: RunHistory) -> list[RunCurve]:
    """Return the run's power and utilization during the capture, plus one reading before and after it."""
    from gpuscope.core.device_metrics import SHARES
    from gpuscope.core.figures import steady_unit
    from gpuscope.core.metric_registry import metric
    from gpuscope.reports.headlines import of_device

    record = opened.record
    assert record is not None
    trace = opened.profile.trace
    start_ns = int(record.started_at.timestamp() * 1e9) - trace.origin_ns
    curves, unreal = [], {result.device.key: result.device.simulated or "" for result in record.devices}
    for readings in store.device_series(record.run_id):
        known = metric(readings.metric)
        if known is None or readings.metric not in _CURVES:
            continue
        stamps_ns, values = readings.readings()
        times_ns = stamps_ns + start_ns
        first, last = times_ns.searchsorted([0, trace.span_ns])
        kept = slice(max(0, int(first) - 1), int(last) + 1)
        if times_ns[kept].size < 2:
            continue
        shown = steady_unit(known.unit, float(values[kept].max()), share=readings.metric in SHARES)
        title = of_device(readings.device, known.label)
        stamps, simulated = times_ns[kept].astype(float), unreal.get(readings.device, "")
        curves.append(RunCurve(title, shown.name, known.family.value, stamps, values[kept] / shown.size, simulated))
    return curves
