"""All engines by key. Imports neither torch nor any engine's package."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from gpuscope.core import figures
from gpuscope.core.errors import GpuscopeError, UnavailableError, UsageError
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.engines.engine import Eager, Engine
from gpuscope.workloads.engines.jax_xla import JaxXla
from gpuscope.workloads.engines.litert import LiteRt
from gpuscope.workloads.engines.onnx_runtime import OnnxInt8, OnnxRuntime, TensorRt
from gpuscope.workloads.engines.openvino_cpu import OpenVino
from gpuscope.workloads.needs import missing
from gpuscope.workloads.workload import INFERENCE, Workload

ENGINES: Mapping[str, Callable[[], Engine]] = MappingProxyType(
    {kind.key: kind for kind in (Eager, OnnxRuntime, OnnxInt8, OpenVino, JaxXla, LiteRt, TensorRt)}
)
"""Factories by key; each run has its own instance."""


def engine(key: str) -> Engine:
    """Return a new engine.

    Raises:
        UsageError: There is no engine with that key.
    """
    if key not in ENGINES:
        raise UsageError(f"engine {key!r} is not known", f"Choose one of {', '.join(ENGINES)}.")
    return ENGINES[key]()


def refusal(definition: Workload, spec: ResolvedSpec) -> GpuscopeError | None:
    """Return why the engine of a spec does not support it; None if it does."""
    chosen = engine(spec.engine)
    if chosen.key == Eager.key:
        return None
    if definition.tasks and definition.loops.get("inference", INFERENCE) != INFERENCE:
        return UsageError(
            f"{chosen.key} runs plain forward passes, and the inference of {definition.key} is more than one", "Use --engine eager."
        )
    task, kind = spec.task if definition.tasks else "", spec.device.partition(":")[0]
    if task not in chosen.tasks:
        return UsageError(f"{chosen.key} runs {' and '.join(chosen.tasks)} only", "Use --engine eager, or --set task=inference.")
    if kind not in chosen.devices:
        return UnavailableError(
            f"{chosen.key} works only on {figures.listed(chosen.devices)}, not on {spec.device}",
            f"Use --device {chosen.devices[0] if chosen.devices[0] == 'cpu' else f'{chosen.devices[0]}:0'}, or --engine eager.",
        )
    if spec.precision not in chosen.precisions:
        return UnavailableError(f"{chosen.key} does not compute in {spec.precision}", f"It has {', '.join(chosen.precisions)}.")
    reason = chosen.refusal(definition, spec)
    return (
        UsageError(f"{chosen.key} does not run {definition.key}: {reason}", "Use --engine eager.")
        if reason
        else missing(chosen.key, chosen.needs)
    )
