"""Rules for the device's idle time: waits for the next batch, the host, copies, other ranks."""

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from gpuscope.core import figures
from gpuscope.core.cure_texts import (
    COPY_ADVICE,
    HANDOVER_S,
    HIDDEN_COLLECTIVES,
    LESS_HOST_WORK,
    LESS_PYTHON,
    LESS_READING_BACK,
    LESS_WAITING,
    LOADER_ADVICE,
    MORE_PREFETCH,
    MORE_WORKERS,
    NO_AUGMENTATION,
    PINNED,
    RECORDED_HOST,
    SLOWEST_RANK,
    WHOLE_BATCHES,
)
from gpuscope.profiles.gaps import LOADING, PAUSE_NS, compilations, loading
from gpuscope.profiles.intervals import Intervals, covered, exposed_ns, union, united
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.process_groups import HOST_RANGE
from gpuscope.profiles.ranks import exposed_on_host_ns
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.trace import S_PER_NS, UNKNOWN, Category, Integers, Trace

LOADING_SHARE = 0.05
"""Share of time from which the TensorBoard profiler plugin gives advice (torch_tb_profiler, ``run_generator``)."""
COMMUNICATION_SHARE = 0.10
"""Share of time: from the same source."""
WAITING_SHARE = 0.01
"""Share of time, for synchronizations, values read and copies from pageable memory: threshold our own; less is lost in the scatter of
steps."""
PAUSE_SHARE = 0.05
"""Share of time: threshold our own."""
HOST_PAUSE_SHARE = 0.10
"""Share of time, without a device: threshold our own; other programs on its processor cause such pauses too."""
_MOST_PAUSES = 100
"""Most pauses whose place in the program is looked for, the longest first."""
UNKNOWN_SHARE = 0.25
"""Share of time: threshold our own; smaller gaps leave the rest of the advice useful."""
_READ = re.compile(r"aten::(item|_local_scalar_dense)$")
_READ_BACK = re.compile(
    r"aten::(item|_local_scalar_dense|is_nonzero|nonzero|masked_select|_?unique\w*|equal|copy_|_to_copy|repeat_interleave)$"
)
"""Operators that transfer values, or a size that depends on values, to the host."""
_GRADIENTS = re.compile(r"Backward\d*$|_backward$|DistributedDataParallel|torch::distributed::reducer")
"""Operators of a training, that of several processes included."""
_ACTIVITIES = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]"
_SEARCHING = re.compile(r"aten::\w*conv")
"""Operators whose libraries time their algorithms on the first use of a shape, synchronizing meanwhile."""

_LOADING = "The device waited {0} in {1} for the loop's next batch ({2} of the time)"
_LOADING_HOST = "The loop waited {0} in {1} for its next batch ({2} of the time)"
_SYNCHRONIZED = "The device was idle for {0} after the host had waited for it {1}, mostly in {2} ({3} of the time)"
_SYNCHRONIZED_ALIKE = "The device was idle for {0} after the host had waited for it {1}, in {2} ({3} of the time)"
_VALUES = "Values were read from tensors {0}, for {1} ({2} of the time)"
_PAGEABLE = "{0} from unpinned memory took {1} during which nothing else ran, and the device was idle for {2} afterwards ({3} of the time)"
_PAUSED = "The device was idle for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while the host was in {4}"
_PAUSED_UNSEEN = (
    "The device was idle for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while no host call was recorded"
)
_STOOD = "No operator ran for {0} in {1} of more than a millisecond ({2} of the time); the longest, {3}, while the program was in {4}"
_STOOD_UNSEEN = "No operator ran for {0} in {1} of more than a millisecond ({2} of the time); the longest took {3}"
_PYTHON_CALL = re.compile(r"^(?P<file>.+)\(\d+\): (?P<function>.+)$")
_SEVERAL = "several calls"
_UNRECORDED = "The device was idle for {0} in {1} before work whose launch was not recorded ({2} of the time)"
_COMMUNICATED = "Collectives took {0} with no computation overlapping them ({1} of the time)"
TEXTS = (
    _LOADING,
    _LOADING_HOST,
    _SYNCHRONIZED,
    _SYNCHRONIZED_ALIKE,
    _VALUES,
    _PAGEABLE,
    _PAUSED,
    _PAUSED_UNSEEN,
    _STOOD,
    _STOOD_UNSEEN,
    _SEVERAL,
    _UNRECORDED,
    _COMMUNICATED,
)


