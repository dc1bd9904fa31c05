"""What a kernel is: one operation, taken again and again, and proved against a reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from gpuscope.core.quantity import Quantity

if TYPE_CHECKING:
    from gpuscope.workloads.loops.setting import Setting


class Kernel(Protocol):
    """One operation. Made from the run's ``Setting``; what it needs is on its device when it has been made."""

    def __init__(self, setting: Setting) -> None: ...

    def step(self) -> object:
        """Take one step; everything that it launched on the device has ended when that is synchronised."""

    def check(self) -> Mapping[str, Quantity]:
        """Compare the last step's result with a reference: "max_relative_error"."""

    def facts(self) -> Mapping[str, Any]:
        """Return sizes, and "bytes_per_step" where moving them is the work."""
