"""The base class of distributed training with torch.distributed; DDP and FSDP.

Each rank is a process that torchrun starts (``workloads.parallel``); all ranks call the hooks below at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gpuscope.core import figures
from gpuscope.workloads.launch import DATA_PARALLEL, PARALLEL
from gpuscope.workloads.optimizations.optimization import Optimization
from gpuscope.workloads.workload import TRAINING

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


Weights = Mapping[str, "torch.Tensor"]
"""Weights of a whole model by name, in main memory."""


class ParallelTraining(Optimization):
    """One training over several ranks.

    Attributes:
        has_phases: Whether a rank runs the forward and backward passes one after the other, so that they can be timed.
    """

    tasks = ("training",)
    devices = ("cpu", "cuda")
    excludes = (
        *sorted(PARALLEL),
        *("distill", "prune-structured", "prune-50", "sparse-2-4", "half-storage", "int8-weights", "fp8-weights"),
        *("offload-last", "offload-half", "activation-checkpointing", "cuda-graphs"),
        *("compile", "compile-reduce-overhead", "compile-max-autotune"),
    )
    has_phases: ClassVar[bool] = True

    @property
    def parts_batch(self) -> bool:
        """Whether each rank takes a part of each batch; otherwise every rank takes whole batches."""
        return self.key in DATA_PARALLEL

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Reject workloads with their own training loop, models that it cannot split, and batches that cannot be split evenly."""
        if definition.loops.get("training") != TRAINING or {"workers", "target_accuracy"} & definition.all_options.keys():
            return "its training runs in a single process"
        if self.key not in definition.parallel:
            return "its model cannot be split this way"
        parts, size = self.parts_of_a_batch(spec), spec.batch_size
        if size % parts:
            batch = figures.counted(size, "sample")
            return f"a batch of {batch} does not divide into {parts} equal parts: change --batch-size or --ranks"
        if spec.precision == "fp16" and self.key != "ddp":
            return "gradient scaling for fp16 does not span ranks"
        return None

    def parts_of_a_batch(self, spec: ResolvedSpec) -> int:
        """Return the number of equal parts that a batch is split into."""
        return spec.ranks * spec.nodes

    def begin(self, setting: Setting) -> None:
        """Import the module that gathers the weights at the end, because after a stop request there are only seconds left for that."""
        import torch.distributed.checkpoint.state_dict  # noqa: F401

    def training_step(
        self, model: nn.Module, optimizer: torch.optim.Optimizer, batches: Any, setting: Setting
    ) -> Callable[..., torch.Tensor] | None:
        """Return a function that takes a step and returns its loss; None for the ordinary training step."""

    def knows_loss(self) -> bool:
        """Return whether this rank computes a loss."""
        return True

    def weights(self, model: nn.Module) -> Weights:
        """Return the weights of the whole model on rank 0; the result on other ranks is undefined. Collective."""
        from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict

        return get_model_state_dict(model, options=StateDictOptions(full_state_dict=True, cpu_offload=True))  # type: ignore[no-any-return]


class Ddp(ParallelTraining):
    """torch.nn.parallel.DistributedDataParallel."""

    key = "ddp"
    title = "DDP, data parallel"
    help = (
        "Replicates the model on each of --ranks N processes, gives each an equal part of every batch, and averages the gradients during"
        " the backward pass. The result equals that of one process, except for rounding and batch normalization, which sees the rank's"
        " part only. It does not help short steps: the gradients, as large as the model, are exchanged in every step."
    )
    excludes = tuple(key for key in ParallelTraining.excludes if key != "ddp")

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Wrap the model; rank 0 broadcasts its weights."""
        from gpuscope.workloads.models.eager_ddp import distributed

        return distributed(model.to(setting.device), None if setting.device.type == "cpu" else [setting.device])

    def begin(self, setting: Setting) -> None:
        """Do nothing: there are no weights to gather."""

    def weights(self, model: nn.Module) -> Weights:
        """Return the weights of the model, which every rank has."""
        return {name: weight.cpu() for name, weight in model.module.state_dict().items()}


class Fsdp2(ParallelTraining):
    """torch.distributed.fsdp.fully_shard (Zhao et al., arXiv 2304.11277; Rajbhandari et al., arXiv 1910.02054, stage 3)."""

    key = "fsdp2"
    title = "FSDP2, sharded data parallel"
    help = (
        "Gives each of --ranks N processes an equal part of every batch, and shards weights, gradients and optimizer state over them; a"
        " layer's weights are gathered while it computes. It trains models that do not fit on one device. It does not help speed where"
        " the model fits: weights are exchanged twice per step, in addition to the gradients."
    )
    excludes = (*(key for key in ParallelTraining.excludes if key != "fsdp2"), "fused-optimizer", "foreach-optimizer")
    saves_memory = True

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Shard each block and then the rest of the model over all ranks."""
        from torch.distributed import get_world_size
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import fully_shard

        mesh = init_device_mesh(setting.device.type, (get_world_size(),))
        for block in blocks(model):
            fully_shard(block, mesh=mesh)
        return fully_shard(model, mesh=mesh)


def blocks(model: nn.Module) -> list[nn.Module]:
    """Return a model's consecutive parts that have weights; [] if it is a single part."""
    from torch import nn

    chains = [model] if isinstance(model, nn.Sequential) else [child for child in model.children() if isinstance(child, nn.ModuleList)]
    return [part for chain in chains for part in chain if next(part.parameters(), None) is not None]
