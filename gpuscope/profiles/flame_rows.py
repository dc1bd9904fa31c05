"""The rows of a flame graph for drawing, one per depth, the outermost first; and its Python functions by their own time."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import within_own_name
from gpuscope.profiles.lane_row import LaneRow
from gpuscope.profiles.lanes import Tone
from gpuscope.profiles.operator_classes import operator_class
from gpuscope.profiles.stacks import FlameGraph
from gpuscope.profiles.trace import MODULE_PREFIX, S_PER_NS, Category, Codes, Flags, Integers, is_module

_FOLDERS = re.compile(r"^.*/(?=[^/]+\(\d+\): )")
"""The folders of a Python function: ``/usr/lib/python3/module.py(12): name``."""
_FUNCTION = re.compile(r"(?P<file>.*)\((?P<line>\d+)\): (?P<function>.+)", re.DOTALL)
"""Format in which torch's profiler names Python calls, and ``recording.stack_sampling`` those of py-spy."""
_TONES = {Category.RUNTIME: Tone.RUNTIME, Category.ANNOTATION: Tone.RANGE, Category.PYTHON: Tone.PYTHON}


@dataclass(frozen=True, slots=True, eq=False)
class NameTotals:
    """The nodes of a graph except threads, summed by name, the most self time first. All columns have the same length; times in ns.

    Attributes:
        name: Index into `Trace.names`.
        self_ns: Time of all nodes of that name, excluding the nodes below them.
        total_ns: Time including the nodes below; nodes nested in others of the same name are not counted twice.
        calls: Number of calls merged.
    """

    name: Integers
    self_ns: Integers
    total_ns: Integers
    calls: Integers


@dataclass(frozen=True, eq=False)
class FlameRows:
    """A flame graph laid out by host time, or by the device time that its calls launched.

    Attributes:
        graph: Its nodes.
        by_device: Whether widths represent device time.
    """

    graph: FlameGraph
    by_device: bool = False

    @property
    def weight_ns(self) -> Integers:
        """The time that each node's width represents."""
        return self.graph.device_ns if self.by_device else self.graph.host_ns

    @property
    def total_ns(self) -> int:
        """The time of all threads."""
        return int(self.weight_ns[self.graph.parent < 0].sum())

    @cached_property
    def layout(self) -> tuple[Integers, Integers]:
        """Start and width of each node."""
        return self.graph.layout_ns(self.weight_ns)

    @cached_property
    def rows(self) -> tuple[LaneRow, ...]:
        """The nodes of each depth with non-zero width, from left to right; their slices are node indices."""
        starts, widths = self.layout
        tones = self._tone
        rows = []
        for depth in range(int(self.graph.depth.max(initial=-1)) + 1):
            nodes = np.flatnonzero((self.graph.depth == depth) & (widths > 0) & ~self._is_merged)
            nodes = nodes[np.argsort(starts[nodes], kind="stable")]
            if nodes.size:
                rows.append(LaneRow(nodes, starts[nodes], starts[nodes] + widths[nodes], tones[nodes]))
        return tuple(rows)

    def children(self, node: int) -> Integers:
        """Return the children of a node, the widest first; for -1 the threads."""
        below = np.flatnonzero((self.graph.parent == node) & (self.layout[1] > 0) & ~self._is_merged)
        return below[np.argsort(self.layout[0][below], kind="stable")]

    @cached_property
    def _is_merged(self) -> Flags:
        """Return which nodes are merged into their callers: by device time, runtime calls within another call."""
        graph = self.graph
        if not self.by_device:
            return np.zeros(len(graph), bool)
        is_runtime = graph.category == Category.RUNTIME
        merged: Flags = is_runtime & (graph.depth > 1)
        merged[graph.parent[(graph.parent >= 0) & ~is_runtime]] = False  # what a runtime call called back stays below it
        return merged

    @cached_property
    def _tone(self) -> Codes:
        return _tones(self.graph)

    @cached_property
    def _own_ns(self) -> Integers:
        """Return the self time of each node."""
        graph, weight = self.graph, self.weight_ns
        below = np.zeros(len(graph), np.int64)
        inner = np.flatnonzero((graph.parent >= 0) & ~self._is_merged)
        np.add.at(below, graph.parent[inner], weight[inner])
        own: Integers = np.maximum(0, weight - below)
        return own

    @cached_property
    def tones(self) -> tuple[int, ...]:
        """The tones of the calls, the most own time first; without those of threads, steps and ranges, which group calls."""
        is_call = ~self._is_merged & (self.graph.parent >= 0) & ~np.isin(self._tone, (Tone.STEP, Tone.RANGE))
        own = np.bincount(self._tone[is_call], weights=self._own_ns[is_call])
        return tuple(tone for tone in np.argsort(-own, kind="stable").tolist() if own[tone] > 0)

    @cached_property
    def by_name(self) -> NameTotals:
        """The nodes summed by name; for device time, runtime calls are attributed to their callers."""
        graph, weight, own = self.graph, self.weight_ns, self._own_ns
        inner = np.flatnonzero((graph.parent >= 0) & ~self._is_merged)
        is_first = ~within_own_name(graph.name, graph.parent)
        names, place = np.unique(graph.name[inner], return_inverse=True)
        sums = [np.zeros(names.size, np.int64) for _ in range(3)]
        for target, values in zip(sums, (own[inner], np.where(is_first, weight, 0)[inner], graph.calls[inner]), strict=True):
            np.add.at(target, place, values)
        order = np.lexsort((-sums[1], -sums[0]))
        order = order[sums[1][order] > 0]
        return NameTotals(names[order].astype(np.int64), *(column[order] for column in sums))

    def named(self, name: int) -> Flags:
        """Return the nodes with a name, given as an index into `Trace.names`."""
        chosen: Flags = self.graph.name == name
        return chosen

    def matching(self, text: str) -> Flags:
        """Return the nodes whose names contain a text, ignoring case."""
        wanted, graph = text.casefold(), self.graph
        names = graph.trace.names_that(lambda name: wanted in name.casefold())
        is_named = graph.name >= 0
        return is_named & ~self._is_merged & names[np.maximum(graph.name, 0)] if wanted and names.size else np.zeros(len(graph), bool)

    def covered_ns(self, chosen: Flags) -> int:
        """Return the total time of some nodes, not counting nodes below other chosen nodes twice."""
        graph, is_inside = self.graph, np.zeros(len(self.graph), bool)
        for depth in range(1, int(graph.depth.max(initial=0)) + 1):
            rows = np.flatnonzero(graph.depth == depth)
            around = graph.parent[rows]
            is_inside[rows] = is_inside[around] | chosen[around]
        return int(self.weight_ns[chosen & ~is_inside].sum())


