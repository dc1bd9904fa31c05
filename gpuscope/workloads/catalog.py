"""The catalogue of workloads: resolves their options, and reports what cannot run here and why. Does not import torch."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.field import Scalar
from gpuscope.core.figures import figure
from gpuscope.core.runspec import ResolvedSpec, RunSpec
from gpuscope.system.torch_place import torch_place
from gpuscope.workloads.capabilities import Capabilities, CudaDevice
from gpuscope.workloads.engines import registry as engines
from gpuscope.workloads.needs import missing
from gpuscope.workloads.number_formats import arithmetic
from gpuscope.workloads.optimizations import registry as optimizations
from gpuscope.workloads.other_gpus import OtherGpus
from gpuscope.workloads.workload import Workload
from gpuscope.workloads.workload_table import WORKLOADS, workload

_MODERN = (8, 0)
"""Compute capability of Ampere, the first with TF32 and bfloat16 in hardware (CUDA C++ Programming Guide, table 'Feature support')."""
TORCH_CURE = "Find or install it: gpuscope setup. Any command is recorded without it: gpuscope run -- …"
_LISTING = "'gpuscope workloads' lists what can be run here."


def resolve(spec: RunSpec) -> ResolvedSpec:
    """Return the spec with every default filled in, so that equal runs have equal specs.

    Raises:
        UsageError: The workload is unknown (a command is not a workload), has no such task or option, or a value is out of range.
    """
    definition = workload(spec.workload)
    _check_task(definition, spec)
    if spec.data is not None and not definition.data_sets:
        raise UsageError(f"{definition.key} takes no data: it generates its own numbers", "Leave out --data.")
    return ResolvedSpec.of(
        spec,
        batch_size=definition.default_batch_size if spec.batch_size is None else spec.batch_size,
        data=_data(spec.data),
        optimize=optimizations.canonical(spec.optimize),
        engine=engines.engine(spec.engine).key,
        options=_options(definition, spec),
    )


def _data(text: str | None) -> str | None:
    from gpuscope.workloads.data.source import WORDS

    return text if text is None or text in WORDS else str(Path(text).expanduser().absolute())


def _check_task(definition: Workload, spec: RunSpec) -> None:
    if not definition.tasks and spec.task == "inference":
        raise UsageError(f"{definition.key} is a kernel and has no task", "Leave out --task.")
    if definition.tasks and spec.task not in definition.tasks:
        raise UsageError(f"{definition.key} has no {spec.task}", f"Use --task {definition.tasks[0]}.")


def _options(definition: Workload, spec: RunSpec) -> dict[str, Scalar]:
    fields = definition.options_of(spec.task)
    for key in spec.options:
        if key not in fields:
            names = ", ".join(fields) or "none"
            raise UsageError(
                f"{definition.key} ({spec.task if definition.tasks else 'kernel'}) has no option {key!r}", f"Its options: {names}."
            )
    values = {key: field.parse(value) for key, field in fields.items() if (value := spec.options.get(key, field.default)) is not None}
    if "learning_rate" in fields:
        values.setdefault("learning_rate", definition.learning_rate(str(values["optimizer"])))
    return values


def refusal(spec: ResolvedSpec, capabilities: Capabilities) -> GpuscopeError | None:
    """Return why a spec cannot run here, worded as in :func:`availability`; None if it can.

    Unknown capabilities (no cache yet) do not cause a refusal; the workload's process checks again when it knows them.
    """
    refused = refused_field(spec, capabilities)
    return None if refused is None else refused[1]


def refused_field(spec: ResolvedSpec, capabilities: Capabilities) -> tuple[str, GpuscopeError] | None:
    """Return :func:`refusal` with the key of the offending field: "workload", or a field of ResolvedSpec."""
    definition = workload(spec.workload)
    answers: tuple[tuple[str, Callable[[], GpuscopeError | None]], ...] = (
        ("workload", lambda: _torch_refusal(capabilities)),
        ("device", lambda: next(filter(None, (_place_refusal(definition, device, capabilities) for device in spec.rank_devices)), None)),
        ("precision", lambda: _precision_refusal(spec.precision, spec.device, capabilities)),
        ("workload", lambda: missing(definition.key, definition.needs)),
        ("optimize", lambda: optimizations.refusal(definition, spec)),
        ("engine", lambda: engines.refusal(definition, spec)),
        ("data", lambda: _data_refusal(definition, spec)),
        ("batch_size", lambda: _memory_refusal(definition, spec, capabilities)),
    )
    refused = next(((key, error) for key, answer in answers if (error := answer()) is not None), None)
    return definition.limit(spec) if refused is None and definition.limit is not None else refused


def _torch_refusal(capabilities: Capabilities) -> GpuscopeError | None:
    if problem := torch_place().problem:
        return UnavailableError(
            f"the Python chosen to run workloads cannot be used: {problem}", "Name another: gpuscope setup --python PATH"
        )
    if capabilities.torch_version is not None:
        return None
    return UnavailableError("torch is not installed for this Python", TORCH_CURE)


def _device_refusal(device: str, capabilities: Capabilities) -> GpuscopeError | None:
    kind, _, index = device.partition(":")
    if kind == "cpu":
        return None
    if kind != "cuda":
        return _other_refusal(kind, int(index), capabilities.others[kind])
    if capabilities.cuda_reason is not None:
        return UnavailableError(f"{device}: {capabilities.cuda_reason}", "Use --device cpu; 'gpuscope doctor' has the details.")
    if capabilities.cuda is None or capabilities.cuda_device(int(index)) is not None:
        return None
    gpu_names = ", ".join(f"cuda:{gpu.index} ({gpu.name})" for gpu in capabilities.cuda)
    return UnavailableError(f"{device} is not there", f"This machine has {gpu_names}.")


def _place_refusal(definition: Workload, device: str, capabilities: Capabilities) -> GpuscopeError | None:
    """Return why a workload cannot be placed on a device here."""
    if device.partition(":")[0] not in definition.devices:
        return UnavailableError(
            f"{definition.key} runs on {' and '.join(definition.devices)} only, not on {device}",
            definition.elsewhere or "Use another --device.",
        )
    return _device_refusal(device, capabilities)


def _other_refusal(kind: str, index: int, others: OtherGpus) -> GpuscopeError | None:
    if others.reason is not None:
        return UnavailableError(f"{kind}:{index}: {others.reason}", "Use --device cpu, or cuda:0 for the first NVIDIA GPU.")
    if others.names is None or index < len(others.names):
        return None
    names = ", ".join(f"{kind}:{number} ({name})" for number, name in enumerate(others.names))
    return UnavailableError(f"{kind}:{index} is not there", f"This machine has {names}.")


def _precision_refusal(precision: str, device: str, capabilities: Capabilities) -> GpuscopeError | None:
    hint = f"Use another --precision, for example fp32. {_LISTING}"
    kind = device.partition(":")[0]
    if precision == "tf32" and kind != "cuda":
        return UnavailableError(f"tf32 on {device}: only NVIDIA GPUs of compute capability 8.0 or higher have it", hint)
    if precision == "fp64" and kind == "mps":
        return UnavailableError(f"fp64 on {device}: Apple GPUs do not have it", hint)
    gpu = capabilities.cuda_device(int(device.partition(":")[2])) if device.startswith("cuda") else None
    if gpu is None or not _is_missing(precision, gpu):
        return None
    major, minor = gpu.compute_capability
    return UnavailableError(f"{precision} on {device}: it needs compute capability 8.0, and {gpu.name} has {major}.{minor}", hint)


def _is_missing(precision: str, device: CudaDevice) -> bool:
    return (precision == "tf32" and device.compute_capability < _MODERN) or (precision == "bf16" and not device.bf16)


def _data_refusal(definition: Workload, spec: ResolvedSpec) -> GpuscopeError | None:
    if not definition.data_sets:
        return None
    from gpuscope.workloads.data.source import find_source

    try:
        find_source(definition.data_sets, spec.data)
    except GpuscopeError as error:
        return error
    return None


def _memory_refusal(definition: Workload, spec: ResolvedSpec, capabilities: Capabilities) -> GpuscopeError | None:
    if spec.device == "cpu":
        available_bytes, where = capabilities.memory_bytes, "of main memory are free"
    else:
        gpu = capabilities.cuda_device(int(spec.device.partition(":")[2])) if spec.device.startswith("cuda") else None
        available_bytes, where = (gpu.memory_bytes, f"are all that {spec.device} has") if gpu else (None, "")
    need = definition.memory_bytes(optimizations.of_one_pass(spec)) * (spec.ranks if spec.device == "cpu" else 1)
    if available_bytes is None or need <= available_bytes:
        return None
    if spec.device != "cpu" and optimizations.saves_memory(spec):  # if it is not enough, torch ends this run alone
        return None
    return UsageError(
        f"{definition.key} with a batch of {spec.batch_size} needs about {figure(need, 'B')}, and {figure(available_bytes, 'B')} {where}",
        f"Make --batch-size smaller{', or --set size=N' if definition.key == 'gemm' else ''}.",
    )


def availability(capabilities: Capabilities) -> list[dict[str, Any]]:
    """Return :func:`available` for every workload."""
    return [available(definition, capabilities) for definition in WORKLOADS.values()]


def available(definition: Workload, capabilities: Capabilities) -> dict[str, Any]:
    """Return a workload's description, with the devices and precisions that are available here, and why others are not.

    Keys: key, title, help, tasks, samples_unit, default_batch_size, available, reason, cure, family, needs, options, devices (each with
    device, available, reason, cure) and precisions (each with device, precision, available, reason, cure, and, where known,
    arithmetic, arithmetic_reason, arithmetic_warning).
    """
    return {
        "key": definition.key,
        "title": definition.title,
        "help": definition.help,
        "tasks": list(definition.tasks),
        "samples_unit": definition.samples_unit,
        "default_batch_size": definition.default_batch_size,
        **answer(here_refusal(definition, capabilities)),
        "family": definition.family,
        "needs": [{"name": need.name, "available": need.is_here, "cure": need.cure} for need in definition.needs],
        "options": [{"key": field.key, "label": field.label, "help": field.help, "default": field.default} for field in definition.options],
        "devices": [{"device": device, **answer(_place_refusal(definition, device, capabilities))} for device in _devices(capabilities)],
        "precisions": _precisions(definition, capabilities),
    }


def _devices(capabilities: Capabilities) -> list[str]:
    seen = [f"cuda:{gpu.index}" for gpu in capabilities.cuda or ()] or ["cuda:0"]
    others = [f"{kind}:{index}" for kind, gpus in capabilities.others.items() for index in range(max(1, len(gpus.names or ())))]
    return ["cpu", *seen, *others]


def usable_devices(definition: Workload, capabilities: Capabilities) -> list[str]:
    """Return the devices that a workload can be placed on here."""
    return [device for device in _devices(capabilities) if _place_refusal(definition, device, capabilities) is None]


def _precisions(definition: Workload, capabilities: Capabilities) -> list[dict[str, Any]]:
    return [
        {
            "device": device,
            "precision": precision,
            **answer(precision_refusal(_default(definition, device, precision), capabilities)),
            **_arithmetic(device, precision, capabilities),
        }
        for device in usable_devices(definition, capabilities)
        for precision in definition.precisions
    ]


def _arithmetic(device: str, precision: str, capabilities: Capabilities) -> dict[str, str]:
    answer = arithmetic(device, precision, capabilities)
    return {} if answer is None else {**answer.to_json(), "arithmetic_warning": answer.warning}


def _default(definition: Workload, device: str, precision: str) -> ResolvedSpec:
    return resolve(RunSpec(definition.key, device=device, precision=precision))


def precision_refusal(spec: ResolvedSpec, capabilities: Capabilities) -> GpuscopeError | None:
    """Return why a spec's precision is not possible on its device or with its options; None if it is."""
    limit = workload(spec.workload).limit
    limited = None if limit is None else limit(spec)
    own = limited[1] if limited is not None and limited[0] == "precision" else None
    return _precision_refusal(spec.precision, spec.device, capabilities) or own


def here_refusal(definition: Workload, capabilities: Capabilities) -> GpuscopeError | None:
    """Return why a workload cannot run here on any device or with any setting; None if it can."""
    error = _torch_refusal(capabilities) or missing(definition.key, definition.needs)
    if error is not None or usable_devices(definition, capabilities):
        return error
    kind = definition.devices[0]
    return _place_refusal(definition, kind if kind == "cpu" else f"{kind}:0", capabilities)


def answer(error: GpuscopeError | None) -> dict[str, Any]:
    """Return a refusal, or None, as entries of a listing."""
    return {"available": error is None, "reason": error and error.message, "cure": error and error.hint}
