"""VGG-16: configuration D of Simonyan and Zisserman (arXiv 1409.1556), thirteen convolutions of 3×3 and three linear layers."""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES

_BLOCKS = ((64, 64), (128, 128), (256, 256, 256), (512, 512, 512), (512, 512, 512))
"""Channels of the convolutions; behind each block the images are halved."""


def vgg16_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), gives logits (batch, 10)."""
    return _vgg16(side=7, hidden=4096)


def vgg16_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the form for small images, its linear layers 512 wide; takes (batch, 3, 32, 32), gives logits (batch, 10)."""
    return _vgg16(side=1, hidden=512)


def _vgg16(side: int, hidden: int) -> nn.Sequential:
    layers: list[nn.Module] = []
    channels = 3
    for block in _BLOCKS:
        for width in block:
            layers += [_convolution(channels, width), nn.ReLU()]
            channels = width
        layers.append(nn.MaxPool2d(2))
    return nn.Sequential(
        *layers, nn.Flatten(),
        nn.Linear(channels * side * side, hidden), nn.ReLU(), nn.Dropout(0.5),
        nn.Linear(hidden, hidden), nn.ReLU(), nn.Dropout(0.5),
        nn.Linear(hidden, CLASSES),
    )  # fmt: skip


def _convolution(channels: int, width: int) -> nn.Conv2d:
    """Return a convolution whose weights keep the signal's size through sixteen layers (He et al., arXiv 1502.01852)."""
    made = nn.Conv2d(channels, width, kernel_size=3, padding=1)
    nn.init.kaiming_normal_(made.weight, mode="fan_out", nonlinearity="relu")
    if made.bias is not None:
        nn.init.zeros_(made.bias)
    return made
