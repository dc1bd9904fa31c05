"""Operations of a step where no formula gives them: torch counts the eager model's, on tensors without numbers."""

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.models.classifier import build_model
from gpuscope.workloads.workload_table import operations_per_step, workload


def operation_facts(spec: ResolvedSpec) -> dict[str, Any]:
    """Return "operations_per_step" of a spec of a classifier, and nothing where a formula gives it."""
    return {} if operations_per_step(spec) is not None else {"operations_per_step": counted(spec)}


def counted(spec: ResolvedSpec) -> float:
    """Return the FLOP of a step of a classifier: the forward pass, and for training the backward pass, of the model as it is written.

    The meta device has shapes alone, so that this takes no memory and no arithmetic, and what an optimization does to the
    model does not change what the algorithm needs.
    """
    with torch.device("meta"):
        model = build_model(spec)
        samples = torch.empty(spec.batch_size, *workload(spec.workload).sample_shape)
    training = spec.task == "training"
    with torch.inference_mode(not training), FlopCounterMode(display=False) as counter:
        logits = model.train(training)(samples)
        if training:
            logits.sum().backward()
    return float(counter.get_total_flops())


def smaller_facts(model: nn.Module, spec: ResolvedSpec) -> dict[str, Any]:
    """Return "operations_per_step" of inference by a model with fewer units than the spec's workload has, whose formula is not its own."""
    smaller = copy.deepcopy(model).to("meta")
    shape = (spec.batch_size, *workload(spec.workload).sample_shape)
    samples = torch.empty(shape, dtype=next(smaller.parameters()).dtype, device="meta")
    with torch.inference_mode(), FlopCounterMode(display=False) as counter:
        smaller(samples)
    return {"operations_per_step": float(counter.get_total_flops())}


def by_layer(layers: Sequence[nn.Module], shape: Sequence[int]) -> list[float]:
    """Return what each layer of a chain costs, in a unit that all share: FLOP of a sample, of text the number of weights.

    Args:
        layers: Of the chain, in its order.
        shape: Of one sample; empty for text.
    """
    if not shape:
        return [float(sum(weight.numel() for weight in layer.parameters())) for layer in layers]
    operations = []
    with torch.inference_mode():
        state = torch.zeros(1, *shape, dtype=next(layers[0].parameters()).dtype)
        for layer in layers:
            layer.eval()
            with FlopCounterMode(display=False) as counter:
                state = layer(state)
            layer.train()
            operations.append(float(counter.get_total_flops()))
    return operations
