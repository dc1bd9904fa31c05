"""Rules on needlessly expensive computation: number formats, layouts, passes over memory."""

import json
import re
from collections.abc import Iterator

import numpy as np

from gpuscope.core import figures
from gpuscope.core.cure_texts import BF16, CHANNELS_LAST, COMPILE, COMPILE_GRAPHS, FP16_CORES, FP32, NO_DOUBLE, ONE_FORMAT, TENSOR_CORES
from gpuscope.profiles.operator_classes import OperatorClass
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding
from gpuscope.profiles.trace import S_PER_NS, DeviceFacts, Flags, Integers

SHARE = 0.05
"""Threshold of each rule here, as a share of busy time: our own; a change of format or layout should gain at least this."""
TENSOR_CORES_FROM = 7.0
"""Compute capability of NVIDIA's first devices with tensor cores (CUDA C++ Programming Guide)."""
TF32_FROM = 8.0
"""Compute capability of the first devices whose tensor cores support TF32 and BF16."""
_FP32 = re.compile(
    r"sgemm|scudnn|_f32f32_f32f32_f32_|\bgemv2?[NT]\w*<\w*, ?\w*, ?\w*, ?float, ?float, ?float"  # cuBLAS, cuDNN, CUTLASS
    r"|Cijk_\w{4}_\w{4}_S_?B_"  # Tensile, of rocBLAS and hipBLASLt
)
"""Kernels that multiply and add in FP32 on the ordinary units (on AMD devices, on matrix units at the FP32 rate)."""
_NOT_FP32 = re.compile(r"tensorop|tf32|s1688|s16816|bf16|fp16|f16|half", re.IGNORECASE)
_LAYOUT = re.compile(r"nchwToNhwc|nhwcToNchw|batched_transpose_\d", re.IGNORECASE)
_CHAIN = (OperatorClass.ELEMENTWISE, OperatorClass.COPY)
_COPIES = (OperatorClass.COPY, OperatorClass.COPY_ENGINE)
_DOUBLE = '"double"'
"""FP64 among the types of a call's arguments."""
_CAST = re.compile(r"aten::(copy_|_to_copy|to)$")

_FP32_WORDS = "{0} of matrix products in FP32 took {1} ({2} of the device's busy time) on {3}, which has matrix units for smaller formats"
_FP64_WORDS = "{0} on FP64 tensors took {1} ({2} of the device's busy time)"
_FP64_WORDS_HOST = "{0} on FP64 tensors took {1} ({2} of the time)"
_LAYOUT_WORDS = "{0} that only reorder images for convolutions took {1} ({2} of the device's busy time)"
_CHAINS = "{0} of elementwise work follow on one another in {1}; all but the longest of each took {2} ({3} of the device's busy time)"
_CASTS = "{0} between number formats took {1} ({2} of the device's busy time), most of them from {3} to {4}"
_WIDE = frozenset(("float", "double"))
"""Conversions to these serve computations that need the precision; compiling moves such conversions into registers."""
_A_DEVICE = "a device"
TEXTS = (_FP32_WORDS, _FP64_WORDS, _FP64_WORDS_HOST, _LAYOUT_WORDS, _CHAINS, _CASTS)


def single_precision(evidence: Evidence) -> Iterator[Finding]:
    """Matrix products in FP32 on a device that has units for smaller formats."""
    trace = evidence.profile.trace
    used = set(trace.device_work.device[evidence.work].tolist())
    capable = [facts for number, facts in trace.devices.items() if number in used and _capability(facts) >= TENSOR_CORES_FROM]
    work = evidence.named(_is_single_precision)
    cost = evidence.device_s(work)
    if not work.size or not capable or cost <= SHARE * evidence.busy_s:
        return
    has_tf32 = all(_capability(facts) >= TF32_FROM for facts in capable)
    yield Finding(
        "single_precision",
        _FP32_WORDS,
        (figures.counted(work.size, "kernel"), figures.duration(cost), figures.percent(cost / evidence.busy_s),
         capable[0].name or _A_DEVICE),
        cost,
        True,
        TENSOR_CORES if has_tf32 else FP16_CORES,
        'torch.set_float32_matmul_precision("high"), or with torch.autocast("cuda", dtype=torch.bfloat16):' if has_tf32
        else 'with torch.autocast("cuda", dtype=torch.float16):',
        (BF16,) if has_tf32 else (),
        evidence.places_of_work(work),
    )  # fmt: skip


