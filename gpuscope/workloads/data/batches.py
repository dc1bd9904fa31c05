"""Full batches in shuffled order, taken on the device that the data lies on."""

from collections.abc import Callable

import torch

from gpuscope.workloads.data.dataset import Dataset


class Batches:
    """Endless batches of the training part.

    Each epoch is shuffled anew and its rest dropped, so that every batch is full. A batch larger than the data set takes
    every sample several times: as many shuffled rounds as it needs, cut to its size.

    Args:
        dataset: On its device.
        size: Samples a batch.
        seed: Of the order; the same on every device.
        form: Brings the images of a batch into the form that the model takes; None leaves them.
        part: (index, parts): of each batch only every so many-th sample is taken, from that index on; the others are of other ranks,
            whose order is the same.
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
        """Return images (n, *sample) and labels (n,), n the size or this part of it."""
        if not self._indices:
            self._indices = self._epoch()
        index = self._indices.pop()[self._part]
        images, labels = self._images.index_select(0, index), self._labels.index_select(0, index)
        return (images if self._form is None else self._form(images)), labels

    def close(self) -> None:
        """Give nothing back: the batches are parts of the data set."""

    def _epoch(self) -> list[torch.Tensor]:
        count = len(self._labels)
        order = torch.cat([torch.randperm(count, generator=self._generator) for _ in range(self._rounds)])
        whole = len(order) // self._size * self._size
        return list(order[:whole].to(self._labels.device).split(self._size))
