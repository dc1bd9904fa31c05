"""Deep networks for images: VGG-16 and ResNet."""

import torch
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
    layer = nn.Conv2d(channels, width, kernel_size=3, padding=1)
    nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


_EXPANSION = 4
_STAGES = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))
"""Width of the inner convolutions, blocks, and stride of the first block."""


def resnet50_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), gives logits (batch, 10)."""
    return _resnet50(_normalized(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, stride=2, padding=1))


def resnet50_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the form for small images, which are not made smaller in front of the first stage; takes (batch, 3, 32, 32)."""
    return _resnet50(_normalized(3, 64, 3), nn.ReLU())


class Bottleneck(nn.Module):  # type: ignore[misc]
    """A block: 1×1, 3×3, 1×1, added to its input.

    Args:
        channels: Of the input.
        width: Of the inner convolutions; the output has four times as many channels.
        stride: Of the 3×3 convolution.
    """

    def __init__(self, channels: int, width: int, stride: int) -> None:
        super().__init__()
        out = width * _EXPANSION
        self.branch = nn.Sequential(
            _normalized(channels, width, 1), nn.ReLU(), _normalized(width, width, 3, stride), nn.ReLU(), _normalized(width, out, 1)
        )
        self.shortcut = nn.Identity() if stride == 1 and channels == out else _normalized(channels, out, 1, stride)
        self.last = nn.ReLU()

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Take (batch, channels, h, w), gives (batch, 4·width, h/stride, w/stride)."""
        added: torch.Tensor = self.last(self.branch(images) + self.shortcut(images))
        return added


def _resnet50(*stem: nn.Module) -> nn.Sequential:
    layers, channels = list(stem), 64
    for width, blocks, stride in _STAGES:
        for index in range(blocks):
            layers.append(Bottleneck(channels, width, stride if index == 0 else 1))
            channels = width * _EXPANSION
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, CLASSES))


def _normalized(channels: int, width: int, size: int, stride: int = 1) -> nn.Sequential:
    """Return a convolution without bias, and batch normalization behind it."""
    convolution = nn.Conv2d(channels, width, size, stride, padding=size // 2, bias=False)
    nn.init.kaiming_normal_(convolution.weight, mode="fan_out", nonlinearity="relu")
    return nn.Sequential(convolution, nn.BatchNorm2d(width))
