"""The vector operations in CUDA C++, compiled by NVRTC, which torch's CUDA builds include."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import torch

from gpuscope.core.errors import UnavailableError, first_line
from gpuscope.workloads.kernels.vectors import MATRIX_VECTOR, PRODUCT_SUM, SCALE, VectorOperation
from gpuscope.workloads.steps.setting import Setting

_TYPES = {torch.float64: "double", torch.float32: "float"}
_THREADS = 256
"""Threads per block; a power of two, for the tree reduction."""
_BLOCKS = 4096
"""Maximum number of blocks; each thread then loops with the stride of the whole grid."""
_SOURCE = """
#define EACH(i, n) \\
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)

__device__ void sum_of_block(T mine, T *result) {
    __shared__ T sums[THREADS];
    sums[threadIdx.x] = mine;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) *result = sums[0];
}

extern "C" __global__ void neighbours(const T *x, const T *, T *out, int n) {
    EACH(i, n - 3) out[i] = x[i] * x[i + 1] + x[i + 2] * x[i + 3];
}

extern "C" __global__ void product_sum(const T *x, const T *y, T *out, int n) {
    T mine = 0;
    EACH(i, n) mine += x[i] * y[i];
    sum_of_block(mine, out + blockIdx.x);
}

extern "C" __global__ void scaled_sum(const T *x, const T *y, T *out, int n) {
    EACH(i, n) out[i] = T(SCALE) * x[i] + y[i];
}

extern "C" __global__ void matrix_vector(const T *matrix, const T *x, T *out, int n) {
    T mine = 0;
    for (int j = threadIdx.x; j < n; j += THREADS) mine += matrix[blockIdx.x * (long long)n + j] * x[j];
    sum_of_block(mine, out + blockIdx.x);
}
"""


def source(number: str) -> str:
    """Return the program for "float" or "double"."""
    return f"typedef {number} T;\n#define THREADS {_THREADS}\n#define SCALE {SCALE}\n{_SOURCE}"


def blocks(operation: VectorOperation, size: int) -> int:
    """Return the number of blocks per launch: one per row of a matrix, else as many as there is work for, up to :data:`_BLOCKS`."""
    return size if operation is MATRIX_VECTOR else max(1, min(_BLOCKS, -(-size // _THREADS)))


@contextmanager
def _headers_optional() -> Iterator[None]:
    """Let torch compile without an installed CUDA toolkit: it requires a folder of headers, although these kernels include none."""
    from torch.utils import cpp_extension

    home = cpp_extension.CUDA_HOME
    cpp_extension.CUDA_HOME = home or torch.__path__[0]
    try:
        yield
    finally:
        cpp_extension.CUDA_HOME = home


def build(operation: VectorOperation, setting: Setting, inputs: Sequence[torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Compile the operation and return it; a reduction sums per block, and torch adds the blocks' sums.

    Raises:
        UnavailableError: NVRTC is missing, or compilation failed.
    """
    size, reduces = len(inputs[0]), operation is PRODUCT_SUM
    grid = blocks(operation, size)
    out = torch.empty(grid if reduces else operation.results(size), dtype=inputs[0].dtype, device=setting.device)
    try:
        with _headers_optional():
            kernel = torch.cuda._compile_kernel(source(_TYPES[out.dtype]), operation.key)
    except (AttributeError, RuntimeError, OSError) as error:
        raise UnavailableError(
            f"the CUDA kernel could not be compiled: {first_line(error)}",
            "It needs NVRTC of the CUDA toolkit, which torch's CUDA builds bring; or use --set implementation=eager.",
        ) from error
    arguments = [inputs[0], inputs[-1], out, size]

    def compute() -> torch.Tensor:
        kernel(grid=(grid, 1, 1), block=(_THREADS, 1, 1), args=arguments)
        return out.sum(0, keepdim=True) if reduces else out

    return compute
