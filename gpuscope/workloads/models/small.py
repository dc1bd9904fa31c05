"""The small networks: the perceptron 784-hidden-10, and the convolutional network for 32×32×3."""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES, MLP_INPUTS


def mlp(hidden: int) -> nn.Sequential:
    """Return the network; takes (batch, 784), gives logits (batch, 10)."""
    return nn.Sequential(nn.Linear(MLP_INPUTS, hidden), nn.ReLU(), nn.Linear(hidden, CLASSES))


def mlp_of(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a spec."""
    return mlp(int(spec.options["hidden"]))


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


def cnn_of(_spec: ResolvedSpec) -> nn.Module:
    """Return the network of a spec; it has no options."""
    return cnn()
