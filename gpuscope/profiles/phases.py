"""The phases of a capture's steps (data, copy, forward, …), as marked by the program or else inferred from PyTorch's ranges.

The wait for the next batch is the DataLoader's range. The backward phase is when autograd evaluates its functions and when gradients are
cleared; the optimizer phase is when an optimizer step is marked. The copy phase is when, outside of these, ``Tensor.to`` or its like copies
between main memory and a device. The forward phase precedes a backward pass, starting at the end of any of these or at the start of the
step, without the copies, consistent with the hooks of a run. Without a backward pass, the forward phase of a step cannot be distinguished
from the rest.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.gaps import loading
from gpuscope.profiles.intervals import Intervals, covered, union, united
from gpuscope.profiles.steps import step_marks
from gpuscope.profiles.trace import OPTIMIZER_STEP, Category, Integers, Trace

_BACKWARD = re.compile(r"autograd::engine::evaluate_function: ")
_CLEARING = re.compile(r"Optimizer\.zero_grad#")
_TO = re.compile(r"aten::to$")
"""The operator of ``Tensor.to``, ``cuda`` and ``cpu``; it copies to another device, or converts numbers where they are."""
_BETWEEN = re.compile(r"Memcpy (HtoD|DtoH)|Copy(HostToDevice|DeviceToHost)", re.IGNORECASE)
"""Copies between main memory and a device, as CUDA and ROCm name them."""
_PAUSE = 0.02
"""Share of a step: autograd functions closer together than this belong to one backward pass, and a forward pass is longer than this."""


@dataclass(frozen=True, slots=True)
class Phase:
    """An interval of a step or of a run.

    Attributes:
        name: For phases of steps, a name in ``core.workload_keys.STEP_PHASES``.
        start_ns: Start, from the trace's origin.
        end_ns: End, from the trace's origin.
    """

    name: str
    start_ns: int
    end_ns: int


def step_phases(tree: CallTree) -> tuple[Phase, ...]:
    """Return the phases of all marked steps, in order; () if none is marked."""
    trace = tree.trace
    steps = step_marks(trace)
    if not steps.size:
        return ()
    starts, ends = trace.slices.start_ns[steps], trace.slices.end_ns[steps]
    if marked := _marked(trace, starts, ends):
        return marked
    pause_ns = round(_PAUSE * float(np.median(ends - starts)))
    data, backward = loading(trace), _joined(trace, trace.rows_named(_BACKWARD, Category.OPERATOR), pause_ns)
    optimizer, clearing = (covered(trace.slices, trace.rows_named(name, Category.ANNOTATION)) for name in (OPTIMIZER_STEP, _CLEARING))
    ended = np.sort(np.concatenate([starts, data.end_ns, backward.end_ns, optimizer.end_ns]))
    copies = _copies(tree, (data, backward, optimizer))
    named = [("data", data), ("copy", copies), ("backward", backward), ("backward", clearing), ("optimizer", optimizer)]
    apart = united(copies, clearing)
    phases = [Phase(name, begin, end) for name, stretches in named for begin, end in _pairs(stretches) if _is_within(begin, starts, ends)]
    for begin, _ in _pairs(backward):
        if _is_within(begin, starts, ends):
            since = int(ended[int(ended.searchsorted(begin, "right")) - 1])
            phases += [Phase("forward", *free) for free in _free(since, begin, apart) if free[1] - free[0] > pause_ns]
    return tuple(sorted(phases, key=lambda phase: phase.start_ns))


def _marked(trace: Trace, starts: Integers, ends: Integers) -> tuple[Phase, ...]:
    """Return the ranges within steps that are named after phases: ``gpuscope.phase("data")``, or the program's own ranges."""
    slices = trace.slices
    named = [index for index in slices.of(Category.ANNOTATION).tolist() if trace.name_of(index) in STEP_PHASES]
    phases = [Phase(trace.name_of(index), int(slices.start_ns[index]), int(slices.end_ns[index])) for index in named]
    within = [phase for phase in phases if _is_within(phase.start_ns, starts, ends)]
    return tuple(sorted(within, key=lambda phase: phase.start_ns))


def _copies(tree: CallTree, others: Iterable[Intervals]) -> Intervals:
    """Return when a program's calls copied between main memory and a device, outside of other phases."""
    trace, slices = tree.trace, tree.trace.slices
    calls = tree.outermost_launching(_BETWEEN)
    calls = calls[trace.are_named(calls, _TO.match)]
    begins = slices.start_ns[calls]
    is_apart = ~np.any([other.within_each(begins, begins + 1) > 0 for other in others], axis=0)
    return covered(slices, calls[is_apart])


def _free(begin_ns: int, end_ns: int, taken: Intervals) -> list[tuple[int, int]]:
    """Return the parts of an interval that ``taken`` does not cover."""
    within = [(start, end) for start, end in _pairs(taken) if end > begin_ns and start < end_ns]
    begins, ends = [begin_ns, *(end for _, end in within)], [*(start for start, _ in within), end_ns]
    return [(begin, end) for begin, end in zip(begins, ends, strict=True) if begin < end]


def _pairs(stretches: Intervals) -> list[tuple[int, int]]:
    return list(zip(stretches.start_ns.tolist(), stretches.end_ns.tolist(), strict=True))


def _is_within(start_ns: int, starts: Integers, ends: Integers) -> bool:
    step = int(starts.searchsorted(start_ns, "right")) - 1
    return step >= 0 and start_ns < int(ends[step])


def _joined(trace: Trace, rows: Integers, pause_ns: int) -> Intervals:
    """Return the union of some slices, joining those that are no more than a pause apart."""
    slices = trace.slices
    joined = union(slices.start_ns[rows], slices.end_ns[rows] + pause_ns)
    return Intervals(joined.start_ns, joined.end_ns - pause_ns)
