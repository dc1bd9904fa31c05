"""The breakdown of device time, by the definitions of TraceLens (AMD-AGI/TraceLens, ``gpu_event_analyser.py``).

The total runs from the start of the device's first work to the end of its last. Computation is all kernels and fills except collectives;
communication is exposed while no computation runs concurrently, and a copy while neither computation nor communication does; the rest is
idle. Several devices are set side by side over the time from the first work of any to the last. Work launched before the capture began is
excluded. A copy that a runtime performs by a kernel, as ROCm's copyBuffer, is a copy.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.intervals import Intervals, covered, exposed_ns, united
from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN, Flags, Integers


@dataclass(frozen=True, slots=True)
class DeviceTimeline:
    """The breakdown of the time of one device, or of several combined; in seconds.

    Attributes:
        total_s: From the start of the first work to the end of the last.
        computation_s: Time with any computation.
        communication_s: Time with any collective.
        communication_exposed_s: Time with collectives but no computation.
        copy_s: Time with any copy.
        copy_exposed_s: Time with copies but neither computation nor collectives.
        busy_s: Time with any work.
        device: Its number, -1 if it is not known; None for all devices combined.
        outside_s: Time before its first work and after its last, between the first work of any device and the last of any.
    """

    total_s: float
    computation_s: float
    communication_s: float
    communication_exposed_s: float
    copy_s: float
    copy_exposed_s: float
    busy_s: float
    device: int | None = None
    outside_s: float = 0.0

    @property
    def idle_s(self) -> float:
        """Time without any work."""
        return self.total_s - self.busy_s

    @property
    def common_s(self) -> float:
        """From the start of the first work of any device to the end of the last: the same for all devices of a capture."""
        return self.total_s + self.outside_s

    @property
    def common_idle_s(self) -> float:
        """Time without any work on this device within `common_s`."""
        return self.idle_s + self.outside_s

    @property
    def busy_share(self) -> float:
        """Busy time as a share of `common_s`, 0 to 1."""
        return self.busy_s / self.common_s if self.common_s > 0 else 0.0


@dataclass(frozen=True)
class DeviceTime:
    """The device work of a trace as time intervals, by kind."""

    tree: CallTree

    @cached_property
    def is_counted(self) -> Flags:
        """The device work that the timeline counts."""
        return ~self.tree.is_foreign

    @cached_property
    def left_out(self) -> int:
        """Number of pieces of device work launched before the capture began."""
        return int(self.tree.is_foreign.sum())

    @property
    def without_launch(self) -> int:
        """Number of counted pieces of device work whose launch was not recorded, although calls of the host were."""
        return int((self.is_counted & ~self.tree.has_launch).sum()) if self.tree.calls.size else 0

    @cached_property
    def whole(self) -> DeviceTimeline | None:
        """The timeline of all devices combined; None if there is no device work."""
        return self._timeline(self.is_counted, None)

    @cached_property
    def devices(self) -> tuple[DeviceTimeline, ...]:
        """The timeline of each device, by number; work on an unknown one has its own, the last."""
        numbers = self.tree.trace.device_work.device
        ordered = sorted(np.unique(numbers[self.is_counted]).tolist(), key=lambda number: (number == UNKNOWN, number))
        timelines = (self._timeline(self.is_counted & (numbers == number), number) for number in ordered)
        return tuple(timeline for timeline in timelines if timeline is not None)

    @cached_property
    def busy(self) -> Intervals:
        """The intervals in which any device was busy."""
        return self._union(self.is_counted)

    @cached_property
    def _kinds(self) -> Integers:
        """Kind of each piece of device work: 0 computation, 1 communication, 2 copy."""
        classes = kernel_classes(self.tree.trace)
        return np.where(classes == OperatorClass.COPY_ENGINE, 2, np.where(classes == OperatorClass.COLLECTIVE, 1, 0))

    def _union(self, chosen: Flags) -> Intervals:
        return covered(self.tree.trace.slices, self.tree.trace.device_work.slice[chosen])

    def _timeline(self, chosen: Flags, device: int | None) -> DeviceTimeline | None:
        if not chosen.any():
            return None
        computation, communication, copies = (self._union(chosen & (self._kinds == kind)) for kind in range(3))
        busy = self._union(chosen)
        return DeviceTimeline(
            busy.span_ns * S_PER_NS,
            computation.total_ns * S_PER_NS,
            communication.total_ns * S_PER_NS,
            exposed_ns(communication, computation) * S_PER_NS,
            copies.total_ns * S_PER_NS,
            exposed_ns(copies, united(computation, communication)) * S_PER_NS,
            busy.total_ns * S_PER_NS,
            device,
            (self.busy.span_ns - busy.span_ns) * S_PER_NS,
        )
