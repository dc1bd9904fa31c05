"""Model parallelism: the layers are divided among the ranks (pipeline), or the weights of each layer (tensor)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from gpuscope.core.errors import UsageError
from gpuscope.workloads.optimizations.parallel_training import ParallelTraining, Weights

if TYPE_CHECKING:
    import torch
    from torch import nn

    from gpuscope.core.runspec import ResolvedSpec
    from gpuscope.workloads.steps.setting import Setting
    from gpuscope.workloads.workload import Workload


MICRO_BATCHES_PER_RANK = 2
"""Micro-batches per rank in a pipeline step; each rank idles for (ranks - 1) / (micro-batches + ranks - 1) of the step."""


class PipelineParallel(ParallelTraining):
    """torch.distributed.pipelining, one forward and one backward pass in turn (1F1B; Narayanan et al., arXiv 1806.03377)."""

    key = "pipeline-parallel"
    title = "Pipeline parallel, model parallel by layers"
    help = (
        "Gives each of --ranks N processes consecutive layers of about equal FLOP, and sends every batch through them as two micro-batches"
        " per rank, so that all ranks have work. It trains models that do not fit on one device, and exchanges activations only. It does"
        " not help small batches: ranks idle at the start and end of each step, a third of it with two micro-batches per rank."
    )
    excludes = (
        *(key for key in ParallelTraining.excludes if key != "pipeline-parallel"),
        *("fused-optimizer", "foreach-optimizer", "grad-accumulation-4"),
    )
    has_phases = False
    saves_memory = True

    def __init__(self) -> None:
        self._names: dict[str, torch.Tensor] = {}
        self._layers: list[int] = []

    def parts_of_a_batch(self, spec: ResolvedSpec) -> int:
        """Return the number of micro-batches."""
        return MICRO_BATCHES_PER_RANK * spec.ranks * spec.nodes

    def transform(self, model: nn.Module, setting: Setting) -> nn.Module:
        """Return this rank's layers."""
        from torch import nn
        from torch.distributed import get_rank, get_world_size

        from gpuscope.workloads.operation_count import by_layer

        links, ranks = links_of(model), get_world_size()
        if len(links) < ranks:
            raise UsageError(f"the model has {len(links)} layers with weights, too few for {ranks} ranks", "Make --ranks smaller.")
        cuts = balanced(by_layer(links, setting.workload.sample_shape), ranks)
        self._layers = [end - begin for begin, end in pairwise(cuts)]
        stage = nn.Sequential(*links[cuts[get_rank()] : cuts[get_rank() + 1]]).to(setting.device)
        own = {id(tensor) for tensor in (*stage.parameters(), *stage.buffers())}
        self._names = {name: tensor for name, tensor in (*model.named_parameters(), *model.named_buffers()) if id(tensor) in own}
        return stage

    def training_step(
        self, model: nn.Module, optimizer: torch.optim.Optimizer, batches: Any, setting: Setting
    ) -> Callable[..., torch.Tensor]:
        """Return a function that sends a batch through all ranks, and returns the loss on the last rank and zero on the others."""
        import torch
        from torch.distributed import get_rank, get_world_size
        from torch.distributed.pipelining import PipelineStage, Schedule1F1B
        from torch.nn.functional import cross_entropy

        rank, ranks = get_rank(), get_world_size()
        stage = PipelineStage(model, rank, ranks, setting.device)
        schedule = Schedule1F1B(stage, MICRO_BATCHES_PER_RANK * ranks, loss_fn=cross_entropy)
        autocast, nothing = setting.precision.autocast(), torch.zeros((), device=setting.device)

        def step() -> torch.Tensor:
            images, labels = batches.next()
            optimizer.zero_grad()
            losses: list[torch.Tensor] = []
            with autocast:
                schedule.step(*((images,) if rank == 0 else ()), **({"target": labels, "losses": losses} if rank == ranks - 1 else {}))
            optimizer.step()
            return torch.stack(losses).mean().detach() if losses else nothing

        return step

    def knows_loss(self) -> bool:
        """Return whether this is the last rank."""
        from torch.distributed import get_rank, get_world_size

        return bool(get_rank() == get_world_size() - 1)

    def weights(self, model: nn.Module) -> Weights:
        """Return the weights of all ranks' layers; collective."""
        from torch.distributed import all_gather_object, get_world_size

        parts: list[Weights] = [{} for _ in range(get_world_size())]
        all_gather_object(parts, {name: tensor.detach().cpu() for name, tensor in self._names.items()})
        return {name: tensor for part in parts for name, tensor in part.items()}

    def facts(self) -> Mapping[str, Any]:
        """Return the number of layers per rank."""
        return {"layers_by_rank": ", ".join(map(str, self._layers))}


