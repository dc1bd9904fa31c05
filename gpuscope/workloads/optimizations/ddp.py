"""Data parallel: every rank has the whole model and a part of each batch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuscope.workloads.optimizations.parallel_training import ParallelTraining

if TYPE_CHECKING:
    from torch import nn

    from gpuscope.workloads.loops.setting import Setting


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
