"""The nesting of calls on the host, and the calls that launched work on the device.

A call's parent is the innermost call on its thread that was active when it began. A kernel belongs to the runtime call with its
correlation id, or with its external id if it has no other (as from older ROCm versions), and so to the operator around that call. If
the runtime call was not recorded, or is on a thread without operators, the kernel belongs to the operator with its external id that was
running then.
"""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.intervals import covered
from gpuscope.profiles.operator_classes import OperatorClass, by_category, class_outside_optimizers
from gpuscope.profiles.trace import OPTIMIZER_STEP, UNKNOWN, Category, Flags, Indices, Integers, Trace

_GRAPH = re.compile(r"(cuda|hip|cu)GraphLaunch")
_FOREACH = re.compile(r"aten::_foreach_")
_BLEED_NS = 1000
"""Overlap of two calls that is attributed to clock rounding: if one outlasts the other but overlaps it by less, they are siblings."""
_NEVER_NS = 2**62
"""Later than any time of a trace, and still safe to add to in 64 bits."""


@dataclass(frozen=True)
class CallTree:
    """The nesting of the host's operator and runtime calls, and the launcher of each piece of device work.

    Attributes:
        calls: Indices of the slices of operator and runtime calls, in order.
        parent: Index into `calls` of each call's parent; -1 for none.
        depth: Number of calls around each.
    """

    trace: Trace
    calls: Integers
    parent: Integers
    depth: Integers

    @cached_property
    def is_operator(self) -> Flags:
        """The calls that are operators."""
        is_operator: Flags = self.trace.slices.category[self.calls] == Category.OPERATOR
        return is_operator

    @cached_property
    def operator(self) -> Integers:
        """The innermost operator around or at each call, as an index into `calls`; -1 for none."""
        own = np.where(self.is_operator, np.arange(self.calls.size), UNKNOWN)
        for depth in range(1, int(self.depth.max(initial=0)) + 1):
            rows = np.flatnonzero((self.depth == depth) & (own < 0))
            own[rows] = own[self.parent[rows]]
        return own

    @cached_property
    def launch(self) -> Integers:
        """The runtime call that launched each piece of device work, as an index into `calls`; -1 if it was not recorded."""
        slices, work = self.trace.slices, self.trace.device_work.slice
        launch = self._launch_by(slices.correlation)
        has_no_id = slices.correlation[work] < 0
        return np.where(has_no_id, self._launch_by(slices.external), launch) if has_no_id.any() else launch

    def _launch_by(self, ids: Integers) -> Integers:
        """Return the runtime call with the same id as each piece of device work, as an index into `calls`; -1 for none."""
        slices, work = self.trace.slices, self.trace.device_work.slice
        rows = np.flatnonzero(~self.is_operator & (ids[self.calls] > 0))  # CUPTI writes 0 for unknown
        keys, wanted = ids[self.calls[rows]], ids[work]
        if np.unique(keys).size < keys.size:  # the counter restarted, or the file covers several processes
            return _last_before(keys, slices.start_ns[self.calls[rows]], rows, wanted, slices.start_ns[work])
        return _matched(keys, rows, wanted)

    @cached_property
    def launcher(self) -> Integers:
        """The operator that launched each piece of device work, as an index into `calls`; -1 for none."""
        slices, work = self.trace.slices, self.trace.device_work.slice
        if not self.calls.size:
            return np.full(work.size, UNKNOWN)
        launcher = np.where(self.launch >= 0, self.operator[self.launch], UNKNOWN)
        rows = np.flatnonzero(self.is_operator & (slices.external[self.calls] >= 0))
        by_id = _matched(slices.external[self.calls[rows]], rows, slices.external[work])
        begin_ns, end_ns = (column[self.calls[by_id]] for column in (slices.start_ns, slices.end_ns))
        launched_ns = slices.start_ns[self.calls[self.launch]]
        is_running = (slices.correlation[work] >= 0) & (begin_ns <= launched_ns) & (launched_ns < end_ns)
        is_good = np.where(self.launch < 0, begin_ns <= slices.start_ns[work], (launcher < 0) & is_running)
        return np.where(is_good & (by_id >= 0), by_id, launcher)

    def outermost_launching(self, name: re.Pattern[str]) -> Integers:
        """Return the outermost operators that launched device work with a name in which a pattern is found, as indices into the slices."""
        by = self.launcher[self.trace.are_named(self.trace.device_work.slice, name.search)]
        root = by[by >= 0]
        while root.size and ((around := self.parent[root]) >= 0).any():
            root = np.where(around >= 0, around, root)
        return self.calls[np.unique(root)] if root.size else np.empty(0, np.int64)

    @property
    def launcher_name(self) -> Integers:
        """The name of that operator, as an index into `Trace.names`; -1 for none."""
        return np.where(self.launcher >= 0, self.trace.slices.name[self.calls[self.launcher]] if self.calls.size else UNKNOWN, UNKNOWN)

    @cached_property
    def observed_classes(self) -> dict[int, OperatorClass]:
        """Classes of operators known from the trace rather than from their names, by name (index into `Trace.names`)."""
        return {**self._outside_optimizers(), **self._copying()}

    @cached_property
    def optimizer_steps(self) -> Integers:
        """The steps of optimizers, as indices into the slices."""
        return self.trace.rows_named(OPTIMIZER_STEP, Category.ANNOTATION, Category.OPERATOR)

    def _outside_optimizers(self) -> dict[int, OperatorClass]:
        """Return the operators on many tensors at once that mostly run outside of optimizers' steps; {} if none of these is marked.

        Optimizers are their first user; clipping gradients and averaging weights are others.
        """
        slices, steps = self.trace.slices, self.optimizer_steps
        calls = self.calls[self.is_operator & self.trace.are_named(self.calls, _FOREACH.match)]
        if not calls.size or not steps.size:
            return {}
        starts_ns = slices.start_ns[calls]
        is_inside = covered(slices, steps).within_each(starts_ns, starts_ns + 1) > 0
        names, place = np.unique(slices.name[calls], return_inverse=True)
        outside = names[np.bincount(place, weights=is_inside) < 0.5 * np.bincount(place)]
        return {int(name): class_outside_optimizers(self.trace.names[name]) for name in outside.tolist()}

    def _copying(self) -> dict[int, OperatorClass]:
        """Return the operators whose device work is only copies or only fills, with the class of that work.

        By its name, ``aten::copy_`` could be a cast by a kernel as well.
        """
        work, launcher = self.trace.device_work.slice, self.launcher_name
        classes = by_category(self.trace.slices.category[work[launcher >= 0]])
        names, place = np.unique(launcher[launcher >= 0], return_inverse=True)
        least, most = np.full(names.size, np.iinfo(np.int64).max), np.zeros(names.size, np.int64)
        np.minimum.at(least, place, classes)
        np.maximum.at(most, place, classes)
        is_one = (least == most) & (most != OperatorClass.OTHER)
        return {int(name): OperatorClass(one) for name, one in zip(names[is_one].tolist(), most[is_one].tolist(), strict=True)}

    @cached_property
    def is_foreign(self) -> Flags:
        """The device work launched before the capture began: it has no launch, and runs before all launched work of its device."""
        work, has_launch = self.trace.device_work, self.has_launch
        starts_ns = self.trace.slices.start_ns[work.slice]
        if has_launch.all() or not has_launch.any():
            return np.zeros(starts_ns.size, bool)
        numbers, device = np.unique(work.device, return_inverse=True)
        first_ns = np.full(numbers.size, _NEVER_NS)
        np.minimum.at(first_ns, device[has_launch], starts_ns[has_launch])
        first_ns[first_ns == _NEVER_NS] = first_ns.min()
        graphs_ns = self.trace.slices.start_ns[self.calls[self._unmatched_graphs]]
        is_foreign: Flags = ~has_launch & (starts_ns < np.minimum(first_ns, graphs_ns.min(initial=_NEVER_NS))[device])
        return is_foreign

    @cached_property
    def has_launch(self) -> Flags:
        """The device work whose launching call or operator was recorded."""
        has_launch: Flags = self.launching_call >= 0
        return has_launch

    @cached_property
    def launching_call(self) -> Integers:
        """The innermost call that launched each piece of device work, as an index into `calls`; -1 for none."""
        return np.where(self.launch >= 0, self.launch, self.launcher)

    @property
    def _unmatched_graphs(self) -> Integers:
        """The launches of graphs whose work has other ids, as on ROCm, as indices into `calls`: what runs after them may be theirs."""
        graphs = np.flatnonzero(self.trace.are_named(self.calls, _GRAPH.match) & ~self.is_operator)
        return np.setdiff1d(graphs, self.launch)


