"""The valid-mode correlation out[i, j] = Σ f[m, n] · x[i + m, j + n], by several methods.

Each method returns a function that computes it; inputs are converted to the method's form (lists, NumPy arrays) once, before the first
step.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.kernels.reference import relative_error
from gpuscope.workloads.steps.setting import Setting

Compute = Callable[[], Any]
"""Computes the correlations; returns a tensor or array of shape (images, rows, columns)."""
Rows = list[list[float]]


def by_loop(images: torch.Tensor, taps: torch.Tensor) -> Compute:
    """Return the correlation by plain Python loops, always in FP64."""
    pictures, filter_rows = images.tolist(), taps.tolist()
    return lambda: torch.tensor([correlated(picture, filter_rows) for picture in pictures], dtype=torch.float64)


def correlated(x: Rows, f: Rows) -> Rows:
    """Return the sum at every position where the filter lies entirely within the image."""
    rows, columns = len(x) - len(f) + 1, len(x[0]) - len(f[0]) + 1
    out = [[0.0] * columns for _ in range(rows)]
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for m in range(len(f)):
                for n in range(len(f[0])):
                    total += f[m][n] * x[i + m][j + n]
            out[i][j] = total
    return out


def by_numpy(images: torch.Tensor, taps: torch.Tensor) -> Compute:
    """Return the correlation by NumPy: a loop over the filter's elements, each times the whole shifted image."""
    import numpy as np

    x, f = images.numpy(), taps.numpy()
    rows, columns = x.shape[1] - f.shape[0] + 1, x.shape[2] - f.shape[1] + 1

    def compute() -> Any:
        out = np.zeros((len(x), rows, columns), x.dtype)
        for (m, n), weight in np.ndenumerate(f):
            out += weight * x[:, m : m + rows, n : n + columns]
        return out

    return compute


def by_scipy(images: torch.Tensor, taps: torch.Tensor) -> Compute:
    """Return SciPy's direct two-dimensional correlation."""
    import numpy as np
    from scipy.signal import correlate2d

    x, f = images.numpy(), taps.numpy()
    return lambda: np.stack([correlate2d(image, f, mode="valid") for image in x])


def by_fft(images: torch.Tensor, taps: torch.Tensor) -> Compute:
    """Return the correlation by the product of the spectra, one conjugated; only the part without wrap-around is kept."""
    shape = (images.shape[1], images.shape[2])
    rows, columns = shape[0] - taps.shape[0] + 1, shape[1] - taps.shape[1] + 1

    def compute() -> torch.Tensor:
        spectrum = torch.fft.rfft2(images) * torch.fft.rfft2(taps, s=shape).conj()
        return torch.fft.irfft2(spectrum, s=shape)[:, :rows, :columns]

    return compute


def by_torch(images: torch.Tensor, taps: torch.Tensor) -> Compute:
    """Return torch's convolution, which does not flip the filter and is therefore the correlation."""
    x, f = images.unsqueeze(1), taps.unsqueeze(0).unsqueeze(0)
    return lambda: torch.nn.functional.conv2d(x, f).squeeze(1)


METHODS: Mapping[str, Callable[[torch.Tensor, torch.Tensor], Compute]] = {
    "loop": by_loop,
    "numpy": by_numpy,
    "scipy": by_scipy,
    "fft": by_fft,
    "torch": by_torch,
}
"""Methods by the value of the option."""


Pair = tuple[torch.Tensor, torch.Tensor]
"""Images (count, rows, columns) and their filter (rows, columns)."""


class Correlation:
    """Correlations of pairs of images and filters; each step computes all of them.

    Args:
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
        result = torch.as_tensor(self._results[0])[:1]
        return {"max_relative_error": relative_error(result, true, "the direct sum of the same numbers in FP64")}

    def facts(self) -> Mapping[str, Any]:
        """Return the method, and the number format if it differs from the run's."""
        return {"method": self._method, **({"computed_in": "fp64"} if self._method == "loop" else {})}


def convolution(setting: Setting) -> Correlation:
    """Return the correlation of images with one filter; a convolution is the correlation with the filter rotated by 180°."""
    spec = setting.spec
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    numbers = _numbers(setting, setting.batch_size * size * size + width * width)
    images, taps = numbers[: -width * width].view(-1, size, size), numbers[-width * width :].view(width, width)
    return Correlation(setting, [(images, taps.flip(0, 1) if spec.options["operation"] == "convolution" else taps)])


def autocorrelation(setting: Setting) -> Correlation:
    """Return the correlation of signals with themselves: r[k] = Σ x[i] · x[i + k] for k from 0, zero-padded.

    Neither operand is reversed: that would be the convolution of a signal with itself.
    """
    size = int(setting.spec.options["size"])
    signals = _numbers(setting, setting.batch_size * size).view(-1, size)
    padded = torch.nn.functional.pad(signals, (0, size - 1))
    return Correlation(setting, [(long.view(1, 1, -1), short.view(1, -1)) for long, short in zip(padded, signals, strict=True)])


def _numbers(setting: Setting, count: int) -> torch.Tensor:
    """Return random numbers, generated in main memory so that every method and device gets the same."""
    generator = torch.Generator().manual_seed(setting.spec.seed)
    return torch.randn(count, generator=generator, dtype=torch.float64).to(setting.precision.computed)
