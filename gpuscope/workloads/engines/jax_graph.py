"""A torch model as a function of JAX: its exported graph, operation by operation."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn
from torch.export.graph_signature import InputKind

from gpuscope.core.errors import UnavailableError
from gpuscope.workloads.engines.jax_operations import OPERATIONS

Array = Any
Weights = Mapping[str, torch.Tensor]


def as_function(model: nn.Module, example: torch.Tensor) -> tuple[Callable[[Mapping[str, Array], Array], Array], Weights]:
    """Return the forward pass as a function of weights and images, both arrays of JAX, and the weights as torch has them.

    Raises:
        UnavailableError: The model uses an operation that has no counterpart here.
    """
    program = torch.export.export(model, (example,)).run_decompositions()
    lacking = sorted({_name(node) for node in program.graph.nodes if node.op == "call_function"} - OPERATIONS.keys() - {"getitem"})
    if lacking:
        raise UnavailableError(f"jax does not run the model: nothing translates {', '.join(lacking)}", "Use --engine eager.")
    return _Graph(program).forward, _weights(program)


class _Graph:
    def __init__(self, program: torch.export.ExportedProgram) -> None:
        self._nodes = list(program.graph.nodes)
        (self._images,) = program.graph_signature.user_inputs

    def forward(self, weights: Mapping[str, Array], images: Array) -> Array:
        """Take the operations one after another; JAX traces that once."""
        known: dict[torch.fx.Node, Any] = {}
        for node in self._nodes:
            arguments = torch.fx.map_arg(node.args, known.__getitem__)
            if node.op == "placeholder":
                known[node] = images if node.name == self._images else weights[node.name]
            elif node.op == "output":
                break
            elif _name(node) == "getitem":
                known[node] = arguments[0][arguments[1]]
            else:
                known[node] = OPERATIONS[_name(node)](*arguments, **torch.fx.map_arg(node.kwargs, known.__getitem__))
        return arguments[0][0]


def _name(node: torch.fx.Node) -> str:
    target = node.target
    return str(target).removeprefix("aten.") if isinstance(target, torch._ops.OpOverload) else target.__name__


def _weights(program: torch.export.ExportedProgram) -> Weights:
    kept = {**program.constants, **program.state_dict}
    inputs = (one for one in program.graph_signature.input_specs if one.kind is not InputKind.USER_INPUT)
    return {one.arg.name: kept[one.target].detach().contiguous() for one in inputs}
