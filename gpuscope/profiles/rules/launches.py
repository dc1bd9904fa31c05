"""Rules on the cost of launching: a host slower than the device, kernels shorter than their launch, an optimizer of many small calls."""

import re
from collections.abc import Iterator

import numpy as np

from gpuscope.core import figures
from gpuscope.core.cure_texts import COMPILE_GRAPHS, CUDA_GRAPHS, FUSED, LARGER_BATCH, SMALL_ADVICE
from gpuscope.profiles.gaps import PAUSE_NS
from gpuscope.profiles.intervals import Intervals, covered, intersected
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.trace import S_PER_NS, Category, Integers

LAUNCHING_SHARE = 0.10
"""Share of time in launching gaps: threshold our own. Such gaps are defined as in HolisticTraceAnalysis ("host wait")."""
SMALL_SHARE = 0.5
"""Share of kernels that are short: the majority. Threshold our own; "short" is defined as in HolisticTraceAnalysis."""
SMALL_TIME_SHARE = 0.05
"""Share of time that the short kernels take: threshold our own."""
OPTIMIZER_CALLS = 20
"""Small operators per step: a foreach optimizer makes about ten for all weights together. Threshold our own."""
OPTIMIZER_SHARE = 0.02
"""Share of time: threshold our own."""
_SINGLE = re.compile(r"aten::(add_|sub_|mul_|div_|addcdiv_|addcmul_|lerp_|sqrt|copy_|addcdiv|addcmul)$")
_MANY = re.compile(r"aten::_(foreach|fused)_")
_FUSED = frozenset(("Adam", "AdamW", "SGD", "Adagrad"))
"""PyTorch's optimizers that accept ``fused=True``."""
_LAUNCH = re.compile(r"(cuda|hip|cu)\w*Launch\w*Kernel|urEnqueueKernelLaunch|zeCommandList(Immediate)?AppendLaunch\w*Kernel")
_GRAPHS = 'torch.compile(model, mode="reduce-overhead")  # CUDA graphs'
_CHANGES = (CUDA_GRAPHS, COMPILE_GRAPHS, LARGER_BATCH)

_LAUNCHING = "The device was idle for {0} in {1} while the host prepared the next kernel ({2} of the time)"
_LAUNCHING_SMALL = f"{_LAUNCHING}; {{3}} of {{4}} kernels are shorter than their launch"
_SMALL = "{0} of {1} kernels are shorter than their launch ({2}); they took {3} ({4} of the time)"
_UPDATED = "The optimizer updates weights one by one: {0} per step, {1} together ({2} of the time)"
TEXTS = (_LAUNCHING, _LAUNCHING_SMALL, _SMALL, _UPDATED)


def host_bound_launches(evidence: Evidence) -> Iterator[Finding]:
    """The device finishes before the host has launched the next work."""
    gaps = evidence.gaps
    short = np.flatnonzero((gaps.launching_ns > 0) & (gaps.launching_ns < PAUSE_NS))
    cost = evidence.gap_cost_s(short, gaps.launching_ns)
    if not short.size or cost <= LAUNCHING_SHARE * evidence.total_s:
        return
    values = (figures.duration(cost), figures.counted(short.size, "gap"), figures.percent(cost / evidence.total_s))
    kernels, small = _launched(evidence)
    is_small = 2 * small.size > kernels.size
    yield Finding(
        "host_bound_launches",
        _LAUNCHING_SMALL if is_small else _LAUNCHING,
        (*values, str(small.size), str(kernels.size)) if is_small else values,
        cost,
        True,
        SMALL_ADVICE,
        _GRAPHS,
        _CHANGES,
        evidence.places(gaps.tree.calls[gaps.launch[short]], gaps.launching_ns[short]),
    )


def small_kernels(evidence: Evidence) -> Iterator[Finding]:
    """Most kernels are shorter than their launch, although the device is kept busy."""
    kernels, small = _launched(evidence)
    if not small.size or small.size < SMALL_SHARE * kernels.size:
        return
    cost = evidence.device_s(small)
    if cost <= SMALL_TIME_SHARE * evidence.total_s:
        return
    launch_s = float(np.median(_launch_ns(evidence, kernels))) * S_PER_NS
    values = (
        str(small.size),
        str(kernels.size),
        figures.duration(launch_s),
        figures.duration(cost),
        figures.percent(cost / evidence.total_s),
    )
    yield Finding("small_kernels", _SMALL, values, cost, True, SMALL_ADVICE, _GRAPHS, _CHANGES, evidence.places_of_work(small))