def double_precision(evidence: Evidence) -> Iterator[Finding]:
    """Operators compute in FP64, as they do on tensors made from NumPy's arrays; conversions from it are those of another rule."""
    profile = evidence.profile
    times, tree, trace = profile.operator_times, profile.tree, profile.trace
    copies = {row.name for row in profile.operators if row.work_class in _COPIES}
    is_double = np.array([*(_DOUBLE in text for text in trace.texts), False], bool)  # the last for -1
    calls = np.flatnonzero(is_double[trace.operator_calls.types] & ~trace.are_named(tree.calls[times.rows], copies.__contains__))
    cost_ns = (times.self_host_ns if profile.by_host else times.self_device_ns)[calls]
    cost, whole = int(cost_ns.sum()) * S_PER_NS, evidence.total_s if profile.by_host else evidence.busy_s
    if profile.by_host and evidence.recording is not None:
        cost = evidence.recording.normal_s(cost, calls.size)
    if (cost := min(cost, whole)) <= SHARE * whole:
        return
    yield Finding(
        "double_precision",
        _FP64_WORDS_HOST if profile.by_host else _FP64_WORDS,
        (figures.counted(int(np.count_nonzero(cost_ns)), "operator call"), figures.duration(cost), figures.percent(cost / whole)),
        cost,
        not profile.by_host,
        NO_DOUBLE,
        "model.float(); torch.from_numpy(array).float()",
        (FP32,),
        evidence.places(tree.calls[times.rows[calls]], cost_ns),
    )


def layout_transforms(evidence: Evidence) -> Iterator[Finding]:
    """Images are reordered before and after each convolution."""
    work = evidence.named(_LAYOUT.search)
    cost = evidence.device_s(work)
    if not work.size or cost <= SHARE * evidence.busy_s:
        return
    yield Finding(
        "layout_transforms",
        _LAYOUT_WORDS,
        (figures.counted(work.size, "kernel"), figures.duration(cost), figures.percent(cost / evidence.busy_s)),
        cost,
        True,
        CHANNELS_LAST,
        "model.to(memory_format=torch.channels_last); images.to(memory_format=torch.channels_last)",
        (CHANNELS_LAST,),
        evidence.places_of_work(work),
    )


def elementwise_chains(evidence: Evidence) -> Iterator[Finding]:
    """Successive elementwise kernels each read and write memory, which one fused kernel could do once; optimizers have another cure."""
    work = _in_stream_order(evidence)
    if not work.size:
        return
    run, is_fusible = _runs(evidence, work)
    sizes = np.bincount(run[is_fusible], minlength=int(run.max()) + 1)
    is_chained = is_fusible & (sizes[run] >= 2)
    chained = work[is_chained]
    spared = _all_but_longest(evidence, chained, run[is_chained])
    cost = evidence.device_s(spared)
    if not spared.size or cost <= SHARE * evidence.busy_s:
        return
    yield Finding(
        "elementwise_chains",
        _CHAINS,
        (figures.counted(chained.size, "kernel"), figures.counted(int((sizes >= 2).sum()), "chain"), figures.duration(cost),
         figures.percent(cost / evidence.busy_s)),
        cost,
        True,
        COMPILE,
        "model = torch.compile(model)",
        (COMPILE, COMPILE_GRAPHS),
        evidence.places_of_work(spared),
    )  # fmt: skip


