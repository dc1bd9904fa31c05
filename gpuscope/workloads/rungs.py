"""The ladder of optimizations for a device and a task: its rungs, and how each is added to a spec. Does not import torch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from gpuscope.core.errors import UsageError
from gpuscope.core.field import Scalar
from gpuscope.core.runspec import FIELDS, ResolvedSpec, RunSpec
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.engines.registry import ENGINES
from gpuscope.workloads.listing import UNAVAILABLE, UNFIT, Prospect, prospect
from gpuscope.workloads.number_formats import EMULATED
from gpuscope.workloads.optimizations.registry import OPTIMIZATIONS
from gpuscope.workloads.workload_table import workload

_EAGER = str(FIELDS["engine"].default)


class Relief(StrEnum):
    """The part of a step that a rung shortens."""

    ARITHMETIC = "arithmetic"
    MEMORY = "memory traffic"
    OVERHEAD = "overhead of single operations"
    OPTIMIZER = "optimizer"
    INPUT = "wait for data"


@dataclass(frozen=True, slots=True)
class Change:
    """One way to add a rung to a spec.

    Attributes:
        values: Fields and options to set, as for :meth:`RunSpec.with_values`.
        add: Optimization to add; "" for none.
        drop: Optimizations to remove.
        grow: Factor by which the batch size is multiplied.
    """

    values: tuple[tuple[str, Scalar], ...] = ()
    add: str = ""
    drop: tuple[str, ...] = ()
    grow: int = 1

    def on(self, below: ResolvedSpec) -> RunSpec:
        """Return the spec of a rung below with this change."""
        kept = [key for key in below.changes if key != below.engine and key not in self.drop]
        changed = replace(
            below, optimize=",".join((*kept, *([self.add] if self.add else []))) or None, batch_size=below.batch_size * self.grow
        )
        return changed.with_values(dict(self.values))


@dataclass(frozen=True, slots=True)
class Rung:
    """One optimization of a ladder.

    Attributes:
        key: Its name in JSON and on the command line.
        title: A short title.
        sentence: What it does, in one plain sentence.
        caveat: Where it helps little, as a clause.
        reliefs: The parts of a step that it shortens.
        changes: Ways to add it; the first that fits is used.
    """

    key: str
    title: str
    sentence: str
    caveat: str
    reliefs: tuple[Relief, ...]
    changes: tuple[Change, ...] = field(default=())


def _adds(*keys: str) -> tuple[Change, ...]:
    return tuple(Change(add=key) for key in keys)


def _sets(**values: Scalar) -> Change:
    return Change(tuple(values.items()))


_IN_TORCH = ("channels-last", "compile", "compile-reduce-overhead", "cuda-graphs")
"""Optimizations of torch's own execution, which do not apply when another engine runs the model."""


def _engine(key: str) -> tuple[Change, ...]:
    return (Change((("engine", key),), drop=_IN_TORCH),)