def loading_waits(evidence: Evidence) -> Iterator[Finding]:
    """The loop waits for its next batch, and the device with it."""
    trace = evidence.profile.trace
    rows = trace.rows_named(LOADING, Category.ANNOTATION, Category.OPERATOR)
    is_device = trace.has_device_work
    gaps = evidence.gaps.loading_ns
    waits = loading(trace)
    waited_s = evidence.less_recording_s(waits.total_ns, waits.start_ns, waits.end_ns)
    cost = evidence.gap_cost_s(np.flatnonzero(gaps), gaps) if is_device else waited_s
    if cost <= LOADING_SHARE * evidence.total_s or not rows.size:
        return
    count = figures.counted(int((gaps > 0).sum()), "gap") if is_device else figures.counted(rows.size, "call")
    is_short = waited_s < HANDOVER_S * waits.start_ns.size
    yield Finding(
        "loading",
        _LOADING if is_device else _LOADING_HOST,
        (figures.duration(cost), count, figures.percent(cost / evidence.total_s)),
        cost,
        is_device,
        WHOLE_BATCHES if is_short else LOADER_ADVICE,
        "DataLoader(data, sampler=BatchSampler(RandomSampler(data), batch_size, drop_last=True), batch_size=None)"
        if is_short
        else "DataLoader(…, num_workers=4, prefetch_factor=4, persistent_workers=True)",
        () if is_short else (MORE_WORKERS, MORE_PREFETCH, NO_AUGMENTATION),
        evidence.places(rows, trace.slices.duration_ns[rows]),
    )


def synchronizations(evidence: Evidence) -> Iterator[Finding]:
    """The host waits for the device within a step, and then the device for the host; separately for values read and other waits."""
    trace, gaps = evidence.profile.trace, evidence.gaps
    counted = np.flatnonzero((gaps.waited_ns > 0) & ~evidence.is_after_copy)
    if evidence.profile.steps:
        waits = gaps.synchronization[counted]
        counted = counted[evidence.steps.within_each(trace.slices.start_ns[waits], trace.slices.end_ns[waits]) > 0]
    operators = [_operator(evidence, row) for row in gaps.synchronization[counted].tolist()]
    is_read = np.array([_READ_BACK.match(name) is not None for name in operators], bool)
    is_search = np.array([_SEARCHING.match(name) is not None for name in operators], bool)
    yield from _synchronized(evidence, counted[is_read], LESS_READING_BACK, "total += loss.detach()  # .item() once, after the loop")
    yield from _synchronized(evidence, counted[~is_read & ~is_search], LESS_WAITING, "")


def _synchronized(evidence: Evidence, counted: Integers, cure: str, code: str) -> Iterator[Finding]:
    gaps = evidence.gaps
    rows, cost_ns = gaps.synchronization[counted], gaps.waited_ns[counted]
    cost = evidence.gap_cost_s(counted, gaps.waited_ns)
    if not counted.size or cost <= WAITING_SHARE * evidence.total_s:
        return
    names = Counter(_operator(evidence, row) for row in rows.tolist())
    values = (
        figures.duration(cost),
        figures.how_often(np.unique(rows).size),
        names.most_common(1)[0][0],
        figures.percent(cost / evidence.total_s),
    )
    words = _SYNCHRONIZED if len(names) > 1 else _SYNCHRONIZED_ALIKE
    yield Finding("synchronization", words, values, cost, True, cure, code, (), evidence.places(rows, cost_ns))