def conversions(evidence: Evidence) -> Iterator[Finding]:
    """Tensors are converted from one number format to another."""
    profile = evidence.profile
    if not profile.trace.has_device_work:
        return
    times, tree = profile.operator_times, profile.tree
    formats = [_formats(profile.trace.texts[index]) if index >= 0 else None for index in range(len(profile.trace.texts))]
    types = profile.trace.operator_calls.types
    is_known = np.array([pair is not None for pair in (*formats, None)], bool)  # the last for -1
    calls = np.flatnonzero(profile.trace.are_named(tree.calls[times.rows], _CAST.match) & is_known[types])
    cost_ns = times.self_device_ns[calls]
    calls, cost_ns = calls[cost_ns > 0], cost_ns[cost_ns > 0]
    cost = evidence.device_s(evidence.work[np.isin(times.launched_by[evidence.work], calls)])
    if not calls.size or cost <= SHARE * evidence.busy_s:
        return
    totals = np.bincount(types[calls], weights=cost_ns)
    source, target = formats[int(np.argmax(totals))] or ("", "")
    yield Finding(
        "conversions",
        _CASTS,
        (figures.counted(calls.size, "conversion"), figures.duration(cost), figures.percent(cost / evidence.busy_s), source, target),
        cost,
        True,
        COMPILE if target in _WIDE else ONE_FORMAT,
        "model = torch.compile(model)" if target in _WIDE else f"model = model.to(torch.{target.lower()})",
        (COMPILE, COMPILE_GRAPHS) if target in _WIDE else (),
        evidence.places(tree.calls[times.rows[calls]], cost_ns),
    )


def _is_single_precision(kernel: str) -> bool:
    return _FP32.search(kernel) is not None and not _NOT_FP32.search(kernel.partition("(")[0])


def _capability(facts: DeviceFacts) -> float:
    """Return the compute capability as a number; 0 if it is not known."""
    major, _, minor = facts.compute_capability.partition(".")
    return int(major) + int(minor or 0) / 10 if major.isdecimal() and (minor or "0").isdecimal() else 0.0


def _in_stream_order(evidence: Evidence) -> Integers:
    """Return the counted device work, sorted by device, stream and time."""
    work, slices = evidence.profile.trace.device_work, evidence.profile.trace.slices
    own = evidence.work
    return own[np.lexsort((slices.start_ns[work.slice[own]], work.stream[own], work.device[own]))]


def _runs(evidence: Evidence, work: Integers) -> tuple[Integers, Flags]:
    """Return the number of the chain that each piece of work belongs to, and whether it can be fused."""
    columns = evidence.profile.trace.device_work
    is_fusible = np.isin(evidence.work_classes[work], _CHAIN) & ~evidence.is_update[work]
    is_new = np.ones(work.size, bool)
    is_new[1:] = (
        (is_fusible[1:] != is_fusible[:-1])
        | (columns.stream[work[1:]] != columns.stream[work[:-1]])
        | (columns.device[work[1:]] != columns.device[work[:-1]])
    )
    return np.cumsum(is_new) - 1, is_fusible


def _all_but_longest(evidence: Evidence, work: Integers, run: Integers) -> Integers:
    """Return the work of each chain except its longest piece, since at least that remains after fusion."""
    order = np.lexsort((evidence.durations_ns(work), run))
    is_last = np.ones(order.size, bool)
    is_last[:-1] = run[order][1:] != run[order][:-1]
    return work[order[~is_last]]


def _formats(types: str) -> tuple[str, str] | None:
    """Return the (source, target) number formats of a copy call, by the types of its arguments; None if it does not convert."""
    try:
        kinds = json.loads(types)
    except ValueError:
        return None
    if not isinstance(kinds, list) or len(kinds) < 2:
        return None
    target, source = kinds[0], kinds[1]
    is_both = all(isinstance(kind, str) and kind not in ("", "Scalar", "ScalarList", "TensorList") for kind in (source, target))
    return (source.removeprefix("c10::"), target.removeprefix("c10::")) if is_both and source != target else None
