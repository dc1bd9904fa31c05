"""As it is written, operator by operator."""

from collections.abc import Callable, Sequence

import torch

from gpuscope.workloads.kernels.vector_operations import VectorOperation
from gpuscope.workloads.steps.setting import Setting


def build(operation: VectorOperation, _setting: Setting, inputs: Sequence[torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Return the operation on these inputs."""
    return lambda: operation.formula(*inputs)
