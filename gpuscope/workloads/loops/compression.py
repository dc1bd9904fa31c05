"""What is told of a trained model before and after it was compressed: accuracy, and size."""

import torch
from torch import nn

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.loops import classifier
from gpuscope.workloads.loops.setting import Setting


def before(model: nn.Module, dataset: Dataset, setting: Setting) -> dict[str, Quantity]:
    """Return accuracy and size of a model that is compressed afterwards.

    Args:
        model: As the compression is given it.
        dataset: On the run's device, in its stored precision.
        setting: The run.
    """
    form = classifier.sample_form(setting.spec, lambda images: images)
    tested = classifier.test(model, dataset, setting, form) if setting.spec.options["pretrain_steps"] else classifier.untested()
    return {"accuracy_before": tested["accuracy"], "model_size_bytes_before": size(model)}


def size(model: nn.Module) -> Quantity:
    """Return how many bytes a model takes in a file of its weights, as torch.save writes it."""
    counter = _Counter()
    torch.save(model.state_dict(), counter)
    return Quantity(float(counter.count), "B", Quality.MEASURED, "torch.save of the weights")


class _Counter:
    """A file that counts what is written, and keeps nothing."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, data: bytes) -> int:
        self.count += len(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""