def short_label(label: str) -> str:
    """Return the label of a call without the folders of a Python function's file and without the prefix of all modules."""
    return label.removeprefix(MODULE_PREFIX) if is_module(label) else _FOLDERS.sub("", label)


def _tones(graph: FlameGraph) -> Codes:
    """Return the tone of each node: from the operator's class in the trace if known, as in the table of operators, else from its name."""
    tones = np.zeros(len(graph), np.uint8)
    by_name: dict[tuple[int, int], int] = {}
    for node, (name, category) in enumerate(zip(graph.name.tolist(), graph.category.tolist(), strict=True)):
        if (name, category) not in by_name:
            known = graph.observed_classes.get(name) if category == Category.OPERATOR else None
            by_name[name, category] = _tone(graph.trace.names[name] if name >= 0 else "", Category(category)) if known is None else known
        tones[node] = by_name[name, category]
    return tones


def _tone(name: str, category: Category) -> int:
    if category == Category.OPERATOR:
        return int(operator_class(name))
    if category == Category.PYTHON and is_module(name):
        return int(Tone.MODULE)
    return int(_TONES.get(category, Tone.STEP))


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """All calls of a function.

    Attributes:
        name: Its name in the program.
        line: Its line in the file.
        self_s: Seconds in the function, excluding its callees.
        total_s: Seconds including its callees.
        share: Its own time as a share of the time of all threads.
    """

    name: str
    file: str
    line: int
    self_s: float
    total_s: float
    share: float

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"


def function_rows(rows: FlameRows) -> tuple[FunctionRow, ...]:
    """Return the functions of a flame graph, the most own time first, omitting nodes without a file, such as a sampler's root."""
    totals, names, whole = rows.by_name, rows.graph.trace.names, max(1, rows.total_ns)
    columned = zip(totals.name.tolist(), totals.self_ns.tolist(), totals.total_ns.tolist(), strict=True)
    return tuple(
        FunctionRow(match["function"], match["file"], int(match["line"]), own * S_PER_NS, total * S_PER_NS, own / whole)
        for name, own, total in columned
        if (match := _FUNCTION.fullmatch(names[name])) is not None
    )
