"""A data set on its device, split into training and held-out samples."""

import gzip
import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch.nn.functional import interpolate

from gpuscope.core.errors import UnavailableError, first_line
from gpuscope.workloads.data import cifar, idx
from gpuscope.workloads.data.source import CIFAR_10, DIGITS, MNIST, SYNTHETIC, DataSource

_HELD_OUT_OF = 5
"""One in five digits of each class is held out."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """Images and labels on one device.

    Attributes:
        name: "digits", "MNIST", "CIFAR-10", "synthetic data", or the name of a text.
        images: Training samples of shape (n, *sample), with mean 0 and standard deviation 1 over all of them; int64 tokens for text.
        labels: int64 of shape (n,), or (n, tokens) with one label per token.
        held_out_images: Samples that are never trained on; normalized with the training samples' mean and deviation.
        held_out_labels: int64.
    """

    name: str
    images: torch.Tensor
    labels: torch.Tensor
    held_out_images: torch.Tensor
    held_out_labels: torch.Tensor

    def to(self, device: torch.device, dtype: torch.dtype) -> "Dataset":
        """Return a copy on a device, with images of a given type; integer tokens keep their type."""
        dtype = dtype if self.images.is_floating_point() else self.images.dtype
        return replace(
            self,
            images=self.images.to(device, dtype),
            labels=self.labels.to(device),
            held_out_images=self.held_out_images.to(device, dtype),
            held_out_labels=self.held_out_labels.to(device),
        )


def load(source: DataSource, shape: tuple[int, ...]) -> Dataset:
    """Read a data set into main memory as float32.

    Args:
        source: The data set's files.
        shape: Shape of one sample: (784,) or (3, 32, 32).

    Raises:
        UsageError: A file is malformed.
        UnavailableError: A file cannot be read.
    """
    if source.name == SYNTHETIC:
        halves = synthetic_images(source.samples, shape)
    else:
        halves = {DIGITS: _digits, MNIST: _mnist, CIFAR_10: _cifar}[source.name](source.files, shape)
    (images, labels), (held_out, held_out_labels) = halves
    mean, deviation = images.mean(), images.std()
    return Dataset(source.name, images.sub_(mean).div_(deviation), labels, held_out.sub_(mean).div_(deviation), held_out_labels)


_Half = tuple[torch.Tensor, torch.Tensor]


def _digits(files: Mapping[str, Path], shape: tuple[int, ...]) -> tuple[_Half, _Half]:
    small, labels = read_digits(files[DIGITS])
    side = shape[-1] if len(shape) > 1 else idx.ROWS
    channels = shape[0] if len(shape) > 1 else 1
    images = interpolate(small, size=(side, side), mode="bilinear").expand(-1, channels, -1, -1).reshape(-1, *shape)
    apart = held_out(labels)
    return (images[~apart], labels[~apart]), (images[apart], labels[apart])


def held_out(labels: torch.Tensor) -> torch.Tensor:
    """Return the mask of held-out samples: every fifth of each class in file order, independent of the seed."""
    chosen = torch.zeros_like(labels, dtype=torch.bool)
    for label in labels.unique():
        chosen[(labels == label).nonzero().flatten()[_HELD_OUT_OF - 1 :: _HELD_OUT_OF]] = True
    return chosen


def _mnist(files: Mapping[str, Path], shape: tuple[int, ...]) -> tuple[_Half, _Half]:
    def half(name: str) -> _Half:
        _, images = idx.read(files[f"{name}-images"], images=True)
        _, labels = idx.read(files[f"{name}-labels"], images=False)
        return _bytes(images).float().div_(255).reshape(-1, *shape), _bytes(labels).long()

    return half("train"), half("test")


def _cifar(files: Mapping[str, Path], shape: tuple[int, ...]) -> tuple[_Half, _Half]:
    parts = cifar.read(files)

    def half(names: tuple[str, ...]) -> _Half:
        records = torch.cat([_bytes(parts[name]) for name in names]).reshape(-1, 1 + cifar.PIXELS)
        return records[:, 1:].float().div_(255).reshape(-1, *shape), records[:, 0].long()

    return half(cifar.TRAINING), half(("test_batch",))


def _bytes(data: bytearray) -> torch.Tensor:
    return torch.frombuffer(data, dtype=torch.uint8)


_COUNT = 1797
"""Number of rows in the file that scikit-learn ships (the test part of UCI's optical digits); any other count is another file."""
_PIXELS = 64
_WHITE = 16.0
"""Brightest grey level: levels count the set pixels of 4×4 blocks."""


def read_digits(path: Path) -> tuple[torch.Tensor, torch.Tensor]:
    """Read scikit-learn's digits: 64 grey levels and the label per line.

    Returns:
        Images as float32 of shape (n, 1, 8, 8) from 0 to 1, and labels as int64 of shape (n,).

    Raises:
        UnavailableError: It cannot be read, or its format differs from that of scikit-learn's file.
    """
    try:
        with gzip.open(path, "rt", encoding="ascii") as file:
            text = file.read()
        numbers = torch.tensor([float(number) for number in text.replace("\n", ",").split(",") if number])
        table = numbers.reshape(_COUNT, _PIXELS + 1)
    except (OSError, EOFError, zlib.error, ValueError, RuntimeError) as error:
        raise UnavailableError(f"{path} cannot be read: {first_line(error)}", "Install scikit-learn again.") from None
    return (table[:, :_PIXELS] / _WHITE).reshape(-1, 1, 8, 8), table[:, _PIXELS].long()


CLASSES = 10  # as in the data sets that the synthetic one stands in for
_SEED = 20090408
"""Fixed, so that every run sees the same images, as with files."""
_NOISE = 2.0
"""Standard deviation of the noise; that of the class patterns is 1."""
_SYNTHETIC_HELD_OUT_OF = 6
"""One in six images is held out."""


def synthetic_images(samples: int, shape: tuple[int, ...]) -> tuple[tuple[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]:
    """Return random images (n, *shape) and labels (n,) for training, and one in six of all samples held out."""
    random = torch.Generator().manual_seed(_SEED)
    labels = torch.arange(samples) % CLASSES
    patterns = torch.randn(CLASSES, math.prod(shape), generator=random)
    images = (patterns[labels] + _NOISE * torch.randn(samples, math.prod(shape), generator=random)).reshape(samples, *shape)
    apart = samples // _SYNTHETIC_HELD_OUT_OF
    return (images[apart:], labels[apart:]), (images[:apart], labels[:apart])