def call_tree(trace: Trace) -> CallTree:
    """Return the call tree of a trace."""
    calls = trace.slices.of(Category.OPERATOR, Category.RUNTIME)
    parent, depth = nesting(trace, calls)
    return CallTree(trace, calls, parent, depth)


def nesting(trace: Trace, rows: Integers, bleed_ns: int = _BLEED_NS) -> tuple[Integers, Integers]:
    """Return the parents and depths of some slices, nested among each other per thread.

    Args:
        trace: The trace.
        rows: Indices of slices, ascending.
        bleed_ns: A slice that outlasts the one before it, and overlaps it by less than this, is its sibling.

    Returns:
        For each slice the index into `rows` of its parent, -1 for none, and the number of slices around it.
    """
    parents = np.full(rows.size, UNKNOWN, np.int64)
    depths = np.zeros(rows.size, np.int64)
    tracks = trace.slices.track[rows]
    order = np.argsort(tracks, kind="stable")
    bounds = np.flatnonzero(np.diff(tracks[order])) + 1
    for places in np.split(order, bounds):
        if places.size:
            starts, ends = trace.slices.start_ns[rows[places]], trace.slices.end_ns[rows[places]]
            inner, depths[places] = _nested(starts, ends, bleed_ns)
            parents[places] = np.where(inner >= 0, places[inner], UNKNOWN)
    return parents, depths


