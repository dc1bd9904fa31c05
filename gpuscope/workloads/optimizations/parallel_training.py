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
    from gpuscope.workloads.steps.setting import Setting
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


class Ddp(ParallelTraining):
    """torch.nn.parallel.DistributedDataParallel."""

    key = "ddp"
    title = "DDP, data parallel"
    help = (
        "Keeps the whole model on each of --ranks N processes, gives each an equal part of every batch, and averages the gradients while"
        " the backward pass still runs. The result is that of one process but for rounding and for batch normalization, which sees the"
        " rank's part alone. It does not help where a step is short: the gradients, as many bytes as the model, are exchanged in every"
        " step."
    )
    excludes = tuple(key for key in ParallelTraining.excludes if key != "ddp")
    parts_batch = True

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Wrap the model, whose weights rank 0 gives to the others."""
        from torch.nn.parallel import DistributedDataParallel

        devices = None if setting.device.type == "cpu" else [setting.device]
        return DistributedDataParallel(model.to(setting.device), device_ids=devices)


class Fsdp2(ParallelTraining):
    """torch.distributed.fsdp.fully_shard (Zhao et al., arXiv 2304.11277; Rajbhandari et al., arXiv 1910.02054, stage 3)."""

    key = "fsdp2"
    title = "FSDP2, sharded data parallel"
    help = (
        "Gives each of --ranks N processes an equal part of every batch, and an equal part of weights, gradients and the optimizer's state;"
        " the weights of a layer are gathered when it computes, and dropped again. Models train that would not fit one device. It does"
        " not help speed where the model fits: weights travel twice a step, beside the gradients."
    )
    excludes = (*(key for key in ParallelTraining.excludes if key != "fsdp2"), "fused-optimizer", "foreach-optimizer")
    parts_batch = True

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
    """Return the parts of a model that have weights and are called one after another; () for a model that is one part."""
    from torch import nn

    chains = [model] if isinstance(model, nn.Sequential) else [child for child in model.children() if isinstance(child, nn.ModuleList)]
    return [part for chain in chains for part in chain if next(part.parameters(), None) is not None]