ALL_THREADS = Rung(
    "threads",
    "All threads",
    "Spreads the arithmetic of each operation over all processor cores.",
    "small operations take longer to distribute than to compute",
    (Relief.ARITHMETIC,),
)
GPU = Rung(
    "gpu", "GPU", "Moves model and data to the graphics processor.", "small models do not fill a GPU", (Relief.ARITHMETIC, Relief.MEMORY)
)
TF32 = Rung(
    "tf32",
    "TF32",
    "Lets the tensor cores multiply FP32 numbers with 10 bits of mantissa.",
    "only matrix products and convolutions gain",
    (Relief.ARITHMETIC,),
    (_sets(precision="tf32"),),
)
BF16 = Rung(
    "bf16",
    "BF16",
    "Computes in 16-bit numbers: half the bytes to move, and dedicated matrix units.",
    "casts cost time, and small layers gain little",
    (Relief.ARITHMETIC, Relief.MEMORY),
    (_sets(precision="bf16"),),
)
BF16_OR_FP16 = replace(BF16, key="bf16-fp16", title="BF16 or FP16", changes=(_sets(precision="bf16"), _sets(precision="fp16")))
CHANNELS_LAST = Rung(
    "channels-last",
    "Channels last",
    "Stores images with the channel innermost, as the fastest convolution kernels read them.",
    "convolutions of a few channels gain little",
    (Relief.ARITHMETIC, Relief.MEMORY),
    _adds("channels-last"),
)
COMPILED = Rung(
    "compile",
    "torch.compile",
    "Fuses operations into larger kernels, so that less travels through memory.",
    "large matrix products already run as fast as they can",
    (Relief.MEMORY, Relief.OVERHEAD),
    _adds("compile"),
)
CUDA_GRAPHS = Rung(
    "cuda-graphs",
    "CUDA graphs",
    "Records the kernels of a step once and launches them all with one call.",
    "kernels that run longer than their launch already hide it",
    (Relief.OVERHEAD,),
    (Change(add="cuda-graphs"), Change(add="compile-reduce-overhead", drop=("compile",))),
)
FUSED_OPTIMIZER = Rung(
    "fused-optimizer",
    "Fused optimizer",
    "Updates all weights with one kernel instead of several for each layer.",
    "the optimizer is a small part of a step where layers compute long",
    (Relief.OPTIMIZER, Relief.OVERHEAD),
    _adds("fused-optimizer"),
)
_ONE_THREAD, _THREADS = "One thread", "{0} threads"
_UNFIT = "{0} does not fit {1}"
NO_LOADER = "its batches are in memory already: there is no loader"
PREFETCHED_INPUT = Rung(
    "input",
    "Pinned, prefetched input",
    "Prepares batches while the model trains, in memory that the GPU can read directly.",
    "steps that do not wait for data gain nothing",
    (Relief.INPUT,),
    tuple(_sets(workers=workers, prefetch=4, pinned=True) for workers in (4, 2)),
)
ONNX_RUNTIME = Rung(
    "onnxruntime",
    "ONNX Runtime",
    "Runs the exported model in an engine made for inference, which fuses its operations.",
    "models of few, large operations have little to fuse",
    (Relief.OVERHEAD, Relief.MEMORY),
    _engine("onnxruntime"),
)
OPENVINO = Rung(
    "openvino",
    "OpenVINO",
    "Runs the exported model in Intel's engine, whose kernels are chosen for this processor.",
    "models that already run well on another engine gain little",
    (Relief.ARITHMETIC, Relief.OVERHEAD, Relief.MEMORY),
    _engine("openvino"),
)
TENSORRT = Rung(
    "tensorrt",
    "TensorRT",
    "Rebuilds the model from the fastest kernels that NVIDIA's engine finds on this GPU.",
    "large matrix products already run as fast as they can",
    (Relief.ARITHMETIC, Relief.OVERHEAD, Relief.MEMORY),
    _engine("tensorrt"),
)
INT8 = Rung(
    "int8",
    "INT8",
    "Computes with 8-bit integers, calibrated on samples: a quarter of FP32's bytes.",
    "processors without VNNI or AMX gain little, and converting back and forth costs time",
    (Relief.ARITHMETIC, Relief.MEMORY),
    (Change((("engine", "onnxruntime-int8"),), drop=_IN_TORCH), Change((("engine", _EAGER),), "int8-dynamic", ("compile",))),
)
INT8_OR_FP8 = replace(
    INT8,
    key="int8-fp8",
    title="FP8 or INT8",
    sentence="Stores or computes in 8 bits: a quarter of FP32's bytes.",
    changes=tuple(
        Change((("engine", _EAGER),), key, drop)
        for key in ("torchao-fp8-weights", "torchao-int8-dynamic", "int8-weights")
        for drop in ((), _IN_TORCH)
    ),
)
LARGER_BATCH = Rung(
    "batch",
    "Larger batch",
    "Gives each call several times as many samples, which spreads its fixed cost.",
    "a device that is already busy computes no faster, and each answer takes longer",
    (Relief.OVERHEAD, Relief.OPTIMIZER),
    (Change(grow=4), Change(grow=2)),
)

