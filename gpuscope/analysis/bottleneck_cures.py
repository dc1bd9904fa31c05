"""Suggestions for a run whose bottleneck is known: changes that gpuscope can apply itself, then advice.

A suggested change does not necessarily help; only a run with it shows that. Names of workloads, options, optimizations and engines
come from the catalogue; a test checks that each exists there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpuscope.core.cure_texts import (
    BF16,
    CHANNELS_LAST,
    COMPILE,
    COMPILE_GRAPHS,
    COMPILED_KERNEL,
    COMPUTE_ADVICE,
    COOL_ADVICE,
    COPY_ADVICE,
    CUDA_GRAPHS,
    FORMAT_ADVICE,
    FP32,
    FUSED,
    LARGER_BATCH,
    LOADER_ADVICE,
    MEMORY_ADVICE,
    MORE_PREFETCH,
    MORE_WORKERS,
    NO_AUGMENTATION,
    NO_OFFLOAD,
    ONNX,
    PIN_ADVICE,
    PINNED,
    POWER_ADVICE,
    PROFILE,
    PROFILE_ADVICE,
    QUIET_ADVICE,
    QUIET_OR_TIME_ADVICE,
    SMALL_ADVICE,
    TITLES,
)
from gpuscope.core.field import Scalar
from gpuscope.core.run import RunRecord
from gpuscope.core.run_metrics import CPU_TIME_PER_SAMPLE
from gpuscope.core.runspec import FIELDS, RunSpec

CONVOLUTIONAL = frozenset(
    ("cifar-cnn", "cifar-cnn-loader", "early-stopping", "alexnet-32", "alexnet-224", "vgg16-32", "vgg16-224", "resnet50-32", "resnet50-224")
)
"""Workloads whose samples are images with channels."""
VECTORS = frozenset(("neighbour-products", "product-reduction", "scaled-sum", "matrix-vector"))
"""Workloads with an implementation through torch.compile."""
_BATCH_GROWS = 4
"""Large enough to show whether overhead is the limit (it is spread over four times the work), yet fits most devices' memory."""
_MOST_WORKERS = 256
"""Maximum that the option accepts."""
_PREFETCH = 8
"""Batches prefetched per worker: four times torch's default of 2, which bridges a batch that takes eight times as long as usual."""
_PROFILED = 10
"""Steps of a suggested profile, and steps before it: enough to see which times repeat."""
Cures = Iterator["Cure"]


@dataclass(frozen=True, slots=True)
class Cure:
    """A suggested change or a piece of advice.

    Attributes:
        sentence: The suggestion in a sentence.
        values: Changes to the run's spec, in the form ``RunSpec.with_values`` takes; empty for advice.
    """

    sentence: str
    values: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def arguments(self) -> str:
        """Command-line arguments that apply the change; "" for advice."""
        return " ".join(
            f"{flag} {value}" if (flag := FIELDS[key].flag if key in FIELDS else None) else f"--set {key}={_plain(value)}"
            for key, value in self.values.items()
        )

    @property
    def title(self) -> str:
        """Short name of a change; for advice, the whole sentence."""
        return TITLES.get(self.sentence, self.sentence)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"text": self.sentence, "arguments": self.arguments}


def cures(verdict: str, record: RunRecord) -> tuple[Cure, ...]:
    """Return the suggestions for a verdict that the run's workload supports."""
    if verdict == "processor-shared":
        time = record.metrics.get(CPU_TIME_PER_SAMPLE)  # only runs on the CPU have it
        return (Cure(QUIET_ADVICE if time is None or time.finite is None else QUIET_OR_TIME_ADVICE),)
    return tuple(_CURES[verdict](record.spec)) if verdict in _CURES else ()


def change_for(sentences: Iterable[str], spec: RunSpec) -> Cure | None:
    """Return the first of the named changes that gpuscope can apply to a run; None if its workload supports none of them."""
    changes = [cure for made in _CURES.values() for cure in made(spec) if cure.values]
    return next((cure for wanted in sentences for cure in changes if cure.sentence == wanted), None)


def _input(spec: RunSpec) -> Cures:
    workers, prefetch = (spec.options.get(key) for key in ("workers", "prefetch"))  # an imported run may have any options
    if isinstance(workers, int) and workers >= 0:
        yield Cure(MORE_WORKERS, {"workers": min(_MOST_WORKERS, 2 * workers or 2)})
        if workers and isinstance(prefetch, int) and prefetch < _PREFETCH:
            yield Cure(MORE_PREFETCH, {"prefetch": _PREFETCH})
        if spec.options.get("augmentation", "none") != "none":
            yield Cure(NO_AUGMENTATION, {"augmentation": "none"})
    else:
        yield Cure(LOADER_ADVICE)


