"""What a kernel is: one operation, taken again and again, and proved against a reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import torch

from gpuscope.core.quantity import Quality, Quantity

if TYPE_CHECKING:
    from gpuscope.workloads.steps.setting import Setting


class Kernel(Protocol):
    """One operation. Made from the run's ``Setting``; what it needs is on its device when it has been made."""

    def __init__(self, setting: Setting) -> None: ...

    def step(self) -> object:
        """Take one step; everything that it launched on the device has ended when that is synchronised."""

    def check(self) -> Mapping[str, Quantity]:
        """Compare the last step's result with a reference: "max_relative_error"."""

    def facts(self) -> Mapping[str, Any]:
        """Return sizes, and "bytes_per_step" where moving them is the work."""


def relative_error(result: torch.Tensor, true: torch.Tensor, source: str) -> Quantity:
    """Return the largest difference, relative to the largest true value; NaN where the result holds one.

    Args:
        result: The result, of any type, on any device.
        true: The reference in FP64, of the same shape, in main memory.
        source: What the reference is, in words.
    """
    difference = (result.cpu().double() - true).abs().max()
    return Quantity((difference / true.abs().max()).item(), "1", Quality.DERIVED, source)
