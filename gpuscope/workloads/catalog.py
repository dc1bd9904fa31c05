"""The workloads: what can be run, with which options, and what cannot run here and why. Does not import torch."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.figures import figure
from gpuscope.core.runspec import Field, RunSpec, Scalar
from gpuscope.workloads import costs
from gpuscope.workloads.capabilities import Capabilities, CudaDevice

PRECISIONS = ("fp64", "fp32", "tf32", "bf16", "fp16")
_MODERN = (8, 0)
"""Compute capability of Ampere, the first with TF32 and bfloat16 in hardware (CUDA C++ Programming Guide, table 'Feature support')."""
_LISTING = "'gpuscope workloads' lists what can be run here."


@dataclass(frozen=True, slots=True)
class Workload:
    """Something that can be run.

    Attributes:
        key: Its name on the command line.
        title: In a few words.
        help: One or two sentences.
        tasks: The values of ``task`` that it knows; () when it has none.
        precisions: The number formats that it knows, here or elsewhere.
        default_batch_size: Samples a step when nothing is said.
        options: Its own options, behind ``--set``.
        inference_options: Keys of those options that only inference has.
        data_sets: What it can be fed, the default first; () when it makes its own numbers.
        samples_unit: What a sample is, in the plural.
        operations: FLOP of one step of a resolved spec, by formula.
        step_memory: Bytes that one step of a resolved spec needs beside the data set.
    """

    key: str
    title: str
    help: str
    tasks: tuple[str, ...]
    precisions: tuple[str, ...]
    default_batch_size: int
    options: tuple[Field, ...]
    inference_options: frozenset[str]
    data_sets: tuple[str, ...]
    samples_unit: str
    operations: Callable[[RunSpec], float]
    step_memory: Callable[[RunSpec], int]

    def memory_bytes(self, spec: RunSpec) -> int:
        """Returns about how many bytes a resolved spec needs on its device: a step and the data set."""
        from gpuscope.workloads.data.source import data_bytes

        return self.step_memory(spec) + (data_bytes(self.key, spec) if self.data_sets else 0)

    def options_of(self, task: str) -> dict[str, Field]:
        """Returns the options that a task has, by key."""
        return {one.key: one for one in self.options if task == "inference" or one.key not in self.inference_options}

    def steps_kind(self, task: str) -> str:
        """Returns what one step is: "optimizer" (a .step() call), "forward" or "kernel"."""
        if not self.tasks:
            return "kernel"
        return "optimizer" if task == "training" else "forward"


def _pretrain(default: int) -> Field:
    return Field(
        "pretrain_steps",
        "Training before inference",
        "Training steps in FP32, batch 64, before the inference begins and outside everything measured; 0 leaves the model untrained.",
        int,
        default,
        unit="steps",
        minimum=0,
        maximum=10**6,
    )


_HIDDEN = Field("hidden", "Hidden units", "Width of the layer between input and output.", int, 128, "units", minimum=1, maximum=65536)
_SIZE = Field("size", "Matrix size", "Rows and columns of the square matrices.", int, 1024, "rows", minimum=1, maximum=131072)

WORKLOADS: Mapping[str, Workload] = MappingProxyType(
    {
        one.key: one
        for one in (
            Workload(
                "mnist-mlp",
                "MLP on handwritten digits",
                "Perceptron 784-128-10 with ReLU between the layers, cross entropy, SGD at 0.01; on scikit-learn's digits scaled "
                "up to 28×28, or on MNIST's IDX files.",
                ("training", "inference"),
                PRECISIONS,
                64,
                (_HIDDEN, _pretrain(500)),
                frozenset({"pretrain_steps"}),
                ("digits", "MNIST"),
                "images",
                costs.mlp_operations,
                costs.mlp_memory,
            ),
            Workload(
                "cifar-cnn",
                "CNN on small colour images",
                "Two convolutions (32 and 64 channels) with max-pooling, two fully connected layers, Adam at 0.001; on "
                "scikit-learn's digits scaled up to 32×32×3, or on CIFAR-10's binary archive.",
                ("training", "inference"),
                PRECISIONS,
                64,
                (_pretrain(50),),
                frozenset({"pretrain_steps"}),
                ("digits", "CIFAR-10"),
                "images",
                costs.cnn_operations,
                costs.cnn_memory,
            ),
            Workload(
                "gemm",
                "Matrix product",
                "A kernel: the product of square matrices of random numbers, as many a step as the batch size says.",
                (),
                PRECISIONS,
                1,
                (_SIZE,),
                frozenset(),
                (),
                "products",
                costs.gemm_operations,
                costs.gemm_memory,
            ),
        )
    }
)
"""The workloads by key."""


def workload(key: str) -> Workload:
    """Returns the workload of that key.

    Raises:
        UsageError: There is none.
    """
    if key not in WORKLOADS:
        raise UsageError(
            f"workload {key!r} is not known", f"Choose one of {', '.join(WORKLOADS)}; for a program of yours: gpuscope run -- …"
        )
    return WORKLOADS[key]


def resolve(spec: RunSpec) -> RunSpec:
    """Returns the spec with every default filled in, so that equal runs have equal specs; a command's is returned as it is.

    Raises:
        UsageError: The workload is not known, or has no such task or option, or a value is out of range.
    """
    if spec.is_command:
        return spec
    known = workload(spec.workload)
    _check_task(known, spec)
    if spec.data is not None and not known.data_sets:
        raise UsageError(f"{known.key} takes no data: it makes its own numbers", "Leave out --data.")
    return replace(
        spec,
        batch_size=known.default_batch_size if spec.batch_size is None else spec.batch_size,
        data=None if spec.data is None else str(Path(spec.data).expanduser().absolute()),
        options=_options(known, spec),
    )


def _check_task(known: Workload, spec: RunSpec) -> None:
    if not known.tasks and spec.task == "inference":
        raise UsageError(f"{known.key} is a kernel and has no task", "Leave out --task.")


def _options(known: Workload, spec: RunSpec) -> dict[str, Scalar]:
    fields = known.options_of(spec.task)
    for key in spec.options:
        if key not in fields:
            names = ", ".join(fields) or "none"
            raise UsageError(f"{known.key} ({spec.task if known.tasks else 'kernel'}) has no option {key!r}", f"Its options: {names}.")
    return {key: one.parse(spec.options.get(key, one.default)) for key, one in fields.items()}


def refusal(spec: RunSpec, capabilities: Capabilities) -> GpuscopeError | None:
    """Returns why a resolved spec cannot run here, in the words of :func:`availability`; None when nothing speaks against it.

    What is unknown (no cache yet) speaks against nothing: the workload's process asks again when it knows.
    """
    found = refused_field(spec, capabilities)
    return None if found is None else found[1]


def refused_field(spec: RunSpec, capabilities: Capabilities) -> tuple[str, GpuscopeError] | None:
    """Returns :func:`refusal` with the key of the field that it is about: "workload", or one of RunSpec's."""
    if spec.is_command:
        return None
    known = workload(spec.workload)
    answers: tuple[tuple[str, Callable[[], GpuscopeError | None]], ...] = (
        ("workload", lambda: _torch_refusal(capabilities)),
        ("device", lambda: _device_refusal(spec.device, capabilities)),
        ("precision", lambda: _precision_refusal(spec.precision, spec.device, capabilities)),
        ("data", lambda: _data_refusal(known, spec)),
        ("batch_size", lambda: _memory_refusal(known, spec, capabilities)),
    )
    return next(((key, error) for key, answer in answers if (error := answer()) is not None), None)


