"""Tensor parallel: every rank holds a part of the large linear layers' weights and processes whole batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from gpuscope.workloads.optimizations.parallel_training import ParallelTraining, Weights

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


class TensorParallel(ParallelTraining):
    """Two linear layers in a row, the first split by its outputs, the second by its inputs (Shoeybi et al., arXiv 1909.08053)."""

    key = "tensor-parallel"
    title = "Tensor parallel, model parallel within layers"
    help = (
        "Splits pairs of linear layers, and the heads of attention, over --ranks N processes, the first of a pair by its outputs and the"
        " second by its inputs, so that a pair costs one sum over the ranks forward and one backward; every rank sees every batch whole,"
        " and computes all other layers whole. It does not help where other layers take most of a step, nor over links slower than"
        " those within a machine."
    )
    excludes = (*(key for key in ParallelTraining.excludes if key != "tensor-parallel"), "fused-optimizer", "foreach-optimizer")

    def __init__(self) -> None:
        self._pairs: list[tuple[str, str]] = []
        self._in_order: dict[str, Callable[[torch.Tensor, int], torch.Tensor]] = {}
        """What orders the rows of a layer, by its name, as the whole model has them."""

    def refusal(self, known: Workload, spec: ResolvedSpec) -> str | None:
        """Return why not, of attention also where its heads have no equal parts."""
        heads, ranks = int(spec.options.get("heads", 0)), spec.ranks * spec.nodes
        return super().refusal(known, spec) or (f"{heads} heads have no {ranks} equal parts" if heads % ranks else None)

    def parts_of_a_batch(self, spec: ResolvedSpec) -> int:
        """Return in how many parts the nodes' shares are counted: no batch is parted."""
        return spec.nodes

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Split the pairs over all ranks."""
        from torch.distributed import get_world_size
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

        self._pairs = linear_pairs(model)
        for name, part in model.named_modules():
            if hasattr(part, "part_heads"):
                part.part_heads(get_world_size())
                self._in_order[f"{name}.{part.joined}"] = part.in_order
        plan = {name: form() for pair in self._pairs for name, form in zip(pair, (ColwiseParallel, RowwiseParallel), strict=True)}
        mesh = init_device_mesh(setting.device.type, (get_world_size(),))
        return parallelize_module(model.to(setting.device), mesh, plan)

    def weights(self, model: nn.Module) -> Weights:
        """Return the weights of the whole model, their rows in its order."""
        from torch.distributed import get_world_size

        whole = dict(super().weights(model))
        for name, rows in whole.items():
            if (in_order := self._in_order.get(name.rpartition(".")[0])) is not None:
                whole[name] = in_order(rows, get_world_size())
        return whole

    def facts(self) -> Mapping[str, Any]:
        """Return how many layers are split."""
        return {"split_layers": 2 * len(self._pairs)}


def linear_pairs(model: nn.Module) -> list[tuple[str, str]]:
    """Return the names of linear layers that follow each other with only what works number by number between them, two by two."""
    from torch import nn

    between = (nn.ReLU, nn.GELU, nn.Dropout)
    pairs: list[tuple[str, str]] = []
    for name, part in model.named_modules():
        prefix = f"{name}." if name else ""
        pairs += [(prefix + first, prefix + second) for first, second in getattr(part, "linear_pairs", ())]
        waiting = ""
        for place, layer in part.named_children() if isinstance(part, nn.Sequential) else ():
            if isinstance(layer, nn.Linear) and waiting:
                pairs.append((waiting, prefix + place))
                waiting = ""
            elif isinstance(layer, nn.Linear):
                waiting = prefix + place
            elif not isinstance(layer, between):
                waiting = ""
    return pairs