def links_of(model: nn.Module) -> list[nn.Module]:
    """Return a model as a chain of links, each starting with a layer that has weights (the first also includes any layers before it)."""
    from torch import nn

    links: list[list[nn.Module]] = []
    for layer in model.chain() if hasattr(model, "chain") else model:
        has_weights = next(layer.parameters(), None) is not None
        if links and (not has_weights or all(next(earlier.parameters(), None) is None for earlier in links[-1])):
            links[-1].append(layer)
        else:
            links.append([layer])
    return [nn.Sequential(*link) for link in links]


def balanced(costs: Sequence[float], parts: int) -> list[int]:
    """Return the indices that cut a chain into parts of about equal cost: parts + 1 indices, from 0 to its length.

    Args:
        costs: Cost of each link.
        parts: Number of parts, at most the number of links; each part gets at least one link.
    """
    reached = list(accumulate(costs))
    cuts = [0]
    for part in range(1, parts):
        goal = reached[-1] * part / parts
        lowest, highest = cuts[-1] + 1, len(costs) - (parts - part)
        cuts.append(min(range(lowest, highest + 1), key=lambda place: abs(reached[place - 1] - goal)))
    return [*cuts, len(costs)]


class TensorParallel(ParallelTraining):
    """Pairs of consecutive linear layers, the first split by its outputs, the second by its inputs (Shoeybi et al., arXiv 1909.08053)."""

    key = "tensor-parallel"
    title = "Tensor parallel, model parallel within layers"
    help = (
        "Splits pairs of linear layers, and attention heads, over --ranks N processes, the first layer of a pair by outputs and the second"
        " by inputs, so that a pair needs one all-reduce forward and one backward. Every rank takes whole batches and computes all other"
        " layers in full. It does not help where other layers take most of a step, nor over connections slower than those within a"
        " machine."
    )
    excludes = (*(key for key in ParallelTraining.excludes if key != "tensor-parallel"), "fused-optimizer", "foreach-optimizer")
    saves_memory = True

    def __init__(self) -> None:
        self._pairs: list[tuple[str, str]] = []
        self._in_order: dict[str, Callable[[torch.Tensor, int], torch.Tensor]] = {}
        """By layer: the function that restores the row order of the whole model."""

    def refusal(self, definition: Workload, spec: ResolvedSpec) -> str | None:
        """Also reject attention heads that cannot be split evenly."""
        heads, ranks = int(spec.options.get("heads", 0)), spec.ranks * spec.nodes
        return super().refusal(definition, spec) or (f"{heads} heads do not divide into {ranks} equal parts" if heads % ranks else None)

    def parts_of_a_batch(self, spec: ResolvedSpec) -> int:
        """Return the number of nodes, among which the samples are counted; batches are not split."""
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
        """Return the weights of the whole model in its row order; collective."""
        from torch.distributed import get_world_size

        whole = dict(super().weights(model))
        for name, rows in whole.items():
            if (in_order := self._in_order.get(name.rpartition(".")[0])) is not None:
                whole[name] = in_order(rows, get_world_size())
        return whole

    def facts(self) -> Mapping[str, Any]:
        """Return the number of split layers."""
        return {"split_layers": 2 * len(self._pairs)}


def linear_pairs(model: nn.Module) -> list[tuple[str, str]]:
    """Return the names of pairs of consecutive linear layers with only elementwise layers between them."""
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
