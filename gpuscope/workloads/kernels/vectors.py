"""One operation on vectors, by the implementation that the run names, as often a step as the batch size says."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import torch

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.kernels import ceiling, vector_operations
from gpuscope.workloads.kernels.kernel import relative_error
from gpuscope.workloads.kernels.vector_operations import VectorOperation
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload import resolve_reference

MODULES = {
    "eager": "eager",
    "compiled": "compiled",
    "cpp": "cpp",
    "cuda": "cuda",
    "triton": "triton_code",
}
"""Where each implementation is, below ``kernels.implementations``."""


class VectorKernel:
    """An operation on random numbers between 0 and 1, whose sums nothing cancels.

    Args:
        operation: What is computed.
        setting: The run.
    """

    def __init__(self, operation: VectorOperation, setting: Setting) -> None:
        self._operation, self._setting = operation, setting
        self._size, self._dtype = int(setting.spec.options["size"]), setting.precision.computed
        self._implementation = str(setting.spec.options["implementation"])
        generator = torch.Generator(setting.device).manual_seed(setting.spec.seed)
        self._inputs = [
            torch.rand(shape, generator=generator, device=setting.device).to(self._dtype) for shape in operation.shapes(self._size)
        ]
        build = resolve_reference(f"kernels.implementations.{MODULES[self._implementation]}:build")
        self._compute: Callable[[], torch.Tensor] = build(operation, setting, self._inputs)
        self._result = torch.empty(0)
        self._ceilings: Mapping[str, float] = {}

    def step(self) -> None:
        """Compute it as often as the batch size says."""
        for _ in range(self._setting.batch_size):
            self._result = self._compute()

    def check(self) -> Mapping[str, Quantity]:
        """Compare the whole result with FP64, its edges included, and measure what the device can do at most."""
        true = self._operation.formula(*(tensor.cpu().double() for tensor in self._inputs))
        self._ceilings = ceiling.measured(self._setting.device, self._dtype)
        return {"max_relative_error": relative_error(self._result, true, "the same numbers in FP64, every result of the last step")}

    def facts(self) -> Mapping[str, Any]:
        """Return implementation, size, the bytes that a step moves at least, and the device's ceilings."""
        moved = self._operation.numbers(self._size) * self._dtype.itemsize * self._setting.batch_size
        return {"implementation": self._implementation, "size": self._size, "bytes_per_step": moved, **self._ceilings}


neighbour_products = partial(VectorKernel, vector_operations.NEIGHBOURS)
product_reduction = partial(VectorKernel, vector_operations.PRODUCT_SUM)
scaled_sum = partial(VectorKernel, vector_operations.SCALED_SUM)
matrix_vector = partial(VectorKernel, vector_operations.MATRIX_VECTOR)