def values_read(evidence: Evidence) -> Iterator[Finding]:
    """Tensor values are read one by one in a capture without device work, where each call costs only its own time."""
    trace = evidence.profile.trace
    if trace.has_device_work:
        return
    rows = trace.rows_named(_READ, Category.OPERATOR)
    durations = trace.slices.duration_ns[rows]
    reads = covered(trace.slices, rows)
    cost = evidence.less_recording_s(reads.total_ns, reads.start_ns + 1, reads.end_ns)  # their own recording is mostly outside of them
    calls = rows.size and int(np.bincount(trace.slices.name[rows]).max())
    if cost <= WAITING_SHARE * evidence.total_s or not calls:
        return
    outermost = _outermost(evidence, rows)
    yield Finding(
        "values_read",
        _VALUES,
        (figures.how_often(calls), figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        False,
        LESS_READING_BACK,
        "values = tensor.tolist()  # once, for all of them",
        (),
        evidence.places(rows[outermost], durations[outermost]),
    )


def pageable_copies(evidence: Evidence) -> Iterator[Finding]:
    """Copies from pageable memory, for which the host has to wait, and after which the device has to wait."""
    slices, work = evidence.profile.trace.slices, evidence.profile.trace.device_work.slice
    copies = evidence.pageable_copies
    others = np.setdiff1d(evidence.work, copies)
    own, beside = (covered(slices, work[rows]) for rows in (copies, others))
    idle_s = evidence.gap_cost_s(np.flatnonzero(evidence.is_after_copy), evidence.gaps.waited_ns)
    cost = exposed_ns(own, beside) * S_PER_NS + idle_s
    if not copies.size or cost <= WAITING_SHARE * evidence.total_s:
        return
    values = (figures.counted(copies.size, "copy", "copies"), *map(figures.duration, (cost - idle_s, idle_s)))
    yield Finding(
        "pageable_copies",
        _PAGEABLE,
        (*values, figures.percent(cost / evidence.total_s)),
        cost,
        True,
        PINNED,
        "DataLoader(…, pin_memory=True); batch.to(device, non_blocking=True)",
        (PINNED, COPY_ADVICE),
        evidence.places_of_work(copies),
    )


def pauses(evidence: Evidence) -> Iterator[Finding]:
    """The host does something else for longer than launching takes, excluding one-time work of the runtime at a program's start."""
    if not evidence.profile.trace.has_device_work:
        yield from _host_pauses(evidence)
        return
    gaps = evidence.gaps
    long = np.flatnonzero((gaps.launching_ns >= PAUSE_NS) & ~gaps.is_start)
    cost = evidence.gap_cost_s(long, gaps.launching_ns)
    if not long.size or cost <= PAUSE_SHARE * evidence.total_s:
        return
    longest = long[[np.argmax(gaps.launching_ns[long])]]
    call = _doing(evidence, int(longest[0]))
    values = (
        figures.duration(cost),
        figures.counted(long.size, "pause"),
        figures.percent(cost / evidence.total_s),
        figures.duration(evidence.gap_cost_s(longest, gaps.launching_ns)),
        *([call] if call else []),
    )
    words = _PAUSED if call else _PAUSED_UNSEEN
    launches = gaps.tree.calls[gaps.launch[long]]
    yield Finding("pauses", words, values, cost, True, LESS_HOST_WORK, places=evidence.places(launches, gaps.launching_ns[long]))


def _host_pauses(evidence: Evidence) -> Iterator[Finding]:
    """The program computes outside of operators, without a device, in at least half of its steps.

    Waits for batches and for other ranks, optimizers and compilation have their own rules.
    """
    trace, steps = evidence.profile.trace, evidence.steps
    operators = trace.slices.of(Category.OPERATOR)
    if not operators.size:
        return
    others = (loading(trace), _host_collectives(evidence), covered(trace.slices, evidence.optimizer_steps),
              covered(trace.slices, compilations(trace)))  # fmt: skip
    known = covered(trace.slices, operators)
    for other in others:
        known = united(known, other)
    starts, ends = known.end_ns[:-1], known.start_ns[1:]
    if steps.start_ns.size:
        starts = np.append(starts, (steps.start_ns[0], known.end_ns[-1]))
        ends = np.append(ends, (known.start_ns[0], steps.end_ns[-1]))
        inside = steps.within_each(starts, ends)
    else:
        inside = ends - starts
    long = np.flatnonzero(inside >= PAUSE_NS)
    begins_ns = np.sort(trace.slices.start_ns[evidence.profile.marked_steps.marks])
    if 2 * np.unique(np.searchsorted(begins_ns, starts[long], "right")).size < begins_ns.size:
        return
    starts, ends, inside = starts[long], ends[long], inside[long]
    cost = evidence.less_recording_s(int(inside.sum()), starts, ends)
    if not long.size or cost <= HOST_PAUSE_SHARE * evidence.total_s:
        return
    order = np.argsort(-inside, kind="stable")[:_MOST_PAUSES]
    starts, ends, inside = starts[order], ends[order], inside[order]
    calls = _python_in(trace, starts, ends)
    longest, is_known = slice(1), calls >= 0
    # the line in its name is where its function starts, not where the time goes
    call = _PYTHON_CALL.sub(r"\g<function> (\g<file>)", trace.name_of(int(calls[0]))) if is_known[0] else ""
    values = (
        figures.duration(cost),
        figures.counted(long.size, "pause"),
        figures.percent(cost / evidence.total_s),
        figures.duration(evidence.less_recording_s(int(inside[longest].sum()), starts[longest], ends[longest])),
        *([call] if call else []),
    )
    places = evidence.places(calls[is_known], inside[is_known])
    yield Finding("pauses", _STOOD if call else _STOOD_UNSEEN, values, cost, False, LESS_PYTHON, places=places)


def _python_in(trace: Trace, start_ns: Integers, end_ns: Integers) -> Integers:
    """Return the innermost Python call that covers at least half of each time, as an index into the slices; -1 if none was recorded."""
    slices = trace.slices
    rows = slices.of(Category.PYTHON)
    begins_ns, ends_ns, found = slices.start_ns[rows], slices.end_ns[rows], []
    for start, end in zip(start_ns.tolist(), end_ns.tolist(), strict=True):
        middle = (start + end) // 2
        own = np.flatnonzero(ends_ns[: begins_ns.searchsorted(middle, "right")] >= middle)
        own = own[2 * (np.minimum(ends_ns[own], end) - np.maximum(begins_ns[own], start)) >= end - start]
        found.append(int(rows[own[np.argmin(ends_ns[own] - begins_ns[own])]]) if own.size else UNKNOWN)
    return np.array(found, np.int64)


def _host_collectives(evidence: Evidence) -> Intervals:
    """Return the time in collectives and transfers on the CPU."""
    trace = evidence.profile.trace
    return covered(trace.slices, trace.rows_named(HOST_RANGE, Category.ANNOTATION, Category.OPERATOR))


def _host_communication(evidence: Evidence) -> Iterator[Finding]:
    """Collectives on the CPU while no operator of another kind runs: transfers, and waiting for other ranks."""
    profile = evidence.profile
    cost = min(evidence.total_s, exposed_on_host_ns(profile, _host_collectives(evidence)) * S_PER_NS)
    if cost <= COMMUNICATION_SHARE * evidence.total_s:
        return
    names = {row.name for row in profile.operators if row.work_class == OperatorClass.COLLECTIVE}
    rows = profile.trace.slices.of(Category.OPERATOR)
    calls = rows[profile.trace.are_named(rows, names.__contains__)]
    yield Finding(
        "exposed_communication",
        _COMMUNICATED,
        (figures.duration(cost), figures.percent(cost / evidence.total_s)),
        cost,
        False,
        SLOWEST_RANK,
        places=evidence.places(calls, profile.trace.slices.duration_ns[calls]),
    )


def unknown_gaps(evidence: Evidence) -> Iterator[Finding]:
    """The device is idle, and the trace does not contain the host's activity, as in a trace of the device alone."""
    gaps = evidence.gaps
    unknown = np.flatnonzero(gaps.launch < 0)
    begin_ns, end_ns = gaps.start_ns[unknown], gaps.end_ns[unknown]
    cost = evidence.less_recording_s(int((end_ns - begin_ns).sum()), begin_ns, end_ns)
    if cost <= UNKNOWN_SHARE * evidence.total_s:
        return
    yield Finding(
        "unknown_gaps",
        _UNRECORDED,
        (figures.duration(cost), figures.counted(unknown.size, "gap"), figures.percent(cost / evidence.total_s)),
        cost,
        True,
        RECORDED_HOST,
        "" if evidence.profile.trace.has_host_calls else _ACTIVITIES,
    )


def exposed_communication(evidence: Evidence) -> Iterator[Finding]:
    """Collectives without concurrent computation on their device; of several devices the mean, as in the sentence on their time."""
    if not evidence.profile.trace.has_device_work:
        yield from _host_communication(evidence)
        return
    timeline, devices = evidence.profile.timeline, evidence.profile.device_time.devices
    cost = sum(device.communication_exposed_s for device in devices) / max(1, len(devices))
    if timeline is None or cost <= COMMUNICATION_SHARE * timeline.total_s:  # also for a trace of zero length
        return
    work = evidence.work[evidence.work_classes[evidence.work] == OperatorClass.COLLECTIVE]
    yield Finding(
        "exposed_communication",
        _COMMUNICATED,
        (figures.duration(cost), figures.percent(cost / timeline.total_s)),
        cost,
        True,
        HIDDEN_COLLECTIVES,
        "DistributedDataParallel(…, bucket_cap_mb=100, gradient_as_bucket_view=True)" if _may_train(evidence) else "",
        places=evidence.places_of_work(work),
    )


def _may_train(evidence: Evidence) -> bool:
    """Return whether the program's operators indicate a backward pass."""
    operators = evidence.profile.operators
    return not operators or any(_GRADIENTS.search(row.name) for row in operators)


def _operator(evidence: Evidence, row: int) -> str:
    """Return the operator in which the host waited, else the runtime call itself."""
    tree, trace = evidence.profile.tree, evidence.profile.trace
    operator = int(tree.operator[np.searchsorted(tree.calls, row)])
    return trace.name_of(int(tree.calls[operator]) if operator >= 0 else row)


def _doing(evidence: Evidence, gap: int) -> str:
    """Return the host's main activity in a gap before the next launch; "" if no call was recorded then.

    It is the innermost call of the launching thread, or else of any thread, that covers at least half of that time.
    """
    trace, gaps = evidence.profile.trace, evidence.gaps
    launched = gaps.tree.calls[gaps.launch[gap]]
    rows = np.flatnonzero(
        (trace.slices.start_ns < gaps.host_end_ns[gap])
        & (trace.slices.end_ns > gaps.start_ns[gap])
        & np.isin(trace.slices.category, (Category.OPERATOR, Category.RUNTIME, Category.ANNOTATION, Category.PYTHON))
    )
    starts = np.maximum(trace.slices.start_ns[rows], gaps.start_ns[gap])
    ends = np.minimum(trace.slices.end_ns[rows], gaps.host_end_ns[gap])
    is_long = 2 * (ends - starts) >= gaps.launching_ns[gap]
    for chosen in (is_long & (trace.slices.track[rows] == trace.slices.track[launched]), is_long):
        if chosen.any():
            return trace.name_of(int(rows[chosen][-1]))
    return _SEVERAL if 2 * union(starts, ends).total_ns >= gaps.launching_ns[gap] else ""


def _outermost(evidence: Evidence, rows: Integers) -> Integers:
    """Return the indices of those operator calls that are not directly nested in another of them."""
    tree = evidence.profile.tree
    around = tree.parent[np.searchsorted(tree.calls, rows)]
    inside = (around >= 0) & np.isin(tree.calls[around], rows)
    return np.flatnonzero(~inside)
