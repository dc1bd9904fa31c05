"""A kernel run: each step is one operation, and the last result is compared with a reference."""

from collections.abc import Mapping
from typing import Any, Protocol

import torch

from gpuscope.core.quantity import Quantity
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload import resolve_reference


class Kernel(Protocol):
    """One operation. Made from the run's ``Setting``; what it needs is on its device when it has been made."""

    def __init__(self, setting: Setting) -> None: ...

    def step(self) -> object:
        """Take one step; everything that it launched on the device has ended when that is synchronised."""

    def check(self) -> Mapping[str, Quantity]:
        """Compare the last step's result with a reference: "max_relative_error"."""

    def facts(self) -> Mapping[str, Any]:
        """Return sizes, and "bytes_per_step" where moving them is the work."""


def run_kernel(setting: Setting) -> Outcome:
    """Measure the workload's kernel, then how far it is from its reference."""
    with torch.inference_mode():
        kernel: Kernel = resolve_reference(setting.workload.model)(setting)
        window = MeasuredLoop(setting, kernel.step).run()
        values = kernel.check() if window else {}
    return Outcome(window, values, kernel.facts())
