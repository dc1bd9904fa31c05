"""All optimizations by key, and those that a spec selects. Does not import torch."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.launch import PARALLEL, is_parallel
from gpuscope.workloads.needs import missing
from gpuscope.workloads.optimizations.distill import Distill
from gpuscope.workloads.optimizations.graphs import Compiled, CompiledMaxAutotune, CompiledReduceOverhead, CudaGraphs
from gpuscope.workloads.optimizations.memory_saving import ActivationCheckpointing, GradAccumulation, OffloadHalf, OffloadLast
from gpuscope.workloads.optimizations.model_parallel import PipelineParallel, TensorParallel
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.optimizations.parallel_training import Ddp, Fsdp2, ParallelTraining
from gpuscope.workloads.optimizations.pruning import PruneStructured, PruneUnstructured, SparseTwoOfFour
from gpuscope.workloads.optimizations.quantization import (
    Fp8Weights,
    HalfStorage,
    Int8Dynamic,
    Int8Weights,
    TorchaoFp8Weights,
    TorchaoInt8Dynamic,
    TorchaoInt8Weights,
)
from gpuscope.workloads.optimizations.switches import (
    ChannelsLast,
    CudnnAutotune,
    FlashAttention,
    ForeachOptimizer,
    FusedOptimizer,
    MathAttention,
    NoInferenceMode,
)
from gpuscope.workloads.workload import Workload

OPTIMIZATIONS: Mapping[str, Callable[[], Optimization]] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            *(Distill, PruneStructured, PruneUnstructured, SparseTwoOfFour, HalfStorage, Int8Weights, Fp8Weights, Int8Dynamic),
            *(TorchaoInt8Dynamic, TorchaoInt8Weights, TorchaoFp8Weights),
            *(ChannelsLast, CudnnAutotune, FlashAttention, MathAttention, ActivationCheckpointing, CudaGraphs),
            *(OffloadLast, OffloadHalf),
            *(GradAccumulation, ForeachOptimizer, FusedOptimizer, NoInferenceMode),
            *(Compiled, CompiledReduceOverhead, CompiledMaxAutotune),
            *(Ddp, Fsdp2, PipelineParallel, TensorParallel),
        )
    }
)
"""Factories by key, in the order of application."""


def canonical(text: str | None) -> str | None:
    """Return a comma-separated list of keys in the order of application, without duplicates; None if it is empty.

    Raises:
        UsageError: There is no optimization with one of the names.
    """
    names = {name.strip() for name in (text or "").split(",") if name.strip()}
    unknown = sorted(names - OPTIMIZATIONS.keys())
    if unknown:
        raise UsageError(f"optimization {unknown[0]!r} is not known", f"Choose one of {', '.join(OPTIMIZATIONS)}.")
    return ",".join(key for key in OPTIMIZATIONS if key in names) or None


def chosen(spec: ResolvedSpec) -> list[Optimization]:
    """Return new instances of the optimizations that a spec selects."""
    return [OPTIMIZATIONS[key]() for key in (spec.optimize or "").split(",") if key]


def refusal(definition: Workload, spec: ResolvedSpec) -> GpuscopeError | None:
    """Return why the optimizations of a spec cannot be used; None if they can."""
    optimizations = chosen(spec)
    clashes = (error for optimization, other in combinations(optimizations, 2) if (error := clash(optimization, other)) is not None)
    return (
        next(clashes, None)
        or _ranks_refusal(optimizations, spec)
        or next((error for optimization in optimizations if (error := why_not(optimization, definition, spec)) is not None), None)
    )


def _ranks_refusal(optimizations: Sequence[Optimization], spec: ResolvedSpec) -> GpuscopeError | None:
    """Return why a spec's number of ranks or machines is not possible; None if it is."""
    if spec.ranks * spec.nodes > 1 and not any(isinstance(optimization, ParallelTraining) for optimization in optimizations):
        several = f"{spec.ranks} ranks" if spec.ranks > 1 else f"{spec.nodes} nodes"
        return UsageError(
            f"{several} need an optimization that spreads the training over them",
            f"Add one with --optimize: {', '.join(sorted(PARALLEL))}.",
        )
    if spec.nodes > 1 and not re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^\s:]+):\d{1,5}", spec.rendezvous or ""):
        return UsageError(f"{spec.nodes} nodes need a place to meet", "Name one of them with --rendezvous HOST:PORT, the same on each.")
    if spec.warmup_limit_s and is_parallel(spec):
        return UsageError(
            "a training over several ranks does not warm up until it is steady", "Use --warmup-limit 0, and more --warmup-steps."
        )
    return None


def of_one_rank(spec: ResolvedSpec) -> ResolvedSpec:
    """Return a spec with the batch size of one of its ranks."""
    parts = (
        spec.ranks * spec.nodes
        if any(isinstance(optimization, ParallelTraining) and optimization.parts_batch for optimization in chosen(spec))
        else 1
    )
    return spec if parts == 1 else replace(spec, batch_size=max(1, spec.batch_size // parts))


def of_one_pass(spec: ResolvedSpec) -> ResolvedSpec:
    """Return a spec with the batch size of one forward pass of one of its ranks."""
    own, parts = of_one_rank(spec), math.prod(optimization.micro_batches for optimization in chosen(spec))
    return own if parts == 1 else replace(own, batch_size=max(1, own.batch_size // parts))


def saves_memory(spec: ResolvedSpec) -> bool:
    """Return whether a step of a spec needs less of its device's memory than its workload estimates."""
    return any(optimization.saves_memory for optimization in chosen(spec))


def clash(first: Optimization, second: Optimization) -> GpuscopeError | None:
    """Return why two optimizations cannot be combined; None if they can."""
    if second.key not in first.excludes and first.key not in second.excludes:
        return None
    return UsageError(f"{first.key} cannot be combined with {second.key}", "Leave one of them out.")


def why_not(optimization: Optimization, definition: Workload, spec: ResolvedSpec) -> GpuscopeError | None:
    """Return why an optimization does not fit a workload, its task or its device; None if it does."""
    kind = spec.device.partition(":")[0]
    task = spec.task if definition.tasks else ""
    if task not in optimization.tasks or (optimization.families and definition.family not in optimization.families):
        where = f"{definition.key} ({task})" if task else definition.key
        cure = f"Leave it out, or add --task {optimization.tasks[0]}." if task and task not in optimization.tasks else "Leave it out."
        return UsageError(f"{optimization.key} has no meaning for {where}: it is for {_scope(optimization)}", cure)
    if kind not in optimization.devices:
        return UnavailableError(
            f"{optimization.key} works only on {figures.listed(optimization.devices)}, not on {spec.device}",
            f"Leave it out, or use --device {_first_device(optimization.devices[0])}.",
        )
    reason = optimization.refusal(definition, spec)
    return (
        UsageError(f"{optimization.key} does not fit {definition.key}: {reason}", "Leave it out.")
        if reason
        else missing(optimization.key, optimization.needs)
    )


def _first_device(kind: str) -> str:
    return kind if kind == "cpu" else f"{kind}:0"


def _scope(optimization: Optimization) -> str:
    """Return the scope of an optimization, such as ``training of images``."""
    return " and ".join(optimization.tasks) + (f" of {' and '.join(optimization.families)}" if optimization.families else "")
