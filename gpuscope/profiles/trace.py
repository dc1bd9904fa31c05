"""One trace in columns: what ran when, on which thread or stream, in numpy arrays that nobody changes.

Times are int64 nanoseconds from the trace's first event, so that a capture of any length keeps every nanosecond; the instant of that
event is `Trace.origin_ns`. A number that a trace does not tell is -1 in an integer column and NaN in a float column.
"""

import re
from collections.abc import Mapping
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

UNKNOWN = -1
"""Of an integer that the trace does not tell."""
MODULE_PREFIX = "nn.Module: "
"""Of a Python call that is a module's, as the profiler of PyTorch names it."""
STEP_NAME = re.compile(r"(?:ProfilerStep#|gpuscope step )(\d+)$")
"""Of a marked range that is a step."""


class Category(IntEnum):
    """What a slice is."""

    OTHER = 0
    OPERATOR = 1
    """A call of an operator on the host."""
    RUNTIME = 2
    """A call of the runtime or the driver: launches, copies, synchronizations."""
    KERNEL = 3
    COPY = 4
    """A copy that the device does."""
    FILL = 5
    """A memset of the device."""
    ANNOTATION = 6
    """A range that the program or the profiler marked on the host."""
    DEVICE_ANNOTATION = 7
    """The span of a marked range on the device."""
    PYTHON = 8
    """A call of a Python or C function, as the profiler saw it with stacks."""
    SYNCHRONIZATION = 9
    """The host, or a stream, waiting for the device."""
    SPAN = 10
    """The capture itself, and what it cost."""


DEVICE_WORK = (Category.KERNEL, Category.COPY, Category.FILL)
"""What keeps a device busy."""


@dataclass(frozen=True, slots=True)
class Track:
    """A thread of the host, or a stream of a device.

    Attributes:
        process: As the trace names it: a process id, or the number of a device.
        thread: Of the thread, or of the stream.
        thread_name: "" where the trace names none.
        order: Where the trace wants it to stand.
    """

    process: int | str
    thread: int | str
    thread_name: str = ""
    order: float = 0.0


@dataclass(frozen=True)
class Slices:
    """What lasts, in the order of its start, what contains another before what it contains. All columns have one length.

    Attributes:
        start_ns: From the trace's origin.
        duration_ns: 0 where the trace tells none.
        name: Index into `Trace.names`.
        category: Of :class:`Category`.
        track: Index into `Trace.tracks`.
        external: The id by which an operator and its kernels name each other.
        correlation: The id by which a launch and what it launched name each other.
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
        """Where each ends."""
        return self.start_ns + self.duration_ns

    def of(self, *categories: Category) -> Integers:
        """Return the indices of the slices of these categories."""
        return np.flatnonzero(np.isin(self.category, categories))


@dataclass(frozen=True, slots=True)
class DeviceWork:
    """What is known of each slice that a device did, in the order of the slices.

    Attributes:
        slice: Index into the slices.
        device: Number of the device.
        stream: Number of the stream.
        grid: Blocks in x, y and z; shape (n, 3).
        block: Threads of a block in x, y and z; shape (n, 3).
        registers: Of a thread.
        shared_bytes: Of a block.
        occupancy: Share of the warps that a multiprocessor can hold, as the profiler estimates it.
        bytes: That a copy or fill moves.
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
    """What is known of each call of an operator, in the order of the slices.

    Attributes:
        slice: Index into the slices.
        shapes: Index into `Trace.texts`: the shapes of its arguments, as JSON; -1 where none were recorded.
        types: Index into `Trace.texts`: the types of its arguments, as JSON.
        values: Index into `Trace.texts`: the arguments that are no tensors, as JSON.
        flops: As the profiler counted them; NaN where it did not.
    """

    slice: Integers
    shapes: Indices
    types: Indices
    values: Indices
    flops: Floats


@dataclass(frozen=True, slots=True)
class Allocations:
    """Memory that was taken (positive) or given back (negative), in order of time.

    Attributes:
        time_ns: From the trace's origin.
        track: Index into `Trace.tracks`.
        bytes: Taken or given back.
        address: Where.
        allocated: Bytes in use on that device afterwards.
        reserved: Bytes that the allocator holds on that device afterwards.
        device_type: As PyTorch numbers them: 0 is the host.
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
    """What a trace tells of a device.

    Attributes:
        number: Of the device.
        name: Of its model; "" where it is not told.
        memory_bytes: Of the whole device; None where it is not told.
        multiprocessors: How many it has; None where it is not told.
        warp_size: Threads that run in step; None where it is not told.
        compute_capability: "9.0"; "" where it is not told.
    """

    number: int
    name: str = ""
    memory_bytes: int | None = None
    multiprocessors: int | None = None
    warp_size: int | None = None
    compute_capability: str = ""


@dataclass(frozen=True)
class Trace:
    """A trace as it was recorded.

    Attributes:
        source: The file's name.
        origin_ns: The instant of the first event by the trace's own clock, in ns.
        names: Of slices.
        texts: Of shapes, types and values.
        tracks: Threads and streams.
        slices: What lasts.
        device_work: Details of what devices did.
        operator_calls: Details of operators.
        allocations: Of memory.
        devices: Those that the trace tells of, by number.
        rank: Of the process in its job; None where there is none.
        world_size: Processes of the job; None where it is not told.
        facts: What else the head of the file says, in words: versions, flags.
        notes: What was amiss with the file, each a sentence.
        base_ns: What the file's own stamps are counted from.
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

    @property
    def span_ns(self) -> int:
        """From the first event to the end of the last."""
        ends = self.slices.end_ns
        return int(ends.max()) if ends.size else 0

    @cached_property
    def has_host_calls(self) -> bool:
        """Whether calls of the host were recorded: operators, the runtime's, functions of Python."""
        return bool(np.isin(self.slices.category, (Category.OPERATOR, Category.RUNTIME, Category.PYTHON)).any())

    @cached_property
    def has_device_work(self) -> bool:
        """Whether anything ran on a device."""
        return self.device_work.slice.size > 0

    def name_of(self, index: int) -> str:
        """Return the name of a slice."""
        return self.names[int(self.slices.name[index])]
