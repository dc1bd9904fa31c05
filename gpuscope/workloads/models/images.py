"""Networks for images: a perceptron, a small convolutional network, AlexNet, VGG-16 and ResNet-50."""

import torch
from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES, MLP_INPUTS


def mlp(hidden: int) -> nn.Sequential:
    """Return the network; takes (batch, 784), returns logits (batch, 10)."""
    return nn.Sequential(nn.Linear(MLP_INPUTS, hidden), nn.ReLU(), nn.Linear(hidden, CLASSES))


def mlp_of(spec: ResolvedSpec) -> nn.Module:
    """Return the network of a spec."""
    return mlp(int(spec.options["hidden"]))


def cnn() -> nn.Sequential:
    """Return the network; takes (batch, 3, 32, 32), returns logits (batch, 10)."""
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


_HIDDEN = 4096
"""Width of the fully connected layers (Krizhevsky et al. 2012)."""


def alexnet_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), returns logits (batch, 10)."""
    return _alexnet(nn.Conv2d(3, 96, kernel_size=11, stride=4, padding=2), side=6)


def alexnet_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the variant for small images, with a 5×5 first convolution, stride 2; takes (batch, 3, 32, 32), returns logits (batch, 10)."""
    return _alexnet(nn.Conv2d(3, 96, kernel_size=5, stride=2, padding=2), side=1)


def _alexnet(first: nn.Conv2d, side: int) -> nn.Sequential:
    """Return AlexNet with a given first convolution; ``side`` is the width in pixels of the last feature maps."""
    model = nn.Sequential(
        first, nn.BatchNorm2d(96), nn.ReLU(), nn.MaxPool2d(3, stride=2),
        nn.Conv2d(96, 256, kernel_size=5, padding=2), nn.BatchNorm2d(256), nn.ReLU(), nn.MaxPool2d(3, stride=2),
        nn.Conv2d(256, 384, kernel_size=3, padding=1), nn.ReLU(),
        nn.Conv2d(384, 384, kernel_size=3, padding=1), nn.ReLU(),
        nn.Conv2d(384, 256, kernel_size=3, padding=1), nn.ReLU(), nn.MaxPool2d(3, stride=2),
        nn.Flatten(),
        nn.Linear(256 * side * side, _HIDDEN), nn.ReLU(), nn.Dropout(0.5),
        nn.Linear(_HIDDEN, _HIDDEN), nn.ReLU(), nn.Dropout(0.5),
        nn.Linear(_HIDDEN, CLASSES),
    )  # fmt: skip
    _initialize_alexnet(model)
    return model


def _initialize_alexnet(model: nn.Sequential) -> None:
    for layer in model:
        if isinstance(layer, nn.Conv2d | nn.Linear):
            # With torch's default initialization the signal vanishes in six layers without normalization (He et al., arXiv 1502.01852).
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    nn.init.normal_(model[-1].weight, std=0.01)  # nearly uniform predictions at the start


_BLOCKS = ((64, 64), (128, 128), (256, 256, 256), (512, 512, 512), (512, 512, 512))
"""Channels of the convolutions; max pooling halves the images after each block."""


def vgg16_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), returns logits (batch, 10)."""
    return _vgg16(side=7, hidden=4096)


def vgg16_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the variant for small images, its linear layers 512 wide; takes (batch, 3, 32, 32), returns logits (batch, 10)."""
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
    layer = nn.Conv2d(channels, width, kernel_size=3, padding=1)
    _initialize_convolution(layer)
    return layer


def _initialize_convolution(layer: nn.Conv2d) -> None:
    """Initialize a convolution to preserve the signal's variance through sixteen layers (He et al., arXiv 1502.01852)."""
    nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")
    nn.init.zeros_(layer.bias)


_EXPANSION = 4
"""Output channels per inner channel of a bottleneck (He et al. 2015, table 1)."""
_STAGES = ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2))
"""(width of the inner convolutions, number of blocks, stride of the first block) of each stage."""


def resnet50_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), returns logits (batch, 10)."""
    return _resnet50(_normalized(3, 64, 7, 2), nn.ReLU(), nn.MaxPool2d(3, stride=2, padding=1))


def resnet50_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the variant for small images, without downsampling before the first stage; takes (batch, 3, 32, 32)."""
    return _resnet50(_normalized(3, 64, 3), nn.ReLU())


class Bottleneck(nn.Module):  # type: ignore[misc]
    """A residual block of 1×1, 3×3 and 1×1 convolutions (He et al., arXiv 1512.03385).

    Args:
        channels: Input channels.
        width: Channels of the inner convolutions; the output has four times as many.
        stride: Stride of the 3×3 convolution.
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
        """Take (batch, channels, h, w), return (batch, 4·width, h/stride, w/stride)."""
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
    """Return a convolution without bias, followed by batch normalization."""
    convolution = nn.Conv2d(channels, width, size, stride, padding=size // 2, bias=False)
    nn.init.kaiming_normal_(convolution.weight, mode="fan_out", nonlinearity="relu")
    return nn.Sequential(convolution, nn.BatchNorm2d(width))


def initialize(chain: nn.Sequential, reference: str) -> None:
    """Initialize a chain of layers from torch's random state as the network of which it is a narrower copy.

    Args:
        chain: The layers.
        reference: The workload's ``model``.
    """
    for layer in chain:
        if hasattr(layer, "reset_parameters"):
            layer.reset_parameters()
    name = reference.partition(":")[2]
    if name.startswith("alexnet"):
        _initialize_alexnet(chain)
    elif name.startswith("vgg"):
        for layer in chain:
            if isinstance(layer, nn.Conv2d):
                _initialize_convolution(layer)
