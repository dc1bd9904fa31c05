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
    """One operation. The constructor takes the run's ``Setting``, and places all inputs on the device."""

    def __init__(self, setting: Setting) -> None: ...

    def step(self) -> object:
        """Take one step; all work that it launches has completed once the device is synchronized."""

    def check(self) -> Mapping[str, Quantity]:
        """Compare the last step's result with a reference: "max_relative_error"."""

    def facts(self) -> Mapping[str, Any]:
        """Return sizes, and "bytes_per_step" if the work consists in moving bytes."""


def run_kernel(setting: Setting) -> Outcome:
    """Measure the workload's kernel, then compare its result with the reference."""
    with torch.inference_mode():
        kernel: Kernel = resolve_reference(setting.workload.model)(setting)
        window = MeasuredLoop(setting, kernel.step).run()
        values = kernel.check() if window else {}
    return Outcome(window, values, kernel.facts())
