"""The lanes of a timeline: steps, streams, and threads with nested calls; the tones of slices, and links between them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import CallTree, nesting
from gpuscope.profiles.intervals import Intervals, covered
from gpuscope.profiles.lane_row import LaneRow
from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes, operator_class
from gpuscope.profiles.process_groups import HOST_RANGE
from gpuscope.profiles.trace import DEVICE_WORK, STEP_NAME, UNKNOWN, Category, Codes, Flags, Integers, Trace, is_module

_WAITS = ("Synchronize", "EventSync", "WaitEvent", "urQueueFinish", "urEventWait")
"""Parts of the names of runtime calls that wait for the device."""
_MOST_LINKS = 64
"""Most arrows drawn from one call: more would be illegible."""


class Tone(IntEnum):
    """What a slice's colour represents; the tones of operators and device work are `OperatorClass` values, which are smaller."""

    RUNTIME = 32
    RANGE = 33
    STEP = 34
    MODULE = 35
    PYTHON = 36
    WAIT = 37


class LaneKind(IntEnum):
    """The content of a lane; lanes of one track are shown in this order."""

    STEPS = 0
    DEVICE_RANGES = 1
    STREAM = 2
    WAITS = 3
    RANGES = 4
    MODULES = 5
    CALLS = 6
    """Operators and runtime calls."""
    PYTHON = 7
    OTHER = 8


ON_DEVICE = (LaneKind.DEVICE_RANGES, LaneKind.STREAM, LaneKind.WAITS)
"""Lanes of a stream."""


@dataclass(frozen=True, eq=False)
class Lane:
    """The slices of one kind on one track.

    Attributes:
        kind: The kind of its slices.
        track: Index into the trace's tracks; -1 for the steps, which may belong to several.
        slices: Indices into the trace's slices, ascending.
        tree: The call tree of the trace.
        tone: Tone of every slice of the trace.
    """

    kind: LaneKind
    track: int
    slices: Integers
    tree: CallTree
    tone: Codes

    @property
    def trace(self) -> Trace:
        """The trace."""
        return self.tree.trace

    @property
    def key(self) -> str:
        """A key that identifies the lane within the trace."""
        return f"{self.track}:{self.kind.name.lower()}"

    @cached_property
    def rows(self) -> tuple[LaneRow, ...]:
        """The slices by depth, the outermost first."""
        starts, ends = self.trace.slices.start_ns[self.slices], self.trace.slices.end_ns[self.slices]
        if (starts[1:] >= np.maximum.accumulate(ends)[:-1]).all():
            return (self._row(self.slices),)
        is_known = self.kind is LaneKind.CALLS
        depths = self.tree.depth[self.tree.calls.searchsorted(self.slices)] if is_known else nesting(self.trace, self.slices)[1]
        return tuple(self._row(self.slices[depths == depth]) for depth in range(int(depths.max()) + 1))

    def _row(self, slices: Integers) -> LaneRow:
        starts, ends = self.trace.slices.start_ns[slices], self.trace.slices.end_ns[slices].copy()
        ends[:-1] = np.minimum(ends[:-1], starts[1:])  # clock rounding makes neighbours overlap by a few ns
        return LaneRow(slices, starts, ends, self.tone[slices])


@dataclass(frozen=True, slots=True)
class Gap:
    """An interval in which a stream was idle.

    Attributes:
        start_ns: Start, from the trace's origin.
        end_ns: Start of the next work.
        is_device_idle: Whether the device's other streams were idle too.
        host: Index of the host slice that covers most of the gap; None if none was recorded.
        host_ns: How much of the gap that slice covers.
    """

    start_ns: int
    end_ns: int
    is_device_idle: bool
    host: int | None
    host_ns: int