def _torch_refusal(capabilities: Capabilities) -> GpuscopeError | None:
    if capabilities.torch_version is not None:
        return None
    return UnavailableError(
        "torch is not installed for this Python", "Install gpuscope with its requirements, or run a command: gpuscope run -- …"
    )


def _device_refusal(device: str, capabilities: Capabilities) -> GpuscopeError | None:
    kind, _, index = device.partition(":")
    if kind == "cpu":
        return None
    if kind != "cuda":
        return UnavailableError(f"{device}: {_NOT_BUILT[kind]}", "Use --device cpu, or cuda:0 for the first NVIDIA GPU.")
    if capabilities.cuda_reason is not None:
        return UnavailableError(f"{device}: {capabilities.cuda_reason}", "Use --device cpu; 'gpuscope doctor' says more.")
    if capabilities.cuda is None or capabilities.cuda_device(int(index)) is not None:
        return None
    there = ", ".join(f"cuda:{one.index} ({one.name})" for one in capabilities.cuda)
    return UnavailableError(f"{device} is not there", f"This machine has {there}.")


_NOT_BUILT = {
    "mps": "Apple GPUs are not built into gpuscope yet",
    "xpu": "Intel GPUs are not built into gpuscope yet",
}


def _precision_refusal(precision: str, device: str, capabilities: Capabilities) -> GpuscopeError | None:
    hint = f"Use another --precision, for example fp32. {_LISTING}"
    if device == "cpu":
        return (
            UnavailableError("tf32 on cpu: only NVIDIA GPUs of compute capability 8.0 or higher have it", hint)
            if precision == "tf32"
            else None
        )
    found = capabilities.cuda_device(int(device.partition(":")[2])) if device.startswith("cuda") else None
    if found is None or not _is_missing(precision, found):
        return None
    major, minor = found.compute_capability
    return UnavailableError(f"{precision} on {device}: it needs compute capability 8.0, and {found.name} has {major}.{minor}", hint)


