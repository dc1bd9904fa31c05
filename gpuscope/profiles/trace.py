"""A trace in columns: what ran when, on which thread or stream, in numpy arrays that must not be modified.

Times are int64 nanoseconds since the trace's first event, so that captures of any length keep nanosecond precision; the instant of that
event is `Trace.origin_ns`. Missing numbers are -1 in integer columns and NaN in float columns.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Indices = NDArray[np.int32]
Codes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

S_PER_NS = 1e-9
"""Seconds per nanosecond."""
UNKNOWN = -1
"""Value of integers that the trace does not provide."""
HOST_TYPE = 0
"""PyTorch's device type number of the host."""
MODULE_PREFIX = "nn.Module: "
"""Prefix of PyTorch's profiler for Python calls of modules."""
STEP_NAME = re.compile(r"(?:ProfilerStep#|gpuscope step |.*, step_num )(\d+)$")
"""Name of a marked range that is a step; in the last form, the reader has put the number that JAX and TensorFlow keep apart behind it."""
OPTIMIZER_STEP = re.compile(r"Optimizer\.step#")
"""Name of the range that PyTorch marks around an optimizer's step."""


def is_module(name: str) -> bool:
    """Return whether a name is that of a module's call."""
    return name.startswith(MODULE_PREFIX)


class Category(IntEnum):
    """The kind of a slice."""

    OTHER = 0
    OPERATOR = 1
    """A call of an operator on the host."""
    RUNTIME = 2
    """A call of the runtime or the driver: launches, copies, synchronizations."""
    KERNEL = 3
    COPY = 4
    """A copy performed by the device."""
    FILL = 5
    """A memset of the device."""
    ANNOTATION = 6
    """A range marked on the host by the program or the profiler."""
    DEVICE_ANNOTATION = 7
    """The span of a marked range on the device."""
    PYTHON = 8
    """A call of a Python or C function, recorded with stacks."""
    SYNCHRONIZATION = 9
    """The host, or a stream, waiting for the device."""
    SPAN = 10
    """The capture itself, and its overhead."""


DEVICE_WORK = (Category.KERNEL, Category.COPY, Category.FILL)
"""The categories of device work."""


@dataclass(frozen=True, slots=True)
class Track:
    """A thread of the host, or a stream of a device.

    Attributes:
        process: A process id, or the number of a device.
        thread: Id of the thread or stream.
        thread_name: Its name; "" if the trace has none.
        order: Sort key given by the trace.
    """

    process: int | str
    thread: int | str
    thread_name: str = ""
    order: float = 0.0


@dataclass(frozen=True)
class Slices:
    """Events with a duration, ordered by start, enclosing slices before those they contain. All columns have the same length.

    Attributes:
        start_ns: Start, from the trace's origin.
        duration_ns: Duration; 0 if the trace has none.
        name: Index into `Trace.names`.
        category: A :class:`Category`.
        track: Index into `Trace.tracks`.
        external: The id that links an operator and its kernels.
        correlation: The id that links a launch and the work it launched.
    """

    start_ns: Integers
    duration_ns: Integers
    name: Indices
    category: Codes
    track: Indices
    external: Integers
    correlation: Integers

    def __len__(self) -> int:
        return int(self.start_ns.size)

    @cached_property
    def end_ns(self) -> Integers:
        """End of each."""
        return self.start_ns + self.duration_ns

    def of(self, *categories: Category) -> Integers:
        """Return the indices of the slices of these categories."""
        return np.flatnonzero(np.isin(self.category, categories))


@dataclass(frozen=True, slots=True)
class DeviceWork:
    """Details of each slice of device work, in the order of the slices.

    Attributes:
        slice: Index into the slices.
        device: Number of the device.
        stream: Number of the stream.
        grid: Blocks in x, y and z; shape (n, 3).
        block: Threads per block in x, y and z; shape (n, 3).
        registers: Registers per thread.
        shared_bytes: Shared memory per block.
        occupancy: Share of the warps that a multiprocessor can hold, estimated by the profiler.
        bytes: Bytes moved by a copy or fill.
    """

    slice: Integers
    device: Integers
    stream: Integers
    grid: Integers
    block: Integers
    registers: Integers
    shared_bytes: Integers
    occupancy: Floats
    bytes: Integers


@dataclass(frozen=True, slots=True)
class OperatorCalls:
    """Details of each operator call, in the order of the slices.

    Attributes:
        slice: Index into the slices.
        shapes: Index into `Trace.texts`: the shapes of its arguments, as JSON; -1 if none were recorded.
        types: Index into `Trace.texts`: the types of its arguments, as JSON.
        strides: Index into `Trace.texts`: the strides of its tensors in elements, as JSON.
        values: Index into `Trace.texts`: the non-tensor arguments, as JSON.
        flops: Operations counted by the profiler; NaN if it did not.
    """

    slice: Integers
    shapes: Indices
    types: Indices
    strides: Indices
    values: Indices
    flops: Floats


