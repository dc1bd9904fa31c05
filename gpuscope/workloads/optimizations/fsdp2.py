"""Sharded data parallel: every rank has a part of each batch, and of weights, gradients and the optimizer's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.parallel_training import ParallelTraining

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting


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

    chains = [model] if isinstance(model, nn.Sequential) else [one for one in model.children() if isinstance(one, nn.ModuleList)]
    return [part for chain in chains for part in chain if next(part.parameters(), None) is not None]
