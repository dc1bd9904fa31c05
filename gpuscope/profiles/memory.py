"""Memory over a capture: what was in use and what the allocator held, by device, as the profiler's memory events tell."""

from dataclasses import dataclass

import numpy as np

from gpuscope.profiles.trace import Integers, Trace

HOST_TYPE = 0
"""PyTorch's number of the host among the types of devices."""


@dataclass(frozen=True, slots=True)
class MemoryCurve:
    """Memory of one device over the capture.

    Attributes:
        is_host: Whether it is the host's.
        device: Number of the device; 0 for the host.
        time_ns: From the trace's first event.
        allocated_bytes: In use; shape as `time_ns`.
        reserved_bytes: Held by the allocator; 0 where it holds none.
    """

    is_host: bool
    device: int
    time_ns: Integers
    allocated_bytes: Integers
    reserved_bytes: Integers

    @property
    def peak_bytes(self) -> int:
        """Most in use."""
        return int(self.allocated_bytes.max(initial=0))

    @property
    def peak_ns(self) -> int:
        """When most was in use."""
        return int(self.time_ns[int(self.allocated_bytes.argmax())])

    @property
    def reserved_peak_bytes(self) -> int:
        """Most that the allocator held."""
        return int(self.reserved_bytes.max(initial=0))


def memory_curves(trace: Trace) -> tuple[MemoryCurve, ...]:
    """Return the memory of each device, devices before the host."""
    events = trace.allocations
    curves = []
    for device_type, device in sorted(set(zip(events.device_type.tolist(), events.device.tolist(), strict=True))):
        rows = np.flatnonzero((events.device_type == device_type) & (events.device == device) & (events.allocated >= 0))
        if rows.size:
            is_host = device_type == HOST_TYPE
            reserved = np.maximum(0, events.reserved[rows])
            curves.append(MemoryCurve(is_host, max(0, device), events.time_ns[rows], events.allocated[rows], reserved))
    return tuple(sorted(curves, key=lambda curve: (curve.is_host, curve.device)))
