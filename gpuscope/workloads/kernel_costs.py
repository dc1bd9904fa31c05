"""Operations and memory of one step of the kernels by formula, without torch.

A multiplication and an addition count as two, whatever method does them; a transform is counted as is customary, 2.5 N log2 N
(M. Frigo, S. G. Johnson, The Design and Implementation of FFTW3, 2005). Memory is an estimate, as in ``costs``.
"""

import math

from gpuscope.core.runspec import ResolvedSpec
from gpuscope.workloads.costs import TORCH_BYTES

MEBI = 2**20
_TRANSFORMS = 3
"""Of the signal, of the filter, and back."""


def number_size(precision: str) -> int:
    """Return the bytes of one number that a kernel reads or write: it is stored as it is computed."""
    return {"fp64": 8, "bf16": 2, "fp16": 2}.get(precision, 4)


def convolution_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: of the direct sum, or of the transforms."""
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    return _correlation(spec, (size, size), (width, width))


def direct_convolution_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step of the direct sum of as many images as the batch size says."""
    size, width = int(spec.options["size"]), int(spec.options["filter"])
    return 2.0 * _batch(spec) * (size - width + 1) ** 2 * width**2


def autocorrelation_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: the signal slides over itself, with zeros behind it."""
    size = int(spec.options["size"])
    return _correlation(spec, (1, 2 * size - 1), (1, size))


def convolution_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of images, results and what a method keeps between the two."""
    return _memory(spec, 6 * _batch(spec) * int(spec.options["size"]) ** 2)


def autocorrelation_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of signals, results and what a method keeps between the two."""
    return _memory(spec, 12 * _batch(spec) * int(spec.options["size"]))


def neighbour_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: two products and a sum for each result."""
    return 3.0 * _batch(spec) * (int(spec.options["size"]) - 3)


def reduction_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: a product and an addition for each pair; also those of a scaled vector that is added."""
    return 2.0 * _batch(spec) * int(spec.options["size"])


def matrix_vector_operations(spec: ResolvedSpec) -> float:
    """Return FLOP of a step: 2 n² each time."""
    return 2.0 * _batch(spec) * float(int(spec.options["size"])) ** 2


def vector_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of three vectors and what is between them."""
    return _memory(spec, 4 * int(spec.options["size"]))


def matrix_vector_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of matrix and vectors, and of the matrix in FP32 while it becomes a narrower one."""
    return _memory(spec, 2 * int(spec.options["size"]) ** 2)


def copy_memory(spec: ResolvedSpec) -> int:
    """Return the bytes of source and target where both lie in one memory."""
    return _base(spec) + 2 * int(spec.options["size"]) * MEBI


def _correlation(spec: ResolvedSpec, signal: tuple[int, int], taps: tuple[int, int]) -> float:
    if spec.options["method"] == "fft":
        points = math.prod(signal)
        return _batch(spec) * (_TRANSFORMS * 2.5 * points * math.log2(max(2, points)) + 3.0 * points)
    results = math.prod(whole - part + 1 for whole, part in zip(signal, taps, strict=True))
    return 2.0 * _batch(spec) * results * math.prod(taps)


def _batch(spec: ResolvedSpec) -> int:
    return spec.batch_size or 1


def _base(spec: ResolvedSpec) -> int:
    return TORCH_BYTES if spec.device == "cpu" else 0


def _memory(spec: ResolvedSpec, numbers: int) -> int:
    return _base(spec) + numbers * number_size(spec.precision)
