"""The perceptron 784-hidden-10: a ReLU between the layers, none on the logits."""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES, MLP_INPUTS


def mlp(hidden: int) -> nn.Sequential:
    """Return the network; takes (batch, 784), gives logits (batch, 10)."""
    return nn.Sequential(nn.Linear(MLP_INPUTS, hidden), nn.ReLU(), nn.Linear(hidden, CLASSES))


def of_spec(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a resolved spec."""
    return mlp(int(spec.options["hidden"]))
