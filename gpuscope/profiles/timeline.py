"""What the device's time was spent on, by the definitions of TraceLens (AMD-AGI/TraceLens, ``gpu_event_analyser.py``).

The total runs from the start of the device's first work to the end of its last. Computation is every kernel and fill that is no
collective; communication is exposed where no computation runs beside it, a copy where neither computation nor communication does; idle
is the rest. Work that was launched before the capture began is left out: it belongs to what came before.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.intervals import Intervals, exposed_ns, union, united
from gpuscope.profiles.operator_classes import OperatorClass, kernel_classes
from gpuscope.profiles.trace import Flags, Integers

_S = 1e-9


@dataclass(frozen=True, slots=True)
class DeviceTimeline:
    """What the time of a device, or of several together, was spent on; seconds.

    Attributes:
        total_s: From the first work to the end of the last.
        computation_s: Any computation.
        communication_s: Any collective.
        communication_exposed_s: Collectives with no computation beside them.
        copy_s: Any copy.
        copy_exposed_s: Copies with neither computation nor collective beside them.
        busy_s: Anything at all.
        device: Its number; None for all devices together.
    """

    total_s: float
    computation_s: float
    communication_s: float
    communication_exposed_s: float
    copy_s: float
    copy_exposed_s: float
    busy_s: float
    device: int | None = None

    @property
    def idle_s(self) -> float:
        """Nothing at all."""
        return self.total_s - self.busy_s

    @property
    def busy_share(self) -> float:
        """Of the total, 0 to 1."""
        return self.busy_s / self.total_s if self.total_s > 0 else 0.0


@dataclass(frozen=True)
class DeviceTime:
    """The device's work of a trace by kind, as stretches of time."""

    tree: CallTree

    @cached_property
    def is_counted(self) -> Flags:
        """Which device work the timeline counts."""
        return ~self.tree.is_foreign

    @cached_property
    def left_out(self) -> int:
        """Pieces of device work that were launched before the capture began."""
        return int(self.tree.is_foreign.sum())

    @cached_property
    def whole(self) -> DeviceTimeline | None:
        """All devices together; None where no device did anything."""
        return self._timeline(self.is_counted, None)

    @cached_property
    def devices(self) -> tuple[DeviceTimeline, ...]:
        """Each device by itself, by number."""
        numbers = self.tree.trace.device_work.device
        timelines = (self._timeline(self.is_counted & (numbers == number), int(number)) for number in np.unique(numbers[self.is_counted]))
        return tuple(timeline for timeline in timelines if timeline is not None)

    @cached_property
    def busy(self) -> Intervals:
        """When any device did anything."""
        return self._union(self.is_counted)

    @cached_property
    def _kinds(self) -> Integers:
        """0 computation, 1 communication, 2 copy, of each piece of device work."""
        classes = kernel_classes(self.tree.trace)
        return np.where(classes == OperatorClass.COPY_ENGINE, 2, np.where(classes == OperatorClass.COLLECTIVE, 1, 0))

    def _union(self, chosen: Flags) -> Intervals:
        slices, rows = self.tree.trace.slices, self.tree.trace.device_work.slice[chosen]
        return union(slices.start_ns[rows], slices.end_ns[rows])

    def _timeline(self, chosen: Flags, device: int | None) -> DeviceTimeline | None:
        if not chosen.any():
            return None
        computation, communication, copies = (self._union(chosen & (self._kinds == kind)) for kind in range(3))
        busy = self._union(chosen)
        return DeviceTimeline(
            busy.span_ns * _S,
            computation.total_ns * _S,
            communication.total_ns * _S,
            exposed_ns(communication, computation) * _S,
            copies.total_ns * _S,
            exposed_ns(copies, united(computation, communication)) * _S,
            busy.total_ns * _S,
            device,
        )
