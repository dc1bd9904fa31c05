"""Operations per step where there is no formula: torch counts those of the eager model, on tensors without data."""

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.models.classifier import build_model, parameter_count
from gpuscope.workloads.workload_table import operations_per_step, workload


def operation_facts(spec: ResolvedSpec) -> dict[str, Any]:
    """Return "operations_per_step" of a classifier's spec; empty if there is a formula."""
    return {} if operations_per_step(spec) is not None else {"operations_per_step": counted(spec)}


def counted(spec: ResolvedSpec) -> float:
    """Return the FLOP of a classifier's step: the forward pass, and in training the backward pass, of the unoptimized model.

    Tensors on the meta device have only shapes, so this needs neither memory nor arithmetic. Optimizations of the model do not
    change the operations that the algorithm needs.
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
    """Return "parameters" of a smaller model than the workload's, and "operations_per_step" of its inference."""
    smaller = copy.deepcopy(model).to("meta")
    shape = (spec.batch_size, *workload(spec.workload).sample_shape)
    samples = torch.empty(shape, dtype=next(smaller.parameters()).dtype, device="meta")
    with torch.inference_mode(), FlopCounterMode(display=False) as counter:
        smaller(samples)
    return {"operations_per_step": float(counter.get_total_flops()), "parameters": parameter_count(model)}


def by_layer(layers: Sequence[nn.Module], shape: Sequence[int]) -> list[float]:
    """Return the cost of each layer of a chain, in the same unit for all: FLOP per sample, or the number of weights for text.

    Args:
        layers: The layers of the chain, in order.
        shape: Shape of one sample; empty for text.
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
