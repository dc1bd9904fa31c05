"""The flame graph of a capture: the host's calls merged by call path, with their host time and the device time they launched.

Python functions, marked ranges, operators and runtime calls nest as they did on their thread; equal paths form one node. Modules are
Python calls named ``nn.Module: Linear_3``, so the graph contains them if the profiler recorded stacks. Steps differ only by the number in
their names, so they too are merged.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpuscope.profiles.call_tree import CallTree, nesting
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.trace import STEP_NAME, UNKNOWN, Category, Codes, Indices, Integers, Trace, is_module

_HOST = (Category.PYTHON, Category.ANNOTATION, Category.OPERATOR, Category.RUNTIME)

_STEP_NUMBER = re.compile(r"(#|,? (step_num )?)\d+$")
"""The number at the end of a step's name, with what separates it."""
_NO_BLEED = 2**62
"""Overlap up to which slices count as siblings: unlimited. A slice that outlasts the call in which it starts, as a step may, is then not
nested in that call, and no node is wider than its parent."""


@dataclass(frozen=True)
class FlameGraph:
    """Nodes of merged calls; parents precede their children. All columns have the same length.

    Attributes:
        trace: The trace, with one name for all steps; its slices have the same places as in the trace as recorded.
        name: Index into `Trace.names`; -1 for a thread.
        category: A :class:`Category`; OTHER for a thread.
        track: Index into `Trace.tracks`.
        parent: Index of the parent node; -1 for a thread; each thread has one node.
        depth: 0 for a thread.
        calls: Number of calls merged.
        host_ns: Host time of all calls, including the nodes below; for a thread the sum of its outermost calls.
        self_host_ns: Host time excluding the nodes below.
        device_ns: Device time of the work launched in the node and below.
        observed_classes: Classes of operators that the trace shows, and that their names alone would not; by name.
    """

    trace: Trace
    name: Indices
    category: Codes
    track: Indices
    parent: Integers
    depth: Integers
    calls: Integers
    host_ns: Integers
    self_host_ns: Integers
    device_ns: Integers
    observed_classes: Mapping[int, OperatorClass]

    def __len__(self) -> int:
        return int(self.name.size)

    def label(self, node: int) -> str:
        """Return the label of a node."""
        if self.name[node] >= 0:
            return self.trace.names[int(self.name[node])]
        track = self.trace.tracks[int(self.track[node])]
        return track.thread_name or f"thread {track.thread}"

    def path(self, node: int) -> list[str]:
        """Return the labels from the thread down to a node."""
        labels = []
        while node >= 0:
            labels.append(self.label(node))
            node = int(self.parent[node])
        return labels[::-1]

    def layout_ns(self, widths_ns: Integers) -> tuple[Integers, Integers]:
        """Return start and width of each node: siblings side by side, the widest first; threads one after the other.

        A node is cut at the end of its parent: overlapping calls of one thread, such as a step that begins within one call and ends within
        another, may take more time in total than the call around them.

        Args:
            widths_ns: Width of each node: `host_ns` or `device_ns`.
        """
        order = np.lexsort((-widths_ns, self.parent))
        before = np.cumsum(widths_ns[order]) - widths_ns[order]
        is_first = np.ones(order.size, bool)
        is_first[1:] = self.parent[order][1:] != self.parent[order][:-1]
        firsts = np.flatnonzero(is_first)
        starts, widths = np.empty_like(widths_ns), widths_ns.copy()
        starts[order] = before - np.repeat(before[firsts], np.diff(np.append(firsts, order.size)))
        for depth in range(1, int(self.depth.max(initial=0)) + 1):
            rows = np.flatnonzero(self.depth == depth)
            around = self.parent[rows]
            starts[rows] = np.minimum(starts[rows], widths[around]) + starts[around]
            widths[rows] = np.minimum(widths[rows], starts[around] + widths[around] - starts[rows])
        return starts, widths