@dataclass(frozen=True, eq=False)
class TraceLanes:
    """All lanes of a trace.

    Attributes:
        lanes: From top to bottom: steps, streams, threads.
    """

    tree: CallTree
    lanes: tuple[Lane, ...]

    @property
    def trace(self) -> Trace:
        """The trace."""
        return self.tree.trace

    def prepare(self) -> None:
        """Compute what the first drawing needs; slow with a million slices, so call it off the GUI thread."""
        for lane in self.lanes:
            for row in lane.rows if lane.kind is not LaneKind.PYTHON else ():
                len(row.levels)

    @cached_property
    def end_ns(self) -> int:
        """The latest end of any slice that has a lane."""
        ends = self.trace.slices.end_ns
        return max((int(ends[lane.slices].max()) for lane in self.lanes), default=0)

    @cached_property
    def start_ns(self) -> int:
        """The earliest start of any slice that has a lane."""
        return min((int(self.trace.slices.start_ns[lane.slices[0]]) for lane in self.lanes), default=0)

    @cached_property
    def tones(self) -> tuple[int, ...]:
        """The tones in the trace by their total time: of device work and waits for it, of operators, runtime calls, CPU collectives."""
        if not self.lanes:
            return ()
        tone, slices = self.lanes[0].tone, self.trace.slices
        calls, is_operator = self.tree.calls, self.tree.is_operator
        collectives = self.trace.rows_named(HOST_RANGE, Category.ANNOTATION)
        waits = calls[~is_operator & (tone[calls] == Tone.WAIT)]
        parts = [np.concatenate((self.trace.device_work.slice, waits)), calls[is_operator], calls[~is_operator], collectives]
        ordered: list[int] = []
        for rows in parts:
            spent = np.bincount(tone[rows], weights=slices.duration_ns[rows]) if rows.size else np.empty(0)
            ordered += [value for value in np.argsort(-spent, kind="stable").tolist() if spent[value] > 0]
        return tuple(dict.fromkeys(ordered))

    def matching(self, text: str) -> Flags:
        """Return the slices whose names contain a text, ignoring case."""
        wanted = text.casefold()
        if not wanted:
            return np.zeros(len(self.trace.slices), bool)
        matching: Flags = self.trace.names_that(lambda name: wanted in name.casefold())[self.trace.slices.name]
        return matching

    def lane_of(self, index: int) -> Lane | None:
        """Return the lane of a slice; None if it has none."""
        return next((lane for lane in self.lanes if _place_in(lane.slices, index) is not None), None)

    def work_of(self, index: int) -> int | None:
        """Return the index of a slice among the device work; None if it is not device work."""
        return _place_in(self.trace.device_work.slice, index)

    def call_of(self, index: int) -> int | None:
        """Return the index of a slice among the calls of the tree; None if it is not one of them."""
        return _place_in(self.tree.calls, index)

    def operator_of(self, index: int) -> int | None:
        """Return the slice of the operator that launched a piece of device work or made a runtime call; None if there is none."""
        if (work := self.work_of(index)) is not None:
            launcher = int(self.tree.launcher[work])
        elif (call := self.call_of(index)) is not None:
            launcher = int(self.tree.operator[call])
        else:
            return None
        return int(self.tree.calls[launcher]) if launcher >= 0 and self.tree.calls[launcher] != index else None

    def links(self, index: int) -> list[tuple[int, int]]:
        """Return (launch, launched) pairs of slice indices: for device work its launch, for a call the work launched within it."""
        by = self.tree.launching_call
        if (work := self.work_of(index)) is not None:
            return [(int(self.tree.calls[by[work]]), index)] if by[work] >= 0 else []
        if (call := self.call_of(index)) is None:
            return []
        slices, calls = self.trace.slices, self.tree.calls
        places = np.flatnonzero(by >= 0)
        launches = calls[by[places]]
        is_inside = (slices.track[launches] == slices.track[calls[call]]) & (slices.start_ns[launches] >= slices.start_ns[index])
        places = places[is_inside & (slices.start_ns[launches] < slices.end_ns[index] + (slices.duration_ns[index] == 0))]
        return [(int(calls[by[place]]), int(self.trace.device_work.slice[place])) for place in places[:_MOST_LINKS]]

    def gap_at(self, lane: Lane, time_ns: float) -> Gap | None:
        """Return the gap of a stream at an instant, or of the whole device if idle; None if the stream is busy, or outside its work."""
        stretch = lane.rows[0].gap_at(time_ns) if lane.kind is LaneKind.STREAM else None
        if stretch is None:
            return None
        busy = self._busy[self._device(lane)]
        after = int(busy.start_ns.searchsorted(time_ns, "right"))
        is_idle = 0 < after < busy.start_ns.size and time_ns >= busy.end_ns[after - 1]
        if is_idle:
            stretch = int(busy.end_ns[after - 1]), int(busy.start_ns[after])
        host, host_ns = self._host_in(*stretch)
        return Gap(*stretch, is_idle, host, host_ns)

    @cached_property
    def _busy(self) -> dict[int | str, Intervals]:
        slices = self.trace.slices
        rows: dict[int | str, list[Integers]] = {}
        for lane in self.lanes:
            if lane.kind is LaneKind.STREAM:
                rows.setdefault(self._device(lane), []).append(lane.slices)
        joined = {device: np.concatenate(parts) for device, parts in rows.items()}
        return {device: covered(slices, every) for device, every in joined.items()}

    def _device(self, lane: Lane) -> int | str:
        return self.trace.tracks[lane.track].process

    @cached_property
    def _host_slices(self) -> Integers:
        kinds = (LaneKind.RANGES, LaneKind.MODULES, LaneKind.CALLS, LaneKind.PYTHON)
        parts = [lane.slices for lane in self.lanes if lane.kind in kinds]
        return np.sort(np.concatenate(parts)) if parts else np.empty(0, np.int64)

    def _host_in(self, start_ns: int, end_ns: int) -> tuple[int | None, int]:
        """Return the host slice (operator, runtime call, range or function) that covers most of an interval, and by how much.

        Of slices that cover equally much, the innermost is returned.
        """
        slices, rows = self.trace.slices, self._host_slices
        rows = rows[: int(slices.start_ns[rows].searchsorted(end_ns))]
        covered = np.minimum(slices.end_ns[rows], end_ns) - np.maximum(slices.start_ns[rows], start_ns)
        if not covered.size or covered.max() <= 0:
            return None, 0
        most = np.flatnonzero(covered == covered.max())
        inner = int(most[np.argmin(slices.duration_ns[rows[most]])])
        return int(rows[inner]), int(covered[inner])