def _copy(spec: RunSpec) -> Cures:
    if spec.options.get("pinned") is False:
        yield Cure(PINNED, {"pinned": True})
    if spec.options.get("memory") == "pageable":
        yield Cure(PINNED, {"memory": "pinned"})
    if any(name.startswith("offload-") for name in spec.changes):
        yield Cure(NO_OFFLOAD)
    if spec.is_command:
        yield Cure(PIN_ADVICE)
    yield Cure(COPY_ADVICE)


def _overhead(spec: RunSpec) -> Cures:
    on_cuda = spec.device.startswith("cuda")
    if spec.batch_size is not None:
        yield Cure(LARGER_BATCH, {"batch_size": _BATCH_GROWS * spec.batch_size})
    if _has_model(spec):
        yield from _compiled(spec, with_graphs=on_cuda)
        if spec.task == "training" and not _has(spec, "fused-optimizer", "foreach-optimizer"):
            yield _with(spec, FUSED, "fused-optimizer")
        if spec.task == "inference" and not on_cuda and not spec.changes and spec.workload != "gpt":
            yield Cure(ONNX, {"engine": "onnxruntime"})
    yield Cure(SMALL_ADVICE)


def _compiled(spec: RunSpec, *, with_graphs: bool = False) -> Cures:
    if spec.engine != "eager" or any(
        name.startswith(("compile", "cuda-graphs", "offload", "fsdp", "pipeline", "tensor")) for name in spec.changes
    ):
        return
    if with_graphs and spec.workload in CONVOLUTIONAL and not _has(spec, "activation-checkpointing"):
        yield _with(spec, CUDA_GRAPHS, "cuda-graphs")
    yield _with(spec, COMPILE_GRAPHS, "compile-reduce-overhead") if with_graphs else _with(spec, COMPILE, "compile")


def _compute(spec: RunSpec) -> Cures:
    yield from _smaller_format(spec)
    if spec.workload in CONVOLUTIONAL and not _has(spec, "channels-last"):
        yield _with(spec, CHANNELS_LAST, "channels-last")
    if _has_model(spec):
        yield from _compiled(spec)
    yield Cure(COMPUTE_ADVICE)


def _memory(spec: RunSpec) -> Cures:
    if spec.workload in VECTORS and spec.options.get("implementation") == "eager":
        yield Cure(COMPILED_KERNEL, {"implementation": "compiled"})
    if spec.workload != "copy":
        yield from _smaller_format(spec)
    if _has_model(spec):
        yield from _compiled(spec)
    yield Cure(MEMORY_ADVICE)


def _power(spec: RunSpec) -> Cures:
    yield from _smaller_format(spec)
    yield Cure(POWER_ADVICE)


def _throttled(_spec: RunSpec) -> Cures:
    yield Cure(COOL_ADVICE)


def _other_format(spec: RunSpec) -> Cures:
    if spec.precision == "fp32":
        yield Cure(FORMAT_ADVICE)
    else:
        yield Cure(FP32, {"precision": "fp32"})


def _not_known(spec: RunSpec) -> Cures:
    """Yield a profile unless there is one; for a command only as advice, because it need not use torch."""
    if spec.profile is not None or spec.is_attached:
        return
    if spec.is_command:
        yield Cure(PROFILE_ADVICE)
        return
    begin = _PROFILED if spec.steps is None or spec.steps >= 2 * _PROFILED else 0
    yield Cure(PROFILE, {"profile": f"steps={begin}:{begin + min(_PROFILED, spec.steps or _PROFILED)}"})


def _smaller_format(spec: RunSpec) -> Cures:
    """Yield BF16, on a GPU only: whether a CPU computes it faster than FP32 depends on the processor."""
    is_free = spec.options.get("implementation", "eager") in ("eager", "compiled")
    if spec.device.startswith("cuda") and spec.precision in ("fp32", "tf32") and spec.engine == "eager" and is_free:
        yield Cure(BF16, {"precision": "bf16"})


_CURES: Mapping[str, Callable[[RunSpec], Cures]] = {
    "input-bound": _input,
    "copy-bound": _copy,
    "launch-bound": _overhead,
    "overhead-bound": _overhead,
    "compute-bound": _compute,
    "memory-bound": _memory,
    "power-limited": _power,
    "throttled": _throttled,
    "emulated-format": _other_format,
    "slow-format": _other_format,
    "not-known": _not_known,
}


def _has_model(spec: RunSpec) -> bool:
    """Return whether the workload is a network: kernels have no weight precision, no optimizer and nothing to compile."""
    return spec.workload in CONVOLUTIONAL or spec.workload in ("mnist-mlp", "lstm-text", "gpt")


def _has(spec: RunSpec, *names: str) -> bool:
    return not set(names).isdisjoint(spec.changes)


def _with(spec: RunSpec, label: str, optimization: str) -> Cure:
    """Return the cure that adds an optimization to those of the run."""
    before = [name for name in (spec.optimize or "").split(",") if name]
    return Cure(label, {"optimize": ",".join((*before, optimization))})


def _plain(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