def _nested(starts: Integers, ends: Integers, bleed_ns: int) -> tuple[Integers, Integers]:
    """Return parents and depths of one thread's slices, given in order.

    If no slice outlasts the one around it, the depth is the number of earlier slices that have not ended, and the parent is the last
    earlier slice that is one level higher: columns compute that several times faster than a loop. Between two instants at which nothing
    runs, where a slice does outlast another, a loop decides.
    """
    count = np.arange(starts.size)
    ended = np.searchsorted(np.sort(ends), starts, "right")
    instants = np.cumsum(ends == starts)  # counted as ended by those that begin with them, too early up to themselves
    depths = count - ended + instants[np.searchsorted(starts, starts, "right") - 1] - instants + (ends == starts)
    keys = np.sort(depths * starts.size + count)
    above = keys[np.searchsorted(keys, keys - starts.size) - 1]
    parents = np.full(starts.size, UNKNOWN, np.int64)
    parents[keys % starts.size] = above % starts.size
    parents[depths == 0] = UNKNOWN
    outlasting = np.flatnonzero((parents >= 0) & (ends > ends[parents]))
    if outlasting.size:
        quiet = np.append(np.flatnonzero(starts[1:] >= np.maximum.accumulate(ends)[:-1]) + 1, starts.size)
        for first, last in dict.fromkeys(_stretches(quiet, outlasting)):
            inner, depths[first:last] = _nested_one_by_one(starts[first:last].tolist(), ends[first:last].tolist(), bleed_ns)
            parents[first:last] = [parent + first if parent >= 0 else UNKNOWN for parent in inner]
    return parents, depths


def _stretches(bounds: Integers, places: Integers) -> list[tuple[int, int]]:
    """Return the first place of the stretch between two bounds around each place, and the first place after it."""
    at = np.searchsorted(bounds, places, "right")
    return list(zip(np.where(at > 0, bounds[at - 1], 0).tolist(), bounds[at].tolist(), strict=True))


def _nested_one_by_one(starts: list[int], ends: list[int], bleed_ns: int) -> tuple[list[int], list[int]]:
    """Return parents and depths of slices in order, some of which end after the slice that they began in."""
    parents, depths = [], []
    around, around_ends = [UNKNOWN], [_NEVER_NS]  # the first one encloses all
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        last = around_ends[-1]
        while last <= start or (last < end and last - start < bleed_ns):
            around.pop()
            around_ends.pop()
            last = around_ends[-1]
        parents.append(around[-1])
        depths.append(len(around) - 1)
        around.append(place)
        around_ends.append(end)
    return parents, depths


def within_own_name(names: Indices, parents: Integers) -> Flags:
    """Return which calls are nested in another of the same name, by the name of each and the index of the call around it, -1 for none."""
    within, around = np.zeros(parents.size, bool), parents
    while (around >= 0).any():
        within |= (around >= 0) & (names == names[around])
        around = np.where(around >= 0, parents[around], UNKNOWN)
    return within


def _matched(keys: Integers, values: Integers, wanted: Integers) -> Integers:
    """Return for each wanted key the value of its first occurrence in ``keys``; -1 if there is none."""
    if not keys.size:
        return np.full(wanted.size, UNKNOWN)
    order = np.argsort(keys, kind="stable")
    at = np.minimum(np.searchsorted(keys[order], wanted), keys.size - 1)
    first = order[at]
    return np.where((keys[first] == wanted) & (wanted >= 0), values[first], UNKNOWN)


def _last_before(keys: Integers, times_ns: Integers, values: Integers, wanted: Integers, until_ns: Integers) -> Integers:
    """Return for each wanted key the value of its last occurrence until a time, else of its first occurrence; -1 if there is none."""
    every, at_ns = np.concatenate([keys, wanted]), np.concatenate([times_ns, until_ns])
    order = np.lexsort((np.arange(every.size) >= keys.size, at_ns, every))
    last = np.maximum.accumulate(np.where(order < keys.size, np.arange(order.size), 0))
    is_same = (order[last] < keys.size) & (every[order[last]] == every[order])
    matched = _matched(keys, values, wanted)
    rows = np.flatnonzero(is_same & (order >= keys.size))
    matched[order[rows] - keys.size] = values[order[last[rows]]]
    return np.where(wanted >= 0, matched, UNKNOWN)
