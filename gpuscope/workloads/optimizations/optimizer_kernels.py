"""How the optimizer walks through the weights: in groups (foreach), or in one kernel (fused)."""

from collections.abc import Mapping
from typing import Any

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import Workload


class ForeachOptimizer(Optimization):
    """torch.optim, foreach=True."""

    key = "foreach-optimizer"
    title = "Optimizer, foreach"
    help = (
        "Updates all weights with a few operations on lists of tensors instead of several operations for each tensor, at the price of"
        " temporary copies. On GPUs it is torch's default. It does not help models of few tensors, nor, most often, on CPUs."
    )
    tasks = ("training",)
    excludes = ("fused-optimizer",)

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Ask for it."""
        return {"foreach": True}


class FusedOptimizer(Optimization):
    """torch.optim, fused=True."""

    key = "fused-optimizer"
    title = "Optimizer, fused"
    help = (
        "Updates weights and the optimizer's state in one kernel, so that each number travels through memory once a step. It does not"
        " help where forward and backward pass take nearly all of a step, as with convolutions on large batches."
    )
    tasks = ("training",)
    excludes = ("foreach-optimizer",)

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for the optimizer that torch has no such kernel of."""
        return "torch has no fused RMSprop" if spec.options.get("optimizer", known.optimizer[0]) == "rmsprop" else None

    def optimizer_arguments(self) -> Mapping[str, Any]:
        """Ask for it."""
        return {"fused": True}
