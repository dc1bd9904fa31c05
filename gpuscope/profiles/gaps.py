"""Gaps in the device's work, and the host's activity during them.

A gap is an interval between two pieces of work in which no device was busy. Until the next work is launched, the gap is attributed to the
host ("host wait" in HolisticTraceAnalysis); the rest is attributed to the device, such as the start of a kernel that was already queued.
"""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.intervals import Intervals, covered
from gpuscope.profiles.timeline import DeviceTime
from gpuscope.profiles.trace import UNKNOWN, Category, Flags, Integers, Trace

LOADING = re.compile(r"enumerate\(DataLoader\)#")
"""The range in which PyTorch marks a loop's wait for its next batch."""
PAUSE_NS = 1_000_000
"""Gaps from this length on are not due to launching: the host needs 10 to 100 µs of Python per kernel. Our own threshold."""
ALLOCATION = re.compile(
    r"(cuda|hip|cu)(Malloc|Free|Mem(Alloc|Free|Create|Release|Map|Unmap))(Async)?$|(cuda|hip)(Malloc|Free)Host$|(cuda|hip)Host(Alloc|Malloc|Free)$"
    r"|urUSM((Device|Host|Shared)Alloc|Free)$|zeMem(Alloc(Device|Host|Shared)|Free)$"
)
"""Runtime calls that allocate or free device memory or pinned host memory."""
STARTING = re.compile(r"(cuda|hip|cu)\w*(Launch|Create|ModuleLoad|LibraryLoad|FuncGet|FuncSet)|(ur|ze)[A-Z]\w*(Launch|Create|Build)")
"""Runtime calls that load code or create contexts, streams and events on first use."""
COMPILING = re.compile(r"(_compile\.compile_inner|compile_fx_inner|entire_frame_compile|backend_compile)( \(dynamo_timed\))?$|dynamo$")
"""The ranges in which torch.compile compiles; one contains others."""
SYNCHRONIZATION = re.compile(r"(cuda|hip|cu|ze)\w*Synchronize$|(cuda|hip)Memcpy(WithStream|2D|3D)?$|ur(QueueFinish|EventWait)$")
"""Runtime calls that return only after the device has completed its work, including copies without "Async"."""


@dataclass(frozen=True)
class DeviceGaps:
    """The gaps of a capture, in order. All columns have the same length; times in ns.

    Attributes:
        start_ns: End of the previous work.
        end_ns: Start of the next work.
        launch: The runtime call that launched the next work, as an index into `CallTree.calls`; -1 if it was not recorded.
    """

    tree: CallTree
    start_ns: Integers
    end_ns: Integers
    launch: Integers

    def __len__(self) -> int:
        return int(self.start_ns.size)

    @cached_property
    def host_end_ns(self) -> Integers:
        """End of the host's part of each gap: when the next work had been launched; the gap's start if the launch was not recorded."""
        calls, slices = self.tree.calls, self.tree.trace.slices
        launched = slices.end_ns[calls[self.launch]] if calls.size else self.start_ns
        return np.where(self.launch >= 0, np.clip(launched, self.start_ns, self.end_ns), self.start_ns)

    @cached_property
    def loading_ns(self) -> Integers:
        """Time of each gap in which a loop waited for its next batch."""
        return self._host_time_in(loading(self.tree.trace))

    @cached_property
    def allocation_ns(self) -> Integers:
        """Time of each gap in calls that allocate or free memory; 0 if a loop waited for its next batch."""
        own: Integers = np.where(self.loading_ns == 0, self._host_time_in(allocations(self.tree.trace)), 0)
        return own

    @cached_property
    def synchronization(self) -> Integers:
        """The last synchronization call that ended within each gap, as an index into the slices; -1 for none."""
        rows = synchronizations(self.tree.trace)
        ends = self.tree.trace.slices.end_ns[rows]
        order = np.argsort(ends, kind="stable")
        last = np.searchsorted(ends[order], self.host_end_ns, side="right") - 1
        is_inside = (last >= 0) & (ends[order][last] > self.start_ns) if rows.size else np.zeros(len(self), bool)
        return np.where(is_inside, rows[order][last] if rows.size else UNKNOWN, UNKNOWN)

    @cached_property
    def waited_ns(self) -> Integers:
        """Host time of each gap after a synchronization, excluding loading and allocation; 0 for a pause, which has another reason."""
        return np.where(self._is_after_wait, self._rest_ns, 0)

    @cached_property
    def launching_ns(self) -> Integers:
        """Host time of each gap spent on anything else before the next work was launched."""
        return np.where(self._is_after_wait, 0, self._rest_ns)

    @cached_property
    def _is_after_wait(self) -> Flags:
        is_after: Flags = (self.synchronization >= 0) & (self._rest_ns < PAUSE_NS)
        return is_after

    @cached_property
    def starting_ns(self) -> Integers:
        """Time of each gap in runtime calls that are slow only the first time, such as a launch that loads the kernel's code."""
        return self._host_time_in(covered(self.tree.trace.slices, self.tree.trace.rows_named(STARTING, Category.RUNTIME)))

    @cached_property
    def is_start(self) -> Flags:
        """The gaps in which such calls take at least half of the host's launching time."""
        is_start: Flags = 2 * self.starting_ns >= self.launching_ns
        return is_start

    @cached_property
    def _rest_ns(self) -> Integers:
        rest: Integers = np.maximum(0, self.host_end_ns - self.start_ns - self.loading_ns - self.allocation_ns)
        return rest

    def _host_time_in(self, stretches: Intervals) -> Integers:
        return stretches.within_each(self.start_ns, self.host_end_ns)


def device_gaps(device_time: DeviceTime) -> DeviceGaps:
    """Return the gaps of a capture."""
    tree, busy = device_time.tree, device_time.busy
    starts, ends = busy.end_ns[:-1], busy.start_ns[1:]
    work = np.flatnonzero(device_time.is_counted)
    begins = tree.trace.slices.start_ns[tree.trace.device_work.slice[work]]
    next_work = work[np.minimum(np.searchsorted(begins, ends), max(0, begins.size - 1))] if work.size else np.empty(0, np.int64)
    return DeviceGaps(tree, starts, ends, tree.launch[next_work] if work.size else np.empty(0, np.int64))


def loading(trace: Trace) -> Intervals:
    """Return the intervals in which a loop waited for its next batch."""
    return covered(trace.slices, trace.rows_named(LOADING, Category.ANNOTATION, Category.OPERATOR))


def allocations(trace: Trace) -> Intervals:
    """Return the intervals in which the runtime allocated or freed memory."""
    return covered(trace.slices, trace.rows_named(ALLOCATION, Category.RUNTIME))


def compilations(trace: Trace) -> Integers:
    """Return the ranges in which torch.compile compiles, as indices into the slices, ascending in time."""
    rows = trace.rows_named(COMPILING, Category.OPERATOR, Category.ANNOTATION)
    return rows[np.argsort(trace.slices.start_ns[rows], kind="stable")]


def synchronizations(trace: Trace) -> Integers:
    """Return the runtime calls that wait for the device, as indices into the slices."""
    return trace.rows_named(SYNCHRONIZATION, Category.RUNTIME)
