"""Memory over a capture by what it is for, as far as that follows from when and where blocks were allocated and how long they were kept.

`torch.profiler` derives such categories from the tensors of all operators, which a trace does not identify. From the blocks of a trace,
their operators and the phases of its steps follow:

- temporary: freed by the outermost operator, the backward pass or the optimizer's step that allocated it, or before the next backward pass;
- gradients: allocated in a backward pass and kept after it;
- optimizer state: allocated in an optimizer's step and kept after it;
- inputs: allocated while the loop gets its batch or copies it to the device;
- activations: allocated elsewhere, and kept until the next backward pass; without backward passes, kept after its operator;
- other: kept over two backward passes, and still in use at the end.

Memory from before the capture holds the weights, and what earlier steps left.
"""

import re

import numpy as np

from gpuscope.profiles.call_tree import CallTree
from gpuscope.profiles.gaps import loading
from gpuscope.profiles.intervals import Intervals, covered, united
from gpuscope.profiles.memory import MemoryCurve, block_events, call_around, owned_blocks
from gpuscope.profiles.memory_record import BEFORE_CAPTURE, Blocks
from gpuscope.profiles.trace import UNKNOWN, Category, Integers, Trace

_NAMES = (BEFORE_CAPTURE, "temporary", "gradients", "optimizer state", "inputs", "activations", "other")
_TEMPORARY, _GRADIENTS, _STATE, _INPUTS, _ACTIVATIONS, _OTHER = range(1, len(_NAMES))
_BACKWARD = re.compile(r"autograd::engine::evaluate_function: ")
_FEEDING = re.compile(r"(data|copy)$")
"""Names of the phases in which a step gets its batch."""
_FROM_HOST = re.compile(r"Memcpy HtoD|CopyHostToDevice", re.IGNORECASE)
_NEVER_NS = 2**62
"""When memory is freed that is in use at the end of the capture."""


def category_blocks(tree: CallTree, curve: MemoryCurve) -> Blocks:
    """Return the allocations and frees on a device, by what the memory is for."""
    trace = tree.trace
    rows, allocation = block_events(trace, curve)
    times_ns = trace.allocations.time_ns[rows]
    is_free = (allocation >= 0) & (allocation != np.arange(rows.size))
    freed_ns = np.full(rows.size, _NEVER_NS)
    freed_ns[allocation[is_free]] = times_ns[is_free]
    categories = _categories(tree, rows, times_ns, freed_ns)
    return owned_blocks(trace, rows, np.where(allocation >= 0, categories[allocation], 0), _NAMES)


def _categories(tree: CallTree, rows: Integers, times_ns: Integers, freed_ns: Integers) -> Integers:
    """Return the category of each allocation; meaningless for frees."""
    trace, slices = tree.trace, tree.trace.slices
    outermost = tree.calls[tree.is_operator & (tree.depth == 0)]
    functions = trace.rows_named(_BACKWARD, Category.OPERATOR)
    backward, optimizer = _passes(trace, functions, np.setdiff1d(outermost, functions)), covered(slices, tree.optimizer_steps)
    operator = call_around(trace, outermost, rows)
    operator_end_ns = np.where(operator >= 0, slices.end_ns[operator], UNKNOWN)
    is_backward = call_around(trace, functions, rows) >= 0
    optimizer_end_ns, backward_end_ns = _end_of(optimizer, times_ns), _end_of(backward, times_ns)
    is_fed = (_end_of(_feeding(trace), times_ns) >= 0) | np.isin(operator, tree.outermost_launching(_FROM_HOST))
    following = backward.start_ns.searchsorted(times_ns)
    starts_ns = np.concatenate([backward.start_ns, [_NEVER_NS, _NEVER_NS]])
    next_ns, second_ns = starts_ns[following], starts_ns[following + 1]
    is_unused = (freed_ns < next_ns) & (backward.start_ns.size > 0)
    is_lasting = (freed_ns == _NEVER_NS) & (second_ns < _NEVER_NS)
    return np.select(
        [is_backward, optimizer_end_ns >= 0, freed_ns <= operator_end_ns, is_fed, is_unused, is_lasting],
        [
            np.where(freed_ns > backward_end_ns, _GRADIENTS, _TEMPORARY),
            np.where(freed_ns > optimizer_end_ns, _STATE, _TEMPORARY),
            _TEMPORARY,
            _INPUTS,
            _TEMPORARY,
            _OTHER,
        ],
        _ACTIVATIONS,
    ).astype(np.int64)


def _passes(trace: Trace, functions: Integers, others: Integers) -> Intervals:
    """Return the backward passes: autograd's functions between which the busiest thread calls no outermost operator of another kind."""
    slices = trace.slices
    if not functions.size:
        return Intervals(np.empty(0, np.int64), np.empty(0, np.int64))
    if others.size:
        busiest = np.argmax(np.bincount(slices.track[others], weights=slices.duration_ns[others]))
        others = others[slices.track[others] == busiest]
    group = np.sort(slices.start_ns[others]).searchsorted(slices.start_ns[functions])
    firsts = np.flatnonzero(np.diff(group, prepend=-1))
    return Intervals(slices.start_ns[functions[firsts]], np.maximum.reduceat(slices.end_ns[functions], firsts))


def _end_of(intervals: Intervals, times_ns: Integers) -> Integers:
    """Return the end of the interval at each time; -1 for none."""
    if not intervals.start_ns.size:
        return np.full(times_ns.size, UNKNOWN)
    last = intervals.start_ns.searchsorted(times_ns, "right") - 1
    ends_ns = intervals.end_ns[last]
    return np.where((last >= 0) & (times_ns < ends_ns), ends_ns, UNKNOWN)


def _feeding(trace: Trace) -> Intervals:
    """Return when a step gets its batch."""
    return united(loading(trace), covered(trace.slices, trace.rows_named(_FEEDING, Category.ANNOTATION)))
