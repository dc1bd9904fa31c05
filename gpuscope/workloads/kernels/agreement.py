"""How far a kernel's result is from the same result in FP64."""

import torch

from gpuscope.core.quantity import Quality, Quantity


def relative_error(found: torch.Tensor, true: torch.Tensor, source: str) -> Quantity:
    """Return the largest difference, relative to the largest true value; NaN where the result holds one.

    Args:
        found: The result, of any type, on any device.
        true: The reference in FP64, of the same shape, in main memory.
        source: What the reference is, in words.
    """
    difference = (found.cpu().double() - true).abs().max()
    return Quantity((difference / true.abs().max()).item(), "1", Quality.DERIVED, source)
