"""The operators of a trace: by name, and by name and argument shapes.

Self device time covers the work that an operator launched itself; total device time also covers the work that the operators below it
launched. Totals count a call nested in another of the same name once. Self host time excludes the operators below; runtime calls belong
to the operator that made them. The device time of a call is the time in which any of its work ran, as in TraceLens, so simultaneous work
on two streams counts once.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from gpuscope.profiles.call_tree import CallTree, within_own_name
from gpuscope.profiles.intervals import overlap_in_group, union_by_group_ns
from gpuscope.profiles.operation_costs import operator_bytes, operator_flops
from gpuscope.profiles.operator_classes import OperatorClass, operator_class
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN, Flags, Indices, Integers, Trace


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """The calls of an operator with the same argument shapes and types; times in seconds.

    Attributes:
        operator: Its name.
        shapes: Shapes of its arguments, as JSON: "[[16,559],[]]"; "" if none were recorded.
        types: Types of its arguments, as JSON; "" if none were recorded.
        calls: Number of calls.
        self_device_s: Device time of the work they launched themselves.
        total_device_s: Device time including the work launched below them.
        self_host_s: Host time excluding the operators below.
        total_host_s: Host time including them.
        flops: Operations of all calls, counted by the profiler or else derived from the shapes; None if neither is possible.
        is_counted: Whether the profiler counted the operations.
        bytes: Minimum bytes moved by all calls; None if it cannot be derived from shapes and types.
    """

    operator: str
    shapes: str
    types: str
    calls: int
    self_device_s: float
    total_device_s: float
    self_host_s: float
    total_host_s: float
    flops: float | None
    is_counted: bool
    bytes: float | None

    @property
    def shapes_text(self) -> str:
        """The shapes in readable form: ``16×559, 1024×64``."""
        return shapes_text(self.shapes)

    @property
    def types_text(self) -> str:
        """The types of the tensors among its arguments, each once: ``float, BFloat16``; "" if none are known."""
        try:
            shapes, types = (json.loads(text) if text else [] for text in (self.shapes, self.types))
            named = [kind.rpartition(":")[2] for shape, kind in zip(shapes, types, strict=False) if shape and isinstance(kind, str)]
        except (TypeError, ValueError, RecursionError):
            return ""
        return ", ".join(dict.fromkeys(filter(None, named)))


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """All calls of an operator; times in seconds.

    Attributes:
        name: Name of the operator.
        work_class: Its class of work; if its device work consists only of copies, or only of fills, the class of that work.
        calls: Number of calls.
        self_device_s: Device time of the work they launched themselves.
        total_device_s: Device time including the work launched below them.
        self_host_s: Host time excluding the operators below.
        total_host_s: Host time including them.
        flops: Operations of all calls, counted by the profiler or else derived from the shapes; None unless known for all.
        bytes: Minimum bytes moved by all calls; None unless known for all.
        kernels: Number of kernels, copies and fills they launched themselves.
        launching_calls: Number of calls that launched any of these themselves.
        by_shape: The calls by argument shapes and types, the most time first.
    """

    name: str
    work_class: OperatorClass
    calls: int
    self_device_s: float
    total_device_s: float
    self_host_s: float
    total_host_s: float
    flops: float | None
    bytes: float | None
    kernels: int
    launching_calls: int
    by_shape: tuple[ShapeRow, ...]


@dataclass(frozen=True)
class OperatorTimes:
    """The times of each operator call, in ns."""

    tree: CallTree

    @cached_property
    def rows(self) -> Integers:
        """The operator calls, as indices into `CallTree.calls`."""
        return np.flatnonzero(self.tree.is_operator)

    @cached_property
    def _number(self) -> Integers:
        """For each call its index in `rows`; -1 for a runtime call."""
        number = np.full(self.tree.calls.size, UNKNOWN)
        number[self.rows] = np.arange(self.rows.size)
        return number

    @cached_property
    def parent(self) -> Integers:
        """The operator call around each, as an index into `rows`; -1 for none."""
        parent = self.tree.parent[self.rows]
        around = np.where(parent >= 0, self.tree.operator[parent], UNKNOWN)
        return np.where(around >= 0, self._number[around], UNKNOWN)

    @cached_property
    def depth(self) -> Integers:
        """Number of calls around each."""
        depth: Integers = self.tree.depth[self.rows]
        return depth

    @cached_property
    def launched_by(self) -> Integers:
        """The operator call that launched each piece of device work, as an index into `rows`; -1 for none."""
        launcher = self.tree.launcher
        return np.where(launcher >= 0, self._number[launcher] if self._number.size else UNKNOWN, UNKNOWN)

    @cached_property
    def self_device_ns(self) -> Integers:
        """Device time of the work that each call launched itself."""
        slices, work = self.tree.trace.slices, self.tree.trace.device_work.slice
        has_launcher = self.launched_by >= 0
        rows = work[has_launcher]
        return union_by_group_ns(self.launched_by[has_launcher], slices.start_ns[rows], slices.end_ns[rows], self.rows.size)

    @cached_property
    def total_device_ns(self) -> Integers:
        """Device time of each call, including the work launched below it."""
        slices, own = self.tree.trace.slices, np.flatnonzero(self.launched_by >= 0)
        starts_ns, ends_ns = (column[self.tree.trace.device_work.slice[own]] for column in (slices.start_ns, slices.end_ns))
        around = self.launched_by[own]
        is_beside = overlap_in_group(self._outermost_around(around), starts_ns, ends_ns)
        alone = np.zeros(self.rows.size, np.int64)
        np.add.at(alone, around[~is_beside], (ends_ns - starts_ns)[~is_beside])
        total = self._summed_up(alone)
        around, starts_ns, ends_ns = around[is_beside], starts_ns[is_beside], ends_ns[is_beside]
        for depth in range(int(self.depth[around].max(initial=-1)), -1, -1):  # time beside other work does not add up: united per call
            places = np.flatnonzero((around >= 0) & (self.depth[around] == depth))
            total += union_by_group_ns(around[places], starts_ns[places], ends_ns[places], self.rows.size)
            around[places] = self.parent[around[places]]
        return total

    @cached_property
    def total_host_ns(self) -> Integers:
        """Host time of each call."""
        durations: Integers = self.tree.trace.slices.duration_ns[self.tree.calls[self.rows]]
        return durations

    @cached_property
    def self_host_ns(self) -> Integers:
        """Host time of each call, excluding the operators below it."""
        inner = np.zeros(self.rows.size, np.int64)
        has_parent = self.parent >= 0
        np.add.at(inner, self.parent[has_parent], self.total_host_ns[has_parent])
        own: Integers = np.maximum(0, self.total_host_ns - inner)
        return own

    @cached_property
    def launches(self) -> Integers:
        """Number of pieces of device work that each call launched itself."""
        launches: Integers = np.bincount(self.launched_by[self.launched_by >= 0], minlength=self.rows.size)
        return launches

    @cached_property
    def is_outermost(self) -> Flags:
        """The calls that are not nested in another of the same name."""
        return ~within_own_name(self.tree.trace.slices.name[self.tree.calls[self.rows]], self.parent)

    def _outermost_around(self, calls: Integers) -> Integers:
        """Return the outermost operator call around or at each call."""
        outermost = calls.copy()
        while ((around := self.parent[outermost]) >= 0).any():
            outermost = np.where(around >= 0, around, outermost)
        return outermost

    def _summed_up(self, own: Integers) -> Integers:
        """Return the values of each call plus those of all calls below it."""
        total = own.copy()
        for depth in range(int(self.depth.max(initial=0)), 0, -1):
            rows = np.flatnonzero((self.depth == depth) & (self.parent >= 0))
            np.add.at(total, self.parent[rows], total[rows])
        return total


def alike_merged(rows: Iterable[ShapeRow]) -> list[ShapeRow]:
    """Return one row for rows of an operator whose shapes and types look alike, since they differ in scalars or lists only."""
    alike: dict[tuple[str, str, str], list[ShapeRow]] = {}
    for row in rows:
        alike.setdefault((row.operator, row.shapes_text, row.types_text), []).append(row)
    return [_summed(same) if len(same) > 1 else same[0] for same in alike.values()]


def _summed(rows: Sequence[ShapeRow]) -> ShapeRow:
    times = ("calls", "self_device_s", "total_device_s", "self_host_s", "total_host_s")
    sums: dict[str, Any] = {name: sum(getattr(row, name) for row in rows) for name in times}
    costs: dict[str, Any] = {name: _sum_of_all([getattr(row, name) for row in rows]) for name in ("flops", "bytes")}
    return replace(rows[0], **sums, **costs, is_counted=all(row.is_counted for row in rows))


def shapes_text(shapes: str) -> str:
    """Return shapes in readable form, without those of scalars: ``16×559, 1024×64``; "" if there are none."""
    try:
        parts = json.loads(shapes) if shapes else []
    except (ValueError, RecursionError):
        return shapes
    return ", ".join(_shape_text(part) for part in parts if part != []) if isinstance(parts, list) else shapes


def _shape_text(part: object) -> str:
    if isinstance(part, list) and any(isinstance(inner, list) for inner in part):
        return f"({', '.join(_shape_text(inner) for inner in part)})"  # a list of tensors
    return "×".join(map(str, part)) if isinstance(part, list) else str(part)


def operator_rows(times: OperatorTimes) -> tuple[OperatorRow, ...]:
    """Return the operators, the most self device time first; by self host time if there is no device work."""
    if not times.rows.size:
        return ()
    trace = times.tree.trace
    names = trace.slices.name[times.tree.calls[times.rows]]
    calls = trace.operator_calls
    order = np.lexsort((calls.types, calls.shapes, names))
    keys = np.stack([names, calls.shapes, calls.types], axis=1)[order]
    bounds = np.flatnonzero(np.any(np.diff(keys, axis=0) != 0, axis=1)) + 1
    shapes: dict[int, list[ShapeRow]] = {}
    for places in np.split(order, bounds):
        shapes.setdefault(int(names[places[0]]), []).append(_shape_row(times, places))
    kernels = _main_kernels(times, names)
    launches = np.bincount(names, weights=times.launches).astype(np.int64)
    launching = np.bincount(names, weights=times.launches > 0).astype(np.int64)
    observed = times.tree.observed_classes
    rows = [
        _operator_row(
            own, observed.get(name) or operator_class(trace.names[name], kernels.get(name, "")), int(launches[name]), int(launching[name])
        )
        for name, own in shapes.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.self_device_s, -row.self_host_s, row.name)))


def _shape_row(times: OperatorTimes, places: Integers) -> ShapeRow:
    trace = times.tree.trace
    first = places[0]
    calls = trace.operator_calls
    name = trace.name_of(times.tree.calls[times.rows[first]])
    shapes, types = _text(trace, int(calls.shapes[first])), _text(trace, int(calls.types[first]))
    outer = places[times.is_outermost[places]]
    counted = calls.flops[places]
    is_counted = bool(np.isfinite(counted).any())
    flops, moved = _costs(times, places, name, shapes, types)
    return ShapeRow(
        name,
        shapes,
        types,
        places.size,
        int(times.self_device_ns[places].sum()) * S_PER_NS,
        int(times.total_device_ns[outer].sum()) * S_PER_NS,
        int(times.self_host_ns[places].sum()) * S_PER_NS,
        int(times.total_host_ns[outer].sum()) * S_PER_NS,
        float(np.nansum(counted)) if is_counted else flops,
        is_counted,
        moved,
    )


def _costs(times: OperatorTimes, places: Integers, name: str, shapes: str, types: str) -> tuple[float | None, float | None]:
    """Return the operations and bytes of calls of equal shapes and types, each by its own values and strides; None unless all are known."""
    trace = times.tree.trace
    calls = trace.operator_calls
    flops: list[float | None] = []
    moved: list[float | None] = []
    for (value, stride), count in Counter(zip(calls.values[places].tolist(), calls.strides[places].tolist(), strict=True)).items():
        values = _text(trace, value)
        flops.append(_of_calls(operator_flops(name, shapes, values), count))
        moved.append(_of_calls(operator_bytes(name, shapes, types, values, _text(trace, stride)), count))
    return _sum_of_all(flops), _sum_of_all(moved)


def _of_calls(one: float | None, count: int) -> float | None:
    return None if one is None else one * count


def _text(trace: Trace, index: int) -> str:
    return trace.texts[index] if index >= 0 else ""


def _operator_row(shapes: list[ShapeRow], work_class: OperatorClass, launches: int, launching: int) -> OperatorRow:
    ordered = sorted(shapes, key=lambda row: (-row.total_device_s, -row.total_host_s))
    name = ordered[0].operator
    return OperatorRow(
        name,
        work_class,
        sum(row.calls for row in shapes),
        sum(row.self_device_s for row in shapes),
        sum(row.total_device_s for row in shapes),
        sum(row.self_host_s for row in shapes),
        sum(row.total_host_s for row in shapes),
        _sum_of_all([row.flops for row in shapes]),
        _sum_of_all([row.bytes for row in shapes]),
        launches,
        launching,
        tuple(ordered),
    )


def _sum_of_all(values: list[float | None]) -> float | None:
    """Return the sum; None if any value is None."""
    numbers = [value for value in values if value is not None]
    return sum(numbers) if len(numbers) == len(values) else None


def _main_kernels(times: OperatorTimes, names: Indices) -> dict[int, str]:
    """Return the kernel that each operator launches most often, by name index of the operator."""
    trace = times.tree.trace
    has_launcher = times.launched_by >= 0
    launchers, kernel_names = names[times.launched_by[has_launcher]], trace.slices.name[trace.device_work.slice[has_launcher]]
    pairs = Counter(zip(launchers.tolist(), kernel_names.tolist(), strict=True))
    kernels: dict[int, tuple[int, str]] = {}
    for (operator, kernel), count in pairs.items():
        if count > kernels.get(operator, (0, ""))[0]:
            kernels[operator] = (count, trace.names[kernel])
    return {operator: kernel for operator, (_, kernel) in kernels.items()}
