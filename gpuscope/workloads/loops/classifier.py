"""What training and inference share: a model, its data, and the test on data held apart from training."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.runspec import RunSpec
from gpuscope.workloads.catalog import workload
from gpuscope.workloads.data.dataset import Dataset, load
from gpuscope.workloads.data.source import find_source
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.precision import Precision
from gpuscope.workloads.reference import resolve_reference

_TEST_BATCH = 1000
Form = Callable[[torch.Tensor], torch.Tensor]
"""Brings the images of a batch into the form that the model takes."""
_OPTIMIZERS: Mapping[str, Any] = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}


def read_data(setting: Setting) -> Dataset:
    """Reads the run's data set into main memory, and says when a batch is larger than it.

    Raises:
        UsageError: A file is malformed.
        UnavailableError: A file cannot be read.
    """
    spec = setting.spec
    known = workload(spec.workload)
    dataset = load(find_source(known.data_sets, spec.data), known.sample_shape)
    if setting.batch_size > len(dataset.labels):
        setting.channel.log(
            f"the batch of {setting.batch_size} is larger than the data set of {len(dataset.labels)}: it holds samples several times",
            level="warning",
        )
    return dataset


def build_model(spec: RunSpec) -> nn.Module:
    """Returns the run's network in FP32 in main memory, its weights by the seed."""
    model: nn.Module = resolve_reference(workload(spec.workload).model)(spec)
    return model


def build_optimizer(spec: RunSpec, model: nn.Module, arguments: Mapping[str, Any] = MappingProxyType({})) -> torch.optim.Optimizer:
    """Returns the optimizer of the workload, with its learning rate.

    Args:
        spec: Resolved.
        model: On its device.
        arguments: More of the optimizer's own.
    """
    name, rate = workload(spec.workload).optimizer
    return _OPTIMIZERS[name](model.parameters(), lr=rate, **arguments)


def data_facts(dataset: Dataset, model: nn.Module) -> dict[str, Any]:
    """Returns the facts on data and model."""
    return {
        "data_set": dataset.name,
        "training_samples": len(dataset.labels),
        "held_out_samples": len(dataset.held_out_labels),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
    }


def test(model: Form, dataset: Dataset, precision: Precision, form: Form) -> dict[str, Quantity]:
    """Measures loss and accuracy on the held-out data, in the run's precision.

    Returns:
        "loss" and "accuracy"; missing when a signal came before they were there.
    """
    count = len(dataset.held_out_labels)
    try:
        loss, right = _score(model, dataset, precision, form)
    except KeyboardInterrupt:
        missing = Quantity.missing("1", "the run was stopped before it was measured")
        return {"loss": missing, "accuracy": missing}
    source = f"{count} samples of {dataset.name} held apart from training"
    return {
        "loss": Quantity(loss / count, "1", Quality.MEASURED, source),
        "accuracy": Quantity(right / count, "1", Quality.MEASURED, source),
    }


def _score(model: Form, dataset: Dataset, precision: Precision, form: Form) -> tuple[float, int]:
    """Returns the sum of the losses, and how many answers are right."""
    if isinstance(model, nn.Module):
        model.eval()
    loss, right = 0.0, 0
    batches = zip(dataset.held_out_images.split(_TEST_BATCH), dataset.held_out_labels.split(_TEST_BATCH), strict=True)
    with torch.inference_mode():
        for images, labels in batches:
            with precision.autocast():
                logits = model(form(images))
            # In a wide type: a sum of thousands of losses in bfloat16 would keep two digits.
            loss += cross_entropy(logits.double(), labels, reduction="sum").item()
            right += int((logits.argmax(1) == labels).sum().item())
    return loss, right