def flame_graph(tree: CallTree, *, functions: bool = True) -> FlameGraph:
    """Return the merged calls of a capture.

    Args:
        tree: The call tree.
        functions: Whether to include Python functions; otherwise only modules, ranges, operators and runtime calls.
    """
    trace = _with_equal_steps(tree.trace)
    rows = trace.slices.of(*_HOST)
    if not functions:
        rows = rows[(trace.slices.category[rows] != Category.PYTHON) | trace.are_named(rows, is_module)]
    parent_row, depth = nesting(trace, rows, _NO_BLEED)
    node, parents = _merged(trace, rows, parent_row, depth)
    count = parents.size
    threads = int((parents < 0).sum())
    first = np.full(count, UNKNOWN)
    first[node[::-1]] = rows[::-1]
    is_call = first >= 0
    host, device = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.add.at(host, node, trace.slices.duration_ns[rows])
    _add_launched(device, tree, rows, node)
    depths = _depths(parents)
    inner = np.zeros(count, np.int64)
    for level in range(int(depths.max(initial=0)), 0, -1):
        own = np.flatnonzero(depths == level)
        np.add.at(device, parents[own], device[own])
        np.add.at(inner, parents[own], host[own])
    host[:threads] = inner[:threads]
    return FlameGraph(
        trace,
        np.where(is_call, trace.slices.name[first], UNKNOWN).astype(np.int32) if rows.size else np.empty(0, np.int32),
        np.where(is_call, trace.slices.category[first], Category.OTHER).astype(np.uint8) if rows.size else np.empty(0, np.uint8),
        _tracks(trace, rows, node, parents),
        parents,
        depths,
        np.bincount(node, minlength=count).astype(np.int64),
        host,
        np.maximum(0, host - inner),
        device,
        tree.observed_classes,
    )


def _with_equal_steps(trace: Trace) -> Trace:
    """Return the trace with steps named without their numbers; a single step keeps its number."""
    places: dict[str, list[int]] = {}
    for place in np.flatnonzero(trace.names_that(STEP_NAME.match)).tolist():
        name = trace.names[place]
        places.setdefault(_STEP_NUMBER.sub("", name), []).append(place)
    names, new = list(trace.names), np.arange(len(trace.names))
    for name, numbered in places.items():
        if len(numbered) > 1:
            new[numbered] = len(names)
            names.append(name)
    if len(names) == len(trace.names):
        return trace
    slices = replace(trace.slices, name=new[trace.slices.name].astype(trace.slices.name.dtype))
    return replace(trace, names=tuple(names), slices=slices)


def _merged(trace: Trace, rows: Integers, parent_row: Integers, depth: Integers) -> tuple[Integers, Integers]:
    """Return the node of each call and the parent of each node; threads are the first nodes."""
    tracks, thread = np.unique(trace.slices.track[rows], return_inverse=True)
    node = np.full(rows.size, UNKNOWN)
    parents = [np.full(tracks.size, UNKNOWN, np.int64)]
    count = tracks.size
    names = len(trace.names) + 1
    for level in range(int(depth.max(initial=-1)) + 1):
        own = np.flatnonzero(depth == level)
        around = thread[own] if level == 0 else node[parent_row[own]]
        keys, inverse = np.unique(around * names + trace.slices.name[rows[own]], return_inverse=True)
        node[own] = count + inverse
        parents.append(keys // names)
        count += keys.size
    return node, np.concatenate(parents)


def _depths(parents: Integers) -> Integers:
    depths = np.zeros(parents.size, np.int64)
    around = parents.copy()
    while (around >= 0).any():
        depths += around >= 0
        around = np.where(around >= 0, parents[around], UNKNOWN)
    return depths


def _tracks(trace: Trace, rows: Integers, node: Integers, parents: Integers) -> Indices:
    tracks = np.zeros(parents.size, np.int32)
    tracks[node] = trace.slices.track[rows]
    threads = np.unique(tracks[node])
    tracks[: threads.size] = threads
    return tracks


def _add_launched(device: Integers, tree: CallTree, rows: Integers, node: Integers) -> None:
    """Add the time of each piece of device work to the innermost call that launched it."""
    work = np.flatnonzero(tree.has_launch)
    if not work.size:
        return
    places = np.searchsorted(rows, tree.calls[tree.launching_call[work]])
    np.add.at(device, node[places], tree.trace.slices.duration_ns[tree.trace.device_work.slice[work]])
