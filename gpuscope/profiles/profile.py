"""A profile: everything derived from a trace, each part computed on first access."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gpuscope.core.quantity import Quantity
from gpuscope.profiles.call_tree import CallTree, call_tree
from gpuscope.profiles.kernels import ClassRow, KernelRow, class_rows, kernel_rows, summed_classes
from gpuscope.profiles.memory import MemoryCurve, allocation_blocks, memory_curves
from gpuscope.profiles.memory_categories import category_blocks
from gpuscope.profiles.memory_record import Blocks
from gpuscope.profiles.operators import OperatorRow, OperatorTimes, operator_rows
from gpuscope.profiles.stacks import FlameGraph, flame_graph
from gpuscope.profiles.steps import MarkedSteps, StepRow
from gpuscope.profiles.timeline import DeviceTime, DeviceTimeline
from gpuscope.profiles.trace import S_PER_NS, Category, Trace

if TYPE_CHECKING:
    from gpuscope.profiles.flame_rows import FunctionRow


@dataclass(frozen=True)
class Profile:
    """The evaluation of a capture."""

    trace: Trace

    @cached_property
    def tree(self) -> CallTree:
        """The nesting of calls and the launches of device work."""
        return call_tree(self.trace)

    @cached_property
    def device_time(self) -> DeviceTime:
        """The device work as time intervals."""
        return DeviceTime(self.tree)

    @property
    def work_ns(self) -> tuple[int, int]:
        """Start of the first and end of the last device work launched within the capture; the whole trace if there is none."""
        busy = self.device_time.busy
        return (int(busy.start_ns[0]), int(busy.end_ns[-1])) if busy.start_ns.size else (0, self.trace.span_ns)

    def mean_power_w(self, energy: Quantity | None) -> float | None:
        """Return the mean power over `work_ns` in watts, from the devices' energy in that time; None if it is not known."""
        begin_ns, end_ns = self.work_ns
        joules = None if energy is None else energy.value
        return None if joules is None or end_ns <= begin_ns else joules / ((end_ns - begin_ns) * S_PER_NS)

    @property
    def timeline(self) -> DeviceTimeline | None:
        """The breakdown of all devices' time; None if there is no device work."""
        return self.device_time.whole

    @cached_property
    def kernels(self) -> tuple[KernelRow, ...]:
        """The device work, the longest total time first."""
        return kernel_rows(self.tree)

    @cached_property
    def operator_times(self) -> OperatorTimes:
        """The times of each operator call."""
        return OperatorTimes(self.tree)

    @cached_property
    def operators(self) -> tuple[OperatorRow, ...]:
        """The operators, the most self device time first; by self host time if there is no device work."""
        return operator_rows(self.operator_times)

    @cached_property
    def classes(self) -> tuple[ClassRow, ...]:
        """Classes of device work; of the operators by self host time if there is no device work."""
        return class_rows(self.kernels) if self.kernels else self.host_classes

    @cached_property
    def host_classes(self) -> tuple[ClassRow, ...]:
        """Classes of the operators by self host time."""
        return summed_classes([(row.work_class, row.calls, row.self_host_s) for row in self.operators])

    @cached_property
    def marked_steps(self) -> MarkedSteps:
        """The steps marked by the profiler or the program, and what belongs to them."""
        return MarkedSteps(self.device_time)

    @property
    def steps(self) -> tuple[StepRow, ...]:
        """The steps marked by the profiler or the program."""
        return self.marked_steps.rows

    @cached_property
    def memory(self) -> tuple[MemoryCurve, ...]:
        """The memory curve of each device."""
        return memory_curves(self.trace)

    @cached_property
    def memory_blocks(self) -> tuple[Blocks, ...]:
        """The allocations and frees on each device of :attr:`memory`, by owner."""
        return tuple(allocation_blocks(self.tree, curve) for curve in self.memory)

    @cached_property
    def memory_categories(self) -> tuple[Blocks, ...]:
        """The allocations and frees on each device of :attr:`memory`, by what the memory is for."""
        return tuple(category_blocks(self.tree, curve) for curve in self.memory)

    @cached_property
    def flame_graph(self) -> FlameGraph:
        """The host's calls merged by call path."""
        return flame_graph(self.tree)

    @cached_property
    def module_graph(self) -> FlameGraph:
        """The flame graph without Python functions: modules, ranges, operators and runtime calls."""
        return flame_graph(self.tree, functions=False)

    @cached_property
    def functions(self) -> tuple[FunctionRow, ...]:
        """The Python functions, the most own time first, for a capture that contains only Python stacks; () for any other."""
        trace = self.trace
        if self.operators or trace.has_device_work or not trace.slices.of(Category.PYTHON).size:
            return ()
        from gpuscope.profiles.flame_rows import FlameRows, function_rows  # with what it needs for drawing, which few captures' tables need

        return function_rows(FlameRows(self.flame_graph))

    @property
    def by_host(self) -> bool:
        """Whether times are host times, because there is no device work."""
        return not self.trace.has_device_work
