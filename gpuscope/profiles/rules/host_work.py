"""The rule for captures without device work."""

import json
import re
from collections.abc import Iterator

import numpy as np

from gpuscope.core import figures
from gpuscope.core.cure_texts import BF16, CHANNELS_LAST, COMPILE, COMPUTE_ADVICE, COPY_ADVICE, MEMORY_ADVICE, ONE_FORMAT
from gpuscope.profiles.operator_classes import LABELS, OperatorClass
from gpuscope.profiles.operators import OperatorRow
from gpuscope.profiles.rules.evidence import Evidence
from gpuscope.profiles.rules.finding import Finding, Place
from gpuscope.profiles.trace import Integers

DOMINANT_SHARE = 0.5
"""Share of host time in operators: more than half limits what any other change can gain. Threshold our own."""
LEAST_SHARE = 0.1
"""Share of the capture: an operator that dominates a program that hardly computes is not the cause. Threshold our own."""
_CAST_FORMAT = re.compile(r"BFloat16|Half|Float8|Char|double")
"""Types of a product's arguments for which autocast is no advice: they are small already, or FP64, which it leaves as it is."""
_DOMINATES = "{0} ({1}) takes {2} of {3} in operators, in {4}"
TEXTS = (_DOMINATES,)
_CURES: dict[OperatorClass, tuple[str, str, tuple[str, ...]]] = {
    OperatorClass.GEMM: (COMPUTE_ADVICE, 'with torch.autocast("cpu", dtype=torch.bfloat16):  # only if lscpu lists amx_bf16 or avx512_bf16',
                         (BF16,)),
    OperatorClass.ATTENTION: (COMPUTE_ADVICE, "", (COMPILE,)),
    OperatorClass.CONVOLUTION: (CHANNELS_LAST, "model.to(memory_format=torch.channels_last); images.to(memory_format=torch.channels_last)",
                                (CHANNELS_LAST,)),
    OperatorClass.ELEMENTWISE: (COMPILE, "model = torch.compile(model)", (COMPILE,)),
    OperatorClass.NORMALIZATION: (COMPILE, "model = torch.compile(model)", (COMPILE,)),
    OperatorClass.COPY: (ONE_FORMAT, "", ()),
    OperatorClass.COPY_ENGINE: (COPY_ADVICE, "", ()),
    **dict.fromkeys((OperatorClass.REDUCTION, OperatorClass.SOFTMAX, OperatorClass.INDEXING, OperatorClass.POOLING, OperatorClass.LOSS),
                    (MEMORY_ADVICE, "", (COMPILE,))),
}  # fmt: skip
"""Cure, code and changes by class; random numbers, sorting and other classes have no known cure."""


def dominant_operator(evidence: Evidence) -> Iterator[Finding]:
    """One operator takes most of the host's time."""
    profile = evidence.profile
    if not profile.by_host or not profile.operators:
        return
    own_s = {row.name: _own_s(evidence, row) for row in profile.operators}
    whole = sum(own_s.values())
    first = max((row for row in profile.operators if "::" in row.name), key=lambda row: own_s[row.name], default=None)
    if (
        first is None
        or first.work_class not in _CURES
        or own_s[first.name] < DOMINANT_SHARE * whole
        or own_s[first.name] < LEAST_SHARE * evidence.total_s
        or _is_cured(evidence, first)
    ):
        return
    cure, code, changes = _CURES[first.work_class]
    values = (
        first.name,
        LABELS[first.work_class],
        figures.duration(own_s[first.name]),
        figures.duration(whole),
        figures.counted(first.calls, "call"),
    )
    cost = min(evidence.total_s, own_s[first.name])  # threads compute side by side, and also between the steps
    yield Finding("dominant_operator", _DOMINATES, values, cost, False, cure, code, changes, _places(evidence, first))


def _is_cured(evidence: Evidence, row: OperatorRow) -> bool:
    """Return whether an operator's most expensive call cannot be cured: a format that autocast leaves alone, images in channels_last."""
    if row.work_class is OperatorClass.GEMM:
        return bool(row.by_shape) and _CAST_FORMAT.search(row.by_shape[0].types) is not None
    if row.work_class is not OperatorClass.CONVOLUTION:
        return False
    calls, host_ns = _calls(evidence, row)
    trace = evidence.profile.trace
    texts = trace.operator_calls.shapes[call := calls[np.argmax(host_ns)]], trace.operator_calls.strides[call]
    if min(texts) < 0:
        return False
    shapes, strides = (json.loads(trace.texts[text]) for text in texts)
    return isinstance(shapes, list) and isinstance(strides, list) and any(map(_is_channels_last, shapes, strides))


def _is_channels_last(shape: object, strides: object) -> bool:
    """Return whether a tensor is a batch of images whose channels lie next to each other."""
    if not (isinstance(shape, list) and isinstance(strides, list) and 4 <= len(shape) == len(strides) <= 5):
        return False
    return shape[1] != 1 and strides[1] == 1 and any(length != 1 for length in shape[2:])


def _own_s(evidence: Evidence, row: OperatorRow) -> float:
    """Return an operator's self time on the host in seconds, less the overhead of recording its calls."""
    return row.self_host_s if evidence.recording is None else evidence.recording.normal_s(row.self_host_s, row.calls)


def _places(evidence: Evidence, row: OperatorRow) -> tuple[Place, ...]:
    times, tree = evidence.profile.operator_times, evidence.profile.tree
    calls, host_ns = _calls(evidence, row)
    return evidence.places(tree.calls[times.rows[calls]], host_ns)


def _calls(evidence: Evidence, row: OperatorRow) -> tuple[Integers, Integers]:
    """Return the calls of an operator, as indices into the operator calls, and the own time of each on the host in ns."""
    times, tree = evidence.profile.operator_times, evidence.profile.tree
    number = evidence.profile.trace.names.index(row.name)
    calls = np.flatnonzero(evidence.profile.trace.slices.name[tree.calls[times.rows]] == number)
    return calls, times.self_host_ns[calls]
