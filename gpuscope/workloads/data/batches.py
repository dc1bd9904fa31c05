"""Shuffled, full batches: indexed on the device, or built sample by sample by worker processes and copied."""

from collections.abc import Callable, Iterator

import torch
from torch.nn.functional import one_hot, pad
from torch.utils.data import DataLoader, Sampler

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES
from gpuscope.workloads.data.dataset import Dataset


class Batches:
    """Endless batches of the training samples.

    Each epoch is reshuffled, and its incomplete last batch is dropped. A batch larger than the data set repeats samples: it is taken from
    as many shuffled passes as needed.

    Args:
        dataset: On its device.
        size: Samples per batch.
        seed: Seed of the order, which is the same on every device.
        form: Converts a batch to the form that the model takes; None for no conversion.
        part: (index, parts) for distributed training: this rank takes samples index, index + parts, … of each batch; all ranks use the
            same order.
    """

    def __init__(
        self,
        dataset: Dataset,
        size: int,
        seed: int,
        form: Callable[[torch.Tensor], torch.Tensor] | None = None,
        part: tuple[int, int] = (0, 1),
    ) -> None:
        self._form = form
        self._part = slice(part[0], None, part[1])
        self._images, self._labels, self._size = dataset.images, dataset.labels, size
        self._rounds = -(-size // len(self._labels))
        self._generator = torch.Generator().manual_seed(seed)
        self._indices: list[torch.Tensor] = []

    def next(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return images (n, *sample) and labels (n,), where n is the batch size, or this rank's part of it."""
        if not self._indices:
            self._indices = self._epoch()
        index = self._indices.pop()[self._part]
        images, labels = self._images.index_select(0, index), self._labels.index_select(0, index)
        return (images if self._form is None else self._form(images)), labels

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _epoch(self) -> list[torch.Tensor]:
        count = len(self._labels)
        order = torch.cat([torch.randperm(count, generator=self._generator) for _ in range(self._rounds)])
        whole = len(order) // self._size * self._size
        return list(order[:whole].to(self._labels.device).split(self._size))


Form = Callable[[torch.Tensor], torch.Tensor]
_MARGIN = 4
"""Zero padding in pixels around an image before it is cropped (He et al., arXiv 1512.03385, 4.2)."""


class LoadedBatches:
    """Endless batches of the training samples, built by worker processes.

    Args:
        dataset: In main memory.
        spec: Its options configure the loader.
        device: Device to which the batches are copied.
        form: Converts a batch to the form that the model takes.
    """

    def __init__(self, dataset: Dataset, spec: ResolvedSpec, device: torch.device, form: Form) -> None:
        workers, pinned = int(spec.options["workers"]), bool(spec.options["pinned"]) and device.type == "cuda"
        self._device, self._form, self._mixup = device, form, float(spec.options["mixup"])
        self._generator = torch.Generator().manual_seed(spec.seed)
        loader = DataLoader(
            _Samples(dataset, spec.options["augmentation"] == "flip-crop"),
            batch_size=spec.batch_size,
            sampler=_Shuffled(len(dataset.labels), self._generator),
            num_workers=workers,
            prefetch_factor=int(spec.options["prefetch"]) if workers else None,
            pin_memory=pinned,
            generator=self._generator,
        )
        self._batches = iter(loader)

    def next(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return images (size, *sample), and labels (size,) or, with mixup, class probabilities (size, classes)."""
        images, labels = (tensor.to(self._device, non_blocking=True) for tensor in next(self._batches))
        images = self._form(images)
        return self._mixed(images, labels) if self._mixup else (images, labels)

    def close(self) -> None:
        """Stop the worker processes."""
        del self._batches

    def _mixed(self, images: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Mix each sample with its neighbour, in one ratio per batch (mixup; Zhang et al., arXiv 1710.09412)."""
        share = float(torch.distributions.Beta(self._mixup, self._mixup).sample())
        shares = one_hot(labels, CLASSES).to(images.dtype)
        return images.lerp(images.roll(1, 0), 1 - share), shares.lerp(shares.roll(1, 0), 1 - share)


class _Samples(torch.utils.data.Dataset):  # type: ignore[misc]
    """Single samples, augmented on access."""

    def __init__(self, dataset: Dataset, augmented: bool) -> None:
        self._images, self._labels, self._augmented = dataset.images, dataset.labels, augmented

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        image = self._images[index]
        return (_flipped_and_cropped(image) if self._augmented else image), self._labels[index]


class _Shuffled(Sampler):  # type: ignore[misc]
    """Endless indices, reshuffled in each epoch."""

    def __init__(self, count: int, generator: torch.Generator) -> None:
        self._count, self._generator = count, generator

    def __iter__(self) -> Iterator[int]:
        while True:
            yield from torch.randperm(self._count, generator=self._generator).tolist()


def _flipped_and_cropped(image: torch.Tensor) -> torch.Tensor:
    """Return an image (channels, height, width) shifted by up to four pixels, and mirrored with probability 1/2."""
    height, width = image.shape[1:]
    top, left = torch.randint(2 * _MARGIN + 1, (2,)).tolist()
    moved = pad(image, (_MARGIN,) * 4)[:, top : top + height, left : left + width]
    return moved.flip(2) if torch.rand(()) < 0.5 else moved