def _is_missing(precision: str, device: CudaDevice) -> bool:
    return (precision == "tf32" and device.compute_capability < _MODERN) or (precision == "bf16" and not device.bf16)


def _data_refusal(known: Workload, spec: RunSpec) -> GpuscopeError | None:
    if not known.data_sets:
        return None
    from gpuscope.workloads.data.source import find_source

    try:
        find_source(known.key, spec.data)
    except GpuscopeError as error:
        return error
    return None


def _memory_refusal(known: Workload, spec: RunSpec, capabilities: Capabilities) -> GpuscopeError | None:
    if spec.device == "cpu":
        there, where = capabilities.memory_bytes, "of main memory are free"
    else:
        found = capabilities.cuda_device(int(spec.device.partition(":")[2]))
        there, where = (found.memory_bytes, f"are all that {spec.device} has") if found else (None, "")
    need = known.memory_bytes(spec)
    if there is None or need <= there:
        return None
    return UsageError(
        f"{known.key} with a batch of {spec.batch_size} needs about {figure(need, 'B')}, and {figure(there, 'B')} {where}",
        _smaller(known),
    )


def _smaller(known: Workload) -> str:
    return f"Make --batch-size smaller{', or --set size=N' if known.key == 'gemm' else ''}."


def availability(capabilities: Capabilities) -> list[dict[str, Any]]:
    """Returns what ``gpuscope workloads --json`` lists: each workload with what can and cannot be run here, and why.

    Keys: key, title, help, tasks, samples_unit, available, reason, options, devices (each with device, available,
    reason, cure) and precisions (each with device, precision, available, reason, cure).
    """
    devices = _devices(capabilities)
    return [
        {
            "key": one.key,
            "title": one.title,
            "help": one.help,
            "tasks": list(one.tasks),
            "samples_unit": one.samples_unit,
            "default_batch_size": one.default_batch_size,
            **_answer(_torch_refusal(capabilities)),
            "options": [{"key": field.key, "label": field.label, "help": field.help, "default": field.default} for field in one.options],
            "devices": [{"device": device, **_answer(_device_refusal(device, capabilities))} for device in devices],
            "precisions": _precisions(one.precisions, devices, capabilities),
        }
        for one in WORKLOADS.values()
    ]


def _devices(capabilities: Capabilities) -> list[str]:
    seen = [f"cuda:{one.index}" for one in capabilities.cuda or ()] or ["cuda:0"]
    return ["cpu", *seen, "mps:0", "xpu:0"]


def _precisions(precisions: Collection[str], devices: Collection[str], capabilities: Capabilities) -> list[dict[str, Any]]:
    usable = [device for device in devices if _device_refusal(device, capabilities) is None]
    return [
        {"device": device, "precision": precision, **_answer(_precision_refusal(precision, device, capabilities))}
        for device in usable
        for precision in precisions
    ]


def _answer(error: GpuscopeError | None) -> dict[str, Any]:
    return {"available": error is None, "reason": error and error.message, "cure": error and error.hint}
