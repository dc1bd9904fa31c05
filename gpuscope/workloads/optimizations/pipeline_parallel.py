"""Pipeline parallel: every rank holds some of the layers and passes their output on to the next."""

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

MICRO_BATCHES_PER_RANK = 2


class PipelineParallel(ParallelTraining):
    """torch.distributed.pipelining, one forward and one backward pass in turn (1F1B; Narayanan et al., arXiv 1806.03377)."""

    key = "pipeline-parallel"
    title = "Pipeline parallel, model parallel by layers"
    help = (
        "Gives each of --ranks N processes some of the layers, about equal in arithmetic, and sends every batch through them in two"
        " micro-batches a rank, so that all ranks have work. Models train that would not fit one device, and only activations travel. It"
        " does not help small batches: at the start and the end of each step ranks wait, with two micro-batches a rank a third of it."
    )
    excludes = (
        *(key for key in ParallelTraining.excludes if key != "pipeline-parallel"),
        *("fused-optimizer", "foreach-optimizer", "grad-accumulation-4"),
    )
    has_phases = False

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
        """Return the function that sends a batch through all ranks; its loss is there on the last, and zero on the others."""
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
        """Return the weights of all ranks' layers."""
        from torch.distributed import all_gather_object, get_world_size

        parts: list[Weights] = [{} for _ in range(get_world_size())]
        all_gather_object(parts, {name: tensor.detach().cpu() for name, tensor in self._names.items()})
        return {name: tensor for part in parts for name, tensor in part.items()}

    def facts(self) -> Mapping[str, Any]:
        """Return how many layers each rank has."""
        return {"layers_by_rank": ", ".join(map(str, self._layers))}


def links_of(model: nn.Module) -> list[nn.Module]:
    """Return the chain that a model is: each of its links begins with a layer that has weights, but for what stands before the first."""
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
    """Return where to cut a chain so that its parts cost about the same: parts + 1 places, the first 0, the last its length.

    Args:
        costs: Of each link.
        parts: At most as many as there are links; each gets one at least.
    """
    reached = list(accumulate(costs))
    cuts = [0]
    for part in range(1, parts):
        goal = reached[-1] * part / parts
        lowest, highest = cuts[-1] + 1, len(costs) - (parts - part)
        cuts.append(min(range(lowest, highest + 1), key=lambda place: abs(reached[place - 1] - goal)))
    return [*cuts, len(costs)]
