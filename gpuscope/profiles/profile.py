"""One profile: everything that follows from a trace, each part worked out when it is first asked for."""

from dataclasses import dataclass
from functools import cached_property

from gpuscope.core.quantity import Quantity
from gpuscope.profiles.call_tree import CallTree, call_tree
from gpuscope.profiles.flame_rows import FlameRows
from gpuscope.profiles.functions import FunctionRow, function_rows
from gpuscope.profiles.kernels import ClassRow, KernelRow, class_rows, kernel_rows, summed_classes
from gpuscope.profiles.memory import MemoryCurve, allocation_blocks, memory_curves
from gpuscope.profiles.memory_record import Blocks
from gpuscope.profiles.operators import OperatorRow, OperatorTimes, operator_rows
from gpuscope.profiles.stacks import FlameGraph, flame_graph
from gpuscope.profiles.steps import StepRow, step_rows
from gpuscope.profiles.timeline import DeviceTime, DeviceTimeline
from gpuscope.profiles.trace import Category, Trace


@dataclass(frozen=True)
class Profile:
    """What a capture says.

    Attributes:
        trace: As it was recorded.
    """

    trace: Trace

    @cached_property
    def tree(self) -> CallTree:
        """Who called whom, and who launched what."""
        return call_tree(self.trace)

    @cached_property
    def device_time(self) -> DeviceTime:
        """The device's work as stretches of time."""
        return DeviceTime(self.tree)

    @property
    def work_ns(self) -> tuple[int, int]:
        """From the start of the first device work that was launched in the capture to the end of the last; of all, where there is none."""
        busy = self.device_time.busy
        return (int(busy.start_ns[0]), int(busy.end_ns[-1])) if busy.start_ns.size else (0, self.trace.span_ns)

    def mean_power_w(self, energy: Quantity | None) -> float | None:
        """Return the mean power while the devices worked, from their energy in that time; None where it is not known."""
        begin_ns, end_ns = self.work_ns
        joules = None if energy is None else energy.value
        return None if joules is None or end_ns <= begin_ns else joules / ((end_ns - begin_ns) * 1e-9)

    @property
    def timeline(self) -> DeviceTimeline | None:
        """What all devices' time was spent on; None where no device did anything."""
        return self.device_time.whole

    @cached_property
    def kernels(self) -> tuple[KernelRow, ...]:
        """What the devices did, the longest in total first."""
        return kernel_rows(self.tree)

    @cached_property
    def operator_times(self) -> OperatorTimes:
        """The times of each call of an operator."""
        return OperatorTimes(self.tree)

    @cached_property
    def operators(self) -> tuple[OperatorRow, ...]:
        """The operators, the most self device time first; by self host time where no device did anything."""
        return operator_rows(self.operator_times)

    @cached_property
    def classes(self) -> tuple[ClassRow, ...]:
        """Classes of what the devices did; of the operators by self host time where no device did anything."""
        return class_rows(self.kernels) if self.kernels else self.host_classes

    @cached_property
    def host_classes(self) -> tuple[ClassRow, ...]:
        """Classes of the operators by self host time."""
        return summed_classes([(row.work_class, row.calls, row.self_host_s) for row in self.operators])

    @cached_property
    def steps(self) -> tuple[StepRow, ...]:
        """The steps that the profiler or the program marked."""
        return step_rows(self.device_time)

    @cached_property
    def memory(self) -> tuple[MemoryCurve, ...]:
        """Memory of each device over the capture."""
        return memory_curves(self.trace)

    @cached_property
    def memory_blocks(self) -> tuple[Blocks, ...]:
        """What was allocated and freed on each device of :attr:`memory`, by owner."""
        return tuple(allocation_blocks(self.tree, curve) for curve in self.memory)

    @cached_property
    def flame_graph(self) -> FlameGraph:
        """The host's calls merged by their paths."""
        return flame_graph(self.tree)

    @cached_property
    def module_graph(self) -> FlameGraph:
        """The same without functions of Python: modules, ranges, operators and the runtime."""
        return flame_graph(self.tree, functions=False)

    @cached_property
    def functions(self) -> tuple[FunctionRow, ...]:
        """The functions of Python, the most own time first, of a capture that holds their stacks alone; () of any other."""
        trace = self.trace
        if self.operators or trace.has_device_work or not trace.slices.of(Category.PYTHON).size:
            return ()
        return function_rows(FlameRows(self.flame_graph))

    @property
    def by_host(self) -> bool:
        """Whether times are the host's, since no device did anything."""
        return not self.trace.has_device_work
