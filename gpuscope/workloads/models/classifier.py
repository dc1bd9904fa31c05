"""A run's model, its data, its optimizer, and the test on held-out data; shared by training and inference."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy, interpolate

from gpuscope.core import figures
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.data.dataset import Dataset, load
from gpuscope.workloads.data.source import find_source
from gpuscope.workloads.models.eager_optimizers import eager
from gpuscope.workloads.steps.setting import Precision, Setting
from gpuscope.workloads.workload import resolve_reference
from gpuscope.workloads.workload_table import workload


def build_model(spec: ResolvedSpec) -> nn.Module:
    """Return the run's network in FP32 in main memory, initialized from torch's random state."""
    model: nn.Module = resolve_reference(workload(spec.workload).model)(spec)
    return model


_TEST_PIXELS = 1000 * 32 * 32
"""Pixels per batch of the test, which limits its memory."""
Form = Callable[[torch.Tensor], torch.Tensor]
"""Converts a batch to the form that the model takes."""
_OPTIMIZERS: Mapping[str, Callable[..., torch.optim.Optimizer]] = {
    "sgd": (_SGD := eager(torch.optim.SGD)),
    "momentum": partial(_SGD, momentum=0.9),
    "adam": eager(torch.optim.Adam),
    "adamw": eager(torch.optim.AdamW),
    "rmsprop": eager(torch.optim.RMSprop),
}


def read_data(setting: Setting) -> Dataset:
    """Read the run's data set into main memory, and log a warning if a batch is larger.

    Raises:
        UsageError: A file is malformed.
        UnavailableError: A file cannot be read.
    """
    dataset = _read(setting.spec)
    if setting.batch_size > len(dataset.labels):
        setting.channel.log(
            f"the batch of {setting.batch_size} is larger than the data set of {len(dataset.labels)}: it holds samples several times",
            level="warning",
        )
    return dataset


def _read(spec: ResolvedSpec) -> Dataset:
    definition = workload(spec.workload)
    dataset: Dataset = (
        resolve_reference(definition.reader)(spec)
        if definition.reader
        else load(find_source(definition.data_sets, spec.data), definition.data_shape)
    )
    return dataset


def training_samples(setting: Setting, count: int) -> torch.Tensor:
    """Return the first training samples, at least one batch, in main memory and in the form that the model takes."""
    images = _read(setting.spec).images
    index = torch.arange(max(count, setting.batch_size)) % len(images)
    return sample_form(setting.spec, lambda images: images)(images[index])


def sample_form(spec: ResolvedSpec, form: Form) -> Form:
    """Return a function that converts samples to the size, and then to the form, that the model takes.

    Images are scaled up batch by batch on the device: a data set at 224×224 pixels would take 49 times the memory of 32×32.
    """
    definition = workload(spec.workload)
    if definition.data_shape == definition.sample_shape:
        return form
    size = definition.sample_shape[1:]
    return lambda images: form(interpolate(images, size=size, mode="bilinear"))


def build_optimizer(spec: ResolvedSpec, model: nn.Module, arguments: Mapping[str, Any] = MappingProxyType({})) -> torch.optim.Optimizer:
    """Return the optimizer of a spec for a model on its device, with its learning rate and further arguments."""
    rate = float(spec.options["learning_rate"])
    return _OPTIMIZERS[str(spec.options["optimizer"])](model.parameters(), lr=rate, **arguments)


def data_facts(dataset: Dataset, model: nn.Module) -> dict[str, Any]:
    """Return facts about the data and the model."""
    return {
        "data_set": dataset.name,
        "training_samples": dataset.labels.numel(),
        "held_out_samples": dataset.held_out_labels.numel(),
        "parameters": parameter_count(model),
    }


def parameter_count(model: nn.Module) -> int:
    """Return the number of a model's weights and biases."""
    return sum(parameter.numel() for parameter in model.parameters())


def test(model: Form, dataset: Dataset, setting: Setting, form: Form) -> dict[str, Quantity]:
    """Measure loss and accuracy on the held-out data, in the run's precision.

    Returns:
        "loss" and "accuracy"; missing if the test was interrupted.
    """
    dataset = _test_part(dataset, setting)
    count = dataset.held_out_labels.numel()
    try:
        loss, right = _score(model, dataset, setting.precision, form)
    except KeyboardInterrupt:
        return not_tested("the run was stopped before it was measured")
    source = f"{figures.figure(count, '1')} samples of {dataset.name} held out of training"
    return {
        "loss": Quantity(loss / count, "1", Quality.MEASURED, source),
        "accuracy": Quantity(right / count, "1", Quality.MEASURED, source),
    }


def untested() -> dict[str, Quantity]:
    """Return missing results of :func:`test` for an untrained model, whose results would be meaningless."""
    return not_tested("the model was not trained: --set pretrain_steps=N trains it first")


def not_tested(reason: str) -> dict[str, Quantity]:
    """Return missing results of :func:`test`, with a reason."""
    missing = Quantity.missing("1", reason)
    return {"loss": missing, "accuracy": missing}


def _test_part(dataset: Dataset, setting: Setting) -> Dataset:
    """Return the data set with the held-out samples that the workload tests on this device."""
    most = setting.workload.cpu_test_samples if setting.device.type == "cpu" else 0
    if most == 0:
        return dataset
    return replace(dataset, held_out_images=dataset.held_out_images[:most], held_out_labels=dataset.held_out_labels[:most])


def _score(model: Form, dataset: Dataset, precision: Precision, form: Form) -> tuple[float, int]:
    """Return the sum of the losses, and the number of correct predictions."""
    if isinstance(model, nn.Module):
        model.eval()
    loss, right = 0.0, 0
    size = max(1, _TEST_PIXELS // max(form(dataset.held_out_images[:1]).shape[2:].numel(), 32 * 32))
    batches = zip(dataset.held_out_images.split(size), dataset.held_out_labels.split(size), strict=True)
    with torch.inference_mode():
        for images, labels in batches:
            with precision.autocast():
                logits = model(form(images))
            # In FP64: a sum of thousands of losses in bfloat16 would have two significant digits.
            loss += cross_entropy(logits.double(), labels, reduction="sum").item()
            right += int((logits.argmax(1) == labels).sum().item())
    return loss, right