_LADDERS: dict[tuple[str, str], tuple[Rung, ...]] = {
    ("cpu", "training"): (ALL_THREADS, CHANNELS_LAST, COMPILED, FUSED_OPTIMIZER, BF16, LARGER_BATCH),
    ("cpu", "inference"): (ALL_THREADS, CHANNELS_LAST, COMPILED, ONNX_RUNTIME, OPENVINO, INT8, LARGER_BATCH),
    ("cuda", "training"): (TF32, BF16, CHANNELS_LAST, COMPILED, CUDA_GRAPHS, FUSED_OPTIMIZER, PREFETCHED_INPUT, LARGER_BATCH),
    ("cuda", "inference"): (TF32, BF16_OR_FP16, COMPILED, CUDA_GRAPHS, TENSORRT, INT8_OR_FP8, LARGER_BATCH),
}
_ELSEWHERE = {
    "training": (BF16_OR_FP16, CHANNELS_LAST, COMPILED, FUSED_OPTIMIZER, LARGER_BATCH),
    "inference": (BF16_OR_FP16, CHANNELS_LAST, COMPILED, LARGER_BATCH),
}
"""Ladders for Apple and Intel GPUs."""
RUNGS = {
    rung.key: rung
    for rung in (
        *(GPU, ALL_THREADS, TF32, BF16, BF16_OR_FP16, CHANNELS_LAST, COMPILED, CUDA_GRAPHS, FUSED_OPTIMIZER, PREFETCHED_INPUT),
        *(ONNX_RUNTIME, OPENVINO, TENSORRT, INT8, INT8_OR_FP8, LARGER_BATCH),
    )
}
"""All rungs by key."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The base of a ladder, and the rungs to add to it.

    Attributes:
        name: Name of the base.
        spec: Spec of the base.
        rungs: Rungs in the order in which they are tried.
    """

    name: str
    spec: ResolvedSpec
    rungs: tuple[Rung, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the rungs, in order."""
        return tuple(rung.key for rung in self.rungs)


def ladder(asked: RunSpec, capabilities: Capabilities, *, from_cpu: bool = False) -> Ladder:
    """Return the ladder of a workload.

    Args:
        asked: Workload, task, device and other fields that all rungs share. Fields that rungs change must have their defaults.
        capabilities: Capabilities of this machine.
        from_cpu: Whether a GPU's ladder starts on the CPU, with the GPU as its first rung.

    Raises:
        UsageError: The spec is a command or a kernel, or already sets something that a rung adds.
        GpuscopeError: The base cannot run here.
    """
    if asked.is_command or not workload(asked.workload).tasks:
        subject = "a command" if asked.is_command else f"{asked.workload} is a kernel and"
        raise UsageError(
            f"{subject} has no ladder: the rungs change how a model is trained or run", "For example: gpuscope ladder cifar-cnn"
        )
    if asked.changes or asked.precision != FIELDS["precision"].default:
        raise UsageError("a ladder adds optimizations, engine and number format itself", "Leave out --optimize, --engine and --precision.")
    base = catalog.resolve(asked)
    kind = base.device.partition(":")[0]
    rungs = _LADDERS.get((kind, base.task)) or _ELSEWHERE[base.task]
    name = "FP32"
    if kind == "cpu":
        rungs = rungs if capabilities.cpu_count > 1 and asked.threads is None else tuple(rung for rung in rungs if rung is not ALL_THREADS)
        base = replace(base, threads=asked.threads or 1)
        name = _ONE_THREAD if base.threads == 1 else _THREADS.format(base.threads)
    elif from_cpu:
        rungs, name = (GPU, *rungs), "CPU"
        base = replace(base, device="cpu")
    elif PREFETCHED_INPUT in rungs and "workers" in base.options:
        base = catalog.resolve(base.with_values({"workers": 0, "pinned": False}))
    if (refusal := catalog.refusal(base, capabilities)) is not None:
        raise refusal
    return Ladder(name, base, rungs)


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a rung can be added to the spec below it.

    Attributes:
        spec: The spec with the rung; None if it cannot be added.
        reason: Why it cannot be added; "" if it can.
        cure: One line that would make it available; "" if there is none.
    """

    spec: ResolvedSpec | None
    reason: str = ""
    cure: str = ""


def fit(rung: Rung, below: ResolvedSpec, asked: RunSpec, capabilities: Capabilities) -> Fit:
    """Add a rung to the spec below it, or return why that is not possible: unavailable, unfit, or emulated by this device.

    Args:
        rung: The rung to add.
        below: The spec of the best rung so far.
        asked: The spec that the ladder was requested for, with its device and threads.
        capabilities: Capabilities of this machine.
    """
    if rung is PREFETCHED_INPUT and "workers" not in below.options:
        return Fit(None, NO_LOADER)
    refused: list[Prospect] = []
    for spec in _candidates(rung, below, asked, capabilities):
        answer = prospect(spec, capabilities)
        is_emulated = answer.kind == EMULATED and spec.precision != below.precision
        if answer.spec is not None and answer.kind not in (UNAVAILABLE, UNFIT) and not is_emulated:
            return Fit(answer.spec)
        refused.append(answer)
    if not refused:
        return Fit(None, _UNFIT.format(rung.title, below.workload))
    first = refused[0]
    return Fit(None, _titled(first.reason, rung), first.cure if first.is_installable else "")  # others name flags that a ladder sets itself


def _titled(reason: str, rung: Rung) -> str:
    """Return a reason with its leading key of an optimization or engine replaced by the rung's title."""
    key, _, rest = reason.partition(" ")
    return f"{rung.title} {rest}" if key in (*OPTIMIZATIONS, *ENGINES) else reason


def _candidates(rung: Rung, below: ResolvedSpec, asked: RunSpec, capabilities: Capabilities) -> Iterator[RunSpec]:
    if rung is ALL_THREADS:
        yield replace(below, threads=capabilities.cpu_count)
    elif rung is GPU:
        yield replace(below, device=asked.device)
    else:
        yield from (change.on(below) for change in rung.changes)


def texts(rungs: Sequence[Rung] = tuple(RUNGS.values())) -> Iterator[str]:
    """Yield the texts of rungs, for translators."""
    yield from (NO_LOADER, _ONE_THREAD, _THREADS, _UNFIT)
    for rung in rungs:
        yield from (rung.title, rung.sentence, rung.caveat)