def single_updates(evidence: Evidence) -> Iterator[Finding]:
    """The optimizer makes several calls for each weight."""
    trace = evidence.profile.trace
    steps = evidence.optimizer_steps
    within = _inside(evidence, steps)
    singles, grouped = (within[trace.are_named(within, pattern.match)] for pattern in (_SINGLE, _MANY))
    calls = singles.size // max(1, steps.size)
    if not steps.size or grouped.size or calls < OPTIMIZER_CALLS:
        return
    cost = _cost_of_ranges(evidence, steps)
    if cost <= OPTIMIZER_SHARE * evidence.total_s:
        return
    yield Finding(
        "single_updates",
        _UPDATED,
        (figures.counted(calls, "call"), figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        trace.has_device_work,
        FUSED,
        _grouped(trace.name_of(int(steps[0]))),
        (FUSED,),
        evidence.places(steps, trace.slices.duration_ns[steps]),
    )


def _grouped(name: str) -> str:
    """Return code for an optimizer that updates all weights together."""
    optimizer = name.partition("#")[2].removesuffix(".step")
    return f"torch.optim.{optimizer}(…, {'fused' if optimizer in _FUSED else 'foreach'}=True)"


def _launched(evidence: Evidence) -> tuple[Integers, Integers]:
    """Return the kernels with a recorded launch of their own, and those of them that are shorter than their launch."""
    trace, tree = evidence.profile.trace, evidence.profile.tree
    kernels = evidence.work[trace.slices.category[trace.device_work.slice[evidence.work]] == Category.KERNEL]
    kernels = kernels[tree.launch[kernels] >= 0]
    if kernels.size:
        kernels = kernels[trace.are_named(tree.calls[tree.launch[kernels]], _LAUNCH.match)]  # no graphs: one call launches many
    return kernels, kernels[evidence.durations_ns(kernels) < _launch_ns(evidence, kernels)]


def _launch_ns(evidence: Evidence, work: Integers) -> Integers:
    tree = evidence.profile.tree
    durations: Integers = evidence.profile.trace.slices.duration_ns[tree.calls[tree.launch[work]]] if work.size else np.empty(0, np.int64)
    return durations


def _inside(evidence: Evidence, ranges: Integers) -> Integers:
    """Return the operators within marked ranges of their thread, as slice indices."""
    slices, tree = evidence.profile.trace.slices, evidence.profile.tree
    operators = tree.calls[tree.is_operator]
    is_inside = np.zeros(operators.size, bool)
    for track in np.unique(slices.track[ranges]).tolist():
        own = ranges[slices.track[ranges] == track]
        marked = covered(slices, own)
        is_inside |= (slices.track[operators] == track) & (
            marked.within_each(slices.start_ns[operators], slices.start_ns[operators] + 1) > 0
        )
    return operators[is_inside]


def _cost_of_ranges(evidence: Evidence, ranges: Integers) -> float:
    """Return the seconds that marked ranges took: the device work they launched plus the host's gaps within them; else host time.

    The time of recording is left out, if it is known.
    """
    trace, tree = evidence.profile.trace, evidence.profile.tree
    slices = trace.slices
    marked = covered(slices, ranges)
    if evidence.steps.start_ns.size:  # a capture that ends within an optimizer's step includes the profiler's own end
        marked = intersected(marked, evidence.steps)
    if not trace.has_device_work:
        return evidence.less_recording_s(marked.total_ns, marked.start_ns, marked.end_ns)
    work = evidence.work[tree.launch[evidence.work] >= 0]
    launched_ns = slices.start_ns[tree.calls[tree.launch[work]]] if work.size else np.empty(0, np.int64)
    own = work[marked.within_each(launched_ns, launched_ns + 1) > 0]
    gaps = evidence.gaps
    idle = Intervals(gaps.start_ns, gaps.host_end_ns)
    waits = intersected(idle, marked)
    return min(evidence.total_s, evidence.device_s(own) + evidence.less_recording_s(waits.total_ns, waits.start_ns, waits.end_ns))