def _place_in(rows: Integers, row: int) -> int | None:
    """Return the index of a row among sorted rows; None if it is not one of them."""
    place = int(rows.searchsorted(row))
    return place if place < rows.size and rows[place] == row else None


def trace_lanes(tree: CallTree) -> TraceLanes:
    """Return the lanes of a trace."""
    trace, tone = tree.trace, _tones(tree)
    kinds = _kinds(trace)
    lanes = []
    for kind in LaneKind:
        members = np.flatnonzero(kinds == kind)
        if kind is LaneKind.STEPS:
            lanes += [Lane(kind, UNKNOWN, members, tree, tone)] if members.size else []
            continue
        tracks = trace.slices.track[members]
        lanes += [Lane(kind, int(track), members[tracks == track], tree, tone) for track in np.unique(tracks)]
    return TraceLanes(tree, tuple(sorted(lanes, key=lambda lane: _order(lane, trace))))


def _order(lane: Lane, trace: Trace) -> tuple[int, float, str, int]:
    if lane.kind is LaneKind.STEPS:
        return 0, 0.0, "", 0
    track = trace.tracks[lane.track]
    return 1 if lane.kind in ON_DEVICE else 2, track.order, str(track.thread), lane.kind


def _kinds(trace: Trace) -> Codes:
    """Return the lane kind of each slice; 255 for none."""
    table = np.full(256, 255, np.uint8)
    table[list(DEVICE_WORK)] = LaneKind.STREAM
    for category, kind in (
        (Category.OTHER, LaneKind.OTHER), (Category.OPERATOR, LaneKind.CALLS), (Category.RUNTIME, LaneKind.CALLS),
        (Category.ANNOTATION, LaneKind.RANGES), (Category.DEVICE_ANNOTATION, LaneKind.DEVICE_RANGES), (Category.PYTHON, LaneKind.PYTHON),
        (Category.SYNCHRONIZATION, LaneKind.WAITS),
    ):  # fmt: skip
        table[category] = kind
    kinds = table[trace.slices.category]
    kinds[trace.rows_named(STEP_NAME, Category.ANNOTATION)] = LaneKind.STEPS
    python = trace.slices.of(Category.PYTHON)
    kinds[python[trace.are_named(python, is_module)]] = LaneKind.MODULES
    return kinds


def _tones(tree: CallTree) -> Codes:
    """Return the tone of each slice."""
    trace = tree.trace
    slices = trace.slices
    table = np.zeros(256, np.uint8)
    for category, tone in (
        (Category.RUNTIME, Tone.RUNTIME), (Category.ANNOTATION, Tone.RANGE), (Category.DEVICE_ANNOTATION, Tone.RANGE),
        (Category.PYTHON, Tone.PYTHON), (Category.SYNCHRONIZATION, Tone.WAIT),
    ):  # fmt: skip
        table[category] = tone
    tones = table[slices.category]
    operators, runtime, python = slices.of(Category.OPERATOR), slices.of(Category.RUNTIME), slices.of(Category.PYTHON)
    by_name = np.zeros(len(trace.names), np.uint8)
    for name in np.unique(slices.name[operators]).tolist():
        by_name[name] = tree.observed_classes.get(name) or operator_class(trace.names[name])  # as in the table of operators
    tones[operators] = by_name[slices.name[operators]]
    tones[runtime[trace.are_named(runtime, lambda name: any(word in name for word in _WAITS))]] = Tone.WAIT
    tones[trace.rows_named(STEP_NAME, Category.ANNOTATION, Category.DEVICE_ANNOTATION)] = Tone.STEP
    tones[trace.rows_named(HOST_RANGE, Category.ANNOTATION)] = OperatorClass.COLLECTIVE  # of the CPU, where no kernel does them
    tones[python[trace.are_named(python, is_module)]] = Tone.MODULE
    tones[trace.device_work.slice] = _work_classes(tree)
    return tones


def _work_classes(tree: CallTree) -> Codes:
    """Return the class of each piece of device work, by operator and kernel as in the tables."""
    slices, work = tree.trace.slices, tree.trace.device_work
    if not work.slice.size:
        return np.empty(0, np.uint8)
    names = tree.trace.names
    keys, inverse = np.unique(tree.launcher_name.astype(np.int64) * len(names) + slices.name[work.slice], return_inverse=True)
    by_key = np.array([_class(key, names, tree.observed_classes) for key in keys.tolist()], np.uint8)
    alone = kernel_classes(tree.trace)
    is_plain = np.isin(alone, (OperatorClass.COPY_ENGINE, OperatorClass.FILL)) & (slices.category[work.slice] != Category.KERNEL)
    return np.where(is_plain, alone, by_key[inverse]).astype(np.uint8)


def _class(key: int, names: tuple[str, ...], observed: Mapping[int, OperatorClass]) -> OperatorClass:
    launcher, kernel = divmod(key, len(names))
    return observed.get(launcher) or operator_class(names[launcher] if launcher >= 0 else "", names[kernel])
