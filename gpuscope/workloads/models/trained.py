"""A cache of trained weights, so that the same training runs once; accuracy and size of a model before compression."""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError

import torch
from torch import nn

from gpuscope import __version__
from gpuscope.core.errors import UnavailableError
from gpuscope.core.quantity import Quality, Quantity
from gpuscope.system.paths import cache_folder, private_folder
from gpuscope.workloads.data.dataset import Dataset
from gpuscope.workloads.models import classifier
from gpuscope.workloads.steps.setting import Setting

_MOST_BYTES = 2**30
"""Maximum size of the cache; the least recently used models are removed first."""


def train_once(setting: Setting, model: nn.Module, dataset: Dataset, part: str, train: Callable[[], None]) -> None:
    """Load a model's trained weights from the cache, or train it and cache them.

    torch is seeded again afterwards, so that the run continues identically in both cases.

    Args:
        setting: The run; its workload, options and seed identify the training, its device and precision do not.
        model: With its initial weights, on its device.
        dataset: The training data.
        part: Name of the training within the run.
        train: Trains the model.
    """
    path = cache_folder() / "models" / f"{setting.spec.workload}-{_digest(setting, model, dataset, part)}.pt"
    if not _load(model, path, setting.device):
        train()
        with suppress(OSError, RuntimeError, UnavailableError):  # without the cache the next run only takes longer
            _keep(model, path)
    torch.manual_seed(setting.spec.seed)


def _digest(setting: Setting, model: nn.Module, dataset: Dataset, part: str) -> str:
    spec = setting.spec
    shapes = [[name, list(weight.shape), str(weight.dtype)] for name, weight in model.state_dict().items()]
    about = [__version__, part, spec.workload, sorted(spec.options.items()), spec.seed, shapes]
    digest = hashlib.blake2b(json.dumps(about).encode(), digest_size=16)
    for tensor in (dataset.images, dataset.labels):
        digest.update(memoryview(tensor.cpu().contiguous().view(torch.uint8).numpy()))
    return digest.hexdigest()


def _load(model: nn.Module, path: Path, device: torch.device) -> bool:
    """Load cached weights; return False if there are none or the file is damaged."""
    try:
        weights = torch.load(path, map_location=device, weights_only=True)
        model.load_state_dict(weights)
    except (OSError, RuntimeError, EOFError, ValueError, UnpicklingError):
        return False
    with suppress(OSError):
        path.touch()
    return True


def _keep(model: nn.Module, path: Path) -> None:
    folder = private_folder(path.parent)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        torch.save(model.state_dict(), temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    left = _MOST_BYTES
    for file in sorted(folder.glob("*.pt"), key=lambda kept: kept.stat().st_mtime, reverse=True):
        left -= file.stat().st_size
        if left < 0 and file != path:
            file.unlink(missing_ok=True)


def before(model: nn.Module, dataset: Dataset, setting: Setting) -> dict[str, Quantity]:
    """Return accuracy and size of a model before compression."""
    form = classifier.sample_form(setting.spec, lambda images: images)
    tested = classifier.test(model, dataset, setting, form) if setting.spec.options["pretrain_steps"] else classifier.untested()
    return {"accuracy_before": tested["accuracy"], "model_size_bytes_before": size(model)}


def size(model: nn.Module) -> Quantity:
    """Return the size of a model's weights as torch.save writes them."""
    counter = _Counter()
    torch.save(model.state_dict(), counter)
    return Quantity(float(counter.count), "B", Quality.MEASURED, "torch.save of the weights")


class _Counter:
    """A file object that only counts the bytes written."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, data: bytes) -> int:
        self.count += len(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""
