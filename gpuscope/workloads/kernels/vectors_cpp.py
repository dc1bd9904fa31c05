"""The vector operations in C++ on the CPU, compiled by torch's extension loader and cached."""

import ctypes
import logging
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import torch

from gpuscope.core.errors import UnavailableError, first_line
from gpuscope.system.paths import cache_folder, private_folder
from gpuscope.workloads.kernels.vectors import SCALE, VectorOperation
from gpuscope.workloads.steps.setting import Setting

_TYPES = {torch.float64: "double", torch.float32: "float"}
_PARALLEL = ["-fopenmp"] if sys.platform == "linux" else []
"""Other systems' compilers lack OpenMP by default; the loops run on one core there."""
_SOURCE = """
#include <cstdint>

extern "C" void neighbours(const T *x, const T *, T *out, std::int64_t n, int threads) {
#pragma omp parallel for num_threads(threads)
    for (std::int64_t i = 0; i < n - 3; ++i) out[i] = x[i] * x[i + 1] + x[i + 2] * x[i + 3];
}

extern "C" void product_sum(const T *x, const T *y, T *out, std::int64_t n, int threads) {
    T total = 0;
#pragma omp parallel for simd num_threads(threads) reduction(+ : total)
    for (std::int64_t i = 0; i < n; ++i) total += x[i] * y[i];
    *out = total;
}

extern "C" void scaled_sum(const T *x, const T *y, T *out, std::int64_t n, int threads) {
#pragma omp parallel for num_threads(threads)
    for (std::int64_t i = 0; i < n; ++i) out[i] = T(SCALE) * x[i] + y[i];
}

extern "C" void matrix_vector(const T *matrix, const T *x, T *out, std::int64_t n, int threads) {
#pragma omp parallel for num_threads(threads)
    for (std::int64_t i = 0; i < n; ++i) {
        T total = 0;
#pragma omp simd reduction(+ : total)
        for (std::int64_t j = 0; j < n; ++j) total += matrix[i * n + j] * x[j];
        out[i] = total;
    }
}
"""


def build(operation: VectorOperation, _setting: Setting, inputs: Sequence[torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Compile the four operations, once per machine, and return the given one.

    Raises:
        UnavailableError: Compilation failed.
    """
    size = len(inputs[0])
    out = torch.empty(operation.results(size), dtype=inputs[0].dtype)
    function = getattr(_library(_TYPES[out.dtype]), operation.key)
    addresses = tuple(ctypes.c_void_p(tensor.data_ptr()) for tensor in (inputs[0], inputs[-1], out))
    counts = ctypes.c_int64(size), ctypes.c_int(torch.get_num_threads())

    def compute() -> torch.Tensor:
        function(*addresses, *counts)
        return out

    return compute


def _loader() -> Callable[..., Any]:
    """Return torch's loader of extensions, whose import in torch's CUDA build warns of a machine without a GPU."""
    logger = logging.getLogger("torch.utils.cpp_extension")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        from torch.utils.cpp_extension import load_inline
    finally:
        logger.setLevel(level)
    return load_inline  # type: ignore[no-any-return, unused-ignore]


@cache
def _library(number: str) -> ctypes.CDLL:
    folder = private_folder(cache_folder() / "kernels" / number)
    try:
        path = _loader()(
            f"gpuscope_vectors_{number}",
            f"using T = {number};\n#define SCALE {SCALE}\n{_SOURCE}",
            extra_cflags=["-O3", "-march=native", *_PARALLEL],
            extra_ldflags=_PARALLEL,
            build_directory=str(folder),
            no_implicit_headers=True,
            is_python_module=False,
        )
        return ctypes.CDLL(path)
    except (RuntimeError, OSError, ImportError) as error:
        reason = next((line for line in str(error).splitlines() if "error:" in line), first_line(error))
        raise UnavailableError(
            f"the C++ kernel could not be compiled: {reason}", "Install a C++ compiler and ninja, or use --set implementation=eager."
        ) from error
