"""Memory over a capture, in use and held by the allocator, by device, and its owners, from the profiler's memory events."""

import re
from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.call_tree import CallTree, nesting
from gpuscope.profiles.memory_record import BEFORE_CAPTURE, Blocks
from gpuscope.profiles.trace import HOST_TYPE, MODULE_PREFIX, UNKNOWN, Category, Flags, Integers, Trace, is_module

OUTSIDE = "outside of operators"
"""Owner of memory allocated outside of operators."""
_INSTANCE = re.compile(r"_\d+$")
"""Instance number at the end of a module's name."""


@dataclass(frozen=True, slots=True)
class MemoryCurve:
    """Memory of one device over the capture: before its first event, at that event's time, and after each event.

    Attributes:
        is_host: Whether it is the host's memory.
        device: Number of the device; for the host that of the rank in a file that joins several, else 0.
        time_ns: Time since the trace's first event.
        allocated_bytes: Memory in use; same shape as `time_ns`.
        reserved_bytes: Memory held by the allocator; 0 for none.
    """

    is_host: bool
    device: int
    time_ns: Integers
    allocated_bytes: Integers
    reserved_bytes: Integers

    @property
    def title(self) -> str:
        """The device in words."""
        if not self.is_host:
            return f"GPU {self.device}"
        return f"host, process {self.device + 1}" if self.device else "host"

    @property
    def peak_bytes(self) -> int:
        """Peak memory in use."""
        return int(self.allocated_bytes.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """Time of the peak."""
        return int(self.time_ns[int(self.allocated_bytes.argmax())])

    @property
    def reserved_peak_bytes(self) -> int:
        """Peak memory held by the allocator."""
        return int(self.reserved_bytes.max(initial=0))


def memory_curves(trace: Trace) -> tuple[MemoryCurve, ...]:
    """Return the memory curve of each device, the host last."""
    events = trace.allocations
    curves = []
    for device_type, device in sorted(set(zip(events.device_type.tolist(), events.device.tolist(), strict=True))):
        rows = np.flatnonzero((events.device_type == device_type) & (events.device == device) & (events.allocated >= 0))
        if rows.size:
            allocated = np.concatenate([[_before_bytes(trace, rows)], events.allocated[rows]])
            reserved = np.maximum(0, events.reserved[_with_start(rows)])  # held before it: not recorded
            curves.append(MemoryCurve(device_type == HOST_TYPE, max(0, device), events.time_ns[_with_start(rows)], allocated, reserved))
    return tuple(sorted(curves, key=lambda curve: (curve.is_host, curve.device)))


def _with_start(rows: Integers) -> Integers:
    """Return the events of a device with the first one twice: the memory before it, and after it."""
    return np.concatenate([rows[:1], rows])


def _before_bytes(trace: Trace, rows: Integers) -> int:
    """Return the memory in use on a device before the first of its events."""
    return int(trace.allocations.allocated[rows[0]] - trace.allocations.bytes[rows[0]])


def allocation_blocks(tree: CallTree, curve: MemoryCurve) -> Blocks:
    """Return the allocations and frees on a device, by owner: the kind of module and the outermost operator around an allocation.

    A freed block belongs to the owner that allocated its address. The owner of memory allocated before the capture is unknown.
    """
    rows, allocation = block_events(tree.trace, curve)
    names, owners = _owners(tree, rows)
    return owned_blocks(tree.trace, rows, np.where(allocation >= 0, owners[allocation], 0), names)


def block_events(trace: Trace, curve: MemoryCurve) -> tuple[Integers, Integers]:
    """Return the events of a device, and for each the event that allocated its memory.

    Returns:
        Indices into the trace's allocations; and indices into these, -1 for memory from before the capture.
    """
    events = trace.allocations
    is_device = (events.device_type == HOST_TYPE) == curve.is_host
    rows = np.flatnonzero(is_device & (np.maximum(0, events.device) == curve.device) & (events.allocated >= 0))
    held: dict[int, int] = {}
    allocation = []
    for place, (size, address) in enumerate(zip(events.bytes[rows].tolist(), events.address[rows].tolist(), strict=True)):
        if size > 0:
            held[address] = place
        allocation.append(place if size > 0 else held.pop(address, UNKNOWN))
    return rows, np.array(allocation, np.int64)


def owned_blocks(trace: Trace, rows: Integers, owner: Integers, names: tuple[str, ...]) -> Blocks:
    """Return events of a device as blocks, beginning with the memory from before them, whose owner is the first name."""
    sizes = np.concatenate([[_before_bytes(trace, rows)], trace.allocations.bytes[rows]])
    return Blocks(trace.allocations.time_ns[_with_start(rows)], sizes, np.concatenate([[0], owner]), names)


def _owners(tree: CallTree, rows: Integers) -> tuple[tuple[str, ...], Integers]:
    """Return the names of the owners, and the owner of each event; the first name is for memory from before the capture."""
    trace = tree.trace
    modules = trace.slices.of(Category.PYTHON)
    modules = modules[trace.are_named(modules, is_module)]
    operators = tree.calls[tree.is_operator & (tree.depth == 0)]
    around = [call_around(trace, calls, rows) for calls in (modules, operators)]
    keys = np.stack([np.where(call >= 0, trace.slices.name[call], UNKNOWN) for call in around], axis=1)
    pairs, inverse = np.unique(keys, axis=0, return_inverse=True)
    names: dict[str, int] = {BEFORE_CAPTURE: 0}
    numbers = [names.setdefault(_owner(trace, *pair), len(names)) for pair in pairs.tolist()]
    return tuple(names), np.array(numbers, np.int64)[inverse.reshape(-1)] if rows.size else np.empty(0, np.int64)


def _owner(trace: Trace, module: int, operator: int) -> str:
    """Return the name of an owner: the kind of its module, without the instance number, and its operator."""
    parts = [_INSTANCE.sub("", trace.names[module].removeprefix(MODULE_PREFIX))] if module >= 0 else []
    parts += [trace.names[operator]] if operator >= 0 else []
    return ", ".join(parts) or OUTSIDE


def call_around(trace: Trace, slices: Integers, rows: Integers) -> Integers:
    """Return the innermost of some slices that was active on the thread of each allocation, as an index into all slices; -1 for none."""
    found = np.full(rows.size, UNKNOWN, np.int64)
    tracks, times = trace.allocations.track[rows], trace.allocations.time_ns[rows]
    parents = nesting(trace, slices)[0]
    for track in np.unique(tracks).tolist():
        own, places = np.flatnonzero(trace.slices.track[slices] == track), np.flatnonzero(tracks == track)
        if not own.size:
            continue
        last = trace.slices.start_ns[slices[own]].searchsorted(times[places], "right") - 1
        inner = np.where(last >= 0, own[last], UNKNOWN)
        while (is_over := _is_over(trace, slices, inner, times[places])).any():
            inner[is_over] = parents[inner[is_over]]
        found[places] = np.where(inner >= 0, slices[inner], UNKNOWN)
    return found


def _is_over(trace: Trace, slices: Integers, inner: Integers, times: Integers) -> Flags:
    is_over: Flags = (inner >= 0) & (trace.slices.end_ns[slices[inner]] <= times)
    return is_over
