"""A kernel: one operation is one step, proved against its reference at the end."""

import torch

from gpuscope.workloads.kernels.kernel import Kernel
from gpuscope.workloads.outcome import Outcome
from gpuscope.workloads.steps.measured import MeasuredLoop
from gpuscope.workloads.steps.setting import Setting
from gpuscope.workloads.workload import resolve_reference


def run_kernel(setting: Setting) -> Outcome:
    """Measure the workload's kernel, then how far it is from its reference."""
    with torch.inference_mode():
        kernel: Kernel = resolve_reference(setting.workload.model)(setting)
        window = MeasuredLoop(setting, kernel.step).run()
        values = kernel.check() if window else {}
    return Outcome(window, values, kernel.facts())
