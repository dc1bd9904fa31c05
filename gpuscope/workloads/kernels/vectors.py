"""Memory-bound operations on vectors and matrices, in torch, or in the language that the run selects."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.kernels import reference
from gpuscope.workloads.kernels.reference import relative_error
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload import resolve_reference

SCALE = 0.75
"""Factor of the scaled sum; exact in every number format."""
Shape = tuple[int, ...]
Compute = Callable[[], torch.Tensor]


@dataclass(frozen=True, slots=True)
class VectorOperation:
    """One operation.

    Attributes:
        key: Its name in every implementation.
        formula: The operation in torch; with FP64 inputs, the reference.
        shapes: Returns the shapes of its inputs for a size.
        results: Returns the number of results for a size.
    """

    key: str
    formula: Callable[..., torch.Tensor]
    shapes: Callable[[int], tuple[Shape, ...]]
    results: Callable[[int], int]

    def numbers(self, size: int) -> int:
        """Return the minimum number of elements read and written."""
        return sum(math.prod(shape) for shape in self.shapes(size)) + self.results(size)


def _neighbours(x: torch.Tensor) -> torch.Tensor:
    """out[i] = x[i] · x[i+1] + x[i+2] · x[i+3], for every i with all four elements."""
    return x[:-3] * x[1:-2] + x[2:-1] * x[3:]


def _product_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Σ x[i] · y[i], as a vector of one element."""
    return (x * y).sum(0, keepdim=True)


def _scaled_sum(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """out[i] = a · x[i] + y[i]."""
    return SCALE * x + y


def _matrix_vector(matrix: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    """out[i] = Σ matrix[i, j] · x[j]."""
    return matrix @ x


NEIGHBOURS = VectorOperation("neighbours", _neighbours, lambda n: ((n,),), lambda n: n - 3)
PRODUCT_SUM = VectorOperation("product_sum", _product_sum, lambda n: ((n,), (n,)), lambda _n: 1)
SCALED_SUM = VectorOperation("scaled_sum", _scaled_sum, lambda n: ((n,), (n,)), lambda n: n)
MATRIX_VECTOR = VectorOperation("matrix_vector", _matrix_vector, lambda n: ((n, n), (n,)), lambda n: n)


def build_eager(operation: VectorOperation, _setting: Setting, inputs: Sequence[torch.Tensor]) -> Compute:
    """Return the operation as torch operators."""
    return lambda: operation.formula(*inputs)


def build_compiled(operation: VectorOperation, setting: Setting, inputs: Sequence[torch.Tensor]) -> Compute:
    """Return the operation through torch.compile, which fuses the operators. It compiles in the first step, on a CPU in this process."""
    import torch._inductor.config

    if setting.device.type == "cpu":
        torch._inductor.config.compile_threads = 1
    function = torch.compile(operation.formula)
    return lambda: function(*inputs)


BUILDERS: Mapping[str, str] = {
    "eager": "kernels.vectors:build_eager",
    "compiled": "kernels.vectors:build_compiled",
    "cpp": "kernels.vectors_cpp:build",
    "cuda": "kernels.vectors_cuda:build",
    "triton": "kernels.vectors_triton:build",
}
"""The builder of each implementation, imported only when a run selects it; it compiles if necessary and returns the function to call."""


class VectorKernel:
    """An operation on random numbers from 0 to 1, which are not negative, so that sums do not cancel."""

    def __init__(self, operation: VectorOperation, setting: Setting) -> None:
        self._operation, self._setting = operation, setting
        self._size, self._dtype = int(setting.spec.options["size"]), setting.precision.computed
        self._implementation = str(setting.spec.options["implementation"])
        generator = torch.Generator(setting.device).manual_seed(setting.spec.seed)
        self._inputs = [
            torch.rand(shape, generator=generator, device=setting.device).to(self._dtype) for shape in operation.shapes(self._size)
        ]
        build = resolve_reference(BUILDERS[self._implementation])
        self._compute: Compute = build(operation, setting, self._inputs)
        self._result = torch.empty(0)
        self._ceilings: Mapping[str, float] = {}

    def step(self) -> None:
        """Compute the operation as many times as the batch size."""
        for _ in range(self._setting.batch_size):
            self._result = self._compute()

    def check(self) -> Mapping[str, Quantity]:
        """Compare the whole result with FP64, and measure the device's peak rates."""
        true = self._operation.formula(*(tensor.cpu().double() for tensor in self._inputs))
        with suppress(RuntimeError):  # out of memory: the run then has no share of a ceiling
            self._ceilings = reference.measured(self._setting.device, self._dtype)
        return {"max_relative_error": relative_error(self._result, true, "the same numbers in FP64, every result of the last step")}

    def facts(self) -> Mapping[str, Any]:
        """Return implementation, size, the minimum bytes that a step moves, and the device's peak rates."""
        moved = self._operation.numbers(self._size) * self._dtype.itemsize * self._setting.batch_size
        return {"implementation": self._implementation, "size": self._size, "bytes_per_step": moved, **self._ceilings}


neighbour_products = partial(VectorKernel, NEIGHBOURS)
product_reduction = partial(VectorKernel, PRODUCT_SUM)
scaled_sum = partial(VectorKernel, SCALED_SUM)
matrix_vector = partial(VectorKernel, MATRIX_VECTOR)
