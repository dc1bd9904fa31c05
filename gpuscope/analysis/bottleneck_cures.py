"""What to try next where it is known what held a run back: changes that gpuscope can make itself, then advice.

That a change is offered does not say that it helps: a run of it shows that. Names of workloads, options, optimizations and engines are
those of the catalogue; a test asks it for each.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpuscope.core.run import RunRecord
from gpuscope.core.runspec import FIELDS, RunSpec, Scalar

CONVOLUTIONAL = frozenset(
    ("cifar-cnn", "cifar-cnn-loader", "early-stopping", "alexnet-32", "alexnet-224", "vgg16-32", "vgg16-224", "resnet50-32", "resnet50-224")
)
"""Workloads whose samples are images with channels."""
VECTORS = frozenset(("neighbour-products", "product-reduction", "scaled-sum", "matrix-vector"))
"""Workloads with an implementation through torch.compile."""
_BATCH_GROWS = 4
"""Enough to see whether overhead is the limit (it is then spread over four times the work), and it still fits most memories."""
_MOST_WORKERS = 256
"""What the option takes at most."""
_PREFETCH = 8
"""Batches a worker makes ahead: four times torch's default of 2, which bridges a batch that takes eight times as long as usual."""
Cures = Iterator["Cure"]


@dataclass(frozen=True, slots=True)
class Cure:
    """Something to try.

    Attributes:
        words: What, in a sentence.
        values: What it changes of the run's spec, as ``RunSpec.with_values`` takes it; empty for advice.
    """

    words: str
    values: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def arguments(self) -> str:
        """The command line's words for it; "" for advice."""
        return " ".join(
            f"{flag} {value}" if (flag := FIELDS[key].flag if key in FIELDS else None) else f"--set {key}={_plain(value)}"
            for key, value in self.values.items()
        )

    @property
    def title(self) -> str:
        """What it is called in a word or two; advice, which changes nothing, has no name but its sentence."""
        return TITLES.get(self.words, self.words)

    @property
    def text(self) -> str:
        """All of it in a line."""
        return f"{self.words.rstrip('.')}: {self.arguments}" if self.values else self.words

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {"text": self.words, "arguments": self.arguments}


MORE_WORKERS = "More loading processes make the batches beside the steps."
MORE_PREFETCH = "More batches made ahead bridge slow ones."
NO_AUGMENTATION = "Without augmentation, its share of the wait shows."
LOADER_ADVICE = "Make batches beside the steps and ahead of them (a DataLoader has num_workers for it), and do less for each sample."
PINNED = "Pinned memory lets the device fetch the data by itself, beside its work."
NO_OFFLOAD = "Leave out the offloading, where the model fits the device."
COPY_ADVICE = "Keep on the device what is used again, and copy fewer, larger blocks."
LARGER_BATCH = "A larger batch gives each call more to do."
CUDA_GRAPHS = "CUDA graphs launch all kernels of a step with one call."
COMPILE = "Compiling fuses operations into fewer, larger ones."
COMPILE_GRAPHS = "Compiling with CUDA graphs fuses operations and launches them with one call."
COMPILED_KERNEL = "The compiled implementation passes over memory once."
FUSED = "The fused optimizer updates all weights in one call."
ONNX = "Another engine runs the model with less overhead an operation."
SMALL_ADVICE = "Do more work in each call: larger batches, fused operations, a captured graph."
BF16 = "BF16 halves the bytes and lets the tensor cores work."
CHANNELS_LAST = "Channels last spares the convolutions reordering their input."
COMPUTE_ADVICE = "Only less arithmetic makes it faster: a smaller format, a smaller model, or a faster device."
MEMORY_ADVICE = "Only fewer bytes make it faster: a smaller format, fused operations, data that stays in the cache."
POWER_ADVICE = "Compare the energy a sample beside the speed; the limit itself is the administrator's to set (nvidia-smi -pl)."
COOL_ADVICE = "Look after cooling, power supply and the load beside it, let the device cool down, and repeat the run."
FP32 = "FP32 is computed by the device's own units."
FORMAT_ADVICE = "Use the format where its range or its digits are needed, not for speed, or a device that computes it at full rate."
QUIET_ADVICE = "Repeat it while nothing else runs, or compare processor time a sample, which others hardly change."
ALL_WORDS = (
    *(MORE_WORKERS, MORE_PREFETCH, NO_AUGMENTATION, LOADER_ADVICE, PINNED, NO_OFFLOAD, COPY_ADVICE, LARGER_BATCH, CUDA_GRAPHS, COMPILE),
    *(COMPILE_GRAPHS, COMPILED_KERNEL, FUSED, ONNX, SMALL_ADVICE, BF16, CHANNELS_LAST, COMPUTE_ADVICE, MEMORY_ADVICE),
    *(POWER_ADVICE, COOL_ADVICE, FP32, FORMAT_ADVICE, QUIET_ADVICE),
)
"""Everything that is ever advised."""
TITLES: Mapping[str, str] = {
    MORE_WORKERS: "more loading processes",
    MORE_PREFETCH: "more batches ahead",
    NO_AUGMENTATION: "no augmentation",
    PINNED: "pinned memory",
    LARGER_BATCH: "larger batch",
    CUDA_GRAPHS: "CUDA graphs",
    COMPILE: "compiled",
    COMPILE_GRAPHS: "compiled, CUDA graphs",
    COMPILED_KERNEL: "compiled kernel",
    FUSED: "fused optimizer",
    ONNX: "ONNX Runtime",
    BF16: "BF16",
    CHANNELS_LAST: "channels last",
    FP32: "FP32",
}
"""By its sentence, what a change is called on a button."""


def cures(verdict: str, record: RunRecord) -> tuple[Cure, ...]:
    """Return what to try against a verdict on a run, as far as its workload knows it."""
    return tuple(_CURES[verdict](record.spec)) if verdict in _CURES else ()


def _input(spec: RunSpec) -> Cures:
    if "workers" in spec.options:
        yield Cure(MORE_WORKERS, {"workers": min(_MOST_WORKERS, 2 * int(spec.options["workers"]) or 2)})
        if spec.options["workers"] and int(spec.options["prefetch"]) < _PREFETCH:
            yield Cure(MORE_PREFETCH, {"prefetch": _PREFETCH})
        if spec.options["augmentation"] != "none":
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


def _shared(_spec: RunSpec) -> Cures:
    yield Cure(QUIET_ADVICE)


def _smaller_format(spec: RunSpec) -> Cures:
    """BF16 on a GPU; whether a CPU computes it faster than FP32 depends on the processor."""
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
    "processor-shared": _shared,
}


def _has_model(spec: RunSpec) -> bool:
    """Whether the workload is a network: kernels have no precision of weights, no optimizer and nothing to compile."""
    return spec.workload in CONVOLUTIONAL or spec.workload in ("mnist-mlp", "lstm-text", "gpt")


def _has(spec: RunSpec, *names: str) -> bool:
    return not set(names).isdisjoint(spec.changes)


def _with(spec: RunSpec, label: str, optimization: str) -> Cure:
    """Return the cure that adds an optimization to those that the run had."""
    before = [name for name in (spec.optimize or "").split(",") if name]
    return Cure(label, {"optimize": ",".join((*before, optimization))})


def _plain(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
