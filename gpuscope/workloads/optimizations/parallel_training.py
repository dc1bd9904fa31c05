"""What the optimizations share that spread one training over several processes, its ranks, with torch.distributed.

Each rank is a process that torchrun starts (``workloads.parallel``); within it the hooks below are called on every rank at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core import figures
from gpuscope.workloads.launch import PARALLEL
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import TRAINING

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.loops.setting import Setting
    from gpuscope.workloads.workload import Workload

Weights = Mapping[str, "torch.Tensor"]
"""Of a whole model, by name, in main memory."""


class ParallelTraining(Optimization):
    """One training over several ranks.

    Attributes:
        parts_batch: Whether each rank takes a part of each batch; else every rank sees the whole of it.
        has_phases: Whether forward and backward pass follow each other on a rank.
        cuts: What it makes of a model, for refusals; "" for what takes any model.
    """

    tasks = ("training",)
    devices = ("cpu", "cuda")
    excludes = (
        *sorted(PARALLEL),
        *("distill", "prune-structured", "prune-50", "sparse-2-4", "half-storage", "int8-weights", "fp8-weights"),
        *("offload-last", "offload-half", "activation-checkpointing", "cuda-graphs"),
        *("compile", "compile-reduce-overhead", "compile-max-autotune"),
    )
    parts_batch: ClassVar[bool] = False
    has_phases: ClassVar[bool] = True

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not for workloads whose training has a loop of its own, and for batches that cannot be parted."""
        if known.loops.get("training") != TRAINING or {"workers", "target_accuracy"} & known.all_options.keys():
            return "its training is one of a single process"
        if self.key not in known.parallel:
            return "its model cannot be taken apart so"
        parts, size = self.parts_of_a_batch(spec), spec.batch_size
        if size % parts:
            return f"a batch of {figures.counted(size, 'sample')} has no {parts} equal parts: --batch-size or --ranks must be another"
        if spec.precision == "fp16" and self.key != "ddp":
            return "the scaling of fp16's gradients knows nothing of other ranks"
        return None

    def parts_of_a_batch(self, spec: ResolvedSpec) -> int:
        """Return in how many equal parts a batch is taken."""
        return spec.ranks * spec.nodes

    def begin(self, setting: Setting) -> None:
        """Load what gathers the weights at the end: a training that is asked to stop has few seconds for it."""
        import torch.distributed.checkpoint.state_dict  # noqa: F401

    def training_step(
        self, model: nn.Module, optimizer: torch.optim.Optimizer, batches: Any, setting: Setting
    ) -> Callable[..., torch.Tensor] | None:
        """Return the function that takes a step and return its loss, where that is no plain training step; else None."""

    def knows_loss(self) -> bool:
        """Return whether this rank sees the loss of its samples."""
        return True

    def weights(self, model: nn.Module) -> Weights:
        """Return the weights of the whole model on rank 0, and on the others whatever; every rank calls it."""
        from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

        return get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))  # type: ignore[no-any-return]
