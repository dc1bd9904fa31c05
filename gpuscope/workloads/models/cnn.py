"""The convolutional network for images of 32×32×3: each pooling halves them, so that 64 maps of 8×8 reach the linear layers."""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES


def cnn() -> nn.Sequential:
    """Return the network; takes (batch, 3, 32, 32), gives logits (batch, 10)."""
    return nn.Sequential(
        nn.Conv2d(3, 32, kernel_size=3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(32, 64, kernel_size=3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(64 * 8 * 8, 128),
        nn.ReLU(),
        nn.Linear(128, CLASSES),
    )


def of_spec(_spec: ResolvedSpec) -> nn.Module:
    """Return the network of a resolved spec; it has no options."""
    return cnn()