@dataclass(frozen=True, slots=True)
class Collectives:
    """PyTorch's metadata of collectives and transfers: recorded with the operators that call them, and by newer versions with kernels too.

    Attributes:
        slice: Index into the slices, ascending.
        operation: Index into `operations`.
        group: Index into `groups`.
        is_uneven: Whether an all-to-all exchanges parts of different size.
        operations: What is done: "allreduce", "send"; "" if unknown.
        groups: Name of a process group, and its ranks in the job as the file has them ("[0, 1]", with an ellipsis if they are many); ""
            for what is unknown.
    """

    slice: Integers
    operation: Indices
    group: Indices
    is_uneven: Flags
    operations: tuple[str, ...]
    groups: tuple[tuple[str, str], ...]


NO_COLLECTIVES = Collectives(np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, bool), (), ())
"""Those of a trace without any such metadata."""


@dataclass(frozen=True, slots=True)
class Allocations:
    """Memory allocations and frees, in order of time.

    Attributes:
        time_ns: Time since the trace's origin.
        track: Index into `Trace.tracks`.
        bytes: Bytes allocated (positive) or freed (negative).
        address: Address of the memory.
        allocated: Bytes in use on that device afterwards.
        reserved: Bytes held by the allocator on that device afterwards.
        device_type: PyTorch's number of the device type; 0 is the host.
        device: Number of the device.
    """

    time_ns: Integers
    track: Indices
    bytes: Integers
    address: Integers
    allocated: Integers
    reserved: Integers
    device_type: Integers
    device: Integers


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """A device as described in a trace.

    Attributes:
        number: Number of the device.
        name: Its model name; "" if not recorded.
        memory_bytes: Its total memory; None if not recorded.
        multiprocessors: Number of multiprocessors; None if not recorded.
        warp_size: Threads per warp; None if not recorded.
        compute_capability: "9.0"; "" if not recorded.
    """

    number: int
    name: str = ""
    memory_bytes: int | None = None
    multiprocessors: int | None = None
    warp_size: int | None = None
    compute_capability: str = ""


@dataclass(frozen=True)
class Trace:
    """A trace as recorded.

    Attributes:
        source: The file's name.
        origin_ns: The instant of the first event by the trace's own clock, in ns.
        names: Names of slices.
        texts: Texts of shapes, types, strides and values.
        tracks: Threads and streams.
        slices: Events with a duration.
        device_work: Details of the device work.
        operator_calls: Details of the operator calls.
        allocations: Memory allocations and frees.
        devices: The devices described in the trace, by number.
        rank: Rank of the process in its job; None if there is none.
        world_size: Number of processes of the job; None if not recorded.
        facts: Other facts in the file's header, as text: versions, flags.
        notes: Problems with the file, one sentence each.
        base_ns: The reference time of the file's own timestamps.
        ns_per_unit: Nanoseconds per unit of the file's own timestamps.
        collectives: Metadata of collectives.
        ended_steps: Number of steps that ended before the recording did, if gpuscope recorded it; None if not recorded.
    """

    source: str
    origin_ns: int
    names: tuple[str, ...]
    texts: tuple[str, ...]
    tracks: tuple[Track, ...]
    slices: Slices
    device_work: DeviceWork
    operator_calls: OperatorCalls
    allocations: Allocations
    devices: Mapping[int, DeviceFacts] = field(default_factory=dict)
    rank: int | None = None
    world_size: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    base_ns: int = 0
    ns_per_unit: int = 1000
    collectives: Collectives = NO_COLLECTIVES
    ended_steps: int | None = None

    @property
    def span_ns(self) -> int:
        """Time from the first event to the latest end."""
        ends = self.slices.end_ns
        return int(ends.max()) if ends.size else 0

    @cached_property
    def has_host_calls(self) -> bool:
        """Whether host calls were recorded: operators, runtime calls, Python functions."""
        return bool(np.isin(self.slices.category, (Category.OPERATOR, Category.RUNTIME, Category.PYTHON)).any())

    @cached_property
    def has_device_work(self) -> bool:
        """Whether anything ran on a device."""
        return self.device_work.slice.size > 0

    @cached_property
    def working_devices(self) -> frozenset[int]:
        """The numbers of the devices that did work; -1 for an unknown one."""
        return frozenset(np.unique(self.device_work.device).tolist())

    def name_of(self, index: int) -> str:
        """Return the name of a slice."""
        return self.names[int(self.slices.name[index])]

    def names_that(self, matches: Callable[[str], object]) -> Flags:
        """Return which of `names` match."""
        return np.array([bool(matches(name)) for name in self.names], bool)

    def are_named(self, rows: Integers, matches: Callable[[str], object]) -> Flags:
        """Return which of some slices, given by index, have names that match."""
        are_named: Flags = self.names_that(matches)[self.slices.name[rows]]
        return are_named

    def rows_named(self, pattern: re.Pattern[str], *categories: Category) -> Integers:
        """Return the indices of the slices of some categories whose names match from their start, ascending."""
        rows = self.slices.of(*categories)
        return rows[self.are_named(rows, pattern.match)]
