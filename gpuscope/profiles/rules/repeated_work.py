"""Rules on work that should be over before the steps begin: the program's start, compilation, allocation."""

import re
from collections.abc import Iterator

import numpy as np

from gpuscope.core import figures
from gpuscope.core.cure_texts import KEPT_MEMORY, LATER_STEPS, ONE_SHAPE
from gpuscope.profiles.gaps import ALLOCATION, PAUSE_NS, compilations
from gpuscope.profiles.intervals import covered
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.trace import Category, Integers

SHARE = 0.01
"""Share of time: threshold our own; neither should occur once the program is warm."""
START_SHARE = 0.05
"""Share of device time: threshold our own, the same as for other pauses."""
_FREEING = re.compile(r"(cuda|hip|urUSM|zeMem)Free$")

_STARTED = "The device was idle for {0} while the runtime loaded code or allocated its first memory ({1} of the time)"
_COMPILED = "torch.compile compiled within the capture: {0}, {1} ({2} of the time)"
_ALLOCATED = "After the first step, device memory was allocated or freed {0}, which took {1} ({2} of the time)"
_FREED = "Device memory was freed {0}, which took {1} ({2} of the time)"
TEXTS = (_STARTED, _COMPILED, _ALLOCATED, _FREED, figures.ONCE)


def program_start(evidence: Evidence) -> Iterator[Finding]:
    """The capture includes the program's start, with pauses for one-time work of the runtime."""
    gaps, steps = evidence.gaps, evidence.profile.steps
    warm_ns = _first_step_end_ns(evidence) if len(steps) > 1 else evidence.warm_ns
    first = np.flatnonzero((gaps.end_ns - gaps.start_ns >= PAUSE_NS) & (gaps.start_ns < warm_ns))
    cost = evidence.gap_cost_s(first, np.where(gaps.is_start, gaps.starting_ns, 0) + gaps.allocation_ns)
    if cost <= START_SHARE * evidence.total_s:
        return
    yield Finding(
        "program_start",
        _STARTED,
        (figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        True,
        LATER_STEPS,
        "schedule=torch.profiler.schedule(wait=1, warmup=5, active=10)",
    )


def recompilations(evidence: Evidence) -> Iterator[Finding]:
    """Graphs are compiled during steps; in the first of several steps that is expected."""
    trace = evidence.profile.trace
    rows = compilations(trace)
    if len(evidence.profile.steps) > 1:
        rows = rows[trace.slices.start_ns[rows] >= _first_step_end_ns(evidence)]
    stretches = covered(trace.slices, rows)
    cost = evidence.less_recording_s(stretches.total_ns, stretches.start_ns, stretches.end_ns)
    if not rows.size or cost <= SHARE * evidence.total_s:
        return
    outermost = rows[np.searchsorted(trace.slices.start_ns[rows], stretches.start_ns)]
    yield Finding(
        "recompilations",
        _COMPILED,
        (figures.how_often(stretches.start_ns.size), figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        False,
        ONE_SHAPE,
        "torch.compile(model, dynamic=True)  # TORCH_LOGS=recompiles says why",
        (),
        evidence.places(outermost, trace.slices.duration_ns[outermost]),
    )


def allocator_calls(evidence: Evidence) -> Iterator[Finding]:
    """The allocator allocates or frees memory through the runtime, although earlier steps had the same needs."""
    trace = evidence.profile.trace
    rows, words = _allocator_calls(evidence)
    calls = covered(trace.slices, rows)
    cost = evidence.less_recording_s(calls.total_ns, calls.start_ns, calls.end_ns)
    if not rows.size or cost <= SHARE * evidence.total_s:
        return
    yield Finding(
        "allocator_calls",
        words,
        (figures.how_often(rows.size), figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        False,
        KEPT_MEMORY,
        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True",
        (),
        evidence.places(rows, trace.slices.duration_ns[rows]),
    )


def _allocator_calls(evidence: Evidence) -> tuple[Integers, str]:
    """Return the calls that a warm program does not make, and their template: any after the first step.

    Without steps, only frees once no kernel runs for the first time any more: memory that libraries allocate to try their algorithms is
    freed before that.
    """
    trace, steps = evidence.profile.trace, evidence.profile.steps
    if len(steps) > 1:
        rows = trace.rows_named(ALLOCATION, Category.RUNTIME)
        return rows[trace.slices.start_ns[rows] >= _first_step_end_ns(evidence)], _ALLOCATED
    rows = trace.rows_named(_FREEING, Category.RUNTIME)
    warm_ns = evidence.warm_ns if evidence.work.size else trace.span_ns
    return rows[trace.slices.start_ns[rows] >= warm_ns], _FREED


def _first_step_end_ns(evidence: Evidence) -> int:
    return int(evidence.profile.trace.slices.end_ns[evidence.profile.marked_steps.marks[0]])
