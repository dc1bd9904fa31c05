"""Images of any shape made from random numbers: a pattern for each class, and noise that hides it a little."""

import math

import torch

CLASSES = 10
_SEED = 20090408
"""The same images in every run, whatever its seed, as files would have it."""
_NOISE = 2.0
_HELD_OUT_OF = 6


def make(samples: int, shape: tuple[int, ...]) -> tuple[tuple[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]:
    """Return images (n, *shape) and labels (n,) for training, and one in six of all held apart.

    Args:
        samples: How many, with those held apart.
        shape: Of one image.
    """
    random = torch.Generator().manual_seed(_SEED)
    labels = torch.arange(samples) % CLASSES
    patterns = torch.randn(CLASSES, math.prod(shape), generator=random)
    images = (patterns[labels] + _NOISE * torch.randn(samples, math.prod(shape), generator=random)).reshape(samples, *shape)
    apart = samples // _HELD_OUT_OF
    return (images[apart:], labels[apart:]), (images[:apart], labels[:apart])
