"""Train, compress, convert, deploy: the stages that a model goes through, each a run of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gpuscope.core.errors import GpuscopeError, UsageError
from gpuscope.core.runspec import FIELDS, ResolvedSpec, RunSpec
from gpuscope.workloads import catalog
from gpuscope.workloads.capabilities import Capabilities
from gpuscope.workloads.engines.registry import ENGINES

_COMPRESSIONS = ("distill", "prune-structured", "prune-50")
"""Of these the first that fits, when nothing is said."""
_QUANTIZATIONS = ("int8-dynamic", "int8-weights")
"""Of these the first that fits the compressed model."""
_EAGER = str(FIELDS["engine"].default)
_NOT_DEPLOYED = (_EAGER, "jax")


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a chain.

    Attributes:
        name: In words.
        spec: What is run.
        refusal: Why it cannot run here; None when it can.
    """

    name: str
    spec: ResolvedSpec
    refusal: GpuscopeError | None


def stages(asked: RunSpec) -> list[Stage]:
    """Return the stages of a workload: trained, compressed, quantized, and compressed in each engine of its device.

    Args:
        asked: What is shared by all; its optimizations are the compression, when it has any.

    Raises:
        UsageError: It is a command, has no inference of a trained model, or names an engine.
    """
    if asked.is_command:
        raise UsageError("a command has no stages of a model", "Name a workload: gpuscope run cifar-cnn --chain")
    capabilities = Capabilities.load()
    base = catalog.resolve(replace(asked, task="inference", optimize=None))
    if asked.engine != _EAGER:
        raise UsageError(f"--engine {asked.engine} with --chain", "Leave it out: the chain goes through all engines of the device.")
    if not base.options.get("pretrain_steps"):
        raise UsageError(f"a chain begins with a trained model, and {base.workload} is not trained", "Add --set pretrain_steps=N.")
    compressions = (asked.optimize,) if asked.optimize else _COMPRESSIONS
    compressed = _fitting([replace(base, optimize=stage) for stage in compressions], capabilities)
    quantized = _fitting([replace(base, optimize=f"{compressed.spec.optimize},{stage}") for stage in _QUANTIZATIONS], capabilities)
    exported = (_stage(replace(compressed.spec, engine=key), capabilities) for key in _engines(base.device))
    return [_stage(base, capabilities), compressed, quantized, *exported]


def _engines(device: str) -> Iterator[str]:
    kind = device.partition(":")[0]
    return (key for key, engine in ENGINES.items() if key not in _NOT_DEPLOYED and kind in engine().devices)


def _fitting(specs: Sequence[RunSpec], capabilities: Capabilities) -> Stage:
    """Return the first that is not refused, else the first."""
    stages = [_stage(spec, capabilities) for spec in specs]
    return next((stage for stage in stages if stage.refusal is None), stages[0])


def _stage(spec: RunSpec, capabilities: Capabilities) -> Stage:
    resolved = catalog.resolve(spec)
    return Stage(", ".join(resolved.changes) or "trained", resolved, catalog.refusal(resolved, capabilities))
