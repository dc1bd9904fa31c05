"""The same through torch.compile, which fuses the operators into one kernel."""

from collections.abc import Callable, Sequence

import torch
import torch._inductor.config

from gpuscope.workloads.kernels.vector_operations import VectorOperation
from gpuscope.workloads.steps.setting import Setting


def build(operation: VectorOperation, setting: Setting, inputs: Sequence[torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Return the compiled operation; it compiles at its first step, on a CPU in this process."""
    if setting.device.type == "cpu":
        torch._inductor.config.compile_threads = 1
    function = torch.compile(operation.formula)
    return lambda: function(*inputs)
