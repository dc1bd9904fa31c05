"""Products of square matrices; the batch size is the number of products per step."""

from collections.abc import Mapping
from typing import Any

import torch

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.steps.setting import Setting

_ROWS = 16
"""Number of rows of the first product that are compared with FP64."""
_COLUMNS = 1024
"""Columns per comparison: the whole factor in FP64 may not fit in memory."""


class MatrixProduct:
    """Products of random matrices."""

    def __init__(self, setting: Setting) -> None:
        self._size, dtype = int(setting.spec.options["size"]), setting.precision.computed
        self._count = setting.batch_size
        shape = (self._count, self._size, self._size)
        generator = torch.Generator(setting.device).manual_seed(setting.spec.seed)
        self._left, self._right = (torch.randn(shape, generator=generator, device=setting.device).to(dtype) for _ in range(2))
        self._product = torch.empty(shape, dtype=dtype, device=setting.device)

    def step(self) -> None:
        """Compute the products."""
        torch.bmm(self._left, self._right, out=self._product)

    def check(self) -> Mapping[str, Quantity]:
        """Compare some rows of the first product with FP64."""
        return {"max_relative_error": _error(self._left[0], self._right[0], self._product[0])}

    def facts(self) -> Mapping[str, Any]:
        """Return the matrices' size and the number of products."""
        return {"matrix_size": self._size, "products_per_step": self._count}


def _error(left: torch.Tensor, right: torch.Tensor, product: torch.Tensor) -> Quantity:
    rows = torch.linspace(0, len(left) - 1, min(_ROWS, len(left))).long().to(left.device)
    inputs = left[rows].double()
    largest, errors = [], []
    for columns, results in zip(right.split(_COLUMNS, dim=1), product[rows].split(_COLUMNS, dim=1), strict=True):
        true = inputs @ columns.double()
        largest.append(true.abs().max().item())
        errors.append((results.double() - true).abs().max().item())
    error = torch.tensor(errors).max().item() / max(largest)  # unlike Python's, torch's maximum propagates NaN
    return Quantity(error, "1", Quality.DERIVED, f"{len(rows)} rows against FP64 products of the same numbers")
