"""The vector operations in Triton: each program instance handles a block of elements, masked at the end.

Functions with ``@triton.jit`` are in Triton's language, not Python: they, and their annotations, may use only its names and constants.
"""

from collections.abc import Callable, Sequence

import torch
import triton
import triton.language as tl

from gpuscope.workloads.kernels.vectors import MATRIX_VECTOR, PRODUCT_SUM, SCALE, VectorOperation
from gpuscope.workloads.steps.setting import Setting

_BLOCK = 1024
"""Elements per program instance."""


@triton.jit  # type: ignore[untyped-decorator]
def _neighbours(x, _y, out, n, _scale: tl.constexpr, block: tl.constexpr) -> None:  # type: ignore[no-untyped-def]
    i = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    inside = i < n - 3
    first = tl.load(x + i, mask=inside) * tl.load(x + i + 1, mask=inside)
    second = tl.load(x + i + 2, mask=inside) * tl.load(x + i + 3, mask=inside)
    tl.store(out + i, first + second, mask=inside)


@triton.jit  # type: ignore[untyped-decorator]
def _product_sum(x, y, out, n, _scale: tl.constexpr, block: tl.constexpr) -> None:  # type: ignore[no-untyped-def]
    i = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    total = out.dtype.element_ty
    products = tl.load(x + i, mask=i < n, other=0.0).to(total) * tl.load(y + i, mask=i < n, other=0.0).to(total)
    tl.store(out + tl.program_id(0), tl.sum(products, axis=0))


@triton.jit  # type: ignore[untyped-decorator]
def _scaled_sum(x, y, out, n, scale: tl.constexpr, block: tl.constexpr) -> None:  # type: ignore[no-untyped-def]
    i = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
    tl.store(out + i, tl.load(x + i, mask=i < n) * scale + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit  # type: ignore[untyped-decorator]
def _matrix_vector(matrix, x, out, n, _scale: tl.constexpr, block: tl.constexpr) -> None:  # type: ignore[no-untyped-def]
    row = tl.program_id(0).to(tl.int64)
    total = out.dtype.element_ty
    sums = tl.zeros((block,), dtype=total)
    for begin in range(0, n, block):
        j = begin + tl.arange(0, block)
        numbers = tl.load(matrix + row * n + j, mask=j < n, other=0.0).to(total)
        sums += numbers * tl.load(x + j, mask=j < n, other=0.0).to(total)
    tl.store(out + row, tl.sum(sums, axis=0))


_KERNELS = {"neighbours": _neighbours, "product_sum": _product_sum, "scaled_sum": _scaled_sum, "matrix_vector": _matrix_vector}


def build(operation: VectorOperation, setting: Setting, inputs: Sequence[torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Return the operation, which is compiled in the first step; sums are accumulated in FP32 or wider, and rounded at the end."""
    size, dtype = len(inputs[0]), inputs[0].dtype
    programs = size if operation is MATRIX_VECTOR else -(-size // _BLOCK)
    sums = operation in (MATRIX_VECTOR, PRODUCT_SUM)
    kept = torch.float32 if sums and dtype.itemsize < 4 else dtype
    out = torch.empty(programs if operation is PRODUCT_SUM else operation.results(size), dtype=kept, device=setting.device)
    kernel = _KERNELS[operation.key]

    def compute() -> torch.Tensor:
        kernel[(programs,)](inputs[0], inputs[-1], out, size, SCALE, _BLOCK)
        return (out.sum(0, keepdim=True) if operation is PRODUCT_SUM else out).to(dtype)

    return compute
