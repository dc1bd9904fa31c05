"""The matrix product: as many products of square matrices a step as the batch size says."""

import torch

from gpuscope.core.quantity import Quality, Quantity
from gpuscope.workloads.loops.measured import MeasuredLoop
from gpuscope.workloads.loops.setting import Setting
from gpuscope.workloads.outcome import Outcome

_ROWS = 16
"""Rows of the first product that are checked against FP64."""
_COLUMNS = 1024


def run_kernel(setting: Setting) -> Outcome:
    """Measures the product, then how far it is from the same product in FP64."""
    size, dtype = int(setting.spec.options["size"]), setting.precision.computed
    shape = (setting.batch_size, size, size)
    generator = torch.Generator(setting.device).manual_seed(setting.spec.seed)
    left, right = (torch.randn(shape, generator=generator, device=setting.device).to(dtype) for _ in range(2))
    product = torch.empty(shape, dtype=dtype, device=setting.device)

    def step() -> None:
        torch.bmm(left, right, out=product)

    with torch.inference_mode():
        window = MeasuredLoop(setting, step).run()
        values = {"max_relative_error": _error(left[0], right[0], product[0])} if window else {}
    return Outcome(window, values, {"matrix_size": size, "products_per_step": setting.batch_size})


def _error(left: torch.Tensor, right: torch.Tensor, product: torch.Tensor) -> Quantity:
    rows = torch.linspace(0, len(left) - 1, min(_ROWS, len(left))).long().to(left.device)
    inputs = left[rows].double()
    largest, errors = [], []
    # By columns, since the whole factor in FP64 may be more than fits.
    for columns, results in zip(right.split(_COLUMNS, dim=1), product[rows].split(_COLUMNS, dim=1), strict=True):
        true = inputs @ columns.double()
        largest.append(true.abs().max().item())
        errors.append((results.double() - true).abs().max().item())
    error = torch.tensor(errors).max().item() / max(largest)  # torch's maximum keeps a NaN
    return Quantity(error, "1", Quality.DERIVED, f"{len(rows)} rows against FP64 products of the same numbers")
