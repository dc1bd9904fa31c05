"""AlexNet with batch normalization in place of local response normalization, for 224×224 pixels and, with a smaller first layer, for 32×32.

Krizhevsky et al. 2012, ImageNet Classification with Deep Convolutional Neural Networks. Batch normalization: Ioffe and Szegedy,
arXiv 1502.03167.
"""

from torch import nn

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import CLASSES

_HIDDEN = 4096


def alexnet_224(_spec: ResolvedSpec) -> nn.Module:
    """Return the network; takes (batch, 3, 224, 224), gives logits (batch, 10)."""
    return _alexnet(nn.Conv2d(3, 96, kernel_size=11, stride=4, padding=2), side=6)


def alexnet_32(_spec: ResolvedSpec) -> nn.Module:
    """Return the form for small images, its first convolution 5×5 with stride 2; takes (batch, 3, 32, 32), gives logits (batch, 10)."""
    return _alexnet(nn.Conv2d(3, 96, kernel_size=5, stride=2, padding=2), side=1)


def _alexnet(first: nn.Conv2d, side: int) -> nn.Sequential:
    """Return the network behind a first convolution, whose last maps have so many pixels a side."""
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
    for layer in model:
        if isinstance(layer, nn.Conv2d | nn.Linear):
            # torch's own start lets the signal fade in six layers without normalization (He et al., arXiv 1502.01852).
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
    nn.init.normal_(model[-1].weight, std=0.01)  # no class is likelier than another at the start
    return model
