"""Batches of any size for a forward pass that takes one size."""

from collections.abc import Callable

import torch


class WholeBatches:
    """A forward pass whose form was made for one size of batch: others are cut into such, the last of them filled up.

    Args:
        forward: Takes exactly ``size`` samples.
        size: Samples a batch.
    """

    def __init__(self, forward: Callable[[torch.Tensor], torch.Tensor], size: int) -> None:
        self._forward, self._size = forward, size

    def __call__(self, images: torch.Tensor) -> torch.Tensor:
        """Return the outputs of all samples."""
        count = len(images)
        if count == self._size:
            return self._forward(images)
        rest = -count % self._size
        filled = torch.cat([images, images[-1:].expand(rest, *images.shape[1:])]) if rest else images
        return torch.cat([self._forward(one.contiguous()) for one in filled.split(self._size)])[:count]
