"""The phases of the steps of a capture: waiting for data, forward, backward, optimizer, as the program told them, else as PyTorch shows.

A loop's wait for its next batch is the range of the DataLoader. The backward pass is when autograd evaluates its functions, and when
gradients are cleared; the optimizer when a step of one is marked. Forward is what lies before a backward pass, from the end of any of
these or from the begin of the step: as the hooks of a run see it from outside. A step without a backward pass has no forward that could
be told from the rest.
"""

import re
from dataclasses import dataclass

import numpy as np

from gpuscope.core.workload_keys import STEP_PHASES
from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.gaps import loading, rows_named
from gpuscope.profiles.intervals import Intervals, union
from gpuscope.profiles.trace import STEP_NAME, Category, Integers, Trace

_BACKWARD = re.compile(r"autograd::engine::evaluate_function: ")
_OPTIMIZER, _CLEARING = re.compile(r"Optimizer\.step#"), re.compile(r"Optimizer\.zero_grad#")
_PAUSE = 0.02
"""Share of a step: functions of autograd that are less apart belong to one backward pass, and no less is a forward pass."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a step, or of a run.

    Attributes:
        name: As ``core.workload_keys.STEP_PHASES`` names those of steps.
        start_ns: From the trace's origin.
        end_ns: From the trace's origin.
    """

    name: str
    start_ns: int
    end_ns: int


def step_phases(tree: CallTree) -> tuple[Phase, ...]:
    """Return the phases of all steps that are marked, in order; () where none is."""
    trace = tree.trace
    steps = np.array([index for index in trace.slices.of(Category.ANNOTATION).tolist() if STEP_NAME.match(trace.name_of(index))], np.int64)
    if not steps.size:
        return ()
    starts, ends = trace.slices.start_ns[steps], trace.slices.end_ns[steps]
    if told := _told(trace, starts, ends):
        return told
    pause_ns = round(_PAUSE * float(np.median(ends - starts)))
    data, backward = loading(trace), _stretches(trace, rows_named(trace, _BACKWARD, Category.OPERATOR), pause_ns)
    optimizer, clearing = (_stretches(trace, rows_named(trace, name, Category.ANNOTATION)) for name in (_OPTIMIZER, _CLEARING))
    ended = np.sort(np.concatenate([starts, data.end_ns, backward.end_ns, optimizer.end_ns]))
    named = [("data", data), ("backward", backward), ("backward", clearing), ("optimizer", optimizer)]
    phases = [Phase(name, begin, end) for name, stretches in named for begin, end in _pairs(stretches) if _is_within(begin, starts, ends)]
    for begin, _ in _pairs(backward):
        if _is_within(begin, starts, ends):
            since = int(ended[int(ended.searchsorted(begin, "right")) - 1])
            phases += [Phase("forward", *free) for free in _free(since, begin, clearing) if free[1] - free[0] > pause_ns]
    return tuple(sorted(phases, key=lambda phase: phase.start_ns))


def _told(trace: Trace, starts: Integers, ends: Integers) -> tuple[Phase, ...]:
    """Return the ranges within steps that have the names of phases: ``gpuscope.phase("data")``, or ranges of the program's own."""
    slices = trace.slices
    named = [index for index in slices.of(Category.ANNOTATION).tolist() if trace.name_of(index) in STEP_PHASES]
    phases = [Phase(trace.name_of(index), int(slices.start_ns[index]), int(slices.end_ns[index])) for index in named]
    within = [phase for phase in phases if _is_within(phase.start_ns, starts, ends)]
    return tuple(sorted(within, key=lambda phase: phase.start_ns))


def _free(begin_ns: int, end_ns: int, taken: Intervals) -> list[tuple[int, int]]:
    """Return what some stretches leave of another."""
    within = [(start, end) for start, end in _pairs(taken) if end > begin_ns and start < end_ns]
    begins, ends = [begin_ns, *(end for _, end in within)], [*(start for start, _ in within), end_ns]
    return [(begin, end) for begin, end in zip(begins, ends, strict=True) if begin < end]


def _pairs(stretches: Intervals) -> list[tuple[int, int]]:
    return list(zip(stretches.start_ns.tolist(), stretches.end_ns.tolist(), strict=True))


def _is_within(start_ns: int, starts: Integers, ends: Integers) -> bool:
    step = int(starts.searchsorted(start_ns, "right")) - 1
    return step >= 0 and start_ns < int(ends[step])


def _stretches(trace: Trace, rows: Integers, pause_ns: int = 0) -> Intervals:
    """Return when any of some slices lasted; those that are no further apart than a pause are one stretch."""
    slices = trace.slices
    covered = union(slices.start_ns[rows], slices.end_ns[rows] + pause_ns)
    return Intervals(covered.start_ns, covered.end_ns - pause_ns)
