"""Convolution, correlation and autocorrelation by the method that the run names."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.kernels.agreement import relative_error
from gpuscope.workloads.kernels.correlation_methods import METHODS, Compute, by_numpy
from gpuscope.workloads.loops.setting import Setting

Pair = tuple[torch.Tensor, torch.Tensor]
"""Images (count × rows × columns) and the filter that slides over them (rows × columns)."""


class Correlation:
    """Correlations of pairs of images and filters, each step all of them.

    Args:
        setting: The run.
        pairs: In main memory, in the run's number format.
    """

    def __init__(self, setting: Setting, pairs: Sequence[Pair]) -> None:
        self._method = str(setting.spec.options["method"])
        self._pairs = pairs
        self._work: list[Compute] = [METHODS[self._method](images.to(setting.device), taps.to(setting.device)) for images, taps in pairs]
        self._results: list[Any] = []

    def step(self) -> None:
        """Compute every correlation once."""
        self._results = [compute() for compute in self._work]

    def check(self) -> Mapping[str, Quantity]:
        """Compare the first image's result with the direct sum in FP64."""
        images, taps = self._pairs[0]
        true = torch.as_tensor(by_numpy(images[:1].double(), taps.double())())
        found = torch.as_tensor(self._results[0])[:1]
        return {"max_relative_error": relative_error(found, true, "the direct sum of the same numbers in FP64")}

    def facts(self) -> Mapping[str, Any]:
        """Return the method, and in which numbers plain Python computes."""
        return {"method": self._method, **({"computed_in": "fp64"} if self._method == "loop" else {})}


def convolution(setting: Setting) -> Correlation:
    """Return images with one filter: the convolution is the correlation with the filter turned by 180°."""
    spec = setting.spec
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    numbers = _numbers(setting, setting.batch_size * size * size + width * width)
    images, taps = numbers[: -width * width].view(-1, size, size), numbers[-width * width :].view(width, width)
    return Correlation(setting, [(images, taps.flip(0, 1) if spec.options["operation"] == "convolution" else taps)])


def autocorrelation(setting: Setting) -> Correlation:
    """Return signals that slide over themselves: r[k] = Σ x[i] · x[i + k] for k from 0, zeros behind the end.

    Neither of the two is turned around: that would be the convolution of a signal with itself.
    """
    size = int(setting.spec.options["size"])
    signals = _numbers(setting, setting.batch_size * size).view(-1, size)
    padded = torch.nn.functional.pad(signals, (0, size - 1))
    return Correlation(setting, [(long.view(1, 1, -1), short.view(1, -1)) for long, short in zip(padded, signals, strict=True)])


def _numbers(setting: Setting, count: int) -> torch.Tensor:
    """Made in main memory, so that every method and every device gets the same."""
    generator = torch.Generator().manual_seed(setting.spec.seed)
    return torch.randn(count, generator=generator, dtype=torch.float64).to(setting.precision.computed)
